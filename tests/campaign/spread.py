# SPDX-License-Identifier: Apache-2.0
"""Programs of the campaign that run on several nodes: which actors are where is drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.messages import Messages, implementations, nodes_at_random
from tests.oracle.building import Builder


@dataclass(frozen=True)
class Spread:
    """So many nodes, actors on them by `seed`, and the implementation of MPI."""

    nodes: int
    seed: int
    mpi: str

    @property
    def messages(self) -> Messages:
        return next(each for each in implementations() if each.name == self.mpi)

    def compile(self, graph: Path, options: CompileOptions) -> Compiled:
        with nodes_at_random(self.seed):
            return compile_graph(graph, replace(options, nodes=self.nodes))

    def builder(self, usual: Builder) -> Builder:
        return self.messages.builder(usual)

    def command(self, program: Sequence[str], compiled: Compiled) -> list[str]:
        return self.messages.command(program, compiled)


def is_spread(compiled: Compiled) -> bool:
    """Whether actors were drawn on more than one node: else it is a program like any other."""
    return "nodes" in compiled.plan


def spread_at_random(rng: random.Random, most: int) -> Spread | None:
    """On two nodes or more, up to so many; on one where that is the most."""
    if most < 2:
        return None
    return Spread(rng.randint(2, most), rng.getrandbits(32), rng.choice(implementations()).name)
