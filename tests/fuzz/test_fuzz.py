# SPDX-License-Identifier: Apache-2.0
"""Every reader of strangers' text survives a few hundred texts that are nearly right. `python -m tests.fuzz` goes on
from there for hours.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from .mutate import mutated
from .targets import TARGETS, Target, clean_up

TEXTS = {"header": 25, "plan": 60, "report": 60, "profile": 60, "trace": 60, "figures": 60}
TEXTS_OTHERWISE = 300
SECONDS_MAX = 20  # for one text, on a machine that does other things too
FOUND = sorted((Path(__file__).parent / "found").glob("*/*"))


@pytest.fixture(autouse=True, scope="module")
def _scratch() -> Iterator[None]:
    yield
    clean_up()


class TooSlow(Exception):
    pass


@contextmanager
def limited() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS_MAX)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_texts_that_are_nearly_right(target: Target, tmp_path: Path) -> None:
    rng = random.Random(target.name)
    seeds = list(target.seeds())
    assert seeds
    for number in range(TEXTS.get(target.name, TEXTS_OTHERWISE)):
        text = mutated(rng, seeds)
        (tmp_path / "text").write_bytes(text)
        try:
            with limited():
                target.read(text)
        except Exception as error:
            raise AssertionError(f"text {number} ({tmp_path / 'text'}): {error!r}") from error


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_texts_that_broke_a_reader_once(path: Path) -> None:
    with limited():
        TARGETS[path.parent.name].read(path.read_bytes())
