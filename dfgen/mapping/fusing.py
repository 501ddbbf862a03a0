# SPDX-License-Identifier: Apache-2.0
"""Loop fusion: small actors that follow each other on one core take turns in one loop.

A block of firings of each in its turn writes every token to memory and reads it back. In a loop of some firings of each
at a time the tokens between them stay in the nearest cache, and the compiler puts the actors' code in place of their
calls and computes several firings at once. That pays where an actor is little more than its call; others gain nothing
from a loop in which they alternate, and lose the caches of their code.

An actor is little more than its call if its windows together fit into registers. Where only each of them is small, a
loop still pays: what it passes on stays near, the smallest of it in variables of the loop, which overlap nothing
(`dfgen/memory/local_buffers.py`). Such actors are fused where no memory is lost by it: of buffers that may lie over
each other (`overlays`, `inout`) at most one may be left outside of loops, for two that fused actors use would no longer
be one. What a routing actor passes on or takes stays outside, too, as others see the same bytes.

Where several of them compute their outputs from what they kept, as filters do, none of which can be computed at once,
they fire one by one: the processor then computes one's firing while the next one waits for what it keeps. So do actors
whose windows are vectors already: nothing is gained by several of them, and the next actor finds less in registers.

Of actors that fire several times in their turns, neighbours of plain arithmetic that keep nothing take turns firing by
firing: a compiler computes several of those turns at once, with what they pass on in registers. With an actor of
another kind among them it might compute none.

Neighbours that do not fire equally often share a loop in which each has its firings of a trip in its turn, if these
have windows of several vectors: 48 firings for single tokens beside one for 48 are computed as vectors in their loop of
48 as well as in one of 6,144, and their tokens stay near. Few firings for single tokens would be computed one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import gcd
from typing import TypeAlias

import networkx as nx

from dfgen.machine.constants import (
    BATCHED_BYTES,
    FUSED_ACTORS_MAX,
    FUSED_BYTES,
    FUSED_WINDOW_BYTES,
    REGISTERS_BYTES,
    TURNS_MAX,
)
from dfgen.machine.machine import DEFAULT
from dfgen.mapping.schedule_tree import Block, TreeLoop, TreeNode
from dfgen.mapping.work import Assignment, Share, stages_of
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.port import Port

# What `--fuse` takes: where it pays; wherever it can be; nowhere.
FUSIONS = ("auto", "all", "none")


def fuse(
    graph: Graph, body: Sequence[TreeNode], trips: int, assignment: Assignment, fusing: Fusing
) -> tuple[TreeNode, ...]:
    """The children of a loop of `trips` iterations at a time, with a loop around each row of small actors."""
    return tuple(body) if fusing.fusion == "none" else _fused(_Rows(graph, assignment, fusing), body, trips)


def left_out(graph: Graph, body: Sequence[TreeNode], assignment: Assignment, fusing: Fusing) -> list[str]:
    """Actors with neighbours in one loop with which buffers would no longer lie over each other."""
    rows = _Rows(graph, assignment, fusing)
    if fusing.fusion == "auto":
        list(rows.of(body))  # which finds them on the way
    return rows.left_out


@frozen
class Fusing:
    """`fusion` is one of `FUSIONS`; `small` are the C functions whose code is short. `near_bytes`: what the FIFOs of a
    loop may take of the nearest cache."""

    fusion: str = "auto"
    small: Collection[str] = ()
    near_bytes: int = DEFAULT.near_bytes


Fits: TypeAlias = Callable[[Sequence[int]], bool]
"""Whether windows of so many bytes are small enough."""


def _fit_together(windows: Sequence[int]) -> bool:
    return sum(windows) <= REGISTERS_BYTES.value


def _each_fits(windows: Sequence[int]) -> bool:
    return max(windows, default=0) <= FUSED_WINDOW_BYTES.value


class _Rows:
    """Finds which neighbours belong into one loop."""

    def __init__(self, graph: Graph, assignment: Assignment, fusing: Fusing) -> None:
        self.graph, self.assignment, self.fusing = graph, assignment, fusing
        self.left_out: list[str] = []

    def of(self, body: Sequence[TreeNode]) -> Iterator[list[TreeNode]]:
        """The children in their order, in rows; a row of more than one is to be fused."""
        if self.fusing.fusion == "all":
            yield from self._rows(body, _each_fits)
            return
        rows = [*self._rows(body, _each_fits)]
        while apart := self._lose_memory(rows):
            self.left_out += [actor.name for row in apart for actor in self._actors(row)]
            rows = [part for row in rows for part in (self._rows(row, _fit_together) if row in apart else [row])]
        yield from rows

    def _rows(self, body: Sequence[TreeNode], fits: Fits) -> Iterator[list[TreeNode]]:
        row: list[TreeNode] = []
        for child in body:
            if row and not self._joins(row, child, fits):
                yield row
                row = []
            row.append(child)
        if row:
            yield row

    def _joins(self, row: Sequence[TreeNode], child: TreeNode, fits: Fits) -> bool:
        """Whether a row of nodes that share a loop, or of one, does so with the next one, too."""
        blocks = [node for node in (*row, child) if isinstance(node, Block)]
        if len(blocks) <= len(row) or len(row) >= FUSED_ACTORS_MAX.value:
            return False
        if not self._are_beside(*blocks[-2:]):
            return False
        firings = _firings(blocks)
        if any(not self._may_join(block, fits, count) for block, count in zip(blocks, firings, strict=True)):
            return False
        if self.fusing.fusion == "all":
            return True
        largest = (max(self._windows(*each), default=0) for each in zip(blocks, firings, strict=True))
        if len(set(firings)) > 1 and min(largest) <= BATCHED_BYTES.value:
            return False
        given = (self._given_bytes(*each) for each in zip(blocks[:-1], firings[:-1], strict=True))
        return sum(given) <= self.fusing.near_bytes

    def _are_beside(self, one: Block, other: Block) -> bool:
        """Whether two nodes fire on the same core and in the same stage, and no other core has a part of them."""
        stages = stages_of(self.assignment)
        if stages and stages[one.actor] != stages[other.actor]:
            return False
        home = self._home(one.actor)
        return home is not None and home == self._home(other.actor)

    def _windows(self, block: Block, firings: int) -> list[int]:
        """Their bytes, of so many firings."""
        return [firings * size for size in _windows(self.graph.actor(block.actor).ports)]

    def _given_bytes(self, block: Block, firings: int) -> int:
        return firings * sum(_windows(self.graph.actor(block.actor).outputs))

    def _actors(self, row: Sequence[TreeNode]) -> list[Actor]:
        return [self.graph.actor(node.actor) for node in row if isinstance(node, Block)]

    def _is_wide(self, row: Sequence[TreeNode]) -> bool:
        """Of a row to be fused: whether an actor's windows of a trip do not fit into registers."""
        blocks = [node for node in row if isinstance(node, Block)]
        return any(not _fit_together(self._windows(*each)) for each in zip(blocks, _firings(blocks), strict=True))

    def _lose_memory(self, rows: Sequence[Sequence[TreeNode]]) -> list[Sequence[TreeNode]]:
        """Those of wide windows beside a routing actor, or of buffers over each other, several of which are outside."""
        wide = [row for row in rows if len(row) > 1 and self._is_wide(row)]
        if not wide:
            return []
        loops = {actor.name: number for number, row in enumerate(rows) if len(row) > 1 for actor in self._actors(row)}

        def is_outside(stream: PortRef) -> bool:
            loop = loops.get(stream.actor)
            return loop is None or any(loops.get(user) != loop for user in self._readers(stream))

        apart = set(self.routed)
        for streams in self.overlaid:
            if sum(map(is_outside, streams)) > 1:
                apart.update(user for stream in streams for user in (stream.actor, *self._readers(stream)))
        return [row for row in wide if any(actor.name in apart for actor in self._actors(row))]

    def _readers(self, stream: PortRef) -> list[str]:
        return [fifo.target.actor for fifo in self.graph.fifos_from.get(stream, ())]

    @cached_property
    def routed(self) -> set[str]:
        """Actors beside routing actors."""
        ends = [(fifo.source.actor, fifo.target.actor) for fifo in self.graph.fifos]
        return {name for both in ends if any(self.graph.actor(end).is_routing for end in both) for name in both}

    @cached_property
    def overlaid(self) -> list[Collection[PortRef]]:
        """Outputs whose buffers may lie over each other."""
        links: nx.Graph[PortRef] = nx.Graph()
        for actor in self.graph.actors:
            for port in actor.outputs:
                below = self.graph.fifo_to.get(PortRef(actor.name, port.overlays))
                if port.overlays and below is not None:
                    links.add_edge(below.source, PortRef(actor.name, port.name))
        return [*nx.connected_components(links)]

    def _home(self, actor: str) -> int | None:
        """The one core of all its firings."""
        shares: tuple[Share, ...] = self.assignment[actor]
        return shares[0].core if len(shares) == 1 and shares[0].fraction == Fraction(1) else None

    def at_once(self, row: Sequence[Block]) -> int:
        """How many firings of each follow each other in a trip of the loop around a row."""
        actors = [self.graph.actor(block.actor) for block in row]
        names = {actor.name for actor in actors}
        given = (fifo for actor in actors for _, fifo in self.graph.outputs_of(actor))
        returns = any(fifo.delay_tokens and fifo.target.actor in names for fifo in given)
        if returns or sum(map(_keeps, actors)) > 1 or not all(map(self._is_light, actors)):
            return 1
        if len(actors) <= TURNS_MAX.value and all(map(_is_arithmetic, actors)):
            return 1
        largest = max(size for actor in actors for size in _windows(actor.ports))
        if largest > BATCHED_BYTES.value:
            return 1
        return max(1, min(FUSED_BYTES.value, self.fusing.near_bytes // len(row)) // max(1, largest))

    def turns(self, row: Sequence[Block]) -> Iterator[TreeNode]:
        """A row that is fired several times at once, with loops around neighbours that take turns firing by firing."""
        for is_arithmetic, group in groupby(row, lambda block: _is_arithmetic(self.graph.actor(block.actor))):
            blocks = tuple(group)
            for at in range(0, len(blocks), TURNS_MAX.value):
                few = blocks[at : at + TURNS_MAX.value]
                yield from (TreeLoop(1, few, fused=True),) if is_arithmetic and len(few) > 1 else few

    def _may_join(self, block: Block, fits: Fits, firings: int) -> bool:
        """`firings`: of a trip."""
        actor = self.graph.actor(block.actor)
        if actor.stops or actor.is_by_engine:  # an engine must get ahead of who reads the copy
            return False
        return self.fusing.fusion == "all" or (self._is_short(actor) and fits(self._windows(block, firings)))

    def _is_light(self, actor: Actor) -> bool:
        return self._is_short(actor) and _fit_together([*_windows(actor.ports)])

    def _is_short(self, actor: Actor) -> bool:
        return actor.fire is not None and actor.phases == 1 and actor.fire.function in self.fusing.small


def _is_arithmetic(actor: Actor) -> bool:
    """Whether firings are computed at once whatever stands beside them."""
    return actor.is_plain and not actor.keeps_state


def _windows(ports: Iterable[Port]) -> Iterator[int]:
    """Their bytes."""
    return (max(port.rates) * port.type.footprint_bytes for port in ports)


def _keeps(actor: Actor) -> bool:
    """Whether its outputs need what it kept of earlier inputs."""
    return actor.keeps_state and not actor.only_counts and bool(actor.inputs) and bool(actor.outputs)


def _fused(rows: _Rows, body: Sequence[TreeNode], trips: int) -> tuple[TreeNode, ...]:
    return tuple(node for row in rows.of(body) for node in _looped(rows, row, trips))


def _looped(rows: _Rows, row: Sequence[TreeNode], trips: int) -> Iterator[TreeNode]:
    """A row of blocks as a loop, with loops in it around those that fire equally often, unless it has but one trip."""
    if len(row) == 1:
        (node,) = row
        yield replace(node, body=_fused(rows, node.body, 1)) if isinstance(node, TreeLoop) else node
        return
    blocks = [node for node in row if isinstance(node, Block)]
    groups = [tuple(group) for _, group in groupby(blocks, lambda block: block.cycles)]
    count = gcd(*(block.cycles for block in blocks))
    if len(groups) == 1:
        yield from _in_turns(rows, blocks, trips)
    elif trips * count > 1:
        parts = [[replace(block, cycles=block.cycles // count) for block in group] for group in groups]
        yield TreeLoop(count, tuple(node for part in parts for node in _in_turns(rows, part, 1)), fused=True)
    else:
        yield from (node for group in groups for node in _in_turns(rows, group, trips))


def _in_turns(rows: _Rows, blocks: Sequence[Block], trips: int) -> Iterator[TreeNode]:
    """Blocks that fire equally often as a loop in which each fires a few cycles a trip."""
    cycles = blocks[0].cycles
    if len(blocks) == 1 or trips * cycles == 1:
        yield from blocks
        return
    at_once = min(rows.at_once(blocks), trips * cycles)
    once = [Block(block.actor, 1) for block in blocks]
    yield TreeLoop(cycles, tuple(rows.turns(once) if at_once > 1 else once), fused=True, at_once=at_once)


def _firings(blocks: Sequence[Block]) -> list[int]:
    """How often each fires in a trip of a loop around them all."""
    count = gcd(*(block.cycles for block in blocks))
    return [block.cycles // count for block in blocks]
