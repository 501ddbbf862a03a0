# SPDX-License-Identifier: Apache-2.0
"""What the CMake package says of calls that it cannot obey: once, before anything is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.paths import PACKAGE

from .test_cmake import configure

PROJECT = "cmake_minimum_required(VERSION 3.16)\nproject(wrong LANGUAGES C)\nfind_package(dfgen REQUIRED)\n"


def told_of(folder: Path, call: str, *options: str) -> str:
    """What CMake says of a project with this call, which it refuses with one message."""
    (folder / "CMakeLists.txt").write_text(f"{PROJECT}{call}\n")
    ended = configure(folder, f"-Ddfgen_DIR={PACKAGE / 'cmake'}", *options)
    assert ended.returncode != 0
    assert ended.stderr.count("CMake Error at") == 1, ended.stderr
    return " ".join(ended.stderr.split())


@pytest.mark.parametrize(
    ("given", "instead"),
    [
        ("-o made", "'-o'; leave it out: the folder lies in that of the build, dfgen/count"),
        ("-qomade", "'-qomade'; leave it out: the folder lies in that of the build"),
        ("--output=made", "'--output=made'; leave it out: the folder lies in that of the build"),
        ("--depth 2 --depfile made.d", "'--depfile'; leave it out: CMake knows itself on which files"),
        ("--library", "'--library'; leave it out: dfgen_add_library makes a library"),
        ("--cores 2", "'--cores'; say CORES N"),
        ("-p taps=2", "'-p'; say PARAMETERS NAME=VALUE..."),
        ("--parameter=taps=2", "'--parameter=taps=2'; say PARAMETERS NAME=VALUE..."),
        ("--help", "'--help'; leave it out: 'dfgen compile --help' is for a terminal"),
    ],
)
@pytest.mark.parametrize("kind", ["program", "library"])
def test_options_that_the_call_says_itself_are_refused(kind: str, given: str, instead: str, tmp_path: Path) -> None:
    told = told_of(tmp_path, f"dfgen_add_{kind}(count count.sdf OPTIONS {given})")
    assert f"count: OPTIONS cannot have {instead}" in told


@pytest.mark.parametrize("kind", ["STATIC", "SHARED"])
def test_programs_are_neither_static_nor_shared(kind: str, tmp_path: Path) -> None:
    told = told_of(tmp_path, f"dfgen_add_program(count count.sdf {kind})")
    assert "count: a program is neither STATIC nor SHARED; leave that out, or use dfgen_add_library" in told
    told = told_of(tmp_path, "dfgen_add_library(count count.sdf STATIC SHARED)")
    assert "count: a library is STATIC or SHARED, not both" in told


@pytest.mark.parametrize("name", ["a b", "a/b", "a::b", "-a", "..", "a;b", "", "größe", "$<1:a>"])
def test_names_that_no_target_can_have_are_told_once(name: str, tmp_path: Path) -> None:
    assert f"'{name}' cannot be the name of a target" in told_of(tmp_path, f'dfgen_add_program("{name}" count.sdf)')


def test_names_of_targets_of_cmake_are_told_once(tmp_path: Path) -> None:
    told = told_of(tmp_path, "dfgen_add_program(all count.sdf)")
    assert "'all' cannot be the name of a target: CMake has a target of its own that is called so" in told


def test_a_command_that_is_not_there_is_told_by_its_variable(tmp_path: Path) -> None:
    absent = tmp_path / "dfgen"
    told = told_of(tmp_path, "", f"-DDFGEN_EXECUTABLE={absent}")
    assert f"DFGEN_EXECUTABLE is '{absent}', which cannot be run (no such file or directory)" in told
    assert "give the path of the command dfgen, -DDFGEN_EXECUTABLE=PATH, or -UDFGEN_EXECUTABLE to look for it" in told
    told = told_of(tmp_path, "", "-DDFGEN_EXECUTABLE=/bin/false")
    assert "DFGEN_EXECUTABLE is '/bin/false', which cannot be run (1): give the path" in told
    absent.write_text("#!/bin/sh\necho dfgen 0.0.1\necho more of it\n")
    absent.chmod(0o755)
    told = told_of(tmp_path, "", f"-DDFGEN_EXECUTABLE={absent}")
    assert f"DFGEN_EXECUTABLE is '{absent}', which calls itself 'dfgen 0.0.1', and this package is of " in told
