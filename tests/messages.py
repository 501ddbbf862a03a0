# SPDX-License-Identifier: Apache-2.0
"""The implementations of MPI on this machine, what programs are built and started with for each, and how graphs come to
several nodes that no mapper would give them."""

from __future__ import annotations

import random
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from unittest.mock import patch

import pytest

from dfgen import several_nodes
from dfgen.build.launcher import Launcher, launch_command
from dfgen.build.probe import has_mpi_headers
from dfgen.mapping.nodes import node_work
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.platform import Platform
from dfgen.pipeline import Compiled
from tests.apps.harness import Toolchain
from tests.oracle.building import Builder

COMPILERS = {"Open MPI": ("mpicc.openmpi", "mpirun.openmpi"), "MPICH": ("mpicc.mpich", "mpirun.mpich")}


@dataclass(frozen=True)
class Messages:
    """One implementation: its compiler's flags beside those of the usual one, and its launcher."""

    name: str
    flags: tuple[str, ...]
    launcher: Launcher

    @property
    def included(self) -> tuple[str, ...]:
        return tuple(flag.replace("-I", "-isystem", 1) for flag in self.flags if flag.startswith("-I"))

    @property
    def linked(self) -> tuple[str, ...]:
        return tuple(flag for flag in self.flags if not flag.startswith("-I"))

    def builder(self, usual: Builder) -> Builder:
        folder = usual.folder / self.name.replace(" ", "_")
        folder.mkdir(exist_ok=True)
        return replace(usual, command=(*usual.command, *self.included), folder=folder, libraries=self.linked)

    def toolchain_like(self, usual: Toolchain) -> Toolchain:
        flags = (*usual.flags, *self.included, "-Wl,--no-as-needed", *self.linked)
        return replace(usual, name=f"{self.name} {usual.name}", flags=flags)

    def command(self, program: Sequence[str], compiled: Compiled) -> list[str]:
        """What runs a program on as many nodes as it was compiled for."""
        nodes = compiled.plan.get("nodes")
        count = len(nodes) if isinstance(nodes, list) else 0
        return launch_command(self.launcher, program, [""] * count) if count else list(program)


@cache
def implementations() -> tuple[Messages, ...]:
    """Those that are here."""
    found = []
    for name, (compiler, launcher) in COMPILERS.items():
        path, started = shutil.which(compiler), shutil.which(launcher)
        if path is None or started is None or not has_mpi_headers(compiler):
            continue
        is_open = name == "Open MPI"
        asked = [path, "--showme" if is_open else "-show"]
        words = shlex.split(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
        kept = tuple(word for word in words if word.startswith(("-I", "-L", "-l")) and "lto" not in word)
        found.append(Messages(name, kept, Launcher(started, is_open)))
    return tuple(found)


needs_mpi = pytest.mark.skipif(not implementations(), reason="neither Open MPI nor MPICH is installed")


@contextmanager
def nodes_at_random(seed: int) -> Iterator[None]:
    """Each group of actors that cannot be apart is on any of the nodes."""

    def drawn(graph: Graph, facts: Facts, platform: Platform, _: int | None) -> dict[str, int]:
        rng = random.Random(seed)
        groups = node_work(graph, facts, platform).groups
        return {actor: node for g in groups for node in [rng.randrange(len(platform.nodes))] for actor in g.actors}

    with patch.object(several_nodes, "map_to_nodes", drawn):
        yield
