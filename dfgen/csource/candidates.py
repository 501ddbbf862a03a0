# SPDX-License-Identifier: Apache-2.0
"""The sources that a project's code may come from, each read once: what it defines, asks for, and only reads."""

from __future__ import annotations

import os
import re
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from dfgen.csource.answers import NotNow, kept_answer, kept_reading
from dfgen.csource.files import content_if_any
from dfgen.csource.kept_objects import known_object, reading_inputs
from dfgen.csource.libraries import WITHOUT_INTRINSICS
from dfgen.csource.objects import ObjectFile
from dfgen.csource.readonly import (
    CODE_FLAGS,
    KNOWN_CODE,
    ReadOnlyArguments,
    code_of,
    may_be_asked,
    read_only_arguments,
)
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.frozen import frozen
from dfgen.processes import only_wait, threads

_INTRINSIC = re.compile(r"_[A-Za-z]")


@frozen
class Candidates:
    """The sources that compile, in order, and what the compiler says of the others. `read_only`: what it proves of
    functions that were asked for, by source. `code`: optimised objects of such sources, to be linked."""

    objects: Mapping[Path, ObjectFile]
    refused: Mapping[Path, Sequence[Diagnostic]]
    read_only: Mapping[Path, Sequence[ReadOnlyArguments]] = field(default_factory=dict)
    code: Mapping[Path, bytes] = field(default_factory=dict)

    def defining(self, name: str) -> list[Path]:
        return [path for path, each in self.objects.items() if name in each.exported]

    def refused_defining(self, function: str) -> list[Diagnostic]:
        """What the compiler says of files that do not compile and look as if they define `function`."""
        pattern = re.compile(rf"^[A-Za-z_][^\n;={{}}()]*\b{re.escape(function)}\s*\([^;{{}}]*\)\s*\{{", re.MULTILINE)
        paths = (path for path in self.refused if pattern.search(content_if_any(path).decode(errors="replace")))
        return [diagnostic for path in paths for diagnostic in self.refused[path]]


def read_candidates(
    sources: Mapping[Path, str],
    functions: Collection[str],
    compiler: Compiler,
    cflags: Sequence[str],
    meanwhile: Callable[[], None] = only_wait,
    own_flags: Mapping[Path, Sequence[str]] = MappingProxyType({}),
) -> Candidates:
    """`sources` with the names to show for them; `functions`: of which arguments are they only read? `own_flags`: of
    some sources, beside those of all."""
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder, threads() as pool:
        trusted = pool.submit(_is_trusted, Path(folder), compiler, cflags)
        running = {
            path: pool.submit(
                _read, (path, name), Path(folder, str(index)), functions, compiler, (*cflags, *own_flags.get(path, ()))
            )
            for index, (path, name) in enumerate(sources.items())
        }
        meanwhile()
        results = {path: each.result() for path, each in running.items()}
        told = {path: reading.read_only for path, reading in results.items() if trusted.result()}
    return Candidates(
        {path: reading.object for path, reading in results.items() if isinstance(reading.object, ObjectFile)},
        {path: reading.object for path, reading in results.items() if not isinstance(reading.object, ObjectFile)},
        told,
        {path: reading.code for path, reading in results.items() if reading.code},
    )


@frozen
class _Reading:
    """One source, as in `Candidates`; `object` is what the compiler says where it refuses it."""

    object: ObjectFile | list[Diagnostic]
    read_only: Sequence[ReadOnlyArguments] = ()
    code: bytes = b""


def _read(
    unit: tuple[Path, str], made: Path, functions: Collection[str], compiler: Compiler, cflags: Sequence[str]
) -> _Reading:
    """Most sources need no vector instructions of headers that nobody names; those that do are read a second time."""
    made.mkdir()
    flags = (*cflags, *WITHOUT_INTRINSICS)
    result = known_object(unit, made / "code.o", compiler, flags)
    if not isinstance(result, ObjectFile) or any(_INTRINSIC.match(name) for name in result.undefined):
        flags = tuple(cflags)
        result = known_object(unit, made / "code.o", compiler, flags)
    if not isinstance(result, ObjectFile) or result.functions.isdisjoint(functions):
        return _Reading(result)
    return _proven(unit, result, made, compiler, flags)


def _proven(unit: tuple[Path, str], read: ObjectFile, made: Path, compiler: Compiler, flags: Sequence[str]) -> _Reading:
    """What the compiler proves of a source, and has proven of it as long as it stays as it is."""

    def find() -> tuple[object, Sequence[Path]]:
        answers = read_only_arguments(unit[0], made, compiler, flags)
        proofs = [(each.function, sorted(each.places), each.count, sorted(each.unread)) for each in answers]
        code = b64encode(code_of(unit[0], made)).decode()
        return {"proofs": proofs, "code": code}, (*read.included, *read.system_headers)

    inputs = reading_inputs([unit[0]], unit[1], compiler, (*flags, *CODE_FLAGS))
    try:
        found = kept_reading("proofs", inputs, find)
    except NotNow:
        return _Reading(read)
    proofs = [
        ReadOnlyArguments(function, frozenset(places), count, frozenset(unread))
        for function, places, count, unread in found["proofs"]
    ]
    return _Reading(read, proofs, b64decode(found["code"]))


def _is_trusted(folder: Path, compiler: Compiler, cflags: Sequence[str]) -> bool:
    texts = (KNOWN_CODE, *compiler.command, compiler.version, *cflags, *CODE_FLAGS)
    inputs = list(map(os.fsencode, texts))
    try:
        return bool(kept_answer("proofs", inputs, lambda: may_be_asked(folder, compiler, cflags)))
    except NotNow:
        return False
