# SPDX-License-Identifier: Apache-2.0
"""Which tests run, on a small project of its own; and that the quick ones here reach every folder of tests."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from tests.tiers import DRAWN_S, DURATIONS, QUICK_S_MAX, is_quick, most_within, recorded

AREAS = """\
import time
import pytest

def test_quick(): pass

@pytest.mark.parametrize("n", [1, 2])
def test_long(n): pass

@pytest.mark.sweep
def test_combination(): pass

@pytest.mark.parametrize("n", [1, 2, 3])
def test_left_out(n): pytest.skip("there is no such machine")

def test_takes_time(): time.sleep(0.7)

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_of_toolchains(n): pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\nmarkers =\n  sweep: sweep\n  whole: whole\n  thorough: thorough\n"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_areas.py").write_text(AREAS)
    left_out = {"tests/test_areas.py::test_long": QUICK_S_MAX + 1, "tests/test_areas.py::test_left_out": QUICK_S_MAX}
    (tmp_path / DURATIONS).write_text(json.dumps({**left_out, "tests/test_areas.py::test_gone": 7}))
    return tmp_path


def pytest_in(project: Path, repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "tests.tiers", "-p", "no:cacheprovider", *arguments]
    environment = {"PYTHONPATH": str(repository), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        ((), "3 passed, 3 skipped, 4 deselected"),
        (("--all",), "6 passed, 3 skipped, 1 deselected"),
        (("--all", "--sweep"), "7 passed, 3 skipped"),
        (("--all", "--budget", str(2 * QUICK_S_MAX + 0.5)), "5 passed, 3 skipped, 2 deselected"),
        (("--all", "--budget", str(2 * QUICK_S_MAX + 1)), "6 passed, 3 skipped, 1 deselected"),
        (("tests/test_areas.py",), "6 passed, 3 skipped, 1 deselected"),
        (("--all", "-n", "2"), "6 passed, 3 skipped"),
        (("-n", "2"), "3 passed, 3 skipped"),
        (("tests/test_areas.py", "-n", "2"), "6 passed, 3 skipped"),
    ],
)
def test_what_runs(arguments: tuple[str, ...], counts: str, project: Path, repository: Path) -> None:
    ended = pytest_in(project, repository, *arguments)
    assert f"{counts} in " in ended.stdout
    assert ended.returncode == 0


def test_skips_are_counted_and_bounded(project: Path, repository: Path) -> None:
    few, many = (pytest_in(project, repository, "--skips-max", str(most)) for most in (3, 2))
    assert (few.returncode, many.returncode) == (0, 1)
    assert " 3 skipped, 2 may be " in many.stdout
    assert "     3 there is no such machine\n" in few.stdout


def test_durations_are_written_anew(project: Path, repository: Path) -> None:
    assert pytest_in(project, repository, "--all", "--record-durations").returncode == 0
    kept = "tests/test_areas.py::test_left_out"  # it did not run
    assert {name: round(seconds) for name, seconds in recorded(project).items()} == {
        kept: round(QUICK_S_MAX), "tests/test_areas.py::test_takes_time": 1
    }  # fmt: skip


@pytest.mark.parametrize("named", [(), ("tests/test_areas.py::test_takes_time",)], ids=len)
def test_what_is_new_is_recorded_beside_the_rest(named: tuple[str, ...], project: Path, repository: Path) -> None:
    assert pytest_in(project, repository, "--record-durations", *named).returncode == 0
    before = {"tests/test_areas.py::test_long": QUICK_S_MAX + 1, "tests/test_areas.py::test_gone": 7}
    found = recorded(project)
    assert found["tests/test_areas.py::test_takes_time"] >= 0.7
    assert {name: found[name] for name in before} == before


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=len)
def test_a_choice_of_cases_stands_for_all(workers: tuple[str, ...], project: Path, repository: Path) -> None:
    (project / DURATIONS).write_text(json.dumps({f"tests/test_areas.py::test_{name}": 4 for name in ("slow", "whole")}))
    cases = '@pytest.mark.parametrize("n", range(4))\ndef test_{}(n): time.sleep(0.2)\n'
    text = f"import time\nimport pytest\n\n{cases.format('slow')}\n@pytest.mark.whole\n{cases.format('whole')}"
    (project / "tests/test_areas.py").write_text(text)
    ended = pytest_in(project, repository, "--all", "--budget", "2", "--record-durations", *workers)
    assert "6 passed" in ended.stdout
    assert recorded(project)["tests/test_areas.py::test_slow"] >= 0.75


def test_long_tests_are_drawn_so_that_the_budget_is_kept(project: Path, repository: Path) -> None:
    long = [f"tests/test_areas.py::test_{number}" for number in range(12)]
    (project / DURATIONS).write_text(json.dumps(dict.fromkeys(long, DRAWN_S + 1)))
    (project / "tests/test_areas.py").write_text("".join(f"def test_{n}(): pass\n" for n in range(13)))
    drawn: set[frozenset[str]] = set()
    for text in ("a", "b", "c", "a"):
        ended = pytest_in(project, repository, "--all", "-v", "--budget", str(5 * (DRAWN_S + 1)), "--draw", text)
        assert "6 passed, 7 deselected" in ended.stdout
        assert f"long ones drawn by '{text}'" in ended.stdout
        drawn.add(frozenset(name for name in long if f"{name} " in ended.stdout))
    assert len(drawn) == 3


@pytest.mark.parametrize(
    ("budget_s", "seconds", "most_s"),
    [(10, [1, 2, 3], inf), (5, [1, 2, 3], 2), (4, [1, 2, 3], 1.5), (1, [4, 4], 0.5), (0, [0, 3], 0), (1, [], inf)],
)
def test_a_budget_is_shared_by_the_longest(budget_s: float, seconds: list[float], most_s: float) -> None:
    assert most_within(budget_s, seconds) == most_s


def functions(repository: Path) -> dict[str, list[str]]:
    """The tests of each folder, as they are recorded."""
    areas: dict[str, list[str]] = {}
    for path in sorted((repository / "tests").rglob("test_*.py")):
        file = path.relative_to(repository)
        nodes = ast.parse(path.read_text("utf-8")).body
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        tests = [f"{file}::{name}" for name in names if name.startswith("test_")]
        areas.setdefault(str(file.parent), []).extend(tests)
    return areas


LONG_S = 5
"""What takes that long cannot be quick: models that are searched, say."""


def test_quick_tests_reach_every_folder_whose_tests_can_be_quick(repository: Path) -> None:
    durations = recorded(repository)
    areas = functions(repository)
    assert len(areas) > 20
    unreached = [names for names in areas.values() if not any(is_quick(name, durations) for name in names)]
    assert [name for names in unreached for name in names if durations[name] < LONG_S] == []


def test_what_is_recorded_is_there(repository: Path) -> None:
    names = {name for area in functions(repository).values() for name in area}
    assert recorded(repository).keys() <= names, "python -m pytest --all --record-durations writes it anew"
