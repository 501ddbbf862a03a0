# SPDX-License-Identifier: Apache-2.0
"""The corpus of wrong graph files: each names in its first line the diagnostic that it must provoke, and where."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model import diagnostics
from dfgen.model.diagnostics import UserError

CORPUS = Path(__file__).parents[1] / "invalid"
EXPECT = re.compile(r"// expect: ([a-z0-9-]+) (\d+:\d+)\n")
FILES = sorted(CORPUS.glob("*.sdf"))

NEEDS_A_CALLER = {"file-unreadable", "file-too-large"}
"""Ids that depend on more than the text; test_elaborate.py provokes them."""


def expected(file: Path) -> tuple[str, str]:
    found = EXPECT.match(file.read_text("utf-8"))
    assert found is not None, f"{file} does not say what it expects"
    return found[1], found[2]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_diagnostic_and_place(file: Path) -> None:
    with pytest.raises(UserError) as error:
        load_graph(file, {})
    found = [(d.id, f"{d.span.line}:{d.span.column}") for d in error.value.diagnostics if d.span is not None]
    assert found == [expected(file)]


HELPED = {
    "delay-size", "division-by-zero", "initial-range", "number-not-integer", "number-too-large", "object-size",
    "phases-too-many", "rate-negative", "size-invalid", "syntax",
}  # fmt: skip
"""Ids of values that come from elsewhere, and of what is no language, of which a message cannot say by itself what to
do."""


@pytest.mark.parametrize("file", [file for file in FILES if expected(file)[0] in HELPED], ids=lambda file: file.stem)
def test_what_to_do_about_a_value_is_told(file: Path) -> None:
    with pytest.raises(UserError) as error:
        load_graph(file, {})
    assert all(diagnostic.hint for diagnostic in error.value.diagnostics)


def frontend_ids() -> set[str]:
    """The ids of the sections of the table that belong to graph files."""
    table = inspect.getsource(diagnostics).split("# reading graph files")[1].split("\n    # ")
    return set(re.findall(r'^    "([a-z0-9-]+)":', "\n".join(table[:2]), re.MULTILINE))


def test_every_id_is_provoked() -> None:
    assert frontend_ids() == {expected(file)[0] for file in FILES} | NEEDS_A_CALLER
