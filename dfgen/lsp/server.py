# SPDX-License-Identifier: Apache-2.0
"""The protocol between `Document` and an editor, on standard input and output."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dfgen import __version__
from dfgen.frontend.layout import laid_out
from dfgen.lsp.document import Document
from dfgen.lsp.symbols import Symbol
from dfgen.lsp.texts import BYTE_ORDER_MARK, EditorTexts, path_of, real_path
from dfgen.model.diagnostics import IDS, Diagnostic, Span, UserError

_KINDS = {
    "graph": types.SymbolKind.Module,
    "template": types.SymbolKind.Class,
    "actor": types.SymbolKind.Object,
    "port": types.SymbolKind.Field,
}


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")

PAUSE_S = 0.02
"""Texts that follow one another faster than this are checked once: an editor may send every letter."""


class Refusal(JsonRpcInvalidParams):
    """The answer to a question that asks for what cannot be done: the user's mistake, none of the server."""


class _Text(TextDocument):
    """A text whose lines end where the protocol has them end: pygls also ends them at other signs that Unicode calls
    separators, and would put into a wrong line what comes behind such a sign, changes, too."""

    @property
    def lines(self) -> Sequence[str]:
        return _LINE.findall(self.source)


def _text_at(server: LanguageServer, uri: str) -> _Text:
    """It stays a `_Text` for pygls, which changes it, for as long as it is open."""
    text = server.workspace.get_text_document(uri)
    text.__class__ = _Text
    assert isinstance(text, _Text)
    return text


class _Files:
    """The documents that are open, by their addresses, and those whose new text waits to be checked."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._texts = EditorTexts(server)
        self._known: dict[str, Document] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def check_soon(self, changed: str) -> None:
        """After the last of a quick series of changes; or before the next question, whichever comes first."""
        for uri in (changed, *self._importing(changed)):
            if uri in self._waiting:
                self._waiting.pop(uri).cancel()
            self._waiting[uri] = asyncio.get_running_loop().call_later(PAUSE_S, self._check_waiting, uri)

    def check_now(self, changed: str) -> None:
        """With the C, which takes longer."""
        for uri in (changed, *self._importing(changed)):
            self._check(uri, reads_c=True)

    def _importing(self, uri: str) -> list[str]:
        """The open files that import this one, or would if it were there; also by way of others."""
        path, opened = real_path(path_of(uri)), self._server.workspace.text_documents
        return [
            other for other, document in self._known.items()
            if other != uri and other in opened and path in document.needed
        ]  # fmt: skip

    def _check_waiting(self, uri: str) -> None:
        if uri in self._waiting:
            self._check(uri, reads_c=False)

    def asked(self, uri: str) -> tuple[TextDocument, Document] | None:
        """What a question is about, as the last change has left it."""
        self._check_waiting(uri)
        return self._get(uri)

    def _get(self, uri: str) -> tuple[TextDocument, Document] | None:
        """Nothing where there is no text: editors also ask about files that are not open, and gone."""
        text = _text_at(self._server, uri)
        try:
            _ = text.source
        except (OSError, ValueError):  # ValueError: no UTF-8, or no name of a file
            return None
        document = self._known.get(uri)
        if document is None:
            document = self._known[uri] = Document(path_of(uri), self._texts)
        return text, document

    def _check(self, uri: str, *, reads_c: bool) -> None:
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        known = self._get(uri)
        if known is None:
            return
        text, document = known
        found = document.update(text.source, reads_c=reads_c)
        told = [_diagnostic(text, document, each) for each in found]
        self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told))

    def symbol(self, params: Any) -> tuple[TextDocument, Document, Symbol] | None:
        """The name that a question is about, if there is one at that place."""
        asked = self.asked(params.text_document.uri)
        if asked is None:
            return None
        text, document = asked
        place = text.position_codec.position_from_client_units(text.lines, params.position)
        symbol = document.at(place.line + 1, place.character + 1)
        return (text, document, symbol) if symbol is not None else None


def _range(text: TextDocument, span: Span) -> types.Range:
    """Of a place in `text`; of one without an end, the line."""
    line, end = max(span.line, 1), span.end_line or max(span.line, 1)
    start = types.Position(line - 1, max(span.column, 1) - 1)
    stop = types.Position(end - 1, (span.end_column or 10_000) - 1)
    return text.position_codec.range_to_client_units(text.lines, types.Range(start, stop))


def _plain_range(span: Span) -> types.Range:
    """Of a place in a file that is not open."""
    start = types.Position(span.line - 1, span.column - 1)
    return types.Range(start, types.Position((span.end_line or span.line) - 1, (span.end_column or span.column) - 1))


def _diagnostic(text: TextDocument, document: Document, found: Diagnostic) -> types.Diagnostic:
    is_here = found.span is not None and found.span.file == str(document.path)
    place = "" if is_here or found.span is None else f"{found.span}: "
    span = found.span if is_here and found.span is not None else Span("", 1, 1)
    is_warning = IDS[found.id].startswith("warning")
    return types.Diagnostic(
        _range(text, span),
        "\n".join(filter(None, (place + found.message, found.hint))),
        types.DiagnosticSeverity.Warning if is_warning else types.DiagnosticSeverity.Error,
        code=found.id,
        source="dfgen",
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uris.from_fs_path(note.span.file) or "", _plain_range(note.span)), note.message
            )
            for note in found.notes
            if note.span is not None and note.span.file
        ],
    )


def make_server() -> LanguageServer:
    server = LanguageServer("dfgen", __version__)
    files = _Files(server)
    _add_checks(server, files)
    _add_questions(server, files)
    _add_edits(server, files)
    return server


def _add_checks(server: LanguageServer, files: _Files) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        files.check_now(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        files.check_now(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        """What was not saved counts no more."""
        files.check_now(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        files.check_soon(params.text_document.uri)


def _add_questions(server: LanguageServer, files: _Files) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        asked = files.symbol(params)
        if asked is None:
            return None
        text, document, symbol = asked
        told = document.hover(symbol)
        markup = types.MarkupContent(types.MarkupKind.Markdown, told)
        return types.Hover(markup, _range(text, symbol.span)) if told else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "@"]))
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        asked = files.asked(params.text_document.uri)
        if asked is None:
            return []
        text, document = asked
        place = text.position_codec.position_from_client_units(text.lines, params.position)
        before = text.lines[place.line][: place.character] if place.line < len(text.lines) else ""
        found = document.completions(before, place.line + 1)
        return [types.CompletionItem(name, detail=detail) for name, detail in found.items()]

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        asked = files.symbol(params)
        if asked is None:
            return None
        text, document, symbol = asked
        span = document.declaration(symbol.key)
        if span is None:
            return None
        if span.file == str(document.path):
            return types.Location(text.uri, _range(text, span))
        return types.Location(uris.from_fs_path(span.file) or "", _plain_range(span))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.SymbolInformation]:
        asked = files.asked(params.text_document.uri)
        if asked is None:
            return []
        text, document = asked
        return [
            types.SymbolInformation(
                types.Location(text.uri, _range(text, symbol.whole or symbol.span)),
                symbol.name,
                _KINDS[symbol.kind],
                container_name=symbol.key[-2] if len(symbol.key) > 2 else None,
            )
            for symbol in document.outline()
        ]


def _add_edits(server: LanguageServer, files: _Files) -> None:
    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = files.symbol(params)
        if asked is None:
            return None
        text, document, symbol = asked
        try:
            spans = document.renamed(symbol, params.new_name)
        except UserError as error:
            raise Refusal(error.diagnostics[0].message) from None
        edits: dict[str, list[types.TextEdit]] = {}
        for span in spans:
            uri = text.uri if span.file == str(document.path) else uris.from_fs_path(span.file) or ""
            where = _range(_text_at(server, uri), span)
            edits.setdefault(uri, []).append(types.TextEdit(where, params.new_name))
        return types.WorkspaceEdit(edits)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        asked = files.asked(params.text_document.uri)
        if asked is None:
            return None
        text, document = asked
        try:
            new = laid_out(text.source.removeprefix(BYTE_ORDER_MARK), str(document.path))
        except UserError:  # its diagnostics are shown already
            return None
        end = types.Position(len(text.lines) + 1, 0)
        mark = BYTE_ORDER_MARK if text.source.startswith(BYTE_ORDER_MARK) else ""
        return [types.TextEdit(types.Range(types.Position(0, 0), end), mark + new)]
