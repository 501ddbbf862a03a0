# SPDX-License-Identifier: Apache-2.0
"""Blocks cut into parts, iterations into chunks."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.machine.constants import PASS_ITERATIONS_MAX
from dfgen.machine.machine import DEFAULT
from dfgen.machine.times import firing_time_ns
from dfgen.mapping.capacity import NO_BOUNDS
from dfgen.mapping.distribute import Context, evened_parts, parts_of
from dfgen.mapping.fusing import Fusing
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.schedule_tree import Block
from dfgen.mapping.work import Share
from dfgen.model.schedule import Leaf, Loop, Schedule
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_without_c, scheduled

CHAIN = """actor a {{ state; out o : uint8[{0}]; }} actor b {{ in i : uint8[{0}]; out o : uint8[{0}]; }}
actor c {{ state; in i : uint8[{0}]; }} a.o -> b.i; b.o -> c.i;
"""


def schedule_of(body: str, folder: Path, cores: int = 2, options: MappingOptions | None = None) -> Schedule:
    return scheduled(graph_of(body, folder), cores, options or MappingOptions())[1]


def leaves(loop: Loop) -> list[tuple[Loop, Leaf]]:
    found = []
    for child in loop.body:
        if isinstance(child, Leaf):
            found.append((loop, child))
        elif isinstance(child, Loop):
            found.extend(leaves(child))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_parts_cut_the_range_exactly_and_near_their_shares(seed: int) -> None:
    rng = random.Random(seed)
    weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 6))]
    shares = tuple(Share(core, Fraction(w, sum(weights))) for core, w in enumerate(weights))
    firings = rng.randint(1, 40)
    parts = parts_of(shares, firings)
    assert [k for part in parts for k in range(part.start, part.stop)] == list(range(firings))
    for part in parts:
        exact = shares[part.core].fraction * firings
        assert abs(part.stop - part.start - exact) <= 1


def test_whole_share_is_one_part() -> None:
    (part,) = parts_of(whole(3), 7)
    assert (part.core, part.start, part.stop) == (3, 0, 7)


@pytest.mark.parametrize("mapper", [name for name in MAPPERS if name != "fixed"])
@pytest.mark.parametrize("cores", [1, 2, 5])
def test_every_firing_of_a_trip_is_somebodys(mapper: str, cores: int, tmp_path: Path) -> None:
    for seed in range(12):
        graph = graph_without_c(write(random_application(seed), tmp_path))
        if any((actor.core or 0) >= cores for actor in graph.actors):
            continue
        facts, schedule = scheduled(graph, cores, MappingOptions(mapper))
        for loop, leaf in leaves(schedule.root):
            covered = [k for part in leaf.parts for k in range(part.start, part.stop)]
            assert covered == list(range(leaf.firings * loop.chunk)), leaf
            assert leaf.cores <= set(range(cores))
        for name, place in schedule.places.items():
            assert place.firings_per_iteration_of(schedule.root) == facts.firings[name]


def test_a_pass_publishes_enough(tmp_path: Path) -> None:
    root = schedule_of(CHAIN.format(64), tmp_path).root
    assert root.chunk == DEFAULT.publish_bytes // 64


def test_a_pass_stays_in_the_cache(tmp_path: Path) -> None:
    size = DEFAULT.block_bytes
    body = CHAIN.format(1) + f"actor d {{ out o : uint8[{size}]; }} actor e {{ in i : uint8[{size}]; }}\n"
    assert schedule_of(body + "d.o -> e.i;", tmp_path).root.chunk == 1


def test_a_pass_has_a_limit(tmp_path: Path) -> None:
    assert schedule_of(CHAIN.format(1), tmp_path).root.chunk == PASS_ITERATIONS_MAX.value


def test_latency_bounds_the_pass_and_its_depth(tmp_path: Path) -> None:
    schedule = schedule_of(CHAIN.format(64), tmp_path, options=MappingOptions(latency=3))
    assert schedule.root.chunk * schedule.depth_passes <= 3
    assert schedule.root.chunk == 3


def test_depth_counts_iterations(tmp_path: Path) -> None:
    schedule = schedule_of(CHAIN.format(8192), tmp_path, options=MappingOptions(depth=5))
    assert (schedule.root.chunk, schedule.depth_passes) == (2, 3)


def test_stateless_actor_is_spread_and_others_are_not(tmp_path: Path) -> None:
    body = "actor a { state; out o : uint8[8]; } actor b { fire f(i, o); stateless; time 1ms; in i : uint8[1]; "
    body += "out o : uint8[1]; } actor c { state; in i : uint8[8]; } a.o -> b.i; b.o -> c.i;"
    schedule = schedule_of(body, tmp_path, options=MappingOptions(latency=1))
    assert schedule.cores_of("b") == {0, 1}
    assert len(schedule.cores_of("a")) == len(schedule.cores_of("c")) == 1


def test_chunks_of_an_inner_loop_come_out_even(tmp_path: Path) -> None:
    size = DEFAULT.block_bytes // 4
    body = (
        f"actor a {{ state; out o : uint8[{size * 12}]; }} actor b {{ in i : uint8[{size}]; out o : uint8[{size}]; }}\n"
    )
    body += f"actor c {{ in i : uint8[{size}]; out o : uint8[1]; }} actor d {{ in i : uint8[12]; state; }}\n"
    schedule = schedule_of(body + "a.o -> b.i; b.o -> c.i; c.o -> d.i;", tmp_path, cores=3)
    (inner,) = (child for child in schedule.root.body if isinstance(child, Loop))
    assert inner.count == 12
    for leaf in (child for child in inner.body if isinstance(child, Leaf)):
        assert len({part.stop - part.start for part in leaf.parts}) == 1 or len(leaf.cores) > 1


def test_routing_actor_stands_with_what_it_reads(tmp_path: Path) -> None:
    body = "actor a @core(1) { state; out o : uint8[8]; } actor b @core(0) { state; in i : uint8[4]; }\n"
    body += (
        "actor c @core(0) { state; in i : uint8[4]; } fork f { in i : uint8[8]; out o : uint8[4]; out p : uint8[4]; }\n"
    )
    schedule = schedule_of(body + "a.o -> f.i; f.o -> b.i; f.p -> c.i;", tmp_path)
    assert schedule.cores_of("f") == {1}


@pytest.mark.parametrize(("size_bytes", "chunk"), [(50_000, 9), (600_000, 2)])
def test_what_fits_no_cache_is_handed_on_in_small_chunks(size_bytes: int, chunk: int, tmp_path: Path) -> None:
    """Four and five of nine would be even; one and one is nearly so, and a seventh of the bytes."""
    body = f"""
    actor a {{ time 1ns; out o : uint8[44]; }}
    actor big {{ stateless; time 6us; in i : uint8[1]; out o : uint8[{size_bytes}]; }}
    actor use {{ state; effect; time 500ns; in i : uint8[{size_bytes}]; out o : uint8[1]; }}
    actor z {{ time 1ns; in i : uint8[44]; }}
    a.o -> big.i; big.o -> use.i; use.o -> z.i;
    """
    schedule = schedule_of(body, tmp_path)
    assert [loop.chunk for loop in schedule.loops.values() if loop.count == 44] == [chunk]


@pytest.mark.parametrize(("time", "chunk"), [("10us", 400), ("400us", 10), ("20ms", 1)])
def test_a_pass_that_takes_long_needs_no_more_iterations(time: str, chunk: int, tmp_path: Path) -> None:
    body = f"actor a {{ time {time}; out o : uint8[16]; }} actor z {{ state; time 1us; in i : uint8[16]; }} a.o -> z.i;"
    schedule = schedule_of(body, tmp_path)
    assert schedule.root.chunk == chunk


SIBLINGS = """actor a {{ state; time 1us; out o : uint8[{0}]; out p : uint8[{0}]; }}
actor b {{ time 100us; in i : uint8[{1}]; out o : uint8[{2}]; }}
actor c {{ time 100us; in i : uint8[{1}]; out o : uint8[{2}]; }}
actor d {{ state; time 1us; in i : uint8[{3}]; in j : uint8[{3}]; }} a.o -> b.i; {4}
"""


def firings_by_core(schedule: Schedule, *actors: str) -> list[int]:
    """All of an iteration."""
    total = [0, 0]
    for loop, leaf in leaves(schedule.root):
        if leaf.actor in actors:
            trips, rest = divmod(loop.count, loop.chunk)
            for part in leaf.parts:
                of_rest = max(0, min(part.stop, leaf.firings * rest) - part.start)
                total[part.core] += trips * (part.stop - part.start) + of_rest
    return total


def siblings(folder: Path, fifos: str) -> Schedule:
    megabyte = 1 << 20
    return schedule_of(SIBLINGS.format(5 * megabyte, megabyte, 2 * megabyte, 10 * megabyte, fifos), folder)


def test_what_one_actor_takes_from_a_core_its_sibling_gives_back(tmp_path: Path) -> None:
    """Of five long firings two or three are a core's."""
    schedule = siblings(tmp_path, "a.p -> c.i; b.o -> d.i; c.o -> d.j;")
    assert firings_by_core(schedule, "b", "c") == [5, 5]
    assert sorted(firings_by_core(schedule, "b")) != [5, 5]


def test_a_reader_stays_with_its_writer(tmp_path: Path) -> None:
    """Of siblings, not of those that read what the other wrote."""
    megabyte = 1 << 20
    text = """actor a {{ state; time 1us; out o : uint8[{0}]; }} actor d {{ state; time 1us; in i : uint8[{0}]; }}
        actor b {{ time 100us; in i : uint8[{1}]; out o : uint8[{1}]; }}
        actor c {{ time 100us; in i : uint8[{1}]; out o : uint8[{1}]; }}
        a.o -> b.i; b.o -> c.i; c.o -> d.i;"""
    schedule = schedule_of(text.format(5 * megabyte, megabyte), tmp_path)
    b, c = (leaf for _, leaf in leaves(schedule.root) if leaf.actor in "bc")
    assert b.parts == c.parts


@pytest.mark.parametrize("seed", range(20))
def test_rounding_adds_up_to_no_more_than_a_firing(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = [f"b{index}" for index in range(rng.randint(2, 5))]
    ports = "".join(f"out o{name} : uint8[12]; " for name in names)
    actors = [f"actor {n} {{ time {rng.randint(1, 9) * 100}us; in i : uint8[1]; }}" for n in names]
    fifos = [f"a.o{name} -> {name}.i;" for name in names]
    graph = graph_of("\n".join([f"actor a {{ {ports} }}", *actors, *fifos]), tmp_path)
    weights = [rng.randint(1, 9) for _ in range(rng.randint(2, 4))]
    shares = tuple(Share(core, Fraction(w, sum(weights))) for core, w in enumerate(weights))
    context = Context(graph, analyse(graph), dict.fromkeys(names, shares), {}, 4, NO_BOUNDS, Fusing(), DEFAULT)
    firings = rng.randint(2, 12)
    parts = evened_parts(context, [Block(name, firings) for name in names], 1)
    times = {name: firing_time_ns(graph.actor(name)) for name in names}
    for share in shares:
        own = [(name, part) for name, found in parts.items() for part in found if part.core == share.core]
        done = sum((part.stop - part.start) * times[name] for name, part in own)
        assert abs(done - share.fraction * firings * sum(times.values())) <= max(times.values())
    for found in parts.values():
        assert [k for part in found for k in range(part.start, part.stop)] == list(range(firings))
