# SPDX-License-Identifier: Apache-2.0
"""Misspelt words and habits from C get a hint that says how it is written here."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError

WRITTEN = {
    "actr a { fire give(o); out o : int32[1]; }": "Did you mean 'actor'?",
    "actor a { fire give(o); ouput o : int32[1]; }": "Did you mean 'out'?",
    "actor a { fir give(o); out o : int32[1]; }": "Did you mean 'fire'?",
    "parm n = 3;": "Did you mean 'param'?",
    'includes "a.h";': "Did you mean 'include'?",
    'include "stdio.h";': "The C sources and headers include <stdio.h> themselves; a graph names those of its own.",
    "actor a { fire give(o); out o : int[1]; }": "Did you mean 'int32'?",
    "a.o -> b.i @transfer(graphcopy(map = tree));": "Write '@transfer(graphcopy, map = tree)'.",
    "include actors;": "Write 'include \"actors\";'.",
    "include src/actors.h;": "Write 'include \"src/actors.h\";'.",
    "source <actors.c>;": "Write 'source \"actors.c\";'.",
    "library speexdsp;": "Write 'library \"speexdsp\";'.",
    "param mute : bool = true live;": "Write 1 for it.",
    "a b;": "Expected here: '->'.",
    "actor a { fire give(o); out o : int32[1]; } actor b = a();": (
        "'a' is an actor of this graph. Move it out of the graph to make a template of it, "
        "or declare 'actor a[n]' to have it n times."
    ),
    "a zero { }": "Expected here: '->'.",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_hint_says_what_was_meant(text: str, tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(f"graph g {{\n{text}\n}}\n")
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "g.sdf", {})
    assert WRITTEN[text] in [diagnostic.hint for diagnostic in error.value.diagnostics]
