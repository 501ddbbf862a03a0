# SPDX-License-Identifier: Apache-2.0
"""Tries one case: compiled, built, run, and compared with what the interpreter says."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from traceback import format_exception

from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import Compiled, CompileOptions
from dfgen.reading import read_code
from dfgen.stages import generate, plan_known
from tests.oracle.application import Application
from tests.oracle.building import Builder
from tests.oracle.generator import write
from tests.oracle.running import Expected, execute, expected_of, with_sources
from tests.oracle.settings import Setting, compile_obeying, environment, hashing_is_small

from .cases import Configuration, Toolchain, other_way_to_run
from .spread import is_spread

Compile = Callable[[CompileOptions], Compiled]


@dataclass(frozen=True)
class Failure:
    """`kind` tells failures apart that have different reasons; `text` is for people."""

    kind: str
    text: str


def of_dfgen(error: Exception) -> Failure:
    """No program came of the graph."""
    if isinstance(error, UserError):
        ids = ", ".join(sorted({d.id for d in error.diagnostics}))
        return Failure(f"refused: {ids}", str(error))
    return Failure(f"dfgen: {type(error).__name__}", "".join(format_exception(error)))


@dataclass
class Workshop:
    """A folder to work in, with a builder for each toolchain whose objects stay. `objects` may be shared by several."""

    folder: Path
    objects: Path
    builders: dict[Toolchain, Builder] = field(default_factory=dict)

    def builder_for(self, configuration: Configuration) -> Builder:
        usual = self.builder(configuration.toolchain)
        return usual if configuration.spread is None else configuration.spread.builder(usual)

    def builder(self, toolchain: Toolchain) -> Builder:
        if toolchain not in self.builders:
            folder = self.objects / toolchain.folder
            folder.mkdir(parents=True, exist_ok=True)
            self.builders[toolchain] = Builder(toolchain.words, toolchain.sanitize, folder)
        return self.builders[toolchain]

    def forget(self, user: str) -> None:
        """Remove the objects of the sources of an application that is done."""
        for path in self.objects.rglob(f"{user}_*.o"):
            path.unlink()


class Bench:
    """One application, written and interpreted, on which configurations are tried."""

    def __init__(self, application: Application, workshop: Workshop, name: str) -> None:
        self.workshop = workshop
        self.name = name
        self.folder = workshop.folder / name
        self.folder.mkdir(parents=True)
        self.graph = write(application, self.folder)
        self.expected: Expected = expected_of(application, self.graph)
        self.options = [*self.expected.options, *with_sources(self.expected, self.folder)]
        with hashing_is_small():
            known = read_code(load_graph(self.graph, {}))
        self.compile: Compile = lambda options: generate(plan_known(known, options))

    def close(self) -> None:
        shutil.rmtree(self.folder)
        self.workshop.forget(self.name)

    def obeying(self, configuration: Configuration) -> tuple[Compiled, Setting]:
        spread = configuration.spread
        return compile_obeying(
            configuration.setting, self.compile if spread is None else partial(spread.compile, self.graph)
        )

    def attempt(self, configuration: Configuration) -> tuple[Failure | None, Configuration]:
        """What went wrong, and the configuration as it was obeyed: without what dfgen refuses by name."""
        (result,) = self.attempts(configuration, 1)
        return result

    def attempts(self, configuration: Configuration, ways: int) -> Iterator[tuple[Failure | None, Configuration]]:
        """The same for one program and at most so many ways to run it; the first is the configuration's own."""
        try:
            compiled, setting = self.obeying(configuration)
        except Exception as error:
            yield of_dfgen(error), configuration
            return
        first = replace(configuration, setting=setting)
        generated = self.folder / "generated"
        try:
            program = self.workshop.builder_for(configuration).build(generated, compiled.files, self.name)
            yield from self._runs(program, compiled, _ways_to_run(first, compiled, ways))
        except AssertionError as error:
            yield Failure("does not build", str(error)), first
        finally:
            shutil.rmtree(generated, ignore_errors=True)

    def _runs(
        self, program: Path, compiled: Compiled, ways: Iterable[Configuration]
    ) -> Iterator[tuple[Failure | None, Configuration]]:
        for way in ways:
            command = [str(program), "-n", str(self.expected.asked), "-q", *way.arguments, *self.options]
            if way.spread is not None:
                command = way.spread.command(command, compiled)
            expected = self.expected
            outcome = execute(command, expected.by_path, self.folder, way.variables, expected.sinks)
            yield Failure(outcome.kind, "\n".join(outcome.wrong)) if outcome.kind else None, way


def _ways_to_run(first: Configuration, compiled: Compiled, count: int) -> list[Configuration]:
    """None of them twice."""
    ways: list[Configuration] = []
    for number in range(count):
        way = other_way_to_run(first, number) if number else first
        others = {name: value for name, value in way.variables.items() if name != "DFGEN_TRANSFER"}
        chosen = {} if is_spread(compiled) else environment(compiled, way.setting)
        way = replace(way, variables={**others, **chosen})
        if all((way.variables, way.arguments) != (known.variables, known.arguments) for known in ways):
            ways.append(way)
    return ways
