# SPDX-License-Identifier: Apache-2.0
"""Schedules that are made once for all plans which ask for the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from dfgen.model.diagnostics import UserError
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.progress import Effort
from dfgen.model.schedule import Schedule
from dfgen.processes import Died, in_own_process

if TYPE_CHECKING:
    from dfgen.mapping.schedule_graph import MappingOptions

Found = TypeVar("Found")


@frozen
class Asked:
    """What `schedule_graph` is given."""

    graph: Graph
    facts: Facts
    cores: int
    options: MappingOptions
    impure: Mapping[str, str]
    small: Collection[str]

    def made(self) -> Schedule:
        from dfgen.mapping.schedule_graph import schedule_graph  # which is loaded while the compiler reads C

        return schedule_graph(self.graph, self.facts, self.cores, self.options, self.impure, self.small)

    def key(self) -> Asked:
        """The same of all that have the same schedule, though not the same notes, outputs that are zero before they are
        written, or listeners."""
        actors = tuple(
            replace(actor, ports=tuple(replace(port, partial=False, unwritten_bytes=()) for port in actor.ports))
            if any(port.partial for port in actor.ports)
            else actor
            for actor in self.graph.actors
        )
        silent = self.with_effort(Effort(self.options.effort.limit_s))
        return replace(silent, graph=replace(self.graph, actors=actors, notes=()))

    def with_effort(self, effort: Effort) -> Asked:
        return replace(self, options=replace(self.options, effort=effort))


class Schedules:
    """Plans that differ in their memory alone have one schedule in common, which takes most of the time of a plan."""

    def __init__(self) -> None:
        self._made: list[tuple[Asked, Schedule]] = []

    def of(self, asked: Asked) -> Schedule:
        key = asked.key()
        for before, schedule in self._made:
            if before == key:
                return schedule
        schedule = asked.made()
        self._made.append((key, schedule))
        return schedule

    def ahead(self, asked: Asked, meanwhile: Callable[[], Found]) -> Found:
        """What `meanwhile` gives, done while a process of its own makes the schedule for those who will ask for it. Of
        a schedule that cannot be made, they are told as they ask. How far a mapper is that searches is told behind
        `meanwhile`."""
        key, found = asked.key(), list[Found]()
        effort = asked.options.effort
        try:
            schedule = in_own_process(
                lambda tell: asked.with_effort(replace(effort, tell=tell)).made(),
                effort.tell,
                meanwhile=lambda: found.append(meanwhile()),
            )
        except OSError:
            return found[0] if found else meanwhile()  # there was no process to be had
        except (UserError, Died, RuntimeError):
            if not found:
                raise
            return found[0]
        self._made.append((key, schedule))
        return found[0]
