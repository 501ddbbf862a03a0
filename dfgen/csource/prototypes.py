# SPDX-License-Identifier: Apache-2.0
"""Reads the user's headers with libclang, using the include folders and target of the actual compiler.

All headers are read in one translation unit, in the order of the graph file, as the generated C includes them.
Function bodies are skipped, and errors inside of system headers too: those of another compiler may use built-in
functions that libclang does not have, in bodies that nobody asks about.

libclang listens to no signal and crashes on some input, so it works in a process of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from clang import cindex

from dfgen.csource.declarations import CArgument, CType, Declarations, Prototype, TypeKind
from dfgen.csource.files import link_hint, require_c_files
from dfgen.csource.libraries import header_hint
from dfgen.csource.records import read_records
from dfgen.csource.toolchain import Compiler, flags_of_headers
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail, raise_if_any
from dfgen.processes import Died, in_own_process

Found = TypeVar("Found")

MAIN_FILE = "dfgen_headers.c"

STANDARD_HEADERS = ("stddef.h", "stdint.h")

BASIC_TYPES = (
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "unsigned int", "long",
    "unsigned long", "long long", "unsigned long long", "float", "double", "long double", "float _Complex",
    "double _Complex", "_Bool",
)  # fmt: skip

_BASIC_PREFIX = "dfgen_basic_type_"
_END_PREFIX = "dfgen_end_"

RUNTIME_PREFIX = "df_"
OBJECT_PREFIX = "df_struct_"
"""How the descriptions of structs are called that `DF_OBJECT` declares."""

_SIGNED = frozenset({"CHAR_S", "SCHAR", "SHORT", "INT", "LONG", "LONGLONG", "INT128"})
_UNSIGNED = frozenset(
    {"CHAR_U", "UCHAR", "USHORT", "UINT", "ULONG", "ULONGLONG", "UINT128", "WCHAR", "CHAR16", "CHAR32"}
)
_VALUES = frozenset({"BOOL", "COMPLEX"})
_FLOATS = frozenset({"HALF", "FLOAT16", "FLOAT", "DOUBLE", "LONGDOUBLE", "FLOAT128"})
_ARRAYS = frozenset({"CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY", "DEPENDENTSIZEDARRAY"})
_OTHER_KINDS = {
    "VOID": TypeKind.VOID,
    "BOOL": TypeKind.BOOL,
    "COMPLEX": TypeKind.COMPLEX,
    "RECORD": TypeKind.RECORD,
    "POINTER": TypeKind.POINTER,
    "BLOCKPOINTER": TypeKind.POINTER,
    "FUNCTIONPROTO": TypeKind.FUNCTION,
    "FUNCTIONNOPROTO": TypeKind.FUNCTION,
}

# Records of the unit that is read, by the hash of their declaration, with what is known of them: they may lie in each
# other thousands deep, and be fields of many.
_MOVING: dict[int, list[tuple[Any, bool]]] = {}

_CPP_CODE = re.compile(r'^\s*(?:class|namespace|template|using|public:|private:|extern\s+"C(?:\+\+)?")(?:\W|$)')
_QUALIFIERS = re.compile(r"\b(?:const|volatile|restrict|__restrict)\b ?")


def read_prototypes(
    headers: Sequence[Path],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str] = (),
    also: Collection[str] = (),
    named_at: Span | None = None,
    records: Collection[str] = (),
) -> Declarations:
    """What `headers` and the user's headers that they include declare.

    Functions of system headers are kept only when `also` names them (an actor may call `memcpy`). `records`: types of
    whose members is asked; structs that `DF_OBJECT` names are added. Raises `UserError`
    for C++ headers and for headers that do not parse; `named_at` is the place in the graph file that lists them.
    """
    require_c_files(headers, "header", named_at)
    arguments = clang_arguments(include_dirs, compiler, cflags)
    try:
        return with_libclang(lambda: _declarations(headers, arguments, also, records))
    except Died as died:
        raise _crashed(died, headers, arguments, named_at) from died


def with_libclang(work: Callable[[], Found]) -> Found:
    """What `work` makes of what libclang reads, as plain data. Raises `Died` where libclang crashes."""

    def in_fork(_: object) -> Found:
        os.environ["LIBCLANG_DISABLE_CRASH_RECOVERY"] = "1"
        return work()

    with suppress(cindex.LibclangError):  # told where it is used
        cindex.conf.lib  # noqa: B018  # loaded here, once for all forks
    return in_own_process(in_fork)


def _crashed(died: Died, headers: Sequence[Path], arguments: Sequence[str], named_at: Span | None) -> UserError:
    """Finds the header, which is read alone for that."""

    def crashes(header: Path) -> bool:
        try:
            with_libclang(lambda: _declarations([header], arguments, ()))
        except Died:
            return True
        except UserError:
            pass
        return False

    guilty = next((header for header in headers if crashes(header)), None)
    message = f"libclang, which reads the headers, ended with {died.signal_name}"
    hint = "Declare in a header of its own what the graph uses; what libclang cannot read stays in the sources."
    place = named_at if guilty is None else Span(str(guilty), 1, 1)
    return fail("c-header", message, place, hint)


def _declarations(
    headers: Sequence[Path], arguments: Sequence[str], also: Collection[str], records: Collection[str] = ()
) -> Declarations:
    _MOVING.clear()
    unit = parse_text(_main_text(headers), arguments)
    raise_if_any(_of_headers(parse_diagnostics(unit), headers))
    functions: dict[str, Prototype] = {}
    types: dict[str, CType] = {}
    names: set[str] = set()
    places: dict[str, Span] = {}
    members: dict[str, Any] = {}
    for cursor in unit.cursor.get_children():
        kind = cursor.kind
        for declared in _names(cursor):
            names.add(declared.spelling)
            if declared.spelling.startswith(RUNTIME_PREFIX):
                places.setdefault(declared.spelling, span_of(declared.location))
        if kind == cindex.CursorKind.FUNCTION_DECL:
            if cursor.spelling in also or not cursor.location.is_in_system_header:
                _add_function(functions, cursor)
        elif kind in _TYPE_CURSORS and cursor.spelling:
            _add_type(types, cursor)
            members[_TAGS.get(kind, "") + cursor.spelling] = cursor.type
    # Of bodies that are passed over, an open one takes all that follows with it.
    ends = (f"{_END_PREFIX}{index}" for index in range(len(headers)))
    raise_if_any(_without_end(header) for header, end in zip(headers, ends, strict=True) if end not in names)
    types["bool"] = types["_Bool"]
    described = (f"struct {name.removeprefix(OBJECT_PREFIX)}" for name in names if name.startswith(OBJECT_PREFIX))
    wanted = (members[name] for name in sorted({*records, *described}) if name in members)
    return Declarations(functions, types, frozenset(names), places, read_records(wanted, ctype_of, span_of))


_TAGS = {
    cindex.CursorKind.STRUCT_DECL: "struct ",
    cindex.CursorKind.UNION_DECL: "union ",
    cindex.CursorKind.ENUM_DECL: "enum ",
}
_TYPE_CURSORS = frozenset({cindex.CursorKind.TYPEDEF_DECL, *_TAGS})


def _names(cursor: Any) -> Iterator[Any]:
    """What a declaration outside of functions names."""
    yield cursor
    if cursor.kind == cindex.CursorKind.ENUM_DECL:
        yield from cursor.get_children()


def _main_text(headers: Sequence[Path]) -> str:
    """Behind each header stands a declaration, which is wrong where the header ends in the middle of one, of words of
    which nobody makes macros."""
    lines = [f'#include "{header}"\n__auto_type {_END_PREFIX}{index} = 0;' for index, header in enumerate(headers)]
    lines += [f"#include <{name}>" for name in STANDARD_HEADERS]
    # Whatever macros the headers make of such words.
    lines += [f"#undef {word}" for word in sorted({"typedef", *" ".join(BASIC_TYPES).split()})]
    lines += [f"typedef {name} {_BASIC_PREFIX}{index};" for index, name in enumerate(BASIC_TYPES)]
    return "\n".join(lines) + "\n"


def _of_headers(found: list[Diagnostic], headers: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong in the headers. A wrong declaration behind one, of those that `_main_text` makes, is a header
    without end, from which all that is told later may follow."""
    ends = {2 * (index + 1): header for index, header in enumerate(headers)}
    for index, each in enumerate(found):
        if each.span is not None and each.span.file == MAIN_FILE and each.span.line in ends:
            return found[:index] or [_without_end(ends[each.span.line])]
    return found


def _without_end(header: Path) -> Diagnostic:
    last = header.read_text(errors="replace").removesuffix("\n").count("\n") + 1
    hint = "Close what it leaves open: a brace, a bracket, or a declaration that lacks its semicolon."
    return Diagnostic("c-header", "the header ends in the middle of a declaration", Span(str(header), last, 1), hint)


def clang_arguments(include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]) -> list[str]:
    """What makes libclang read C as the compiler does."""
    given = (*compiler.arguments, *cflags)
    flags = [*flags_of_headers(given), *(flag for flag in given if flag.startswith("-Wno-"))]
    arguments = ["-x", "c", "-std=gnu11", "-nostdinc", f"--target={compiler.target}", "-ferror-limit=0", "-w"]
    arguments += [*flags, *(f"-I{folder}" for folder in include_dirs)]
    for folder in compiler.include_dirs:
        arguments += ["-isystem", str(folder)]
    return arguments


def cpp_arguments(include_dirs: Sequence[Path], compiler: Compiler, standard: str) -> list[str]:
    """The same for C++."""
    language = ["-x", "c++", f"-std={standard}", "-nostdinc++"]
    return [*language, *clang_arguments(include_dirs, compiler, ())[3:]]


def parse_cpp(text: str, arguments: Sequence[str]) -> Any:
    """A translation unit of C++ `text`."""
    return parse_text(text, arguments, bodies=True)


def main_span(place: Any) -> Span | None:
    """The place, if it is in the text that was given to be read."""
    return span_of(place) if place.file is not None and place.file.name == MAIN_FILE else None


def parse_text(text: str, arguments: Sequence[str], *, bodies: bool = False) -> Any:
    """A translation unit of C `text`; with the `bodies` of its functions only if they are asked for."""
    options = cindex.TranslationUnit.PARSE_NONE if bodies else cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
    try:
        index = cindex.Index.create()
        return index.parse(MAIN_FILE, args=list(arguments), unsaved_files=[(MAIN_FILE, text)], options=options)
    except (cindex.LibclangError, cindex.TranslationUnitLoadError) as error:
        message = f"libclang cannot read the headers: {error}"
        raise fail("c-header", message, None, "Reinstall the Python package 'libclang'.") from error


def parse_diagnostics(unit: Any) -> list[Diagnostic]:
    """What is wrong with the user's C, and with headers of the system that are not there."""
    found: list[Diagnostic] = []
    for said in unit.diagnostics:
        place = said.location
        least = cindex.Diagnostic.Fatal if place.is_in_system_header else cindex.Diagnostic.Error
        if said.severity < least:
            continue
        span = span_of(place) if place.file else None
        if span and _is_cpp_line(span):
            hint = "Give the header a name of C++, as x.hpp, or wrap what is C++ in '#ifdef __cplusplus'."
            message = f"the header '{span.file}' holds C++ here, and has a name of C"
            found.append(Diagnostic("c-is-cpp", message, span, hint))
        else:
            hint = link_hint(Path(span.file)) if span else ""
            hint = hint or header_hint(said.spelling)
            found.append(Diagnostic("c-header", f"the header does not parse: {said.spelling}", span, hint))
    return found


def _is_cpp_line(span: Span) -> bool:
    lines = Path(span.file).read_text(errors="replace").split("\n") if Path(span.file).is_file() else []
    return span.line <= len(lines) and _CPP_CODE.match(lines[span.line - 1]) is not None


def _add_function(functions: dict[str, Prototype], cursor: Any) -> None:
    """Keep the first declaration that lists its arguments: `f()` may precede the real one."""
    known = functions.get(cursor.spelling)
    if known is not None and known.has_prototype:
        return
    has_prototype = cursor.type.kind == cindex.TypeKind.FUNCTIONPROTO
    functions[cursor.spelling] = Prototype(
        name=cursor.spelling,
        arguments=tuple(argument_of(a.spelling, a.type, span_of(a.location)) for a in cursor.get_arguments()),
        location=span_of(cursor.location),
        returns=ctype_of(cursor.result_type),
        is_variadic=has_prototype and cursor.type.is_function_variadic(),
        has_prototype=has_prototype,
        is_static=cursor.storage_class == cindex.StorageClass.STATIC,
    )


def _add_type(types: dict[str, CType], cursor: Any) -> None:
    name = cursor.spelling
    if name.startswith(_BASIC_PREFIX):
        types[BASIC_TYPES[int(name.removeprefix(_BASIC_PREFIX))]] = ctype_of(cursor.type)
    elif cursor.kind == cindex.CursorKind.TYPEDEF_DECL:
        types[name] = ctype_of(cursor.type)
    elif "(" not in name:  # libclang gives unnamed tags a descriptive text
        types[_TAGS[cursor.kind] + name] = ctype_of(cursor.type)


def argument_of(name: str, type: Any, place: Span) -> CArgument:
    declared = type.spelling
    type = type.get_canonical()
    if type.kind.name not in _ARRAYS and type.kind != cindex.TypeKind.POINTER:
        return CArgument(name, declared, ctype_of(type), place)
    target = type if type.kind.name in _ARRAYS else type.get_pointee().get_canonical()
    is_const = target.is_const_qualified()
    first = target.element_type.get_canonical() if type.kind.name in _ARRAYS else target
    while target.kind.name in _ARRAYS:  # the const of an array's elements may stand on either level
        target = target.element_type.get_canonical()
        is_const = is_const or target.is_const_qualified()
    pointer = CType(_plain_name(type), TypeKind.POINTER, max(type.get_size(), 0))
    is_restrict = type.is_restrict_qualified()
    argument = CArgument(name, declared, pointer, place, ctype_of(target), is_const, is_restrict)
    argument = replace(argument, leads_to_arrays=first.kind.name in _ARRAYS)
    count = max(type.element_count, 0) if type.kind.name == "CONSTANTARRAY" else 0
    if target.kind != cindex.TypeKind.POINTER:
        return replace(argument, count=count)
    element = target.get_pointee().get_canonical()
    return replace(argument, element=ctype_of(element), element_const=element.is_const_qualified(), count=count)


def ctype_of(type: Any) -> CType:
    type = type.get_canonical()
    size_bytes = max(type.get_size(), 0)
    name, kind = _plain_name(type), type.kind.name
    if kind == "ENUM":
        stored_as = type.get_declaration().enum_type.get_canonical().kind.name
        return CType(name, TypeKind.ENUM, size_bytes, stored_as in _SIGNED, moves=True)
    if kind in _SIGNED or kind in _UNSIGNED:
        return CType(name, TypeKind.INTEGER, size_bytes, kind in _SIGNED, moves=True)
    if kind in _FLOATS:
        return CType(name, TypeKind.FLOAT, size_bytes, True, moves=True)
    if kind in _ARRAYS:
        held = ctype_of(type.element_type)
        return CType(name, TypeKind.OTHER, size_bytes, elements=held.elements or held)
    moves = kind in _VALUES or (kind == "RECORD" and _record_moves(type))
    return CType(name, _OTHER_KINDS.get(kind, TypeKind.OTHER), size_bytes, moves=moves)


def _record_moves(record: Any) -> bool:
    """Whether nothing in a record, and in those inside of it, keeps it from moving: no constant, no pointer, no array
    of open length."""
    waiting = [record]
    moves = all(_fields_move(outer, waiting) for outer in waiting)
    _MOVING.setdefault(record.get_declaration().hash, []).append((record, moves))
    return moves


def _has_bases(record: Any) -> bool:
    """Whether it is a class of C++ that has more members than its own; of a template's, the template tells."""
    declared = record.get_declaration()
    template = cindex.conf.lib.clang_getSpecializedCursorTemplate(declared)
    places = (declared, template) if template is not None else (declared,)
    return any(child.kind == cindex.CursorKind.CXX_BASE_SPECIFIER for p in places for child in p.get_children())


def _fields_move(record: Any, waiting: list[Any]) -> bool:
    """The same, but for the records inside that are not known yet: they are added to those that are `waiting`."""
    if _has_bases(record):
        return False
    for field in record.get_fields():
        type = field.type.get_canonical()
        while type.kind.name == "CONSTANTARRAY":
            type = type.element_type.get_canonical()
        if type.is_const_qualified() or type.is_volatile_qualified():
            return False
        if type.kind.name == "RECORD":
            known = [moves for other, moves in _MOVING.get(type.get_declaration().hash, ()) if other == type]
            if not all(known):
                return False
            if not known and type not in waiting:
                waiting.append(type)
        elif not ctype_of(type).moves:
            return False
    return True


def _plain_name(type: Any) -> str:
    return _QUALIFIERS.sub("", type.spelling).strip()


def span_of(place: Any) -> Span:
    name = place.file.name if place.file else MAIN_FILE
    return Span(name.removeprefix("./"), place.line, place.column)
