# SPDX-License-Identifier: Apache-2.0
"""Inline assembly in what the compiler has made of a program: what it accesses no recorder sees. It is there only where
it is used, in whatever header or macro it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

# How compilers mark it, with the comments of the assemblers of all machines: gcc says before each piece where it is
# written, clang as it says that of all code.
_BEGIN, _END = (re.compile(rf"\s*(?:#|//|@|;)\s?{mark}\s*") for mark in ("APP", "NO_APP"))
_PIECE = re.compile(r'\s*(?:#|//|@|;)\s*(\d+)\s+"([^"]*)"\s+1\s*')
_LINE = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)")
_FILE = re.compile(r'\s*\.file\s+(\d+)\s+(?:"([^"]*)"\s+)?"([^"]*)"')
_NOTHING = re.compile(r"\s*(?:[#@;]|//|\.(?!byte|inst|insn|word|long|quad)|[\w.$]+:\s*$|$)")

Place = tuple[str, int]


def assembly_in(files: Iterable[Path]) -> Iterator[Place]:
    """Where what stands in these files of the compiler is written, each place once: file and line."""
    found: set[Place] = set()
    for file in files:
        found.update(_pieces(file.read_text(encoding="utf-8", errors="replace").splitlines()))
    yield from sorted(found)


def _pieces(lines: Iterable[str]) -> Iterator[Place]:
    files: dict[str, str] = {}
    place, is_inside = ("", 0), False
    for line in lines:
        told = _PIECE.fullmatch(line) if is_inside else None
        if _BEGIN.fullmatch(line) or _END.fullmatch(line):
            is_inside = not _END.fullmatch(line)
        elif told:
            place = (told[2], int(told[1]))
        elif named := _FILE.match(line):
            files[named[1]] = str(Path(named[2] or "", named[3]))
        elif at := _LINE.match(line):
            place = place if is_inside else (files.get(at[1], ""), int(at[2]))
        elif is_inside and not _NOTHING.match(line):
            yield place
