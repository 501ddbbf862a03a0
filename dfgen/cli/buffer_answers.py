# SPDX-License-Identifier: Apache-2.0
"""What `analyze` says of buffers: the smallest for a goal, and the front of all best trade-offs."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.build.folder import write_file
from dfgen.cli.console import Console
from dfgen.cli.front_plot import front_as_svg
from dfgen.cli.section import Section
from dfgen.cli.table import columns
from dfgen.cli.verdicts import plural
from dfgen.model.diagnostics import fail

if TYPE_CHECKING:
    from dfgen.analysis.buffers.answer import Exploration, Sizes
    from dfgen.analysis.throughput import Problem, Throughput, TimedGraph
    from dfgen.model.graph import Graph

# Points of a front that the table shows; JSON has all.
POINTS_SHOWN = 60


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("buffers and schedules")
    group.add_argument(
        "--buffers",
        metavar="GOAL",
        nargs="?",
        const="live",
        help="the smallest buffers: 'live' (no deadlock), 'max-throughput', or a period such as 1088 or 9/2",
    )
    group.add_argument("--pareto", action="store_true", help="all best trade-offs of buffers and throughput")
    group.add_argument("--pareto-plot", metavar="FILE", help="the same, drawn as an SVG file")
    what = "what is to be small (default: tokens)"
    group.add_argument("--count", choices=("tokens", "bytes"), help=what)
    group.add_argument(
        "--schedules", action="store_true", help="looped schedules of one core, and what FIFOs then hold"
    )


def refuse_idle(arguments: argparse.Namespace) -> None:
    """Also those of schedules: without a question nothing is to be small."""
    asked = arguments.buffers or arguments.pareto or arguments.pareto_plot or arguments.schedules
    if arguments.count and not asked:
        arguments.parser.error("--count is for --buffers, --pareto, --pareto-plot and --schedules")


def section(
    timed: TimedGraph, throughput: Throughput | None, arguments: argparse.Namespace, console: Console
) -> Section | None:
    if not (arguments.buffers or arguments.pareto or arguments.pareto_plot) or deadlocks(timed, throughput):
        return None
    answers = BufferAnswers(arguments, timed, console)
    try:
        answers.find()
    except (KeyboardInterrupt, OutOfTime) as ended:
        return Section("buffers", answers.as_json(), answers.as_text(), isinstance(ended, KeyboardInterrupt))
    return Section("buffers", answers.as_json(), answers.as_text())


def deadlocks(timed: TimedGraph, throughput: Throughput | None) -> bool:
    """Also where the throughput was not found out."""
    from dfgen.analysis.throughput import explain_deadlock

    return bool(explain_deadlock(timed)) if throughput is None else throughput.period is None


class OutOfTime(Exception):
    """The time that the user gives is over."""


def patience(seconds: int | None) -> Callable[[], None]:
    """Something to call often, which raises `OutOfTime` when the time is over."""
    end = None if seconds is None else time.monotonic() + seconds

    def tick() -> None:
        if end is not None and time.monotonic() > end:
            raise OutOfTime

    return tick


def unbounded_problem(timed: TimedGraph) -> Problem:
    """Without the sizes that the graph states: they are what is looked for."""
    from dfgen.analysis.throughput import Conventions, timed_problem

    return timed_problem(timed.graph, timed.cycles, Conventions(timed.conventions.auto_concurrency))


def token_bytes(graph: Graph) -> Mapping[str, int]:
    """Of each FIFO; 1 where the size is not known."""
    return {fifo.name: max(1, graph.port(fifo.source).type.size_bytes) for fifo in graph.fifos}


class BufferAnswers:
    """The answers to the questions asked. `find` may be ended; the rest tells what is known at any time."""

    def __init__(self, arguments: argparse.Namespace, timed: TimedGraph, console: Console) -> None:
        from dfgen.analysis.buffers.answer import Exploration

        self.goal: str | None = arguments.buffers
        self.asks_for_front = bool(arguments.pareto or arguments.pareto_plot)
        self.plot, self.count, self.console = arguments.pareto_plot, arguments.count or "tokens", console
        self.graph_file = arguments.graph
        problem, tick = unbounded_problem(timed), patience(arguments.timeout)
        in_bytes = self.count == "bytes"
        self.exploration: Exploration = Exploration(problem, token_bytes(timed.graph), in_bytes, tick)
        self.sizes: Sizes | None = None
        self.is_complete = False

    def find(self) -> None:
        from dfgen.analysis.buffers.answer import EndlessFront

        try:
            if self.goal:
                self.console.activity(f"the smallest buffers for {self.goal}")
                self.sizes = self._smallest(self.goal)
            if self.asks_for_front:
                for point in self.exploration.explore():
                    self.console.activity(f"{plural(point.tokens, 'token')} for a period of {point.period}")
        except EndlessFront:
            raise fail(
                "throughput-endless",
                "more buffers give more throughput without end: nothing else keeps firings of an actor apart",
                None,
                "Ask for a period, or use --no-auto-concurrency to let each actor fire one at a time.",
            ) from None
        finally:
            if self.plot and self.exploration.front:
                write_file(Path(self.plot), front_as_svg(self.exploration.front).encode(), inputs=[self.graph_file])
        self.is_complete = True

    def _smallest(self, goal: str) -> Sizes:
        from dfgen.analysis.buffers.answer import FASTEST, LIVE

        if goal in (LIVE, "min"):
            return self.exploration.smallest_live()
        if goal == FASTEST:
            return self.exploration.smallest_fastest()
        if not re.fullmatch(r"\d+(/0*[1-9]\d*)?", goal, re.ASCII):
            hint = f"'{LIVE}', '{FASTEST}', or a period such as 1088 or 9/2."
            raise fail("option-unknown", f"'{goal}' is not a goal for buffers", None, hint)
        found = self.exploration.smallest_for(Fraction(goal))
        if found is None:
            raise fail("period-unreachable", f"no buffers give a period of {goal}", None, "Ask for a longer period.")
        return found

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"complete": self.is_complete}
        if self.goal:
            found["goal"] = self.goal
            found["smallest"] = self.sizes.as_json() if self.sizes else None
            if self.sizes and self.sizes.at_least is not None:
                found[f"smallest_{self.count}_at_least"] = self.sizes.at_least
        if self.asks_for_front:
            found["pareto"] = [point.as_json() for point in self.exploration.front]
        if not self.is_complete:
            found[f"next_{self.count}_at_least"] = self.exploration.at_least
        return found

    def as_text(self) -> str:
        return "\n\n".join(self._parts())

    def _parts(self) -> Iterator[str]:
        if self.goal and self.sizes:
            yield _sizes_text(self.goal, self.sizes, self.count)
        if self.exploration.front:
            yield _front_text(self.exploration.front)
        if not self.is_complete:
            yield f"buffers: not finished; what comes next has at least {self.exploration.at_least} {self.count}"


def _sizes_text(goal: str, sizes: Sizes, count: str) -> str:
    rows = [("FIFO", "tokens"), *((name, str(tokens)) for name, tokens in sizes.capacities.items())]
    total = f"{plural(sizes.tokens, 'token')}, {plural(sizes.bytes, 'byte')}, period {sizes.period}"
    if sizes.at_least is None:
        title = f"smallest buffers for {goal}: {total}"
    else:
        title = f"buffers for {goal}: {total}\nnot proven smallest; less than {sizes.at_least} {count} do not suffice"
    return f"{title}\n{columns(rows, '<>')}"


def _front_text(front: Sequence[Sizes]) -> str:
    rows = [("tokens", "bytes", "period", "throughput")]
    for point in front[:POINTS_SHOWN]:
        rows.append((str(point.tokens), str(point.bytes), str(point.period), point.throughput))
    more = len(front) - POINTS_SHOWN
    count = plural(len(front), "trade-off")
    return f"{count} of buffers and throughput:\n{columns(rows, '>>>>')}" + (
        f"\nand {more} more: see --json" if more > 0 else ""
    )
