# SPDX-License-Identifier: Apache-2.0
"""The operations of all cores as a tree of steps: where each stands, and which come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat

from dfgen.model.frozen import frozen
from dfgen.model.program import (
    ROOT,
    Fire,
    FiringOperation,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Share,
    Submit,
)


@dataclass(eq=False, repr=False)
class Step:
    """An operation of a core's list. `number` counts in the order of the lists; `loops`: around it, from the outermost
    down; `late`: of its stage."""

    number: int
    operation: Operation
    core: int
    late: int
    loops: tuple[Loop, ...]
    parent: Step | None
    inside: tuple[Step, ...] = ()

    @property
    def loop(self) -> int:
        return self.loops[-1].id if self.loops else ROOT

    def at(self, loop: int) -> Step:
        """The operation that stands in that loop, and which this one is in."""
        step = self
        while step.loop != loop:
            assert step.parent is not None
            step = step.parent
        return step

    @cached_property
    def times(self) -> dict[str, list[int]]:
        """When in a list of firings each actor fires."""
        assert isinstance(self.operation, Interleaved)
        found: dict[str, list[int]] = {}
        now = 0
        for actor, count in self.operation.runs:
            found.setdefault(actor, []).extend(range(now, now + count))
            now += count
        return found

    @property
    def blocks(self) -> tuple[Firings, ...]:
        if isinstance(self.operation, Firings):
            return (self.operation,)
        return self.operation.blocks if isinstance(self.operation, Interleaved) else ()


@frozen
class Steps:
    """`lists`: of each core, those of the pass, in the order of their stages."""

    program: Program
    lists: tuple[tuple[Step, ...], ...]
    loops: dict[int, tuple[Loop, ...]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Step]:
        todo = [step for steps in reversed(self.lists) for step in reversed(steps)]
        while todo:
            step = todo.pop()
            yield step
            todo.extend(reversed(step.inside))

    @cached_property
    def shares(self) -> dict[int, list[Step]]:
        """Of each ordered loop, the parts of all cores, in their order."""
        found: dict[int, list[Step]] = {}
        for step in self:
            if isinstance(step.operation, Loop) and step.operation.share is not None:
                found.setdefault(step.operation.id, []).append(step)
        return {loop: sorted(parts, key=lambda step: share_of(step).start) for loop, parts in found.items()}

    def chunk(self, loop: int) -> int:
        """Iterations of a full trip."""
        return self.program.chunk if loop == ROOT else self.loops[loop][-1].chunk

    def is_ordered(self, loop: int) -> bool:
        """Whether cores have the trips of it, or of a loop around it, one after the other."""
        return loop != ROOT and any(outer.share is not None for outer in self.loops[loop])

    def is_even(self, loop: int) -> bool:
        """Whether every trip but the program's last is a full one."""
        if loop == ROOT or self.chunk(loop) == 1:
            return True
        own, outer = self.loops[loop][-1], self.parent(loop)
        if own.count % own.chunk == 0:
            return True
        return outer != ROOT and own.count * self.chunk(outer) % own.chunk == 0 and self.is_even(outer)

    def parent(self, loop: int) -> int:
        around = self.loops[loop][:-1]
        return around[-1].id if around else ROOT

    def start_of_trip(self, loop: int, iteration: int) -> int:
        """The first iteration of the trip that an iteration, counted from the start, is in, of full passes."""
        if loop == ROOT:
            return iteration - iteration % self.program.chunk
        own, outer = self.loops[loop][-1], self.parent(loop)
        begins = self.start_of_trip(outer, iteration // own.count) * own.count
        return begins + (iteration - begins) // own.chunk * own.chunk


def share_of(step: Step) -> Share:
    assert isinstance(step.operation, Loop)
    assert step.operation.share is not None
    return step.operation.share


def steps_of(program: Program) -> Steps:
    maker = _Maker()
    lists = tuple(
        tuple(
            maker.step(operation, agent.core, stage.late, (), None)
            for stage in agent.stages
            for operation in stage.body
        )
        for agent in program.cores
    )
    return Steps(program, lists, maker.loops)


class _Maker:
    def __init__(self) -> None:
        self.count = 0
        self.loops: dict[int, tuple[Loop, ...]] = {}

    def step(self, operation: Operation, core: int, late: int, loops: tuple[Loop, ...], parent: Step | None) -> Step:
        made = Step(self.count, operation, core, late, loops, parent)
        self.count += 1
        if isinstance(operation, Loop):
            within = (*loops, operation)
            self.loops.setdefault(operation.id, within)
            made.inside = tuple(self.step(inner, core, late, within, made) for inner in operation.body)
        return made


def gives_to_engine(block: Firings) -> bool:
    return any(queue_of(operation) is not None for operation in block.body)


def queue_of(operation: FiringOperation) -> int | None:
    """The queue that an operation gives work to."""
    return operation.queue if isinstance(operation, (Submit, Fire)) else None


def all_blocks(steps: Iterable[Step]) -> Iterator[tuple[Step, Firings]]:
    for step in steps:
        for block in step.blocks:
            yield step, block


def lengths_of_trips(loop: Loop, iterations: int, most: int) -> Iterator[int]:
    """The iterations of each trip of a loop, in so many of the loop around it; of very many trips only some."""
    whole, rest = divmod(loop.count * iterations, loop.chunk)
    yield from repeat(loop.chunk, min(whole, most))
    if rest:
        yield rest
