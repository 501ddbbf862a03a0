# SPDX-License-Identifier: Apache-2.0
"""The parser: trees survive printing, broken texts end in messages, and the scanner agrees with the grammar."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from antlr4 import InputStream
from antlr4.error.ErrorListener import ErrorListener
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dfgen.frontend import regenerate, syntax
from dfgen.frontend._antlr.SdfLexer import SdfLexer
from dfgen.frontend.antlr import KINDS
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.importers import Imported
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_expression, print_file
from dfgen.frontend.regenerate import HASH_FILE, grammar_hash
from dfgen.frontend.scanner import DIAGNOSTICS_MAX, Scanner
from dfgen.model.diagnostics import UserError

EVERYTHING = (Path(__file__).parent / "everything.sdf").read_text("utf-8")

NAMES = st.sampled_from(["a", "in", "out", "state", "graph", "x_1", "delay", "keep", "init", "for", "e9", "overlays"])
IDENTIFIERS = NAMES.map(syntax.Identifier)
LEAVES = (
    st.integers(0, 10**30).map(syntax.Integer)
    | NAMES.map(syntax.NameUse)
    | st.sampled_from(["1.5", "2.", "3e4", "0.1E-7"]).map(syntax.Decimal)
)


def _larger(inner: st.SearchStrategy[syntax.Expression]) -> st.SearchStrategy[syntax.Expression]:
    return (
        st.builds(syntax.Unary, st.sampled_from("+-"), inner)
        | st.builds(syntax.Binary, st.sampled_from(["+", "-", "*", "/", "%", "**"]), inner, inner)
        | st.builds(syntax.FunctionUse, IDENTIFIERS, st.lists(inner, max_size=3).map(tuple))
    )


EXPRESSIONS: st.SearchStrategy[syntax.Expression] = st.recursive(LEAVES, _larger, max_leaves=12)
SMALL = EXPRESSIONS | LEAVES
TYPES = st.builds(syntax.TypeUse, st.lists(NAMES, min_size=1, max_size=3).map(tuple), st.none() | SMALL)
PLAIN_TYPES = st.builds(syntax.TypeUse, st.lists(NAMES, min_size=1, max_size=2).map(tuple))
PATHS = st.text("abc/._ -é", max_size=8).map(syntax.PathText)
PERCENTS = st.sampled_from(["2", "0.5"]).map(syntax.Percent)
RATES = st.lists(st.builds(syntax.Rate, SMALL, st.none() | SMALL), max_size=3).map(tuple)
CLAUSES = st.builds(syntax.Clause, st.sampled_from(["read_only", "unused", "partial", "write_only"])) | st.builds(
    syntax.Clause, st.just("read_mostly"), st.none() | PERCENTS
)
OVERLAYS = st.builds(syntax.Clause, st.just("overlays"), st.none(), IDENTIFIERS)
INDEXED = IDENTIFIERS | st.builds(lambda name, index: replace(name, index=index), IDENTIFIERS, SMALL)
PORTS = st.builds(
    syntax.PortDeclaration,
    st.sampled_from(["in", "out"]),
    INDEXED,
    PLAIN_TYPES,
    st.lists(st.builds(syntax.RateList, RATES), min_size=1, max_size=2).map(tuple),
    st.none() | st.builds(syntax.Pattern, SMALL, SMALL),
    st.lists(CLAUSES | OVERLAYS, max_size=2).map(tuple),
)
PARAMETERS = st.lists(st.builds(syntax.Parameter, IDENTIFIERS, SMALL | st.none()), max_size=3).map(tuple)
ARGUMENTS = st.lists(st.builds(syntax.Parameter, IDENTIFIERS, SMALL), max_size=3).map(tuple)
CALLS = st.builds(syntax.CallText, IDENTIFIERS, st.lists(SMALL, max_size=3).map(tuple))
DURATIONS = st.builds(
    syntax.Duration, st.sampled_from(["3", "2.5"]), st.sampled_from(["us", "ns", "", "min"]), st.none() | SMALL
)
ACTOR_ITEMS = (
    PORTS
    | st.builds(syntax.CallItem, st.sampled_from(["init", "fire", "end"]), CALLS)
    | st.builds(syntax.StateItem)
    | st.builds(syntax.StateItem, IDENTIFIERS, TYPES)
    | st.builds(syntax.FlagItem, st.sampled_from(["stops", "effect", "io", "stateless"]))
    | st.builds(syntax.TimeItem, st.lists(DURATIONS, min_size=1, max_size=3).map(tuple))
)
ANNOTATION_ARGUMENTS = st.builds(
    syntax.AnnotationArgument,
    SMALL | PERCENTS | PATHS | st.just(syntax.Identifier("64KiB")),
    st.none() | IDENTIFIERS,
)
ANNOTATIONS = st.lists(
    st.builds(syntax.Annotation, IDENTIFIERS, st.lists(ANNOTATION_ARGUMENTS, max_size=2).map(tuple)), max_size=2
).map(tuple)
ENDPOINTS = st.builds(syntax.Endpoint, INDEXED, st.none() | INDEXED)
INITIALS = (
    st.none()
    | st.builds(syntax.Fill, SMALL)
    | st.builds(syntax.ValueList, st.lists(SMALL, min_size=1, max_size=3).map(tuple))
    | st.builds(syntax.InitCall, CALLS)
)
DELAYS = st.builds(
    syntax.Delay,
    SMALL,
    INITIALS,
    st.sampled_from(["", "keep", "reset"]),
    st.none() | ENDPOINTS,
    st.none() | ENDPOINTS,
)
ACTORS = st.builds(
    syntax.ActorDeclaration, INDEXED, PARAMETERS, st.lists(ACTOR_ITEMS, max_size=4).map(tuple), ANNOTATIONS
) | st.builds(syntax.Instance, INDEXED, IDENTIFIERS, ARGUMENTS, ANNOTATIONS)
COMMON = (
    st.builds(syntax.Include, st.lists(PATHS, min_size=1, max_size=2).map(tuple))
    | st.builds(syntax.Source, st.lists(PATHS, min_size=1, max_size=2).map(tuple))
    | st.builds(syntax.Parameter, IDENTIFIERS, SMALL)
    | st.builds(syntax.TypeDeclaration, IDENTIFIERS, TYPES)
    | ACTORS
)
ROUTING = st.builds(
    syntax.Routing,
    st.sampled_from(["broadcast", "roundbuffer", "fork", "join", "slice"]),
    INDEXED,
    st.lists(PORTS, max_size=3).map(tuple),
)
EDGES = st.builds(
    syntax.Edge,
    ENDPOINTS,
    st.lists(ENDPOINTS, min_size=1, max_size=3).map(tuple),
    st.none() | DELAYS,
    ANNOTATIONS,
)
LOOPS = st.recursive(
    EDGES,
    lambda inner: st.builds(syntax.Loop, IDENTIFIERS, SMALL, SMALL, st.lists(inner, max_size=3).map(tuple)),
    max_leaves=4,
)
STATEMENTS = COMMON | PORTS | ROUTING | LOOPS
GRAPHS = st.builds(
    syntax.GraphDeclaration, IDENTIFIERS, PARAMETERS, st.lists(STATEMENTS, max_size=5).map(tuple), ANNOTATIONS
)
IMPORTS = st.builds(syntax.Import, st.lists(PATHS, min_size=1, max_size=2).map(tuple))
FILES = st.builds(syntax.GraphFile, st.lists(GRAPHS | COMMON | IMPORTS, max_size=3).map(tuple))


@settings(max_examples=150, deadline=None)
@given(FILES)
def test_printed_tree_reads_back(tree: syntax.GraphFile) -> None:
    assert parse_text(print_file(tree)) == tree


@settings(max_examples=300, deadline=None)
@given(EXPRESSIONS)
def test_printed_expression_reads_back(tree: syntax.Expression) -> None:
    item = parse_text(f"param x = {print_expression(tree)};").items[0]
    assert isinstance(item, syntax.Parameter)
    assert item.value == tree


def test_whole_language_reads_back() -> None:
    tree = parse_text(EVERYTHING)
    assert parse_text(print_file(tree)) == tree


class _Listener(ErrorListener):  # type: ignore[misc]
    def __init__(self) -> None:
        self.count = 0

    def syntaxError(self, *_: object) -> None:  # noqa: N802
        self.count += 1


def reference_tokens(text: str) -> tuple[list[tuple[int, str, int, int]], bool]:
    """What the generated lexer makes of `text`, and whether all of it is tokens."""
    lexer, listener = SdfLexer(InputStream(text)), _Listener()
    lexer.removeErrorListeners()
    lexer.addErrorListener(listener)
    return [(t.type, t.text, t.line, t.column) for t in lexer.getAllTokens()], listener.count == 0


def scanned_tokens(text: str) -> tuple[list[tuple[int, str, int, int]], bool]:
    scanner = Scanner(text, "", KINDS)
    scanner.scan()
    return [(t.type, t.text, t.line, t.column) for t in scanner.tokens[:-1]], not scanner.diagnostics


PIECES = ["graph", "in", "a_1", "12", "0x1F", "0x", "1.5", "2.", "1e3", "1e+3", "2e", "3us", "1.5ms", "2.x", "1e3s"]
PIECES += ["->", "**", "-", ">", "*", "/", "%", "@", "{", "}", "[", "]", '"a b"', '"', "//c\n", "/*c\n*/", "*/"]
PIECES += [" ", "\n", "é", "0xG", ".", "..", "0..6"]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_scanner_agrees_with_the_grammar(text: str) -> None:
    tokens, is_clean = reference_tokens(text)
    scanned, scanned_clean = scanned_tokens(text)
    signs = "".join(token[1] for token in tokens)
    assume("/*" not in signs)  # the grammar sees two signs, the scanner says that no '*/' follows
    assert scanned_clean == is_clean
    if is_clean:
        assert scanned == tokens


def test_generated_parser_belongs_to_the_grammar() -> None:
    assert HASH_FILE.read_text().strip() == grammar_hash(), "run: python -m dfgen.frontend.regenerate"


def test_the_parser_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "antlr4"
    tool.write_text(
        '#!/bin/sh\nfor name in SdfLexer SdfParser; do echo "# $name: $*" >$name.py; done\ntest -f Sdf.g4\n'
    )
    tool.chmod(0o755)
    target = tmp_path / "made"
    monkeypatch.setattr(regenerate, "TARGET", target)
    monkeypatch.setattr(regenerate, "HASH_FILE", target / "grammar.sha256")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("ANTLR_JAR", raising=False)
    assert regenerate.main() == 0
    head = (Path(regenerate.__file__).parent / "_antlr/SdfLexer.py").read_text().splitlines()[:3]
    *before, made = (target / "SdfLexer.py").read_text().splitlines()
    assert before == head
    assert made == f"# SdfLexer: -v {regenerate.VERSION} -Dlanguage=Python3 -no-listener -no-visitor -Werror Sdf.g4"
    assert (target / "grammar.sha256").read_text() == HASH_FILE.read_text()


def test_the_tool_that_makes_the_parser_fails_or_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regenerate, "TARGET", tmp_path / "made")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ANTLR_JAR", "antlr.jar")
    assert regenerate.main() == 1
    assert capsys.readouterr().err == "cannot run java: set ANTLR_JAR, or install antlr4-tools\n"
    (tmp_path / "java").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "java").chmod(0o755)
    assert regenerate.main() == 3
    assert not (tmp_path / "made").exists()


def test_several_syntax_errors_in_one_run() -> None:
    text = "graph g {\n  actor a { fire f(; }\n  p.o -> ;\n  param = 3;\n}\n"
    with pytest.raises(UserError) as error:
        parse_text(text)
    assert [d.span.line for d in error.value.diagnostics if d.span] == [2, 3, 4]


def test_expected_things_are_named() -> None:
    with pytest.raises(UserError) as error:
        parse_text("graph g {\n  actor a { out o , ; }\n}")
    diagnostic = error.value.diagnostics[0]
    assert diagnostic.message == "',' has no place after 'o'"
    assert diagnostic.hint == "Expected here: ':'."


def test_a_port_without_rate_says_what_a_rate_is() -> None:
    with pytest.raises(UserError) as error:
        parse_text("graph g {\n  actor a { out o : struct stats; }\n}")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.message == "';' has no place after 'stats'"
    assert diagnostic.hint == "Write how many tokens a firing passes, in brackets: [1]."


def test_number_of_messages_is_limited() -> None:
    with pytest.raises(UserError) as error:
        parse_text("graph g {\n" + "  p.o -> ;\n" * 500 + "}\n")
    assert len(error.value.diagnostics) == DIAGNOSTICS_MAX


@pytest.mark.parametrize(
    "text",
    [
        "graph g { param n = " + "(" * 10_000,
        "{" * 500_000,
        "graph g { param n = " + "9" * 200_000 + "; }",
        "x" * 1_000_000,
        "§" * 1_000_000,
        '"' + "x" * 1_000_000,
    ],
    ids=["parentheses", "braces", "digits", "word", "characters", "text"],
)
def test_monstrous_texts_end_in_messages(text: str) -> None:
    with pytest.raises(UserError):
        parse_text(text)


@pytest.mark.parametrize("end", range(0, len(EVERYTHING), 7))
def test_truncated_files(end: int) -> None:
    try:
        elaborate(Imported(parse_text(EVERYTHING[:end]), Path(__file__).parent), "everything.sdf")
    except UserError as error:
        complete = all(d.message and d.span for d in error.diagnostics)
    else:
        complete = True
    assert complete


def test_a_lone_carriage_return_ends_a_line() -> None:
    """As editors and compilers have it, which show the places of what is told."""
    text = EVERYTHING.replace("\r\n", "\n")
    assert parse_text(text.replace("\n", "\r")) == parse_text(text)
    with pytest.raises(UserError) as caught:
        parse_text("graph g { // one\r actor a {}\r\n zap\r}")
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert (span.line, span.column) == (4, 1)


@pytest.mark.parametrize(
    "item",
    [
        "fire d.decode(o);",
        "fire d->decode(o);",
        "state s = std::vector<long>(17);",
        "state std::vector<long> s(17);",
        "out p : int32[1] upto 64KiB;",
        "out p : int32[0 x 2, 3];",
    ],
)
def test_one_mistake_in_an_actor_hides_no_other_and_makes_none(item: str) -> None:
    actor = f"actor a {{\n{item}\nstops;\nout o : int32[1];\n}}"
    with pytest.raises(UserError) as caught:
        parse_text(f"graph g {{\n{actor}\na.o -> b.i;\na.o -> -> b.i;\n}}\n")
    assert [found.span.line for found in caught.value.diagnostics if found.span] == [3, 8]
