# SPDX-License-Identifier: Apache-2.0
"""Sizes and alignments of C types, told by the target compiler.

One object is compiled and its data read from the ELF file; nothing runs, so a cross compiler serves as well. What was
told holds for as long as all headers stay as they are.
"""

from __future__ import annotations

import re
import struct
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dfgen.csource.answers import kept_reading
from dfgen.csource.compiling import compile_telling, without_elf
from dfgen.csource.files import as_argument, require_c_files
from dfgen.csource.kept_objects import reading_inputs
from dfgen.csource.toolchain import Compiler, CompilerRun, compile_diagnostics
from dfgen.model.diagnostics import Diagnostic, Span, UserError, raise_if_any

_TYPE_NAME = re.compile(r"[A-Za-z_]\w*(?: [A-Za-z_]\w*)*")
_TABLE = "dfgen_probe_sizes"
_ENTRY_BYTES = 16
_FLAGS = ("-std=gnu11", "-O0", "-g0", "-fno-lto", "-Wpointer-arith", "-Werror=pointer-arith")
_HINT = "Include the header that defines it; it must be a complete object type."


def probe_types(
    type_names: Sequence[str],
    headers: Sequence[Path],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str] = (),
    named_at: Span | None = None,
    places: Mapping[str, Span] | None = None,
) -> dict[str, tuple[int, int]]:
    """(size_bytes, align_bytes) of each type; a `UserError` names the types that C does not know, each at its place of
    `places`, or else at `named_at`."""
    names = list(dict.fromkeys(type_names))
    at = {name: (places or {}).get(name, named_at) for name in names}
    raise_if_any(_unknown_type(name, at[name]) for name in names if not _TYPE_NAME.fullmatch(name))
    if not names:
        return {}
    require_c_files(headers, "header", named_at)
    flags = [*cflags, *_FLAGS, *(f"-I{as_argument(directory)}" for directory in include_dirs)]
    text = _probe_text(names, headers)

    def find() -> tuple[object, Iterable[Path]]:
        with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
            source, binary = Path(folder, "dfgen_probe.c"), Path(folder, "dfgen_probe.o")
            source.write_text(text)
            told = compile_telling(source, binary, compiler, flags)
            if not told.run.succeeded:
                raise_if_any(_failed_probe(told.run, source, at, len(headers)))
            table = _read_table(binary, len(names))
            if table is None:
                raise UserError([without_elf(compiler)])
            return table, (file for file in (*told.included, *told.system_headers) if file != source)

    values = kept_reading("sizes", reading_inputs(headers, text, compiler, flags), find)
    sizes = {name: (int(size), int(align)) for name, (size, align) in zip(names, values, strict=True)}
    raise_if_any(_unknown_type(name, at[name], "has no size") for name, (size, _) in sizes.items() if size == 0)
    return sizes


def _probe_text(names: Sequence[str], headers: Sequence[Path]) -> str:
    """Line i of the types, counted after the #includes, mentions the i-th type only: errors tell it by their line."""
    lines = [f'#include "{header.absolute()}"' for header in headers]
    lines.append("#include <stdint.h>")
    lines += [f"typedef {name} dfgen_type_{index};" for index, name in enumerate(names)]
    lines.append(f"const unsigned long long {_TABLE}[] = {{")
    lines += [f"sizeof(dfgen_type_{index}), _Alignof(dfgen_type_{index})," for index in range(len(names))]
    return "\n".join([*lines, "};"]) + "\n"


def _failed_probe(run: CompilerRun, source: Path, places: Mapping[str, Span | None], headers: int) -> list[Diagnostic]:
    """Errors in headers as they are; else the types that the errors in the probe itself speak of."""
    names = list(places)
    said = compile_diagnostics(run, "c-header", source)
    in_headers = [diagnostic for diagnostic in said if diagnostic.span and diagnostic.span.file != str(source)]
    if in_headers:
        return in_headers
    lines = {diagnostic.span.line for diagnostic in said if diagnostic.span}
    first_typedef, first_size = headers + 2, headers + 3 + len(names)
    unknown = [name for index, name in enumerate(names) if first_typedef + index in lines]
    incomplete = [name for index, name in enumerate(names) if first_size + index in lines and name not in unknown]
    found = [_unknown_type(name, places[name]) for name in unknown]
    found += [_unknown_type(name, places[name], "is incomplete or not an object type") for name in incomplete]
    return found or said


def _unknown_type(name: str, named_at: Span | None, what: str = "is unknown in C") -> Diagnostic:
    tag, _, plain = name.partition(" ")
    is_tagged = tag in ("struct", "union", "enum")
    hint = f"{_HINT} Of 'typedef {tag} {{ ... }} {plain};', the name is '{plain}' alone." if is_tagged else _HINT
    return Diagnostic("c-type", f"the type '{name}' {what}", named_at, hint)


def _read_table(binary: Path, count: int) -> list[tuple[int, int]] | None:
    """The pairs (size, alignment) that the object holds, in the byte order of its target; None if it is no ELF."""
    from elftools.common.exceptions import ELFError  # not before the compiler has something to do
    from elftools.elf.elffile import ELFFile

    try:
        with binary.open("rb") as stream:
            elf: Any = ELFFile(stream)
            tables = elf.iter_sections(type="SHT_SYMTAB")
            symbol = next(symbol for table in tables for symbol in table.get_symbol_by_name(_TABLE) or [])
            start = symbol["st_value"]
            data = elf.get_section(symbol["st_shndx"]).data()[start : start + count * _ENTRY_BYTES]
            order = "<" if elf.little_endian else ">"
    except (ELFError, FileNotFoundError):
        return None
    numbers = struct.unpack(f"{order}{2 * count}Q", data)
    return list(zip(numbers[::2], numbers[1::2], strict=True))
