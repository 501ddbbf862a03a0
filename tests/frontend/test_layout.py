# SPDX-License-Identifier: Apache-2.0
"""`dfgen format`: what it changes, what it leaves, and that a second pass changes nothing."""

from __future__ import annotations

import io
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dfgen.cli.main import main
from dfgen.frontend.antlr import KINDS
from dfgen.frontend.layout import laid_out
from dfgen.frontend.scanner import Scanner
from dfgen.model.diagnostics import UserError

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "apps").glob("*/*.sdf"))
EVERYTHING = Path(__file__).with_name("everything.sdf").read_text("utf-8")

UGLY = """// A comment.


graph g(n=3,m = - 1)   @throughput(2) {

  include   "a.h" ,
   "b.h"; // two
    actor a[n]{fire f( n*(m-1) , o );out o:int8[ 1,2 for n ];} /* between */
actor b {
in i[n] : int8 [1] @access( read_mostly,written=2 % ) ;  // short
in longer : int8[1];// long
  }
for k in 0 .. n {
a[k] .o->b.i[ k ] delay -1*m={1,2};
}
x    -> y;
longer -> z;

}
"""
NEAT = """// A comment.

graph g(n = 3, m = -1) @throughput(2) {
    include "a.h",
            "b.h";  // two
    actor a[n] { fire f(n * (m - 1), o); out o : int8[1, 2 for n]; }  /* between */
    actor b {
        in i[n] : int8[1] @access(read_mostly, written = 2 %);  // short
        in longer : int8[1];                                    // long
    }
    for k in 0..n {
        a[k].o -> b.i[k] delay -1 * m = {1, 2};
    }
    x      -> y;
    longer -> z;
}
"""


def words(text: str) -> list[str]:
    scanner = Scanner(text, "", KINDS)
    scanner.scan()
    return [token.text for token in scanner.tokens]


def test_layout() -> None:
    assert laid_out(UGLY) == NEAT
    assert laid_out(NEAT) == NEAT


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_shipped_graphs_are_laid_out(file: Path) -> None:
    assert laid_out(file.read_text("utf-8")) == file.read_text("utf-8")


def test_an_arrow_in_a_text_is_none() -> None:
    text = 'graph g {\n    a_long_name.o      -> b.i\n    @channel("p ->q");\n    a.o -> b.j;\n}\n'
    assert '@channel("p ->q")' in laid_out(text)
    assert words(laid_out(text)) == words(text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_stable_whatever_the_spaces(data: st.DataObject) -> None:
    """The whole language, with other spaces between its tokens."""
    pieces = EVERYTHING.split(" ")
    gaps = data.draw(st.lists(st.sampled_from([" ", "  ", "\n", "\n\n\n", " /* a */ "]), min_size=5, max_size=5))
    text = "".join(piece + gaps[number % 5] for number, piece in enumerate(pieces) if "//" not in piece)
    try:
        once = laid_out(text)
    except UserError:  # a comment inside of a text
        return
    assert laid_out(once) == once
    assert words(once) == words(text)


def test_files_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ugly, neat = tmp_path / "ugly.sdf", tmp_path / "neat.sdf"
    ugly.write_text(UGLY)
    neat.write_text(NEAT)
    assert main(["format", "--check", str(ugly), str(neat)]) == 1
    assert capsys.readouterr().out == f"{ugly}\n"
    assert ugly.read_text() == UGLY
    assert main(["format", str(ugly), str(neat)]) == 0
    assert ugly.read_text() == NEAT
    assert main(["format", "--check", str(ugly), str(neat)]) == 0


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_standard_input(encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Graph files are UTF-8, whatever the locale."""
    text = f"// \u00fc\n{UGLY}".encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), encoding))
    assert main(["format", "-"]) == 0
    assert capsys.readouterr().out == f"// \u00fc\n{NEAT}"


def test_standard_input_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"graph g {\n \xff }")))
    assert main(["format", "-"]) == 1
    assert "-:2:2: error[file-unreadable]: '-' is not UTF-8 text: byte 0xFF" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", None)
    assert main(["format", "-"]) == 1
    assert "error[file-unreadable]: cannot read the standard input: it is closed" in capsys.readouterr().err


def test_what_is_no_graph_file_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, ugly = tmp_path / "wrong.sdf", tmp_path / "ugly.sdf"
    wrong.write_text("graph g {  oops }")
    ugly.write_text(UGLY)
    assert main(["format", str(wrong), str(ugly)]) == 1
    assert "wrong.sdf:1:17: error[syntax]" in capsys.readouterr().err
    assert wrong.read_text() == "graph g {  oops }"
    assert ugly.read_text() == NEAT, "the other files are laid out all the same"


def test_a_file_that_may_not_be_written_stays_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held, ugly = tmp_path / "held.sdf", tmp_path / "ugly.sdf"
    for file in (held, ugly):
        file.write_text(UGLY)
    monkeypatch.setattr("os.access", lambda path, _: Path(path).name != "held.sdf")  # which root may write all the same
    assert main(["format", str(held), str(ugly)]) == 1
    told = capsys.readouterr().err
    assert "held.sdf: error[file-unwritable]: cannot write it: it is write-protected" in told
    assert "help: Make it, and the folder that it is in, writable." in told
    assert (held.read_text(), ugly.read_text()) == (UGLY, NEAT)


@pytest.mark.parametrize("mark", [b"", BOM_UTF8], ids=["without a mark", "with a mark of byte order"])
def test_line_ends_and_marks_of_byte_order_stay(
    mark: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "g.sdf"
    neat = mark + NEAT.replace("\n", "\r\n").encode()
    file.write_bytes(neat)
    assert main(["format", "--check", str(file)]) == 0
    file.write_bytes(mark + UGLY.replace("\n", "\r\n").encode())
    assert main(["format", str(file)]) == 0
    assert file.read_bytes() == neat


def test_lines_end_as_most_of_them() -> None:
    """Those in comments, too."""
    text = "graph g {\n    /* one\n       two */\n    actor a {}\n}\n"
    assert laid_out(text.replace("\n", "\r\n", 2)) == text
    assert laid_out(text.replace("\n", "\r\n", 3)) == text.replace("\n", "\r\n")
    assert laid_out("graph g {\r\n}\n") == "graph g {\n}\n"


def test_lone_carriage_returns_end_lines() -> None:
    text = "graph g {\n    // one\n    actor a {}\n}\n"
    assert laid_out(text.replace("\n", "\r")) == laid_out(text)


_COMMENTED = ("/* a */ actor x { fire f(); }", "/* a */  /* b */", "/* a */  // b", "a.o -> /* c */ b.i;")


@pytest.mark.parametrize("line", _COMMENTED)
def test_comments_before_code_and_each_other_stand_where_code_does(line: str) -> None:
    for text in (line, line.replace("  ", " "), line.replace(" /*", "   /*")):
        assert laid_out(f"graph g {{\n{text}\n}}\n") == f"graph g {{\n    {line}\n}}\n"
