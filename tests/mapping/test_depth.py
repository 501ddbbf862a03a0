# SPDX-License-Identifier: Apache-2.0
"""How many passes overlap where nobody says."""

from __future__ import annotations

from pathlib import Path

from dfgen.mapping.depth import DEPTH_BYTES, DEPTH_MIN
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.schedule import Schedule
from tests.planning import graph_of, scheduled

PAIR = """@core(0) actor a {{ state; time {1}; out o : uint8[{0}]; }}
@core({2}) actor b {{ state; time {1}; in i : uint8[{0}]; }} a.o -> b.i;
"""


def schedule_of(folder: Path, size_bytes: int, time: str, core: int = 1, depth: int | None = None) -> Schedule:
    return scheduled(graph_of(PAIR.format(size_bytes, time, core), folder), 2, MappingOptions(depth=depth))[1]


def test_a_stream_of_small_tokens_fills_the_shared_cache(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, 4096, "20ns")
    held = 4096 * schedule.iterations_per_pass * schedule.depth_passes
    assert DEPTH_BYTES // 2 < held <= DEPTH_BYTES


def test_long_passes_need_two(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 65536, "20ms").depth_passes == DEPTH_MIN
    assert DEPTH_MIN < schedule_of(tmp_path, 65536, "2us").depth_passes < DEPTH_BYTES // 65536


def test_large_tokens_need_two(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 16 << 20, "1us").depth_passes == DEPTH_MIN


def test_one_core_needs_no_more(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 4096, "100ns", core=0).depth_passes == DEPTH_MIN


def test_the_user_has_the_last_word(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, 65536, "100ns", depth=3)
    assert schedule.depth_passes == 3
