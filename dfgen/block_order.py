# SPDX-License-Identifier: Apache-2.0
"""Another order of the blocks of a pass, in which less is in use at once.

Of branches that meet again it matters which one comes first: what it leaves behind lies there while the others run, so
that those come first which need much in between and leave little (Liu, On the Storage Requirement in the
Out-of-Core Multifrontal Method, 1986, for trees). Here blocks are moved one at a time, as long as that takes bytes from
the moments with most of them, summed over the cores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.plan import BufferAccess, Plan
from dfgen.model.schedule import Schedule

MOVES_MOST = 64
"""Effort: blocks that are moved, one after the other."""

Order = tuple[int, ...]
"""Children of the root."""


@dataclass(frozen=True)
class _Life:
    """Of a buffer on one core: the children of the root that use it. `comes`, `goes`: another core has written it
    before, or reads it later."""

    size_bytes: int
    core: int
    children: frozenset[int]
    comes: bool
    goes: bool


def order_of_less(plan: Plan, facts: Facts, least_bytes: int) -> Schedule | None:
    """The schedule with its blocks in another order, by the buffers of no less than `least_bytes`; None where none is
    better."""
    schedule = plan.schedule
    is_fixed = schedule.stages or any(actor.period or actor.is_by_engine for actor in plan.graph.actors)
    if is_fixed or plan.graph.network_ends:
        return None
    lives = list(_lives(plan, least_bytes))
    first = order = tuple(range(len(schedule.root.body)))
    before = _before(plan.graph, facts, schedule)
    for _ in range(MOVES_MOST):
        better = _moved(order, before, lives)
        if better is None:
            break
        order = better
    if order == first:
        return None
    return replace(schedule, root=replace(schedule.root, body=tuple(schedule.root.body[child] for child in order)))


def _lives(plan: Plan, least_bytes: int) -> Iterator[_Life]:
    schedule = plan.schedule
    found: dict[str, list[tuple[BufferAccess, bool]]] = {}
    lasting = {dependence.buffer for dependence in plan.dependences if dependence.distance or dependence.spans}
    for dependence in plan.dependences:
        found.setdefault(dependence.buffer, []).extend(((dependence.writer, True), (dependence.reader, False)))
    for name, uses in found.items():
        buffer = plan.buffers[name]
        if buffer.slot_bytes < least_bytes or name in lasting or not buffer.is_placed:
            continue
        for core in {access.core for access, _ in uses}:
            own = frozenset(schedule.places[a.actor].indices[0] for a, _ in uses if a.core == core)
            written = any(writes for access, writes in uses if access.core != core)
            read = any(not writes for access, writes in uses if access.core != core)
            yield _Life(buffer.slot_bytes, core, own, written, read)


def _before(graph: Graph, facts: Facts, schedule: Schedule) -> dict[int, set[int]]:
    """By child of the root, those that must come before it: who writes what it reads in the same pass, and who may stop
    the program."""
    child = {actor: place.indices[0] for actor, place in schedule.places.items()}
    found: dict[int, set[int]] = {number: set() for number in range(len(schedule.root.body))}
    for fifo in graph.fifos:
        if fifo.delay_tokens < facts.tokens[fifo.name] * schedule.root.chunk:
            found[child[fifo.target.actor]].add(child[fifo.source.actor])
    for edge in schedule.stop_edges:
        if not edge.delay:
            found[child[edge.target]].add(child[edge.source])
    return {number: earlier - {number} for number, earlier in found.items()}


def _moved(order: Order, before: Mapping[int, set[int]], lives: Sequence[_Life]) -> Order | None:
    """With one block elsewhere, so that least is in use; of several such orders the one in which it moves least."""
    now = _most(order, lives)
    concerned = [child for child in order if any(child in life.children for life in lives)]
    options = ((_most(other, lives), shift, other) for shift, other in _moves(order, concerned, before))
    least = min(options, default=None)
    return least[2] if least is not None and least[0] < now else None


def _moves(order: Order, concerned: Iterable[int], before: Mapping[int, set[int]]) -> Iterator[tuple[int, Order]]:
    """How far a block moves, and what that comes to."""
    for child in concerned:
        place = order.index(child)
        rest = order[:place] + order[place + 1 :]
        low = max((index + 1 for index, other in enumerate(rest) if other in before[child]), default=0)
        high = min((index for index, other in enumerate(rest) if child in before[other]), default=len(rest))
        for index in range(low, high + 1):
            if index != place:
                yield abs(index - place), (*rest[:index], child, *rest[index:])


def _most(order: Order, lives: Iterable[_Life]) -> int:
    """The most bytes that each core has in use at a time, summed over the cores."""
    place = {child: index for index, child in enumerate(order)}
    alive: dict[int, list[int]] = {}
    for life in lives:
        own = alive.setdefault(life.core, [0] * len(order))
        first = 0 if life.comes else min(place[child] for child in life.children)
        last = len(order) - 1 if life.goes else max(place[child] for child in life.children)
        for index in range(first, last + 1):
            own[index] += life.size_bytes
    return sum(map(max, alive.values()))
