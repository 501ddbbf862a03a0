# SPDX-License-Identifier: Apache-2.0
"""What a user should know about a program and can do something about, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from dfgen.memory.strategies import FALLBACK
from dfgen.model.costs import duration
from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen
from dfgen.report.content import Content

OFF_BY = 0.15
IDLE_FROM = 0.25
MOVING_FROM = 0.05
WASTE_FROM = 1.25
WASTE_BYTES = 64 * 1024
SHOWN_MOST = 5


@frozen
class Advice:
    """`about`: the FIFOs, actors or cores that it speaks of, as (kind, name); `todo` says what to do."""

    text: str
    todo: str
    about: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def advise(content: Content) -> list[Advice]:
    return [
        *_guessed(content),
        *_mispredicted(content),
        *_moving(content),
        *_idle(content),
        *_memory(content),
        *_measuring(content),
    ]


def _guessed(content: Content) -> Iterator[Advice]:
    names = content.record["schedule"]["guessed"]
    if names:
        actors = "1 actor has" if len(names) == 1 else f"{len(names)} actors have"
        yield Advice(
            f"{actors} no stated time, so mapping and prediction lean on guesses: {some_of(names, SHOWN_MOST)}.",
            "Run 'dfgen profile --update-times' on the graph: it measures the times and writes them into its file.",
            tuple(("actor", name) for name in names),
        )


def _mispredicted(content: Content) -> Iterator[Advice]:
    measured = _iteration(content).get("period_ns")
    predicted = _iteration(content).get("predicted_run_ns") or content.record["schedule"]["period_ns"]
    if not measured or not predicted or content.record["schedule"]["is_guess"]:
        return
    ratio = measured / predicted
    if abs(ratio - 1) > OFF_BY:
        yield Advice(
            f"An iteration takes {duration(round(measured))}, {ratio:.2f} times the predicted "
            f"{duration(round(predicted))}.",
            "Run 'dfgen calibrate' and compile with --platform host; then 'dfgen profile --update-times', and compile "
            "again: costs and times then are those of this machine.",
        )


def _moving(content: Content) -> Iterator[Advice]:
    """FIFOs whose copies take a good part of the period, and what would make them needless."""
    measured = _iteration(content).get("period_ns")
    period_ns = max(1, measured or content.record["schedule"]["period_ns"])
    dear = [f for f in content.record["fifos"] if f["moving_ns"] > MOVING_FROM * period_ns]
    for fifo in sorted(dear, key=lambda f: -f["moving_ns"])[:SHOWN_MOST]:
        share = fifo["moving_ns"] / period_ns
        yield Advice(
            f"{fifo['name']} moves {_size(fifo['moved_bytes'])} an iteration by {fifo['strategy']}, predicted to take "
            f"{duration(round(fifo['moving_ns']))} or {share:.0%} of the {'measured' if measured else 'predicted'} "
            f"period: {fifo['reason']}.",
            _remedy(fifo),
            (("fifo", fifo["name"]),),
        )


def _remedy(fifo: Mapping[str, Any]) -> str:
    """What may spare a copy, by what the reader does with its window."""
    if fifo["reason"] == "asked for":
        return "The graph or the command line asks for this; leave the strategy to dfgen, or run 'dfgen tune'."
    if fifo["access"] in ("read_only", "unused") and fifo["trust"] == "claimed":
        return "If the actor does not write there, say const in its C prototype: then nothing has to be copied."
    if fifo["access"] == "read_mostly":
        return "Run 'dfgen tune --written' to measure how much is written, and 'dfgen tune' to try other strategies."
    if fifo["access"] == "read_write":
        return "If the actor does not write there, declare the port read_only; if it writes little, read_mostly."
    return "Run 'dfgen tune' to try the other strategies on this machine."


@frozen
class _Idle:
    """A core, the part of the time in which it waits, and the FIFO or the rule that it waits the longest for."""

    core: int
    share: float
    most: str

    def __str__(self) -> str:
        return f"core {self.core} {self.share:.0%}" + (f" (the longest for {self.most})" if self.most else "")


def _idle(content: Content) -> Iterator[Advice]:
    """Cores that wait a lot: by measurement if there is one, else as predicted."""
    how = "are predicted to wait" if content.profile is None else "wait or sleep"
    cores = _measured_waits(content) or _predicted_waits(content.record["schedule"])
    idle = [core for core in cores if core.share > IDLE_FROM][:SHOWN_MOST]
    if len(cores) > 1 and idle:
        names = {fifo["name"] for fifo in content.record["fifos"]}
        yield Advice(
            f"Cores {how} for a good part of the time: {', '.join(map(str, idle))}.",
            "Let heavy actors be split over cores by making them stateless, cut them into more firings, try another "
            "--mapper or a larger --depth, or use fewer cores.",
            tuple(("fifo", name) for name in dict.fromkeys(core.most for core in idle) if name in names),
        )


def _measured_waits(content: Content) -> list[_Idle]:
    """Empty where nothing was measured."""
    found = []
    for index, core in enumerate((content.profile or {}).get("cores") or []):
        waits = {wait["fifo"]: 0.0 for wait in core["waits"]}
        for wait in core["waits"]:
            waits[wait["fifo"]] += wait["waiting_ns"] + wait["asleep_ns"]
        share = (core["waiting_ns"] + core["asleep_ns"]) / max(1, core["wall_ns"])
        found.append(_Idle(index, share, _longest(waits)))
    return found


def _predicted_waits(schedule: Mapping[str, Any]) -> list[_Idle]:
    waits: list[dict[str, float]] = [{} for _ in schedule["cores"]]
    for core, start, end, kind, name, _ in schedule["blocks"]:
        if schedule["kinds"][kind] == "wait" and core < len(waits):
            told = schedule["names"][name]
            waits[core][told] = waits[core].get(told, 0) + end - start
    period_ns = max(1, schedule["period_ns"])
    shares = [core["waiting_ns"] / period_ns for core in schedule["cores"]]
    return [_Idle(index, share, _longest(waits[index])) for index, share in enumerate(shares)]


def _longest(waits: Mapping[str, float]) -> str:
    return max(waits, key=lambda name: waits[name], default="")


def _memory(content: Content) -> Iterator[Advice]:
    memory = content.record["memory"]
    arena, bound = memory["arena_bytes"], memory["lower_bound_bytes"]
    if bound and arena > WASTE_FROM * bound and arena - bound > WASTE_BYTES:
        yield Advice(
            f"The arena takes {_size(arena)}, {arena / bound:.2f} times the lower bound of {_size(bound)}.",
            "Buffers that several cores use, or that hold tokens from trip to trip, cannot share addresses: with fewer "
            "cores or a smaller --depth less is needed.",
        )
    if memory["cow_worst_bytes"] > arena:
        yield Advice(
            f"Private views may take {_size(memory['cow_worst_bytes'])} beside the arena when every page is written.",
            f"Limit it with --memory, or ask for {FALLBACK.name} where views gain little.",
        )


def _measuring(content: Content) -> Iterator[Advice]:
    if content.profile is None:
        yield Advice(
            "Nothing has been measured yet: times are predicted.",
            "Run 'dfgen profile' on the program's folder (for a graph file, name one with -o), then 'dfgen report' "
            "on it: the page shows both.",
        )
        return
    lost = content.profile.get("timeline", {}).get("lost_events", 0)
    if lost:
        yield Advice(f"The measured schedule shows the end of the run: {lost} events before it were not kept.",
                     "Measure fewer iterations with -n to see the begin.")  # fmt: skip


def _iteration(content: Content) -> Mapping[str, Any]:
    return (content.profile or {}).get("iteration") or {}


def _size(size_bytes: int) -> str:
    value, unit = float(size_bytes), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.3g} {unit}" if unit != "bytes" else f"{size_bytes} bytes"
