# SPDX-License-Identifier: Apache-2.0
"""Looped schedules: text such as `(3 (2 A) B)`, and how many tokens each FIFO holds at most while one runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from dfgen.analysis.throughput.problem import Channel, Problem
from dfgen.model.frozen import frozen


@frozen
class Firings:
    """`count` firings in a row of task number `task`."""

    task: int
    count: int


@frozen
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
    """A term as part of a body: what trips once needs no loop."""
    return term.body if isinstance(term, Loop) and term.count == 1 else (term,)


def text(term: Term, names: Sequence[str]) -> str:
    if isinstance(term, Firings):
        return names[term.task] if term.count == 1 else f"({term.count} {names[term.task]})"
    inner = " ".join(text(part, names) for part in term.body)
    return inner if term.count == 1 else f"({term.count} {inner})"


def appearances(term: Term) -> int:
    """How often the text names a task: the size of its code."""
    return 1 if isinstance(term, Firings) else sum(map(appearances, term.body))


def peaks(problem: Problem, term: Term) -> dict[int, int]:
    """By index of each channel between two tasks: the most tokens that it holds. The schedule must be able to run."""
    between = {index: channel for index, channel in enumerate(problem.channels) if not channel.is_loop}
    varying = {
        index: channel
        for index, channel in between.items()
        if max(problem.tasks[channel.source].phases, problem.tasks[channel.target].phases) > 1
    }
    steady = {index: channel for index, channel in between.items() if index not in varying}
    rises = {index: rise for index, (_, rise) in _rises(_by_task(steady), term).items()}
    rises.update(_walked(varying, term) if varying else {})
    return {index: channel.tokens + rises.get(index, 0) for index, channel in between.items()}


def _by_task(channels: Mapping[int, Channel]) -> dict[int, list[tuple[int, int]]]:
    """Of each task, the channels that it touches, and what a firing adds to each."""
    found: dict[int, list[tuple[int, int]]] = {}
    for index, channel in channels.items():
        found.setdefault(channel.source, []).append((index, channel.produced[0]))
        found.setdefault(channel.target, []).append((index, -channel.consumed[0]))
    return found


def _rises(touched: Mapping[int, Sequence[tuple[int, int]]], term: Term) -> dict[int, tuple[int, int]]:
    """What each channel gains over a term, and the most that it gains on the way."""
    if isinstance(term, Firings):
        return {index: (term.count * gain, max(term.count * gain, 0)) for index, gain in touched.get(term.task, ())}
    found: dict[int, tuple[int, int]] = {}
    for part in term.body:
        for index, (more, rise) in _rises(touched, part).items():
            gain, most = found.get(index, (0, 0))
            found[index] = gain + more, max(most, gain + rise)
    return {index: (gain * term.count, most + max(0, gain) * (term.count - 1)) for index, (gain, most) in found.items()}


def _walked(channels: Mapping[int, Channel], term: Term) -> dict[int, int]:
    """The most that channels gain, one firing after the other: for tasks whose firings differ."""
    touched: dict[int, list[tuple[int, tuple[int, ...], int]]] = {}
    for index, channel in channels.items():
        touched.setdefault(channel.source, []).append((index, channel.produced, 1))
        touched.setdefault(channel.target, []).append((index, channel.consumed, -1))
    fired = dict.fromkeys(touched, 0)
    gain, most = dict.fromkeys(channels, 0), dict.fromkeys(channels, 0)
    for run in runs(term):
        for _ in range(run.count if run.task in fired else 0):
            for index, rates, sign in touched[run.task]:
                gain[index] += sign * rates[fired[run.task] % len(rates)]
                most[index] = max(most[index], gain[index])
            fired[run.task] += 1
    return most


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
    known = _Known()
    numbers = [
        known.number(Firings(task, sum(run.count for run in group)))
        for task, group in groupby(sequence, key=lambda run: run.task)
    ]
    length, looks = 1, 0
    while length <= min(longest, len(numbers) // 2) and looks < looks_max:
        looks += len(numbers)
        folded = _folded(known, numbers, length)
        length = 1 if len(folded) < len(numbers) and length > 1 else length + 1
        numbers = folded
    return looped(1, [known.terms[number] for number in numbers])


class _Known:
    """Numbers for terms, equal ones for equal terms, which compare faster than these."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self._firings: dict[Firings, int] = {}
        self._loops: dict[tuple[int, tuple[int, ...]], int] = {}

    def number(self, term: Firings) -> int:
        if term not in self._firings:
            self._firings[term] = self._new(term)
        return self._firings[term]

    def repeated(self, count: int, body: Sequence[int]) -> int:
        key = count, tuple(body)
        if key not in self._loops:
            term = looped(count, [self.terms[number] for number in body])
            self._loops[key] = self.number(term) if isinstance(term, Firings) else self._new(term)
        return self._loops[key]

    def _new(self, term: Term) -> int:
        self.terms.append(term)
        return len(self.terms) - 1


def _folded(known: _Known, numbers: Sequence[int], length: int) -> list[int]:
    """Neighbouring repetitions of `length` terms as loops."""
    found: list[int] = []
    place, last = 0, len(numbers) - length
    while place < len(numbers):
        count = 1
        if place < last and numbers[place] == numbers[place + length]:
            while numbers[place : place + length] == numbers[place + count * length : place + (count + 1) * length]:
                count += 1
        found.append(known.repeated(count, numbers[place : place + length]) if count > 1 else numbers[place])
        place += count * length if count > 1 else 1
    return found


def names_of(problem: Problem) -> list[str]:
    return [task.name for task in problem.tasks]
