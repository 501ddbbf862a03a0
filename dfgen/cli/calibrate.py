# SPDX-License-Identifier: Apache-2.0
"""Measure what copies, private views and crossings between cores cost on this machine, in less than a minute.

The platform 'host' has these costs from then on: they decide how bytes get across where the graph leaves that open.
With --nodes it measures messages between machines instead, and prints a platform file of them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dfgen.build.calibrate import SECONDS_MAX, calibrate, store, to_json
from dfgen.build.calibrate_nodes import calibrate_nodes, hosts_in, platform_text
from dfgen.cli.console import Console
from dfgen.cli.options import count
from dfgen.cli.table import columns
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.contract import Figure
from dfgen.model.calibration import calibrated, calibration_file
from dfgen.model.costs import Costs, at, duration
from dfgen.model.platform import host_platform

_SIZES = {"4 KiB": 1 << 12, "64 KiB": 1 << 16, "1 MiB": 1 << 20, "8 MiB": 1 << 23, "64 MiB": 1 << 26}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", metavar="N", type=_seconds, default=20, help="how long to measure (default: 20)")
    parser.add_argument("--force", action="store_true", help="measure again what has been measured")
    parser.add_argument("--show", action="store_true", help="show the costs that the platform 'host' has, and no more")
    parser.add_argument("--json", action="store_true", help="print a platform file instead of a table")
    nodes = "measure messages between these hosts, one a line, and print a platform file with [[nodes]] and [network]"
    parser.add_argument("--nodes", metavar="HOSTFILE", type=Path, help=nodes)


def _seconds(text: str) -> int:
    seconds = count(text)
    if seconds > SECONDS_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is more than {SECONDS_MAX} seconds")
    return seconds


def execute(arguments: argparse.Namespace, console: Console) -> int:
    if arguments.nodes is not None:
        console.result(platform_text(calibrate_nodes(hosts_in(arguments.nodes), arguments.seconds, console)))
        return 0
    file = calibration_file()
    if not arguments.show and (arguments.force or not file.is_file()):
        found = calibrate(arguments.seconds, console)
        store(found)
        console.step(f"wrote {file}: {found.rounds} rounds")
        for part in found.absent:
            console.note(f"{part}: not to be measured here, the shipped costs stay")
        if found.smoothed:
            console.note(f"noise was evened out in: {', '.join(found.smoothed)}")
        content = to_json(found)
    else:
        if not arguments.show:
            console.note("this machine has been calibrated; --force measures again")
        elif not file.is_file():
            console.note("this machine has not been calibrated: these are the shipped costs")
        content = {"schema": 1, "costs": calibrated(host_platform()).costs.to_json()}
    console.result(json.dumps(content, indent=1) if arguments.json else _table(calibrated(host_platform()).costs))
    return 0


def _table(costs: Costs) -> str:
    rows = [("added to an iteration by", *_SIZES)]
    rows += [(figure.title, *_durations(figure)) for s in STRATEGIES.values() for figure in s.figures(costs)]
    fetches = (duration(round(size * at(costs.fetch_ns_per_byte, size))) for size in _SIZES.values())
    rows.append(("a window that another core wrote", *fetches))
    singles = "\n".join(f"{duration(getattr(costs, name)):>8}  {text}" for text, name in _SINGLES)
    return f"{columns(rows, '<' + '>' * len(_SIZES))}\n\n{singles}"


def _durations(figure: Figure) -> list[str]:
    return [duration(round(figure.ns + size * at(figure.curve, size))) for size in _SIZES.values()]


_SINGLES = (
    ("from core to core while both spin", "sync_ns"),
    ("to wake a core that sleeps", "futex_ns"),
    ("the first touch of a page of a view", "read_fault_ns"),
    ("the first write to one", "write_fault_ns"),
    ("the same in a program of one core", "lone_write_fault_ns"),
    ("an empty copy by the engine 'thread'", "engine_ns"),
)
