# SPDX-License-Identifier: Apache-2.0
"""The closer looks: whose work a line is, what Callgrind and perf write, and one run of each where its tool is here."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile import perf
from dfgen.profile.cache import simulate_caches
from dfgen.profile.callgrind import read_costs
from dfgen.profile.core_source import CoreSources, Work, is_loop_of_core
from dfgen.profile.looks import Looks, look_closer
from dfgen.profile.perf import (
    COPIES,
    REST,
    WAITS,
    measure_with_perf,
    read_counters,
    read_stacks,
    whose,
)
from dfgen.profile.profiling import ProfileOptions, Subject, read_plan, read_record
from dfgen.profile.sampling import Runner, Variant
from tests.profile.test_tables import ACTOR, measured

GRAPH = """\
graph g {
    include "actors.h"; source "actors.c";
    actor give { fire give(o); out o : uint8[65536]; }
    actor mix { fire mix(i, o); in i : uint8[65536]; out o : uint8[64]; }
    actor keep { fire keep(i); in i : uint8[65536]; }
    actor take { fire take(i); in i : uint8[64]; }
    give.o -> { mix.i, keep.i };
    mix.o -> take.i;
}
"""
HEADER = """\
#include <stdint.h>
void give(uint8_t *out);
void mix(uint8_t *in, uint8_t *out);
void keep(const uint8_t *in);
void take(const uint8_t *in);
"""
SOURCE = """\
#include <string.h>
#include <df/df.h>
#include "actors.h"
static uint8_t kept[65536], streamed[4096];
void give(uint8_t *out) { for (int i = 0; i < 65536; i++) out[i] = (uint8_t)(i * 7 + out[i]); }
void mix(uint8_t *in, uint8_t *out)
{
    uint32_t value;
    in[0] = 1;
    memmove(out, in, 64);
    memcpy(&value, in, 4);
    out[0] = (uint8_t)value;
}
void keep(const uint8_t *in) { memcpy(kept, in, 65536); df_copy(streamed, in, 4096, DF_COPY_REUSED); }
void take(const uint8_t *in) { (void)in; }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A generated folder of a traced program."""
    (tmp_path / "graph").mkdir()
    for name, text in (("g.sdf", GRAPH), ("actors.h", HEADER), ("actors.c", SOURCE)):
        (tmp_path / "graph" / name).write_text(text)
    options = CompileOptions(cores=2, trace=True, transfers=("give.o:mix.i=memcpy",))
    write_folder(tmp_path / "out", compile_graph(tmp_path / "graph/g.sdf", options).files)
    return tmp_path / "out"


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


def works(folder: Path) -> dict[Work, list[str]]:
    """The lines of all cores by whose work they are."""
    sources = CoreSources(folder, read_plan(folder))
    found: dict[Work, list[str]] = {}
    for path in sorted(folder.glob("src/core_*.c")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            work = sources.work(str(path), number)
            assert work is not None
            found.setdefault(work, []).append(line.strip())
    return found


def test_lines_belong_to_actors_copies_and_the_runtime(folder: Path) -> None:
    found = works(folder)
    assert set(found) == {
        Work("other"), Work("copy", "give.o:mix.i"), *(Work("actor", n) for n in ("give", "mix", "keep", "take")),
    }  # fmt: skip
    (copy,) = found[Work("copy", "give.o:mix.i")]
    assert copy.startswith("df_transfer_memcpy(to_0")
    for name in ("give", "mix", "keep", "take"):
        assert any(line.startswith(f"{name}(") for line in found[Work("actor", name)])
    assert any("df_publish(" in line for line in found[Work("other")])


OF_THE_RUNTIME = (
    "df_wait(",
    "df_publish(",
    "df_offload_publish(",
    "df_offload_finish(",
    "df_iterations(",
    "return false",
)


def test_what_is_done_between_actors_is_the_runtimes(tmp_path: Path) -> None:
    for name, text in (("actors.h", HEADER), ("actors.c", SOURCE)):
        (tmp_path / name).write_text(text)
    (tmp_path / "g.sdf").write_text(GRAPH.replace("mix.o -> take.i;", "mix.o -> take.i delay 1;"))
    seen = set()
    for options in ({"transfers": ("give.o:mix.i=offload",)}, {"cores": 3, "transfers": ("offload",)}):
        write_folder(tmp_path / "out", compile_graph(tmp_path / "g.sdf", CompileOptions(**options)).files)
        for work, lines in works(tmp_path / "out").items():
            calls = {call for call in OF_THE_RUNTIME for line in lines if call in line}
            assert work == Work("other") or not calls, work
            seen |= calls
            if work.kind == "actor" and "." not in work.name:
                assert any(line.startswith(f"{work.name}(") for line in lines)
            if work == Work("copy", "mix.o"):
                seen.update(line.split("(")[0] for line in lines)
    assert {"df_publish(", "df_offload_publish(", "df_offload_finish(", "df_move"} <= seen


def test_other_files_are_no_cores(folder: Path) -> None:
    sources = CoreSources(folder, read_plan(folder))
    assert sources.work("elsewhere/core_0.c", 1) is None
    assert sources.work(str(folder / "src/graph.c"), 1) is None
    assert sources.work(str(folder / "src/core_0.c"), 10**6) == Work("other")
    assert [is_loop_of_core(name) for name in ("g_core_0", "g_steps_1_12", "core", "mix")] == [True, True, False, False]


def line_of(folder: Path, start: str) -> tuple[str, int]:
    for path in sorted(folder.glob("src/core_*.c")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.strip().startswith(start):
                return str(path), number
    raise AssertionError(start)


def test_costs_of_lines_and_calls_are_summed(folder: Path) -> None:
    file, call = line_of(folder, "mix(")
    same, copy = line_of(folder, "df_transfer_memcpy(")
    assert file == same
    text = f"""\
positions: line
events: Ir D1mr
fl=(1) {file}
fn=(2) g_core_0
{call} 5 1
cfi=(9) somewhere.c
cfn=(3) mix
calls=2 1
* 100 7
{copy} 1
cfn=(4) memcpy
calls=2 1
* 50
fi=(7) /x/runtime/include/df/transfer.h
12 3
fi=(8) /x/runtime/include/df/counter.h
+1 4
fe=(1)
{call} 1
cfn=(2)
calls=1 1
* 9999 9
fn=(3)
{call} 777
"""
    costs = read_costs(text.splitlines(), CoreSources(folder, read_plan(folder)))
    assert costs == {
        Work("actor", "mix"): {"Ir": 106, "D1mr": 8},
        Work("copy", "give.o:mix.i"): {"Ir": 54, "D1mr": 0},
        Work("other"): {"Ir": 4, "D1mr": 0},
    }


def test_counters_that_the_machine_does_not_have_are_not_known() -> None:
    lines = [
        "# started",
        "",
        "<not supported>;;cycles;0;100.00;;",
        "12;;cache-misses:u;5;100;;",
        "127;;page-faults;4;1;;",
    ]
    found = read_counters(lines)
    assert (found["cycles"], found["cache-misses"], found["page-faults"]) == (None, 12, 127)


def test_counters_of_all_types_of_cores_are_summed() -> None:
    lines = [
        "700;;cpu_core/cycles/;5;60.00;;",
        "300;;cpu_atom/cycles/u;5;40.00;;",
        "<not counted>;;cpu_atom/instructions/;0;0.00;;",
        "900;;cpu_core/instructions/;5;100.00;;",
        "12;;page-faults;4;1;;",
    ]
    found = read_counters(lines)
    assert (found["cycles"], found["instructions"], found["page-faults"]) == (1000, 900, 12)


def test_samples_are_read_as_stacks() -> None:
    lines = ["g 12 ", "\t  a1 inner.isra.0", "\t  b2 mix+0x12", "\t  c3 g_core_0", "", "g 13", "\t  d4 [unknown]"]
    assert list(read_stacks(lines)) == [["inner", "mix", "g_core_0"], ["[unknown]"]]


@pytest.mark.parametrize(
    ("stack", "name"),
    [
        (["inner", "mix", "g_core_0", "call"], "mix"),
        (["mix", "g_steps_0_3"], "mix"),
        (["__memmove_avx_unaligned", "mix", "g_core_0"], "mix"),
        (["__memmove_avx_unaligned", "g_core_0"], COPIES),
        (["__memmove_avx_unaligned", "df_transfer_memcpy", "g_core_0"], COPIES),
        (["refresh", "df_view_begin", "g_core_0"], COPIES),
        (["syscall", "df__wait_slowly", "g_core_0"], WAITS),
        (["g_core_0"], REST),
        (["main"], REST),
    ],
)
def test_a_stack_tells_whose_sample_it_is(stack: list[str], name: str) -> None:
    assert whose(stack, {"mix": "mix"}) == name


def runner(scratch: Path) -> Runner:
    return Runner(scratch, (), 100, SILENCE)


def test_copies_of_actors_are_counted_and_those_of_the_framework_are_not(folder: Path, scratch: Path) -> None:
    """In as many iterations as such a program makes in a while, where the usual one is far faster."""
    actors = tuple(replace(ACTOR, name=name) for name in ("give", "mix", "keep", "take"))
    fast, subject = measured(actors=actors, iterations=10**12), Subject(folder, Variant(scratch / "none"))
    found = look_closer(fast, subject, ProfileOptions(seconds=10), Looks(copies=True), scratch, SILENCE)
    copied = {"give": 0, "mix": 64, "keep": 65536 + 4096, "take": 0}
    assert {actor.name: actor.copied_bytes for actor in found.actors} == {n: 10**12 * b for n, b in copied.items()}


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_caches_are_simulated_by_actor_and_copy(folder: Path, scratch: Path) -> None:
    plan = read_plan(folder)
    found: Any = json.loads(json.dumps(simulate_caches(folder, plan, runner(scratch), 3, scratch, SILENCE)))
    by_name = {actor["name"]: actor for actor in found["actors"]}
    assert by_name.keys() == {"give", "mix", "keep", "take"}
    assert by_name["give"]["instructions"] > 3 * 65536 / 64
    assert by_name["give"]["accesses"] > 3 * 65536 / 64
    (copy,) = found["copies"]
    assert (copy["fifo"], copy["strategy"], copy["kernel_pages"]) == ("give.o:mix.i", "memcpy", 0)
    assert copy["l1_misses"] > 3 * 500
    assert found["iterations"] == 3
    assert len(found["caches"]) == 3
    assert "stores past the caches are simulated as ordinary ones" in found["note"]


def can_record() -> bool:
    if shutil.which("perf") is None:
        return False
    command = ["perf", "record", "-q", "-e", "cpu-clock", "-o", "/dev/null", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_record(), reason="perf is not installed, or may not record")
def test_perf_tells_whose_the_samples_are(folder: Path, scratch: Path) -> None:
    record = read_record(folder)
    found = measure_with_perf(folder, record, runner(scratch), 3000, scratch, SILENCE)
    shares = {sample["name"]: sample["share"] for sample in found["samples"]}
    of_actors = {name: share for name, share in shares.items() if name in ("give", "mix", "keep", "take")}
    assert max(of_actors, key=lambda name: of_actors[name]) == "give"
    assert sum(shares.values()) == pytest.approx(1, abs=0.01)
    assert (found["note"] is None) == (found["counters"]["cycles"] is not None)


@pytest.mark.parametrize(
    ("looks", "tool"), [(Looks(perf=True), "linux-perf"), (Looks(cachegrind=True), "apt-get install valgrind")]
)
def test_a_tool_that_is_missing_is_named(looks: Looks, tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UserError) as caught:
        looks.require_tools()
    assert caught.value.diagnostics[0].id == "tool-missing"
    assert tool in caught.value.diagnostics[0].hint
    Looks(copies=True).require_tools()


def test_without_counters_the_other_look_is_offered() -> None:
    assert "--cachegrind" in perf.NO_COUNTERS
