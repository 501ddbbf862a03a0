# SPDX-License-Identifier: Apache-2.0
"""A FIFO between two cores, a chain on one and the chain on all, by everybody."""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.peers.frameworks import PEERS, Peer, Result, build, run
from tests.bench.peers.generated import Generated, run_generated
from tests.bench.transfers.builds import Absent
from tests.bench.transfers.measure import alternate

SIZES = (8, 64, 1 << 10, 4 << 10, 64 << 10, 1 << 20, 16 << 20)
QUICK_SIZES = (64, 64 << 10)
ITEMS = (1, 64)
# Tables of the chain: the cores that everybody may use; None for all.
CHAINS = {"chain": 1, "cores": None}
OURS = "dfgen"

# What a run takes at least, so that starting threads does not count.
RUN_NS = 200_000_000
QUICK_RUN_NS = 10_000_000
COUNT_MIN = 64
COUNT_MAX = 1 << 30


@dataclass(frozen=True)
class Row:
    """One size by everybody who is here: ns a token, or a firing of the whole chain. `wrong` found another sum."""

    table: str
    size: int
    samples: Mapping[str, tuple[float, ...]]
    wrong: tuple[str, ...] = ()

    def median(self, name: str) -> float:
        return statistics.median(self.samples[name])

    def against(self, name: str) -> float:
        """How many times as fast as that one dfgen is."""
        pairs = zip(self.samples[name], self.samples[OURS], strict=True)
        return statistics.median(theirs / ours for theirs, ours in pairs)


@dataclass
class Streams:
    """All peers that are here, built once; who is not is `skipped`."""

    generated: Generated
    quick: bool
    repeats: int
    skipped: list[str] = field(default_factory=list)
    built: dict[str, Path | Absent] = field(default_factory=dict)

    def rows(self, table: str, advance: Callable[[str, int, int], None]) -> Iterator[Row]:
        sizes = ITEMS if table in CHAINS else (QUICK_SIZES if self.quick else SIZES)
        for number, size in enumerate(sizes):
            advance(f"{table} {size}", number, len(sizes))
            yield self._row(table, size)

    def _row(self, table: str, size: int) -> Row:
        program = self.generated.chain(size, CHAINS[table]) if table in CHAINS else self.generated.fifo(size)
        if isinstance(program, Absent):
            raise RuntimeError(program.reason)
        limited = _one_cpu() if CHAINS.get(table) == 1 else nullcontext()
        with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder, limited:
            runners = {OURS: partial(run_generated, program), **self._peers(table, size, Path(folder))}
            count = self._count(runners[OURS])
            first = {name: runner(count) for name, runner in runners.items()}
            expected = first[OURS].checksum
            each_s = {name: result.elapsed_ns / 1e9 for name, result in first.items()}
            variants = {name: partial(_sample, runner, count) for name, runner in runners.items()}
            samples = alternate(variants, self.repeats, 20.0, each_s)
        wrong = tuple(name for name, result in first.items() if result.checksum != expected)
        return Row(table, size, _best_settings(samples), wrong)

    def _peers(self, table: str, size: int, folder: Path) -> Mapping[str, Callable[[int], Result]]:
        """By name; with settings to try, by name and number."""
        found: dict[str, Callable[[int], Result]] = {}
        for peer in PEERS:
            program = self._built(peer)
            task = "chain" if table in CHAINS else table
            if task not in peer.tasks or isinstance(program, Absent):
                continue
            for number, setting in enumerate(peer.settings if task == "chain" else peer.settings[:1]):
                found[f"{peer.name}#{number}"] = partial(_run_peer, program, task, size, setting, folder)
        return found

    def _built(self, peer: Peer) -> Path | Absent:
        if peer.name not in self.built:
            program = build(peer, self.generated.workshop.folder("peers"))
            self.built[peer.name] = program
            if isinstance(program, Absent):
                self.skipped.append(program.reason)
        return self.built[peer.name]

    def _count(self, runner: Callable[[int], Result]) -> int:
        """Tokens or firings that take dfgen long enough to be measured."""
        wanted = QUICK_RUN_NS if self.quick else RUN_NS
        count = COUNT_MIN
        while count < COUNT_MAX and runner(count).elapsed_ns < wanted:
            count *= 4
        return count


def _run_peer(program: Path, task: str, size: int, setting: Mapping[str, str], folder: Path, count: int) -> Result:
    return run(program, (task, size, count), setting, folder)


@contextmanager
def _one_cpu() -> Iterator[None]:
    """All threads of programs started here share one CPU."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def _sample(runner: Callable[[int], Result], count: int) -> float:
    return runner(count).elapsed_ns / count


def _best_settings(samples: Mapping[str, tuple[float, ...]]) -> dict[str, tuple[float, ...]]:
    """Of each peer the setting with the least median."""
    best: dict[str, tuple[float, ...]] = {}
    for key, values in samples.items():
        name = key.partition("#")[0]
        if name not in best or statistics.median(values) < statistics.median(best[name]):
            best[name] = values
    return best


def as_json(row: Row) -> dict[str, Any]:
    return {
        "table": row.table,
        "size": row.size,
        "ns": {name: list(values) for name, values in row.samples.items()},
        "dfgen_is_faster_by": {name: row.against(name) for name in row.samples if name != OURS},
    }
