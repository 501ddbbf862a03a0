# SPDX-License-Identifier: Apache-2.0
"""Schedules that are made while something else is done: they are the same, and are not made again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.schedules import Asked, Schedules
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.progress import Effort
from tests.planning import graph_of

CHAIN = """actor a { state; time 3us; out o : uint8[64]; }
actor b { state; time 8us; in i : uint8[64]; out o : uint8[64]; }
actor c { state; time 4us; in i : uint8[64]; }
a.o -> b.i; b.o -> c.i;
"""


def asked(folder: Path, body: str = CHAIN, cores: int = 2) -> Asked:
    graph = graph_of(body, folder)
    return Asked(graph, analyse(graph), cores, MappingOptions(), {}, frozenset())


def not_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Asked, "made", lambda self: pytest.fail("it is there already"))


def test_one_that_was_made_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given, schedules = asked(tmp_path), Schedules()
    expected = given.made()
    assert schedules.ahead(given, lambda: "done") == "done"
    not_again(monkeypatch)
    assert schedules.of(given) == expected


def test_one_for_all_that_differ_in_what_no_schedule_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, schedules = asked(tmp_path), Schedules()
    expected = schedules.of(given)
    source = given.graph.actor("a")
    zeroed = replace(source, ports=tuple(replace(port, partial=True) for port in source.ports))
    graph = replace(given.graph, actors=(zeroed, *given.graph.actors[1:]), notes=("a note",))
    listening = replace(given.options, effort=Effort(given.options.effort.limit_s, print))
    not_again(monkeypatch)
    assert schedules.of(replace(given, graph=graph, options=listening)) is expected


def test_another_one_where_actors_differ(tmp_path: Path) -> None:
    given, schedules = asked(tmp_path), Schedules()
    assert schedules.ahead(given, lambda: 1) == 1
    other = asked(tmp_path, CHAIN.replace("8us", "80us"))
    assert schedules.of(other) == other.made() != given.made()


def test_one_that_cannot_be_made_is_told_to_who_asks_for_it(tmp_path: Path) -> None:
    given, schedules = asked(tmp_path, CHAIN.replace("actor b {", "actor b @core(5) {")), Schedules()
    assert schedules.ahead(given, lambda: "done") == "done"
    with pytest.raises(UserError):
        schedules.of(given)


def test_what_goes_wrong_meanwhile_is_told(tmp_path: Path) -> None:
    def refuse() -> None:
        raise fail("c-compile", "no", None, "Write yes.")

    given, schedules = asked(tmp_path), Schedules()
    with pytest.raises(UserError, match="no"):
        schedules.ahead(given, refuse)
    assert schedules.of(given) == given.made()
