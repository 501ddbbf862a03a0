# SPDX-License-Identifier: Apache-2.0
"""The user's sources and headers, copied into the generated folder so that it builds on any machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dfgen.codegen.apart import sources_apart
from dfgen.csource.learn import CKnowledge
from dfgen.csource.project import ProjectCode
from dfgen.csource.toolchain import Compiler, compile_diagnostics, listed_files, run_compiler
from dfgen.model.diagnostics import raise_if_any
from dfgen.model.graph import Graph
from dfgen.processes import threads

FOLDER = "user"


@dataclass(frozen=True)
class UserFiles:
    """`files` by their path in the generated folder; `sources` and `include_dirs` are such paths.

    `mains` are the sources that define a `main`, which the program does not want; `apart` those that link-time
    optimisation leaves alone. `project`: how sources are compiled that came without a list.
    """

    files: dict[str, bytes]
    sources: tuple[str, ...]
    include_dirs: tuple[str, ...]
    mains: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    project: ProjectCode | None = None


def collect_user_files(graph: Graph, known: CKnowledge) -> UserFiles:
    """Everything the user's sources and headers include that is not the system's or the runtime's. The times of the
    graph are in ns."""
    base, project = Path(graph.base), known.project
    source_paths = [_absolute(base / name) for name in graph.sources]
    header_paths = [_absolute(base / name) for name in graph.includes]
    search = [_absolute(folder) for folder in known.include_dirs]
    runtime = search[-1]
    flags = [*(project.cflags if project else ()), *(flag for folder in search for flag in ("-I", str(folder)))]
    wanted = dict.fromkeys([*source_paths, *map(_absolute, known.included)])
    # What includes a header includes all that the header does.
    alone = [path for path in header_paths if path not in wanted]
    with threads() as pool:
        for found in pool.map(lambda path: _dependencies(path, flags, known.compiler), alone):
            wanted.update(dict.fromkeys(found))
    own = [path for path in wanted if not path.is_relative_to(runtime)]
    root = Path(os.path.commonpath([str(_absolute(base)), *(str(path.parent) for path in own)]))
    inside = {path: f"{FOLDER}/{path.relative_to(root).as_posix()}" for path in own}
    folders = [folder for folder in search if folder in {path.parent for path in own} | {_absolute(base)}]
    mains = tuple(inside[_absolute(path)] for path in project.mains) if project else ()
    return UserFiles(
        {name: path.read_bytes() for path, name in inside.items()},
        tuple(inside[path] for path in source_paths),
        tuple(dict.fromkeys(_inside(folder, root) for folder in folders if not folder.is_relative_to(runtime))),
        mains,
        tuple(inside[_absolute(path)] for path in sources_apart(graph, known.objects)),
        project,
    )


def _absolute(path: Path) -> Path:
    """Links to files keep their own names, by which others include what lies beside them."""
    lexical = Path(os.path.abspath(path))
    return lexical if lexical.exists() and lexical.samefile(path) else path.resolve()


def _inside(folder: Path, root: Path) -> str:
    relative = folder.relative_to(root).as_posix()
    return FOLDER if relative == "." else f"{FOLDER}/{relative}"


def _dependencies(path: Path, flags: Iterable[str], compiler: Compiler) -> list[Path]:
    """The files that `path` includes, but for the system's, as the compiler itself lists them."""
    run = run_compiler(compiler, ["-MM", "-MT", "x", *flags, "-x", "c", str(path)])
    if not run.succeeded:
        raise_if_any(compile_diagnostics(run, "c-compile", path))
    return [_absolute(Path(name)) for name in listed_files(run.stdout)]
