# SPDX-License-Identifier: Apache-2.0
"""Two ways to one period: the plan run with clocks, and the slowest cycle of who waits for whom in it.

The second knows nothing of runs: steps of cores are tasks, the order of a core and its waits are channels, and the
period is what the throughput analysis finds. Where waiting takes one and the same time whether or not one falls
asleep, both must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.throughput import throughput
from dfgen.analysis.throughput.problem import Channel, Problem, Task, one_at_a_time
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.plan import PACE, Plan, StepKey
from dfgen.model.platform import Platform, default_platform
from dfgen.prediction.durations import Durations
from dfgen.prediction.predict import predict
from dfgen.prediction.program import Turning, programs
from dfgen.prediction.simulation import reach_of
from tests.oracle.generator import random_application, write
from tests.planning import graph_without_c, planned

CORES = 4
SEEDS = range(40)


def platform() -> Platform:
    found = default_platform(CORES)
    return replace(found, costs=replace(found.costs, futex_ns=found.costs.sync_ns))


class Waits:
    """The tasks and channels of a plan in which cores wait between steps of the pass only."""

    def __init__(self, plan: Plan, roots: list[Turning], sync_ps: int) -> None:
        self.tasks: list[Task] = []
        self.channels: list[Channel] = []
        self.number: dict[StepKey, int] = {}
        self.sync_ps = sync_ps
        begins = [self._core(root, core) for core, root in enumerate(roots)]
        for root in roots:
            for step in root.steps:
                for wait in step.waits:
                    self._wait(self.number[wait.step], self.number[step.key], wait.lag)
        for core in range(1, len(roots)):
            self._wait(self.number[PACE], begins[core], plan.schedule.depth_passes + 1)

    def _add(self, duration: int) -> int:
        self.tasks.append(Task(f"task {len(self.tasks)}", (duration,)))
        self.channels.append(one_at_a_time(self.tasks[-1], len(self.tasks) - 1))
        return len(self.tasks) - 1

    def _join(self, source: int, target: int, tokens: int) -> None:
        self.channels.append(Channel(f"channel {len(self.channels)}", source, target, (1,), (1,), tokens))

    def _core(self, root: Turning, core: int) -> int:
        """Its steps in order, pass after pass; the first is one that takes no time."""
        first = last = self._add(0)
        for step in root.steps:
            duration = sum(round(item.count(root.chunk) * item.firing_ps) for item in step.items) + step.tail_ps
            self.number[step.key] = self._add(duration)
            self._join(last, self.number[step.key], 0)
            last = self.number[step.key]
        self._join(last, first, 1)
        if core == 0:
            self.number[PACE] = last
        return first

    def _wait(self, source: int, target: int, lag: int) -> None:
        way = self._add(0)
        # However many are on the way, each takes its time: a delay, not a queue.
        self.channels.pop()
        self.tasks[way] = Task(f"way {way}", (self.sync_ps,))
        self._join(source, way, 0)
        self._join(way, target, lag)


def plans(folder: Path) -> Iterator[Plan]:
    for seed in SEEDS:
        (folder / str(seed)).mkdir()
        graph = graph_without_c(write(random_application(seed), folder / str(seed)))
        yield planned(graph, CORES, MappingOptions(depth=1 + seed % 3))


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, float]]:
    """The two periods of each plan in which cores wait for each other, and not within inner loops."""
    found = []
    for plan in plans(tmp_path_factory.mktemp("graphs")):
        roots = programs(plan, Durations(plan, platform()), reach_of(plan))
        prediction = predict(plan, platform())
        if prediction.settled and plan.waits and not any(step.loop for root in roots for step in root.steps):
            waits = Waits(plan, roots, platform().costs.sync_ns * 1000)
            exact = throughput(Problem(tuple(waits.tasks), tuple(waits.channels))).period
            assert exact is not None
            found.append((float(exact) / 1000 / plan.schedule.iterations_per_pass, prediction.period_ns))
    return found


def test_both_ways_lead_to_the_same_period(compared: list[tuple[float, float]]) -> None:
    assert len(compared) >= 10
    for exact, predicted in compared:
        assert predicted == pytest.approx(exact, rel=1e-9)


def test_there_is_more_to_it_than_the_busiest_core(compared: list[tuple[float, float]]) -> None:
    assert len({round(exact) for exact, _ in compared}) >= 10
