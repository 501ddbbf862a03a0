# SPDX-License-Identifier: Apache-2.0
"""Random applications, compiled and run, must write what the interpreter says, whatever they are compiled with.

A failing case says how to run it again and keeps its folder: graph, C, generated program and what it wrote.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import pytest

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph
from dfgen.pipeline import CompileOptions, compile_graph

from . import balance
from .application import Actor, Application, Edge, End, GraphSpec, Interface, Port, StateForm, Stop, TokenKind
from .building import Builder
from .generator import random_application, write
from .interpreter import interpret
from .settings import compile_obeying, environment, random_setting

SECONDS_MAX = 120
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Expected:
    """What dfgen makes of an application, and what every program made from it must write.

    `iterations` are those of the flat graph, of which several may make one of the application.
    """

    application: Application
    fifos: tuple[str, ...]
    iterations: int
    recorded: dict[int, bytes]

    def differences(self, written: dict[int, Path]) -> list[str]:
        names = self.application.recorded()
        pairs = [(names[n], _content(path), self.recorded[n]) for n, path in written.items()]
        return [_difference(*pair) for pair in pairs if pair[1] != pair[2]]


def expected_of(application: Application, graph: Path) -> Expected:
    flat = load_graph(graph, {})
    firings, hierarchical = analyse(flat).firings, balance.firings(application)
    (parts,) = {count // firings[name] for name, count in hierarchical.items()}
    assert all(count == parts * firings[name] for name, count in hierarchical.items())
    fifos = tuple(fifo.name for fifo in flat.fifos)
    return Expected(application, fifos, application.iterations * parts, interpret(application, parts=parts))


@lru_cache(maxsize=1)
def _expected(seed: int, folder: Path) -> Expected:
    folder.mkdir(exist_ok=True)
    application = random_application(seed)
    return expected_of(application, write(application, folder))


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _difference(name: str, written: bytes, expected: bytes) -> str:
    equal = next((i for i, (a, b) in enumerate(zip(written, expected)) if a != b), min(len(written), len(expected)))
    return f"'{name}' wrote {len(written)} bytes of {len(expected)}, the first {equal} are right"


def run_program(
    command: Sequence[str], expected: Expected, folder: Path, variables: Mapping[str, str] = NOTHING
) -> list[str]:
    """What is wrong with a run of a program, or of dfgen, to which the iterations and options are given."""
    written = {number: folder / f"out_{number}.bin" for number in expected.application.recorded()}
    full = [*command, *(f"out_{number}={path}" for number, path in written.items())]
    try:
        ended = subprocess.run(
            full, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS_MAX, check=False,
            env={**os.environ, **variables},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return [shlex.join(full), f"did not end in {SECONDS_MAX} s"]
    wrong = expected.differences(written)
    if ended.returncode:
        wrong.append(f"ended with status {ended.returncode}: {ended.stdout[-500:]}{ended.stderr[:4000]}")
    settings = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
    return [" ".join([*settings, shlex.join(full)]), *wrong] if wrong else []


def test_program_writes_what_the_interpreter_says(
    oracle_case: tuple[int, int], oracle_again: str, tmp_path: Path, builder: Builder
) -> None:
    seed, index = oracle_case
    expected = _expected(seed, builder.folder / "expected")
    setting = random_setting(expected.application, index, expected.fifos)
    graph = write(expected.application, tmp_path)
    wrong = ["no program was made"]
    try:
        compiled, setting = compile_obeying(graph, setting)
        program = builder.build(tmp_path / "generated", compiled.files, f"seed{seed}")
        command = [str(program), "-n", str(expected.iterations), "-q"]
        wrong = run_program(command, expected, tmp_path, environment(compiled, setting))
    finally:
        if wrong:
            print(f"again: {oracle_again}\ncompiled with: {shlex.join(setting.arguments)}\nin: {tmp_path}")
        else:
            shutil.rmtree(tmp_path)
    assert not wrong, "\n".join(wrong)


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
