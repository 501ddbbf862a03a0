# SPDX-License-Identifier: Apache-2.0
"""Addresses: nothing that lives together lies together, and little is lost."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.arena import ALIGN_BYTES, PAGE_BYTES, Lifetime, _most_alive, _pack, _piles
from dfgen.memory.liveness import plan_is_live
from dfgen.memory.plan_memory import MemoryOptions
from dfgen.model.graph import TokenType
from dfgen.model.plan import Buffer, Layout
from tests.oracle.generator import random_application, write
from tests.planning import SHORT, graph_of, graph_with_c, planned

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
    placed: dict[str, Buffer] = {}
    piles = _piles(buffers, below)
    end = _pack(piles, lives, 128, placed)
    pile_of = {b.name: pile for pile in piles for b in pile}
    assert all(placed[upper].offset_bytes == placed[lower].offset_bytes for upper, lower in below.items())
    for a, b in combinations(placed.values(), 2):
        apart = a.offset_bytes + a.size_bytes <= b.offset_bytes or b.offset_bytes + b.size_bytes <= a.offset_bytes
        assert apart or not lives[a.name].meets(lives[b.name]) or pile_of[a.name] is pile_of[b.name]
    assert all(b.offset_bytes % ALIGN_BYTES == 0 and b.offset_bytes >= 128 for b in placed.values())
    assert end == max(b.offset_bytes + b.size_bytes for b in placed.values())
    loads = [
        sum(max((b.size_bytes for b in pile if lives[b.name].meets(Lifetime(s, s))), default=0) for pile in piles)
        for s in range(max(life.last for life in lives.values()) + 1)
    ]
    assert _most_alive(piles, lives) == max(loads) <= end - 128


CHAIN = "actor s { state st : uint8[10]; fire f(st, o); out o : uint8[100]; }\n" + "".join(
    f"actor a{i} {{ in i : uint8[100]; out o : uint8[100]; }}\n" for i in range(5)
) + "actor z { state; in i : uint8[100]; } s.o -> a0.i; " + "".join(
    f"a{i}.o -> a{i + 1}.i; " for i in range(4)
) + "a4.o -> z.i;"  # fmt: skip


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
    plan_is_live(plan)
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
            assert stop % PAGE_BYTES == 0 or PAGE_BYTES - stop % PAGE_BYTES < buffer.type.align_bytes
            pages = set(range(start // PAGE_BYTES, -(-stop // PAGE_BYTES)))
            assert owned.isdisjoint(pages), buffer.name
            owned |= pages
            ends.append(max(pages) + 1)
    assert owned.isdisjoint(ends)
    assert max(ends) * PAGE_BYTES < plan.arena_bytes
