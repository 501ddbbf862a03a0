# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

import dfgen as package
from dfgen.cli.console import Console
from dfgen.cli.crash import crash_message
from dfgen.cli.main import COMMANDS
from dfgen.model.diagnostics import Diagnostic, Span, UserError

Dfgen = Callable[..., Any]


def test_version(dfgen: Dfgen) -> None:
    ended = dfgen("--version")
    assert (ended.status, ended.out) == (0, f"dfgen {package.__version__}\n")


def test_every_command_has_help(dfgen: Dfgen) -> None:
    ended = dfgen("--help")
    assert ended.status == 0
    for command, help in COMMANDS.items():
        assert re.search(rf"^ +{command} +{help}$", ended.out, re.MULTILINE)
        assert dfgen(command, "--help").status == 0


@pytest.mark.parametrize(
    "arguments",
    [[], ["frobnicate"], ["check"], ["check", "g.sdf", "--jso"], ["compile", "g.sdf"], ["check", "g.sdf", "--", "a=b"]],
)
def test_wrong_usage_ends_with_2(dfgen: Dfgen, arguments: list[str]) -> None:
    ended = dfgen(*arguments)
    assert ended.status == 2
    assert ended.out == ""
    assert "usage: dfgen" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile", "g.sdf", "-o", ""],
        ["build", "g.sdf", "--output="],
        ["check", ""],
        ["compile", "g.sdf", "-o", "out", "--depfile", ""],
    ],
)
def test_an_empty_argument_is_not_the_default(dfgen: Dfgen, arguments: list[str]) -> None:
    """As where the shell has no value for a variable."""
    ended = dfgen(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert "an argument is empty" in ended.err


@pytest.mark.parametrize("what", ["address", "undefined", "address,undefined", "thread"])
def test_sanitizers_by_the_names_that_the_help_gives(dfgen: Dfgen, what: str) -> None:
    said = " ".join(dfgen("build", "--help").out.split())
    assert f"({what})" in said
    assert dfgen("build", "none.sdf", "--sanitize", what).status != 2
    assert dfgen("build", "none.sdf", "--sanitize", f"{what},").status == 2


def test_a_users_mistake_ends_with_1(dfgen: Dfgen, pipeline: Any) -> None:
    wrong = (Diagnostic("syntax", "first", Span("g.sdf", 1, 2)), Diagnostic("syntax", "second", Span("g.sdf", 3, 4)))
    pipeline.failure = UserError((*wrong, wrong[0]))
    ended = dfgen("check", "g.sdf")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "g.sdf:1:2: error[syntax]: first\ng.sdf:3:4: error[syntax]: second\n2 errors\n"


def test_of_very_many_mistakes_the_first_are_shown(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.failure = UserError([Diagnostic("syntax", "wrong", Span("g.sdf", line, 1)) for line in range(1, 2001)])
    told = dfgen("check", "g.sdf").err.splitlines()
    assert told[-2:] == ["g.sdf:20:1: error[syntax]: wrong", "2000 errors, of which the first 20 are shown"]


def test_our_bug_ends_with_3_and_a_log(
    dfgen: Dfgen, pipeline: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pipeline.failure = KeyError("lost")
    ended = dfgen("check", "my graph.sdf")
    assert ended.status == 3
    assert "Traceback" not in ended.err
    assert "report" in ended.err
    (log,) = tmp_path.glob("dfgen-*.log")
    assert str(log) in ended.err
    text = log.read_text()
    assert "KeyError: 'lost'" in text
    assert "Traceback" in text
    assert f"dfgen {package.__version__}" in text
    assert "dfgen check 'my graph.sdf'" in text


def test_our_bug_where_no_log_can_be_written(
    dfgen: Dfgen, pipeline: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    pipeline.failure = RuntimeError("")
    ended = dfgen("check", "g.sdf")
    assert ended.status == 3
    assert "RuntimeError" in ended.err
    assert "Traceback" in ended.err


def test_a_log_without_a_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", version)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert "KeyError: 'lost'" in crash_message(KeyError("lost"), ["check", "g.sdf"])
    (log,) = tmp_path.glob("dfgen-*.log")
    assert "jinja2 absent, libclang absent" in log.read_text()


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (MemoryError(), "no memory is left"),
        (RuntimeError("can't start new thread"), "no thread can be started"),
        (OSError(errno.EMFILE, "Too many open files", "a.h"), "a.h: Too many open files"),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "Resource temporarily unavailable"),
        (FileNotFoundError(errno.ENOENT, "No usable temporary directory found in []"), "No usable temporary directory"),
    ],
)
def test_what_the_machine_lacks_is_no_bug(dfgen: Dfgen, pipeline: Any, failure: Exception, reason: str) -> None:
    pipeline.failure = failure
    ended = dfgen("check", "g.sdf")
    assert ended.status == 1
    assert f"error[machine-short]: the system does not give what dfgen needs: {reason}" in ended.err


def test_too_few_open_files_are_told_with_what_to_do(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.failure = OSError(errno.EMFILE, "Too many open files")
    assert "help: Allow this shell more open files: ulimit -n 1024." in dfgen("check", "g.sdf").err


@pytest.mark.parametrize(("limit", "told"), [(8, "Too many open files"), (20, "20 files may be open at once")])
def test_a_shell_that_allows_few_open_files(limit: int, told: str, tmp_path: Path) -> None:
    """With some of these CMake would wait for ever."""
    (tmp_path / "g.h").write_text("void f(char *o);\nvoid s(const char *i);\n")
    (tmp_path / "g.c").write_text('#include "g.h"\nvoid f(char *o) { *o = 1; }\nvoid s(const char *i) { (void)i; }\n')
    (tmp_path / "g.sdf").write_text("""graph g { include "g.h"; source "g.c";
        actor a { fire f(o); out o : char[1]; } actor b { fire s(i); in i : char[1]; } a.o -> b.i; }""")
    ended = subprocess.run(
        ["sh", "-c", f'ulimit -n {limit}; exec "{sys.executable}" -m dfgen run g.sdf -o out'],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 1
    assert f"error[machine-short]: {'the system' if limit == 8 else told}" in ended.stderr
    assert told in ended.stderr
    assert "ulimit -n 1024" in ended.stderr
    assert "CMake Error" not in ended.stderr


def test_interrupted_ends_with_130(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.failure = KeyboardInterrupt()
    ended = dfgen("check", "g.sdf")
    assert ended.status == 130
    assert ended.err == "dfgen: interrupted\n"


@pytest.mark.parametrize(
    ("number", "usual"), [(signal.SIGTERM, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)]
)
def test_two_signals_at_once_do_not_cut_the_cleaning_up(
    dfgen: Dfgen, pipeline: Any, number: signal.Signals, usual: Any
) -> None:
    cleaned = []

    def signal_self() -> None:
        os.kill(os.getpid(), number)
        time.sleep(0.01)  # Python calls handlers between two of its steps

    def work(path: Path, parameters: Any) -> None:
        try:
            signal_self()
        finally:
            signal_self()
            cleaned.append(True)

    pipeline.check = work
    before = signal.signal(number, usual)
    try:
        with suppress(SystemExit):
            dfgen("check", "g.sdf")
    finally:
        signal.signal(number, before)
    assert cleaned


def shell(repository: Path, redirection: str, arguments: str = "doctor --json") -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m dfgen {arguments} {redirection}"
    return subprocess.run(["bash", "-c", command], cwd=repository, capture_output=True, text=True, check=False)


def test_a_reader_that_goes_away_is_no_error(repository: Path) -> None:
    ended = shell(repository, "| true; echo ${PIPESTATUS[0]}")
    assert (ended.stdout, ended.stderr) == ("141\n", "")


@pytest.mark.parametrize(("target", "reason"), [(">/dev/full", "No space left"), (">&-", "closed")])
@pytest.mark.parametrize("arguments", ["doctor --json", "--help", "--version", "run --help"])
def test_an_output_that_cannot_be_written(repository: Path, arguments: str, target: str, reason: str) -> None:
    ended = shell(repository, target, arguments)
    assert ended.returncode == 1
    assert re.fullmatch(rf"dfgen: error: cannot write the result: .*{reason}.*\n", ended.stderr)


def test_a_closed_stderr_hides_messages_only(repository: Path) -> None:
    ended = shell(repository, "2>&-")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert '"findings"' in ended.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_files_on_the_standard_output_are_utf8(repository: Path, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "g.sdf"
    file.write_text("graph g {\n    // \u00e9 \u2192\n}\n", "utf-8")
    command = [sys.executable, "-m", "dfgen", "format", "-"]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(repository)}
    ended = subprocess.run(command, input=file.read_bytes(), capture_output=True, env=environment, check=True)
    assert ended.stdout == file.read_bytes()


def test_a_character_that_the_output_cannot_show_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), "latin-1")
    monkeypatch.setattr(sys, "stdout", output)
    Console().result("\u00e9 \u2192")
    assert output.buffer.getvalue() == b"\xe9 \\u2192\n"


def test_names_that_are_no_text_are_refused(
    dfgen: Dfgen, pipeline: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = dfgen("check", os.fsdecode(b"caf\xe9.sdf"))
    assert ended.status == 1
    assert r"error[file-unreadable]: the name $'caf\xe9.sdf' is not UTF-8 here" in ended.err
    folder = tmp_path / os.fsdecode(b"\xe9")
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert r"\xe9' is not UTF-8 here" in dfgen("check", "g.sdf").err
    assert pipeline.calls == []


def test_a_current_folder_that_is_gone_is_told(dfgen: Dfgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ended = dfgen("check", tmp_path / "g.sdf")
    assert (ended.status, "error[file-unreadable]: the current folder is gone" in ended.err) == (1, True)


def test_wrong_usage_is_told_in_a_few_lines(dfgen: Dfgen) -> None:
    for command in COMMANDS:
        assert len(dfgen(command, "--no-such-option").err.splitlines()) <= 4


def test_misspelt_commands_and_options_have_a_suggestion(dfgen: Dfgen, tmp_path: Path) -> None:
    assert "there is no command 'chek'. Did you mean 'check'?" in dfgen("chek", "g.sdf").err
    ended = dfgen("compile", "g.sdf", "-o", tmp_path / "out", "--transfr", "memcpy")
    assert ended.status == 2
    assert "--transfr memcpy. Did you mean '--transfer'?" in ended.err
    for command in COMMANDS:
        ended = dfgen(command, *("g.sdf",) * 2, "--bogus")
        assert "Did you mean" not in ended.err
    assert "-q (what belongs to a command goes behind its name: dfgen check -q)" in dfgen("-q", "check", "g.sdf").err


def test_an_option_that_takes_no_value_is_told_as_such(dfgen: Dfgen) -> None:
    for value in ("-", "trace.json"):
        ended = dfgen("run", "g.sdf", "--trace", value, "-n", "1")
        assert ended.status == 2
        assert f"unrecognized arguments: {value} (--trace takes no value)" in ended.err
    assert "takes no value" not in dfgen("run", "g.sdf", "--trace", "-x").err
