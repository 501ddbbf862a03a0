# SPDX-License-Identifier: Apache-2.0
"""Whatever dfgen is at, SIGTERM and Ctrl-C end it at once, and with it all that works for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

SECONDS = 60
HEADER = "#include <stdint.h>\nvoid give(int32_t *o);\nvoid take(const int32_t *i);\n"
SOURCE = '#include "a.h"\nvoid give(int32_t *o) { *o = 1; }\nvoid take(const int32_t *i) { (void)i; }\n'
GRAPH = """\
graph g {
    include "a.h"; source "a.c";
    actor a { fire give(o); out o : int32[1]; }
    actor b { fire take(i); in i : int32[1]; }
    a.o -> b.i;
}
"""
ENDS = [(signal.SIGTERM, 143), (signal.SIGINT, 130)]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in (("g.sdf", GRAPH), ("a.h", HEADER), ("a.c", SOURCE)):
        (tmp_path / name).write_text(text)
    os.mkfifo(tmp_path / "endless.h")
    return tmp_path


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """dfgen in a session of its own, of which nothing is left behind."""
    command, pipe = [sys.executable, "-m", "dfgen", *arguments], subprocess.PIPE
    process = subprocess.Popen(command, cwd=folder, stdin=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def has_no_reader(pipe: int) -> bool:
    try:
        os.write(pipe, b"\n")
    except BrokenPipeError:
        return True
    return False


@pytest.mark.parametrize(("number", "status"), ENDS)
@pytest.mark.parametrize("reader", ["a.h", "a.c"], ids=["libclang", "the compiler"])
def test_while_c_is_read(project: Path, reader: str, number: signal.Signals, status: int) -> None:
    """A pipe that is never closed stands for a header that takes minutes."""
    (project / reader).write_text('#include "endless.h"\n' + (project / reader).read_text())
    with started(project, "check", "g.sdf") as process:
        pipe = os.open(project / "endless.h", os.O_WRONLY)  # waits for the reader
        try:
            process.send_signal(number)
            assert process.wait(timeout=SECONDS) == status
            until(lambda: has_no_reader(pipe))
            assert process.stderr is not None
            assert process.stderr.read() == ("dfgen: interrupted\n" if number == signal.SIGINT else "")
        finally:
            os.close(pipe)


def test_who_is_killed_takes_libclang_along(project: Path) -> None:
    (project / "a.h").write_text('#include "endless.h"\n')
    (project / "a.c").write_text("")  # which the compiler reads at the same time
    with started(project, "check", "g.sdf") as process:
        pipe = os.open(project / "endless.h", os.O_WRONLY)
        try:
            process.kill()
            until(lambda: has_no_reader(pipe))
        finally:
            os.close(pipe)


def end_while_it_reads(pipe_file: Path, process: subprocess.Popen[str], number: signal.Signals, status: int) -> None:
    """Who reads from the pipe, on behalf of `process`, ends with that."""
    pipe = os.open(pipe_file, os.O_WRONLY)
    try:
        process.send_signal(number)
        assert process.wait(timeout=SECONDS) == status
        until(lambda: has_no_reader(pipe))
    finally:
        os.close(pipe)


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_while_a_program_is_built(project: Path, number: signal.Signals, status: int) -> None:
    with started(project, "compile", "-q", "g.sdf", "-o", "out", "--cores", "1") as process:
        assert process.wait(timeout=SECONDS) == 0
    user = project / "out/user/a.h"
    user.write_text('#include "endless.h"\n')
    os.mkfifo(user.with_name("endless.h"))
    with started(project, "build", "-q", "out") as process:
        end_while_it_reads(user.with_name("endless.h"), process, number, status)


def threads_of_children(process: subprocess.Popen[str]) -> int:
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return sum(len(os.listdir(f"/proc/{child}/task")) for child in children)
    except OSError:
        return 0


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_while_a_mapping_is_searched(project: Path, number: signal.Signals, status: int) -> None:
    pytest.importorskip("ortools")
    actors = [f"actor b{n} {{ fire take(i); state; time {10000 + n * n % 97}ns; in i : int32[1]; }}" for n in range(31)]
    edges = ", ".join(f"b{n}.i" for n in range(31))
    head = 'graph g { include "a.h"; source "a.c"; actor a { fire give(o); time 1ns; out o : int32[1]; }'
    (project / "g.sdf").write_text(" ".join([head, *actors, f"a.o -> {{ {edges} }};", "}"]))
    with started(
        project, "compile", "g.sdf", "-o", "out", "--cores", "6", "--mapper", "exact", "--mapper-time", "10min"
    ) as process:
        until(lambda: threads_of_children(process) > 4)  # those of the solver
        process.send_signal(number)
        assert process.wait(timeout=SECONDS) == status


def send(process: subprocess.Popen[str], *messages: Mapping[str, object]) -> None:
    """What an editor would."""
    assert process.stdin is not None
    for message in messages:
        text = json.dumps({"jsonrpc": "2.0", **message})
        process.stdin.write(f"Content-Length: {len(text)}\r\n\r\n{text}")
    process.stdin.flush()


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_while_an_editor_says_nothing(tmp_path: Path, number: signal.Signals, status: int) -> None:
    with started(tmp_path, "lsp") as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("Content-Length: 5\r\n\r\nhello")
        process.stdin.flush()
        assert "skipped what is no message" in process.stderr.readline()
        process.send_signal(number)
        assert process.wait(timeout=SECONDS) == status
        assert process.stderr.read() == ("dfgen: interrupted\n" if number == signal.SIGINT else "")


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_while_c_is_read_for_an_editor(project: Path, number: signal.Signals, status: int) -> None:
    (project / "a.h").write_text('#include "endless.h"\n' + HEADER)
    document = {"uri": (project / "g.sdf").as_uri(), "languageId": "sdf", "version": 1, "text": GRAPH}
    with started(project, "lsp") as process:
        send(
            process,
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        )
        end_while_it_reads(project / "endless.h", process, number, status)


@pytest.mark.parametrize(("asked", "status"), [(["shutdown", "exit"], 0), (["exit"], 1)])
def test_an_editor_asks_for_the_end(tmp_path: Path, asked: list[str], status: int) -> None:
    """While it may still write; the protocol has a status for editors that do not announce it."""
    with started(tmp_path, "lsp") as process:
        send(process, *({"id": 1, "method": each} if each == "shutdown" else {"method": each} for each in asked))
        assert process.wait(timeout=SECONDS) == status
        assert process.stderr is not None
        assert process.stderr.read() == ""
