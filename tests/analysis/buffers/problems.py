# SPDX-License-Identifier: Apache-2.0
"""Throughput problems for the tests of this folder: small random ones, and the rates of published graphs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from random import Random

import pytest

from dfgen.analysis.buffers import search
from dfgen.analysis.throughput.problem import Channel, Problem, Task
from dfgen.analysis.throughput.self_timed import self_timed

Link = tuple[str, int | tuple[int, ...], int | tuple[int, ...], str] | tuple[str, int, int, str, int]


def problem(times: dict[str, int | tuple[int, ...]], links: Sequence[Link], loops: str = "") -> Problem:
    """Links are (source, rates written, rates read, target[, tokens]); tasks named in `loops` fire one at a time."""
    index = {name: place for place, name in enumerate(times)}
    tasks = tuple(Task(name, _each(duration)) for name, duration in times.items())
    channels = [
        Channel(
            f"{link[0]}:{link[3]}",
            index[link[0]],
            index[link[3]],
            _spread(_each(link[1]), tasks[index[link[0]]].phases),
            _spread(_each(link[2]), tasks[index[link[3]]].phases),
            link[4] if len(link) == 5 else 0,
        )
        for link in links
    ]
    for name in loops.split():
        ones = (1,) * tasks[index[name]].phases
        channels.append(Channel(f"{name}:{name}", index[name], index[name], ones, ones, 1))
    return Problem(tasks, tuple(channels))


def _each(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else value


def _spread(rates: tuple[int, ...], phases: int) -> tuple[int, ...]:
    return rates * (phases // len(rates))


def samplerate() -> Problem:
    """From 44.1 to 48 kHz in four steps, with the times that the literature uses."""
    times: dict[str, int | tuple[int, ...]] = {"a": 5, "b": 2, "c": 3, "d": 1, "e": 4, "f": 6}
    links = [("a", 1, 1, "b"), ("b", 2, 3, "c"), ("c", 2, 7, "d"), ("d", 8, 7, "e"), ("e", 5, 1, "f")]
    return problem(times, links, "a b c d e f")


def video_decoder() -> Problem:
    times: dict[str, int | tuple[int, ...]] = {"parse": 13009, "scale": 559, "transform": 486, "compose": 5479}
    links = [("parse", 594, 1, "scale"), ("scale", 1, 1, "transform"), ("transform", 1, 594, "compose")]
    return problem(times, links, "parse scale compose")


def video_encoder() -> Problem:
    times: dict[str, int | tuple[int, ...]] = {
        "estimate": 191074, "encode": 8409, "vlc": 13009, "decode": 6264, "compensate": 5678,
    }  # fmt: skip
    links = [
        ("compensate", 1, 1, "estimate", 1),
        ("estimate", 99, 1, "encode"),
        ("encode", 1, 99, "vlc"),
        ("encode", 1, 1, "decode"),
        ("decode", 1, 99, "compensate"),
    ]
    return problem(times, links, "vlc compensate")


def bypass(row: int, late: int) -> Problem:
    """A firing of `late` beside FIFOs in a row, which hold together what comes meanwhile, however it is shared."""
    names = ["start", *(f"row{place}" for place in range(row)), "end"]
    times: dict[str, int | tuple[int, ...]] = {**dict.fromkeys(names, 1), "late": late}
    pairs = [*pairwise(names), ("start", "late"), ("late", "end")]
    return problem(times, [(source, 1, 1, target) for source, target in pairs], " ".join(names))


def bounded_steps(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Searches end after so many."""
    monkeypatch.setattr(search, "STEPS_MAX", steps)
    monkeypatch.setattr(search, "PASSES_MAX", 0)


def random_problem(random: Random) -> Problem:
    """Up to four tasks with one or two phases in a tree of channels, at times with one channel back; it is live."""
    tasks = [Task(f"t{i}", tuple(random.randint(0, 4) for _ in range(random.choice((1, 1, 2))))) for i in range(3)]
    cycles = [random.choice((1, 2, 3)) for _ in tasks]
    pairs = [(random.randrange(i), i) for i in range(1, len(tasks))]
    pairs = [(a, b) if random.random() < 0.7 else (b, a) for a, b in pairs]
    channels = [_channel(random, tasks, cycles, a, b, random.choice((0, 0, 1, 2))) for a, b in pairs]
    if random.random() < 0.5:
        a, b = random.choice(pairs)
        back = _channel(random, tasks, cycles, b, a, 0)
        whole = cycles[b] * sum(back.produced)
        channels.append(_with_tokens(back, whole * random.choice((1, 2))))
    ones = [(1,) * task.phases for task in tasks]
    channels += [Channel(f"loop{i}", i, i, one, one, 1) for i, one in enumerate(ones) if random.random() < 0.6]
    return Problem(tuple(tasks), tuple(channels))


def _channel(random: Random, tasks: list[Task], cycles: list[int], a: int, b: int, tokens: int) -> Channel:
    total = lcm(cycles[a], cycles[b])
    produced = _parts(random, total // cycles[a], tasks[a].phases)
    consumed = _parts(random, total // cycles[b], tasks[b].phases)
    return Channel(f"{a}{b}{random.random()}", a, b, produced, consumed, tokens)


def _parts(random: Random, total: int, phases: int) -> tuple[int, ...]:
    first = random.randint(0, total)
    return (total,) if phases == 1 else (first, total - first)


def _with_tokens(channel: Channel, tokens: int) -> Channel:
    c = channel
    return Channel(c.name, c.source, c.target, c.produced, c.consumed, tokens)


def bounded_period(given: Problem, capacities: dict[int, int]) -> Fraction | None:
    """The period with channels that go back, by execution; None for no room or a deadlock."""
    back = []
    for index, capacity in capacities.items():
        channel = given.channels[index]
        if capacity < channel.tokens:
            return None
        occupancy = capacity - channel.tokens
        back.append(
            Channel(f"room{index}", channel.target, channel.source, channel.consumed, channel.produced, occupancy)
        )
    return self_timed(Problem(given.tasks, (*given.channels, *back))).period
