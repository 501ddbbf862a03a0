# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.cli.console import Console
from dfgen.cli.render import render
from dfgen.model.diagnostics import Diagnostic, Note, Span


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "g.sdf"


def shown(source: Path, text: str, span: Span) -> str:
    source.write_bytes(text.encode())
    return render(Diagnostic("syntax", "wrong", span), "error").plain


def test_a_file_whose_name_goes_over_lines() -> None:
    diagnostic = Diagnostic("syntax", "wrong", Span("größe\n.sdf", 3, 11))
    assert render(diagnostic, "error").plain == "$'größe\\n.sdf':3:11: error[syntax]: wrong"


def test_the_whole_of_it(source: Path) -> None:
    source.write_text("graph g {\n    actor read { }\n    actor read { }\n}\n")
    note = Note("first here", Span("g.sdf", 2, 11, 2, 15))
    diagnostic = Diagnostic("syntax", "'read' is there twice", Span("g.sdf", 3, 11, 3, 15), "rename one", (note,))
    assert render(diagnostic, "error").plain == (
        "g.sdf:3:11: error[syntax]: 'read' is there twice\n"
        "    3 |     actor read { }\n"
        "      |           ^~~~\n"
        "g.sdf:2:11: note: first here\n"
        "    2 |     actor read { }\n"
        "      |           ^~~~\n"
        "help: rename one"
    )


@pytest.mark.parametrize(
    ("text", "span", "code", "underline"),
    [
        ("abc\n", (1, 2, 0, 0), "abc", " ^"),
        ("abc\n", (1, 2, 2, 1), "abc", " ^~"),
        ("abc\n", (1, 4, 1, 5), "abc", "   ^"),
        ("\tx y\n", (1, 4, 1, 5), "    x y", "      ^"),
        ("a\r\nbcd\r\n", (2, 2, 2, 4), "bcd", " ^~"),
        ("图 = x", (1, 5, 1, 6), "图 = x", "     ^"),
        ("\ufeffabc\n", (1, 2, 1, 4), "abc", " ^~"),
        ("a\x1b[31mb", (1, 7, 1, 8), "a�[31mb", "      ^"),
        ("", (1, 1, 1, 1), "", "^"),
    ],
)
def test_the_spot(source: Path, text: str, span: tuple[int, int, int, int], code: str, underline: str) -> None:
    lines = shown(source, text, Span("g.sdf", *span)).split("\n")
    assert lines[1] == f"    1 | {code}".replace("    1", f"{span[0]:5}").rstrip()
    assert lines[2] == f"      | {underline}"


def test_a_long_line_is_cut_around_the_spot(source: Path) -> None:
    text = "a" * 500 + "here" + "b" * 500
    lines = shown(source, text, Span("g.sdf", 1, 501, 1, 505)).split("\n")
    assert all(len(line) < 135 for line in lines)
    start = lines[2].index("^")
    assert lines[1][start : start + 4] == "here"
    assert lines[2][start:] == "^~~~"


def test_a_long_mark_is_cut(source: Path) -> None:
    lines = shown(source, "x = " + "b" * 500 + ";", Span("g.sdf", 1, 5, 1, 505)).split("\n")
    assert all(len(line) < 135 for line in lines)
    assert lines[1].endswith("b…")
    assert lines[2].strip("| ") == "^" + "~" * (lines[1].count("b") + 1 - 1)


@pytest.mark.parametrize("span", [Span("absent.sdf", 1, 1), Span("g.sdf", 7, 1)])
def test_a_line_that_is_not_there(source: Path, span: Span) -> None:
    assert shown(source, "x", span) == f"{span}: error[syntax]: wrong"


def test_without_place_or_line() -> None:
    assert render(Diagnostic("syntax", "wrong"), "warning").plain == "dfgen: warning[syntax]: wrong"
    assert render(Diagnostic("syntax", "wrong", Span("d", 0, 0)), "error").plain == "d: error[syntax]: wrong"


@pytest.mark.parametrize(
    ("no_color", "term", "coloured"), [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False)]
)
def test_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, no_color: str, term: str, coloured: bool) -> None:
    terminal = Terminal()
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr("sys.stderr", terminal)
    Console().errors([Diagnostic("syntax", "wrong")])
    assert ("\x1b[" in terminal.getvalue()) == coloured


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


OnTerminal = Callable[..., tuple[Console, Terminal]]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> OnTerminal:
    """A console of that verbosity, and what it prints on."""

    def console(verbosity: int = 0) -> tuple[Console, Terminal]:
        terminal = Terminal()
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("sys.stderr", terminal)
        return Console(verbosity), terminal

    return console


def test_a_bar_on_a_terminal(on_terminal: OnTerminal) -> None:
    console, terminal = on_terminal()
    console.progress(1, 2)
    console.close()
    assert "1/2" in terminal.getvalue()
    console.progress(2, 2)
    assert "2/2" in terminal.getvalue()
    before = terminal.getvalue()
    console.close()  # it has ended by itself
    assert terminal.getvalue() == before


def test_what_goes_on_is_told_on_a_terminal(on_terminal: OnTerminal) -> None:
    console, terminal = on_terminal()
    console.activity("looking far")
    console.activity("looking near")
    console.note("found")
    told = terminal.getvalue()
    assert 0 < told.index("looking") < told.index("note: found")
    assert "looking near" in told


@pytest.mark.parametrize("verbosity", [-1, 1])
def test_no_bars_for_those_who_want_silence_or_every_line(on_terminal: OnTerminal, verbosity: int) -> None:
    console, terminal = on_terminal(verbosity)
    console.progress(1, 2)
    console.activity("looking")
    console.close()
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(("verbosity", "shown"), [(0, True), (1, False)])
def test_a_failure_is_shown_once(on_terminal: OnTerminal, verbosity: int, shown: bool) -> None:
    """Whoever sees every line has seen it."""
    console, terminal = on_terminal(verbosity)
    console.failure("it broke\n")
    assert ("it broke" in terminal.getvalue()) == shown


def test_nothing_of_it_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console()
    console.progress(1, 2)
    console.progress(2, 2)
    console.activity("looking")
    console.close()
    assert capsys.readouterr().err == ""


def test_a_message_is_never_endless() -> None:
    text = render(Diagnostic("syntax", "x" * 10**6 + "end"), "error").plain
    assert len(text) < 2100
    assert (" … " in text, text.endswith("end")) == (True, True)


def test_a_file_of_many_mistakes_is_read_once_until_it_changes(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    read_bytes = Path.read_bytes

    def counted(path: Path) -> bytes:
        read.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    for text in ("a\nb\n", "much\nmore\n"):
        source.write_text(text)
        for line, word in enumerate(text.split(), start=1):
            diagnostic = Diagnostic("syntax", "wrong", Span("g.sdf", line, 1))
            assert f"    {line} | {word}\n" in render(diagnostic, "error").plain
    assert len(read) == 2


def test_a_device_has_no_line_to_show() -> None:
    assert shown_of(Span("/dev/zero", 1, 1)) == "/dev/zero:1:1: error[syntax]: wrong"


def shown_of(span: Span) -> str:
    return render(Diagnostic("syntax", "wrong", span), "error").plain
