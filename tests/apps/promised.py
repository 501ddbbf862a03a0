# SPDX-License-Identifier: Apache-2.0
"""The graphs of `promises/`: what their sinks hold after so many iterations, and how to run them."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Workbench, run

PROMISES = Path(__file__).resolve().parent / "promises"
SEVERAL, UPSTREAM, FEEDBACK = (PROMISES / f"{name}.sdf" for name in ("several", "upstream", "feedback"))
SINKS: Mapping[Path, tuple[int, ...]] = {SEVERAL: (4, 5, 6), UPSTREAM: (4, 6), FEEDBACK: (6,)}
"""The numbers of the actors that record."""


@dataclass(frozen=True)
class Shape:
    """How a graph is compiled; with `latency` 1 a pass is one iteration; `depth` None leaves it to dfgen."""

    cores: int
    depth: int | None
    latency: int | None = None
    mapper: str = "balance"

    def __str__(self) -> str:
        return f"{self.cores}-{self.depth}-{self.mapper}" + ("-single" if self.latency else "")

    @property
    def options(self) -> CompileOptions:
        return CompileOptions(
            cores=self.cores, depth=self.depth, latency_iterations=self.latency, mapper=self.mapper
        )  # fmt: skip


def expected(graph: Path, iterations: int) -> dict[int, list[int]]:
    """What each sink holds after exactly so many iterations."""
    if graph == SEVERAL:
        tokens = range(2 * iterations)
        return {4: list(tokens), 5: [3 * t + 2 for t in tokens], 6: [3 * t + 3 for t in tokens]}
    if graph == UPSTREAM:
        return {4: list(range(iterations)), 6: [3 * t + 2 for t in range(iterations)]}
    circling = [100, 200, 300]
    for i in range(iterations):
        circling.append(3 * (i + circling[i]) + 2 & (1 << 64) - 1)
    return {6: circling[3:]}


def command_line(graph: Path, *arguments: str) -> list[str]:
    return [*arguments, *(f"out{number}=out{number}.bin" for number in SINKS[graph])]


def recorded(graph: Path, folder: Path) -> dict[int, list[int]]:
    """What the sinks have written; the files are gone afterwards."""
    contents = {}
    for number in SINKS[graph]:
        path = folder / f"out{number}.bin"
        data = path.read_bytes()
        assert len(data) % 8 == 0
        contents[number] = list(struct.unpack(f"<{len(data) // 8}Q", data))
        path.unlink()
    return contents


def ended(
    bench: Workbench, graph: Path, shape: Shape, *arguments: str
) -> tuple[subprocess.CompletedProcess[str], dict[int, list[int]]]:
    """How the program ended and what its sinks hold."""
    program = bench.program(graph, shape.options)
    result = run(program, *command_line(graph, *arguments))
    return result, recorded(graph, program.parent)
