# SPDX-License-Identifier: Apache-2.0
"""Programs built to be looked into: with the names of functions and lines, and nothing inlined across files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from dfgen.build.reporter import Reporter
from dfgen.build.toolchain import build_folder
from dfgen.profile.sampling import Runner, Variant, enough_iterations

BUILD_TYPE = "RelWithDebInfo"
COMPILING, LINKING = "CMAKE_C_FLAGS", "CMAKE_EXE_LINKER_FLAGS"
_OURS = {COMPILING: "CFLAGS", LINKING: "LDFLAGS"}


def build_special(folder: Path, scratch: Path, flags: Mapping[str, str], reporter: Reporter) -> tuple[Path, Path]:
    """A copy of a generated folder within `scratch`, and its program. The folder's own build stays."""
    copy = scratch / "special"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy, ignore=lambda path, names: ["build"] if Path(path) == folder else [])
    all_flags = {name: f"{os.environ.get(_OURS[name], '')} {more}".strip() for name, more in flags.items()}
    return copy, build_folder(copy, native=False, build_type=BUILD_TYPE, flags=all_flags, reporter=reporter)


def iterations_of(program: Path, runner: Runner) -> int:
    """As many as take a while in such a program: those of the usual one, into whose loops actors are inlined, may take
    it many times as long. Raises `UserError` as its run does."""
    return enough_iterations(lambda count: runner.run(Variant(program), count))[0]
