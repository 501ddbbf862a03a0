# SPDX-License-Identifier: Apache-2.0
"""What is wrong with actors in C++: one message each, at the place that it is about."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dfgen.checking import check_graph
from dfgen.model.diagnostics import Diagnostic, UserError

from .graphs import write_cpp

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")

SHOWN = "fire dsp::show(in)"
OVERLOADS = (
    "dsp.hpp",
    "void finish();",
    "void finish();\nvoid of(long *);\nvoid many(int, float);\nvoid many(float, int);",
)

CASES = {
    "unknown function": ("call-unknown 10:23", [("app.sdf", SHOWN, "fire dsp::shew(in)")], "no member named 'shew'"),
    "unknown namespace": ("call-unknown 10:23", [("app.sdf", SHOWN, "fire dps::show(in)")], "undeclared identifier"),
    "other types": ("cpp-call 10:23", [OVERLOADS, ("app.sdf", SHOWN, "fire dsp::of(in)")], "cannot initialize"),
    "too many": ("cpp-call 10:23", [("app.sdf", SHOWN, "fire dsp::show(in, 2)")], "too many arguments"),
    "ambiguous": ("cpp-ambiguous 10:42", [OVERLOADS, ("app.sdf", "dsp::finish()", "dsp::many(1, 2)")], "ambiguous"),
    "constructor": ("cpp-call 6:23", [("app.sdf", "(taps); ", "(taps, 2, 3); ")], "no matching constructor"),
    "not copyable": ("cpp-token 5:64", [("dsp.hpp", "T a{}, b{};", "T a{}, b{}; ~Pair() {}")], "trivially copyable"),
    "unknown type": ("c-type 6:23", [("app.sdf", "dsp::Fir<", "dsp::Fri<")], "unknown in C++"),
    "standard": ("annotation-arguments 3:22", [("app.sdf", '"dsp.cpp";', '"dsp.cpp" @standard("c++3");')], "'c++3'"),
    "standard of none": ("annotation-arguments 3:22", [("app.sdf", '"dsp.cpp";', '"dsp.cpp" @standard;')], "@standard"),
    "annotation": ("annotation-unknown 3:22", [("app.sdf", '"dsp.cpp";', '"dsp.cpp" @fast;')], "'@fast'"),
}


def refused(graph: Path) -> tuple[Diagnostic, ...]:
    with pytest.raises(UserError) as raised:
        check_graph(graph, {})
    return raised.value.diagnostics


@pytest.mark.parametrize("case", CASES)
def test_each_fault_has_its_message(case: str, tmp_path: Path) -> None:
    where, changes, text = CASES[case]
    first = refused(write_cpp(tmp_path, tuple(changes)))[0]
    id, place = where.split(" ")
    assert first.span is not None
    assert (first.id, f"{first.span.line}:{first.span.column}") == (id, place), str(first)
    assert text in first.message
    assert first.hint


def test_the_standards_are_listed(tmp_path: Path) -> None:
    first = refused(write_cpp(tmp_path, (("app.sdf", '"dsp.cpp";', '"dsp.cpp" @standard("c++98");'),)))[0]
    assert first.message == "'c++98' is no standard of C++ that sources can name"
    assert first.hint == "Valid here: c++11, c++14, c++17, c++20, c++23, c++26."


def test_each_id_has_a_case() -> None:
    assert {"cpp-call", "cpp-ambiguous", "cpp-token"} <= {where.split(" ")[0] for where, _, _ in CASES.values()}


def test_a_header_that_does_not_parse(tmp_path: Path) -> None:
    """The compiler says so of the source; of a header that no source includes, libclang does."""
    graph = write_cpp(tmp_path)
    (tmp_path / "other.hpp").write_text("#pragma once\nnamespace {\nclass;\n}\n")
    graph.write_text(graph.read_text().replace('include "dsp.hpp";', 'include "dsp.hpp", "other.hpp";'))
    first = refused(graph)[0]
    assert first.span is not None
    assert (first.id, Path(first.span.file).name, first.span.line) == ("c-header", "other.hpp", 3)


def test_a_source_that_does_not_compile_is_told_in_its_language(tmp_path: Path) -> None:
    graph = write_cpp(tmp_path)
    source = tmp_path / "dsp.cpp"
    source.write_text(source.read_text() + "int wrong = nowhere;\n")
    first = refused(graph)[0]
    assert (first.id, "the C++ compiler says" in first.message) == ("c-compile", True)
    assert first.hint.startswith("Correct the code;")


@pytest.mark.parametrize(("compiler", "text"), [("no-such-compiler", "no C++ compiler 'no-such-compiler'"),
                                                ("false", "does not answer")])  # fmt: skip
def test_without_a_compiler(compiler: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", compiler)
    (first,) = refused(write_cpp(tmp_path))
    assert first.id == "c-compiler"
    assert text in first.message


def test_a_compiler_of_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shutil.which("gcc") and shutil.which("g++")):
        pytest.skip("gcc and g++ are not both here")
    monkeypatch.setenv("CC", "gcc")
    monkeypatch.setenv("CXX", "g++ -U__GNUC__ -D__GNUC__=4")  # it says of itself that it is older
    (first,) = refused(write_cpp(tmp_path))
    assert (first.id, "of the same release" in first.hint) == ("c-compiler", True)


def test_a_compiler_of_another_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shutil.which("gcc") and shutil.which("clang++")):
        pytest.skip("gcc and clang++ are not both here")
    monkeypatch.setenv("CC", "gcc")
    monkeypatch.setenv("CXX", "clang++")
    (first,) = refused(write_cpp(tmp_path))
    assert (first.id, first.span is not None and first.span.line) == ("c-compiler", 1)
    assert "is not of the family, release and target of the C compiler" in first.message
