# SPDX-License-Identifier: Apache-2.0
"""Which starts wait for which in a schedule that repeats: the constraints of K-periodic schedules.

Every task t repeats a group of K(t) of its q(t) cycles; K(t) divides q(t). The starts of a group are the events. In
an iteration of length L a group comes round every L * K(t) / q(t). Each constraint says: an event comes at least
`weight` after another one, less L * `height` / `unit`. So L must be at least weight * unit / height around every cycle
of constraints, and the largest of these is the shortest iteration of such schedules. With K = 1 the schedule is
1-periodic; with K = q nothing is lost. (Bodin, Munier-Kordon, Dupont de Dinechin: "Optimal and fast throughput
evaluation of CSDF", DAC 2016.)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import gcd, lcm

from dfgen.analysis.throughput.problem import Channel, Problem, Task, one_at_a_time


@dataclass
class EventGraph:
    """Arcs as four lists. Heights are multiples of 1 / `unit` iterations; `first` is each task's first event."""

    unit: int
    first: list[int]
    events: int
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)

    def add(self, source: int, target: int, weight: int, height: int) -> None:
        self.sources.append(source)
        self.targets.append(target)
        self.weights.append(weight)
        self.heights.append(height)

    def task_of(self, event: int) -> int:
        return bisect_left(self.first, event + 1) - 1


def event_graph(problem: Problem, periods: Sequence[int], tick: Callable[[], None]) -> EventGraph:
    """The constraints of a strongly connected problem in which task t repeats `periods[t]` cycles.

    `tick` is called now and then.
    """
    rest = [cycles // group for cycles, group in zip(problem.cycles, periods, strict=True)]
    counts = [group * task.phases for group, task in zip(periods, problem.tasks, strict=True)]
    graph = EventGraph(lcm(*rest), [0, *accumulate(counts)][:-1], sum(counts))
    ordered = {channel.source for channel in problem.channels if channel.is_one_at_a_time}
    for index, count in enumerate(counts):
        if index not in ordered and count > 1:
            _add_order(graph, graph.first[index], count, graph.unit // rest[index])
    for channel in problem.channels:
        tick()
        _add_channel(graph, channel, problem.tasks[channel.source], periods, rest[channel.source])
    return graph


def static_order(problem: Problem) -> Problem:
    """The same problem, such that a token may pass once the firing that gives it has ended, alone.

    Where firings of a task may overlap and take different times, a second task ends them one after the other.
    """
    bound = {channel.source for channel in problem.channels if channel.is_one_at_a_time}
    tasks = list(problem.tasks)
    channels: list[Channel] = []
    ends: dict[int, int] = {}
    for index, task in enumerate(problem.tasks):
        if len(set(task.durations)) > 1 and index not in bound:
            ends[index] = len(tasks)
            tasks.append(Task(task.name, (0,) * task.phases))
            ones = (1,) * task.phases
            channels.append(Channel(f"{task.name}:{task.name}", index, ends[index], ones, ones, 0))
            channels.append(one_at_a_time(task, ends[index]))
    for c in problem.channels:
        source = ends.get(c.source, c.source)
        channels.append(Channel(c.name, source, c.target, c.produced, c.consumed, c.tokens))
    return Problem(tuple(tasks), tuple(channels)) if ends else problem


def _add_order(graph: EventGraph, first: int, count: int, group: int) -> None:
    """The firings of a task start in order. `group` is the height of one group of its firings."""
    for event in range(first, first + count - 1):
        graph.add(event, event + 1, 0, 0)
    graph.add(first + count - 1, first, 0, group)


def _add_channel(graph: EventGraph, channel: Channel, source: Task, periods: Sequence[int], rest: int) -> None:
    """For each event of the target: the event of the source that gives the last token that it needs.

    Tokens that earlier events of the target need as well are left to these, for starts are in order. A token that
    comes round every `step` tokens in pairs of groups may come from several events of one group.
    """
    produced, consumed = channel.produced * periods[channel.source], channel.consumed * periods[channel.target]
    given, taken = list(accumulate(produced)), list(accumulate(consumed))
    step = gcd(given[-1], taken[-1])
    scale, remainder = divmod(graph.unit * step, given[-1] * rest)  # height of `step` tokens
    assert remainder == 0, "heights are multiples of the unit"
    durations = source.durations * periods[channel.source]
    first_source, first_target = graph.first[channel.source], graph.first[channel.target]
    for target, (tokens, total) in enumerate(zip(consumed, taken, strict=True)):
        if tokens == 0:
            continue
        need = total - channel.tokens
        token = (need - 1) % step + 1
        while token <= given[-1]:
            event = bisect_left(given, token)
            spare = given[event] - token
            if spare >= produced[event] - tokens:
                height = (token - need) // step * scale
                graph.add(first_source + event, first_target + target, durations[event], height)
            token += (spare // step + 1) * step
