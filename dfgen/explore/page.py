# SPDX-License-Identifier: Apache-2.0
"""One file of HTML with the figures and tables of Ghasemi et al. (2021), in their rows and columns, as far as what they
need has been explored. It loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor, log10
from typing import Any

import jinja2

from dfgen import __version__
from dfgen.explore.tables import levels_of
from dfgen.memory.strategies import FALLBACK, STRATEGIES
from dfgen.model.dumps import counted
from dfgen.model.frozen import frozen
from dfgen.model.movement import Way
from dfgen.paths import templates_dir
from dfgen.report.page import embedded

BAR, GAP, LABEL, HEIGHT, AXIS = 7, 8, 22, 160, 44
TICKS_MOST = 5
MIB = 1 << 20
REPLACED_ON = ("4", "7")
COMPARED_ON = ("2", "4")
PAST_CACHES_ON = "13"

Point = Mapping[str, Any]
Key = tuple[str, int, str, str]


@frozen
class Bar:
    x: float
    y: float
    height: float
    series: int
    starred: bool
    title: str


@frozen
class Chart:
    """Bars by architecture, one for each number of cores.

    ticks: of the axis on the left, which has a width of AXIS: where, and the number
    borders: there are fewer controllers from there on
    """

    title: str
    width: float
    ticks: tuple[tuple[float, str], ...]
    bars: tuple[Bar, ...]
    labels: tuple[tuple[float, str], ...]
    borders: tuple[float, ...]


@frozen
class Table:
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Explored:
    """The content of explore.json."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.points: Sequence[Point] = content["points"]
        self.about = {each["name"]: each for each in content["architectures"]}
        self.by_key: dict[Key, Point] = {
            (p["architecture"], p["cores"], p["strategy"], p["policy"] or ""): p for p in self.points
        }
        self.cores = sorted({point["cores"] for point in self.points})
        self.strategies = list(dict.fromkeys(point["strategy"] for point in self.points))
        self.policy = self.points[0]["policy"] or ""

    def get(self, architecture: str, cores: int, strategy: str) -> Point | None:
        return self.by_key.get((architecture, cores, strategy, self.policy))

    def of(self, strategy: str) -> list[Point]:
        return [p for p in self.points if p["strategy"] == strategy and (p["policy"] or "") == self.policy]

    def by_way(self, way: Way) -> str | None:
        """The explored strategy that moves bytes in this way."""
        return next((s for s in self.strategies if s in STRATEGIES and STRATEGIES[s].way is way), None)


def render_page(content: Mapping[str, Any]) -> str:
    explored = Explored(content)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_dir() / "explore"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    works = {_name(point): {"work": point["work"], "buffers": point["buffers"]} for point in explored.points}
    fastest = min(explored.points, key=lambda p: (p["iteration_ns"], p["cores"]))
    return environment.get_template("page.html.j2").render(
        graph=content["graph"],
        version=__version__,
        charts=list(_charts(explored)),
        cores=explored.cores,
        height=HEIGHT,
        axis=AXIS,
        tables=list(_tables(explored)),
        works=embedded(works),
        chosen=list(works)[list(explored.points).index(fastest)],
        groups=_by_plan(explored.points),
        policy=explored.policy,
        notes=content["recording"]["notes"],
    )


def _plan(point: Point) -> str:
    return f"{point['strategy']} on {counted(point['cores'], 'core')}"


def _name(point: Point) -> str:
    policy = f" {point['policy']}" if point["policy"] else ""
    return f"{_plan(point)}, ({point['architecture']}){policy}"


def _by_plan(points: Sequence[Point]) -> dict[str, list[str]]:
    """The names of the points of each plan."""
    found: dict[str, list[str]] = {}
    for point in points:
        found.setdefault(_plan(point), []).append(_name(point))
    return found


# --- figures ---------------------------------------------------------------------------------------------------------


def _charts(explored: Explored) -> Iterator[Chart]:
    for strategy in explored.strategies:
        yield _chart(
            explored, strategy, "Figure 2: time of an iteration in ms", lambda p: p["iteration_ns"] / 1e6, False
        )
    for strategy in explored.strategies:
        title = "Figure 3: accesses to memory in an iteration, logarithmic"
        yield _chart(explored, strategy, title, dram_accesses, True)


def dram_accesses(point: Point) -> float:
    return float(point["dram_reads"] + point["dram_writes"])


def _chart(
    explored: Explored, strategy: str, title: str, value: Callable[[Point], float], is_logarithmic: bool
) -> Chart:
    points = explored.of(strategy)
    most = max(value(p) for other in explored.strategies for p in explored.of(other)) or 1
    scale = (lambda v: log10(max(v, 1)) / log10(max(most, 10))) if is_logarithmic else (lambda v: v / most)
    numbers = _powers(most) if is_logarithmic else _steps(most)
    ticks = tuple((HEIGHT - HEIGHT * scale(number), _tick(number)) for number in numbers)
    best = {cores: min(value(p) for p in points if p["cores"] == cores) for cores in explored.cores}
    bars, labels, borders = [], [], []
    x, controllers = float(AXIS + GAP), None
    for name, about in explored.about.items():
        if controllers not in (None, about["dram"]["cores_per_controller"]):
            borders.append(x - GAP / 2)
        controllers, start = about["dram"]["cores_per_controller"], x
        for series, cores in enumerate(explored.cores):
            point = explored.get(name, cores, strategy)
            if point is None:
                continue
            found = value(point)
            height = max(1.0, HEIGHT * scale(found))
            text = f"({name}), {counted(cores, 'core')}: {_value(found)}"
            starred = not is_logarithmic and found == best[cores]
            bars.append(Bar(x, HEIGHT - height, height, series, starred, text))
            x += BAR
        x = max(x, start + LABEL)
        labels.append(((start + x) / 2, name))
        x += GAP
    return Chart(f"{title} ({strategy})", x, ticks, tuple(bars), tuple(labels), tuple(borders))


def _value(number: float) -> str:
    """Iterations of small programs take nanoseconds, which are told in ms."""
    return f"{number:,.2f}" if number >= 1 else f"{number:.3g}"


def _steps(most: float) -> list[float]:
    """From 0 on, 1, 2 or 5 times a power of ten apart."""
    power = 10.0 ** floor(log10(most / TICKS_MOST))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor * TICKS_MOST >= most)
    return [number * step for number in range(int(most / step) + 1)]


def _powers(most: float) -> list[float]:
    """Powers of ten, from 1 on."""
    last = floor(log10(max(most, 10)))
    return [10.0**power for power in range(0, last + 1, 1 + last // TICKS_MOST)]


def _tick(number: float) -> str:
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:g}{unit}"
    return f"{number:.3g}"


# --- tables ----------------------------------------------------------------------------------------------------------


def _tables(explored: Explored) -> Iterator[Table]:
    for strategy in explored.strategies:
        yield _hierarchy(explored, strategy)
    yield from _policies(explored)
    views, past = explored.by_way(Way.PRIVATE_VIEW), explored.by_way(Way.COPY_PAST_CACHES)
    copied = FALLBACK.name if FALLBACK.name in explored.strategies else None
    if copied and views:
        yield from _views(explored, views, copied)
    if copied and past:
        yield from _past_caches(explored, past, copied)


def _hierarchy(explored: Explored, strategy: str) -> Table:
    cores = explored.cores[-1]
    points = [p for p in explored.of(strategy) if p["cores"] == cores]
    slowest = max(p["iteration_ns"] for p in explored.of(strategy))
    rows = [
        ("Cache size (MB)", *(_size(explored.about[p["architecture"]], cores) for p in points)),
        ("MemCtrl (#)", *(_controllers(explored.about[p["architecture"]], cores) for p in points)),
        ("Avg DRAM delay (ns)", *(f"{p['queue_ns']:.0f}" for p in points)),
        *((f"Avg {_level(level)} miss rate", *(_rate(p, level) for p in points)) for level in levels_of(points)),
        ("Speedup", *(_speedup(slowest, p["iteration_ns"], 1) for p in points)),
    ]
    head = ("", *(f"({p['architecture']})" for p in points))
    title = f"Table 3: {strategy} on {counted(cores, 'core')} (speedup over the slowest point)"
    return Table(title, head, tuple(rows))


def _level(number: int) -> str:
    return "L1-D" if number == 1 else f"L{number}"


def _size(about: Mapping[str, Any], cores: int) -> str:
    beyond = about["caches"][1:] or about["caches"]
    return f"{sum(cores // cache['shared_by'] * cache['bytes'] for cache in beyond) / MIB:.0f}"


def _controllers(about: Mapping[str, Any], cores: int) -> str:
    return str(max(1, cores // about["dram"]["cores_per_controller"]))


def _rate(point: Point, level: int) -> str:
    if level > len(point["levels"]):
        return "-"
    found = point["levels"][level - 1]
    percent = 100 * found["misses"] / max(1, found["accesses"])
    return "< 1%" if 0 < percent < 1 else f"{percent:.0f}%"


def _policies(explored: Explored) -> Iterator[Table]:
    policies = list(dict.fromkeys(point["policy"] for point in explored.points if point["policy"]))
    if len(policies) < 2:
        return
    for strategy in explored.strategies:
        for cores in explored.cores:
            rows = []
            for name in explored.about:
                found = [explored.by_key.get((name, cores, strategy, policy)) for policy in policies]
                if all(found) and (name in REPLACED_ON or not explored.about.keys() >= set(REPLACED_ON)):
                    times = [point["iteration_ns"] / 1e6 for point in found if point]
                    about = f"({name}) {_sharing(explored.about[name])}"
                    rows.append((about, *(_significant(time) for time in times)))
            if rows:
                title = f"Table 4: {strategy} on {counted(cores, 'core')}, ms, by policy"
                yield Table(title, ("", *(policy.upper() for policy in policies)), tuple(rows))


def _sharing(about: Mapping[str, Any]) -> str:
    """As the paper names it."""
    beyond = ((cache["level"], cache["shared_by"]) for cache in about["caches"][1:])
    return " & ".join(
        f"Shared L{level} ({cores}\u00d7)" if cores > 1 else f"Private L{level}" for level, cores in beyond
    )


def _significant(time_ms: float) -> str:
    """With three digits, so that a difference of a percent is seen."""
    return f"{time_ms:.0f}" if time_ms >= 100 else f"{time_ms:#.3g}"


def _speedup(old_ns: float, new_ns: float, digits: int) -> str:
    """Nothing of a program that accesses no memory."""
    return f"{old_ns / new_ns:.{digits}f}x" if new_ns else "-"


def _change(new: float, old: float) -> str:
    return f"{100 * (new - old) / old:+.1f}%" if old else "-"


def _counts(point: Point, level: int, what: str) -> float:
    return float(point["levels"][level][what]) if level < len(point["levels"]) else 0.0


def _views(explored: Explored, views: str, copied: str) -> Iterator[Table]:
    for name in [each for each in COMPARED_ON if each in explored.about] or list(explored.about)[:2]:
        pairs = list(_pairs(explored, name, views, copied))
        rows = [("Speedup", *(_speedup(old["iteration_ns"], new["iteration_ns"], 2) for _, new, old in pairs))]
        for level in range(len(explored.about[name]["caches"])):
            for what in ("accesses", "misses"):
                cells = (_change(_counts(new, level, what), _counts(old, level, what)) for _, new, old in pairs)
                rows.append((f"{_level(level + 1)} {what}", *cells))
        rows.append(("DRAM accesses", *(_change(dram_accesses(new), dram_accesses(old)) for _, new, old in pairs)))
        rows.append(("DRAM delay", *(_change(new["queue_ns"], old["queue_ns"]) for _, new, old in pairs)))
        head = ("cores", *(str(cores) for cores, _, _ in pairs))
        yield Table(f"Table 6: {views} against {copied} on ({name})", head, tuple(rows))


def _past_caches(explored: Explored, past: str, copied: str) -> Iterator[Table]:
    name = PAST_CACHES_ON if PAST_CACHES_ON in explored.about else next(iter(explored.about))
    pairs = list(_pairs(explored, name, past, copied))
    rows = (
        ("Speedup", *(_speedup(old["iteration_ns"], new["iteration_ns"], 2) for _, new, old in pairs)),
        ("Cache misses (L1-D)", *(_change(_counts(n, 0, "misses"), _counts(o, 0, "misses")) for _, n, o in pairs)),
        ("Cache misses (last level)", *(_change(n["dram_reads"], o["dram_reads"]) for _, n, o in pairs)),
    )
    yield Table(f"Table 8: {past} against {copied} on ({name})", ("cores", *(str(c) for c, _, _ in pairs)), rows)


def _pairs(explored: Explored, name: str, new: str, old: str) -> Iterator[tuple[int, Point, Point]]:
    for cores in explored.cores:
        pair = explored.get(name, cores, new), explored.get(name, cores, old)
        if pair[0] is not None and pair[1] is not None:
            yield cores, pair[0], pair[1]
