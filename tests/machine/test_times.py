# SPDX-License-Identifier: Apache-2.0
"""Times of actors: stated ones and guesses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.machine.times import firing_time_ns, guess_ns, is_guessed, with_likely_unit
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
    assert (is_guessed(stated), is_guessed(guessed)) == (False, True)
    assert not is_guessed(replace(guessed, is_light=True))


@pytest.mark.parametrize(
    ("times", "unit"),
    [
        ((1000, None), "ns"),
        ((90_000, 80_000), "ns"),
        ((150, 140), "ns"),
        ((50, 40), "us"),
        ((1, None), "us"),
        ((None, None), "ns"),
    ],
)
def test_times_without_unit_have_the_one_in_which_bytes_can_be_touched(
    times: tuple[int | None, int | None], unit: str, tmp_path: Path
) -> None:
    graph = replace(taking(tmp_path, *times), unit_assumed=True)
    found = with_likely_unit(graph)
    assert f"are taken as {unit}" in found.notes[-1]
    factor = {"ns": 1, "us": 1000}[unit]
    in_ns = [None if time is None else time * factor for time in times]
    assert [actor.mean_time for actor in found.in_nanoseconds(1).actors] == in_ns


@pytest.mark.parametrize(
    ("time", "unit_ns", "told"),
    [(9_000_000, None, "longer"), (9_000, None, ""), (1, 1, "shorter"), (9_000, 1000, "longer"), (9_000, 1, "")],
)
def test_a_unit_with_which_times_are_a_thousandfold_of_guesses_is_told(
    time: int, unit_ns: int | None, told: str, tmp_path: Path
) -> None:
    graph = replace(taking(tmp_path, time, time), unit_assumed=True).with_unit(unit_ns)
    notes = [note for note in with_likely_unit(graph).notes if "1000 times" in note]
    assert [told in note for note in notes] == ([True] if told else [])
    assert all(("--time-unit says another" in note) == (unit_ns is None) for note in notes)


def test_times_with_a_unit_are_believed(tmp_path: Path) -> None:
    graph = taking(tmp_path, 1, 1)
    assert with_likely_unit(graph) is graph
