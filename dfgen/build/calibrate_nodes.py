# SPDX-License-Identifier: Apache-2.0
"""Measures what messages between machines cost: by a program of MPI on each of them first, then by a FIFO of a program
of dfgen, whose threads share CPUs with its cores and so may take longer; a platform file of it.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from dfgen.build.calibrate import SLOW_FACTOR, START_S, measured_by
from dfgen.build.folder import write_folder
from dfgen.build.launcher import find_launcher, launch_command, launcher_environment, listed_hosts, mpi_compiler
from dfgen.build.reporter import SILENCE, Reporter
from dfgen.build.toolchain import build_folder
from dfgen.csource.toolchain import run_command
from dfgen.model.diagnostics import Span, fail
from dfgen.model.frozen import frozen
from dfgen.model.network import COSTS, HOST_HINT, Network, is_host
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph

ALIKE = 0.25
"""Pairs whose costs differ less from the median of all have no costs of their own."""
PAIR_S = 5
"""What a pair may take longer than it was given, for a slow network."""
FIFO_BYTES = (1 << 17, 1 << 19)
"""Windows of the FIFO, each a message: what the longer takes more is due to bytes, the rest to a message."""
WORD_BYTES = 8
MESSAGES_SHARE = 0.4
"""Of the time, for messages by MPI."""
_HINT = (
    "Each host must start programs without a password, have the same MPI, and see '{folder}' as this one does; "
    "--folder names another one."
)
_INSTALL = "Install one, for example by 'apt-get install openmpi-bin libopenmpi-dev'."


@frozen
class Measured:
    """Nodes by the names that their hosts give them, and what was found between each two of them."""

    hosts: Mapping[str, str]
    pairs: Mapping[tuple[str, str], Network]

    @property
    def usual(self) -> Network:
        """The median of all pairs."""
        return Network(
            *(round(statistics.median(getattr(pair, cost) for pair in self.pairs.values())) for cost in COSTS)
        )


def hosts_in(file: Path) -> tuple[str, ...]:
    """Of a file as launchers read it, two or more. Raises `UserError`."""
    hosts = listed_hosts(file)
    if len(hosts) < 2:
        hint = "Write one host a line; the name of this machine may stand there twice, for a trial."
        message = f"messages go between two nodes or more, and this names {len(hosts)}"
        raise fail("hosts-too-few", message, Span(str(file), 1, 1), hint)
    for wrong in (host for host in hosts if not is_host(host)):
        raise fail("nodes-invalid", f"'{wrong}' is not the name of a host", Span(str(file), 1, 1), HOST_HINT)
    return hosts


def calibrate_nodes(
    hosts: Sequence[str], seconds: int, folder: Path | None = None, reporter: Reporter = SILENCE
) -> Measured:
    """Measure between these hosts for about so long; all of them see `folder`, or else the usual one for temporary
    files, where the programs lie meanwhile. Raises `UserError`."""
    names = _names(hosts)
    with _folder_in(folder) as own:
        by_mpi = _by_messages(own, hosts, seconds * MESSAGES_SHARE, reporter)
        first = Measured(
            dict(zip(names, hosts, strict=True)), {(names[a], names[b]): found for (a, b), found in by_mpi.items()}
        )
        unlike = [ends for ends, found in by_mpi.items() if not _is_like(found, first.usual)]
        likest = min(by_mpi, key=lambda ends: _distance(by_mpi[ends], first.usual))
        asked = list(dict.fromkeys([likest, *unlike]))
        fifo = _Fifo(own, first.usual, reporter)
        reporter.step(f"measuring FIFOs of {len(asked)} of {len(by_mpi)} pairs of nodes")
        run_s = seconds * (1 - MESSAGES_SHARE) / len(asked) / len(FIFO_BYTES)
        found = {}
        for done, (one, other) in enumerate(asked, 1):
            found[one, other] = fifo.measured((hosts[one], hosts[other]), run_s, by_mpi[one, other])
            reporter.progress(done, len(asked))
    pairs = {(names[a], names[b]): found.get((a, b), found[likest]) for a, b in by_mpi}
    return Measured(first.hosts, pairs)


@contextmanager
def _folder_in(folder: Path | None) -> Iterator[Path]:
    """One of its own in there, for as long as it is needed."""
    try:
        own = Path(tempfile.mkdtemp(prefix="dfgen-calibrate-", dir=folder)).absolute()
    except OSError as error:
        message = f"cannot write to '{folder or tempfile.gettempdir()}': {error.strerror}"
        raise fail("file-unwritable", message, None, "Name another folder with --folder.") from error
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _by_messages(
    folder: Path, hosts: Sequence[str], seconds: float, reporter: Reporter
) -> dict[tuple[int, int], Network]:
    """What MPI takes, by pairs of hosts."""
    reporter.step("building the program that measures messages")
    program = _build(folder)
    command = launch_command(find_launcher(folder), [str(program), str(seconds)], hosts)
    reporter.step(f"measuring messages between {len(hosts)} nodes")
    reporter.command(command)
    pairs = len(hosts) * (len(hosts) - 1) // 2
    limit_s = (seconds + pairs * PAIR_S) * SLOW_FACTOR + START_S
    hint = _HINT.format(folder=folder.parent)
    figures = measured_by(command, launcher_environment(), limit_s, hint, reporter)
    return {
        (one, other): _network(figures, one, other) for one in range(len(hosts)) for other in range(one + 1, len(hosts))
    }


class _Fifo:
    """Programs with a FIFO between two nodes, one for each length of its windows, for a network as MPI has found it."""

    def __init__(self, folder: Path, network: Network, reporter: Reporter) -> None:
        self.reporter, self.folder = reporter, folder
        platform = folder / "platform.toml"
        lines = ["schema = 1", "[[nodes]]", 'name = "node"', "count = 2", "[network]", *_costs(network)]
        platform.write_text("\n".join(lines), encoding="utf-8")
        self.programs = {size: self._built(size, platform) for size in FIFO_BYTES}

    def _built(self, size: int, platform: Path) -> Path:
        self.reporter.step(f"building a program with a FIFO of {size >> 10} KiB")
        graph = runtime_dir() / "calibrate" / "nodes" / "fifo.sdf"
        options = CompileOptions(
            cores=1, nodes=2, platform=str(platform), platform_given=True, parameters={"words": size // WORD_BYTES}
        )
        folder = self.folder / f"fifo_{size}"
        write_folder(folder, compile_graph(graph, options).files)
        return build_folder(folder, native=False, reporter=self.reporter)

    def measured(self, hosts: Sequence[str], run_s: float, by_mpi: Network) -> Network:
        """Between two hosts, in so long for each length of its windows."""
        taken_ns = {size: _settled_ns(self._rounds(size, hosts, run_s)) for size in FIFO_BYTES}
        return network_of_fifo(by_mpi.latency_ns, taken_ns)

    def _rounds(self, size: int, hosts: Sequence[str], run_s: float) -> Sequence[float]:
        program = self.programs[size]
        words = [str(program), "-q", f"seconds={run_s:.3f}"]
        command = launch_command(find_launcher(program.parent), words, hosts)
        self.reporter.command(command)
        limit_s = (run_s + PAIR_S) * SLOW_FACTOR + START_S
        hint = _HINT.format(folder=self.folder.parent)
        return measured_by(command, launcher_environment(), limit_s, hint, self.reporter)["fifo"][size]


def network_of_fifo(latency_ns: float, taken_ns: Mapping[int, float]) -> Network:
    """The costs of a network by which windows of two lengths in bytes, each a message, take so long."""
    (small, small_ns), (large, large_ns) = sorted(taken_ns.items())
    byte_ns = (large_ns - small_ns) / (large - small)
    if byte_ns <= 0:  # disturbed: then all is put down to bytes
        byte_ns = large_ns / large
    message_ns = max(0.0, large_ns - byte_ns * large)
    return Network(max(1, round(latency_ns)), max(1, round(1e9 / byte_ns)), round(message_ns))


def platform_text(measured: Measured) -> str:
    """A platform file with these nodes and their network."""
    usual, lines = measured.usual, ["schema = 1"]
    for name, host in measured.hosts.items():
        lines += ["", "[[nodes]]", f"name = {json.dumps(name)}", f"host = {json.dumps(host)}"]
    lines += ["", "[network]", *_costs(usual)]
    others = [(pair, found) for pair, found in measured.pairs.items() if not _is_like(found, usual)]
    if others:
        rows = (f"    {{ between = {json.dumps(list(pair))}, {', '.join(_costs(found))} }}," for pair, found in others)
        lines += ["overrides = [", *rows, "]"]
    return "\n".join(lines)


def _names(hosts: Sequence[str]) -> list[str]:
    """A host that is there several times has several nodes."""
    counts, seen = Counter(hosts), Counter[str]()
    names = []
    for host in hosts:
        names.append(host if counts[host] == 1 else f"{host}-{seen[host]}")
        seen[host] += 1
    return names


def _build(folder: Path) -> Path:
    compiler = mpi_compiler()
    if compiler is None:
        message = (
            f"'{os.environ.get('MPICC') or 'mpicc'}' is not on this machine, and builds programs for several nodes"
        )
        raise fail("tool-missing", message, None, _INSTALL)
    program = folder / "nodes"
    source = runtime_dir() / "calibrate" / "nodes" / "nodes.c"
    done = run_command([compiler, "-std=gnu11", "-O2", str(source), "-o", str(program)])
    if not done.succeeded:
        raise fail("c-compile", f"the program that measures does not compile: {done.stderr.strip()}", None, _INSTALL)
    return program


def _network(figures: Mapping[str, Mapping[int, Sequence[float]]], one: int, other: int) -> Network:
    def ns_of(name: str) -> tuple[int, float]:
        ((size, found),) = figures[f"{name} {one} {other}"].items()
        return size, _settled_ns(found)

    (_, latency_ns), (_, message_ns), (size, window_ns) = map(ns_of, ("latency", "message", "window"))
    return Network(max(1, round(latency_ns)), max(1, round(size * 1e9 / window_ns)), round(message_ns))


def _settled_ns(rounds: Sequence[float]) -> float:
    """Of the fastest half of the rounds: others were disturbed."""
    return statistics.median(sorted(rounds)[: (len(rounds) + 1) // 2])


def _costs(network: Network) -> list[str]:
    return [f"{name} = {getattr(network, name)}" for name in COSTS]


def _is_like(one: Network, usual: Network) -> bool:
    return _distance(one, usual) <= ALIKE


def _distance(one: Network, usual: Network) -> float:
    """The larger part by which its latency or its bandwidth differs."""
    pairs = ((one.latency_ns, usual.latency_ns), (one.bytes_per_s, usual.bytes_per_s))
    return max(abs(a - b) / b for a, b in pairs)
