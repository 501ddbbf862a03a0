# SPDX-License-Identifier: Apache-2.0
"""XML files as trees of elements that know their places.

A document type declaration is refused, and with it all entities of a file's own: nothing is ever expanded or fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.input_files import read_content

DEPTH_MAX = 100


@dataclass(slots=True)
class Element:
    """`tag` and the names of attributes are without their prefixes; `text` is what stands directly inside, if it is
    more than white space."""

    tag: str
    attributes: Mapping[str, str]
    span: Span
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def get(self, name: str) -> str:
        """The attribute, stripped; empty where there is none."""
        return self.attributes.get(name, "").strip()

    def all(self, tag: str) -> Iterator[Element]:
        """The children of that tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def below(self, tag: str) -> Iterator[Element]:
        """All elements of that tag inside of this one, in the order of the text."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.below(tag)


def read_xml(path: Path, shown_as: str = "") -> Element:
    """The root element of `path`; raises `UserError` for what cannot be read or is no plain XML."""
    file = shown_as or str(path)
    return parse_xml(read_content(path, file), file)


def parse_xml(content: bytes, file: str) -> Element:
    builder = _Builder(file)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        span = Span(file, error.lineno, error.offset + 1)
        reason = expat.ErrorString(error.code).removeprefix("not well-formed ").strip("()")
        message = f"not well-formed XML: {reason}"
        raise fail("syntax", message, span, "Repair the file, or save it anew with the tool that wrote it.") from None
    except (LookupError, ValueError) as error:
        raise fail("syntax", f"the XML cannot be read: {error}", Span(file, 1, 1), "Save it as UTF-8.") from None
    assert builder.root is not None, "a document without an element"
    return builder.root


class _Builder:
    """Receives what the parser finds."""

    def __init__(self, file: str) -> None:
        self.root: Element | None = None
        self._file = file
        self._open: list[Element] = []
        self._names: dict[str, str] = {}
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype

    def _span(self, length: int = 1) -> Span:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return Span(self._file, line, column, line, column + length)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) == DEPTH_MAX:
            message = f"elements are nested more than {DEPTH_MAX} deep"
            raise self._refused(message, "No graph needs that; is this the right file?")
        plain = {self._plain(key): value for key, value in attributes.items()}
        element = Element(self._plain(name), plain, self._span(len(name) + 1))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        self._open.pop()

    def _plain(self, name: str) -> str:
        """The name without its prefix. A file has few names, and uses them often."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = name.rpartition(":")[2]
        return known

    def _text(self, text: str) -> None:
        if not text.isspace():
            self._open[-1].text += text

    def _doctype(self, name: str, system_id: str | None, public_id: str | None, has_internal_subset: bool) -> None:
        message = "a document type declaration (DOCTYPE) is not allowed: it can define entities"
        raise self._refused(message, "Remove it; graph files need none.")

    def _refused(self, message: str, hint: str) -> UserError:
        return fail("syntax", message, self._span(), hint)
