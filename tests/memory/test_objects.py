# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs in plans and programs: arenas, strategies, mistakes of actors."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from dfgen.annotate import plan_times, write_edit
from dfgen.machine.constants import OBJECT_BYTES, OBJECTS_USED, RELOCATED_NS
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.apps.harness import SANITIZED, Toolchain, Workbench, run
from tests.platforms import ENGINE

COPIES = ("memcpy", "graphcopy(map=hash)", "serialize")
GRAPH = """\
object struct item {{ bytes[count]; seen transient; }}
graph g {{
    include "a.h"; source "a.c";
    actor make {{ state n : int32; fire make(n, out); out out : object struct item[1] up to {size}; }}
    actor take {{ fire {taking}(in); io; in in : object struct item[1]; }}
    actor plain {{ fire plain(out); out out : float[1]; }}
    actor gone {{ fire gone(in); effect; in in : float[1]; }}
    make.out -> {targets};
    plain.out -> gone.in;
}}
"""
HEADER = """\
#include <df/object.h>
#include <stdint.h>
struct item { struct item *next; uint8_t *bytes; int32_t count, seen; };
DF_OBJECT(item);
void make(int32_t *n, df_ref *out);
void take(const df_ref *in);
void show(const df_ref *in);
void again(const df_ref *in);
void changes(const df_ref *in);
void plain(float *out);
void gone(const float *in);
"""
SOURCE = """\
#include "a.h"
#include <df/df.h>
#include <stdio.h>
#include <string.h>
static const char *const mistake = MISTAKE;
static struct item elsewhere;
static struct item *made(df_ref *out, int count)
{
    struct item *item = df_new(out, item);
    item->bytes = df_new_data(out, uint8_t, (size_t)count);
    item->count = count;
    item->seen = 7;
    return item;
}
void make(int32_t *n, df_ref *out)
{
    static struct item *earlier;
    struct item *item = out->root = made(out, 8);
    if (*n == 1 && !strcmp(mistake, "late"))
        return;
    item->next = made(out, 16);
    if (++*n == 3 && !strcmp(mistake, "room"))
        made(out, 4096);
    if (*n == 3 && !strcmp(mistake, "pointer"))
        item->next = &elsewhere;
    if (*n == 3 && !strcmp(mistake, "earlier"))
        item->next = earlier;
    earlier = item;
    if (*n == 3 && !strcmp(mistake, "root"))
        out->root = &elsewhere;
    if (*n == 3 && !strcmp(mistake, "inside"))
        item->next = (struct item *)(void *)(item->bytes + 4);
    if (*n == 3 && !strcmp(mistake, "count"))
        item->count = 9;
}
void take(const df_ref *in)
{
    static const struct item *kept;
    struct item *item = in->root;
    if (!strcmp(mistake, "late")) {
        printf("%d\\n", kept != NULL ? kept->count : item->count);
        kept = item->next;
        return;
    }
    printf("%d %d %d\\n", item->count, item->next->count, item->seen);
    if (!strcmp(mistake, "write"))
        item->count = 1;
}
void show(const df_ref *in)
{
    const struct item *item = in->root;
    printf("%d %d %d\\n", item->count, item->next->count, item->seen);
}
void again(const df_ref *in)
{
    const struct item *item = in->root;
    if (item->count + item->next->count != 24)
        df_fail("the objects have changed");
}
void changes(const df_ref *in) { ((struct item *)in->root)->count = 1; }
void plain(float *out) { *out = 1; }
void gone(const float *in) { (void)in; }
"""


def written(folder: Path, mistake: str = "", size: str = "4KiB", more: str = "") -> Path:
    (folder / "a.h").write_text(HEADER)
    (folder / "a.c").write_text(SOURCE.replace("MISTAKE", f'"{mistake}"'))
    targets, taking = ("{ take.in, more.in }", "show") if more else ("take.in", "take")
    text = GRAPH.format(size=size, targets=targets, taking=taking)
    (folder / "g.sdf").write_text(text.replace("    make.out ->", f"{more}\n    make.out ->") if more else text)
    return folder / "g.sdf"


def compiled(folder: Path, *transfers: str, cores: int = 2, guard: bool = False, **said: str) -> Compiled:
    options = CompileOptions(transfers=transfers, cores=cores, guard=guard)
    return compile_graph(written(folder, **said), options)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))


def fifo(result: Compiled, name: str) -> dict[str, Any]:
    fifos: Any = result.plan["fifos"]
    return next(fifo for fifo in fifos if fifo["name"] == name)


def test_the_plan_shows_arenas(tmp_path: Path) -> None:
    result = compiled(tmp_path)
    buffers: Any = result.plan["buffers"]
    (buffer,) = (buffer for buffer in buffers if buffer["name"] == "make.out")
    arenas = buffer["arenas"]
    assert arenas["up_to_bytes"] == 4096
    assert arenas["stride_bytes"] > 4096
    assert arenas["count"] * 16 == buffer["slots"] * buffer["slot_bytes"]
    memory: Any = result.plan["memory"]
    assert memory["arena_bytes"] >= arenas["offset_bytes"] + arenas["count"] * arenas["stride_bytes"]
    assert f", {arenas['count']} arenas at {arenas['offset_bytes']} for objects of up to 4096 bytes" in result.plan_text


def test_the_page_shows_arenas_where_the_plan_has_them(tmp_path: Path) -> None:
    result = compiled(tmp_path)
    memory = json.loads(result.files["report.json"])["memory"]
    (shown,) = (buffer for buffer in memory["buffers"] if buffer["name"] == "make.out (objects)")
    (planned,) = (buffer["arenas"] for buffer in result.plan["buffers"] if buffer["name"] == "make.out")
    assert (shown["offset_bytes"], shown["slots"]) == (planned["offset_bytes"], planned["count"])
    assert shown["size_bytes"] == planned["count"] * planned["stride_bytes"] >= 4096
    assert shown["lives"]
    assert shown["offset_bytes"] + shown["size_bytes"] <= memory["arena_bytes"]


def test_the_length_of_a_pass_is_bounded_by_what_arenas_take(tmp_path: Path) -> None:
    lengths = [compiled(tmp_path, size=size).plan["iterations_per_pass"] for size in ("64", "4KiB", "64MiB")]
    assert lengths == sorted(lengths, reverse=True)  # type: ignore[type-var]
    assert lengths[0] > lengths[-1] == 1  # type: ignore[operator]


def reader(function: str) -> str:
    return f"    actor more {{ fire {function}(in); io; in in : object struct item[1]; }}"


def test_all_readers_that_only_read_use_the_writers_arena(bench: Workbench, tmp_path: Path) -> None:
    assert fifo(compiled(tmp_path), "make.out:take.in")["strategy"] == "shared"
    shared = compiled(tmp_path, more=reader("again"))
    assert [fifo(shared, f"make.out:{name}.in")["strategy"] for name in ("take", "more")] == ["shared"] * 2
    told = [run(bench.build(shared.files), "-n", "50", "-q").stdout]
    told += [
        run(bench.build(compiled(tmp_path, s, more=reader("again")).files), "-n", "50", "-q").stdout for s in COPIES
    ]
    assert set(told) == {"8 16 0\n" * 50}


def test_readers_beside_one_that_may_write_get_copies_where_their_own_code_may_write(tmp_path: Path) -> None:
    result = compiled(tmp_path, more=reader("changes"))
    assert fifo(result, "make.out:take.in")["strategy"] == "shared"
    assert fifo(result, "make.out:more.in")["strategy"] == "memcpy"
    assert "only claimed to be read_only, and take.in reads too" in fifo(result, "make.out:more.in")["reason"]


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        ("make.out=cow", "its pages would hold pointers"),
        ("make.out=stream", "the pointers of objects are moved"),
        ("plain.out=graphcopy", "its tokens are not object graphs"),
        ("plain.out=serialize", "its tokens are not object graphs"),
    ],
)
def test_what_cannot_serve_a_fifo_is_refused_with_the_reason(demand: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        compiled(tmp_path, demand)
    (told,) = error.value.diagnostics
    assert told.id == "transfer-illegal"
    assert reason in told.message


@pytest.mark.parametrize("guard", [False, True])
@pytest.mark.parametrize("strategy", ["shared", "memcpy", "graphcopy(map=hash)", "serialize", "offload(mode=sync)"])
def test_transients_are_zero_for_the_receiver_however_it_gets_its_objects(
    strategy: str, guard: bool, bench: Workbench, tmp_path: Path
) -> None:
    result = run(bench.build(compiled(tmp_path, strategy, guard=guard).files), "-n", "2", "-q")
    assert (result.returncode, result.stdout) == (0, "8 16 0\n" * 2), result.stderr


@pytest.mark.parametrize("asked", ["memcpy", "graphcopy(map=hash)", "serialize"])
def test_how_objects_are_copied_is_chosen_as_the_program_starts(asked: str, bench: Workbench, tmp_path: Path) -> None:
    options = CompileOptions(transfers=(asked,), cores=2, candidates=("memcpy", "graphcopy", "serialize", "cow"))
    result = compile_graph(written(tmp_path), options)
    transfers: Any = result.plan["transfers"]
    (transfer,) = (each for each in transfers if each["fifo"] == "make.out:take.in")
    assert transfer["candidates"] == ["memcpy", "graphcopy", "serialize"]
    program = bench.build(result.files)
    for chosen in ("memcpy", "graphcopy", "serialize"):
        ran = run(program, "-n", "20", "-q", environment={"DFGEN_TRANSFER": f"make.out={chosen}"})
        assert (ran.returncode, ran.stdout) == (0, "8 16 0\n" * 20), ran.stderr
    ran = run(program, "-n", "20", "-q", environment={"DFGEN_TRANSFER": "make.out=cow"})
    assert ran.returncode != 0
    assert "FIFO 'make.out:take.in' was not compiled for 'cow', but for memcpy graphcopy serialize" in ran.stderr


def test_what_tokens_used_in_a_run_is_what_estimates_take(bench: Workbench, tmp_path: Path) -> None:
    def estimate() -> int:
        transfers: Any = compile_graph(graph, CompileOptions(transfers=("memcpy",), cores=2)).plan["transfers"]
        return int(dict(transfers[0]["estimate_ns"])["memcpy"])

    graph = written(tmp_path, size="1MiB")
    text, guessed = graph.read_text(), estimate()
    program = bench.build(compiled(tmp_path, cores=1, size="1MiB").files)
    assert run(program, "-n", "4", "-q", "--json", str(tmp_path / "f.json")).returncode == 0
    (arenas,) = json.loads((tmp_path / "f.json").read_text())["arenas"]
    measured = {arenas["buffer"]: arenas["most_used_bytes"]}
    (edit,), changed = plan_times(graph, {}, {}, used=measured)
    write_edit(edit)
    assert changed == ("make.out",)
    assert graph.read_text() == text.replace("up to 1MiB", f"up to 1MiB @used({measured['make.out']})")
    assert estimate() < guessed / 10
    assert plan_times(graph, {}, {}, used=measured)[1] == ()
    graph.write_text(graph.read_text().replace("@used(", "@used(512KiB + "))
    with pytest.raises(UserError):
        estimate()


def test_copies_of_objects_are_left_to_an_engine_that_copies_objects(bench: Workbench, tmp_path: Path) -> None:
    changes = "    actor more { fire changes(in); in in : object struct item[1]; effect; time 200us; }"
    graph = written(tmp_path, size="4MiB", more=changes)
    text = graph.read_text().replace("fire make(n, out);", "fire make(n, out); time 300us;")
    graph.write_text(text.replace("fire show(in);", "fire show(in); time 300us;"))
    told = {}
    for name in ("thread", "opencl"):
        (tmp_path / "p.toml").write_text(ENGINE.format(name=name))
        options = CompileOptions(cores=1, engines="auto", platform=str(tmp_path / "p.toml"))
        result = compile_graph(graph, options)
        (told[name],) = json.loads(json.dumps(result.plan))["engines"]
        if name == "thread":
            ran = run(bench.build(result.files), "-n", "5", "-q")
            assert (ran.returncode, ran.stdout) == (0, "8 16 0\n" * 5), ran.stderr
    assert told["thread"]["engine"] == "thread"
    assert "it is copied while cores work" in told["thread"]["reason"]
    assert (told["opencl"]["engine"], told["opencl"]["reason"]) == ("", "opencl: it copies no objects")


@pytest.mark.parametrize("toolchain", SANITIZED, ids=lambda toolchain: toolchain.name)
def test_an_engine_copies_and_moves_the_pointers_of_objects_without_races(
    toolchain: Toolchain, bench: Workbench, tmp_path: Path
) -> None:
    program = bench.build(compiled(tmp_path, "make.out=offload(threshold=1)").files, toolchain)
    ran = run(program, "-n", "50", "-q", "--json", str(tmp_path / "f.json"))
    assert (ran.returncode, ran.stdout) == (0, "8 16 0\n" * 50), ran.stderr
    (engine,) = json.loads((tmp_path / "f.json").read_text())["engines"]
    assert engine["engine_bytes"] + engine["taken_over_bytes"] > 0, engine
    assert engine["too_small_bytes"] == 0


def test_a_core_copies_objects_below_the_threshold_itself(bench: Workbench, tmp_path: Path) -> None:
    program = bench.build(compiled(tmp_path, "make.out=offload(threshold=1KiB)").files)
    ran = run(program, "-n", "50", "-q", "--json", str(tmp_path / "f.json"))
    assert (ran.returncode, ran.stdout) == (0, "8 16 0\n" * 50), ran.stderr
    (engine,) = json.loads((tmp_path / "f.json").read_text())["engines"]
    assert engine["engine_bytes"] + engine["taken_over_bytes"] == 0
    assert engine["too_small_bytes"] > 0


def test_an_engine_cuts_no_objects_into_chunks(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        compiled(tmp_path, "make.out=offload(chunk=page)")
    (told,) = error.value.diagnostics
    assert (told.id, told.message) == (
        "transfer-option",
        "make.out writes objects, which are copied whole, each by itself",
    )


MISTAKES = {
    "room": ("outgrows its `up to` of 4096 bytes", False),
    "root": ("has a root that lies elsewhere", False),
    "pointer": ("has a pointer that leads out of it", False),
    "earlier": ("has a pointer to struct item that leads out of it", True),
    "inside": ("leads", True),
    "count": ("has a member 'bytes' with the count 9, and 8 elements are there", True),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_end_the_program_with_actor_port_and_firing(mistake: str, bench: Workbench, tmp_path: Path) -> None:
    words, guard = MISTAKES[mistake]
    files = compiled(tmp_path, "memcpy", cores=1, guard=guard, mistake=mistake).files
    result = run(bench.build(files), "-n", "9", "-q")
    assert result.returncode == 1, result.stderr
    assert result.stderr.startswith("error: actor 'make' (g.sdf:4:11), firing 2: the token of port 'make.out'")
    assert words in result.stderr


def test_a_write_to_a_token_that_is_only_read_is_caught_under_guard(bench: Workbench, tmp_path: Path) -> None:
    result = run(bench.build(compiled(tmp_path, cores=1, guard=True, mistake="write").files), "-n", "3", "-q")
    assert result.returncode == 1
    assert "actor 'take' (g.sdf:5:11), firing 0: wrote at address" in result.stderr
    assert "of a token of port 'make.out'" in result.stderr


def test_what_is_read_after_its_token_is_given_back_is_seen_by_sanitizers(bench: Workbench, tmp_path: Path) -> None:
    """The reader keeps a pointer; the token after that is smaller, so that nothing lies there any more."""
    for strategy in ("shared", "memcpy"):
        (tmp_path / strategy).mkdir()
        options = CompileOptions(transfers=(strategy,), cores=1, latency_iterations=1)
        files = compile_graph(written(tmp_path / strategy, "late"), options).files
        result = run(bench.build(files, SANITIZED[0]), "-n", "3", "-q")
        assert result.returncode != 0
        assert "use-after-poison" in result.stderr
        assert "in take" in result.stderr


def test_a_token_may_take_exactly_what_it_was_given(bench: Workbench, tmp_path: Path) -> None:
    for size, status in ((2 * 24 + 8 + 16, 0), (2 * 24 + 8 + 15, 1)):
        (tmp_path / str(size)).mkdir()
        files = compiled(tmp_path / str(size), cores=1, size=str(size)).files
        result = run(bench.build(files), "-n", "1", "-q")
        assert result.returncode == status, result.stderr


@pytest.mark.parametrize("tag", ["field", "type"])
def test_structs_may_have_names_that_the_runtime_has_for_its_own(tag: str, bench: Workbench, tmp_path: Path) -> None:
    path = written(tmp_path)
    for file in path.parent.iterdir():
        text = re.sub(r"\bstruct item\b", f"struct {tag}", file.read_text())
        file.write_text(re.sub(r"\((out, )?item\)", rf"(\g<1>{tag})", text))
    result = run(bench.build(compile_graph(path, CompileOptions(cores=1)).files), "-n", "1", "-q")
    assert result.returncode == 0, result.stderr


def test_estimates_tell_copies_apart_and_take_half_of_what_a_token_may_use(tmp_path: Path) -> None:
    """In the order that `python -m tests.bench.objects` measures."""

    def planned(size: str, strategy: str = "memcpy") -> Any:
        transfers: Any = compiled(tmp_path, strategy, size=size).plan["transfers"]
        return transfers[0]

    def estimated(size: str, strategy: str = "memcpy") -> dict[str, int]:
        return dict(planned(size, strategy)["estimate_ns"])

    half = estimated("128KiB")
    assert 0 == half["shared"] < half["memcpy"] < half["graphcopy"] < half["serialize"]
    by_map = [estimated("128KiB", f"graphcopy(map={name})")["graphcopy"] for name in ("offset", "hash", "linear")]
    assert half["graphcopy"] == by_map[0] < by_map[1] < half["serialize"] < by_map[2]
    assert planned("128KiB", "graphcopy")["options"] == {"map": "offset"}
    with patch.object(OBJECTS_USED, "value", Fraction(1)):
        assert estimated("64KiB") == half


def test_an_engine_takes_time_for_the_pointers_of_objects_too(tmp_path: Path) -> None:
    def told() -> tuple[int, int]:
        plan: Any = compiled(tmp_path, "make.out=offload(mode=sync)", cores=1).plan
        (transfer,) = (each for each in plan["transfers"] if each["fifo"] == "make.out:take.in")
        return dict(transfer["estimate_ns"])["offload"], plan["prediction"]["cores"][0]["moving_ns"]

    whole = told()
    with patch.object(RELOCATED_NS, "value", 0):
        copied = told()
    moved_ns = float(RELOCATED_NS.value) * round((16 + 2048) / OBJECT_BYTES.value)
    assert [more - less for more, less in zip(whole, copied, strict=True)] == [pytest.approx(moved_ns, abs=1)] * 2


@pytest.mark.parametrize(("size", "strategy", "is_told"), [
    ("24MiB", "graphcopy(map=linear)", True), ("24MiB", "graphcopy(map=hash)", False),
    ("24MiB", "serialize", False), ("64KiB", "graphcopy(map=linear)", False),
])  # fmt: skip
def test_a_search_through_very_many_objects_is_done_with_a_note(
    size: str, strategy: str, is_told: bool, tmp_path: Path
) -> None:
    told = [note for note in compiled(tmp_path, strategy, size=size).notes if "estimates" in note]
    expected = r"graphcopy\(map = linear\) takes 68\.\d s an iteration .* there, graphcopy\(map = offset\) \d\.\d+ ms"
    assert [bool(re.match("make.out:take.in: " + expected, note)) for note in told] == [True] * is_told
