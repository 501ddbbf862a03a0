# SPDX-License-Identifier: Apache-2.0
"""How many cores are worth having, and how many iterations fit into a latency."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.schedule import Schedule
from tests.planning import graph_of, scheduled

CHAIN = """actor a {{ state; time {0}; out o : uint8[{1}]; }}
actor b {{ state; time {0}; in i : uint8[{1}]; out o : uint8[{1}]; }}
actor c {{ state; time {0}; in i : uint8[{1}]; out o : uint8[{1}]; }}
actor d {{ state; {2} in i : uint8[{1}]; }} a.o -> b.i; b.o -> c.i; c.o -> d.i;
"""


def schedule_of(folder: Path, body: str, cores: int, **options: int | bool) -> Schedule:
    return scheduled(graph_of(body, folder), cores, MappingOptions(**options))[1]  # type: ignore[arg-type]


@pytest.mark.parametrize(("time", "cores", "used"), [("2ns", 2, 1), ("20us", 2, 2), ("20us", 8, 4), ("20us", 3, 2)])
def test_cores_that_would_not_help_are_not_used(tmp_path: Path, time: str, cores: int, used: int) -> None:
    schedule = schedule_of(tmp_path, CHAIN.format(time, 64, f"time {time};"), cores, fewer_cores=True)
    assert schedule.cores == used
    assert bool(schedule.notes) == (used < cores)


def test_who_names_a_number_of_cores_gets_it(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, CHAIN.format("2ns", 64, "time 2ns;"), 2).cores == 2


def test_without_all_times_all_cores_are_used(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, CHAIN.format("2ns", 64, ""), 2, fewer_cores=True).cores == 2


def test_a_latency_bounds_what_is_under_way(tmp_path: Path) -> None:
    body = CHAIN.format("10us", 64, "time 10us;")
    schedule = schedule_of(tmp_path, body, 2, latency_ns=1_000_000)
    under_way = schedule.iterations_per_pass * schedule.depth_passes
    assert 20 < under_way <= 1_000_000 // 20_000
    assert schedule_of(tmp_path, body, 2, latency_ns=1).iterations_per_pass == 1


def test_a_latency_asks_no_time_of_a_library_s_ports(tmp_path: Path) -> None:
    body = "in x : uint8[64];\nactor a { time 10us; in i : uint8[64]; out o : uint8[64]; } x -> a.i;\n"
    schedule = schedule_of(
        tmp_path, body + "actor b { time 10us; in i : uint8[64]; } a.o -> b.i;", 1, latency_ns=100_000
    )
    assert 1 < schedule.iterations_per_pass * schedule.depth_passes <= 5


def test_a_latency_needs_times(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        schedule_of(tmp_path, CHAIN.format("2ns", 64, ""), 2, latency_ns=1000)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.id, "'d'" in diagnostic.message) == ("latency-unknown", True)


def test_work_that_states_no_time_is_told_where_cores_share_much_of_it(tmp_path: Path) -> None:
    def notes(time: str, cores: int = 2, size: int = 1 << 23) -> list[str]:
        body = (
            f"actor a {{ state; {time} out o : uint8[{size}]; }} actor b {{ state; time 2us; in i : uint8[{size}]; }}\n"
        )
        schedule = scheduled(graph_of(body + "a.o -> b.i;", tmp_path), cores)[1]
        return [note for note in schedule.notes if "guesses" in note]

    told = (
        "cores share the work by guesses, for most of it states no time: a; 'dfgen profile --update-times' measures it"
    )
    assert notes("") == [told]
    assert notes("time 2ms;") == notes("", cores=1) == notes("", size=1 << 10) == []
