# SPDX-License-Identifier: Apache-2.0
"""What generated programs are compared with: programs of the bench that use no dfgen. The table below is all there are.

Each runs the same actors; `PROGRAM fifo BYTES TOKENS` or `PROGRAM chain ITEMS FIRINGS` prints nanoseconds and a sum.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.transfers.builds import Absent, run_command

PROGRAMS = Path(__file__).resolve().parent / "programs"
FLAGS = ("-O3", "-DNDEBUG", "-march=native", "-ffp-contract=off", "-Wall", "-Wextra", "-pthread")


@dataclass(frozen=True)
class Peer:
    """`libraries` link it, `package` is the Debian package that has them; `settings` of the environment are tried in
    turn, and the best one counts."""

    name: str
    source: str
    tasks: tuple[str, ...]
    libraries: tuple[str, ...] = ()
    package: str = "build-essential"
    settings: tuple[Mapping[str, str], ...] = field(default=({},))

    @property
    def is_cpp(self) -> bool:
        return self.source.endswith(".cpp")


PEERS = (
    Peer("by hand", "hand.c", ("fifo", "chain")),
    Peer("boost spsc", "boost_spsc.cpp", ("fifo",), package="libboost-dev"),
    Peer("oneTBB", "tbb_pipeline.cpp", ("fifo", "chain"), ("-ltbb",), "libtbb-dev"),
    Peer(
        "GNU Radio",
        "gnuradio_blocks.cpp",
        ("fifo", "chain"),
        ("-lgnuradio-runtime", "-lgnuradio-pmt", "-lspdlog", "-lfmt"),
        "gnuradio-dev",
        ({}, {"BUFFER_ITEMS": "16384"}, {"BUFFER_ITEMS": "131072"}),
    ),
)


@dataclass(frozen=True)
class Result:
    """Of one run: ns in all, and the sum that every program must find."""

    elapsed_ns: int
    checksum: str


def build(peer: Peer, folder: Path) -> Path | Absent:
    """The peer's program, or why it cannot be had."""
    compiler = shutil.which("c++" if peer.is_cpp else "cc")
    if compiler is None:
        return Absent(f"{peer.name}: no C++ compiler" if peer.is_cpp else f"{peer.name}: no C compiler")
    target = folder / Path(peer.source).stem
    standard = "-std=c++17" if peer.is_cpp else "-std=gnu11"
    command = [compiler, standard, *FLAGS, str(PROGRAMS / peer.source), *peer.libraries, "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return target
    first = next((line for line in done.stderr.splitlines() if "error" in line), "it does not compile")
    if "No such file" in first or "cannot find" in done.stderr:
        return Absent(f"{peer.name} is not here: install the package {peer.package}")
    return Absent(f"{peer.name}: {first}")


def run(program: Path, words: Sequence[object], environment: Mapping[str, str], folder: Path) -> Result:
    """Frameworks may say something of their own before."""
    found = run_command([str(program), *map(str, words)], folder, environment)
    elapsed_ns, checksum = found.lines[-2:]
    return Result(int(elapsed_ns), checksum)
