# SPDX-License-Identifier: Apache-2.0
"""From what a traced program wrote (`--profile`, `--json`) and the plan that it was made from to figures about actors,
FIFOs, transfers and cores. Nothing here runs anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from dfgen.model.frozen import frozen
from dfgen.model.movement import Way
from dfgen.model.program_waits import SPACE
from dfgen.profile.levels import high_water
from dfgen.profile.measured import (
    ActorFigures,
    ArenaFigures,
    CoreFigures,
    EngineCopies,
    EngineFigures,
    FifoFigures,
    Timeline,
    TransferFigures,
    WaitFigures,
)

TIMELINE_BLOCKS_MOST = 50_000
MOVING = ("move", "routing", "tail")
VIEW, BY_ENGINE = Way.PRIVATE_VIEW.value, Way.ENGINE.value
ENGINE, FOR_ENGINE = "engine", "copies by an engine"
NO_NODES: Mapping[str, str] = MappingProxyType({})


@frozen
class TracePoint:
    """What a core may spend time on, and what it did."""

    core: int
    index: int
    kind: str
    name: str
    detail: str
    peer: int
    ns: float
    asleep_ns: float
    count: int
    singles: int
    blocks: int
    least_ns: float
    most_ns: float
    histogram: tuple[tuple[float, float, int], ...]


class Trace:
    """One traced run. `plan` is plan.json, `record` report.json, `profile` and `figures` what the program wrote, all of
    one node where there are several; `nodes`: by the engine of a link, which node is at its other end."""

    def __init__(
        self,
        plan: Mapping[str, Any],
        record: Mapping[str, Any],
        profile: Mapping[str, Any],
        figures: Mapping[str, Any],
        nodes: Mapping[str, str] = NO_NODES,
    ) -> None:
        self.plan, self.record, self.profile, self.figures, self.nodes = plan, record, profile, figures, nodes
        self.iterations: int = profile["iterations"]

    @cached_property
    def points(self) -> list[TracePoint]:
        return [_point(core["core"], i, s) for core in self.profile["cores"] for i, s in enumerate(core["points"])]

    def of_kind(self, *kinds: str) -> Iterator[TracePoint]:
        return (point for point in self.points if point.kind in kinds)

    # --- actors ---

    def actors(self) -> Iterator[ActorFigures]:
        wall_ns = sum(core["wall_ns"] for core in self.profile["cores"]) or 1
        for name, points in _by_name(self.of_kind("actor")).items():
            fired = [point for point in points if point.count]
            if fired:
                yield _actor(name, fired, wall_ns)

    # --- cores ---

    def cores(self) -> Iterator[CoreFigures]:
        for core in self.profile["cores"]:
            points = [point for point in self.points if point.core == core["core"]]
            waits = [point for point in points if point.kind == "wait" and point.count]
            rest = {point.name: point.ns for point in points if point.kind == "runtime"}
            other_ns = rest.pop("other", 0.0)
            yield CoreFigures(
                core=core["core"],
                wall_ns=core["wall_ns"],
                busy_ns=_time(points, "actor"),
                moving_ns=_time(points, *MOVING),
                waiting_ns=_time(points, "wait") - sum(w.asleep_ns for w in waits) + sum(rest.values()),
                asleep_ns=sum(point.asleep_ns for point in waits),
                other_ns=other_ns,
                sleeps=core["sleeps"],
                wakes=core["wakes"],
                page_faults_minor=core["page_faults_minor"],
                page_faults_major=core["page_faults_major"],
                waits=tuple(
                    WaitFigures(w.name, w.peer, w.count, w.ns - w.asleep_ns, w.asleep_ns, self.nodes.get(w.detail, ""))
                    for w in sorted(waits, key=lambda w: -w.ns)
                ),
            )

    # --- bytes ---

    def transfers(self) -> list[TransferFigures]:
        return [self._transfer(transfer) for transfer in self.plan["transfers"]]

    def _transfer(self, transfer: Mapping[str, Any]) -> TransferFigures:
        fifo, when, strategy = transfer["fifo"], transfer["when"], transfer["strategy"]
        mark = f"{when} {strategy}"
        points = [s for s in self.of_kind("move") if s.name == fifo and s.detail == mark]
        size = transfer["bytes_per_iteration"] * self.iterations
        if transfer.get("how") == VIEW:
            views = [view["copied_bytes"] for view in self._views(fifo)]
            size = sum(views) if views else size
        exposed, count = sum(point.ns for point in points), sum(point.count for point in points)
        if not points and when.startswith("firing "):
            router = when.removeprefix("firing ")
            points = [point for point in self.of_kind("routing") if point.name == router]
            exposed = sum(point.ns for point in points) * self._share_of_routing(transfer)
            count = sum(point.count for point in points)
        cores = tuple(sorted({point.core for point in points}))
        return TransferFigures(
            fifo,
            when,
            strategy,
            cores,
            count if points else None,
            size,
            exposed if points else None,
            self._hidden_ns(transfer),
        )

    def _hidden_ns(self, transfer: Mapping[str, Any]) -> float | None:
        found = [copies.hidden_ns for copies in self.copies_by_engines if copies.fifo == transfer["fifo"]]
        return sum(found) if transfer.get("how") == BY_ENGINE and found else None

    @cached_property
    def copies_by_engines(self) -> list[EngineCopies]:
        """By engine and FIFO. What any core waited for the copies was not hidden, but for the time in which it made
        some itself. What a core waited for all that it had given to engines counts by bytes."""
        found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for given in (given for core in self.profile["cores"] for given in core.get("engine_copies", ())):
            found.setdefault((given["engine"], given["fifo"]), []).append(given)
        waits = list(self.of_kind("wait"))
        for_all_ns = sum(point.ns for point in waits if point.name == FOR_ENGINE)
        total = max(1, sum(one["engine_bytes"] for given in found.values() for one in given))

        def figures(engine: str, fifo: str) -> EngineCopies:
            def sum_of(name: str) -> float:
                return float(sum(one[name] for one in found[engine, fifo]))

            own = (w.ns for w in waits if w.detail == engine and w.name in (fifo, f"{SPACE}{fifo}"))
            waited_ns = sum(own) + for_all_ns * sum_of("engine_bytes") / total
            hidden_ns = max(0.0, sum_of("busy_ns") - max(0.0, waited_ns - sum_of("taken_over_ns")))
            by_engine, taken_over = int(sum_of("engine_bytes")), int(sum_of("taken_over_bytes"))
            return EngineCopies(engine, fifo, by_engine, taken_over, sum_of("busy_ns"), hidden_ns, waited_ns)

        return [figures(*key) for key in found]

    def _share_of_routing(self, transfer: Mapping[str, Any]) -> float:
        """The transfers of one routing actor are timed together; each has its part of the bytes."""
        together = [t["bytes_per_iteration"] for t in self.plan["transfers"] if t["when"] == transfer["when"]]
        return float(transfer["bytes_per_iteration"] / sum(together)) if sum(together) else 1 / len(together)

    def _views(self, fifo: str) -> list[Mapping[str, Any]]:
        return [view for view in self.figures.get("fifos", ()) if view["name"] == fifo]

    def fifos(self, transfers: Sequence[TransferFigures]) -> Iterator[FifoFigures]:
        highs = high_water(self.record, self.profile)
        waits = _by_name(self.of_kind("wait"))
        for fifo in self.plan["fifos"]:
            name = fifo["name"]
            both = [*waits.get(name, ()), *waits.get(f"{SPACE}{name}", ())]
            yield self._fifo(fifo, [t for t in transfers if t.fifo == name], both, highs.get(name))

    def _fifo(
        self, fifo: Mapping[str, Any], moves: Sequence[TransferFigures], waits: Sequence[TracePoint], high: int | None
    ) -> FifoFigures:
        views = self._views(fifo["name"])
        moved = sum(move.bytes for move in moves)
        timed = [move for move in moves if move.exposed_ns is not None]
        exposed_ns = sum(move.exposed_ns or 0.0 for move in timed) if timed else None
        timed_bytes = sum(move.bytes for move in timed)
        fractions = [view["written_fraction"] for view in views if view["written_fraction"] is not None]
        return FifoFigures(
            name=fifo["name"],
            strategy=fifo["strategy"],
            bytes=fifo["bytes_per_iteration"] * self.iterations,
            moved_bytes=moved,
            exposed_ns=exposed_ns,
            bytes_per_s=timed_bytes / exposed_ns * 1e9 if exposed_ns and timed_bytes else None,
            waits=sum(point.count for point in waits),
            waiting_ns=sum(point.ns for point in waits),
            depth_high_tokens=high,
            pages_written=sum(view["pages_written"] for view in views) if views else None,
            written_fraction=max(fractions) if fractions else None,
        )

    def engines(self) -> Iterator[EngineFigures]:
        used = [engine for engine in self.figures.get("engines", ()) if engine["copies"]]
        for engine in self.figures.get("engines", ()):
            busy_ns = self.profile.get("engines_busy_ns") if used == [engine] else None
            yield EngineFigures(engine["name"], engine["copies"], engine["engine_bytes"], busy_ns)

    def arenas(self) -> Iterator[ArenaFigures]:
        return (ArenaFigures(**arena) for arena in self.figures.get("arenas", ()))

    # --- events ---

    def timeline(self) -> Timeline:
        names: dict[tuple[str, str], int] = {}
        blocks: list[tuple[int, int, float, float, int]] = []
        lost = 0
        for core in self.profile["cores"]:
            lost += core["events_lost"]
            for point, began, ended, count in core["events"]:
                key = (core["points"][point]["kind"], core["points"][point]["name"])
                blocks.append((core["core"], names.setdefault(key, len(names)), began, ended, count))
        lane = len(self.profile["cores"])
        lost += self.profile.get("engine_events_lost", 0)
        for core, began, ended, size_kib in self.profile.get("engine_events", ()):
            key = (ENGINE, f"copy for core {core}")
            blocks.append((lane, names.setdefault(key, len(names)), began, ended, size_kib))
        blocks.sort(key=lambda block: block[3])
        dropped = max(0, len(blocks) - TIMELINE_BLOCKS_MOST)
        return Timeline(lost + dropped, tuple(names), tuple(blocks[dropped:]))


def _point(core: int, index: int, raw: Mapping[str, Any]) -> TracePoint:
    return TracePoint(
        core,
        index,
        raw["kind"],
        raw["name"],
        raw["detail"],
        raw["peer"],
        raw["ns"],
        raw["asleep_ns"],
        raw["count"],
        raw["singles"],
        raw["blocks"],
        raw["least_ns"],
        raw["most_ns"],
        tuple((low, high, count) for low, high, count in raw["histogram"]),
    )


def _by_name(points: Iterable[TracePoint]) -> dict[str, list[TracePoint]]:
    found: dict[str, list[TracePoint]] = {}
    for point in points:
        found.setdefault(point.name, []).append(point)
    return found


def _time(points: Iterable[TracePoint], *kinds: str) -> float:
    return sum(point.ns for point in points if point.kind in kinds)


def _actor(name: str, points: Sequence[TracePoint], wall_ns: float) -> ActorFigures:
    firings, time_ns = sum(point.count for point in points), sum(point.ns for point in points)
    least, most = min(point.least_ns for point in points), max(point.most_ns for point in points)
    parts = [part for point in points for part in point.histogram]
    single = all(point.singles == point.count or point.blocks == point.count for point in points)
    return ActorFigures(
        name=name,
        place=points[0].detail,
        cores=tuple(sorted({point.core for point in points})),
        firings=firings,
        time_ns=time_ns,
        share=time_ns / wall_ns,
        sampled="firing" if single else "block",
        min_ns=least,
        median_ns=quantile(parts, 0.5, least, most),
        p99_ns=quantile(parts, 0.99, least, most),
        max_ns=most,
    )


def quantile(parts: Iterable[tuple[float, float, int]], share: float, least: float, most: float) -> float:
    """The value below which `share` of a histogram lies; within a part, values are taken to lie evenly."""
    ordered = sorted(parts)
    wanted, seen = share * sum(count for _, _, count in ordered), 0
    for low, high, count in ordered:
        if seen + count >= wanted:
            return min(most, max(least, low + (high - low) * (wanted - seen) / count))
        seen += count
    return most
