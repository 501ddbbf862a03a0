# SPDX-License-Identifier: Apache-2.0
"""Statements as other languages have them are one error each, at the word that has no place, with how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.parse import parse_text
from dfgen.model.diagnostics import Diagnostic, UserError

PHASES = "The rates of phases are separated by ','; 'RATE for N' stands for N phases of the same rate."
FORMS = {
    "actor a { fire f(i); in i[n]; }": ("2:29", "Write 'in i : TYPE[n];', with the type of a token."),
    "actor a { fire f(i); in i; }": ("2:26", "Write 'in i : TYPE[1];', with the type of a token."),
    "actor a { fire f(o); out o : float(n + 1); }": ("2:35", "Write 'float[n + 1]'."),
    "actor a { fire f(o); out o : float*[n]; }": ("2:35", "Write 'float' without '*'."),
    "actor a { fire f(i); const in i : float[n]; }": (
        "2:22",
        "Write 'read_only' there, or nothing: the prototype's const says it.",
    ),
    "actor a { core 5; fire f(i); in i : float[1]; }": ("2:11", "Write '@core(5)' behind the actor's name."),
    "actor a { node = 2; fire f(i); in i : float[1]; }": ("2:11", "Write '@node(2)' behind the actor's name."),
    "actor a { fire f(i); in i : float[n] readonly; }": ("2:38", "Did you mean 'read_only'?"),
    "actor a { fire f(i); in i : float[1 x 4]; }": ("2:37", PHASES),
    "actor a { fire f(i); in i : float[1; 4]; }": ("2:36", PHASES),
    "a.o -> b.i -> c.i[2];": ("2:12", "Write 'a.o -> b.i;', and another edge from an output of 'b' to 'c.i[2]'."),
    "a.o -> b.i, b.o -> c.i;": ("2:11", "Write 'a.o -> b.i;'."),
    "a.o -> b.i, c.i;": ("2:11", "Write 'a.o -> { b.i, c.i };'."),
    "a.o -> b.i [delay=1];": ("2:18", "Write 'a.o -> b.i delay 1;'."),
    "a.o -> b.i @private delay 1;": ("2:21", "Write 'a.o -> b.i delay 1 @private;'."),
    "a.o -> b.i delay 2 = [0, 1];": ("2:22", "Write '{0, 1}'."),
    "a.o -> b.i delay 2 = 0, 1;": ("2:23", "Write '{0, 1}'."),
    'a.o -> b.i delay 2 = "zero";': ("2:22", "Leave them out for zero, or have C write them: '= init f(tokens)'."),
    "a.o -> b.i : float[4];": ("2:12", "Write 'a.o -> b.i;'."),
    "a.o 4 -> 2 b.i delay 3;": ("2:5", "Write 'a.o -> b.i delay 3;' here, and 'out o : TYPE[4];' in the actor."),
    "a[1].o -(n)-> b.i;": ("2:8", "Write 'a[1].o -> b.i;' here, and 'out o : TYPE[n];' in the actor."),
    "a.o -> [2] b.i;": ("2:8", "Write 'a.o -> b.i;' here, and the number in the actor, as in 'in i : TYPE[4];'."),
    "a.o -> b.i depth = 4;": ("2:12", "Write 'a.o -> b.i @capacity(4);'."),
    "broadcast b(2);": ("2:12", "Write 'broadcast NAME { ... }'."),
    "join j { in a, b; out o; }": (
        "2:14",
        "Write 'in a : TYPE[1];', with the type of a token, and the same for each other.",
    ),
    "param k: 3;": ("2:10", "Write 'param k = 3;'."),
    "param int k = 3;": ("2:11", "Write 'param k = 3;'."),
    "param float k = 3 live;": ("2:13", "Write 'param k : float = 3 live;'."),
    'param k = "x.bin";': ("2:11", "Put texts into the C of the actors."),
    "actor a taps { fire f(o); out o : float[1]; }": ("2:9", "Write 'actor a(taps) { ... }'."),
    "actor a { fire f; out o : float[1]; }": (
        "2:17",
        "Write 'fire f(...);', with the names of ports, of the state and of parameters.",
    ),
    "actor a { fire = f(o, 2); out o : float[1]; }": ("2:16", "Write 'fire f(o, 2);'."),
    "actor a { fire o = f(2); out o : float[1]; }": (
        "2:18",
        "Name 'o' in the brackets of 'f', which gets a pointer to write to.",
    ),
    'actor a { fire f(o, "x"); out o : float[1]; }': ("2:21", "Write the text in C."),
    "actor a { fire f(&o); out o : float[1]; in i : float[1]; }": (
        "2:18",
        "Ports and the state are handed over by their names, as pointers.",
    ),
    "actor a { fire f(&i, &o); out o : float[1]; in i : float[1]; }": (
        "2:18",
        "Ports and the state are handed over by their names, as pointers.",
    ),
    "actor a { state s : float = 0; fire f(s, o); out o : float[1]; }": (
        "2:27",
        "Write 'state s : float;'; a function that 'init' names can set it to something else.",
    ),
    "actor a { time = 5us; fire f(o); out o : float[1]; }": ("2:16", "Write 'time 5us;'."),
    "@core 0 actor a { fire f(o); out o : float[1]; }": ("2:7", "Write '@core(0)'."),
    "a.o -> b.i @transfer = cow;": ("2:22", "Write '@transfer(cow)'."),
    "actor b = fir(16);": ("2:15", "Write 'NAME = 16'."),
    "actor b = fir(k = 2, n);": ("2:23", "Write 'NAME = n'."),
    "void f(float *o) { *o = 1; }": ("2:6", 'Put it into a C file and name that: source "NAME.c";'),
    "actor a { fire f(i); in i : float[1 << 2]; }": (
        "2:37",
        "There are + - * / % ** and the functions min, max, floor, ceil, log2 and mod; 'a << b' is 'a * 2 ** b'.",
    ),
    "for k in 0..n: a.o -> b.i;": ("2:14", "Write 'for k in 0..n { ... }'."),
    "for k in 0..n do { a.o -> b.i; }": ("2:15", "Write 'for k in 0..n { ... }'; the end is exclusive."),
    "if (n > 2) { a.o -> b.i; }": (
        "2:4",
        "Choose sizes by expressions with min and max; what depends on data belongs into the C of an actor.",
    ),
    "-- a comment": ("2:1", "A comment begins with '//'."),
    "actor a { include \"a.h\"; fire f(o); out o : float[1]; }": (
        "2:11",
        "Close the actor with '}' before it; what holds actors and edges begins with 'graph'.",
    ),
    "actor a { fire f(i); input i : float[1]; }": ("2:22", "Did you mean 'in'?"),
    "graph h(n) { }": ("2:7", "Is the '}' of the graph before it missing?"),
    "a->o -> b->i;": ("2:6", "Write 'a.o -> b.i;'."),
    "a::o -> b::i;": ("2:2", "Write '.' for '::'."),
    "a.o -> b.c.i;": ("2:11", "Name an input of 'b'."),
    "a.o -> b(0).i;": ("2:9", "Write 'b[0]'."),
    "a.o -> b[0..2].i;": ("2:11", "Write a loop: 'for i in 0..n { ... }', and '[i]' in its edges."),
    "a.o -> b[*].i;": ("2:10", "Write a loop: 'for i in 0..n { ... }', and '[i]' in its edges."),
    "delay 1 a.o -> b.i;": ("2:7", "Write 'a.o -> b.i delay 1;'."),
    "a.o -> delay 1 -> b.i;": ("2:14", "Write 'a.o -> b.i delay 1;'."),
    "a.o -> b.i initial 4;": ("2:12", "Write 'a.o -> b.i delay 4;'."),
    "a.o -> b.i (4);": ("2:12", "Write 'a.o -> b.i delay 4;'."),
    "e: a.o -> b.i;": ("2:2", "Write 'a.o -> b.i;'."),
    "edge a[1].o -> b.i;": ("2:6", "Write 'a[1].o -> b.i;'."),
    "connect(a.o, b.i);": ("2:8", "Write 'a.o -> b.i;'."),
    "b.i = a.o;": ("2:5", "Write 'a.o -> b.i;'."),
    "k = 8 * n;": ("2:3", "Write 'param k = 8 * n;'."),
    "typedef struct pix pix;": ("2:9", "Write 'type pix = struct pix;'."),
    "type pix struct pix;": ("2:10", "Write 'type pix = struct pix;'."),
    "type pix = struct { int x; };": (
        "2:19",
        "Name the header by 'include', and the type so: 'type pix = struct pix;'.",
    ),
    "struct pix { int x; };": ("2:8", "Name the header by 'include', and the type so: 'type pix = struct pix;'."),
    "join(n = 2) f { in i : float[4]; }": ("2:5", "Write 'join NAME { ... }'."),
    "actor b = fir(k = n)[2];": ("2:21", "Write 'actor b[2] = fir(k = n);'."),
    "actor b = fir<n>;": ("2:14", "Write 'fir(NAME = VALUE)'."),
    "actor b : fir(k = n);": ("2:9", "Write 'actor b = fir(k = n);'."),
    "actor b = new fir(k = n);": ("2:15", "Write 'actor b = fir(k = n);'."),
    "fir b(k = n);": ("2:5", "Write 'actor b = fir(k = n);'."),
    "fork f { in i : float[4]; out a : float[4] }": ("2:43", "End the statement with ';'."),
    "actor a { fire f(o); out o : float[1]; };": ("2:41", "Remove it."),
    "a.o \u2192 b.i;": ("2:5", "An edge is written with '->'."),
    "} }": ("2:3", "Remove it, or one too many before it."),
}  # fmt: skip


def told(text: str, folder: Path) -> tuple[Diagnostic, ...]:
    (folder / "g.sdf").write_text(text)
    with pytest.raises(UserError) as error:
        load_graph(folder / "g.sdf", {})
    return error.value.diagnostics


@pytest.mark.parametrize("text", FORMS)
def test_a_form_is_one_error(text: str, tmp_path: Path) -> None:
    found = told(f"graph g(n = 4) {{\n{text}\n}}\n", tmp_path)
    places = [(f"{each.span.line}:{each.span.column}", each.hint) for each in found if each.span]
    assert places == [FORMS[text]]


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("graph g n = 4 {\n}\n", "1:9", "Write 'graph g(n = 4) { ... }'."),
        ("int main() {\n}\n", "1:1", 'Put it into a C file and name that: source "NAME.c";'),
        ('<?xml version="1.0"?>\n<sdf3/>\n', "1:2",
         "This is XML: files of SDF3 are called NAME.xml, and those of PREESM NAME.pi."),
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_graphs(text: str, place: str, hint: str) -> None:
    with pytest.raises(UserError) as error:
        parse_text(text)
    assert [(f"{d.span.line}:{d.span.column}", d.hint) for d in error.value.diagnostics if d.span] == [(place, hint)]


ACTORS = """graph g {
    actor a { fire f(o); out o : float[1]; }
    actor b { fire f(i); in i : float[1]; }
"""


def test_an_edge_between_actors(tmp_path: Path) -> None:
    (found,) = told(ACTORS + "    a -> b;\n}\n", tmp_path)
    assert (found.id, found.hint) == ("port-unknown", "Write 'a.o -> b.i;'.")
    assert found.message == "this edge names actors, and not their ports"


def test_of_several_ports_one_is_to_be_named(tmp_path: Path) -> None:
    more = ACTORS.replace("f(o); out o", "f(o, p); out p : float[1]; out o")
    (found,) = told(more + "    a -> b;\n}\n", tmp_path)
    assert found.hint == "Name one of 'a.p' and 'a.o', and of 'b.i'."


def test_edges_of_an_actor_that_got_the_name_of_another_are_not_told(tmp_path: Path) -> None:
    twice = ACTORS + "    actor b { fire f(x); in x : float[1]; }\n    a.o -> { b.i, c.i, b.x };\n}\n"
    assert [each.id for each in told(twice, tmp_path)] == ["name-duplicate"]
