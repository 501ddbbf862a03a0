# SPDX-License-Identifier: Apache-2.0
"""Which C functions may fire on several cores at once: those that touch no writable static object, nothing unknown.

Each source is compiled without optimisation, once as long as it stays as it is, and the object's symbols and
relocations say what refers to what. A reference counts as a use: a call, a read, a write, an address taken. What a
function reaches only through a pointer that its caller passed cannot be seen here; actors get no pointers but their
windows and their state.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from dfgen.csource.compiling import Compiled, compile_object
from dfgen.csource.declarations import Declarations
from dfgen.csource.files import as_argument, require_c_files
from dfgen.csource.kept_objects import known_objects
from dfgen.csource.objects import ObjectFile, SectionNode
from dfgen.csource.pure_functions import (
    COMPILER_NAMES,
    COPYING_FUNCTIONS,
    REPORTED_FUNCTIONS,
    STOPPING_FUNCTIONS,
    is_pure_function,
)
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.processes import only_wait

HEADERS_SOURCE = "a header"
BRIDGE_SOURCE = "the actors in C++"

_Place = tuple[int, int]  # an object's index, a section's index in it


@frozen
class Named:
    """Strings that are handed to a function: `name`, if none of the sources defines it. Else `reached` are the names
    that it asks others for, itself or through those that it reaches, and `inside` the strings that these get."""

    texts: frozenset[str]
    name: str
    reached: frozenset[str] = frozenset()
    inside: tuple[Named, ...] = ()


@frozen
class PurityFacts:
    """What the functions of the given sources refer to, directly and through others."""

    objects: tuple[ObjectFile, ...]

    def why_impure(self, function: str) -> str | None:
        """Why firings of `function` must stay in order, to be read after its name; None if they need not."""
        if not self.defines(function):
            return None if is_pure_function(function) else "is defined in none of the listed sources"
        for chain in self._chains_from(function):
            reason, between = self._own_reason(chain)
            if reason is not None:
                names = [name for name in map(self._shown_name, between) if name]
                return reason + (f", through {', '.join(names)}" if names else "")
        return None

    def static_data(self, function: str) -> str:
        """The first object of static storage that `function` may write, to be read after its name; or nothing."""
        chains = self._chains_from(function) if self.defines(function) else ()
        found = (self._own_reason(chain)[0] or "" for chain in chains if self._node(chain[-1]).is_writable)
        return next(found, "")

    def calls_runtime(self, function: str) -> frozenset[str]:
        """Those of `df_stop`, `df_end_of_input`, `df_fail`, `df_option` that `function` may call."""
        if not self.defines(function):
            return frozenset()
        return self._externals_from(function) & REPORTED_FUNCTIONS

    def open_names(self, function: str) -> frozenset[str]:
        """What `function` may use, directly or through others, that objects ask others for."""
        return self._externals_from(function) if self.defines(function) else frozenset()

    def named(self, function: str) -> Iterator[Named]:
        """The strings that `function` hands to others, itself or through those that it reaches."""
        for chain in self._chains_from(function) if self.defines(function) else ():
            for handing in self._node(chain[-1]).handed:
                texts = frozenset(handing.texts)
                place = (chain[-1][0], handing.section) if handing.section else self._places.get(handing.name)
                if place is None:
                    yield Named(texts, handing.name)
                    continue
                nodes = [self._node(inner[-1]) for inner in self._chains_from_place(place)]
                names = frozenset(name for node in nodes for name in node.externals)
                inside = (Named(frozenset(each.texts), each.name) for node in nodes for each in node.handed)
                yield Named(texts, "", names, tuple(each for each in inside if each.name))

    def only_copies(self, function: str) -> bool:
        """Whether all that `function` may call outside of the sources copies memory, and something does."""
        outside = self._outside(function) - COMPILER_NAMES
        return bool(outside) and outside <= COPYING_FUNCTIONS

    def _outside(self, function: str) -> frozenset[str]:
        """What `function` may use that none of the sources defines."""
        return self.open_names(function) - self._places.keys()

    def _externals_from(self, function: str) -> frozenset[str]:
        return frozenset(name for chain in self._chains_from(function) for name in self._node(chain[-1]).externals)

    def is_small(self, function: str, code_bytes: int) -> bool:
        """Whether `function` and all that it may call are in the sources, but for pure C functions, and together have
        at most so much machine code, unoptimised."""
        if not self.defines(function):
            return False
        size_bytes = sum(self._node(chain[-1]).code_bytes for chain in self._chains_from(function))
        return size_bytes <= code_bytes and all(map(is_pure_function, self._outside(function)))

    def defines(self, function: str) -> bool:
        """Whether the sources (or a header's inline function) define `function`."""
        return function in self._places

    @cached_property
    def _places(self) -> dict[str, _Place]:
        found: dict[str, _Place] = {}
        for index, object_file in enumerate(self.objects):
            visible = dict(object_file.exported)
            if object_file.source == HEADERS_SOURCE:
                visible = {**object_file.local, **visible}
            for name, section in visible.items():
                found.setdefault(name, (index, section))
        return found

    def _node(self, place: _Place) -> SectionNode:
        return self.objects[place[0]].sections[place[1]]

    def _chains_from(self, function: str) -> Iterator[tuple[_Place, ...]]:
        """For each place that `function` reaches, nearest first, how it gets there: first its own place, last that."""
        return self._chains_from_place(self._places[function])

    def _chains_from_place(self, first: _Place) -> Iterator[tuple[_Place, ...]]:
        waiting: list[tuple[_Place, ...]] = [(first,)]
        seen = set(waiting[0])
        for chain in waiting:
            yield chain
            for place in self._referenced(chain[-1]):
                if place not in seen:
                    seen.add(place)
                    waiting.append((*chain, place))

    def _referenced(self, place: _Place) -> list[_Place]:
        node = self._node(place)
        inside = [(place[0], section) for section in node.sections if section in self.objects[place[0]].sections]
        return inside + [self._places[name] for name in node.externals if name in self._places]

    def _own_reason(self, chain: tuple[_Place, ...]) -> tuple[str | None, tuple[_Place, ...]]:
        """Why the last place of `chain` is impure, if it is, and the places between it and the first."""
        place, node = chain[-1], self._node(chain[-1])
        if node.is_writable:
            name = self._shown_name(place) or "without name"
            return f"uses the writable static object {name} ({self.objects[place[0]].source})", chain[1:-1]
        for name in node.externals:
            if name in STOPPING_FUNCTIONS:
                return f"calls '{STOPPING_FUNCTIONS[name]}'", chain[1:]
            if name not in self._places and not is_pure_function(name):
                return f"uses '{name}', which is neither in the listed sources nor a pure C function", chain[1:]
        return None, ()

    def _shown_name(self, place: _Place) -> str:
        symbols = self._node(place).symbols
        return f"'{_name_in_source(symbols[0])}'" if symbols else ""


def compile_sources(
    sources: Sequence[Path],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str] = (),
    named_at: Span | None = None,
    meanwhile: Callable[[], None] = only_wait,
) -> list[Compiled]:
    """Each of the user's sources. Raises `UserError` for files that are no C; `named_at` is where the graph lists them.
    `meanwhile` is called while the compiler runs."""
    require_c_files(sources, "source", named_at)
    units = [(source, str(source)) for source in sources]
    return known_objects(units, compiler, _flags(cflags, include_dirs), meanwhile=meanwhile)


def analyse_purity(
    compiled: Sequence[Compiled],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str] = (),
    headers: Sequence[Path] = (),
    header_functions: Sequence[str] = (),
    known: Sequence[ObjectFile] = (),
) -> PurityFacts:
    """What the functions of `compiled` refer to, and those of `known`, objects of further sources.

    `header_functions` names those that `headers` define themselves (`Prototype.is_static`). Raises `UserError` with the
    compiler's messages if a source does not compile.
    """
    results = [*compiled]
    if header_functions:
        with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
            unit = Path(folder, "dfgen_headers.c")
            unit.write_text(_headers_text(headers, header_functions))
            binary, flags = Path(folder, "headers.o"), _flags(cflags, include_dirs)
            results.append(compile_object((unit, HEADERS_SOURCE), binary, compiler, flags))
    raise_if_any(diagnostic for result in results if isinstance(result, list) for diagnostic in result)
    return PurityFacts((*known, *(result for result in results if isinstance(result, ObjectFile))))


def static_without_body(
    declarations: Declarations, functions: Collection[str], objects: Iterable[ObjectFile]
) -> Iterator[Diagnostic]:
    """Those of `functions`, which headers alone could define, that these leave open. `objects`: with that of the
    headers."""
    opened = {name for each in objects if each.source == HEADERS_SOURCE for name in each.undefined}
    for name in sorted(opened.intersection(functions)):
        message = f"'{name}' is static here, so only this header could define it for those who call it"
        hint = "Leave 'static' out of the declaration, or write the function's body here."
        yield Diagnostic("c-header", message, declarations.functions[name].location, hint)


def _flags(cflags: Sequence[str], include_dirs: Sequence[Path]) -> list[str]:
    return [*cflags, *(f"-I{as_argument(folder)}" for folder in include_dirs)]


def _headers_text(headers: Sequence[Path], functions: Sequence[str]) -> str:
    """A source that makes the compiler keep the functions that the headers define."""
    lines = [f'#include "{header.absolute()}"' for header in headers]
    lines.append("void (*const dfgen_kept[])(void) = {")
    lines += [f"    (void (*)(void)){name}," for name in functions]
    return "\n".join([*lines, "};"]) + "\n"


def _name_in_source(symbol: str) -> str:
    """The name a user knows: gcc calls a static local `history.0`, clang `fir.history`; and C++ all in its own way."""
    if symbol.startswith("_Z"):
        return _demangled(symbol)
    parts = [part for part in symbol.split(".") if not part.isdigit()]
    return parts[-1] if parts else symbol


def _demangled(symbol: str) -> str:
    """The name in C++, told by its own library; as it is where that is not here."""
    try:
        demangle = ctypes.CDLL("libstdc++.so.6").__cxa_demangle
    except OSError:
        return symbol
    demangle.restype, demangle.argtypes = ctypes.c_char_p, (ctypes.c_char_p, *[ctypes.c_void_p] * 3)
    text = demangle(symbol.encode(), None, None, None)
    return text.decode() if text is not None else symbol
