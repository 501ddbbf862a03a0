# SPDX-License-Identifier: Apache-2.0
"""Self-timed execution: every firing starts as soon as its tokens are there, until a state comes back.

The method of Ghamarian, Geilen, Stuijk et al. (2006). It looks at every firing, so it is slow where an iteration has
many, and serves as the second opinion on the other methods. `Execution` can be driven step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from heapq import heappop, heappush

from dfgen.analysis.throughput.problem import Problem
from dfgen.model.frozen import frozen

State = tuple[object, ...]


@frozen
class SelfTimed:
    """`period` of an iteration in the periodic regime; None for a deadlock, 0 if time stands still.

    `tight`: channels (by index) whose tokens came at the very moment at which a firing of the regime took them, or,
    after a deadlock, those that lack tokens. Without more tokens on one of these nothing becomes faster.
    """

    period: Fraction | None
    tight: frozenset[int]


class Execution:
    """A strongly connected problem while it runs. `fired` counts the firings that each task has started."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.now = 0
        self.fired = [0] * len(problem.tasks)
        self.tokens = [channel.tokens for channel in problem.channels]
        self.tight: set[int] = set()
        self._fresh = [0] * len(problem.channels)  # tokens that came at _fresh_at
        self._fresh_at = [-1] * len(problem.channels)
        self._ends: list[tuple[int, int, int, int]] = []  # (time, serial number, task, phase) of running firings
        self._serial = 0
        self._last_end = [0] * len(problem.tasks)
        self._inputs: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in problem.tasks]
        self._outputs: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in problem.tasks]
        for index, channel in enumerate(problem.channels):
            self._inputs[channel.target].append((index, channel.consumed))
            self._outputs[channel.source].append((index, channel.target, channel.produced))

    def start(self, tasks: Iterable[int], goal: int, reference: int) -> None:
        """Start all firings of `tasks` that can start now; the `reference` task only until `goal` firings."""
        for task in tasks:
            durations = self.problem.tasks[task].durations
            inputs = self._inputs[task]
            while task != reference or self.fired[task] < goal:
                phase = self.fired[task] % len(durations)
                if any(self.tokens[index] < rates[phase] for index, rates in inputs):
                    break
                for index, rates in inputs:
                    self._take(index, rates[phase])
                self.fired[task] += 1
                end = max(self._last_end[task], self.now + durations[phase])
                self._last_end[task] = end
                self._serial += 1
                heappush(self._ends, (end, self._serial, task, phase))

    def _take(self, index: int, count: int) -> None:
        fresh = self._fresh[index] if self._fresh_at[index] == self.now else 0
        if self.tokens[index] - fresh < count:
            self.tight.add(index)
        self.tokens[index] -= count
        self._fresh[index] = min(fresh, self.tokens[index])

    def end(self) -> list[int]:
        """End the firing that is due next, and give the tasks that got tokens; empty if nothing runs."""
        if not self._ends:
            return []
        self.now, _, task, phase = heappop(self._ends)
        reached = []
        for index, target, rates in self._outputs[task]:
            if rates[phase]:
                if self._fresh_at[index] != self.now:
                    self._fresh_at[index], self._fresh[index] = self.now, 0
                self._fresh[index] += rates[phase]
                self.tokens[index] += rates[phase]
                reached.append(target)
        return reached

    def run_until(self, reference: int, goal: int) -> bool:
        """Run until the reference task has started `goal` firings and nothing more can start now; False if it cannot.

        All other tasks start whatever they can at that moment, too.
        """
        self.start(range(len(self.fired)), goal, reference)
        while self.fired[reference] < goal or (self._ends and self._ends[0][0] == self.now):
            reached = self.end()
            if not reached and not self._ends and self.fired[reference] < goal:
                return False
            self.start(reached, goal, reference)
        return True

    def state(self) -> State:
        """All that decides how the execution goes on."""
        running = tuple(sorted((end - self.now, task, phase) for end, _, task, phase in self._ends))
        phases = (fired % task.phases for fired, task in zip(self.fired, self.problem.tasks, strict=True))
        return (tuple(self.tokens), tuple(phases), running)

    def lacking(self) -> frozenset[int]:
        """Channels without the tokens that the next firing of their target takes."""
        return frozenset(
            index
            for task, inputs in enumerate(self._inputs)
            for index, rates in inputs
            if self.tokens[index] < rates[self.fired[task] % len(rates)]
        )


def self_timed(problem: Problem, tick: Callable[[], None] = lambda: None) -> SelfTimed:
    """The throughput of a strongly connected problem. `tick` is called once an iteration."""
    reference = min(range(len(problem.tasks)), key=problem.firings.__getitem__)
    step = problem.firings[reference]
    execution = Execution(problem)
    seen: dict[State, tuple[int, int]] = {}
    iterations = 0
    while True:
        execution.tight.clear()
        iterations += 1
        tick()
        if not execution.run_until(reference, iterations * step):
            return SelfTimed(None, execution.lacking())
        state = execution.state()
        if state in seen:
            break
        seen[state] = iterations, execution.now
    then, start = seen[state]
    period = Fraction(execution.now - start, iterations - then)
    tight: set[int] = set()
    for more in range(iterations - then):
        execution.tight.clear()
        execution.run_until(reference, (iterations + more + 1) * step)
        tight |= execution.tight
    return SelfTimed(period, frozenset(tight))
