# SPDX-License-Identifier: Apache-2.0
"""Floating-point results depend neither on the compiler nor on the instructions that it may use, unless one asks."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.fused import has_fused_products
from dfgen.build.toolchain import build_folder, find_tools
from dfgen.csource.toolchain import describe_compiler
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from tests.watching import Watcher

GRAPH = """\
graph g {{
    include "a.h"; source {sources};
    actor give {{ state n : int32; fire give(n, out); out out : float[64]; }}
    actor mix {{ fire mix(in, out); in in : float[64]; out out : float[64]; }}
    actor show {{ fire show(in); io; in in : float[64]; }}
    give.out -> mix.in;
    mix.out -> show.in;
}}
"""
HEADER = """\
#include <math.h>
#include <stdint.h>
#include <stdio.h>
void give(int32_t *n, float *out);
void mix(const float *in, float *out);
void show(const float *in);
"""
SOURCES = {
    "give.c": "void give(int32_t *n, float *out) { for (int i = 0; i < 64; i++) out[i] = 1.0f / (float)++*n; }",
    # Within an expression first, then across two.
    "mix.c": "void mix(const float *in, float *out) { for (int i = 0; i < 64; i++) {"
    " float x = in[i] * in[i] - 0.3f * in[i]; float y = x * in[i]; out[i] = y + x; } }",
    # The least of these have no real root.
    "show.c": "void show(const float *in) { double roots[64]; for (int i = 0; i < 64; i++) roots[i] = sqrt(in[i]);"
    ' for (int i = 0; i < 64; i++) printf("%a %a %a\\n", (double)in[i], roots[i], pow(fabsf(in[i]), 0.5)); }',
}

Compile = Callable[..., Path]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    def compile_into(folder: str, **options: str) -> Path:
        (tmp_path / "a.h").write_text(HEADER)
        for name, text in SOURCES.items():
            (tmp_path / name).write_text(f'#include "a.h"\n{text}\n')
        (tmp_path / "g.sdf").write_text(GRAPH.format(sources=", ".join(f'"{name}"' for name in SOURCES)))
        write_folder(tmp_path / folder, compile_graph(tmp_path / "g.sdf", CompileOptions(cores=1, **options)).files)
        return tmp_path / folder

    return compile_into


def output_of(program: Path) -> str:
    return subprocess.run([program, "-n", "8"], capture_output=True, text=True, check=True).stdout


def fuses() -> bool:
    """Whether compilers for this very processor can fuse, so that there is something to see."""
    return any(name in Path("/proc/cpuinfo").read_text() for name in (" fma", "CPU implementer"))


def test_the_same_with_every_compiler_and_all_instructions(compiled: Compile) -> None:
    folder, told = compiled("out"), {}
    for name in filter(shutil.which, ("gcc", "clang")):
        compiler = describe_compiler(Path(shutil.which(name) or ""))
        for native in (False, True):
            told[name, native] = output_of(build_folder(folder, native=native, compiler=compiler))
    assert len(set(told.values())) == 1, sorted(told)


def test_who_compiles_and_links_is_told(compiled: Compile, tmp_path: Path) -> None:
    """Also where somebody runs CMake by hand, who may choose otherwise."""
    folder = compiled("out")
    tools = find_tools()
    for build, given, wanted in (("a", (), "off"), ("b", ("-DDF_FP_CONTRACT=fast",), "fast")):
        configure = [tools.cmake, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tools.ninja}", *given, "-S", folder]
        subprocess.run([*configure, "-B", tmp_path / build], check=True, capture_output=True)
        listed = subprocess.run(
            [tools.ninja, "-C", tmp_path / build, "-t", "commands"], check=True, capture_output=True, text=True
        )
        commands = [line for line in listed.stdout.splitlines() if " -o " in line]
        assert len(commands) > len(SOURCES)
        assert {tuple(re.findall("-ffp-contract=([a-z]*)", line)[-1:]) for line in commands} == {(wanted,)}


@pytest.mark.skipif(not fuses(), reason="no fused multiply-adds on this processor")
def test_on_demand_they_are_fused_and_a_later_compilation_takes_it_back(compiled: Compile) -> None:
    plain = output_of(build_folder(compiled("out"), native=True))
    folder = compiled("out", fp_contract="fast")
    assert "--fp-contract is fast" in (folder / "plan.json").read_text()
    assert output_of(build_folder(folder, native=True)) != plain
    assert output_of(build_folder(compiled("out"), native=True)) == plain


# Tokens are 32 complex numbers.
COMPLEX = """void mix(const float *in, float *out) { for (int i = 0; i < 64; i += 2) {
    out[i] = in[i] * 0.3f - in[i + 1] * 0.7f; out[i + 1] = in[i] * 0.7f + in[i + 1] * 0.3f; } }"""
PRODUCT = """void mix(const float *in, float *out) { for (int i = 0; i < 64; i += 2) {
    float r = in[i] * in[62 - i] - in[i + 1] * in[63 - i], m = in[i] * in[63 - i] + in[i + 1] * in[62 - i];
    out[i] = r; out[i + 1] = m; } }"""
# Many take it that processors with AVX2 have FMA.
FUSED_BY_HAND = """#ifdef __AVX2__
#include <immintrin.h>
void mix(const float *in, float *out) { for (int i = 0; i < 64; i += 8) _mm256_storeu_ps(out + i,
    _mm256_fmaddsub_ps(_mm256_loadu_ps(in + i), _mm256_set1_ps(0.3f), _mm256_loadu_ps(in + i))); }
#else
void mix(const float *in, float *out) { for (int i = 0; i < 64; i++) out[i] = in[i]; }
#endif"""
HAS_FMA = platform.machine() == "x86_64" and fuses()


@pytest.mark.skipif(not HAS_FMA or not shutil.which("gcc"), reason="no gcc for x86-64 with fused multiply-adds")
@pytest.mark.parametrize("code", [COMPLEX, PRODUCT], ids=("constant", "product"))
def test_products_of_complex_numbers(compiled: Compile, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """gcc 12 fuses them in loops, whatever is said of contraction."""
    monkeypatch.setitem(SOURCES, "mix.c", code)
    folder, gcc = compiled("out"), describe_compiler(Path(shutil.which("gcc") or ""))
    plain = output_of(build_folder(folder, native=False, compiler=gcc))
    program = build_folder(folder, native=True, compiler=gcc)
    assert not has_fused_products(program)
    assert output_of(program) == plain
    assert build_folder(folder, native=True, compiler=gcc, reporter=(third := Watcher())) == program
    assert third.steps == ["building"], "what was learnt is forgotten"
    fast = compiled("fast", fp_contract="fast")
    assert output_of(build_folder(fast, native=True, compiler=gcc)) != plain


@pytest.mark.skipif(not HAS_FMA, reason="no fused multiply-adds on this processor")
def test_sources_that_fuse_themselves_are_left_alone(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOURCES, "mix.c", FUSED_BY_HAND)
    folder, steps = compiled("out"), Watcher()
    program = build_folder(folder, native=True, reporter=steps)
    assert has_fused_products(program)
    assert "building as before, for the sources name such instructions" in steps.steps
    assert not steps.failures
    build_folder(folder, native=True, reporter=(later := Watcher()))
    assert later.steps == ["building"]


def test_an_unknown_contraction(compiled: Compile) -> None:
    with pytest.raises(UserError) as caught:
        compiled("out", fp_contract="maybe")
    assert caught.value.diagnostics[0].id == "option-unknown"
