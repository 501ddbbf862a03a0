# SPDX-License-Identifier: Apache-2.0
"""The C code of a project that lists no sources: which of its files the actors need, and how they are compiled.

Every candidate is compiled once, without optimisation, and chosen as a linker takes members from an archive: what
defines a function that an actor calls, then what defines the names that these leave open. So files that cannot be
compiled, generated code, tests and a `main` of the project's own do no harm where nothing needs them. Of several files
that define one function, one that can stand beside those already chosen is taken, best one named as a header of the
graph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from dfgen.csource.candidates import Candidates, read_candidates
from dfgen.csource.files import as_argument, link_hint
from dfgen.csource.libraries import Library, libraries_for, library_flags, library_hint
from dfgen.csource.literals import string_literal
from dfgen.csource.main_header import MAIN_HEADER, Ahead, ahead_flags, headers_ahead
from dfgen.csource.objects import ObjectFile
from dfgen.csource.pure_functions import is_pure_function
from dfgen.csource.readonly import ReadOnlyArguments
from dfgen.csource.toolchain import Compiler
from dfgen.model.actor import ArgumentKind, Call
from dfgen.model.diagnostics import Diagnostic, Note, Span, fail, raise_if_any, some_of
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.processes import only_wait

ROOT_MACRO = "PROJECT_ROOT_PATH"
"""What PREESM's projects call the folder of their code, an absolute path, where they look for data."""

STOP_VARIABLES = frozenset({"preesmStopThreads", "stopThreads"})
"""What actors of such projects set to ask for the end, now and in old ones."""

CODE_FOLDER = "Code"
COMPATIBLE_HEADERS = "preesm"
LINKS_MAX = 3

# What compilers took for granted until 2023, and much published code still needs.
OLD_C_FLAGS = (
    "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-incompatible-pointer-types",
)  # fmt: skip

Window = tuple[str, str]
"""An actor and one of its ports."""


@frozen
class ProjectCode:
    """`code_dir`: where the project keeps code and data; `include_dirs` and `cflags` are its compiler's.

    `objects` are those of `sources`; `mains` the sources that define a `main`, which the program does not want.
    `read_only`: by function, the arguments that the compiler proves to be only read. `links`: about sources that are
    none, but the path of one. `code`: objects of sources that can be linked, of those that have been made. `ahead`:
    what some get without including it, and `ahead_flags` how.
    """

    code_dir: Path
    include_dirs: tuple[Path, ...] = ()
    cflags: tuple[str, ...] = ()
    sources: tuple[Path, ...] = ()
    objects: tuple[ObjectFile, ...] = ()
    mains: tuple[Path, ...] = ()
    libraries: tuple[Library, ...] = ()
    read_only: Mapping[str, ReadOnlyArguments] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    code: Mapping[Path, bytes] = field(default_factory=dict)
    ahead: Ahead = field(default_factory=Ahead)
    ahead_flags: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)


def code_dir_of(base: Path) -> Path:
    """The folder that a project's paths begin at, absolute; `base` is the project's own."""
    base = base.resolve()
    return base / CODE_FOLDER if (base / CODE_FOLDER).is_dir() else base


def compiler_flags(
    base: Path, folders: Iterable[Path], compiler: Compiler, runtime_include: Path
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Where the compiler finds the project's headers, which are in `folders`, and its other options."""
    cflags = (f"-D{ROOT_MACRO}={string_literal(str(code_dir_of(base)))}", *library_flags(compiler), *OLD_C_FLAGS)
    return (*folders, runtime_include / COMPATIBLE_HEADERS), cflags


def project_flags(graph: Graph, compiler: Compiler, runtime_include: Path) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The same of a graph; none where it lists its sources itself."""
    if graph.project is None:
        return (), ()
    base = Path(graph.base)
    return compiler_flags(base, (base / name for name in graph.project.include_dirs), compiler, runtime_include)


def read_project(
    graph: Graph,
    functions: Iterable[str],
    compiler: Compiler,
    include_dirs: tuple[Path, ...],
    cflags: tuple[str, ...],
    meanwhile: Callable[[], None] = only_wait,
) -> ProjectCode:
    """Choose the sources of `graph.project` that the actors' `functions` need. Raises `UserError`. `include_dirs` and
    `cflags` are those of `project_flags`; `meanwhile` is called while the compiler runs."""
    assert graph.project is not None
    base = Path(graph.base)
    code_dir = code_dir_of(base)
    reading = {actor.fire.function for actor in graph.actors if actor.fire is not None and actor.inputs}
    sources = {base / name: name for name in graph.project.sources}
    ahead = headers_ahead(graph)
    own_flags = ahead_flags(ahead, base, include_dirs[-1] / MAIN_HEADER)
    flags = (*cflags, *(f"-I{as_argument(folder)}" for folder in (base, *include_dirs)))
    candidates = read_candidates(sources, reading, compiler, flags, meanwhile, own_flags)
    preferred = frozenset(Path(name).stem for name in graph.includes)
    choice = _Choice(candidates, preferred)
    choice.take_all(functions)
    choice.raise_if_impossible()
    chosen = [candidates.objects[path] for path in choice.chosen]
    open_names = {name for each in chosen for name in each.undefined} - set(choice.place_of)
    return ProjectCode(
        code_dir,
        include_dirs,
        cflags,
        tuple(choice.chosen),
        tuple(chosen),
        tuple(path for path in choice.chosen if "main" in candidates.objects[path].functions),
        libraries_for(open_names),
        {
            each.function: each
            for path in choice.chosen
            for each in candidates.read_only.get(path, ())
            if choice.place_of.get(each.function) == path
        },
        tuple(choice.notes),
        tuple(hint for hint in map(link_hint, candidates.refused) if hint),
        candidates.code,
        ahead,
        own_flags,
    )


@dataclass
class _Choice:
    """Grows until no name is open that a candidate defines."""

    candidates: Candidates
    preferred: frozenset[str]
    chosen: list[Path] = field(default_factory=list)
    place_of: dict[str, Path] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def take_all(self, functions: Iterable[str]) -> None:
        waiting = sorted(functions)
        seen = set(waiting)
        for name in waiting:
            path = None if name in self.place_of else self._source_of(name)
            if path is not None:
                self._take(path)
                new = sorted(self.candidates.objects[path].undefined - seen)
                seen.update(new)
                waiting += new

    def raise_if_impossible(self) -> None:
        raise_if_any(self.problems)

    def _source_of(self, name: str) -> Path | None:
        found = self.candidates.defining(name)
        if not found:
            if not is_pure_function(name):
                self.problems += [_with_library(said) for said in self.candidates.refused_defining(name)]
            return None
        best = min(found, key=self._rank)
        if len(found) > 1:
            others = ", ".join(self._shown(path) for path in found if path != best)
            self.notes.append(f"'{name}' is taken from {self._shown(best)}; also in {others}")
        return best

    def _rank(self, path: Path) -> tuple[int, bool, int]:
        clashes = len(self.candidates.objects[path].functions & self.place_of.keys())
        return clashes, path.stem not in self.preferred, len(path.parts)

    def _take(self, path: Path) -> None:
        own = self.candidates.objects[path]
        for name in sorted(own.functions & self.place_of.keys() - {"main"}):
            message = f"'{name}' is defined in {self._shown(self.place_of[name])} and in {self._shown(path)}"
            hint = "The actors need both files; keep one of the two functions, or make one of them static."
            note = Note("the other one", Span(str(self.place_of[name]), 1, 1))
            self.problems.append(Diagnostic("c-duplicate", message, Span(str(path), 1, 1), hint, (note,)))
        self.chosen.append(path)
        for name in own.exported:
            self.place_of.setdefault(name, path)

    def _shown(self, path: Path) -> str:
        return self.candidates.objects[path].source


def _with_library(said: Diagnostic) -> Diagnostic:
    """Names the library of a header that is not found."""
    missing = re.search(r"([\w./+-]+\.h): No such file|'([\w./+-]+\.h)' file not found", said.message)
    return replace(said, hint=library_hint(missing[1] or missing[2])) if missing else said


def proven_read_only(graph: Graph, project: ProjectCode, known: Collection[Window]) -> set[Window]:
    """The windows of inputs that the compiler proves to be only read, beside those `known` for it.

    Code of foreign projects rarely says `const`. What a user declares to be written stays so.
    """
    wanted = {
        (actor.name, port.name): actor.fire
        for actor in graph.actors
        if actor.fire is not None
        for port in actor.inputs
        if (actor.name, port.name) not in known and not (port.access and port.access.may_write)
    }

    def is_proven(port: str, fire: Call) -> bool:
        answer = project.read_only.get(fire.function)
        places = {n for n, a in enumerate(fire.arguments) if a.kind is ArgumentKind.PORT and a.port == port}
        if answer is None or answer.count not in (None, len(fire.arguments)):
            return False
        return places <= answer.places

    return {window for window, fire in wanted.items() if is_proven(window[1], fire)}


def require_all_defined(project: ProjectCode, functions: Iterable[str], known: Iterable[str], named_at: Span) -> None:
    """Raise for functions that neither a source of the project nor anything `known` defines."""
    defined = {name for each in project.objects for name in each.exported} | set(known)
    missing = [name for name in sorted(functions) if name not in defined and not is_pure_function(name)]
    hint = " ".join(project.links[:LINKS_MAX]) or f"Put what defines it below {project.code_dir}."
    if missing:
        some = some_of([f"'{name}'" for name in missing])
        raise fail("c-undefined", f"no source of the project defines {some}, which actors call", named_at, hint)
