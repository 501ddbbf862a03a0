# SPDX-License-Identifier: Apache-2.0
"""The exact period of a plan, by throughput analysis of the mapped graph: what the timed run of it is checked against.

Every core is one task, whose phases are the stretches of its pass between waits and counters, one after the other. A
wait for another core is a channel to it, with a task on the way that takes as long as a counter needs to be seen. The
cost of falling asleep while waiting is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dfgen.analysis.throughput import Channel, Problem, Task, TooLarge, Watch, throughput
from dfgen.model.plan import PACE, Plan, StepKey, Wait
from dfgen.model.platform import Platform
from dfgen.model.schedule import Schedule
from dfgen.prediction.durations import PS_PER_NS, Durations
from dfgen.prediction.program import ALL, Turning, programs_of_turns
from dfgen.prediction.simulation import PASS_WAITS

PHASES_MAX = 200_000


@dataclass(frozen=True)
class Mapped:
    """`period_ns` of a graph iteration. `critical`: cores and FIFOs around a cycle that allows no less."""

    period_ns: Fraction
    critical: tuple[str, ...]


@dataclass
class _Phases:
    """A core's pass. `waited`: what each phase waits for as it begins; `counted`: the counter it adds to at its end."""

    durations: list[int] = field(default_factory=list)
    waited: list[tuple[Wait, ...]] = field(default_factory=list)
    counted: list[StepKey | None] = field(default_factory=list)

    def add(self, waits: tuple[Wait, ...], duration_ps: int, counter: StepKey | None) -> None:
        """Stretches at whose border nothing happens are one."""
        if self.durations and not waits and self.counted[-1] is None:
            self.durations[-1] += duration_ps
            self.counted[-1] = counter
            return
        if len(self.durations) >= PHASES_MAX:
            raise TooLarge("a pass has too many steps")
        self.durations.append(duration_ps)
        self.waited.append(waits)
        self.counted.append(counter)


def mapped_throughput(plan: Plan, platform: Platform, watch: Watch | None = None) -> Mapped | None:
    """The exact period; None where an engine takes part. Raises `TooLarge` for passes of very many steps."""
    if plan.engines:
        return None
    found = throughput(mapped_problem(plan, platform), watch)
    assert found.period is not None, "a plan that is live has a period"
    return Mapped(found.period / plan.schedule.root.chunk / PS_PER_NS, found.critical)


def mapped_problem(plan: Plan, platform: Platform) -> Problem:
    """Of one pass, in ps."""
    awaited = {wait.step for waits in plan.waits.values() for wait in waits} | {PACE}
    programs = programs_of_turns(plan, Durations(plan, platform), ALL)
    cores = [_Phases() for _ in range(plan.schedule.cores)]
    schedule = plan.schedule
    for index, core in enumerate(cores):
        if index > 0:
            ahead = schedule.first_stage(0) + schedule.latest(0) - schedule.first_stage(index)
            core.add((Wait(PACE, schedule.depth_passes + 1 - ahead, PASS_WAITS),), 0, None)
        _walk(core, schedule, programs[index], schedule.root.chunk, awaited)
        core.add((), 0, PACE if index == 0 else None)
    tasks = [Task(f"core {index}", tuple(core.durations)) for index, core in enumerate(cores)]
    channels = [
        Channel(task.name, index, index, (1,) * task.phases, (1,) * task.phases, 1) for index, task in enumerate(tasks)
    ]
    counters = _counters(cores)
    sync_ps = platform.costs.sync_ns * PS_PER_NS
    for index, core in enumerate(cores):
        for wait, begun in _waits(core):
            source, ended = counters[wait.step]
            seen = len(tasks)
            tasks.append(Task(wait.reason, (sync_ps,)))
            channels.append(Channel(wait.reason, source, seen, ended, (1,), 0))
            channels.append(Channel(wait.reason, seen, index, (1,), begun, wait.lag))
    return Problem(tuple(tasks), tuple(channels))


def _walk(core: _Phases, schedule: Schedule, loop: Turning, iterations: int, awaited: set[StepKey]) -> None:
    """One turn of `loop`. While a core runs pass p of stage 0, later stages run passes before it: so waits look back
    from p."""
    for step in loop.steps:
        counter = step.key if step.key in awaited else None
        stage = schedule.stage(*step.key[:2])
        core.add(tuple(replace(w, lag=w.lag + stage - schedule.stage(*w.step[:2])) for w in step.waits), 0, None)
        if step.loop is not None:
            for _, inner in step.loop.turns(iterations):
                _walk(core, schedule, step.loop, inner, awaited)
        work = sum(round(item.count(iterations) * item.firing_ps) for item in step.items)
        core.add((), work + step.tail_ps, counter)


def _counters(cores: list[_Phases]) -> Mapping[StepKey, tuple[int, tuple[int, ...]]]:
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
