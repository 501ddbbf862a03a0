# SPDX-License-Identifier: Apache-2.0
"""The schedule of one core that needs no more memory than any schedule must: actors appear as often as it takes.

The smallest capacities that can live are those of the search for buffers. Any order of firings that keeps them is
as good as another; an actor goes on while it can, those near the end of the data first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from dfgen.analysis.schedules.looped import Firings, Term, compressed
from dfgen.analysis.throughput.problem import Problem


def within(problem: Problem, capacities: Mapping[int, int]) -> Term | None:
    """One iteration in which no channel holds more than its capacity; None if there is none."""
    sequence = fire_within(problem, capacities, problem.firings)
    return None if sequence is None else compressed(sequence)


def fire_within(problem: Problem, capacities: Mapping[int, int], goal: Sequence[int]) -> list[Firings] | None:
    """An order of `goal` firings of each task, from its first phase on; None if none keeps to the capacities."""
    tokens = [channel.tokens for channel in problem.channels]
    left = list(goal)
    inputs: list[list[int]] = [[] for _ in left]
    outputs: list[list[int]] = [[] for _ in left]
    for index, channel in enumerate(problem.channels):
        inputs[channel.target].append(index)
        outputs[channel.source].append(index)

    near = [
        {problem.channels[i].source for i in inputs[task]} | {problem.channels[i].target for i in outputs[task]}
        for task in range(len(left))
    ]

    def can_fire(task: int) -> bool:
        phase = goal[task] - left[task]
        return (
            left[task] > 0
            and all(tokens[i] >= _rate(problem.channels[i].consumed, phase) for i in inputs[task])
            and all(
                tokens[i] + _rate(problem.channels[i].produced, phase) <= capacities[i]
                for i in outputs[task]
                if i in capacities
            )
        )

    def fire(task: int) -> None:
        phase = goal[task] - left[task]
        for i in inputs[task]:
            tokens[i] -= _rate(problem.channels[i].consumed, phase)
        for i in outputs[task]:
            tokens[i] += _rate(problem.channels[i].produced, phase)
        left[task] -= 1

    rank = {task: -place for place, task in enumerate(downstream(problem))}
    waiting = [(rank[task], task) for task in rank]
    heapify(waiting)
    sequence: list[Firings] = []
    while waiting:
        _, task = heappop(waiting)
        count = 0
        while can_fire(task):
            fire(task)
            count += 1
        if count:
            sequence.append(Firings(task, count))
            for other in near[task]:
                heappush(waiting, (rank[other], other))
    return None if any(left) else sequence


def _rate(rates: Sequence[int], phase: int) -> int:
    return rates[phase % len(rates)]


def downstream(problem: Problem) -> list[int]:
    """Tasks in the order in which data without initial tokens reaches them."""
    waiting = [0] * len(problem.tasks)
    after: list[list[int]] = [[] for _ in problem.tasks]
    for channel in problem.channels:
        if not channel.tokens and not channel.is_loop:
            waiting[channel.target] += 1
            after[channel.source].append(channel.target)
    order = [task for task, count in enumerate(waiting) if count == 0]
    for task in order:
        for follower in after[task]:
            waiting[follower] -= 1
            if waiting[follower] == 0:
                order.append(follower)
    reached = set(order)
    return order + [task for task in range(len(waiting)) if task not in reached]
