# SPDX-License-Identifier: Apache-2.0
"""Outputs that are read before they are written, or filled once: each firing finds what the one before left."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource import trial
from dfgen.csource.learn import learn_from_c
from dfgen.csource.trial import asking
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.preesm import persistent_outputs
from dfgen.frontend.importers.preesm.persistent_outputs import with_persistent_outputs
from dfgen.model.graph import Graph
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.reading import read_code
from dfgen.stages import generate, plan_known
from tests.frontend.importers.pi_text import actor, fifo, pi, port, write

HEADER = "void give(int *out);\nvoid turn(int *in, int *sum, int *copy);\nvoid show(int *sum, int *copy);\n"
ENDS = "#include <stdio.h>\nstatic int n;\nvoid give(int *out) { *out = ++n; }\n"
ENDS += 'void show(int *sum, int *copy) { printf("%d %d\\n", sum[RATE - 1], copy[COPIED - 1]); }\n'
ENDS += "static void fill(int *out, int value) { for (int i = 0; i < COPIED; i++) out[i] = value; }\n"

TURN = "void turn(int *in, int *sum, int *copy)"
ADDS = f"{TURN} {{ *sum += *in; *copy = *in; }}\n"
ONCE = f"{TURN} {{ static int started; fill(sum, *in); if (!started) {{ fill(copy, 128); started = 1; }} }}\n"


def call(function: str, **arguments: str) -> str:
    params = "".join(f'<param name="{n}" direction="{d}" isConfig="false" type="int"/>' for n, d in arguments.items())
    return f'<loop name="{function}">{params}</loop>'


def project(folder: Path, turn: str, rate: str = "1", copied: str = "") -> Path:
    """`copied`: the rate of `copy`, where it is not that of `sum`."""
    copied = copied or rate
    (folder / "Code").mkdir(parents=True)
    (folder / "Code/all.h").write_text(HEADER)
    rates = f"#define RATE {rate}\n#define COPIED {copied}\n"
    (folder / "Code/all.c").write_text('#include "all.h"\n' + rates + ENDS + turn)
    give = actor("give", [port("output", "out", "1")], "Code/all.h", call("give", out="OUT"))
    ports = [port("input", "in", "1"), port("output", "sum", rate), port("output", "copy", copied)]
    middle = actor("turn", ports, "Code/all.h", call("turn", **{"in": "IN", "sum": "OUT", "copy": "OUT"}))
    ends = [port("input", "sum", rate), port("input", "copy", copied)]
    show = actor("show", ends, "Code/all.h", call("show", sum="IN", copy="IN"))
    edges = (fifo("give.out", "turn.in"), fifo("turn.sum", "show.sum"), fifo("turn.copy", "show.copy"))
    return write(folder, top=pi(give, middle, show, *edges))


def kept(path: Path) -> tuple[set[str], Graph]:
    known = learn_from_c(load_graph(path, {}), runtime_dir() / "include")
    with asking(known) as ask:
        graph = with_persistent_outputs(known, ask)
    return {f"{a.name}.{p.name}" for a in graph.actors for p in a.ports if p.is_persistent}, graph


CASES: Mapping[str, tuple[str, set[str]]] = {
    "adds": ("{ *sum += *in; *copy = *in; }", {"turn.sum"}),
    "leaves a part": ("{ *sum = 1; if (*in > 99) *copy = 2; }", set()),
    "writes first": ("{ *sum = 0; *sum += *in; *copy = *sum; }", set()),
    "may read, does not": ("{ for (int i = 0; i < 2; i++) *sum = i ? *sum + *in : 0; *copy = 1; }", set()),
    "crashes": ("{ *copy = *sum + *(volatile int *)0; *sum = *in; }", set()),
    "keeps a state": ("{ static int k; *sum -= k++; *copy = *in; }", {"turn.sum"}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_kept(case: str, tmp_path: Path) -> None:
    turn, expected = CASES[case]
    found, graph = kept(project(tmp_path, f"{TURN} {turn}\n"))
    assert found == expected
    assert any("begin each firing as the one before left them" in note for note in graph.notes) is bool(expected)
    assert (graph.actor("turn").state is not None) is bool(expected)


@pytest.mark.parametrize(("helper", "expected"), [("a + b", {"turn.sum"}), ("b", set())])
def test_functions_are_tried_beside_a_main_and_with_what_they_call(
    helper: str, expected: set[str], tmp_path: Path
) -> None:
    own = "#include <stdlib.h>\nint shared;\nint main(void) { exit(3); }\nint join(int a, int b);\n"
    path = project(tmp_path, f"{own}{TURN} {{ *sum = join(*sum, *in); *copy = 0; }}\n")
    (tmp_path / "Code/join.c").write_text(f"int shared;\nint join(int a, int b) {{ return {helper}; }}\n")
    assert kept(path)[0] == expected


def test_large_outputs_are_not_kept(tmp_path: Path) -> None:
    assert kept(project(tmp_path, ADDS, rate="17"))[0] == set()


def test_large_outputs_that_are_filled_once(tmp_path: Path) -> None:
    found, graph = kept(project(tmp_path, ONCE, rate="1000"))
    assert found == {"turn.copy"}
    assert graph.notes[-1].endswith("begin each firing as the one before left them: turn.copy")
    state = graph.actor("turn").state
    assert state is not None
    assert state.count == 4000


FAILS = {
    "killed": "kill -9 $$",
    "a part killed": "echo 'cc: fatal error: Killed signal terminated program cc1' >&2; exit 1",
    "no room": "echo 'fatal error: error writing to -: No space left on device' >&2; exit 1",
    "no memory": "echo 'cc1: error: out of memory allocating 65536 bytes' >&2; exit 1",
}
STEPS = {"compiling": "*/table.c*", "linking": "*--gc-sections*"}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("way", FAILS)
def test_a_compiler_that_fails_for_once_is_asked_again(
    way: str, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, compiler = tmp_path / "short", tmp_path / "cc"
    failing = f'if [ -e {short} ]; then case "$*" in {STEPS[step]}) {FAILS[way]};; esac; fi'
    compiler.write_text(f'#!/bin/sh\n{failing}\nexec cc "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    path = project(tmp_path, ADDS)
    short.touch()
    assert kept(path)[0] == set()
    short.unlink()
    assert kept(path)[0] == {"turn.sum"}


@pytest.mark.parametrize("end", ["kill -9 $$", "kill -ALRM $$", "exit 1"])
def test_a_trial_that_ends_for_once_is_made_again(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    path = project(tmp_path, ADDS)
    run = trial.run_program
    with monkeypatch.context() as short:
        short.setattr(trial, "run_program", lambda _, **options: run(["sh", "-c", end], **options))
        assert kept(path)[0] == set()
    assert kept(path)[0] == {"turn.sum"}


def test_what_the_code_is_the_reason_of_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    crashing = project(tmp_path / "a", f"{TURN} {CASES['crashes'][0]}\n")
    unbuilt = project(tmp_path / "b", f"#ifdef __OPTIMIZE__\n#error\n#endif\n{ADDS}")
    found = [kept(path)[0] for path in (crashing, unbuilt)]
    monkeypatch.setattr(trial, "_is_built", lambda *_: pytest.fail("it is known already"))
    assert [kept(path)[0] for path in (crashing, unbuilt)] == found
    assert not any("turn.sum" in outputs for outputs in found)


PARTIAL: Mapping[str, tuple[str, set[str]]] = {
    "leaves a border": ("{ fill(sum, *in); for (int i = 1; i < RATE - 1; i++) copy[i] = *in; }", {"turn.copy"}),
    "adds to what it finds": ("{ for (int i = 0; i < RATE; i++) sum[i] += *in; fill(copy, 1); }", {"turn.sum"}),
    "writes where it finds something": ("{ fill(sum, 1); if (*in > 99) fill(copy, 2); }", {"turn.copy"}),
    "writes all": ("{ fill(sum, 1); fill(copy, *in); }", set()),
}


@pytest.mark.parametrize("case", PARTIAL)
@pytest.mark.parametrize("rate", ["4", "1000"])
def test_what_is_not_written_whole_is_zero_before(case: str, rate: str, tmp_path: Path) -> None:
    turn, expected = PARTIAL[case]
    _, graph = kept(project(tmp_path, f"{TURN} {turn}\n", rate=rate))
    found = {f"turn.{port.name}" for port in graph.actor("turn").ports if port.partial or port.is_persistent}
    assert found == expected
    if rate == "1000":
        assert any("not written whole, and are zero before each firing: turn." in n for n in graph.notes) is bool(
            expected
        )


UNWRITTEN: Mapping[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "two ends": ("for (int i = 1; i < RATE - 1; i++) copy[i] = *in;", ((0, 64), (3968, 4000))),
    "one end": ("for (int i = 0; i < RATE - 20; i++) copy[i] = *in;", ((3904, 4000),)),
    "near": ("for (int i = 0; i < RATE; i++) if (i < 100 || i > 200 && i != 220) copy[i] = *in;", ((384, 896),)),
    "by input": ("for (int i = *in & 7; i < RATE; i++) copy[i] = *in;", ((0, 64),)),
    "more than half": ("for (int i = 0; i < RATE / 3; i++) copy[i] = *in;", ()),
    "every third": ("for (int i = 0; i < RATE; i += 3) copy[i] = *in;", ()),
    "many": ("for (int i = 0; i < RATE; i++) if (i % 64) copy[i] = *in;", ()),
}


@pytest.mark.parametrize("case", UNWRITTEN)
def test_where_an_output_is_not_written(case: str, tmp_path: Path) -> None:
    code, expected = UNWRITTEN[case]
    _, graph = kept(project(tmp_path, f"{TURN} {{ fill(sum, *in); {code} }}\n", rate="1000"))
    port = graph.actor("turn").port("copy")
    assert (port.partial, port.unwritten_bytes) == (True, expected)


@pytest.mark.parametrize("options", ["one", "two", "three", "memcpy", "guard", "traced"])
def test_what_is_not_written_is_zero_however_it_is_made(options: str, tmp_path: Path) -> None:
    turn = f"{TURN} {{ fill(sum, *in); for (int i = 0; i < RATE - 1; i++) copy[i] = -1; }}\n"
    path = project(tmp_path / "p", turn, "1000")
    write_folder(tmp_path / "made", compile_graph(path, OPTIONS[options]).files)
    binary = build_folder(tmp_path / "made", native=False)
    done = subprocess.run([binary, "-n", "3"], capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path)
    assert done.stdout.split("\n")[:3] == ["1 0", "2 0", "3 0"]


CUTS = "void cut(int *first, int *end);\nvoid work(int *first, int *end, int *out);\nvoid show(int *out);\n"
CUT = "void cut(int *first, int *end) { for (int k = 0; k < 4; k++) { first[k] = k * 250; end[k] = k * 250 + 250; } }\n"
SHOW = '#include <stdio.h>\nvoid show(int *out) { printf("%d\\n", out[999]); }\n'
WORK = "void work(int *first, int *end, int *out) { for (int i = *first; i < *end; i++) out[i - *first] = i; }\n"


def cut_project(folder: Path, cut: str = CUT, work: str = WORK) -> Path:
    """Four firings that are told by an actor without inputs which part is theirs."""
    (folder / "Code").mkdir(parents=True)
    (folder / "Code/all.h").write_text(CUTS)
    (folder / "Code/all.c").write_text(f'#include "all.h"\n{SHOW}{cut}{work}')
    tells = [port("output", "first", "4"), port("output", "end", "4")]
    ports = [port("input", "first", "1"), port("input", "end", "1"), port("output", "out", "250")]
    return write(folder, top=pi(
        actor("cut", tells, "Code/all.h", call("cut", first="OUT", end="OUT")),
        actor("work", ports, "Code/all.h", call("work", first="IN", end="IN", out="OUT")),
        actor("show", [port("input", "out", "1000")], "Code/all.h", call("show", out="IN")),
        fifo("cut.first", "work.first"), fifo("cut.end", "work.end"), fifo("work.out", "show.out"),
    ))  # fmt: skip


TOLD: Mapping[str, tuple[str, str, tuple[bool, tuple[tuple[int, int], ...]]]] = {
    "all parts": (CUT, WORK, (False, ())),
    "a shorter one": (CUT.replace("k * 250 + 250", "k * 250 + 250 - (k == 2)"), WORK, (True, ((960, 1000),))),
    "by a count": (CUT.replace("{ for", "{ static int n; n++; for"), WORK, (True, ())),
    "in part": (CUT.replace("k < 4", "k < 3"), WORK, (True, ())),
}


@pytest.mark.parametrize("case", TOLD)
def test_functions_are_tried_with_what_they_read_in_each_iteration(case: str, tmp_path: Path) -> None:
    cut, work, expected = TOLD[case]
    graph = kept(cut_project(tmp_path, cut, work))[1]
    out = graph.actor("work").port("out")
    assert (out.partial, out.unwritten_bytes) == expected


@pytest.mark.parametrize("case", PARTIAL)
@pytest.mark.parametrize("rate", ["4", "1000"])
def test_plans_do_not_depend_on_what_is_mapped_meanwhile(case: str, rate: str, tmp_path: Path) -> None:
    path, options = project(tmp_path, f"{TURN} {PARTIAL[case][0]}\n", rate=rate), CompileOptions(cores=2)
    afterwards = generate(plan_known(read_code(load_graph(path, {})), options))
    assert compile_graph(path, options).files == afterwards.files


@pytest.mark.parametrize("index", ["-1", "1", "0"])
def test_what_reads_outside_of_its_windows_is_named(index: str, tmp_path: Path) -> None:
    _, graph = kept(project(tmp_path, f"{TURN} {{ fill(sum, *in); fill(copy, in[{index}]); }}\n", rate="1000"))
    notes = [note for note in graph.notes if "reads outside of its actor's windows" in note]
    assert len(notes) == (index != "0")
    assert all(note.endswith("may differ from run to run: turn.copy") for note in notes)


NOT_FILLED: Mapping[str, tuple[str, str]] = {
    "no data of its own": ('{ fill(sum, *in); if (*in < 2) { fill(copy, 128); puts(""); } }', "1000"),
    "in all firings": ("{ static int n; fill(sum, *in); if (n++) fill(copy, 128); else fill(copy, 0); }", "1000"),
    "too large": ("{ static int n; fill(sum, *in); if (!n++) fill(copy, 128); }", str((2 << 20) + 1)),
}


@pytest.mark.parametrize("case", NOT_FILLED)
def test_large_outputs_that_are_not_filled_once(case: str, tmp_path: Path) -> None:
    turn, rate = NOT_FILLED[case]
    assert kept(project(tmp_path, f"{TURN} {turn}\n", rate))[0] == set()


def test_small_outputs_that_are_filled_once_and_never_read(tmp_path: Path) -> None:
    turn = f"{TURN} {{ static int started; *sum = *in; if (!started++) *copy = 128; }}\n"
    assert kept(project(tmp_path, turn))[0] == {"turn.copy"}


def test_sources_are_read_for_functions_that_keep_data_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(source: Path, *_: object) -> Mapping[str, frozenset[int]]:
        read.append(source.name)
        return {}

    monkeypatch.setattr(persistent_outputs, "branch_arguments", reading)
    path = project(tmp_path, f"{TURN} {{ fill(sum, *in); if (*in < 2) fill(copy, 1); }}\n", rate="1000")
    code = tmp_path / "Code/all.c"
    kept(path)
    assert read == ["all.c"]  # for 'give', which counts
    code.write_text(code.read_text().replace("*out = ++n;", "*out = 1;"))
    kept(path)
    assert read == ["all.c"]


OPTIONS = {
    "one": CompileOptions(cores=1),
    "two": CompileOptions(cores=2),
    "three": CompileOptions(cores=3),
    "shallow": CompileOptions(cores=2, depth=1),
    "staged": CompileOptions(cores=2, mapper="staged"),
    "memcpy": CompileOptions(cores=2, transfers=("memcpy",)),
    "guard": CompileOptions(cores=1, guard=True),
    "traced": CompileOptions(cores=2, trace=True, verify_transfers=True),
}


@pytest.mark.parametrize("options", OPTIONS)
def test_the_same_however_it_is_made(options: str, tmp_path: Path) -> None:
    """Two outputs that are kept: a small one that is read, and a large one that is filled once."""
    turn = f"{TURN} {{ static int started; *sum += *in; if (!started) {{ fill(copy, 128); started = 1; }} }}\n"
    path = project(tmp_path / "p", turn, "1", copied="1000")
    assert kept(path)[0] == {"turn.sum", "turn.copy"}
    write_folder(tmp_path / "made", compile_graph(path, OPTIONS[options]).files)
    binary = build_folder(tmp_path / "made", native=False)
    done = subprocess.run([binary, "-n", "5"], capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path)
    assert done.stdout.split("\n")[:5] == ["1 128", "3 128", "6 128", "10 128", "15 128"]
