# SPDX-License-Identifier: Apache-2.0
"""A folder of compilers to stand first in PATH: gcc that counts lines, under each name by which tests call it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("gcc", "cc")
# The last level of optimisation on a command line counts. Threads of a program count together.
COUNTING = ("--coverage", "-fprofile-abs-path", "-fprofile-update=atomic", "-O0")
# What is not linked: compiled only, or only looked at by the compiler.
NOT_LINKED = ("-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "-shared", "-x", "-", "--version", "-dumpmachine")

SCRIPT = """#!/bin/sh
for argument; do
    case $argument in
    {not_linked}) exec {gcc} "$@" {counting} ;;
    esac
done
exec {gcc} "$@" {counting} {at_exit} -Wl,--wrap=_exit -Wl,--wrap=abort -Wl,--wrap=sigaction
"""


def make_compilers(folder: Path) -> Path:
    """The folder, made. gcc is needed."""
    gcc = shutil.which("gcc")
    assert gcc is not None, "gcc is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    at_exit = folder / "at_exit.o"
    subprocess.run([gcc, "-Wall", "-Wextra", "-c", str(HERE / "at_exit.c"), "-o", str(at_exit)], check=True)
    script = SCRIPT.format(
        gcc=shlex.quote(gcc),
        counting=shlex.join(COUNTING),
        at_exit=shlex.quote(str(at_exit)),
        not_linked="|".join(NOT_LINKED),
    )
    for name in NAMES:
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return folder
