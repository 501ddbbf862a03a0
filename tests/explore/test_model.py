# SPDX-License-Identifier: Apache-2.0
"""The caches in C against a small model in Python, on accesses by chance, and what several cores do to each other."""

from __future__ import annotations

import itertools
import random
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.explore.architectures import Architecture
from dfgen.explore.lists import SHARED, STACK_BYTES, Kind, Lists
from dfgen.explore.recording import Recording
from dfgen.explore.replay import ALL_SETS, QUICK_SETS, PointFigures, Replay
from dfgen.model.caches import Cache, Dram, Policy
from dfgen.model.plan import Buffer, Layout
from dfgen.model.port import TokenType
from dfgen.model.program import Counter, Memory, Program
from tests.explore.programs import KIB
from tests.explore.reference import Access, machine, run
from tests.planning import graph_of

LINE = 64
MEMORY_BYTES = 64 * KIB


def by_chance(seed: int, count: int = 4000) -> list[Access]:
    """Some in order, some near, some anywhere."""
    chance = random.Random(seed)
    at, found = 0, []
    for _ in range(count):
        at = chance.choice((at + 16, at, chance.randrange(at + 256), chance.randrange(MEMORY_BYTES))) % MEMORY_BYTES
        found.append((at, chance.random() < 0.3))
    return found


def replayed(
    lists: Sequence[Sequence[tuple[int, ...]]],
    traces: Sequence[Sequence[Access]],
    caches: Sequence[Cache],
    simulator: Path,
    folder: Path,
    shared: bool = False,
    sample: int = ALL_SETS,
) -> PointFigures:
    """By core the events."""
    words = array("Q")
    starts = array("Q")
    for trace in traces:
        starts.extend((len(words), len(trace)))
        words.extend(int(writes) << 55 | (1 << 52) + address for address, writes in trace)
    (folder / "traces").write_bytes(words.tobytes())
    (folder / "starts").write_bytes(starts.tobytes())
    recording = Recording(
        folder, graph_of("actor a { out o : int32[1]; } actor b { in i : int32[1]; } a.o -> b.i;", folder), 1, ()
    )
    buffer = Buffer(
        "all",
        TokenType("uint8", "uint8_t", 1, 1),
        0,
        Layout.SLOTS,
        1,
        MEMORY_BYTES,
        offset_bytes=0,
        stride_bytes=MEMORY_BYTES,
    )
    memory = Memory("arena", 0, MEMORY_BYTES, 0, {"all": replace(buffer, core=None if shared else 0)}, {})
    counters = tuple(Counter(str(number), 0, 0, 0, ()) for number in range(4))
    made = Lists(
        words=tuple(array("q", [word for event in core for word in event]) for core in lists),
        events=tuple(len(core) for core in lists),
        owners=(("actor", "a"),),
        memory_bytes=MEMORY_BYTES + (len(lists) + 2) * STACK_BYTES,
        static_base=MEMORY_BYTES,
        other_base=MEMORY_BYTES,
        stack_base=MEMORY_BYTES,
        entries=(1,) * len(lists),
    )
    program = Program(recording.graph, 1, 1, memory, counters, ())
    on = Architecture("a", 1000, tuple(caches), Dram())
    return Replay(program, made, recording, (on,), len(lists), 1, 100, 1, sample).run(simulator, folder, SILENCE)[0]


def fire(trace: int, accesses: int, flags: int = 0) -> tuple[int, ...]:
    return (Kind.FIRE, 0, trace, accesses, 1, 0, flags, 0)


PASS = (Kind.PASS, 0)


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("ways", [1, 4, 16, 24])
def test_one_core_misses_as_the_model_does(policy: Policy, ways: int, simulator: Path, tmp_path: Path) -> None:
    caches = [
        Cache(1, 16 * 2 * LINE, 2, policy=policy),
        Cache(2, 8 * ways * LINE, ways, policy=policy),
        Cache(3, 32 * ways * LINE, ways, policy=policy, seed=7),
    ]
    accesses = by_chance(ways)
    figures = replayed([[PASS, fire(0, len(accesses))]], [accesses], caches, simulator, tmp_path)
    first = machine(caches, 1)[0]
    run(first, accesses, LINE)
    second, third = first.beyond, first.beyond.beyond
    assert [(level.misses, level.write_backs) for level in figures.levels] == [
        (model.misses, model.write_backs) for model in (first, second, third)
    ]
    assert figures.levels[1].accesses == second.accesses
    assert [figures.dram_reads, figures.dram_writes] == first.memory


@pytest.mark.parametrize("policy", list(Policy))
def test_cores_share_a_level(policy: Policy, simulator: Path, tmp_path: Path) -> None:
    """They take turns, by waits."""
    cores, rounds = 4, 3
    caches = [Cache(1, 8 * 2 * LINE, 2), Cache(2, 16 * 4 * LINE, 4, shared_by=2, policy=policy)]
    traces = [by_chance(seed, 500) for seed in range(cores * rounds)]
    lists = []
    for core in range(cores):
        events = [PASS]
        for trip in range(rounds):
            if core or trip:
                events.append((Kind.WAIT, (core - 1) % cores, trip if core else trip - 1, 1))
            events.append(fire(trip * cores + core, 500))
            events.append((Kind.PUBLISH, core, trip, 1))
        lists.append(events)
    figures = replayed(lists, traces, caches, simulator, tmp_path)
    first = machine(caches, cores)
    for number, trace in enumerate(traces):
        run(first[number % cores], trace, LINE)
    assert [core.misses for core in figures.cores] == [model.misses for model in first]
    shared = {id(model.beyond): model.beyond for model in first}.values()
    assert figures.levels[1].misses == sum(model.misses for model in shared)
    assert [figures.dram_reads, figures.dram_writes] == first[0].memory


def ping_pong(rounds: int, flags: int) -> list[list[tuple[int, ...]]]:
    """Core 0 writes some lines, core 1 reads them."""
    writer, reader = [PASS], [PASS]
    for trip in range(rounds):
        if trip:
            writer.append((Kind.WAIT, 1, trip - 1, 1))
        writer += [fire(0, 8, flags), (Kind.PUBLISH, 0, trip, 1)]
        reader += [(Kind.WAIT, 0, trip, 1), fire(1, 8, flags), (Kind.PUBLISH, 1, trip, 1)]
    return [writer, reader]


@pytest.mark.parametrize(("shared_by", "dram"), [(1, 8 * 10), (2, 8)])
def test_what_another_core_wrote_is_fetched_anew(shared_by: int, dram: int, simulator: Path, tmp_path: Path) -> None:
    caches = [Cache(1, 16 * KIB, 4), Cache(2, 256 * KIB, 8, shared_by=shared_by)]
    traces = [[(at * LINE, writes) for at in range(8)] for writes in (True, False)]
    figures = replayed(ping_pong(10, SHARED), traces, caches, simulator, tmp_path, shared=True)
    assert figures.cores[1].misses == 8 * 10
    assert figures.cores[0].misses == 8
    assert figures.cores[0].write_backs == 8 * 10
    assert figures.dram_reads in (dram + 8, dram)


@pytest.mark.parametrize("policy", [Policy.LRU, Policy.NRU])
@pytest.mark.parametrize(
    ("shared_by", "dram"), [((1, 1, 1), 8 * 11), ((1, 2, 2), 8), ((1, 1, 2), 8), ((2, 2, 2), 8)], ids=str
)
def test_what_another_core_wrote_comes_from_a_level_that_both_have(
    shared_by: Sequence[int], dram: int, policy: Policy, simulator: Path, tmp_path: Path
) -> None:
    """Whatever caches inside of it the writer's line still lies in."""
    sizes = [Cache(1, 16 * KIB, 4)]
    sizes += [Cache(n, (256 * KIB) << n, 8, shared_by=by, policy=policy) for n, by in enumerate(shared_by, 2)]
    traces = [[(at * LINE, writes) for at in range(8)] for writes in (True, False)]
    figures = replayed(ping_pong(10, SHARED), traces, sizes, simulator, tmp_path, shared=True)
    assert figures.cores[1].misses == 8 * 10
    assert figures.dram_reads == dram
    assert figures.dram_writes == 0


def test_machines_may_have_very_many_cores(simulator: Path, tmp_path: Path) -> None:
    caches = [Cache(1, 16 * KIB, 4)]
    traces = [[(at * LINE, writes) for at in range(8)] for writes in (True, False)]
    lists = [[PASS] for _ in range(255)] + ping_pong(10, SHARED)
    figures = replayed(lists, traces, caches, simulator, tmp_path, shared=True)
    assert [core.write_backs for core in figures.cores[254:]] == [0, 8 * 10, 0]
    assert [core.misses for core in figures.cores[254:]] == [0, 8, 8 * 10]


def test_what_is_private_is_fetched_once(simulator: Path, tmp_path: Path) -> None:
    caches = [Cache(1, 16 * KIB, 4), Cache(2, 256 * KIB, 8)]
    traces = [[(at * LINE, writes) for at in range(8)] for writes in (True, False)]
    figures = replayed(ping_pong(10, 0), traces, caches, simulator, tmp_path)
    assert [core.misses for core in figures.cores] == [8, 8]


def test_waits_take_time(simulator: Path, tmp_path: Path) -> None:
    """Two cores that take turns are as slow as one; what each does itself takes a cycle an access."""
    caches = [Cache(1, 16 * KIB, 4)]
    alone = replayed([[PASS, fire(0, 10**6)]], [[(0, False)]], caches, simulator, tmp_path)
    both = replayed(ping_pong(1, 0), [[(0, False)], [(0, False)]], caches, simulator, tmp_path)
    assert alone.iteration_ps == pytest.approx(10**6 * 1000, rel=0.001)
    assert both.iteration_ps < alone.iteration_ps
    waiting = [
        [PASS, (Kind.WAIT, 1, -1, 1), fire(0, 10**6), (Kind.PUBLISH, 0, 0, 1)],
        [PASS, (Kind.WAIT, 0, 0, 1), fire(0, 10**6), (Kind.PUBLISH, 1, 0, 1)],
    ]
    trips = replayed(waiting, [[(0, False)]], caches, simulator, tmp_path)
    assert trips.iteration_ps == pytest.approx(2 * (10**6 * 1000 + 100_000), rel=0.001)


def test_a_sample_of_the_sets_counts_for_all(simulator: Path, tmp_path: Path) -> None:
    caches = [Cache(1, 64 * 2 * LINE, 2), Cache(2, 128 * 4 * LINE, 4)]
    accesses = by_chance(3, 20_000)
    every, some = (
        replayed([[PASS, fire(0, len(accesses))]], [accesses], caches, simulator, tmp_path, sample=sample)
        for sample in (ALL_SETS, 0x5555555555555555)
    )
    assert some.levels[0].accesses == every.levels[0].accesses
    assert some.levels[1].miss_rate == pytest.approx(every.levels[1].miss_rate, abs=0.03)
    assert some.iteration_ps == pytest.approx(every.iteration_ps, rel=0.03)


def test_slices_of_a_sample_take_as_long_as_those_of_all_sets(simulator: Path, tmp_path: Path) -> None:
    """Two cores wait for the memory in bursts, which slices that are longer would level."""
    caches = [Cache(1, 64 * 2 * LINE, 2), Cache(2, 64 * 4 * LINE, 4)]
    near, far = (itertools.cycle(range(0, lines * LINE, LINE)) for lines in (192, 1024))
    trace = [(next(burst), False) for burst in itertools.islice(itertools.cycle((near, far)), 600) for _ in range(96)]
    every, some = (
        replayed([[PASS, fire(0, len(trace))]] * 2, [trace], caches, simulator, tmp_path, sample=sample)
        for sample in (ALL_SETS, QUICK_SETS)
    )
    assert some.levels[1].miss_rate == pytest.approx(every.levels[1].miss_rate, abs=0.005)
    assert some.iteration_ps == pytest.approx(every.iteration_ps, rel=0.002)


def test_who_is_told_to_go_on_runs_beside_who_told(simulator: Path, tmp_path: Path) -> None:
    """Two cores that miss all the time share a memory that suffices for both."""
    caches = [Cache(1, 4 * KIB, 4)]
    trace = [(at * LINE % MEMORY_BYTES, False) for at in range(50_000)]
    lists = [
        [PASS, fire(1, 10**6), (Kind.PUBLISH, 0, 0, 1), fire(0, 10**6)],
        [PASS, (Kind.WAIT, 0, 0, 1), fire(0, 10**6)],
    ]
    found = replayed(lists, [trace, [(0, False)]], caches, simulator, tmp_path)
    assert found.dram_reads == pytest.approx(100_000, abs=100)
    assert found.queue_ns < 20
    assert found.iteration_ps < 1.1 * (2 * 10**9 + 50_000 * 50_000 / 4)


def test_what_was_told_before_the_passes_that_count_is_known(simulator: Path, tmp_path: Path) -> None:
    """Cores that wait for each other's trip before, and miss all the time, run beside one that waits for nobody."""
    caches = [Cache(1, 4 * KIB, 4)]
    trace = [(at * LINE % MEMORY_BYTES, False) for at in range(50_000)]
    lists = [
        [
            (Kind.PASS, -1), (Kind.PUBLISH, core, 0, 1),
            PASS, (Kind.WAIT, 1 - core, 0, 1), fire(0, 10**6), (Kind.PUBLISH, core, 1, 1),
        ]
        for core in range(2)
    ]  # fmt: skip
    lists.append([(Kind.PASS, -1), PASS, fire(0, 10**6)])
    found = replayed(lists, [trace], caches, simulator, tmp_path)
    assert found.queue_ns < 30
    assert found.iteration_ps < 1.1 * (10**9 + 50_000 * 55_000 / 4)
