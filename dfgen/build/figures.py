# SPDX-License-Identifier: Apache-2.0
"""From the figures that the calibration program prints to a platform's costs: medians, differences, sane curves.

Each figure comes once a round. What two loops differ in is taken within each round, and of that the median, so that a
slow second of the machine spoils one round and no curve. What noise is left must not give nonsense: a cost is never
below zero, and a larger copy never takes less time than a smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from dfgen.memory.strategies import kernels
from dfgen.model.costs import Costs, Curve, costs_of
from dfgen.model.engine_costs import EngineCost
from dfgen.model.frozen import frozen

# What the calibration program calls a loop without a copy, in which the reader reads what the writer wrote.
NO_COPY = "none"
# Its names for the writer's part of that loop where the reader is on another core, and where it takes over the lines.
WRITTEN = "written for far"
WRITTEN_FOR_OWNER = "written for owner"
# Points that had to be moved by more than this share are worth a word.
MOVED_SHARE = 0.25
# Of the pages of a view, in the loop that writes to it.
WRITTEN_SHARE = 0.25

Figures = Mapping[str, Mapping[int, Sequence[float]]]
"""Values by name and bytes, one a round."""


@frozen
class Calibration:
    """`absent`: what this machine could not tell, of which the shipped costs stay. `smoothed`: curves in which noise
    had to be evened out. `engines`: of those that can be used here, which
    those that are `unusable` cannot."""

    costs: Costs
    rounds: int
    absent: tuple[str, ...]
    smoothed: tuple[str, ...]
    engines: tuple[EngineCost, ...] = ()
    unusable: tuple[str, ...] = ()


def calibration_of(figures: Figures, base: Costs) -> Calibration:
    """The costs that the figures tell; the others from `base`."""
    found: dict[str, Any] = {}
    absent: list[str] = []
    smoothed: list[str] = []
    for part, names, of in _PARTS:
        if all(name in figures for name in names):
            found.update(of(figures, smoothed))
        else:
            absent.append(part)
    rounds = len(next(iter(figures.get(f"{NO_COPY} near read", {0: ()}).values())))
    return Calibration(costs_of(found, base), rounds, tuple(absent), tuple(smoothed))


def _copies(figures: Figures, smoothed: list[str], where: str) -> dict[str, Curve]:
    found = {}
    for how in kernels():
        for reads in ("read", "unread"):
            totals = differences(figures, f"{how} {where} {reads}", f"{NO_COPY} {where} {reads}")
            found[f"{how}_{where}_{reads}_ns_per_byte"] = per_byte(f"{how} {where} {reads}", totals, smoothed)
    return found


def _copies_near(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    return _copies(figures, smoothed, "near")


def _copies_far(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    return _copies(figures, smoothed, "far")


def _eviction(figures: Figures, where: str) -> dict[str, Curve]:
    found = {}
    for how in kernels():
        slowdown = differences(figures, f"evict {how} {where}", f"evict {NO_COPY} {where}")
        rising = risen([max(0.0, value) for _, value in slowdown])
        curve = tuple((size, rounded(value)) for (size, _), value in zip(slowdown, rising, strict=True))
        found[f"evict_{how}_{where}_ns_per_byte"] = curve
    return found


def _eviction_near(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    return _eviction(figures, "near")


def _eviction_far(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    return _eviction(figures, "far")


def _views(figures: Figures, smoothed: list[str]) -> dict[str, Any]:
    """The smallest view tells what a use costs by itself; what more a larger one takes is its bytes'."""
    clean = differences(figures, "view clean", "view clean without")
    written = dict(differences(figures, "view written", "view written without"))
    rising = risen([max(0.0, value) for _, value in clean])
    use_ns = rising[0]
    more = [(size, value - use_ns) for (size, _), value in zip(clean, rising, strict=True)]
    pages = [(size, (written[size] - use_ns - value) / WRITTEN_SHARE) for size, value in more]
    return {
        "view_ns": round(use_ns),
        "view_clean_ns_per_byte": per_byte("view clean", more, smoothed),
        "view_written_ns_per_byte": per_byte("view written", pages, smoothed),
    }


def _faults(figures: Figures, smoothed: list[str]) -> dict[str, int]:
    """On one core there are only faults of a thread that runs alone."""
    several = "" if "write fault" in figures else "lone "
    return {
        "read_fault_ns": single(figures, f"{several}read fault"),
        "write_fault_ns": single(figures, f"{several}write fault"),
        "lone_write_fault_ns": single(figures, "lone write fault"),
    }


def _cores(figures: Figures, smoothed: list[str]) -> dict[str, int]:
    return {"sync_ns": single(figures, "crossing"), "futex_ns": single(figures, "wake-up")}


def _fetches(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    """What reader and writer of a window take more on two cores than on one: lines go over and come back."""
    return {"fetch_ns_per_byte": _fetch(figures, smoothed, "far read", WRITTEN)}


def _owned_fetches(figures: Figures, smoothed: list[str]) -> dict[str, Curve]:
    """The same where the reader takes over the lines."""
    return {"fetch_owned_ns_per_byte": _fetch(figures, smoothed, "far owned", WRITTEN_FOR_OWNER)}


def _fetch(figures: Figures, smoothed: list[str], far: str, written_by: str) -> Curve:
    """`far`: the reader's part, `written_by`: the writer's."""
    loops = [figures[f"{NO_COPY} {name}"] for name in (far, "far unread", "near read", "near unread")]
    totals = []
    for size, writes in sorted(figures[written_by].items()):
        rounds = zip(writes, *(loop.get(size, ()) for loop in loops), strict=False)
        more = [
            (far_read - far_unread) - (near_read - near_write) + (written - near_write)
            for written, far_read, far_unread, near_read, near_write in rounds
        ]
        if more:
            totals.append((size, median(more)))
    return per_byte(f"windows of another core, {far}", totals, smoothed)


def _files(figures: Figures, smoothed: list[str]) -> dict[str, Any]:
    call_ns = single(figures, "file call")
    ((size, values),) = figures["file read"].items()
    return {"file_call_ns": call_ns, "file_ns_per_byte": rounded(max(0.0, (median(values) - call_ns) / size))}


def _each(*names: str) -> tuple[str, ...]:
    """The figures that a part is made of: of all kernels, and of none."""
    return tuple(name.format(how) for how in (NO_COPY, *kernels()) for name in names)


_Part = tuple[str, tuple[str, ...], Callable[[Figures, list[str]], dict[str, Any]]]
_PARTS: tuple[_Part, ...] = (
    ("copies of what the same core wrote", _each("{} near read", "{} near unread"), _copies_near),
    ("copies of what another core wrote", _each("{} far read", "{} far unread"), _copies_far),
    ("what copies evict from the own cache", _each("evict {} near"), _eviction_near),
    ("what copies evict from a neighbour's cache", _each("evict {} far"), _eviction_far),
    ("private views", ("view clean without", "view written"), _views),
    ("faults of small pages", ("lone read fault", "lone write fault"), _faults),
    ("crossings from core to core", ("crossing", "wake-up"), _cores),
    (
        "windows that another core wrote",
        (WRITTEN, *(f"{NO_COPY} {where} {reads}" for where in ("near", "far") for reads in ("read", "unread"))),
        _fetches,
    ),
    (
        "windows whose lines the reader takes over",
        (WRITTEN_FOR_OWNER, *(f"{NO_COPY} {name}" for name in ("far owned", "far unread", "near read", "near unread"))),
        _owned_fetches,
    ),
    ("files in the page cache", ("file call", "file read"), _files),
)


# --- statistics -------------------------------------------------------------------------------------------------


def single(figures: Figures, name: str) -> int:
    values = [value for series in figures[name].values() for value in series]
    return max(1, round(median(values)))


def differences(figures: Figures, name: str, base: str) -> list[tuple[int, float]]:
    """By size, how much longer a loop takes than another one: the median over rounds."""
    found = []
    for size, values in sorted(figures[name].items()):
        others = figures[base].get(size, ())
        found.append((size, median(a - b for a, b in zip(values, others))))
    return found


def per_byte(name: str, totals: Sequence[tuple[int, float]], smoothed: list[str]) -> Curve:
    """A curve from durations by size, which must rise with the size."""
    raw = [max(0.0, total) for _, total in totals]
    rising = risen(raw)
    if any(abs(a - b) > MOVED_SHARE * max(a, b) for a, b in zip(raw, rising, strict=True)):
        smoothed.append(name)
    return tuple((size, rounded(total / size)) for (size, _), total in zip(totals, rising, strict=True))


def risen(values: Iterable[float]) -> list[float]:
    """The nearest sequence that never falls: neighbours out of order share their mean (pool adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        total, count = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]


def rounded(value: float) -> float:
    """Three digits are more than a machine repeats."""
    return float(f"{value:.3g}")
