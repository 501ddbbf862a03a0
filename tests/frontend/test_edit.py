# SPDX-License-Identifier: Apache-2.0
"""Edits of annotations: what they do to an edge, and that they do nothing to any other byte, however it is laid out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dfgen.frontend.edit import Draft, Setting, edit_edges, lost_options, parse_setting, places
from dfgen.frontend.parse import parse_text
from dfgen.frontend.syntax import Edge, GraphDeclaration
from dfgen.model.diagnostics import Span, UserError
from dfgen.model.port import Access

COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
BLANKS = st.sampled_from([" ", "  ", "\t", "\n", "\r", "\r\n    ", "\n\t\t"])
COMMENTS = st.sampled_from(["/* -> { a.b }; @transfer(x) */", "// größer: @private;\n", "/**/", "// ;\r\n", "// ;\r"])
GAPS = st.lists(BLANKS | COMMENTS, max_size=3).map("".join)
ANNOTATIONS = st.sampled_from(["@private", "@access(read_only)", "@transfer(cow, page = 4KiB)", "@transfer( shared )"])
DELAYS = st.sampled_from(["", "delay 4", "delay n * 2 = {1, 2}", "delay 3 = init fill(tokens)", "delay 1 reset"])
SETTINGS = st.sampled_from(["memcpy", "private", "read_mostly", "@access(read_mostly, written = 2%)", "cow(fault)"])
WORD_OR_SIGN = re.compile(r"->|\w+|[^\w\s]")


def edges_of(text: str) -> list[Edge]:
    graphs = [item for item in parse_text(text).items if isinstance(item, GraphDeclaration)]
    return [statement for graph in graphs for statement in graph.statements if isinstance(statement, Edge)]


def edited(text: str, setting: str, edge: int = 0, targets: set[int] | None = None) -> str:
    """The text with the setting for some (or all) targets of one of its edges."""
    chosen = edges_of(text)[edge]
    wanted = {chosen.span: targets if targets is not None else set(range(len(chosen.targets)))}
    changes = edit_edges(text, [chosen], wanted, parse_setting(setting))
    return Draft(text, text).edited(changes).text


def flat(text: str) -> list[Edge]:
    """The edges of a text, one for each target."""
    return [replace(edge, targets=(target,)) for edge in edges_of(text) for target in edge.targets]


@st.composite
def edge_texts(draw: st.DrawFn, annotations: st.SearchStrategy[str]) -> str:
    targets = [f"b{index}.i" for index in range(draw(st.integers(1, 4)))]
    ends = "{" + ",".join(targets) + "}" if len(targets) > 1 or draw(st.booleans()) else targets[0]
    words = WORD_OR_SIGN.findall(f"a.o -> {ends} ")
    tail = f"{draw(DELAYS)} {draw(annotations)}"
    gaps = [draw(GAPS) for _ in words]
    return f"{''.join(map(''.join, zip(words, gaps)))}{draw(BLANKS)}{tail}{draw(GAPS)};"


@st.composite
def graph_texts(draw: st.DrawFn, annotations: st.SearchStrategy[str]) -> str:
    edges = draw(st.lists(edge_texts(annotations), min_size=1, max_size=3))
    return f"{draw(GAPS)}graph g {{{''.join(draw(GAPS) + edge for edge in edges)}{draw(GAPS)}}}{draw(GAPS)}"


@settings(deadline=None)
@given(graph_texts(st.just("")), SETTINGS, st.data())
def test_an_annotation_and_none_again_give_the_same_bytes(text: str, setting: str, data: st.DataObject) -> None:
    edge = data.draw(st.integers(0, len(edges_of(text)) - 1))
    annotated = edited(text, setting, edge)
    inserted = f" {parse_setting(setting)}"
    assert edges_of(annotated)[edge].annotations == (parse_setting(setting).annotation,)
    assert any(text[:at] + inserted + text[at:] == annotated for at in range(len(text)))
    assert edited(annotated, setting, edge) == annotated
    assert edited(annotated, "none", edge) == text


@settings(deadline=None)
@given(graph_texts(ANNOTATIONS), SETTINGS, st.data())
def test_only_the_annotation_changes(text: str, setting: str, data: st.DataObject) -> None:
    edge = data.draw(st.integers(0, len(edges_of(text)) - 1))
    annotated = edited(text, setting, edge)
    before, after, wanted = edges_of(text), edges_of(annotated), parse_setting(setting)
    assert wanted.annotation in after[edge].annotations or after == before
    assert [replace(e, annotations=()) for e in after] == [replace(e, annotations=()) for e in before]
    assert after[:edge] + after[edge + 1 :] == before[:edge] + before[edge + 1 :]
    assert COMMENT.findall(annotated) == COMMENT.findall(text)
    cleared = edited(annotated, "none", edge)
    assert edges_of(cleared)[edge] == replace(before[edge], annotations=())
    assert COMMENT.findall(cleared) == COMMENT.findall(text)


@settings(deadline=None)
@given(graph_texts(st.just("") | ANNOTATIONS), SETTINGS | st.just("none"), st.data())
def test_a_part_of_the_targets_gets_an_edge_of_its_own(text: str, setting: str, data: st.DataObject) -> None:
    edges = edges_of(text)
    edge = data.draw(st.integers(0, len(edges) - 1))
    targets = data.draw(st.sets(st.integers(0, len(edges[edge].targets) - 1), min_size=1))
    chosen = {edges[edge].targets[index] for index in targets}
    whole = edges_of(edited(text, setting, edge))[edge].annotations
    annotated = edited(text, setting, edge, targets)
    expected = [
        replace(e, targets=(target,), annotations=whole if number == edge and target in chosen else e.annotations)
        for number, e in enumerate(edges)
        for target in e.targets
    ]
    assert set(flat(annotated)) == set(expected)
    assert len(flat(annotated)) == len(expected)
    assert COMMENT.findall(annotated) == COMMENT.findall(text)


GRAPH = "graph g {{ {}\n}}"


@pytest.mark.parametrize(
    ("edge", "setting", "result"),
    [
        ("a.o   -> b.i;  // fast", "memcpy", "a.o   -> b.i @transfer(memcpy);  // fast"),
        ("a.o -> b.i // why\n ;", "memcpy", "a.o -> b.i @transfer(memcpy) // why\n ;"),
        ("a.o -> b.i @transfer( shared );", "memcpy", "a.o -> b.i @transfer( memcpy );"),
        ("a.o -> b.i @transfer(cow, page = 4);", "cow", "a.o -> b.i @transfer(cow, page = 4);"),
        ("a.o -> b.i @transfer(cow, page = 4);", "memcpy", "a.o -> b.i @transfer(memcpy);"),
        ("a.o -> b.i @transfer(cow, page = 4);", "@transfer(cow, page = 8)", "a.o -> b.i @transfer(cow, page = 8);"),
        ("a.o -> b.i @private @transfer(memcpy);", "no-private", "a.o -> b.i @transfer(memcpy);"),
        ("a.o -> b.i\n    @private\n    @transfer(memcpy);", "none", "a.o -> b.i;"),
        ("a.o -> b.i // why\n    @private;", "none", "a.o -> b.i // why\n;"),
        ("a.o -> b.i /* why */ @private;", "none", "a.o -> b.i /* why */;"),
        ("a.o -> b.i;", "no-access", "a.o -> b.i;"),
        ("a.o -> b.i @access(read_only);", "read_write", "a.o -> b.i @access(read_write);"),
    ],
)
def test_whole_edges(edge: str, setting: str, result: str) -> None:
    assert edited(GRAPH.format(edge), setting) == GRAPH.format(result)


@pytest.mark.parametrize(
    ("edge", "targets", "result"),
    [
        ("a.o -> { b.i, c.i }; // x", {1}, "a.o -> b.i; a.o -> c.i @private; // x"),
        ("a.o -> { b.i, c.i };", {0}, "a.o -> b.i @private; a.o -> c.i;"),
        ("a.o -> {b.i,c.i , d.i};", {1}, "a.o -> {b.i , d.i}; a.o -> c.i @private;"),
        ("a.o -> { b.i, c.i, d.i };", {0, 2}, "a.o -> { b.i, d.i } @private; a.o -> c.i;"),
        ("a.o -> { b.i, /* wide */ c.i };", {1}, "a.o -> { b.i /* wide */  }; a.o -> c.i @private;"),
        (
            "a.o -> { b.i, c.i } delay 2*n @transfer(cow);",
            {1},
            "a.o -> b.i delay 2*n @transfer(cow); a.o -> c.i delay 2 * n @transfer(cow) @private;",
        ),
    ],
)
def test_parts_of_edges(edge: str, targets: set[int], result: str) -> None:
    assert edited(GRAPH.format(edge), "private", targets=targets) == GRAPH.format(result)


def test_options_that_get_lost() -> None:
    (edge,) = edges_of(GRAPH.format("a.o -> b.i @transfer(offload, engine = thread, mode = async);"))
    assert lost_options(edge, parse_setting("memcpy")) == "engine = thread, mode = async"
    assert lost_options(edge, parse_setting("offload")) == ""
    assert lost_options(edge, parse_setting("private")) == ""


def test_what_settings_mean() -> None:
    assert str(parse_setting("memcpy")) == "@transfer(memcpy)"
    assert parse_setting("cow(fault)").strategy == "cow(fault)"
    for text in ("cow(variant=fault)", "cow, variant = fault", "@transfer(cow, variant = fault)"):
        assert str(parse_setting(text)) == "@transfer(cow, variant = fault)"
    assert parse_setting("@transfer( offload , engine=dma )").strategy == "offload"
    assert parse_setting(" read_mostly ").access is Access.READ_MOSTLY
    assert str(parse_setting("private")) == "@private"
    assert parse_setting("none") == Setting(removed=frozenset({"transfer", "access", "private"}))
    assert (str(parse_setting("none")), str(parse_setting("no-access"))) == ("none", "no-access")


@pytest.mark.parametrize(
    "wrong", ["", "@", "@core", "@capacity(3)", "@access(unused)", "a b", "memcpy); a.o -> b.i @private", "x //"]
)
def test_what_is_no_setting(wrong: str) -> None:
    with pytest.raises(UserError) as error:
        parse_setting(wrong)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id in ("annotation-arguments", "annotation-unknown")
    assert diagnostic.span is None
    assert diagnostic.hint


def test_places_in_the_edited_text_are_found_in_the_original() -> None:
    text = "graph g {\n  a.o -> b.i;\n  c.o -> d.i @transfer(shared); e.o -> f.i;\n}"
    draft = Draft(text, text)
    for setting, edge in (("private", 0), ("memcpy", 1), ("none", 1), ("read_only", 2)):
        chosen = edges_of(draft.text)[edge]
        draft = draft.edited(edit_edges(draft.text, [chosen], {chosen.span: {0}}, parse_setting(setting)))
    first, second, third = edges_of(draft.text)
    assert draft.original_span(third.targets[0].span, "g.sdf") == Span("g.sdf", 3, 40, 3, 43)
    assert draft.original_span(first.annotations[0].span, "g.sdf") == Span("g.sdf", 2, 13, 2, 13)
    assert draft.original_span(second.span, "g.sdf") == Span("g.sdf", 3, 3, 3, 32)


def test_places_by_span() -> None:
    file = parse_text("graph g { a.o -> { b.i, c.i } @private; }\ngraph h { b.o -> c.i; }")
    found = places(file)
    graph = file.items[0]
    assert isinstance(graph, GraphDeclaration)
    edge = graph.statements[0]
    assert isinstance(edge, Edge)
    assert [found[span].target for span in (edge.span, edge.targets[1].span)] == [None, 1]
    assert found[edge.annotations[0].span].edge is edge
    assert {place.graph for place in found.values()} == {"g", "h"}
