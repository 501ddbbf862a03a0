# SPDX-License-Identifier: Apache-2.0
"""Outputs over inputs: done wherever it is right, never elsewhere, and seen when it has gone wrong."""

from __future__ import annotations

import shlex
import struct
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.actor import Actor
from dfgen.model.graph import PortRef
from dfgen.model.plan import Plan
from dfgen.model.port import Port
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from dfgen.verify.verify import InvalidProgram
from tests.oracle.building import Builder
from tests.oracle.generator import random_application, write
from tests.planning import ANY_MEMORY, SHORT, graph_of, graph_with_c, planned, prove

SOURCE = "actor s { state; out o : uint8[64]; }\n"
SINK = "actor z { state; in i : uint8[64]; }\n"
ACTOR = "actor a { in i : uint8[64]; out o : uint8[64] overlays i; }\n"
PAIR = SOURCE + ACTOR + SINK + "s.o -> a.i; a.o -> z.i;"


def plan_of(
    body: str, folder: Path, cores: int = 1, mapping: MappingOptions = SHORT, memory: MemoryOptions = ANY_MEMORY
) -> Plan:
    plan = planned(graph_of(body, folder), cores, mapping, memory)
    prove(plan)
    return plan


def offsets(plan: Plan) -> dict[str, int]:
    return {name: buffer.offset_bytes for name, buffer in plan.buffers.items()}


def obstacles(plan: Plan) -> list[str]:
    return [overlay.obstacle for overlay in plan.overlays]


@pytest.mark.parametrize("mapping", [SHORT, MappingOptions()])
def test_a_chain_in_place_needs_one_buffer(mapping: MappingOptions, tmp_path: Path) -> None:
    actors = "".join(ACTOR.replace("actor a", f"actor a{i}") for i in range(4))
    edges = "s.o -> a0.i; a0.o -> a1.i; a1.o -> a2.i; a2.o -> a3.i; a3.o -> z.i;"
    plan = plan_of(SOURCE + actors + SINK + edges, tmp_path, mapping=mapping)
    assert obstacles(plan) == [""] * 4
    assert set(offsets(plan).values()) == {0}
    trip_bytes = 64 * plan.schedule.iterations_per_pass
    assert plan.arena_bytes == plan.lower_bound_bytes == trip_bytes
    assert plan.unshared_bytes == 5 * trip_bytes
    without = plan_of(SOURCE + actors.replace(" overlays i", "") + SINK + edges, tmp_path, mapping=mapping)
    assert without.arena_bytes == without.lower_bound_bytes == 2 * trip_bytes
    assert without.overlays == ()


def test_what_else_lives_then_lies_elsewhere(tmp_path: Path) -> None:
    others = "actor y { state; out o : uint8[64]; } actor z { state; in i : uint8[64]; in j : uint8[64]; }"
    plan = plan_of(SOURCE + ACTOR + others + "s.o -> a.i; a.o -> z.i; y.o -> z.j;", tmp_path)
    places = offsets(plan)
    assert places["s.o"] == places["a.o"] != places["y.o"]
    assert plan.arena_bytes == plan.lower_bound_bytes == 128


def test_of_two_outputs_each_lies_over_its_input(tmp_path: Path) -> None:
    body = """
        actor s { state; out o : uint8[64]; out p : uint16[32]; }
        actor a { in i : uint8[64]; in j : uint16[32]; out o : float[16] overlays j; out p : uint8[64] overlays i; }
        actor z { state; in i : float[16]; in j : uint8[64]; } s.o -> a.i; s.p -> a.j; a.o -> z.i; a.p -> z.j;"""
    plan = plan_of(body, tmp_path)
    places = offsets(plan)
    assert (places["a.o"], places["a.p"]) == (places["s.p"], places["s.o"])
    assert plan.arena_bytes == 128


@pytest.mark.parametrize(("rate_bytes", "arena_bytes"), [(16, 64), (64, 64), (200, 256)])
def test_a_single_firing_may_have_windows_of_any_size(rate_bytes: int, arena_bytes: int, tmp_path: Path) -> None:
    body = PAIR.replace("out o : uint8[64] overlays", f"out o : uint8[{rate_bytes}] overlays")
    body = body.replace(SINK, SINK.replace("64", str(rate_bytes)))
    plan = plan_of(body, tmp_path)
    assert obstacles(plan) == [""]
    assert plan.arena_bytes == arena_bytes
    assert plan.lower_bound_bytes == max(64, rate_bytes)


@pytest.mark.parametrize(
    ("input", "output", "done"),
    [("8", "8", True), ("8", "4", False), ("4, 12", "4, 12", True), ("4, 12", "12, 4", False), ("8", "4, 12", False)],
)
def test_of_several_firings_each_window_must_coincide(input: str, output: str, done: bool, tmp_path: Path) -> None:
    total = sum(map(int, output.split(","))) * 16 // len(output.split(","))
    body = PAIR.replace("in i : uint8[64]; out o : uint8[64]", f"in i : uint8[{input}]; out o : uint8[{output}]")
    body = body.replace("s { state; out o : uint8[64]", "s { state; out o : uint8[128]")
    plan = plan_of(body.replace(SINK, SINK.replace("64", str(total))), tmp_path)
    assert obstacles(plan) == ["" if done else "a trip has several firings, whose windows are not of one size"]
    assert (offsets(plan)["s.o"] == offsets(plan)["a.o"]) == done


def test_windows_of_equal_bytes_coincide_whatever_their_types(tmp_path: Path) -> None:
    body = PAIR.replace("in i : uint8[64]; out o : uint8[64]", "in i : uint8[8]; out o : float[2]")
    assert obstacles(plan_of(body.replace(SINK, SINK.replace("uint8[64]", "float[16]")), tmp_path)) == [""]


def test_the_last_reader_may_write_over_what_others_have_read(tmp_path: Path) -> None:
    """`b` must come first, for `a` reads what it gives as well."""
    body = PAIR.replace("actor a {", "actor a { in j : uint8[1];").replace("-> a.i", "-> { a.i, b.i }")
    plan = plan_of(body + "actor b { state; in i : uint8[64]; out o : uint8[1]; } b.o -> a.j;", tmp_path)
    assert obstacles(plan) == [""]


def test_a_reader_that_comes_later_forbids_it(tmp_path: Path) -> None:
    """`b` must come later, for it reads what `a` gives as well."""
    body = PAIR.replace("-> a.i", "-> { a.i, b.i }").replace("a.o -> z.i", "a.o -> { z.i, b.j }")
    plan = plan_of(body + "actor b { state; in i : uint8[64]; in j : uint8[64]; }", tmp_path)
    assert obstacles(plan) == ["s.o:b.i still reads what would be written over"]


def test_another_port_of_the_actor_forbids_it(tmp_path: Path) -> None:
    body = PAIR.replace("actor a {", "actor a { in j : uint8[64];").replace("-> a.i", "-> { a.i, a.j }")
    assert obstacles(plan_of(body, tmp_path)) == ["s.o:a.j still reads what would be written over"]


FORKED = (
    ("actor a { in i : uint8[64]", "actor a { in i : uint8[32]"),
    ("s.o -> a.i;", "fork f { in i : uint8[64]; out o : uint8[32]; out p : uint8[32]; } s.o -> f.i; f.o -> a.i;"
     "actor y { state; in i : uint8[32]; } f.p -> y.i;"),
)  # fmt: skip
JOINED = (
    ("z { state; in i : uint8[64]", "z { state; in i : uint8[128]"),
    ("a.o -> z.i;", "join j { in a : uint8[64]; in b : uint8[64]; out o : uint8[128]; } a.o -> j.a; y.o -> j.b;"
     "actor y { state; out o : uint8[64]; } j.o -> z.i;"),
)  # fmt: skip
SLICED = (
    ("s.o -> a.i;", "slice c { in i : uint8[64]; out o : uint8[2][32] from -1 step 32; } s.o -> c.i; c.o -> a.i;"),
)
HALVED = (
    ("out o : uint8[64] over", "out o : uint8[32] over"),
    ("z @core(1) { state; in i : uint8[64]", "z @core(1) { state; in i : uint8[32]"),
)
OTHER_READER = ((" a.o -> z.i;", " a.o -> z.i; s.o -> y.i; actor y @core(1) { state; in i : uint8[64]; }"),)
UNREAD = ((" a.o -> z.i;", ""), ("overlays i", "overlays i unused"), (SINK, ""))


def placed(*cores: int) -> tuple[tuple[str, str], ...]:
    return tuple((f"actor {name}", f"actor {name} @core({core})") for name, core in zip("saz", cores, strict=True))


@pytest.mark.parametrize(
    ("changes", "obstacle"),
    [
        ((("a.i;", "a.i @private;"),), "a.i is copied, or seen through a view"),
        ((("a.i;", "a.i @transfer(cow);"),), "a.i is copied, or seen through a view"),
        ((("a.i;", "a.i delay 64;"),), "the buffer of a.i outlives its trip"),
        ((("a.i;", "a.i delay 1;"),), "the buffer of a.i outlives its trip"),
        ((("z.i;", "z.i delay 64;"),), "the buffer of a.o outlives its trip"),
        ((*placed(0, 0, 1), *OTHER_READER), "several cores use the buffer of a.i"),
        ((*placed(0, 0, 1), *HALVED), "several cores use the buffer of a.o"),
        (UNREAD, "nobody reads a.o"),
        (FORKED, "a.i has only a part of a buffer"),
        (JOINED, "a.o has only a part of a buffer"),
        (SLICED, "a.i has only a part of a buffer"),
    ],
)
def test_where_it_is_not_clearly_right_it_is_not_done(
    changes: tuple[tuple[str, str], ...], obstacle: str, tmp_path: Path
) -> None:
    body = PAIR
    for old, new in changes:
        assert old in body
        body = body.replace(old, new)
    plan = plan_of(body, tmp_path, 2 if "@core" in body else 1)
    assert obstacles(plan) == [obstacle]
    unmerged = [buffer.offset_bytes for name, buffer in plan.buffers.items() if name in ("s.o", "a.o")]
    assert len(set(unmerged)) == len(unmerged)


def test_a_guarded_program_has_windows_of_its_own(tmp_path: Path) -> None:
    plan = plan_of(PAIR, tmp_path, memory=MemoryOptions(guard=True))
    assert obstacles(plan) == ["in a guarded program every window has pages of its own"]
    assert len(set(offsets(plan).values())) == 2


INNER = """actor s { state; out o : uint8[64]; }
    actor a { in i : uint8[16]; in k : uint8[1]; out o : uint8[16] overlays i; out p : uint8[1]; }
    actor b { in i : uint8[1]; out o : uint8[1]; }
    actor z { state; in i : uint8[64]; } s.o -> a.i; a.o -> z.i; a.p -> b.i; b.o -> a.k delay 1;"""


def test_buffers_of_an_outer_loop_are_laid_over_each_other_firing_by_firing(tmp_path: Path) -> None:
    """What an inner loop reads a part of in each trip, it writes over in the same trip, and nothing else."""
    plan = plan_of(INNER, tmp_path)
    assert obstacles(plan) == [""]
    assert plan.buffers["a.o"].offset_bytes == plan.buffers["s.o"].offset_bytes
    prove(plan)


READ_TWICE = INNER.replace("b { in i", "b { in s : uint8[16]; in i") + "s.o -> b.s;"


def test_in_an_inner_loop_nobody_else_may_read_what_is_written_over(tmp_path: Path) -> None:
    assert obstacles(plan_of(READ_TWICE, tmp_path)) == ["s.o:b.s still reads what would be written over"]


# --- what the last check sees -------------------------------------------------------------------------------------


def with_port(plan: Plan, name: str, change: Callable[[Port], Port]) -> Plan:
    def changed(actor: Actor) -> Actor:
        return replace(actor, ports=tuple(change(p) if f"{actor.name}.{p.name}" == name else p for p in actor.ports))

    return replace(plan, graph=replace(plan.graph, actors=tuple(map(changed, plan.graph.actors))))


def read_instead(plan: Plan) -> Plan:
    """`z` reads what `a` has written over."""
    return replace(plan, windows={**plan.windows, PortRef("z", "i"): plan.windows[PortRef("a", "i")]})


def test_a_part_that_was_written_over_must_not_be_read(tmp_path: Path) -> None:
    """Also where only an inner loop's earlier trips have done so."""
    plan = plan_of(READ_TWICE, tmp_path)
    above, below = (plan.buffers[name] for name in ("a.o", "s.o"))
    moved = replace(above, offset_bytes=below.offset_bytes)
    with pytest.raises(InvalidProgram, match=r"s\.o is overwritten by a\.o"):
        prove(replace(plan, buffers={**plan.buffers, "a.o": moved}))


TAMPERED: Mapping[str, tuple[Callable[[Plan], Plan], str]] = {
    "read instead": (read_instead, "z.i sees token 0 of s.o as its token 0"),
    "not allowed": (
        lambda plan: with_port(plan, "a.o", lambda port: replace(port, overlays="")), "lie in the same memory",
    ),
    "windows of other sizes": (
        lambda plan: with_port(plan, "a.o", lambda port: replace(port, rates=(4, 12))), "lie in the same memory",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TAMPERED)
def test_what_was_tampered_with_is_refused(case: str, tmp_path: Path) -> None:
    change, complaint = TAMPERED[case]
    body = PAIR.replace("in i : uint8[64]; out o : uint8[64]", "in i : uint8[8]; out o : uint8[8]")
    plan = plan_of(body, tmp_path)
    assert obstacles(plan) == [""]
    with pytest.raises(InvalidProgram, match=complaint):
        prove(change(plan))


def test_in_random_applications_too(tmp_path: Path) -> None:
    """Each output that lies over an input which it must not write over is noticed."""
    found = 0
    for seed in range(40):
        application = random_application(seed)
        if not application.works_in_place or application.cores_min > 1:
            continue
        folder = tmp_path / str(seed)
        folder.mkdir()
        plan = planned(graph_with_c(write(application, folder), {}), 1)
        prove(plan)
        assert plan.lower_bound_bytes <= plan.arena_bytes
        for overlay in plan.overlays:
            if overlay.is_done:
                found += 1
                with pytest.raises(InvalidProgram):
                    prove(with_port(plan, str(overlay.output), lambda port: replace(port, overlays="")))
    assert found >= 10


# --- what is printed, and what runs -------------------------------------------------------------------------------

WORDS = 262144
ITERATIONS = 3
HEADER = """/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
struct count { uint32_t firings; };
struct file { FILE *out; };
void give(int n, struct count *count, uint32_t *o);
void step(int n, uint32_t factor, const uint32_t *i, uint32_t *o);
void open_file(struct file *file);
void take(int n, struct file *file, const uint32_t *i);
void close_file(struct file *file);
"""
CODE = """/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"
#include <df/df.h>
void give(int n, struct count *count, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = (uint32_t)k + 1000u * count->firings;
    count->firings++;
}
void step(int n, uint32_t factor, const uint32_t *i, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = i[k] * factor + (uint32_t)((const void *)i == (const void *)o);
}
void open_file(struct file *file)
{
    file->out = fopen(df_option("out"), "wb");
}
void take(int n, struct file *file, const uint32_t *i)
{
    (void)fwrite(i, sizeof *i, (size_t)n, file->out);
}
void close_file(struct file *file)
{
    (void)fclose(file->out);
}
"""


def words_graph(stages: int, overlays: str) -> str:
    """Stages that multiply; each adds one where it finds its windows at one address."""
    actors = "".join(
        f"actor a{k} {{ fire step({WORDS}, {2 * k + 3}, i, o); in i : uint32[{WORDS}]; "
        f"out o : uint32[{WORDS}]{overlays}; }}\n"
        for k in range(stages)
    )
    edges = "".join(f"a{k}.o -> a{k + 1}.i; " for k in range(stages - 1))
    return f"""graph g {{ include "actors.h"; source "actors.c";
        actor s {{ state c : struct count; fire give({WORDS}, c, o); out o : uint32[{WORDS}]; }}
        {actors} actor z {{ state f : struct file; init open_file(f); fire take({WORDS}, f, i); end close_file(f);
                            in i : uint32[{WORDS}]; }}
        s.o -> a0.i; {edges} a{stages - 1}.o -> z.i; }}"""


def compiled(folder: Path, stages: int, overlays: str, **options: Any) -> Compiled:
    folder.mkdir()
    (folder / "actors.h").write_text(HEADER)
    (folder / "actors.c").write_text(CODE)
    (folder / "g.sdf").write_text(words_graph(stages, overlays))
    return compile_graph(folder / "g.sdf", CompileOptions(cores=1, latency_iterations=1, **options))


def output_of(folder: Path, program: Compiled) -> bytes:
    objects = folder / "objects"
    objects.mkdir()
    binary = Builder(tuple(shlex.split("cc -O2")), "", objects).build(folder / "generated", program.files, "user")
    command = [str(binary), "-n", str(ITERATIONS), "-q", f"out={folder / 'out'}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return (folder / "out").read_bytes()


def expected(stages: int, added: int) -> bytes:
    words = []
    for firing in range(ITERATIONS):
        for word in range(1000 * firing, 1000 * firing + WORDS):
            for stage in range(stages):
                word = word * (2 * stage + 3) + added & 0xFFFFFFFF
            words.append(word)
    return struct.pack(f"={len(words)}I", *words)


def test_a_program_that_works_in_place(tmp_path: Path) -> None:
    """The stages tell whether they do: only that distinguishes the outputs. Four stages need one window, not two."""
    over, unmerged = compiled(tmp_path / "over", 4, " overlays i"), compiled(tmp_path / "apart", 4, "")
    memory: Any = over.plan["memory"]
    before: Any = unmerged.plan["memory"]
    assert before["arena_bytes"] - memory["arena_bytes"] == 4 * WORDS
    assert memory["arena_bytes"] - memory["lower_bound_bytes"] < 256
    assert output_of(tmp_path / "over", over) == expected(4, 1)
    assert output_of(tmp_path / "apart", unmerged) == expected(4, 0)


def test_the_plan_says_what_lies_over_what(tmp_path: Path) -> None:
    over = compiled(tmp_path / "over", 2, " overlays i")
    done = {"done": True, "reason": "", "copied_bytes_per_iteration": 0}
    assert over.plan["overlays"] == [{"output": f"a{k}.o", "input": f"a{k}.i", **done} for k in range(2)]
    assert "\n  a0.o lies over a0.i\n  a1.o lies over a1.i\n" in over.plan_text
    guarded = compiled(tmp_path / "guarded", 1, " overlays i", guard=True)
    assert guarded.notes == ()
    assert "\n  a0.o not over a0.i: in a guarded program every window has pages of its own\n" in guarded.plan_text
