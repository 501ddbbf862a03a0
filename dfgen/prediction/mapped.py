# SPDX-License-Identifier: Apache-2.0
"""The exact period of a program, by throughput analysis of the mapped graph: a check of the timed run.

Every core is one task, whose phases are the stretches of its pass between waits and counters, one after the other. A
wait for another core is a channel to it, with a task on the way that takes as long as a counter needs to be seen. The
cost of falling asleep while waiting is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from dfgen.analysis.throughput import Channel, Problem, Task, TooLarge, Watch, throughput
from dfgen.model.frozen import frozen
from dfgen.model.platform import Platform
from dfgen.model.program import ROOT, Program, Publish, Wait
from dfgen.prediction.durations import PS_PER_NS, Durations
from dfgen.prediction.steps import ALL, Item, Step, Tail, Turning, steps_of_trips

PHASES_MAX = 200_000
"""Effort: longer walks of a program have no critical cycle."""


@frozen
class Mapped:
    """`period_ns` of a graph iteration. `critical`: cores and FIFOs around a cycle that allows no less."""

    period_ns: Fraction
    critical: tuple[str, ...]


@dataclass
class _Phases:
    """A core's pass. `waited`: what each phase waits for as it begins; `counted`: the counter it adds to at its end."""

    durations: list[int] = field(default_factory=list)
    waited: list[tuple[Wait, ...]] = field(default_factory=list)
    counted: list[int | None] = field(default_factory=list)

    def wait(self, wait: Wait) -> None:
        """A phase that begins with nothing but waits gets one more."""
        if self.durations and self.durations[-1] == 0 and self.counted[-1] is None and self.waited[-1]:
            self.waited[-1] = (*self.waited[-1], wait)
        else:
            self._begin((wait,))

    def work(self, duration_ps: int) -> None:
        """Stretches at whose border nothing happens are one."""
        if not self.durations or self.counted[-1] is not None:
            self._begin(())
        self.durations[-1] += duration_ps

    def publish(self, counter: int) -> None:
        self.work(0)
        self.counted[-1] = counter

    def _begin(self, waits: tuple[Wait, ...]) -> None:
        if len(self.durations) >= PHASES_MAX:
            raise TooLarge("a pass has too many steps")
        self.durations.append(0)
        self.waited.append(waits)
        self.counted.append(None)


def mapped_throughput(program: Program, platform: Platform, watch: Watch | None = None) -> Mapped | None:
    """The exact period; None where an engine takes part. Raises `TooLarge` for passes of very many steps."""
    if program.engines:
        return None
    found = throughput(mapped_problem(program, platform), watch)
    assert found.period is not None, "a program that is live has a period"
    return Mapped(found.period / program.chunk / PS_PER_NS, found.critical)


def mapped_problem(program: Program, platform: Platform) -> Problem:
    """Of one pass, in ps."""
    cores, frames = [_Phases() for _ in program.cores], _Frames(program)
    for index, stages in enumerate(steps_of_trips(program, Durations(program, platform), ALL)):
        for stage in stages:
            _walk(cores[index], partial(frames.of, index, stage.late), stage.steps, program.chunk)
        cores[index].work(0)
    tasks = [Task(f"core {index}", tuple(core.durations)) for index, core in enumerate(cores)]
    channels = [
        Channel(task.name, index, index, (1,) * task.phases, (1,) * task.phases, 1) for index, task in enumerate(tasks)
    ]
    counters = _counters(cores)
    sync_ps = platform.costs.sync_ns * PS_PER_NS
    for index, core in enumerate(cores):
        for wait, begun in _waits(core):
            source, ended = counters[wait.counter]
            seen = len(tasks)
            tasks.append(Task(wait.reason, (sync_ps,)))
            channels.append(Channel(wait.reason, source, seen, ended, (1,), 0))
            channels.append(Channel(wait.reason, seen, index, (1,), begun, wait.lag))
    return Problem(tuple(tasks), tuple(channels))


class _Frames:
    """Waits for passes, as seen from the passes that cores have begun: what comes late looks back less, what tells it
    late is looked for further back. Each core's passes are counted from `ahead` on, so that no wait looks forward."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.told = {
            operation.counter: stage.late
            for agent in program.cores
            for stage in agent.stages
            for operation in stage.body
            if isinstance(operation, Publish)
        }
        self.ahead = [0] * len(program.cores)
        waits = [
            (agent.core, stage.late, operation)
            for agent in program.cores
            for stage in agent.stages
            for operation in stage.body
            if isinstance(operation, Wait)
        ]
        for _ in program.cores:  # Bellman, Ford
            for core, late, wait in waits:
                self.ahead[core] -= min(0, self._lag(core, late, wait))

    def of(self, core: int, late: int, wait: Wait) -> Wait:
        """The wait of a stage that is so late."""
        if self.program.counters[wait.counter].loop != ROOT:
            return wait
        return Wait(wait.counter, self._lag(core, late, wait), wait.reason)

    def _lag(self, core: int, late: int, wait: Wait) -> int:
        teller = self.program.counters[wait.counter].agent
        return wait.lag + late + self.ahead[core] - self.told[wait.counter] - self.ahead[teller]


def _walk(core: _Phases, seen: Callable[[Wait], Wait], steps: Iterable[Step], iterations: int) -> None:
    """One trip of a loop, or of a stage of the pass. `seen`: a wait in the frame of the pass begun."""
    for step in steps:
        if isinstance(step, Wait):
            core.wait(seen(step))
        elif isinstance(step, Publish):
            core.publish(step.counter)
        elif isinstance(step, Item):
            core.work(round(step.count(iterations) * step.firing_ps))
        elif isinstance(step, Tail):
            core.work(step.time_ps)
        elif isinstance(step, Turning):
            for _, inner in step.trips(iterations):
                _walk(core, seen, step.steps, inner)


def _counters(cores: list[_Phases]) -> Mapping[int, tuple[int, tuple[int, ...]]]:
    """The core of each counter, and which of its phases end with it."""
    found = {}
    for index, core in enumerate(cores):
        for key in {key for key in core.counted if key is not None}:
            found[key] = index, tuple(int(counted == key) for counted in core.counted)
    return found


def _waits(core: _Phases) -> Iterator[tuple[Wait, tuple[int, ...]]]:
    """The waits of a core, and which of its phases begin with each."""
    for wait in dict.fromkeys(wait for waits in core.waited for wait in waits):
        yield wait, tuple(int(wait in waits) for waits in core.waited)
