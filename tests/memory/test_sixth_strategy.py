# SPDX-License-Identifier: Apache-2.0
"""A strategy more, added to a copy of the tree as `dfgen/memory/strategies/__init__.py` tells: `memcpy` by another
name. Five files are touched, and all that goes over the table of strategies knows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.applications import ALL, App

NAME = "ditto"
TOUCHED_MOST = 5
COPIED = ("README.md", "apps", "dfgen", "docs", "runtime", "setup.cfg", "templates", "tests")
STRATEGIES = "dfgen/memory/strategies"
PAGE = "docs/pages/strategies.md"


@pytest.fixture(scope="module")
def original(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As it was, for comparison."""
    return copy_of(repository, tmp_path_factory.mktemp("original"))


@pytest.fixture(scope="module")
def tree(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = copy_of(repository, tmp_path_factory.mktemp("copy"))
    twin = renamed(root / "runtime/src/transfer_memcpy.c")
    (root / f"runtime/src/transfer_{NAME}.c").write_text(twin, "utf-8")
    add_lines(
        root / "runtime/include/df/transfer.h",
        ("extern const df_strategy df_strategy_memcpy;", "void df_transfer_memcpy("),
    )
    module = renamed(root / STRATEGIES / "memcpy.py").replace(f'KERNEL = "{NAME}"', 'KERNEL = "memcpy"')
    module = module.replace(
        "    rank=1,\n    fallback=True,\n", '    rank=5,\n    gain=0.5,\n    because="the same",\n'
    )
    (root / STRATEGIES / f"{NAME}.py").write_text(module, "utf-8")
    table = root / STRATEGIES / "__init__.py"
    text = table.read_text("utf-8").replace("STREAM, OFFLOAD)", f"STREAM, OFFLOAD, {NAME.upper()})")
    line = "from dfgen.memory.strategies.memcpy import MEMCPY\n"
    table.write_text(text.replace(line, f"from {STRATEGIES.replace('/', '.')}.{NAME} import {NAME.upper()}\n{line}"))
    add_lines(root / PAGE, ("| `offload` | ",), f"| `{NAME}` | always | as `memcpy` |\n")
    return root


def copy_of(repository: Path, root: Path) -> Path:
    for name in COPIED:
        if (repository / name).is_dir():
            shutil.copytree(repository / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(repository / name, root / name)
    return root


def renamed(path: Path) -> str:
    text = path.read_text("utf-8").replace("df_copy_disjoint", "@copy@")
    return text.replace("memcpy", NAME).replace("MEMCPY", NAME.upper()).replace("@copy@", "df_copy_disjoint")


def add_lines(path: Path, starts: tuple[str, ...], new: str = "") -> None:
    """After each line that starts so, the same by the other name, or `new`."""
    lines = []
    for line in path.read_text("utf-8").splitlines(keepends=True):
        lines.append(line)
        if line.startswith(starts):
            lines.append(new or line.replace("memcpy", NAME))
    path.write_text("".join(lines), "utf-8")


def within(tree: Path, *command: str, folder: Path | None = None) -> str:
    """What is said about how this test is run does not concern the copy of the tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTEST_ADDOPTS": ""}
    ended = subprocess.run(
        [sys.executable, *command], cwd=folder or tree, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_few_files_are_touched(original: Path, tree: Path) -> None:
    contents = [
        {p.relative_to(root): p.read_bytes() for p in root.rglob("*") if is_source(p)} for root in (original, tree)
    ]
    before, after = contents
    touched = [str(path) for path in after if before.get(path) != after[path]]
    assert before.keys() <= after.keys()
    assert len(touched) <= TOUCHED_MOST, touched
    assert sorted(touched) == [
        f"{STRATEGIES}/__init__.py", f"{STRATEGIES}/{NAME}.py", PAGE, "runtime/include/df/transfer.h",
        f"runtime/src/transfer_{NAME}.c",
    ]  # fmt: skip


def is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and ".pytest_cache" not in path.parts


def test_the_table_its_page_and_the_help_know_it(tree: Path) -> None:
    tests = ("tests/memory/test_strategies.py", "tests/documents/test_pages.py", "tests/test_tidy.py")
    chosen = f"{NAME} or kernel or fallback or table_of_strategies or by_their_table"
    told = within(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen, *tests)
    assert "passed" in told
    assert NAME in within(tree, "-m", "dfgen", "compile", "--help")
    assert f"{NAME} from another core" in within(tree, "-m", "dfgen", "calibrate", "--show")


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_an_application_without_it_is_as_it_was(app: App, original: Path, tree: Path, tmp_path: Path) -> None:
    generated = [
        {name: text for name, text in files_of(root, app, tmp_path / str(n)).items() if name.startswith("src/")}
        for n, root in enumerate((original, tree))
    ]
    assert generated[0] == generated[1]
    assert generated[0]


def files_of(root: Path, app: App, folder: Path, *options: str) -> dict[str, bytes]:
    given = [part for name, value in app.parameters.items() for part in ("-p", f"{name}={value}")]
    graph = str(root / "apps" / app.name / app.graph.name)
    within(root, "-m", "dfgen", "compile", graph, "-o", str(folder), "--cores", "2", "-q", *given, *options)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_an_application_runs_with_it_forced(app: App, tree: Path, tmp_path: Path) -> None:
    files = files_of(tree, app, tmp_path / "program", "--transfer", NAME)
    assert f"runtime/src/transfer_{NAME}.c" in files
    assert f"df_transfer_{NAME}(".encode() in b"".join(files[name] for name in files if name.startswith("src/core_"))
    within(tree, "-m", "dfgen", "run", str(tmp_path / "program"), "-q", "--", *app.arguments, folder=tmp_path)
    ended = app.verdict(app.written(tmp_path), tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_report_shows_it(tree: Path, tmp_path: Path) -> None:
    app = ALL[0]
    files_of(tree, app, tmp_path / "program", "--transfer", NAME)
    within(tree, "-m", "dfgen", "report", str(tmp_path / "program"), "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert f"--strategy-{NAME}: #" in page
    assert f'"strategy":"{NAME}"' in page
