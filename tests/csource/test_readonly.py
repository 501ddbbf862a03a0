# SPDX-License-Identifier: Apache-2.0
"""What compilers prove of pointers that are never called `const`: too little is allowed, too much never."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource import readonly
from dfgen.csource.readonly import ReadOnlyArguments, may_be_asked, read_only_arguments
from dfgen.csource.toolchain import Compiler

CODE = """
#include <string.h>
#include <stdlib.h>
struct pair { float *first; float second[3]; };
static float *kept;
float sum_kept;
void work_unknown(void *);
static __attribute__((noinline)) void set(float *a, int n) { a[n] = 0; }
static __attribute__((noinline)) float get(float *a, int n) { return a[n]; }
/* Each writes only to its last argument. */
void plain(int n, float *a, float *b) { for (int i = 0; i < n; i++) b[i] = 2 * a[i]; }
void two(int n, float *a, unsigned char *c, float *b) { for (int i = 0; i < n; i++) b[i] = a[i] + c[n - i]; }
void inside(int n, float *a, float *b) { b[0] = get(a, n); }
void offset(int n, float *a, float *b) { float *end = a + n; b[0] = 0; while (a < end) b[0] += *a++; }
/* Each writes to its second argument, or lets others do so. */
void swapped(int n, float *a, float *b) { float *s = a, *d = b; for (int i = 0; i < n; i++)
    { d[i] = s[i]; float *t = s; s = d; d = t; } }
void called(int n, float *a, float *b) { set(a, n); b[0] = 1; }
void copied(int n, float *a, float *b) { memcpy(a, b, n); b[0] = 1; }
void cleared(int n, float *a, float *b) { memset(a - n, 0, n); b[0] = 1; }
void stored(int n, float *a, float *b) { kept = a; b[0] = n; }
void use_kept(void) { kept[0] = 1; }
void cast(int n, float *a, float *b) { size_t p = (size_t)a; ((float *)p)[n] = 1; b[0] = n; }
void through(int n, float *a, float *b) { struct pair p = {a, {0}}; struct pair *q = &p; q->first[n] = 1; b[0] = n; }
void unknown(int n, float *a, float *b) { work_unknown(a); b[0] = n; }
void by_table(int n, float *a, float *b) { void (*f[])(void *) = {work_unknown, free}; f[n](a); b[0] = n; }
void aliased(int n, float *a, float *b) { volatile float *v = n ? a : b; v[n] = 1; }
void sometimes(int n, float *a, float *b) { if (n == 77) a[0] = 1; b[0] = n; }
void assembled(int n, float *a, float *b) { __asm__ volatile("" : : "r"(a) : "memory"); b[0] = n; }
"""
READING = {"plain": {1}, "two": {1, 2}, "inside": {1}}
WRITING = ("swapped", "called", "copied", "cleared", "stored", "cast", "through", "unknown", "by_table", "aliased",
           "sometimes", "assembled")  # fmt: skip


def told(source: Path, compiler: Compiler, flags: list[str]) -> dict[str, ReadOnlyArguments]:
    """What the compiler says of the functions of `source`, if it is to be believed."""
    if not may_be_asked(source.parent, compiler, flags):
        return {}
    return {each.function: each for each in read_only_arguments(source, source.parent, compiler, flags)}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "code.c"
    path.write_text(CODE)
    return path


@pytest.mark.parametrize(
    "flags", [[], ["-O3"], ["-fPIC", "-g"], ["-flto", "-O2"], ["-fsanitize=address"]], ids=" ".join
)
def test_no_pointer_that_is_written_through_is_called_read_only(
    compiler: Compiler, source: Path, flags: list[str]
) -> None:
    found = told(source, compiler, flags)
    pointers = {name: answer.places & {1, 2} for name, answer in found.items()}
    assert not any(1 in pointers.get(name, set()) for name in WRITING)
    assert not any(2 in pointers.get(name, set()) for name in ("plain", "inside", "offset", *WRITING))
    assert 3 not in found["two"].places if "two" in found else True


def test_what_is_only_read_is_found(compiler: Compiler, source: Path) -> None:
    found = told(source, compiler, [])
    if not found:
        pytest.skip(f"{compiler.path} {compiler.version} tells nothing")
    proven = {name: set(found[name].places) & {1, 2} for name in READING}
    assert proven == READING


def test_a_compiler_that_says_too_much_is_not_believed(
    native_compiler: Compiler, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert may_be_asked(source.parent, native_compiler, [])
    monkeypatch.setattr(readonly, "KNOWN_ANSWERS", {**readonly.KNOWN_ANSWERS, "dfgen_writes": set()})
    assert not may_be_asked(source.parent, native_compiler, [])


def test_a_source_that_does_not_compile_proves_nothing(native_compiler: Compiler, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.c"
    wrong.write_text("void f(int *a) { absent; }\n")
    assert told(wrong, native_compiler, []) == {}
