# SPDX-License-Identifier: Apache-2.0
"""Actors in C++ as C sees them: which calls and types they are, by which names C has them, and what calls them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from dfgen.csource.compiling import CPP_ANALYSIS_FLAGS, compile_object
from dfgen.csource.cpp.calls import (
    CppCall,
    Language,
    cpp_type,
    sites_of,
    span_of,
    types_of,
    with_c_arguments,
    with_c_calls,
    with_types,
)
from dfgen.csource.cpp.reading import Asked, CppFacts, read_cpp
from dfgen.csource.cpp.text import SOURCE, Texts, is_phased, preamble, texts
from dfgen.csource.declarations import CType, Declarations, Prototype
from dfgen.csource.files import as_argument, require_files
from dfgen.csource.kept_objects import known_objects
from dfgen.csource.objects import ObjectFile
from dfgen.csource.prototypes import BASIC_TYPES, cpp_arguments, read_prototypes
from dfgen.csource.purity import BRIDGE_SOURCE
from dfgen.csource.toolchain import Compiler, find_cpp_compiler
from dfgen.model.actor import Call
from dfgen.model.diagnostics import Diagnostic, fail, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.input_files import is_cpp
from dfgen.model.port import TokenType

STANDARD = "c++20"
"""Of sources that name none, and the least one of the generated source."""

_TAGS = re.compile(r"(struct|union|enum) (\w+)")


@frozen
class Bridge:
    """`graph` calls C functions, still with all arguments. `made`: these functions, by name. `objects`: those of the
    user's sources and of the generated one; `included`: the headers that this includes."""

    graph: Graph
    texts: Texts
    standard: str
    functions: Mapping[str, Prototype]
    types: Mapping[str, CType]
    objects: tuple[ObjectFile, ...]
    included: tuple[Path, ...] = ()
    made: Mapping[str, CppCall] = field(default_factory=dict)
    phased: frozenset[str] = frozenset()

    def completed(self, declarations: Declarations) -> Declarations:
        """What C declares, and these."""
        functions, types = {**declarations.functions, **self.functions}, {**declarations.types, **self.types}
        return replace(declarations, functions=functions, types=types)

    def with_c_arguments(self, graph: Graph) -> Graph:
        return with_c_arguments(graph, self.made, self.phased)


def read_bridge(graph: Graph, include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]) -> Bridge:
    """Raises `UserError` for what C++ refuses."""
    base = Path(graph.base)
    sources = [base / name for name in graph.sources if is_cpp(name)]
    require_files([base / name for name in graph.includes if is_cpp(name)], "header", graph.span)
    require_files(sources, "source", graph.span)
    cpp = find_cpp_compiler(compiler, graph.span)
    flags = [*cflags, *(f"-I{as_argument(folder)}" for folder in include_dirs)]
    own = _sources_as_objects(graph, sources, cpp, flags)
    called = sorted({site.function for site in _calls(graph)})
    declared = read_prototypes(
        [base / name for name in graph.c_includes], include_dirs, compiler, cflags, called, graph.span
    )
    language = _language(declared, own)
    standard = max((STANDARD, *(standard for _, standard in graph.standards)), key=_age)
    first_lines = preamble((name, is_cpp(name)) for name in graph.includes)
    asked = _asked(graph, language, declared)
    arguments = [*cpp_arguments(include_dirs, cpp, f"gnu++{standard[3:]}"), *cflags]
    facts = read_cpp(first_lines, arguments, asked)
    return _made(graph, asked, facts, own, (first_lines, standard, cpp, flags))


def _language(declared: Declarations, own: Iterable[ObjectFile]) -> Language:
    """A function that C declares and C++ defines is called as the others of C++ are, for it may throw."""
    defined = frozenset().union(*(each.exported for each in own))
    plain = {name for name in declared.functions if name not in defined}
    return Language(plain, {*declared.types, *BASIC_TYPES})


def _age(standard: str) -> int:
    return int(standard.removeprefix("c++"))


def _calls(graph: Graph) -> list[Call]:
    return [site.call for site in sites_of(graph, Language((), ())) if site.call is not None]


def _sources_as_objects(
    graph: Graph, sources: Sequence[Path], cpp: Compiler, flags: Sequence[str]
) -> tuple[ObjectFile, ...]:
    standards = {str(Path(graph.base) / name): standard for name, standard in graph.standards}
    found: list[ObjectFile | list[Diagnostic]] = []
    for standard in sorted({standards.get(str(source), STANDARD) for source in sources}):
        units = [(source, str(source)) for source in sources if standards.get(str(source), STANDARD) == standard]
        own = [f"-std=gnu++{standard[3:]}", *flags]
        found += known_objects(units, cpp, own, CPP_ANALYSIS_FLAGS)
    raise_if_any(diagnostic for result in found if isinstance(result, list) for diagnostic in result)
    return tuple(result for result in found if isinstance(result, ObjectFile))


def _asked(graph: Graph, language: Language, declared: Declarations) -> Asked:
    tokens, states = ([t for t in types if language.has_type(t)] for types in types_of(graph))
    objects = next((t for types in types_of(graph) for t in types if t.objects), None)
    sites = list(sites_of(graph, language))
    if objects is not None and sites:
        message = "tokens of objects are for actors in C, and this graph has some in C++"
        raise fail("cpp-token", message, span_of(graph, objects), "Put these actors into a graph of their own.")
    for port in (port for actor in graph.boundary_actors for port in actor.ports if language.has_type(port.type)):
        message = f"'{port.type.name}' is a type of C++, and callers of the graph are C"
        raise fail("cpp-token", message, port.span, "Give the port a type of C.")
    places = {cpp_type(type.c_name): span_of(graph, type) for type in (*tokens, *states)}
    c_names = {match[2]: name for name in declared.types if (match := _TAGS.fullmatch(name))}
    c_names["bool"] = declared.types["bool"].name
    return Asked(places, frozenset(cpp_type(type.c_name) for type in tokens), sites, c_names)


def _made(
    graph: Graph,
    asked: Asked,
    facts: CppFacts,
    own: tuple[ObjectFile, ...],
    how: tuple[list[str], str, Compiler, list[str]],
) -> Bridge:
    first_lines, standard, cpp, flags = how
    names = _names(site.made for site in asked.sites)
    types = {
        name: TokenType(name, f"df__cpp_type_{number}_{_word(name)}", found.ctype.size_bytes, found.align_bytes)
        for number, (name, found) in enumerate(facts.types.items())
    }
    written = texts(first_lines, {name: (call, facts.calls[call]) for call, name in names.items()}, types)
    generated = _generated(written, cpp, [f"-std=gnu++{standard[3:]}", *flags])
    of_callers = {site.caller: names[site.made] for site in asked.sites}
    functions = {name: replace(facts.calls[call].prototype, name=name) for call, name in names.items()}
    return Bridge(
        with_types(with_c_calls(graph, of_callers), lambda type: _in_c(type, types)),
        written,
        standard,
        functions,
        {type.c_name: facts.types[name].ctype for name, type in types.items()},
        (*own, generated),
        generated.included[1:],
        {name: call for call, name in names.items()},
        frozenset(name for call, name in names.items() if is_phased(call, facts.calls[call])),
    )


def _generated(written: Texts, cpp: Compiler, flags: Sequence[str]) -> ObjectFile:
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
        source = Path(folder, SOURCE)
        source.write_text(written.analysed)
        found = compile_object((source, BRIDGE_SOURCE), Path(folder, "generated.o"), cpp, flags, CPP_ANALYSIS_FLAGS)
    if not isinstance(found, ObjectFile):
        raise_if_any(found)
    assert isinstance(found, ObjectFile)
    return found


def _names(calls: Iterable[CppCall]) -> dict[CppCall, str]:
    distinct = dict.fromkeys(calls)
    return {
        call: f"df__cpp_{call.role}_{number}_{_word(call.function or (call.state.type if call.state else ''))}"
        for number, call in enumerate(distinct)
    }


def _word(text: str) -> str:
    """A piece of a name that says what a C++ name is about."""
    return re.sub(r"\W+", "_", text.partition("<")[0])[-40:]


def _in_c(type: TokenType, types: Mapping[str, TokenType]) -> TokenType:
    known = types.get(type.c_name)
    if known is None or type.objects:
        return type
    size_bytes = known.size_bytes * type.count
    return replace(type, c_name=known.c_name, size_bytes=size_bytes, align_bytes=known.align_bytes)
