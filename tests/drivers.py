# SPDX-License-Identifier: Apache-2.0
"""Drivers of devices that need no device, for programs that look for theirs as they start."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from dfgen.build.lock import locked

HAS_GPU = os.environ.get("DFGEN_TEST_GPU") == "1"
"""Whether tests use the GPU of NVIDIA that is here, except those of its failures."""
OF_GPU: Mapping[str, str] = {"ASAN_OPTIONS": "protect_shadow_gap=0"}
"""The environment for the driver of a GPU: it maps memory where the address sanitizer lets nobody, and else says that
there is none left."""
DRIVER_OF_CUDA = Path(__file__).parent / "runtime" / "libraries" / "cuda.c"


def driver_of_cuda(folder: Path, *flags: str) -> Path:
    """The folder of a driver of CUDA that needs no GPU, built in this one when it is first asked for."""
    made = folder / f"driver{'_'.join(flags)}"
    library = made / "libcuda.so.1"
    with locked(folder):
        if not library.exists():
            made.mkdir(exist_ok=True)
            command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", *flags, "-shared", "-fPIC"]
            subprocess.run([*command, str(DRIVER_OF_CUDA), "-o", str(library)], check=True)
    return made


@cache
def drivers() -> Mapping[str, str]:
    """The environment in which programs find them; they are there until this process ends."""
    return OF_GPU if HAS_GPU else fake_drivers()


@cache
def fake_drivers() -> Mapping[str, str]:
    """The same, also where there is a GPU."""
    folder = tempfile.mkdtemp(prefix="dfgen-drivers-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return first_in_search(driver_of_cuda(Path(folder)))


def first_in_search(folder: Path) -> Mapping[str, str]:
    """Programs look there for libraries before they look where this process does."""
    return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("LD_LIBRARY_PATH", "")]))}
