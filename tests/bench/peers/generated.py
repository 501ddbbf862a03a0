# SPDX-License-Identifier: Apache-2.0
"""The same actors as graphs, compiled by dfgen with its defaults for this machine."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from dfgen.pipeline import CompileOptions
from tests.bench.peers.frameworks import PROGRAMS, Result
from tests.bench.transfers.builds import Absent, Program, Workshop, run_program

BESIDE = (PROGRAMS / "work.h", PROGRAMS / "work.c")
STAGES = 6
FIFO = """graph transfers(words = 1) {
    include "work.h"; source "work.c";
    actor first { state s : struct giver; fire give(words, s, token); out token : uint64[words]; }
    actor last { state s : struct taker; fire take(words, s, token); end print_sum(s); in token : uint64[words]; }
    first.token -> last.token;
}
"""
CHAIN_ENDS = """graph transfers(items = 1) {
    include "work.h"; source "work.c";
    actor first { state s : struct giver; fire chain_give(items, s, o); out o : float[items]; }
    actor last { state s : struct taker; fire chain_take(items, s, i); end print_sum(s); in i : float[items]; }
"""


@dataclass(frozen=True)
class Generated:
    """Programs made by dfgen in `workshop`."""

    workshop: Workshop

    def fifo(self, size_bytes: int) -> Program | Absent:
        """Between two cores."""
        return self._program("fifo", FIFO, CompileOptions(platform="host", parameters={"words": size_bytes // 8}))

    def chain(self, items: int, cores: int | None) -> Program | Absent:
        """Of 8 actors."""
        options = CompileOptions(platform="host", cores=cores, parameters={"items": items})
        return self._program("chain", chain_text(), options)

    def _program(self, name: str, text: str, options: CompileOptions) -> Program | Absent:
        return self.workshop.program(self.workshop.graph(name, text, BESIDE), options)


def chain_text() -> str:
    stages = [
        f"    actor s{k} {{ fire chain_stage(items, {k}, i, o); in i : float[items]; out o : float[items]; }}"
        for k in range(1, STAGES + 1)
    ]
    names = ["first", *(f"s{k}" for k in range(1, STAGES + 1)), "last"]
    edges = [f"    {one}.o -> {other}.i;" for one, other in pairwise(names)]
    return "\n".join([CHAIN_ENDS, *stages, *edges, "}"]) + "\n"


def run_generated(program: Program, iterations: int) -> Result:
    run = run_program(program.path, iterations, {})
    return Result(int(run.figures["elapsed_ns"]), run.lines[-1])
