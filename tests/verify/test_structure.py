# SPDX-License-Identifier: Apache-2.0
"""Programs that name what there is not: the proof says so, whatever the rest of them is like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Any

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.plan import Buffer, Transfer, Window
from dfgen.model.program import (
    Agent,
    CarryTail,
    Complete,
    Counter,
    Drain,
    Fire,
    Firings,
    Loop,
    Prepare,
    Program,
    Publish,
    Submit,
    Wait,
)
from dfgen.verify.verify import InvalidProgram, verify
from tests.planning import graph_of, programmed

from .mutations import Path, edited, parts

GRAPH = """
actor a @core(0) { fire f(s, o); state s : uint64; out o : uint8[8192]; }
actor b @core(1) { fire g(i, p); in i : uint8[8192] read_mostly; out p : uint8[3] partial; }
actor c @core(1) { fire h(q); state; in q : uint8[2]; }
b.p -> c.q delay 4;
"""
STRATEGIES = ("memcpy", "cow", "offload")


@pytest.fixture(scope="module", params=STRATEGIES)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    text = f"{GRAPH} a.o -> b.i @transfer({request.param});"
    made = programmed(graph_of(text, tmp_path_factory.mktemp("graph")))
    verify(made)
    return made


NOWHERE = 10**6
LEADING: Mapping[type, Mapping[str, Any]] = {
    Program: {"chunk": 0, "engines": ()},
    Counter: {"agent": -1, "waiters": (NOWHERE,)},
    Buffer: {"name": "other", "slots": 0, "span_tokens": 0, "history_tokens": -1},
    Agent: {"number": NOWHERE, "core": NOWHERE},
    Wait: {"counter": NOWHERE},
    Publish: {"counter": NOWHERE},
    Complete: {"counter": -1, "engine": NOWHERE},
    Drain: {"engine": -1},
    Firings: {"actor": "nobody", "per_iteration": 0},
    Fire: {"queue": NOWHERE},
    Submit: {"queue": -1},
    Prepare: {"port": "nothing"},
    Transfer: {"port": "nothing", "rates": (), "source_rates": (), "target_rates": (), "period": 0},
    Window: {"buffer": "nowhere"},
}
"""By type and field, what leads nowhere."""


def leading(program: Program) -> Iterator[tuple[Path, Any]]:
    """The paths to all that leads somewhere, with what does not."""
    counters = ((("counters", number), counter) for number, counter in enumerate(program.counters))
    for path, part in (*parts(program), *counters):
        for name, nowhere in LEADING.get(type(part), {}).items():
            if getattr(part, name) not in (None, ()):
                yield (*path, name), nowhere


def test_what_leads_nowhere_is_told(program: Program) -> None:
    found = list(leading(program))
    assert len(found) > 30
    for path, nowhere in found:
        with pytest.raises(InvalidProgram):
            verify(edited(program, path, lambda _, nowhere=nowhere: nowhere))  # type: ignore[misc]


def test_ports_of_windows_are_those_of_the_actor(program: Program) -> None:
    for path, part in parts(program.agents, ("agents",)):
        if path[-2:-1] == ("windows",):
            with pytest.raises(InvalidProgram, match="has no port nothing"):
                verify(edited(program, path, lambda _, part=part: ("nothing", part[1])))  # type: ignore[misc]


def test_buffers_are_variables_of_loops_or_have_memory(tmp_path: File) -> None:
    """Of two FIFOs between actors that are fused, one has tokens that outlive the trip."""
    text = "actor a { state; out o : uint8[4]; } actor b { in i : uint8[4]; out o : uint8[4]; }"
    text += "actor c { state; in i : uint8[4]; } a.o -> b.i delay 4; b.o -> c.i;"
    program = programmed(graph_of(text, tmp_path), 1, MappingOptions(fusion="all"))
    verify(program)
    buffers = program.memory.buffers
    variables = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, Loop) and part.locals]
    assert sorted(buffer.is_variable for buffer in buffers.values()) == [False, True]
    for name, buffer in buffers.items():
        changed = edited(program, ("memory", "buffers", name, "is_variable"), lambda is_variable: not is_variable)
        said = "both memory and" if buffer.is_variable else "neither memory nor"
        with pytest.raises(InvalidProgram, match=f"{name} has {said} a loop of which it is a variable"):
            verify(changed)
    with pytest.raises(InvalidProgram, match="a loop has nowhere as a variable, which is not a buffer"):
        verify(edited(program, (*variables[0], "locals"), lambda names: (*names, "nowhere")))


def test_tails_are_those_of_buffers(tmp_path: File) -> None:
    text = "actor a { out o : uint8[2]; } actor b { in i : uint8[3]; } a.o -> b.i delay 5;"
    program = programmed(graph_of(text, tmp_path), 1)
    verify(program)
    tails = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, CarryTail)]
    assert tails
    with pytest.raises(InvalidProgram, match="the tail of nowhere is carried on, which is not a buffer"):
        verify(edited(program, tails[0], lambda _: CarryTail("nowhere")))


def test_agents_stand_in_their_places(program: Program) -> None:
    agents: tuple[Agent, ...] = program.agents
    with pytest.raises(InvalidProgram, match="stands in the place of another one"):
        verify(edited(program, ("agents",), lambda _: agents[::-1]))
