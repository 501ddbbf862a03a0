# SPDX-License-Identifier: Apache-2.0
"""The README keeps its word: its files are written, its commands run in its order, and print what it shows.

A block begins with its kind and, for a file, the file's name. `sh` blocks are run one after another, as in one shell;
a `text` block is what the block before it must have printed, with `...` for lines left out.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


@dataclass(frozen=True)
class Block:
    kind: str
    file: str
    text: str


@dataclass
class Shell:
    """Runs commands where the ones before have left off."""

    folder: Path
    environment: dict[str, str]

    def run(self, commands: str) -> subprocess.CompletedProcess[str]:
        script = f"set -e\ntrap 'pwd >\"$WHERE\"' EXIT\n{commands}"
        where = Path(self.environment["WHERE"])
        ended = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.folder = Path(where.read_text().strip())
        return ended


def blocks(text: str) -> list[Block]:
    return [Block(kind, file or "", body) for kind, file, body in BLOCK.findall(text)]


def command(path: Path, line: str) -> None:
    path.write_text(f'#!/bin/sh\n{line} "$@"\n')
    path.chmod(0o755)


@pytest.fixture
def shell(tmp_path: Path, repository: Path) -> Shell:
    """In a copy of what a user sees of the checkout, with `dfgen` taken from the checkout itself."""
    copy, programs = tmp_path / "copy", tmp_path / "bin"
    shutil.copytree(repository / "apps", copy / "apps", ignore=shutil.ignore_patterns("__pycache__"))
    programs.mkdir()
    start = f"PYTHONPATH={shlex.quote(str(repository))} exec {shlex.quote(sys.executable)}"
    command(programs / "dfgen", f"{start} -m dfgen")
    # Installing from a checkout and running all tests is what `.ci/run` does; here both would go round in circles.
    command(programs / "pip", "true")
    command(programs / "pytest", "true")
    paths = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "WHERE": str(tmp_path / "where"),
        "XDG_CACHE_HOME": str(tmp_path),
        "DFGEN_CACHE": str(tmp_path / "cache"),  # what the tour measures is for no other test
    }
    return Shell(copy, {**os.environ, **paths})


def lines_not_printed(shown: str, printed: str) -> Iterator[str]:
    """Lines of `shown` that `printed` does not have, in the same order."""
    left = iter([line.rstrip() for line in printed.splitlines()])
    for line in shown.splitlines():
        if line != "..." and not any(line.rstrip() == other for other in left):
            yield line


def test_every_command_does_what_the_readme_shows(shell: Shell, repository: Path) -> None:
    steps = blocks((repository / "README.md").read_text(encoding="utf-8"))
    assert [step.text.strip() for step in steps[:2]] == [
        "pip install . && dfgen run apps/stereo/stereo.sdf",
        "pip install '.[test]' && pytest",
    ]
    assert {step.kind for step in steps} == {"sh", "c", "text"}
    for step, following in zip(steps, [*steps[1:], Block("", "", "")]):
        if step.kind == "c":
            (shell.folder / step.file).write_text(step.text)
        if step.kind != "sh":
            continue
        ended = shell.run(step.text)
        shown = following.text if following.kind == "text" else ""
        # A block whose mistake is the point of it shows the error.
        assert ended.returncode == (1 if "error" in shown else 0), f"{step.text}\n{ended.stdout}"
        missing = list(lines_not_printed(shown, ended.stdout))
        assert not missing, f"{step.text}\ndid not print {missing[0]!r}:\n{ended.stdout}"
    assert (shell.folder.parent / "stereo-disparity.pgm").is_file()


def test_links_lead_somewhere(repository: Path) -> None:
    targets = LINK.findall((repository / "README.md").read_text(encoding="utf-8"))
    assert "apps/stereo/stereo.png" in targets
    assert [target for target in targets if not (repository / target).is_file()] == []


def test_tables_name_folders_and_strategies_that_exist(repository: Path) -> None:
    from dfgen.memory.strategies import STRATEGIES

    text = (repository / "README.md").read_text(encoding="utf-8")
    sections = dict(section.split("\n", 1) for section in text.split("\n## ")[1:])
    first_cells = re.findall(r"^\| (`.*?) \|", sections["Where things are"], re.MULTILINE)
    folders = [folder for cell in first_cells for folder in re.findall(r"`([^`]+)`", cell)]
    assert folders
    assert [folder for folder in folders if not (repository / folder).exists()] == []
    assert re.findall(r"^\| `(\w+)` \|", sections["Strategies"], re.MULTILINE) == list(STRATEGIES)
