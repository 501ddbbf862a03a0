# SPDX-License-Identifier: Apache-2.0
"""The texts of files as an editor has them."""

from __future__ import annotations

import os.path
from pathlib import Path

from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from dfgen.model.input_files import FileTexts

BYTE_ORDER_MARK = "\ufeff"


def with_blank_mark(text: str) -> str:
    """The same graph, of as many characters: a mark of byte order, of which a graph file knows nothing, is a blank."""
    return " " + text[1:] if text.startswith(BYTE_ORDER_MARK) else text


def path_of(uri: str) -> Path:
    return Path(uris.to_fs_path(uri) or uri)


def real_path(path: Path) -> Path:
    """The file that a name leads to; the name itself where it is none of any file."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a zero in it
        return path


class EditorTexts(FileTexts):
    """Of files that are open as they are there, saved or not."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server

    def is_file(self, path: Path) -> bool:
        return self._opened(path) is not None or super().is_file(path)

    def read(self, path: Path) -> str:
        opened = self._opened(path)
        return with_blank_mark(opened.source) if opened is not None else super().read(path)

    def _opened(self, path: Path) -> TextDocument | None:
        """By the file that a name leads to, for there are several ways to write one."""
        real, known = real_path(path), self._server.workspace.text_documents.values()
        return next((each for each in known if real_path(path_of(each.uri)) == real), None)


class NotingTexts(FileTexts):
    """Those of `texts`; `asked` are the files that somebody has asked for."""

    def __init__(self, texts: FileTexts) -> None:
        self.asked: set[Path] = set()
        self._texts = texts

    def is_file(self, path: Path) -> bool:
        self.asked.add(real_path(path))
        return self._texts.is_file(path)

    def read(self, path: Path) -> str:
        return self._texts.read(path)
