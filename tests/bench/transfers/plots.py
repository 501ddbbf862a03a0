# SPDX-License-Identifier: Apache-2.0
"""The results as pictures, if matplotlib is here."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.transfers.apps import Column
from tests.bench.transfers.broadcast import Line
from tests.bench.transfers.busy import Busy
from tests.bench.transfers.grid import Outcome
from tests.bench.transfers.overlap import MODES, Overlap
from tests.bench.transfers.programs import FORCED
from tests.bench.transfers.tables import percent, size

# One colour for each strategy in every picture; told apart also by those who do not see red and green.
COLOURS = ("#0072b2", "#555555", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
COLOUR_OF = dict(zip(FORCED, COLOURS, strict=False))
DOTS_PER_INCH = 120


class NoPlots(Exception):
    """matplotlib is not installed."""


def _figure(rows: int, columns: int, width: float, height: float) -> tuple[Any, Any]:
    try:
        import matplotlib
    except ImportError as error:
        raise NoPlots("matplotlib is not installed: pip install '.[bench]'") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot.subplots(rows, columns, figsize=(width, height), squeeze=False, layout="constrained")


def _logarithmic(axis: Any) -> None:
    """Times, with plain numbers at 1, 2 and 5."""
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    axis.set_yscale("log")
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axis.yaxis.set_minor_formatter(NullFormatter())
    axis.grid(True, axis="y", alpha=0.3)


def _save(figure: Any, path: Path) -> Path:
    from matplotlib import pyplot

    figure.savefig(path, dpi=DOTS_PER_INCH)
    pyplot.close(figure)
    return path


def plot_grid(outcomes: Sequence[Outcome], path: Path) -> Path:
    """Time by that of memcpy over the fraction written: a row for each number of consumers on so many cores, a column
    for each size; windows are read whole."""
    whole = [outcome for outcome in outcomes if outcome.cell.read_pages == outcome.cell.pages]
    sizes = sorted({outcome.cell.size_bytes for outcome in whole})
    places = sorted({(outcome.cell.cores, outcome.cell.consumers) for outcome in whole})
    figure, axes = _figure(len(places), len(sizes), max(7, 1 + 2.1 * len(sizes)), 0.9 + 1.9 * len(places))
    for row, (cores, consumers) in enumerate(places):
        for column, size_bytes in enumerate(sizes):
            here = [
                o
                for o in whole
                if (o.cell.cores, o.cell.consumers, o.cell.size_bytes) == (cores, consumers, size_bytes)
            ]
            axis = axes[row][column]
            axis.set_visible(bool(here))
            _panel(axis, sorted(here, key=lambda o: o.cell.written_pages))
            if row == 0:
                axis.set_title(size(size_bytes))
            if row == len(places) - 1:
                axis.set_xlabel("written")
            if column == 0:
                axis.set_ylabel(f"{consumers} on {cores} core{'s' if cores > 1 else ''}\ntime by memcpy's")
    handles, labels = _legend(axes)
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return _save(figure, path)


def _panel(axis: Any, outcomes: Sequence[Outcome]) -> None:
    ticks = list(range(len(outcomes)))
    for name in FORCED:
        points = [(x, o.median(name) / o.median("memcpy")) for x, o in zip(ticks, outcomes, strict=True)
                  if name in o.samples]  # fmt: skip
        if points:
            axis.plot(*zip(*points, strict=True), color=COLOUR_OF[name], marker="o", markersize=3, label=name)
    chosen = [o.median(o.twin or "chosen") / o.median("memcpy") for o in outcomes]
    axis.plot(
        ticks, chosen, linestyle="", marker="o", markersize=9, markerfacecolor="none", color="black", label="chosen"
    )
    axis.set_xticks(ticks, [percent(o.cell.written_pages, o.cell) for o in outcomes], fontsize=7)
    _logarithmic(axis)


def _legend(axes: Any) -> tuple[list[Any], list[str]]:
    """Every line once, whichever panel has it."""
    found = {
        label: handle for axis in axes.flat for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)
    }
    return list(found.values()), list(found)


def plot_broadcast(rows: Sequence[Sequence[Line]], path: Path) -> Path:
    """Generated programs as bars, the hand-written limits as marks."""
    figure, axes = _figure(1, 1, 9, 4)
    axis = axes[0][0]
    strategies = list(dict.fromkeys(line.strategy for lines in rows for line in lines))
    width = 0.8 / len(strategies)
    for place, name in enumerate(strategies):
        found = [(x, line) for x, lines in enumerate(rows) for line in lines if line.strategy == name]
        xs = [x + (place - (len(strategies) - 1) / 2) * width for x, _ in found]
        axis.bar(
            xs, [statistics.median(line.generated) / 1e6 for _, line in found], width, color=COLOUR_OF[name], label=name
        )
        limits = [statistics.median(line.limit) / 1e6 for _, line in found]
        label = "hand-written limit" if place == 0 else None
        axis.plot(xs, limits, linestyle="", marker="_", markersize=12, markeredgewidth=2, color="black", label=label)
    cells = [lines[0].cell for lines in rows]
    axis.set_xticks(
        range(len(rows)),
        [f"{percent(c.read_pages, c)} read\n{percent(c.written_pages, c)} written" for c in cells],
    )
    _logarithmic(axis)
    axis.set_ylabel("ms an iteration")
    axis.set_title(f"{size(cells[0].size_bytes)} to {cells[0].consumers} consumers on one core")
    axis.legend(frameon=False, ncols=len(strategies) + 1, fontsize=8)
    return _save(figure, path)


def plot_apps(groups: Sequence[Sequence[Column]], path: Path) -> Path:
    figure, axes = _figure(1, len(groups), 1 + 3.2 * len(groups), 3.4)
    for axis, group in zip(axes[0], groups, strict=True):
        names = [column.variant for column in group]
        values = [column.speedup for column in group]
        low = [ratio.median - ratio.low for ratio in values]
        high = [ratio.high - ratio.median for ratio in values]
        colours = [COLOUR_OF.get(name, "black") for name in names]
        axis.bar(
            names, [ratio.median for ratio in values], color=colours, yerr=[low, high], capsize=3, ecolor="#999999"
        )
        axis.axhline(1, color="black", linewidth=0.8)
        axis.set_title(f"{group[0].app}, {group[0].cores} core{'s' if group[0].cores > 1 else ''}")
        axis.tick_params(axis="x", rotation=40)
    axes[0][0].set_ylabel("speed-up over memcpy")
    return _save(figure, path)


def plot_overlap(found: Sequence[Overlap], path: Path) -> Path:
    works = sorted({one.cell.rounds for one in found})
    figure, axes = _figure(1, len(works), 1 + 4.5 * len(works), 3.6)
    for axis, rounds in zip(axes[0], works, strict=True):
        here = [one for one in found if one.cell.rounds == rounds]
        sizes = [one.cell.size_bytes for one in here]
        for name, style in (("memcpy", "-"), *zip(MODES, ("-", "--"), strict=True)):
            colour = COLOUR_OF["offload" if name in MODES else name]
            values = [one.median(name) / one.median("shared") for one in here]
            label = f"offload, {name}" if name in MODES else name
            axis.plot(sizes, values, style, color=colour, marker="o", label=label)
        axis.axhline(1, color=COLOUR_OF["shared"], label="no copy")
        axis.set_xscale("log", base=2)
        axis.set_xticks(sizes, [size(size_bytes) for size_bytes in sizes], fontsize=8)
        axis.set_title(f"the copy is read {'once' if rounds == 1 else f'{rounds} times'}")
        axis.grid(True, axis="y", alpha=0.3)
    axes[0][0].set_ylabel("time by that without a copy")
    axes[0][0].legend(frameon=False)
    return _save(figure, path)


def plot_busy(found: Sequence[Busy], path: Path) -> Path:
    figure, axes = _figure(1, 1, 8, 3.6)
    names = [f"{one.condition}{', work' if one.works else ''}" for one in found]
    axes[0][0].bar(names, [one.ratio.median for one in found], color=COLOUR_OF["offload"])
    axes[0][0].axhline(1, color=COLOUR_OF["memcpy"], label="memcpy")
    axes[0][0].tick_params(axis="x", labelsize=8)
    axes[0][0].set_ylabel("time with an engine by memcpy's")
    axes[0][0].legend(frameon=False)
    return _save(figure, path)


def plot_lines(series: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, path: Path) -> Path:
    """One line for each name over sizes that grow by factors."""
    figure, axes = _figure(1, 1, 8, 5)
    axis = axes[0][0]
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        axis.plot([x for x, _ in points], [y for _, y in points], marker="o", color=colour, label=name)
    axis.set_xscale("log", base=2)
    _logarithmic(axis)
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.legend()
    return _save(figure, path)
