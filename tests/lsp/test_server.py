# SPDX-License-Identifier: Apache-2.0
"""The language server, asked by a real client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

GRAPH = """\
actor fir(taps) { fire fir(taps, x, y); in x : float[4]; out y : float[4]; }
graph bands(n = 3) {
    include "bands.h"; source "bands.c";
    actor source { state s : int32; fire source(n, s, y); out y[n] : float[4]; }
    actor band[n] = fir(taps = index);
    actor sink { fire sink(n, x); io; in x[n] : float[4]; }
    for i in 0..n { source.y[i] -> band[i].x; band[i].y -> sink.x[i]; }
}
"""
HEADER = """\
#include <stdint.h>
void source(int n, int32_t *next, float *const y[]);
void fir(int k, const float *x, float *y);
void sink(int n, const float *const x[3]);
"""
SOURCE = """\
#include "bands.h"
void source(int n, int32_t *next, float *const y[]) { y[n - 1][0] = (float)(*next)++; }
void fir(int k, const float *x, float *y) { y[0] = x[0] * (float)k; }
void sink(int n, const float *const x[3]) { (void)n; (void)x; }
"""


@pytest_lsp.fixture(scope="module", config=ClientServerConfig(server_command=[sys.executable, "-m", "dfgen", "lsp"]))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    capabilities = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


class Editor:
    """A graph file that is open in an editor."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        (folder / "bands.h").write_text(HEADER)
        (folder / "bands.c").write_text(SOURCE)
        self.path = folder / "bands.sdf"
        self.path.write_text(GRAPH)
        self.client, self.uri, self.version = client, self.path.as_uri(), 1

    async def open(self) -> list[tuple[str | int | None, int]]:
        item = types.TextDocumentItem(self.uri, "sdf", self.version, GRAPH)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self._told()

    async def write(self, text: str) -> list[tuple[str | int | None, int]]:
        self.send(text)
        return await self._told()

    def send(self, text: str) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def _told(self) -> list[tuple[str | int | None, int]]:
        await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return self.known

    @property
    def known(self) -> list[tuple[str | int | None, int]]:
        return [(found.code, found.range.start.line) for found in self.client.diagnostics[self.uri]]

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    async def hover(self, word: str) -> str:
        found = await self.client.text_document_hover_async(types.HoverParams(self.document, place(word)))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value


def place(word: str) -> types.Position:
    """Where the first letter of the text with a `|` before it is in the graph."""
    offset = GRAPH.index(word.replace("|", "")) + word.index("|")
    return types.Position(GRAPH.count("\n", 0, offset), offset - GRAPH.rfind("\n", 0, offset) - 1)


@pytest.mark.asyncio(loop_scope="module")
async def test_diagnostics(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    assert await editor.open() == []
    assert await editor.write(GRAPH.replace("0..n", "0..n + 1")) == [
        ("port-unknown", 6), ("actor-unknown", 6), ("port-unknown", 6),
    ]  # fmt: skip
    assert await editor.write(GRAPH.replace("io; in", "io in")) == [("syntax", 5)]
    assert await editor.write(GRAPH.replace("[i].x;", "[i].x @transfer(copy);")) == [("transfer-unknown", 6)]
    assert await editor.write(GRAPH) == []
    (tmp_path / "bands.h").write_text(HEADER.replace("void fir(int k,", "void fir("))
    client.text_document_did_save(types.DidSaveTextDocumentParams(editor.document))
    assert ("call-count", 0) in await editor._told()


@pytest.mark.asyncio(loop_scope="module")
async def test_letters_that_follow_quickly(client: LanguageClient, tmp_path: Path) -> None:
    """They are checked once; a question in between is answered for the text as it is then."""
    editor = Editor(client, tmp_path)
    await editor.open()
    for letters in ("io", "io;", "io; ", "io; i"):
        editor.send(GRAPH.replace("io; in", f"{letters} in"))
    editor.send(GRAPH.replace("y[n] : float[4]", "loud[n] : float[4]"))
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert outline is not None
    assert "loud" in [each.name for each in outline]
    assert ("syntax", 5) not in editor.known
    assert await editor.write(GRAPH) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_hover(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    await editor.open()
    assert "band[2]: 1 firings an iteration" in await editor.hover("|band[n]")
    assert "source.y[0]: 4 tokens of float a firing" in await editor.hover("|y[n] :")
    assert "source.y[1]:band[1].x: **shared**, " in await editor.hover("|y[i] -> band")
    assert "void sink(int n, const float *const[3] x)" in await editor.hover("fire |sink")


@pytest.mark.asyncio(loop_scope="module")
async def test_completion(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    await editor.open()

    async def offered(line: str) -> set[str]:
        await editor.write(GRAPH.replace("    for i", f"    {line}\n    for i"))
        position = types.Position(6, len(line) + 4)
        found = await client.text_document_completion_async(types.CompletionParams(editor.document, position))
        assert isinstance(found, list)
        return {item.label for item in found}

    assert await offered("band[0].") == {"x", "y"}
    assert {"transfer", "access", "private"} <= await offered("source.y[0] -> sink.x[0] @")
    assert await offered("actor z { fire ") == {"source", "fir", "sink"}
    assert {"n", "band", "fir", "actor"} <= await offered("par")


@pytest.mark.asyncio(loop_scope="module")
async def test_places_and_edits(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    await editor.open()

    async def defined(word: str) -> tuple[str, int]:
        found = await client.text_document_definition_async(types.DefinitionParams(editor.document, place(word)))
        assert isinstance(found, types.Location)
        return Path(found.uri).name, found.range.start.line

    assert await defined("|band[i].x") == ("bands.sdf", 4)
    assert await defined("= |fir") == ("bands.sdf", 0)
    assert await defined("fire |sink") == ("bands.h", 3)
    assert await defined("[|i].x") == ("bands.sdf", 6)

    renamed = await client.text_document_rename_async(types.RenameParams(editor.document, place("|band[n]"), "filters"))
    assert renamed is not None
    assert renamed.changes is not None
    edits = renamed.changes[editor.uri]
    assert [(edit.range.start.line, edit.range.start.character) for edit in edits] == [(4, 10), (6, 35), (6, 46)]
    with pytest.raises(Exception, match="already"):
        await client.text_document_rename_async(types.RenameParams(editor.document, place("|band[n]"), "sink"))

    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert outline is not None
    assert [each.name for each in outline][:5] == ["fir", "x", "y", "bands", "source"]

    await editor.write(GRAPH.replace("    actor sink", "  actor   sink"))
    options = types.FormattingOptions(4, True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(editor.document, options)) or []
    assert [edit.new_text for edit in edits] == [GRAPH]


@pytest.mark.asyncio(loop_scope="module")
async def test_names_in_other_files(client: LanguageClient, tmp_path: Path) -> None:
    """A template is renamed where it is declared, and in all files beside it that import it."""
    (tmp_path / "parts.sdf").write_text(GRAPH.splitlines()[0] + "\n")
    (tmp_path / "other.sdf").write_text('import "parts.sdf";\ngraph o { actor z = fir(taps = 1); }\n')
    (tmp_path / "alone.sdf").write_text("actor fir { fire f(); }\n")
    editor = Editor(client, tmp_path)
    await editor.open()
    text = GRAPH.replace(GRAPH.splitlines()[0], 'import "parts.sdf";')
    assert await editor.write(text) == []
    line = text.splitlines()[4]
    use = types.Position(4, line.index("fir("))
    found = await client.text_document_definition_async(types.DefinitionParams(editor.document, use))
    assert isinstance(found, types.Location)
    assert (Path(found.uri).name, found.range.start.character) == ("parts.sdf", 6)

    renamed = await client.text_document_rename_async(types.RenameParams(editor.document, use, "filter"))
    assert renamed is not None
    assert renamed.changes is not None
    places = {Path(uri).name: [e.range.start.line for e in edits] for uri, edits in renamed.changes.items()}
    assert places == {"parts.sdf": [0], "other.sdf": [1], "bands.sdf": [4]}
    with pytest.raises(Exception, match="already"):
        await client.text_document_rename_async(types.RenameParams(editor.document, use, "bands"))
    with pytest.raises(Exception, match="not a name"):
        await client.text_document_rename_async(types.RenameParams(editor.document, use, "filtr\u00e9"))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("content", [None, b"graph \xff"], ids=["gone", "no UTF-8"])
async def test_nothing_is_known_of_files_without_a_text(
    client: LanguageClient, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "gone.sdf"
    if content is not None:
        path.write_bytes(content)
    document, place = types.TextDocumentIdentifier(path.as_uri()), types.Position(0, 0)
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    assert await client.text_document_hover_async(types.HoverParams(document, place)) is None
    assert await client.text_document_definition_async(types.DefinitionParams(document, place)) is None
    assert await client.text_document_rename_async(types.RenameParams(document, place, "new")) is None
    options = types.FormattingOptions(4, insert_spaces=True)
    assert await client.text_document_formatting_async(types.DocumentFormattingParams(document, options)) is None
    assert not await client.text_document_completion_async(types.CompletionParams(document, place))
    assert not await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_text_that_is_in_no_file_yet(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    editor.path.unlink()
    assert await editor.open() == []
    there = types.Position(4, GRAPH.splitlines()[4].index("band"))
    assert await client.text_document_hover_async(types.HoverParams(editor.document, there)) is not None


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("end", [*(f"{sign}line\r\n" for sign in "\u2028\u2029\x85\v\f\x1c"), "\r"])
async def test_lines_end_where_the_protocol_has_them_end(end: str, client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    await editor.open()
    text = f"// one{end}{GRAPH}"
    assert await editor.write(text) == []
    assert await editor.write(text.replace("io; in", "io in")) == [("syntax", 6)]
    assert await editor.write(text) == []
    where = place("graph |bands(")
    renaming = types.RenameParams(editor.document, types.Position(where.line + 1, where.character), "rows")
    renamed = await client.text_document_rename_async(renaming)
    assert renamed is not None
    assert renamed.changes is not None
    (edit,) = renamed.changes[editor.uri]
    assert (edit.range.start.line, edit.range.start.character) == (where.line + 1, where.character)
    change = types.TextDocumentContentChangePartial(edit.range, "3rows")
    document = types.VersionedTextDocumentIdentifier(editor.version + 1, editor.uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
    assert await editor._told() == [("syntax", where.line + 1)]
    (said,) = client.diagnostics[editor.uri]
    assert said.range.start.character == where.character


class Buffer:
    """A text in an editor, whose file need not be there."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self.client, self.path, self.text, self.version = client, path, text, 1
        self.document = types.TextDocumentIdentifier(path.as_uri())
        item = types.TextDocumentItem(self.document.uri, "sdf", self.version, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str) -> None:
        self.text, self.version = text, self.version + 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.document.uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self) -> None:
        self.path.write_text(self.text, encoding="utf-8")
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(self.document))

    def close(self) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document))

    async def shows(self, *codes: str) -> None:
        """In the end."""
        while self.document.uri not in self.client.diagnostics or self._codes() != codes:
            told = self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            await asyncio.wait_for(told, timeout=60)

    def _codes(self) -> tuple[str | int | None, ...]:
        return tuple(found.code for found in self.client.diagnostics[self.document.uri])


COPY = "actor cp(n) { in i : int32[n]; out o : int32[n]; }\n"
COPYING = """\
import "middle.sdf";
graph g {
    actor a { out o : int32[2]; }
    actor b = cp(n = 2);
    actor c { in i : int32[2]; }
    a.o -> b.i;
    b.o -> c.i;
}
"""


@pytest.mark.asyncio(loop_scope="module")
async def test_graphs_are_checked_again_with_what_they_import(client: LanguageClient, tmp_path: Path) -> None:
    """With buffers as they are, saved or not, by whatever way they are imported."""
    (tmp_path / "middle.sdf").write_text('import "sub/../lib.sdf";\n')
    (tmp_path / "sub").mkdir()
    main = Buffer(client, tmp_path / "main.sdf", COPYING)
    await main.shows("path-missing")
    lib = Buffer(client, tmp_path / "lib.sdf", COPY)
    await main.shows()
    lib.change(COPY.replace("cp", "cq"))
    await main.shows("template-unknown")
    lib.change(COPY[:-3])
    await main.shows("syntax")
    lib.change(COPY)
    await main.shows()
    lib.close()
    await main.shows("path-missing")
    lib = Buffer(client, tmp_path / "lib.sdf", COPY)
    await main.shows()
    lib.path.write_text(COPY.replace("cp", "cq"))
    lib.close()
    await main.shows("template-unknown")


@pytest.mark.asyncio(loop_scope="module")
async def test_graphs_are_checked_again_with_their_c_when_what_they_import_is_saved(
    client: LanguageClient, tmp_path: Path
) -> None:
    header = tmp_path / "lib.h"
    header.write_text("#include <stdint.h>\nvoid cp(int n, const int32_t *i, int32_t *o);\n")
    lib = Buffer(client, tmp_path / "middle.sdf", f'include "lib.h";\n{COPY.replace("{ in", "{ fire cp(n, i, o); in")}')
    main = Buffer(client, tmp_path / "main.sdf", COPYING)
    await main.shows()
    header.write_text(header.read_text().replace("int n, ", ""))
    lib.save()
    await main.shows("call-count")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", ["loop.sdf", "\x00", "x" * 5000], ids=["a circle of links", "a zero", "too long"])
async def test_names_of_no_file(name: str, client: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "loop.sdf").symlink_to("loop.sdf")
    await Buffer(client, tmp_path / "main.sdf", COPYING.replace("middle.sdf", name)).shows("path-missing")


@pytest.mark.asyncio(loop_scope="module")
async def test_files_that_import_each_other(client: LanguageClient, tmp_path: Path) -> None:
    one = Buffer(client, tmp_path / "one.sdf", 'import "two.sdf";\n')
    two = Buffer(client, tmp_path / "two.sdf", 'import "one.sdf";\n')
    await one.shows("import-circular")
    await two.shows("import-circular")
    two.change(COPY)
    await one.shows("graph-missing")
    await two.shows()


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_of_templates_needs_no_graph(client: LanguageClient, tmp_path: Path) -> None:
    lib = Buffer(client, tmp_path / "lib.sdf", "")
    await lib.shows("graph-missing")
    lib.change(COPY)
    await lib.shows()
    lib.change(f'import "nothing.sdf";\n{COPY}')
    await lib.shows("path-missing")
    lib.change("param width = 4;\n")
    await lib.shows("graph-missing")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CR LF"])
async def test_marks_of_byte_order_and_line_ends(end: str, client: LanguageClient, tmp_path: Path) -> None:
    """A mark is a character of the buffer, as an emoji is two."""
    copy, copying = COPY.replace("cp", "/* \U0001f600 */ cp"), COPYING.partition("\n")[2]
    neat = f"\ufeff{copy}{copying}".replace("\n", end)
    buffer = Buffer(client, tmp_path / "main.sdf", neat)
    await buffer.shows()
    where = types.Position(0, neat.index("cp") + 1)
    renamed = await client.text_document_rename_async(types.RenameParams(buffer.document, where, "copy"))
    assert renamed is not None
    assert renamed.changes is not None
    edits = renamed.changes[buffer.document.uri]
    places = [(edit.range.start.line, edit.range.start.character) for edit in edits]
    assert places == [(0, where.character), (3, "    actor b = cp".index("cp"))]
    buffer.change(neat.replace("in i : int32[n]", "in i int32[n]"))
    await buffer.shows("syntax")
    (told,) = client.diagnostics[buffer.document.uri]
    assert told.range.start == types.Position(0, neat.index("i : int32[n]") + len("i ") + 1)
    buffer.change(neat.replace("graph g", "graph   g"))
    options = types.FormattingOptions(4, insert_spaces=True)
    asked = types.DocumentFormattingParams(buffer.document, options)
    assert [edit.new_text for edit in await client.text_document_formatting_async(asked) or []] == [neat]


@pytest.mark.asyncio(loop_scope="module")
async def test_imports_of_a_buffer_with_a_mark(client: LanguageClient, tmp_path: Path) -> None:
    Buffer(client, tmp_path / "middle.sdf", "\ufeff" + COPY)
    await Buffer(client, tmp_path / "main.sdf", COPYING).shows()


@pytest.mark.asyncio(loop_scope="module")
async def test_a_file_that_is_not_open_is_laid_out_all_the_same(client: LanguageClient, tmp_path: Path) -> None:
    path = tmp_path / "main.sdf"
    path.write_text(COPYING.replace("graph g", "graph   g"))
    options = types.FormattingOptions(4, insert_spaces=True)
    asked = types.DocumentFormattingParams(types.TextDocumentIdentifier(path.as_uri()), options)
    assert [edit.new_text for edit in await client.text_document_formatting_async(asked) or []] == [COPYING]


NO_MESSAGES = ["hello", "{}", "[]", '{"jsonrpc": "2.0"', "\x00"]


@pytest.mark.parametrize("text", NO_MESSAGES)
def test_what_is_no_message_is_one_line(text: str) -> None:
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}'
    given = "".join(f"Content-Length: {len(each)}\r\n\r\n{each}" for each in (text, asked))
    ended = subprocess.run(
        [sys.executable, "-m", "dfgen", "lsp"], input=given, capture_output=True, text=True, timeout=60
    )
    told = ended.stderr.splitlines()
    assert ended.returncode == 0
    assert len(told) == 1
    assert told[0].startswith("dfgen lsp: skipped what is no message of the Language Server Protocol: ")
    assert '"id": 1' in ended.stdout


def test_a_refused_question_is_only_answered(tmp_path: Path) -> None:
    opened = {"uri": (tmp_path / "copy.sdf").as_uri(), "languageId": "sdf", "version": 1, "text": COPY}
    place = {"line": 0, "character": COPY.index("cp")}
    renaming = {"textDocument": opened, "position": place, "newName": "3"}
    asked: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        {"id": 2, "method": "textDocument/rename", "params": renaming},
        {"id": 3, "method": "shutdown"},
    ]
    texts = [json.dumps({"jsonrpc": "2.0", **each}) for each in asked]
    given = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)
    ended = subprocess.run(
        [sys.executable, "-m", "dfgen", "lsp"], input=given, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert '"error": {"code": -32602, "message": "\'3\' is not a name"}' in ended.stdout


def test_package_that_is_missing(tmp_path: Path) -> None:
    """Python finds a package before any that is installed in a folder of PYTHONPATH."""
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(name='pygls')")
    (tmp_path / "lsprotocol.py").write_text("raise ModuleNotFoundError(name='lsprotocol')")
    done = subprocess.run(
        [sys.executable, "-m", "dfgen", "lsp"],
        capture_output=True, text=True, timeout=60, check=False, env={"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "tool-missing" in done.stderr
    assert "dfgen[lsp]" in done.stderr


@pytest.mark.parametrize(
    ("closed", "told"),
    [("<&-", "error[file-unreadable]: cannot read the standard input"), (">&-", "error: cannot write the result")],
)
def test_nobody_to_talk_to(closed: str, told: str) -> None:
    """Shells and service managers may start programs without these."""
    ended = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m dfgen lsp {closed}'],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 1
    assert f"{told}: it is closed" in ended.stderr
