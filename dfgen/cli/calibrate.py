# SPDX-License-Identifier: Apache-2.0
"""Measure what copies, private views, crossings and copy engines cost on this machine, in less than a minute.

The platform 'host' has these costs from then on: they decide how bytes get across where the graph leaves that open.
With --nodes it measures messages between machines instead, and prints a platform file of them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dfgen.build.calibrate import SECONDS_MAX, calibrate, require_cache, store, to_json
from dfgen.build.calibrate_nodes import calibrate_nodes, hosts_in, platform_text
from dfgen.cli.console import Console
from dfgen.cli.options import count
from dfgen.cli.table import columns
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.contract import Figure
from dfgen.model.calibration import calibrated, calibration_file
from dfgen.model.costs import Curve, at, duration
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted
from dfgen.model.engine_costs import EngineCost
from dfgen.model.platform import Platform, host_platform

_SIZES = {"4 KiB": 1 << 12, "64 KiB": 1 << 16, "1 MiB": 1 << 20, "8 MiB": 1 << 23, "64 MiB": 1 << 26}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", metavar="N", type=_seconds, default=20, help="how long to measure (default: 20)")
    parser.add_argument("--force", action="store_true", help="measure again what has been measured")
    parser.add_argument("--show", action="store_true", help="show the costs that the platform 'host' has, and no more")
    parser.add_argument("--json", action="store_true", help="print a platform file instead of a table")
    nodes = "measure messages between these hosts, one a line, and print a platform file with [[nodes]] and [network]"
    parser.add_argument("--nodes", metavar="HOSTFILE", type=Path, help=nodes)
    folder = (
        "with --nodes, a folder that all hosts have, for the programs that measure (default: that of temporary files)"
    )
    parser.add_argument("--folder", metavar="DIR", type=Path, help=folder)


def _seconds(text: str) -> int:
    seconds = count(text)
    if seconds > SECONDS_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is more than {SECONDS_MAX} seconds")
    return seconds


def execute(arguments: argparse.Namespace, console: Console) -> int:
    if arguments.nodes is not None:
        measured = calibrate_nodes(hosts_in(arguments.nodes), arguments.seconds, arguments.folder, console)
        console.result(platform_text(measured))
        return 0
    if arguments.folder is not None:
        raise fail("option-unknown", "--folder is for measuring between hosts", None, "Add --nodes, or leave it out.")
    file = calibration_file()
    if not arguments.show and (arguments.force or not file.is_file()):
        require_cache()
        found = calibrate(arguments.seconds, console)
        store(found)
        console.step(f"wrote {file}: {counted(found.rounds, 'round')}")
        for part in found.absent:
            console.note(f"{part}: not to be measured here, the shipped costs stay")
        for name in found.unusable:
            console.note(f"engine '{name}': not to be used here, so that no copies are left to it unasked")
        if found.smoothed:
            console.note(f"noise was evened out in: {', '.join(found.smoothed)}")
        content = to_json(found)
    else:
        if not arguments.show:
            console.note("this machine has been calibrated; --force measures again")
        elif not file.is_file():
            console.note("this machine has not been calibrated: these are the shipped costs")
        known = calibrated(host_platform())
        engines = {engine.name: engine.to_json() for engine in known.engines}
        content = {"schema": 1, "costs": known.costs.to_json(), "engines": engines}
    console.result(json.dumps(content, indent=1) if arguments.json else _table(calibrated(host_platform())))
    return 0


def _table(platform: Platform) -> str:
    costs = platform.costs
    rows = [("added to an iteration by", *_SIZES)]
    rows += [(figure.title, *_durations(figure)) for s in STRATEGIES.values() for figure in s.figures(costs)]
    for title, curve in (
        ("a window that another core wrote", costs.fetch_ns_per_byte),
        ("the same if its lines are taken over", costs.fetch_owned_ns_per_byte),
    ):
        rows.append((title, *_by_size(curve)))
    singles = "\n".join(f"{duration(getattr(costs, name)):>8}  {text}" for text, name in _SINGLES)
    engines = "".join(_engine_table(engine) for engine in platform.engines)
    return f"{columns(rows, '<' + '>' * len(_SIZES))}\n\n{singles}{engines}"


def _engine_table(engine: EngineCost) -> str:
    rows = [(f"engine '{engine.name}'", *_SIZES)]
    for title, curve in (
        ("a copy of what the core has just written", engine.dirty_ns_per_byte),
        ("of what no cache holds", engine.cold_ns_per_byte),
        ("more for who writes the source next", engine.writer_ns_per_byte),
        ("more for who reads the copy", engine.reader_ns_per_byte),
    ):
        rows.append((title, *_by_size(curve)))
    singles = (("to give one", engine.give_ns), ("until one of a byte is seen to be done", engine.first_ns))
    told = "\n".join(f"{duration(ns):>8}  {text}" for text, ns in singles)
    return f"\n\n{columns(rows, '<' + '>' * len(_SIZES))}\n{told}"


def _by_size(curve: Curve) -> list[str]:
    return [duration(round(size * at(curve, size))) for size in _SIZES.values()]


def _durations(figure: Figure) -> list[str]:
    return [duration(round(figure.ns + size * at(figure.curve, size))) for size in _SIZES.values()]


_SINGLES = (
    ("from core to core while both spin", "sync_ns"),
    ("to wake a core that sleeps", "futex_ns"),
    ("the first touch of a page of a view", "read_fault_ns"),
    ("the first write to one", "write_fault_ns"),
    ("the same in a program of one core", "lone_write_fault_ns"),
)
