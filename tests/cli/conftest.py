# SPDX-License-Identifier: Apache-2.0
"""The command line alone: a pipeline that gives what a test wants, and a way to call `main` and see what it prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from dfgen.cli.main import main
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.progress import Tell
from dfgen.pipeline import CompileOptions


@dataclass
class Pipeline:
    """`check` and `files` may be replaced; `calls` keeps what the command line asked for."""

    files: dict[str, bytes] = field(default_factory=lambda: {"src/main.c": b"int main(void) { return 0; }\n"})
    check: Callable[[Path, Mapping[str, int]], Any] | None = None
    failure: BaseException | None = None
    calls: list[tuple[Path, Any]] = field(default_factory=list)

    def check_graph(
        self, path: Path, parameters: Mapping[str, int], tell: Tell, *, time_unit_ns: int | None = None
    ) -> Any:
        self.calls.append((path, parameters))
        if self.failure is not None:
            raise self.failure
        assert self.check is not None
        return self.check(path, parameters)

    def compile_graph(self, path: Path, options: CompileOptions, tell: Tell) -> Any:
        self.calls.append((path, options))
        if self.failure is not None:
            raise self.failure
        notes = ("actor 'x' was not split: it has a state",)
        dumps = {stage: f"{stage} as text\n" for stage in options.dump}
        warnings = (Diagnostic("port-dead", "a dead port"),)
        return SimpleNamespace(
            files=self.files, plan_text="the plan\n", notes=notes, plan={}, dumps=dumps, warnings=warnings, inputs={}
        )


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    fake, module = Pipeline(), ModuleType("dfgen.pipeline")
    module.CompileOptions = CompileOptions  # type: ignore[attr-defined]
    module.compile_graph = fake.compile_graph  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dfgen.pipeline", module)
    monkeypatch.setattr("dfgen.checking.check_graph", fake.check_graph)
    return fake


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str


@pytest.fixture
def dfgen(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Call the command in this process."""

    def call(*arguments: str | Path) -> Ended:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        return Ended(status, *capsys.readouterr())

    return call
