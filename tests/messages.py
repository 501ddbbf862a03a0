# SPDX-License-Identifier: Apache-2.0
"""The implementations of MPI on this machine, and what programs are built and started with for each."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass, replace
from functools import cache

import pytest

from dfgen.build.launcher import Launcher
from tests.oracle.building import Builder

COMPILERS = {"Open MPI": ("mpicc.openmpi", "mpirun.openmpi"), "MPICH": ("mpicc.mpich", "mpirun.mpich")}


@dataclass(frozen=True)
class Messages:
    """One implementation: its compiler's flags beside those of the usual one, and its launcher."""

    name: str
    flags: tuple[str, ...]
    launcher: Launcher

    def builder(self, usual: Builder) -> Builder:
        folder = usual.folder / self.name.replace(" ", "_")
        folder.mkdir(exist_ok=True)
        included = tuple(flag.replace("-I", "-isystem", 1) for flag in self.flags if flag.startswith("-I"))
        linked = tuple(flag for flag in self.flags if not flag.startswith("-I"))
        return replace(usual, command=(*usual.command, *included), folder=folder, libraries=linked)


@cache
def implementations() -> tuple[Messages, ...]:
    """Those that are here."""
    found = []
    for name, (compiler, launcher) in COMPILERS.items():
        path, started = shutil.which(compiler), shutil.which(launcher)
        if path is None or started is None:
            continue
        is_open = name == "Open MPI"
        asked = [path, "--showme" if is_open else "-show"]
        words = shlex.split(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
        kept = tuple(word for word in words if word.startswith(("-I", "-L", "-l")) and "lto" not in word)
        found.append(Messages(name, kept, Launcher(started, is_open)))
    return tuple(found)


needs_mpi = pytest.mark.skipif(not implementations(), reason="neither Open MPI nor MPICH is installed")
