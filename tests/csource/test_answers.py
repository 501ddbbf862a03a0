# SPDX-License-Identifier: Apache-2.0
"""Answers that are kept in the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.answers import kept_answer


def test_an_answer_that_cannot_be_kept_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path))
    assert kept_answer("some", [b"x"], lambda: 1) == 1
    (place,) = (tmp_path / "some").iterdir()
    place.unlink()
    (place / "in the way").mkdir(parents=True)
    assert kept_answer("some", [b"x"], lambda: 2) == 2
    assert [*(tmp_path / "some").iterdir()] == [place]
