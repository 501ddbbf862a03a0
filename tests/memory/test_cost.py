# SPDX-License-Identifier: Apache-2.0
"""The cost model on the shipped costs, and on costs that are easy to add up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dfgen.machine.constants import COPY_CALL_NS, VIEW_USES
from dfgen.memory.cost import Use
from dfgen.memory.estimates import best, estimate_ns, estimates_ns
from dfgen.model.costs import SHIPPED, costs_of
from dfgen.model.platform import Platform, default_platform

KIB, MIB = 1024, 1024**2
CALL_NS, FAULT_USES = COPY_CALL_NS.value, VIEW_USES.value
COPIES = ("memcpy", "stream")
ALL = (*COPIES, "cow")
PLATFORM = default_platform(2)


def flat(value: float) -> tuple[tuple[int, float], ...]:
    return ((1, value),)


def easy() -> Platform:
    """A platform on which every kind of copy takes one digit of the number of ns a byte."""
    none: dict[str, object] = {name: flat(0.0) for name, v in SHIPPED.to_json().items() if isinstance(v, list)}
    none |= dict.fromkeys(("view_ns", "read_fault_ns", "write_fault_ns", "lone_write_fault_ns"), 0)
    return Platform("easy", default_platform(2).cores, costs=costs_of(none))


def with_costs(platform: Platform, **costs: object) -> Platform:
    return replace(platform, costs=costs_of(costs, platform.costs))


def chosen(use: Use, among: tuple[str, ...] = ALL, platform: Platform = PLATFORM) -> str:
    return best(dict(estimates_ns(among, use, platform)), among)


def window(size: int, **more: object) -> Use:
    return Use(size, 1, size, **more)  # type: ignore[arg-type]


def test_sharing_and_empty_windows_cost_nothing() -> None:
    assert estimate_ns("shared", window(MIB), PLATFORM) == 0
    assert estimate_ns("memcpy", Use(0, 5, 1), PLATFORM) == 0


def test_a_copy_costs_its_bytes_its_calls_and_what_it_evicts() -> None:
    platform = with_costs(easy(), memcpy_near_read_ns_per_byte=flat(2.0), evict_memcpy_near_ns_per_byte=flat(3.0),
                          evict_memcpy_far_ns_per_byte=flat(5.0))  # fmt: skip
    use = Use(1000, 7, 100, resident_bytes=10)
    assert estimate_ns("memcpy", use, platform) == 7 * (2000 + 10 * CALL_NS + 10 * (3 + 5))
    assert estimate_ns("memcpy", use, replace(platform, cores=platform.cores[:1])) == 7 * (2000 + 10 * CALL_NS + 30)


def test_where_the_bytes_are_and_whether_they_are_read() -> None:
    names = [f"memcpy_{where}_{reads}_ns_per_byte" for where in ("near", "far") for reads in ("read", "unread")]
    platform = with_costs(easy(), **{name: flat(float(10**i)) for i, name in enumerate(names)})
    costs = [
        estimate_ns("memcpy", window(1, far=far, read=read), platform) - CALL_NS
        for far in (False, True)
        for read in (1.0, 0.0)
    ]
    assert costs == [1, 10, 100, 1000]
    assert estimate_ns("memcpy", window(2, read=0.5), platform) == 2 * 5.5 + CALL_NS


def test_a_view_costs_what_is_written_and_its_faults_once_for_many_uses() -> None:
    platform = with_costs(easy(), view_ns=100, view_clean_ns_per_byte=flat(1.0), view_written_ns_per_byte=flat(4.0))
    assert estimate_ns("cow", window(1000, written=0.25), platform) == 100 + 1000 + 1000
    assert estimate_ns("cow", window(1000, written=0.5), platform) == 100 + 1000 + 4000
    faulty = with_costs(easy(), read_fault_ns=FAULT_USES, write_fault_ns=10 * FAULT_USES)
    assert estimate_ns("cow", window(2 * 4096, written=0.2), faulty) == 2 * (1 + 2)


def test_what_goes_past_the_caches_and_what_views_copy_evicts_too() -> None:
    stream = with_costs(easy(), stream_near_read_ns_per_byte=flat(1.0), evict_stream_near_ns_per_byte=flat(3.0),
                        evict_stream_far_ns_per_byte=flat(5.0))  # fmt: skip
    use = Use(8192, 1, 4096, resident_bytes=10)
    assert estimate_ns("stream", use, stream) == 8192 + 2 * CALL_NS + 10 * (3 + 5)
    rising = ((100, 1.0), (10_000, 7.0))
    view = with_costs(easy(), evict_memcpy_near_ns_per_byte=rising)
    assert estimate_ns("cow", window(1000, written=0.1, resident_bytes=10), view) == 10 * 1
    assert estimate_ns("cow", window(10_000, written=1.0, resident_bytes=10), view) == 10 * 7


def test_views_of_many_readers_ask_together_for_faults() -> None:
    platform = with_costs(easy(), view_ns=1000)
    costs = [estimate_ns("cow", window(MIB, written=0.0, readers=n), platform) for n in (1, 2, 4)]
    assert costs == [1000, 750, 625]


def test_what_a_view_copies_costs_as_much_as_in_a_window_of_that_size() -> None:
    rising = with_costs(easy(), view_written_ns_per_byte=((MIB // 4, 1.0), (MIB, 3.0)))
    costs = [estimate_ns("cow", window(MIB, written=share), rising) for share in (0.25, 1.0)]
    assert costs == [MIB // 4, 3 * MIB]


def test_faults_are_cheap_in_a_program_of_one_core() -> None:
    faulty = with_costs(easy(), write_fault_ns=10 * FAULT_USES, lone_write_fault_ns=FAULT_USES)
    pages = replace(window(10 * 4096, written=0.2), alone=False)
    assert estimate_ns("cow", pages, faulty) == 20
    assert estimate_ns("cow", replace(pages, alone=True), faulty) == 2


def test_small_pieces_are_never_streamed() -> None:
    use = Use(MIB, 1, 64)
    assert estimate_ns("stream", use, PLATFORM) == estimate_ns("memcpy", use, PLATFORM)


def test_pieces_are_streamed_from_the_size_on_that_the_runtime_streams() -> None:
    platform = with_costs(easy(), memcpy_near_read_ns_per_byte=flat(2.0), stream_near_read_ns_per_byte=flat(3.0))
    costs = [estimate_ns("stream", Use(piece, 1, piece), platform) - CALL_NS for piece in (4095, 4096)]
    assert costs == [2 * 4095, 3 * 4096]


def test_short_pieces_never_gain_by_streaming() -> None:
    platform = with_costs(easy(), memcpy_near_read_ns_per_byte=flat(2.0), stream_near_read_ns_per_byte=flat(1.0))
    costs = [estimate_ns("stream", Use(piece, 1, piece), platform) - CALL_NS for piece in (16_383, 16_384)]
    assert costs == [2 * 16_383, 16_384]


def test_a_special_strategy_must_win_clearly() -> None:
    assert best({"memcpy": 100, "stream": 85, "cow": 80}, ALL) == "memcpy"
    assert best({"memcpy": 100, "stream": 86, "cow": 81}, ALL) == "memcpy"
    assert best({"memcpy": 100, "stream": 84, "cow": 81}, ALL) == "stream"
    assert best({"memcpy": 100, "stream": 84, "cow": 68}, ALL) == "stream"
    assert best({"memcpy": 100, "stream": 84, "cow": 67}, ALL) == "cow"
    assert best({"memcpy": 100, "stream": 86, "cow": 79}, ALL) == "cow"


@pytest.mark.parametrize("size", [KIB, 16 * KIB, 71 * KIB, 256 * KIB, MIB])
def test_what_fits_the_cache_and_is_read_is_copied_through_it(size: int) -> None:
    assert chosen(window(size), COPIES) == "memcpy"
    assert chosen(window(size, far=True), COPIES) == "memcpy"


@pytest.mark.parametrize("size", [2 * MIB, 16 * MIB])
def test_what_is_larger_and_not_read_goes_past_it(size: int) -> None:
    assert chosen(window(size, read=0.0), COPIES) == "stream"


@pytest.mark.parametrize("size", [MIB, 9 * MIB, 64 * MIB])
@pytest.mark.parametrize("written", [0.0, 0.01, 0.1])
def test_large_windows_of_which_little_is_written_are_viewed(size: int, written: float) -> None:
    assert chosen(window(size, written=written)) == "cow"


@pytest.mark.parametrize("size", [64 * KIB, MIB, 9 * MIB])
def test_what_is_written_everywhere_is_copied(size: int) -> None:
    assert chosen(window(size, written=1.0)) != "cow"


def test_more_is_never_cheaper() -> None:
    for name in ALL:
        costs = [estimate_ns(name, window(KIB << shift), PLATFORM) for shift in range(17)]
        assert costs == sorted(costs), name
