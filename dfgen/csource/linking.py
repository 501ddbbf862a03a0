# SPDX-License-Identifier: Apache-2.0
"""The libraries that a graph names: whether they are there, which the compiler is asked by linking with each, and where
their headers are, if `pkg-config` knows a package of that name.
"""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from pathlib import Path

from dfgen.csource.toolchain import Compiler, flags_of_headers, run_command, run_compiler, words_in
from dfgen.model.diagnostics import Diagnostic, fail, raise_if_any
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
    """Raises `UserError` where that cannot be found out now."""
    told = _of_package(library, "--libs")
    flags = (f"-l{library.name}",) if told is None else told
    run = run_compiler(compiler, [str(source), *flags, "-o", str(source.with_suffix(""))], source.parent)
    if run.may_succeed_later:
        said = (run.stderr.strip().splitlines() or ["it gave no message"])[-1]
        message = f"whether there is a library '{library.name}' cannot be found out: {said}"
        raise fail("machine-short", message, library.span, "Look at the space for temporary files (TMPDIR).")
    return run.succeeded


def header_flags(graph: Graph) -> tuple[str, ...]:
    """With what the compiler reads the graph's headers: the options in CFLAGS, with which CMake builds, and where the
    headers of libraries are, as far as that is not known without, and what their packages define."""
    told = (flag for library in graph.libraries for flag in _of_package(library, "--cflags") or ())
    packages = (flag.replace("-I", "-isystem", 1) for flag in flags_of_headers(tuple(told)))
    return (*flags_of_headers(words_in(os.environ, "CFLAGS")), *dict.fromkeys(packages))


def _of_package(library: LinkedLibrary, what: str) -> tuple[str, ...] | None:
    """What pkg-config tells of a package of that name, which may be nothing; None where there is none."""
    if shutil.which("pkg-config") is None:
        return None
    told = run_command(("pkg-config", what, library.name))
    return tuple(shlex.split(told.stdout)) if told.succeeded else None
