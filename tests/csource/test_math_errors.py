# SPDX-License-Identifier: Apache-2.0
"""Where nobody asks for `errno`, square roots are compiled to instructions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.toolchain import find_compiler
from dfgen.pipeline import Compiled, CompileOptions, compile_graph

FLAG = "-fno-math-errno"
GRAPH = """graph roots {
    include "roots.h"; source "roots.c";
    actor give { fire give(o); out o : float[64]; }
    actor tell { fire tell(i); io; in i : float[64]; }
    give.o -> tell.i;
}
"""
HEADER = "#include <math.h>\n#include <stdio.h>\nvoid give(float *o);\nvoid tell(const float *i);\n"
SOURCE = """#include "roots.h"
void give(float *o)
{
    for (int k = 0; k < 64; k++)
        o[k] = sqrtf((float)k);
}
void tell(const float *i) { printf("%a\\n", (double)i[2]); }
"""


def compiled(folder: Path, header: str = "", source: str = "") -> Compiled:
    (folder / "roots.h").write_text(HEADER + header)
    (folder / "roots.c").write_text(SOURCE + source)
    (folder / "roots.sdf").write_text(GRAPH)
    return compile_graph(folder / "roots.sdf", CompileOptions(cores=1))


def told(program: Compiled) -> list[tuple[str, str]]:
    unapplied = json.loads(program.files["plan.json"])["not_applied"]
    return [(each["reason"], each["what"]) for each in unapplied if "errno" in each["optimisation"]]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({}, None),
        ({"source": "/* errno stays what it was */\n"}, None),
        ({"source": "int errno_like;\n"}, None),
        ({"source": "#include <errno.h>\nint failed(void) { return errno == EDOM; }\n"}, "roots.c"),
        ({"header": "#include <errno.h>\nstatic inline int failed(void) { return errno; }\n"}, "roots.h"),
    ],
    ids=("none", "comment", "another name", "source", "header"),
)
def test_who_asks_for_errno_gets_it(words: dict[str, str], what: str | None, tmp_path: Path) -> None:
    program = compiled(tmp_path, **words)
    assert (FLAG in program.files["CMakeLists.txt"].decode()) == (what is None)
    assert told(program) == ([("these ask for it", what)] if what else [])


@pytest.mark.parametrize("cflags", ["", "-fmath-errno"])
def test_the_users_flags_have_the_last_word(cflags: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", cflags)
    write_folder(tmp_path / "out", compiled(tmp_path).files)
    build_folder(tmp_path / "out", native=False)
    is_gnu = "clang" not in find_compiler().path.resolve().name
    assert (FLAG in (tmp_path / "out/build/build.ninja").read_text()) == (is_gnu and not cflags)
