# SPDX-License-Identifier: Apache-2.0
"""What `analyze --schedules` says: looped schedules of one core, and the most that FIFOs hold while they run."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from dfgen.cli.buffer_answers import OutOfTime, deadlocks, patience, token_bytes, unbounded_problem
from dfgen.cli.console import Console
from dfgen.cli.section import Section
from dfgen.cli.table import columns

if TYPE_CHECKING:
    from dfgen.analysis.schedules.answer import Scheduled
    from dfgen.analysis.throughput import Throughput, TimedGraph

# Lines of a schedule that are shown; JSON has all.
LINES_SHOWN = 8
WIDTH = 80


def configure(parser: argparse.ArgumentParser) -> None:
    """`--schedules` and `--count` stand with the options for buffers."""


def refuse_idle(_arguments: argparse.Namespace) -> None:
    """Here neither: `buffer_answers` knows both."""


def section(
    timed: TimedGraph, throughput: Throughput | None, arguments: argparse.Namespace, console: Console
) -> Section | None:
    from dfgen.analysis.buffers.answer import Exploration
    from dfgen.analysis.schedules.answer import by_all_methods

    if not arguments.schedules or deadlocks(timed, throughput):
        return None
    problem, sizes = unbounded_problem(timed), token_bytes(timed.graph)
    in_bytes = arguments.count == "bytes"
    found: list[Scheduled] = []
    interrupted = False
    console.activity("looped schedules")
    try:
        live = Exploration(problem, sizes, in_bytes, patience(arguments.timeout)).smallest_live()
        found.extend(by_all_methods(problem, sizes if in_bytes else {}, live.capacities))
        found[-1] = replace(found[-1], is_proven=live.at_least is None)
    except OutOfTime:
        found.extend(by_all_methods(problem, sizes if in_bytes else {}, None))
    except KeyboardInterrupt:
        interrupted = True
    return Section("schedules", [one.as_json(sizes) for one in found], _text(found, sizes), interrupted)


def _text(schedules: Sequence[Scheduled], sizes: Mapping[str, int]) -> str:
    from dfgen.analysis.schedules.answer import bytes_held

    rows = [("schedule", "tokens", "bytes", "appearances")]
    texts = []
    for one in schedules:
        if one.held is None:
            rows.append((one.method, "-", "-", "-"))
            lines = wrap(one.obstacle, WIDTH - 2)
        else:
            held = str(sum(one.held.values())), str(bytes_held(one.held, sizes)), str(one.appearances)
            rows.append((one.method, *held))
            lines = wrap(one.schedule, WIDTH - 2)
        if len(lines) > LINES_SHOWN:
            lines = [*lines[:LINES_SHOWN], "... (see --json)"]
        doubt = "" if one.is_proven else " (not proven least)"
        texts.append("\n".join([f"{one.method}{doubt}:", *(f"  {line}" for line in lines)]))
    return "\n".join([columns(rows, "<>>>"), *texts])
