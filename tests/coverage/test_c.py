# SPDX-License-Identifier: Apache-2.0
"""The table of the runtime's coverage, from reports as gcov writes them, and of one test alone."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .c import Counts, add, elsewhere, missed_lines, percent, runtime_name, table


def report(path: str, *counts: int) -> dict[str, object]:
    lines = [{"line_number": number, "count": count} for number, count in enumerate(counts, 1)]
    return {"files": [{"file": path, "lines": lines}]}


def test_copies_of_a_file_are_added_up() -> None:
    counts: Counts = {}
    add(counts, report("a/runtime/src/wait.c", 0, 2, 0))
    add(counts, report("b/c/runtime/src/wait.c", 1, 3, 0))
    add(counts, report("b/c/src/core_0.c", 1))
    assert counts == {"src/wait.c": {1: 1, 2: 5, 3: 0}}
    assert round(percent(counts)) == 67
    assert [line.split(":")[1] for line in missed_lines(counts)] == ["3"]
    (row,) = (line.split() for line in table(counts).splitlines() if line.startswith("src/wait.c"))
    assert row == ["src/wait.c", "3", "1", "66.7"]


def test_what_is_of_the_runtime() -> None:
    assert runtime_name("x/runtime/include/df/df.h") == "include/df/df.h"
    assert runtime_name("runtime/src/wait.c") == "src/wait.c"
    assert runtime_name("x/runtime/src/absent.c") is None
    assert runtime_name("x/src/wait.c") is None
    assert runtime_name("wait.c") is None


def test_files_of_other_machines_stand_apart() -> None:
    name = next(iter(elsewhere()))
    other = {name: {1: 0}, "src/wait.c": {1: 1}}
    assert f"{'all':32} {1:6} {0:7} {100.0:6.1f}" in table(other)
    assert any(line.startswith(name) and " for " in line for line in table(other).splitlines())


@pytest.mark.skipif(shutil.which("gcc") is None or shutil.which("gcov") is None, reason="gcc and gcov are needed")
def test_one_test_alone_is_measured(tmp_path: Path, repository: Path) -> None:
    command = [sys.executable, "-m", "tests.coverage.c", "--folder", str(tmp_path), "--lines", "--"]
    ended = subprocess.run(
        [*command, "tests/runtime/test_preesm.py"], cwd=repository, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1, ended.stderr
    assert "less than 90 % of the lines are reached" in ended.stdout
    assert re.search(r"^src/preesm_md5.c +\d+ +0 +100.0$", ended.stdout, re.MULTILINE), ended.stdout
    assert re.search(r"^src/life.c +compiled by none of these tests$", ended.stdout, re.MULTILINE)
