# SPDX-License-Identifier: Apache-2.0
"""Views against what routing actors do, token by token."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from dfgen.memory import views
from dfgen.model.plan import View
from dfgen.model.port import SlicePattern


def offsets(view: View, tokens: int) -> list[int]:
    return [view.offset(token) for token in range(tokens)]


def random_view(rng: random.Random) -> tuple[View, int]:
    """A view made by up to three routing actors, and the unit in which its stream passes."""
    unit = rng.choice([4, 6, 12])
    view, passed = View(), unit
    if rng.random() < 0.3:
        view = views.spaced(unit, rng.randint(0, 3), rng.randint(1, 3))
    for _ in range(rng.randint(0, 3)):
        kind = rng.choice(["within", "repeated", "last", "sliced"])
        if kind == "within":
            first = rng.randrange(passed)
            count = rng.randint(1, passed - first)
            made = views.within(view, passed, first, count)
        elif kind == "repeated":
            count = rng.choice([1, passed, 2 * passed, 3 * passed])
            made = views.repeated(view, passed, count)
        elif kind == "last":
            count = passed * rng.randint(1, 3)
            made = views.last_kept(view, passed, count)
        else:
            length = rng.randint(1, passed)
            pattern = SlicePattern(rng.randint(1, 3), length, 0, rng.randint(0, passed - length))
            if (pattern.count - 1) * pattern.step_tokens + length > passed:
                continue
            count = pattern.count * length
            made = views.sliced(view, passed, pattern)
        if made is not None:
            view, passed = made, count
    return view, passed


def test_within_is_a_part_of_every_unit() -> None:
    view = views.within(View(), 5, 1, 2)
    assert view is not None
    assert offsets(view, 6) == [1, 2, 6, 7, 11, 12]
    inner = views.within(view, 2, 1, 1)
    assert inner is not None
    assert offsets(inner, 3) == [2, 7, 12]


def test_no_tokens_are_no_view() -> None:
    assert views.within(View(), 5, 1, 0) is None


def test_what_is_too_dear_to_tell_may_meet() -> None:
    unmerged = View(0, 1, ((0, 4), (2, 2)))
    assert not views.overlaps_itself(unmerged)
    many = View(0, 1, ((0, 4 * views.MAX_RUNS), (2 * views.MAX_RUNS, 2)))
    assert views.overlaps_itself(many)
    assert views.overlap(many, many)


def test_units_over_several_runs_are_no_view() -> None:
    view = views.within(View(), 5, 1, 2)
    assert view is not None
    assert views.within(view, 4, 0, 1) is None
    assert views.repeated(View(), 4, 6) is None


def test_repeated_gives_every_unit_again() -> None:
    view = views.repeated(View(), 2, 6)
    assert view is not None
    assert offsets(view, 12) == [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]
    part = views.repeated(View(), 4, 2)
    assert part is not None
    assert offsets(part, 4) == [0, 1, 4, 5]


def test_last_kept_lays_each_lot_over_the_one_before() -> None:
    view = views.last_kept(View(), 2, 6)
    assert view is not None
    assert offsets(view, 8) == [0, 1, 0, 1, 0, 1, 2, 3]


def test_slices_may_overlap_and_run_backwards() -> None:
    view = views.sliced(View(), 8, SlicePattern(3, 4, 0, 2))
    assert view is not None
    assert offsets(view, 12) == [0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7]
    back = views.sliced(View(), 8, SlicePattern(2, 4, 4, -4))
    assert back is not None
    assert offsets(back, 16) == [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11]


def test_slices_end_to_end_are_the_stream_itself() -> None:
    assert views.sliced(View(), 8, SlicePattern(2, 4, 0, 4)) == View()
    assert views.within(View(), 8, 0, 8) == View()


def test_spaced_leaves_gaps() -> None:
    assert offsets(views.spaced(3, 2, 1), 6) == [2, 3, 4, 8, 9, 10]


@pytest.mark.parametrize("seed", range(200))
def test_overlaps_are_never_missed(seed: int) -> None:
    rng = random.Random(seed)
    (a, unit_a), (b, unit_b) = random_view(rng), random_view(rng)
    touched_a, touched_b = offsets(a, unit_a * 12), offsets(b, unit_b * 12)
    if set(touched_a) & set(touched_b):
        assert views.overlap(a, b)
    if len(set(touched_a)) < len(touched_a):
        assert views.overlaps_itself(a)


@pytest.mark.parametrize("seed", range(100))
def test_one_piece_means_one_piece(seed: int) -> None:
    view, unit = random_view(random.Random(seed))
    for window in range(1, unit + 1):
        if view.holds(window):
            for first in range(0, 4 * unit // window * window, window):
                start = view.offset(first)
                assert [view.offset(first + i) for i in range(window)] == list(range(start, start + window))


def test_parts_of_one_unit_do_not_overlap() -> None:
    parts = [views.within(View(), 9, first, 3) for first in (0, 3, 6)]
    for a, b in combinations(parts, 2):
        assert a is not None
        assert b is not None
        assert not views.overlap(a, b)
        assert not views.overlaps_itself(a)
