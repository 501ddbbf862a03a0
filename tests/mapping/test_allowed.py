# SPDX-License-Identifier: Apache-2.0
"""Demands for cores, against the cores that there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from dfgen.mapping.allowed import allowed_cores, check_cores, without_absent_cores
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.graph import Graph
from dfgen.pipeline import Compiled

A = Actor("a", ActorKind.CODE, (), core=1)
B = Actor("b", ActorKind.CODE, (), cores=(1, 3))
C = Actor("c", ActorKind.CODE, ())
GRAPH = Graph("g", (), (A, B, C), ())

BODY = """
actor a @core(0) { fire swap(x, y, u, v); in x : uint8[1]; in y : uint8[1]; out u : uint8[1]; out v : uint8[1]; }
actor b @core(1, 2) { fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }
actor s @core(2, 1) { fire give(o); out o : uint8[1]; }
actor t { fire take(i); in i : uint8[1]; }
s.o -> a.x; a.u -> b.i; b.o -> a.y delay 1; a.v -> t.i;
"""


def test_a_unit_runs_where_all_of_its_actors_may() -> None:
    assert allowed_cores(GRAPH, ("c",), 4) == ()
    assert allowed_cores(GRAPH, ("b", "c"), 4) == (1, 3)
    assert allowed_cores(GRAPH, ("b",), 2) == (1,)
    assert allowed_cores(GRAPH, ("a", "b"), 4) == (1,)


def test_actors_of_a_unit_must_agree() -> None:
    elsewhere = replace(GRAPH, actors=(replace(A, core=2), B))
    with pytest.raises(UserError) as error:
        allowed_cores(elsewhere, ("a", "b"), 4)
    assert error.value.diagnostics[0].id == "core-conflict"


def test_cores_that_are_not_there() -> None:
    check_cores(GRAPH, 2)
    with pytest.raises(UserError) as error:
        check_cores(GRAPH, 1)
    assert [d.id for d in error.value.diagnostics] == ["core-out-of-range"]


def test_a_choice_of_cores_that_are_not_there() -> None:
    with pytest.raises(UserError) as error:
        check_cores(replace(GRAPH, actors=(B, C)), 1)
    (diagnostic,) = error.value.diagnostics
    assert "cores 1, 3 only" in diagnostic.message
    assert diagnostic.hint.endswith("--cores 2.")


def test_the_cores_of_a_platform_that_came_with_the_graph_may_be_fewer() -> None:
    own = replace(GRAPH, core_names=("x", "y", "z", "w"))
    assert without_absent_cores(own, 4) == (own, ())
    assert without_absent_cores(own, 2) == (own, ())
    freed, notes = without_absent_cores(own, 1)
    assert [(a.core, a.cores) for a in freed.actors] == [(None, ())] * 3
    assert notes == ("1 of the 4 cores of the graph's platform are used, so these run on any: a, b",)
    assert without_absent_cores(GRAPH, 1) == (GRAPH, ())


def test_a_cycle_of_two_cores_is_refused(refusal: Callable[..., Diagnostic]) -> None:
    assert refusal(BODY, cores=3).id == "core-conflict"


def test_a_choice_is_kept(compile_text: Callable[..., Compiled]) -> None:
    compiled = compile_text(BODY.replace("actor b @core(1, 2)", "actor b @core(0, 2)"), cores=3)
    home = re.compile(r" ([abs]) x1  core (\d)").search
    homes = {found[1]: int(found[2]) for line in compiled.plan_text.splitlines() if (found := home(line))}
    assert homes["a"] == homes["b"] == 0
    assert homes["s"] in (1, 2)
