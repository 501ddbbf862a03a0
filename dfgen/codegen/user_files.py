# SPDX-License-Identifier: Apache-2.0
"""The user's sources and headers, copied into the generated folder so that it builds on any machine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path

from dfgen.codegen.separate_sources import sources_without_lto
from dfgen.csource.cpp.bridge import Bridge
from dfgen.csource.files import not_for_cmake
from dfgen.csource.headers import Headers, read_headers, unusual_macros
from dfgen.csource.learn import CKnowledge
from dfgen.csource.linking import header_flags
from dfgen.csource.main_header import MAIN_HEADER, Ahead
from dfgen.csource.options import asked_options
from dfgen.csource.project import COMPATIBLE_HEADERS, ProjectCode
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.input_files import read_content
from dfgen.model.shell_words import in_quotes

FOLDER = "user"


@frozen
class UserFiles:
    """`files` by their path in the generated folder; `sources` and `include_dirs` are such paths.

    `mains` are the sources that define a `main`, which the program does not want; `without_lto` those that link-time
    optimisation leaves alone. `project`: how sources are compiled that came without a list. `macros`: those that code
    sees which includes the headers. `options`: the names of those that it asks for, None where any may be.
    `reads_errno`: whether functions of <math.h> must set it. `paths`: where each of `files` was. `bridge`: to those in
    C++; `standards`: by source, the one that it names. `ahead`: headers and the sources that get them unasked.
    """

    files: dict[str, bytes]
    sources: tuple[str, ...]
    include_dirs: tuple[str, ...]
    mains: tuple[str, ...] = ()
    without_lto: tuple[str, ...] = ()
    project: ProjectCode | None = None
    macros: frozenset[str] = frozenset()
    options: tuple[str, ...] | None = None
    paths: Mapping[str, Path] = field(default_factory=dict)
    bridge: Bridge | None = None
    standards: Mapping[str, str] = field(default_factory=dict)
    reads_errno: bool = False
    ahead: Ahead = field(default_factory=Ahead)


def read_user_headers(known: CKnowledge) -> Headers:
    """What the graph's headers make of the code that includes them all."""
    graph = known.graph
    own = (*header_flags(graph), *(known.project.cflags if known.project else ()))
    flags = [*own, *(f"-I{_absolute(each)}" for each in known.include_dirs)]
    return read_headers([_absolute(Path(graph.base) / name) for name in graph.c_includes], known.compiler, flags)


def collect_user_files(graph: Graph, known: CKnowledge, headers: Headers) -> UserFiles:
    """Everything the user's sources and headers include that is not the system's or the runtime's. The times of the
    graph are in ns. `headers`: those of `known`."""
    base = Path(graph.base)
    source_paths = [_absolute(base / name) for name in graph.sources]
    standards = {_absolute(base / name): standard for name, standard in graph.standards}
    search = [_absolute(folder) for folder in known.include_dirs]
    runtime = search[-1]
    included = map(_absolute, (*known.included, *headers.included))
    wanted = dict.fromkeys([*source_paths, *included])
    own = [path for path in wanted if not path.is_relative_to(runtime)]
    # What CC is told with -I.
    asked = [folder for folder in map(_absolute, known.compiler.include_dirs) if _holds(folder, own)]
    root = Path(os.path.commonpath([str(_absolute(base)), *map(str, asked), *(str(path.parent) for path in own)]))
    inside = {path: f"{FOLDER}/{path.relative_to(root).as_posix()}" for path in own}
    folders = [folder for folder in search if folder in {path.parent for path in own} | {_absolute(base)}]
    source_names = tuple(inside[path] for path in source_paths)
    include_dirs = tuple(
        dict.fromkeys(_inside(folder, root) for folder in (*folders, *asked) if not folder.is_relative_to(runtime))
    )
    raise_if_any(_unbuildable((*source_names, *include_dirs), graph.span))
    files = {name: read_content(path) for path, name in inside.items()}
    texts = (files[name] for path, name in inside.items() if path not in source_paths)
    mains = tuple(inside[_absolute(each.included[0])] for each in known.objects if "main" in each.functions)
    return UserFiles(
        files,
        source_names,
        include_dirs,
        mains,
        tuple(inside[_absolute(path)] for path, _ in sources_without_lto(graph, known.objects)),
        known.project,
        unusual_macros(headers.macros, texts),
        asked_options(files.values()) if not known.stand_ins else None,
        {name: path for path, name in inside.items()},
        known.bridge,
        {name: standard for path, name in inside.items() if (standard := standards.get(path))},
        bool(known.errno_readers),
        _ahead(known, inside),
    )


def _ahead(known: CKnowledge, inside: Mapping[Path, str]) -> Ahead:
    """Of the sources that the program needs, by their names in the folder."""
    ahead = known.project.ahead if known.project is not None else Ahead()
    places = [
        [inside.get(_absolute(Path(known.graph.base) / name), "") for name in names]
        for names in (ahead.headers, sorted(ahead.sources))
    ]
    headers, sources = (tuple(filter(None, names)) for names in places)
    return Ahead((f"runtime/include/{COMPATIBLE_HEADERS}/{MAIN_HEADER}", *headers), frozenset(sources))


def _absolute(path: Path) -> Path:
    """Links to files keep their own names, by which others include what lies beside them."""
    lexical = Path(os.path.abspath(path))
    return lexical if lexical.exists() and lexical.samefile(path) else path.resolve()


def _holds(folder: Path, files: Iterable[Path]) -> bool:
    return any(file.is_relative_to(folder) for file in files)


def _inside(folder: Path, root: Path) -> str:
    relative = folder.relative_to(root).as_posix()
    return FOLDER if relative == "." else f"{FOLDER}/{relative}"


def _unbuildable(names: Iterable[str], named_at: Span) -> Iterator[Diagnostic]:
    for name in names:
        wrong = not_for_cmake(name)
        if wrong:
            shown = in_quotes(name.removeprefix(f"{FOLDER}/"))
            message = f"CMake cannot build what has {in_quotes(wrong)} in its name: {shown}"
            yield Diagnostic("c-file-name", message, named_at, "Rename the file, or the folder that it is in.")
