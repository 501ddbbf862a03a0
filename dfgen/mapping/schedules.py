# SPDX-License-Identifier: Apache-2.0
"""Schedules that are made once for all plans which ask for the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dfgen.mapping.schedule_graph import MappingOptions, schedule_graph
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.schedule import Schedule


class Schedules:
    """Plans that differ in their memory alone have one schedule in common, which takes most of the time of a plan."""

    def __init__(self) -> None:
        self._made: list[tuple[object, Schedule]] = []

    def of(
        self,
        graph: Graph,
        facts: Facts,
        cores: int,
        options: MappingOptions,
        impure: Mapping[str, str],
        small: Collection[str],
    ) -> Schedule:
        """What `schedule_graph` gives."""
        asked = (graph, facts, cores, options, impure, small)
        for before, schedule in self._made:
            if before == asked:
                return schedule
        schedule = schedule_graph(graph, facts, cores, options, impure, small)
        self._made.append((asked, schedule))
        return schedule
