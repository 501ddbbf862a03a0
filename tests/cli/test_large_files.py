# SPDX-License-Identifier: Apache-2.0
"""Files of any kind that are larger than any memory, or that never end, are refused by name before they are read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.cli.main import main

BYTES = 1 << 42
GRAPH = """graph g {
    include "g.h";
    source "g.c";
    actor a { state; fire a(o); out o : int32[1]; }
    actor b { state; fire b(i); in i : int32[1]; }
    a.o -> b.i;
}
"""
HEADER = "#include <stdint.h>\nvoid a(int32_t *o);\nvoid b(const int32_t *i);\n"
SOURCE = '#include "g.h"\nvoid a(int32_t *o) { *o = 1; }\nvoid b(const int32_t *i) { (void)i; }\n'

# What is put in place of a file, the command that reads it, and where the message points.
CASES = {
    "graph": ("g.sdf", ["check", "g.sdf"], "g.sdf:1:1"),
    "SDF3": ("big.xml", ["check", "big.xml"], "big.xml:1:1"),
    "PREESM": ("big.pi", ["check", "big.pi"], "big.pi:1:1"),
    "scenario": ("big.scenario", ["check", "big.scenario"], "big.scenario:1:1"),
    "header": ("g.h", ["compile", "g.sdf", "-o", "out"], "g.(h|sdf):\\d+:\\d+"),
    "source": ("g.c", ["compile", "g.sdf", "-o", "out"], "g.(c|sdf):\\d+:\\d+"),
    "sidecar": ("g.sdf.fifos.toml", ["compile", "g.sdf", "-o", "out"], "g.sdf.fifos.toml:1:1"),
    "sidecar to edit": ("g.sdf.fifos.toml", ["annotate", "--sidecar", "g.sdf", "a.o=memcpy"], "g.sdf.fifos.toml:1:1"),
    "platform": ("p.toml", ["compile", "g.sdf", "-o", "out", "--platform", "p.toml"], "p.toml:1:1"),
    "buffers": ("b.json", ["compile", "g.sdf", "-o", "out", "--buffers", "b.json"], "b.json:1:1"),
    "plan": ("plan.json", ["report", ".", "-o", "page.html"], "plan.json:1:1"),
    "graph to tune": ("g.sdf", ["tune", "g.sdf"], "g.sdf:1:1"),
}  # fmt: skip


@pytest.fixture(params=CASES)
def case(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, list[str], str]:
    name, command, place = CASES[request.param]
    for file, text in (("g.sdf", GRAPH), ("g.h", HEADER), ("g.c", SOURCE)):
        (tmp_path / file).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path / name, command, place


def make_huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(BYTES)


def make_pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (make_huge, rf"error\[file-too-large\]: .*has {BYTES} bytes"),
        (make_pipe, r"error\[(file-unreadable|path-missing)\]: .* is (a pipe or a device|no file)"),
    ],
)
def test_it_is_refused_by_name(
    make: Callable[[Path], None], told: str, case: tuple[Path, list[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, command, place = case
    make(path)
    assert main(command) == 1
    errors = capsys.readouterr().err
    assert re.search(rf"^(\S*/)?{place}: {told}", errors, re.MULTILINE), errors
