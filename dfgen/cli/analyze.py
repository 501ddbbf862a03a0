# SPDX-License-Identifier: Apache-2.0
"""Find the exact throughput of a graph from the times of its actors.

The period is the time of one iteration once the graph runs steadily; the throughput is its inverse. Firings of an
actor start in order: none before the one that comes before it. They may overlap without bound, unless the actor has
state or a FIFO to itself limits them. FIFOs hold any number of tokens.
Deadlock and infinite throughput are answers. Ctrl-C shows what is known by then.

Example: dfgen analyze h263.xml"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dfgen.cli import buffer_answers, mapped_answers, options, schedule_answers
from dfgen.cli.console import Console
from dfgen.cli.section import Section
from dfgen.cli.table import columns
from dfgen.cli.verdicts import diagnostic_json, is_verdict, plural, refusal_json
from dfgen.model.diagnostics import Diagnostic, UserError, fail

if TYPE_CHECKING:
    from dfgen.analysis.throughput import Throughput, TimedGraph, Watch

SCHEMA = 1
QUIET_SECONDS = 0.5  # shorter work shows no activity
LINE_MAX = 80

# Further parts of the answer, a module each: `configure(parser)` adds its options, `refuse_idle(arguments)` ends where
# some would do nothing, and `section(timed, throughput, arguments, console)` gives a `Section`, or None if it is not
# asked for. `throughput` is None if it was not found.
SECTIONS: tuple[ModuleType, ...] = (buffer_answers, schedule_answers, mapped_answers)


class OutOfTime(Exception):
    """The time that the user gives is over."""


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    options.add_parameters(parser)
    options.add_time_unit(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--timeout", metavar="SECONDS", type=options.count, help="give up after this time")
    group = parser.add_argument_group("conventions")
    alone = "no two firings of an actor overlap"
    group.add_argument("--no-auto-concurrency", dest="auto_concurrency", action="store_false", help=alone)
    capacities = "FIFOs hold no more than the buffer sizes that the graph states"
    group.add_argument("--capacities", action="store_true", help=capacities)
    method = "periodic (schedules, the default) or self-timed (execution: slow, for comparing)"
    parser.add_argument("--method", metavar="NAME", default="periodic", help=method)
    for module in SECTIONS:
        module.configure(parser)
    parser.usage = "dfgen analyze GRAPH [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.analysis.throughput import METHODS, Conventions, explain_deadlock, timed_graph
    from dfgen.frontend.elaborate import load_graph

    for module in SECTIONS:
        module.refuse_idle(arguments)
    if arguments.method not in METHODS:
        raise fail(
            "option-unknown", f"there is no method '{arguments.method}'", None, f"Valid here: {', '.join(METHODS)}."
        )
    graph = load_graph(Path(arguments.graph), options.given(arguments), arguments.time_unit)
    if graph.in_ns:
        console.note(
            "times come without a unit, but for those of the sidecar, and are taken as ns; --time-unit says another"
        )
        graph = graph.with_unit(1)
    if arguments.time_unit:
        graph = graph.in_nanoseconds(arguments.time_unit)
    for note in graph.notes:
        console.note(note)
    conventions = Conventions(arguments.auto_concurrency, arguments.capacities)
    try:
        timed = timed_graph(graph, conventions)
    except UserError as error:
        if arguments.json and is_verdict(error):
            console.result(json.dumps(refusal_json(error, SCHEMA), indent=2))
        raise
    watch = _watch(console, arguments.timeout)
    found, ended = _find(timed, arguments.method, watch)
    deadlock = explain_deadlock(timed) if found is not None and found.period is None else ()
    sections = [] if isinstance(ended, KeyboardInterrupt) else list(_sections(timed, found, arguments, console))
    console.close()
    if arguments.json:
        console.result(json.dumps(_json(timed, found, watch, deadlock, sections), indent=2))
    else:
        console.result("\n".join(_text(timed, found, watch, deadlock, sections)))
    if isinstance(ended, KeyboardInterrupt) or any(section.interrupted for section in sections):
        raise KeyboardInterrupt
    if ended is not None:
        raise _undecided(timed, watch, str(ended))
    return 0


def _find(timed: TimedGraph, method: str, watch: Watch) -> tuple[Throughput | None, BaseException | None]:
    """The throughput, or what has ended the search for it."""
    from dfgen.analysis.throughput import METHODS, TooLarge

    try:
        return METHODS[method](timed.problem, watch), None
    except (KeyboardInterrupt, OutOfTime, TooLarge) as ended:
        return None, ended


def _sections(
    timed: TimedGraph, found: Throughput | None, arguments: argparse.Namespace, console: Console
) -> Iterator[Section]:
    for module in SECTIONS:
        section: Section | None = module.section(timed, found, arguments, console)
        if section is not None:
            yield section
            if section.interrupted:
                return


def _watch(console: Console, seconds: int | None) -> Watch:
    from dfgen.analysis.throughput import Watch

    class Visible(Watch):
        """Shows what goes on if it takes long, and ends it in time."""

        def __init__(self) -> None:
            super().__init__()
            self.start = time.monotonic()

        def tick(self) -> None:
            if seconds is not None and time.monotonic() - self.start > seconds:
                raise OutOfTime(f"it was not found in {plural(seconds, 'second')}")

        def step(self, text: str) -> None:
            if time.monotonic() - self.start > QUIET_SECONDS:
                console.activity(f"{text}; {_bounds(self)}")
            self.tick()

    return Visible()


def _undecided(timed: TimedGraph, watch: Watch, reason: str) -> UserError:
    message = f"the exact throughput of '{timed.graph.name}' is not known: {reason}"
    return fail(
        "throughput-undecided",
        message,
        timed.graph.span,
        f"What is known: {_bounds(watch)}. A longer --timeout may help.",
    )


def _bounds(watch: Watch) -> str:
    least = f"the period is at least {_number(watch.lower)}"
    if watch.upper is not None:
        return f"{least}, at most {_number(watch.upper)}"
    most = "" if watch.upper_if_live is None else f", at most {_number(watch.upper_if_live)}"
    return f"{least}{most} unless it deadlocks"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 or len(str(value)) < 12 else f"{float(value):.6g}"


def _json(
    timed: TimedGraph,
    found: Throughput | None,
    watch: Watch,
    deadlock: tuple[Diagnostic, ...],
    sections: list[Section],
) -> dict[str, Any]:
    graph = timed.graph
    live = watch.upper is not None if found is None else found.period is not None
    return {
        "schema": SCHEMA,
        "graph": graph.name,
        "consistent": True,
        "deadlock_free": None if found is None and not live else live,
        "actors": len(graph.actors),
        "fifos": len(graph.fifos),
        "repetition_vector": dict(timed.firings),
        "repetition_sum": sum(timed.firings.values()),
        "cycles": dict(timed.cycles),
        "exact": found is not None,
        "period": None if found is None or found.period is None else str(found.period),
        "throughput": None if found is None else found.iterations_per_time,
        "time_unit": _unit(timed),
        "critical_cycle": [] if found is None else list(found.critical),
        "bounds": _bounds_json(found, watch),
        "auto_concurrency": timed.conventions.auto_concurrency,
        "capacities": timed.conventions.capacities,
        **{section.key: section.content for section in sections},
        **({"errors": [diagnostic_json(diagnostic) for diagnostic in deadlock]} if deadlock else {}),
    }


def _bounds_json(found: Throughput | None, watch: Watch) -> dict[str, str | None]:
    """Of the period: what is sure even if the search was ended."""
    if found is None:
        live = watch.upper_if_live if watch.upper is None else watch.upper
        return {"lower": str(watch.lower), "upper": _text_of(watch.upper), "upper_if_live": _text_of(live)}
    exact = _text_of(found.period)
    return {"lower": exact, "upper": exact, "upper_if_live": exact}


def _text_of(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _unit(timed: TimedGraph) -> str | None:
    """The unit of the period, if it has one: firings count 1 where no time is stated."""
    return timed.graph.time_unit if timed.stated and not timed.graph.unit_assumed else None


def _text(
    timed: TimedGraph,
    found: Throughput | None,
    watch: Watch,
    deadlock: tuple[Diagnostic, ...],
    sections: list[Section],
) -> Iterator[str]:
    graph = timed.graph
    period = found.period if found is not None else None
    yield columns([("actor", "phases", "firings", "time", "busy"), *_rows(timed, period)], "<>>>>") + "\n"
    firings = plural(sum(timed.firings.values()), "firing")
    yield f"{graph.name}: {plural(len(graph.actors), 'actor')}, {plural(len(graph.fifos), 'FIFO')}, {firings}"
    unit = _unit(timed) or "time unit"
    if found is None:
        yield f"throughput: not known; {_bounds(watch)}"
    elif found.period is None:
        yield "throughput: 0, for it deadlocks"
        yield from (f"  {diagnostic.message}" for diagnostic in deadlock)
    elif found.period == 0:
        yield "throughput: infinite, for no cycle takes time (period 0)"
    else:
        yield f"period: {_exact(found.period, unit)}"
        yield f"throughput: {_exact(1 / found.period, unit, 'iterations a ')}{_per_second(timed, found.period)}"
    if found is not None and found.critical:
        yield from _around(found.critical)
    yield from _conventions(timed)
    for section in sections:
        yield "\n" + section.text


def _rows(timed: TimedGraph, period: Fraction | None) -> Iterator[tuple[str, ...]]:
    """`busy`: how many firings of the actor run at once on average."""
    durations = {task.name: task.durations for task in timed.problem.tasks}
    for actor in timed.graph.actors:
        times = durations.get(actor.name, ())
        work = sum(times) * timed.cycles[actor.name]
        busy = f"{float(work / period):.2f}" if period else ""
        shown = ",".join(map(str, times)) if len(set(times)) > 1 else str(times[0] if times else 0)
        shown = shown if len(shown) <= 24 else f"{min(times)}..{max(times)}"
        yield actor.name, str(actor.phases), str(timed.firings[actor.name]), shown, busy


def _exact(value: Fraction, unit: str, before: str = "") -> str:
    named = f"{before}{unit}" if before or unit == "ns" or value == 1 else f"{unit}s"
    return f"{value} {named}" + ("" if value.denominator == 1 else f" ({float(value):.6g})")


def _per_second(timed: TimedGraph, period: Fraction) -> str:
    return f", {float(10**9 / period):.6g} a second" if _unit(timed) == "ns" else ""


def _around(names: tuple[str, ...]) -> Iterator[str]:
    """The cycle, cut in the middle where it is long. One that comes by an actor several times is told by its actors."""
    members = tuple(dict.fromkeys(names))
    if len(names) == 1:
        yield f"critical cycle: {names[0]}, which waits for its own firings"
        return
    head = "critical cycle:"
    if len(members) < len(names):
        head = f"critical cycle: {len(names)} firings, of these actors:"
    shown = members if len(members) <= 12 else (*members[:8], f"... {len(members) - 10} more ...", *members[-2:])
    yield head
    line = f"  {shown[0]}"
    for word in (*shown[1:], names[0]):
        if len(line) + len(word) > LINE_MAX - 7:
            yield f"{line} ->"
            line = f"  {word}"
        else:
            line += f" -> {word}"
    yield line


def _conventions(timed: TimedGraph) -> Iterator[str]:
    """What the figures depend on and the graph does not say."""
    if timed.conventions.auto_concurrency:
        yield "firings of an actor overlap unless state or a FIFO to itself forbids it;"
    else:
        yield "no two firings of an actor overlap;"
    if not timed.stated:
        yield "every firing takes 1, for no time is stated;"
    yield "FIFOs have the stated sizes" if timed.conventions.capacities else "FIFOs are unbounded"
