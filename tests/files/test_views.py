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


def shown_bytes(figures: Path) -> int:
    (read,) = (file for file in json.loads(figures.read_text())["files"] if file["actor"] == "read")
    return int(read["shown_bytes"])


@pytest.mark.parametrize("block", [BLOCK, 1000])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("how", IN_MEMORY)
def test_no_byte_of_a_file_is_copied(how: str, cores: int, block: int, programs: Programs, tmp_path: Path) -> None:
    program, figures = programs.changing(how, block=block, cores=cores), tmp_path / "figures"
    for size in (0, 1, block - 1, block, block + 1, 9 * block, 9 * block + 7, 70 * block):
        (tmp_path / "in").write_bytes(content(size))
        ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
        assert (ended.status, ended.errors, ended.part) == (0, "", None)
        assert ended.written == changed(content(size))
        assert shown_bytes(figures) == size
        assert (tmp_path / "in").read_bytes() == content(size)


@pytest.mark.parametrize("how", IN_MEMORY)
@pytest.mark.parametrize(
    "options", [{"cores": 1}, {"cores": 2, "depth": 3}, {"cores": 1, "latency_iterations": 1}], ids=str
)
def test_an_iteration_may_have_several_blocks(
    how: str, options: dict[str, object], programs: Programs, tmp_path: Path
) -> None:
    program, figures = programs.whole(how, **options), tmp_path / "figures"
    for blocks in (0, 2, 2 * 21):
        (tmp_path / "in").write_bytes(content(blocks * 4096))
        ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
        assert (ended.status, ended.errors, ended.written) == (0, "", content(blocks * 4096))
        assert shown_bytes(figures) == blocks * 4096
    (tmp_path / "in").write_bytes(content(3 * 4096))
    ended = run(program, tmp_path / "in", tmp_path / "out")
    assert ended.status == 1
    assert "reads 2 blocks of 4096 bytes: the file has 3" in ended.errors


# Halves and the whole of one block.
ROUTED = """graph routed {
    include "routed.h"; source "change.c";
    actor read = file_source(block = 4096) @file(%s);
    fork halves { in in : uint8[4096]; out first : uint8[2048]; out second : uint8[2048]; }
    broadcast all { in in : uint8[4096]; out one : uint8[4096]; out other : uint8[4096]; }
    actor mix { fire mix(a, b, c, out);
                in a : uint8[2048]; in b : uint8[2048]; in c : uint8[4096]; out out : uint8[4096]; }
    actor write = file_sink(block = 4096);
    read.data -> all.in%s; all.one -> halves.in; halves.first -> mix.a; halves.second -> mix.b;
    all.other -> mix.c; mix.out -> write.data;
}
"""
MIX = """#include "change.h"
void mix(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *out)
{
    for (int i = 0; i < 4096; i++)
        out[i] = (uint8_t)((i < 2048 ? b[i] : a[i - 2048]) + 3 * c[i]);
}
"""


@pytest.mark.parametrize("how", IN_MEMORY)
@pytest.mark.parametrize(("delay", "is_shown"), [("", True), (" delay 4096", False)])
def test_routing_actors_cut_and_share_views(
    how: str, delay: str, is_shown: bool, programs: Programs, tmp_path: Path
) -> None:
    """Initial tokens are no bytes of the file."""
    graph = ROUTED.replace("routed.h", "change.h") % (how, delay)
    header = "#include <stdint.h>\nvoid mix(const uint8_t *a, const uint8_t *b, const uint8_t *c, uint8_t *out);\n"
    program, figures = programs.program(graph, MIX, header, PLAIN, cores=2), tmp_path / "figures"
    data = content(11 * 4096)
    (tmp_path / "in").write_bytes(data)
    ended = run(program, tmp_path / "in", tmp_path / "out", "--json", str(figures))
    wanted, behind = bytearray(), 4096 if delay else 0
    delayed = bytes(behind) + data
    for at in range(0, len(data), 4096):
        block = delayed[at : at + 4096]
        wanted += bytes((x + 3 * y) & 0xFF for x, y in zip(block[2048:] + block[:2048], block, strict=True))
    assert (ended.status, ended.errors, ended.written) == (0, "", bytes(wanted))
    assert shown_bytes(figures) == (len(data) if is_shown else 0)


@pytest.mark.parametrize("how", IN_MEMORY)
def test_a_file_that_begins_inside_a_page_is_copied(how: str, programs: Programs, tmp_path: Path) -> None:
    program, data = programs.changing(how, block=BLOCK), content(2 * BLOCK + 5)
    (tmp_path / "in").write_bytes(b"head" + data)
    with (tmp_path / "in").open("rb", buffering=0) as source:
        source.read(4)
        ended = subprocess.run([str(program), "read=-", "write=-"], stdin=source, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, changed(data))
    piped = subprocess.run([str(program), "read=-", "write=-"], input=data, capture_output=True, check=False)
    assert (piped.returncode, piped.stdout) == (0, changed(data))


def windows_of(how: str, tmp_path: Path, block: int = BLOCK, **options: object) -> str:
    made = compiled(tmp_path, how, block=block, **options)
    read, _ = made.plan["files"]
    if read["windows"]:
        assert f"windows are {read['windows']}" in made.plan_text
    return str(read["windows"])


def test_the_plan_tells_what_is_shown(tmp_path: Path) -> None:
    for how in IN_MEMORY:
        for block in (BLOCK, 1, 4097):
            assert windows_of(how, tmp_path, block, cores=2) == "views of the file"
        guarded = windows_of(how, tmp_path, guard=True)
        assert guarded == "copied: in a guarded program every window has pages of its own"
        assert windows_of(how, tmp_path, transfers=("cow",)) == "copied: private views show its blocks"
        assert windows_of(how, tmp_path, transfers=("memcpy",)) == "views of the file"
        offloaded = windows_of(how, tmp_path, transfers=("read.data:change.in=offload",))
        assert offloaded == "copied: an engine copies its blocks"
    assert windows_of("scheme = direct", tmp_path) == ""


def test_what_lies_in_a_file_takes_no_memory_of_the_program(tmp_path: Path) -> None:
    made = compiled(tmp_path, "scheme = staged", block=BLOCK, cores=2)
    (data,) = (buffer for buffer in made.plan["buffers"] if buffer["name"] == "read.data")
    assert (data["file"], data["offset_bytes"]) == ("read", None)
    assert made.plan["memory"]["arena_bytes"] < data["slots"] * data["slot_bytes"] * 2


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
def test_a_reader_may_write_to_its_window(how: str, is_shown: bool, programs: Programs, tmp_path: Path) -> None:
    """The file stays as it is."""
    header = "#include <stdint.h>\nvoid scribble(uint8_t *in, uint8_t *out);\n"
    program = programs.program(WRITES % how, SCRIBBLE, header, PLAIN)
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


def test_a_file_that_shrinks_under_its_reader_is_told(programs: Programs, tmp_path: Path) -> None:
    """The window of block 1 has lost its pages when they are read."""
    graph = WRITES.replace("scribble", "wait") % MAPPED[0]
    header = "#include <stdint.h>\nvoid wait(const uint8_t *in, uint8_t *out);\n"
    program = programs.program(graph, WAITS, header, PLAIN, cores=1, latency_iterations=1)
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


COPIED = """graph copied {
    actor read = file_source(block = 65536) @file(scheme = direct, backend = mmap);
    actor write = file_sink(block = 65536) @file(scheme = %s);
    read.data -> write.data;
}"""


@pytest.mark.parametrize("scheme", ["direct", "signalled, backend = thread"])
def test_a_file_that_shrinks_under_its_sink_is_told(scheme: str, programs: Programs, tmp_path: Path) -> None:
    """The system cannot read from there (EFAULT). A signalled sink of a pipe copies its blocks before."""
    program = programs.program(COPIED % scheme, "", "", PLAIN, cores=2)
    source = tmp_path / "in"
    source.write_bytes(content(BLOCK) * 400)
    with subprocess.Popen(
        [str(program), f"read={source}", "write=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.read(BLOCK)
        os.truncate(source, 2 * BLOCK + 100)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "Bad address" not in errors.decode()
    assert f"ends inside block {2 if scheme == 'direct' else ''}" in errors.decode()
    assert "for it has shrunk since it was opened" in errors.decode()


def test_what_a_page_has_lost_is_told_at_the_end(programs: Programs, tmp_path: Path) -> None:
    """Bytes behind the end of a file, but on its last page, are zeroes: no signal tells that they have gone."""
    graph = WRITES.replace("scribble", "wait") % MAPPED[0]
    header = "#include <stdint.h>\nvoid wait(const uint8_t *in, uint8_t *out);\n"
    program = programs.program(graph, WAITS, header, PLAIN, cores=1, latency_iterations=1)
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_bytes(content(BLOCK))
    target.write_bytes(b"before")
    command = [str(program), f"read={source}", f"write={target}"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        os.truncate(source, BLOCK - 7)
        _, errors = running.communicate("\n", timeout=60)
    assert running.returncode == 1
    assert f"{source}: ends inside block 0: {BLOCK - 7} of {BLOCK} bytes, for it has shrunk" in errors
    assert target.read_bytes() == b"before"


@pytest.mark.parametrize("toolchain", SANITIZED[:2], ids=lambda toolchain: toolchain.name)
def test_sanitizers_find_nothing(toolchain: Toolchain, programs: Programs, tmp_path: Path) -> None:
    require(toolchain.compiler, *toolchain.flags)
    (tmp_path / "in").write_bytes(content(40 * BLOCK + 3))
    for how in (MAPPED[0], "scheme = staged"):
        program = programs.changing(how, block=BLOCK, cores=2, toolchain=toolchain)
        ended = run(program, tmp_path / "in", tmp_path / "out")
        assert (ended.status, ended.errors) == (0, "")
        assert ended.written == changed(content(40 * BLOCK + 3))
