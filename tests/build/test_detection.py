# SPDX-License-Identifier: Apache-2.0
"""What CMake finds out about a compiler is found out once."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.toolchain import describe_compiler
from dfgen.model.diagnostics import UserError
from dfgen.paths import cache_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.build.test_toolchain import output_of
from tests.cpp.graphs import write_cpp
from tests.probing import require
from tests.watching import Watcher

MakeFolder = Callable[..., Path]


class Lines(Watcher):
    """Whether CMake looked at the compiler."""

    def __init__(self) -> None:
        super().__init__()
        self.looked = False

    def output(self, line: str) -> None:
        self.looked |= "compiler identification is" in line


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))


def looked(folder: Path, compiler: str = "cc", sanitize: str | None = None) -> bool:
    lines = Lines()
    path = Path(shutil.which(compiler) or compiler)
    program = build_folder(folder, native=False, compiler=describe_compiler(path), sanitize=sanitize, reporter=lines)
    assert output_of(program) == " 41\n"
    return lines.looked


def kept() -> list[Path]:
    return sorted(cache_dir().glob("compilers/*"))


def test_a_second_folder_is_configured_with_what_is_known(make_folder: MakeFolder) -> None:
    assert looked(make_folder())
    (known,) = kept()
    assert not looked(make_folder(folder="other"))
    assert kept() == [known]


def test_what_only_a_later_build_asks_is_kept_too(make_folder: MakeFolder) -> None:
    """Sanitized programs are not optimized while they are linked, so nobody asks whether they could be."""
    assert looked(make_folder(), sanitize="undefined")
    (known,) = kept()
    assert "DF_HAS_IPO" not in (known / "answers.json").read_text()
    assert not looked(make_folder(folder="other"))
    assert "DF_HAS_IPO" in (known / "answers.json").read_text()


def test_other_flags_and_compilers_are_looked_at(make_folder: MakeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    require("clang", "-flto")
    assert looked(make_folder())
    assert looked(make_folder(folder="other"), compiler="clang")
    monkeypatch.setenv("CFLAGS", "-fno-inline")
    assert looked(make_folder(folder="third"))
    assert len(kept()) == 3


def test_a_replaced_compiler_is_looked_at(make_folder: MakeFolder, tmp_path: Path) -> None:
    wrapper = tmp_path / "mycc"
    for text in ('exec cc "$@"', 'exec cc  "$@"'):
        wrapper.write_text(f"#!/bin/sh\n{text}\n")
        wrapper.chmod(0o755)
        assert looked(make_folder(folder=f"after {len(text)}"), compiler=str(wrapper))


def test_what_was_kept_is_forgotten_where_cmake_fails(make_folder: MakeFolder) -> None:
    assert looked(make_folder())
    broken = make_folder(folder="broken")
    with (broken / "CMakeLists.txt").open("a") as lists:
        lists.write('message(FATAL_ERROR "no")\n')
    with pytest.raises(UserError):
        build_folder(broken, native=False)
    assert kept() == []


def test_damaged_and_unwritable_caches_cost_only_time(make_folder: MakeFolder) -> None:
    assert looked(make_folder())
    (known,) = kept()
    (known / "answers.json").write_text("{")
    assert looked(make_folder(folder="other"))
    (known / "CMakeCCompiler.cmake").unlink()
    (known / "CMakeCCompiler.cmake").symlink_to("nowhere")
    assert looked(make_folder(folder="without a part"))
    assert not looked(make_folder(folder="mended"))
    shutil.rmtree(cache_dir())
    cache_dir().write_text("no folder")
    assert looked(make_folder(folder="third"))


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
def test_the_compiler_of_cpp_is_known_too(make_folder: MakeFolder, tmp_path: Path) -> None:
    """Apart from what is known where a folder has no C++."""
    looked(make_folder())
    files = compile_graph(write_cpp(tmp_path / "graph"), CompileOptions(cores=1)).files
    said = []
    for name in ("first", "second"):
        write_folder(tmp_path / name, files)
        lines = Lines()
        program = build_folder(tmp_path / name, native=False, reporter=lines)
        said.append(lines.looked)
        assert subprocess.run([program, "-n", "1"], capture_output=True, text=True, check=True).stdout
    assert said == [True, False]
    assert len(kept()) == 2
