# SPDX-License-Identifier: Apache-2.0
"""Whether the libraries that a graph names are there: the compiler is asked to link with each."""

from __future__ import annotations

import tempfile
from pathlib import Path

from dfgen.csource.toolchain import Compiler, run_compiler
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
            "Install the package with its headers (Debian has those of crypto in libssl-dev), or correct the name.",
        )
        for library in missing
    )


def _links(library: LinkedLibrary, source: Path, compiler: Compiler) -> bool:
    program = source.with_suffix("")
    return run_compiler(compiler, [str(source), f"-l{library.name}", "-o", str(program)]).succeeded
