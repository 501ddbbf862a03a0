# SPDX-License-Identifier: Apache-2.0
"""What copies cost on caches that a platform file describes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.model.cache_costs import CURVES_OF_CACHES, OVERLAP, Hierarchy, curves_of_caches, where
from dfgen.model.caches import Cache, Dram
from dfgen.model.costs import SHIPPED, Curve, at
from dfgen.model.diagnostics import UserError
from dfgen.model.platform import default_platform, load_platform, with_cores

KIB, MIB = 1 << 10, 1 << 20
CLOCK_MHZ = 2000
LINE = 64
LEVELS = (
    Cache(1, 32 * KIB, 8),
    Cache(2, 256 * KIB, 8, hit_cycles=8),
    Cache(3, 8 * MIB, 16, shared_by=4, hit_cycles=32),
)
QUICK = Dram(latency_ns=80, bytes_per_s=10**12)
NARROW = Dram(cores_per_controller=4, latency_ns=80, bytes_per_s=6_400_000_000)
COPY_NS = 2 * LINE / 16 / 2
FILE = """
cores = 4
clock_mhz = 2000
[[caches]]
level = 1
bytes = 32768
ways = 8
[[caches]]
level = 2
bytes = 1048576
ways = 16
shared_by = 4
"""


def machine(dram: Dram = QUICK, caches: tuple[Cache, ...] = LEVELS, cores: int = 4) -> Hierarchy:
    return Hierarchy(caches, dram, cores, CLOCK_MHZ)


def line_ns(of: Hierarchy, name: str, size: int) -> float:
    """Of a point of a curve, for a line."""
    return dict(curves_of_caches(of)[f"{name}_ns_per_byte"])[size] * LINE


@pytest.mark.parametrize(
    ("size", "found_ns"), [(4 * KIB, 0), (64 * KIB, 4), (1 * MIB, 16), (8 * MIB, 80)], ids=["L1", "L2", "L3", "memory"]
)
def test_a_copy_waits_for_two_more_lines_where_they_are(size: int, found_ns: int) -> None:
    found = line_ns(machine(), "memcpy_near_read", size)
    assert found == pytest.approx(COPY_NS + 2 * found_ns / OVERLAP, abs=0.01)


def test_a_busy_controller_takes_its_time_for_each_line() -> None:
    """A copy in memory has three lines more: one is fetched, one goes back, and one is read."""
    controller_ns = 4 * LINE / 6.4
    assert line_ns(machine(NARROW), "memcpy_near_read", 8 * MIB) == pytest.approx(3 * controller_ns, abs=0.01)
    assert line_ns(machine(NARROW), "stream_near_read", 8 * MIB) == pytest.approx(2 * controller_ns, abs=0.01)
    alone = machine(replace(NARROW, cores_per_controller=1))
    assert line_ns(alone, "memcpy_near_read", 8 * MIB) == pytest.approx(COPY_NS + 2 * 80 / OVERLAP, abs=0.01)


def test_a_copy_past_the_caches_is_read_from_the_memory() -> None:
    assert line_ns(machine(), "stream_near_read", 64 * KIB) == pytest.approx(COPY_NS + 80 / OVERLAP, abs=0.01)
    assert line_ns(machine(), "stream_near_unread", 64 * KIB) == pytest.approx(COPY_NS + 4 / OVERLAP, abs=0.01)


def test_what_another_core_wrote_comes_from_where_both_see_it() -> None:
    private = (*LEVELS[:2], replace(LEVELS[2], bytes=2 * MIB, shared_by=1))
    in_common, apart = (line_ns(machine(caches=caches), "memcpy_far_unread", 128 * KIB) for caches in (LEVELS, private))
    assert in_common == pytest.approx(COPY_NS + (16 + 4) / OVERLAP, abs=0.01)
    assert apart == pytest.approx(COPY_NS + (80 + 4) / OVERLAP, abs=0.01)


def test_what_was_kept_comes_back_from_farther_out() -> None:
    assert line_ns(machine(), "evict_memcpy_near", 64 * KIB) == 0
    assert line_ns(machine(), "evict_memcpy_near", 128 * KIB) == pytest.approx((16 - 4) / OVERLAP, abs=0.01)
    assert line_ns(machine(), "evict_stream_near", 64 * KIB) == 0
    assert line_ns(machine(), "evict_memcpy_far", 1 * MIB) == 0
    in_common = (LEVELS[0], replace(LEVELS[1], bytes=1 * MIB, shared_by=4), LEVELS[2])
    assert line_ns(machine(caches=in_common), "evict_memcpy_far", 128 * KIB) == pytest.approx(12 / OVERLAP, abs=0.01)


def test_cores_that_are_not_there_share_nothing() -> None:
    alone = machine(cores=1)
    assert line_ns(alone, "memcpy_near_read", 4 * MIB) < line_ns(machine(), "memcpy_near_read", 4 * MIB)
    assert where(alone, 8 * MIB) == "stay in L3, of which a core has 8 MiB"
    told = "stay in no cache: a core has 2 MiB of L3, and the memory takes 0.31 ns a byte"
    assert where(machine(), 8 * MIB) == told


def test_costs_follow_from_the_caches_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(FILE + "[dram]\nlatency_ns = 70\n")
    platform = load_platform(file)
    assert set(platform.following) == CURVES_OF_CACHES
    assert platform.costs.sync_ns == SHIPPED.sync_ns
    assert not CURVES_OF_CACHES & platform.to_json()["costs"].keys()
    fewer = with_cores(platform, 2)
    assert at_mib(fewer.costs.copy("memcpy").near_read) < at_mib(platform.costs.copy("memcpy").near_read)
    assert with_cores(fewer, 4) == platform


def at_mib(curve: Curve) -> float:
    return at(curve, MIB // 4)


def test_what_a_file_says_counts(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(FILE + "[costs]\nmemcpy_near_read_ns_per_byte = [[4096, 5.0]]\n")
    platform = load_platform(file)
    assert platform.costs.copy("memcpy").near_read == ((4096, 5.0),)
    assert with_cores(platform, 8).costs.copy("memcpy").near_read == ((4096, 5.0),)
    assert "memcpy_near_read_ns_per_byte" in platform.to_json()["costs"]
    assert platform.costs.copy("stream") != SHIPPED.copy("stream")


def test_nothing_follows_where_no_caches_are_told(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("l2_bytes = 262144\n")
    platform = load_platform(file)
    assert platform.costs == SHIPPED
    assert platform.hierarchy is None
    assert default_platform().hierarchy is None


def test_a_memory_without_caches_is_told(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("cores = 4\n\n[dram]\nlatency_ns = 70\n")
    with pytest.raises(UserError) as error:
        load_platform(file)
    (found,) = error.value.diagnostics
    assert (found.id, str(found.span)) == ("caches-invalid", f"{file}:3:2")
    assert "[dram] says nothing without [[caches]]" in found.message
