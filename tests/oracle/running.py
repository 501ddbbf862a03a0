# SPDX-License-Identifier: Apache-2.0
"""What every program made from an application must write, and what a run of one wrote instead."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph
from tests.drivers import drivers

from . import balance
from .adornments import firings_of
from .application import Application
from .interpreter import interpret, written_by

SECONDS_MAX = 120
NOTHING: Mapping[str, str] = MappingProxyType({})
NO_SINKS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Expected:
    """What dfgen makes of an application, and what every program made from it must write.

    `iterations` are those of the flat graph, of which several may make one of the application.
    """

    application: Application
    fifos: tuple[str, ...]
    iterations: int
    recorded: dict[int, bytes]

    @property
    def asked(self) -> int:
        """Iterations to ask a program for."""
        return self.iterations + self.application.beyond

    @property
    def options(self) -> tuple[str, ...]:
        """What live parameters change to, and when."""
        parts = self.iterations // self.application.iterations
        return tuple(
            f"{live.name}={value}" + (f"@{since * parts}" if since else "")
            for live in self.application.live
            for since, value in live.values[1:]
        )

    @property
    def sinks(self) -> dict[int, str]:
        """Which of the recorded are files, by the names of their actors."""
        return {actor.number: actor.name for actor in self.application.files() if actor.records}

    @property
    def sources(self) -> dict[str, bytes]:
        """The files to read: longer than what is read of them, unless they are to end the program."""
        found = {}
        for actor in self.application.files():
            if not actor.records:
                blocks = firings_of(self.application, actor)
                blocks += 0 if self.application.beyond else actor.number
                found[actor.name] = written_by(actor, blocks)
        return found

    @property
    def by_path(self) -> dict[int, tuple[str, bytes]]:
        """The recording actors' paths and what they must write."""
        return {number: (path, self.recorded[number]) for number, path in self.application.recorded().items()}


def expected_of(application: Application, graph: Path) -> Expected:
    flat = load_graph(graph, {})
    firings, hierarchical = analyse(flat).firings, balance.firings(application)
    (parts,) = {count // firings[name] for name, count in hierarchical.items()}
    assert all(count == parts * firings[name] for name, count in hierarchical.items())
    fifos = tuple(fifo.name for fifo in flat.fifos)
    return Expected(application, fifos, application.iterations * parts, interpret(application, parts=parts))


def with_sources(expected: Expected, folder: Path) -> list[str]:
    """The options for the files that a program reads, which are written to the folder."""
    for name, data in expected.sources.items():
        (folder / f"in_{name}.bin").write_bytes(data)
    return [f"{name}={folder / f'in_{name}.bin'}" for name in expected.sources]


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _difference(name: str, written: bytes, expected: bytes) -> str:
    equal = next((i for i, (a, b) in enumerate(zip(written, expected)) if a != b), min(len(written), len(expected)))
    return f"'{name}' wrote {len(written)} bytes of {len(expected)}, the first {equal} are right"


@dataclass(frozen=True)
class Outcome:
    """How a run ended. `status` is None if it did not."""

    command: str
    status: int | None
    differences: tuple[str, ...]
    output: str

    @property
    def kind(self) -> str:
        """Empty if nothing is wrong."""
        if self.status is None:
            return "did not end"
        return f"status {self.status}" if self.status else ("bytes" if self.differences else "")

    @property
    def wrong(self) -> list[str]:
        if not self.kind:
            return []
        ending = f"did not end in {SECONDS_MAX} s" if self.status is None else f"ended with status {self.status}"
        said = [f"{ending}: {self.output}"] if self.status != 0 else []
        return [self.command, *self.differences, *said]


def execute(
    command: Sequence[str],
    recorded: Mapping[int, tuple[str, bytes]],
    folder: Path,
    variables: Mapping[str, str] = NOTHING,
    sinks: Mapping[int, str] = NO_SINKS,
) -> Outcome:
    """Run a program, or dfgen, to which the iterations and options are given. `sinks`: those of the recorded that are
    known by a name."""
    written = {number: folder / f"out_{number}.bin" for number in recorded}
    full = [*command, *(f"{sinks.get(number, f'out_{number}')}={path}" for number, path in written.items())]
    told = " ".join([*(f"{name}={shlex.quote(value)}" for name, value in variables.items()), shlex.join(full)])
    for path in written.values():
        path.unlink(missing_ok=True)
    try:
        ended = subprocess.run(
            full, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS_MAX, check=False,
            env={**os.environ, **drivers(), **variables},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome(told, None, (), "")
    found = [(recorded[n][0], _content(path), recorded[n][1]) for n, path in written.items()]
    differences = tuple(_difference(*triple) for triple in found if triple[1] != triple[2])
    return Outcome(told, ended.returncode, differences, f"{ended.stdout[-500:]}{ended.stderr[:4000]}")


def run_program(
    command: Sequence[str], expected: Expected, folder: Path, variables: Mapping[str, str] = NOTHING
) -> list[str]:
    """What is wrong with such a run."""
    return execute(command, expected.by_path, folder, variables).wrong
