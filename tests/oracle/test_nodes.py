# SPDX-License-Identifier: Apache-2.0
"""Random applications whose actors are on random nodes write what the interpreter says, as on one machine."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.messages import Messages, needs_mpi, nodes_at_random

from .building import Builder
from .drafts import OBJECTS, SMALL
from .generator import random_application, write
from .running import expected_of, run_program
from .settings import Setting, compile_obeying, environment, random_setting


def compile_for(graph: Path, nodes: int, options: CompileOptions) -> Compiled:
    return compile_graph(graph, replace(options, nodes=nodes))


def without_external(folder: Path) -> None:
    """What is external is of one process: there are no such pointers in objects then, but transient ones."""
    for path in (*folder.glob("*.sdf"), *folder.glob("*.c")):
        text = path.read_text(encoding="utf-8").replace("label external;", "label transient;")
        path.write_text(text.replace("p->label != label", "(p->label != NULL && p->label != label)"), encoding="utf-8")


@needs_mpi
@pytest.mark.every(5)
def test_random_nodes_write_what_the_interpreter_says(
    oracle_case: tuple[int, int], oracle_again: str, tmp_path: Path, builder: Builder, messages: Messages
) -> None:
    seed, index = oracle_case
    application = random_application(seed, limits=OBJECTS if (seed + index) % 3 == 0 else SMALL)
    graph = write(application, tmp_path)
    without_external(tmp_path)
    expected = expected_of(application, graph)
    nodes = 2 + (seed + index) % 3
    setting: Setting = random_setting(application, index, expected.fifos)
    with nodes_at_random(seed * 1000 + index):
        compiled, setting = compile_obeying(setting, partial(compile_for, graph, nodes))
    program = messages.builder(builder).build(tmp_path / "generated", compiled.files, f"nodes{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    wishes = {} if "nodes" in compiled.plan else environment(compiled, setting)
    wrong = run_program(messages.command(command, compiled), expected, tmp_path, wishes)
    told = f"compiled with --nodes {nodes} {shlex.join(setting.arguments)}"
    assert not wrong, "\n".join([*wrong, told, oracle_again])
