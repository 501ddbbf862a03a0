# SPDX-License-Identifier: Apache-2.0
"""What `--buffers` asks for, and what graphs state themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.buffers import answer
from dfgen.analysis.buffers.demand import Demand, demand_of
from dfgen.analysis.facts import analyse
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from tests.analysis.buffers.problems import bounded_steps
from tests.analysis.graphs import build

# One firing at a time of each, all of time 1: the period is 6, that of the most frequent.
GRAPH = build([("a", 2, 3, "b"), ("b", 1, 3, "c"), ("b", 3, 1, "d")])
FIRST, SECOND, THIRD = (fifo.name for fifo in GRAPH.fifos)


def demanded(goal: str | None, graph: Graph = GRAPH) -> Demand:
    return demand_of(graph, analyse(graph), goal)


def refused(goal: str) -> list[str]:
    with pytest.raises(UserError) as caught:
        demanded(goal)
    return [diagnostic.id for diagnostic in caught.value.diagnostics]


def test_nothing_is_demanded_by_default() -> None:
    assert demanded(None) == Demand()


def test_the_minimum_is_the_smallest_that_lives() -> None:
    found = demanded("min")
    assert dict(found.capacities) == {FIRST: 4, SECOND: 3, THIRD: 3}
    assert found.least is not None
    assert found.least.tokens == 10


def test_goals_for_speed_ask_for_more() -> None:
    least, fastest = demanded("min"), demanded("max-throughput")
    assert all(fastest.capacities[name] >= tokens for name, tokens in least.capacities.items())
    assert sum(fastest.capacities.values()) > sum(least.capacities.values())
    assert demanded("100").capacities == least.capacities
    assert refused("1") == ["period-unreachable"]


def test_capacities_that_are_not_proven_least_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rejoined = build([("a", 1, 2, "b"), ("b", 2, 1, "c"), ("a", 1, 1, "c")])
    proven = demanded("min", rejoined)
    assert proven.sought == proven.least
    bounded_steps(monkeypatch, 0)
    found = demanded("min", rejoined)
    assert found.sought is not None
    assert (found.sought.bytes, found.sought.at_least) == (6, 5)
    assert found.capacities == proven.capacities


def test_the_graph_bounds_what_is_asked_for() -> None:
    bounded = replace(GRAPH, fifos=(replace(GRAPH.fifos[0], capacity_tokens=3), *GRAPH.fifos[1:]))
    assert demanded(None, bounded).capacities == {FIRST: 3}
    assert demanded("min", bounded).capacities[FIRST] == 3


@pytest.mark.parametrize("form", ["{}", '{{"capacities": {}}}', '{{"buffers": {{"smallest": {{"capacities": {}}}}}}}'])
def test_a_file_gives_capacities(form: str, tmp_path: Path) -> None:
    path = tmp_path / "sizes.json"
    path.write_text(form.format(json.dumps({FIRST: 6, THIRD: 9})))
    assert demanded(str(path)) == Demand(str(path), {FIRST: 6, THIRD: 9})


@pytest.mark.parametrize("text", ["no JSON", "[]", "{}", '{"a.o:b.i": 3}', f'{{"{FIRST}": 0}}', f'{{"{FIRST}": true}}'])
def test_files_that_say_nothing_for_this_graph(text: str, tmp_path: Path) -> None:
    path = tmp_path / "sizes.json"
    path.write_text(text)
    assert refused(str(path)) == ["buffers-invalid"]


def test_a_file_that_is_not_there() -> None:
    assert refused("smallest") == ["file-unreadable"]


def test_too_many_firings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "FIRINGS_MAX", 5)
    assert refused("min") == ["buffers-too-many-firings"]
