# SPDX-License-Identifier: Apache-2.0
"""Which arguments functions mention in branches only, by the letter of their C."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.branches import branch_arguments
from dfgen.csource.project import OLD_C_FLAGS
from dfgen.csource.toolchain import Compiler

HEAD = """
#include <string.h>
#define FILLED(p) do { memset(p, 1, 8); } while (0)
#define ONCE(p) do { static int done; if (!done++) memset(p, 1, 8); } while (0)
static int first;
int more(char *);
"""

ALWAYS = {
    "straight": "memset(u, 1, 8);",
    "both branches": "if (n) u[0] = 1; else { n++; u[1] = 2; }",
    "a chain of branches": "if (n == 1) u[0] = 1; else if (n == 2) u[0] = 2; else u[0] = 3;",
    "a condition": "if (more(u) && first) n++;",
    "a branch and the end": "if (first) return; u[0] = 1;",
    "a loop": "for (int i = 0; i < n; i++) { int k = i; u[k] = 1; }",
    "the head of a loop": "for (char *p = u; n; n--) if (first) *p = 1;",
    "while": "while (n--) u[n] = 1;",
    "do": "do u[n] = 1; while (n--);",
    "a loop in both branches": "if (n) { while (n--) u[n] = 1; } else u[0] = 1;",
    "an alias": "char *p = u; if (first) *p = 1;",
    "an assigned alias": "char *p; p = u + 1; if (first) *p = 1;",
    "a list": "char *p[] = {0, u}; if (first) *p[1] = 1;",
    "early return": "if (n < 0) return; u[0] = 1;",
    "nested": "{ { if (first) { if (n) u[0] = 1; else u[1] = 1; } else u[2] = 1; } }",
    "ternary": "*(n ? u : u + 1) = 1;",
    "the condition of a ternary": "n = more(u) ? 1 : 2;",
    "macro": "FILLED(u);",
    "the value of a switch": "switch (u[0] = 1) { case 1: break; }",
    "undeclared": "unknown(u);",
    "label": "if (n) goto end; end: u[0] = 1;",
}
BRANCHES = {
    "once": "if (!first) { memset(u, 1, 8); first = 1; }",
    "one branch": "if (n) n++; else u[0] = 1;",
    "one branch of a chain": "if (n == 1) u[0] = 1; else if (n == 2) u[0] = 2; else n = 3;",
    "two ifs": "if (n) u[0] = 1; if (!n) u[0] = 2;",
    "in a loop": "for (int i = 0; i < n; i++) if (i == first) u[i] = 1;",
    "a loop in a branch": "if (first) while (n--) u[n] = 1;",
    "an alias in a branch": "if (first) { char *p = u; *p = 1; }",
    "early return": "if (n < 0) return; if (first) u[0] = 1;",
    "nested": "if (n) { if (first) u[0] = 1; } else u[1] = 1;",
    "ternary": "n = first ? more(u) : 1;",
    "macro": "ONCE(u);",
    "switch": "switch (n) { case 1: u[0] = 1; break; default: u[0] = 2; }",
    "undeclared": "if (unknown()) u[0] = 1;",
}


def found(folder: Path, compiler: Compiler, *functions: str, names: tuple[str, ...] = ("f0",)) -> list[set[int]]:
    source = folder / "code.c"
    source.write_text(HEAD + "\n".join(functions))
    answers = branch_arguments(source, names, (folder,), compiler, OLD_C_FLAGS)
    return [set(answers[name]) for name in names if name in answers]


@pytest.mark.parametrize("bodies", [ALWAYS, BRANCHES], ids=["always", "branches"])
def test_each_form(bodies: dict[str, str], tmp_path: Path, native_compiler: Compiler) -> None:
    functions = [f"void f{at}(int n, char *u, char *unused) {{ {body} }}" for at, body in enumerate(bodies.values())]
    names = tuple(f"f{at}" for at in range(len(bodies)))
    answers = [places - {0} for places in found(tmp_path, native_compiler, *functions, names=names)]
    assert dict(zip(bodies, answers, strict=True)) == dict.fromkeys(bodies, {1} if bodies is BRANCHES else set())


def test_arguments_by_themselves(tmp_path: Path, native_compiler: Compiler) -> None:
    reads = "void f0(char *y, char *u, char *v) { y[0] = 1; if (!first++) { u[0] = 1; { char *y = v; *y = 1; } } }"
    assert found(tmp_path, native_compiler, "void f0(char *, char *, char *);", reads) == [{1, 2}]


def test_definitions_that_are_asked_for(tmp_path: Path, native_compiler: Compiler) -> None:
    functions = ("void f0(char *u);", "void f1(char *u) { if (first) u[0] = 1; }", "void f2(char *u) { u[0] = 1; }")
    assert found(tmp_path, native_compiler, *functions, names=("f0", "f1")) == [{0}]


def test_long_chains_and_sums(tmp_path: Path, native_compiler: Compiler) -> None:
    chain = " else ".join(f"if (n == {number}) u[0] = {number};" for number in range(100))
    sum_of = " + ".join(["n"] * 3000)
    function = f"void f0(int n, char *u, char *v) {{ {chain} else u[1] = {sum_of}; if (n) v[{sum_of}] = 1; }}"
    assert found(tmp_path, native_compiler, function) == [{2}]


def test_what_libclang_does_not_read(tmp_path: Path, native_compiler: Compiler) -> None:
    """gcc has functions inside of functions."""
    assert found(tmp_path, native_compiler, "void f0(char *u) { void g(void) { u[0] = 1; } if (first) g(); }") == []
