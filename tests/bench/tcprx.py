# SPDX-License-Identifier: Apache-2.0
"""TCP's receive side (apps/tcprx) with the copy to the user by the core, and by an engine.

    python -m tests.bench.tcprx [--engine NAME] [--threshold BYTES] [--rounds N] [--nic 0|1]

Both programs take turns. Printed are ns a packet, medians of the rounds with the smallest and the largest, how much
less the engine takes (by medians), and beside it what Zhao, Bhuyan, Makineni, Newell and Iyer (IEEE Transactions on
Computers, 2007) found for an asynchronous copy engine. Theirs is hardware beside the memory and needs no CPU; a thread
needs one, and its bytes come back from that CPU's caches.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import CompileOptions, compile_graph

APP = Path(__file__).resolve().parents[2] / "apps" / "tcprx"
SIZES = {512: 48.5, 1024: 48.0, 1400: 43.9}
"""Bytes of a packet, and by how many percent the paper's engine lowers the time."""
FRAMES = 102_400
_BY = re.compile(r" @by\([^)]*\)")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tcprx", description=__doc__)
    parser.add_argument("--engine", default="thread", metavar="NAME", help="(default: thread)")
    parser.add_argument("--threshold", type=int, default=256, metavar="BYTES", help="what it copies at least (256)")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="of each (default: 15)")
    parser.add_argument("--nic", type=int, default=1, choices=(0, 1), help="1: checksums by the card (default)")
    given = parser.parse_args(arguments)
    by = f" @by(engine = {given.engine}, threshold = {given.threshold})"
    print(f"{'bytes':>6}{'core':>22}{given.engine:>22}{'less':>8}{'paper':>8}")
    for size, paper in SIZES.items():
        with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
            programs = [built(Path(folder, name), text, size, given.nic) for name, text in (("core", ""), ("by", by))]
            timed: list[list[float]] = [[], []]
            for _ in range(given.rounds):
                for values, program in zip(timed, programs, strict=True):
                    values.append(packet_ns(program))
        told = (f"{median(v):.0f} ({min(v):.0f} to {max(v):.0f})" for v in timed)
        less = 100 * (1 - median(timed[1]) / median(timed[0]))
        print(f"{size:6}{next(told):>22}{next(told):>22}{less:7.1f}%{paper:7.1f}%", flush=True)
    return 0


def built(folder: Path, by: str, size: int, nic: int) -> Path:
    """The program with the receiver's outputs annotated so."""
    shutil.copytree(APP, folder / "app")
    graph = folder / "app" / "tcprx.sdf"
    graph.write_text(_BY.sub(by, graph.read_text("utf-8")), "utf-8")
    options = CompileOptions(cores=1, platform="host", parameters={"bytes": size, "nic": nic, "frames": FRAMES})
    write_folder(folder / "made", compile_graph(graph, options).files)
    return build_folder(folder / "made", native=True)


def packet_ns(program: Path) -> float:
    figures = program.parent / "figures.json"
    subprocess.run([program, "-q", "--json", figures], check=True, capture_output=True)
    return float(json.loads(figures.read_text())["elapsed_ns"]) / FRAMES


if __name__ == "__main__":
    raise SystemExit(main())
