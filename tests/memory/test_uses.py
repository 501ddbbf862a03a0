# SPDX-License-Identifier: Apache-2.0
"""What the cost model is told of each reader."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dfgen.analysis.facts import analyse
from dfgen.machine.constants import MOSTLY_WRITTEN
from dfgen.memory.binding import bind
from dfgen.memory.choice import copying
from dfgen.memory.cost import Use
from dfgen.memory.requests import requested_strategies
from dfgen.memory.uses import use_of_move, uses_of
from dfgen.model.plan import Plan, When
from dfgen.model.platform import Platform, default_platform
from tests.planning import SHORT, graph_of, planned, scheduled

PLATFORM = replace(default_platform(2), l2_bytes=1000)


def uses(body: str, folder: Path, platform: Platform = PLATFORM, transfers: tuple[str, ...] = ()) -> dict[str, Use]:
    graph = graph_of(body, folder)
    facts, schedule = scheduled(graph, 2, SHORT)
    split = frozenset(a.name for a in graph.actors if len(schedule.cores_of(a.name)) > 1)
    binding = bind(graph, facts.order, copying(graph, requested_strategies(graph, transfers)), split)
    return {str(ref): use for ref, use in uses_of(binding, graph, facts, schedule, platform).items()}


PLACED = """actor a @core(0) { state; out o : int32[6]; }
actor b @core(1) { state s : int16[5]; fire f(s, i, j); in i : int32[2] read_write; in j : int32[3]; }
actor c @core(0) { state; in i : int32[6]; out p : int32[9]; } actor d @core(1) { state; in i : int32[12]; }
a.o -> { b.i, c.i, d.i }; c.p -> b.j;
"""


def test_windows_firings_and_what_lies_beside(tmp_path: Path) -> None:
    found = uses(PLACED, tmp_path)
    assert found["b.i"] == Use(8, 6, 8, far=True, written=1.0, resident_bytes=12 + 10, readers=2)
    assert found["b.j"] == Use(12, 6, 12, far=True, written=0.0, resident_bytes=8 + 10)
    assert found["c.i"] == Use(24, 2, 24, far=False, written=0.0)
    assert found["d.i"] == Use(48, 1, 48, far=False, written=0.0, readers=2), "b, before it, brought the bytes here"


def test_no_more_than_the_rest_of_the_cache_is_wanted_back(tmp_path: Path) -> None:
    for l2_bytes, rest_bytes in ((20, 12), (8, 0), (7, 0)):
        assert uses(PLACED, tmp_path, replace(PLATFORM, l2_bytes=l2_bytes))["b.i"].resident_bytes == rest_bytes


def test_how_much_is_written(tmp_path: Path) -> None:
    body = "actor a {{ out o : uint8[100]; }} actor b {{ in i : uint8[100] {}; }} a.o -> b.i;"
    found = {
        mode: uses(body.format(mode), tmp_path)["b.i"].written
        for mode in ("", "read_only", "unused", "read_write", "read_mostly", "read_mostly(written = 3%)")
    }
    assert list(found.values()) == [0.0, 0.0, 0.0, 1.0, MOSTLY_WRITTEN.value, 0.03]


def test_windows_of_phases_count_on_average(tmp_path: Path) -> None:
    body = "actor a { out o : uint16[8]; } actor b { in i : uint16[1, 7, 4]; } a.o -> b.i;"
    assert replace(uses(body, tmp_path)["b.i"], far=False) == Use(8, 6, 2, written=0.0)


def test_scattered_windows_come_in_pieces(tmp_path: Path) -> None:
    body = "actor a { out o : uint16[8]; } fork f { in i : uint16[8]; out o : uint16[2]; out p : uint16[6]; }\n"
    body += "actor b { in i : uint16[4]; } actor c { in i : uint16[3]; } a.o -> f.i; f.o -> b.i; f.p -> c.i;"
    found = uses(body, tmp_path)
    assert (found["b.i"].window_bytes, found["b.i"].piece_bytes) == (8, 4)
    assert (found["c.i"].window_bytes, found["c.i"].piece_bytes) == (6, 6)


def test_what_a_core_wrote_a_part_of_is_near_to_it(tmp_path: Path) -> None:
    body = "actor a @core(0) { state; out o : uint8[2]; } actor b @core(0) { state; out o : uint8[1]; }\n"
    body += "join j { in x : uint8[2]; in y : uint8[1]; out o : uint8[3]; }\n"
    body += "actor z @core(1) { state; in i : uint8[3]; } a.o -> j.x; b.o -> j.y; j.o -> z.i;"
    assert uses(body, tmp_path)["z.i"].far
    assert not uses(body.replace("b @core(0)", "b @core(1)"), tmp_path)["z.i"].far


def test_what_a_core_copied_is_near_to_it(tmp_path: Path) -> None:
    body = "actor a @core(0) { state; out o : uint8[2]; }\n"
    body += (
        "join j { in x : uint8[2]; in y : uint8[2]; out o : uint8[4]; } actor z @core(0) { state; in i : uint8[4]; }\n"
    )
    body += "actor y @core(1) { state; in i : uint8[4]; } a.o -> { j.x, j.y }; j.o -> { y.i, z.i };"
    found = uses(body, tmp_path)
    assert (found["y.i"].far, found["z.i"].far) == (True, False)


def kept_every(period: int, folder: Path) -> Plan:
    body = f"actor a {{ out o : uint16[3]; }} roundbuffer r {{ in i : uint16[{3 * period}]; out o : uint16[3]; }}\n"
    body += "actor y { in i : uint16[3]; } actor z { in i : uint16[3]; } a.o -> { r.i, y.i }; r.o -> z.i;"
    return planned(graph_of(body, folder), 1, SHORT)


def test_a_routing_actor_that_keeps_one_of_four_moves_a_quarter(tmp_path: Path) -> None:
    plan = kept_every(4, tmp_path)
    (transfer,) = plan.transfers
    facts = analyse(plan.graph)
    assert (transfer.when, transfer.period, transfer.skip, facts.firings[transfer.actor]) == (When.AFTER, 4, 3, 4)
    assert use_of_move(transfer, facts) == Use(6, 1, 6)
    assert transfer.bytes_per_iteration == 6
