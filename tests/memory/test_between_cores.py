# SPDX-License-Identifier: Apache-2.0
"""Buffers of several cores that waits keep apart lie in the same memory, and only these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.machine.constants import LARGE_BYTES
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.work import Assignment, Staged, Work
from dfgen.memory.options import MemoryOptions
from dfgen.memory.precedence import Precedence
from dfgen.model.plan import AgentRef, Plan, StepRef, Wait
from dfgen.model.schedule import Leaf, Loop, Part, Schedule
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.verify.verify import InvalidProgram, verify
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_with_c, planned, prove

# Core 0 gives core 1 something and waits for what comes of it, before it goes on to the second half.
HALVES = """
    actor s @core(0) {{ state; out o : uint8[{0}]; }}
    actor a @core(1) {{ state; in i : uint8[{0}]; out o : uint8[8]; }}
    actor b @core(0) {{ state; in i : uint8[8]; out o : uint8[{0}]; }}
    actor z @core(1) {{ state; in i : uint8[{0}]; out o : uint8[8]; }}
    actor e @core(0) {{ state; in i : uint8[8]; }}
    s.o -> a.i; a.o -> b.i; b.o -> z.i; z.o -> e.i;
"""

# Actors after one another, of which an ordered one in a cycle with a delay that begins anew: cores pipeline them.
PIPELINED = """
graph top {{
    actor s {{ state; out o : int32[24]; }}
    {middles}
}}
graph middle(w) {{
    in x : int32[w]; out y : int32[w / 2];
    actor first = sums(w = w / 2);
    actor p[3] = scaled(w = w / 2);
    actor f {{ in i : int32[w / 2]; out o : int32[w / 2]; }}
    x -> first.x; first.y -> p[0].x;
    for q in 0..2 {{ p[q].y -> p[q + 1].x; }}
    p[2].y -> f.i delay 3; f.o -> y;
}}
graph scaled(w) {{
    in x : int32[w]; out y : int32[w];
    actor op {{ in i : int32[2]; out o : int32[3]; }}
    actor r {{ in i : int32[3]; out o : int32[2]; }}
    actor t {{ state; in i : int32[1]; }}
    x -> op.i; op.o -> r.i; r.o -> {{ y, t.i }};
}}
graph sums(w) {{
    in x : int32[w]; out y : int32[w];
    actor b {{ in i : int32[w]; out o : int32[1]; }}
    actor sd {{ in i : int32[1]; out o : int32[1]; }}
    actor a {{ in i : int32[2]; in bi : int32[1]; out o : int32[2]; out bo : int32[1]; }}
    actor l {{ state; in i : int32[1]; }}
    x -> {{ b.i, a.i }}; b.o -> sd.i; a.bo -> a.bi delay 1 reset from sd.o to l.i; a.o -> y;
}}
"""


def overlapping(plan: Plan) -> Iterator[tuple[str, str]]:
    for one, other in combinations(sorted(plan.buffers.values(), key=lambda b: b.name), 2):
        first, last = sorted((one, other), key=lambda buffer: buffer.offset_bytes)
        if last.offset_bytes < first.offset_bytes + first.size_bytes:
            yield one.name, other.name


@pytest.mark.parametrize(
    ("size", "expected"), [(2 * LARGE_BYTES.value, [("b.o", "s.o")]), (LARGE_BYTES.value // 2, [])]
)
def test_what_is_read_before_the_other_is_written(size: int, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    """Where that saves enough."""
    plan = planned(graph_of(HALVES.format(size), tmp_path), 2, MappingOptions(depth=2, single=True))
    prove(plan)
    assert list(overlapping(plan)) == expected
    assert plan.lower_bound_bytes <= plan.arena_bytes
    assert expected == [] or plan.arena_bytes < plan.unshared_bytes - size // 2


def test_nothing_lies_in_what_the_next_pass_writes_meanwhile(tmp_path: Path) -> None:
    """With the last actor elsewhere, core 0 begins its next pass while core 1 still reads the second half."""
    body = HALVES.format(LARGE_BYTES.value).replace("e @core(0)", "e @core(1)")
    plan = planned(graph_of(body, tmp_path), 2, MappingOptions(depth=2, single=True))
    prove(plan)
    assert list(overlapping(plan)) == []


def test_nothing_shares_in_a_guarded_program(tmp_path: Path) -> None:
    graph = graph_of(HALVES.format(LARGE_BYTES.value), tmp_path)
    plan = planned(graph, 2, MappingOptions(depth=2, single=True), MemoryOptions(guard=True))
    prove(plan)
    assert list(overlapping(plan)) == []


def test_the_proof_refuses_it_without_the_waits(tmp_path: Path) -> None:
    """Both lie in one place, and core 0 waits for nothing in between."""
    body = """
    actor s @core(0) { state; out o : uint8[64]; } actor a @core(1) { state; in i : uint8[64]; }
    actor t @core(0) { state; out o : uint8[64]; } actor b @core(1) { state; in i : uint8[64]; }
    s.o -> a.i; t.o -> b.i;
    """
    plan = planned(graph_of(body, tmp_path), 2, MappingOptions(depth=1, latency=1))
    prove(plan)
    moved = replace(plan.buffers["t.o"], offset_bytes=plan.buffers["s.o"].offset_bytes)
    with pytest.raises(InvalidProgram, match=r"s\.o and t\.o lie in the same memory, and may be in use at once"):
        verify(lower(replace(plan, buffers={**plan.buffers, "t.o": moved})))


def test_turns_of_different_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Core 1 uses first the one memory and then the other in each pass, for iterations that are a pass apart."""
    large = LARGE_BYTES.value
    body = f"""
    actor s @core(1) {{ state; out o : uint8[{large}]; }}
    actor a @core(0) {{ state; in i : uint8[{large}]; out o : uint8[8]; }}
    actor b @core(1) {{ state; in i : uint8[8]; out o : uint8[8]; }}
    actor y @core(1) {{ state; in i : uint8[8]; out o : uint8[{large}]; }}
    actor z @core(1) {{ state; in i : uint8[{large}]; }}
    s.o -> a.i; a.o -> b.i; b.o -> y.i; y.o -> z.i;
    """

    def assign(work: Work) -> Assignment:
        shares = {unit.name: whole(unit.choices(work.cores)[0]) for unit in work.units}
        return Staged(shares, {unit.name: int(unit.name in "yz") for unit in work.units})

    monkeypatch.setitem(MAPPERS, "staged", assign)
    plan = planned(graph_of(body, tmp_path), 2, MappingOptions("staged"))
    assert plan.schedule.stages == (0, 0, 0, 1, 1)
    assert list(overlapping(plan)) == [("s.o", "y.o")]
    prove(plan)


@pytest.mark.parametrize(("cores", "widths"), [(2, [12]), (3, [12, 8])])
def test_what_cores_of_several_stages_share_is_proven(cores: int, widths: list[int], tmp_path: Path) -> None:
    """In the same passes of the cores, which are other trips of the one and of the other buffer."""
    made = (
        f"actor m{w} = middle(w = {w}); s.o -> m{w}.x; m{w}.y -> o{w}.i; "
        f"actor o{w} {{ state; in i : int32[{w // 2}]; }}"
        for w in widths
    )
    path = tmp_path / "g.sdf"
    path.write_text(PIPELINED.format(middles=" ".join(made)))
    compile_graph(path, CompileOptions(cores=cores, stand_ins=True))  # which proves what it makes


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("cores", [2, 3, 4])
def test_random_plans_that_share_all_they_can_are_proven(
    seed: int, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    cores = max(cores, 1 + max((actor.core or 0 for actor in graph.actors), default=0))
    monkeypatch.setattr(LARGE_BYTES, "value", 1)
    monkeypatch.setattr("dfgen.memory.between_cores.PAGE_BYTES", 1)
    ways = ("auto", 1, None), ("list", None, 1), ("list", 2, None), ("staged", None, 2)
    for mapping in (MappingOptions(mapper, latency=latency, depth=depth) for mapper, latency, depth in ways):
        plan = planned(graph, cores, mapping)
        prove(plan)
        assert plan.lower_bound_bytes <= plan.arena_bytes


# --- the order that waits make ----------------------------------------------------------------------------------------


def schedule_of(*cores: int) -> Schedule:
    """A pass of blocks, each on one core."""
    body = tuple(Leaf(f"a{n}", 1, (Part(core, 0, 1),)) for n, core in enumerate(cores))
    return Schedule(Loop(0, 1, 1, body), 1 + max(cores), 2, "auto")


def wait(core: int, child: int, peer: int, other: int, lag: int) -> tuple[StepRef, tuple[Wait, ...]]:
    return StepRef(0, child, AgentRef(core)), (Wait(StepRef(0, other, AgentRef(peer)), lag, ""),)


def test_waits_of_this_pass_and_of_the_last_one() -> None:
    """a0 and a2 are of core 0, a1 and a3 of core 1."""
    forth, back = wait(1, 1, 0, 0, 0), wait(0, 2, 1, 1, 0)
    early, late = {(0, 0), (1, 1)}, {(0, 2), (1, 3)}
    schedule = schedule_of(0, 1, 0, 1)
    assert not Precedence(schedule, dict((forth, back))).alternate(early, late)  # a3 may be late for the next a0
    round_ = wait(0, 0, 1, 3, 1)
    assert Precedence(schedule, dict((forth, back, round_))).alternate(early, late)
    assert Precedence(schedule, dict((forth, back, round_))).alternate(late, early)
    two_back = wait(0, 0, 1, 3, 2)
    assert not Precedence(schedule, dict((forth, back, two_back))).alternate(early, late)


def test_a_block_does_not_alternate_with_itself() -> None:
    assert not Precedence(schedule_of(0, 0), {}).alternate({(0, 0)}, {(0, 0)})
    assert Precedence(schedule_of(0, 0), {}).alternate({(0, 0)}, {(0, 1)})


def test_a_later_stage_does_in_a_pass_what_is_of_the_one_before() -> None:
    """What a2 waits for was over a pass ago, so that the last firings of a1 may go on beside it."""
    schedule, waits = schedule_of(0, 1, 0), dict((wait(1, 1, 0, 0, 0), wait(0, 2, 1, 1, 0)))
    early, late = {(0, 0), (1, 1)}, {(0, 2)}
    assert Precedence(schedule, waits).alternate(early, late)
    assert not Precedence(replace(schedule, stages=(0, 0, 1)), waits).alternate(early, late)
    back = dict((*waits.items(), wait(1, 1, 0, 2, 1)))
    assert Precedence(replace(schedule, stages=(0, 1, 1)), back).alternate({(1, 1)}, late)


def test_a_wait_counts_that_the_last_passes_still_have() -> None:
    """As the program ends, nobody runs a0 and a1 any more, by which core 0 knows that a3 of the pass before is over."""
    waits = dict((wait(0, 0, 1, 1, 0), wait(1, 3, 0, 2, 0)))
    schedule = schedule_of(0, 1, 0, 1)
    early, late = {(0, 2)}, {(1, 3)}
    assert Precedence(schedule, waits).alternate(early, late)
    assert not Precedence(replace(schedule, stages=(0, 0, 1, 1)), waits).alternate(early, late)
