# SPDX-License-Identifier: Apache-2.0
"""Actors in C++: programs write the same as with the same actors in C, and what is thrown ends them as df_fail does."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.reading import read_code
from tests.oracle.building import Builder

from .graphs import write_c, write_cpp

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")

Run = Callable[..., subprocess.CompletedProcess[str]]
ITERATIONS = "6"
UNDECLARED = "it calls df_stop() but is not declared to: add `stops;` to the actor in the graph"


def started(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(program), "-n", ITERATIONS, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(("cc", "-O1"), "", tmp_path_factory.mktemp("objects"))


@pytest.fixture(scope="module")
def of_c(builder: Builder, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the program in C writes on one core with a copy for each FIFO."""
    folder = tmp_path_factory.mktemp("c")
    options = CompileOptions(cores=1, transfers=("memcpy",))
    files = compile_graph(write_c(folder), options).files
    ended = started(builder.build(folder / "out", files, "c"))
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.parametrize(
    "options",
    [
        {"cores": 1},
        {"cores": 2},
        {"cores": 3, "transfers": ("memcpy",)},
        {"cores": 4, "transfers": ("cow",)},
        {"cores": 2, "transfers": ("stream",)},
        {"cores": 2, "transfers": ("offload",)},
        {"cores": 2, "guard": True},
        {"cores": 2, "latency_iterations": 1, "transfers": ("shared",)},
    ],
    ids=str,
)
def test_the_same_bytes_as_in_c(options: dict[str, object], of_c: str, builder: Builder, tmp_path: Path) -> None:
    files = compile_graph(write_cpp(tmp_path), CompileOptions(**options)).files  # type: ignore[arg-type]
    ended = started(builder.build(tmp_path / "out", files, "cpp"))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == of_c


@pytest.mark.parametrize(("how", "said"), [("fail", "seen 2"), ("throw", "std::runtime_error: seen two"),
                                           ("other", "an exception that is not a std::exception"),
                                           ("stop", UNDECLARED)])  # fmt: skip
def test_what_is_thrown_ends_the_program(how: str, said: str, builder: Builder, tmp_path: Path) -> None:
    """Destructors of what is on the way run, then the ends of the actors."""
    files = compile_graph(write_cpp(tmp_path), CompileOptions(cores=2)).files
    ended = started(builder.build(tmp_path / "out", files, "cpp"), f"how={how}")
    assert ended.returncode == 1
    assert ended.stderr == f"error: actor 'show' (app.sdf:10:11), firing 1: {said}\n"
    *_, left, end, fir = ended.stdout.splitlines()
    assert (left, end, fir.partition(" after ")[0]) == ("left", "end", "fir ends")


def test_a_constructor_that_throws_is_told(builder: Builder, tmp_path: Path) -> None:
    throwing = ("dsp.hpp", ": past_(taps),", ": past_((taps == 5 ? throw std::vector<int>() : taps)),")
    files = compile_graph(write_cpp(tmp_path, (throwing,)), CompileOptions(cores=1)).files
    ended = started(builder.build(tmp_path / "out", files, "throwing"))
    said = "error: actor 'fir' (app.sdf:6:11), in init: an exception that is not a std::exception\n"
    assert (ended.returncode, ended.stderr, "fir ends" in ended.stdout) == (1, said, False)


@pytest.mark.parametrize("sanitize", ["address,undefined", "thread"])
def test_sanitizers_find_nothing(
    sanitize: str, of_c: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    files = compile_graph(write_cpp(tmp_path), CompileOptions(cores=2)).files
    program = builder.build(tmp_path / "out", files, "cpp")
    assert started(program).stdout == of_c
    assert started(program, "how=throw").stderr.endswith("firing 1: std::runtime_error: seen two\n")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_cmake_builds_it(compiler: str, of_c: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    monkeypatch.setenv("CC", compiler)
    write_folder(tmp_path / "out", compile_graph(write_cpp(tmp_path), CompileOptions(cores=2)).files)
    program = build_folder(tmp_path / "out", native=False)
    assert started(program).stdout == of_c
    assert started(program, "how=throw").stderr.endswith("firing 1: std::runtime_error: seen two\n")


def test_a_graph_in_c_needs_no_cpp_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    files = compile_graph(write_c(tmp_path), CompileOptions(cores=1)).files
    assert b"CXX" not in files["CMakeLists.txt"]


def test_who_only_reads_and_who_keeps_nothing_is_found(tmp_path: Path) -> None:
    """As in C: by the types of what a call comes to, and by what its code refers to."""
    known = read_code(load_graph(write_cpp(tmp_path), {}))
    graph = known.graph
    modes = {port.name: port.access.value for port in graph.actor("mix").inputs if port.access}
    assert modes == {"a": "read_only", "b": "read_only"}
    functions = {actor.fire.cpp: actor.fire.function for actor in graph.actors if actor.fire is not None}
    why = {cpp: known.impure.get(name) for cpp, name in functions.items()}
    free = {"dsp::give", "dsp::run<dsp::Pair<float>, 6>", "dsp::scale<3>", "dsp::scale<7>", "dsp::mix"}
    assert {cpp for cpp, reason in why.items() if reason is None} == free
    assert "through 'dsp::show(double const*)'" in str(why["dsp::show"])
    assert "the writable static object 'dsp::seen'" in known.static_data[functions["dsp::show"]]


def test_a_source_has_its_own_standard(of_c: str, tmp_path: Path) -> None:
    """The C++ of 2017 has no concepts; what compiles it is told."""
    files = write_cpp(
        tmp_path,
        (("app.sdf", 'source "dsp.cpp";', 'source "dsp.cpp"; source "old.cpp" @standard("c++17");'),),
    )
    (tmp_path / "old.cpp").write_text("static_assert(__cplusplus == 201703L);\n")
    cmake = compile_graph(files, CompileOptions(cores=1)).files["CMakeLists.txt"].decode()
    assert "old.cpp]==] APPEND PROPERTY COMPILE_OPTIONS -std=gnu++17" in cmake
    assert "CXX_STANDARD 20" in cmake


ARRAY = """\
graph g {
    include "mix.hpp";
    actor give[3] { fire mix::give(index, out); out out : float[2]; }
    actor sum { fire mix::sum(3, x, y); in x[3] : float[2]; out y : float[2]; }
    actor show { fire mix::show(x); io; in x : float[2]; }
    for i in 0..3 { give[i].out -> sum.x[i]; }
    sum.y -> show.x;
}
"""
ARRAY_HPP = """\
#pragma once
#include <cstdio>
#include <span>
namespace mix {
inline void give(int by, std::span<float> y) { for (float &each : y) each = float(by + 1); }
inline void sum(const int &n, const float *const *x, std::span<float> y)
{
    for (std::size_t i = 0; i < y.size(); i++)
        for (int k = 0; k < n; k++)
            y[i] = (k == 0 ? 0 : y[i]) + x[k][i];
}
inline void show(std::span<const float> x) { std::printf("%g %g\\n", double(x[0]), double(x[1])); }
}
"""


def test_an_array_of_ports_is_an_array_of_pointers(builder: Builder, tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(ARRAY)
    (tmp_path / "mix.hpp").write_text(ARRAY_HPP)
    files = compile_graph(tmp_path / "g.sdf", CompileOptions(cores=1)).files
    assert started(builder.build(tmp_path / "out", files, "g"), "-q").stdout == "6 6\n" * int(ITERATIONS)


FIXED = (
    ("dsp.hpp", "const T *in, std::span<T> out)", "std::span<const T, n> in, std::span<T, n> out)"),
    ("dsp.hpp", "scale(std::span<const Pair<float>> in,", "scale(std::span<const Pair<float>, 6> in,"),
    ("dsp.hpp", "void show(const double *in)", "void show(std::span<double, 3> in)"),
    ("dsp.cpp", "void show(const double *in)", "void show(std::span<double, 3> in)"),
)


def test_spans_say_how_long_they_are(of_c: str, builder: Builder, tmp_path: Path) -> None:
    """In templates and functions, with others beside them."""
    files = compile_graph(write_cpp(tmp_path, FIXED), CompileOptions(cores=2)).files
    ended = started(builder.build(tmp_path / "out", files, "fixed"))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == of_c


def test_a_span_of_another_length_is_told(tmp_path: Path) -> None:
    changes = tuple((name, old, new.replace("double, 3", "double, 4")) for name, old, new in FIXED)
    with pytest.raises(UserError) as raised:
        compile_graph(write_cpp(tmp_path, changes), CompileOptions(cores=2))
    (said,) = raised.value.diagnostics
    assert said.id == "cpp-call"
    assert "which has the tokens of a firing if its type says how many" in (said.hint or "")
