# SPDX-License-Identifier: Apache-2.0
"""What a sweep came to, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dfgen.explore.architectures import Architecture
from dfgen.explore.sweep import Point, Sweep
from dfgen.model.costs import duration

SCHEMA = 1
OWNERS_SHOWN = 3
LEVELS_SHOWN = 3
"""Form: of tables, which are alike for usual machines."""
_OF_MEMORY = ("dram_reads", "dram_writes", "queue_ns")

Columns = Callable[[Sequence[Sequence[str]], str], str]


def _policy(point: Point) -> str:
    return point.policy.value if point.policy else ""


def _iteration_ns(point: Point) -> int:
    return round(point.figures.iteration_ps / 1000)


def _per_iteration(point: Point, count: int) -> float:
    """Whole where it can be."""
    whole, rest = divmod(count, point.figures.iterations)
    return whole if rest == 0 else round(count / point.figures.iterations, 3)


def groups(points: Sequence[Point]) -> Iterator[tuple[int, str, list[Point]]]:
    """The points of each number of cores and policy."""
    found: dict[tuple[int, str], list[Point]] = {}
    for point in points:
        found.setdefault((point.cores, _policy(point)), []).append(point)
    for (cores, policy), own in found.items():
        yield cores, policy, own


def winners(points: Sequence[Point]) -> dict[str, Point]:
    """By architecture, the point with the shortest iteration."""
    found: dict[str, Point] = {}
    for point in points:
        best = found.get(point.architecture)
        if best is None or point.figures.iteration_ps < best.figures.iteration_ps:
            found[point.architecture] = point
    return found


# --- text -----------------------------------------------------------------------------------------------------------


def tables(swept: Sweep, columns: Columns) -> Iterator[str]:
    """Times of all strategies, the best starred, and what each point misses."""
    for cores, policy, points in groups(swept.points):
        title = f"{cores} core{'s' if cores > 1 else ''}{f', {policy}' if policy else ''}"
        yield f"{title}: time of an iteration (* shortest, + shortest of the strategy)\n{_times(points, columns)}"
        yield f"{title}: an iteration\n{_misses(points, columns)}"


def _times(points: Sequence[Point], columns: Columns) -> str:
    strategies = list(dict.fromkeys(point.strategy for point in points))
    best, by_place = winners(points), {(p.architecture, p.strategy): p for p in points}
    fastest = {s: min((p for p in points if p.strategy == s), key=_iteration_ns) for s in strategies}
    rows = [("architecture", *strategies, "best", "because of")]
    for architecture, winner in best.items():
        cells = []
        for strategy in strategies:
            point = by_place[architecture, strategy]
            mark = "*" if point is winner else "+" if point is fastest[strategy] else " "
            cells.append(f"{duration(_iteration_ns(point))}{mark}")
        others = [by_place[architecture, s] for s in strategies]
        rows.append((f"({architecture})", *cells, winner.strategy, cause(winner, others)))
    return columns(rows, "<" + ">" * len(strategies) + "<<")


def cause(winner: Point, others: Sequence[Point]) -> str:
    """The actor or copied FIFO that the slowest of the others spends most on beyond what the winner does."""
    slowest = max(others, key=_iteration_ns)
    if slowest is winner or slowest.figures.iteration_ps == winner.figures.iteration_ps:
        return ""
    less = winner.figures.owners
    more = {owner: time_ps - less.get(owner, ((), 0))[1] for owner, (_, time_ps) in slowest.figures.owners.items()}
    owner = max(more, key=lambda owner: more[owner])
    kind, name = owner
    what = f"copying {name}" if kind == "fifo" else name
    return f"{what} ({slowest.strategy}: +{duration(round(_per_iteration(slowest, more[owner]) / 1000))})"


def _misses(points: Sequence[Point], columns: Columns) -> str:
    levels = max(len(point.figures.levels) for point in points)
    head = ["architecture", "strategy"]
    head += [f"L{number} misses" for number in range(1, levels + 1)]
    rows = [(*head, "DRAM", "queue", "most misses of the last level")]
    for point in points:
        figures = point.figures
        cells = [
            f"{_short(_per_iteration(point, level.misses))} {100 * level.miss_rate:5.1f} %" for level in figures.levels
        ]
        cells += ["-"] * (levels - len(cells))
        dram = _short(_per_iteration(point, figures.dram_accesses))
        rows.append(
            (f"({point.architecture})", point.strategy, *cells, dram, f"{figures.queue_ns:.0f} ns", _most(point))
        )
    return columns(rows, "<<" + ">" * (levels + 2) + "<")


def _most(point: Point) -> str:
    owners = sorted(point.figures.owners.items(), key=lambda item: -item[1][0][-1])
    total = sum(misses[-1] for _, (misses, _) in owners) or 1
    shown = [
        f"{name} {100 * misses[-1] / total:.0f} %" for (_, name), (misses, _) in owners[:OWNERS_SHOWN] if misses[-1]
    ]
    return ", ".join(shown)


def _short(count: float) -> str:
    for unit, size in (("M", 10**6), ("k", 10**3)):
        if count >= 10 * size:
            return f"{count / size:.1f}{unit}"
    return str(round(count)) if count >= 10 else f"{count:.3g}"


# --- files ----------------------------------------------------------------------------------------------------------


def to_json(swept: Sweep, graph: str) -> dict[str, Any]:
    """Counts and times are of an iteration; `queue_ns` is what a read of the memory waits on average, `buffers` have
    misses of the last level."""
    architectures: dict[str, Architecture] = {}
    for point in sorted(swept.points, key=lambda point: point.cores):
        architectures[point.architecture] = point.figures.architecture
    recording = swept.recording
    return {
        "schema": SCHEMA,
        "graph": graph,
        "recording": {
            "iterations": recording.iterations,
            "firings": len(recording.firings),
            "accesses": recording.accesses,
            "entries": recording.passed,
            "entries_kept": sum(recording.entries),
            "notes": list(recording.notes),
        },
        "architectures": [
            {
                "name": name,
                "clock_mhz": each.clock_mhz,
                "caches": [cache.to_json() for cache in each.caches],
                "dram": each.dram.to_json(),
            }
            for name, each in architectures.items()
        ],
        "points": [_point_json(point) for point in swept.points],
    }


def _point_json(point: Point) -> dict[str, Any]:
    figures = point.figures
    return {
        "architecture": point.architecture,
        "cores": point.cores,
        "strategy": point.strategy,
        "policy": _policy(point) or None,
        "iteration_ns": _iteration_ns(point),
        "levels": [
            {
                "level": number,
                "accesses": _per_iteration(point, level.accesses),
                "misses": _per_iteration(point, level.misses),
                "write_backs": _per_iteration(point, level.write_backs),
            }
            for number, level in enumerate(figures.levels, 1)
        ],
        "l1_misses_of_cores": [_per_iteration(point, core.misses) for core in figures.cores],
        "dram_reads": _per_iteration(point, figures.dram_reads),
        "dram_writes": _per_iteration(point, figures.dram_writes),
        "queue_ns": round(figures.queue_ns, 1),
        "work": [_work_json(point, owner, found) for owner, found in figures.owners.items() if any(found[0])],
        "buffers": [{"name": name, "misses": _per_iteration(point, n)} for name, n in figures.buffers.items()],
    }


def _work_json(point: Point, owner: tuple[str, str], found: tuple[tuple[int, ...], int]) -> dict[str, Any]:
    kind, name = owner
    misses = [_per_iteration(point, count) for count in found[0]]
    return {"kind": kind, "name": name, "misses": misses, "time_ns": round(_per_iteration(point, found[1]) / 1000)}


def levels_of(points: Iterable[Mapping[str, Any]]) -> range:
    """The levels that a table of points of the JSON has room for: those that any of them has."""
    return range(1, max(LEVELS_SHOWN, *(len(point["levels"]) for point in points)) + 1)


def to_csv(content: Mapping[str, Any]) -> str:
    """The points of the JSON, one a line, without whose work they are."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    shown = [f"l{level}_{what}" for level in levels_of(content["points"]) for what in ("accesses", "misses")]
    writer.writerow(("architecture", "cores", "strategy", "policy", "iteration_ns", *shown, *_OF_MEMORY))
    for point in content["points"]:
        levels = [count for level in point["levels"] for count in (level["accesses"], level["misses"])]
        levels += [""] * (len(shown) - len(levels))
        writer.writerow(
            [
                point["architecture"],
                point["cores"],
                point["strategy"],
                point["policy"] or "",
                point["iteration_ns"],
                *levels,
                *(point[name] for name in _OF_MEMORY),
            ]
        )
    return text.getvalue()
