# SPDX-License-Identifier: Apache-2.0
"""The generated folder as a mapping from path to content. Writing it is somebody else's business."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dfgen import __version__
from dfgen.codegen.channels import needs_channel
from dfgen.codegen.code import comment_text, render, string_literal
from dfgen.codegen.program import Program
from dfgen.codegen.user_files import UserFiles
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.plan import Plan
from dfgen.paths import runtime_dir, templates_dir

# What every program needs of the runtime; guard mode, channels and strategies add theirs.
RUNTIME_SOURCES = (
    "actor_copy.c", "arena.c", "arguments.c", "copy.c", "life.c", "main.c", "options.c", "os_linux.c",
    "os_linux_memory.c", "report.c", "signals.c",
    "stop.c", "stream.c", "stream_neon.c", "stream_plain.c", "stream_x86.c", "text.c", "wait.c",
)  # fmt: skip
GUARD_SOURCES = ("guard.c",)
CHANNEL_SOURCES = ("channel.c",)


def generate_files(plan: Plan, program: Program, user: UserFiles) -> dict[str, bytes]:
    """All files but plan.json and plan.txt."""
    runtime = _runtime_sources(plan)
    generated = ("src/main.c", "src/graph.c", *(f"src/core_{core.core}.c" for core in program.cores))
    files = dict(user.files)
    files["src/graph.h"] = _render("graph.h.j2", program=program)
    files["src/graph.c"] = _render("graph.c.j2", program=program)
    files["src/main.c"] = _render("main.c.j2", program=program)
    for core in program.cores:
        files[f"src/core_{core.core}.c"] = _render("core.c.j2", program=program, core=core)
    files["CMakeLists.txt"] = _render(
        "CMakeLists.txt.j2",
        name=program.name,
        graph_file=program.graph_file,
        generated_sources=generated,
        runtime_sources=tuple(f"runtime/src/{name}" for name in runtime),
        user_sources=user.sources,
        include_dirs=("src", "runtime/include"),
        user_include_dirs=user.include_dirs,
    )
    files.update(_runtime_files(runtime))
    return files


def _runtime_sources(plan: Plan) -> list[str]:
    names = set(RUNTIME_SOURCES) | (set(GUARD_SOURCES) if plan.guard else set())
    for transfer in plan.transfers:
        names.update(CHANNEL_SOURCES if needs_channel(transfer) else ())
        for strategy in (transfer.strategy, *transfer.candidates):
            names.update(STRATEGIES[strategy].runtime_files)
    return sorted(names)


def _runtime_files(sources: Iterable[str]) -> dict[str, bytes]:
    root = runtime_dir()
    headers = [f"include/df/{path.name}" for path in sorted((root / "include/df").glob("*.h"))]
    return {f"runtime/{name}": (root / name).read_bytes() for name in [*headers, *(f"src/{s}" for s in sources)]}


def _render(template: str, **values: object) -> bytes:
    return _environment(templates_dir()).get_template(template).render(version=__version__, **values).encode()


@cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["c_string"] = string_literal
    environment.filters["c_comment"] = comment_text
    environment.filters["statements"] = lambda statements, depth=0: "\n".join(render(statements, depth))
    return environment
