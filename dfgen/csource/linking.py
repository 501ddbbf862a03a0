# SPDX-License-Identifier: Apache-2.0
"""The libraries that a graph names: whether they are there, which the compiler is asked by linking with each, and where
their headers are, if `pkg-config` knows a package of that name.
"""

from __future__ import annotations

import shlex
import shutil
import tempfile
from pathlib import Path

from dfgen.csource.toolchain import Compiler, run_command, run_compiler
from dfgen.model.diagnostics import Diagnostic, raise_if_any
from dfgen.model.graph import Graph, LinkedLibrary


def require_libraries(graph: Graph, compiler: Compiler) -> None:
    """Raise `UserError` (library-missing) for those that the linker does not find."""
    if not graph.libraries:
        return
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
        source = Path(folder, "main.c")
        source.write_text("int main(void) { return 0; }\n")
        missing = [library for library in graph.libraries if not _links(library, source, compiler)]
    raise_if_any(
        Diagnostic(
            "library-missing",
            f"the C compiler '{compiler.path}' finds no library '{library.name}' (-l{library.name})",
            library.span,
            f"Install the package with its headers (on Debian often lib{library.name}-dev), or correct the name.",
        )
        for library in missing
    )


def _links(library: LinkedLibrary, source: Path, compiler: Compiler) -> bool:
    program = source.with_suffix("")
    flags = _of_package(library, "--libs") or (f"-l{library.name}",)
    return run_compiler(compiler, [str(source), *flags, "-o", str(program)]).succeeded


def header_flags(graph: Graph) -> tuple[str, ...]:
    """What makes the compiler find the headers of the graph's libraries, as far as it does not without."""
    flags = (flag for library in graph.libraries for flag in _of_package(library, "--cflags-only-I"))
    return tuple(dict.fromkeys(f"-isystem{flag.removeprefix('-I')}" for flag in flags))


def _of_package(library: LinkedLibrary, what: str) -> tuple[str, ...]:
    if shutil.which("pkg-config") is None:
        return ()
    told = run_command(("pkg-config", what, library.name))
    return tuple(shlex.split(told.stdout)) if told.succeeded else ()
