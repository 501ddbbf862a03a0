# SPDX-License-Identifier: Apache-2.0
"""The generated folder as a mapping from path to content. Writing it is somebody else's business."""

from __future__ import annotations

from collections.abc import Iterable

from dfgen.codegen.channels import needs_channel
from dfgen.codegen.naming import executable
from dfgen.codegen.program import CProgram
from dfgen.codegen.stand_ins import HEADER as STAND_INS_HEADER
from dfgen.codegen.stand_ins import SOURCE as STAND_INS_SOURCE
from dfgen.codegen.stand_ins import stand_in_files
from dfgen.codegen.templates import render_template
from dfgen.codegen.undefined import undefined_macros
from dfgen.codegen.user_files import UserFiles
from dfgen.csource.cpp.text import HEADER as CPP_HEADER
from dfgen.csource.cpp.text import SOURCE as CPP_SOURCE
from dfgen.csource.macros import STANDARD_MACROS
from dfgen.csource.project import COMPATIBLE_HEADERS, OLD_C_FLAGS
from dfgen.model.files import ENGINE_URING, FILE_ENGINES
from dfgen.model.program import Acquire, Move, Program, Submit, firing_operations
from dfgen.paths import runtime_dir

# What every program needs of the runtime; guard mode, channels and strategies add theirs.
RUNTIME_SOURCES = (
    "actor_copy.c", "arena.c", "arguments.c", "copy.c", "environment.c", "life.c", "main.c", "options.c", "os_linux.c",
    "os_linux_input.c", "os_linux_memory.c", "report.c", "signals.c",
    "stop.c", "stream.c", "stream_neon.c", "stream_plain.c", "stream_x86.c", "tell.c", "text.c", "wait.c", "watchdog.c",
)  # fmt: skip
# What a library does not need of these, for its process is not its own; and what it needs more.
PROGRAM_SOURCES = ("arguments.c", "environment.c", "main.c", "report.c", "signals.c", "watchdog.c")
LIBRARY_SOURCES = ("library.c",)
# In the folder of the generated files; a user's header of such a name is looked for elsewhere.
OWN_HEADERS = ("graph.h", STAND_INS_HEADER, CPP_HEADER)

# What a project's headers tell the generated code.
PROJECT_MACROS = ("PREESM_LOOP_SIZE",)

GUARD_SOURCES = ("guard.c",)
CHANNEL_SOURCES = ("channel.c",)
PREESM_SOURCES = ("preesm.c", "preesm_md5.c")
VERIFY_SOURCES = ("verify.c",)
FILE_SOURCES = ("file.c", "file_ahead.c", "file_block.c", "os_linux_file.c")
URING_SOURCES = ("engine_file_uring.c",)
FILE_ENGINE_SOURCES = (
    "engine_failure.c", "engine_feed.c", "engine_file_thread.c", "engine_pending.c", "engine_worth.c", "file_engine.c",
    "file_stream.c",     "transfer_offload.c",
)  # fmt: skip
OBJECT_SOURCES = (
    "object.c", "object_check.c", "object_clone.c", "object_copy.c", "object_hand_on.c", "object_open.c",
    "object_walk.c",
)  # fmt: skip
OFFLOADED_OBJECT_SOURCES = ("object_offload.c",)
TRACE_SOURCES = ("trace.c", "trace_copies.c", "trace_file.c")
# In a folder of their own, for they define what other programs have from the thread sanitizer.
RECORD_FILES = ("filter.c", "hooks.c", "record.c", "record.h", "trace.c")

# Generated sources that hold code of actors, or call it where it may be inlined.
RECORDED = ("src/core_", f"src/{STAND_INS_SOURCE}")

# How far compilers may fuse multiplications and additions, in the words of their option -ffp-contract: nowhere (the
# default), within an expression (which gcc does from version 14 on), wherever they can.
CONTRACTIONS = ("off", "on", "fast")


def generate_files(
    source: Program,
    program: CProgram,
    user: UserFiles,
    stand_ins: frozenset[str] = frozenset(),
    fp_contract: str = CONTRACTIONS[0],
) -> dict[str, bytes]:
    """All files but those that tell of the plan; `program` is `source` in C. `stand_ins`: actors whose code is written
    here."""
    trace = program.instruments.trace
    project = user.project
    recorded_by = tuple(f"runtime/record/{name}" for name in RECORD_FILES) if program.instruments.record else ()
    recorder = tuple(name for name in recorded_by if name.endswith(".c"))
    library = program.library
    runtime = sorted({*_runtime_sources(source), *(TRACE_SOURCES if trace else ())})
    if library is not None:
        runtime = sorted({*runtime, *LIBRARY_SOURCES} - {*PROGRAM_SOURCES})
    runtime += VERIFY_SOURCES if program.instruments.verify else ()
    begin = "src/main.c" if library is None else "src/library.c"
    generated = (begin, "src/graph.c", *(f"src/core_{core.core}.c" for core in program.cores))
    files = dict(user.files)
    if stand_ins:
        generated = (*generated, f"src/{STAND_INS_SOURCE}")
        made = stand_in_files(source.graph, stand_ins, program.prefix)
        files.update({f"src/{name}": text for name, text in made.items()})
    if user.bridge is not None:
        files[f"src/{CPP_HEADER}"] = user.bridge.texts.header.encode()
        files[f"src/{CPP_SOURCE}"] = user.bridge.texts.source.encode()
    files.update(_program_files(program, user, with_stand_ins=bool(stand_ins)))
    generated = (*generated, *(("src/trace.c",) if trace else ()), *(("src/objects.c",) if program.objects else ()))
    files["CMakeLists.txt"] = render_template(
        "CMakeLists.txt.j2",
        name=executable(program.name),
        graph_file=program.graph_file,
        generated_sources=generated,
        runtime_sources=tuple(f"runtime/src/{name}" for name in runtime) + recorder,
        user_sources=(*user.sources, *([f"src/{CPP_SOURCE}"] if user.bridge is not None else [])),
        cpp_standard=user.bridge.standard.removeprefix("c++") if user.bridge is not None else "",
        cpp_standards={name: standard.removeprefix("c++") for name, standard in user.standards.items()},
        include_dirs=("runtime/include",),
        user_include_dirs=(*user.include_dirs, *((f"runtime/include/{COMPATIBLE_HEADERS}",) if project else ())),
        user_mains=user.mains,
        sources_without_lto=user.without_lto,
        code_dir=str(project.code_dir) if project else "",
        old_c_flags=OLD_C_FLAGS,
        libraries=project.libraries if project else (),
        uring=ENGINE_URING in source.engines,
        linked=tuple(library.name for library in source.graph.libraries),
        fp_contract=fp_contract,
        library=library,
        recorded=tuple(name for name in generated if name.startswith(RECORDED)) if recorder else (),
    )
    files.update((name, (runtime_dir() / "record" / name.rpartition("/")[2]).read_bytes()) for name in recorded_by)
    files.update(_runtime_files(runtime, COMPATIBLE_HEADERS if project else ""))
    return files


def _program_files(program: CProgram, user: UserFiles, *, with_stand_ins: bool) -> dict[str, bytes]:
    """What includes the user's headers."""
    begin = "main.c" if program.library is None else "library.c"
    files = {f"src/{name}": render_template(f"{name}.j2", program=program) for name in ("graph.c", begin)}
    if program.library is not None:
        files[f"include/{program.library.name}.h"] = render_template("library.h.j2", program=program)
    for core in program.cores:
        files[f"src/core_{core.core}.c"] = render_template("core.c.j2", program=program, core=core)
    if program.instruments.trace:
        files["src/trace.c"] = render_template("trace.c.j2", program=program)
    if program.objects:
        files["src/objects.c"] = render_template("objects.c.j2", program=program)
    values = {
        "program": program,
        "own_headers": (STAND_INS_HEADER,) if with_stand_ins else (),
        "includes": (
            *(f"<{name}>" if name in OWN_HEADERS else f'"{name}"' for name in program.includes),
            *([f'"{CPP_HEADER}"'] if user.bridge is not None else []),
        ),
        "standard": STANDARD_MACROS,
    }
    header = render_template("graph.h.j2", undefined=(), **values)
    undefined = undefined_macros([header, *files.values()], user.macros.union(program.redeclared), PROJECT_MACROS)
    files["src/graph.h"] = render_template("graph.h.j2", undefined=undefined, **values)
    return files


def _runtime_sources(program: Program) -> set[str]:
    names = set(RUNTIME_SOURCES) | (set(GUARD_SOURCES) if program.guard else set())
    names.update(FILE_SOURCES if program.graph.file_actors else ())
    names.update(FILE_ENGINE_SOURCES if set(FILE_ENGINES) & set(program.engines) else ())
    names.update(URING_SOURCES if ENGINE_URING in program.engines else ())
    names.update(PREESM_SOURCES if program.graph.project else ())
    names.update(OBJECT_SOURCES if program.graph.object_types else ())
    names.update(OFFLOADED_OBJECT_SOURCES if program.graph.object_types and program.engines else ())
    transfers = (o.transfer for o in firing_operations(program) if isinstance(o, (Acquire, Move, Submit)))
    for transfer in transfers:
        names.update(CHANNEL_SOURCES if needs_channel(transfer) else ())
        for how in transfer.ways:
            names.update(how.runtime_files)
    return names


def _runtime_files(sources: Iterable[str], *more_headers: str) -> dict[str, bytes]:
    """`more_headers` are folders of headers beside the runtime's own."""
    root = runtime_dir()
    folders = [folder for folder in ("df", *more_headers) if folder]
    headers = [f"include/{f}/{path.name}" for f in folders for path in sorted((root / "include" / f).glob("*.h"))]
    return {f"runtime/{name}": (root / name).read_bytes() for name in [*headers, *(f"src/{s}" for s in sources)]}
