# SPDX-License-Identifier: Apache-2.0
"""Addresses: nothing that lives together lies together, and little is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.arena import place_state
from dfgen.memory.options import MemoryOptions
from dfgen.memory.packing import Lifetime, OnOneCore, most_alive, pack, piles_of
from dfgen.model.actor import InitialTokens
from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.movement import Pages
from dfgen.model.plan import ALIGN_BYTES, Buffer, Layout, Plan
from dfgen.model.port import TokenType
from dfgen.model.schedule import Loop
from tests.oracle.generator import random_application, write
from tests.planning import SHORT, graph_of, graph_with_c, planned, prove

BYTE = TokenType("uint8", "uint8_t", 1, 1)


@pytest.mark.parametrize("seed", range(100))
def test_buffers_alive_together_lie_apart(seed: int) -> None:
    """One after another may lie over the one before it, and begins to live where that one ends."""
    rng = random.Random(seed)
    buffers: list[Buffer] = []
    lives: dict[str, Lifetime] = {}
    below: dict[str, str] = {}
    for i in range(rng.randint(1, 20)):
        first = rng.randint(0, 15)
        if buffers and rng.random() < 0.3:
            below[f"b{i}"] = buffers[-1].name
            first = lives[buffers[-1].name].last
        slots = rng.choice([1, 1, 2])
        size = rng.randint(1, 500)
        stride = -(-size // ALIGN_BYTES) * ALIGN_BYTES
        buffers.append(Buffer(f"b{i}", BYTE, 0, Layout.SLOTS, slots, size, stride_bytes=stride))
        lives[f"b{i}"] = Lifetime(first, first + rng.randint(0, 5))
    piles = piles_of(buffers, below)
    placed: dict[str, Buffer] = {}
    end = pack(piles, OnOneCore(lives), 128, placed)
    pile_of = {b.name: pile for pile in piles for b in pile}
    assert all(placed[upper].offset_bytes == placed[lower].offset_bytes for upper, lower in below.items())
    for a, b in combinations(placed.values(), 2):
        unmerged = a.offset_bytes + a.size_bytes <= b.offset_bytes or b.offset_bytes + b.size_bytes <= a.offset_bytes
        assert unmerged or not lives[a.name].meets(lives[b.name]) or pile_of[a.name] is pile_of[b.name]
    assert all(b.offset_bytes % ALIGN_BYTES == 0 and b.offset_bytes >= 128 for b in placed.values())
    assert end == max(b.offset_bytes + b.size_bytes for b in placed.values())
    loads = [
        sum(max((b.size_bytes for b in pile if lives[b.name].meets(Lifetime(s, s))), default=0) for pile in piles)
        for s in range(max(life.last for life in lives.values()) + 1)
    ]
    assert most_alive(piles, lives) == max(loads) <= end - 128


CHAIN = "actor s { state st : uint8[10]; fire f(st, o); out o : uint8[100]; }\n" + "".join(
    f"actor a{i} {{ in i : uint8[100]; out o : uint8[100]; }}\n" for i in range(5)
) + "actor z { state; in i : uint8[100]; } s.o -> a0.i; " + "".join(
    f"a{i}.o -> a{i + 1}.i; " for i in range(4)
) + "a4.o -> z.i;"  # fmt: skip


def first_free(pile: tuple[Buffer, ...], unit: int, spans: dict[str, Lifetime], placed: dict[str, Buffer]) -> int:
    """The lowest address at which the pile meets nothing that is in use together with it: 0, or just behind another."""

    def is_free(offset: int) -> bool:
        return all(
            offset + b.size_bytes <= other.offset_bytes
            or other.offset_bytes + other.size_bytes <= offset
            or spans[b.name].last < spans[other.name].first
            or spans[other.name].last < spans[b.name].first
            for b in pile
            for other in placed.values()
        )

    ends = {-(-(other.offset_bytes + other.size_bytes) // unit) * unit for other in placed.values()}
    return min(filter(is_free, ends | {0}))


@pytest.mark.parametrize("seed", range(60))
def test_each_lies_as_low_as_it_can_the_largest_first(seed: int) -> None:
    """Also in lives of so many steps that not each has a stretch of its own."""
    rng = random.Random(seed)
    units = {Pages.LINES: ALIGN_BYTES, Pages.SMALL: PAGE_BYTES, Pages.HUGE: 2 << 20, Pages.HUGE_IF_WORTH: 2 << 20}
    chosen = list(units) if seed % 3 == 0 else [Pages.LINES]
    steps = rng.choice([20, 2000])
    buffers, spans = [], {}
    for i in range(rng.randint(1, 25)):
        pages, size = rng.choice(chosen), rng.randint(1, 12) * 32
        stride = -(-size // units[pages]) * units[pages]
        slots = rng.randint(1, 2)
        buffers.append(Buffer(f"b{i}", BYTE, 0, Layout.SLOTS, slots, size, pages=pages, stride_bytes=stride))
        first = rng.randrange(steps)
        spans[f"b{i}"] = Lifetime(first, first + rng.randrange(1 + steps // 4))
    placed: dict[str, Buffer] = {}
    pack([(b,) for b in buffers], OnOneCore(spans), 0, placed)
    before: dict[str, Buffer] = {}
    for buffer in sorted(buffers, key=lambda b: (-b.size_bytes, b.name)):
        found = placed[buffer.name]
        assert found.offset_bytes == first_free((buffer,), units[buffer.pages], spans, before), buffer.name
        before[buffer.name] = found


def test_a_pile_lies_where_its_greatest_unit_allows() -> None:
    small = Buffer("a", BYTE, 0, Layout.SLOTS, 1, 100, stride_bytes=128)
    paged = Buffer("b", BYTE, 0, Layout.SLOTS, 1, 50, pages=Pages.SMALL, stride_bytes=PAGE_BYTES)
    spans = {"a": Lifetime(0, 1), "b": Lifetime(1, 2)}
    placed: dict[str, Buffer] = {}
    assert pack([(small, paged)], OnOneCore(spans), ALIGN_BYTES, placed) == PAGE_BYTES + 100
    assert {b.offset_bytes for b in placed.values()} == {PAGE_BYTES}


LASTING = """actor a { state s : uint32[5]; fire f(s, o); out o : uint16[3]; }
actor b { in i : uint16[3]; out o : uint16[1]; } actor c { in i : uint16[1]; } actor d { state; in i : uint16[1]; }
actor e { state s : uint8[65]; fire f(s); }
a.o -> b.i; b.o -> c.i delay 2; b.o -> d.i delay 40 = init fill(tokens);
"""


def test_what_lasts_lies_one_behind_the_other(tmp_path: Path) -> None:
    """The state of a and of e, and the tokens that `fill` makes, unless it can write them where they are read; those
    that are zero need no place."""
    graph = graph_of(LASTING, tmp_path)
    made = [fifo.name for fifo in graph.fifos if fifo.delay is not None and fifo.delay.init is not None]
    plan = planned(graph, 1, SHORT)
    assert plan.state_offsets == {"a": 0, "e": 64, made[0]: 192}
    assert plan.state_bytes == 192 + 128
    assert planned(graph, 1).state_offsets == {"a": 0, "e": 64}


def test_tokens_to_start_again_with_last_too(tmp_path: Path) -> None:
    graph = graph_of(LASTING, tmp_path)
    reset = InitialTokens(40)
    actors = (replace(a, reset_tokens=reset) if a.name == "b" else a for a in graph.actors)
    offsets, end = place_state(replace(graph, actors=tuple(actors)), planned(graph, 1, SHORT).buffers)
    assert list(offsets.items())[:3] == [("a", 0), ("b", 64), ("e", 192)]
    assert end == 320 + 128


@pytest.mark.parametrize("seed", [2, 3, 5, 8])
@pytest.mark.parametrize("guard", [False, True])
def test_bounds_are_what_they_say(seed: int, guard: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what lives always and of what one core uses, step by step, where cores share nothing in turns."""
    monkeypatch.setattr("dfgen.memory.between_cores.PILES_MOST", 0)
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    cores = max(2, 1 + max((actor.core or 0 for actor in graph.actors), default=0))
    plan = planned(graph, cores, memory=MemoryOptions(guard=guard))
    assert any(b.core is None or b.pinned for b in plan.buffers.values())
    if guard:
        written = sum(b.slots * b.slot_bytes for b in plan.buffers.values())
        assert plan.lower_bound_bytes == plan.unshared_bytes == plan.state_bytes + written
        return
    assert plan.unshared_bytes == plan.state_bytes + sum(b.size_bytes for b in plan.buffers.values())
    if not any(overlay.is_done for overlay in plan.overlays):
        least = sum(b.size_bytes for b in plan.buffers.values() if b.pinned or b.core is None)
        least += sum(max(alive_bytes(plan, core)) for core in range(cores))
        assert plan.lower_bound_bytes == plan.state_bytes + least
    for buffer in plan.buffers.values():
        assert buffer.slots_overlap or buffer.stride_bytes == -(-buffer.slot_bytes // ALIGN_BYTES) * ALIGN_BYTES


def alive_bytes(plan: Plan, core: int) -> list[int]:
    """At each step of the one order that all cores share, what the core's own buffers hold."""
    steps = list(steps_of(plan.schedule.root))
    own = [b for b in plan.buffers.values() if b.core == core and not b.pinned]
    found = [0] * len(steps)
    for buffer in own:
        touched = {m.writer.child for m in plan.dependences if m.buffer == buffer.name}
        touched |= {m.reader.child for m in plan.dependences if m.buffer == buffer.name}
        if buffer.owner:
            place = plan.schedule.places[buffer.owner]
            alive = [i for i, path in enumerate(steps) if path[-1] == (place.loops[-1].id, place.indices[-1])]
        else:
            within = {i: dict(path)[buffer.loop] for i, path in enumerate(steps) if buffer.loop in dict(path)}
            alive = [i for i, child in within.items() if not touched or min(touched) <= child <= max(touched)]
        for step in range(min(alive), max(alive) + 1):
            found[step] += buffer.size_bytes
    return found


def steps_of(loop: Loop, path: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[tuple[int, int], ...]]:
    """Children that are no loops, in order; each as the loops on the way to it, with the child taken there."""
    for index, child in enumerate(loop.body):
        here = (*path, (loop.id, index))
        if isinstance(child, Loop):
            yield from steps_of(child, here)
        else:
            yield here


def test_a_chain_on_one_core_needs_two_buffers(tmp_path: Path) -> None:
    plan = planned(graph_of(CHAIN, tmp_path), 1, SHORT)
    assert len({b.offset_bytes for b in plan.buffers.values()}) == 2
    assert plan.state_bytes == ALIGN_BYTES
    assert plan.lower_bound_bytes == plan.state_bytes + 200
    assert plan.unshared_bytes == plan.state_bytes + 600
    assert plan.lower_bound_bytes <= plan.arena_bytes <= plan.lower_bound_bytes + 3 * ALIGN_BYTES


def test_buffers_of_several_cores_share_nothing(tmp_path: Path) -> None:
    graph = graph_of(CHAIN.replace("actor a2", "actor a2 @core(1)"), tmp_path)
    plan = planned(graph, 2, MappingOptions("balance", latency=1))
    spans = sorted((b.offset_bytes, b.offset_bytes + b.size_bytes) for b in plan.buffers.values() if b.core is None)
    assert len(spans) >= 2
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize("seed", [1, 4, 6, 13])
@pytest.mark.parametrize("guard", [False, True])
def test_bounds_hold(seed: int, guard: bool, tmp_path: Path) -> None:
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    cores = 1 + max((actor.core or 0 for actor in graph.actors), default=0)
    plan = planned(graph, max(2, cores), memory=MemoryOptions(guard=guard))
    prove(plan)
    assert plan.lower_bound_bytes <= plan.unshared_bytes
    assert plan.lower_bound_bytes <= plan.arena_bytes
    for buffer in plan.buffers.values():
        assert buffer.offset_bytes % buffer.type.align_bytes == 0
        assert guard or buffer.offset_bytes % ALIGN_BYTES == 0
        assert buffer.offset_bytes >= plan.state_bytes


def test_guarded_slots_end_before_a_page_of_nobody(tmp_path: Path) -> None:
    graph = graph_with_c(write(random_application(6), tmp_path), {})
    plan = planned(graph, 4, memory=MemoryOptions(guard=True))
    owned: set[int] = set(range(-(-plan.state_bytes // PAGE_BYTES)))
    ends: list[int] = [-(-plan.state_bytes // PAGE_BYTES)]
    for buffer in plan.buffers.values():
        for slot in range(buffer.slots):
            start = buffer.offset_bytes + slot * buffer.stride_bytes
            stop = start + buffer.slot_bytes
            assert stop % PAGE_BYTES == 0
            pages = set(range(start // PAGE_BYTES, -(-stop // PAGE_BYTES)))
            assert owned.isdisjoint(pages), buffer.name
            owned |= pages
            ends.append(max(pages) + 1)
    assert owned.isdisjoint(ends)
    assert max(ends) * PAGE_BYTES < plan.arena_bytes


UNREAD = """actor a { state; out o : uint8[64]; } actor z { state; in i : uint8[64]; }
actor b { in i : uint8[128]; out o : uint8[64]; } actor c { in i : uint8[64]; out o : uint8[64]; }
join j { in x : uint8[64]; in y : uint8[64]; out o : uint8[128]; } a.o -> j.x; a.o -> j.y; j.o -> b.i;
join k { in x : uint8[64]; in y : uint8[64]; out o : uint8[128]; } b.o -> c.i; a.o -> k.x; c.o -> k.y;
slice s { in i : uint8[128]; out o : uint8[64][1] from 64 step 1; } k.o -> s.i; s.o -> z.i;
"""


def test_what_is_written_and_never_read_lies_in_memory_all_the_same(tmp_path: Path) -> None:
    """The first part of a join, which a slice leaves out, is written long before the second one."""
    plan = planned(graph_of(UNREAD, tmp_path), 1, SHORT)
    assert any(transfer.actor == "a" and transfer.target.buffer == "k.o" for transfer in plan.transfers)
    prove(plan)
