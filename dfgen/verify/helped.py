# SPDX-License-Identifier: Apache-2.0
"""Whether firings of a block that other cores run, at the same time and in any order, are what they were in order.

They begin behind what the core has waited for and end before it goes on. So all that other blocks need of them holds as
it does of a block that its core runs alone; what is left is what they might do to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.plan import Buffer
from dfgen.model.program import Content, Fire, FiringOperation, Firings, Prepare
from dfgen.verify.steps import Step, Steps, all_blocks
from dfgen.verify.uses import MANY, Use, by_buffer, some


def helped_problems(steps: Steps, uses: Sequence[Use]) -> Iterator[str]:
    """Of all blocks that are helped."""
    program, graph = steps.program, steps.program.graph
    of_block: dict[tuple[Step, str], list[Use]] = {}
    for use in uses:
        of_block.setdefault((use.step, use.actor), []).append(use)
    for step, block in all_blocks(steps):
        if not block.helped:
            continue
        actor = graph.actor(block.actor)
        if program.guard or step.operation is not block or any(loop.share for loop in step.loops):
            yield f"other cores run firings of {actor.name} where only one can"
        if _is_in_order(graph, actor) or block.reads_end:
            yield f"other cores run firings of {actor.name}, which follow on each other"
        if not all(map(_is_alone, block.body)):
            yield f"other cores run firings of {actor.name}, which use more than their windows"
        yield from _of_windows(block, of_block.get((step, actor.name), ()))


def _is_in_order(graph: Graph, actor: Actor) -> bool:
    feeds_itself = any(fifo.target.actor == actor.name for _, fifo in graph.outputs_of(actor))
    keeps = actor.keeps_state or actor.stops or bool(actor.period) or graph.is_effectful(actor)
    return actor.kind is not ActorKind.CODE or keeps or feeds_itself or actor.file is not None


def _is_alone(operation: FiringOperation) -> bool:
    """Whether it touches nothing but the windows of its firing, on whichever core that is."""
    if isinstance(operation, Prepare):
        return operation.content in (Content.ZERO, Content.TAKEN)
    return isinstance(operation, Fire) and operation.queue is None


def _of_windows(block: Firings, uses: Sequence[Use]) -> Iterator[str]:
    """Each firing writes where no other one writes or reads."""
    for use in uses:
        if use.is_local:
            yield f"other cores run firings of {use.name}, a variable of this one"
    for own in by_buffer(uses).values():
        if any(use.changes for use in own) and _meet(block, own):
            yield f"firings of {block.actor}, some by other cores, have places of {own[0].buffer.name} in common"
    for one, other in combinations(uses, 2):
        if (one.changes or other.changes) and _lie_over(one.buffer, other.buffer):
            yield f"{one.name} and {other.name} lie over each other, and other cores run some of their firings"


@frozen
class _Held:
    """Tokens of a buffer that a firing uses, from `place` on."""

    place: int
    end: int
    firing: int
    changes: bool


def _meet(block: Firings, uses: Sequence[Use]) -> bool:
    """Whether a firing changes what another one uses. `uses`: of one buffer."""
    under_way: list[_Held] = []
    for held in sorted(_held(block, uses), key=lambda held: held.place):
        under_way = [other for other in under_way if other.end > held.place]
        if any(other.firing != held.firing and (other.changes or held.changes) for other in under_way):
            return True
        under_way.append(held)
    return False


def _held(block: Firings, uses: Sequence[Use]) -> Iterator[_Held]:
    for use, firing in product(uses, some(block.start, block.stop, MANY)):
        count = use.stream.count(firing)
        step = use.stream.piece or count
        for number in range(0, count, step or 1):
            place = use.place(firing, number)
            yield _Held(place, place + min(step, count - number), firing, use.changes)


def _lie_over(one: Buffer, other: Buffer) -> bool:
    """Whether two buffers have bytes in common."""
    first, second = sorted((one, other), key=lambda buffer: buffer.offset_bytes)
    is_apart = first.name == second.name or not (first.is_placed and second.is_placed)
    return not is_apart and second.offset_bytes < first.offset_bytes + first.size_bytes
