# SPDX-License-Identifier: Apache-2.0
"""Text to syntax tree.

A file is parsed statement by statement, so that what is said again in another statement, or stands in the text as it
stood before, is not parsed again. The messages are those of one parse of the whole file.
"""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.antlr import FILE, KINDS, parse_fast, parse_thoroughly
from dfgen.frontend.collection import collection_paused
from dfgen.frontend.deep import deeply
from dfgen.frontend.known_statements import KnownStatements
from dfgen.frontend.scanner import DIAGNOSTICS_MAX, Scanner, Token
from dfgen.frontend.statements import cut_items, kept_tokens
from dfgen.frontend.syntax import GraphFile
from dfgen.frontend.syntax_builder import SyntaxBuilder
from dfgen.model.diagnostics import Span, raise_if_any
from dfgen.model.input_files import read_text
from dfgen.model.positions import with_line_feeds


def parse_file(path: Path) -> GraphFile:
    return parse_text(read_text(path), str(path))


def parse_text(text: str, file: str = "", known: KnownStatements | None = None) -> GraphFile:
    """The syntax tree of `text`; a `UserError` with all syntax errors found (at most `DIAGNOSTICS_MAX`). `known`: the
    statements of earlier texts of that file, to which this one's are added."""
    with collection_paused():
        return deeply(lambda: _parsed(with_line_feeds(text), file, known or KnownStatements()), file)


def parse_whole(text: str, file: str = "") -> GraphFile:
    """As `parse_text`, which must agree with it, but slower: by one run of the parser."""
    with collection_paused():
        return deeply(lambda: _parsed_whole(_scanned(text, file), file), file)


def _scanned(text: str, file: str) -> list[Token]:
    scanner = Scanner(text, file, KINDS)
    scanner.scan()
    raise_if_any(scanner.diagnostics)
    return scanner.tokens


def _parsed(text: str, file: str, known: KnownStatements) -> GraphFile:
    tokens = _scanned(text, file)
    cuts = cut_items(tokens)
    reading = known.reading(text, file, tokens)
    items = tuple(reading.item(cut) for cut in cuts)
    if reading.wrong:
        raise_if_any(parse_thoroughly(kept_tokens(tokens, cuts, reading.wrong), file)[1])
        return _parsed_whole(tokens, file)
    raise_if_any(reading.diagnostics[:DIAGNOSTICS_MAX])
    return GraphFile(items, Span(file, 1, 1))


def _parsed_whole(tokens: list[Token], file: str) -> GraphFile:
    tree = parse_fast(tokens, FILE)
    if tree is None:
        tree, diagnostics = parse_thoroughly(tokens, file)
        raise_if_any(diagnostics)
    builder = SyntaxBuilder(file)
    result = builder.file(tree)
    raise_if_any(builder.diagnostics[:DIAGNOSTICS_MAX])
    return result
