# SPDX-License-Identifier: Apache-2.0
"""Measures what messages between machines cost, by a program on each of them that MPI starts; a platform file of it."""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dfgen.build.calibrate import SLOW_FACTOR, START_S, measured_by
from dfgen.build.launcher import find_launcher, launch_command, launcher_environment
from dfgen.build.reporter import SILENCE, Reporter
from dfgen.csource.toolchain import run_command
from dfgen.model.diagnostics import Span, fail
from dfgen.model.input_files import read_text
from dfgen.model.network import COSTS, Network
from dfgen.paths import runtime_dir

ALIKE = 0.25
"""Pairs whose costs differ less from the median of all have no costs of their own."""
PAIR_S = 5
"""What a pair may take longer than it was given, for a slow network."""
_HINT_HOSTS = "Each host must start programs without a password, and have the same MPI."
_INSTALL = "Install one, for example by 'apt-get install openmpi-bin libopenmpi-dev'."


@dataclass(frozen=True)
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
    """Of a file as launchers read it: a host a line, and what else they have behind it. Raises `UserError`."""
    lines = (line.partition("#")[0].split() for line in read_text(file).splitlines())
    hosts = tuple(words[0].partition(":")[0] for words in lines if words)
    if len(hosts) < 2:
        hint = "Write one host a line; the name of this machine may stand there twice, for a trial."
        message = f"messages go between two nodes or more, and this names {len(hosts)}"
        raise fail("hosts-too-few", message, Span(str(file), 1, 1), hint)
    return hosts


def calibrate_nodes(hosts: Sequence[str], seconds: int, reporter: Reporter = SILENCE) -> Measured:
    """Measure each pair of these hosts in turn, all of them for about so long. Raises `UserError`."""
    names = _names(hosts)
    with tempfile.TemporaryDirectory(prefix="dfgen-calibrate-") as folder:
        reporter.step("building the program that measures")
        program = _build(Path(folder))
        command = launch_command(find_launcher(Path(folder)), [str(program), str(seconds)], hosts)
        reporter.step(f"measuring messages between {len(hosts)} nodes for {seconds} s")
        reporter.command(command)
        pairs = len(hosts) * (len(hosts) - 1) // 2
        limit_s = (seconds + pairs * PAIR_S) * SLOW_FACTOR + START_S
        figures = measured_by(command, launcher_environment(), limit_s, _HINT_HOSTS, reporter)
    found = {
        (names[one], names[other]): _network(figures, one, other)
        for one in range(len(hosts))
        for other in range(one + 1, len(hosts))
    }
    return Measured(dict(zip(names, hosts, strict=True)), found)


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
    compiler = shutil.which("mpicc")
    if compiler is None:
        raise fail(
            "tool-missing", "'mpicc' is not on this machine, and builds programs for several nodes", None, _INSTALL
        )
    program = folder / "nodes"
    source = runtime_dir() / "calibrate" / "nodes" / "nodes.c"
    done = run_command([compiler, "-std=gnu11", "-O2", str(source), "-o", str(program)])
    if not done.succeeded:
        raise fail("c-compile", f"the program that measures does not compile: {done.stderr.strip()}", None, _INSTALL)
    return program


def _network(figures: Mapping[str, Mapping[int, Sequence[float]]], one: int, other: int) -> Network:
    """Of the fastest half of the rounds: others were disturbed."""

    def ns_of(name: str) -> tuple[int, float]:
        ((size, found),) = figures[f"{name} {one} {other}"].items()
        return size, statistics.median(sorted(found)[: (len(found) + 1) // 2])

    (_, latency_ns), (_, message_ns), (size, window_ns) = map(ns_of, ("latency", "message", "window"))
    return Network(max(1, round(latency_ns)), max(1, round(size * 1e9 / window_ns)), round(message_ns))


def _costs(network: Network) -> list[str]:
    return [f"{name} = {getattr(network, name)}" for name in COSTS]


def _is_like(one: Network, usual: Network) -> bool:
    pairs = ((one.latency_ns, usual.latency_ns), (one.bytes_per_s, usual.bytes_per_s))
    return all(abs(a - b) <= ALIKE * b for a, b in pairs)
