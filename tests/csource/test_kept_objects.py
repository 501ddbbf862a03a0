# SPDX-License-Identifier: Apache-2.0
"""Sources are compiled once as long as they, and all that they include, stay as they are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.csource import kept_shapes
from dfgen.csource.candidates import read_candidates
from dfgen.csource.compiling import Compiled, compile_object
from dfgen.csource.headers import read_headers
from dfgen.csource.kept_objects import known_object
from dfgen.csource.kept_shapes import known_shapes
from dfgen.csource.loops import Shapes
from dfgen.csource.objects import ObjectFile
from dfgen.csource.sizes import probe_types
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import UserError
from dfgen.paths import cache_dir

FILES = {
    "a.c": '#include <string.h>\n#include "a.h"\nstatic int k;\nvoid f(int *x) { k += g(*x); memset(x, 0, 4); }\n',
    "include/a.h": "static inline int g(int x) { return x; }\n",
}
Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files that look as if they had been there for a while."""

    def put(files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            os.utime(path, (time.time() - 60,) * 2)

    put(FILES)
    return put


@pytest.fixture
def read(tmp_path: Path, counted: Compiler) -> Callable[..., Compiled]:
    """Reads a.c."""

    def reading(*flags: str, compiler: Compiler = counted) -> Compiled:
        given = [*flags, f"-I{tmp_path / 'own'}", f"-I{tmp_path / 'include'}"]
        return known_object((tmp_path / "a.c", "a.c"), tmp_path / "a.o", compiler, given)

    (tmp_path / "own").mkdir()
    return reading


@pytest.fixture
def counted(native_compiler: Compiler, tmp_path: Path) -> Compiler:
    """The compiler, which leaves a line for each of its runs."""
    program = tmp_path / "counted-cc"
    program.write_text(f'#!/bin/sh\necho run >> "{tmp_path}/runs"\nexec "{native_compiler.path}" "$@"\n')
    program.chmod(0o755)
    return replace(native_compiler, path=program)


@pytest.fixture
def runs(tmp_path: Path) -> Callable[[], int]:
    def counted_runs() -> int:
        log = tmp_path / "runs"
        return len(log.read_text().splitlines()) if log.exists() else 0

    return counted_runs


def test_a_source_is_compiled_once(
    write: Write, read: Callable[..., Compiled], runs: Callable[[], int], tmp_path: Path, counted: Compiler
) -> None:
    first = read()
    assert isinstance(first, ObjectFile)
    assert runs() == 1
    assert read() == first
    assert runs() == 1
    flags = [f"-I{tmp_path / 'include'}"]
    assert first == compile_object((tmp_path / "a.c", "a.c"), tmp_path / "b.o", counted, flags)
    assert first.included == (tmp_path / "a.c", tmp_path / "include/a.h")
    assert "string.h" in {path.name for path in first.system_headers}


def test_headers_of_the_system_are_told_apart(compiler: Compiler, tmp_path: Path) -> None:
    source, header = tmp_path / "a.c", tmp_path / "own/a.h"
    header.parent.mkdir()
    source.write_text('#include <stddef.h>\n#include "a.h"\nsize_t f(void) { return g(); }\n')
    header.write_text("static inline int g(void) { return 1; }\n")
    found = compile_object((source, "a.c"), tmp_path / "a.o", compiler, [f"-I{header.parent}"])
    assert isinstance(found, ObjectFile)
    assert found.included == (source, header)
    assert "stddef.h" in {path.name for path in found.system_headers}
    assert all(path.is_file() for path in found.system_headers)


CHANGES: Mapping[str, Mapping[str, str]] = {
    "the source": {"a.c": "void f(int *x) { *x = 1; }\n"},
    "a header": {"include/a.h": "int g(int x);\n"},
    "a header that comes before another": {"own/a.h": "int g(int x);\n"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_is_compiled_anew(
    change: str, write: Write, read: Callable[..., Compiled], runs: Callable[[], int]
) -> None:
    first = read()
    write(CHANGES[change])
    second = read()
    assert second != first
    assert runs() == 2
    assert read() == second
    assert runs() == 2


def test_other_options_and_compilers_are_others(
    write: Write, read: Callable[..., Compiled], runs: Callable[[], int], counted: Compiler
) -> None:
    read()
    read("-DA")
    read(compiler=replace(counted, version="another"))
    read(compiler=replace(counted, arguments=("-DB",)))
    assert runs() == 4


def test_what_is_refused_is_told_each_time(
    write: Write, read: Callable[..., Compiled], runs: Callable[[], int]
) -> None:
    write({"a.c": "absent f;\n"})
    first, second = read(), read()
    assert isinstance(first, list)
    assert first == second
    assert runs() == 2


def test_a_source_that_changes_while_it_is_read_is_read_again(
    write: Write, read: Callable[..., Compiled], runs: Callable[[], int], tmp_path: Path
) -> None:
    os.utime(tmp_path / "include/a.h", (time.time() + 60,) * 2)
    assert read() == read()
    assert runs() == 2


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": {}}', '{"files": {"/absent": "0"}, "answer": null}'])
def test_a_broken_cache_is_none(
    text: str, write: Write, read: Callable[..., Compiled], runs: Callable[[], int]
) -> None:
    first = read()
    for kept in (cache_dir() / "objects").iterdir():
        kept.write_text(text)
    assert read() == first
    assert read() == first
    assert runs() == 2


def test_a_cache_that_cannot_be_written_is_none(
    write: Write, read: Callable[..., Compiled], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "file"))
    assert read() == read()


def test_the_code_of_a_project_is_read_and_proven_once(
    write: Write, runs: Callable[[], int], tmp_path: Path, counted: Compiler
) -> None:
    flags = [f"-I{tmp_path / 'include'}"]
    write({"b.c": "void h(int *a, int *b) { *b = *a; }\n"})
    sources = {tmp_path / name: name for name in ("a.c", "b.c")}
    first = read_candidates(sources, {"h"}, counted, flags)
    before = runs()
    again = read_candidates(sources, {"h"}, counted, flags)
    assert again == first
    assert runs() == before
    assert again.read_only[tmp_path / "b.c"]
    write({"b.c": "void h(int *a, int *b) { *a = *b; }\n"})
    assert read_candidates(sources, {"h"}, counted, flags).read_only != first.read_only
    assert runs() == before + 2


RECORD = "typedef struct { int a[2]; } record;\n"
LOOP = "#define LOOP for (int k = 0; k < 9; k++)\n"


def test_sizes_are_asked_once(write: Write, runs: Callable[[], int], tmp_path: Path, counted: Compiler) -> None:
    def sizes() -> Mapping[str, tuple[int, int]]:
        return probe_types(["record", "short"], [tmp_path / "b.h"], [tmp_path / "include"], counted)

    write({"b.h": '#include "c.h"\n', "include/c.h": RECORD})
    assert sizes() == sizes() == {"record": (8, 4), "short": (2, 2)}
    assert runs() == 1
    write({"include/c.h": RECORD.replace("2", "4")})
    assert sizes() == sizes() == {"record": (16, 4), "short": (2, 2)}
    assert runs() == 2


def test_an_unknown_type_is_told_each_time(
    write: Write, runs: Callable[[], int], tmp_path: Path, counted: Compiler
) -> None:
    write({"b.h": RECORD})
    for number in range(1, 3):
        with pytest.raises(UserError, match="'absent' is unknown in C"):
            probe_types(["record", "absent"], [tmp_path / "b.h"], [], counted)
        assert runs() == number


def test_shapes_are_asked_once(
    write: Write, tmp_path: Path, native_compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    ask = kept_shapes.shapes_of_code
    monkeypatch.setattr(kept_shapes, "shapes_of_code", lambda code, *more: (asked.append(code), ask(code, *more))[1])
    source = tmp_path / "b.c"

    def shapes(*functions: str) -> Shapes:
        read = known_object((source, str(source)), tmp_path / "b.o", native_compiler, [])
        assert isinstance(read, ObjectFile)
        return known_shapes(read, functions, [], native_compiler, [])

    write({"b.c": '#include "b.h"\nvoid f(int *a) { LOOP a[k] += 2; }\n', "b.h": LOOP})
    assert shapes("f") == shapes("f")
    assert shapes("f").once == {"f"}
    assert asked == [source]
    assert shapes("g") == Shapes()
    assert len(asked) == 2
    write({"b.h": LOOP.replace("(int", "(int n = 0; n < 9; n++) for (int")})
    assert shapes("f").once == frozenset()


def test_what_libclang_does_not_understand_is_asked_again(
    write: Write, tmp_path: Path, native_compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_shapes, "shapes_of_code", lambda *_: None)
    source, flags = tmp_path / "a.c", [f"-I{tmp_path / 'include'}"]
    read = known_object((source, str(source)), tmp_path / "a.o", native_compiler, flags)
    assert isinstance(read, ObjectFile)
    assert known_shapes(read, ["f"], [], native_compiler, []) == Shapes()
    monkeypatch.setattr(kept_shapes, "shapes_of_code", lambda *_: Shapes(frozenset("f")))
    assert known_shapes(read, ["f"], [], native_compiler, []) == Shapes(frozenset("f"))


def test_headers_are_read_once(write: Write, counted: Compiler, runs: Callable[[], int], tmp_path: Path) -> None:
    header, inner = tmp_path / "include/all.h", tmp_path / "include/inner.h"
    write({"include/all.h": '#include <string.h>\n#include "inner.h"\n', "include/inner.h": "#define LEAST 1\n"})
    for value in ("1", "1", "2"):
        write({"include/inner.h": f"#define LEAST {value}\n"})
        found = read_headers([header], counted, [f"-I{tmp_path / 'include'}"])
        assert found.macros["LEAST"] == value
        assert set(found.included) == {header, inner}
    assert runs() == 2 * (2 if counted.is_clang else 1)
    write({"include/inner.h": '#error "not for this machine"\n'})
    with pytest.raises(UserError) as error:
        read_headers([header], counted, [f"-I{tmp_path / 'include'}"])
    assert [(d.id, d.span and Path(d.span.file).name) for d in error.value.diagnostics] == [("c-header", "inner.h")]
