# SPDX-License-Identifier: Apache-2.0
"""Whose outputs need nothing of what they keep, by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.learn import learn_from_c
from dfgen.csource.loops import shapes_of_code
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.paths import runtime_dir

TYPES = (
    "#include <stdint.h>\nstruct f { float a, b; };\nstruct s { struct f f; uint64_t n; float last; int many[4]; };\n"
)
HEAD = "void {0}(struct s *s, const float *i, float *o)"
COUNTING = {
    "counts": "o[0] = s->f.a * i[0] + s->f.b; s->n++;",
    "counts_first": "++s->n; o[0] = i[0];",
    "sums": "o[0] = i[0]; s->last += i[0]; s->n -= 2;",
    "holds": "o[0] = i[0]; s->last = i[0];",
}
OTHERS = {
    "nothing": "o[0] = s->f.a * i[0];",
    "filters": "o[0] = i[0] - s->last; s->last = o[0];",
    "gives_its_count": "o[0] = i[0]; o[1] = (float)s->n++;",
    "gives_the_count": "s->n += 1; o[0] = (float)s->n;",
    "compares": "o[0] = s->n == 0 ? i[0] : 0; s->n = 1;",
    "writes_by_itself": "s->n = s->n + 1; o[0] = i[0];",
    "writes_a_part": "s->f.a = i[0]; o[0] = s->f.b;",
    "writes_an_element": "s->many[1] = 2; o[0] = (float)s->many[0]; s->n++;",
    "hands_it_on": "s->n++; helper(s, o);",
    "has_its_address": "struct s *t = s; t->n++; o[0] = i[0];",
    "copies_it": "struct s t = *s; s->n++; o[0] = i[0] + (float)t.n;",
    "writes_a_part_too": "s->n++; o[0] = s->f.a; s->f.a = i[0];",
    "writes_it_in_a_branch": "if (i[0] > 0) s->last = i[0]; s->n++; o[0] = s->last;",
    "chains": "float *p = &s->last; o[0] = *p; s->n++; s->last = i[0];",
}


def write(folder: Path) -> Path:
    code = COUNTING | OTHERS
    heads = {name: HEAD.format(name) for name in code}
    (folder / "a.h").write_text(TYPES + "".join(f"{head};\n" for head in heads.values()))
    helper = "static void helper(struct s *s, float *o) { o[0] = (float)s->n; }\n"
    (folder / "a.c").write_text(
        '#include "a.h"\n' + helper + "".join(f"{heads[name]} {{ {body} }}\n" for name, body in code.items())
    )
    return folder / "a.c"


def test_which_only_count(tmp_path: Path) -> None:
    found = shapes_of_code(write(tmp_path), set(COUNTING | OTHERS), [tmp_path], find_compiler(), ())
    assert found.counting == set(COUNTING)


@pytest.mark.parametrize(("function", "only_counts"), [("counts", True), ("filters", False), ("nothing", False)])
def test_actors_are_marked(function: str, only_counts: bool, tmp_path: Path) -> None:
    write(tmp_path)
    body = f"""include "a.h"; source "a.c";
        actor a {{ state s : struct s; fire {function}(s, i, o); time 5us; in i : float[2]; out o : float[2]; }}
        a.o -> a.i delay 2;"""
    (tmp_path / "g.sdf").write_text(f"graph g {{ {body} }}")
    graph = learn_from_c(load_graph(tmp_path / "g.sdf", {}), runtime_dir() / "include").graph
    assert graph.actor("a").only_counts == only_counts
