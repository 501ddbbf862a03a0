# SPDX-License-Identifier: Apache-2.0
"""Guard mode stops the actor that breaks its promise, and changes nothing for one that keeps it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.applications import ALL, App
from tests.apps.harness import Workbench, run
from tests.apps.promised import PROMISES

BYTES = 4096
GRAPH = """\
graph scribble(bytes = 4096) {{
    include "scribbler.h";
    source "scribbler.c";
    actor produce {{ state s : struct worker; fire produce(bytes, s, out); time 9us; out out : uint8[bytes]; }}
    actor work    {{ state s : struct worker; fire {function}(bytes, s, in, out); time 9us;
                    in in : uint8[bytes]{clause}; out out : uint8[bytes]; }}
    actor show    {{ fire show(bytes, original, worked); io; time 9us;
                    in original : uint8[bytes]; in worked : uint8[bytes]; }}
    produce.out -> {{ work.in, show.original }};
    work.out    -> show.worked;
}}
"""
PROVEN, CLAIMED, FREE = ("work", ""), ("work_freely", " read_only"), ("work_freely", "")
PLACE = "actor 'work' (scribble.sdf:5:11), firing 5: "


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """The graph for each way in which the input of `work` may be declared."""
    found = {}
    for kind in (PROVEN, CLAIMED, FREE):
        folder = tmp_path_factory.mktemp("scribble")
        for name in ("scribbler.h", "scribbler.c"):
            shutil.copy(PROMISES / name, folder)
        found[kind] = folder / "scribble.sdf"
        found[kind].write_text(GRAPH.format(function=kind[0], clause=kind[1]), encoding="utf-8")
    return found


def guarded(
    bench: Workbench, graph: Path, cores: int, *arguments: str, latency: int | None = None
) -> subprocess.CompletedProcess[str]:
    options = CompileOptions(cores=cores, guard=True, latency_iterations=latency)
    return run(bench.program(graph, options), "-n", "12", *arguments)


def honest_output(count: int = 12) -> list[str]:
    return [str(BYTES * (i + 1000 * (i + 1))) for i in range(count)]


@pytest.mark.parametrize("cores", [1, 2, 3])
@pytest.mark.parametrize("kind", [PROVEN, CLAIMED], ids=["const", "claimed"])
@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        ("write_input", "wrote to its input port 'in' (declared read_only) at byte 37 of 4096"),
        ("overrun", "wrote past the end of port 'out' (1 byte beyond)"),
        ("read_beyond", "read past the end of port 'in' (1 byte beyond)"),
    ],
)
def test_a_broken_promise_is_told_with_port_byte_and_firing(
    mistake: str, message: str, kind: tuple[str, str], cores: int,
    graphs: dict[tuple[str, str], Path], bench: Workbench
) -> None:  # fmt: skip
    # With one window in a slot every window, not only the last of a pass, ends at an inaccessible page.
    ended = guarded(bench, graphs[kind], cores, f"do={mistake}", latency=1)
    assert (ended.returncode, ended.stderr) == (1, f"error: {PLACE}{message}\n")


@pytest.mark.parametrize("kind", [PROVEN, CLAIMED, FREE], ids=["const", "claimed", "free"])
def test_bytes_left_unwritten_show_by_two_poisons(
    kind: tuple[str, str], graphs: dict[tuple[str, str], Path], bench: Workbench
) -> None:
    first = guarded(bench, graphs[kind], 2, "--poison", "1", "do=leave_gap").stdout.splitlines()
    second = guarded(bench, graphs[kind], 2, "--poison", "0xF2", "do=leave_gap").stdout.splitlines()
    assert [i for i, pair in enumerate(zip(first, second)) if pair[0] != pair[1]] == [5]
    assert int(second[5]) - int(first[5]) == 3 * 1000 * (0xF2 - 1)
    for poison in ("0", "0x5A", "255"):
        assert guarded(bench, graphs[kind], 2, "--poison", poison).stdout.splitlines() == honest_output()


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("guard", [False, True], ids=["plain", "guard"])
def test_an_input_that_may_be_written_is_a_copy_where_others_read(
    guard: bool, cores: int, graphs: dict[tuple[str, str], Path], bench: Workbench
) -> None:
    program = bench.program(graphs[FREE], CompileOptions(cores=cores, guard=guard))
    ended = run(program, "-n", "12", "do=write_input")
    assert (ended.returncode, ended.stdout.splitlines(), ended.stderr) == (0, honest_output(), "")


@pytest.mark.parametrize("cores", [1, 2])
def test_a_claim_is_not_trusted_with_bytes_that_others_read(
    cores: int, graphs: dict[tuple[str, str], Path], bench: Workbench
) -> None:
    ended = run(bench.program(graphs[CLAIMED], CompileOptions(cores=cores)), "-n", "12", "do=write_input")
    assert (ended.returncode, ended.stdout.splitlines()) == (0, honest_output())


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_an_application_writes_the_same_bytes_under_guard(app: App, bench: Workbench) -> None:
    plain = app.options(cores=1, mapper="balance", depth=1, transfers=("memcpy",))
    guarded = app.options(cores=2, guard=True)
    contents = []
    for options, arguments in ((plain, ()), (guarded, ("--poison", "0x00")), (guarded, ("--poison", "0xFF"))):
        program = bench.program(app.graph, options)
        ended = run(program, *app.arguments, *arguments)
        assert (ended.returncode, ended.stderr) == (0, "")
        contents.append(app.written(program.parent))
    assert contents[1:] == [contents[0], contents[0]]


def test_small_windows_that_two_cores_pass_on_end_at_pages_of_nobody(tmp_path: Path, bench: Workbench) -> None:
    (tmp_path / "tiny.h").write_text("void give(int *o);\nvoid take(const int *i);\n")
    (tmp_path / "tiny.c").write_text(
        '#include "tiny.h"\n#include <stdio.h>\n'
        "void give(int *o) { for (volatile int k = 0; k < 5; k++) o[k] = k; }\n"
        'void take(const int *i) { printf("%d\\n", i[3]); }\n'
    )
    graph = tmp_path / "tiny.sdf"
    graph.write_text(
        'graph tiny { include "tiny.h"; source "tiny.c";\n'
        "  @core(0) actor give { fire give(o); out o : int32[4]; }\n"
        "  @core(1) actor take { fire take(i); in i : int32[4]; } give.o -> take.i; }\n"
    )
    ended = run(bench.program(graph, CompileOptions(cores=2, guard=True)), "-n", "3")
    place = "actor 'give' (tiny.sdf:2:18), firing 0: "
    assert (ended.returncode, ended.stderr) == (1, f"error: {place}wrote past the end of port 'o' (1 byte beyond)\n")
