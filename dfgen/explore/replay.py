# SPDX-License-Identifier: Apache-2.0
"""Builds the program that simulates caches (`runtime/explore`) with the user's compiler, gives it plans, and reads what
it found."""

from __future__ import annotations

import json
import subprocess
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from dfgen.build.reporter import Reporter
from dfgen.csource.toolchain import Compiler, run_compiler
from dfgen.explore.architectures import Architecture
from dfgen.explore.lists import STACK_BYTES, Lists
from dfgen.explore.recording import Recording
from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.caches import Cache, Policy
from dfgen.model.diagnostics import Note, fail
from dfgen.model.frozen import frozen
from dfgen.model.program import Program
from dfgen.paths import runtime_dir
from dfgen.processes import run_program

_MAGIC = 0x44464558
_FLAGS = ("-std=gnu11", "-O3", "-DNDEBUG", "-pthread")
_NATIVE = ("-march=native", "-mcpu=native")
SAMPLED_FROM = 64
ALL_SETS = (1 << SAMPLED_FROM) - 1
QUICK_SETS = 1 << 2 | 1 << 18 | 1 << 34 | 1 << 50
"""Form: one in 16, evenly apart: of lines that adjoin they have the same share, wherever those begin."""
WARM_LINES = 4
"""The caches are warmed by so many times as many entries as their lines."""
_POLICIES = list(Policy)


@frozen
class LevelFigures:
    """Of all caches of a level, in the passes that count."""

    accesses: int
    misses: int
    write_backs: int

    @property
    def miss_rate(self) -> float:
        return self.misses / self.accesses if self.accesses else 0.0


@frozen
class PointFigures:
    """Of an architecture with a number of cores and a strategy, in `iterations` iterations.

    levels: from the L1 on
    queue_ps: that all reads of the memory have waited for their controllers
    owners: by whose work it was, (kind, name): misses of each level, and time
    buffers: misses of the last level by buffer
    """

    architecture: Architecture
    iterations: int
    levels: tuple[LevelFigures, ...]
    cores: tuple[LevelFigures, ...]
    dram_reads: int
    dram_writes: int
    queue_ps: int
    iteration_ps: int
    owners: dict[tuple[str, str], tuple[tuple[int, ...], int]]
    buffers: dict[str, int]

    @property
    def dram_accesses(self) -> int:
        return self.dram_reads + self.dram_writes

    @property
    def queue_ns(self) -> float:
        """That a read waits on average."""
        return self.queue_ps / self.dram_reads / 1000 if self.dram_reads else 0.0


def build_simulator(folder: Path, compiler: Compiler, reporter: Reporter) -> Path:
    """Compile it, for this very processor where the compiler can."""
    sources = [str(path) for path in sorted((runtime_dir() / "explore").glob("*.c"))]
    program = folder / "explore"
    for native in (*_NATIVE, ""):
        flags = [*_FLAGS, *([native] if native else []), *sources, "-o", str(program)]
        reporter.command((*compiler.command, *flags))
        done = run_compiler(compiler, flags, folder)
        if done.succeeded:
            return program
    reporter.failure(done.stderr)
    raise fail("c-compile", "the program that simulates caches does not compile", None, "Name another compiler in CC.")


@frozen
class Replay:
    """One program on some architectures that have the same L1.

    cores: of the machine, of which the program may leave some unused
    sample: the sets that are simulated, as 64 bits
    """

    program: Program
    lists: Lists
    recording: Recording
    architectures: tuple[Architecture, ...]
    cores: int
    passes: int
    sync_ns: int
    workers: int
    sample: int = ALL_SETS

    def key(self) -> bytes:
        """That of replays which find the same has in common."""
        digest = sha256(repr((self.lists.owners, list(self.program.memory.buffers), self.program.chunk)).encode())
        for part in self._parts():
            digest.update(part)
        return digest.digest()

    def run(self, simulator: Path, folder: Path, reporter: Reporter) -> list[PointFigures]:
        """In that folder. Raises `UserError`."""
        folder.mkdir(exist_ok=True)
        file, printed, said = folder / "plan", folder / "figures", folder / "said"
        with file.open("wb") as plan:
            for part in self._parts():
                part.tofile(plan)
        command = [str(simulator), str(file), str(self.recording.folder)]
        reporter.command(command)
        with printed.open("wb") as output, said.open("wb") as errors:
            ended = run_program(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        if ended.returncode != 0:
            lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
            notes = [Note(f"it said: {line}") for line in lines[-3:]]
            hint = "Free some memory, or explore the graph with smaller parameters."
            message = f"the program that simulates caches ended with status {ended.returncode}"
            raise fail("explore-large", message, None, hint, notes)
        return self._read(printed.read_text(encoding="utf-8").splitlines())

    # --- what it is given ---

    def _parts(self) -> Iterator[array[int]]:
        yield array("q", [*self._header(), *self._machines(), *self._memory()])
        for words, events in zip(self.lists.words, self.lists.events):
            yield array("q", [events])
            yield words

    def _header(self) -> Iterator[int]:
        first = self.architectures[0]
        line_bytes = first.caches[0].line_bytes
        lines = lines_of_last(self.architectures, self.cores)
        lists = self.lists
        yield from (_MAGIC, len(lists.words), len(self.program.counters), len(lists.owners))
        yield from (len(self.program.memory.buffers), self.passes, WARM_LINES * lines // self.cores + 10_000)
        yield from (line_bytes.bit_length() - 1, PAGE_BYTES, lists.memory_bytes // line_bytes + 1)
        yield from (
            10**9 // first.clock_mhz,
            self.sync_ns * 1000,
            _signed(self.sample),
            SAMPLED_FROM // self.sample.bit_count(),
        )
        yield from (self.workers, lists.static_base, lists.other_base, lists.stack_base, STACK_BYTES)

    def _machines(self) -> Iterator[int]:
        yield from _level(self.architectures[0].caches[0], self.architectures[0])
        yield len(self.architectures)
        for each in self.architectures:
            yield len(each.caches) - 1
            for cache in each.caches[1:]:
                yield from _level(cache, each)
            line_ps = each.caches[0].line_bytes * 10**12 // each.dram.bytes_per_s
            controllers = max(1, self.cores // each.dram.cores_per_controller)
            yield from (controllers, each.dram.latency_ns * 1000, line_ps)

    def _memory(self) -> Iterator[int]:
        """The lines of buffers, as far as no other buffer has them, and the pages that cores have in common."""
        line_bytes = self.architectures[0].caches[0].line_bytes
        buffers = list(self.program.memory.buffers.values())
        extents, end = [], 0
        for number, buffer in sorted(enumerate(buffers), key=lambda item: item[1].offset_bytes):
            first = max(end, buffer.offset_bytes // line_bytes)
            past = -(-(buffer.offset_bytes + buffer.size_bytes) // line_bytes)
            if past > first:
                extents.append((first, past, number))
                end = past
        yield len(extents)
        for extent in extents:
            yield from extent
        common = [buffer for buffer in buffers if buffer.core is None]
        yield len(common)
        for buffer in common:
            yield buffer.offset_bytes // PAGE_BYTES
            yield -(-(buffer.offset_bytes + buffer.size_bytes) // PAGE_BYTES)

    # --- what it tells ---

    def _read(self, lines: Sequence[str]) -> list[PointFigures]:
        first, *rest = (json.loads(line) for line in lines)
        return [self._point(each, first, told) for each, told in zip(self.architectures, rest)]

    def _point(self, architecture: Architecture, first: dict[str, Any], told: dict[str, Any]) -> PointFigures:
        cores = tuple(self._level(each) for each in first["cores"])
        whole = LevelFigures(
            sum(core.accesses for core in cores),
            sum(core.misses for core in cores),
            sum(core.write_backs for core in cores),
        )
        beyond = len(told["levels"])
        misses = told["owner_misses"]
        part = SAMPLED_FROM // self.sample.bit_count()
        owners = {
            owner: (
                (first["owner_misses"][at] * part, *(n * part for n in misses[at * beyond : (at + 1) * beyond])),
                told["owner_ps"][at],
            )
            for at, owner in enumerate(self.lists.owners)
        }
        names = self.program.memory.buffers
        return PointFigures(
            architecture=architecture,
            iterations=self.passes * self.program.chunk,
            levels=(whole, *(self._level(level, scaled=True) for level in told["levels"])),
            cores=cores,
            dram_reads=told["dram_reads"] * part,
            dram_writes=told["dram_writes"] * part,
            queue_ps=told["queue_ps"] * part,
            iteration_ps=told["period_ps"] // self.program.chunk,
            owners=owners,
            buffers={name: n * part for name, n in zip(names, told["buffer_misses"]) if n},
        )

    def _level(self, told: dict[str, int], scaled: bool = False) -> LevelFigures:
        """Of the L1 all accesses are counted, whatever is simulated."""
        part = SAMPLED_FROM // self.sample.bit_count()
        accesses = told["accesses"] * (part if scaled else 1)
        return LevelFigures(accesses, told["misses"] * part, told["write_backs"] * part)


def lines_of_last(architectures: Sequence[Architecture], cores: int) -> int:
    """Lines of all caches of the last level, of the architecture that has most."""
    return max(
        cores // each.caches[-1].shared_by * each.caches[-1].bytes // each.caches[-1].line_bytes
        for each in architectures
    )


def _level(cache: Cache, of: Architecture) -> Iterator[int]:
    hit_ps = cache.hit_cycles * 10**6 // of.clock_mhz
    yield from (cache.sets, cache.ways, cache.shared_by, _POLICIES.index(cache.policy), cache.seed, hit_ps)


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits
