# SPDX-License-Identifier: Apache-2.0
"""What C++ makes of the graph's calls: libclang reads the headers, and behind them each call in several forms.

A window may be a pointer or a span, and const or not. Which of them a function takes is known once overloads are
resolved and templates instantiated, which only a compiler can do. So each form is written on a line of its own; the
first one without an error is the call, and the function that it names tells the types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clang import cindex

from dfgen.csource.cpp.calls import WINDOWS, CppCall, Given, Site
from dfgen.csource.declarations import CArgument, CType, Prototype, TypeKind
from dfgen.csource.libraries import header_hint
from dfgen.csource.prototypes import argument_of, ctype_of, main_span, parse_cpp, span_of, with_libclang
from dfgen.model.actor import ArgumentKind
from dfgen.model.diagnostics import Diagnostic, Note, Span, raise_if_any
from dfgen.model.frozen import frozen

_NOTES_MAX = 5
_REFERENCES = (cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE)
_TYPE = "dfgen_type_"
_CALL = "dfgen_call_"
_COPYABLE = "is not trivially copyable, as tokens must be, for they are moved byte by byte"
_UNKNOWN = ("no member named", "use of undeclared", "no template named", "unknown type name", "no type named")

Form = Callable[[Given], str]
"""How an argument is written where only its type counts."""


@frozen
class CppType:
    """A type of a token or state, as C++ knows it."""

    ctype: CType
    align_bytes: int


@frozen
class Resolved:
    """The function that a call names. `spans`: the places of the arguments that are spans, and `fixed` of those whose
    type says how long they are; `references`: those that want the state itself."""

    prototype: Prototype
    spans: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()
    references: frozenset[int] = frozenset()


@frozen
class CppFacts:
    types: Mapping[str, CppType]
    calls: Mapping[CppCall, Resolved]


@frozen
class Asked:
    """`types` by name, with the place that names each; `tokens`: those that are copied byte by byte."""

    types: Mapping[str, Span]
    tokens: frozenset[str]
    sites: Sequence[Site]
    c_names: Mapping[str, str]
    """What C calls types that C++ calls otherwise."""


def read_cpp(preamble: Sequence[str], arguments: Sequence[str], asked: Asked) -> CppFacts:
    """Raises `UserError` for headers that do not parse, and for calls that C++ refuses. `preamble`: what stands before
    the calls."""
    lines = _Lines(list(preamble), asked)
    return with_libclang(lambda: _Reading(lines, parse_cpp(lines.text, arguments), asked).facts())


# --- the text -----------------------------------------------------------------------------------------------------


def _pointer(given: Given, const: bool) -> str:
    stars = " *const *" if given.kind is ArgumentKind.PORTS else " *"
    return f"dfgen_value<{'const ' if const and given.is_read else ''}{given.type}{stars}>()"


def _span(given: Given, const: bool) -> str:
    if given.kind is ArgumentKind.PORTS:
        return _pointer(given, const)
    return f"dfgen_value<std::span<{'const ' if const and given.is_read else ''}{given.type}>>()"


def fixed_span(given: Given, const: bool) -> str:
    """The type of a span that says how long it is; of one whose length depends on the phase, no type can."""
    extent = given.counts[0] if len(set(given.counts)) == 1 else "std::dynamic_extent - 1"
    return f"std::span<{'const ' if const else ''}{given.type}, {extent}>"


def _fixed(given: Given, const: bool) -> str:
    if given.kind is ArgumentKind.PORTS:
        return _pointer(given, const)
    return f"dfgen_value<{fixed_span(given, const and given.is_read)}>()"


def _any(given: Given) -> str:
    if given.kind is ArgumentKind.PORTS:
        return _pointer(given, True)
    return f"dfgen_window<{given.type}, {fixed_span(given, True)}, {fixed_span(given, False)}>()"


def _forms() -> Iterator[Form]:
    """In the order in which they are tried: what promises to read only comes first."""
    yield lambda given: _pointer(given, True)
    yield lambda given: _span(given, True)
    yield lambda given: (_span if given.is_read else _pointer)(given, True)
    yield lambda given: (_pointer if given.is_read else _span)(given, True)
    yield lambda given: _fixed(given, True)
    yield _any
    yield lambda given: _pointer(given, False)
    yield lambda given: _span(given, False)
    yield lambda given: _fixed(given, False)


_HELPERS = """template <class T> T dfgen_value();
template <class T, class R, class W> struct dfgen_window { operator T *(); operator const T *(); operator std::span<T>(); operator std::span<const T>(); operator R(); operator W(); };
"""  # noqa: E501


@dataclass
class _Lines:
    """`made`: by line, the call that it writes in one form; `told`: by line, the type that it is about."""

    lines: list[str]
    asked: Asked
    made: dict[int, CppCall] = field(default_factory=dict)
    told: dict[int, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines += _HELPERS.splitlines()
        for number, name in enumerate(self.asked.types):
            self._add(f"using {_TYPE}{number} = {name};", name, "is unknown in C++")
            self._add(f"static_assert(sizeof({_TYPE}{number}) > 0);", name, "is incomplete or not an object type")
            self._add(f"static_assert(std::is_trivially_copyable_v<{_TYPE}{number}>);", name, _COPYABLE)
        for call in dict.fromkeys(site.made for site in self.asked.sites):
            for text in dict.fromkeys(_texts(call)):
                self.lines.append(f"void {_CALL}{len(self.lines)}() {{ {text} }}")
                self.made[len(self.lines)] = call

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def _add(self, line: str, type: str, why: str) -> None:
        self.lines.append(line)
        self.told[len(self.lines)] = (type, why)


def _texts(call: CppCall) -> Iterator[str]:
    """The forms of a call. Where it makes a state, the constructor stands before."""
    before = ""
    if call.state is not None and call.role == "init":
        before = f"::new (dfgen_value<void *>()) {call.state.type}({', '.join(call.state.values)}); "
    elif call.state is not None:
        before = f"std::destroy_at(dfgen_value<{call.state.type} *>()); "
    if not call.function:
        yield before
        return
    states = ("pointer", "reference") if any(a.kind is ArgumentKind.STATE for a in call.arguments) else ("",)
    for state in states:
        for form in _forms():
            yield f"{before}(void){call.function}({', '.join(_written(a, form, state) for a in call.arguments)});"


def _written(given: Given, form: Form, state: str) -> str:
    if given.kind is ArgumentKind.PARAMETER:
        return given.literal
    if given.kind is ArgumentKind.PHASE:
        return "dfgen_value<int>()"
    if given.kind is ArgumentKind.LIVE:
        return f"dfgen_value<{given.type}>()"
    if given.kind is ArgumentKind.STATE:
        return f"{'*' if state == 'reference' else ''}dfgen_value<{given.type} *>()"
    return form(given)


# --- the answer ---------------------------------------------------------------------------------------------------


class _Reading:
    def __init__(self, lines: _Lines, unit: Any, asked: Asked) -> None:
        self.lines, self.unit, self.asked = lines, unit, asked
        self.said: dict[int, list[Any]] = {}
        self.others: list[Any] = []
        for each in unit.diagnostics:
            self._sort(each)

    def facts(self) -> CppFacts:
        raise_if_any(self._of_headers())
        raise_if_any(self._of_types())
        sites = {site.made: site for site in reversed(self.asked.sites)}
        raise_if_any(d for call, site in sites.items() if self._form(call) is None for d in self._refused(call, site))
        places = dict(self._functions())
        calls = {call: self._resolved(call, places[self._form(call) or 0]) for call in sites}
        return CppFacts(self._types(), calls)

    def _sort(self, said: Any) -> None:
        """To the lines that it is about; errors in templates are about those that instantiate them."""
        place = said.location
        system = place.is_in_system_header
        if said.severity < cindex.Diagnostic.Error:
            return
        own = [each.location.line for each in (said, *said.children) if main_span(each.location) is not None]
        about = [line for line in own if line in self.lines.made or line in self.lines.told]
        if about:
            self.said.setdefault(about[0], []).append(said)
        elif not system or said.severity >= cindex.Diagnostic.Fatal:
            self.others.append(said)

    def _of_headers(self) -> Iterator[Diagnostic]:
        for said in self.others:
            span = span_of(said.location) if said.location.file else None
            yield Diagnostic(
                "c-header", f"the header does not parse: {said.spelling}", span, header_hint(said.spelling)
            )

    def _of_types(self) -> Iterator[Diagnostic]:
        found: dict[str, str] = {}
        for line in sorted(self.said.keys() & self.lines.told.keys()):
            type, why = self.lines.told[line]
            if why != _COPYABLE or type in self.asked.tokens:
                found.setdefault(type, why)
        for type, why in found.items():
            is_copied = why == _COPYABLE
            hint = "Pass a struct of plain members." if is_copied else "Include the header that defines it."
            id = "cpp-token" if is_copied else "c-type"
            yield Diagnostic(id, f"the type '{type}' {why}", self.asked.types[type], hint)

    def _lines_of(self, call: CppCall) -> list[int]:
        return [line for line, made in self.lines.made.items() if made == call]

    def _form(self, call: CppCall) -> int | None:
        """The line of the first form that C++ takes."""
        return next((line for line in self._lines_of(call) if line not in self.said), None)

    def _refused(self, call: CppCall, site: Site) -> Iterator[Diagnostic]:
        """What is told of a call that has no form: that it is ambiguous, else what is wrong with plain pointers."""
        said = [each for line in self._lines_of(call) for each in self.said[line]]
        ambiguous = [each for each in said if "ambiguous" in each.spelling]
        worst = (ambiguous or said)[0]
        if main_span(worst.location) is None:
            note = Note("the call in the graph", site.span)
            hint = "Correct the template, or call it with other arguments."
            message = f"{site.caller}: C++ says: {worst.spelling}"
            yield Diagnostic("cpp-call", message, span_of(worst.location), hint, (note,))
            return
        notes = tuple(Note(c.spelling, span_of(c.location)) for c in worst.children if main_span(c.location) is None)
        id, hint = _judged(worst.spelling, bool(ambiguous))
        message = f"{site.caller}: C++ says of '{call.function or (call.state and call.state.type)}': {worst.spelling}"
        yield Diagnostic(id, message, site.span, hint, notes[:_NOTES_MAX])

    def _functions(self) -> Iterator[tuple[int, Any]]:
        """By line, the function that a call names, or None where it names none."""
        for cursor in self.unit.cursor.get_children():
            line = cursor.location.line
            if cursor.kind != cindex.CursorKind.FUNCTION_DECL or line not in self.lines.made:
                continue
            if main_span(cursor.location) is None:
                continue
            name = self.lines.made[line].function.partition("<")[0].rpartition("::")[2]
            calls = (each for each in cursor.walk_preorder() if each.kind == cindex.CursorKind.CALL_EXPR)
            yield line, next((each.referenced for each in calls if each.spelling == name), None)

    def _resolved(self, call: CppCall, function: Any) -> Resolved:
        if function is None:
            return Resolved(Prototype(call.function, (), Span("", 0, 0), CType("void", TypeKind.VOID)))
        place = span_of(function.location)
        names = [argument.spelling for argument in function.get_arguments()]
        types = list(function.type.argument_types())
        spans, fixed, references, arguments = set(), set(), set(), []
        for number, type in enumerate(types):
            name = names[number] if number < len(names) else ""
            inner = _span_of(type)
            is_value = number < len(call.arguments) and call.arguments[number].kind not in WINDOWS
            if is_value and type.kind in _REFERENCES:
                arguments.append(argument_of(name, type.get_pointee(), place))
            elif inner is not None:
                spans.add(number)
                fixed |= {number} if _is_fixed(type) else set()
                arguments.append(self._named(_pointing(name, type, inner, place)))
            elif type.kind == cindex.TypeKind.LVALUEREFERENCE:
                references.add(number)
                arguments.append(self._named(_pointing(name, type, type.get_pointee(), place)))
            else:
                arguments.append(self._named(argument_of(name, type, place)))
        returns = ctype_of(function.result_type)
        prototype = Prototype(call.function, tuple(arguments), place, returns, function.type.is_function_variadic())
        return Resolved(prototype, frozenset(spans), frozenset(fixed), frozenset(references))

    def _named(self, argument: CArgument) -> CArgument:
        """With types as C calls them."""

        def named(type: CType | None) -> CType | None:
            return type and replace(type, name=self.asked.c_names.get(type.name, type.name))

        return replace(argument, pointee=named(argument.pointee), element=named(argument.element))

    def _copied_by_bytes(self) -> set[str]:
        """The types that are trivially copyable."""
        return {t for line, (t, why) in self.lines.told.items() if why == _COPYABLE and line not in self.said}

    def _types(self) -> dict[str, CppType]:
        found = {}
        names = list(self.asked.types)
        for cursor in self.unit.cursor.get_children():
            if cursor.spelling.startswith(_TYPE) and main_span(cursor.location) is not None:
                type = cursor.type.get_canonical()
                name = names[int(cursor.spelling.removeprefix(_TYPE))]
                ctype = ctype_of(type)
                ctype = replace(ctype, moves=ctype.moves and name in self._copied_by_bytes())
                found[name] = CppType(ctype, max(type.get_align(), 1))
        return found


def _span_of(type: Any) -> Any:
    """What a `std::span` by value leads to; None for every other type."""
    canonical = type.get_canonical()
    words = canonical.spelling.replace("const ", "", 1).partition("<")[0].split("::")
    return canonical.get_template_argument_type(0) if (words[0], words[-1]) == ("std", "span") else None


def _is_fixed(span: Any) -> bool:
    """Whether its type says how long a span is: the largest number stands for one that does not."""
    extent = re.search(r", (\d+)U?L*>$", span.get_canonical().spelling)
    return extent is not None and int(extent[1]) + 1 not in (1 << 32, 1 << 64)


def _pointing(name: str, type: Any, target: Any, place: Span) -> CArgument:
    """An argument that C++ takes as a span or a reference, as the pointer that it is to C."""
    target = target.get_canonical()
    is_const = target.is_const_qualified()
    pointer = CType(f"{ctype_of(target).name} *", TypeKind.POINTER)
    return CArgument(name, type.spelling, pointer, place, ctype_of(target), is_const)


_HINT = (
    "Windows are given as pointers or as std::span, which has the tokens of a firing if its type says how many, in the "
    "order of the call; numbers by value."
)


def _judged(text: str, is_ambiguous: bool) -> tuple[str, str]:
    """An id, and what to do."""
    if is_ambiguous:
        return "cpp-ambiguous", "Name the function that is meant, with its template arguments or by a wrapper."
    if any(words in text for words in _UNKNOWN):
        return "call-unknown", "Include the header that declares it, and name it with its namespace."
    return "cpp-call", _HINT
