# SPDX-License-Identifier: Apache-2.0
"""Libraries that a project's sources use: told by the names that stay open, found where the compiler looks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dfgen.csource.libraries import LIBRARIES, libraries_for, library_flags, library_hint
from dfgen.csource.toolchain import Compiler


def test_libraries_by_the_names_that_stay_open() -> None:
    found = libraries_for(["TTF_Init", "SDL_Init", "fopen", "SDLx", "fftwf_execute"])
    assert [library.name for library in found] == ["SDL2", "SDL2_ttf", "fftw3f"]
    assert libraries_for(["printf", "sdl_init", "fftwl_execute"]) == ()


def test_headers_are_found_in_the_librarys_folder(native_compiler: Compiler, tmp_path: Path) -> None:
    (tmp_path / "b/SDL2").mkdir(parents=True)
    compiler = replace(native_compiler, include_dirs=(tmp_path / "a", tmp_path / "b"))
    assert library_flags(compiler) == (f"-isystem{tmp_path / 'b/SDL2'}",)


def test_what_to_do_without_a_header() -> None:
    assert library_hint("SDL_ttf.h") == library_hint("SDL2/SDL_ttf.h")
    assert "apt-get install libsdl2-ttf-dev" in library_hint("SDL_ttf.h")
    assert "PSRDADA" in library_hint("dada_hdu.h")
    assert "CPATH" in library_hint("nobody_knows.h")
    assert all(library.package.startswith("lib") for library in LIBRARIES)
