# SPDX-License-Identifier: Apache-2.0
"""Random applications, compiled and run, must write what the interpreter says, whatever they are compiled with.

A failing case says how to run it again and keeps its folder: graph, C, generated program and what it wrote.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph

from .application import Actor, Application, Edge, End, GraphSpec, Interface, Port, StateForm, Stop, TokenKind
from .building import Builder
from .generator import random_application, write
from .long_delays import with_long_delays
from .rings import ring_application
from .running import Expected, expected_of, run_program
from .settings import compile_obeying, environment, random_setting


@lru_cache(maxsize=1)
def _expected(seed: int, folder: Path) -> Expected:
    folder.mkdir(exist_ok=True)
    application = random_application(seed)
    return expected_of(application, write(application, folder))


def test_program_writes_what_the_interpreter_says(
    oracle_case: tuple[int, int], oracle_again: str, tmp_path: Path, builder: Builder
) -> None:
    seed, index = oracle_case
    expected = _expected(seed, builder.folder / "expected")
    setting = random_setting(expected.application, index, expected.fifos)
    graph = write(expected.application, tmp_path)
    wrong = ["no program was made"]
    try:
        compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
        program = builder.build(tmp_path / "generated", compiled.files, f"seed{seed}")
        command = [str(program), "-n", str(expected.iterations), "-q"]
        wrong = run_program(command, expected, tmp_path, environment(compiled, setting))
    finally:
        if wrong:
            print(f"again: {oracle_again}\ncompiled with: {shlex.join(setting.arguments)}\nin: {tmp_path}")
        else:
            shutil.rmtree(tmp_path)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("application_of", [ring_application, random_application])
def test_cores_that_share_loops_write_the_same(
    application_of: Callable[[int], Application],
    oracle_case: tuple[int, int],
    oracle_again: str,
    tmp_path: Path,
    builder: Builder,
) -> None:
    seed, index = oracle_case
    application = application_of(seed)
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    usual = random_setting(application, index, expected.fifos)
    cores = max(application.cores_min, 2 + index % 3)
    setting = replace(usual, mapper="staged", scattered=True, cores=cores, buffers=None, guard=False)
    compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
    program = builder.build(tmp_path / "generated", compiled.files, f"{application_of.__name__}{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    wrong = run_program(command, expected, tmp_path, environment(compiled, setting))
    assert not wrong, "\n".join([*wrong, oracle_again])


@pytest.mark.parametrize("application_of", [ring_application, random_application])
def test_tokens_come_through_long_delays(
    application_of: Callable[[int], Application],
    oracle_case: tuple[int, int],
    oracle_again: str,
    tmp_path: Path,
    builder: Builder,
) -> None:
    seed, index = oracle_case
    application = with_long_delays(application_of(seed))
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    setting = random_setting(application, index, expected.fifos)
    compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
    program = builder.build(tmp_path / "generated", compiled.files, f"long_{application_of.__name__}{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    wrong = run_program(command, expected, tmp_path, environment(compiled, setting))
    assert not wrong, "\n".join([*wrong, oracle_again])


@pytest.mark.parametrize("seed", [9, 21])
def test_dfgen_run_writes_what_the_interpreter_says(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = random_application(seed)
    expected = expected_of(application, write(application, tmp_path))
    setting = random_setting(application, 0, ())
    repository = Path(__file__).resolve().parent.parent.parent
    monkeypatch.setenv("PYTHONPATH", str(repository))
    command = [sys.executable, "-m", "dfgen", "run", "graph.sdf", "-n", str(expected.iterations), "-q"]
    wrong = run_program([*command, *setting.arguments, "--"], expected, tmp_path)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_mapped_by_search_writes_the_same(seed: int, tmp_path: Path, builder: Builder) -> None:
    pytest.importorskip("ortools", reason="the mapper 'exact' needs the package ortools")
    application = random_application(seed)
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    setting = replace(
        random_setting(application, 0, expected.fifos), mapper="exact", cores=max(2, application.cores_min)
    )
    compiled, setting = compile_obeying(setting, partial(compile_graph, graph))
    program = builder.build(tmp_path / "generated", compiled.files, f"exact{seed}")
    command = [str(program), "-n", str(expected.iterations), "-q"]
    assert run_program(command, expected, tmp_path, environment(compiled, setting)) == []


def halved(stop: Stop | None) -> Application:
    """An application of which one iteration is two of its flat graph: the refined actor takes two windows at once."""
    kind = TokenKind("uint8", "uint8_t *", 1, 1, "B")
    give, take = Port("o", False, kind, (3,)), Port("i", True, kind, (3,))
    ends = Port("x", True, kind, (6,)), Port("y", False, kind, (6,))
    inner = GraphSpec(
        "inner",
        (Actor("pass", 1, "code", (take, give)),),
        (Edge(End(None, "x"), End("pass", "i")), Edge(End("pass", "o"), End(None, "y"))),
        tuple(Interface(port.name, port.is_input, kind, 6) for port in ends),
    )
    actors = (
        Actor("source", 1, "code", (give,), StateForm.STRUCT, stop=stop),
        Actor("twice", 2, "inner", ends),
        Actor("sink", 3, "code", (take,), StateForm.STRUCT, records=True),
    )
    edges = (Edge(End("source", "o"), End("twice", "x")), Edge(End("twice", "y"), End("sink", "i")))
    return Application(0, (GraphSpec("app", actors, edges), inner), 4)


@pytest.mark.parametrize(("stop", "firings"), [(None, 8), (Stop(4, False), 5), (Stop(5, True), 5)])
def test_iterations_are_those_of_the_flat_graph(
    stop: Stop | None, firings: int, tmp_path: Path, builder: Builder
) -> None:
    application = halved(stop)
    graph = write(application, tmp_path)
    expected = expected_of(application, graph)
    assert (expected.iterations, len(expected.recorded[3])) == (8, firings * 3)
    compiled = compile_graph(graph, CompileOptions(cores=2))
    program = builder.build(tmp_path / "generated", compiled.files, graph.parent.name)
    assert run_program([str(program), "-n", "8", "-q"], expected, tmp_path) == []


def test_a_difference_is_seen(tmp_path: Path, builder: Builder) -> None:
    application = halved(None)
    graph = write(application, tmp_path)
    compiled = compile_graph(graph, CompileOptions(cores=2))
    program = builder.build(tmp_path / "generated", compiled.files, graph.parent.name)
    wrong = run_program([str(program), "-n", "7", "-q"], expected_of(application, graph), tmp_path)
    assert wrong[1:] == ["'sink' wrote 21 bytes of 24, the first 21 are right"]
