# SPDX-License-Identifier: Apache-2.0
"""Times of actors: stated ones and guesses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.machine.times import firing_time_ns, guess_ns, likely_unit_ns
from dfgen.model.graph import Graph
from tests.planning import graph_of

PAIR = "actor a { out o : uint8[4000]; } actor b { in i : uint8[4000]; } a.o -> b.i;"


def taking(folder: Path, *times: int | None) -> Graph:
    graph = graph_of(PAIR, folder)
    pairs = zip(graph.actors, times, strict=True)
    return replace(graph, actors=tuple(replace(a, times=() if time is None else (time,)) for a, time in pairs))


def test_what_states_no_time_is_guessed_by_its_bytes(tmp_path: Path) -> None:
    stated, guessed = taking(tmp_path, 7, None).actors
    assert firing_time_ns(stated) == 7
    assert firing_time_ns(guessed) == guess_ns(guessed) == guess_ns(stated) > 500


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((1000, None), 1),
        ((90_000, 80_000), 1),
        ((50, 40), 1),
        ((1, None), 1000),
        ((2, 1), 1000),
        ((None, None), None),
    ],
)
def test_the_unit_is_the_one_by_which_times_come_near_to_guesses(
    times: tuple[int | None, int | None], expected: int | None, tmp_path: Path
) -> None:
    assert likely_unit_ns(taking(tmp_path, *times)) == expected
