# SPDX-License-Identifier: Apache-2.0
"""Trips of nested loops: their number is computed, and is what counting them gives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.codegen.code import Line, render
from dfgen.codegen.frame import FUTURE, Frame, trips_of
from dfgen.codegen.naming import name_all
from dfgen.model.program import Loop
from tests.planning import SHORT, graph_of, programmed

PAIR = "actor a { fire give(o); state; out o : uint8[4]; } actor b { fire take(i); in i : uint8[4]; } a.o -> b.i"


def frame_of(folder: Path, delay: int = 0, chunk: int = 1) -> Frame:
    program = programmed(graph_of(f"{PAIR} delay {delay};", folder), 1, SHORT)
    return Frame(replace(program, chunk=chunk), name_all(program, ("a", "b"), frozenset(), "g_"), core=0)


def nested(rng: random.Random) -> tuple[Loop, ...]:
    counts = [rng.randint(1, 5) for _ in range(rng.randint(1, 3))]
    return tuple(Loop(number, count, rng.randint(1, 4), ()) for number, count in enumerate(counts, 1))


def trips(loops: tuple[Loop, ...], iterations: int, indices: dict[str, int]) -> Iterator[dict[str, int]]:
    """The loops' variables in each trip of the innermost one."""
    if not loops:
        yield indices
        return
    total, chunk = loops[0].count * iterations, loops[0].chunk
    for index in range(0, total, chunk):
        yield from trips(loops[1:], min(chunk, total - index), {**indices, f"i{loops[0].id}": index})


@pytest.mark.parametrize("seed", range(50))
def test_trips_are_numbered_as_they_come(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    loops, chunk = nested(rng), rng.randint(1, 4)
    frame = frame_of(tmp_path, chunk=chunk)
    frame.trip(loops[-1].id)
    (declaration,) = render(frame.of_trip(loops))
    variable, number = declaration.removeprefix("const uint64_t ").removesuffix(";").split(" = ")
    assert variable == f"trip_{loops[-1].id}"
    number = number.replace("/", "//").replace("pass", "p")
    found = [
        eval(number, {"__builtins__": {}}, {**values, "p": p}) for p in range(3) for values in trips(loops, chunk, {})
    ]
    assert found == list(range(3 * trips_of(loops, chunk)))


def test_what_nobody_asks_for_is_not_declared(tmp_path: Path) -> None:
    frame = frame_of(tmp_path, delay=8)
    assert list(frame.of_function()) == [Line("(void)pass;")]
    loop = Loop(1, 4, 1, ())
    assert list(frame.of_trip((loop,))) == []


def test_slots_are_declared_once_where_their_trip_begins(tmp_path: Path) -> None:
    frame = frame_of(tmp_path, delay=8)
    buffer = frame.program.memory.buffers["a.o"]
    assert buffer.slots == 3
    asked = [str(frame.slot(buffer, shift)) for shift in (0, 0, 1, 2, FUTURE)]
    assert asked == ["slot_a_o", "slot_a_o", "before_slot_a_o", "before2_slot_a_o", "next_slot_a_o"]
    assert list(render(frame.of_function())) == [
        "const size_t slot_a_o = g_at_a_o + pass % 3 * g_step_a_o;",
        "const size_t before_slot_a_o = g_at_a_o + (pass + 2) % 3 * g_step_a_o;",
        "const size_t before2_slot_a_o = g_at_a_o + (pass + 1) % 3 * g_step_a_o;",
        "const size_t next_slot_a_o = g_at_a_o + (pass + 1) % 3 * g_step_a_o;",
    ]
    assert list(frame.of_function()) == []
