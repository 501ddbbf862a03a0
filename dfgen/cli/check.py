# SPDX-License-Identifier: Apache-2.0
"""Check a graph: does every rate balance, can it run for ever, and how often does each actor fire?"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.cli.table import columns
from dfgen.model.diagnostics import Diagnostic, UserError

if TYPE_CHECKING:
    from dfgen.pipeline import CheckResult

NAME = "check"
HELP = "check a graph and count its firings"
SCHEMA = 1

# Of each id that is a verdict on a whole, well-formed graph: consistent, free of deadlock (None: unknown).
_VERDICTS: dict[str, tuple[bool, bool | None]] = {
    "inconsistent": (False, False),
    "deadlock": (True, False),
    "liveness-undecided": (True, None),
}


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    options.add_parameters(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.pipeline import check_graph

    try:
        result = check_graph(Path(arguments.graph), dict(arguments.parameters or ()))
    except UserError as error:
        if arguments.json and all(diagnostic.id in _VERDICTS for diagnostic in error.diagnostics):
            console.result(json.dumps(_refusal(error), indent=2))
        raise
    console.warnings(result.warnings)
    if arguments.json:
        console.result(json.dumps(_verdict(result), indent=2))
    else:
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
        "warnings": [_diagnostic(warning) for warning in result.warnings],
    }


def _refusal(error: UserError) -> dict[str, Any]:
    verdicts = [_VERDICTS[diagnostic.id] for diagnostic in error.diagnostics]
    free = [deadlock_free for _, deadlock_free in verdicts]
    return {
        "schema": SCHEMA,
        "consistent": all(consistent for consistent, _ in verdicts),
        "deadlock_free": False if False in free else None,
        "repetition_vector": None,
        "repetition_sum": None,
        "errors": [_diagnostic(diagnostic) for diagnostic in error.diagnostics],
    }


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
    return {"id": diagnostic.id, "message": diagnostic.message, "hint": diagnostic.hint, **place}


def _table(result: CheckResult) -> str:
    graph, facts = result.graph, result.facts
    rows: list[tuple[str, ...]] = [("actor", "kind", "phases", "cycles", "firings")]
    for actor in graph.actors:
        counts = (actor.phases, facts.cycles[actor.name], facts.firings[actor.name])
        rows.append((actor.name, actor.kind.value, *(str(number) for number in counts)))
    total = sum(facts.firings.values())
    size = f"{_plural(len(graph.actors), 'actor')}, {_plural(len(graph.fifos), 'FIFO')}"
    verdict = f"{graph.name}: consistent, free of deadlock; {size}, {_plural(total, 'firing')} an iteration"
    return f"{columns(rows, '<<>>>')}\n\n{verdict}"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
