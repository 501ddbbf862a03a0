# SPDX-License-Identifier: Apache-2.0
"""A name that is not declared is told once, however often it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import Diagnostic, UserError

TYPES = """graph g {
    actor a { fire a(o); out o : pixel[1]; }
    actor b { fire b(i, o); in i : pixel[1]; out o : pixel[1]; }
    actor c { fire c(i); in i : pixel[1]; }
    a.o -> b.i; b.o -> c.i;
}
"""
ACTORS = """graph g {
    actor a { fire a(o, p); out o : int8[1]; out p : int8[1]; }
    actor show { fire c(i, j); in i : int8[1]; in j : int8[1]; }
    a.o -> shwo.i; a.p -> shwo.j;
}
"""


def told(text: str, folder: Path) -> tuple[Diagnostic, ...]:
    (folder / "g.sdf").write_text(text)
    with pytest.raises(UserError) as error:
        load_graph(folder / "g.sdf", {})
    return error.value.diagnostics


def test_a_type(tmp_path: Path) -> None:
    [found] = told(TYPES, tmp_path)
    assert found.id == "type-unknown"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 34)
    [note] = found.notes
    assert note.message == "here, too, and at 2 more places"
    assert note.span is not None
    assert (note.span.line, note.span.column) == (3, 36)


def test_an_actor_of_two_edges(tmp_path: Path) -> None:
    [found] = told(ACTORS, tmp_path)
    assert (found.message, found.hint) == ("there is no actor 'shwo' in graph 'g'", "Did you mean 'show'?")
    assert [note.message for note in found.notes] == ["here, too"]


def test_two_types_are_two_mistakes(tmp_path: Path) -> None:
    found = told(TYPES.replace("o : pixel", "o : colour"), tmp_path)
    assert [each.message for each in found] == ["there is no type 'colour'", "there is no type 'pixel'"]
