# SPDX-License-Identifier: Apache-2.0
"""The single checks of a plan's order and addresses, against plans made up of nothing but what they look at."""

from __future__ import annotations

import random
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from dfgen.memory.liveness import address_problems, collisions, order_problems
from dfgen.model.graph import TokenType
from dfgen.model.plan import Buffer, Layout, Meeting, TailMove, Touch
from dfgen.model.schedule import Leaf, Loop, Part, Schedule

BYTE = TokenType("uint8", "uint8_t", 1, 1)


def random_buffer(rng: random.Random, name: str) -> Buffer:
    size, core = rng.randint(1, 6), rng.choice([0, 0, 0, 1, None])
    pinned, offset = rng.random() < 0.15, rng.randrange(40)
    return Buffer(name, BYTE, 0, Layout.SLOTS, 1, size, core=core, pinned=pinned, offset_bytes=offset)


@pytest.mark.parametrize("block", range(10))
def test_who_is_alone_shares_with_nobody(block: int) -> None:
    rng = random.Random(block)
    seen = set()
    for _ in range(100):
        buffers = [random_buffer(rng, f"b{index}") for index in range(rng.randint(1, 4))]
        state, arena, guard = rng.choice([0, 0, 3]), rng.choice([38, 46]), rng.random() < 0.2
        plan: Any = SimpleNamespace(
            buffers={b.name: b for b in buffers}, state_bytes=state, arena_bytes=arena, guard=guard
        )
        outside = any(b.offset_bytes + b.size_bytes > arena for b in buffers)
        in_state = any(b.offset_bytes < state for b in buffers)
        wrong = any(
            a.offset_bytes < b.offset_bytes + b.size_bytes
            and b.offset_bytes < a.offset_bytes + a.size_bytes
            and (guard or a.pinned or b.pinned or a.core is None or a.core != b.core)
            for a, b in combinations(buffers, 2)
        )
        assert bool(list(collisions(plan))) == (outside or in_state or wrong), buffers
        seen.add(outside or in_state or wrong)
    assert seen == {True, False}


def meeting(behind: int, free: int, writer: int = 0, reader: int = 1, cores: tuple[int, int] = (0, 0)) -> Meeting:
    return Meeting("b", 0, Touch("w", cores[0], writer), Touch("r", cores[1], reader), behind, free, "w.o:r.i")


def problems_of_order(
    m: Meeting, buffer: Buffer, *moves: TailMove, stages: tuple[int, ...] = (), relayed: tuple[Part, ...] = ()
) -> list[str]:
    loop = Loop(0, 1, 1, (), relayed)
    schedule = SimpleNamespace(stage=lambda loop, child: stages[child] if stages else 0, loops={0: loop})
    plan: Any = SimpleNamespace(
        meetings=(m,), buffers={"b": buffer}, tail_moves=moves, overlays=(), windows={}, schedule=schedule
    )
    return list(order_problems(plan))


def slots(count: int, layout: Layout = Layout.SLOTS, core: int | None = 0) -> Buffer:
    return Buffer("b", BYTE, 0, layout, count, 4, core=core)


FEW, EARLY, OVER = (
    "b has too few slots",
    "w.o:r.i is read before it is written",
    "w.o:r.i is overwritten before it is read",
)


@pytest.mark.parametrize(
    ("given", "count", "expected"),
    [
        (meeting(0, 2), 2, []),
        (meeting(0, 3), 2, [FEW]),
        (meeting(1, 1), 2, []),
        (meeting(1, 2), 2, [FEW]),
        (meeting(0, -1), 2, [FEW]),
        (meeting(0, 1, 1, 1), 1, []),
        (meeting(0, 1, 2, 1), 1, [EARLY]),
        (meeting(1, 1, 2, 1), 2, []),
        (meeting(0, 1, 2, 1, cores=(0, 1)), 1, []),
        (meeting(1, 0, 2, 1), 1, []),
        (meeting(1, 0, 1, 1), 1, [OVER]),
        (meeting(1, 0, 1, 2), 1, [OVER]),
        (meeting(1, 0, 1, 2, cores=(0, 1)), 1, []),
    ],
)
def test_order_and_room_of_slots(given: Meeting, count: int, expected: list[str]) -> None:
    assert problems_of_order(given, slots(count)) == expected


@pytest.mark.parametrize(
    ("given", "count", "stages", "expected"),
    [
        (meeting(0, 2), 2, (0, 1), []),
        (meeting(0, 1), 1, (0, 1), [OVER]),
        (meeting(0, 2), 2, (0, 2), [OVER]),
        (meeting(0, 3), 3, (0, 2), []),
        (meeting(0, 2), 2, (1, 0), [EARLY]),
        (meeting(1, 1), 2, (1, 0), []),
        (meeting(0, 1, cores=(0, 1)), 1, (0, 2), []),
    ],
)
def test_stages_ask_for_a_slot_more_each(
    given: Meeting, count: int, stages: tuple[int, ...], expected: list[str]
) -> None:
    assert problems_of_order(given, slots(count), stages=stages) == expected


TAIL = TailMove("b", 0, 5)


def test_a_linear_buffer_of_several_cores_is_also_written_one_ahead() -> None:
    assert problems_of_order(meeting(0, 1), slots(1, Layout.LINEAR), TAIL) == []
    assert problems_of_order(meeting(0, 2), slots(1, Layout.LINEAR), TAIL) == [FEW]
    assert problems_of_order(meeting(0, 1, cores=(0, 1)), slots(2, Layout.LINEAR, None), TAIL) == []
    assert problems_of_order(meeting(0, 2, cores=(0, 1)), slots(2, Layout.LINEAR, None), TAIL) == [FEW]
    relayed = (Part(0, 0, 1), Part(1, 1, 2))
    assert problems_of_order(meeting(0, 1), slots(1, Layout.LINEAR, None), TAIL) == [FEW]
    assert problems_of_order(meeting(0, 1), slots(1, Layout.LINEAR, None), TAIL, relayed=relayed) == []


@pytest.mark.parametrize(
    ("child", "cores", "count", "expected"),
    [
        (3, (0, 0), 1, []),
        (2, (0, 0), 1, ["the tail of b is moved before w.o:r.i is read"]),
        (2, (0, 0), 2, []),
        (2, (0, 1), 1, []),
        (1, (0, 0), 2, []),
        (0, (0, 0), 2, ["the tail of b is moved before it is written"]),
        (0, (1, 0), 2, []),
    ],
)
def test_tails_move_after_what_they_need(child: int, cores: tuple[int, int], count: int, expected: list[str]) -> None:
    found = problems_of_order(meeting(0, 1, 1, 3, cores), slots(count, Layout.LINEAR), TailMove("b", 0, child))
    assert found == expected


def test_every_tail_moves() -> None:
    assert problems_of_order(meeting(0, 1), slots(1, Layout.LINEAR)) == ["the tail of b is not moved"]


def owned_problems(spans: dict[str, tuple[int, int]], uses: str) -> list[str]:
    """`uses`: of one core's steps in a row, `+x` writes buffer x and `-x` reads it; all in a loop that comes again."""
    buffers = {
        name: Buffer(name, BYTE, 0, Layout.SLOTS, 1, stop - start, core=0, offset_bytes=start)
        for name, (start, stop) in spans.items()
    }
    steps = uses.split()
    meetings = [
        Meeting(use[1], 0, Touch("w", 0, steps.index(f"+{use[1]}")), Touch("r", 0, step), 0, 1, "f")
        for step, use in enumerate(steps)
        if use[0] == "-"
    ]
    body = tuple(Leaf(f"a{index}", 1, (Part(0, 0, 1),)) for index in range(len(steps)))
    plan: Any = SimpleNamespace(
        buffers=buffers, meetings=meetings, overlays=(), state_bytes=0, arena_bytes=100, guard=False,
        schedule=Schedule(Loop(0, 1, 1, body), 1, 1, ""), windows={},
    )  # fmt: skip
    return list(address_problems(plan))


@pytest.mark.parametrize("seed", range(60))
def test_who_is_read_is_who_wrote_last(seed: int) -> None:
    """Byte by byte."""
    rng = random.Random(seed)
    names = "xyz"[: rng.randint(2, 3)]
    spans = {}
    for name in names:
        start = rng.randrange(8)
        spans[name] = (start, start + rng.randint(1, 5))
    uses = [f"+{name}" for name in names] + [f"-{rng.choice(names)}" for _ in range(rng.randint(0, 3))]
    uses += [f"-{name}" for name in names]
    rng.shuffle(uses)
    uses.sort(key=lambda use: (not use.startswith("+"), 0) if rng.random() < 0.2 else (False, 0))
    first = {name: uses.index(f"+{name}") for name in names}
    uses = [use for step, use in enumerate(uses) if use[0] == "+" or step > first[use[1]]]
    held: dict[int, str] = {}
    lost = []
    for use in uses:
        span = range(*spans[use[1]])
        if use[0] == "+":
            held.update(dict.fromkeys(span, use[1]))
        elif any(held[byte] != use[1] for byte in span):
            lost.append(use[1])
    read = {use[1] for use in uses if use[0] == "-"}
    spans = {name: span for name, span in spans.items() if name in read}
    if len(read) == len(names):
        found = owned_problems(spans, " ".join(uses))
        assert [problem.split()[0] for problem in found] == lost, (spans, uses)
