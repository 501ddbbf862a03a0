# SPDX-License-Identifier: Apache-2.0
"""Which name was meant: what difflib says, found in less time."""

from __future__ import annotations

import random
from difflib import SequenceMatcher, get_close_matches

import pytest

from dfgen.model.likeness import nearest
from tests.bench.misspelt import KINDS, names_of


@pytest.mark.parametrize("kind", KINDS)
def test_the_name_meant_is_that_of_difflib(kind: str) -> None:
    names = names_of(kind, 90)
    known = [name for name, _ in names]
    for _, wrong in names:
        assert nearest(wrong, known) == next(iter(get_close_matches(wrong, known, 1)), ""), wrong


def test_so_it_is_for_names_of_any_letters() -> None:
    rng = random.Random(4)
    names = ["".join(rng.choices("aaäŁ_1ı", k=rng.randrange(9))) for _ in range(150)]
    found = [nearest(name, names[:75]) for name in names[75:]]
    assert found == [next(iter(get_close_matches(name, names[:75], 1)), "") for name in names[75:]]
    assert "" in found
    assert len(set(found)) > 10


@pytest.mark.parametrize(("letters", "near"), [(1000, True), (1001, False), (1_000_000, False)])
def test_the_longest_names_are_not_compared(letters: int, near: bool) -> None:
    known = "x" * 999 + "y"
    assert nearest("x" * letters, ["x", known, "x" * 2_000_000]) == (known if near else "")


def test_few_names_are_compared_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    usual = SequenceMatcher.ratio
    monkeypatch.setattr(SequenceMatcher, "ratio", lambda self: compared.append(self.a) or usual(self))
    names = names_of("numbered", 1000)
    known = [name for name, _ in names]
    for _, wrong in names[:100]:
        nearest(wrong, known)
    assert len(compared) <= 10 * 100
