# SPDX-License-Identifier: Apache-2.0
"""What moving bytes and crossing cores cost on a machine: the part of a platform that `dfgen calibrate` measures.

The shipped figures are those of a server of 2024 in a virtual machine of two cores, taken by `dfgen calibrate`; but for
wake-ups and faults, which that machine does in a tenth of the time as long as its other core is kept awake.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from itertools import pairwise
from math import isfinite, log2
from typing import Any

from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion
from dfgen.model.platform_error import PlatformError
from dfgen.model.toml_places import Key

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
        if value < 999.5:  # more is rounded to the next unit
            break
        value, unit = value / 1000, larger
    return f"{value:.3g} {unit}"


@frozen
class CopyCost:
    """What a kernel, a C function that copies, adds to a loop in which one actor writes a window and another one reads
    it. All are curves over the bytes of the window.

    - `near_*`: both actors on one core, `far_*`: on two; `*_read`: the reader reads all of its copy, `*_unread`:
      nothing.
    - `evict_*`: the delay of a loop over bytes that were in the cache, for each of them, after a copy of so many bytes
      on the same core (`near`) or on the neighbour (`far`).
    """

    kernel: str
    near_read: Curve
    near_unread: Curve
    far_read: Curve
    far_unread: Curve
    evict_near: Curve
    evict_far: Curve


_NAMES_OF_COPIES = {
    field.name: f"evict_{{}}_{field.name.removeprefix('evict_')}_ns_per_byte"
    if field.name.startswith("evict_")
    else f"{{}}_{field.name}_ns_per_byte"
    for field in dataclasses.fields(CopyCost)
    if field.name != "kernel"
}
"""How a table of costs calls each curve of a kernel."""


@frozen
class Costs:
    """Durations are taken with as many threads running as the machine has cores.

    - `sync_ns`: one crossing from core to core while both spin; `futex_ns`: one that has to wake a sleeper.
    - `fetch_ns_per_byte`: what reader and writer of a window take more for each byte of it if they are on two cores. A
      table without it says so by its `sync_ns`: lines of a window cross as that of a counter does, but many at a time.
      `fetch_owned_ns_per_byte`: the same where the reader's cache takes over the lines that it has read.
    - `copies`: by kernel.
    - `view_ns`: a use of a private view of which nothing is written; `view_clean_*`: what each byte of its window adds
      to that; `view_written_*`: what each byte of a page adds that every use writes.
    - `write_fault_ns`: the first write to a page of a view, `lone_write_fault_ns`: in a program of one thread, where
      nobody has to hear of it; `read_fault_ns`: the first touch of one; `huge_*`: of huge pages.
    - `engine_submit_ns`: handing one copy to the engine `thread`; `engine_ns`: until an empty copy is seen to be done;
      `engine_ns_per_byte`: what each byte adds to that.
    - `file_call_ns`: reading next to nothing of a file that is in the page cache; `file_ns_per_byte`: what each byte
      adds to that.
    """

    sync_ns: int
    futex_ns: int
    fetch_ns_per_byte: Curve
    fetch_owned_ns_per_byte: Curve
    copies: tuple[CopyCost, ...]
    view_ns: int
    view_clean_ns_per_byte: Curve
    view_written_ns_per_byte: Curve
    write_fault_ns: int
    lone_write_fault_ns: int
    read_fault_ns: int
    engine_submit_ns: int
    engine_ns: int
    engine_ns_per_byte: float
    file_call_ns: int
    file_ns_per_byte: float

    def copy(self, kernel: str) -> CopyCost:
        (found,) = (copy for copy in self.copies if copy.kernel == kernel)
        return found

    @property
    def plain_copy(self) -> CopyCost:
        """Of the kernel that every core can run: the first of the table."""
        return self.copies[0]

    def to_json(self) -> dict[str, Any]:
        """A table as `costs_of` reads it: curves are lists of [bytes, ns a byte]."""
        return {name: [list(point) for point in value] if isinstance(value, tuple) else value
                for name, value in _flat(self).items()}  # fmt: skip


def _flat(costs: Costs) -> dict[str, Any]:
    """By the names of a table."""
    values = {name: value for name, value in vars(costs).items() if name != "copies"}
    for copy in costs.copies:
        values.update((name.format(copy.kernel), getattr(copy, part)) for part, name in _NAMES_OF_COPIES.items())
    return values


def _costs_from(values: Mapping[str, Any]) -> Costs:
    """The way back. A kernel is one that has a name in the table."""
    rest, found = dict(values), re.compile(_NAMES_OF_COPIES["near_read"].format(r"(\w+)"))
    kernels = [match[1] for match in map(found.fullmatch, values) if match]
    copies = tuple(
        CopyCost(kernel, **{part: rest.pop(name.format(kernel)) for part, name in _NAMES_OF_COPIES.items()})
        for kernel in kernels
    )
    return Costs(copies=copies, **rest)


_SHIPPED_SIZES = tuple(kib << 10 for kib in (4, 16, 64, 256, 1024, 2048, 4096, 8192, 16384, 32768, 65536))


def _shipped(*values: float) -> Curve:
    """The last sizes with these values."""
    return tuple(zip(_SHIPPED_SIZES[-len(values) :], values))


SHIPPED = _costs_from(
    {
        "sync_ns": 200,
        "futex_ns": 50_000,
        "fetch_ns_per_byte": ((16 << 10, 0.1),),
        "fetch_owned_ns_per_byte": ((16 << 10, 0.1),),
        "memcpy_near_read_ns_per_byte": _shipped(
            0.0078, 0.0056, 0.025, 0.0247, 0.0273, 0.111, 0.0758, 0.0764, 0.114, 0.154, 0.089
        ),
        "memcpy_near_unread_ns_per_byte": _shipped(
            0.0066, 0.006, 0.0269, 0.0251, 0.0263, 0.0851, 0.0724, 0.0744, 0.098, 0.111, 0.0893
        ),
        "memcpy_far_read_ns_per_byte": _shipped(
            0.0042, 0.0093, 0.016, 0.0161, 0.0161, 0.054, 0.0691, 0.0741, 0.097, 0.127, 0.0888
        ),
        "memcpy_far_unread_ns_per_byte": _shipped(
            0.142, 0.127, 0.114, 0.069, 0.0605, 0.0796, 0.0752, 0.0747, 0.0961, 0.115, 0.0884
        ),
        "stream_near_read_ns_per_byte": _shipped(
            0.289, 0.24, 0.231, 0.164, 0.165, 0.137, 0.106, 0.106, 0.126, 0.123, 0.0975
        ),
        "stream_near_unread_ns_per_byte": _shipped(
            0.0649, 0.0401, 0.0483, 0.0521, 0.0548, 0.0485, 0.0583, 0.0602, 0.0597, 0.0903, 0.0966
        ),
        "stream_far_read_ns_per_byte": _shipped(
            0.268, 0.218, 0.222, 0.125, 0.13, 0.112, 0.104, 0.105, 0.108, 0.111, 0.0974
        ),
        "stream_far_unread_ns_per_byte": _shipped(
            0.151, 0.141, 0.137, 0.0823, 0.0772, 0.0751, 0.07, 0.0658, 0.0653, 0.089, 0.0987
        ),
        "view_ns": 380,
        "view_clean_ns_per_byte": _shipped(0.0, 0.0018, 0.0032, 0.0008, 0.0002, 0.0001, 0.0001, 0.0, 0.0, 0.0, 0.0014),
        "view_written_ns_per_byte": _shipped(
            0.0, 0.0269, 0.0196, 0.039, 0.0304, 0.109, 0.0818, 0.0792, 0.0911, 0.213, 0.138
        ),
        "write_fault_ns": 24_000,
        "lone_write_fault_ns": 2_500,
        "read_fault_ns": 234,
        "evict_memcpy_near_ns_per_byte": _shipped(0.0, 0.0, 0.015, 0.022, 0.022, 0.023, 0.048, 0.063, 0.065),
        "evict_memcpy_far_ns_per_byte": _shipped(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.002, 0.003),
        "evict_stream_near_ns_per_byte": _shipped(0.0, 0.0, 0.004, 0.017, 0.022, 0.022, 0.026, 0.054, 0.065),
        "evict_stream_far_ns_per_byte": _shipped(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.001, 0.003),
        "engine_submit_ns": 299,
        "engine_ns": 635,
        "engine_ns_per_byte": 0.0733,
        "file_call_ns": 650,
        "file_ns_per_byte": 0.13,
    }
)
"""The names are those of platform files; a kernel is whatever has curves here."""

NUMBER_MAX = 2.0**62
COSTS_HINT = "'dfgen calibrate --show --json' shows how costs are written."


def costs_of(table: Any, base: Costs = SHIPPED) -> Costs:
    """The costs that a table says, the others from `base`. Raises `PlatformError`."""
    if not isinstance(table, Mapping):
        raise PlatformError("'costs' must be a table of names and numbers", ("costs",), COSTS_HINT)
    types = {field.name: str(field.type) for field in dataclasses.fields(Costs)}
    values = _flat(base)
    for name, value in table.items():
        if name not in values:
            hint = suggestion(str(name), values, f"Valid here: {', '.join(values)}.")
            raise PlatformError(f"there is no cost '{name}'", ("costs", name), hint)
        is_curve, keys = isinstance(values[name], tuple), ("costs", name)
        values[name] = curve_of(keys, value) if is_curve else number_of_table(keys, value, types[name])
    if "fetch_ns_per_byte" not in table and base.sync_ns:
        factor = values["sync_ns"] / base.sync_ns
        values["fetch_ns_per_byte"] = tuple((size, ns * factor) for size, ns in base.fetch_ns_per_byte)
    if "fetch_owned_ns_per_byte" not in table:
        values["fetch_owned_ns_per_byte"] = values["fetch_ns_per_byte"]
    return _costs_from(values)


def number_of_table(keys: Key, value: Any, type_name: str) -> Any:
    """A number from 0 on, of type `int` or `float`. Raises `PlatformError`."""
    kinds = (int,) if type_name == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value < NUMBER_MAX:
        kind = "a whole number" if kinds == (int,) else "a number"
        raise PlatformError(f"'{keys[-1]}' must be {kind} from 0 on", keys, COSTS_HINT)
    return value if type_name == "int" else float(value)


def curve_of(keys: Key, value: Any) -> Curve:
    """From a list of points. Raises `PlatformError`."""
    message = f"'{keys[-1]}' must be a list of pairs [bytes, ns a byte] with rising bytes, at least one"
    hint = f"Write: {keys[-1]} = [[4096, 0.03], [1048576, 0.1]]."
    if not isinstance(value, (list, tuple)) or not value:
        raise PlatformError(message, keys, hint)
    points = []
    for number, point in enumerate(value):
        if not isinstance(point, (list, tuple)) or len(point) != 2 or type(point[0]) is not int:
            raise PlatformError(message, (*keys, number), hint)
        size, cost = point
        if isinstance(cost, bool) or not isinstance(cost, (int, float)) or not (isfinite(cost) and cost >= 0):
            message = f"'{keys[-1]}' has a point whose cost is not a number from 0 on"
            raise PlatformError(message, (*keys, number), hint)
        points.append((size, float(cost)))
    if points[0][0] <= 0 or any(a[0] >= b[0] for a, b in pairwise(points)) or points[-1][0] >= NUMBER_MAX:
        raise PlatformError(message, keys, hint)
    return tuple(points)
