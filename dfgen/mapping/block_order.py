# SPDX-License-Identifier: Apache-2.0
"""Another order of the blocks of a pass, in which less is in use at once.

Of branches that meet again it matters which one comes first: what it leaves behind lies there while the others run, so
that those come first which need much in between and leave little (Liu, On the Storage Requirement in the
Out-of-Core Multifrontal Method, 1986, for trees). Here blocks are moved one at a time, as long as that takes bytes from
the moments with most of them, summed over the cores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.plan import BufferAccess, Plan
from dfgen.model.schedule import Schedule

STEPS_MAX = 4_000_000
"""Effort: buffers and blocks that are looked at, over all orders. A second or less; the same on every machine."""

Order = tuple[int, ...]
"""Children of the root."""


@frozen
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
    left = STEPS_MAX
    while better := _moved(order, before, lives, left):
        order, steps = better
        left -= steps
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


def _moved(
    order: Order, before: Mapping[int, set[int]], lives: Sequence[_Life], steps_max: int
) -> tuple[Order, int] | None:
    """With one block elsewhere, so that least is in use, and the steps that it took to find that. Of several such
    orders the one in which it moves least."""
    places = list(_places(order, before, lives))
    steps = sum(len(allowed) for _, allowed in places) * (len(lives) + len(order))
    if steps > steps_max:
        return None
    least = min(((_most(other, lives), shift, other) for shift, other in _moves(order, places)), default=None)
    return (least[2], steps) if least is not None and least[0] < _most(order, lives) else None


def _places(order: Order, before: Mapping[int, set[int]], lives: Iterable[_Life]) -> Iterator[tuple[int, range]]:
    """The blocks that use a buffer, with the places among the other blocks where each may come."""
    concerned: frozenset[int] = frozenset().union(*(life.children for life in lives))
    for child in filter(concerned.__contains__, order):
        rest = [other for other in order if other != child]
        low = max((index + 1 for index, other in enumerate(rest) if other in before[child]), default=0)
        high = min((index for index, other in enumerate(rest) if child in before[other]), default=len(rest))
        yield child, range(low, high + 1)


def _moves(order: Order, places: Iterable[tuple[int, range]]) -> Iterator[tuple[int, Order]]:
    """How far a block moves, and what that comes to."""
    for child, allowed in places:
        place = order.index(child)
        rest = order[:place] + order[place + 1 :]
        for index in allowed:
            if index != place:
                yield abs(index - place), (*rest[:index], child, *rest[index:])


def _most(order: Order, lives: Iterable[_Life]) -> int:
    """The most bytes that each core has in use at a time, summed over the cores."""
    place = {child: index for index, child in enumerate(order)}
    changes: dict[int, list[int]] = {}
    for life in lives:
        own = changes.setdefault(life.core, [0] * (len(order) + 1))
        places = [place[child] for child in life.children]
        own[0 if life.comes else min(places)] += life.size_bytes
        own[len(order) if life.goes else max(places) + 1] -= life.size_bytes
    return sum(max(accumulate(own)) for own in changes.values())
