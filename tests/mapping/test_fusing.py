# SPDX-License-Identifier: Apache-2.0
"""Which actors take turns in one loop."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.attempts import Given, last_attempt
from dfgen.machine.machine import DEFAULT
from dfgen.mapping.schedule_graph import MappingOptions, schedule_graph
from dfgen.model.schedule import Leaf, Loop, Schedule
from tests.planning import ANY_MEMORY, OF_ONE_MAPPING, graph_of

CHAIN = """actor a {{ fire f(o); out o : int32[{0}]; }} actor b {{ fire g(i, o); in i : int32[{0}]; out o : int32[1]; }}
actor c {{ fire g(i, o); in i : int32[{1}]; out o : int32[{1}]; }} actor d {{ fire h(i); in i : int32[1]; }}
a.o -> b.i; b.o -> c.i; c.o -> d.i;
"""
SMALL = ("f", "g", "h")


def schedule_of(body: str, folder: Path, small: tuple[str, ...] = SMALL, **options: object) -> Schedule:
    graph = graph_of(body, folder)
    mapping = MappingOptions(**options)  # type: ignore[arg-type]
    return schedule_graph(graph, analyse(graph), 1, mapping, {}, small)


def shape(loop: Loop) -> list[object]:
    """Actors by name, loops as lists."""
    return [
        child.actor if isinstance(child, Leaf) else shape(child)
        for child in loop.body
        if isinstance(child, Leaf | Loop)
    ]


def test_small_neighbours_take_trips(tmp_path: Path) -> None:
    schedule = schedule_of(CHAIN.format(1, 1), tmp_path)
    assert shape(schedule.root) == [["a", "b", "c", "d"]]
    (loop,) = schedule.root.body
    assert isinstance(loop, Loop)
    assert (loop.count, loop.chunk) == (1, 256)
    assert schedule.root.chunk > 256


@pytest.mark.parametrize(("tokens", "at_once"), [(1, 256), (3, 85), (16, 16), (17, 1), (128, 1)])
def test_a_trip_has_so_many_firings_that_its_tokens_stay_near(tokens: int, at_once: int, tmp_path: Path) -> None:
    body = CHAIN.format(1, 1).replace("int32[1]", f"int32[{tokens}]")
    (loop,) = schedule_of(body, tmp_path).root.body
    assert isinstance(loop, Loop)
    assert loop.chunk == at_once


@pytest.mark.parametrize(("keeping", "at_once"), [("b", 256), ("ad", 256), ("abd", 256), ("bc", 1)])
def test_filters_fire_one_by_one(keeping: str, at_once: int, tmp_path: Path) -> None:
    body = CHAIN.format(1, 1)
    for name in keeping:
        body = body.replace(f"actor {name} {{", f"actor {name} {{ state;")
    (loop,) = schedule_of(body, tmp_path).root.body
    assert isinstance(loop, Loop)
    assert loop.chunk == at_once


def test_those_that_only_count_are_no_filters(tmp_path: Path) -> None:
    body = CHAIN.format(1, 1).replace("actor b {", "actor b { state;").replace("actor c {", "actor c { state;")
    graph = graph_of(body, tmp_path)
    graph = replace(graph, actors=tuple(replace(actor, only_counts=actor.name == "c") for actor in graph.actors))
    (loop,) = schedule_graph(graph, analyse(graph), 1, MappingOptions(), {}, SMALL).root.body
    assert isinstance(loop, Loop)
    assert loop.chunk == 256


@pytest.mark.parametrize(
    ("plain", "keeping", "shown", "at_once"),
    [
        ("bc", "", ["a", ["b", "c"], "d"], 256),
        ("abc", "", [["a", "b", "c"], "d"], 256),
        ("abcd", "", ["a", "b", "c", "d"], 1),
        ("abcd", "b", ["a", "b", ["c", "d"]], 256),
        ("b", "", ["a", "b", "c", "d"], 256),
        ("ac", "", ["a", "b", "c", "d"], 256),
    ],
)
def test_neighbours_of_plain_arithmetic_take_turns_firing_by_firing(
    plain: str, keeping: str, shown: list[object], at_once: int, tmp_path: Path
) -> None:
    body = CHAIN.format(1, 1)
    for name in keeping:
        body = body.replace(f"actor {name} {{", f"actor {name} {{ state;")
    graph = graph_of(body, tmp_path)
    graph = replace(graph, actors=tuple(replace(actor, is_plain=actor.name in plain) for actor in graph.actors))
    (loop,) = schedule_graph(graph, analyse(graph), 1, MappingOptions(), {}, SMALL).root.body
    assert isinstance(loop, Loop)
    assert (shape(loop), loop.chunk) == (shown, at_once)
    assert all(child.chunk == 1 for child in loop.body if isinstance(child, Loop))


def test_what_a_delay_hands_back_goes_one_by_one(tmp_path: Path) -> None:
    body = CHAIN.format(1, 1).replace("b.o -> c.i;", "b.o -> c.i delay 1;")
    (loop,) = schedule_of(body, tmp_path).root.body
    assert isinstance(loop, Loop)
    assert loop.chunk == 1


def test_capacities_ask_for_short_trips(tmp_path: Path) -> None:
    root = schedule_of(CHAIN.format(1, 1), tmp_path, capacities={"a.o:b.i": 100, "b.o:c.i": 100, "c.o:d.i": 100}).root
    assert [child.chunk for child in root.body if isinstance(child, Loop)] in ([1], [])


def test_few_firings_for_single_tokens_are_a_loop_of_their_own(tmp_path: Path) -> None:
    schedule = schedule_of(CHAIN.format(1, 5), tmp_path)
    assert shape(schedule.root) == [["a", "b"], "c", "d"]
    (loop, *_) = schedule.root.body
    assert isinstance(loop, Loop)
    assert loop.count == 5


RATES = """actor a {{ fire f(o); out o : int32[{0}]; }}
actor b {{ fire g(i, o); in i : int32[1]; out o : int32[1]; }}
actor c {{ fire g(i, o); in i : int32[1]; out o : int32[1]; }}
actor d {{ fire g(i, o); in i : int32[{1}]; out o : int32[{1}]; }} actor e {{ fire h(i); in i : int32[{0}]; }}
a.o -> b.i; b.o -> c.i; c.o -> d.i; d.o -> e.i;
"""


@pytest.mark.parametrize(
    ("tokens", "fewer", "expected"),
    [
        (16, 16, ["a", ["b", "c"], ["d", "e"]]),  # of 64 bytes, which is one vector
        (17, 17, [["a", ["b", "c"], "d", "e"]]),
        (120, 60, [["a", ["b", "c"], "d", "e"]]),
        (120, 8, [["a", ["b", "c"], "d", "e"]]),
        (1024, 1024, [["a", ["b", "c"], "d", "e"]]),
        (1025, 1025, ["a", ["b", "c"], "d", "e"]),
    ],
)
def test_vectors_of_firings_share_a_loop_whatever_the_rates(
    tokens: int, fewer: int, expected: list[object], tmp_path: Path
) -> None:
    schedule = schedule_of(RATES.format(tokens, fewer), tmp_path)
    assert shape(schedule.root) == expected
    (loop, *_) = (child for child in schedule.root.body if isinstance(child, Loop))
    if len(expected) == 1:
        (inner,) = (child for child in loop.body if isinstance(child, Loop))
        assert (loop.count, loop.chunk, inner.count) == (1, 1, tokens)
        assert [child.firings for child in loop.body if isinstance(child, Leaf)] == [1, tokens // fewer, 1]


def test_neighbours_of_all_rates_if_the_user_says_so(tmp_path: Path) -> None:
    assert shape(schedule_of(CHAIN.format(1, 5), tmp_path, fusion="all").root) == [[["a", "b"], "c", "d"]]


def test_other_rates_with_a_single_trip_need_no_loop(tmp_path: Path) -> None:
    schedule = schedule_of(RATES.format(120, 60), tmp_path, latency=1)
    assert shape(schedule.root) == ["a", ["b", "c"], "d", "e"]


def test_long_functions_and_large_windows_stay_in_blocks(tmp_path: Path) -> None:
    assert shape(schedule_of(CHAIN.format(1, 1), tmp_path, ("f", "h")).root) == ["a", "b", "c", "d"]
    assert shape(schedule_of(CHAIN.format(1025, 1), tmp_path).root) == ["a", "b", ["c", "d"]]


WIDE = """actor a {{ fire f(o); out o : int32[{0}]; }}
actor b {{ fire g(i, o); in i : int32[{0}]; out o : int32[{0}] {1}; }}
actor c {{ fire g(i, o); in i : int32[{0}]; out o : int32[{0}] {1}; }}
actor d {{ fire h(i); in i : int32[{0}]; }} {2} b.o -> c.i; c.o -> d.i;
"""
AHEAD = "a.o -> b.i;"


@pytest.mark.parametrize("overlays", ["", "overlays i"])
@pytest.mark.parametrize(("tokens", "expected"), [(1024, [["a", "b", "c", "d"]]), (1025, ["a", "b", "c", "d"])])
def test_windows_each_of_which_fits_are_small(
    tokens: int, expected: list[object], overlays: str, tmp_path: Path
) -> None:
    assert shape(schedule_of(WIDE.format(tokens, overlays, AHEAD), tmp_path).root) == expected


def test_more_windows_than_stay_near_are_two_loops(tmp_path: Path) -> None:
    names = [f"m{k}" for k in range(30)]
    middle = "".join(f"actor {name} {{ fire g(i, o); in i : int32[256]; out o : int32[256]; }} " for name in names)
    ends = "actor a { fire f(o); out o : int32[256]; } actor z { fire h(i); in i : int32[256]; } "
    body = ends + middle + "".join(f"{one}.o -> {other}.i; " for one, other in pairwise(["a", *names, "z"]))
    loops = shape(schedule_of(body, tmp_path).root)
    near = DEFAULT.near_bytes // 1024 + 1
    assert loops == [["a", *names[: near - 1]], [*names[near - 1 :], "z"]]


# Of what lies over each other one buffer may be outside of loops: in three stages there are two.
@pytest.mark.parametrize(
    ("cores", "overlays", "expected"),
    [
        ((0, 0, 1, 1), "overlays i", [["a", "b"], ["c", "d"]]),
        ((0, 1, 1, 2), "overlays i", ["a", "b", "c", "d"]),
        ((0, 0, 0, 1), "overlays i", [["a", "b", "c"], "d"]),
        ((0, 1, 1, 2), "", ["a", ["b", "c"], "d"]),
    ],
)
def test_what_lies_over_each_other_stays_so(
    cores: tuple[int, ...], overlays: str, expected: list[object], tmp_path: Path
) -> None:
    body = WIDE.format(256, overlays, AHEAD)
    for name, core in zip("abcd", cores, strict=True):
        body = body.replace(f"actor {name} {{", f"@core({core}) actor {name} {{")
    graph = graph_of(body, tmp_path)
    given = Given(graph, analyse(graph), 3, {}, SMALL)
    fused, apart = (
        last_attempt(given, MappingOptions(depth=2, latency=8, fusion=fusion), ANY_MEMORY, OF_ONE_MAPPING).plan
        for fusion in ("auto", "none")
    )
    assert shape(fused.schedule.root) == expected
    assert fused.arena_bytes <= apart.arena_bytes
    told = [each.what for each in fused.schedule.unapplied if each.optimisation == "one loop for small neighbours"]
    assert told == (["b, c"] if cores == (0, 1, 1, 2) and overlays else [])


def test_what_routing_actors_show_stays_outside(tmp_path: Path) -> None:
    routed = "broadcast t { in i : int32[256]; out o : int32[256]; } a.o -> t.i; t.o -> b.i;"
    assert shape(schedule_of(WIDE.format(256, "overlays i", routed), tmp_path).root) == ["a", "t", "b", "c", "d"]


@pytest.mark.parametrize(("fusion", "expected"), [("none", ["a", "b", "c", "d"]), ("all", [["a", "b", "c", "d"]])])
def test_the_user_may_say_what_is_fused(tmp_path: Path, fusion: str, expected: list[object]) -> None:
    assert shape(schedule_of(CHAIN.format(1, 1), tmp_path, (), fusion=fusion).root) == expected


def test_a_single_trip_needs_no_loop(tmp_path: Path) -> None:
    assert shape(schedule_of(CHAIN.format(1, 1), tmp_path, latency=1).root) == ["a", "b", "c", "d"]


def test_what_stops_the_program_stays_out(tmp_path: Path) -> None:
    stopping = CHAIN.format(1, 1).replace("fire h(i);", "fire h(i); stops;")
    assert shape(schedule_of(stopping, tmp_path).root) == [["a", "b", "c"], "d"]


def test_other_cores_are_other_loops(tmp_path: Path) -> None:
    placed = CHAIN.format(1, 1).replace("actor c", "@core(1) actor c").replace("actor d", "@core(1) actor d")
    graph = graph_of(placed, tmp_path)
    schedule = schedule_graph(graph, analyse(graph), 2, MappingOptions(), {}, SMALL)
    assert shape(schedule.root)[-1] == ["c", "d"]
