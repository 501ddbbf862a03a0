# SPDX-License-Identifier: Apache-2.0
"""How many passes overlap where nobody says."""

from __future__ import annotations

from pathlib import Path

from dfgen.machine.constants import PASSES_MIN
from dfgen.machine.machine import DEFAULT
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.schedule import Schedule
from tests.planning import graph_of, scheduled

PAIR = """@core(0) actor a {{ state; time {1}; out o : uint8[{0}]; }}
@core({2}) actor b {{ state; time {1}; in i : uint8[{0}]; }} a.o -> b.i;
"""


# b reads on core 0 what a wrote there, and both send it on.
WITHIN = """@core(0) actor a { state; time 20ns; out o : uint8[4096]; }
@core(0) actor b { state; time 20ns; in i : uint8[4096]; out o : uint8[4096]; }
@core(1) actor c { state; time 20ns; in i : uint8[4096]; } a.o -> b.i; b.o -> c.i;
"""


def schedule_of(folder: Path, size_bytes: int, time: str, core: int = 1, depth: int | None = None) -> Schedule:
    return scheduled(graph_of(PAIR.format(size_bytes, time, core), folder), 2, MappingOptions(depth=depth))[1]


def test_a_stream_of_small_tokens_fills_the_shared_cache(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, 4096, "20ns")
    held = 4096 * schedule.iterations_per_pass * schedule.depth_passes
    assert DEFAULT.streamed_bytes // 2 < held <= DEFAULT.streamed_bytes


def test_long_passes_need_two(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 65536, "20ms").depth_passes == PASSES_MIN.value
    assert PASSES_MIN.value < schedule_of(tmp_path, 65536, "15us").depth_passes < DEFAULT.streamed_bytes // 65536


def test_large_tokens_need_two(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 16 << 20, "1us").depth_passes == PASSES_MIN.value


def test_one_core_needs_no_more(tmp_path: Path) -> None:
    assert schedule_of(tmp_path, 4096, "100ns", core=0).depth_passes == PASSES_MIN.value


def test_a_guarded_program_has_few_slots_so_that_each_gets_pages_of_its_own(tmp_path: Path) -> None:
    graph = graph_of(PAIR.format(16, "20ns", 1), tmp_path)
    assert scheduled(graph, 2, MappingOptions(single=True))[1].depth_passes == PASSES_MIN.value
    assert scheduled(graph, 2, MappingOptions(single=True, depth=9))[1].depth_passes == 9


def test_the_user_has_the_last_word(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, 65536, "100ns", depth=3)
    assert schedule.depth_passes == 3


def test_a_stream_passes_in_two_blocks(tmp_path: Path) -> None:
    """Its writer is then never in the lines that the reader is about to read."""
    schedule = schedule_of(tmp_path, 64, "1ns")
    assert schedule.depth_passes == 2
    assert schedule.iterations_per_pass == DEFAULT.streamed_bytes // 2 // 64


def test_what_takes_time_is_no_stream(tmp_path: Path) -> None:
    schedule = schedule_of(tmp_path, 64, "1us")
    assert schedule.iterations_per_pass * 64 == DEFAULT.publish_bytes
    assert schedule.depth_passes == PASSES_MIN.value


def test_what_a_core_reads_again_stays_in_its_cache(tmp_path: Path) -> None:
    schedule = scheduled(graph_of(WITHIN, tmp_path), 2)[1]
    assert schedule.iterations_per_pass * 4096 == DEFAULT.publish_bytes


def test_a_stream_is_held_to_the_latency(tmp_path: Path) -> None:
    stream = graph_of(PAIR.format(64, "1ns", 1), tmp_path)
    schedule = scheduled(stream, 2, MappingOptions(latency=100))[1]
    assert schedule.iterations_per_pass * schedule.depth_passes <= 100
