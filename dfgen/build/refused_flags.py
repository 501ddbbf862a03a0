# SPDX-License-Identifier: Apache-2.0
"""Flags of the environment that the compiler refuses, which CMake tells by a page about a program of its own."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dfgen.csource.toolchain import CompilerRun, run_command, words_in
from dfgen.model.diagnostics import UserError, fail

TRIAL_FAILED = "is not able to compile a simple test program"
"""What CMake says of such a compiler."""

_PLACES = (("CFLAGS", "CC", "c"), ("CXXFLAGS", "CXX", "cpp"), ("LDFLAGS", "CC", "c"))
"""A variable of flags, the one that names the compiler which gets them, and the suffix of what it compiles."""


def refused_flags(compilers: Mapping[str, str]) -> UserError | None:
    """The first variable whose flags keep a compiler of `CC` and `CXX` from making a program; None if there is none."""
    for name, of, suffix in _PLACES:
        flags, command = words_in(os.environ, name), shlex.split(compilers.get(of, ""))
        if flags and command and not (run := _trial(command, flags, suffix)).succeeded:
            lines = [line for line in run.stderr.splitlines() if line.strip()]
            said = next((line for line in lines if "warning:" not in line), "it does not say why")
            message = f"the compiler refuses the flags of {name}, '{shlex.join(flags)}': {said}"
            return fail("c-compiler", message, None, f"Correct {name} in the environment, or unset it.")
    return None


def _trial(command: Sequence[str], flags: Sequence[str], suffix: str) -> CompilerRun:
    with TemporaryDirectory() as folder:
        source = Path(folder, f"empty.{suffix}")
        source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        return run_command((*command, str(source), "-o", str(Path(folder, "empty")), *flags))
