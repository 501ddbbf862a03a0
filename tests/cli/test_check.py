# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from dfgen.model.files import FileEnd
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import Direction, Port, TokenType

Dfgen = Callable[..., Any]
BYTE = TokenType("uint8", "uint8_t", 1, 1)


def result(path: Path, parameters: Mapping[str, int]) -> Any:
    source = Actor("read", ActorKind.CODE, (Port("y", Direction.OUTPUT, BYTE, (1, 2)),))
    target = Actor("Sub/show", ActorKind.CODE, (Port("x", Direction.INPUT, BYTE, (1,)),))
    graph = Graph("demo", (), (source, target), (Fifo(PortRef("read", "y"), PortRef("Sub/show", "x")),))
    facts = SimpleNamespace(cycles={"read": 1, "Sub/show": 3}, firings={"read": 2, "Sub/show": 3})
    return SimpleNamespace(graph=graph, facts=facts, pace=None, warnings=(Diagnostic("port-dead", "a dead port"),))


def test_the_table(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.check = result
    ended = dfgen("check", "demo.sdf", "-p", "width=64", "-p", "n=-0x10")
    assert ended.status == 0
    assert ended.out == (
        "actor     kind   phases  cycles  firings\n"
        "read      actor       2       1        2\n"
        "Sub/show  actor       1       3        3\n"
        "\n"
        "demo: consistent, free of deadlock; 2 actors, 1 FIFO, 5 firings an iteration\n"
    )
    assert ended.err == "dfgen: warning[port-dead]: a dead port\n"
    assert pipeline.calls == [(Path("demo.sdf"), {"width": 64, "n": -16})]


def test_ports_of_the_graph_are_interfaces(dfgen: Dfgen, pipeline: Any) -> None:
    def with_port(path: Path, parameters: Mapping[str, int]) -> Any:
        found = result(path, parameters)
        read, show = found.graph.actors
        found.graph = replace(found.graph, actors=(replace(read, boundary=0), show))
        return found

    pipeline.check = with_port
    rows = dfgen("check", "demo.sdf").out.splitlines()
    assert [row.split()[:2] for row in rows[1:3]] == [["read", "interface"], ["Sub/show", "actor"]]


def test_json(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.check = result
    content = json.loads(dfgen("check", "demo.sdf", "--json").out)
    assert content == {
        "schema": 1,
        "graph": "demo",
        "consistent": True,
        "deadlock_free": True,
        "actors": 2,
        "fifos": 1,
        "repetition_vector": {"read": 2, "Sub/show": 3},
        "repetition_sum": 5,
        "cycles": {"read": 1, "Sub/show": 3},
        "pace": None,
        "warnings": [{"id": "port-dead", "message": "a dead port", "hint": ""}],
    }


@pytest.mark.parametrize(
    ("id", "consistent", "deadlock_free"),
    [("inconsistent", False, False), ("deadlock", True, False), ("liveness-undecided", True, None)],
)
def test_a_refused_graph_gives_json_too(
    dfgen: Dfgen, pipeline: Any, id: str, consistent: bool, deadlock_free: bool | None
) -> None:
    pipeline.failure = UserError([Diagnostic(id, "no", Span("demo.sdf", 4, 5))])
    ended = dfgen("check", "demo.sdf", "--json")
    content = json.loads(ended.out)
    assert ended.status == 1
    assert (content["consistent"], content["deadlock_free"]) == (consistent, deadlock_free)
    assert content["errors"] == [{"id": id, "message": "no", "hint": "", "file": "demo.sdf", "line": 4, "column": 5}]
    assert f"demo.sdf:4:5: error[{id}]: no" in ended.err


def test_a_file_that_is_no_graph_gives_no_json(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.failure = UserError([Diagnostic("syntax", "no"), Diagnostic("deadlock", "no")])
    ended = dfgen("check", "demo.sdf", "--json")
    assert (ended.status, ended.out) == (1, "")


@pytest.mark.parametrize(
    "wrong", ["width", "width=", "width=1.5.", "width=.5", "width=1e", "width=nan", "=3", "3=3", "width=1_0", "width=²"]
)
def test_wrong_parameters_are_wrong_usage(dfgen: Dfgen, wrong: str) -> None:
    ended = dfgen("check", "demo.sdf", "-p", wrong)
    assert ended.status == 2
    assert "is not NAME=VALUE with a number" in ended.err


@pytest.mark.parametrize("digits", ["1" * 1001, "1" * 5000, "0x" + "1" * 1000, "1." + "0" * 1000])
def test_numbers_of_parameters_are_as_long_as_those_of_graph_files(dfgen: Dfgen, digits: str) -> None:
    ended = dfgen("check", "demo.sdf", "-p", f"width={digits}")
    assert ended.status == 2
    assert f"the value of 'width' is too long: this number has {len(digits)} digits" in ended.err


def test_a_parameter_has_one_value(dfgen: Dfgen, pipeline: Any) -> None:
    ended = dfgen("check", "demo.sdf", "-p", "width=1", "-p", "height=2", "-p", "width=3")
    assert ended.status == 2
    assert "parameter 'width' has two values: 1 and 3" in ended.err


@pytest.mark.parametrize("folder", ["", "missing", "file"])
def test_folders_of_imports_are_there(folder: str, dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    text = folder and str(tmp_path / folder)
    ended = dfgen("check", "demo.sdf", "--include", str(tmp_path), "--include", text)
    assert ended.status == 2
    assert f"argument --include: '{text}' is not a folder" in ended.err


def test_file_actors_are_told_by_their_direction(dfgen: Dfgen, pipeline: Any) -> None:
    def with_files(path: Path, parameters: Mapping[str, int]) -> Any:
        found = result(path, parameters)
        source, sink = found.graph.actors
        actors = (replace(source, file=FileEnd(is_source=True)), replace(sink, file=FileEnd(is_source=False)))
        found.graph = replace(found.graph, actors=actors)
        return found

    pipeline.check = with_files
    lines = dfgen("check", "demo.sdf").out.splitlines()
    assert [line.split()[:3] for line in lines[1:3]] == [["read", "file", "source"], ["Sub/show", "file", "sink"]]
