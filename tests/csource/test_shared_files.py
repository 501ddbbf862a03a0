# SPDX-License-Identifier: Apache-2.0
"""Actors that use one file: told, unless FIFOs say whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.compiling import ANALYSIS_FLAGS, compile_object
from dfgen.csource.learn import learn_from_c
from dfgen.csource.purity import PurityFacts
from dfgen.csource.toolchain import Compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.paths import runtime_dir
from tests.csource.conftest import WriteFiles

GRAPH = """graph g {{
    include "g.h"; source "g.c";
    actor first {{ fire first(o); out o : int32[1]; {first} }}
    actor second {{ fire second(i); in i : int32[1]; {second} }}
    first.o -> second.i;
    {fifo}
}}
"""
HEADER = "#include <stdint.h>\nvoid first(int32_t *o);\nvoid second(const int32_t *i);\n"
CODE = """#include "g.h"
#include <fcntl.h>
#include <stdio.h>
{more}
void first(int32_t *o) {{ {first}; *o = 1; }}
void second(const int32_t *i) {{ {second}; (void)*i; }}
"""
WRITING, APPENDING, READING = (f'fopen("data/log.txt", "{mode}")' for mode in ("wb", "a", "rb"))
HELPER = 'static void add(const char *name) { fopen(name, "a+"); }'
ORDERED = {
    "first": "in t : uint8[1] unused;", "second": "out t : uint8[1] unused;", "fifo": "second.t -> first.t delay 1;",
}  # fmt: skip


def notes(folder: Path, first: str, second: str, more: str = "", ordered: bool = False) -> list[str]:
    (folder / "g.h").write_text(HEADER)
    (folder / "g.c").write_text(CODE.format(first=first, second=second, more=more))
    graph = folder / "g.sdf"
    graph.write_text(GRAPH.format(**ORDERED) if ordered else GRAPH.format(first="", second="", fifo=""))
    known = learn_from_c(load_graph(graph, {}), runtime_dir() / "include")
    return [note for note in known.graph.notes if "use the file" in note]


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [
        (WRITING, APPENDING, ""),
        (READING, APPENDING, ""),
        (READING, 'open("data/log.txt", O_WRONLY)', ""),
        (READING, 'add("data/log.txt")', HELPER),
        (READING, "fopen(name, mode)", 'static const char name[] = "data/log.txt", *const mode = "r+";'),
    ],
    ids=["both write", "one appends", "by its number", "in a helper", "by constants"],
)
def test_what_one_writes_the_other_may_find(first: str, second: str, more: str, tmp_path: Path) -> None:
    (note,) = notes(tmp_path, first, second, more)
    assert note.startswith("actors 'first', 'second' use the file 'data/log.txt'")


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [
        (READING, READING, ""),
        (WRITING, 'fopen("data/log.csv", "a")', ""),
        (WRITING, 'puts("data/log.txt")', ""),
        ('fopen("/dev/null", "w")', 'fopen("/dev/null", "w")', ""),
    ],
    ids=["both read", "another file", "only names it", "a device"],
)
def test_what_is_not_shared(first: str, second: str, more: str, tmp_path: Path) -> None:
    assert not notes(tmp_path, first, second, more)


def test_fifos_say_whose_turn_it_is(tmp_path: Path) -> None:
    assert not notes(tmp_path, WRITING, APPENDING, ordered=True)


def test_the_strings_that_functions_name(compiler: Compiler, write_files: WriteFiles, tmp_path: Path) -> None:
    """With relocations as each machine has them; other strings than of files and modes are left out."""
    code = """int f(const char *, ...);
void a(void) { f("x y", "r"); f("in.pgm"); }
void b(void) { f("%d.txt", "out/b"); }
"""
    (source,) = write_files({"a.c": code})
    made = compile_object((source, "a.c"), tmp_path / "a.o", compiler, (), ANALYSIS_FLAGS)
    assert not isinstance(made, list)
    facts = PurityFacts((made,))
    assert facts.texts("a") == {"r", "in.pgm"}
    assert facts.texts("b") == {"out/b"}
