# SPDX-License-Identifier: Apache-2.0
"""Whose firings stay together, and the reason given."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.splitting import unsplittable_reasons
from dfgen.mapping.unapplied import UNDIVIDED
from dfgen.model.schedule import Leaf
from tests.planning import graph_of, scheduled

CASES = {
    "": "fire f(i, o);",
    "it keeps state": "fire f(i, o); state;",
    "it may stop the program": "fire f(i, o); stops;",
    "its effects are seen from outside": "fire f(i, o); effect;",
    "it writes a static variable": "fire impure(i, o);",
}
BODY = """actor a {{ out o : uint8[4]; }} actor m {{ {0} in i : uint8[1]; out o : uint8[1]; }}
actor z {{ in i : uint8[4]; }} a.o -> m.i; m.o -> z.i{1};
"""


def reason(folder: Path, body: str, actor: str = "m", cycles: tuple[tuple[str, ...], ...] = ()) -> str:
    graph = graph_of(body, folder)
    impure = {"impure": "it writes a static variable"}
    return unsplittable_reasons(graph, analyse(graph), cycles, impure).get(actor, "")


@pytest.mark.parametrize("expected", CASES)
def test_reason(expected: str, tmp_path: Path) -> None:
    assert reason(tmp_path, BODY.format(CASES[expected], "")) == expected


def test_the_user_may_vouch(tmp_path: Path) -> None:
    assert reason(tmp_path, BODY.format("fire impure(i, o); stateless;", "")) == ""


def test_one_firing(tmp_path: Path) -> None:
    assert reason(tmp_path, BODY.format("", ""), "a") == "it fires once an iteration"


def test_delay_behind(tmp_path: Path) -> None:
    assert reason(tmp_path, BODY.format("", " delay 1")) == "an output has a delay"


def test_cycles(tmp_path: Path) -> None:
    body = BODY.format("", "").replace("out o : uint8[1];", "out o : uint8[1]; out b : uint8[1]; in c : uint8[1];")
    assert reason(tmp_path, body + "m.b -> m.c delay 1;") == "it is part of a cycle"
    assert reason(tmp_path, BODY.format("", ""), cycles=(("m", "a"),)) == "it is part of a cycle"


def test_routing(tmp_path: Path) -> None:
    body = "actor a { out o : uint8[4]; } fork m { in i : uint8[2]; out o : uint8[1]; out p : uint8[1]; }\n"
    body += "actor z { in i : uint8[2]; in j : uint8[2]; } a.o -> m.i; m.o -> z.i; m.p -> z.j;"
    assert reason(tmp_path, body) == "it only says which bytes go where"


CYCLE = """actor a {{ time {0}; out o : uint8[4]; }}
actor f {{ time 20us; in i : uint8[4]; in b : uint8[4]; out o : uint8[4]; }}
actor g {{ time 5us; in i : uint8[4]; out o : uint8[4]; out e : uint8[4]; }} actor z {{ time 1us; in i : uint8[4]; }}
a.o -> f.i; f.o -> g.i; g.o -> f.b delay 4; g.e -> z.i;
"""


def test_a_cycle_that_keeps_cores_from_helping_is_named(tmp_path: Path) -> None:
    why = "no delay in it is as long as two trips of its loop, nor does an actor fire several times in a trip"
    told = f"the actors of a cycle stay on one core: f, g (96 % of the work): {why}"
    assert told in scheduled(graph_of(CYCLE.format("20ns"), tmp_path))[1].notes
    assert told not in scheduled(graph_of(CYCLE.format("20ns"), tmp_path), 1)[1].notes
    assert not any("a cycle" in note for note in scheduled(graph_of(CYCLE.format("90us"), tmp_path))[1].notes)


def test_actors_that_a_mapper_leaves_whole_are_named(tmp_path: Path) -> None:
    ends = "actor a { state; out o : uint8[8]; out p : uint8[8]; } actor z { in i : uint8[8]; in j : uint8[8]; }\n"
    work = "{ stateless; time 9us; in i : uint8[1]; out o : uint8[1]; }"
    body = f"{ends} actor m {work} actor n {work} a.o -> m.i; a.p -> n.i; m.o -> z.i; n.o -> z.j;"
    for mapper, named in (("list", ["m, n"]), ("balance", [])):
        _, schedule = scheduled(graph_of(body, tmp_path), options=MappingOptions(mapper))
        assert [each.what for each in schedule.unapplied if each.reason == UNDIVIDED] == named


def test_cores_share_evenly_what_states_no_time_whatever_else_they_do(tmp_path: Path) -> None:
    """And the plan says so. A time of any that can be divided leaves it to the mapper."""
    ends = """actor a @core(0) { state; time 9us; out o : uint8[8]; }
        actor z @core(0) { state; time 9us; in i : uint8[8]; }"""
    for time, other, firings, named in (
        ("", "", [4, 4], ["m", "n"]),
        ("time 1us;", "", [8], []),
        ("", "time 1us;", [8], []),
    ):
        body = f"""{ends} actor m {{ stateless; {time} in i : uint8[1]; out o : uint8[1]; }}
            actor n {{ stateless; {other} in i : uint8[1]; out o : uint8[1]; }} a.o -> m.i; m.o -> n.i; n.o -> z.i;"""
        _, schedule = scheduled(graph_of(body, tmp_path))
        (leaf,) = (child for child in schedule.root.body if isinstance(child, Leaf) and child.actor == "m")
        assert [(part.stop - part.start) / schedule.root.chunk for part in leaf.parts] == firings
        told = [each.what for each in schedule.unapplied if each.optimisation == "levelling by shares of firings"]
        assert told == ([", ".join(named)] if named else [])
