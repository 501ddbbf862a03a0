# SPDX-License-Identifier: Apache-2.0
"""Random applications of which many tokens are object graphs must write what the interpreter says, for which such a
token is a few bytes."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

from dfgen.pipeline import compile_graph

from .building import Builder
from .drafts import OBJECTS
from .generator import random_application, write
from .running import expected_of, run_program
from .settings import compile_obeying, environment, random_setting


def test_graphs_of_objects_arrive(
    oracle_case: tuple[int, int], oracle_again: str, tmp_path: Path, builder: Builder
) -> None:
    seed, index = oracle_case
    application = random_application(seed, limits=OBJECTS)
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    setting = random_setting(application, index, expected.fifos)
    compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
    program = builder.build(tmp_path / "generated", compiled.files, f"objects{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    wrong = run_program(command, expected, tmp_path, environment(compiled, setting))
    assert not wrong, "\n".join([*wrong, oracle_again, f"compiled with: {shlex.join(setting.arguments)}"])
