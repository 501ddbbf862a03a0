# SPDX-License-Identifier: Apache-2.0
"""Sizes, slots and layouts of buffers; waits between cores."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory import buffers
from dfgen.memory.buffers import Sized, User, parts_meet, private_buffers, ring_of, token_at, trips_are_even
from dfgen.memory.options import MemoryOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import PortRef
from dfgen.model.plan import Buffer, BufferAccess, Layout, Plan, View
from dfgen.model.port import TokenType
from dfgen.model.schedule import Leaf, Listing, Loop, Part, Run, Schedule
from dfgen.pipeline import Compiled
from tests.memory.test_views import random_view
from tests.planning import ANY_MEMORY, SHORT, graph_of, planned, scheduled, waits_by_core

PAIR = """actor a @core({0}) {{ state; out o : uint8[4]; }} actor b @core({1}) {{ state; in i : uint8[4]; }}
a.o -> b.i{2};
"""


def plan_of(body: str, folder: Path, cores: int = 2, mapping: MappingOptions = SHORT,
            memory: MemoryOptions = ANY_MEMORY) -> Plan:  # fmt: skip
    return planned(graph_of(body, folder), cores, mapping, memory)


def shape(buffer: Buffer) -> tuple[str, int, int, int]:
    return buffer.layout.value, buffer.slots, buffer.history_tokens, buffer.span_tokens


@pytest.mark.parametrize(
    ("cores", "delay", "expected"),
    [
        ((0, 0), 0, ("slots", 1, 0, 4)),
        ((0, 0), 4, ("slots", 2, 0, 4)),
        ((0, 0), 8, ("slots", 3, 0, 4)),
        ((0, 0), 3, ("linear", 1, 3, 4)),
        ((0, 0), 9, ("wrapped", 4, 1, 4)),
        ((0, 1), 0, ("slots", 1, 0, 4)),
        ((0, 1), 8, ("slots", 3, 0, 4)),
        ((0, 1), 3, ("linear", 2, 3, 4)),
    ],
)
def test_slots_and_layout(
    cores: tuple[int, int], delay: int, expected: tuple[str, int, int, int], tmp_path: Path
) -> None:
    plan = plan_of(PAIR.format(*cores, f" delay {delay}" if delay else ""), tmp_path)
    assert shape(plan.buffers["a.o"]) == expected
    assert len(plan.tail_moves) == (expected[0] != "slots")
    assert plan.buffers["a.o"].pinned == (delay > 0 or cores == (0, 1))


@pytest.mark.parametrize(("delay", "expected"), [(9, ("linear", 1, 9, 4)), (17, ("wrapped", 6, 1, 4))])
def test_what_is_to_hold_little_carries_its_tail_on(
    delay: int, expected: tuple[str, int, int, int], tmp_path: Path
) -> None:
    """Unless that would be to copy many windows in each trip."""
    plan = plan_of(PAIR.format(0, 0, f" delay {delay}"), tmp_path, memory=MemoryOptions(bounded=True))
    assert shape(plan.buffers["a.o"]) == expected


def test_depth_gives_slots(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    assert plan_of(wide, tmp_path, mapping=MappingOptions(depth=3)).buffers["a.o"].slots == 3
    delayed = wide.replace("b.i;", "b.i delay 32768;")
    assert plan_of(delayed, tmp_path, mapping=MappingOptions(depth=3)).buffers["a.o"].slots == 5


def test_branches_with_several_delays_share_the_longest(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, "") + "actor c { state; in i : uint8[4]; } actor d { state; in i : uint8[4]; }\n"
    plan = plan_of(body + "a.o -> c.i delay 4; a.o -> d.i delay 8;", tmp_path, cores=1)
    buffer = plan.buffers["a.o"]
    assert shape(buffer) == ("slots", 3, 0, 4)
    assert sorted(w.shift for ref, w in plan.windows.items() if ref.port == "i") == [0, 1, 2]


def test_self_loop_alternates_or_carries(tmp_path: Path) -> None:
    body = "actor s {{ state; out o : uint8[3]; }} actor a {{ in i : uint8[1]; in b : uint8[2]; out f : uint8[2]; }}\n"
    body += "s.o -> a.i; a.f -> a.b delay {0};"
    assert shape(plan_of(body.format(2), tmp_path, 1).buffers["a.f"]) == ("linear", 1, 2, 6)
    assert shape(plan_of(body.format(6), tmp_path, 1).buffers["a.f"]) == ("slots", 2, 0, 6)


def test_gaps_count(tmp_path: Path) -> None:
    body = "actor a { state; out o : uint8[4]; } slice s { in i : uint8[4]; out o : uint8[1][6] from -1 step 1; }\n"
    body += "actor z { state; in i : uint8[6]; } a.o -> s.i; s.o -> z.i;"
    for cores, pinned in ((1, False), (2, True)):
        where = "" if cores == 1 else "s.o -> y.i; actor y @core(1) { state; in i : uint8[6]; }"
        buffer = plan_of(body + where, tmp_path, cores).buffers["a.o"]
        assert (buffer.span_tokens, buffer.pinned) == (6, pinned)


def test_buffer_of_all_who_write_it_also_what_nobody_reads(tmp_path: Path) -> None:
    """b reads the first half, which one core writes; the other core writes the rest all the same."""
    body = "actor a @core(0) { state; out o : uint8[16]; } actor b @core(0) { state; in i : uint8[4]; }\n"
    body += "actor m { fire f(i, o); stateless; time 1ms; in i : uint8[2]; out o : uint8[2]; }\n"
    body += "slice s { in i : uint8[16]; out o : uint8[1][4] from 0 step 4; } a.o -> m.i; m.o -> s.i; s.o -> b.i;"
    plan = plan_of(body, tmp_path)
    assert len(plan.schedule.cores_of("m")) == 2
    assert plan.buffers["m.o"].core is None
    assert plan.buffers["m.o"].pinned


def test_memory_that_is_too_much_says_what_asks(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the largest buffer is a\.o with 4 bytes"):
        plan_of(PAIR.format(0, 0, ""), tmp_path, memory=MemoryOptions(limit_bytes=3))
    with pytest.raises(UserError, match="the state of the actors takes 128 bytes"):
        plan_of("actor a { state s : uint8[128]; fire f(s); }", tmp_path, memory=MemoryOptions(limit_bytes=3))


def test_passes_overlap_less_before_memory_is_refused(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    plan = plan_of(wide, tmp_path, mapping=MappingOptions(), memory=MemoryOptions(limit_bytes=20_000))
    assert plan.schedule.depth_passes == 1
    assert any("do not overlap" in note for note in plan.notes)


def test_phases_begin_where_the_earlier_end() -> None:
    assert [token_at((2, 0, 3), firing) for firing in range(7)] == [0, 2, 2, 5, 7, 7, 10]


# --- parts that meet ----------------------------------------------------------------------------------------------


def random_part(rng: random.Random) -> tuple[User, BufferAccess, set[int]]:
    """An actor's part of the firings in a trip, and all tokens that it touches."""
    view, _ = random_view(rng)
    rates = tuple(rng.randint(1, 4) for _ in range(rng.choice([1, 1, 3])))
    start = rng.randrange(12)
    stop = start + rng.randint(1, 8)
    tokens = range(token_at(rates, start), token_at(rates, stop))
    user = User("a", view, rates, "a.o:b.i")
    return user, BufferAccess("a", 0, 0, start, stop, exact=True), {view.offset(token) for token in tokens}


@pytest.mark.parametrize("block", range(20))
def test_parts_meet_where_they_touch_the_same_token(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(block)
    seen = set()
    for _ in range(30):
        (a, part_a, tokens_a), (b, part_b, tokens_b) = random_part(rng), random_part(rng)
        meet = not tokens_a.isdisjoint(tokens_b)
        assert parts_meet(a, part_a, b, part_b) == meet, (a, part_a, b, part_b)
        assert parts_meet(a, replace(part_a, exact=False), b, part_b)
        assert parts_meet(a, part_a, b, replace(part_b, exact=False))
        seen.add(meet)
    assert seen == {True, False}


def test_parts_in_too_many_runs_are_taken_to_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    even, odd = View(0, 1, ((0, 2),)), View(1, 1, ((0, 2),))
    plain = User("p", View(), (10,), "f")
    scattered, other = User("s", even, (10,), "f"), User("o", odd, (10,), "f")
    part, behind = BufferAccess("a", 0, 0, 0, 1, exact=True), BufferAccess("a", 0, 0, 9, 10, exact=True)
    assert not parts_meet(scattered, part, other, part)
    assert not parts_meet(scattered, part, plain, behind)
    monkeypatch.setattr(buffers, "MAX_INTERVALS", 10)
    assert not parts_meet(scattered, part, other, part)
    monkeypatch.setattr(buffers, "MAX_INTERVALS", 9)
    assert parts_meet(scattered, part, other, part)
    assert parts_meet(scattered, part, plain, behind)
    assert parts_meet(plain, behind, scattered, part)


# --- trips --------------------------------------------------------------------------------------------------------


def trips_of(path: list[Loop], iterations: int) -> list[int]:
    """The lengths of all trips of the last loop of `path` in a program of so many iterations of the graph."""
    lengths = [iterations]
    for index, loop in enumerate(path):
        found = []
        for length in lengths:
            left = length * (loop.count if index else 1)
            while left:
                found.append(min(left, loop.chunk))
                left -= found[-1]
        lengths = found
    return lengths


@pytest.mark.parametrize("seed", range(150))
def test_even_trips_are_even(seed: int) -> None:
    rng = random.Random(seed)
    inner = Loop(2, rng.choice([1, 2, 3, 4, 6]), rng.choice([1, 2, 3, 4, 6]), ())
    middle = Loop(1, rng.choice([1, 2, 3, 4, 6]), rng.choice([1, 2, 3, 4]), (inner,))
    root = Loop(0, 1, rng.choice([1, 2, 4, 5]), (middle,))
    schedule = Schedule(root, 1, 1, "")
    assert trips_are_even(schedule, root)
    for loop, path in ((middle, [root, middle]), (inner, [root, middle, inner])):
        found = {n: trips_of(path, n)[:-1] for n in range(1, 14)}
        if trips_are_even(schedule, loop):
            assert all(length == loop.chunk for lengths in found.values() for length in lengths)
        if loop.count % loop.chunk == 0:
            assert trips_are_even(schedule, loop)
    if middle.count % middle.chunk == 0 and inner.count * middle.chunk % inner.chunk == 0:
        assert trips_are_even(schedule, inner)


# --- rings and windows --------------------------------------------------------------------------------------------

ALTERNATING = Listing(0, (Run("a", 1), Run("b", 1), Run("a", 1), Run("b", 1), Run("c", 1)))


def ring(writers: list[User], readers: list[User], *body: Leaf | Listing) -> int:
    return ring_of(Schedule(Loop(0, 1, 1, body or (ALTERNATING,)), 1, 1, ""), writers, readers)


def user(actor: str, rate: int = 1, **more: object) -> User:
    return replace(User(actor, View(), (rate,), "f"), **more)  # type: ignore[arg-type]


def test_only_plain_streams_within_one_listing_pass_through_a_ring() -> None:
    assert ring([user("a")], [user("b")]) == 1
    assert ring([user("a")], []) == 0
    assert ring([user("a"), user("c")], [user("b")]) == 0
    assert ring([user("a")], [user("b"), user("b")]) == 0
    assert ring([user("a")], [user("a")]) == 0
    assert ring([user("a")], [user("b", delay_tokens=1)]) == 0
    assert ring([user("a", rates=(1, 1))], [user("b")]) == 0
    assert ring([user("a")], [user("b", view=View(1, 1, ((0, 2),)))]) == 0
    leaf = Leaf("b", 2, (Part(0, 0, 2),))
    assert ring([user("a")], [user("b")], Listing(0, (Run("a", 2),)), leaf) == 0
    assert ring([user("b")], [user("b")], leaf) == 0


def test_windows_of_rings_and_of_ports_alone(tmp_path: Path) -> None:
    buffer = Buffer("a.o", TokenType("uint8", "uint8_t", 1, 1), 0, Layout.SLOTS, 1, 3)
    window = Sized(buffer, (), 12, frozenset(), 3).window(View(), 0)
    assert [window.view.offset(token) for token in range(8)] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert (window.shift, window.view.holds(1)) == (0, True)
    graph = graph_of(PAIR.format(0, 1, ""), tmp_path)
    _, schedule = scheduled(graph, 2, SHORT)
    made, own = private_buffers(graph, schedule, PortRef("b", "i"), "a.o:b.i", 5)
    assert [own.view.offset(token) for token in range(7)] == [0] * 7
    assert [(b.name, b.core, b.owner, b.slots, b.span_tokens) for b in made] == [("a.o:b.i@1", 1, "b", 1, 5)]
    (empty,), _ = private_buffers(graph, schedule, PortRef("b", "i"), "n", 0)
    assert empty.span_tokens == 1


def test_who_nobody_reads_needs_one_slot(tmp_path: Path) -> None:
    body = "actor a { state; out o : uint8[4]; out p : uint8[4] unused; } actor b { in i : uint8[4]; } a.o -> b.i;"
    buffers_of = plan_of(body, tmp_path, 1).buffers
    assert {name: buffer.slots for name, buffer in buffers_of.items() if name.startswith("a.p")} == {"a.p@0": 1}


UNLOOKED = """\
actor a { fire give(o); out o : uint8[64]; out w : uint8[64] unused; }
actor b { fire take(i); in i : uint8[64]; MORE }
a.o -> b.i;
actor c { fire give(o); out o : uint8[64]; out w : uint8[64] unused; }
actor d { fire take(i); in i : uint8[64]; MORE }
c.o -> d.i;
"""


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("connected", [False, True])
@pytest.mark.parametrize("transfer", ["shared", "memcpy", "cow"])
def test_what_no_function_gets_may_lie_anywhere(
    *, cores: int, connected: bool, transfer: str, compile_text: Callable[..., Compiled]
) -> None:
    """Of an edge between such ports only the tokens count, whatever moves those of others; without one there is no
    window at all."""
    body = UNLOOKED.replace("MORE", "in x : uint8[64] unused;" if connected else "")
    compiled = compile_text(body + "a.w -> b.x; c.w -> d.x;" * connected, cores=cores, transfers=(transfer,))
    assert ("a.w" in compiled.plan_text) == connected
    assert "a.w:b.x: asked for" not in compiled.plan_text


def test_only_who_reads_a_stage_later_needs_a_slot_for_it(tmp_path: Path) -> None:
    body = "actor a @core(0) { state; time 1ms; out o : uint8[4]; }\n"
    body += "actor b @core(1) { state; time 1ms; in i : uint8[4]; out o : uint8[4]; }\n"
    body += "actor c @core(0) { state; time 1ms; in i : uint8[4]; } a.o -> b.i; b.o -> c.i;"
    plan = plan_of(body, tmp_path, mapping=MappingOptions("staged"))
    assert (plan.schedule.depth_passes, plan.schedule.stages) == (3, (0, 0, 1))
    assert {name: buffer.slots for name, buffer in plan.buffers.items()} == {"a.o": 2, "b.o": 3}


# --- waits ------------------------------------------------------------------------------------------------------


def waits_of(plan: Plan) -> list[tuple[int, int, str]]:
    """Those of the program, but for the throttle: core, trips back, reason."""
    return sorted((core, wait.lag, wait.reason) for core, wait in waits_by_core(lower(plan)))


def test_one_core_never_waits(tmp_path: Path) -> None:
    plan = plan_of(PAIR.format(0, 0, " delay 3"), tmp_path)
    assert not plan.waits
    assert not lower(plan).counters


def test_reader_waits_for_tokens_and_writer_for_room(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    deep = MappingOptions(depth=3)
    assert waits_of(plan_of(wide, tmp_path, mapping=deep)) == [(0, 3, "space in a.o:b.i"), (1, 0, "a.o:b.i")]
    delayed = plan_of(wide.replace("b.i;", "b.i delay 16384;"), tmp_path, mapping=deep)
    assert waits_of(delayed) == [(0, 3, "space in a.o:b.i"), (1, 1, "a.o:b.i")]


def test_two_fifos_between_two_cores_need_one_wait_each_way(tmp_path: Path) -> None:
    body = "actor a @core(0) { state; out o : uint8[4]; out p : uint8[4]; }\n"
    body += "actor b @core(1) { state; in i : uint8[4]; in j : uint8[4]; } a.o -> b.i; a.p -> b.j;"
    assert len(waits_of(plan_of(body, tmp_path))) == 2


def test_later_children_need_no_wait_for_what_was_seen(tmp_path: Path) -> None:
    """c waits for nothing of a: b, before it on the same core, has waited for a already."""
    body = "actor a @core(0) { state; out o : uint8[4]; }\n"
    body += "actor b @core(1) { state; in i : uint8[4]; out o : uint8[4]; }\n"
    body += "actor c @core(1) { state; in i : uint8[4]; in j : uint8[4]; } a.o -> b.i; a.o -> c.j; b.o -> c.i;"
    assert [reason for core, _, reason in waits_of(plan_of(body, tmp_path)) if core == 1] == ["a.o:b.i"]


def test_linear_buffer_of_two_cores_is_written_one_slot_ahead(tmp_path: Path) -> None:
    plan = plan_of(PAIR.format(0, 1, " delay 3"), tmp_path)
    (dependence,) = plan.dependences
    assert plan.buffers["a.o"].layout is Layout.LINEAR
    assert (dependence.distance, dependence.reuse_distance, plan.buffers["a.o"].slots) == (0, 1, 2)
