# SPDX-License-Identifier: Apache-2.0
"""Compile a graph to a folder of C that builds with CMake and a C11 compiler, also where dfgen is not."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.build.cache import program_folder
from dfgen.build.folder import write_folder
from dfgen.build.lock import locked
from dfgen.build.origin import keep_origin
from dfgen.cli import options
from dfgen.cli.console import Console

if TYPE_CHECKING:
    from dfgen.pipeline import Compiled, CompileOptions


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to write")
    options.add_compile_options(parser, platform="default")
    parser.add_argument(
        "--dump",
        metavar="STAGE",
        action="append",
        help="print what this stage of the compiler came to instead of the plan; can be repeated",
    )
    parser.usage = "dfgen compile GRAPH -o DIR [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    wanted = options.compile_options(arguments)
    compiled = compile_into(Path(arguments.output), Path(arguments.graph), wanted, console)
    console.result("\n".join(compiled.dumps.values()) if wanted.dump else compiled.plan_text)
    return 0


def compile_into(folder: Path, graph: Path, wanted: CompileOptions, console: Console) -> Compiled:
    """Compile `graph` and write the folder."""
    compiled = compile_aloud(graph, wanted, console)
    with locked(folder, console):
        write_compiled(folder, graph, wanted, compiled, console)
    return compiled


def write_compiled(folder: Path, graph: Path, wanted: CompileOptions, compiled: Compiled, console: Console) -> None:
    """Write what `graph` was compiled to, and where it comes from."""
    written = write_folder(folder, compiled.files)
    keep_origin(folder, origin_of(graph, wanted))
    total = len(written.changed) + len(written.unchanged)
    console.step(f"wrote {folder}: {len(written.changed)} of {total} files changed")


def origin_of(graph: Path, wanted: CompileOptions) -> dict[str, Any]:
    """What is kept of where a folder comes from. `program`, the program's folder in the cache, is another one for
    another version of dfgen, and shows that the rest is whole."""
    given = dataclasses.asdict(wanted)
    return {"graph": str(graph.absolute()), "options": given, "program": program_folder(graph, given).name}


def compile_aloud(graph: Path, wanted: CompileOptions, console: Console) -> Compiled:
    """Compile `graph`, and tell what the user should know of it."""
    from dfgen.pipeline import compile_graph

    console.step(f"compiling {graph}")
    compiled = compile_graph(graph, wanted, console.activity)
    console.warnings(compiled.warnings)
    for note in compiled.notes:
        console.note(note)
    return compiled
