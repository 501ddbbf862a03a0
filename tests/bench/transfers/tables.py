# SPDX-License-Identifier: Apache-2.0
"""The results as text, 80 columns wide."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from dfgen.cli.table import columns
from dfgen.profile.comparison import Estimate
from tests.bench.transfers.apps import Column, Shares
from tests.bench.transfers.broadcast import Line, Pair, gains
from tests.bench.transfers.busy import HIDDEN_WANTED, LIMITS, VARIANTS, Busy
from tests.bench.transfers.grid import NEAR_BEST, NO_LOSS, SHARE, Outcome, summarise
from tests.bench.transfers.measure import SAME, Verdict, against
from tests.bench.transfers.overlap import MODES, Overlap
from tests.bench.transfers.programs import FORCED, Cell

MARKS = {Verdict.WITHIN: "", Verdict.BEYOND: "!", Verdict.UNCLEAR: "?"}
LIMIT = 1.15
"""A generated program is to take at most that much of the time of the hand-written one."""


def size(size_bytes: int) -> str:
    return f"{size_bytes >> 20} MiB" if size_bytes >= 1 << 20 else f"{size_bytes >> 10} KiB"


def duration(ns: float) -> str:
    for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if ns >= unit:
            return f"{ns / unit:.3g} {name}" if ns < 1000 * unit else f"{ns / unit:.0f} {name}"
    return f"{ns:.3g} ns"


def percent(pages: int, cell: Cell) -> str:
    return f"{100 * pages / cell.pages:.3g}%"


def spread(ratio: Estimate) -> str:
    """The median and its interval."""
    return "1" if ratio == SAME else f"{ratio.median:.2f} ({ratio.low:.2f}..{ratio.high:.2f})"


def grid_table(outcomes: Sequence[Outcome]) -> str:
    """The time of each strategy by that of memcpy, the chosen one, and how far it is from the best."""
    others = [name for name in FORCED if name != "memcpy"]
    head = ["size", "to", "on", "read", "wrote", *others, "chosen", "regret"]
    rows = [head]
    for outcome in outcomes:
        cell = outcome.cell
        shown = [_by_memcpy(outcome, name) for name in others]
        regret = f"{outcome.regret.median:.2f}{MARKS[against(outcome.regret, NEAR_BEST)]}"
        where = [size(cell.size_bytes), str(cell.consumers), str(cell.cores)]
        touched = [percent(cell.read_pages, cell), percent(cell.written_pages, cell)]
        rows.append([*where, *touched, *shown, outcome.choice, regret])
    notes = (
        "To so many consumers on so many cores; times by that of memcpy.\n"
        f"regret: chosen by best; ! clearly, ? perhaps above {NEAR_BEST:.2f}."
    )
    return f"{columns(rows, '>>>>>' + '>' * len(others) + '<>')}\n{notes}"


def _by_memcpy(outcome: Outcome, name: str) -> str:
    if name not in outcome.samples:
        return "-"
    return f"{outcome.median(name) / outcome.median('memcpy'):.3g}"


def grid_summary(outcomes: Sequence[Outcome]) -> str:
    return "\n".join(_summary_lines(outcomes))


def _summary_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    summary = summarise(outcomes)
    counts = {verdict: len(found) for verdict, found in summary.regrets.items()}
    share = "-" if summary.share is None else f"{summary.share:.1%}"
    yield (
        f"chosen within {NEAR_BEST - 1:.0%} of the best: {share} of the clear cells (wanted: {SHARE:.0%}); "
        f"{counts[Verdict.WITHIN]} within, {counts[Verdict.BEYOND]} beyond, {counts[Verdict.UNCLEAR]} unclear"
    )
    for change, count in summary.lost_to.items():
        yield f"  {count:>4} x {change}"
    losses = {verdict: len(found) for verdict, found in summary.losses.items()}
    yield (
        f"slower than memcpy by more than {NO_LOSS - 1:.0%}: {losses[Verdict.BEYOND]} cells (wanted: 0), "
        f"{losses[Verdict.UNCLEAR]} unclear"
    )
    yield from _listed("clearly not near the best", summary.regrets[Verdict.BEYOND])
    yield from _listed("perhaps not near the best", summary.regrets[Verdict.UNCLEAR])
    yield from _listed("clearly slower than memcpy", summary.losses[Verdict.BEYOND], to_memcpy=True)
    yield from _listed("perhaps slower than memcpy", summary.losses[Verdict.UNCLEAR], to_memcpy=True)
    wrong = [outcome for outcome in outcomes if outcome.wrong]
    yield f"other bytes than memcpy: {len(wrong)} cells (wanted: 0)"
    for outcome in wrong:
        yield f"  {describe(outcome.cell)}: {', '.join(outcome.wrong)}"
    for reason in sorted({f"{name}: {_reason(why)}" for o in outcomes for name, why in o.absent.items()}):
        yield f"absent in some cells: {reason}"


def _reason(text: str) -> str:
    """Without the name of the FIFO, which has the number of a consumer."""
    return text.partition(" cannot be ")[2].partition(":")[2].strip() or text


def _listed(title: str, outcomes: Sequence[Outcome], to_memcpy: bool = False) -> Iterator[str]:
    if outcomes:
        yield f"{title}:"
    for outcome in outcomes:
        other, ratio = ("memcpy", outcome.loss) if to_memcpy else (outcome.best, outcome.regret)
        yield f"  {describe(outcome.cell)}: {outcome.choice} to {other} {spread(ratio)}"


def describe(cell: Cell) -> str:
    touched = f"{percent(cell.read_pages, cell)} read, {percent(cell.written_pages, cell)} written"
    return f"{size(cell.size_bytes)} to {cell.consumers}, {_cores(cell.cores)}, {touched}"


def _cores(number: int) -> str:
    return f"{number} core{'s' if number > 1 else ''}"


def broadcast_table(rows: Sequence[Sequence[Line]]) -> str:
    table = [["read", "wrote", "strategy", "time", "limit", "ratio (interval)", "to memcpy", ""]]
    for lines in rows:
        faster = gains(tuple(lines))
        for line in lines:
            cell = line.cell
            mark = MARKS[against(line.ratio, LIMIT)] + ("" if line.same_bytes else " other bytes")
            touched = [percent(cell.read_pages, cell), percent(cell.written_pages, cell)]
            times = [duration(statistics.median(values)) for values in (line.generated, line.limit)]
            table.append([*touched, line.strategy, *times, spread(line.ratio), f"{faster[line.strategy]:.3g}x", mark])
    where = rows[0][0].cell
    note = f"{size(where.size_bytes)} to {where.consumers}, one core. ! clearly, ? perhaps beyond {LIMIT} of the limit."
    return f"{columns(table, '>><>>>><')}\n{note}"


def pairs_table(pairs: Sequence[Pair]) -> str:
    table = [["wrote", "cow", "memcpy", "cow by memcpy"]]
    for pair in pairs:
        times = [duration(statistics.median(values)) for values in (pair.cow, pair.memcpy)]
        table.append([percent(pair.cell.written_pages, pair.cell), *times, spread(pair.ratio)])
    return f"{columns(table, '>>>>')}\nTwo running threads, source and consumers write and read all of it."


def apps_table(found: Sequence[Column]) -> str:
    """One application on so many cores; what is simulated is shown by that of memcpy."""
    base = next(column for column in found if column.variant == "memcpy")
    head = ["", "time", "speed-up", "moved", "faults", "instr.", "D1", "LL", ""]
    rows = [head]
    for column in found:
        counts = [_change(column, base, name) for name in ("instructions", "d1_misses", "ll_misses")]
        moved = f"{column.moved_bytes / 1e6:.4g} MB"
        wrong = "" if column.same_bytes else "other bytes"
        times = [duration(column.median_ns), spread(column.speedup)]
        rows.append([column.variant, *times, moved, f"{column.page_faults:.0f}", *counts, wrong])
    note = (
        "Per iteration; faults include those of the start. Instructions and simulated\n"
        "data misses are those of one core, against memcpy."
    )
    return f"{base.app}, {_cores(base.cores)}\n{columns(rows, '<>>>>>>><')}\n{note}"


def _change(column: Column, base: Column, name: str) -> str:
    if name not in column.counts or not base.counts.get(name):
        return "-"
    return f"{100 * (column.counts[name] / base.counts[name] - 1):+.1f}%"


def shares_text(shares: Shares) -> str:
    return (
        f"{shares.app}, {_cores(shares.cores)}, all memcpy:\nCPU time an iteration: actors "
        f"{duration(shares.actors_ns)}, {shares.copies:.0f} copies {duration(shares.copies_ns)}\n"
        f"possible speed-up {shares.possible:.2f}, chosen {spread(shares.speedup)}: {shares.reached:.0%} reached\n"
        "(wanted: 90 %; the best speed-up of Ghasemi et al. 2021 is 2.1)"
    )


def overlap_table(found: Sequence[Overlap]) -> str:
    table = [["size", "reads", "no copy", "memcpy", *MODES, *(f"hidden {m}" for m in MODES)]]
    for one in found:
        times = [duration(one.median(name)) for name in ("shared", "memcpy", *MODES)]
        hidden = [f"{one.hidden(mode):.0%}" for mode in MODES]
        table.append([size(one.cell.size_bytes), str(one.cell.rounds), *times, *hidden])
    note = (
        "One core and the engine 'thread'; the consumer reads its copy so many times.\n"
        "hidden: of what memcpy adds; below 0 the engine costs more."
    )
    return f"{columns(table, '>' * len(table[0]))}\n{note}"


def busy_table(found: Sequence[Busy]) -> str:
    table = [["CPUs", "work", *VARIANTS, "by memcpy", "limit", "hidden"]]
    for one in found:
        times = [duration(statistics.median(one.samples[name])) for name in VARIANTS]
        limit = LIMITS.get(one.condition)
        mark = MARKS[against(one.ratio, limit)] if limit else ""
        hidden = f"{one.hidden.median:.0%}" if one.works and one.condition == "free" else "-"
        where = [one.condition, "yes" if one.works else "no"]
        table.append([*where, *times, spread(one.ratio) + mark, f"{limit:.2f}" if limit else "-", hidden])
    note = (
        "One core and the engine 'thread'; busy: a process on the second CPU, crowded:\n"
        "two on each. work: of another actor while the engine copies; hidden: of what\n"
        f"memcpy adds to it, wanted {HIDDEN_WANTED:.0%}. ! clearly, ? perhaps beyond the limit."
    )
    return f"{columns(table, '<<' + '>' * (len(table[0]) - 2))}\n{note}"
