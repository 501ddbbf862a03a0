# SPDX-License-Identifier: Apache-2.0
"""What a throughput analysis knows of a graph: tasks that take time, channels that make them wait. Integers only.

A task of P phases fires them in turn. Its firings start in order; they may overlap unless a channel of the task to
itself forbids it. A firing takes its tokens as it starts and gives them as it ends; tokens pass a channel in order, so
that a firing whose time is over gives its tokens only after the firings before it. A problem is consistent, and all
its rates are such that every task fires.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import lcm

import networkx as nx

from dfgen.model.frozen import frozen


@frozen
class Task:
    """`durations`: one a phase."""

    name: str
    durations: tuple[int, ...]

    @property
    def phases(self) -> int:
        return len(self.durations)


@frozen
class Channel:
    """From task number `source` to task number `target`, with rates of each of their phases."""

    name: str
    source: int
    target: int
    produced: tuple[int, ...]
    consumed: tuple[int, ...]
    tokens: int

    @property
    def is_loop(self) -> bool:
        return self.source == self.target

    @property
    def is_one_at_a_time(self) -> bool:
        """A firing can start only when the one before it has ended."""
        rates = {*self.produced, *self.consumed}
        return self.is_loop and len(rates) == 1 and self.tokens < 2 * max(rates)


@frozen
class Problem:
    tasks: tuple[Task, ...]
    channels: tuple[Channel, ...]

    @cached_property
    def cycles(self) -> tuple[int, ...]:
        """How often each task goes through all its phases in the smallest iteration of its connected part."""
        ratio: dict[int, Fraction] = {}
        found = [0] * len(self.tasks)
        for root in range(len(self.tasks)):
            if root in ratio:
                continue
            ratio[root] = Fraction(1)
            part = [root]
            for task in part:
                for other, factor in self._neighbours[task]:
                    if other not in ratio:
                        ratio[other] = ratio[task] * factor
                        part.append(other)
            # A common factor cannot remain: the root's ratio is 1.
            whole = lcm(*(ratio[task].denominator for task in part))
            for task in part:
                found[task] = int(ratio[task] * whole)
        return tuple(found)

    @cached_property
    def firings(self) -> tuple[int, ...]:
        """Firings of each task in one iteration, a phase each."""
        return tuple(count * task.phases for count, task in zip(self.cycles, self.tasks, strict=True))

    @cached_property
    def _neighbours(self) -> list[list[tuple[int, Fraction]]]:
        """Of each task: those that a channel ties to it, and how many cycles they go through for one of its own."""
        found: list[list[tuple[int, Fraction]]] = [[] for _ in self.tasks]
        for channel in self.channels:
            factor = Fraction(sum(channel.produced), sum(channel.consumed))
            found[channel.source].append((channel.target, factor))
            found[channel.target].append((channel.source, 1 / factor))
        return found

    def part(self, tasks: Iterable[int]) -> Problem:
        """These tasks and the channels among them."""
        kept = sorted(tasks)
        index = {task: place for place, task in enumerate(kept)}
        channels = (
            Channel(c.name, index[c.source], index[c.target], c.produced, c.consumed, c.tokens)
            for c in self.channels
            if c.source in index and c.target in index
        )
        return Problem(tuple(self.tasks[task] for task in kept), tuple(channels))

    def components(self) -> list[list[int]]:
        """The strongly connected components that have a channel inside: only their tasks wait for themselves."""
        flow: nx.DiGraph = nx.DiGraph((channel.source, channel.target) for channel in self.channels)
        found = (sorted(component) for component in nx.strongly_connected_components(flow))
        return sorted(
            component for component in found if len(component) > 1 or flow.has_edge(component[0], component[0])
        )

    def one_at_a_time(self) -> Problem:
        """The same, with no two firings of a task at once."""
        bound = {channel.source for channel in self.channels if channel.is_one_at_a_time}
        added = (one_at_a_time(task, index) for index, task in enumerate(self.tasks) if index not in bound)
        return Problem(self.tasks, (*self.channels, *added))


def one_at_a_time(task: Task, index: int) -> Channel:
    """The channel that keeps the firings of task number `index` apart."""
    ones = (1,) * task.phases
    return Channel(f"{task.name}:{task.name}", index, index, ones, ones, 1)
