# SPDX-License-Identifier: Apache-2.0
"""The mapping follows the machine: where crossings are dear fewer cores share the work, where they are cheap in finer
parts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.costs import costs_of
from dfgen.model.platform import Platform, default_platform
from dfgen.model.schedule import Loop, Schedule
from dfgen.pipeline import CompileOptions, compile_graph
from tests.planning import graph_of, scheduled

APPS = Path(__file__).resolve().parents[2] / "apps"

# Candidates go round between `cost` and `best`, which keeps state: a few on their way at a time.
ROUND = """\
actor source {{ state; time 50ns; out o : uint8[64]; }}
actor cost   {{ stateless; time {time}ns; in i : uint8[1]; in free : uint8[1]; out o : uint8[8]; }}
actor best   {{ state; effect; time 10ns; in i : uint8[8]; out free : uint8[1]; out o : uint8[1]; }}
actor sink   {{ state; time 50ns; in i : uint8[64]; }}
source.o -> cost.i;
cost.o   -> best.i;
best.o   -> sink.i;
best.free -> cost.free delay 16;
"""

CHAIN = """\
actor a {{ state; time {0}; out o : uint8[64]; }}
actor b {{ state; time {0}; in i : uint8[64]; }} a.o -> b.i;
"""


def crossing_in(sync_ns: int) -> Platform:
    return replace(default_platform(), costs=costs_of({"sync_ns": sync_ns}))


def schedule_of(folder: Path, body: str, platform: Platform, **options: int | bool) -> Schedule:
    mapping = MappingOptions(platform=platform, **options)  # type: ignore[arg-type]
    return scheduled(graph_of(body, folder), 2, mapping)[1]


def of_cd2dat(folder: Path, sync_ns: int) -> tuple[set[int], int]:
    """The cores that fire, and the iterations of a pass."""
    file = folder / "platform.toml"
    file.write_text(f"[costs]\nsync_ns = {sync_ns}\n")
    plan = compile_graph(APPS / "cd2dat" / "cd2dat.sdf", CompileOptions(platform=str(file))).plan
    cores, iterations = plan["cores"], plan["iterations_per_pass"]
    assert isinstance(cores, int)
    assert isinstance(iterations, int)
    return set(range(cores)), iterations


def test_cd2dat_follows_the_crossing(tmp_path: Path) -> None:
    dear, usual, cheap = (of_cd2dat(tmp_path, ns) for ns in (20_000, 200, 20))
    assert (dear[0], usual[0], cheap[0]) == ({0}, {0, 1}, {0, 1})
    assert 1 < 4 * cheap[1] <= usual[1], "where a crossing costs less, cores hand each other less at a time"


def loop_of(schedule: Schedule, actor: str) -> Loop:
    return schedule.places[actor].loops[-1]


@pytest.mark.parametrize(("sync_ns", "cores"), [(20_000, 1), (200, 1), (20, 2)])
def test_cores_share_a_cycle_where_they_see_each_other_soon(tmp_path: Path, sync_ns: int, cores: int) -> None:
    schedule = schedule_of(tmp_path, ROUND.format(time=100), crossing_in(sync_ns))
    assert len(schedule.cores_of("cost")) == cores


def test_cores_that_share_a_cycle_take_shorter_trips_where_crossings_are_cheap(tmp_path: Path) -> None:
    trips = [
        loop_of(schedule_of(tmp_path, ROUND.format(time=2000), crossing_in(sync_ns)), "cost").chunk
        for sync_ns in (20, 200)
    ]
    assert 1 < trips[0] < trips[1]


@pytest.mark.parametrize(("sync_ns", "cores"), [(20_000, 1), (200, 2), (20, 2)])
def test_cores_are_used_where_they_gain(tmp_path: Path, sync_ns: int, cores: int) -> None:
    assert schedule_of(tmp_path, CHAIN.format("100ns"), crossing_in(sync_ns), fewer_cores=True).cores == cores


def test_what_a_window_costs_another_core_decides(tmp_path: Path) -> None:
    """Measured, whatever a counter takes."""
    dear = replace(default_platform(), costs=costs_of({"fetch_ns_per_byte": [[16 << 10, 3.0]]}))
    assert schedule_of(tmp_path, CHAIN.format("100ns"), dear, fewer_cores=True).cores == 1


def test_blocks_follow_the_cache(tmp_path: Path) -> None:
    """A FIFO that fits into a cache needs no loop."""
    body = "actor a { state; out o : uint8[262144]; } actor b { fire f(i, o); time 1us; in i : uint8[4096]; "
    body += "out o : uint8[4096]; } actor c { fire f(i); state; time 1us; in i : uint8[4096]; } a.o -> b.i; b.o -> c.i;"
    small = replace(default_platform(), l2_bytes=256 << 10)
    nested = [
        sum(isinstance(child, Loop) for child in schedule_of(tmp_path, body, platform).root.body)
        for platform in (default_platform(), small)
    ]
    assert nested == [0, 1]
