# SPDX-License-Identifier: Apache-2.0
"""What the C of a graph tells of its actors: which states may be worked on in a local variable."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.learn import MOVED_STATE_BYTES, learn_from_c
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph

GRAPH = """graph g {{
    include "g.h"; source "g.c"; type memory = memory;
    actor count {{ state s : {type}; init start(s); fire fire(s, o); out o : int32[1]; }}
    actor show {{ fire show(i); io; in i : int32[4]; }}
    count.o -> show.i;
}}
"""
CODE = """#include "g.h"
#include <df/df.h>
#include <stdio.h>
{more}
void start(memory *s) {{ {start} }}
void fire(memory *s, int32_t *o) {{ {fire} }}
void show(const int32_t *i) {{ printf("%d %d %d %d\\n", i[0], i[1], i[2], i[3]); }}
"""
HEADER = """#include <stdint.h>
typedef {memory};
void start(memory *s);
void fire(memory *s, int32_t *o);
void show(const int32_t *i);
"""
COUNTS = "struct { int32_t n; float history[4]; } memory"
COUNT = "*o = s->n++;"
LOOKS_AT_ITSELF = "struct memory_s { int32_t n; int32_t *at; } memory"


def write(folder: Path, memory: str, start: str = "s->n = 7;", fire: str = COUNT, more: str = "") -> Path:
    (folder / "g.h").write_text(HEADER.format(memory=memory))
    (folder / "g.c").write_text(CODE.format(start=start, fire=fire, more=more))
    graph = folder / "g.sdf"
    graph.write_text(GRAPH.format(type="memory"))
    return graph


def moves(graph: Path) -> bool:
    known = learn_from_c(load_graph(graph, {}), runtime_dir() / "include")
    state = known.graph.actor("count").state
    assert state is not None
    return state.moves


CONSTANT = ("fire(memory *s", "fire(const memory *s")


@pytest.mark.parametrize(("memory", "is_read_only"), [(COUNTS, True), (LOOKS_AT_ITSELF, False)])
def test_firings_that_get_a_constant_state_keep_nothing(memory: str, is_read_only: bool, tmp_path: Path) -> None:
    """But what it may lead to elsewhere, they could write there."""
    path = write(tmp_path, memory, fire="*o = s->n;")
    for name in ("g.h", "g.c"):
        (tmp_path / name).write_text((tmp_path / name).read_text().replace(*CONSTANT))
    count = learn_from_c(load_graph(path, {}), runtime_dir() / "include").graph.actor("count")
    assert count.state is not None
    assert count.state.is_read_only == is_read_only
    assert count.keeps_state != is_read_only


def test_firings_that_may_write_their_state_keep_it(tmp_path: Path) -> None:
    known = learn_from_c(load_graph(write(tmp_path, COUNTS), {}), runtime_dir() / "include")
    assert known.graph.actor("count").keeps_state


def test_a_small_state_of_values_moves(tmp_path: Path) -> None:
    assert moves(write(tmp_path, COUNTS))


@pytest.mark.parametrize(
    ("memory", "start", "fire", "more"),
    [
        (LOOKS_AT_ITSELF, "s->at = &s->n;", "*o = (*s->at)++;", ""),
        ("struct { const int32_t id; int32_t n; } memory", "s->n = 7;", COUNT, ""),
        (f"struct {{ int32_t n; char more[{MOVED_STATE_BYTES}]; }} memory", "s->n = 7;", COUNT, ""),
        (COUNTS, "kept = s; s->n = 7;", "*o = kept->n++; (void)s;", "static memory *kept;"),
        (COUNTS, "s->n = 7;", 'if (s->n > 1000) df_fail("%d", s->n); *o = s->n++;', ""),
    ],
    ids=["a pointer", "a constant", "large", "kept elsewhere", "may fail"],
)
def test_a_state_that_stays_where_it_is(memory: str, start: str, fire: str, more: str, tmp_path: Path) -> None:
    graph = write(tmp_path, memory, start, fire, more)
    assert not moves(graph)
    assert "own_state" not in compiled_text(graph)


def compiled_text(graph: Path) -> str:
    files = compile_graph(graph, CompileOptions(cores=1)).files
    return "\n".join(text.decode() for name, text in files.items() if name.startswith("src/core_"))


@pytest.mark.parametrize("memory", [COUNTS, LOOKS_AT_ITSELF], ids=["moved", "not moved"])
def test_a_state_goes_on_from_block_to_block(memory: str, tmp_path: Path) -> None:
    graph = write(tmp_path, memory)
    assert ("own_state" in compiled_text(graph)) == (memory == COUNTS)
    for cores in (1, 2):
        folder = tmp_path / f"out{cores}"
        write_folder(folder, compile_graph(graph, CompileOptions(cores=cores)).files)
        program = build_folder(folder, native=False)
        shown = subprocess.run(
            [str(program), "-q", "-n", "3000"], capture_output=True, text=True, check=True, timeout=60
        )
        numbers = [int(word) for word in shown.stdout.split()]
        assert numbers == list(range(7, 7 + 12000))


CHAIN = """graph g {
    include "g.h"; source "g.c"; type factor = factor;
    actor give { state s : int32; fire give(s, o); out o : int32[16]; }
    actor one { state s : factor; init one(s); fire turn(s, i, o); in i : int32[16]; out o : int32[16]; }
    actor two { state s : factor; init two(s); fire turn(s, i, o); in i : int32[16]; out o : int32[16]; }
    actor show { fire show(i); io; in i : int32[16]; }
    give.o -> one.i; one.o -> two.i; two.o -> show.i;
}
"""
CHAIN_HEADER = """#include <stdint.h>
typedef struct { int32_t by, more; } factor;
void one(factor *s);
void two(factor *s);
void give(int32_t *s, int32_t *o);
void turn(const factor *s, const int32_t *i, int32_t *o);
void show(const int32_t *i);
"""
CHAIN_CODE = """#include "g.h"
#include <stdio.h>
void one(factor *s) { s->by = 3; s->more = 1; }
void two(factor *s) { s->by = 5; s->more = 2; }
void give(int32_t *s, int32_t *o) { for (int k = 0; k < 16; k++) o[k] = (*s)++; }
void turn(const factor *s, const int32_t *i, int32_t *o) { for (int k = 0; k < 16; k++) o[k] = i[k] * s->by + s->more; }
void show(const int32_t *i) { printf("%d %d\\n", i[0], i[15]); }
"""


@pytest.mark.parametrize("core", [0, 1])
def test_constant_states_are_variables_beside_turns(core: int, tmp_path: Path) -> None:
    """Whether the neighbours pass on to the same core or to another one."""
    (tmp_path / "g.h").write_text(CHAIN_HEADER)
    (tmp_path / "g.c").write_text(CHAIN_CODE)
    graph = tmp_path / "g.sdf"
    placed = {"give": 0, "one": 0, "two": 0, "show": core}
    graph.write_text(re.sub(r"actor (\w+) {", lambda found: f"actor {found[1]} @core({placed[found[1]]}) {{", CHAIN))
    files = compile_graph(graph, CompileOptions(cores=2)).files
    assert re.search(r"turn\(&own_one, .*turn\(&own_two, ", files["src/core_0.c"].decode(), re.DOTALL)
    write_folder(tmp_path / "out", files)
    program = build_folder(tmp_path / "out", native=False)
    shown = subprocess.run([str(program), "-q", "-n", "999"], capture_output=True, text=True, check=True, timeout=60)
    numbers = [[5 * (3 * k + 1) + 2 for k in (first, first + 15)] for first in range(0, 16 * 999, 16)]
    assert shown.stdout == "".join(f"{one} {other}\n" for one, other in numbers)


@pytest.mark.parametrize("body", [";", "{ *o = s->n++; }"])
def test_a_static_function_needs_its_body_in_the_header(body: str, tmp_path: Path) -> None:
    path, header, source = write(tmp_path, COUNTS), tmp_path / "g.h", tmp_path / "g.c"
    header.write_text(
        header.read_text().replace(
            "void fire(memory *s, int32_t *o);", f"static void fire(memory *s, int32_t *o) {body}"
        )
    )
    if body != ";":
        source.write_text(source.read_text().replace("void fire(", "void unused("))
        learn_from_c(load_graph(path, {}), runtime_dir() / "include")
        return
    with pytest.raises(UserError) as error:
        learn_from_c(load_graph(path, {}), runtime_dir() / "include")
    (said,) = error.value.diagnostics
    assert (said.id, said.span and (Path(said.span.file).name, said.span.line)) == ("c-header", ("g.h", 4))
    assert "only this header could define it" in said.message
