# SPDX-License-Identifier: Apache-2.0
"""Actors that fire once in an iteration: cores share those of several iterations, and each works in its own cache."""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.plan import Plan
from dfgen.model.program_waits import SPACE, told_waits
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.verify.verify import InvalidProgram
from tests.oracle.building import Builder
from tests.planning import ANY_MAPPING, ANY_MEMORY, graph_of, planned, prove

BODY = """actor s {{ state; out o : uint8[{bytes}]; }}
actor a {{ fire f(i, o); {words} time 1ms; in i : uint8[{bytes}]; out o : uint8[{bytes}] overlays i; }}
actor b {{ fire f(i, o); stateless; time 1ms; in i : uint8[{bytes}]; out o : uint8[{bytes}] overlays i; }}
actor c {{ fire f(i, o); stateless; time 1ms; in i : uint8[{bytes}]; out o : uint8[{bytes}] overlays i; }}
actor z {{ state; in i : uint8[{bytes}]; }} s.o -> a.i; a.o -> b.i; b.o -> c.i; c.o -> z.i;
"""


def plan_of(
    folder: Path,
    cores: int = 2,
    size: int = 16384,
    words: str = "stateless;",
    mapping: MappingOptions = ANY_MAPPING,
    memory: MemoryOptions = ANY_MEMORY,
    body: str = BODY,
) -> Plan:
    plan = planned(graph_of(body.format(bytes=size, words=words), folder), cores, mapping, memory)
    prove(plan)
    return plan


def cores_of(plan: Plan) -> list[int]:
    return [len(plan.schedule.cores_of(name)) for name in "abc"]


@pytest.mark.parametrize("cores", [2, 3, 4])
def test_each_core_has_its_iterations_of_a_chain(cores: int, tmp_path: Path) -> None:
    plan = plan_of(tmp_path, cores)
    assert cores_of(plan) == [cores] * 3
    assert plan.schedule.iterations_per_pass % cores == 0
    assert [wait.reason for waits in plan.waits.values() for wait in waits if "b.i" in wait.reason] == []


INNER = BODY.replace(
    "actor a {{ fire f(i, o); {words} time 1ms; in i : uint8[{bytes}]; out o : uint8[{bytes}] overlays i;",
    "actor a {{ fire f(i, o); {words} time 1ms; in i : uint8[{bytes}]; out o : uint8[{bytes}];",
)
"""The chain in place begins with what the cores share: nothing in it goes from core to core."""


def test_the_ends_and_all_that_cores_share_between_them_are_one_ring(tmp_path: Path) -> None:
    """A window that a core works on stays in its own cache from slot to slot, and only the ends wait for cores."""
    plan = plan_of(tmp_path)
    assert [overlay.obstacle for overlay in plan.overlays] == ["", "", ""]
    assert len({(b.offset_bytes, b.slots, b.stride_bytes) for b in plan.buffers.values()}) == 1
    assert plan.arena_bytes == plan.lower_bound_bytes == plan.buffers["s.o"].size_bytes
    space = {wait.step.partition(" on ")[0] for wait in told_waits(lower(plan)) if wait.reason.startswith(SPACE)}
    assert space == {"s"}


def test_a_ring_that_is_written_before_all_cores_have_left_it_is_refused(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    waits = {step: tuple(w for w in found if not w.reason.startswith(SPACE)) for step, found in plan.waits.items()}
    with pytest.raises(InvalidProgram, match=r"s\.o.*may still be used"):
        prove(replace(plan, waits=waits))


def test_what_each_core_has_of_a_buffer_lies_over_its_input(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, body=INNER.replace("overlays i; }}\nactor z", "; }}\nactor z"))
    assert {name: bool(buffer.divided) for name, buffer in plan.buffers.items()} == {
        "s.o": False, "a.o": True, "b.o": True, "c.o": False,
    }  # fmt: skip
    assert plan.buffers["a.o"].offset_bytes == plan.buffers["b.o"].offset_bytes
    assert plan.arena_bytes == plan.lower_bound_bytes < plan.unshared_bytes


@pytest.mark.parametrize("body", [BODY, INNER])
def test_a_part_of_another_core_in_the_same_place_is_refused(body: str, tmp_path: Path) -> None:
    """The whole of a buffer would be in order on no core alone."""
    plan = plan_of(tmp_path, body=body)
    moved = replace(plan.buffers["b.o"], offset_bytes=plan.buffers["b.o"].offset_bytes + 16384)
    with pytest.raises(InvalidProgram, match=r"lies in|lie in the same memory|ends outside"):
        prove(replace(plan, buffers={**plan.buffers, "b.o": moved}))


@pytest.mark.parametrize(
    "mapping",
    [MappingOptions(latency=1), MappingOptions(single=True), MappingOptions(longest_pass=1), MappingOptions(depth=2)],
)
def test_passes_of_one_iteration_are_not_shared(mapping: MappingOptions, tmp_path: Path) -> None:
    assert cores_of(plan_of(tmp_path, mapping=mapping)) == [1, 1, 1]


@pytest.mark.parametrize("size", [64, 1 << 22])
def test_neither_are_few_bytes_nor_more_than_caches_hold(size: int, tmp_path: Path) -> None:
    assert cores_of(plan_of(tmp_path, size=size)) == [1, 1, 1]


def test_a_state_that_firings_write_stays(tmp_path: Path) -> None:
    found = cores_of(plan_of(tmp_path, words="state;"))
    assert found[0] == 1
    assert max(found) == 2


def test_vouching_in_vain_is_told(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, mapping=MappingOptions(latency=1))
    assert "vouching for a, b, c puts no firings on other cores: it fires once an iteration" in plan.notes


# --- what runs ---------------------------------------------------------------------------------------------------

HEADER = """#include <stdint.h>
#include <stdio.h>
struct count { uint32_t firings; };
struct factor { uint32_t factor; };
struct file { FILE *out; };
void give(int n, struct count *count, uint32_t *o);
void open_factor(int factor, struct factor *f);
void step(int n, const struct factor *f, const uint32_t *i, uint32_t *o);
void open_file(struct file *file);
void take(int n, struct file *file, const uint32_t *i);
void close_file(struct file *file);
"""
CODE = """#include "actors.h"
#include <df/df.h>
void give(int n, struct count *count, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = (uint32_t)k + 1000u * count->firings;
    count->firings++;
}
void open_factor(int factor, struct factor *f) { f->factor = (uint32_t)factor; }
void step(int n, const struct factor *f, const uint32_t *i, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = i[k] * f->factor + 1u;
}
void open_file(struct file *file) { file->out = fopen(df_option("out"), "wb"); }
void take(int n, struct file *file, const uint32_t *i) { (void)fwrite(i, sizeof *i, (size_t)n, file->out); }
void close_file(struct file *file) { (void)fclose(file->out); }
"""
WORDS, STAGES = 4096, 3


def words_graph() -> str:
    actors = "".join(
        f"actor a{k} {{ state f : struct factor; init open_factor({2 * k + 3}, f); fire step({WORDS}, f, i, o); "
        f"time 1ms; in i : uint32[{WORDS}]; out o : uint32[{WORDS}] overlays i; }}\n"
        for k in range(STAGES)
    )
    edges = "".join(f"a{k}.o -> a{k + 1}.i; " for k in range(STAGES - 1))
    return f"""graph g {{ include "actors.h"; source "actors.c";
        actor s {{ state c : struct count; fire give({WORDS}, c, o); time 1us; out o : uint32[{WORDS}]; }}
        {actors} actor z {{ state f : struct file; init open_file(f); fire take({WORDS}, f, i); end close_file(f);
                            time 1us; in i : uint32[{WORDS}]; }}
        s.o -> a0.i; {edges} a{STAGES - 1}.o -> z.i; }}"""


@pytest.mark.parametrize("sanitize", ["", "thread", "address,undefined"])
def test_the_bytes_are_the_same_whatever_the_cores_and_the_length(sanitize: str, tmp_path: Path) -> None:
    for name, text in (("actors.h", HEADER), ("actors.c", CODE), ("g.sdf", words_graph())):
        (tmp_path / name).write_text(text)
    objects = tmp_path / "objects"
    objects.mkdir()
    builder = Builder(tuple(shlex.split("cc -O1")), sanitize, objects)
    programs = []
    for cores in (1, 2, 3):
        compiled = compile_graph(tmp_path / "g.sdf", CompileOptions(cores=cores))
        assert all(b"step(" in compiled.files[f"src/core_{core}.c"] for core in range(cores))
        programs.append(builder.build(tmp_path / f"generated{cores}", compiled.files, "user"))
    for iterations in (1, 2, 3, 7, 40):
        written = []
        for program in programs:
            out = tmp_path / "out"
            command = [str(program), "-n", str(iterations), "-q", f"out={out}"]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            assert ended.returncode == 0, ended.stderr
            written.append(out.read_bytes())
        assert len(written[0]) == 4 * WORDS * iterations
        assert written[1:] == written[:-1]
