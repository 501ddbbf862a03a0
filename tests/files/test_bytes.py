# SPDX-License-Identifier: Apache-2.0
"""The same bytes under every scheme, on any number of cores, for all sorts of sizes."""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import pytest

from tests.apps.harness import PLAIN
from tests.files.programs import BLOCK, Programs, changed, content, in_turns, run

SIZES = (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK - 1, 5 * BLOCK, 5 * BLOCK + 1, 40 * BLOCK + 7)
SCHEMES = (
    ("", ""),
    ("scheme = direct", "scheme = direct"),
    ("scheme = 1, backend = mmap", "scheme = 1, durable"),
    ("scheme = prefetch", "scheme = staged"),
    ("scheme = prefetch, backend = mmap", ""),
    ("scheme = prefetch_async", ""),
    ("scheme = prefetch_async, backend = mmap", "durable"),
    ("scheme = staged", "scheme = staged, durable"),
    ("scheme = signalled, backend = thread", "scheme = signalled, backend = thread"),
    ("scheme = 6", "scheme = 1"),
    ("scheme = 1", "scheme = 6, durable"),
    ("scheme = 1, direct", "scheme = 1, direct"),
    ("scheme = 6, direct", "scheme = 6, direct, durable"),
)


@pytest.mark.parametrize(("ends", "cores"), in_turns(SCHEMES, (1, 3, 2)))
def test_all_bytes_come_through(ends: tuple[str, str], cores: int, programs: Programs, tmp_path: Path) -> None:
    read, write = ends
    program = programs.changing(read, write, cores=cores)
    source, target = tmp_path / "in", tmp_path / "out"
    for size in SIZES:
        source.write_bytes(content(size))
        ended = run(program, source, target)
        assert (ended.status, ended.part) == (0, None)
        assert not ended.errors or "direct" in f"{read}{write}"
        assert ended.written == changed(content(size)), size


@pytest.mark.parametrize(("read", "write"), SCHEMES)
def test_pipes_are_read_and_written(read: str, write: str, programs: Programs) -> None:
    """A slow one: the program waits for what comes in pieces."""
    program = programs.changing(read, write, cores=2)
    data = content(5 * BLOCK + 100)
    feeder = "import sys, time\nfor n in range(0, %d, 1500):\n sys.stdout.buffer.write(sys.stdin.buffer.read(1500))\n"
    feeder += " sys.stdout.flush(); time.sleep(0.005)"
    pieces = subprocess.run(
        ["sh", "-c", 'python3 -c "$1" | "$2" read=- write=- | cat', "sh", feeder % len(data), str(program)],
        input=data, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert pieces.returncode == 0
    assert not pieces.stderr or "direct" in f"{read}{write}"
    assert pieces.stdout == changed(data)


def test_the_standard_input_may_be_a_file_that_was_read_from(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing()
    (tmp_path / "in").write_bytes(b"head" + content(100))
    with (tmp_path / "in").open("rb", buffering=0) as source:
        assert source.read(4) == b"head"
        ended = subprocess.run([str(program), "read=-", "write=-"], stdin=source, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, changed(content(100)))


@pytest.mark.parametrize("scheme", ["direct", "staged", "prefetch", "signalled"])
def test_the_output_may_be_the_input(scheme: str, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(f"scheme = {scheme}", cores=2)
    data = content(9 * BLOCK + 1)
    place = tmp_path / "both"
    place.write_bytes(data)
    place.chmod(0o640)
    assert run(program, place, place).written == changed(data)
    assert place.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing()
    (tmp_path / "in").write_bytes(content(10))
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "out").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real/out")
    assert run(program, tmp_path / "in", tmp_path / "link").written == changed(content(10))
    assert (tmp_path / "link").is_symlink()
    assert os.listdir(tmp_path / "real") == ["out"]


def test_a_link_to_what_is_not_there_yet_stays_a_link(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(10))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "second").symlink_to("out")
    (tmp_path / "first").symlink_to("folder/second")
    ended = run(programs.changing(), tmp_path / "in", tmp_path / "first")
    assert (ended.status, ended.written) == (0, changed(content(10)))
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "folder" / "second").is_symlink()
    assert (tmp_path / "folder" / "out").read_bytes() == changed(content(10))


def test_iterations_bound_what_is_read(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(cores=2)
    (tmp_path / "in").write_bytes(content(10 * BLOCK))
    ended = run(program, tmp_path / "in", tmp_path / "out", "-n", "3")
    assert (ended.status, ended.written) == (0, changed(content(3 * BLOCK)))


PLACES = """graph places {
    include "change.h"; source "change.c";
    actor read = file_source(block = 1048576) @file(%s);
    actor tell {
        fire tell(in, size, offset, out);
        in in : uint8[1048576]; in size : int64[1]; in offset : int64[1]; out out : int64[3];
    }
    actor write = file_sink(block = 3);
    read.data -> tell.in; read.size -> tell.size; read.offset -> tell.offset; tell.out -> write.data;
}
"""
TELL_H = """#include <stdint.h>
void tell(const uint8_t *in, const int64_t *size, const int64_t *offset, int64_t *out);
"""
TELL_C = """#include "change.h"
void tell(const uint8_t *in, const int64_t *size, const int64_t *offset, int64_t *out)
{
    out[0] = *offset, out[1] = *size, out[2] = *size > 0 ? in[*size - 1] : -1;
}
"""


@pytest.mark.parametrize(
    ("scheme", "start"),
    [
        ("scheme = signalled, backend = thread, direct", 0),  # the page cache would take long to have room for it
        ("scheme = signalled, backend = thread", (4 << 30) - (3 << 20)),
        ("scheme = direct, backend = mmap", (4 << 30) - (3 << 20)),
    ],
)
def test_a_sparse_file_beyond_4_gib_is_read_to_its_end(
    scheme: str, start: int, programs: Programs, tmp_path: Path
) -> None:
    program = programs.program(PLACES % scheme, TELL_C, TELL_H, PLAIN, cores=2)
    block, rest = 1 << 20, 12348
    with (tmp_path / "in").open("wb") as source:
        source.seek((4 << 30) + rest - 3)
        source.write(b"end")
    with (tmp_path / "in").open("rb", buffering=0) as source:
        source.seek(start)
        command = [str(program), "-q", "read=-", f"write={tmp_path / 'out'}"]
        subprocess.run(command, stdin=source, check=True)
    places = list(struct.iter_unpack("<3q", (tmp_path / "out").read_bytes()))
    blocks = ((4 << 30) - start) // block
    assert places == [(at * block, block, 0) for at in range(blocks)] + [(blocks * block, rest, ord("d"))]
