# SPDX-License-Identifier: Apache-2.0
"""The user's sources and headers, copied into the generated folder so that it builds on any machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dfgen.csource.toolchain import Compiler, compile_diagnostics, run_compiler
from dfgen.model.diagnostics import raise_if_any

FOLDER = "user"


@dataclass(frozen=True)
class UserFiles:
    """`files` by their path in the generated folder; `sources` and `include_dirs` are such paths."""

    files: dict[str, bytes]
    sources: tuple[str, ...]
    include_dirs: tuple[str, ...]


def collect_user_files(
    base: Path, sources: Iterable[str], headers: Iterable[str], include_dirs: Iterable[Path], compiler: Compiler
) -> UserFiles:
    """Everything the user's sources and headers include that is not the system's or the runtime's."""
    source_paths = [(base / name).resolve() for name in sources]
    header_paths = [(base / name).resolve() for name in headers]
    search = [folder.resolve() for folder in include_dirs]
    wanted: dict[Path, None] = dict.fromkeys([*source_paths, *header_paths])
    for path in [*source_paths, *header_paths]:
        wanted.update(dict.fromkeys(_dependencies(path, search, compiler)))
    runtime = search[-1]
    own = [path for path in wanted if not path.is_relative_to(runtime)]
    root = Path(os.path.commonpath([str(base.resolve()), *(str(path.parent) for path in own)]))
    inside = {path: f"{FOLDER}/{path.relative_to(root).as_posix()}" for path in own}
    folders = [base.resolve(), *(path.parent for path in header_paths)]
    return UserFiles(
        {name: path.read_bytes() for path, name in inside.items()},
        tuple(inside[path] for path in source_paths),
        tuple(dict.fromkeys(_inside(folder, root) for folder in folders)),
    )


def _inside(folder: Path, root: Path) -> str:
    relative = folder.relative_to(root).as_posix()
    return FOLDER if relative == "." else f"{FOLDER}/{relative}"


def _dependencies(path: Path, include_dirs: Iterable[Path], compiler: Compiler) -> list[Path]:
    """The files that `path` includes, but for the system's, as the compiler itself lists them."""
    flags = [flag for folder in include_dirs for flag in ("-I", str(folder))]
    run = run_compiler(compiler, ["-MM", "-MT", "x", *flags, "-x", "c", str(path)])
    if not run.succeeded:
        raise_if_any(compile_diagnostics(run, "c-compile", path))
    names = re.split(r"(?<!\\)\s+", run.stdout.replace("\\\n", " ").strip())[1:]
    return [Path(name.replace("\\ ", " ")).resolve() for name in names]
