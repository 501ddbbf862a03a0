# SPDX-License-Identifier: Apache-2.0
"""What each core does in a pass, as a tree of timed steps: the schedule restricted to the core, with its waits.

Loops in which nobody can have to wait are one step. Others turn step by step, but of very many turns only the first and
the last are run one by one: in between a core goes on as it did, so that the cost of a prediction does not grow with
the number of turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from dfgen.model.plan import PACE, Plan, StepKey, Wait, queue_of
from dfgen.model.schedule import Leaf, Listing, Loop, Node
from dfgen.prediction.durations import Copy, Durations, Kind

ALL = 1 << 62
TURNS_MOST = (ALL, 1024, 256, 64, 16, 8)
EVENTS_PER_PASS = 2_000


@dataclass(frozen=True)
class Item:
    """Some firings of a step, in its order. In a turn of n iterations of the loop around it there are those between
    `start` and the lesser of `stop` and n * `firings`, each taking `firing_ps`."""

    kind: Kind
    name: str
    firings: int
    start: int
    stop: int
    firing_ps: float

    def count(self, iterations: int) -> int:
        return max(0, min(self.stop, self.firings * iterations) - self.start)


@dataclass(frozen=True)
class Submission:
    """Work for the queue of an engine: `copy` for each firing of `item`."""

    queue: int
    item: Item
    copy: Copy


@dataclass(frozen=True)
class Step:
    """What one core does in one child of a loop in one turn: waits, then either `items` or the turns of `loop`.

    `turns_late`: of the loop around it, behind the first of the core's steps there (stages of the pass)."""

    key: StepKey
    waits: tuple[Wait, ...]
    items: tuple[Item, ...]
    tail_ps: int
    submissions: tuple[Submission, ...]
    loop: Turning | None
    turns_late: int = 0


@dataclass(frozen=True)
class Turning:
    """A loop as one core sees it. `ends` at a pass: as many turns as are run one by one at its start and at its end."""

    id: int
    count: int
    chunk: int
    steps: tuple[Step, ...]
    ends: int

    def turns(self, iterations: int) -> Iterator[tuple[int, int]]:
        """For `iterations` of the loop around it: (turns passed over before this one, iterations of this turn)."""
        total = self.count * iterations
        turns = -(-total // self.chunk)
        skipped = max(0, turns - 2 * self.ends)
        for turn in range(min(turns, 2 * self.ends)):
            index = turn if not skipped or turn < self.ends else turn + skipped
            yield (skipped if skipped and turn == self.ends else 0), min(self.chunk, total - index * self.chunk)


@dataclass(frozen=True)
class Builder:
    """Makes the steps of each core."""

    plan: Plan
    durations: Durations
    loops: frozenset[int]
    tails: Mapping[StepKey, float]
    turns_most: int

    def root(self, core: int) -> Turning:
        return self._turning(self.plan.schedule.root, core)

    def _turning(self, loop: Loop, core: int) -> Turning:
        steps = []
        for index, child in enumerate(loop.body):
            if core in child.cores:
                steps.append(self._step(loop, index, child, core))
        return Turning(loop.id, loop.count, loop.chunk, tuple(steps), self.turns_most // 2)

    def _step(self, loop: Loop, index: int, child: Node, core: int) -> Step:
        key = (loop.id, index, core)
        waits = self.plan.waits.get(key, ())
        tail_ps = round(self.tails.get(key, 0))
        schedule = self.plan.schedule
        late = schedule.passes_late(core, index) if loop.id == schedule.root.id else 0
        if isinstance(child, Loop) and child.id in self.loops:
            return Step(key, waits, (), tail_ps, (), self._turning(child, core), late)
        items: list[Item] = []
        submissions: list[Submission] = []
        for item in self._firings(child, core):
            items += [Item(Kind.MOVE, name, item.firings, item.start, item.stop, ps)
                      for name, ps in self.durations.moves_ps(item.name)]  # fmt: skip
            items.append(item)
            for copy in self.durations.copies(item.name):
                queue = queue_of(core, copy.engine, schedule.cores)
                submissions.append(Submission(queue, item, copy))
        if len(set(child.actors)) > 1:
            items = [replace(item, kind=Kind.LOOP) if item.kind is Kind.FIRE else item for item in items]
        kept = tuple(item for item in items if item.firing_ps > 0)
        return Step(key, waits, kept, tail_ps, tuple(submissions), None, late)

    def _firings(self, node: Node, core: int) -> Iterator[Item]:
        if isinstance(node, Leaf):
            for part in node.parts:
                if part.core == core:
                    yield self._item(node.actor, node.firings, part.start, part.stop)
        elif isinstance(node, Loop) and node.parts:
            (part,) = (part for part in node.parts if part.core == core)
            for actor, firings in _firings_below(node, 1):
                turn = firings // node.count
                yield self._item(actor, firings, part.start * turn, part.stop * turn)
        else:
            for actor, firings in _firings_below(node, 1):
                yield self._item(actor, firings, 0, ALL)

    def _item(self, actor: str, firings: int, start: int, stop: int) -> Item:
        return Item(Kind.FIRE, actor, firings, start, stop, self.durations.fire_ps(actor))


def _firings_below(node: Node, times: int) -> Iterator[tuple[str, int]]:
    """Firings of each actor that one core alone runs below `node`, which turns `times` times."""
    if isinstance(node, Leaf):
        yield node.actor, node.firings * times
    elif isinstance(node, Listing):
        for actor, firings in node.firings.items():
            yield actor, firings * times
    else:
        for child in node.body:
            yield from _firings_below(child, times * node.count)


def programs(plan: Plan, durations: Durations, reach: int) -> list[Turning]:
    """The steps of all cores, with no more turns run one by one than `EVENTS_PER_PASS` allows, but as many as waits
    look back (`reach`)."""
    least = 2 * (reach + 2)
    for most in TURNS_MOST:
        found = programs_of_turns(plan, durations, max(most, least))
        if sum(_events(root, root.chunk) for root in found) <= EVENTS_PER_PASS:
            break
    return found


def programs_of_turns(plan: Plan, durations: Durations, turns_most: int) -> list[Turning]:
    """The steps of all cores, where no more than `turns_most` turns of a loop are run one by one."""
    loops = frozenset(_loops_with_waits(plan, plan.schedule.root))
    tails: dict[StepKey, float] = {}
    for move in plan.tail_moves:
        key = (plan.buffers[move.buffer].loop, move.child, move.core)
        tails[key] = tails.get(key, 0) + durations.tail_ps(move)
    builder = Builder(plan, durations, loops, tails, turns_most)
    return [builder.root(core) for core in range(plan.schedule.cores)]


def _events(turning: Turning, iterations: int) -> int:
    """Of one turn of `turning`."""
    total = len(turning.steps)
    for inner in (step.loop for step in turning.steps if step.loop is not None):
        turns = min(-(-inner.count * iterations // inner.chunk), 2 * inner.ends)
        total += turns * _events(inner, inner.chunk)
    return total


def _loops_with_waits(plan: Plan, loop: Loop) -> Iterator[int]:
    """Loops in which somebody may have to wait, or gives work to an engine; and those around them."""
    inner = [i for child in loop.body if isinstance(child, Loop) for i in _loops_with_waits(plan, child)]
    counted = (*plan.waits, *plan.counters)
    if inner or loop.id == plan.schedule.root.id or any(key[0] == loop.id for key in counted if key != PACE):
        yield from inner
        yield loop.id
