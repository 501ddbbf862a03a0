# SPDX-License-Identifier: Apache-2.0
"""One process at a time in a folder, until what it has built is started."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from dfgen.build.lock import locked
from dfgen.model.diagnostics import UserError
from tests.watching import Watcher

TAKE = """
import pathlib, sys
from dfgen.build.lock import locked
from dfgen.build.reporter import Silence
class Loud(Silence):
    def step(self, text): print(text, flush=True)
with locked(pathlib.Path(sys.argv[1]), Loud()):
    print(pathlib.Path(sys.argv[1], "mark").read_text(), flush=True)
"""
HOLD = """
import os, pathlib, subprocess, sys, time
from dfgen.build.lock import locked
with locked(pathlib.Path(sys.argv[1])):
    child = subprocess.Popen(["sleep", "60"])
    print(child.pid, flush=True)
    {then}
"""


def started(script: str, folder: Path, repository: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, str(folder)]
    return subprocess.Popen(command, cwd=repository, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


def test_others_wait_and_are_told_once(tmp_path: Path, repository: Path) -> None:
    folder = tmp_path / "program"
    with locked(folder):
        other = started(TAKE, folder, repository)
        assert other.stdout is not None
        assert other.stdout.readline() == f"waiting for another dfgen, which works in {folder}\n"
        (folder / "mark").write_text("written under the lock")
    assert other.communicate()[0] == "written under the lock\n"
    assert [path.name for path in tmp_path.rglob("*")] == ["program", "mark"]


@pytest.mark.parametrize("then", ["os.execv('/bin/sleep', ['sleep', '60'])", "os.kill(os.getpid(), 9)"])
def test_it_ends_as_another_program_starts_and_with_its_process(tmp_path: Path, repository: Path, then: str) -> None:
    """Also while a program goes on that was started in between."""
    holder = started(HOLD.format(then=then), tmp_path, repository)
    assert holder.stdout is not None
    child = int(holder.stdout.readline())
    (tmp_path / "mark").write_text("free")
    try:
        taken = subprocess.run(
            [sys.executable, "-c", TAKE, str(tmp_path)],
            cwd=repository, capture_output=True, text=True, timeout=30, check=True,
        )  # fmt: skip
        assert taken.stdout.endswith("free\n")
    finally:
        os.kill(child, 9)
        holder.kill()
        holder.communicate()


def test_it_is_of_the_folder_whatever_its_name(tmp_path: Path, repository: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to("a")
    with locked(tmp_path / "a"):
        other = started(TAKE, tmp_path / "b", repository)
        assert other.stdout is not None
        assert "waiting" in other.stdout.readline()
        with locked(tmp_path / "b"):  # this process has it
            (tmp_path / "a/mark").write_text("done")
    assert other.communicate()[0] == "done\n"


def test_a_folder_that_is_removed_meanwhile_is_made_again(tmp_path: Path, repository: Path) -> None:
    folder = tmp_path / "program"
    with locked(folder):
        other = started(TAKE, folder, repository)
        assert other.stdout is not None
        assert "waiting" in other.stdout.readline()
        shutil.rmtree(folder)
    assert other.communicate()[0] == ""  # it looks for the mark in a new folder
    assert folder.is_dir()


def test_a_file_system_without_locks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    recorder, before = Watcher(), os.listdir("/proc/self/fd")
    with locked(tmp_path, recorder):
        pass
    assert "cannot be locked" in recorder.steps[0]
    assert os.listdir("/proc/self/fd") == before


def test_what_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught, locked(tmp_path / "file" / "program"):
        pass
    assert caught.value.diagnostics[0].id == "file-unwritable"
    with locked(tmp_path / "file"):  # who wants to write there says that it is a file
        pass


@pytest.mark.parametrize("name", ["empty", "used"])
def test_a_folder_of_which_nothing_comes_does_not_stay(name: str, tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / name):
        write_and_fail(tmp_path / name, ["text"] if name == "used" else [])
    assert os.listdir(tmp_path) == ([name] if name == "used" else [])


def write_and_fail(folder: Path, names: Sequence[str]) -> None:
    for name in names:
        (folder / name).write_text("")
    raise KeyError


GRAPH = """\
graph g(value = 1) {
    include "a.h"; source "a.c";
    actor give { fire give(value, out); out out : int32[1]; }
    actor show { fire show(in); io; in in : int32[1]; }
    give.out -> show.in;
}
"""
HEADER = "#include <stdint.h>\nvoid give(int value, int32_t *out);\nvoid show(const int32_t *in);\n"
SOURCE = """\
#include "a.h"
#include <stdio.h>
void give(int value, int32_t *out) { *out = value; }
void show(const int32_t *in) { printf("%d\\n", (int)*in); }
"""


def run_together(folder: Path, commands: Sequence[Sequence[str]]) -> list[tuple[int | None, str, str]]:
    base = [sys.executable, "-m", "dfgen", "run", "g.sdf", "-n", "1"]
    running = [
        subprocess.Popen([*base, *more], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for more in commands
    ]
    outputs = [process.communicate() for process in running]
    return [(process.returncode, *told) for process, told in zip(running, outputs, strict=True)]


def test_two_runs_into_one_folder_have_the_results_of_their_own_parameters(tmp_path: Path) -> None:
    for name, text in (("g.sdf", GRAPH), ("a.h", HEADER), ("a.c", SOURCE)):
        (tmp_path / name).write_text(text)
    values = (1, 2, 3)
    ended = run_together(tmp_path, [("-o", "out", "-p", f"value={value}") for value in values])
    assert [(status, out) for status, out, _ in ended] == [(0, f"{value}\n") for value in values]
    assert any("* waiting for another dfgen, which works in out\n" in err for *_, err in ended)
    assert all(err.count("waiting") <= 1 for *_, err in ended)
