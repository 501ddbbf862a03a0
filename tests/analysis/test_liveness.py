# SPDX-License-Identifier: Apache-2.0
"""Liveness: against a naive execution on random graphs, on iterations too long to execute, and what users are told."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dfgen.analysis import liveness
from dfgen.analysis.liveness import check_live
from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.graph import Graph

from .graphs import Edge, build, runs_one_iteration


def deadlocks(graph: Graph) -> tuple[Diagnostic, ...]:
    try:
        check_live(graph, repetition_vector(graph))
    except UserError as error:
        return error.diagnostics
    return ()


@pytest.mark.parametrize(("tokens", "live"), [(2, False), (3, False), (4, True), (5, True)])
def test_two_actors_need_what_theory_says(tokens: int, live: bool) -> None:
    # rates 2 and 3: live from 2 + 3 - gcd(2, 3) = 4 tokens on the whole ring
    graph = build([("a", 2, 3, "b", 1), ("b", 3, 2, "a", tokens - 1)])
    assert (not deadlocks(graph)) == live


def test_acyclic_graphs_are_live_whatever_their_length() -> None:
    graph = build([("a", 10**9, 1, "b"), ("b", 1, 10**9 - 1, "c"), ("a", 10**9, 10**9 - 1, "c")])
    assert deadlocks(graph) == ()


def test_deadlock_without_delay_names_all_that_waits() -> None:
    graph = build([("a", 1, 1, "b"), ("b", 3, 3, "c"), ("c", 1, 1, "a"), ("c", 2, 2, "sink")])
    (found,) = deadlocks(graph)
    assert found.id == "deadlock"
    told = [note.message for note in found.notes]
    assert "'b' waits for 1 token on a.o0:b.i0, 0 are there, in firing 1 of 1" in told
    assert "'c' waits for 3 tokens on b.o1:c.i1, 0 are there, in firing 1 of 1" in told
    assert "'a' waits for 1 token on c.o2:a.i2, 0 are there, in firing 1 of 1" in told
    assert not any("sink" in text for text in told)


COPIES = """\
graph outer {
    actor give { fire give(o); out o : float[1]; }
    actor part[8] = inner();
    actor take[8] { fire take(i); in i : float[1]; }
    for k in 0..8 { give.o -> part[k].x; part[k].y -> take[k].i; }
}
graph inner {
    in x : float[1];
    out y : float[1];
    actor add { fire add(x, old, new); in x : float[1]; in old : float[1]; out new : float[1]; }
    x -> add.x;
    add.new -> { add.old, y };
}
"""


def test_a_deadlock_in_each_copy_of_a_graph_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(COPIES)
    (found,) = deadlocks(load_graph(tmp_path / "g.sdf", {}))
    assert found.span is not None
    assert found.span.line == 12
    assert found.notes[-1].message == "and so in 7 more copies of it"


def test_a_long_cycle_is_shortened_in_its_message() -> None:
    count = 2000
    (found,) = deadlocks(build([(f"a{i}", 1, 1, f"a{(i + 1) % count}") for i in range(count)]))
    assert f"({count - 30} more)" in found.message
    assert len(found.message) < 1000
    assert found.hint


def test_advice_for_a_large_component_is_not_looked_for_long() -> None:
    count = 1000
    around = [(f"a{i}", 1, 1, f"a{(i + 1) % count}") for i in range(count)]
    back = [(target, 1, 1, source) for source, _, _, target in around]
    (found,) = deadlocks(build([*around, *back]))
    assert "put initial tokens on" in found.hint


def test_advice_prefers_the_delay_that_is_there() -> None:
    graph = build([("a", 1, 1, "b"), ("b", 1, 1, "a"), ("a", 3, 4, "c"), ("c", 4, 3, "a", 2)])
    (found,) = deadlocks(graph)
    assert "c.o3:a.i3 (2 now)" in found.hint


def test_actor_that_waits_for_itself() -> None:
    (found,) = deadlocks(build([("a", 2, 2, "a", 1), ("a", 1, 1, "b")]))
    assert found.message.startswith("deadlock: along a -> a ")
    assert found.hint == "enough would be: a delay of 2 on a.o0:a.i0 (1 now); in .sdf, an edge ends with 'delay 2'"


def test_own_loop_of_phases() -> None:
    assert deadlocks(build([("a", (0, 3), (1, 2), "a", 3)])) == ()
    (found,) = deadlocks(build([("a", (0, 3), (1, 2), "a", 2)]))
    assert "waits for 2 tokens on a.o0:a.i0, 1 is there, in firing 2 of 2 (phase 1)" in found.notes[0].message


def test_phases_let_a_cycle_run_that_whole_firings_would_not() -> None:
    edges: list[Edge] = [("a", (1, 1), (1, 1), "b"), ("b", (1, 1), (1, 1), "a", 1)]
    assert deadlocks(build(edges)) == ()
    assert [d.id for d in deadlocks(build([("a", 2, 2, "b"), ("b", 2, 2, "a", 1)]))] == ["deadlock"]


def test_every_blocked_component_is_told() -> None:
    graph = build([("a", 1, 1, "a"), ("a", 1, 1, "b"), ("b", 1, 1, "b"), ("b", 1, 1, "c"), ("c", 1, 1, "c", 1)])
    assert len(deadlocks(graph)) == 2


def test_silent_actors_cannot_deadlock() -> None:
    graph = build([("main", 0, 1, "a"), ("a", 1, 1, "b"), ("b", 1, 1, "a"), ("main", 1, 1, "out")])
    assert deadlocks(graph) == ()


def test_long_iterations_inside_cycles() -> None:
    frames_of_pixels: list[Edge] = [
        ("frame", 10**8, 1, "pixel"),
        ("pixel", 1, 1, "feedback"),
        ("feedback", 1, 1, "pixel", 1),
        ("feedback", 1, 10**8, "frame", 10**8),
    ]
    assert deadlocks(build(frames_of_pixels)) == ()
    frames_of_pixels[3] = ("feedback", 1, 10**8, "frame", 10**8 - 1)
    (found,) = deadlocks(build(frames_of_pixels))
    assert found.id == "deadlock"
    assert found.hint.startswith("enough would be: a delay of 100000000 on feedback.o3:frame.i3 (99999999 now);")


def test_undecided_after_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "STEPS_BEFORE_SCHEDULE", 1000)
    monkeypatch.setattr(liveness, "STEPS_MAX", 1000)
    # too few tokens for the condition, but enough to go on for long
    graph = build([("a", 99991, 99989, "b"), ("b", 99989, 99991, "a", 99991 + 50000)])
    (found,) = deadlocks(graph)
    assert found.id == "liveness-undecided"


def test_a_schedule_decides_what_takes_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "STEPS_BEFORE_SCHEDULE", 1000)
    monkeypatch.setattr(liveness, "STEPS_MAX", 0)
    # too few tokens for whole cycles of both actors, but enough for their phases
    one, other = (50000, 49991), (49989, 50000)
    graph = build([("a", one, other, "b"), ("b", other, one, "a", 100000)])
    assert deadlocks(graph) == ()
    monkeypatch.setattr(liveness, "PHASES_OF_SCHEDULE_MAX", 7)
    assert [found.id for found in deadlocks(graph)] == ["liveness-undecided"]


@pytest.mark.parametrize("limit", ["ROUNDS_OF_HELP_MAX", "STEPS_OF_HELP_MAX"])
def test_advice_that_takes_long_to_find_is_general(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, limit, 1)
    graph = build([("a", 4, 1, "b"), ("b", 1, 4, "a"), ("b", 1, 1, "c"), ("c", 1, 1, "b"), ("c", 1, 1, "c")])
    (found,) = deadlocks(graph)
    assert re.fullmatch(r"put initial tokens on \S+, as many as pass in an iteration", found.hint)
    assert found.hint.split()[4].rstrip(",") in {fifo.name for fifo in graph.fifos}


@pytest.mark.parametrize("more", [-1, 0, 1, 40])
def test_many_notes_are_cut(more: int) -> None:
    count = liveness.NOTES_MAX + more
    graph = build([(f"n{i}", 1, 1, f"n{(i + 1) % count}") for i in range(count)])
    (found,) = deadlocks(graph)
    waiting = [note for note in found.notes if "waits for 1 token" in note.message]
    assert len(waiting) == min(count, liveness.NOTES_MAX)
    assert [note.message for note in found.notes[len(waiting) :]] == [f"and {more} more that wait"] * (more > 0)


def random_cyclic_graph(seed: int) -> Graph:
    """Rates that balance by construction: actor n fires q[n] cycles, a FIFO passes a common multiple."""
    rng = random.Random(seed)
    count = rng.randint(1, 6)
    cycles = [rng.choice([1, 1, 2, 3, 4, 6]) for _ in range(count)]
    phases = [rng.choice([1, 1, 2, 3]) for _ in range(count)]
    edges: list[Edge] = []
    for _ in range(rng.randint(count, 2 * count + 2)):
        source, target = rng.randrange(count), rng.randrange(count)
        tokens = cycles[source] * cycles[target] * rng.randint(1, 2)
        delay = rng.choice([0, rng.randint(0, 2 * tokens), tokens // 2])
        written = _split(rng, tokens // cycles[source], phases[source])
        read = _split(rng, tokens // cycles[target], phases[target])
        edges.append((f"n{source}", written, read, f"n{target}", delay))
    return build(edges)


def _split(rng: random.Random, tokens: int, phases: int) -> tuple[int, ...]:
    cuts = sorted(rng.randint(0, tokens) for _ in range(phases - 1))
    return tuple(b - a for a, b in zip([0, *cuts], [*cuts, tokens], strict=True))


@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("limit", ["", "FIRINGS_EXECUTED_AT_ONCE", "STEPS_BEFORE_SCHEDULE"])
def test_agrees_with_naive_execution(block: int, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By execution alone, with the condition first, and with a schedule first."""
    if limit:
        monkeypatch.setattr(liveness, limit, -1)
    seen = set()
    for seed in range(block * 100, block * 100 + 100):
        graph = random_cyclic_graph(seed)
        cycles = repetition_vector(graph)
        live = runs_one_iteration(graph, firings_per_iteration(graph, cycles))
        assert (not deadlocks(graph)) == live, f"seed {seed}"
        seen.add(live)
    assert seen == {True, False}


@given(st.integers(0, 10**9))
def test_advice_is_enough(seed: int) -> None:
    graph = random_cyclic_graph(seed)
    found = deadlocks(graph)
    if not found:
        return
    wished = {name: int(delay) for d in found for delay, name in re.findall(r"delay of (\d+) on (\S+) ", d.hint)}
    assert wished
    edges: list[Edge] = []
    for fifo in graph.fifos:
        written, read = graph.port(fifo.source).rates, graph.port(fifo.target).rates
        delay = wished.get(fifo.name, fifo.delay_tokens)
        edges.append((fifo.source.actor, written, read, fifo.target.actor, delay))
    assert deadlocks(build(edges)) == ()
