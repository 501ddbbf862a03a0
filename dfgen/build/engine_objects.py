# SPDX-License-Identifier: Apache-2.0
"""The sources of copy engines, compiled with what their packages want of the compiler, which is for them alone."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from dfgen.build.reporter import SILENCE, Reporter
from dfgen.csource.toolchain import Compiler, run_compiler
from dfgen.memory.strategies.engines.contract import Engine
from dfgen.model.frozen import frozen
from dfgen.paths import runtime_dir

LOADING = ("-ldl",)
"""What engines need that load their libraries as the program starts."""


@frozen
class EngineObject:
    """`source`: the name of the file that was compiled to `file`; `libraries`: what the program links for it."""

    source: str
    file: Path
    libraries: tuple[str, ...]


def compiled_engine(
    engine: Engine, folder: Path, compiler: Compiler, flags: Sequence[str], reporter: Reporter = SILENCE
) -> EngineObject | None:
    """None where a package of it is not here, or its source does not compile with it."""
    wanted, libraries = (_pkg_config(what, engine) for what in ("--cflags", "--libs"))
    if wanted is None or libraries is None:
        return None
    source, made = runtime_dir() / "src" / f"engine_{engine.name}.c", folder / f"engine_{engine.name}.o"
    command = [*flags, f"-DDF_HAS_{engine.name.upper()}", *wanted, "-c", str(source), "-o", str(made)]
    reporter.command((*compiler.command, *command))
    if not run_compiler(compiler, command).succeeded:
        return None
    return EngineObject(source.name, made, tuple(libraries))


def _pkg_config(what: str, engine: Engine) -> list[str] | None:
    try:
        done = subprocess.run(["pkg-config", what, *engine.packages], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.split() if done.returncode == 0 else None
