# SPDX-License-Identifier: Apache-2.0
"""How full FIFOs have been: from the ends of blocks that cores have recorded, counted back from the end of the run.

A block's tokens are there, or gone, when it is over. Where events were lost, the time before is not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

_WHOLE = re.compile(r"[0-9]{1,18}(, [0-9]{1,18})*")


def high_water(record: Mapping[str, Any], profile: Mapping[str, Any]) -> dict[str, int]:
    """The most tokens in each FIFO whose two ends are actors with blocks of their own. `record` is report.json."""
    began = max(
        (core["events"][0][2] for core in profile["cores"] if core["events_lost"] and core["events"]), default=0
    )
    ends = _block_ends(profile)
    found: dict[str, int] = {}
    for fifo in record["fifos"]:
        writer, reader = ends.get(fifo["source"]), ends.get(fifo["target"])
        rates = [_mean_rate(text) for text in fifo["rates"]]
        if writer and reader and None not in rates:
            found[fifo["name"]] = _highest(fifo, writer, reader, rates, began)
    return found


def _block_ends(profile: Mapping[str, Any]) -> dict[str, tuple[int, list[tuple[float, int]]]]:
    """Of each actor, its firings in all, and when how many of them were over."""
    found: dict[str, tuple[int, list[tuple[float, int]]]] = {}
    for core in profile["cores"]:
        names = {i: point["name"] for i, point in enumerate(core["points"]) if point["kind"] == "actor"}
        for i, name in names.items():
            total, ends = found.get(name, (0, []))
            found[name] = (total + core["points"][i]["count"], ends)
        for point, _, ended, count in core["events"]:
            if point in names:
                found[names[point]][1].append((ended, count))
    return found


def _mean_rate(text: str) -> Fraction | int | None:
    """Tokens of a firing; None where the record does not hold all phases."""
    if not _WHOLE.fullmatch(text):
        return None
    rates = [int(part) for part in text.split(", ")]
    mean = Fraction(sum(rates), len(rates))
    return mean.numerator if mean.denominator == 1 else mean


def _highest(
    fifo: Mapping[str, Any],
    writer: tuple[int, list[tuple[float, int]]],
    reader: tuple[int, list[tuple[float, int]]],
    rates: list[Fraction | int | None],
    began: float,
) -> int:
    produced, consumed = (rate or 0 for rate in rates)
    # Writers come first where both end at once, so that the level never falls below zero on the way.
    steps = [(ended, 0, count * produced) for ended, count in writer[1]]
    steps += [(ended, 1, -count * consumed) for ended, count in reader[1]]
    steps.sort()
    final = fifo["delay_tokens"] + writer[0] * produced - reader[0] * consumed
    level = final - sum(change for _, _, change in steps)
    highest = 0 if began else level
    for ended, _, change in steps:
        level += change
        if ended >= began and level > highest:
            highest = level
    return int(highest)
