# SPDX-License-Identifier: Apache-2.0
"""A project whose first and last actor share a file, and whose `preesm.h` is not among its files: sources have each
other's functions, complex numbers, and an order of what they do to the file, on any number of cores."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.frontend.importers.pi_text import actor, fifo, node, pi, port, write

LOG = 'PROJECT_ROOT_PATH "/log.txt"'
HEADERS = {
    "begin.h": "void begin(OUT int *out);",
    "work.h": "void work(IN int *in, OUT int *out);\ndouble half(double x);",
    "finish.h": f"#define LOG {LOG}\nvoid finish(IN int *in);",
}
BEGIN = f"""#include "begin.h"
static int number;
void begin(OUT int *out)
{{
    FILE *file = fopen({LOG}, "w");
    fprintf(file, "begin %d\\n", number);
    fclose(file);
    *out = number++;
}}
"""
# `half` has no other prototype here than that of the project's headers, which only its preesm.h includes.
WORK = """#include "preesm.h"
void work(IN int *in, OUT int *out)
{
    double complex sum = 0;
    for (int i = 0; i < 200000; i++)
        sum += half(*in) + I * i;
    *out = (int)(creal(sum) / 1e5);
}
double half(double x) { return x / 2; }
"""
FINISH = """#include "finish.h"
void finish(IN int *in)
{
    FILE *file = fopen(LOG, "a");
    fprintf(file, "finish %d\\n", *in);
    fclose(file);
}
"""


def loop(name: str, *arguments: str) -> str:
    given = (f'<param direction="{each.upper()}" isConfig="false" name="{each}" type="int"/>' for each in arguments)
    return f'<loop name="{name}">{"".join(given)}</loop>'


def node_of(name: str, *ports: str) -> str:
    return actor(name, ports, f"Code/include/{name}.h", loop(name, "in", "out"))


def project(folder: Path) -> Path:
    one = {name: port(f"{name}put", name, "1") for name in ("in", "out")}
    chain = (("begin", ("out",)), ("work", ("in", "out")), ("finish", ("in",)))
    actors = (
        actor(name, (one[each] for each in ports), f"Code/include/{name}.h", loop(name, *ports))
        for name, ports in chain
    )
    top = write(folder, top=pi(*actors, fifo("begin.out", "work.in"), fifo("work.out", "finish.in")))
    for kind in ("include", "src"):
        (folder / "Code" / kind).mkdir(parents=True)
    for name, text in HEADERS.items():
        guard = name.replace(".", "_")
        text = f'#ifndef {guard}\n#define {guard}\n#include "preesm.h"\n{text}\n#endif\n'
        (folder / "Code/include" / name).write_text(text)
    for name, text in (("begin", BEGIN), ("work", WORK), ("finish", FINISH)):
        (folder / f"Code/src/{name}.c").write_text(text)
    return top


def logged(top: Path, compiled: Compiled, made: Path, iterations: int) -> str:
    write_folder(made, compiled.files)
    program = build_folder(made, native=False)
    subprocess.run([program, "-q", "-n", str(iterations)], check=True, timeout=60)
    return (top.parents[1] / "Code/log.txt").read_text()


@pytest.mark.parametrize(("cores", "folder"), [(1, "p"), (2, "my p (1)"), (3, "p%b; #1 $x")])
def test_iterations_with_a_shared_file_do_not_overlap(cores: int, folder: str, tmp_path: Path) -> None:
    top = project(tmp_path / folder)
    compiled = compile_graph(top, CompileOptions(cores=cores))
    (note,) = (note for note in compiled.notes if "use the file" in note)
    assert note.startswith("'begin', 'finish' use the file")
    assert logged(top, compiled, tmp_path / "made", 5) == "begin 4\nfinish 4\n"


def test_a_file_that_both_only_read_orders_nothing(tmp_path: Path) -> None:
    top = project(tmp_path / "p")
    for name in ("begin", "finish"):
        source = top.parents[1] / f"Code/src/{name}.c"
        source.write_text(source.read_text().replace('"w"', '"r"').replace('"a"', '"rb"'))
    compiled = compile_graph(top, CompileOptions(cores=2))
    assert not any("use the file" in note for note in compiled.notes)
    assert "turn" not in compiled.plan_text


def test_an_order_that_the_graph_has_itself_is_none_of_files(tmp_path: Path) -> None:
    """Half a firing of initial tokens orders as none does."""
    top = project(tmp_path / "p")
    turns = (node_of(name, port("input", "in", "2"), port("output", "out", "2")) for name in ("swap", "work"))
    delays = (node("delay", name, expr=size, level="permanent") for name, size in (("d", "1"), ("e", "2")))
    fifos = (fifo("work.out", "swap.in", delay="d"), fifo("swap.out", "work.in", delay="e"))
    top.write_text(pi(*turns, *delays, *fifos))
    code = top.parents[1] / "Code"
    (code / "include/swap.h").write_text('#include "preesm.h"\nvoid swap(IN int *in, OUT int *out);\n')
    body = f'{{ FILE *f = fopen({LOG}, "a"); fputs(__func__, f); fclose(f); out[0] = in[0], out[1] = in[1]; }}\n'
    for name in ("work", "swap"):
        (code / f"src/{name}.c").write_text(f'#include "preesm.h"\nvoid {name}(IN int *in, OUT int *out)\n{body}')
    compiled = compile_graph(top, CompileOptions(cores=2))
    assert logged(top, compiled, tmp_path / "made", 2) == "workswapworkswap"


def test_only_who_includes_the_missing_header_gets_the_others(tmp_path: Path) -> None:
    """So names of the system, a variable `I` and functions of one name do no harm elsewhere."""
    top = project(tmp_path / "p")
    code = top.parents[1] / "Code"
    header = code / "include/work.h"
    mine = "static inline int mine(void) { return 1; }"
    header.write_text(header.read_text().replace("double half", f"{mine}\ndouble half"))
    finish = """#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
static int mine(void) { cpu_set_t I; CPU_ZERO(&I); return CPU_COUNT(&I); }
"""
    body = FINISH.replace('#include "finish.h"', f"#define LOG {LOG}").replace("(IN int", "(int")
    (code / "src/finish.c").write_text(finish + body.replace('", *in', '", *in + 0 * mine()'))
    assert logged(top, compile_graph(top, CompileOptions(cores=1)), tmp_path / "made", 1) == "begin 0\nfinish 0\n"


def test_what_only_is_called_like_a_header_does_no_harm(tmp_path: Path) -> None:
    top = project(tmp_path / "p")
    code = top.parents[1] / "Code"
    (code / "include/lock.h").symlink_to(tmp_path / "nowhere")
    (code / "include/folder.h").mkdir()
    (code / "src/gone.c").symlink_to(tmp_path / "nowhere")
    assert compile_graph(top, CompileOptions(cores=1)).notes
