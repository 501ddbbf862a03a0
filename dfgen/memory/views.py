# SPDX-License-Identifier: Apache-2.0
"""Views of views: what a routing actor's ports see of the stream it cuts, repeats or gathers.

All functions take the view of a stream that passes in units of `unit` tokens (a firing of the routing actor) and give
the view of the derived stream, or None where it cannot be written as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dfgen.model.plan import View
from dfgen.model.port import SlicePattern

MAX_RUNS = 4096
"""Effort: views with more runs than this in a unit are not compared run by run."""


def spaced(unit: int, lead: int, trail: int) -> View:
    """A stream whose units stand apart, with `lead` tokens before each and `trail` after."""
    return _tidy(View(lead, unit, ((0, unit + lead + trail),)))


def within(view: View, unit: int, first: int, count: int) -> View | None:
    """Tokens [first, first + count) of every unit."""
    return _derived(view, unit, first, count, ())


def repeated(view: View, unit: int, count: int) -> View | None:
    """Every unit over and over until `count` tokens have passed."""
    if count < unit:
        return within(view, unit, 0, count)
    return _derived(view, unit, 0, unit, ((count // unit, 0),)) if count % unit == 0 else None


def last_kept(view: View, unit: int, count: int) -> View | None:
    """Where a writer of `count` tokens puts them when only the last `unit` are kept: each lot over the one before."""
    return _derived(view, unit, 0, unit, ((count // unit, 0),)) if count % unit == 0 else None


def sliced(view: View, unit: int, pattern: SlicePattern) -> View | None:
    """The windows of a slice pattern in every unit."""
    cut = (pattern.count, pattern.step_tokens)
    return _derived(view, unit, pattern.start_tokens, pattern.length_tokens, (cut,))


def _derived(view: View, unit: int, first: int, run: int, inner: tuple[tuple[int, int], ...]) -> View | None:
    if run == 0:
        return None
    if view.run == 0:
        dims: tuple[tuple[int, int], ...] = ((0, unit),)
    elif view.run % unit == 0:
        outer = view.dims or ((0, 0),)
        dims = outer if view.run == unit else (*outer, (view.run // unit, unit))
    else:
        return None
    return _tidy(View(view.base + first, run, (*dims, *inner)))


def _tidy(view: View) -> View:
    """Join runs that stand end to end."""
    run, dims = view.run, [dim for dim in view.dims if dim[0] != 1]
    while dims and dims[-1][1] == run:
        count, _ = dims.pop()
        run = run * count
        if count == 0:
            return View(view.base)
    return View(view.base, run, tuple(dims))


def overlap(a: View, b: View) -> bool:
    """Whether two views of one slot may share a token (True where it is too dear to tell)."""
    if a.run == 0 or b.run == 0:
        return True
    if a.dims[0][1] != b.dims[0][1] or _runs_in_unit(a) + _runs_in_unit(b) > MAX_RUNS:
        return True
    return _any_meet([*_intervals(a), *_intervals(b)], a.dims[0][1])


def overlaps_itself(view: View) -> bool:
    """Whether two windows of one view may share a token."""
    if view.run == 0:
        return False
    if _runs_in_unit(view) > MAX_RUNS:
        return True
    return _any_meet(list(_intervals(view)), view.dims[0][1])


def _runs_in_unit(view: View) -> int:
    runs = 1
    for count, _ in view.dims[1:]:
        runs *= count
    return runs


def _intervals(view: View) -> Iterator[tuple[int, int]]:
    for index in range(_runs_in_unit(view)):
        start = view.offset(index * view.run)
        yield start, start + view.run


def _any_meet(intervals: list[tuple[int, int]], period: int) -> bool:
    """Whether any two intervals meet, the whole pattern coming again every `period` tokens."""
    intervals.sort()
    for (_, stop), (start, _) in pairwise(intervals):
        if start < stop:
            return True
    return bool(intervals) and max(stop for _, stop in intervals) - intervals[0][0] > period
