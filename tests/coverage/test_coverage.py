# SPDX-License-Identifier: Apache-2.0
"""The table of coverage, from reports as coverage writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .python import by_room, is_enough, table


def file(lines: int, covered_lines: int, branches: int, covered_branches: int) -> dict[str, dict[str, int]]:
    found = {"num_statements": lines, "covered_lines": covered_lines}
    return {"summary": found | {"num_branches": branches, "covered_branches": covered_branches}}


def report(**files: dict[str, dict[str, int]]) -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    return {"files": {name.replace("__", "/") + ".py": found for name, found in files.items()}}


def test_files_are_added_up_by_room() -> None:
    rooms = by_room(
        report(dfgen__cli__run=file(8, 6, 2, 1), dfgen__cli__tune=file(2, 2, 2, 2), dfgen__paths=file(1, 1, 0, 0))
    )
    assert [line.split() for line in table(rooms).splitlines()[1:]] == [
        ["cli", "10", "2", "80.0", "4", "1", "75.0"],
        ["dfgen", "1", "0", "100.0", "0", "0", "100.0"],
        ["all", "11", "2", "81.8", "4", "1", "75.0"],
    ]


def test_a_checkout_of_the_same_name_is_no_room() -> None:
    assert list(by_room(report(src__dfgen__dfgen__cli__run=file(1, 1, 0, 0)))) == ["cli"]


def test_lines_and_branches_must_both_be_reached() -> None:
    assert is_enough(by_room(report(dfgen__a=file(100, 95, 20, 19))))
    assert not is_enough(by_room(report(dfgen__a=file(100, 94, 20, 20))))
    assert not is_enough(by_room(report(dfgen__a=file(100, 100, 20, 18))))


def test_one_room_alone_is_measured(tmp_path: Path, repository: Path) -> None:
    command = [sys.executable, "-m", "tests.coverage", "--output", tmp_path, "--", "tests/model/test_names.py"]
    ended = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert ended.returncode == 1, ended.stderr
    assert "1 failed" not in ended.stdout
    assert ended.stdout.endswith("less than 95 % of the lines or branches are reached\n")
    assert by_room_names(ended.stdout) >= {"model", "cli", "all"}


def by_room_names(text: str) -> set[str]:
    return {line.split()[0] for line in text.splitlines() if line.count(" ") > 6}
