# SPDX-License-Identifier: Apache-2.0
"""Exact throughput of a graph whose firings take known times.

`problem.py` says what is analysed, `from_graph.py` makes it of a graph. A method gives the exact throughput of a
problem, or raises `TooLarge` or whatever `watch.tick` raises; the bounds found so far are then in its watch.
"""

from __future__ import annotations

from collections.abc import Callable

from dfgen.analysis.throughput.answer import Throughput, TooLarge, Watch
from dfgen.analysis.throughput.from_graph import Conventions, TimedGraph, explain_deadlock, timed_graph, timed_problem
from dfgen.analysis.throughput.problem import Channel, Problem, Task
from dfgen.analysis.throughput.solve import by_execution, by_schedules

__all__ = [
    "METHODS", "Channel", "Conventions", "Problem", "Task", "Throughput", "TimedGraph", "TooLarge", "Watch",
    "explain_deadlock", "throughput", "timed_graph", "timed_problem",
]  # fmt: skip

# Of equal answers; the first is what is taken where the user names none.
METHODS: dict[str, Callable[[Problem, Watch], Throughput]] = {
    "periodic": by_schedules,
    "self-timed": by_execution,
}


def throughput(problem: Problem, watch: Watch | None = None) -> Throughput:
    """The exact throughput by the usual method."""
    return by_schedules(problem, watch or Watch())
