# SPDX-License-Identifier: Apache-2.0
"""Whose time follows from the windows: code that goes over them once."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.learn import learn_from_c
from dfgen.csource.loops import shapes_of_code
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.machine.times import guess_ns
from dfgen.paths import runtime_dir

CODE = {
    "plain": "o[0] = i[0];",
    "once": "for (int k = 0; k < n; k++) o[k] = 2 * i[k];",
    "twice": "for (int k = 0; k < n; k++) o[k] = 2 * i[k]; int k = n; while (k--) o[k] += 1;",
    "filter": "for (int k = 0; k < n; k++) { o[k] = 0; for (int t = 0; t < n; t++) o[k] += i[t]; }",
    "calls": "for (int k = 0; k < n; k++) o[k] = (float)sin((double)i[k]);",
    "around": "again: if (n-- > 0) { o[n] = i[n]; goto again; }",
    "through": "helper(n, i, o);",
    "chooses": "for (int k = 0; k < n; k++) o[k] = i[k] < 0 ? -i[k] : i[k];",
    "branches": "for (int k = 0; k < n; k++) if (i[k] > 0) o[k] = i[k];",
    "copies": "memcpy(o, i, (unsigned)n * sizeof *o);",
    "recasts": "for (int k = 0; k < n; k++) { unsigned x; memcpy(&x, &i[k], sizeof x); x ^= 1; memcpy(&o[k], &x, 4); }",
    "recasts_type": "for (int k = 0; k < n; k++) memcpy(&o[k], &i[k], sizeof(float));",
    "copies_rows": "for (int k = 0; k < n; k += 8) memcpy(&o[k], &i[k], 8 * sizeof(float));",
    "copies_many": "for (int k = 0; k < n; k++) memcpy(o, i, (unsigned)n * sizeof *o);",
    "copies_struct": "for (int k = 0; k < n; k++) { float x[64]; memcpy(x, i, sizeof x); o[k] = x[k]; }",
    "copies_macro": "for (int k = 0; k < n; k++) memcpy(&o[k], &i[k], RAND_MAX);",
    "limits": "for (int k = 0; k < n; k++) o[k] = limited(i[k]);",
    "halves": "for (int k = 0; k < n; k++) o[k] = half(half(i[k]));",
    "repeats": "for (int k = 0; k < n; k++) helper(n, i, o);",
    "recurs": "recur(n, i, o);",
    "recurs_itself": "fall(n, i, o);",
    "recurs_from_both": "recur(n, i, o); again(n, i, o);",
    "far": "for (int k = 0; k < n; k++) o[k] = elsewhere(i[k]);",
    "pointed": "float (*const f)(float) = half; for (int k = 0; k < n; k++) o[k] = f(i[k]);",
    "leaves": "for (int k = 0; k < n; k++) { if (i[k] > 0) break; o[k] = i[k]; }",
}
HELPERS = """static void helper(int n, const float *i, float *o) { while (n--) o[n] = i[n]; }
static float limited(float x) { if (x > 1) x = 1; return x; }
static float half(float x) { return x / 2; }
static void again(int n, const float *i, float *o);
static void recur(int n, const float *i, float *o) { if (n > 0) again(n - 1, i, o); }
static void again(int n, const float *i, float *o) { o[n] = i[n]; recur(n, i, o); }
static void fall(int n, const float *i, float *o) { o[n] = i[n]; if (n > 0) fall(n - 1, i, o); }
float elsewhere(float x);
"""


def write(folder: Path, function: str = "once") -> Path:
    heads = {name: f"void {name}(int n, const float *i, float *o)" for name in CODE}
    (folder / "a.h").write_text(
        "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
        + "".join(f"{head};\n" for head in heads.values())
    )
    bodies = (f"{heads[name]} {{ (void)n; {body} }}\n" for name, body in CODE.items())
    (folder / "a.c").write_text('#include "a.h"\n' + HELPERS + "".join(bodies))
    body = f"""include "a.h"; source "a.c";
        actor a {{ fire {function}(64, i, o); in i : float[64]; out o : float[64]; }}
        a.o -> a.i delay 64;"""
    graph = folder / "g.sdf"
    graph.write_text(f"graph g {{ {body} }}")
    return graph


def test_which_go_over_their_windows_once(tmp_path: Path) -> None:
    write(tmp_path)
    found = shapes_of_code(tmp_path / "a.c", set(CODE), [tmp_path], find_compiler(), ())
    plain = {"plain", "once", "chooses", "recasts", "recasts_type", "halves"}
    assert found.once == plain | {"twice", "branches", "leaves", "copies", "limits", "through"}
    assert found.plain == plain
    assert found.tokenwise == {"once", "chooses"}


@pytest.mark.parametrize(
    ("body", "is_tokenwise"),
    [
        ("for (int k = 0; k < n; k++) o[k] = i[k] * i[0];", True),
        ("for (int k = 0; k < n; k++) { float x = i[k]; x *= 3; o[k] += x; }", True),
        ("float sum = 0; for (int k = 0; k < n; k++) sum += i[k]; *o = sum;", False),
        ("float sum = 0; for (int k = 0; k < n; k++) sum /* so far */ = sum + i[k]; *o = sum;", False),
        ("for (int k = 0; k < n; k++) o[0] += i[k];", False),
        ("for (int k = 1; k < n; k++) o[k] = o[k - 1] + i[k];", False),
        ("*o = i[0] + i[1];", False),
    ],
)
def test_which_compute_each_token_by_itself(body: str, is_tokenwise: bool, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(f"void f(int n, const float *i, float *o) {{ (void)n; {body} }}\n")
    found = shapes_of_code(tmp_path / "a.c", {"f"}, [tmp_path], find_compiler(), ())
    assert found.plain == {"f"}
    assert bool(found.tokenwise) == is_tokenwise


def test_a_sum_of_very_many_terms(tmp_path: Path) -> None:
    body = f"for (int k = 0; k < n; k++) o[k] = i[k]{' + i[k]' * 3000};"
    (tmp_path / "a.c").write_text(f"void f(int n, const float *i, float *o) {{ {body} }}\n")
    found = shapes_of_code(tmp_path / "a.c", {"f"}, [tmp_path], find_compiler(), ())
    assert found.tokenwise == {"f"}


def test_code_that_does_not_parse_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("void once(")
    assert shapes_of_code(tmp_path / "a.c", {"once"}, [tmp_path], find_compiler(), ()) is None


@pytest.mark.parametrize(("function", "is_light"), [("once", True), ("filter", False)])
def test_their_time_is_guessed_by_their_bytes_alone(function: str, is_light: bool, tmp_path: Path) -> None:
    graph = learn_from_c(load_graph(write(tmp_path, function), {}), runtime_dir() / "include").graph
    assert graph.actor("a").is_light == is_light
    assert (guess_ns(graph.actor("a")) < 100) == is_light


@pytest.mark.parametrize(("function", "is_plain"), [("once", True), ("branches", False)])
def test_a_stated_time_is_no_guess(function: str, is_plain: bool, tmp_path: Path) -> None:
    """Nor does it say what the code is like."""
    path = write(tmp_path, function)
    path.write_text(path.read_text().replace("in i", "time 5us; in i"))
    actor = learn_from_c(load_graph(path, {}), runtime_dir() / "include").graph.actor("a")
    assert (actor.is_light, actor.is_plain) == (False, is_plain)
