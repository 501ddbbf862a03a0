# SPDX-License-Identifier: Apache-2.0
"""Looped schedules: text such as `(3 (2 A) B)`, and how many tokens each FIFO holds at most while one runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dfgen.analysis.throughput.problem import Channel, Problem


@dataclass(frozen=True)
class Firings:
    """`count` firings in a row of task number `task`."""

    task: int
    count: int


@dataclass(frozen=True)
class Loop:
    """The terms of `body` in turn, `count` times."""

    count: int
    body: tuple[Term, ...]


Term = Firings | Loop


def looped(count: int, body: Sequence[Term]) -> Term:
    """`count` times the body, without a loop where none is needed."""
    if len(body) > 1:
        return Loop(count, tuple(body))
    inner = body[0]
    return (
        Firings(inner.task, inner.count * count)
        if isinstance(inner, Firings)
        else Loop(inner.count * count, inner.body)
    )


def opened(term: Term) -> tuple[Term, ...]:
    """A term as part of a body: what turns once needs no loop."""
    return term.body if isinstance(term, Loop) and term.count == 1 else (term,)


def text(term: Term, names: Sequence[str]) -> str:
    if isinstance(term, Firings):
        return names[term.task] if term.count == 1 else f"({term.count} {names[term.task]})"
    inner = " ".join(text(part, names) for part in term.body)
    return inner if term.count == 1 else f"({term.count} {inner})"


def firings(term: Term) -> dict[int, int]:
    """How often each task fires."""
    if isinstance(term, Firings):
        return {term.task: term.count}
    total: dict[int, int] = {}
    for part in term.body:
        for task, count in firings(part).items():
            total[task] = total.get(task, 0) + count * term.count
    return total


def appearances(term: Term) -> int:
    """How often the text names a task: the size of its code."""
    return 1 if isinstance(term, Firings) else sum(map(appearances, term.body))


def peaks(problem: Problem, term: Term) -> dict[int, int]:
    """By index of each channel between two tasks: the most tokens that it holds. The schedule must be able to run."""
    return {
        index: channel.tokens + _rise(channel, problem, term)[1]
        for index, channel in enumerate(problem.channels)
        if not channel.is_loop
    }


def lows(problem: Problem, term: Term) -> dict[int, int]:
    """By index of each channel: the fewest tokens that it holds; below 0, the schedule cannot run."""
    mirrored = Problem(problem.tasks, tuple(_mirrored(channel) for channel in problem.channels))
    return {
        index: channel.tokens - _rise(mirrored.channels[index], mirrored, term)[1]
        for index, channel in enumerate(problem.channels)
    }


def _mirrored(channel: Channel) -> Channel:
    """What it takes where it gave: its rise is how far the channel falls."""
    c = channel
    return Channel(c.name, c.target, c.source, c.consumed, c.produced, c.tokens)


def _rise(channel: Channel, problem: Problem, term: Term) -> tuple[int, int]:
    """What a channel gains over a term, and the most that it gains on the way. Runs of cyclo-static tasks that do not
    begin with their first phase need the phase: they are walked from the first firing of the schedule on."""
    cyclic = any(problem.tasks[task].phases > 1 for task in (channel.source, channel.target))
    if cyclic or channel.is_loop:
        return _walked(channel, term)
    return _rise_of_runs(channel, term)


def _rise_of_runs(channel: Channel, term: Term) -> tuple[int, int]:
    if isinstance(term, Firings):
        gain = term.count * channel.produced[0] * (term.task == channel.source)
        gain -= term.count * channel.consumed[0] * (term.task == channel.target)
        return gain, max(gain, 0)
    gain = most = 0
    for part in term.body:
        more, rise = _rise_of_runs(channel, part)
        most = max(most, gain + rise)
        gain += more
    return gain * term.count, most + max(0, gain) * (term.count - 1)


def _walked(channel: Channel, term: Term) -> tuple[int, int]:
    fired = {channel.source: 0, channel.target: 0}
    gain = most = 0
    for run in runs(term):
        for _ in range(run.count if run.task in fired else 0):
            phase = fired[run.task]
            if run.task == channel.target:
                gain -= channel.consumed[phase % len(channel.consumed)]
            if run.task == channel.source:
                gain += channel.produced[phase % len(channel.produced)]
            fired[run.task] += 1
            most = max(most, gain)
    return gain, most


def runs(term: Term) -> Iterator[Firings]:
    """The firings in their order."""
    if isinstance(term, Firings):
        yield term
        return
    for _ in range(term.count):
        for part in term.body:
            yield from runs(part)


def compressed(sequence: Sequence[Firings], longest: int = 400, looks_max: int = 5_000_000) -> Term:
    """A looped schedule of the same order: repetitions of up to `longest` terms are folded, short ones first, until
    about `looks_max` terms have been looked at."""
    terms: list[Term] = [
        Firings(task, sum(run.count for run in group)) for task, group in groupby(sequence, key=lambda run: run.task)
    ]
    length, looks = 1, 0
    while length <= min(longest, len(terms) // 2) and looks < looks_max:
        looks += len(terms)
        folded = _folded(terms, length)
        length = 1 if len(folded) < len(terms) and length > 1 else length + 1
        terms = folded
    return looped(1, terms)


def _folded(terms: Sequence[Term], length: int) -> list[Term]:
    """Neighbouring repetitions of `length` terms as loops."""
    numbers = _numbered(terms)
    found: list[Term] = []
    place, last = 0, len(terms) - length
    while place < len(terms):
        count = 1
        if place < last and numbers[place] == numbers[place + length]:
            while numbers[place : place + length] == numbers[place + count * length : place + (count + 1) * length]:
                count += 1
        if count > 1:
            found.append(looped(count, terms[place : place + length]))
            place += count * length
        else:
            found.append(terms[place])
            place += 1
    return found


def _numbered(terms: Sequence[Term]) -> list[int]:
    """Equal terms have equal numbers, which compare faster."""
    number: dict[Term, int] = {}
    return [number.setdefault(term, len(number)) for term in terms]


def names_of(problem: Problem) -> list[str]:
    return [task.name for task in problem.tasks]
