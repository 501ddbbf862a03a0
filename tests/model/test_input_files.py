# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest

from dfgen.model import input_files
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.input_files import read_content, read_generated, read_text


def refusal(path: Path, hint: str = "", id: str = "file-unreadable") -> Diagnostic:
    with pytest.raises(UserError) as caught:
        read_text(path, hint)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == id
    return diagnostic


def test_the_mark_of_byte_order_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbfgr\xc3\xbcn\r\n")
    assert read_text(tmp_path / "f") == "grün\r\n"
    assert read_content(tmp_path / "f") == b"\xef\xbb\xbfgr\xc3\xbcn\r\n"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    found = refusal(tmp_path / "none", "Write it.")
    assert (found.message, found.hint) == (f"cannot read '{tmp_path}/none': No such file or directory", "Write it.")
    with pytest.raises(UserError, match="cannot read 'mine': Is a directory"):
        read_content(tmp_path, "mine")
    assert "embedded null" in refusal(Path("a\0b")).message


def test_a_misspelt_name_is_told_of_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "stereo.sdf").write_text("graph g {}")
    assert refusal(tmp_path / "sterio.sdf").hint == f"Did you mean '{tmp_path}/stereo.sdf'?"
    assert refusal(tmp_path / "none/stereo.sdf").hint == f"There is no folder '{tmp_path}/none'."


def test_what_lies_beside_a_graph_is_not_what_was_meant(tmp_path: Path) -> None:
    for name in ("tone.h", "tone.c", "tone.cpp", "tone.sdf.h"):
        (tmp_path / name).write_text("")
    assert not refusal(tmp_path / "tone.sdf").hint
    assert not refusal(tmp_path / "tone").hint
    (tmp_path / "tone.sdf~").write_text("graph g {}")
    (tmp_path / "tonne.sdf").write_text("graph g {}")
    assert refusal(tmp_path / "tone.sdf").hint == f"Did you mean '{tmp_path}/tonne.sdf'?"


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "g.sdf").symlink_to("other.sdf")
    assert refusal(tmp_path / "g.sdf").hint == "It is a link to 'other.sdf', which is not there."


def test_pipes_and_devices_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        found = refusal(path)
        assert (found.message, found.hint[:24]) == (
            f"cannot read '{path}': it is a pipe or a device",
            "Put the text into a file",
        )


def test_what_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "FILE_BYTES_MAX", 1 << 20)
    (tmp_path / "f").write_bytes(b"x" * (1 << 20))
    assert len(read_text(tmp_path / "f")) == 1 << 20
    (tmp_path / "f").write_bytes(b"x" * ((1 << 20) + 1))
    found = refusal(tmp_path / "f", id="file-too-large")
    assert (found.message, str(found.span)) == (
        f"'{tmp_path}/f' has 1048577 bytes; 1 MiB can be read",
        f"{tmp_path}/f:1:1",
    )


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "f").open("wb") as file:
        file.truncate(1 << 42)  # more than any memory
    assert "has 4398046511104 bytes" in refusal(tmp_path / "f", id="file-too-large").message
    with pytest.raises(UserError, match="has 4398046511104 bytes; 256 MiB can be read"):
        read_generated(tmp_path / "f", "compile again")


def test_the_place_of_a_byte_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"one\ntw\xe9\n")
    found = refusal(tmp_path / "f")
    assert (str(found.span), found.message) == (f"{tmp_path}/f:2:3", f"'{tmp_path}/f' is not UTF-8 text: byte 0xE9")
