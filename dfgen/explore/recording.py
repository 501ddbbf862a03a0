# SPDX-License-Identifier: Apache-2.0
"""Records which memory a program's firings access: the program is built once, for one core, so that the C of its actors
calls the recorder (`runtime/record`) at each access, and run."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.reporter import Reporter
from dfgen.build.toolchain import build_folder
from dfgen.codegen.tracing import Instruments
from dfgen.csource.file_calls import with_schemes
from dfgen.csource.learn import CKnowledge
from dfgen.csource.toolchain import Compiler, run_compiler
from dfgen.explore.assembly import assembly_in
from dfgen.model.diagnostics import Diagnostic, Note, Span, UserError, fail, raise_if_any
from dfgen.model.dumps import counted
from dfgen.model.files import Scheme
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions
from dfgen.profile.sampling import Runner, Variant
from dfgen.stages import generate, plan_known

# Compiled without vectors, as it is before these are made of scalars: that changes no miss.
BUILD_TYPE = "RelWithDebInfo"
_FLAGS = ("-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", "-fsanitize=thread")
_GCC = ("--param=tsan-instrument-func-entry-exit=0",)
_CLANG = ("-mllvm", "-tsan-instrument-func-entry-exit=0")
_STARTING = {"pthread_create", "thrd_create", "fork", "vfork", "clone", "GOMP_parallel"}
_OF_DFGEN = ("src", "runtime")
"""Form: the folders of a program in which the code of actors is not."""
_KEEPS_ASSEMBLY = "-save-temps=obj"
_NO_ROOM = "cannot write the recording"


@frozen
class Recording:
    """A folder with the files that the recorder has written.

    graph: the one that was recorded, flat
    iterations: that were recorded
    notes: what could not be seen
    """

    folder: Path
    graph: Graph
    iterations: int
    notes: tuple[str, ...]

    @cached_property
    def firings(self) -> dict[tuple[str, int], tuple[int, int]]:
        """By actor and firing: the number of its trace, and how many accesses it has made."""
        names = (self.folder / "actors").read_text(encoding="utf-8").splitlines()
        words = _words(self.folder / "firings")
        return {(names[words[at]], words[at + 1]): (words[at + 2], words[at + 3]) for at in range(0, len(words), 4)}

    @cached_property
    def entries(self) -> list[int]:
        """How many entries each trace has."""
        return list(_words(self.folder / "starts"))[1::2]

    @cached_property
    def memory_bytes(self) -> tuple[int, int]:
        """Of static data, and of other memory."""
        static, other = map(int, (self.folder / "memory").read_text(encoding="utf-8").split())
        return static, other

    @cached_property
    def counts(self) -> dict[str, int]:
        """By actor, the firings that were recorded."""
        found: dict[str, int] = {}
        for actor, _ in self.firings:
            found[actor] = found.get(actor, 0) + 1
        return found

    def of(self, actor: str, firing: int) -> tuple[int, int] | None:
        """Of any firing: the recorded ones come again and again. None of an actor that is not seen."""
        count = self.counts.get(actor)
        return None if count is None else self.firings.get((actor, firing % count))

    @cached_property
    def accesses(self) -> int:
        return sum(accesses for _, accesses in self.firings.values())

    @cached_property
    def passed(self) -> int:
        """Entries of all firings, equal traces counted as often as they come."""
        return sum(self.entries[trace] for trace, _ in self.firings.values())


def record(
    known: CKnowledge,
    options: CompileOptions,
    iterations: int,
    smallest: tuple[int, int],
    scratch: Path,
    runner: Runner,
    reporter: Reporter,
) -> Recording:
    """`smallest`: sets and bytes of a line of the smallest L1 that it is for. Raises `UserError`."""
    raise_if_any([*_threads(known), *_objects(known.graph)])
    flags = flags_of(known.compiler)
    folder, kept = scratch / "recorder", scratch / "recording"
    kept.mkdir()
    plain = replace(options, cores=1, transfers=(), candidates=(), guard=False, trace=False, verify_transfers=False)
    planned = plan_known(known, plain)
    compiled = generate(replace(planned, instruments=Instruments(record=True)))
    write_folder(folder, compiled.files)
    reporter.step("building a program that records its memory accesses")
    options_of = ";".join((*flags, _KEEPS_ASSEMBLY))
    defined = {"DF_RECORD_OPTIONS": options_of, "DF_RECORD_SMALLEST": _smallest_defined(*smallest)}
    program = build_folder(
        folder, native=False, build_type=BUILD_TYPE, flags=defined, sources=compiled.inputs, reporter=reporter
    )
    reporter.step(f"recording {counted(iterations, 'iteration')}")
    recorded = run_recorder(program, iterations, kept, runner)
    return Recording(kept, planned.plan.graph, recorded, tuple(_unseen(folder, planned.plan.graph)))


def _smallest_defined(sets: int, line_bytes: int) -> str:
    return f"DF_RECORD_SETS={sets};DF_RECORD_LINE_SHIFT={line_bytes.bit_length() - 1}"


def run_recorder(program: Path, iterations: int, folder: Path, runner: Runner) -> int:
    """How many iterations it has recorded in that folder. Raises `UserError`."""
    environment = {"DF_RECORD_FOLDER": str(folder)}
    try:
        return int(runner.figures(Variant(program, environment), iterations)["iterations"])
    except UserError as error:
        raise _no_room(error, folder) from error


def without_engines(known: CKnowledge) -> CKnowledge:
    """Cores read and write files where nobody has chosen how: engines are not simulated."""
    open_ = [a.name for a in known.graph.file_actors if a.file is not None and a.file.scheme is Scheme.AUTO]
    why = "engines are not simulated"
    return replace(known, graph=with_schemes(known.graph, dict.fromkeys(open_, Scheme.DIRECT), why))


def flags_of(compiler: Compiler) -> tuple[str, ...]:
    """The options by which accesses call functions, once they have been tried. Raises `UserError` (record-compiler)."""
    own = _CLANG if compiler.is_clang else _GCC
    for flags in ((*_FLAGS, *own), _FLAGS):
        tried = run_compiler(compiler, [*flags, "-O2", "-fsyntax-only", "-x", "c", "-include", "stddef.h", "/dev/null"])
        if tried.succeeded:
            return flags
    message = f"'{compiler.path}' does not know -fsanitize=thread, by which memory accesses are recorded"
    raise fail("record-compiler", message, None, "Name gcc or clang in CC.")


def _no_room(error: UserError, folder: Path) -> UserError:
    said = [note.message for diagnostic in error.diagnostics for note in diagnostic.notes]
    if not any(_NO_ROOM in line for line in said):
        return error
    message = f"there is no room for the recording in '{folder.parent}'"
    hint = "Name a folder with more room in TMPDIR, or explore the graph with smaller parameters."
    return fail("record-room", message, None, hint, [Note(line) for line in said if _NO_ROOM in line])


def _threads(known: CKnowledge) -> Iterator[Diagnostic]:
    for each in known.objects:
        for name in sorted(_STARTING & each.undefined):
            message = f"this source calls '{name}': what other threads access cannot be recorded"
            hint = "Leave threads to dfgen: make the parts that run side by side actors."
            yield Diagnostic("record-threads", message, _called_at(each.source, name), hint)


def _called_at(source: str, name: str) -> Span:
    """The first call that is written out, if any: a macro or a header may have it."""
    path = Path(source)
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        found = re.search(rf"\b{name}\s*\(", line)
        if found:
            return Span(source, number, found.start() + 1)
    return Span(source, 1, 1)


def _objects(graph: Graph) -> Iterator[Diagnostic]:
    """Where pointers lead is known only while they hold: a recording has none of other places."""
    ports = (port for actor in graph.actors for port in actor.outputs if port.type.objects)
    for port in ports:
        message = f"tokens of '{port.name}' are objects, and accesses to arenas are not simulated"
        yield Diagnostic("explore-objects", message, port.span, "Explore a graph whose tokens are plain data.")


def _unseen(folder: Path, graph: Graph) -> Iterator[str]:
    """Accesses that the compiler cannot tell of, in a program that was built in that folder with what it makes of C."""
    own = tuple(f"{folder.absolute() / name}/" for name in _OF_DFGEN)
    for file, line in assembly_in(sorted((folder / "build").rglob("*.s"))):
        if not file.startswith(own):
            yield f"{Path(file).name}:{line} has inline assembly: what it accesses is not seen"
    for library in graph.libraries:
        yield f"what functions of the library '{library.name}' access is not seen"


def _words(path: Path) -> Sequence[int]:
    found = array("Q")
    found.frombytes(path.read_bytes())
    return found
