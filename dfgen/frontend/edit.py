# SPDX-License-Identifier: Apache-2.0
"""Edits the annotations of edges inside the text of a graph file; every byte that an edit does not mean stays.

An edit is a list of replacements by position in the text, spliced in from the end. Positions come from the spans of the
syntax tree. An annotation stands for all targets of its edge, so one that is for some of them splits the edge in two.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from dfgen.frontend.annotations import CHOICES, ON_EDGES, EdgeNotes, edge_notes
from dfgen.frontend.connections import Place
from dfgen.frontend.parse import parse_text
from dfgen.frontend.ports import ACCESS_OF_INPUT
from dfgen.frontend.printer import print_file
from dfgen.frontend.problems import Problems
from dfgen.frontend.scanner import END_OF_FILE, Scanner, Token, TokenKinds
from dfgen.frontend.syntax import Annotation, Edge, Endpoint, GraphDeclaration, GraphFile, Identifier, Loop, Statement
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.port import Access
from dfgen.model.positions import Positions

NONE = "none"
_NO = "no-"
_CALLED = re.compile(r"(?P<strategy>\w+)\s*\((?P<options>[^()=]+=[^()]*)\)")
ACCESS_WORDS = tuple(mode.value for mode in ACCESS_OF_INPUT if mode is not Access.UNUSED)

SETTINGS = (
    "a transfer strategy, an access mode such as read_only, private, an annotation as in the file, "
    f"{NONE}, or one of {', '.join(_NO + name for name in CHOICES)}"
)
"""What a setting may be, in words."""


@frozen
class Setting:
    """What edges shall say: `annotation`, or (if that is None) none of the annotations named in `removed`."""

    annotation: Annotation | None = None
    removed: frozenset[str] = frozenset()

    def __str__(self) -> str:
        if self.annotation is not None:
            return _annotation_text(self.annotation)
        return NONE if len(self.removed) == len(CHOICES) else f"{_NO}{min(self.removed)}"

    @property
    def strategy(self) -> str:
        """The transfer strategy that is asked for, or nothing."""
        transfer = self.notes.transfer
        return transfer.strategy if transfer is not None else ""

    @property
    def access(self) -> Access | None:
        """The access mode that is asked for."""
        return self.notes.access.access if self.notes.access is not None else None

    @property
    def notes(self) -> EdgeNotes:
        """The annotation, understood."""
        return edge_notes((self.annotation,) if self.annotation is not None else (), Problems())


def parse_setting(text: str) -> Setting:
    """A setting as the user writes it; `UserError` (annotation-unknown, annotation-arguments) if it is none."""
    text = text.strip()
    if text == NONE:
        return Setting(removed=frozenset(CHOICES))
    if text.startswith(_NO) and text[len(_NO) :] in CHOICES:
        return Setting(removed=frozenset({text[len(_NO) :]}))
    annotation = _parsed_annotation(text)
    if annotation.name.text in ON_EDGES.keys() - CHOICES.keys():
        raise fail("annotation-unknown", f"'{annotation.name.text}' is not for annotate", None, "Write it in the file.")
    problems = Problems()
    edge_notes((annotation,), problems)
    try:
        problems.raise_if_any()
    except UserError as error:
        raise UserError(Diagnostic(d.id, d.message, None, d.hint) for d in error.diagnostics) from None
    return Setting(annotation)


def _arguments(call: re.Match[str]) -> str:
    return f"{call['strategy']}, {call['options'].strip()}"


def _parsed_annotation(text: str) -> Annotation:
    if text in ACCESS_WORDS:
        written = f"@access({text})"
    elif text == "private":
        written = "@private"
    elif text.startswith("@"):
        written = text
    else:  # a strategy, with options as on the command line of compile or as in the file
        written = f"@transfer({_CALLED.sub(_arguments, text)})"
    try:
        file = parse_text(f"graph g {{ {_ANY.node.text} -> {_ANY.node.text} {written}; }}")
    except UserError:
        file = GraphFile(())
    graphs = [item for item in file.items if isinstance(item, GraphDeclaration)]
    edges = [statement for graph in graphs for statement in graph.statements if isinstance(statement, Edge)]
    if len(edges) != 1 or len(edges[0].annotations) != 1:
        raise fail("annotation-arguments", f"'{text}' is not a setting of a FIFO", None, f"A setting is {SETTINGS}.")
    return edges[0].annotations[0]


def places(file: GraphFile) -> dict[Span, Place]:
    """The edges of a file by the spans that FIFOs and their requests have: of edges, targets and annotations."""
    found: dict[Span, Place] = {}
    for graph in (item for item in file.items if isinstance(item, GraphDeclaration)):
        for edge in edges_in(graph.statements):
            found[edge.span] = Place(graph.name.text, edge, None)
            for index, target in enumerate(edge.targets):
                found[target.span] = Place(graph.name.text, edge, index)
            for annotation in edge.annotations:
                found[annotation.span] = Place(graph.name.text, edge, None)
    return found


def edges_in(statements: Iterable[Statement]) -> Iterator[Edge]:
    """The edges among the statements, and in their loops."""
    for statement in statements:
        if isinstance(statement, Edge):
            yield statement
        elif isinstance(statement, Loop):
            yield from edges_in(statement.statements)


def lost_options(edge: Edge, setting: Setting) -> str:
    """Options of another strategy that the setting takes away, as written; empty if there are none."""
    known = _of_name(edge.annotations, setting)
    if known is None or setting.annotation is None or _is_met(known, setting.annotation):
        return ""
    printed = _annotation_text(replace(known, arguments=known.arguments[1:]))
    return printed[printed.index("(") + 1 : -1] if len(known.arguments) > 1 else ""


@frozen
class Replacement:
    """Text for the characters [start, end)."""

    start: int
    end: int
    text: str


@frozen
class Draft:
    """A text and the steps that made it from the text of the file."""

    text: str
    original: str
    steps: tuple[tuple[Replacement, ...], ...] = ()

    def edited(self, replacements: Iterable[Replacement]) -> Draft:
        step = tuple(sorted(set(replacements), key=lambda r: (r.start, r.end)))
        text = self.text
        for before, after in itertools.pairwise(step):
            assert before.end <= after.start, "two edits of the same characters"
        for change in reversed(step):
            text = text[: change.start] + change.text + text[change.end :]
        return Draft(text, self.original, (*self.steps, step))

    def original_span(self, span: Span, file: str) -> Span:
        """The place in `file`, which holds the original, of a span in the edited text."""
        places = [(span.line, span.column), (span.end_line, span.end_column)]
        at = Positions(self.text)
        start, end = (self._original_offset(at.offset(line, column)) if line else 0 for line, column in places)
        was = Positions(self.original)
        return Span(file, *was.place(start), *(was.place(max(start, end)) if span.end_line else (0, 0)))

    def _original_offset(self, offset: int) -> int:
        for step in reversed(self.steps):
            offset = _offset_before(step, offset)
        return offset


def _offset_before(step: Iterable[Replacement], offset: int) -> int:
    grown = 0
    for change in step:
        start = change.start + grown
        if offset < start:
            break
        if offset < start + len(change.text):
            return change.start
        grown += len(change.text) - (change.end - change.start)
    return offset - grown


def edit_edges(
    text: str, edges: Iterable[Edge], chosen: Mapping[Span, Collection[int]], setting: Setting
) -> Iterator[Replacement]:
    """What makes the chosen targets of each edge (by its span) have the setting; nothing where they do already."""
    positions = Positions(text)
    for edge in edges:
        if not _has(edge, setting):
            yield from _EdgeText(text, positions, edge).with_setting(frozenset(chosen[edge.span]), setting)


class _EdgeText:
    """One edge in its text. Comments are between its tokens."""

    def __init__(self, text: str, positions: Positions, edge: Edge) -> None:
        self._text = text
        self._positions = positions
        self._edge = edge
        self._start, self._end = positions.range(edge.span)
        scanner = Scanner(text[self._start : self._end], edge.span.file, _PLAIN)
        scanner.scan()
        self._tokens = [token for token in scanner.tokens if token.type != END_OF_FILE]

    def with_setting(self, chosen: frozenset[int], setting: Setting) -> Iterator[Replacement]:
        everything = range(len(self._edge.targets))
        others = [index for index in everything if index not in chosen]
        if others:
            return self._split([index for index in everything if index in chosen], others, setting)
        return self._annotated(setting)

    def _annotated(self, setting: Setting) -> Iterator[Replacement]:
        if setting.annotation is None:
            yield from (self._without(a) for a in self._edge.annotations if a.name.text in setting.removed)
            return
        known = _of_name(self._edge.annotations, setting)
        if known is None:
            end = self._stop(self._tokens[-2])
            yield Replacement(end, end, f" {setting}")
        elif known.arguments and len(setting.annotation.arguments) == 1:
            start, end = self._positions.range(known.arguments[0].span)
            _, end = self._positions.range(known.arguments[-1].span)
            yield Replacement(start, end, _argument_text(setting.annotation))
        else:
            yield Replacement(*self._positions.range(known.span), str(setting))

    def _without(self, annotation: Annotation) -> Replacement:
        """Away with it, and with the blanks before it; line ends stay where a comment may need them."""
        start, end = self._positions.range(annotation.span)
        before = max(self._stop(token) for token in self._tokens if self._stop(token) <= start)
        if self._text[before:start].strip():
            before = len(self._text[:start].rstrip(" \t"))
        return Replacement(before, end, "")

    def _split(self, chosen: list[int], others: list[int], setting: Setting) -> Iterator[Replacement]:
        """Two statements for one, that with the first target in its place and layout."""
        edge = self._edge
        stay, leave = (chosen, others) if chosen[0] < others[0] else (others, chosen)
        yield from self._with_targets(stay)
        annotations = edge.annotations
        if stay is chosen:
            yield from self._annotated(setting)
        else:
            annotations = _with(annotations, setting)
        second = replace(edge, targets=tuple(edge.targets[i] for i in leave), annotations=annotations)
        yield Replacement(self._end, self._end, f" {_statement(second)}")

    def _with_targets(self, stay: list[int]) -> Iterator[Replacement]:
        """The first target stays, some others go."""
        ranges = [self._positions.range(target.span) for target in self._edge.targets]
        brace, closing = (next(t for t in self._tokens if t.text == text) for text in "{}")
        first, last = self._begin(brace), self._stop(closing)
        if len(stay) == 1 and not self._has_comment(first, last):
            yield Replacement(first, last, self._text[slice(*ranges[0])])
            return
        for index in set(range(len(ranges))) - set(stay):
            first, last = ranges[index - 1][1], ranges[index][1]
            if self._has_comment(first, last):
                yield from (Replacement(self._begin(t), self._stop(t), "") for t in self._within(first, last))
            else:
                yield Replacement(first, last, "")

    def _within(self, first: int, last: int) -> list[Token]:
        return [token for token in self._tokens if first <= self._begin(token) < last]

    def _has_comment(self, first: int, last: int) -> bool:
        """Whether there is more than tokens and blanks between two positions, the latter the end of a token."""
        gaps = [first, *(end for token in self._within(first, last) for end in (self._begin(token), self._stop(token)))]
        return any(self._text[start:end].strip() for start, end in zip(gaps[::2], gaps[1::2]))

    def _begin(self, token: Token) -> int:
        return self._start + token.start

    def _stop(self, token: Token) -> int:
        return self._start + token.stop + 1


def _has(edge: Edge, setting: Setting) -> bool:
    if setting.annotation is None:
        return not any(annotation.name.text in setting.removed for annotation in edge.annotations)
    known = _of_name(edge.annotations, setting)
    return known is not None and _is_met(known, setting.annotation)


def _is_met(known: Annotation, wanted: Annotation) -> bool:
    """Options stay if the strategy or mode does, and none are asked for."""
    return known == wanted or (len(wanted.arguments) == 1 and known.arguments[:1] == wanted.arguments)


def _of_name(annotations: Iterable[Annotation], setting: Setting) -> Annotation | None:
    name = setting.annotation.name if setting.annotation is not None else None
    return next((annotation for annotation in annotations if annotation.name == name), None)


def _with(annotations: tuple[Annotation, ...], setting: Setting) -> tuple[Annotation, ...]:
    wanted = setting.annotation
    if wanted is None:
        return tuple(a for a in annotations if a.name.text not in setting.removed)
    if _of_name(annotations, setting) is None:
        return (*annotations, wanted)
    return tuple(wanted if a.name == wanted.name else a for a in annotations)


_ANY = Endpoint(Identifier("x"))
_PLAIN = TokenKinds({}, 0, 0, 0, 0, 0)


def _statement(edge: Edge) -> str:
    """An edge as canonical text."""
    graph = GraphDeclaration(Identifier("g"), (), (edge,))
    _, line, _ = print_file(GraphFile((graph,))).splitlines()
    return line.strip()


def _annotation_text(annotation: Annotation) -> str:
    text = _statement(Edge(_ANY, (_ANY,), None, (annotation,)))
    return text[text.index("@") : -1]


def _argument_text(annotation: Annotation) -> str:
    return _annotation_text(annotation)[len(f"@{annotation.name.text}(") : -1]
