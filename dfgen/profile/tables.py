# SPDX-License-Identifier: Apache-2.0
"""What was measured, as tables for a terminal of 80 columns. Long names lose their middle, long tables their end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from dfgen.model.costs import duration
from dfgen.profile.measured import ComparedStrategy, CoreFigures, FifoFigures, Iteration, Measured

Columns = Callable[[Sequence[Sequence[str]], str], str]
"""Lays rows out as lines; `<` or `>` for each column says how."""

ROWS_MOST = 20
NAME_MOST = 24
NOT_KNOWN = "-"
FILL_SHOWN = 0.02


def tables(measured: Measured, columns: Columns, *, all_rows: bool = False) -> Iterator[str]:
    """The tables one after the other, each a text of several lines."""
    most = max(len(measured.actors), len(measured.fifos)) if all_rows else ROWS_MOST
    yield _cut(columns, "<>>>>>>", _ACTORS, list(_actors(measured)), most, "actors")
    shown = sorted(measured.fifos, key=lambda f: (-(f.exposed_ns or 0) - f.waiting_ns, -f.moved_bytes, -f.bytes))
    yield _cut(columns, "<<>>>>>", _FIFOS, [_fifo(fifo) for fifo in shown], most, "FIFOs")
    yield columns([_CORES, *(_core(core) for core in measured.cores)], ">>>>>>>>")
    waits = list(_waits(measured))
    if waits:
        yield _cut(columns, ">>>><", _WAITS, waits, most, "waits")
    if measured.engine_copies:
        yield _cut(columns, "<<>>>>>", _COPIES, list(_copies(measured)), most, "copies by engines")
    yield "\n".join(summary(measured))


_ACTORS = ("actor", "firings", "time", "share", "least", "median", "p99")
_FIFOS = ("FIFO", "strategy", "moved", "GB/s", "exposed", "waited", "held")
_CORES = ("core", "busy", "moving", "waiting", "asleep", "other", "sleeps", "faults")
_COPIES = ("copies by", "FIFO", "by engine", "taken over", "busy", "hidden", "waited")
_WAITS = ("core", "waits", "waited", "asleep", "for")


def _actors(measured: Measured) -> Iterator[tuple[str, ...]]:
    for a in measured.actors:
        mean = "" if a.sampled == "firing" else "~"  # of blocks, so single firings may spread more
        times = (duration_text(a.min_ns), mean + duration_text(a.median_ns), mean + duration_text(a.p99_ns))
        yield short(a.name), str(a.firings), duration_text(a.time_ns), percent(a.share), *times


def _fifo(fifo: FifoFigures) -> tuple[str, ...]:
    rate = NOT_KNOWN if fifo.bytes_per_s is None else f"{fifo.bytes_per_s / 1e9:.3g}"
    exposed = NOT_KNOWN if fifo.exposed_ns is None else duration_text(fifo.exposed_ns)
    held = NOT_KNOWN if fifo.depth_high_tokens is None else str(fifo.depth_high_tokens)
    waited = duration_text(fifo.waiting_ns) if fifo.waits else NOT_KNOWN
    return short(fifo.name), fifo.strategy, bytes_text(fifo.moved_bytes), rate, exposed, waited, held


def _core(core: CoreFigures) -> tuple[str, ...]:
    wall_ns = core.wall_ns or 1.0
    times = (core.busy_ns, core.moving_ns, core.waiting_ns, core.asleep_ns, core.other_ns)
    faults = core.page_faults_minor + core.page_faults_major
    return str(core.core), *(percent(time_ns / wall_ns) for time_ns in times), str(core.sleeps), str(faults)


def _waits(measured: Measured) -> Iterator[tuple[str, ...]]:
    found = [(wait.waiting_ns + wait.asleep_ns, core.core, wait) for core in measured.cores for wait in core.waits]
    for total_ns, core, wait in sorted(found, key=lambda entry: -entry[0]):
        what = f"{short(wait.fifo, 36)} ({f'node {wait.node}' if wait.node else f'core {wait.peer}'})"
        yield str(core), str(wait.count), duration_text(total_ns), duration_text(wait.asleep_ns), what


def _copies(measured: Measured) -> Iterator[tuple[str, ...]]:
    for c in sorted(measured.engine_copies, key=lambda c: (-c.waited_ns, c.fifo)):
        sizes = bytes_text(c.engine_bytes), bytes_text(c.taken_over_bytes)
        times = (duration_text(time_ns) for time_ns in (c.busy_ns, c.hidden_ns, c.waited_ns))
        yield short(c.engine, 12), short(c.fifo, 20), *sizes, *times


def _cut(
    columns: Columns, alignment: str, head: tuple[str, ...], rows: list[tuple[str, ...]], most: int, what: str
) -> str:
    text = columns([head, *rows[:most]], alignment)
    left = len(rows) - most
    return f"{text}\nand {left} more {what}; -v shows them" if left > 0 else text


def summary(measured: Measured) -> Iterator[str]:
    yield _iteration(measured.iteration)
    memory, faults = measured.memory, measured.page_faults
    views = f", private views up to {bytes_text(memory['cow_worst_bytes'])}" if memory["cow_worst_bytes"] else ""
    resident = f"{bytes_text(memory['resident_bytes'])} resident at most"
    yield f"memory     {bytes_text(memory['arena_bytes'])} of buffers{views}; {resident}"
    for arena in measured.arenas:
        most = f"{bytes_text(arena.most_used_bytes)} of {bytes_text(arena.up_to_bytes)} used at most"
        yield f"objects    {arena.buffer}: {most}, {arena.arenas} arenas"
    length = "1 iteration" if measured.iterations == 1 else f"{measured.iterations} iterations"
    yield f"faults     {faults['minor']} minor, {faults['major']} major page faults in {length}"
    for engine in measured.engines:
        copied = f"{engine.copies} copies, {bytes_text(engine.engine_bytes)} by the engine"
        took = f" in {duration_text(engine.busy_ns)} beside the cores" if engine.busy_ns else ""
        yield f"engine     {engine.name}: {copied}{took}"


def _iteration(iteration: Iteration) -> str:
    low, high = duration_text(iteration.low_ns), duration_text(iteration.high_ns)
    text = f"iteration  {duration_text(iteration.period_ns)} [{low} to {high}]"
    if iteration.traced_ns != iteration.period_ns:
        text += f", traced {change(iteration.traced_ns / iteration.period_ns)}"
    predicted_ns = iteration.predicted_run_ns or iteration.predicted_ns
    if predicted_ns and iteration.predicted_by_guesses:
        return f"{text}\n           by bytes {duration_text(predicted_ns)}, a guess: most of it states no time"
    if predicted_ns:
        text += f"; predicted {duration_text(predicted_ns)} ({change(predicted_ns / iteration.period_ns)})"
    if predicted_ns and iteration.predicted_ns and predicted_ns > iteration.predicted_ns * (1 + FILL_SHOWN):
        text += f"\n           in longer runs {duration_text(iteration.predicted_ns)} predicted, with all cores in step"
    return text


def comparison_table(compared: Iterable[ComparedStrategy], columns: Columns) -> str:
    rows = [("strategy", "an iteration", "of the time", "95 % interval", "pairs", "")]
    for one in compared:
        if one.period_ns is None:
            rows.append((one.strategy, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, "", one.note))
        elif one.ratio is None or one.ratio_low is None or one.ratio_high is None:
            rows.append((one.strategy, duration_text(one.period_ns), "1", "", "", one.note))
        else:
            between = f"{one.ratio_low:.3f} to {one.ratio_high:.3f}"
            ratio = f"{one.ratio:.3f}"
            rows.append((one.strategy, duration_text(one.period_ns), ratio, between, str(one.pairs), one.note))
    return columns(rows, "<>>>><")


def duration_text(time_ns: float) -> str:
    return f"{time_ns:.3g} ns" if time_ns < 100 else duration(round(time_ns))


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def change(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f} %"


def bytes_text(size_bytes: float) -> str:
    value, unit = float(size_bytes), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.3g} {unit}" if value < 1000 else f"{value:.0f} {unit}"


def short(name: str, most: int = NAME_MOST) -> str:
    """The name, with its middle left out where it is too long."""
    if len(name) <= most:
        return name
    head = (most - 1) // 2
    return f"{name[:head]}…{name[len(name) - (most - 1 - head) :]}"


def copies_table(measured: Measured, columns: Columns) -> str:
    """What actors copy themselves in an iteration, and what is copied for them."""
    per = measured.iterations
    rows = [(short(a.name), bytes_text(a.copied_bytes / per)) for a in measured.actors if a.copied_bytes]
    own = sum(a.copied_bytes or 0 for a in measured.actors) / per
    framework = sum(fifo.moved_bytes for fifo in measured.fifos) / per
    total = [("all actors", bytes_text(own)), ("the framework", bytes_text(framework))]
    return columns([("copies", "in an iteration"), *rows, *total], "<>")


def cache_table(cache: Mapping[str, Any], columns: Columns) -> str:
    per = cache["iterations"]
    rows: list[tuple[str, ...]] = [("simulated", "instructions", "L1 misses", "LL misses", "kernel pages")]
    for actor in cache["actors"]:
        rows.append((short(actor["name"]), *_simulated(actor, per), ""))
    for copy in cache["copies"]:
        rows.append((f"copy {short(copy['fifo'])}", *_simulated(copy, per), f"{copy['kernel_pages'] / per:.3g}"))
    rows.append(("the runtime", *_simulated(cache["other"], per), ""))
    return "\n".join([columns(rows, "<>>>>"), *wrap(f"in an iteration; {cache['note']}", 80)])


def _simulated(figures: Mapping[str, int], per: int) -> tuple[str, ...]:
    names = ("instructions", "l1_misses", "last_level_misses")
    return tuple(_count(figures[name] / per) for name in names)


def _count(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def perf_table(counters: Mapping[str, Any], columns: Columns) -> str:
    rows = [("samples", "share", f"of {counters['event']}")]
    rows += [(str(s["samples"]), percent(s["share"]), short(s["name"], 50)) for s in counters["samples"][:ROWS_MOST]]
    counts = {name: count for name, count in counters["counters"].items() if count is not None}
    line = ", ".join(f"{count:.4g} {name}" for name, count in counts.items())
    return "\n".join([columns(rows, ">><"), *wrap(line, 80)])
