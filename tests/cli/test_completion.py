# SPDX-License-Identifier: Apache-2.0
"""`dfgen completion`: what real shells make of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.cli.main import COMMANDS, main
from dfgen.frontend.importers import FORMATS
from tests.cli.terminal import Terminal


def script(shell: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert main(["completion", shell]) == 0
    path = folder / f"dfgen.{shell}"
    path.write_text(capsys.readouterr().out)
    return path


def answer(*command: str) -> set[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    return set(done.stdout.split())


def test_bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script("bash", tmp_path, capsys)
    (tmp_path / "graph.sdf").write_text("")

    def completed(*words: str) -> set[str]:
        line = f"COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}"
        text = f'cd {tmp_path}; source {path}; {line}; _dfgen; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return answer("bash", "--norc", "-c", text)

    assert completed("dfgen", "") == set(COMMANDS)
    assert completed("dfgen", "co") == {"convert", "compile", "completion"}
    assert completed("dfgen", "check", "--j") == {"--json"}
    assert {"--cores", "--guard"} <= completed("dfgen", "compile", "-")
    assert completed("dfgen", "check", "gr") == {"graph.sdf"}
    (tmp_path / "graph.txt").write_text("")
    (tmp_path / "graphs").mkdir()
    assert completed("dfgen", "check", "gr") == {"graph.sdf", "graphs"}
    assert completed("dfgen", "run", "graph.sdf", "--", "gr") == {"graph.sdf", "graph.txt", "graphs"}
    assert completed("dfgen", "build", "graph.sdf", "-o", "gr") == {"graph.sdf", "graph.txt", "graphs"}
    assert completed("dfgen", "compile", "--fuse", "") == {"auto", "all", "none"}
    assert completed("dfgen", "compile", "--help-others", "") == {"auto", "all", "none"}
    assert {"auto", "pipeline", "exact"} <= completed("dfgen", "compile", "--mapper", "")
    assert {"default", "host", "graph.txt"} <= completed("dfgen", "compile", "--platform", "")
    assert "memcpy" in completed("dfgen", "tune", "graph.sdf", "--strategies", "m")
    assert completed("dfgen", "compile", "--dump", "p") == {"plan", "program"}
    assert completed("dfgen", "convert", "graph.sdf", "--to", "s") == {"sdf", "sdf3"}
    assert completed("dfgen", "analyze", "graph.sdf", "--method", "s") == {"self-timed"}
    assert completed("dfgen", "build", "--sanitize", "th") == {"thread"}
    assert completed("dfgen", "completion", "") == {"bash", "zsh", "fish"}
    assert completed("dfgen", "--v") == {"--version"}


SHELLS = {
    "bash": (["bash", "--norc", "-i"], "source {0}; PS1='rea''dy>'"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -D -u; source {0}; PS1='rea''dy>'"),
    "fish": (["fish", "--no-config", "-i"], "source {0}; function fish_prompt; echo 'rea''dy>'; end"),
}
"""How each begins, and what is typed first. The prompt is not what stands there, so that it is told from its echo."""


@pytest.mark.parametrize("shell", SHELLS)
def test_keys_in_a_terminal(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(shell, tmp_path, capsys)
    (tmp_path / "graph_of_mine.sdf").write_text("")
    (tmp_path / "graph_of_mine.txt").write_text("")
    command, load = SHELLS[shell]
    with Terminal(command, tmp_path, {**os.environ, "HOME": str(tmp_path)}) as terminal:
        terminal.type(f"{load.format(path)}\r")
        for typed, completed in (
            ("dfgen comple", "tion"),
            ("dfgen compile --mapper-", "time"),
            ("dfgen check --inc", "lude"),
            ("dfgen check graph_o", "f_mine.sdf"),
            ("dfgen compile --mapper pipe", "line"),
            ("dfgen compile --platform hos", "t"),
        ):
            assert terminal.shows("ready>")
            terminal.type(typed)
            assert terminal.shows(typed)
            terminal.type("\t")
            assert terminal.shows(completed), typed
            terminal.type("\x15\r")  # not Ctrl-C, which takes what is typed behind it along


def test_zsh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its completion needs a terminal: here the script is loaded, and finds its functions."""
    path = script("zsh", tmp_path, capsys)
    load = f"autoload -U compinit; compinit -D -u; source {path}; print $_comps[dfgen]"
    assert answer("zsh", "-f", "-c", load) == {"_dfgen"}


def test_fish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script("fish", tmp_path, capsys)

    def completed(line: str) -> set[str]:
        text = f"complete -e -c dfgen; source {path}; complete -C '{line}' | string split -f1 \\t; true"
        return answer("fish", "--no-config", "-c", text)

    assert completed("dfgen co") == {"convert", "compile", "completion"}
    assert completed("dfgen check --j") == {"--json"}
    assert completed("dfgen completion ") >= {"bash", "zsh", "fish"}
    assert completed("dfgen compile --fuse ") == {"auto", "all", "none"}
    for name in ("graph_of_mine.sdf", "graph_of_mine.txt"):
        (tmp_path / name).write_text("")
    assert completed(f"dfgen check {tmp_path}/graph_o") == {f"{tmp_path}/graph_of_mine.sdf"}


def test_graph_files_are_those_of_all_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    listed = re.search(r"for suffix in ([\w ]+);", capsys.readouterr().out)
    assert listed is not None
    assert {f".{suffix}" for suffix in listed[1].split()} == {known.suffix for known in FORMATS}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_all_commands_and_options_are_in_it(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in COMMANDS)
    assert "verify-transfers" in text
