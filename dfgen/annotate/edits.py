# SPDX-License-Identifier: Apache-2.0
"""An edit of a file as a value, and how it is written: at once, or not at all."""

from __future__ import annotations

import difflib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dfgen.frontend.edit import Setting
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_text
from dfgen.model.positions import usual_line_end, with_line_ends

BOM = b"\xef\xbb\xbf"
_NOTHING = "/dev/null"


@frozen
class Assignment:
    """The FIFOs that `pattern` names shall have the setting."""

    pattern: str
    setting: Setting


@frozen
class Edit:
    """What a file holds and what it would hold; a file that holds nothing is not there.

    `fifos` are those asked for that change; `notes` tell of the others.
    """

    path: Path
    before: bytes
    after: bytes
    fifos: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def changes(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        """A unified diff, as `patch` reads it."""
        before, after = (str(self.path) if content else _NOTHING for content in (self.before, self.after))
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), before, after)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(content: bytes) -> list[str]:
    lines = content.decode("utf-8").split("\n")
    return [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]


def read_content(path: Path, *, may_be_missing: bool) -> tuple[bytes, str]:
    """What a file holds, and the text of it without a mark of byte order."""
    if may_be_missing and not os.path.lexists(path):
        return b"", ""
    text = read_text(path)
    content = path.read_bytes()
    if content.removeprefix(BOM) != text.encode():
        raise _changed_meanwhile(path)
    return content, text


def with_line_ends_of(original: str, text: str) -> str:
    """Lines of `text` end as those of the original, if these all end in one way."""
    usual = usual_line_end(original)
    return with_line_ends(text, usual) if with_line_ends(original, usual) == original else text


def write_edit(edit: Edit) -> None:
    """Put the new content in place of the old at once, or not at all. A link stays one, and its file keeps its mode."""
    write_edits((edit,))


def write_edits(edits: Sequence[Edit]) -> None:
    """The same of several files: none is touched before all can be."""
    with ExitStack() as ready:
        for put in [_prepared(edit, ready) for edit in edits]:
            put()


def _prepared(edit: Edit, ready: ExitStack) -> Callable[[], None]:
    """What is left to do, once nothing speaks against it; files that it needs are there while `ready` is open."""
    target = Path(os.path.realpath(edit.path))
    with _told_of(edit):
        exists = target.exists()
        if edit.after and exists and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "it is write-protected")
        new = ready.enter_context(_beside(target, edit.after)) if edit.after else None
        if new is not None and exists:
            new.chmod(stat.S_IMODE(target.stat().st_mode))
        _require_unchanged(edit, target)

    def put() -> None:
        with _told_of(edit):
            _require_unchanged(edit, target)
            if new is None:
                target.unlink()
            else:
                os.replace(new, target)

    return put


@contextmanager
def _told_of(edit: Edit) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "Writing takes a temporary file in the same folder, too."
        raise fail("file-unwritable", f"cannot write '{edit.path}': {error.strerror}", None, hint) from error


def _require_unchanged(edit: Edit, target: Path) -> None:
    if (target.read_bytes() if os.path.lexists(target) else b"") != edit.before:
        raise _changed_meanwhile(edit.path)


@contextmanager
def _beside(path: Path, content: bytes) -> Iterator[Path]:
    """A file with `content` in the folder of `path`; gone afterwards."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with new.open("xb") as file:
            file.write(content)
        yield new
    finally:
        new.unlink(missing_ok=True)


def _changed_meanwhile(path: Path) -> UserError:
    message = f"'{path}' has changed while dfgen worked on it"
    return fail("file-changed", message, Span(str(path), 0, 0), "Nothing was written; run the command again.")
