# SPDX-License-Identifier: Apache-2.0
"""The makers of mutants themselves: what they change and leave alone, and that a fork is alone."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from .forks import in_forks
from .mutants import mutants_of


def changed(body: str) -> set[str]:
    """What becomes of the statements of a function."""
    head = b"def f(a, b, c):\n    "
    source = head + body.encode() + b"\n"
    return {mutant.applied(source)[len(head) :].decode().strip() for mutant in mutants_of("f.py", source)}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = a < b", {"x = a <= b", "x = a >= b"}),
        ("x = a < b <= c", {"x = a <= b <= c", "x = a >= b <= c", "x = a < b < c", "x = a < b > c"}),
        ("x = (a) not in (b)", {"x = (a) in (b)"}),
        ("x = a - b * c", {"x = a + b * c", "x = a - b // c"}),
        ("x = a and b and c", {"x = a or b and c", "x = a and b or c"}),
        ("x = not a", {"x = a"}),
        ("x = min(a, 7)", {"x = max(a, 7)", "x = min(a, 8)"}),
        ("x: bool = True", {"x: bool = False"}),
        ("x = [y for y in a if y]", {"x = [y for y in a if True]"}),
        ("x = b if a else c", {"x = b if not (a) else c"}),
        ("a += b", {"a -= b", "pass"}),
        ("a.sort()", {"pass"}),
        ("return a", {"return None"}),
        ("return False", {"return True"}),
    ],
)
def test_changes(body: str, expected: set[str]) -> None:
    assert changed(body) == expected


@pytest.mark.parametrize(
    "body",
    ['"""About 3 things."""', "assert a < 3", 'x = f"{a + 1} of them"', "raise fail(a + 1)", "x: list[1] = a"],
)
def test_wording_is_left_alone(body: str) -> None:
    assert changed(body) <= {"pass"}


def test_letters_of_two_bytes_move_nothing() -> None:
    assert changed("x = 'ä' + (a < b)") == {"x = 'ä' - (a < b)", "x = 'ä' + (a <= b)", "x = 'ä' + (a >= b)"}


def test_only_what_functions_and_methods_do_is_changed() -> None:
    source = b"N = 1\nclass C:\n    n = 2\n    def g(self, n=3):\n        return 4\n"
    assert {(m.new, m.function, m.function_line) for m in mutants_of("f.py", source)} == {
        ("5", "g", 4),
    }


def test_forks_are_alone_and_end() -> None:
    seen: list[str] = []

    def work(task: str, folder: Path) -> int:
        seen.append(task)
        (folder / "here").write_text(task)
        if task == "killed":
            os.kill(os.getpid(), signal.SIGTERM)
        if task == "sleeps":
            time.sleep(600)
        if task == "raises":
            raise ValueError
        return len(seen)

    found = {}
    for done in in_forks(["returns", "returns too", "killed", "sleeps", "raises"], work, 2, 1.0):
        assert (done.folder / "here").read_text() == done.task
        found[done.task] = done.status
    assert found == {"returns": 1, "returns too": 1, "killed": -signal.SIGTERM, "sleeps": -signal.SIGKILL, "raises": 2}
    assert not seen
