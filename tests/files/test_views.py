# SPDX-License-Identifier: Apache-2.0
"""Windows that are views of a file: of one that is mapped, or that was read into memory before the firings."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.apps.harness import PLAIN, SANITIZED, Toolchain
from tests.files.programs import Programs, changed, compiled, content, run
from tests.probing import require

BLOCK = 64 << 10
MAPPED = ("scheme = direct, backend = mmap", "scheme = prefetch, backend = mmap")
IN_MEMORY = (*MAPPED, "scheme = staged")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A platform of small caches: blocks of 64 KiB are large."""
    path = tmp_path_factory.mktemp("platform") / "small.toml"
    path.write_text("l2_bytes = 16384\n")
    return str(path)


def shown_bytes(figures: Path) -> int:
    (read,) = (file for file in json.loads(figures.read_text())["files"] if file["actor"] == "read")
    return int(read["shown_bytes"])


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("how", IN_MEMORY)
def test_whole_blocks_are_shown_and_the_last_one_is_copied(
    how: str, cores: int, small: str, programs: Programs, tmp_path: Path
) -> None:
    program, figures = programs.changing(how, block=BLOCK, cores=cores, platform=small), tmp_path / "figures"
    for size in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 9 * BLOCK, 9 * BLOCK + 7):
        (tmp_path / "in").write_bytes(content(size))
        ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
        assert (ended.status, ended.errors, ended.part) == (0, "", None)
        assert ended.written == changed(content(size))
        assert shown_bytes(figures) == size // BLOCK * BLOCK


@pytest.mark.parametrize("how", IN_MEMORY)
def test_a_file_that_begins_inside_a_page_is_copied(how: str, small: str, programs: Programs, tmp_path: Path) -> None:
    program, data = programs.changing(how, block=BLOCK, platform=small), content(2 * BLOCK + 5)
    (tmp_path / "in").write_bytes(b"head" + data)
    with (tmp_path / "in").open("rb", buffering=0) as source:
        source.read(4)
        ended = subprocess.run([str(program), "read=-", "write=-"], stdin=source, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, changed(data))
    piped = subprocess.run([str(program), "read=-", "write=-"], input=data, capture_output=True, check=False)
    assert (piped.returncode, piped.stdout) == (0, changed(data))


def windows_of(how: str, tmp_path: Path, small: str, block: int = BLOCK, **options: object) -> str:
    made = compiled(tmp_path, how, block=block, platform=small, **options)
    read, _ = made.plan["files"]
    if read["windows"]:
        assert f"windows are {read['windows']}" in made.plan_text
    return str(read["windows"])


def test_the_plan_tells_what_is_shown(small: str, tmp_path: Path) -> None:
    for how in IN_MEMORY:
        assert windows_of(how, tmp_path, small, cores=2) == "views of the file"
        assert (
            windows_of(how, tmp_path, small, 4096)
            == "copied: blocks of 4096 bytes are sooner copied than their pages are moved"
        )
        assert windows_of(how, tmp_path, small, BLOCK + 1) == f"copied: blocks of {BLOCK + 1} bytes are not whole pages"
        assert windows_of(how, tmp_path, small, guard=True) == "copied: a guarded program maps its memory twice"
        assert windows_of(how, tmp_path, small, transfers=("cow",)) == "copied: private views show its blocks"
    assert windows_of("scheme = direct", tmp_path, small) == ""


WRITES = """graph writes {
    include "change.h"; source "change.c";
    actor read = file_source(block = 65536) @file(%s);
    actor scribble { fire scribble(in, out); state; in in : uint8[65536]; out out : uint8[65536]; }
    actor write = file_sink(block = 65536);
    read.data -> scribble.in; scribble.out -> write.data;
}
"""
SCRIBBLE = """#include "change.h"
#include <string.h>
void scribble(uint8_t *in, uint8_t *out)
{
    in[1] = 7;
    memcpy(out, in, 65536);
}
"""


@pytest.mark.parametrize(("how", "is_shown"), [(MAPPED[0], False), ("scheme = staged", True)])
def test_a_reader_may_write_to_its_window(
    how: str, is_shown: bool, small: str, programs: Programs, tmp_path: Path
) -> None:
    """The file stays as it is."""
    header = "#include <stdint.h>\nvoid scribble(uint8_t *in, uint8_t *out);\n"
    program = programs.program(WRITES % how, SCRIBBLE, header, PLAIN, platform=small)
    data, figures = content(5 * BLOCK), tmp_path / "figures"
    (tmp_path / "in").write_bytes(data)
    ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
    wanted = bytearray(data)
    for block in range(5):
        wanted[block * BLOCK + 1] = 7
    assert (ended.status, ended.written) == (0, bytes(wanted))
    assert (tmp_path / "in").read_bytes() == data
    assert shown_bytes(figures) == (5 * BLOCK if is_shown else 0)


WAITS = """#include "change.h"
#include <stdio.h>
#include <string.h>
void wait(const uint8_t *in, uint8_t *out)
{
    puts("ready");
    fflush(stdout);
    getchar();
    memcpy(out, in, 65536);
}
"""


def test_a_file_that_shrinks_under_its_reader_is_told(small: str, programs: Programs, tmp_path: Path) -> None:
    """The window of block 1 has lost its pages when they are read."""
    graph = WRITES.replace("scribble", "wait") % MAPPED[0]
    header = "#include <stdint.h>\nvoid wait(const uint8_t *in, uint8_t *out);\n"
    program = programs.program(graph, WAITS, header, PLAIN, cores=1, latency_iterations=1, platform=small)
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_bytes(content(3 * BLOCK))
    target.write_bytes(b"before")
    command = [str(program), f"read={source}", f"write={target}"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdin is not None
        running.stdout.readline()
        running.stdin.write("\n")
        running.stdin.flush()
        running.stdout.readline()
        os.truncate(source, BLOCK + 100)
        _, errors = running.communicate("\n", timeout=60)
    assert running.returncode == 1
    assert f"{source}: ends inside block 1: 100 of {BLOCK} bytes, for it has shrunk since it was opened" in errors
    assert target.read_bytes() == b"before"
    assert (tmp_path / "out.part").read_bytes() == content(BLOCK)


@pytest.mark.parametrize("toolchain", SANITIZED[:2], ids=lambda toolchain: toolchain.name)
def test_sanitizers_find_nothing(toolchain: Toolchain, small: str, programs: Programs, tmp_path: Path) -> None:
    require(toolchain.compiler, *toolchain.flags)
    (tmp_path / "in").write_bytes(content(40 * BLOCK + 3))
    for how in (MAPPED[0], "scheme = staged"):
        program = programs.changing(how, block=BLOCK, cores=2, toolchain=toolchain, platform=small)
        ended = run(program, tmp_path / "in", tmp_path / "out")
        assert (ended.status, ended.errors) == (0, "")
        assert ended.written == changed(content(40 * BLOCK + 3))
