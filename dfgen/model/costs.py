# SPDX-License-Identifier: Apache-2.0
"""What moving bytes and crossing cores cost on a machine: the part of a platform that `dfgen calibrate` measures.

The shipped figures are those of a server of 2024 in a virtual machine of two cores, taken by `dfgen calibrate`; but for
wake-ups and faults, which that machine does in a tenth of the time as long as its other core is kept awake.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from math import isfinite, log2
from typing import Any

Curve = tuple[tuple[int, float], ...]
"""Points (bytes, ns a byte) with rising bytes."""


def at(curve: Curve, size_bytes: int) -> float:
    """The value of a curve between its points, evenly over the logarithm of the size; its ends go on for ever."""
    if size_bytes <= curve[0][0]:
        return curve[0][1]
    for (small, low), (large, high) in pairwise(curve):
        if size_bytes <= large:
            return low + (high - low) * log2(size_bytes / small) / log2(large / small)
    return curve[-1][1]


def duration(ns: int) -> str:
    """A duration in the unit that suits it."""
    value, unit = float(ns), "ns"
    for larger in ("us", "ms", "s"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.3g} {unit}"


_SHIPPED_SIZES = tuple(kib << 10 for kib in (4, 16, 64, 256, 1024, 2048, 4096, 8192, 16384, 32768, 65536))


def _shipped(*values: float) -> Curve:
    """The last sizes with these values."""
    return tuple(zip(_SHIPPED_SIZES[-len(values) :], values))


@dataclass(frozen=True)
class Costs:
    """Durations are taken with as many threads running as the machine has cores.

    - `sync_ns`: one crossing from core to core while both spin; `futex_ns`: one that has to wake a sleeper.
    - `memcpy_*`, `stream_*`: what a copy adds to a loop in which one actor writes a window and another one reads it.
      `near`: both on one core, `far`: on two; `read`: the reader reads all of its copy, `unread`: nothing.
    - `view_ns`: a use of a private view (`cow`) of which nothing is written; `view_clean_*`: what each byte of its window
      adds to that; `view_written_*`: what each byte of a page adds that every use writes.
    - `write_fault_ns`: the first write to a page of a view; `read_fault_ns`: the first touch of one; `huge_*`: of huge
      pages.
    - `evict_*`: the delay of a loop over bytes that were in the cache, for each of them, after a copy of so many bytes on
      the same core (`near`) or on the neighbour (`far`).
    - `engine_submit_ns`: handing one copy to the engine `thread`; `engine_ns`: until an empty copy is seen to be done;
      `engine_ns_per_byte`: what each byte adds to that.
    """

    sync_ns: int = 200
    futex_ns: int = 50000
    memcpy_near_read_ns_per_byte: Curve = _shipped(
        0.0054, 0.0048, 0.0286, 0.027, 0.0298, 0.102, 0.0847, 0.115, 0.159, 0.118, 0.0919
    )
    memcpy_near_unread_ns_per_byte: Curve = _shipped(
        0.0068, 0.006, 0.0272, 0.0254, 0.0261, 0.0856, 0.0893, 0.104, 0.126, 0.148, 0.096
    )
    memcpy_far_read_ns_per_byte: Curve = _shipped(
        0.0063, 0.0172, 0.0246, 0.0233, 0.0255, 0.0587, 0.0827, 0.0966, 0.132, 0.123, 0.0945
    )
    memcpy_far_unread_ns_per_byte: Curve = _shipped(
        0.146, 0.129, 0.118, 0.0706, 0.0676, 0.0859, 0.0893, 0.103, 0.141, 0.139, 0.0927
    )
    stream_near_read_ns_per_byte: Curve = _shipped(
        0.309, 0.263, 0.253, 0.177, 0.169, 0.157, 0.119, 0.137, 0.13, 0.101, 0.0959
    )
    stream_near_unread_ns_per_byte: Curve = _shipped(
        0.0715, 0.0465, 0.0518, 0.0535, 0.0559, 0.0563, 0.075, 0.0977, 0.0901, 0.113, 0.108
    )
    stream_far_read_ns_per_byte: Curve = _shipped(
        0.295, 0.245, 0.241, 0.14, 0.149, 0.128, 0.112, 0.107, 0.118, 0.1, 0.101
    )
    stream_far_unread_ns_per_byte: Curve = _shipped(
        0.159, 0.151, 0.15, 0.0852, 0.0801, 0.0841, 0.081, 0.0884, 0.0989, 0.106, 0.102
    )
    view_ns: int = 357
    view_clean_ns_per_byte: Curve = _shipped(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0089, 0.0045, 0.0022)
    view_written_ns_per_byte: Curve = _shipped(
        0.0, 0.0407, 0.0539, 0.0466, 0.0468, 0.12, 0.0955, 0.151, 0.152, 0.183, 0.135
    )
    write_fault_ns: int = 24000
    read_fault_ns: int = 267
    huge_write_fault_ns: int = 250_000
    huge_read_fault_ns: int = 100_000
    evict_memcpy_near_ns_per_byte: Curve = _shipped(0.0, 0.002, 0.014, 0.021, 0.034, 0.056, 0.0655, 0.0655, 0.067)
    evict_memcpy_far_ns_per_byte: Curve = _shipped(0.0, 0.0, 0.0, 0.001, 0.009, 0.011, 0.013, 0.024, 0.062)
    evict_stream_near_ns_per_byte: Curve = _shipped(0.0, 0.002, 0.005, 0.01, 0.024, 0.05, 0.062, 0.062, 0.074)
    evict_stream_far_ns_per_byte: Curve = _shipped(0.0, 0.0, 0.0005, 0.0005, 0.009, 0.01, 0.011, 0.011, 0.065)
    engine_submit_ns: int = 274
    engine_ns: int = 635
    engine_ns_per_byte: float = 0.0752

    def to_json(self) -> dict[str, Any]:
        """A table as `costs_of` reads it: curves are lists of [bytes, ns a byte]."""
        return {name: [list(point) for point in value] if isinstance(value, tuple) else value
                for name, value in vars(self).items()}  # fmt: skip


NUMBER_MAX = 2.0**62


def costs_of(table: Any, base: Costs = Costs()) -> Costs:
    """The costs that a table says, the others from `base`. Raises `ValueError` with what is wrong."""
    if not isinstance(table, Mapping):
        raise ValueError("'costs' must be a table of names and numbers")
    types = {field.name: str(field.type) for field in dataclasses.fields(Costs)}
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name not in types:
            close = get_close_matches(str(name), types, 1)
            raise ValueError(f"there is no cost '{name}'" + (f"; did you mean '{close[0]}'?" if close else ""))
        values[name] = _curve(name, value) if types[name] == "Curve" else _number(name, value, types[name])
    return dataclasses.replace(base, **values)


def _number(name: str, value: Any, type_name: str) -> float:
    kinds = (int,) if type_name == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value < NUMBER_MAX:
        raise ValueError(f"'{name}' must be {'a whole number' if kinds == (int,) else 'a number'} from 0 on")
    return value if type_name == "int" else float(value)


def _curve(name: str, value: Any) -> Curve:
    message = f"'{name}' must be a list of pairs [bytes, ns a byte] with rising bytes, at least one"
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(message)
    points = []
    for point in value:
        if not isinstance(point, (list, tuple)) or len(point) != 2 or type(point[0]) is not int:
            raise ValueError(message)
        size, cost = point
        if isinstance(cost, bool) or not isinstance(cost, (int, float)) or not (isfinite(cost) and cost >= 0):
            raise ValueError(f"'{name}' has a point whose cost is no number from 0 on")
        points.append((size, float(cost)))
    if not 0 < points[0][0] or any(a[0] >= b[0] for a, b in pairwise(points)) or points[-1][0] >= NUMBER_MAX:
        raise ValueError(message)
    return tuple(points)
