# SPDX-License-Identifier: Apache-2.0
"""Traced programs write the same bytes, count every firing, and give all of each core's time to something."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import Compiled, CompileOptions
from tests.apps.applications import ALL, EDGES, STEREO, App
from tests.apps.harness import SANITIZED, Toolchain, Workbench, run
from tests.probing import require

PROFILE = "--profile=profile.json"


def profile_of(program: Path) -> Any:
    return json.loads((program.parent / "profile.json").read_text(encoding="utf-8"))


def counts(profile: Any, *kinds: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for core in profile["cores"]:
        for point in core["points"]:
            if point["kind"] in kinds:
                found[point["name"]] = found.get(point["name"], 0) + point["count"]
    return found


def require_complete(profile: Any) -> None:
    for core in profile["cores"]:
        assert sum(point["ns"] for point in core["points"]) == pytest.approx(core["wall_ns"], abs=len(core["points"]))
        blocks = sum(point["blocks"] for point in core["points"])
        assert blocks == core["events_lost"] + len(core["events"])


def firings(compiled: Compiled, iterations: int) -> dict[str, int]:
    planned: Any = compiled.plan["firings"]
    return {actor: count * iterations for actor, count in planned.items()}


@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_an_application_is_traced_as_it_runs(app: App, cores: int, bench: Workbench) -> None:
    plain, traced = app.options(cores=cores), app.options(cores=cores, trace=True)
    program = bench.program(app.graph, plain)
    assert run(program, *app.arguments).returncode == 0
    wanted = app.written(program.parent)
    program = bench.program(app.graph, traced)
    ended = run(program, PROFILE, *app.arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert app.written(program.parent) == wanted
    profile = profile_of(program)
    require_complete(profile)
    planned = firings(bench.compile(app.graph, traced), profile["iterations"])
    # An actor that no other one waits for may have run ahead when the program was stopped.
    found = counts(profile, "actor")
    assert found
    assert all(found[actor] >= planned[actor] for actor in found)


def test_what_is_compiled_without_tracing_has_nothing_of_it(bench: Workbench) -> None:
    plain = bench.compile(EDGES.graph, EDGES.options(cores=2)).files
    traced = bench.compile(EDGES.graph, EDGES.options(cores=2, trace=True)).files
    assert {name for name in traced if name not in plain} == {
        "src/trace.c", "runtime/src/trace.c", "runtime/src/trace_copies.c", "runtime/src/trace_file.c",
    }  # fmt: skip
    generated = b"".join(content for name, content in plain.items() if name.startswith("src/"))
    assert b"trace" not in generated
    assert b"beats" not in generated


BODIES = {
    "copies": """
        actor a { fire give(o); out o : uint8[65536]; }
        actor b { fire change(i, o); in i : uint8[65536]; out o : uint8[8]; }
        actor c { fire take(i); in i : uint8[65536]; }
        actor d { fire take(i); in i : uint8[8]; }
        a.o -> { b.i, c.i }; b.o -> d.i;
    """,
    "routing": """
        actor a { fire give(o); out o : uint8[32768]; }
        fork f { in i : uint8[65536]; out o : uint8[32768]; out p : uint8[32768]; }
        join j { in i : uint8[32768]; in k : uint8[32768]; out o : uint8[65536]; }
        actor b { fire change(i, o); in i : uint8[32768]; out o : uint8[32768]; }
        actor c { fire take(i); in i : uint8[65536]; }
        a.o -> f.i; f.p -> j.i; f.o -> b.i; b.o -> j.k; j.o -> c.i;
    """,
    "phases": """
        actor a { fire give(o); out o : uint8[0, 3, 1]; }
        actor b { fire pass(i, o); in i : uint8[1, 1, 2, 4]; out o : uint8[1]; }
        actor c { fire take(i); in i : uint8[1]; }
        a.o -> b.i; b.o -> c.i delay 3 = 7;
    """,
    "cycle": """
        actor a { fire swap(i, j, o, p); in i : uint8[2]; in j : uint8[3]; out o : uint8[2]; out p : uint8[1]; }
        actor b { fire pass(i, o); in i : uint8[3]; out o : uint8[3]; }
        actor c { fire give(o); out o : uint8[3]; }
        actor d { fire take(i); in i : uint8[4]; }
        a.o -> b.i; b.o -> a.i delay 6 = 1; c.o -> a.j; a.p -> d.i;
    """,
    "history": """
        actor a { fire give(o); out o : uint8[40000]; }
        actor b { fire take(i); in i : uint8[40000]; }
        a.o -> b.i delay 20000 = 1;
    """,
}


@pytest.mark.parametrize("transfer", ["", "memcpy", "cow", "offload"])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("body", BODIES)
def test_every_firing_and_move_is_counted(
    body: str, cores: int, transfer: str, compile_text: Callable[..., Compiled], bench: Workbench
) -> None:
    transfers = (transfer,) if transfer else ()
    compiled = compile_text(BODIES[body], cores=cores, trace=True, watchdog_ns=10**11, transfers=transfers)
    program = bench.build(compiled.files)
    ended = run(program, PROFILE, "-n", "50")
    assert (ended.returncode, ended.stderr) == (0, "")
    profile = profile_of(program)
    require_complete(profile)
    planned = firings(compiled, 50)
    found = counts(profile, "actor")
    assert found == {actor: planned[actor] for actor in found}
    assert {"a", "b", "c"} & planned.keys() <= found.keys() | {"j", "f"}
    for name, count in counts(profile, "routing").items():
        assert count == planned[name]


@pytest.mark.parametrize("toolchain", SANITIZED, ids=lambda toolchain: toolchain.name)
def test_sanitizers_find_nothing_in_a_traced_and_watched_program(toolchain: Toolchain, bench: Workbench) -> None:
    require(*toolchain.command)
    program = bench.program(STEREO.graph, STEREO.options(cores=2, trace=True, watchdog_ns=10**11), toolchain)
    ended = run(program, PROFILE, *STEREO.arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    require_complete(profile_of(program))


def test_a_watched_program_whose_actor_never_returns_ends(
    compile_text: Callable[..., Compiled], bench: Workbench, tmp_path: Path
) -> None:
    body = """
        actor a { fire give(o); out o : uint8[1]; }
        actor b { fire take(i); in i : uint8[1]; }
        a.o -> b.i;
    """
    compiled = compile_text(body, cores=2, watchdog_ns=300 * 10**6)
    files = dict(compiled.files)
    source = next(name for name in files if name.endswith("user/actors.c"))
    stuck = b"void take(const uint8_t *in) { static volatile int left = 3; while (left-- <= 0) left = 0; (void)in; }\n"
    files[source] = files[source].replace(b"void take(const uint8_t *in) { (void)in; }\n", stuck)
    ended = run(bench.build(files))
    assert ended.returncode == 4
    assert "error: g is stuck: nothing has happened for " in ended.stderr
    assert "runs actor 'b' (g.sdf:" in ended.stderr


def test_a_program_whose_one_pass_takes_long_is_not_stuck(
    compile_text: Callable[..., Compiled], bench: Workbench
) -> None:
    """Each of the firings is short, but all are in one block of one pass."""
    body = """
        actor a { fire give(o); out o : uint8[2000]; }
        actor b { fire take(i); in i : uint8[1]; }
        a.o -> b.i;
    """
    files = dict(compile_text(body, cores=1, watchdog_ns=200 * 10**6).files)
    source = next(name for name in files if name.endswith("user/actors.c"))
    slow = (
        b"#include <time.h>\n"
        b"void take(const uint8_t *in) { struct timespec t = {.tv_nsec = 500000}; nanosleep(&t, 0); (void)in; }\n"
    )
    files[source] = files[source].replace(b"void take(const uint8_t *in) { (void)in; }\n", slow)
    ended = run(bench.build(files), "-n", "1")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_options_of_both_are_compiled_in(compile_text: Callable[..., Compiled]) -> None:
    body = "actor a { fire give(o); out o : uint8[1]; } actor b { fire take(i); in i : uint8[1]; } a.o -> b.i;"
    graph = compile_text(body, watchdog_ns=5 * 10**9).files["src/graph.c"].decode()
    assert ".watchdog_ns = 5000000000," in graph
    assert ".trace" not in graph
    assert ".trace = g_trace," in compile_text(body, trace=True).files["src/graph.c"].decode()
    assert CompileOptions().trace is False
