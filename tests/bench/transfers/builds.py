# SPDX-License-Identifier: Apache-2.0
"""Programs of the bench: compiled by dfgen as `dfgen run` does, built once for the same C, run for their figures."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from dfgen.csource.toolchain import find_compiler, run_compiler
from dfgen.model.diagnostics import UserError
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import FLAGS, Builder, sources_without_lto

HERE = Path(__file__).resolve().parent
RUN_SECONDS_MAX = 600
FAST = ("-O3", "-DNDEBUG", "-flto=auto", "-march=native", "-falign-loops=64")
"""As the generated CMakeLists.txt does in a release for this machine."""
HASTY = ("-O2", "-march=native")
"""For a quick look."""
PLAIN = ("-O2", "-g")
"""For valgrind, which does not know every instruction."""
CHOSEN = "chosen"
"""The variant that leaves the strategy to dfgen."""
RECORDS = ("plan.json", "plan.txt", "report.json")
"""What tells of the choices: who asked for a strategy makes no other program."""


@dataclass(frozen=True)
class Absent:
    """A variant that cannot be had, and why."""

    reason: str


@dataclass(frozen=True)
class Program:
    """`key` is the same for programs of the same C."""

    path: Path
    key: str
    plan: Mapping[str, Any]

    @property
    def iterations_per_pass(self) -> int:
        plan = self.plan["nodes"][0]["plan"] if self.nodes else self.plan
        return int(plan["iterations_per_pass"])

    @property
    def nodes(self) -> int:
        """How many processes it wants; none of a program for one machine."""
        return len(self.plan.get("nodes", ()))

    @property
    def passes_until_warm(self) -> int:
        """Every slot has been used, and its pages were written, before the clock is read."""
        return int(self.plan["depth_passes"]) + 2

    def strategy_of(self, source: str) -> str:
        """How the FIFOs of that output get across."""
        found = {fifo["strategy"] for fifo in self.plan["fifos"] if fifo["name"].startswith(f"{source}:")}
        return "+".join(sorted(found))


@dataclass(frozen=True)
class Run:
    """`lines` are those of the standard output, `written` a digest of the files that the program left behind, `cpu_s`
    the time of all its threads."""

    figures: Mapping[str, Any]
    lines: tuple[str, ...]
    errors: str
    wall_s: float
    cpu_s: float
    written: str = ""

    @property
    def iteration_ns(self) -> float:
        return float(self.figures["elapsed_ns"]) / int(self.figures["iterations"])

    @property
    def page_faults(self) -> int:
        return int(self.figures["page_faults_minor"]) + int(self.figures["page_faults_major"])


@dataclass
class Workshop:
    """Builds with these flags and libraries, in a folder of its own, which `close` removes. What another one has built
    in the same folder is there already."""

    flags: tuple[str, ...] = FAST
    libraries: tuple[str, ...] = ()
    root: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="dfgen-bench-")))
    built: dict[str, Path] = field(default_factory=dict)
    options: dict[str, Program | Absent] = field(default_factory=dict)

    @cached_property
    def compiler(self) -> tuple[str, ...]:
        return find_compiler().command

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def folder(self, name: str) -> Path:
        path = self.root / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def graph(self, name: str, text: str, beside: Sequence[Path]) -> Path:
        """A graph file, with copies of the user's C beside it."""
        folder = self.folder(f"graph_{name}")
        for file in beside:
            shutil.copy(file, folder)
        path = folder / "transfers.sdf"
        path.write_text(text, encoding="utf-8")
        return path

    def program(
        self,
        graph: Path,
        options: CompileOptions,
        flags: Sequence[str] | None = None,
        instead: Mapping[str, Path] | None = None,
    ) -> Program | Absent:
        """The program of a graph, built with the usual or with other flags.

        `instead` gives other contents to files of the generated folder.
        """
        flags = self.flags if flags is None else flags
        asked = repr((str(graph), graph.read_bytes(), options, flags, instead))
        if asked not in self.options:
            self.options[asked] = self._program(graph, options, flags, instead or {})
        return self.options[asked]

    def _program(
        self, graph: Path, options: CompileOptions, flags: Sequence[str], instead: Mapping[str, Path]
    ) -> Program | Absent:
        try:
            compiled = compile_graph(graph, options)
        except UserError as error:
            return Absent(str(error.diagnostics[0].message))
        files = {**compiled.files, **{name: path.read_bytes() for name, path in instead.items()}}
        code = {name: content for name, content in files.items() if name not in RECORDS}
        key = _digest(repr((sorted(code.items()), flags)).encode())
        if key not in self.built:
            # Objects are kept by the name of their source alone, in a folder that may be older than the runtime is now.
            user = {name: content for name, content in sorted(code.items()) if name.startswith("user/")}
            apart = sorted(sources_without_lto(files, "user/"))
            objects = self.folder(f"objects_{_digest(repr((user, flags, instead, apart, _runtime())).encode())}")
            builder = Builder((*self.compiler, *flags), "", objects, self.libraries)
            folder = self.folder(f"program_{key}")
            there = folder / "program"
            self.built[key] = there if there.exists() else builder.build(folder, files, graph.stem)
        return Program(self.built[key], key, compiled.plan)

    def tool(self, source: Path) -> Path:
        """The program of one C file of the bench."""
        target = self.folder("tools") / source.stem
        if not target.exists():
            arguments = [*FLAGS, "-Wall", "-Wextra", *self.flags, str(source), "-o", str(target)]
            arguments += self.libraries
            done = run_compiler(find_compiler(), arguments)
            if not done.succeeded:
                raise RuntimeError(f"{source.name} does not compile:\n{done.stderr}")
        return target


@cache
def _runtime() -> str:
    """Changes with any source or header of the runtime."""
    files = sorted(runtime_dir().rglob("*.[ch]"))
    return _digest(b"".join(path.read_bytes() for path in files))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def run_program(
    program: Path,
    iterations: int,
    options: Mapping[str, object],
    environment: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
) -> Run:
    """Run in a folder of its own, with what stands `before` the command."""
    given = ["-n", str(iterations), "-q", "--json", "figures.json", *(f"{k}={v}" for k, v in options.items())]
    command = [*before, str(program), *given]
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-run-") as folder:
        run = run_command(command, Path(folder), environment)
        files = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
    figures = json.loads(files.pop("figures.json"))
    return replace(run, figures=figures, written=_digest(repr(files).encode()))


def run_command(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    seconds_max: float = RUN_SECONDS_MAX,
) -> Run:
    """Run a program to its end. It has no figures."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DFGEN_")}
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        started, used = time.perf_counter(), _children_cpu_s()
        try:
            ended = subprocess.run(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                env={**kept, **(environment or {})}, timeout=seconds_max, check=False,
            )  # fmt: skip
            how = f"ended with status {ended.returncode}" if ended.returncode else ""
        except subprocess.TimeoutExpired:
            how = f"did not end within {seconds_max:g} s"
        wall_s, cpu_s = time.perf_counter() - started, _children_cpu_s() - used
        out.seek(0)
        errors.seek(0)
        lines, complaints = tuple(out.read().splitlines()), errors.read()
    if how:
        raise RuntimeError(f"{' '.join(command)}: {how}\n{complaints}")
    return Run({}, lines, complaints, wall_s, cpu_s)


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
