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
    "a b;": "Write 'actor b = a();'.",
    "print(n);": "Write 'fire print(n);' there.",
    "actor a { give(o, 2 * n); out o : int32[1]; }": "Write 'fire give(o, 2 * n);' there.",
    "def give(o): { }": "Write 'actor give { ... }'.",
    "process a { }": "Write 'actor a { ... }'.",
    "connect a.o to b.i;": "Write 'a.o -> b.i;'.",
    "edge a.o, b.i;": "Write 'a.o -> b.i;'.",
    "actor a { fire give(o); out o : int32[1]; } actor b = a();": (
        "'a' is an actor of this graph. Move it out of the graph to make a template of it, "
        "or declare 'actor a[n]' to have it n times."
    ),
    "a zero { }": "Expected here: '->'.",
}

ALONE = {
    "actor a { fire { give(o); } out o : int32[1]; }": ("2:16", "Write 'fire name(arguments);', without braces."),
    "for i in range(n) { a.o -> b.i; }": ("2:19", "Write 'for i in 0..n { ... }'; the end is exclusive."),
    "for i in range(1, n) { a.o -> b.i; }": ("2:22", "Write 'for i in 1..n { ... }'; the end is exclusive."),
    "for i = 0..n { a.o -> b.i; }": ("2:7", "Write 'for i in 0..n { ... }'; the end is exclusive."),
    "for i in 2:n { a.o -> b.i; }": ("2:11", "Write 'for i in 2..n { ... }'; the end is exclusive."),
    "for i in n { a.o -> b.i; }": ("2:12", "Write 'for i in 0..n { ... }'; the end is exclusive."),
    "live param gain = 1.0;": ("2:6", "Write 'param gain : float = 1.0 live;'."),
    "live param gain : double = 1.0;": ("2:6", "Write 'param gain : double = 1.0 live;'."),
    "param size = 64KiB;": ("2:14", "Write '64 * 1024'."),
    "param size = 64 KiB;": ("2:17", "Write '64 * 1024'."),
    "param rate = 48kHz;": ("2:14", "Write '48 * 1000'."),
    "actor a { fire give(o); out o : object struct m[1] up to 64 KiB; }": ("2:61", "Write '64KiB'."),
    "int gain = 1;": ("2:5", "Write 'param gain = 1;'."),
    "const float gain = 2 * 0.5;": ("2:7", "Write 'param gain = 2 * 0.5;'."),
    "actor a { int n = 1; fire give(n, o); out o : int32[1]; }": (
        "2:11",
        "Write 'state n : int32;', which is zero until 'init' or 'fire' set it.",
    ),
    "a.o <- b.i;": ("2:5", "Write 'b.i -> a.o;'."),
    "a.o => b.i[2];": ("2:5", "Write 'a.o -> b.i[2];'."),
    "a.o --> b.i;": ("2:5", "Write 'a.o -> b.i;'."),
    "actor a(int taps) { fire give(taps, o); out o : int32[1]; }": (
        "2:13",
        "Write 'taps' or 'taps = 1', without a type.",
    ),
}


@pytest.mark.parametrize("text", ALONE)
def test_a_habit_is_one_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(f"graph g {{\n{text}\n}}\n")
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "g.sdf", {})
    found = [(f"{each.span.line}:{each.span.column}", each.hint) for each in error.value.diagnostics if each.span]
    assert found == [ALONE[text]]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_hint_says_what_was_meant(text: str, tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(f"graph g {{\n{text}\n}}\n")
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "g.sdf", {})
    assert WRITTEN[text] in [diagnostic.hint for diagnostic in error.value.diagnostics]
