# SPDX-License-Identifier: Apache-2.0
"""A program that reads a file, changes every byte by its place, and writes the result; and that in Python."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import PLAIN, RUN_SECONDS_MAX, Toolchain, Workbench, clean_environment

BLOCK = 4096
T = TypeVar("T")

HEADER = """\
#include <stdint.h>
void change(int64_t block, const uint8_t *in, const int64_t *size, const int64_t *offset, uint8_t *out);
"""
SOURCE = """\
#include "change.h"
void change(int64_t block, const uint8_t *in, const int64_t *size, const int64_t *offset, uint8_t *out)
{
    for (int64_t i = 0; i < block; i++)
        out[i] = i < *size ? (uint8_t)(in[i] ^ (*offset + i) * 7) : 0;
}
"""
GRAPH = """\
graph changing(block = %(block)d) {
    include "change.h"; source "change.c";
    actor read = file_source(block = block)%(read)s;
    actor change%(core)s {
        fire change(block, in, size, offset, out); stateless;
        in in : uint8[block]; in size : int64[1]; in offset : int64[1]; out out : uint8[block];
    }
    actor write = file_sink(block = block)%(write)s;
    read.data -> change.in;
    read.size -> { change.size, write.size };
    read.offset -> change.offset;
    change.out -> write.data;
}
"""
# Two blocks an iteration, whole ones only.
WHOLE = """\
graph whole {
    include "change.h"; source "change.c";
    actor read = file_source(block = %(block)d)%(read)s;
    actor pair { fire pair(in, out); in in : uint8[%(pair)d]; out out : uint8[%(pair)d]; }
    actor write = file_sink(block = %(block)d)%(write)s;
    read.data -> pair.in; pair.out -> write.data;
}
"""
PAIR = "\n#include <string.h>\nstatic inline void pair(const uint8_t *in, uint8_t *out) { memcpy(out, in, %d); }\n"


def in_turns(ways: Sequence[T], cores: Sequence[int]) -> list[ParameterSet]:
    """Each way on one of these numbers of cores, in turns; all others are a sweep."""

    def marks(at: int, count: int) -> tuple[pytest.MarkDecorator, ...]:
        return () if count == cores[at % len(cores)] else (pytest.mark.sweep,)

    return [pytest.param(way, n, marks=marks(at, n)) for at, way in enumerate(ways) for n in cores]


@cache
def content(size: int) -> bytes:
    """Bytes in which no two blocks are the same."""
    words = (((i * 2654435761) & 0xFFFFFFFF).to_bytes(4, "little") for i in range(size // 4 + 1))
    return b"".join(words)[:size]


@cache
def changed(data: bytes) -> bytes:
    return bytes(byte ^ (place * 7 & 0xFF) for place, byte in enumerate(data))


@dataclass(frozen=True)
class Ended:
    status: int
    errors: str
    written: bytes | None  # what OUT holds
    part: bytes | None


@dataclass
class Programs:
    root: Path
    folders: int = 0
    workbench: Workbench = field(init=False)

    def __post_init__(self) -> None:
        self.workbench = Workbench(self.root)

    def changing(
        self, read: str = "", write: str = "", block: int = BLOCK, core: str = "", toolchain: Toolchain = PLAIN,
        **options: object,
    ) -> Path:  # fmt: skip
        """`read` and `write` are what `@file` says."""
        values = {"read": _annotation(read), "write": _annotation(write), "block": block, "core": core}
        return self.program(GRAPH % values, SOURCE, HEADER, toolchain, **options)

    def whole(self, read: str = "", write: str = "", block: int = BLOCK, **options: object) -> Path:
        values = {"read": _annotation(read), "write": _annotation(write), "block": block, "pair": 2 * block}
        return self.program(WHOLE % values, SOURCE, HEADER + PAIR % (2 * block), PLAIN, **options)

    def program(self, graph: str, source: str, header: str, toolchain: Toolchain, **options: object) -> Path:
        folder = self.root / f"{abs(hash((graph, source, header))):x}"
        folder.mkdir(exist_ok=True)
        for name, text in {"g.sdf": graph, "change.c": source, "change.h": header}.items():
            if not (folder / name).exists():
                (folder / name).write_text(text)
        return self.workbench.program(folder / "g.sdf", CompileOptions(**options), toolchain)  # type: ignore[arg-type]


def compiled(tmp_path: Path, read: str = "", write: str = "", block: int = BLOCK, **options: object):  # type: ignore[no-untyped-def]
    """What the changing program is compiled to."""
    (tmp_path / "change.h").write_text(HEADER)
    (tmp_path / "change.c").write_text(SOURCE)
    values = {"read": _annotation(read), "write": _annotation(write), "block": block, "core": ""}
    (tmp_path / "g.sdf").write_text(GRAPH % values)
    return compile_graph(tmp_path / "g.sdf", CompileOptions(**options))  # type: ignore[arg-type]


def _annotation(arguments: str) -> str:
    return f" @file({arguments})" if arguments else ""


def run(program: Path, source: Path, target: Path, *more: str, environment: dict[str, str] | None = None) -> Ended:
    """Run it from one file to another."""
    command = [str(program), *more, f"read={source}", f"write={target}"]
    ended = subprocess.run(
        command, env=clean_environment(environment), capture_output=True, timeout=RUN_SECONDS_MAX, check=False
    )
    part = target.with_name(f"{target.name}.part")
    return Ended(
        ended.returncode,
        ended.stderr.decode(errors="replace"),
        target.read_bytes() if target.is_file() else None,
        part.read_bytes() if part.is_file() else None,
    )
