# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.csource.toolchain import Compiler, compile_diagnostics, find_compiler, run_compiler
from dfgen.model.diagnostics import Span, UserError
from dfgen.paths import runtime_dir


def test_compiler_describes_itself(compiler: Compiler) -> None:
    assert compiler.path.is_absolute()
    assert compiler.target.startswith(("x86_64", "aarch64"))
    assert any((folder / "stddef.h").is_file() for folder in compiler.include_dirs)
    assert dict(compiler.macros)["__STDC__"] == "1"
    assert compiler.version[0].isalnum()


def test_arguments_of_cc_are_kept() -> None:
    name = "gcc" if shutil.which("gcc") else "clang"
    compiler = find_compiler({"CC": f"{name} -DUNUSUAL=7", "PATH": "/usr/bin:/bin"})
    assert compiler.arguments == ("-DUNUSUAL=7",)
    assert dict(compiler.macros)["UNUSUAL"] == "7"


def test_first_default_compiler_on_the_path_is_taken(tmp_path: Path) -> None:
    real = shutil.which("gcc") or shutil.which("clang")
    assert real is not None
    (tmp_path / "gcc").symlink_to(real)
    assert find_compiler({"PATH": str(tmp_path)}).path == tmp_path / "gcc"


@pytest.mark.parametrize(
    ("environment", "part"),
    [
        ({"PATH": "/nowhere"}, "no C compiler found (looked for cc, gcc, clang on the PATH)"),
        ({"CC": "no-such-cc", "PATH": "/usr/bin"}, "'no-such-cc', which CC names"),
        ({"CC": "false", "PATH": "/usr/bin:/bin"}, "does not answer as gcc and clang do"),
        ({"CC": "gcc -fnonsense", "PATH": "/usr/bin:/bin"}, "gcc -fnonsense' does not answer as gcc and clang do: "),
        (
            {"CC": "gcc '-DX=1", "PATH": "/usr/bin:/bin"},
            """CC holds "gcc '-DX=1", which no shell would read: no closing quotation""",
        ),
    ],
)
def test_without_compiler(environment: dict[str, str], part: str) -> None:
    with pytest.raises(UserError) as caught:
        find_compiler(environment)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.id == "c-compiler"
    assert part in diagnostic.message
    assert "CC" in diagnostic.hint


def test_a_file_that_cannot_start_is_no_compiler(tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_bytes(b"\x00\x01")
    broken.chmod(0o755)
    with pytest.raises(UserError, match="cannot start the C compiler"):
        find_compiler({"PATH": str(tmp_path)})


def test_failure_without_place_still_gives_a_diagnostic(native_compiler: Compiler, tmp_path: Path) -> None:
    run = run_compiler(native_compiler, ["-c", str(tmp_path / "absent.c"), "-o", str(tmp_path / "x.o")])
    [diagnostic] = compile_diagnostics(run, "c-compile", tmp_path / "absent.c")
    assert diagnostic.span is not None
    assert diagnostic.span.file == str(tmp_path / "absent.c")
    assert "names no place in the code" in diagnostic.hint


def test_a_missing_header_hides_no_other_mistake(native_compiler: Compiler, tmp_path: Path) -> None:
    source = tmp_path / "wrong.c"
    source.write_text("int f(void) { return (int)strlen(0); }\nint g(void) { return nothing; }\n")
    flags = ["-Werror=implicit-function-declaration", "-fsyntax-only", str(source)]
    told = compile_diagnostics(run_compiler(native_compiler, flags), "c-compile", source)
    assert [diagnostic.span.line for diagnostic in told if diagnostic.span is not None] == [1, 2]


ANNOUNCED = {
    "item": (
        "If there is a struct item, write 'DF_OBJECT(item);' in the header: df_new and its kin want its tag second."
    ),
    "struct item": "df_new and its kin want the tag of a struct second, without 'struct'.",
}


@pytest.mark.parametrize(("name", "tag"), [("gcc", "item"), ("clang", "item"), ("gcc", "struct item")])
def test_objects_that_are_not_announced_are_told_where_they_are_made(name: str, tag: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    source = tmp_path / "make.c"
    lines = (
        "#include <df/object.h>",
        "struct item { int v; };",
        "void make(df_ref *out)",
        "{",
        f"    out->root = df_new(out, {tag});",
        "}",
    )
    source.write_text("\n".join(lines))
    compiler = find_compiler({"PATH": os.environ["PATH"], "CC": name})
    run = run_compiler(compiler, ["-fsyntax-only", f"-I{runtime_dir() / 'include'}", str(source)])
    (first, *_) = compile_diagnostics(run, "c-compile", source)
    assert first.span == Span(str(source), 5, 17)
    assert first.hint == ANNOUNCED[tag]


def test_what_a_killed_compiler_leaves_lies_in_the_folder_it_was_given(tmp_path: Path) -> None:
    program = tmp_path / "telling-cc"
    program.write_text('#!/bin/sh\necho "$TMPDIR"\n')
    program.chmod(0o755)
    compiler = replace(find_compiler(), path=program)
    assert run_compiler(compiler, [], tmp_path / "scratch").stdout == f"{tmp_path / 'scratch'}\n"
    assert run_compiler(compiler, []).stdout == os.environ.get("TMPDIR", "") + "\n"
