# SPDX-License-Identifier: Apache-2.0
"""What `dfgen profile` has measured, and its JSON: the content of `profile.json` beside `plan.json`.

The file, with `schema` 1 (durations are nanoseconds, sizes bytes; null: not known or not measured):

    {
      "schema": 1, "graph": "edges",
      "run":       {"iterations", "runs", "elapsed_ns", "clock"},
      "iteration": {"period_ns", "low_ns", "high_ns", "samples_ns": [...], "traced_ns", "predicted_ns",
                    "predicted_run_ns", "predicted_by_guesses"},
      "actors":    [{"name", "place", "cores": [0, 1], "firings", "time_ns", "share", "sampled": "firing" | "block",
                     "min_ns", "median_ns", "p99_ns", "max_ns", "usual_ns",
                     "copied_bytes"}],
      "fifos":     [{"name", "strategy", "bytes", "moved_bytes", "exposed_ns", "bytes_per_s", "waits", "waiting_ns",
                     "depth_high_tokens", "pages_written", "written_fraction"}],
      "cores":     [{"core", "wall_ns", "busy_ns", "moving_ns", "waiting_ns", "asleep_ns", "other_ns", "sleeps",
                     "wakes", "page_faults_minor", "page_faults_major",
                     "waits": [{"fifo", "peer", "node", "count", "waiting_ns", "asleep_ns"}]}],
      "transfers": [{"fifo", "when", "strategy", "cores", "count", "bytes", "exposed_ns", "hidden_ns"}],
      "engines":   [{"name", "copies", "engine_bytes", "busy_ns"}],
      "engine_copies": [{"engine", "fifo", "engine_bytes", "taken_over_bytes", "busy_ns", "hidden_ns", "waited_ns"}],
      "arenas":    [{"buffer", "arenas", "up_to_bytes", "most_used_bytes"}],
      "memory":    {"arena_bytes", "lower_bound_bytes", "cow_worst_bytes", "resident_bytes"},
      "page_faults": {"minor", "major"},
      "timeline":  {"lost_events", "names": [{"kind", "name"}], "blocks": [[core, name, begin_ns, end_ns, count], ...]},
      "comparison": null | [{"strategy", "period_ns", "ratio", "ratio_low", "ratio_high", "pairs", "note"}],
      "cache":     null | {...}, "counters": null | {...},
      "notes":     ["..."]
    }

Of a program on several nodes: {"schema": 1, "graph", "nodes": [{"node", "name", "host", "profile": {as above}}]}; the
period is that of the whole program everywhere.

- `iteration.period_ns` is the median of runs of the program without tracing where there was one, else of the traced
  runs; `low_ns` and `high_ns` enclose it with 95 % confidence. All other figures are of one traced run of
  `run.iterations` iterations.
- `iteration.predicted_ns` is the period once all cores run in step, `predicted_run_ns` the mean in a run of as many
  iterations, with its begin and its end, where some cores have nothing to do; `predicted_by_guesses`: most of the work
  states no time, so that they say little.
- `usual_ns` of an actor is the median, over the traced runs, of the mean time of a firing: with it the period is
  predicted as it is measured. `share` is the actor's part of the time of all cores. `sampled`: whether the figures per
  firing are of single firings or of means over blocks of them.
- Of a core, busy + moving + waiting + asleep + other is `wall_ns` but for rounding. `waiting` is awake, or at the start
  and end of the run.
- `waits[].node`: the node whose messages, or whose room for messages, the core waited for; else "", and `peer` is the
  core.
- `bytes` of a FIFO pass through it in the run; `moved_bytes` are copied by a core or an engine; `exposed_ns` is what
  cores spent on that, null where the pieces are too small for a clock: it is then part of the actor's time.
- `transfers[].when`: "before actor", "after actor", "firing actor", as in plan.json.
- `transfers[].hidden_ns`: what an engine copied for while cores did something else; null where cores copy themselves.
- `engine_copies`: `busy_ns` is how long the engine worked on them, `waited_ns` how long cores waited for them,
  whichever these were; copying what was taken over is part of that.
  `hidden_ns`: the part of `busy_ns` in which none waited.
- `timeline.names[].kind` is one of "actor", "routing", "move", "tail", "wait", "sleep", "faults", "engine"; they are in
  the order of their ends, times since the run began; `count` are firings of an actor, page faults that came during the
  block, KiB that an engine copied, else 1. A move lies within the block of its actor, a sleep within a wait. The copy
  thread's blocks have the number that follows the last core's. Only the last events are there, `lost_events` before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any

from dfgen.model.frozen import frozen

SCHEMA = 1


@frozen
class ActorFigures:
    name: str
    place: str
    cores: tuple[int, ...]
    firings: int
    time_ns: float
    share: float
    sampled: str
    min_ns: float
    median_ns: float
    p99_ns: float
    max_ns: float
    usual_ns: float = 0.0
    copied_bytes: int | None = None

    @property
    def firing_ns(self) -> float:
        """On average."""
        return self.time_ns / self.firings if self.firings else 0.0


@frozen
class FifoFigures:
    name: str
    strategy: str
    bytes: int
    moved_bytes: int
    exposed_ns: float | None
    bytes_per_s: float | None
    waits: int
    waiting_ns: float
    depth_high_tokens: int | None
    pages_written: int | None
    written_fraction: float | None


@frozen
class WaitFigures:
    """Waits of a core for a FIFO, or for the rule that `fifo` names; for another `node`, if there is one, or a core."""

    fifo: str
    peer: int
    count: int
    waiting_ns: float
    asleep_ns: float
    node: str = ""


@frozen
class CoreFigures:
    core: int
    wall_ns: float
    busy_ns: float
    moving_ns: float
    waiting_ns: float
    asleep_ns: float
    other_ns: float
    sleeps: int
    wakes: int
    page_faults_minor: int
    page_faults_major: int
    waits: tuple[WaitFigures, ...]


@frozen
class TransferFigures:
    fifo: str
    when: str
    strategy: str
    cores: tuple[int, ...]
    count: int | None
    bytes: int
    exposed_ns: float | None
    hidden_ns: float | None = None


@frozen
class EngineFigures:
    name: str
    copies: int
    engine_bytes: int
    busy_ns: float | None = None


@frozen
class EngineCopies:
    """What has been given to an engine of a FIFO: copied by it, or by cores that waited."""

    engine: str
    fifo: str
    engine_bytes: int
    taken_over_bytes: int
    busy_ns: float
    hidden_ns: float
    waited_ns: float


@frozen
class ArenaFigures:
    """Of a buffer whose tokens are objects: how many arenas it has, how large each is, and the most that was used."""

    buffer: str
    arenas: int
    up_to_bytes: int
    most_used_bytes: int


@frozen
class Timeline:
    """`names` are (kind, name); a block is (core, index of its name, begin, end, count)."""

    lost_events: int
    names: tuple[tuple[str, str], ...]
    blocks: tuple[tuple[int, int, float, float, int], ...]


@frozen
class Iteration:
    period_ns: float
    low_ns: float
    high_ns: float
    samples_ns: tuple[float, ...]
    traced_ns: float
    predicted_ns: float | None
    predicted_run_ns: float | None = None
    predicted_by_guesses: bool = False


@frozen
class ComparedStrategy:
    """A strategy on all FIFOs that it is legal on, against what was chosen, which has no ratio. `note`: on how many
    FIFOs, or why there is nothing to tell."""

    strategy: str
    period_ns: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    pairs: int = 0
    note: str = ""


@frozen
class Measured:
    graph: str
    iterations: int
    runs: int
    elapsed_ns: int
    clock: str
    iteration: Iteration
    actors: tuple[ActorFigures, ...]
    fifos: tuple[FifoFigures, ...]
    cores: tuple[CoreFigures, ...]
    transfers: tuple[TransferFigures, ...]
    engines: tuple[EngineFigures, ...]
    memory: Mapping[str, int]
    page_faults: Mapping[str, int]
    timeline: Timeline
    comparison: tuple[ComparedStrategy, ...] | None = None
    cache: Mapping[str, Any] | None = None
    counters: Mapping[str, Any] | None = None
    notes: tuple[str, ...] = field(default=())
    arenas: tuple[ArenaFigures, ...] = ()
    engine_copies: tuple[EngineCopies, ...] = ()
    type_times: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By actor, ns of a firing by type of core, where cores are not alike."""

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "graph": self.graph,
            "run": {
                "iterations": self.iterations,
                "runs": self.runs,
                "elapsed_ns": self.elapsed_ns,
                "clock": self.clock,
            },
            "iteration": _plain(self.iteration),
            "actors": [_plain(actor) for actor in self.actors],
            "fifos": [_plain(fifo) for fifo in self.fifos],
            "cores": [_plain(core) for core in self.cores],
            "transfers": [_plain(transfer) for transfer in self.transfers],
            "engines": [_plain(engine) for engine in self.engines],
            "engine_copies": [asdict(copies) for copies in self.engine_copies],
            "arenas": [_plain(arena) for arena in self.arenas],
            "memory": dict(self.memory),
            "page_faults": dict(self.page_faults),
            "timeline": {
                "lost_events": self.timeline.lost_events,
                "names": [{"kind": kind, "name": name} for kind, name in self.timeline.names],
                "blocks": [[_rounded(value) for value in block] for block in self.timeline.blocks],
            },
            "comparison": None if self.comparison is None else [_plain(one) for one in self.comparison],
            "cache": self.cache,
            "counters": self.counters,
            "notes": list(self.notes),
        }


@frozen
class MeasuredNode:
    node: int
    name: str
    host: str
    measured: Measured


@frozen
class MeasuredNodes:
    """A program on several nodes. An actor is on one of them."""

    graph: str
    nodes: tuple[MeasuredNode, ...]

    def to_json(self) -> dict[str, Any]:
        nodes = [
            {"node": each.node, "name": each.name, "host": each.host, "profile": each.measured.to_json()}
            for each in self.nodes
        ]
        return {"schema": SCHEMA, "graph": self.graph, "nodes": nodes}


def parts_of(measured: Measured | MeasuredNodes) -> tuple[Measured, ...]:
    """By node."""
    return tuple(each.measured for each in measured.nodes) if isinstance(measured, MeasuredNodes) else (measured,)


def _plain(figures: Any) -> dict[str, Any]:
    """The fields of a dataclass, with times rounded to what a clock can tell."""
    return {name: _rounded(value) for name, value in asdict(figures).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value) if abs(value) >= 1000 else round(value, 4)
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    return [_rounded(inner) for inner in value] if isinstance(value, (list, tuple)) else value
