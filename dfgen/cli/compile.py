# SPDX-License-Identifier: Apache-2.0
"""Compile a graph to a folder of C that builds with CMake and a C11 compiler, also where dfgen is not installed."""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.build.cache import program_folder
from dfgen.build.folder import write_file, write_folder
from dfgen.build.lock import locked
from dfgen.build.origin import SOURCES, keep_origin
from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.frontend.sidecar import sidecar_of
from dfgen.model.diagnostics import some_of
from dfgen.paths import PACKAGE, runtime_dir, templates_dir

if TYPE_CHECKING:
    from dfgen.pipeline import Compiled, CompileOptions

NAMES_SHOWN = 5

_OWN_KINDS = {".py", ".j2", ".c", ".h", ".S"}


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to write")
    options.add_compile_options(parser, platform="default")
    parser.add_argument(
        "--dump",
        metavar="STAGE",
        action="append",
        help="print the result of this stage of the compiler instead of the plan; can be repeated",
    )
    parser.add_argument("--depfile", metavar="FILE", help="write a rule of make with the files that were read")
    parser.usage = "dfgen compile GRAPH -o DIR [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    wanted = options.compile_options(arguments)
    compiled = compile_into(Path(arguments.output), Path(arguments.graph), wanted, console)
    if arguments.depfile:
        _write_depfile(Path(arguments.depfile), arguments, compiled)
    console.result("\n".join(compiled.dumps.values()) if wanted.dump else compiled.plan_text)
    return 0


def _write_depfile(path: Path, arguments: argparse.Namespace, compiled: Compiled) -> None:
    """The files that the folder was made from, and dfgen's own."""
    graph = Path(arguments.graph)
    beside = (sidecar_of(graph), Path(arguments.platform or ""))
    read = [graph, *(file for file in beside if file.is_file()), *compiled.inputs.values(), *_own_files()]
    names = (re.sub(r"([ #\\])", r"\\\1", str(file.absolute())).replace("$", "$$") for file in read)
    rule = " \\\n  ".join([f"{arguments.output}:", *dict.fromkeys(names)])
    write_file(path, f"{rule}\n".encode(), inputs=read)


def _own_files() -> list[Path]:
    """What a folder is made by; another version changes it, or who works on dfgen."""
    folders = (PACKAGE, templates_dir(), runtime_dir())
    files = (path for folder in folders for path in sorted(folder.rglob("*")))
    return [path for path in files if path.suffix in _OWN_KINDS]


def compile_into(folder: Path, graph: Path, wanted: CompileOptions, console: Console) -> Compiled:
    """Compile `graph` and write the folder, unless nothing could be built there."""
    from dfgen.build.toolchain import require_buildable

    require_buildable(folder)
    compiled = compile_aloud(graph, wanted, console)
    with locked(folder, console):
        write_compiled(folder, graph, wanted, compiled, console)
    return compiled


def write_compiled(folder: Path, graph: Path, wanted: CompileOptions, compiled: Compiled, console: Console) -> None:
    """Write what `graph` was compiled to, and where it comes from."""
    written = write_folder(folder, compiled.files)
    keep_origin(folder, origin_of(graph, wanted, compiled))
    total = len(written.changed) + len(written.unchanged)
    console.step(f"wrote {folder}: {len(written.changed)} of {total} files changed")
    if written.overwritten:
        names = some_of(written.overwritten, NAMES_SHOWN)
        console.note(f"in {folder} somebody had changed {names}, which is lost: a generated folder is written anew")


def origin_of(graph: Path, wanted: CompileOptions, compiled: Compiled) -> dict[str, Any]:
    """What is kept of where a folder comes from. `program`, the program's folder in the cache, is another one for
    another version of dfgen, and shows that the rest is whole."""
    given = dataclasses.asdict(wanted)
    sources = {name: str(path) for name, path in compiled.inputs.items()}
    program = program_folder(graph, given).name
    return {"graph": str(graph.absolute()), "options": given, "program": program, SOURCES: sources}


def compile_aloud(
    graph: Path, wanted: CompileOptions, console: Console, reword: Callable[[str], str] = str
) -> Compiled:
    """Compile `graph`, and tell what the user should know of it, each note as `reword` has it."""
    from dfgen.pipeline import compile_graph

    console.step(f"compiling {graph}")
    compiled = compile_graph(graph, wanted, console.activity)
    console.warnings(compiled.warnings)
    for note in compiled.notes:
        console.note(reword(note))
    return compiled
