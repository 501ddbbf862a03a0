# SPDX-License-Identifier: Apache-2.0
"""Figures from what a traced program wrote, by hand-made traces whose figures can be worked out."""

from __future__ import annotations

from typing import Any

import pytest

from dfgen.memory.strategies import STRATEGIES
from dfgen.profile.levels import high_water
from dfgen.profile.trace_figures import TIMELINE_BLOCKS_MOST, Trace, quantile


def point(kind: str, name: str, ns: float, count: int = 0, **more: Any) -> dict[str, Any]:
    usual = {"detail": "", "peer": 0, "asleep_ns": 0, "singles": 0, "blocks": count, "least_ns": 1, "most_ns": 9}
    return {**usual, "kind": kind, "name": name, "ns": ns, "count": count, "histogram": [], **more}


def core(number: int, points: list[dict[str, Any]], events: list[list[float]] = [], lost: int = 0) -> dict[str, Any]:  # noqa: B006
    return {
        "core": number, "wall_ns": sum(s["ns"] for s in points), "sleeps": 3, "wakes": 2, "page_faults_minor": 5,
        "page_faults_major": 1, "points": points, "events_lost": lost, "events": events,
    }  # fmt: skip


def trace(cores: list[dict[str, Any]], **plan: Any) -> Trace:
    profile = {"iterations": 10, "cores": cores}
    figures = plan.pop("figures", {"fifos": [], "engines": []})
    record = {"fifos": plan.pop("record", [])}
    return Trace({"fifos": [], "transfers": [], **plan}, record, profile, figures)


def transfer(fifo: str, when: str, strategy: str, size: int) -> dict[str, Any]:
    how = STRATEGIES[strategy].way.value
    return {"fifo": fifo, "when": when, "strategy": strategy, "how": how, "bytes_per_iteration": size}


def planned(name: str, strategy: str = "memcpy", size: int = 100) -> dict[str, Any]:
    return {"name": name, "strategy": strategy, "bytes_per_iteration": size}


def test_an_actor_on_two_cores_is_one() -> None:
    parts = [[0.0, 10.0, 50]], [[90.0, 110.0, 50]]
    cores = [
        core(
            i, [point("actor", "a", 1000 * (i + 1), 50, detail="g.sdf:3", least_ns=i + 1, most_ns=100 + i, histogram=h)]
        )
        for i, h in enumerate(parts)
    ]
    (actor,) = trace(cores).actors()
    assert (actor.name, actor.place, actor.cores, actor.firings, actor.time_ns) == ("a", "g.sdf:3", (0, 1), 100, 3000)
    assert (actor.min_ns, actor.max_ns) == (1, 101)
    assert actor.median_ns == 10
    assert 90 <= actor.p99_ns <= 101
    assert actor.share == 1
    assert actor.firing_ns == 30


@pytest.mark.parametrize(
    ("count", "singles", "blocks", "sampled"), [(6, 6, 2, "firing"), (6, 0, 6, "firing"), (6, 0, 2, "block")]
)
def test_whether_firings_or_blocks_were_timed_is_told(count: int, singles: int, blocks: int, sampled: str) -> None:
    (actor,) = trace([core(0, [point("actor", "a", 10, count, singles=singles, blocks=blocks)])]).actors()
    assert actor.sampled == sampled


def test_what_never_fired_is_left_out() -> None:
    assert not list(trace([core(0, [point("actor", "a", 0, 0)])]).actors())


def test_the_time_of_a_core_falls_into_five_parts() -> None:
    points = [
        point("runtime", "other", 7), point("runtime", "start and end of the run", 11), point("wait", "engine", 0),
        point("actor", "a", 100, 4), point("actor", "b", 200, 4), point("move", "a.o:b.i", 30, 4),
        point("routing", "m", 5, 4), point("tail", "a.o", 3, 4), point("wait", "a.o:b.i", 60, 2, asleep_ns=40,
        peer=1),
    ]  # fmt: skip
    (found,) = trace([core(0, points)]).cores()
    assert (found.busy_ns, found.moving_ns, found.other_ns) == (300, 38, 7)
    assert (found.waiting_ns, found.asleep_ns) == (20 + 11, 40)
    parts = found.busy_ns + found.moving_ns + found.waiting_ns + found.asleep_ns + found.other_ns
    assert parts == found.wall_ns
    (wait,) = found.waits
    assert (wait.fifo, wait.peer, wait.count, wait.waiting_ns, wait.asleep_ns) == ("a.o:b.i", 1, 2, 20, 40)


def test_a_timed_transfer_has_a_rate_and_an_untimed_one_has_none() -> None:
    marked = point("move", "a.o:b.i", 500, 40, detail="before b memcpy")
    found = trace(
        [core(0, [marked]), core(1, [marked])],
        transfers=[transfer("a.o:b.i", "before b", "memcpy", 100), transfer("a.o:c.i", "before c", "memcpy", 10)],
        fifos=[planned("a.o:b.i"), planned("a.o:c.i", size=10)],
    )
    transfers = found.transfers()
    assert [(t.cores, t.count, t.bytes, t.exposed_ns) for t in transfers] == [
        ((0, 1), 80, 1000, 1000), ((), None, 100, None),
    ]  # fmt: skip
    first, second = found.fifos(transfers)
    assert (first.bytes, first.moved_bytes, first.exposed_ns, first.bytes_per_s) == (1000, 1000, 1000, 1e9)
    assert (second.moved_bytes, second.exposed_ns, second.bytes_per_s) == (100, None, None)


def test_transfers_of_a_routing_actor_share_its_time_by_their_bytes() -> None:
    found = trace(
        [core(0, [point("routing", "m", 400, 10)])],
        transfers=[transfer("m.o:b.i", "firing m", "memcpy", 30), transfer("m.p:c.i", "firing m", "memcpy", 10)],
    )
    assert [t.exposed_ns for t in found.transfers()] == [300, 100]


def test_a_view_has_moved_what_it_copied() -> None:
    view = {"name": "a.o:b.i", "copied_bytes": 7, "pages_written": 2, "written_fraction": 0.25}
    found = trace(
        [core(0, [])],
        transfers=[transfer("a.o:b.i", "before b", "cow", 100)],
        fifos=[planned("a.o:b.i", "cow")],
        figures={"fifos": [view, view], "engines": []},
    )
    (fifo,) = found.fifos(found.transfers())
    assert (fifo.moved_bytes, fifo.pages_written, fifo.written_fraction) == (14, 4, 0.25)


def test_waits_of_reader_and_writer_count_for_the_fifo() -> None:
    waits = [core(0, [point("wait", "space in a.o:b.i", 5, 1)]), core(1, [point("wait", "a.o:b.i", 7, 2)])]
    found = trace(waits, fifos=[planned("a.o:b.i")])
    (fifo,) = found.fifos(())
    assert (fifo.waits, fifo.waiting_ns) == (3, 12)


def test_the_timeline_has_the_last_blocks_in_the_order_of_their_ends() -> None:
    names = [point("actor", "a", 1), point("wait", "f", 1)]
    count = TIMELINE_BLOCKS_MOST // 2 + 10
    cores = [core(c, names, [[i % 2, 10 * i + c, 10 * i + c + 5, 3] for i in range(count)], lost=c) for c in range(2)]
    timeline = trace(cores).timeline()
    assert timeline.names == (("actor", "a"), ("wait", "f"))
    assert len(timeline.blocks) == TIMELINE_BLOCKS_MOST
    assert timeline.lost_events == 1 + 20
    ends = [block[3] for block in timeline.blocks]
    assert ends == sorted(ends)
    assert timeline.blocks[-1][:2] == (1, 1)


def test_a_quantile_lies_within_its_part_and_the_extremes() -> None:
    parts = [(0.0, 10.0, 1), (10.0, 20.0, 98), (40.0, 80.0, 1)]
    assert quantile(parts, 0.5, 3, 77) == pytest.approx(15, abs=0.1)
    assert quantile(parts, 0.001, 3, 77) == 3
    assert quantile(parts, 1, 3, 77) == 77
    assert quantile([], 0.5, 0, 5) == 5


# --- how full FIFOs were ----------------------------------------------------------------------------------------


def fifo_record(rates: tuple[str, str] = ("2", "1"), delay: int = 0) -> dict[str, Any]:
    return {"fifos": [{"name": "f", "source": "a", "target": "b", "rates": list(rates), "delay_tokens": delay}]}


def two_cores(ends_a: list[int], ends_b: list[int], lost: int = 0, count: int = 10) -> dict[str, Any]:
    """Blocks of ten firings that end at these times; `lost` blocks came before, on either core."""
    of_a = core(0, [point("actor", "a", 1, count * (len(ends_a) + lost))], [[0, t - 1, t, count] for t in ends_a], lost)
    of_b = core(1, [point("actor", "b", 1, count * (len(ends_b) + lost))], [[0, t - 1, t, count] for t in ends_b], lost)
    return {"cores": [of_a, of_b]}


def test_the_highest_level_is_found() -> None:
    assert high_water(fifo_record(), two_cores([10, 20, 30], [15, 25, 35])) == {"f": 60 - 20}
    assert high_water(fifo_record(delay=5), two_cores([10, 20], [30, 40])) == {"f": 45}


def test_initial_tokens_that_are_read_first_count() -> None:
    assert high_water(fifo_record(("1", "1"), 10), two_cores([20], [10])) == {"f": 10}


def test_lost_events_are_made_up_for_from_the_end() -> None:
    """One block of each was lost: the writer's 20 tokens against the reader's 10 leave 10 at the start."""
    assert high_water(fifo_record(), two_cores([20, 30], [25, 35], lost=1)) == {"f": 10 + 20 - 10 + 20}


def test_cyclic_rates_count_by_their_mean_and_unknown_ones_not_at_all() -> None:
    assert high_water(fifo_record(("0, 3", "3")), two_cores([10], [20])) == {"f": 15}
    assert high_water(fifo_record(("1, 1, 1, 1, …", "1")), two_cores([10], [20])) == {}


def test_a_routing_actor_has_no_blocks_of_its_own() -> None:
    profile = two_cores([10], [20])
    profile["cores"][1]["points"][0]["kind"] = "routing"
    assert high_water(fifo_record(), profile) == {}


def given(fifo: str, by_engine: int, taken_over: int, busy_ns: float, taken_over_ns: float) -> dict[str, object]:
    made = {"fifo": fifo, "engine": "thread", "engine_bytes": by_engine, "taken_over_bytes": taken_over}
    return {**made, "busy_ns": busy_ns, "taken_over_ns": taken_over_ns}


def test_what_an_engine_copies_is_hidden_but_for_the_waits() -> None:
    """Core 0 gives both copies away; core 1 waits for one of them, and makes some of it itself meanwhile. What core 0
    waits for all copies counts by bytes."""
    by_thread = {**point("wait", "a.o:b.i", 250, 1, peer=0), "detail": "thread"}
    for_writer = point("wait", "a.o:b.i", 9999, 1, peer=0)
    first = {**core(0, [point("wait", "copies by an engine", 40, 2)])}
    first["engine_copies"] = [given("a.o:b.i", 30, 10, 600, 50), given("c.o:d.i", 10, 0, 300, 0)]
    moves = [transfer("a.o:b.i", "firing m", "offload", 30), transfer("c.o:d.i", "firing m", "offload", 10)]
    moves = [{**move, "how": "engine"} for move in moves]
    made = trace([first, core(1, [by_thread, for_writer])], transfers=[*moves, transfer("e.o:f.i", "x", "memcpy", 5)])
    one, other = made.copies_by_engines
    assert (one.engine, one.fifo, one.engine_bytes, one.taken_over_bytes) == ("thread", "a.o:b.i", 30, 10)
    assert (one.busy_ns, one.waited_ns, one.hidden_ns) == (600, 250 + 30, 600 - (280 - 50))
    assert (other.busy_ns, other.waited_ns, other.hidden_ns) == (300, 10, 290)
    assert [found.hidden_ns for found in made.transfers()] == [370, 290, None]


def test_the_copy_thread_has_a_lane_below_the_cores() -> None:
    cores = [core(0, [point("actor", "a", 10, 1)], [[0, 5, 9, 1]])]
    made = trace(cores)
    made.profile = {**made.profile, "engine_events_lost": 7, "engine_events": [[0, 1, 4, 256]]}
    found = made.timeline()
    assert found.names == (("actor", "a"), ("engine", "copy for core 0"))
    assert found.blocks == ((1, 1, 1, 4, 256), (0, 0, 5, 9, 1))
    assert found.lost_events == 7
