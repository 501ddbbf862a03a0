# SPDX-License-Identifier: Apache-2.0
"""Random applications whose actors are on random nodes write what the interpreter says, as on one machine."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from dfgen import several_nodes
from dfgen.build.launcher import launch_command
from dfgen.mapping.nodes import node_work
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.platform import Platform
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.messages import Messages, needs_mpi

from .building import Builder
from .generator import random_application, write
from .running import expected_of, run_program
from .settings import Setting, compile_obeying, environment, random_setting


@contextmanager
def nodes_at_random(seed: int) -> Iterator[None]:
    """Each group of actors that cannot be apart is on any of the nodes."""

    def drawn(graph: Graph, facts: Facts, platform: Platform, _: int | None) -> dict[str, int]:
        rng = random.Random(seed)
        groups = node_work(graph, facts, platform).groups
        return {actor: node for g in groups for node in [rng.randrange(len(platform.nodes))] for actor in g.actors}

    with patch.object(several_nodes, "map_to_nodes", drawn):
        yield


def compile_for(graph: Path, nodes: int, options: CompileOptions) -> Compiled:
    return compile_graph(graph, replace(options, nodes=nodes))


@needs_mpi
def test_random_nodes_write_what_the_interpreter_says(
    oracle_case: tuple[int, int], oracle_again: str, tmp_path: Path, builder: Builder, messages: Messages
) -> None:
    seed, index = oracle_case
    application = random_application(seed)
    if application.has_objects:
        pytest.skip("object graphs do not cross nodes")
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    nodes = 2 + (seed + index) % 3
    setting: Setting = random_setting(application, index, expected.fifos)
    with nodes_at_random(seed * 1000 + index):
        compiled, setting = compile_obeying(setting, partial(compile_for, graph, nodes))
    program = messages.builder(builder).build(tmp_path / "generated", compiled.files, f"nodes{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    hosts = [""] * len(list(compiled.plan.get("nodes", ())))  # type: ignore[call-overload]
    started = launch_command(messages.launcher, command, hosts) if hosts else command
    wrong = run_program(started, expected, tmp_path, environment(compiled, setting) if not hosts else {})
    told = f"compiled with --nodes {nodes} {shlex.join(setting.arguments)}"
    assert not wrong, "\n".join([*wrong, told, oracle_again])
