# SPDX-License-Identifier: Apache-2.0
"""The extension for Visual Studio Code: its highlighting knows the words of the grammar, and npm builds it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from dfgen import __version__
from dfgen.frontend.antlr import WORDS

EXTENSION = Path(__file__).parents[2] / "dfgen/editors/vscode"
PATTERNS = json.loads((EXTENSION / "syntaxes/sdf.tmLanguage.json").read_text())["patterns"]
EVERYTHING = (Path(__file__).parents[1] / "frontend/everything.sdf").read_text("utf-8")


def scopes(text: str) -> list[tuple[str, str]]:
    """What an editor highlights: at each place the pattern that matches first, of those the first one."""
    found: list[tuple[str, str]] = []
    position = 0
    while True:
        matches = [(m.start(), n, m) for n, p in enumerate(PATTERNS) if (m := _match(p, text, position)) is not None]
        if not matches:
            return found
        _, number, match = min(matches, key=lambda each: each[:2])
        pattern = PATTERNS[number]
        captures = pattern.get("captures", {"0": {"name": pattern.get("name", "")}})
        found += ((match[int(group)], named["name"]) for group, named in captures.items())
        position = max(match.end(), position + 1)


def _match(pattern: dict[str, str], text: str, position: int) -> re.Match[str] | None:
    expression = pattern.get("match") or f"{pattern['begin']}(?:.|\\n)*?{pattern['end']}"
    return re.compile(expression, re.MULTILINE).search(text, position)


def test_words_are_those_of_the_grammar() -> None:
    (keywords,) = (p["match"] for p in PATTERNS if p.get("name") == "keyword.other.sdf")
    found = re.search(r"\\b\(([a-z_|]+)\)\\b", keywords)
    assert found is not None
    assert found[1].split("|") == list(WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_each_word_is_highlighted_as_such_and_not_as_a_name(word: str) -> None:
    assert scopes(f"{word} ") == [(word, "keyword.other.sdf")]
    assert ("x", "keyword.other.sdf") not in scopes("x ")
    assert (word, "keyword.other.sdf") not in scopes(f"a.{word} -> {word}.b")


def test_a_graph() -> None:
    found = scopes("actor fir(k = 0) { fire fir(k, in); in in[2] : float[1] partial; } // for\nfor i in 0..6 { }")
    assert ("fir", "entity.name.type.sdf") in found
    assert ("fir", "entity.name.function.sdf") in found
    assert ("in", "variable.parameter.sdf") in found
    assert ("partial", "keyword.other.sdf") in found
    assert ("// for", "comment.line.double-slash.sdf") in found
    assert [text for text, scope in found if scope == "constant.numeric.sdf"][-2:] == ["0", "6"]


def test_everything_in_the_language_is_scanned() -> None:
    found = scopes(EVERYTHING)
    comments = [text for text, scope in found if scope.startswith("comment")]
    assert sum(text.startswith("/*") for text in comments) == EVERYTHING.count("/*")


@pytest.mark.thorough
def test_npm_builds_it(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path / "vscode"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    for command in (["npm", "install", "--no-audit", "--no-fund"], ["npm", "run", "package"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        if re.search("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E403", done.stderr):
            pytest.skip("npm reaches no registry")
        assert done.returncode == 0, done.stdout + done.stderr
    names = zipfile.ZipFile(folder / "dfgen.vsix").namelist()
    assert {"extension/extension.js", "extension/syntaxes/sdf.tmLanguage.json"} <= set(names)
    assert "extension/node_modules/vscode-languageclient/package.json" in names


def test_the_extension_has_the_version_of_dfgen() -> None:
    assert json.loads((EXTENSION / "package.json").read_text("utf-8"))["version"] == __version__
