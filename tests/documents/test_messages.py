# SPDX-License-Identifier: Apache-2.0
"""Messages have one voice: what is wrong begins small and has no full stop, what to do is a sentence."""

from __future__ import annotations

import re

from dfgen.model.diagnostics import IDS
from tests.documents.messages import UNKNOWN, Said, all_said

# A hint may end with a command, or with what is filled in.
SENTENCE = re.compile(r"(?:[A-Z'\"{(<]|--|dfgen ).*(?:[.?}]|\.\.\.|: dfgen .*)", re.DOTALL)


def shown(said: Said) -> str:
    return f"{said.place}: [{said.id}] {said.message} -> {said.hint}"


def test_all_ids_are_found_with_their_texts() -> None:
    """Some are said by way of functions that take the id, which the page does not follow."""
    assert len({said.id for said in all_said()}) > len(IDS) * 0.9


def test_hints_are_sentences() -> None:
    hints = [(said, part) for said in all_said() for part in said.hint.split(" | ") if part.strip(UNKNOWN)]
    assert len(hints) > 200
    assert [shown(said) for said, hint in hints if not SENTENCE.fullmatch(hint)] == []


def test_messages_are_no_sentences() -> None:
    """They stand behind `error[id]:`."""
    words = re.compile(r"(?:[a-z'\"{<.]|C?Make |CMake|XML|SDF3|--)")
    messages = [said for said in all_said() if not said.message.startswith(UNKNOWN)]
    assert [shown(said) for said in messages if not words.match(said.message) or said.message.endswith(".")] == []
