# SPDX-License-Identifier: Apache-2.0
"""The generated folder as a mapping from path to content. Writing it is somebody else's business."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from dfgen.codegen.channels import needs_channel
from dfgen.codegen.naming import executable, global_prefix
from dfgen.codegen.program import CProgram, LibraryEntry
from dfgen.codegen.separate_sources import SELDOM_CALLED
from dfgen.codegen.stand_ins import HEADER as STAND_INS_HEADER
from dfgen.codegen.stand_ins import SOURCE as STAND_INS_SOURCE
from dfgen.codegen.stand_ins import stand_in_files
from dfgen.codegen.templates import render_template
from dfgen.codegen.undefined import undefined_macros
from dfgen.codegen.user_files import UserFiles
from dfgen.csource.cpp.text import HEADER as CPP_HEADER
from dfgen.csource.cpp.text import SOURCE as CPP_SOURCE
from dfgen.csource.headers import STANDARD_MACROS
from dfgen.csource.project import COMPATIBLE_HEADERS, OLD_C_FLAGS
from dfgen.machine.constants import UNROLLED_BYTES
from dfgen.model.compile_options import CONTRACTIONS
from dfgen.model.engine_use import EngineUse
from dfgen.model.files import ENGINE_URING, FILE_ENGINES
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.network import Node
from dfgen.model.plan import Transfer
from dfgen.model.program import Acquire, Move, Program, Submit, firing_operations
from dfgen.paths import runtime_dir

# What every program needs of the runtime; guard mode, channels and strategies add theirs.
RUNTIME_SOURCES = (
    "actor_bulk.c", "actor_copy.c", "arena.c", "arguments.c", "copy.c", "environment.c", "life.c", "main.c",
    "options.c", "os_linux.c", "os_linux_fault.c", "os_linux_input.c", "os_linux_memory.c", "output.c", "pages.c",
    "report.c", "signals.c", "stop.c", "stream.c", "stream_neon.c", "stream_plain.c", "stream_x86.c", "tell.c",
    "text.c", "wait.c", "watchdog.c",
)  # fmt: skip
# What a library does not need of these, for its process is not its own; and what it needs more.
PROGRAM_SOURCES = (
    "arguments.c", "environment.c", "live_control.c", "main.c", "os_linux_socket.c", "report.c", "signals.c",
    "watchdog.c",
)  # fmt: skip
LIBRARY_SOURCES = ("library.c",)
PIPELINED_SOURCES = ("pipelined.c",)
# In the folder of the generated files; a user's header of such a name is looked for elsewhere.
OWN_HEADERS = ("graph.h", STAND_INS_HEADER, CPP_HEADER)

# What a project's headers tell the generated code.
PROJECT_MACROS = ("PREESM_LOOP_SIZE",)

DRIVER_SOURCE = "os_linux_library.c"
LIVE_SOURCES = ("live.c", "live_control.c", "live_text.c", "os_linux_socket.c")
OWN_SOURCES = ("choice.c",)
PACE_SOURCES = ("pace.c",)
HELPED_SOURCES = ("helped.c",)
GUARD_SOURCES = ("guard.c",)
CHANNEL_SOURCES = ("channel.c",)
BULK_SOURCES = ("engine_bulk.c",)
PREESM_SOURCES = ("preesm.c", "preesm_md5.c")
VERIFY_SOURCES = ("verify.c",)
FILE_SOURCES = ("file.c", "file_ahead.c", "file_block.c", "os_linux_file.c", "os_linux_part.c")
URING_SOURCES = ("engine_file_uring.c",)
FILE_ENGINE_SOURCES = (
    "choice.c", "engine_failure.c", "engine_feed.c", "engine_file_thread.c", "engine_pending.c", "engine_place.c",
    "engine_worth.c", "file_engine.c", "file_stream.c", "transfer_offload.c",
)  # fmt: skip
OBJECT_SOURCES = (
    "object.c", "object_check.c", "object_clone.c", "object_copy.c", "object_hand_on.c", "object_open.c",
    "object_reach.c", "object_relocate.c", "object_walk.c",
)  # fmt: skip
OFFLOADED_OBJECT_SOURCES = ("object_offload.c",)
TRACE_SOURCES = ("trace.c", "trace_copies.c", "trace_file.c")
# In folders of their own: they define what other programs have from the thread sanitizer, and they need MPI.
RECORD_FILES = tuple(f"record/{name}" for name in ("filter.c", "hooks.c", "record.c", "record.h", "trace.c"))
NETWORK_FILES = tuple(
    f"network/network{part}" for part in (".c", "_control.c", "_figures.c", "_links.c", "_stuck.c", "_state.h")
)

# Generated sources that hold code of actors, or call it where it may be inlined.
RECORDED = ("src/core_", f"src/{STAND_INS_SOURCE}")


@frozen
class Process:
    """What one process of the program runs: `program` is `source` in C, whose files lie in `folder`."""

    folder: str
    source: Program
    program: CProgram


def generate_files(
    source: Program,
    program: CProgram,
    user: UserFiles,
    stand_ins: frozenset[str] = frozenset(),
    fp_contract: str = CONTRACTIONS[0],
) -> dict[str, bytes]:
    """All files but those that tell of the plan; `program` is `source` in C. `stand_ins`: actors whose code is written
    here."""
    parts = (Process("src", source, program),)
    main = render_template("main.c.j2" if program.library is None else "library.c.j2", program=program)
    return _files(source.graph, parts, main, user, (stand_ins, program.prefix), fp_contract)


@frozen
class Whole:
    """What processes on `nodes` run together, with so many links. `names`: those of the user's C."""

    graph: Graph
    nodes: tuple[Node, ...]
    links: int
    names: frozenset[str] = frozenset()

    @property
    def problems(self) -> Mapping[str, str]:
        """How the program begins to say so, by the names that the runtime has for them."""
        ids = {"wrong_count": "processes-wrong", "unlike": "processes-unlike", "without_threads": "mpi-threads"}
        return {name: f"{self.graph.span}: error[{id}]" for name, id in ids.items()}

    @staticmethod
    def lacks_cores(node: Node) -> str:
        """The same of a node."""
        place, id = f"{node.span}: " if node.span is not None else "", "cores-lacking"
        return f"{place}warning[{id}]"


def generate_node_files(
    whole: Whole,
    programs: Iterable[tuple[Program, CProgram]],
    user: UserFiles,
    stand_ins: frozenset[str] = frozenset(),
    fp_contract: str = CONTRACTIONS[0],
) -> dict[str, bytes]:
    """The same of a program whose processes run these, one on each node."""
    parts = [Process(f"src/node_{node}", source, program) for node, (source, program) in enumerate(programs)]
    prefix = global_prefix(whole.graph.name, whole.names)
    files = _files(whole.graph, parts, b"", user, (stand_ins, prefix), fp_contract)
    told = sha256(b"".join(content for name, content in sorted(files.items()) if name != "src/main.c")).hexdigest()
    values = {"parts": parts, "whole": whole, "plan_hash": told[:16], "graph_file": parts[0].program.graph_file}
    return {**files, "src/main.c": render_template("main_nodes.c.j2", **values)}


def _files(
    graph: Graph,
    parts: Sequence[Process],
    main: bytes,
    user: UserFiles,
    stand_ins: tuple[frozenset[str], str],
    fp_contract: str,
) -> dict[str, bytes]:
    first, project, library = parts[0].program, user.project, parts[0].program.library
    is_recorded = first.instruments.record
    more = (*(RECORD_FILES if is_recorded else ()), *(NETWORK_FILES if len(parts) > 1 else ()))
    runtime = sorted({name for part in parts for name in _runtime_sources(part)})
    if library is not None:
        own = (*LIBRARY_SOURCES, *(PIPELINED_SOURCES if library.pipelined else ()))
        runtime = sorted({*runtime, *own} - {*PROGRAM_SOURCES})
    runtime += VERIFY_SOURCES if first.instruments.verify else ()
    sources = (*(f"src/{name}" for name in runtime), *(name for name in more if name.endswith(".c")))
    begin = "src/main.c" if library is None else "src/library.c"
    files = {**user.files, begin: main}
    if user.bridge is not None:
        files[f"src/{CPP_HEADER}"] = user.bridge.texts.header.encode()
        files[f"src/{CPP_SOURCE}"] = user.bridge.texts.source.encode()
    for part in parts:
        files.update(_program_files(part, main, user, with_stand_ins=bool(stand_ins[0]), is_first=part is parts[0]))
    if stand_ins[0]:
        files.update({f"src/{name}": text for name, text in stand_in_files(graph, *stand_ins).items()})
    cores = [
        f"{p.folder}/{name}" for p in parts for name in ("graph.c", *(f"core_{c.core}.c" for c in p.program.cores))
    ]
    tables = [f"{p.folder}/{name}" for p in parts for name in ("trace.c", "objects.c")]
    generated = [n for n in (begin, *cores, f"src/{STAND_INS_SOURCE}", *tables) if n in files]
    files["CMakeLists.txt"] = render_template(
        "CMakeLists.txt.j2",
        name=executable(graph.name),
        graph_file=first.graph_file,
        generated_sources=generated,
        runtime_sources=tuple(f"runtime/{name}" for name in sources),
        user_sources=(*user.sources, *([f"src/{CPP_SOURCE}"] if user.bridge is not None else [])),
        cpp_standard=user.bridge.standard.removeprefix("c++") if user.bridge is not None else "",
        cpp_standards={name: standard.removeprefix("c++") for name, standard in user.standards.items()},
        include_dirs=("runtime/include",),
        user_include_dirs=(*user.include_dirs, *((f"runtime/include/{COMPATIBLE_HEADERS}",) if project else ())),
        **_of_callers(library, user),
        user_mains=user.mains,
        sources_without_lto=(*user.without_lto, *(f"runtime/src/{name}" for name in runtime if name in SELDOM_CALLED)),
        code_dir=str(project.code_dir) if project else "",
        old_c_flags=OLD_C_FLAGS,
        ahead=user.ahead,
        libraries=project.libraries if project else (),
        nodes=len(parts) > 1,
        uring=any(ENGINE_URING in part.source.engines for part in parts),
        engines=_engines_with_packages(parts),
        opens_libraries=DRIVER_SOURCE in runtime,
        linked=tuple(library.name for library in graph.libraries),
        fp_contract=fp_contract,
        unrolled_bytes=UNROLLED_BYTES.value,
        reads_errno=user.reads_errno,
        library=library,
        recorded=tuple(name for name in generated if name.startswith(RECORDED)) if is_recorded else (),
    )
    files.update(_runtime_files((*sources, *more), COMPATIBLE_HEADERS if project else ""))
    return files


def _of_callers(library: LibraryEntry | None, user: UserFiles) -> dict[str, tuple[str, ...]]:
    """What who calls a library includes with its header, and the folders where that is found."""
    if library is None or not library.headers:
        return {"port_headers": (), "port_include_dirs": ()}
    headers = [name for name in user.files if name not in user.sources]
    folders = list(user.include_dirs)
    if any(b"df/df.h" in user.files[name] for name in headers):
        headers += [name for name in _runtime_files(()) if name.startswith("runtime/include/df/")]
        folders.append("runtime/include")
    return {"port_headers": tuple(headers), "port_include_dirs": tuple(folders)}


def _engines_with_packages(parts: Sequence[Process]) -> dict[str, tuple[str, ...]]:
    """The copy engines that need more than the runtime, with their packages."""
    ways = (how for part in parts for transfer in _transfers(part.source) for how in transfer.ways)
    return {EngineUse.of(how.engine).name: how.packages for how in ways if how.packages}


def _program_files(
    part: Process, main: bytes, user: UserFiles, *, with_stand_ins: bool, is_first: bool
) -> dict[str, bytes]:
    """What includes the user's headers. Those of the first part describe the structs of tokens, which all have."""
    program, folder = part.program, part.folder
    files = {f"{folder}/graph.c": render_template("graph.c.j2", program=program)}
    if program.library is not None:
        files[f"include/{program.library.name}.h"] = render_template("library.h.j2", program=program)
    for core in program.cores:
        files[f"{folder}/core_{core.core}.c"] = render_template("core.c.j2", program=program, core=core)
    if program.instruments.trace:
        files[f"{folder}/trace.c"] = render_template("trace.c.j2", program=program)
    if program.objects:
        files[f"{folder}/objects.c"] = render_template("objects.c.j2", program=program, has_types=is_first)
    up = "../" * folder.count("/")
    values = {
        "program": program,
        "own_headers": (f"{up}{STAND_INS_HEADER}",) if with_stand_ins else (),
        "includes": (
            *(f"<{name}>" if name in OWN_HEADERS else f'"{name}"' for name in program.includes),
            *([f'"{up}{CPP_HEADER}"'] if user.bridge is not None else []),
        ),
        "standard": STANDARD_MACROS,
    }
    header = render_template("graph.h.j2", undefined=(), **values)
    undefined = undefined_macros([header, main, *files.values()], user.macros.union(program.redeclared), PROJECT_MACROS)
    files[f"{folder}/graph.h"] = render_template("graph.h.j2", undefined=undefined, **values)
    return files


def _runtime_sources(part: Process) -> set[str]:
    program = part.source
    names = set(RUNTIME_SOURCES) | (set(GUARD_SOURCES) if program.guard else set())
    names.update(LIVE_SOURCES if program.graph.live else ())
    names.update(OWN_SOURCES if program.owners else ())
    names.update(HELPED_SOURCES if program.helped else ())
    names.update(PACE_SOURCES if part.program.paces else ())
    names.update(FILE_SOURCES if program.graph.file_actors else ())
    names.update(FILE_ENGINE_SOURCES if set(FILE_ENGINES) & set(program.engines) else ())
    names.update(TRACE_SOURCES if part.program.instruments.trace else ())
    names.update(URING_SOURCES if ENGINE_URING in program.engines else ())
    for bulk in filter(None, (actor.bulk for actor in program.graph.actors)):
        names.update((*BULK_SOURCES, *bulk.runtime_files))
    names.update(PREESM_SOURCES if program.graph.project else ())
    names.update(OBJECT_SOURCES if program.graph.object_types else ())
    names.update(OFFLOADED_OBJECT_SOURCES if program.graph.object_types and program.moving_engines else ())
    for transfer in _transfers(program):
        names.update(CHANNEL_SOURCES if needs_channel(transfer) else ())
        for how in transfer.ways:
            names.update(how.runtime_files)
    return names


def _transfers(program: Program) -> Iterator[Transfer]:
    return (o.transfer for o in firing_operations(program) if isinstance(o, (Acquire, Move, Submit)))


def _runtime_files(names: Iterable[str], *more_headers: str) -> dict[str, bytes]:
    """These, and the headers; `more_headers` are folders of them beside the runtime's own."""
    root = runtime_dir()
    folders = [folder for folder in ("df", *more_headers) if folder]
    headers = [f"include/{f}/{path.name}" for f in folders for path in sorted((root / "include" / f).glob("*.h"))]
    return {f"runtime/{name}": (root / name).read_bytes() for name in [*headers, *names]}
