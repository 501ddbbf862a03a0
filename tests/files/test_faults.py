# SPDX-License-Identifier: Apache-2.0
"""Calls of the system that fail or come short: the program writes the right bytes all the same, or says what is wrong
and leaves what was there."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from tests.files.programs import BLOCK, Programs, changed, content, run

SIZE = 9 * BLOCK + 77
SCHEMES = ("scheme = direct", "scheme = signalled, backend = thread", "scheme = staged", "scheme = signalled, direct")
CALLS = (
    ("pread", errno.EIO), ("pwrite", errno.ENOSPC), ("pwrite", errno.EDQUOT), ("fsync", errno.EIO),
    ("fsync", errno.EDQUOT), ("close", errno.EDQUOT), ("rename", errno.EACCES), ("unlink", errno.EACCES),
    ("fchmod", errno.EPERM), ("lseek", errno.EIO), ("ftruncate", errno.EIO),
)  # fmt: skip
NTH_MOST = 12


@pytest.fixture(scope="session")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that is preloaded."""
    library = tmp_path_factory.mktemp("failing") / "failing.so"
    source = Path(__file__).with_name("failing.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", str(source), "-o", str(library), "-ldl"], check=True)
    return library


@pytest.mark.parametrize("scheme", SCHEMES)
def test_short_transfers_go_on(scheme: str, failing: Path, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(scheme, scheme, cores=2)
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_bytes(content(SIZE))
    for seed in range(1, 8):
        ended = run(program, source, target, environment={"LD_PRELOAD": str(failing), "SHORT": str(seed)})
        assert (ended.status, ended.written) == (0, changed(content(SIZE))), ended.errors


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_call_fails_once(scheme: str, failing: Path, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(scheme, f"{scheme}, durable", cores=2, latency_iterations=1)
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_bytes(content(SIZE))
    wrong, failed = [], set()
    told = tmp_path / "told"
    for call, error in CALLS:
        for nth in range(1, NTH_MOST):
            target.write_bytes(b"before")
            (tmp_path / "out.part").write_bytes(changed(content(SIZE))[:10])  # as an earlier run leaves it
            told.unlink(missing_ok=True)
            case = {"LD_PRELOAD": str(failing), "CALL": call, "NTH": str(nth), "ERROR": str(error), "TOLD": str(told)}
            ended = run(program, source, target, environment=case)
            if not told.exists():  # it is not called so often
                assert (ended.status, ended.written) == (0, changed(content(SIZE)))
                break
            what = f"{call} {nth}: {ended.status} {ended.errors}"
            if ended.status == 0:
                if ended.written != changed(content(SIZE)) or ended.part is not None:
                    wrong.append(what)
                continue
            failed.add(call)
            is_told = os.strerror(error) in ended.errors and "actor '" in ended.errors
            is_told = is_told and ("is in place, but may not" in ended.errors) == (ended.written != b"before")
            is_prefix = changed(content(SIZE)).startswith(ended.part or b"")
            named = call == "fsync" and ended.written == changed(content(SIZE))  # that of the folder comes last
            if ended.status != 1 or not is_told or not (named or ended.written == b"before") or not is_prefix:
                wrong.append(what)
    assert not wrong, "\n".join(wrong)
    assert {"pwrite", "fsync", "rename", "unlink", "ftruncate"} <= failed


def test_a_failed_write_names_what_is_whole(failing: Path, programs: Programs, tmp_path: Path) -> None:
    """Blocks behind the failed one are on the disk already, and are no part of what is kept."""
    program = programs.changing("", "scheme = signalled, backend = thread", block=1 << 20, cores=2)
    source, target = tmp_path / "in", tmp_path / "out"
    data = content(1 << 20) * 6
    source.write_bytes(data)
    case = {"LD_PRELOAD": str(failing), "CALL": "pwrite", "NTH": "3", "ERROR": str(errno.ENOSPC)}
    ended = run(program, source, target, environment=case)
    assert ended.status == 1
    assert ended.errors.count("error: ") == 1
    assert "No space left on device" in ended.errors
    assert f"note: {target} is as it was; what was written, {len(ended.part or b'')} bytes, is in" in ended.errors
    assert ended.part
    assert bytes(b ^ (i * 7 & 0xFF) for i, b in enumerate(data[:5000])) == ended.part[:5000]


@pytest.mark.parametrize("skipped", [0, 4], ids=["shown", "copied"])  # bytes, so that blocks begin inside a page
def test_a_page_that_the_disk_does_not_give_is_told(
    skipped: int, failing: Path, programs: Programs, tmp_path: Path
) -> None:
    program = programs.changing("scheme = direct, backend = mmap", cores=2)
    target = tmp_path / "out"
    (tmp_path / "in").write_bytes(content(6 * BLOCK))
    with (tmp_path / "in").open("rb", buffering=0) as source:
        source.read(skipped)
        ended = subprocess.run(
            [str(program), "read=-", f"write={target}"], stdin=source, capture_output=True, text=True, check=False,
            env={**os.environ, "LD_PRELOAD": str(failing), "BAD_PAGE": "4"},
        )  # fmt: skip
    assert (ended.returncode, target.exists()) == (1, False)
    assert ended.stderr.startswith("error: actor 'read'")
    assert "-: it cannot be read" in ended.stderr
    assert "input/output error" in ended.stderr.lower()


@pytest.mark.parametrize("skipped", [0, 4], ids=["shown", "copied"])
def test_a_block_device_is_mapped(skipped: int, failing: Path, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing("scheme = direct, backend = mmap", cores=2)
    (tmp_path / "in").write_bytes(content(SIZE))
    with (tmp_path / "in").open("rb", buffering=0) as source:
        source.read(skipped)
        ended = subprocess.run(
            [str(program), "read=-", "write=-"], stdin=source, capture_output=True, check=False,
            env={**os.environ, "LD_PRELOAD": str(failing), "AS_DEVICE": str(SIZE)},
        )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == changed(content(SIZE)[skipped:])


def test_room_that_is_too_small_is_given_back(failing: Path, programs: Programs, tmp_path: Path) -> None:
    """Who took it would leave none for what the program itself writes."""
    part = tmp_path / "out.part"
    program = programs.changing(cores=2, latency_iterations=1)
    case = {"LD_PRELOAD": str(failing), "CALL": "fallocate", "NTH": "1", "ERROR": str(errno.ENOSPC)}
    command = [str(program), "-n", "1000", "read=-", f"write={tmp_path / 'out'}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, **case}) as running:
        assert running.stdin is not None
        running.stdin.write(content(BLOCK))
        running.stdin.flush()
        while _size_of(part) < BLOCK:
            assert running.poll() is None
        taken = part.stat().st_blocks * 512
        running.stdin.close()
    assert taken < 500 * BLOCK
    assert (running.returncode, (tmp_path / "out").read_bytes()) == (0, changed(content(BLOCK)))


def test_a_program_that_is_killed_leaves_a_prefix(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing("", "scheme = signalled, backend = thread", cores=2, latency_iterations=1)
    target, part = tmp_path / "out", tmp_path / "out.part"
    data = content(40 * BLOCK)
    for blocks in (1, 5, 17):
        with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
            assert running.stdin is not None
            running.stdin.write(data[: blocks * BLOCK])
            running.stdin.flush()
            while _size_of(part) < (blocks - 1) * BLOCK:
                assert running.poll() is None
            running.kill()
        assert changed(data).startswith(part.read_bytes())
        assert not target.exists()


def _size_of(file: Path) -> int:
    """In bytes; -1 while it is not there, as for a moment when a program replaces what one before it has left."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return -1


def test_a_failing_actor_leaves_a_prefix(programs: Programs, tmp_path: Path) -> None:
    """df_fail of another actor: the blocks before are written, also those that an engine still had."""
    graph = """graph failing {
        include "change.h"; source "change.c";
        actor read = file_source(block = 4096) @file(scheme = signalled, backend = thread);
        actor check { state; fire check(in, out); in in : uint8[4096]; out out : uint8[4096]; }
        actor write = file_sink(block = 4096) @file(scheme = signalled, backend = thread);
        read.data -> check.in; check.out -> write.data;
    }"""
    header = "#include <stdint.h>\nvoid check(const uint8_t *in, uint8_t *out);\n"
    code = """#include "change.h"
#include <df/df.h>
#include <string.h>
void check(const uint8_t *in, uint8_t *out)
{
    if (in[0] == 7)
        df_fail("it is 7");
    memcpy(out, in, 4096);
}
"""
    from tests.apps.harness import PLAIN

    source, target = tmp_path / "in", tmp_path / "out"
    blocks = [bytes([number]) * 4096 for number in range(10)]
    source.write_bytes(b"".join(blocks))
    target.write_bytes(b"before")
    for cores in (1, 2):
        program = programs.program(graph, code, header, PLAIN, cores=cores, latency_iterations=1)
        ended = run(program, source, target)
        assert (ended.status, ended.written) == (1, b"before")
        assert ended.part == b"".join(blocks[:7])
        assert f"what was written, {7 * 4096} bytes, is in {target}.part" in ended.errors
