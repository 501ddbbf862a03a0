# SPDX-License-Identifier: Apache-2.0
"""The user's sources as objects, compiled so that these show what refers to what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from dfgen.csource.files import as_argument
from dfgen.csource.objects import ObjectFile, read_object
from dfgen.csource.toolchain import Compiler, CompilerRun, compile_diagnostics, listed_files, run_compiler
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.frozen import frozen

# After the user's flags, so that these win. Without position-independent code constant tables of pointers are
# read-only, with -fno-common every tentative definition has a section, with -fno-builtin each call stays a call.
ANALYSIS_FLAGS = (
    "-O0", "-g0", "-w", "-ffunction-sections", "-fdata-sections", "-fno-builtin", "-fno-inline", "-fno-common",
    "-fno-pic", "-fno-lto", "-fno-asynchronous-unwind-tables", "-fno-sanitize=all",
)  # fmt: skip

# What inlining leaves of C++ is what counts: unoptimised, the smallest function is a chain of calls.
CPP_ANALYSIS_FLAGS = ("-Os", *(flag for flag in ANALYSIS_FLAGS if flag not in ("-O0", "-fno-inline")))

ERRORS_MOST = 20
"""Shown: of a source, as clang has it; of a file that is no C, gcc finds what is wrong with each line, for minutes."""

_ENTERED = re.compile(r"\.+ (.+)$")

Compiled: TypeAlias = "ObjectFile | list[Diagnostic]"
"""A source as an object, or what the compiler has against it."""


@frozen
class Telling:
    """A run of the compiler, and what it has read: `included`, the source itself and what it includes, but for the
    headers of the system, which are the others."""

    run: CompilerRun
    included: tuple[Path, ...] = ()
    system_headers: tuple[Path, ...] = ()


def compile_object(
    unit: tuple[Path, str],
    binary: Path,
    compiler: Compiler,
    cflags: Sequence[str],
    analysis: Sequence[str] = ANALYSIS_FLAGS,
) -> Compiled:
    """The object of a source, which its second part names, written to `binary`."""
    source, shown_as = unit
    told = compile_telling(source, binary, compiler, [*cflags, *analysis])
    if not told.run.succeeded:
        return compile_diagnostics(told.run, "c-compile", source)
    result = read_object(binary, shown_as)
    if result is None:
        return [without_elf(compiler)]
    return replace(result, included=told.included, system_headers=told.system_headers)


def without_elf(compiler: Compiler) -> Diagnostic:
    """Of a compiler whose objects cannot be read, or that writes none."""
    message = f"the C compiler '{compiler.path}' does not write ELF objects"
    return Diagnostic("c-compiler", message, None, "Name a compiler for a Linux machine in CC.")


def compile_telling(source: Path, binary: Path, compiler: Compiler, flags: Sequence[str]) -> Telling:
    """Compiles `source` to `binary`. Where that fails, it is not told what was read."""
    rule = binary.with_suffix(".d")
    # With -H, clang would list the system's headers among those of -MMD.
    telling = () if compiler.is_clang else ("-H", f"-fmax-errors={ERRORS_MOST}")
    made = [*telling, "-MMD", "-MT", "x", "-MF", str(rule), "-c", as_argument(source), "-o", str(binary)]
    run = run_compiler(compiler, [*flags, *made])
    entered, said = _headers_told(run.stderr)
    if not run.succeeded:
        return Telling(replace(run, stderr=said))
    told = rule.read_text(errors="replace") if rule.is_file() else ""  # not by what only passes for a compiler
    included = tuple(map(Path, listed_files(told)))
    if compiler.is_clang:
        run = run_compiler(compiler, [*flags, "-M", as_argument(source)])
        entered = set(map(Path, listed_files(run.stdout)))
    return Telling(run, included, tuple(sorted(entered - set(included))))


def _headers_told(text: str) -> tuple[set[Path], str]:
    """The headers that the compiler tells it has read, as `-H` asks for, and what else it says."""
    text, _, _ = text.partition("Multiple include guards may be useful for:\n")
    lines = text.splitlines(keepends=True)
    told = {line: _ENTERED.match(line) for line in lines}
    entered = {Path(found[1]) for found in told.values() if found}
    return entered, "".join(line for line in lines if not told[line])
