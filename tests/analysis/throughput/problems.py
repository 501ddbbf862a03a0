# SPDX-License-Identifier: Apache-2.0
"""Problems for the tests of this folder: short tables, random ones by seed, and one as large as it is told to be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import lcm

from dfgen.analysis.throughput import Channel, Problem, Task

Rates = int | tuple[int, ...]
Edge = tuple[int, Rates, Rates, int, int]


def problem(durations: Sequence[int | tuple[int, ...]], edges: Sequence[Edge]) -> Problem:
    """Tasks `a`, `b`, ...; edges are (source, produced, consumed, target, tokens). One rate stands for all phases."""
    times = [(time,) if isinstance(time, int) else time for time in durations]
    tasks = tuple(Task(chr(ord("a") + index), time) for index, time in enumerate(times))
    channels = []
    for index, (source, produced, consumed, target, tokens) in enumerate(edges):
        given, taken = _rates(produced, tasks[source]), _rates(consumed, tasks[target])
        channels.append(Channel(f"c{index}", source, target, given, taken, tokens))
    return Problem(tasks, tuple(channels))


def _rates(rates: Rates, task: Task) -> tuple[int, ...]:
    return (rates,) * task.phases if isinstance(rates, int) else rates


def random_problem(seed: int) -> Problem:
    """Consistent, often cyclic, sometimes dead; with phases, zero rates, zero durations and loops of several tokens."""
    rng = random.Random(seed)
    count, cycles_max, phases_max = rng.randint(1, 6), rng.randint(1, 8), rng.choice((1, 1, 3))
    cycles = [rng.randint(1, cycles_max) for _ in range(count)]
    phases = [rng.randint(1, phases_max) for _ in range(count)]
    durations = [tuple(rng.choice((0, 1, 2, 3, 5, 10)) for _ in range(number)) for number in phases]
    around = rng.random() < 0.8
    ends = [(index, (index + 1) % count) for index in range(count if around else count - 1)]
    ends += [(rng.randrange(count), rng.randrange(count)) for _ in range(rng.randint(0, 4))]
    edges: list[Edge] = []
    plenty = rng.choice((0.7, 1.5, 3))
    for source, target in ends:
        total = lcm(cycles[source], cycles[target]) * rng.randint(1, 2)
        produced = _spread(rng, total // cycles[source], phases[source])
        consumed = _spread(rng, total // cycles[target], phases[target])
        edges.append((source, produced, consumed, target, rng.randint(0, int(total * plenty))))
    loops = rng.choice((0, 0.5, 1))
    edges += [(index, 1, 1, index, rng.choice((1, 1, 2, 3))) for index in range(count) if rng.random() < loops]
    return problem(durations, edges)


def _spread(rng: random.Random, total: int, phases: int) -> tuple[int, ...]:
    cuts = sorted(rng.randint(0, total) for _ in range(phases - 1))
    return tuple(end - start for start, end in zip([0, *cuts], [*cuts, total], strict=True))


def large_problem(seed: int, count: int, firings: int, occupancy: bool = False) -> Problem:
    """A cyclic live graph of `count` tasks whose iteration has about so many firings; `occupancy`: with bounded
    channels."""
    rng = random.Random(seed)
    cycles = [1, *(rng.randint(1, max(1, 2 * firings // count)) for _ in range(count - 1))]
    ends = [*((index, (index + 1) % count) for index in range(count))]
    ends += [(rng.randrange(count), rng.randrange(count)) for _ in range(count)]
    edges: list[Edge] = []
    for source, target in ends:
        total = lcm(cycles[source], cycles[target])
        produced, consumed = total // cycles[source], total // cycles[target]
        tokens = 0 if source < target else total * rng.randint(1, 2)
        edges.append((source, produced, consumed, target, tokens))
        if occupancy:
            edges.append((target, consumed, produced, source, total))
    return problem([rng.randint(1, 100) for _ in range(count)], edges)
