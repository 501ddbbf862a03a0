# SPDX-License-Identifier: Apache-2.0
"""What slices read as zero around the tokens of a trip: where their memory is others' between trips it is cleared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.lowering.lower import lower
from dfgen.memory.options import MemoryOptions
from dfgen.model.plan import Margins
from dfgen.model.plan_text import plan_as_text
from dfgen.model.program import Clear, Program
from dfgen.verify.verify import InvalidProgram, verify
from tests.planning import ANY_MEMORY, SHORT, graph_of, planned, programmed
from tests.verify.mutations import Path as Place
from tests.verify.mutations import edited, parts
from tests.verify.test_interpreter import faults, without

# The image is of no use once `b` has read it; what `c` gives takes its place.
SHARED = """actor a @core(0) { fire give(o); out o : uint8[4096 / PARTS]; }
slice s { in i : uint8[4096]; out o : uint8[4][1040] from -8 step 1024; }
actor b @core(0) { fire pass(i, o); in i : uint8[1040]; out o : uint8[1]; }
actor c @core(0) { fire widen(i, o); in i : uint8[4]; out o : uint8[4096]; }
actor d @core(OTHER) { fire take(i); in i : uint8[4096]; }
a.o -> s.i; s.o -> b.i; b.o -> c.i; c.o -> d.i;
"""
BETWEEN = "actor b @core(0)", "actor b @core(1)"
NEEDED = SHARED + "actor e @core(0) { in i : uint8[4096]; in p : uint8[4096]; }\na.o -> e.p; c.o -> e.i;\n"
SMALL = "\n".join(
    line.replace("4096", "64").replace("1024", "16").replace("1040", "32") for line in SHARED.splitlines()
)


def text_of(text: str, parts_of_image: int = 1, other: int = 0) -> str:
    return text.replace("PARTS", str(parts_of_image)).replace("OTHER", str(other))


def clears_of(program: Program) -> list[tuple[Place, Clear]]:
    return [(path, part) for path, part in parts(program.agents, ("agents",)) if isinstance(part, Clear)]


@pytest.mark.parametrize("parts_of_image", [1, 4, 4096])
def test_the_image_lies_where_what_comes_later_does(parts_of_image: int, tmp_path: Path) -> None:
    graph = graph_of(text_of(SHARED, parts_of_image), tmp_path)
    plan = planned(graph, 1, SHORT)
    assert plan.margins == (Margins("a.o", 0, 0, 8, 8),)
    assert plan.arena_bytes == 4096 + 2 * 64
    program = programmed(graph, 1, SHORT)
    verify(program)
    assert [clear for _, clear in clears_of(program)] == [Clear("a.o", 8, 8)]


def test_runs_find_zeros_only_where_they_are_cleared(tmp_path: Path) -> None:
    program = programmed(graph_of(text_of(SMALL), tmp_path), 1, SHORT)
    verify(program)
    assert not faults(program)
    unclear = without(program, Clear)
    assert any("i holds" in fault for fault in faults(unclear))
    with pytest.raises(InvalidProgram, match=r"a\.o lies in|lies in a\.o"):
        verify(unclear)


@pytest.mark.parametrize(
    ("text", "cores", "memory"),
    [
        (text_of(NEEDED), 1, ANY_MEMORY),  # nothing lies there
        (text_of(SHARED.replace(*BETWEEN)), 2, ANY_MEMORY),  # two cores use it
        (text_of(SHARED), 1, MemoryOptions(guard=True)),
        (text_of(SHARED).replace("4096 / 1", "8192"), 1, ANY_MEMORY),  # two images
    ],
    ids=["needed", "between cores", "guarded", "two images"],
)
def test_nothing_is_cleared_where_zeros_stay(text: str, cores: int, memory: MemoryOptions, tmp_path: Path) -> None:
    graph = graph_of(text, tmp_path)
    assert not planned(graph, cores, SHORT, memory).margins
    program = programmed(graph, cores, SHORT, memory=memory)
    verify(program)
    assert not clears_of(program)


def test_what_another_core_reads_later_does_not_take_turns_with_the_image(tmp_path: Path) -> None:
    program = programmed(graph_of(text_of(SHARED, 1, 1), tmp_path), 2, SHORT)
    verify(program)
    assert not clears_of(program)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda clear: replace(clear, lead_tokens=7), "lies in"),
        (lambda clear: replace(clear, trail_tokens=0), "lies in"),
        (lambda clear: replace(clear, lead_tokens=-1), "so much is cleared around the tokens of a.o"),
        (lambda clear: replace(clear, trail_tokens=5000), "so much is cleared around the tokens of a.o"),
        (lambda clear: replace(clear, buffer="nowhere"), "so much is cleared around the tokens of nowhere"),
        (lambda clear: replace(clear, buffer="c.o"), "c.o is cleared when it may be in use|lies in"),
    ],
)
def test_other_margins_are_refused(change, problem: str, tmp_path: Path) -> None:
    program = programmed(graph_of(text_of(SHARED), tmp_path), 1, SHORT)
    ((path, _),) = clears_of(program)
    with pytest.raises(InvalidProgram, match=problem):
        verify(edited(program, path, change))


def test_clearing_at_another_time_is_refused(tmp_path: Path) -> None:
    program = programmed(graph_of(text_of(SHARED), tmp_path), 1, SHORT)
    ((path, clear),) = clears_of(program)
    for place in range(1, 4):
        moved = edited(without(program, Clear), path[:-1], lambda body, at=place: (*body[:at], clear, *body[at:]))
        with pytest.raises(InvalidProgram, match=r"a\.o is cleared when it may be in use"):
            verify(moved)
    twice = edited(program, path[:-1], lambda body: (clear, *body))
    with pytest.raises(InvalidProgram, match=r"a\.o is cleared more than once in a trip"):
        verify(twice)


def test_what_outlives_the_trip_is_not_cleared(tmp_path: Path) -> None:
    text = "actor a @core(0) { out o : uint8[8]; } actor b @core(0) { in i : uint8[8]; } a.o -> b.i delay 8;"
    program = programmed(graph_of(text, tmp_path), 1, SHORT)
    verify(program)
    path = next(
        path for path, part in parts(program.agents, ("agents",)) if isinstance(part, tuple) and path[-1] == "body"
    )
    with pytest.raises(InvalidProgram, match=r"a\.o is cleared, and what it holds outlives the trip"):
        verify(edited(program, path, lambda body: (Clear("a.o", 1, 0), *body)))


def test_the_plan_tells_what_is_cleared(tmp_path: Path) -> None:
    graph = graph_of(text_of(SHARED), tmp_path)
    plan = planned(graph, 1, SHORT)
    assert "a.o, 16 bytes around the tokens cleared each trip\n" in plan_as_text(plan, lower(plan), analyse(graph))
