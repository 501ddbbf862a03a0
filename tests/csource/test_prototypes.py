# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clang.cindex import TranslationUnitLoadError

from dfgen.csource.declarations import CArgument, Declarations, TypeKind
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from tests.csource.conftest import WriteFiles

HEADER = """\
#include <stdint.h>
#include <stddef.h>
typedef struct point_s { float x, y; } point;
typedef struct { int a; } anonymous;
typedef enum { RED, GREEN } colour;
typedef const uint8_t pixel;
typedef float row[8];
enum { LIMIT = 3 };
void blur(int width, size_t count, const uint8_t *in, uint8_t out[]);
void shapes(const point *p, anonymous *a, struct hidden *h, colour c, pixel *q);
void arrays(int n, const float m[4][8], float (*w)[8], const row *r, int v[n], float *restrict s);
void odd(int **d, void (*f)(int), _Bool b, char c, const void *v, double x, ...);
void old();
static inline int twice(int x) { return 2 * x; }
"""


def read(files: list[Path], compiler: Compiler, **more: object) -> Declarations:
    return read_prototypes(files, [files[0].parent], compiler, **more)  # type: ignore[arg-type]


def read_wrong(files: list[Path], compiler: Compiler, **more: object) -> tuple[Diagnostic, ...]:
    with pytest.raises(UserError) as caught:
        read(files, compiler, **more)
    return caught.value.diagnostics


@pytest.fixture
def declared(write_files: WriteFiles, compiler: Compiler) -> Declarations:
    return read(write_files({"actors.h": HEADER}), compiler)


def pointers(arguments: tuple[CArgument, ...]) -> list[tuple[str, bool] | None]:
    return [(each.pointee.name, each.pointee_const) if each.pointee else None for each in arguments]


def test_pointers_and_values(declared: Declarations) -> None:
    blur = declared.functions["blur"]
    assert [argument.name for argument in blur.arguments] == ["width", "count", "in", "out"]
    assert pointers(blur.arguments) == [None, None, ("unsigned char", True), ("unsigned char", False)]
    assert blur.arguments[0].type.value_range == (-(2**31), 2**31 - 1)
    assert blur.arguments[1].type.value_range == (0, 2**64 - 1)
    assert blur.location.line == 9
    assert blur.arguments[2].location == Span(blur.location.file, 9, 51)
    assert blur.returns.kind is TypeKind.VOID


def test_typedefs_are_resolved(declared: Declarations) -> None:
    arguments = declared.functions["shapes"].arguments
    assert pointers(arguments) == [
        ("struct point_s", True),
        ("anonymous", False),
        ("struct hidden", False),
        None,
        ("unsigned char", True),
    ]
    assert arguments[3].type.kind is TypeKind.ENUM
    assert arguments[3].type.value_range == (0, 2**32 - 1)
    assert declared.types["point"] == declared.types["struct point_s"]
    assert declared.types["point"].size_bytes == 8
    assert declared.types["uint16_t"].size_bytes == 2
    assert declared.types["unsigned"].name == "unsigned int"
    assert "enum LIMIT" not in declared.types


def test_arrays_decay_and_keep_const(declared: Declarations) -> None:
    found = pointers(declared.functions["arrays"].arguments)
    floats = ("float", False)
    assert found == [None, ("float", True), floats, ("float", True), ("int", False), floats]


def test_unusual_forms_are_told_apart(declared: Declarations, compiler: Compiler) -> None:
    odd = declared.functions["odd"]
    kinds = [argument.pointee.kind if argument.pointee else argument.type.kind for argument in odd.arguments]
    expected = [TypeKind.POINTER, TypeKind.FUNCTION, TypeKind.BOOL, TypeKind.INTEGER, TypeKind.VOID, TypeKind.FLOAT]
    assert kinds == expected
    assert odd.is_variadic
    assert odd.arguments[2].type.value_range == (0, 1)
    assert odd.arguments[3].type.is_signed == ("aarch64" not in compiler.target)
    assert not declared.functions["old"].has_prototype
    assert declared.functions["twice"].is_static
    assert not odd.is_static


def test_later_prototype_replaces_an_empty_one(write_files: WriteFiles, native_compiler: Compiler) -> None:
    declared = read(write_files({"a.h": "void f();\nvoid f(int n);\nvoid f();\n"}), native_compiler)
    assert declared.functions["f"].has_prototype
    assert declared.functions["f"].location.line == 2


def test_system_functions_only_when_asked_for(write_files: WriteFiles, native_compiler: Compiler) -> None:
    files = write_files({"a.h": "#include <string.h>\nvoid f(void);\n"})
    assert set(read(files, native_compiler).functions) == {"f"}
    assert set(read(files, native_compiler, also=["memcpy"]).functions) == {"f", "memcpy"}


def test_system_headers_with_builtins_do_no_harm(write_files: WriteFiles, compiler: Compiler) -> None:
    special = "arm_neon.h" if "aarch64" in compiler.target else "immintrin.h"
    files = write_files({"a.h": f"#include <math.h>\n#include <complex.h>\n#include <{special}>\nvoid f(float *x);\n"})
    assert pointers(read(files, compiler).functions["f"].arguments) == [("float", False)]


def test_defines_of_the_flags_count(write_files: WriteFiles, native_compiler: Compiler) -> None:
    files = write_files({"a.h": "#ifdef WIDE\nvoid f(long n);\n#else\nvoid f(int n);\n#endif\n"})
    assert read(files, native_compiler).functions["f"].arguments[0].type.name == "int"
    assert read(files, native_compiler, cflags=["-DWIDE"]).functions["f"].arguments[0].type.name == "long"


def test_error_in_a_header_has_its_place(write_files: WriteFiles, native_compiler: Compiler) -> None:
    files = write_files({"a.h": "void good(int n);\nvoid bad(imag *x);\n"})
    [diagnostic] = read_wrong(files, native_compiler)
    assert (diagnostic.id, diagnostic.span) == ("c-header", Span(str(files[0]), 2, 10))
    assert "unknown type name 'imag'" in diagnostic.message


@pytest.mark.parametrize(
    "text",
    [
        "void f(\n",
        "struct x { int a;\n",
        "enum x { A,\n",
        "int a[] = {1,\n",
        "static inline int f(int n) {\n  return n;\n",
        "static inline int f(int n) {\n  if (n) {\n    n++;\n  }\n",
        "void a(void);\n\f\nvoid f(\n",
    ],
)
@pytest.mark.parametrize("before", [(), ("void first(void);\n",)])
@pytest.mark.parametrize("behind", [(), ("void last(void);\n",)])
def test_a_header_without_end(
    before: tuple[str, ...], text: str, behind: tuple[str, ...], write_files: WriteFiles, native_compiler: Compiler
) -> None:
    contents = [*before, text, *behind]
    files = write_files({f"{index}.h": content for index, content in enumerate(contents)})
    [diagnostic, *_] = read_wrong(files, native_compiler)
    assert (diagnostic.id, diagnostic.message) == ("c-header", "the header ends in the middle of a declaration")
    assert diagnostic.span == Span(str(files[len(before)]), text.count("\n"), 1)


@pytest.mark.parametrize("headers", [{}, {"a.h": "void f(void);\n"}])
def test_a_compiler_without_headers_of_its_own_is_told(
    headers: dict[str, str], write_files: WriteFiles, native_compiler: Compiler
) -> None:
    with pytest.raises(UserError, match=r"'stddef\.h' file not found"):
        read_prototypes(write_files(headers), (), replace(native_compiler, include_dirs=()))


def test_headers_may_give_words_of_c_another_meaning(write_files: WriteFiles, native_compiler: Compiler) -> None:
    files = write_files(
        {"a.h": "#define extern\n#define int long\nint f(int n);\n", "b.h": "#undef int\nint g(int n);\n"}
    )
    found = read(files, native_compiler).functions
    assert [found[name].arguments[0].type.name for name in ("f", "g")] == ["long", "int"]


@pytest.mark.parametrize("text", ["sobel.h", "../../../common/sobel.h\n", "other folder/sobel.h"])
def test_a_header_that_is_the_text_of_a_link(text: str, write_files: WriteFiles, native_compiler: Compiler) -> None:
    found = read_wrong(write_files({"sobel.h": text}), native_compiler)
    assert f"holds nothing but the path '{text.strip()}'" in found[0].hint


@pytest.mark.parametrize("text", ["int f(void;\n", "// see sobel.h\n+", "int a.h\nsobel.h"])
def test_other_headers_are_no_links(text: str, write_files: WriteFiles, native_compiler: Compiler) -> None:
    assert "Correct the header" in read_wrong(write_files({"a.h": text}), native_compiler)[0].hint


def test_missing_include_inside_a_header(write_files: WriteFiles, native_compiler: Compiler) -> None:
    [diagnostic] = read_wrong(write_files({"a.h": '\n#include "absent.h"\n'}), native_compiler)
    assert diagnostic.id == "c-header"
    assert diagnostic.span is not None
    assert diagnostic.span.line == 2


def test_where_the_own_header_lies_is_told(write_files: WriteFiles, native_compiler: Compiler) -> None:
    [diagnostic] = read_wrong(write_files({"a.h": "#include <df.h>\n"}), native_compiler)
    assert diagnostic.hint == 'dfgen\'s own header is "df/df.h".'


def test_missing_header_is_told_at_the_graph(native_compiler: Compiler, tmp_path: Path) -> None:
    place = Span("g.sdf", 3, 5)
    [diagnostic] = read_wrong([tmp_path / "absent.h"], native_compiler, named_at=place)
    assert (diagnostic.id, diagnostic.span) == ("c-file-missing", place)


def test_header_name_with_a_quote(write_files: WriteFiles, native_compiler: Compiler) -> None:
    [diagnostic] = read_wrong(write_files({'a".h': ""}), native_compiler)
    assert diagnostic.id == "c-file-name"


@pytest.mark.parametrize(("name", "shown"), [("ö\\.h", "ö\\.h'"), ("ö\n.h", "ö\\n.h'")])
def test_header_names_are_shown_as_a_shell_takes_them(
    name: str, shown: str, write_files: WriteFiles, native_compiler: Compiler
) -> None:
    [diagnostic] = read_wrong(write_files({name: ""}), native_compiler)
    assert f"/{shown} has a name that C cannot include" in diagnostic.message


def test_folder_name_with_a_quote(native_compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the path that was given does not show it."""
    (tmp_path / 'a"b').mkdir()
    (tmp_path / 'a"b' / "a.h").touch()
    monkeypatch.chdir(tmp_path / 'a"b')
    [diagnostic] = read_wrong([Path("a.h")], native_compiler)
    assert diagnostic.id == "c-file-name"


def test_cpp_header_is_refused_by_name(write_files: WriteFiles, native_compiler: Compiler) -> None:
    [diagnostic] = read_wrong(write_files({"a.hpp": "class A {};\n"}), native_compiler)
    assert diagnostic.id == "c-is-cpp"
    assert "a.hpp" in diagnostic.message


@pytest.mark.parametrize("code", ["class A { int x; };", 'extern "C++" { void f(int); }', "namespace n { int f(); }"])
def test_cpp_inside_of_a_header_is_told(code: str, write_files: WriteFiles, native_compiler: Compiler) -> None:
    found = read_wrong(write_files({"a.h": f"void f(void);\n{code}\n"}), native_compiler)
    assert found[0].id == "c-is-cpp"
    assert found[0].span is not None
    assert found[0].span.line == 2


def test_guarded_cpp_is_fine(write_files: WriteFiles, native_compiler: Compiler) -> None:
    guard = '#ifdef __cplusplus\nextern "C" {\n#endif\n'
    files = write_files({"a.h": guard + "void f(void);\n#ifdef __cplusplus\n}\n#endif\n"})
    assert "f" in read(files, native_compiler).functions


def test_places_are_named_as_the_headers_were(
    write_files: WriteFiles, native_compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_files({"a.h": '#include "b.h"\nvoid f(void);\n', "b.h": "void g(void);\n"})
    monkeypatch.chdir(files[0].parent)
    functions = read_prototypes([Path("a.h")], [], native_compiler).functions
    assert [str(functions[name].location) for name in ("f", "g")] == ["a.h:2:6", "b.h:1:6"]


def test_a_library_that_cannot_read(
    write_files: WriteFiles, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TranslationUnitLoadError("broken")

    monkeypatch.setattr("clang.cindex.Index.parse", fail)
    (found,) = read_wrong(write_files({"actors.h": HEADER}), compiler)
    assert (found.id, found.message) == ("c-header", "libclang cannot read the headers: broken")
    assert "libclang" in found.hint


@pytest.mark.parametrize("text", ["enum { A = " + "1+" * 300_000 + "1 };\n", f"typedef int {'*' * 300_000}p;\n"])
def test_a_crash_of_libclang_is_an_error_of_that_header(
    text: str, write_files: WriteFiles, native_compiler: Compiler
) -> None:
    files = write_files({"good.h": "void f(int *o);\n", "bad.h": text})
    [diagnostic] = read_wrong(files, native_compiler, named_at=Span("g.sdf", 2, 5))
    assert (diagnostic.id, diagnostic.span) == ("c-header", Span(str(files[1]), 1, 1))
    assert "libclang, which reads the headers, ended with SIGSEGV" in diagnostic.message


def test_records_in_records(write_files: WriteFiles, native_compiler: Compiler) -> None:
    """Many deep, and each twice in the next one: 2^40 fields of 41 records."""
    deep = "".join(f"struct d{n} {{ struct d{n - 1} a; }};\n" for n in range(1, 2000))
    twice = "".join(f"struct t{n} {{ struct t{n - 1} a, b; }};\n" for n in range(1, 41))
    other = "struct p { int *p; };\nstruct q { struct t2 a; struct p b[2]; };\n"
    text = f"struct d0 {{ int a; }};\n{deep}struct t0 {{ char a; }};\n{twice}{other}"
    types = read(write_files({"a.h": text}), native_compiler).types
    assert [types[f"struct {name}"].moves for name in ("d1999", "t40", "p", "q")] == [True, True, False, False]
