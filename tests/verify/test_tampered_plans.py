# SPDX-License-Identifier: Apache-2.0
"""The last check of every compile: it passes what dfgen plans, and nothing that has been tampered with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import Buffer, Layout, Plan, TailMove, Transfer, View
from dfgen.model.port import Trust
from dfgen.model.program import Acquire, Firings, Prepare, Program, Release, Submit
from dfgen.verify.verify import InvalidProgram, verify
from tests.oracle.generator import random_application, write
from tests.planning import SHORT, graph_of, graph_with_c, planned, programmed, prove

from .mutations import edited, parts
from .tampering import dropping_ports, needed_waits, needless_waits, refused, some, waits_of, with_lag, without, wrong

APPS = Path(__file__).resolve().parent.parent.parent / "apps"
APP_PARAMETERS: dict[str, Mapping[str, int]] = {
    "edges": {}, "cd2dat": {}, "stereo": {"width": 120, "height": 80, "disparities": 16},
}  # fmt: skip
SEEDS = (0, 1, 3, 6, 9, 13, 21)
CASES = [*APP_PARAMETERS, *map(str, SEEDS)]
CORES = (2, 3)
TRIED = 4
LENGTH = 16
"""Waits, pairs of buffers and tails of each plan: every one is a proof, which takes longer for long passes."""


def graph_named(name: str, folder: Path) -> Graph:
    if name in APP_PARAMETERS:
        return graph_with_c(APPS / name / f"{name}.sdf", APP_PARAMETERS[name])
    return graph_with_c(write(random_application(int(name)), folder), {})


@pytest.fixture(scope="module", params=CASES)
def plans(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, ...]:
    """Long and short passes on some cores; with `list`, actors stand alone on cores."""
    graph = graph_named(request.param, tmp_path_factory.mktemp("graph"))
    options = (MappingOptions(), MappingOptions(latency=1), MappingOptions("list", depth=3, longest_pass=LENGTH))
    return tuple(planned(on_cores(graph, cores), cores, mapping) for cores in CORES for mapping in options)


def on_cores(graph: Graph, cores: int) -> Graph:
    actors = (actor if actor.core is None else replace(actor, core=actor.core % cores) for actor in graph.actors)
    return replace(graph, actors=tuple(actors))


def test_what_dfgen_plans_is_live(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        prove(plan)


def test_no_wait_can_go(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        assert needless_waits(plan, TRIED) == [], plan.schedule.cores


def test_a_wait_for_an_older_trip_is_refused(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        program = lower(plan)
        for path, wait in some(needed_waits(plan, program), TRIED):
            assert wrong(with_lag(program, path, 1)), wait


def test_a_wait_for_a_trip_to_come_is_refused(plans: tuple[Plan, ...]) -> None:
    """Each core waiting for the other's later trip: nobody starts."""
    for plan in plans:
        if plan.waits:
            early = {s: tuple(replace(w, lag=w.lag - 2) for w in waits) for s, waits in plan.waits.items()}
            assert refused(replace(plan, waits=early))


def in_use_together(plan: Plan, a: Buffer, b: Buffer) -> bool:
    """Surely: one of them always, or both by the same actor, which does not work in place; and both are read."""
    dropped = {plan.windows[PortRef(*name.rsplit(".", 1))].buffer for name in dropping_ports(plan.graph)}
    if not dropped.isdisjoint({a.name, b.name}):
        return False
    if any({plan.windows[o.output].buffer, plan.windows[o.input].buffer} == {a.name, b.name} for o in plan.overlays):
        return False
    if is_always_in_use(plan, a) or is_always_in_use(plan, b):
        return True
    return not users(plan, a).isdisjoint(users(plan, b))


def is_always_in_use(plan: Plan, buffer: Buffer) -> bool:
    """A pass in flight has the slot that another one leaves, or tokens wait in it for the next pass."""
    lasts = any(each.distance or each.spans for each in plan.dependences if each.buffer == buffer.name)
    return lasts or (buffer.core is None and (buffer.slots > 1 or buffer.layout is not Layout.SLOTS))


def users(plan: Plan, buffer: Buffer) -> set[str]:
    dependences = [m for m in plan.dependences if m.buffer == buffer.name]
    return {access.actor for m in dependences for access in (m.writer, m.reader)} | ({buffer.owner} - {""})


def test_two_buffers_in_use_together_never_share_an_address(plans: tuple[Plan, ...]) -> None:
    checked = 0
    for plan in plans:
        placed = [buffer for buffer in plan.buffers.values() if not buffer.is_variable]
        pairs = [(a, b) for a, b in combinations(placed, 2) if in_use_together(plan, a, b)]
        for a, b in some(pairs, TRIED):
            moved = replace(b, offset_bytes=a.offset_bytes)
            assert refused(replace(plan, buffers={**plan.buffers, b.name: moved})), (a.name, b.name)
            checked += 1
    assert checked


def test_stop_edges_are_waited_for(tmp_path: Path) -> None:
    graph = graph_of(
        "actor a @core(0) { fire f(o); stops; state; out o : uint8[1]; } actor b @core(0) { in i : uint8[1]; }\n"
        "actor c @core(1) { state; out o : uint8[1]; } actor d @core(1) { in i : uint8[1]; } a.o -> b.i; c.o -> d.i;",
        tmp_path,
    )
    plan = planned(graph)
    program = lower(plan)
    ((path, wait),) = waits_of(program)
    assert wait.reason == "a may stop the program"
    with pytest.raises(InvalidProgram, match="one that stops"):
        verify(without(program, path))
    with pytest.raises(InvalidProgram, match="d does not wait for a, which may stop"):
        verify(replace(program, stop_edges=program.stop_edges[:-1]))


def test_a_view_of_a_broadcast_that_is_wrong_in_few_pieces_is_refused(tmp_path: Path) -> None:
    """Its digits go to 33, not to 32: what is wrong then lies neither at an end of a window nor in its middle."""
    graph = graph_of(
        """
        actor a { fire f(o); state; out o : uint8[3]; }
        broadcast r { in i : uint8[3]; out o : uint8[96]; }
        actor b { fire g(i); in i : uint8[40]; }
        a.o -> r.i; r.o -> b.i;
        """,
        tmp_path,
    )
    program = programmed(graph, 1, MappingOptions(latency=1))
    verify(program)
    right, changed = (View(0, 3, ((0, 3), (count, 0))) for count in (32, 33))
    (path,) = [path for path, part in parts(program.agents, ("agents",)) if part == right]
    with pytest.raises(InvalidProgram, match=r"b\.i sees token 0 of a\.o as its token 96, which is token 3 of a\.o"):
        verify(edited(program, path, lambda _: changed))


def test_runs_of_a_view_are_whole_windows(tmp_path: Path) -> None:
    """Code counts windows in a run: of 2 tokens there is one in a run of 3."""
    graph = graph_of(
        """
        actor a { fire f(o); state; out o : uint8[2]; }
        actor b { fire g(o); state; out o : uint8[4]; }
        join j { in x : uint8[4]; in y : uint8[4]; out o : uint8[8]; }
        actor z { fire h(i); in i : uint8[8]; }
        a.o -> j.x; b.o -> j.y; j.o -> z.i;
        """,
        tmp_path,
    )
    program = programmed(graph, 1, MappingOptions(latency=1))
    verify(program)
    found = parts(program.agents, ("agents",))
    (path,) = [path for path, part in found if isinstance(part, View) and (part.base, part.run) == (0, 4)]
    with pytest.raises(InvalidProgram, match=r"a\.o has runs of 3 tokens, not of whole windows"):
        verify(edited(program, path, lambda view: replace(view, run=3)))


def test_a_slice_moves_in_before_it_moves_out(tmp_path: Path) -> None:
    """What is moved out begins and ends with zeros, which nobody moves in."""
    graph = graph_of(
        """
        actor a { fire f(o); state; out o : uint8[4]; }
        slice p { in in : uint8[4]; out out : uint8[1][3] from 0 step 4; }
        slice q { in in : uint8[15]; out out : uint8[2][13] from -5 step 14; }
        actor y { fire g(i); in i : uint8[26]; }
        actor z { fire h(i); in i : uint8[26]; }
        a.o -> p.in; p.out -> q.in; q.out -> y.i; q.out -> z.i delay 26;
        """,
        tmp_path,
    )
    program = programmed(graph, 1, MappingOptions(latency=1))
    verify(program)
    found = parts(program.agents, ("agents",))
    (path,) = [path for path, part in found if isinstance(part, Firings) and part.actor == "q"]
    with pytest.raises(InvalidProgram, match=r"q\.out may be read before q\.in has written it"):
        verify(edited(program, path, lambda block: replace(block, body=block.body[::-1])))


def test_initial_tokens_come_round_where_nobody_writes(tmp_path: Path) -> None:
    """All that is to be moved there are zeros, as memory has them that initial tokens were not in."""
    graph = graph_of(
        """
        actor a { fire f(o); state; out o : uint8[2]; time 9us; }
        slice s { in in : uint8[2]; out out : uint8[1][4] from -1 step 4; }
        slice r { in in : uint8[4]; out out : uint8[1][1] from 3 step 4; }
        actor y { fire h(i); state; in i : uint8[4]; time 9us; }
        actor z { fire h(i); state; in i : uint8[2]; time 9us; }
        a.o -> s.in; s.out -> { r.in, y.i }; r.out -> z.i delay 5 = 34;
        """,
        tmp_path,
    )
    program = programmed(graph, 4, MappingOptions(latency=2))
    verify(program)
    assert program.memory.buffers["r.out"].layout is Layout.WRAPPED
    (path,) = [
        path
        for path, part in parts(program.agents, ("agents",))
        if isinstance(part, Transfer) and part.target.buffer == "r.out"
    ]
    with pytest.raises(InvalidProgram, match=r"z\.i sees initial token -\d of r\.out as its token \d+, which is zero"):
        verify(edited(program, path, lambda transfer: replace(transfer, rates=(0,))))


def test_a_copy_fills_the_whole_window_in_each_phase(tmp_path: Path) -> None:
    """A slice pads the last of six tokens with zero: without it, a firing would find what the one before has left."""
    graph = graph_of(
        """
        actor a { fire f(o); state; out o : uint8[4]; }
        slice s { in i : uint8[4]; out o : uint8[2][3] from 0 step 2; }
        actor z { fire h(i); in i : uint8[1, 4, 1]; } a.o -> s.i; s.o -> z.i @transfer(memcpy);
        """,
        tmp_path,
    )
    program = programmed(graph, 1, MappingOptions(latency=1))
    verify(program)
    found = parts(program.agents, ("agents",))
    (path,) = [path for path, part in found if isinstance(part, Transfer) and part.port == "i" and part.actor == "z"][
        :1
    ]
    with pytest.raises(InvalidProgram, match=r"z\.i is not given all its tokens"):
        verify(edited(program, path, lambda transfer: replace(transfer, rates=(1, 4, 0))))


IN_PLACE = """
actor a { fire f(o); state; out o : uint8[8]; } actor d { fire g(i); inout i : uint8[8]; }
actor z { fire h(i); in i : uint8[8]; } d.i -> z.i;
"""


def in_place(more: str, folder: Path) -> Program:
    """As the C of `d` would have it: nothing is written by way of its input."""
    graph = graph_of(IN_PLACE + more, folder)
    ports = tuple(replace(port, trust=Trust.PROVEN) for port in graph.actor("d").ports)
    actors = (replace(actor, ports=ports) if actor.name == "d" else actor for actor in graph.actors)
    return lower(planned(replace(graph, actors=tuple(actors)), 1, MappingOptions(latency=1, fusion="none")))


def test_code_that_works_in_place_finds_what_others_read_too_in_a_copy(tmp_path: Path) -> None:
    program = in_place("actor e { fire h(i); in i : uint8[8] read_only; } a.o -> { d.i, e.i };", tmp_path)
    verify(program)
    (copy,) = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, Prepare)]
    with pytest.raises(InvalidProgram, match="d does not find what comes in at i"):
        verify(without(program, copy))
    with pytest.raises(InvalidProgram, match="d does not find what comes in at i"):
        verify(edited(program, copy[:-1], lambda body: body[::-1]))


def test_what_code_finds_in_place_has_come_in_before(tmp_path: Path) -> None:
    both = "actor e { fire h(i); in i : uint8[8] read_only; } a.o -> e.i; a.o -> d.i @transfer(memcpy);"
    program = in_place(both, tmp_path)
    verify(program)
    (copy,) = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, Prepare)]
    with pytest.raises(InvalidProgram, match=r"d\.i.* may be read before"):
        verify(
            edited(program, copy[:-1], lambda body: tuple(sorted(body, key=lambda part: not isinstance(part, Prepare))))
        )


def test_code_that_works_in_place_has_one_window_of_what_it_alone_reads(tmp_path: Path) -> None:
    program = in_place("a.o -> d.i;", tmp_path)
    verify(program)
    assert not any(isinstance(part, Prepare) for _, part in parts(program.agents, ("agents",)))
    apart = {name: replace(b, offset_bytes=64 * n) for n, (name, b) in enumerate(program.memory.buffers.items())}
    with pytest.raises(InvalidProgram, match="d does not find what comes in at i"):
        verify(replace(program, memory=replace(program.memory, buffers=apart)))


def test_order_on_one_core_is_checked_too(tmp_path: Path) -> None:
    plan = planned(graph_of("actor a { out o : uint8[1]; } actor b { in i : uint8[1]; } a.o -> b.i;", tmp_path), 1)
    program = lower(plan)
    (core,) = program.agents
    (stage,) = core.stages
    turned = replace(core, stages=(replace(stage, body=stage.body[::-1]),))
    with pytest.raises(InvalidProgram, match=r"b\.i may be read before a\.o has written it"):
        verify(replace(program, agents=(turned,)))


def test_readers_may_write_over_their_own_part_of_very_many(tmp_path: Path) -> None:
    """Both read what a fork gives them; of so many pieces the proof looks at some."""
    text = """
    actor a { out o : uint64[0, 0, 1]; }
    fork f { in i : uint64[2]; out o : uint64[1]; out p : uint64[1]; }
    actor b { state; in i : uint64[0, 0, 1] read_write; }
    actor c { state; in i : uint64[1]; }
    a.o -> f.i; f.o -> b.i; f.p -> c.i;
    """
    plan = planned(graph_of(text, tmp_path), 1, MappingOptions("balance", depth=1))
    assert plan.schedule.root.chunk > 1000
    prove(plan)


def test_who_reads_one_part_of_very_many_does_not_wait_for_the_others(tmp_path: Path) -> None:
    """`also` reads what goes into one part of a join's windows before the other part is there."""
    text = """
    actor some { out o : uint8[4]; }
    actor more { out o : uint8[15]; }
    actor also { in i : uint8[6]; }
    join all { in a : uint8[4]; in b : uint8[5]; out o : uint8[9]; }
    actor show { in i : uint8[9]; io; }
    some.o -> { also.i, all.a }; more.o -> all.b; all.o -> show.i;
    """
    program = programmed(graph_of(text, tmp_path), 1, MappingOptions("balance", depth=1))
    assert program.chunk > 1000
    verify(program)
    found = parts(program.agents, ("agents",))
    right = View(0, 4, ((0, 9),))
    views = [path for path, part in found if part == right]
    assert len(views) > 1
    for others in (replace(right, base=1), replace(right, base=4), replace(right, run=5), View(0, 4, ((0, 10),))):
        for path in views:
            assert wrong(edited(program, path, lambda _, others=others: others)), (path, others)  # type: ignore[misc]


def test_cores_that_read_windows_apart_of_very_many_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Windows of `cut` overlap, and each core has too many firings of `b` for a look at each."""
    text = """
    actor src { state; out o : uint8[8]; } actor a { in i : uint8[2]; out o : uint8[2]; }
    slice cut { in i : uint8[8]; out o : uint8[2][6] from 3 step 4; }
    actor b { in i : uint8[0, 2, 0, 1]; out o : uint8[0, 2, 0, 1]; } actor c { state; in i : uint8[12]; }
    src.o -> a.i; a.o -> cut.i; cut.o -> b.i; b.o -> c.i;
    """
    for cores, iterations in ((2, 100), (3, 164), (4, 200)):
        options = MappingOptions("staged", depth=2, pass_iterations=iterations)
        plan = planned(graph_of(text, tmp_path), cores, options)
        assert len(plan.schedule.cores_of("b")) == cores
        prove(plan)
        assert needless_waits(plan, TRIED) == []


# --- tails of linear buffers --------------------------------------------------------------------------------------

WITH_TAILS = (0, 3, 5, 8, 11)


def plans_with_tails(seed: int, folder: Path) -> list[Plan]:
    """All copies are an engine's, on one core and on two."""
    graph = graph_with_c(write(random_application(seed), folder), {}, ("offload",))
    mappers = (("auto", None), ("list", 3), ("balance", 1))
    options = [MappingOptions(mapper, depth=depth, longest_pass=LENGTH) for mapper, depth in mappers]
    plans = (planned(on_cores(graph, cores), cores, mapping) for cores in (1, 2) for mapping in options)
    return [plan for plan in plans if plan.tail_moves]


def with_tail(plan: Plan, index: int, *instead: TailMove) -> Plan:
    return replace(plan, tail_moves=(*plan.tail_moves[:index], *instead, *plan.tail_moves[index + 1 :]))


@pytest.mark.parametrize("seed", WITH_TAILS)
def test_a_tail_that_is_moved_too_early_or_not_at_all_is_refused(seed: int, tmp_path: Path) -> None:
    for plan in plans_with_tails(seed, tmp_path):
        prove(plan)
        for index, move in some(list(enumerate(plan.tail_moves)), TRIED):
            assert refused(with_tail(plan, index)), move
            assert refused(with_tail(plan, index, replace(move, child=-1))), move
            for engine in move.engines:
                left = tuple(e for e in move.engines if e != engine)
                assert refused(with_tail(plan, index, replace(move, engines=left))), move


def test_some_of_these_tails_are_written_by_engines(tmp_path: Path) -> None:
    folders = {seed: tmp_path / str(seed) for seed in WITH_TAILS}
    for folder in folders.values():
        folder.mkdir()
    plans = [plan for seed, folder in folders.items() for plan in plans_with_tails(seed, folder)]
    assert any(move.engines for plan in plans for move in plan.tail_moves)
    assert any(not move.engines for plan in plans for move in plan.tail_moves)


def test_the_tail_of_a_late_copy_waits_for_the_engine() -> None:
    """The case of tests/regression: an engine's copy, whose last bytes are moved on in the same step."""
    path = Path(__file__).resolve().parent.parent / "regression" / "tail_of_a_late_copy" / "graph.sdf"
    plan = planned(graph_with_c(path, {}, ("offload",)), 1, MappingOptions("balance", depth=1))
    ((index, move),) = [(i, m) for i, m in enumerate(plan.tail_moves) if m.engines]
    with pytest.raises(InvalidProgram, match=r"the tail of .* may be carried on before"):
        prove(with_tail(plan, index, replace(move, engines=())))


STATE = "actor a { fire f(s, o); state s : uint64; out o : uint8[1]; } actor b { in i : uint8[1]; } a.o -> b.i;"


def test_states_are_aligned_to_their_types(tmp_path: Path) -> None:
    program = programmed(graph_of(STATE, tmp_path), 1)
    memory = program.memory
    verify(program)
    assert memory.state_bytes >= memory.states["a"] + 12
    with pytest.raises(InvalidProgram, match="the state of a is not aligned"):
        verify(replace(program, memory=replace(memory, states={"a": memory.states["a"] + 4})))


def test_the_memory_for_states_is_there(tmp_path: Path) -> None:
    program = programmed(graph_of("actor a { fire f(s); state s : uint64; }", tmp_path), 1)
    assert not program.memory.buffers
    verify(program)
    with pytest.raises(InvalidProgram, match="memory for states ends outside"):
        verify(replace(program, memory=replace(program.memory, size_bytes=0)))


TWO_CORES = """actor a @core(0) { fire f(o); state; out o : uint8[8192]; }
actor b @core(1) { fire g(i); state; in i : uint8[8192] read_mostly; } """


def test_who_waits_is_woken(tmp_path: Path) -> None:
    program = programmed(graph_of(f"{TWO_CORES} a.o -> b.i @transfer(memcpy);", tmp_path))
    assert waits_of(program)
    for index, counter in enumerate(program.counters):
        changed = edited(program, ("counters", index), lambda _, counter=counter: replace(counter, waiters=()))
        with pytest.raises(InvalidProgram, match="does not wake it"):
            verify(changed)


def test_views_are_begun_and_ended_around_the_firing_that_is_given_their_window(tmp_path: Path) -> None:
    program = programmed(graph_of(f"{TWO_CORES} a.o -> b.i @transfer(cow);", tmp_path))
    ((body, view),) = [(path, part) for path, part in parts(program.agents, ("agents",)) if isinstance(part, Acquire)]
    verify(program)
    ends = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, Release)]
    for path in (body, *ends):
        with pytest.raises(InvalidProgram, match="not begun before a firing and ended after it"):
            verify(without(program, path))
    other = replace(view.transfer.source, shift=1)
    transfer = replace(view.transfer, source=other, target=other)
    with pytest.raises(InvalidProgram, match="view of another window"):
        verify(edited(program, body, lambda _: replace(view, transfer=transfer)))


def test_what_is_given_to_an_engine_goes_to_the_own_queue(tmp_path: Path) -> None:
    graph = graph_of(
        f"{TWO_CORES} actor c @core(1) {{ fire f(o); state; out o : uint8[8192]; }}\n"
        "actor d @core(0) { fire g(i); state; in i : uint8[8192] read_write; }\n"
        "a.o -> b.i @transfer(offload); c.o -> d.i @transfer(offload);",
        tmp_path,
    )
    program = programmed(graph)
    verify(program)
    given = [(path, part) for path, part in parts(program.agents, ("agents",)) if isinstance(part, Submit)]
    queues = sorted({submission.queue for _, submission in given})
    assert len(queues) == 2
    for path, submission in given:
        (other,) = {*queues} - {submission.queue}
        with pytest.raises(InvalidProgram, match="another queue than that of its engine and core"):
            verify(edited(program, path, lambda part, other=other: replace(part, queue=other)))


def test_slots_that_initial_tokens_fill_hold_a_trip_each(tmp_path: Path) -> None:
    """Behind a second delay the last of them are seen in the third trip, and not in the first."""
    text = """
    actor a { fire give(o); state; out o : uint8[2]; }
    slice c { in i : uint8[2]; out o : uint8[1][2] from 0 step 2; }
    actor z { fire take(i); state; in i : uint8[2]; }
    a.o -> c.i delay 2 = { 7, 8 }; c.o -> z.i delay 4;
    """
    program = programmed(graph_of(text, tmp_path), 1, SHORT)
    verify(program)
    longer = edited(program, ("memory", "buffers", "a.o", "span_tokens"), lambda tokens: tokens + 1)
    with pytest.raises(InvalidProgram, match=r"a\.o has initial tokens, and slots for more or less than .* a trip"):
        verify(longer)
