# SPDX-License-Identifier: Apache-2.0
"""How the format of a graph file is told, and what plain XML is."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.importers import FORMATS, format_of
from dfgen.frontend.importers.xml_tree import parse_xml
from dfgen.frontend.sidecar import needs_sidecar
from dfgen.model.diagnostics import UserError

HEAD = '\ufeff<?xml version="1.0"?>\n<!-- a <graph> of\nmine -->\n'


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("g.sdf", "graph g {}", "sdf"),
        ("g.SDF", "<graphml/>", "sdf"),
        ("g", "graph g {}", "sdf"),
        ("g.pi", "", "preesm graph"),
        ("g.pi", "<scenario/>", "preesm scenario"),
        ("g.graphml", f'{HEAD}<graphml xmlns="x">', "preesm graph"),
        ("g.xml", f"{HEAD}<p:scenario>", "preesm scenario"),
        ("g.xml", "<sdf3>", "sdf3"),
        ("g.xml", "<other>", "sdf3"),
        ("g.txt", "<other>", "sdf"),
    ],
)
def test_suffix_and_root_element(name: str, text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert format_of(tmp_path / name).name == expected
    assert needs_sidecar(tmp_path / name) is (expected != "sdf")


def test_a_file_that_is_not_there_has_the_format_of_its_suffix(tmp_path: Path) -> None:
    assert format_of(tmp_path / "none.scenario").name == "preesm scenario"


@pytest.mark.parametrize("piece", [" ", "<?a?>", "<!---->", "<!-- --><?a ?>", "<?a"])
def test_a_long_beginning_is_read_at_once(piece: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(piece * 4000)
    assert format_of(tmp_path / "g").name == "sdf"


def test_no_two_formats_are_alike() -> None:
    assert len({known.name for known in FORMATS}) == len({known.suffix for known in FORMATS}) == len(FORMATS)


def test_an_element_knows_its_place_text_and_children() -> None:
    root = parse_xml(b'<a>\n  <x:b x:key=" v "> one </x:b>\n  <c><b/></c>\n</a>', "f.xml")
    first = root.first("b")
    assert first is not None
    assert (first.get("key"), first.get("none"), first.text, str(first.span)) == ("v", "", " one ", "f.xml:2:3")
    assert [str(found.span) for found in root.below("b")] == ["f.xml:2:3", "f.xml:3:6"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_encodings(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><a name="\u00e9"/>'
    assert parse_xml(text.encode(encoding), "f.xml").get("name") == "\u00e9"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"graph",
        b"<a>",
        b"<a/><b/>",
        b"<a>&b;</a>",
        b'<a x="1" x="2"/>',
        b"\xff\xfe<",
        b"<a>\x00</a>",
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b"<a>" * 300,
    ],
)
def test_what_is_no_plain_xml(content: bytes) -> None:
    with pytest.raises(UserError) as error:
        parse_xml(content, "f.xml")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "syntax"
    assert diagnostic.span is not None
    assert diagnostic.span.file == "f.xml"
