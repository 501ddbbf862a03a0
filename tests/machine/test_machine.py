# SPDX-License-Identifier: Apache-2.0
"""What the mapping takes of a platform."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.machine.constants import table
from dfgen.machine.machine import DEFAULT, Machine
from dfgen.model.costs import costs_of
from dfgen.model.platform import default_platform, load_platform
from tests.bench.constants.cases import CASES

KIB = 1 << 10
MIB = 1 << 20


def machine(**costs: object) -> Machine:
    return Machine(replace(default_platform(), costs=costs_of(costs)))


def test_the_shipped_platform() -> None:
    assert (DEFAULT.sync_ns, DEFAULT.fetch_byte_ns, DEFAULT.publish_bytes) == (200, Fraction(1, 10), 16 * KIB)
    assert (DEFAULT.block_bytes, DEFAULT.own_cache_bytes, DEFAULT.streamed_bytes) == (512 * KIB, MIB, 8 * MIB)


def test_a_platform_without_a_fetch_takes_it_from_its_crossing() -> None:
    """Lines of a window cross as that of a counter does."""
    assert machine(sync_ns=20_000).fetch_byte_ns == 10
    assert machine(sync_ns=20_000, fetch_ns_per_byte=[[4096, 0.5]]).fetch_byte_ns == Fraction(1, 2)
    assert machine(sync_ns=0).crossing_byte_ns == 0
    assert machine(futex_ns=1).fetch_byte_ns == DEFAULT.fetch_byte_ns


def test_a_fetch_is_that_of_what_is_published_at_a_time() -> None:
    curve = [[4 * KIB, 0.4], [16 * KIB, 0.25], [64 * KIB, 0.1]]
    assert machine(fetch_ns_per_byte=curve).fetch_byte_ns == Fraction(1, 4)
    assert machine(sync_ns=800, fetch_ns_per_byte=curve).fetch_byte_ns == Fraction(1, 10)


def test_readers_take_over_lines_where_they_gain_by_it() -> None:
    curve = [[16 * KIB, 0.25]]
    assert machine(fetch_ns_per_byte=curve).fetch_byte_ns == Fraction(1, 4)
    assert machine(fetch_ns_per_byte=curve, fetch_owned_ns_per_byte=[[16 * KIB, 0.1]]).fetch_byte_ns == Fraction(1, 10)
    assert machine(fetch_ns_per_byte=curve, fetch_owned_ns_per_byte=[[16 * KIB, 0.4]]).fetch_byte_ns == Fraction(1, 4)


@pytest.mark.parametrize(("sync_ns", "size"), [(0, 64), (1, 128), (20, 2 * KIB), (400, 32 * KIB), (10**9, 512 * KIB)])
def test_dear_crossings_publish_more_at_a_time(sync_ns: int, size: int) -> None:
    """From a line to a block."""
    assert machine(sync_ns=sync_ns).publish_bytes == size


def test_sizes_follow_the_caches() -> None:
    small = Machine(replace(default_platform(), l2_bytes=256 * KIB, l3_bytes=512 * KIB))
    assert (small.block_bytes, small.own_cache_bytes, small.streamed_bytes) == (64 * KIB, 128 * KIB, 512 * KIB)
    assert Machine(replace(default_platform(), l2_bytes=1)).publish_bytes == 1


def test_a_file_that_knows_no_fetch_still_loads(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text("[costs]\nsync_ns = 100\nfutex_ns = 4000\n")
    assert Machine(load_platform(tmp_path / "old.toml")).fetch_byte_ns == Fraction(1, 20)


def test_each_constant_names_a_case_of_the_bench() -> None:
    rows = dict(table())
    assert len(rows) > 20
    assert {row.case for row in rows.values()} == {case.name for case in CASES}
    assert all(row.unit and row.why for row in rows.values())


def test_half_and_twice() -> None:
    rows = dict(table())
    half, twice = Fraction(1, 2), Fraction(2)
    assert (rows["PASSES_MIN"].times(half), rows["PASSES_MIN"].times(twice)) == (1, 4)
    assert (rows["SHARED_GAIN"].times(half), rows["SHARED_GAIN"].times(twice)) == (Fraction(21, 20), Fraction(6, 5))
