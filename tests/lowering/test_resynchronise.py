# SPDX-License-Identifier: Apache-2.0
"""Waits that others imply, by clocks made up for it and in programs for three cores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dfgen.lowering import knowledge, resynchronise
from dfgen.lowering.knowledge import Clock
from dfgen.lowering.lower import lower, translated
from dfgen.lowering.resynchronise import needed_waits, of_peers_alone, without_redundant_waits
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.plan_memory import plan_memory
from dfgen.model.plan import Plan
from dfgen.model.program import THROTTLE, Program, Wait
from dfgen.model.schedule import Loop
from dfgen.verify.verify import verify
from tests.planning import ANY_MEMORY, graph_of, planned, scheduled
from tests.verify.tampering import waits_of, without, wrong

THROTTLE_COUNTER = 7
NEW, OLD = Wait(1, 0, "new"), Wait(2, 1, "old")
Told = tuple[Clock | None, Clock | None]


@pytest.mark.parametrize(
    ("trips", "kept"),
    [
        ([], ""),
        ([((0, 0, 0), (None, None))], ""),
        ([((0, 0, 0), ((0, 1, 0), (0, 0, 1)))], "new old"),
        ([((0, 1, 0), ((0, 1, 0), (0, 0, 1)))], "old"),
        ([((0, 1, 1), ((0, 1, 0), (0, 0, 1)))], ""),
        ([((0, 0, 0), ((0, 1, 1), (0, 0, 1)))], "new"),
        ([((0, 0, 0), ((0, 1, 0), (0, 1, 1)))], "old"),
        ([((0, 0, 0), ((0, 1, 1), (0, 1, 1)))], "new"),
        ([((0, 0, 0), ((0, 1, 1), (0, 0, 2)))], "new old"),
        ([((0, 0, 1), ((0, 2, 0), (0, 1, 1)))], "new"),
        ([((0, 0, 0), (None, (0, 0, 1)))], "old"),
        ([((0, 0, 0), ((0, 1, 1), None)), ((0, 1, 1), ((0, 1, 1), (0, 1, 2)))], "new old"),
        ([((0, 0, 0), ((0, 1, 1), None)), ((0, 1, 1), ((0, 2, 2), (0, 1, 2)))], "new"),
    ],
)
def test_what_the_others_tell_in_every_trip_is_implied(trips: Sequence[tuple[Clock, Told]], kept: str) -> None:
    """Where each of two implies the other, the older one goes."""
    for waits, order in (((NEW, OLD), (0, 1)), ((OLD, NEW), (1, 0))):
        given = [(clock, [told[i] for i in order]) for clock, told in trips]
        assert {wait.reason for wait in needed_waits(waits, given, THROTTLE_COUNTER)} == set(kept.split())


def test_the_pace_stays() -> None:
    throttle = Wait(THROTTLE_COUNTER, 3, THROTTLE)
    told = [((0, 1, 1), ((0, 1, 0), (0, 0, 1)))]
    assert needed_waits((throttle, OLD), told, THROTTLE_COUNTER) == (throttle,)


THREE = """actor a @core(0) { state; out o : uint8[4]; out p : uint8[4]; }
actor b @core(1) { state; in i : uint8[4]; out o : uint8[4]; }
actor c @core(2) { state; in i : uint8[4]; in j : uint8[4]; } a.o -> b.i; b.o -> c.i; a.p -> c.j;
"""


def with_all_waits(folder: Path, cores: int = 3) -> Plan:
    """The plan before anything is left out."""
    facts, schedule = scheduled(graph_of(THREE, folder), cores, MappingOptions("balance", latency=1, depth=2))
    return plan_memory(graph_of(THREE, folder), facts, schedule, ANY_MEMORY)


def test_one_wait_for_each_core_is_left_here(tmp_path: Path) -> None:
    program = translated(with_all_waits(tmp_path))
    less = without_redundant_waits(program)
    before, after = (reasons(each) for each in (program, less))
    # c waits for b, which waits for a; a waits until c has read, so that b has, and that b may write too.
    assert before - after == {(2, "a.p:c.j"), (0, "space in a.o:b.i"), (1, "space in b.o:c.i")}
    verify(less)
    assert all(wrong(without(less, path)) for path, _ in waits_of(less))
    waiters: dict[int, set[int]] = {}
    for path, wait in waits_of(less):
        assert isinstance(path[1], int)
        waiters.setdefault(wait.counter, set()).add(path[1])
    told = {number: set(c.waiters) for number, c in enumerate(less.counters) if c.about != THROTTLE}
    assert told == waiters
    assert without_redundant_waits(less) == less


def test_the_place_of_the_teller_says_all_that_a_clock_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements = "actor a { state; out o : uint8[4]; }" + "".join(
        f"actor b{n} {{ state; in i : uint8[4]; out o : uint8[4]; }} {source}.o -> b{n}.i;"
        for n, source in enumerate(["a", "b0", "b0", "b1", "a", "b2", "b5", "b3"])
    )
    statements += "actor z { state; in x[3] : uint8[4]; } b7.o -> z.x[0]; b6.o -> z.x[1]; b4.o -> z.x[2];"
    program = translated(planned(graph_of(statements, tmp_path), 6, MappingOptions("balance", depth=3)))
    quick = without_redundant_waits(program)
    assert len(list(waits_of(quick))) < len(list(waits_of(of_peers_alone(program))))
    for module in (knowledge, resynchronise):
        monkeypatch.setattr(module, "tellers_of", lambda _: {})
    assert without_redundant_waits(program) == quick


def reasons(program: Program) -> set[tuple[object, str]]:
    """By core, what is waited for."""
    return {(path[1], wait.reason) for path, wait in waits_of(program)}


SHORT_PASS = """actor w @core(0) { state; out o : uint8[2]; out p : uint8[1]; }
actor p @core(2) { state; out o : uint8[300000]; out p : uint8[1]; }
actor q @core(1) { state; in i : uint8[300000]; in j : uint8[1]; }
actor r @core(2) { state; in i : uint8[1]; in j : uint8[2]; }
w.o -> q.j; w.p -> r.i; p.o -> q.i; p.p -> r.j;
"""


def test_what_only_a_long_pass_tells_is_not_implied(tmp_path: Path) -> None:
    """In a pass of two iterations p hears in the third of four trips of its loop that q has read the first, and so that
    w is done. The last pass of a program may have one iteration, where the loop has two trips."""
    plan = planned(graph_of(SHORT_PASS, tmp_path), 3, MappingOptions("balance", depth=4, longest_pass=2))
    (loop,) = (child for child in plan.schedule.root.body if isinstance(child, Loop))
    assert (plan.schedule.root.chunk, loop.count, loop.chunk) == (2, 2, 1)
    program = lower(plan)
    (path,) = (path for path, wait in waits_of(program) if wait.reason == "w.p:r.i")
    assert path[1] == 2
    assert wrong(without(program, path))
