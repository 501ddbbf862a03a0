# SPDX-License-Identifier: Apache-2.0
"""An abstract run of a plan: what each core knows to be done, before and after each of its waits.

Vector clocks (Lamport 1978; Mattern 1989) tell what is known: a wait counts only for the turn that it waits for, not
for what the peer may have done since. An engine's queue has a clock of its own, as if it were a core that is told what
to do. All cores' lists are run through the transient and one period more; where passes have stages also shorter
programs, whose cores wait for nothing in passes that are not begun, and ones whose last pass is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from dfgen.model.plan import PACE, Plan, StepKey, TailMove, queue_of
from dfgen.model.schedule import Loop

# Turns after which a program that looks back only from stage to stage goes on as it did.
TURNS_FEW = 4


def turns_to_run(plan: Plan) -> list[int]:
    """How many turns a program may have, as far as that makes a difference to who waits for what: with stages few, so
    that its end meets its beginning, or as many as the longest look back, so that its end meets the first of these."""
    lags = [w.lag for waits in plan.waits.values() for w in waits]
    most = max([*lags, plan.schedule.depth_passes + 1]) + 2
    if not plan.schedule.stages:
        return [most]
    few = 2 * max(plan.schedule.stages) + TURNS_FEW
    return sorted({*range(1, min(few, most) + 1), *range(max(1, most - TURNS_FEW), most + 1)})


def programs_to_run(plan: Plan) -> list[tuple[int, int]]:
    """Turns, and the iterations of the last one: all of a pass, and a single one where that makes a difference."""
    root = plan.schedule.root
    shared = any(isinstance(child, Loop) and len(child.cores) > 1 for child in root.body)
    lasts = {root.chunk, 1} if shared or plan.engines else {root.chunk}
    return [(turns, last) for turns in turns_to_run(plan) for last in sorted(lasts)]


@dataclass
class _CoreState:
    """A core in the abstract run: what it does next, and what it knows of every core's progress."""

    index: int
    events: Iterator[tuple[bool, StepKey, int]]
    clock: list[int]
    pending: tuple[bool, StepKey, int] | None = None
    done: bool = False


Clock = tuple[int, ...]
"""Of every core and engine queue, how much of what it has done is known."""


@dataclass
class AbstractRun:
    """The abstract run of all cores through so many `turns` of the pass, the last of which has `last` iterations.
    `observe` is told of each step that may start: its key, its core's clock before the step's waits, and what each of
    these tells, or None where it tells nothing yet."""

    plan: Plan
    turns: int
    last: int
    observe: Callable[[StepKey, Clock, Sequence[Clock | None]], None] | None = None
    clocks: dict[StepKey, list[tuple[int, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.queues: dict[StepKey, set[int]] = {}
        for m in self.plan.meetings:
            for touch in (m.writer, m.reader):
                if touch.queue is not None:
                    self.queues.setdefault((m.loop, touch.child, touch.core), set()).add(touch.queue)
        numbers = {queue for given in self.queues.values() for queue in given}
        self.clock_length = max([*numbers, self.plan.schedule.cores - 1]) + 1
        self.queue_clocks = {queue: [0] * self.clock_length for queue in numbers}
        self.visited = self._loops_to_visit(self.plan.schedule.root)
        self.tails: dict[StepKey, list[TailMove]] = {}
        for move in self.plan.tail_moves:
            step = self.plan.buffers[move.buffer].loop, move.child, move.core
            self.tails.setdefault(step, []).append(move)

    def _loops_to_visit(self, loop: Loop) -> set[int]:
        """The loops in which somebody may have to wait; others are single steps of one core, or of each core that they
        are relayed to."""
        if loop.parts:
            return set()
        found = {i for child in loop.body if isinstance(child, Loop) for i in self._loops_to_visit(child)}
        gives = any((loop.id, index, core) in self.queues for index, c in enumerate(loop.body) for core in c.cores)
        return found | ({loop.id} if found or gives or len(loop.cores) > 1 else set())

    def run(self) -> None:
        cores = range(self.plan.schedule.cores)
        states = [_CoreState(core, self._events(core), [0] * self.clock_length) for core in cores]
        while any([self._advance(state) for state in states]):  # noqa: C419 every core in every round
            pass

    def _events(self, core: int) -> Iterator[tuple[bool, StepKey, int]]:
        """(begins, step, turn) in the core's order: of the pass that it begins, and of those that stages are in."""
        turns: dict[int, int] = {}
        schedule = self.plan.schedule
        late = {child: schedule.passes_late(core, child) for child in schedule.children_of(core)}
        latest = max(late.values(), default=0)
        for begun in range(self.turns + latest):
            if begun < self.turns:
                yield True, (0, -2, core), begun
            for child, passes in late.items():
                if 0 <= begun - passes < self.turns:
                    iterations = schedule.root.chunk if begun - passes < self.turns - 1 else self.last
                    yield from self._child(schedule.root, child, core, begun - passes, turns, iterations)
            if begun >= latest:
                yield False, (0, -1, core), begun - latest

    def _child(
        self, loop: Loop, index: int, core: int, turn: int, turns: dict[int, int], iterations: int
    ) -> Iterator[tuple[bool, StepKey, int]]:
        """What a core does of a child of a loop, in a turn of so many iterations."""
        child = loop.body[index]
        if core not in child.cores:
            return
        yield True, (loop.id, index, core), turn
        if isinstance(child, Loop) and child.id in self.visited:
            for length in self._lengths(child, iterations):
                inner = turns.get(child.id, 0)
                for below in range(len(child.body)):
                    yield from self._child(child, below, core, inner, turns, length)
                turns[child.id] = inner + 1
        yield False, (loop.id, index, core), turn

    def _lengths(self, loop: Loop, iterations: int) -> Iterator[int]:
        """The iterations of each turn of a loop, in so many of the loop around it; of very many turns only some."""
        whole, rest = divmod(loop.count * iterations, loop.chunk)
        yield from repeat(loop.chunk, min(whole, self.turns))
        if rest:
            yield rest

    def _advance(self, state: _CoreState) -> bool:
        """Run one core until it must wait. Whether it got anywhere."""
        moved = False
        while not state.done:
            if state.pending is None:
                state.pending = next(state.events, None)
                state.done = state.pending is None
                continue
            begins, step, turn = state.pending
            if begins and not self._pass_waits(state, step, turn):
                return moved
            if not begins:
                state.clock[state.index] += 1
                self._complete(state, step)
                for move in self.tails.get(step, ()):
                    self._wait_for_engines(state, move)
                self.clocks.setdefault(step, []).append(tuple(state.clock))
            state.pending, moved = None, True
        return moved

    def _wait_for_engines(self, state: _CoreState, move: TailMove) -> None:
        """Before a tail move that says so, the core waits until all that it gave to an engine is done."""
        for engine in move.engines:
            done = self.queue_clocks[queue_of(state.index, engine, self.plan.schedule.cores)]
            state.clock[:] = [max(a, b) for a, b in zip(state.clock, done, strict=True)]

    def _complete(self, state: _CoreState, step: StepKey) -> None:
        """What a core gave to engines in a step is done at some time; only who waits for it knows that it is."""
        for queue in self.queues.get(step, ()):
            clock = [max(a, b) for a, b in zip(self.queue_clocks[queue], state.clock, strict=True)]
            clock[queue] += 1
            self.queue_clocks[queue] = clock
            self.clocks.setdefault((step[0], step[1], queue), []).append(tuple(clock))

    def _pass_waits(self, state: _CoreState, step: StepKey, turn: int) -> bool:
        """Wait as the core will. Whether it goes on."""
        wanted = [(w.step, w.lag) for w in self.plan.waits.get(step, ())]
        if step[1] == -2 and state.index > 0:
            wanted = [(PACE, self.plan.schedule.depth_passes + 1)]
        for counter, lag in wanted:
            if turn >= lag and len(self.clocks.get(counter, ())) <= turn - lag:
                return False
        told = [self.clocks[counter][turn - lag] if turn >= lag else None for counter, lag in wanted]
        if self.observe is not None:
            self.observe(step, tuple(state.clock), told)
        for known in told:
            if known is not None:
                state.clock[:] = [max(a, b) for a, b in zip(state.clock, known, strict=True)]
        return True
