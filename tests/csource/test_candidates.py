# SPDX-License-Identifier: Apache-2.0
"""A project's sources, each read once; those that need what most do not are read again with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.csource.candidates import Candidates, read_candidates
from dfgen.csource.toolchain import Compiler

HEADER = """
#ifndef SDL_DISABLE_IMMINTRIN_H
typedef int wide;
static inline int _wide_first(int *a) { return a[0]; }
#endif
"""
SOURCES = {
    "plain.c": "void work_plain(int *a, int *b) { *b = *a; }\n",
    "name.c": "void work_name(int *a, int *b) { *b = _wide_first(a); }\n",
    "type.c": "void work_type(int *a, int *b) { wide w = *a; *b = w; }\n",
    "wrong.c": "void work_wrong(int *a) { absent; }\n",
}


def candidates(folder: Path, compiler: Compiler, functions: set[str]) -> Candidates:
    (folder / "all.h").write_text(HEADER)
    for name, text in SOURCES.items():
        (folder / name).write_text(f'#include "all.h"\n{text}')
    flags = [f"-I{folder}", "-Wno-implicit-function-declaration"]
    return read_candidates({folder / name: name for name in SOURCES}, functions, compiler, flags)


def test_what_needs_the_intrinsics_gets_them(native_compiler: Compiler, tmp_path: Path) -> None:
    found = candidates(tmp_path, native_compiler, set())
    assert [path.name for path in found.objects] == ["plain.c", "name.c", "type.c"]
    assert all(not each.undefined for each in found.objects.values())
    assert [path.name for path in found.refused] == ["wrong.c"]
    assert [said.span.line for path in found.refused for said in found.refused[path] if said.span] == [2]


def test_only_functions_that_are_asked_for_are_looked_at(native_compiler: Compiler, tmp_path: Path) -> None:
    found = candidates(tmp_path, native_compiler, {"work_name"})
    told = {
        path.name: {each.function: each for each in answers} for path, answers in found.read_only.items() if answers
    }
    assert told.keys() == {"name.c"}
    answer = told["name.c"]["work_name"]
    assert (answer.places & {0, 1}, answer.unread & {0, 1}) == ({0}, {1})


def proven(found: Candidates) -> set[str]:
    return {each.function for answers in found.read_only.values() for each in answers}


@pytest.mark.parametrize("source", ["known.c", "name.c"])
def test_a_proof_that_a_killed_compiler_leaves_unmade_is_made_the_next_time(
    source: str, native_compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    killed, wrapper = tmp_path / "killed", tmp_path / "cc"
    kill = f"""if [ -e {killed} ]; then case "$*" in *" -fcommon "*{source}*) kill -9 $$;; esac; fi"""
    wrapper.write_text(f'#!/bin/sh\n{kill}\nexec {native_compiler.path} "$@"\n')
    wrapper.chmod(0o755)
    compiler = replace(native_compiler, path=wrapper)
    killed.touch()
    assert not proven(candidates(tmp_path, compiler, {"work_name"}))
    killed.unlink()
    assert "work_name" in proven(candidates(tmp_path, compiler, {"work_name"}))
