# SPDX-License-Identifier: Apache-2.0
"""Programs of several nodes do not wait for each other for ever, and the proof says so where they would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.program import Firings, Program
from dfgen.verify.verify import InvalidProgram, verify_nodes
from tests.mapping.test_node_graphs import FAN, split
from tests.planning import graph_of, programmed

PLACES = {"a": 0, "b": 1, "c": 1, "d": 0}


def programs(folder: Path, cores: int = 1, latency: int | None = None) -> list[Program]:
    found = split(graph_of(FAN, folder), **PLACES)
    options = MappingOptions(pass_iterations=1, latency=latency)
    return [programmed(graph, cores, options) for graph in found.graphs]


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("latency", [None, 1])
def test_what_is_mapped_is_live(cores: int, latency: int | None, tmp_path: Path) -> None:
    verify_nodes(programs(tmp_path, cores, latency))


def is_of(operation: object, actor: str) -> bool:
    return isinstance(operation, Firings) and operation.actor == actor


def last_in_list(program: Program, actor: str) -> Program:
    """The program that does so after all else."""
    (core,) = program.cores
    body = [operation for stage in core.stages for operation in stage.body]
    moved = [o for o in body if not is_of(o, actor)] + [o for o in body if is_of(o, actor)]
    changed = replace(core, stages=(replace(core.stages[0], body=tuple(moved)),))
    return replace(program, agents=(changed, *program.agents[1:]))


def without(program: Program, actor: str) -> Program:
    (core,) = program.cores
    stages = tuple(replace(s, body=tuple(o for o in s.body if not is_of(o, actor))) for s in core.stages)
    return replace(program, agents=(replace(core, stages=stages), *program.agents[1:]))


def test_who_sends_too_late_is_told(tmp_path: Path) -> None:
    head, worker = programs(tmp_path, latency=1)
    with pytest.raises(InvalidProgram, match="nodes wait for each other: core 0 of node 0 in pass 0"):
        verify_nodes([last_in_list(head, "send0@1"), worker])


def test_messages_that_nobody_receives_are_told(tmp_path: Path) -> None:
    head, worker = programs(tmp_path, latency=1)
    with pytest.raises(InvalidProgram, match=r"wait for each other|link 0 sends"):
        verify_nodes([head, without(worker, "receive0@0")])
