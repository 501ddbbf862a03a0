# SPDX-License-Identifier: Apache-2.0
"""From made-up figures to costs: differences, medians, what noise may not do, what is absent."""

from __future__ import annotations

from dfgen.build.engine_figures import engine_cost_of, with_engine
from dfgen.build.figures import Figures, calibration_of
from dfgen.model.costs import SHIPPED

SIZES = (4096, 65536, 1 << 20)
BASE = SHIPPED


def copies(where: str, memcpy: float, stream: float, rounds: int = 3) -> Figures:
    """Loops in which a shared window takes 1 ns a byte, and copies so much more."""
    more = {"none": 0.0, "memcpy": memcpy, "stream": stream}
    return {
        f"{how} {where} {reads}": {size: [size * (1 + ns)] * rounds for size in SIZES}
        for how, ns in more.items()
        for reads in ("read", "unread")
    }


def test_a_curve_is_what_a_copy_adds() -> None:
    found = calibration_of(copies("near", 0.5, 0.25), BASE)
    assert found.costs.copy("memcpy").near_read == tuple((size, 0.5) for size in SIZES)
    assert found.costs.copy("stream").near_unread == tuple((size, 0.25) for size in SIZES)
    assert found.rounds == 3
    assert found.smoothed == ()


def test_what_is_not_there_stays_as_shipped_and_is_named() -> None:
    found = calibration_of(copies("near", 0.5, 0.25), BASE)
    assert found.costs.copy("memcpy").far_read == BASE.copy("memcpy").far_read
    assert "copies of what another core wrote" in found.absent
    assert "private views" in found.absent
    assert "copies of what the same core wrote" not in found.absent
    assert calibration_of({}, BASE).costs == BASE


def test_one_slow_round_spoils_nothing() -> None:
    figures = {name: {size: list(v) for size, v in sizes.items()} for name, sizes in copies("near", 0.5, 0.25).items()}
    figures["memcpy near read"][65536][1] *= 50
    found = calibration_of(figures, BASE)
    assert found.costs.copy("memcpy").near_read == tuple((size, 0.5) for size in SIZES)


def test_a_larger_copy_never_takes_less_time() -> None:
    figures = {name: {size: list(v) for size, v in sizes.items()} for name, sizes in copies("near", 0.5, 0.25).items()}
    figures["memcpy near read"][1 << 20] = [float(1 << 20)] * 3  # as fast as no copy at all
    found = calibration_of(figures, BASE)
    curve = found.costs.copy("memcpy").near_read
    totals = [round(size * cost / 100) for size, cost in curve]  # costs have three digits
    assert totals == sorted(totals)
    assert all(cost > 0 for _, cost in curve)
    assert found.smoothed == ("memcpy near read",)


def test_nothing_costs_less_than_nothing() -> None:
    found = calibration_of(copies("near", -0.5, 0.25), BASE)
    assert found.costs.copy("memcpy").near_read == tuple((size, 0.0) for size in SIZES)


def test_views() -> None:
    """300 ns a use; nothing for clean bytes; of a quarter of the pages, each byte takes 0.4 ns."""
    window = {size: [float(size)] * 3 for size in SIZES}
    figures: Figures = {
        "view clean without": window,
        "view written without": window,
        "view clean": {size: [size + 300.0] * 3 for size in SIZES},
        "view written": {size: [size + 300 + 0.4 * size / 4] * 3 for size in SIZES},
    }
    costs = calibration_of(figures, BASE).costs
    assert costs.view_ns == 300
    assert costs.view_clean_ns_per_byte == tuple((size, 0.0) for size in SIZES)
    assert [round(cost, 2) for _, cost in costs.view_written_ns_per_byte] == [0.4, 0.4, 0.4]


def test_eviction_is_for_each_byte_that_was_resident() -> None:
    figures: Figures = {
        f"evict {how} near": {size: [0.01 + ns] for size in SIZES}
        for how, ns in (("none", 0.0), ("memcpy", 0.05), ("stream", 0.02))
    }
    costs = calibration_of(figures, BASE).costs
    assert costs.copy("memcpy").evict_near == tuple((size, 0.05) for size in SIZES)
    assert costs.copy("stream").evict_near == tuple((size, 0.02) for size in SIZES)


def test_single_figures() -> None:
    figures: Figures = {
        "crossing": {0: [150.0, 900.0, 160.0]},
        "wake-up": {0: [40_000.0]},
        "read fault": {4096: [300.0]},
        "write fault": {4096: [23_000.0]},
        "lone read fault": {4096: [200.0]},
        "lone write fault": {4096: [2300.0]},
    }
    costs = calibration_of(figures, BASE).costs
    assert (costs.sync_ns, costs.futex_ns) == (160, 40_000)
    assert (costs.read_fault_ns, costs.write_fault_ns, costs.lone_write_fault_ns) == (300, 23_000, 2300)
    del figures["read fault"], figures["write fault"]  # on a machine of one core
    costs = calibration_of(figures, BASE).costs
    assert (costs.read_fault_ns, costs.write_fault_ns, costs.lone_write_fault_ns) == (200, 2300, 2300)


def test_a_fetch_is_what_both_ends_of_a_window_take_more_on_two_cores() -> None:
    """Written in 0.2 ns a byte and read in 0.1; out of another core's cache in 0.3, and then written again in 0.25."""
    figures: Figures = {
        name: {size: [size * ns + fixed] * 3 for size in SIZES}
        for name, ns, fixed in (
            ("none near unread", 0.2, 0),
            ("none near read", 0.3, 0),
            ("none far unread", 0.0, 30),
            ("none far read", 0.3, 30),
            ("written for far", 0.25, 0),
        )
    }
    found = calibration_of(figures, BASE)
    assert found.costs.fetch_ns_per_byte == tuple((size, 0.25) for size in SIZES)
    assert found.costs.fetch_owned_ns_per_byte == found.costs.fetch_ns_per_byte
    assert "windows that another core wrote" not in found.absent
    assert "windows whose lines the reader takes over" in found.absent
    owned: Figures = {
        "none far owned": {size: [size * 0.2 + 30] * 3 for size in SIZES},
        "written for owner": {size: [size * 0.2] * 3 for size in SIZES},
    }
    found = calibration_of({**figures, **owned}, BASE)
    assert found.costs.fetch_ns_per_byte == tuple((size, 0.25) for size in SIZES)
    assert found.costs.fetch_owned_ns_per_byte == tuple((size, 0.1) for size in SIZES)
    assert "windows whose lines the reader takes over" not in found.absent


def test_what_an_engine_costs() -> None:
    sizes = (4096, 1 << 20)
    figures: Figures = {
        "give": {0: [90.0, 900.0, 95.0]},
        "dirty": {size: [500 + 0.1 * size] for size in sizes},
        "cold": {size: [500 + 0.2 * size] for size in sizes},
        "write": {size: [0.05 * size] for size in sizes},
        "write alone": {size: [0.02 * size] for size in sizes},
        "read": {size: [0.03 * size] for size in sizes},
        "read alone": {size: [0.04 * size] for size in sizes},
    }
    cost = engine_cost_of("thread", figures, smoothed := [])
    assert (cost.give_ns, cost.first_ns) == (95, 500)
    assert cost.dirty_ns_per_byte == tuple((size, 0.1) for size in sizes)
    assert cost.cold_ns_per_byte == tuple((size, 0.2) for size in sizes)
    assert cost.writer_ns_per_byte == tuple((size, 0.03) for size in sizes)
    assert cost.reader_ns_per_byte == tuple((size, 0.0) for size in sizes), "nobody gains by it"
    assert smoothed == []
    costs = with_engine(SHIPPED, cost)
    assert (costs.engine_submit_ns, costs.engine_ns, costs.engine_ns_per_byte) == (95, 500, 0.1)
