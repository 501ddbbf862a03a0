# SPDX-License-Identifier: Apache-2.0
"""What keeps objects between compilations where one is named, as for CMake: tests compile the same sources of the
runtime with the same flags in many folders."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence


def launched(command: Sequence[str]) -> list[str]:
    """The command of a compiler that compiles one source; the launcher is the one that CMake would take."""
    return [*shlex.split(os.environ.get("CMAKE_C_COMPILER_LAUNCHER", "")), *command]
