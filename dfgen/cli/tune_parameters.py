# SPDX-License-Identifier: Apache-2.0
"""`dfgen tune` where a parameter has several values: which of them are best."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.build.probe import size_text
from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.cli.table import columns
from dfgen.model.costs import duration
from dfgen.model.diagnostics import Span, UserError, fail

if TYPE_CHECKING:
    from dfgen.annotate.edits import Edit
    from dfgen.profile.parameter_choices import Choice, Chosen, Goal

SCHEMA = 1
GOALS = ("time", "memory", "latency")
AS_NOW = "as it is now"


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "parameters",
        "With several values of a parameter (-p NAME=1,2,4) these are tuned, and not strategies. The program must put "
        "out the same bytes with all of them: what it prints is compared, what it writes to files is not.",
    )
    goal = "what --write goes by: time, memory or latency (default: time)"
    group.add_argument("--goal", choices=GOALS, metavar="GOAL", help=goal)
    group.add_argument("--write", action="store_true", help="make the best values the defaults in the graph file")
    other = "also write values with which the program prints other bytes than now"
    group.add_argument("--other-output", action="store_true", help=other)


def execute(
    arguments: argparse.Namespace, values: Mapping[str, Sequence[int | float]], keeps: bool, console: Console
) -> int:
    """`values`: those to choose from, by parameter. `keeps`: nothing is written, whatever is found."""
    from dfgen.annotate import write_edit
    from dfgen.annotate.parameters import require_editable
    from dfgen.frontend.importers.preesm.run_folder import run_folder
    from dfgen.profile.parameter_choices import ChoiceOptions, Goal, choose_parameters

    _refuse_what_makes_no_sense(arguments)
    path = Path(arguments.graph)
    if arguments.write:
        require_editable(path)
    before = contents_of(path)
    goal = Goal(arguments.goal or GOALS[0])
    wanted = ChoiceOptions(
        iterations=arguments.iterations,
        seconds=arguments.seconds,
        options=tuple(arguments.program_options),
        where=run_folder(path),
        written_for=goal if arguments.write and not arguments.other_output else None,
    )
    with tempfile.TemporaryDirectory(prefix="dfgen-tune-", ignore_cleanup_errors=True) as folder:
        console.step(f"planning {path} with {' and '.join(values)}")
        chosen = choose_parameters(path, options.compile_options(arguments), values, wanted, Path(folder), console)
    for note in _unlike(chosen):
        console.note(note)
    if arguments.write:
        require_unchanged(path, before)
        if chosen.as_now is False:
            console.result(_json(chosen) if arguments.json else "\n".join(_text(chosen, "")))
            raise _other_output(path, chosen.choices[chosen.best[goal]])
    edit = _edit(path, chosen, goal) if arguments.write else None
    if edit is not None and edit.changes and not keeps:
        write_edit(edit)
    told = ""
    if edit is not None:
        told = edit.diff().rstrip("\n") if arguments.diff else _written(chosen, goal, edit, keeps)
    console.result(_json(chosen) if arguments.json else "\n".join(_text(chosen, told)))
    return 1 if arguments.check and edit is not None and edit.changes else 0


def contents_of(path: Path) -> list[bytes]:
    """What the graph file and its sidecar hold, as far as they are there."""
    from dfgen.frontend.sidecar import sidecar_of
    from dfgen.model.input_files import read_content

    return [read_content(file) if os.path.isfile(file) else b"" for file in (path, sidecar_of(path))]


def require_unchanged(path: Path, before: Sequence[bytes]) -> None:
    """Raise `UserError` if what was measured is not the graph any more."""
    if contents_of(path) != before:
        message = f"'{path}' has changed while its program was measured"
        raise fail("file-changed", message, Span(str(path), 0, 0), "Nothing was written; run the command again.")


def _refuse_what_makes_no_sense(arguments: argparse.Namespace) -> None:
    if arguments.patterns or arguments.strategies or arguments.written or arguments.sidecar:
        arguments.parser.error("strategies of FIFOs and values of parameters are tuned one after the other")
    if (arguments.check or arguments.diff) and not arguments.write:
        arguments.parser.error("--check and --diff tell what --write would change: add it")
    if arguments.other_output and not arguments.write:
        arguments.parser.error("--other-output is for --write: add it")
    if arguments.json and arguments.diff:
        arguments.parser.error("--json and --diff cannot both be printed")


def _unlike(chosen: Chosen) -> Iterator[str]:
    """What is told of values with which something else is printed."""
    reference = next((choice for choice in chosen.choices if choice.same_output), None)
    for choice in chosen.choices:
        if reference is not None and choice.same_output is False:
            yield (
                f"with {_values(choice)} the program prints other bytes than with {_values(reference)}: "
                "values that change what comes out are no choice, and their times are of different work"
            )


def _other_output(path: Path, best: Choice) -> UserError:
    message = f"with {_values(best)}, the best for this goal, the program prints other bytes than it does now"
    hint = "Nothing was written. Leave out such values, or write them all the same with --other-output."
    return fail("output-changed", message, Span(str(path), 0, 0), hint)


def _edit(path: Path, chosen: Chosen, goal: Goal) -> Edit:
    from dfgen.annotate.parameters import plan_parameters

    return plan_parameters(path, dict(chosen.choices[chosen.best[goal]].values))


def _written(chosen: Chosen, goal: Goal, edit: Edit, keeps: bool) -> str:
    verb = "would be written" if keeps else "written"
    return f"{edit.path}: {_values(chosen.choices[chosen.best[goal]])}: {verb if edit.changes else 'as it was'}"


def _text(chosen: Chosen, told: str) -> Iterator[str]:
    """`told`: what became of the file, if it was to change."""
    names = [name for name, _ in chosen.choices[0].values]
    head = (*names, "cores", "predicted", "measured", "memory", "latency", "")
    rows = [head, *(_row(chosen, number) for number in range(len(chosen.choices)))]
    yield columns(rows, ">" * (len(names) + 5) + "<") + "\n"
    if any(choice.is_guess for choice in chosen.choices):
        yield "predictions are guesses: most of the work is of actors that state no time"
    for each, number in chosen.best.items():
        few = " of those that were measured" if each.value == GOALS[0] and chosen.is_cut_short else ""
        kept = f", {AS_NOW}" if number == chosen.present else ""
        yield f"best for {each.value}{few}: {_values(chosen.choices[number])}{kept}"
    if told:
        yield told


def _row(chosen: Chosen, number: int) -> tuple[str, ...]:
    choice = chosen.choices[number]
    values = (str(value) for _, value in choice.values)
    if choice.is_refused:
        return (*values, "", "", "", "", "", f"not possible: {_short(choice.problem)}")
    best = [goal.value for goal, place in chosen.best.items() if place == number]
    notes = [f"best: {', '.join(best)}"] if best else []
    notes += [AS_NOW] if number == chosen.present else []
    notes += [choice.problem] if choice.problem else []
    measured = duration(round(choice.measured_ns)) if choice.measured_ns is not None else ""
    figures = (duration(round(choice.period_ns)), measured, size_text(choice.memory_bytes))
    return (*values, str(choice.cores), *figures, duration(round(choice.latency_ns)), "; ".join(notes))


def _short(problem: str) -> str:
    """What is wrong, without its particulars: those stand in the JSON, and `check` tells them."""
    return problem.partition(": ")[0]


def _values(choice: Choice) -> str:
    from dfgen.profile.parameter_choices import text_of

    return text_of(choice.values)


def _json(chosen: Chosen) -> str:
    content = {
        "schema": SCHEMA,
        "iterations": chosen.iterations,
        "choices": [_choice(choice) for choice in chosen.choices],
        "best": {goal.value: dict(chosen.choices[number].values) for goal, number in chosen.best.items()},
    }
    return json.dumps(content, indent=2)


def _choice(choice: Choice) -> dict[str, Any]:
    measured, ratio = choice.measured_ns, choice.ratio
    return {
        "values": dict(choice.values),
        "cores": choice.cores,
        "predicted_ns": round(choice.period_ns),
        "predicted_is_guess": choice.is_guess,
        "latency_ns": round(choice.latency_ns),
        "memory_bytes": choice.memory_bytes,
        "measured_ns": round(measured) if measured is not None else None,
        "ratio": {"median": ratio.median, "low": ratio.low, "high": ratio.high} if ratio is not None else None,
        "problem": choice.problem or None,
        "same_output": choice.same_output,
    }
