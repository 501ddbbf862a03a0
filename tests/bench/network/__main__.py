# SPDX-License-Identifier: Apache-2.0
"""What FIFOs between two nodes bring, beside MPI by hand: how fast, how much of it is hidden, how well it is predicted.

    python -m tests.bench.network [--row NAME ...] [--mpi NAME] [--wire NAME ...] [--runs N] [--seconds N] [--quick]

Both nodes are processes on this machine. Between them is its memory or, where root may have them, two network
namespaces joined by a cable of 1 Gbit/s; each with every implementation of MPI that is here. Variants take turns;
printed are medians and the least and most of all runs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.bench.network.rows import ROWS
from tests.bench.network.sessions import Session
from tests.bench.network.wires import MEMORY, NoWireError, Wire, limited
from tests.bench.transfers.builds import FAST, Workshop
from tests.messages import COMPILERS, Messages, implementations

WIRES = ("memory", "network")
QUICK_ROWS = ("bandwidth", "small", "blocking")


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    began = time.monotonic()
    found = [messages for messages in implementations() if given.mpi in (None, messages.name)]
    for name in sorted(set(COMPILERS) - {messages.name for messages in implementations()}):
        print(f"skipped: {name} is not installed")
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder, ExitStack() as opened:
        for wire in _wires(given.wire, Path(folder), opened):
            for messages in found[:1] if given.quick else found:
                for line in lines(messages, wire, given):
                    print(line, flush=True)
    print(f"took {time.monotonic() - began:.0f} s")
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.network", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--row", nargs="+", choices=ROWS, metavar="NAME", help=f"only these, of {', '.join(ROWS)}")
    parser.add_argument("--mpi", choices=COMPILERS, help="only this implementation")
    parser.add_argument("--wire", nargs="+", choices=WIRES, default=WIRES, help="what is between the processes")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="of each variant (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="N", help="of a run (default: 0.5)")
    parser.add_argument("--quick", action="store_true", help="few and short runs, by one MPI: shows that all works")
    given = parser.parse_args(arguments)
    if given.quick:
        given.runs, given.seconds = 2, 0.05
    given.row = given.row or (QUICK_ROWS if given.quick else tuple(ROWS))
    return given


def _wires(names: Sequence[str], folder: Path, opened: ExitStack) -> Iterator[Wire]:
    """Those that can be had here."""
    for name in names:
        try:
            yield MEMORY if name == "memory" else opened.enter_context(limited(folder))
        except NoWireError as error:
            print(f"skipped: the limited network: {error}")


def lines(messages: Messages, wire: Wire, given: argparse.Namespace) -> Iterator[str]:
    """The table of one implementation over one wire."""
    if not wire.carries(messages.launcher):
        yield f"skipped: {messages.name} over {wire.name}: its processes use the memory of the machine that they share"
        return
    cpus = len(os.sched_getaffinity(0))
    yield f"{messages.name} over {wire.name}; {given.runs} alternated runs on {cpus} CPUs"
    workshop = Workshop((*FAST, *messages.included), messages.linked)
    session = Session(workshop, messages, wire, given.seconds, given.runs)
    try:
        for name in given.row:
            yield f"{name}: {ROWS[name].__doc__}"
            for figure in ROWS[name](session, quick=given.quick):
                yield from figure.lines()
    finally:
        workshop.close()


if __name__ == "__main__":
    sys.exit(main())
