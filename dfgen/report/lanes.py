# SPDX-License-Identifier: Apache-2.0
"""The measured schedule as a page holds it: a lane for each core and the copy thread, of columns of numbers.

There may be 100,000 blocks. A row for each would take a browser three times as long to read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LAYER = {"move": 1, "sleep": 2, "faults": 3}
"""Moves and sleeps lie within other blocks of their core, page faults beside them. All else is in layer 0."""
LAYERS = 4


def lanes_of(timeline: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """{"lost_events", "names": [{"kind", "name"}], "lanes": [{"title", "tracks": [blocks, moves, sleeps, faults]}]}.

    A track is {"name": [...], "begin": [...], "length": [...], "count": [...]}; a begin counts from the one before it.
    """
    if timeline is None or not timeline["blocks"]:
        return None
    kinds = [name["kind"] for name in timeline["names"]]
    found: dict[int, list[list[Sequence[Any]]]] = {}
    for block in timeline["blocks"]:
        found.setdefault(block[0], [[] for _ in range(LAYERS)])[LAYER.get(kinds[block[1]], 0)].append(block)
    lanes = [
        {"title": _title(lane, tracks, kinds), "tracks": [_columns(track) for track in tracks]}
        for lane, tracks in sorted(found.items())
    ]
    return {"lost_events": timeline["lost_events"], "names": timeline["names"], "lanes": lanes}


def _title(lane: int, tracks: Sequence[Sequence[Sequence[Any]]], kinds: Sequence[str]) -> str:
    return "copy thread" if any(kinds[block[1]] == "engine" for block in tracks[0]) else f"core {lane}"


def _columns(track: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    begins = [block[2] for block in track]
    return {
        "name": [block[1] for block in track],
        "begin": [here - before for before, here in zip([0, *begins], begins)],
        "length": [block[3] - block[2] for block in track],
        "count": [block[4] for block in track],
    }
