# SPDX-License-Identifier: Apache-2.0
"""Libraries as C programs call them: instances, failures, options, and what is seen of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dfgen.checking import check_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

from .graphs import FILTER_C, FIR_SDF, as_library, build_shared, build_user, write_fir

BEGIN = """\
#include "../include/fir.h"
#include <stdio.h>
int main(void)
{
    char error[200] = "";
    float x[16], y[16];
    double power = 0;
    for (int i = 0; i < 16; i++)
        x[i] = (float)i;
"""
TWO_INSTANCES = (
    BEGIN
    + """\
    fir *a = fir_open(NULL, error, sizeof error), *b = fir_open(NULL, NULL, 0);
    for (int i = 0; i < 3; i++)
        printf("%d ", fir_step(a, x, y, &power));
    float late = y[0];
    printf("%d", fir_step(b, x, y, &power));
    printf(" %g %g %g", late, y[0], power);
    fir_close(a);
    fir_close(b);
    fir_close(NULL);
    return 0;
}
"""
)
CYCLES = (
    BEGIN
    + """\
    for (int i = 0; i < 100; i++) {
        const char *values[] = {i % 10 == 9 ? "refused=yes" : "refused=no"};
        fir_options options = {values, 1};
        fir *f = fir_open(&options, error, sizeof error);
        if ((f == NULL) != (i % 10 == 9))
            return 1;
        x[0] = i % 10 == 5 ? -1000 : 1;
        if (f != NULL && fir_step(f, x, y, &power) != (i % 10 == 5 ? FIR_FAILED : FIR_DONE))
            return 2;
        fir_close(f);
    }
    return 0;
}
"""
)
FAILURES = (
    BEGIN
    + """\
    const char *texts[] = {"refused=yes", "gain=1", "nothing", "=2", NULL};
    for (int i = 0; i < 5; i++) {
        fir_options options = {texts + i, 1};
        printf("%s|", fir_open(&options, error, sizeof error) == NULL ? error : "open");
    }
    fir *f = fir_open(NULL, error, sizeof error);
    int done = fir_step(f, x, y, &power);
    printf("%d%s|", done, fir_error(f));
    x[0] = -1000;
    for (int i = 0; i < 2; i++)
        printf("%d %s|", fir_step(f, x, y, &power), fir_error(f));
    fir_close(f);
    return 0;
}
"""
)


def run(program: Path) -> str:
    ended = subprocess.run([program], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.parametrize("cores", [1, 2])
def test_instances_do_not_know_of_each_other(cores: int, fir: Path, tmp_path: Path, builder: Builder) -> None:
    user = build_user(builder, tmp_path / "l", as_library(fir, cores=cores), TWO_INSTANCES, "fir")
    samples = [*[0, 0, 0], *range(16), *range(16)]
    filtered = [sum(samples[i - k] / (k + 1) for k in range(4)) for i in range(3, len(samples))]
    *done, late, first, power = run(user).split()
    assert (done, late, first) == (["0"] * 4, f"{2 * filtered[16]:g}", "0")
    assert float(power) == pytest.approx(sum(value**2 for value in filtered[:16]), rel=1e-4)


@pytest.mark.parametrize("cores", [1, 2])
def test_failures_are_told_with_the_actor_and_its_firing(
    cores: int, fir: Path, tmp_path: Path, builder: Builder
) -> None:
    user = build_user(builder, tmp_path / "l", as_library(fir, cores=cores), FAILURES, "fir")
    failed = "-1 actor 'filter' (fir.sdf:8:11), firing 1: -1000 is no sample"
    assert run(user).split("|") == [
        "actor 'filter' (fir.sdf:8:11), in init: 4 taps are refused",
        "no actor asks for the option 'gain'; they ask for 'refused'",
        "nothing: an option is NAME=VALUE",
        "=2: an option is NAME=VALUE",
        "a null pointer: an option is NAME=VALUE",
        "0",
        failed,
        failed,
        "",
    ]


@pytest.mark.parametrize("sanitize", ["address,undefined", "thread"])
def test_opening_and_closing_leaks_nothing(
    sanitize: str, fir: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    run(build_user(builder, tmp_path / "l", as_library(fir, cores=2), CYCLES, "fir"))


def test_only_its_functions_are_seen(fir: Path, tmp_path: Path) -> None:
    shared = build_shared(tmp_path / "l", as_library(fir))
    listed = subprocess.run(["nm", "-D", "--defined-only", shared], capture_output=True, text=True, check=True).stdout
    assert sorted(line.split()[-1] for line in listed.splitlines()) == [
        "fir_close",
        "fir_error",
        "fir_open_abi",
        "fir_step",
        "fir_stop",
        "fir_warning",
    ]


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
def test_cpp_includes_the_header(fir: Path, tmp_path: Path) -> None:
    (tmp_path / "fir.h").write_bytes(as_library(fir).files["include/fir.h"])
    (tmp_path / "user.cpp").write_text(
        '#include "fir.h"\nint step(fir *f, const float *x, float *y, double *p) { return fir_step(f, x, y, p); }\n'
    )
    subprocess.run(["c++", "-Wall", "-Wextra", "-Werror", "-c", "user.cpp"], cwd=tmp_path, check=True)


STATIC_C = FILTER_C.replace("void twice(", "static int calls;\nvoid twice(").replace(
    "y[i] = 2 *", "calls++, y[i] = 2 *"
)
SECOND = (
    BEGIN
    + """\
    fir *f = fir_open(NULL, error, sizeof error);
    printf("%d ", fir_open(NULL, error, sizeof error) == NULL);
    puts(error);
    fir_close(f);
    f = fir_open(NULL, error, sizeof error);
    printf("%d\\n", f != NULL && fir_step(f, x, y, &power) == FIR_DONE);
    fir_close(f);
    return 0;
}
"""
)


def test_instances_that_share_a_variable_are_open_one_at_a_time(fir: Path, tmp_path: Path, builder: Builder) -> None:
    (fir.parent / "filter.c").write_text(STATIC_C)
    user = build_user(builder, tmp_path / "l", as_library(fir), SECOND, "static_fir")
    told, later, _ = run(user).split("\n")
    assert told.startswith("1 another instance of fir is open, and 'twice' uses the writable static object 'calls' (")
    assert later == "1"


FORK = (
    "#include <sys/wait.h>\n#include <unistd.h>\n"
    + BEGIN
    + """\
    fir *f = fir_open(NULL, NULL, 0);
    if (fir_step(f, x, y, &power) != FIR_DONE)
        return 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        printf("%d %s|", fir_step(f, x, y, &power), fir_error(f));
        fir_close(f);
        f = fir_open(NULL, error, sizeof error);
        printf("%d%s|", f == NULL ? 7 : fir_step(f, x, y, &power), error);
        fir_close(f);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d %d %s", status, fir_step(f, x, y, &power), fir_error(f));
    fir_close(f);
    return 0;
}
"""
)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_forked_process_is_told_to_open_its_own(cores: int, fir: Path, tmp_path: Path, builder: Builder) -> None:
    """It has none of the other cores' threads, which a step would wait for; nor is the variable in use there."""
    (fir.parent / "filter.c").write_text(STATIC_C)
    user = build_user(builder, tmp_path / "l", as_library(fir, cores=cores), FORK, f"forked_{cores}")
    told = "this instance belongs to the process that opened it: a forked one opens its own"
    assert run(user).split("|") == [f"-1 {told}", "0", "0 0 "]


STOPS = """\
graph g {
    include "stop.h";
    source "stop.c";
    in x : int32[1];
    out y : int32[1];
    actor watch { fire watch(a, b);  stops;  in a : int32[1];  out b : int32[1]; }
    x -> watch.a;
    watch.b -> y;
}
"""
STOP_C = """\
#include "stop.h"
#include <df/df.h>
void watch(const int *a, int *b)
{
    *b = *a;
    if (*a == 3)
        df_stop();
    if (*a == 5)
        df_end_of_input();
}
"""
ENDS = """\
#include "../include/g.h"
#include <stdio.h>
int main(void)
{
    for (int last = 3; last <= 5; last += 2) {
        g *opened = g_open(NULL, NULL, 0);
        for (int x = last - 1, y = 0; x < last + 3; x++) {
            int status = g_step(opened, &x, &y);
            printf("%d:%d ", status, y);
        }
        g_close(opened);
    }
    return 0;
}
"""


def test_actors_end_the_stream(tmp_path: Path, builder: Builder) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "g.sdf").write_text(STOPS)
    (folder / "stop.h").write_text("void watch(const int *a, int *b);\n")
    (folder / "stop.c").write_text(STOP_C)
    user = build_user(builder, tmp_path / "l", as_library(folder / "g.sdf"), ENDS, "stop")
    # df_stop() keeps its iteration, df_end_of_input() takes it back.
    assert run(user) == "0:2 0:3 1:3 1:3 0:4 1:4 1:4 1:4 "


PORTLESS = """\
graph alone {
    include "filter.h";
    source "filter.c";
    actor twice { fire twice(1, a, b);  in a : float[1];  out b : float[1]; }
    twice.b -> twice.a delay 1;
}
"""


def ids_of(graph: Path, **options: object) -> list[str]:
    with pytest.raises(UserError) as error:
        compile_graph(graph, CompileOptions(**options))  # type: ignore[arg-type]
    return [diagnostic.id for diagnostic in error.value.diagnostics]


def test_a_program_has_no_ports(fir: Path) -> None:
    with pytest.raises(UserError) as error:
        compile_graph(fir, CompileOptions())
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "library-needed"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (5, 8)


@pytest.mark.parametrize(
    "options", [{"guard": True}, {"trace": True}, {"watchdog_ns": 10**9}, {"verify_transfers": True}, {"nodes": 2}]
)
def test_what_only_programs_can_have(options: dict[str, object], fir: Path) -> None:
    assert ids_of(fir, library=True, **options) == ["library-option"]


def test_what_is_pipelined_is_a_library_with_ports(fir: Path) -> None:
    assert ids_of(fir, pipelined=True) == ["library-needed"]
    fir.write_text(PORTLESS)
    assert ids_of(fir, library=True, pipelined=True) == ["library-option"]


def test_file_actors_are_of_programs(fir: Path) -> None:
    fir.write_text(
        FIR_SDF.replace("out y : float[block];\n    out", "actor y = file_sink();\n    out").replace(
            "-> y;", "-> y.data;"
        )
    )
    assert ids_of(fir, library=True) == ["library-actor"]


def test_the_actors_have_none_of_its_names(fir: Path) -> None:
    fir.write_text(FIR_SDF.replace("graph fir(", "graph filter("))
    header = fir.parent / "filter.h"
    header.write_text(header.read_text() + "void filter_step(void);\n")
    assert ids_of(fir, library=True) == ["library-name"]


def test_its_header_is_not_that_of_the_types_of_its_ports(tmp_path: Path) -> None:
    """It would include itself."""
    (tmp_path / "turn.h").write_text("struct pair { float a, b; };\nvoid turn(const struct pair *i, struct pair *o);\n")
    graph = tmp_path / "turn.sdf"
    graph.write_text("""graph turn {
        include "turn.h";
        in x : struct pair[1];  out y : struct pair[1];
        actor turn { fire turn(i, o); in i : struct pair[1]; out o : struct pair[1]; }
        x -> turn.i;  turn.o -> y;
    }""")
    assert ids_of(graph, library=True) == ["library-name"]
    graph.write_text(graph.read_text().replace("graph turn", "graph turned"))
    compile_graph(graph, CompileOptions(library=True))


@pytest.mark.parametrize("name", ["int", "linux", "sem"])
def test_names_that_mean_something_in_c(name: str, fir: Path) -> None:
    fir.write_text(FIR_SDF.replace("graph fir(", f"graph {name}("))
    assert ids_of(fir, library=True) == ["library-name"]


def test_transfers_that_a_library_cannot_do(fir: Path) -> None:
    assert ids_of(fir, library=True, transfers=("filter.b:twice.a=offload",)) == ["library-transfer"]


def test_a_port_has_the_tokens_of_an_iteration(fir: Path) -> None:
    fir.write_text(FIR_SDF.replace("in x : float[block]", "in x : float[block / 2]"))
    with pytest.raises(UserError) as error:
        check_graph(fir, {})
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.id, diagnostic.message) == (
        "graph-interface",
        "an iteration takes 16 tokens through 'x', whose rate is 8",
    )


def test_windows_of_a_few_pages_are_no_views(tmp_path: Path) -> None:
    """In a program, a reader that only claims to read gets a private view of windows of a page and more. Without a
    handler of its first write, each use would cost as much as copying them."""
    graph = write_fir(tmp_path)
    graph.write_text(
        FIR_SDF.replace("block = 16", "block = 4096").replace(
            "in a : float[block / 2];", "in a : float[block / 2] read_only;"
        )
    )
    header = graph.parent / "filter.h"
    for path in (header, graph.parent / "filter.c"):
        path.write_text(path.read_text().replace("void twice(int count, const float", "void twice(int count, float"))
    transfers: Any = as_library(graph, cores=2).plan["transfers"]
    assert {transfer["strategy"] for transfer in transfers} == {"memcpy"}


OTHER_HEADER = (
    BEGIN
    + """\
    (void)x, (void)y, (void)power;
    printf("%d %s", fir_open_abi(1, NULL, error, sizeof error) == NULL, error);
    return 0;
}
"""
)


def test_a_caller_with_another_header_is_refused(fir: Path, tmp_path: Path, builder: Builder) -> None:
    user = build_user(builder, tmp_path / "l", as_library(fir), OTHER_HEADER, "fir")
    assert run(user) == (
        "1 this is a library of another ABI: compile what calls fir with the header of the library, fir.h"
    )
    other = write_fir(tmp_path / "other")
    other.write_text(FIR_SDF.replace("block = 16", "block = 32"))
    headers = [as_library(graph).files["include/fir.h"] for graph in (fir, other)]
    numbers = [re.findall(rb"fir_open_abi\((\d+)u", header) for header in headers]
    assert numbers[0] != numbers[1]


THREAD_C = """\
#include <pthread.h>
#include <df/df.h>
static void *fails(void *nothing) { df_fail("%d is too much", 7);  return nothing; }
void start(float *y)
{
    pthread_t thread;
    y[0] = 1;
    pthread_create(&thread, 0, fails, 0);
    pthread_join(thread, 0);
}
"""


def test_threads_of_actors_fail_their_instance(tmp_path: Path, builder: Builder) -> None:
    (tmp_path / "t.sdf").write_text(
        'graph t { include "t_c.h";  source "t.c";  out y : float[1];\n'
        "actor a { fire start(o);  out o : float[1];  state; }  a.o -> y; }"
    )
    (tmp_path / "t_c.h").write_text("void start(float *y);")
    (tmp_path / "t.c").write_text(THREAD_C)
    text = BEGIN.replace("fir", "t") + (
        "    (void)x, (void)power;\n    t *one = t_open(NULL, error, sizeof error);\n"
        '    t_step(one, y);\n    printf("%d %s", t_step(one, y), t_error(one));\n    t_close(one);\n    return 0;\n}\n'
    )
    user = build_user(builder, tmp_path / "l", as_library(tmp_path / "t.sdf"), text, "threads")
    assert run(user) == "-1 a thread that an actor started: 7 is too much"
