# SPDX-License-Identifier: Apache-2.0
"""Documents keep their word: their files are written, their commands run in their order, and print what they show."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.documents.blocks import PAGES, Block, Shell, blocks
from tests.messages import needs_mpi

README = "README.md"
NODES = f"{PAGES}/nodes.md"
DOCUMENTS = (README, f"{PAGES}/tutorial.md", f"{PAGES}/embedding.md", pytest.param(NODES, marks=needs_mpi, id=NODES))
"""Those whose commands are run. Each begins in a copy of what a user sees of the checkout."""


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
    command(programs / "python", start)
    # Installing from a checkout and running all tests is what `.ci/run` does; here both would go round in circles.
    command(programs / "pip", "true")
    command(programs / "pytest", "true")
    paths = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "WHERE": str(tmp_path / "where"),
        "XDG_CACHE_HOME": str(tmp_path),
        "DFGEN_CACHE": str(tmp_path / "cache"),  # what a document measures is for no other test
    }
    return Shell(copy, {**os.environ, **paths})


def steps_of(repository: Path, document: str) -> list[Block]:
    return blocks((repository / document).read_text(encoding="utf-8"))


@pytest.mark.whole
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_does_what_the_document_shows(shell: Shell, repository: Path, document: str) -> None:
    steps = steps_of(repository, document)
    assert any(step.kind == "sh" for step in steps)
    shell.follow(steps)
    assert (shell.folder / "stereo-disparity.pgm").is_file() is (document == README)


def test_the_readme_begins_with_its_two_commands(repository: Path) -> None:
    steps = steps_of(repository, README)
    assert [step.text.strip() for step in steps[:2]] == [
        "pip install . && dfgen run apps/stereo/stereo.sdf",
        "pip install '.[test]' && pytest",
    ]
