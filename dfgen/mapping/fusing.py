# SPDX-License-Identifier: Apache-2.0
"""Loop fusion: small actors that follow each other on one core, and fire equally often, take turns in one loop.

A block of firings of each in its turn writes every token to memory and reads it back. In a loop of some firings of each
at a time the tokens between them stay in the nearest cache, and the compiler puts the actors' code in place of their
calls and computes several firings at once. That pays where an actor is little more than its call; others gain nothing
from a loop in which they alternate, and lose the caches of their code.

Where several of them compute their outputs from what they kept, as filters do, none of which can be computed at once,
they fire one by one: the processor then computes one's firing while the next one waits for what it keeps. So do actors
whose windows are vectors already: nothing is gained by several of them, and the next actor finds less in registers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dfgen.machine.constants import BATCHED_BYTES, FUSED_ACTORS_MAX, FUSED_BYTES, REGISTERS_BYTES
from dfgen.machine.machine import DEFAULT
from dfgen.mapping.schedule_tree import Block, TreeLoop, TreeNode
from dfgen.mapping.work import Assignment, Share, stages_of
from dfgen.model.graph import Actor, Graph

# What `--fuse` takes: where it pays; wherever neighbours fire equally often; nowhere.
FUSIONS = ("auto", "all", "none")


def fuse(
    graph: Graph, body: Sequence[TreeNode], trips: int, assignment: Assignment, fusing: Fusing
) -> tuple[TreeNode, ...]:
    """The children of a loop of `trips` iterations at a time, with a loop around each row of small actors."""
    return tuple(body) if fusing.fusion == "none" else _fused(_Rows(graph, assignment, fusing), body, trips)


@dataclass(frozen=True)
class Fusing:
    """`fusion` is one of `FUSIONS`; `small` are the C functions whose code is short. `near_bytes`: what the FIFOs of a
    loop may take of the nearest cache."""

    fusion: str = "auto"
    small: Collection[str] = ()
    near_bytes: int = DEFAULT.near_bytes


class _Rows:
    """Finds which neighbours belong into one loop."""

    def __init__(self, graph: Graph, assignment: Assignment, fusing: Fusing) -> None:
        self.graph, self.assignment, self.fusing = graph, assignment, fusing

    def of(self, body: Sequence[TreeNode]) -> Iterator[list[TreeNode]]:
        """The children in their order, in rows; a row of more than one is to be fused."""
        row: list[TreeNode] = []
        for child in body:
            if row and not (self._joins(row[-1], child) and len(row) < FUSED_ACTORS_MAX.value):
                yield row
                row = []
            row.append(child)
        if row:
            yield row

    def _joins(self, one: TreeNode, other: TreeNode) -> bool:
        if not (isinstance(one, Block) and isinstance(other, Block) and one.cycles == other.cycles):
            return False
        homes = self._home(one.actor), self._home(other.actor)
        stages = stages_of(self.assignment)
        if stages and stages[one.actor] != stages[other.actor]:
            return False
        return homes[0] is not None and homes[0] == homes[1] and self._may_join(one) and self._may_join(other)

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
        largest = max(max(p.rates) * p.type.footprint_bytes for a in actors for p in a.ports)
        if largest > BATCHED_BYTES.value:
            return 1
        return max(1, min(FUSED_BYTES.value, self.fusing.near_bytes // len(row)) // max(1, largest))

    def _may_join(self, block: Block) -> bool:
        actor = self.graph.actor(block.actor)
        if actor.stops or actor.is_by_engine:  # an engine must get ahead of who reads the copy
            return False
        return self.fusing.fusion == "all" or self._is_light(actor)

    def _is_light(self, actor: Actor) -> bool:
        if actor.fire is None or actor.phases > 1:
            return False
        return actor.fire.function in self.fusing.small and _window_bytes(actor) <= REGISTERS_BYTES.value


def _window_bytes(actor: Actor) -> int:
    return sum(max(port.rates) * port.type.footprint_bytes for port in actor.ports)


def _keeps(actor: Actor) -> bool:
    """Whether its outputs need what it kept of earlier inputs."""
    return actor.keeps_state and not actor.only_counts and bool(actor.inputs) and bool(actor.outputs)


def _fused(rows: _Rows, body: Sequence[TreeNode], trips: int) -> tuple[TreeNode, ...]:
    return tuple(node for row in rows.of(body) for node in _looped(rows, row, trips))


def _looped(rows: _Rows, row: Sequence[TreeNode], trips: int) -> Iterator[TreeNode]:
    """A row of blocks as a loop in which each fires a few cycles a trip, unless there would be but one cycle."""
    blocks = [node for node in row if isinstance(node, Block)]
    if len(row) > 1 and trips * blocks[0].cycles > 1:
        at_once = min(rows.at_once(blocks), trips * blocks[0].cycles)
        yield TreeLoop(blocks[0].cycles, tuple(Block(block.actor, 1) for block in blocks), fused=True, at_once=at_once)
        return
    for node in row:
        yield replace(node, body=_fused(rows, node.body, 1)) if isinstance(node, TreeLoop) else node
