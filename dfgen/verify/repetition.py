# SPDX-License-Identifier: Apache-2.0
"""Uses of a buffer with too many pieces to look at each, by the tokens after which they repeat."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import prod

from dfgen.verify.uses import MANY, Use


def apart(*uses: Use) -> bool:
    """Whether uses of a buffer surely have no place in common, though they have too many pieces to look at each: they
    repeat after as many tokens, and in no repetition does a run of one meet one of another."""
    if all(use.has_all_pieces for use in uses):
        return False
    repetitions = [_repetition_of(use) for use in uses]
    period = repetitions[0][0]
    if period == 0 or any(other != period for other, _ in repetitions) or uses[0].buffer.span_tokens % period:
        return False
    runs = ((start % period, count) for _, found in repetitions for start, count in found)
    ordered = sorted((start, start + count) for start, count in runs)
    return all(end <= start for (_, end), (start, _) in pairwise((*ordered, (ordered[0][0] + period, 0))))


def _repetition_of(use: Use) -> tuple[int, list[tuple[int, int]]]:
    """After how many tokens of its buffer a use repeats, and the starts and lengths of the runs that lie in between, of
    which it may use less; 0 where it does not repeat, or they are too many."""
    view, stream = use.window.view, use.stream
    first = view.base - use.buffer.history_tokens - use.window.shift * use.buffer.span_tokens
    if view.run == 0:
        if len(stream.counts) != len(stream.rates) or use.is_stationary:
            return 0, []
        starts = (first + start + stream.first for start in stream.starts)
        return stream.starts[-1], list(zip(starts, stream.counts, strict=False))
    inner = view.dims[1:]
    if not view.dims or prod(count for count, _ in inner) > MANY:
        return 0, []
    digits = product(*(range(count) for count, _ in inner))
    moved = (sum(d * stride for d, (_, stride) in zip(each, inner, strict=True)) for each in digits)
    return view.dims[0][1], [(first + by, view.run) for by in moved]


class ByRepetition:
    """Uses by what each repetition of theirs may hold, so that of very many few are asked about a place."""

    def __init__(self, uses: Sequence[Use]) -> None:
        self._uses = uses
        runs: dict[int, list[tuple[int, int, int]]] = {}
        self._others: list[int] = []
        """Those that do not repeat."""
        for index, use in enumerate(uses):
            period, found = _repetition_of(use)
            if period <= 0:
                self._others.append(index)
                continue
            for start, count in found:
                first, rest = start % period, min(count, period)
                runs.setdefault(period, []).append((first, min(first + rest, period), index))
                if first + rest > period:
                    runs[period].append((0, first + rest - period, index))
        self._parts = {period: _parts(found) for period, found in runs.items()}

    def near(self, place: int) -> Iterator[Use]:
        """Those that may use the place, in their order."""
        found = {*self._others}
        for period, (edges, inside) in self._parts.items():
            part = bisect_right(edges, place % period) - 1
            found.update(inside[part] if part >= 0 else ())
        return (self._uses[index] for index in sorted(found))


def _parts(runs: Sequence[tuple[int, int, int]]) -> tuple[list[int], list[list[int]]]:
    """Where runs begin or end, and whose runs hold what lies from there to the next such place."""
    edges = sorted({edge for start, end, _ in runs for edge in (start, end)})
    inside: list[list[int]] = [[] for _ in edges]
    for start, end, index in runs:
        for part in range(bisect_left(edges, start), bisect_left(edges, end)):
            inside[part].append(index)
    return edges, inside
