# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dfgen.csource.compiling import ERRORS_MOST
from dfgen.csource.purity import PurityFacts, analyse_purity, compile_sources
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Span, UserError
from tests.csource.conftest import WriteFiles

ACTORS = """\
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int counter;
static int zeroed[10];
static int step_size = 3;
static const int table[] = { 1, 2, 3 };
static _Thread_local int per_thread;
extern int shared;
void count(void);
int df_stop(void);
int df_end_of_input(void);
int df_fail(const char *text);
const char *df_option(const char *name);

static int remember(int x) { static int history = 3; return history += x; }
static int deeper(int x) { return remember(x); }
void local(int *o) { static int history; o[0] = history++; }
void through(int *o) { o[0] = deeper(1); }
void tentative(int *o) { o[0] = counter; }
void zeros(int *o) { o[0] = zeroed[1]; }
void data(int *o) { o[0] = step_size; }
void tls(int *o) { o[0] = per_thread; }
void elsewhere(void) { count(); }
void other_object(int *o) { o[0] = shared; }
void random_number(int *o) { o[0] = rand(); }
void speaks(void) { printf("x\\n"); }
void unknown(void) { void mystery(void); mystery(); }
void recurses(int n) { if (n) recurses(n - 1); }

static void hidden(void) { counter++; }
static void (*const operations[])(void) = { hidden, hidden };
void by_table(int i) { operations[i](); }
static int *const alias = &counter;
void by_alias(void) { *alias = 1; }
void (*address(void))(void) { return hidden; }

static const char *const names[] = { "a", "b" };
const char *strings(int i) { return names[i]; }
void work(float *o, const float *in, int n)
{
    float scratch[8];
    memset(scratch, 0, sizeof scratch);
    memcpy(o, in, (size_t)n);
    for (int k = 0; k < n; k++)
        o[k] = sqrtf(in[k]) * (float)table[k % 3] + sinf(in[k]) + (float)isalpha(k) + (float)isnan(in[k]);
    free(malloc(3));
    assert(n > 0);
    if (n > 9)
        abort();
}
int choose(int x)
{
    switch (x) { case 0: return 3; case 1: return 4; case 2: return 8; case 3: return 9; case 4: return 5; }
    return abs(x);
}
__int128 wide(__int128 a, __int128 b) { return a / b; }
double _Complex product(double _Complex a, double _Complex b) { return a * b; }
int atomic(int *p) { return __sync_fetch_and_add(p, 1); }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void sorts(int *o, int n) { qsort(o, (size_t)n, sizeof *o, order); }

static void end_run(void) { df_stop(); }
void stops(void) { if (df_option("stop")) end_run(); }
void ends(void) { df_end_of_input(); }
void fails(int *o) { if (!df_option("n")) df_fail("no n"); o[0] = 1; }
"""

COUNTING = "int shared = 1;\nstatic int state;\nvoid count(void) { state++; }\n"

PURE = ["strings", "work", "choose", "wide", "product", "atomic", "sorts", "fails", "recurses", "memcpy"]

IMPURE = {
    "local": "uses the writable static object 'history' (a.c)",
    "through": "uses the writable static object 'history' (a.c), through 'deeper', 'remember'",
    "tentative": "uses the writable static object 'counter' (a.c)",
    "zeros": "uses the writable static object 'zeroed' (a.c)",
    "data": "uses the writable static object 'step_size' (a.c)",
    "tls": "uses the writable static object 'per_thread' (a.c)",
    "elsewhere": "uses the writable static object 'state' (b.c), through 'count'",
    "other_object": "uses the writable static object 'shared' (b.c)",
    "random_number": "uses 'rand', which is neither in the listed sources nor a pure C function",
    "speaks": "uses 'printf', which is neither in the listed sources nor a pure C function",
    "unknown": "uses 'mystery', which is neither in the listed sources nor a pure C function",
    "by_table": "uses the writable static object 'counter' (a.c), through 'operations', 'hidden'",
    "by_alias": "uses the writable static object 'counter' (a.c)",
    "address": "uses the writable static object 'counter' (a.c), through 'hidden'",
    "stops": "calls 'df_stop', through 'end_run'",
    "ends": "calls 'df_end_of_input'",
    "absent": "is defined in none of the listed sources",
}

FLAGS = [[], ["-fPIC"], ["-O3", "-flto", "-fcommon", "-g"], ["-fstack-protector-all"]]


def purity_of(files: Sequence[Path], compiler: Compiler, flags: Sequence[str] = ()) -> PurityFacts:
    return analyse_purity(compile_sources(files, [], compiler, flags), [], compiler, flags)


def analyse(files: list[Path], compiler: Compiler, flags: list[str], monkeypatch: pytest.MonkeyPatch) -> PurityFacts:
    """Analyse with relative names, as they are shown to the user."""
    monkeypatch.chdir(files[0].parent)
    return purity_of([Path(file.name) for file in files], compiler, flags)


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_pure_and_impure_functions(
    flags: list[str], compiler: Compiler, write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_files({"a.c": ACTORS, "b.c": COUNTING})
    facts = analyse(files, compiler, flags, monkeypatch)
    assert {name: facts.why_impure(name) for name in PURE} == dict.fromkeys(PURE)
    # A constant alias may be folded to the object itself, with or without its own name in between.
    found = {name: facts.why_impure(name) or "pure" for name in IMPURE}
    assert {name: text.removesuffix(", through 'alias'") for name, text in found.items()} == IMPURE


def test_functions_that_keep_data(compiler: Compiler, write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    own = analyse(write_files({"a.c": ACTORS, "b.c": COUNTING}), compiler, [], monkeypatch).objects[0]
    keeping = {name for name, why in IMPURE.items() if "(a.c)" in why}
    assert {name for name in (*PURE, *IMPURE) if name in own.functions and own.keeps_data(name)} == keeping


def test_calls_of_the_runtime(compiler: Compiler, write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = analyse(write_files({"a.c": ACTORS, "b.c": COUNTING}), compiler, [], monkeypatch)
    assert facts.calls_runtime("stops") == {"df_stop", "df_option"}
    assert facts.calls_runtime("ends") == {"df_end_of_input"}
    assert facts.calls_runtime("fails") == {"df_option", "df_fail"}
    assert facts.calls_runtime("work") == facts.calls_runtime("absent") == frozenset()


def test_functions_of_headers(compiler: Compiler, write_files: WriteFiles) -> None:
    header = "static inline int next(void) { static int n; return n++; }\nstatic inline int one(void) { return 1; }\n"
    headers = write_files({"h.h": header})
    facts = analyse_purity([], [], compiler, headers=headers, header_functions=["next", "one"])
    assert facts.why_impure("next") == "uses the writable static object 'n' (a header)"
    assert facts.why_impure("one") is None


def test_static_function_of_a_source_is_no_actor(native_compiler: Compiler, write_files: WriteFiles) -> None:
    files = write_files({"a.c": "static int f(void) { return 1; } int g(void) { return f(); }\n"})
    facts = purity_of(files, native_compiler)
    assert not facts.defines("f")
    assert facts.defines("g")


def test_same_name_in_two_sources_stays_apart(compiler: Compiler, write_files: WriteFiles) -> None:
    pure = "static int help(int x) { return x; }\nint first(void) { return help(1); }\n"
    impure = "static int help(int x) { static int n; return n += x; }\nint second(void) { return help(1); }\n"
    facts = purity_of(write_files({"a.c": pure, "b.c": impure}), compiler)
    assert facts.why_impure("first") is None
    assert facts.why_impure("second") is not None


def test_own_function_hides_the_library_one(compiler: Compiler, write_files: WriteFiles) -> None:
    own = "static double last;\ndouble sqrt(double x) { last = x; return x; }\n"
    facts = purity_of(
        write_files({"a.c": "double sqrt(double); double f(double x) { return sqrt(x); }\n", "b.c": own}), compiler
    )
    assert "'last'" in (facts.why_impure("f") or "")


def test_functions_in_one_section_share_their_references(compiler: Compiler, write_files: WriteFiles) -> None:
    hot = '__attribute__((section(".text.hot")))'
    text = f"int n;\n{hot} int f(void) {{ return 1; }}\n{hot} int g(void) {{ return n; }}\n"
    facts = purity_of(write_files({"a.c": text}), compiler)
    assert facts.why_impure("g") is not None
    assert facts.why_impure("f") is not None


def test_source_that_does_not_compile(compiler: Compiler, write_files: WriteFiles) -> None:
    files = write_files({"a.c": "int f(void)\n{\n    return nothing;\n}\n", "b.c": "int g(void) { return 1 }\n"})
    with pytest.raises(UserError) as caught:
        purity_of(files, compiler)
    first, second = caught.value.diagnostics
    assert (first.id, first.span) == ("c-compile", Span(str(files[0]), 3, 12))
    assert "nothing" in first.message
    assert second.span is not None
    assert (second.span.file, second.span.line) == (str(files[1]), 1)


def test_of_a_file_that_is_no_c_not_each_line_is_told(compiler: Compiler, write_files: WriteFiles) -> None:
    lines = "".join(f"item{number} another{number} %\n" for number in range(200))
    with pytest.raises(UserError) as caught:
        purity_of(write_files({"a.c": lines}), compiler)
    found = caught.value.diagnostics
    assert 1 < len(found) <= ERRORS_MOST
    assert found[0].span is not None
    assert found[0].span.line == 1


def test_unusable_sources(native_compiler: Compiler, write_files: WriteFiles, tmp_path: Path) -> None:
    files = [*write_files({"a.cpp": ""}), tmp_path / "absent.c"]
    with pytest.raises(UserError) as caught:
        compile_sources(files, [], native_compiler, named_at=Span("g.sdf", 2, 1))
    assert [(d.id, d.span) for d in caught.value.diagnostics] == [
        ("c-is-cpp", Span("g.sdf", 2, 1)),
        ("c-file-missing", Span("g.sdf", 2, 1)),
    ]


def test_compiler_without_elf_objects(write_files: WriteFiles, compiler_without_objects: Compiler) -> None:
    with pytest.raises(UserError, match="does not write ELF objects"):
        purity_of(write_files({"a.c": "int f(void);\n"}), compiler_without_objects)


def test_small_functions(tmp_path: Path, compiler: Compiler) -> None:
    source = tmp_path / "a.c"
    source.write_text(
        "#include <math.h>\n#include <stdio.h>\n"
        "static float half(float x) { return x / 2; }\n"
        "void scale(const float *in, float *out) { *out = half(*in) + sqrtf(*in); }\n"
        'void tell(const float *in) { printf("%f", (double)*in); }\n'
        "void lost(const float *in) { extern void elsewhere(const float *); elsewhere(in); }\n"
        "void many(volatile int *out) { " + "*out = *out + 1; " * 200 + "}\n"
    )
    facts = purity_of([source], compiler)
    small = [name for name in ("scale", "tell", "lost", "many", "absent") if facts.is_small(name, 600)]
    assert small == ["scale"]
