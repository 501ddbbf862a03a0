# SPDX-License-Identifier: Apache-2.0
"""Actors that use one file: told, unless FIFOs say whose turn it is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.compiling import ANALYSIS_FLAGS, compile_object
from dfgen.csource.learn import learn_from_c
from dfgen.csource.purity import PurityFacts
from dfgen.csource.toolchain import Compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
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
#include <unistd.h>
{more}
void first(int32_t *o) {{ {first}; *o = 1; }}
void second(const int32_t *i) {{ {second}; (void)*i; }}
"""
WRITING, APPENDING, READING = (f'fopen("data/log.txt", "{mode}")' for mode in ("wb", "a", "rb"))
HELPER = 'static void add(const char *name) { fopen(name, "a+"); }'
TELL = """static void tell(const char *name) { fprintf(fopen("e.log", "a"), "%s", name); }
static void load(const char *name) { if (!fopen(name, "r")) tell(name); }
static void both(const char *from, const char *to) { fopen(from, "r"); fopen(to, "w"); }"""
BESIDE = """#include <string.h>
static char place[99];
static const char *beside(void) { strcpy(place, "data/log.txt"); return strcat(place, ".out"); }"""
ORDERED = {
    "first": "in t : uint8[1] unused;", "second": "out t : uint8[1] unused;", "fifo": "second.t -> first.t delay 1;",
}  # fmt: skip


def notes(folder: Path, first: str, second: str, more: str = "", ordered: int = 0) -> list[str]:
    (folder / "g.h").write_text(HEADER)
    (folder / "g.c").write_text(CODE.format(first=first, second=second, more=more))
    graph = folder / "g.sdf"
    graph.write_text(
        GRAPH.format(**ORDERED).replace("delay 1", f"delay {ordered}")
        if ordered
        else GRAPH.format(first="", second="", fifo="")
    )
    known = learn_from_c(load_graph(graph, {}), runtime_dir() / "include")
    return [note for note in known.graph.notes if "use the file" in note]


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [
        (WRITING, APPENDING, ""),
        (READING, APPENDING, ""),
        (READING, 'write(open("data/log.txt", O_WRONLY), i, 4)', ""),
        (READING, 'add("data/log.txt")', HELPER),
        (READING, 'fopen("./data/log.txt", "w")', ""),
        (READING, "fopen(name, mode)", 'static const char name[] = "data/log.txt", *const mode = "r+";'),
    ],
    ids=["both write", "one appends", "by its number", "in a helper", "spelt otherwise", "by constants"],
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
        (READING, 'fopen(beside(), "w")', BESIDE),
        (READING, 'open("data/log.txt", O_RDONLY)', ""),
        ('fopen("data/log.txt", "rt")', READING, ""),
        (READING, "tell(__FILE__)", TELL),
        (READING, 'load("data/log.txt")', TELL),
        (READING, 'both("data/log.txt", "yes/no.txt")', TELL),
        ('fopen("/dev/null", "w")', 'fopen("/dev/null", "w")', ""),
    ],
    ids=[
        "both read",
        "another file",
        "only names it",
        "gets its name from it",
        "by its number",
        "text mode",
        "a log of lines",
        "a log of errors",
        "two names",
        "a device",
    ],
)
def test_what_is_not_shared(first: str, second: str, more: str, tmp_path: Path) -> None:
    assert not notes(tmp_path, first, second, more)


def test_fifos_say_whose_turn_it_is(tmp_path: Path) -> None:
    assert not notes(tmp_path, WRITING, APPENDING, ordered=1)


def test_names_may_have_blanks_and_no_ending(tmp_path: Path) -> None:
    (note,) = notes(tmp_path, 'fopen("a trace", "r")', 'fopen("a trace", "w")')
    assert "use the file 'a trace'" in note


def test_a_longer_delay_lets_the_first_go_ahead(tmp_path: Path) -> None:
    assert notes(tmp_path, WRITING, APPENDING, ordered=2)


def test_what_is_opened_before_the_first_firing_counts_too(tmp_path: Path) -> None:
    assert not notes(tmp_path, WRITING, "")
    graph, code, header = (tmp_path / name for name in ("g.sdf", "g.c", "g.h"))
    graph.write_text(graph.read_text().replace("fire second", "init begin(); fire second"))
    header.write_text(f"{HEADER}void begin(void);\n")
    code.write_text(f"{code.read_text()}void begin(void) {{ {READING}; }}\n")
    known = learn_from_c(load_graph(graph, {}), runtime_dir() / "include")
    assert any("use the file" in note for note in known.graph.notes)


def test_tokens_that_nobody_gets_need_no_variable(tmp_path: Path) -> None:
    """In a loop, where others have one; the compiler refuses what nothing mentions."""
    assert not notes(tmp_path, WRITING, APPENDING, ordered=1)
    graph = tmp_path / "g.sdf"
    text = (
        graph.read_text()
        .replace("in t", "out u : uint8[1] unused; in t")
        .replace("out t", "in u : uint8[1] unused; out t")
    )
    graph.write_text(text.replace("second.t ->", "first.u -> second.u;\n    second.t ->"))
    compiled = compile_graph(graph, CompileOptions(cores=1))
    assert "local_first_o[" in compiled.files["src/core_0.c"].decode()
    write_folder(tmp_path / "made", compiled.files)
    subprocess.run([build_folder(tmp_path / "made", native=False), "-n", "3"], check=True, timeout=60)


def test_the_strings_that_functions_name(compiler: Compiler, write_files: WriteFiles, tmp_path: Path) -> None:
    """With relocations as each machine has them."""
    code = """#include <stdio.h>
int f(const char *, ...);
static int g(const char *name) { return f(name, "a+"); }
void a(void) { f("x y", "r"); freopen("in.pgm", "w", stdout); }
void b(void) { f("%d.txt"); g("out/b.c"); }
"""
    (source,) = write_files({"a.c": code})
    made = compile_object((source, "a.c"), tmp_path / "a.o", compiler, (), ANALYSIS_FLAGS)
    assert not isinstance(made, list)
    facts = PurityFacts((made,))
    assert [(named.texts, named.name) for named in facts.named("a")] == [
        ({"x y", "r"}, "f"),
        ({"in.pgm", "w"}, "freopen"),
    ]
    to_x, to_g, in_g = facts.named("b")
    assert (to_x.texts, to_x.name) == ({"%d.txt"}, "f")
    assert (to_g.texts, to_g.name, to_g.reached) == ({"out/b.c"}, "", {"f"})
    assert [(each.texts, each.name) for each in to_g.inside] == [({"a+"}, "f")]
    assert (in_g.texts, in_g.name) == ({"a+"}, "f")
