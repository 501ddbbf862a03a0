# SPDX-License-Identifier: Apache-2.0
"""The generated folder as a mapping from path to content. Writing it is somebody else's business."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dfgen.codegen.channels import needs_channel
from dfgen.codegen.program import Program
from dfgen.codegen.stand_ins import HEADER as STAND_INS_HEADER
from dfgen.codegen.stand_ins import SOURCE as STAND_INS_SOURCE
from dfgen.codegen.stand_ins import stand_in_files
from dfgen.codegen.templates import render_template
from dfgen.codegen.user_files import UserFiles
from dfgen.csource.project import COMPATIBLE_HEADERS, OLD_C_FLAGS
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.plan import Plan
from dfgen.paths import runtime_dir

# What every program needs of the runtime; guard mode, channels and strategies add theirs.
RUNTIME_SOURCES = (
    "actor_copy.c", "arena.c", "arguments.c", "copy.c", "environment.c", "life.c", "main.c", "options.c", "os_linux.c",
    "os_linux_memory.c", "report.c", "signals.c",
    "stop.c", "stream.c", "stream_neon.c", "stream_plain.c", "stream_x86.c", "text.c", "wait.c", "watchdog.c",
)  # fmt: skip
GUARD_SOURCES = ("guard.c",)
CHANNEL_SOURCES = ("channel.c",)
PREESM_SOURCES = ("preesm.c", "preesm_md5.c")
VERIFY_SOURCES = ("verify.c",)
TRACE_SOURCES = ("trace.c", "trace_copies.c", "trace_file.c")

# How far compilers may fuse multiplications and additions, in the words of their option -ffp-contract: nowhere (the
# default), within an expression (which gcc does from version 14 on), wherever they can.
CONTRACTIONS = ("off", "on", "fast")


def generate_files(
    plan: Plan,
    program: Program,
    user: UserFiles,
    stand_ins: frozenset[str] = frozenset(),
    fp_contract: str = CONTRACTIONS[0],
) -> dict[str, bytes]:
    """All files but those that tell of the plan. `stand_ins`: the actors whose code is written here."""
    trace = program.instruments.trace
    project = user.project
    runtime = sorted({*_runtime_sources(plan), *(TRACE_SOURCES if trace else ())})
    runtime += VERIFY_SOURCES if program.instruments.verify else ()
    generated = ("src/main.c", "src/graph.c", *(f"src/core_{core.core}.c" for core in program.cores))
    files = dict(user.files)
    if stand_ins:
        program = replace(program, includes=(*program.includes, STAND_INS_HEADER))
        generated = (*generated, f"src/{STAND_INS_SOURCE}")
        files.update({f"src/{name}": text for name, text in stand_in_files(plan.graph, stand_ins).items()})
    files["src/graph.h"] = render_template("graph.h.j2", program=program)
    files["src/graph.c"] = render_template("graph.c.j2", program=program)
    files["src/main.c"] = render_template("main.c.j2", program=program)
    for core in program.cores:
        files[f"src/core_{core.core}.c"] = render_template("core.c.j2", program=program, core=core)
    if trace:
        files["src/trace.c"] = render_template("trace.c.j2", program=program)
        generated = (*generated, "src/trace.c")
    files["CMakeLists.txt"] = render_template(
        "CMakeLists.txt.j2",
        name=program.name,
        graph_file=program.graph_file,
        generated_sources=generated,
        runtime_sources=tuple(f"runtime/src/{name}" for name in runtime),
        user_sources=user.sources,
        include_dirs=("src", "runtime/include"),
        user_include_dirs=(*user.include_dirs, *((f"runtime/include/{COMPATIBLE_HEADERS}",) if project else ())),
        user_mains=user.mains,
        sources_apart=user.apart,
        code_dir=str(project.code_dir) if project else "",
        old_c_flags=OLD_C_FLAGS,
        libraries=project.libraries if project else (),
        fp_contract=fp_contract,
    )
    files.update(_runtime_files(runtime, COMPATIBLE_HEADERS if project else ""))
    return files


def _runtime_sources(plan: Plan) -> set[str]:
    names = set(RUNTIME_SOURCES) | (set(GUARD_SOURCES) if plan.guard else set())
    names.update(PREESM_SOURCES if plan.graph.project else ())
    for transfer in plan.transfers:
        names.update(CHANNEL_SOURCES if needs_channel(transfer) else ())
        for strategy in (transfer.strategy, *transfer.candidates):
            names.update(STRATEGIES[strategy].runtime_files)
    return names


def _runtime_files(sources: Iterable[str], *more_headers: str) -> dict[str, bytes]:
    """`more_headers` are folders of headers beside the runtime's own."""
    root = runtime_dir()
    folders = [folder for folder in ("df", *more_headers) if folder]
    headers = [f"include/{f}/{path.name}" for f in folders for path in sorted((root / "include" / f).glob("*.h"))]
    return {f"runtime/{name}": (root / name).read_bytes() for name in [*headers, *(f"src/{s}" for s in sources)]}
