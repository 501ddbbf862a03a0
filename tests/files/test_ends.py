# SPDX-License-Identifier: Apache-2.0
"""Bad input, and how programs with files end: what is told, and what is on the disk then."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.files.programs import BLOCK, Programs, changed, content, run

READERS = ("", "scheme = direct", "backend = mmap, scheme = direct", "scheme = prefetch_async")


def test_an_end_inside_a_block_is_told_where_no_size_is_connected(programs: Programs, tmp_path: Path) -> None:
    program = programs.whole(cores=2)
    source, target = tmp_path / "in", tmp_path / "out"
    target.write_bytes(b"before")
    source.write_bytes(content(7 * BLOCK + 100))
    ended = run(program, source, target)
    assert ended.status == 1
    assert f"{source}: ends inside block 7: 100 of {BLOCK} bytes" in ended.errors
    assert "actor 'read' (g.sdf:3:11), firing 7" in ended.errors
    assert ended.written == b"before"
    assert content(8 * BLOCK).startswith(ended.part or b"")


def test_an_end_inside_an_iteration_is_told_likewise(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(3 * BLOCK))
    ended = run(programs.whole(), tmp_path / "in", tmp_path / "out")
    assert ended.status == 1
    assert f"ends inside block 3: 0 of {BLOCK} bytes" in ended.errors


def test_an_empty_file_runs_no_iteration(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"")
    ended = run(programs.whole(), tmp_path / "in", tmp_path / "out", "--json", str(tmp_path / "figures"))
    assert (ended.status, ended.written) == (0, b"")
    assert '"iterations": 0,' in (tmp_path / "figures").read_text()


@pytest.mark.parametrize(
    ("name", "told"),
    [("missing", "No such file or directory"), ("folder", "Is a directory"), ("closed", "Permission denied")],
)
def test_what_cannot_be_opened_is_told(name: str, told: str, programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "closed").write_bytes(b"")
    (tmp_path / "closed").chmod(0)
    (tmp_path / "in").write_bytes(b"x")
    if name == "closed" and os.access(tmp_path / "closed", os.R_OK):
        pytest.skip("this user may read everything")
    program = programs.changing()
    ended = run(program, tmp_path / name, tmp_path / "out")
    assert ended.status == 1
    assert f"actor 'read' (g.sdf:3:11), in init: {tmp_path / name}: it cannot be opened: {told}" in ended.errors
    assert (ended.written, ended.part) == (None, None)
    if name != "missing":
        assert (
            f"{tmp_path / name}: it cannot be opened: {told}" in run(program, tmp_path / "in", tmp_path / name).errors
        )


def test_a_file_must_be_named(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing()
    ended = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "no file is named: say read=FILE behind --, or read=- for the standard input" in ended.stderr


def test_a_full_device_is_told(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(BLOCK))
    for scheme in ("direct", "staged"):
        program = programs.changing(write=f"scheme = {scheme}", cores=2)
        ended = run(program, tmp_path / "in", Path("/dev/full"))
        assert ended.status == 1
        assert "/dev/full: it cannot be written" in ended.errors
        assert "No space left on device" in ended.errors


def test_a_pipe_that_nobody_reads_is_told(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(content(64 * BLOCK))
    command = (
        f'{{ "{programs.changing(cores=2)}" read="{tmp_path / "in"}" write=-; echo $? >&2; }} | head -c 10 >/dev/null'
    )
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert ended.stderr.endswith("Broken pipe\n1\n")


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_shrinks_is_told(reader: str, programs: Programs, tmp_path: Path) -> None:
    """A sink of another program's pipe stops the first for long enough to cut its input."""
    program = programs.changing(reader, cores=2)
    source = tmp_path / "in"
    source.write_bytes(bytes(40000 * BLOCK))
    with subprocess.Popen(
        [str(program), f"read={source}", "write=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.read(BLOCK)
        os.truncate(source, 39000 * BLOCK + 100)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert f"ends inside block 39000: 100 of {BLOCK} bytes, for it has shrunk" in errors.decode()


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_grows_is_read_to_its_first_size(reader: str, programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(reader, cores=2)
    source = tmp_path / "in"
    source.write_bytes(content(100 * BLOCK + 5))
    with subprocess.Popen([str(program), f"read={source}", "write=-"], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        first = running.stdout.read(BLOCK)
        with source.open("ab") as more:
            more.write(bytes(BLOCK))
        rest, _ = running.communicate(timeout=60)
    assert (running.returncode, first + rest) == (0, changed(content(100 * BLOCK + 5)))


def await_bytes(path: Path, size: int) -> None:
    for _ in range(600):
        if path.exists() and path.stat().st_size >= size:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not grow")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_in_order(number: int, programs: Programs, tmp_path: Path) -> None:
    """Also where the source waits for a pipe."""
    program, target = programs.changing(cores=2, latency_iterations=1), tmp_path / "out"
    data = content(3 * BLOCK)
    with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(data)
        running.stdin.flush()
        part = tmp_path / "out.part"
        await_bytes(part, 2 * BLOCK)
        running.send_signal(number)
        assert running.wait(timeout=60) == 128 + number
    written = target.read_bytes()
    assert not part.exists()
    assert len(written) >= 2 * BLOCK
    assert changed(data).startswith(written)


def test_a_killed_program_leaves_its_part_which_the_next_one_replaces(programs: Programs, tmp_path: Path) -> None:
    program, target = programs.changing(latency_iterations=1), tmp_path / "out"
    target.write_bytes(b"before")
    data = content(3 * BLOCK)
    with subprocess.Popen([str(program), "read=-", f"write={target}"], stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(data)
        running.stdin.flush()
        part = tmp_path / "out.part"
        await_bytes(part, 2 * BLOCK)
        running.kill()
    assert target.read_bytes() == b"before"
    assert changed(data).startswith(part.read_bytes())
    (tmp_path / "in").write_bytes(content(10))
    ended = run(program, tmp_path / "in", target)
    assert (ended.written, ended.part) == (changed(content(10)), None)


def test_two_sinks_cannot_write_one_file(programs: Programs, tmp_path: Path) -> None:
    graph = """graph two {
        actor read = file_source(block = 1);
        actor one = file_sink(block = 1); actor other = file_sink(block = 1);
        read.data -> { one.data, other.data };
    }"""
    from tests.apps.harness import PLAIN

    program = programs.program(graph, "", "", PLAIN)
    (tmp_path / "in").write_bytes(b"x")
    names = [f"{actor}={tmp_path / 'out'}" for actor in ("one", "other")]
    command = [str(program), f"read={tmp_path / 'in'}", *names]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "actor 'one' writes this file, too" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_room_is_taken_at_the_start_and_given_back(programs: Programs, tmp_path: Path) -> None:
    program = programs.changing(latency_iterations=1)
    (tmp_path / "in").write_bytes(content(100 * BLOCK + 1))
    with subprocess.Popen(
        [str(program), f"read={tmp_path / 'in'}", f"write={tmp_path / 'out'}"], env={"DFGEN_SPIN_NS": "0"}
    ) as running:
        assert running.wait(timeout=60) == 0
    status = (tmp_path / "out").stat()
    assert status.st_size == 100 * BLOCK + 1
    assert status.st_blocks * 512 <= 101 * BLOCK
