# SPDX-License-Identifier: Apache-2.0
"""Check a graph: does every rate balance, can it run for ever, and how often does each actor fire?"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.cli.draw import show_drawing
from dfgen.cli.table import columns
from dfgen.cli.verdicts import diagnostic_json, is_verdict, plural, refusal_json
from dfgen.model.diagnostics import UserError, some_of
from dfgen.profile.tables import duration_text

if TYPE_CHECKING:
    from dfgen.checking import CheckResult, Pace
    from dfgen.model.actor import Actor

SCHEMA = 1


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    options.add_parameters(parser)
    options.add_time_unit(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON instead of a table")
    form.add_argument("--draw", action="store_true", help="also draw the graph, if it is small")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.checking import check_graph

    try:
        result = check_graph(
            Path(arguments.graph), options.given(arguments), console.activity, time_unit_ns=arguments.time_unit
        )
    except UserError as error:
        if arguments.json and is_verdict(error):
            console.result(json.dumps(refusal_json(error, SCHEMA), indent=2))
        raise
    console.warnings(result.warnings)
    for note in result.graph.notes:
        console.note(note)
    if arguments.json:
        console.result(json.dumps(_verdict(result), indent=2))
    else:
        if arguments.draw:
            show_drawing(result.graph, result.facts.firings, console)
            console.result("")
        console.result(_table(result))
    return 0


def _verdict(result: CheckResult) -> dict[str, Any]:
    graph, facts = result.graph, result.facts
    return {
        "schema": SCHEMA,
        "graph": graph.name,
        "consistent": True,
        "deadlock_free": True,
        "actors": len(graph.actors),
        "fifos": len(graph.fifos),
        "repetition_vector": {actor.name: facts.firings[actor.name] for actor in graph.actors},
        "repetition_sum": sum(facts.firings.values()),
        "cycles": {actor.name: facts.cycles[actor.name] for actor in graph.actors},
        "pace": _pace_json(result.pace),
        "warnings": [diagnostic_json(warning) for warning in result.warnings],
    }


def _pace_json(pace: Pace | None) -> dict[str, Any] | None:
    if pace is None:
        return None
    predicted = {"predicted_ns": round(pace.predicted_ns), "cores": pace.cores, "guessed": list(pace.guessed)}
    return {"iteration_ns": pace.asked_ns, **predicted, "kept": pace.is_kept}


def _pace_text(pace: Pace) -> str:
    predicted = f"{duration_text(pace.predicted_ns)} predicted on {plural(pace.cores, 'core')}"
    verdict = "the periods are kept" if pace.is_kept else "the periods are not kept"
    text = f"{verdict}: they leave an iteration {duration_text(pace.asked_ns)}, and {predicted}"
    return f"{text}; guessed are the times of {some_of(pace.guessed)}" if pace.guessed else text


def _kind(actor: Actor) -> str:
    if actor.boundary is not None:
        return "interface"
    if actor.file is None:
        return actor.kind.value
    return "file source" if actor.file.is_source else "file sink"


def _table(result: CheckResult) -> str:
    graph, facts = result.graph, result.facts
    rows: list[tuple[str, ...]] = [("actor", "kind", "phases", "cycles", "firings")]
    for actor in graph.actors:
        counts = (actor.phases, facts.cycles[actor.name], facts.firings[actor.name])
        rows.append((actor.name, _kind(actor), *(str(number) for number in counts)))
    total = sum(facts.firings.values())
    size = f"{plural(len(graph.actors), 'actor')}, {plural(len(graph.fifos), 'FIFO')}"
    verdict = f"{graph.name}: consistent, free of deadlock; {size}, {plural(total, 'firing')} an iteration"
    pace = f"\n{_pace_text(result.pace)}" if result.pace is not None else ""
    return f"{columns(rows, '<<>>>')}\n\n{verdict}{pace}"
