# SPDX-License-Identifier: Apache-2.0
"""What the order of the stages promises: wrong options are told, passes suit the memory, no core is without work."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.chosen import MAX_CORES
from dfgen.frontend.elaborate import load_graph
from dfgen.lowering.lower import lower
from dfgen.model.diagnostics import UserError
from dfgen.model.network import NODES_MAX
from dfgen.model.plan import Plan
from dfgen.model.program import Fire, Program, Wait
from dfgen.pipeline import Compiled, CompileOptions, compile_graph, plan_graph
from dfgen.verify.verify import InvalidProgram
from tests.verify.mutations import parts
from tests.verify.tampering import without

PAIR = """
actor a { fire give(out); out out : uint8[1]; }
actor b { fire take(in); in in : uint8[1]; io; }
a.out -> b.in;
"""
CompileText = Callable[..., Compiled]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"mapper": "zap"}, "there is no mapper 'zap'"),
        ({"fusion": "zap"}, "there is no way 'zap' to fuse"),
        ({"helping": "zap"}, "there is no way 'zap' for cores to help each other"),
        ({"candidates": ("shared",)}, "'shared' is not a transfer strategy that a program can choose"),
        ({"dump": ("zap",)}, "there is no stage 'zap' to dump"),
        ({"cores": MAX_CORES + 1}, f"{MAX_CORES + 1} cores are more than a program can use"),
        ({"cores": MAX_CORES + 1, "platform": "not/read"}, f"{MAX_CORES + 1} cores are more than a program can use"),
        ({"nodes": NODES_MAX + 1}, f"{NODES_MAX + 1} nodes are more than a program can use"),
    ],
)
def test_options_are_checked_also_where_only_a_plan_is_made(
    compile_text: CompileText, tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    compile_text(PAIR)
    with pytest.raises(UserError, match=message) as caught:
        plan_graph(load_graph(tmp_path / "g.sdf", {}), CompileOptions(**wrong))
    assert caught.value.diagnostics[0].id == "option-unknown"


def test_stages_tell_when_they_begin(compile_text: CompileText, tmp_path: Path) -> None:
    told: list[str] = []
    compile_text(PAIR)
    compile_graph(tmp_path / "g.sdf", CompileOptions(), told.append)
    assert told == [
        "reading the graph", "reading its C", "analysing the graph", "mapping its actors", "planning its memory",
        "proving that the program is right, and writing its C",
    ]  # fmt: skip


@pytest.mark.parametrize(("part", "problem"), [(Fire, "a never fires"), (Wait, r"b\.in may be overwritten by a\.out")])
def test_a_wrong_program_is_not_written(
    compile_text: CompileText, monkeypatch: pytest.MonkeyPatch, part: type, problem: str
) -> None:
    """The proof is made in another process, as the C is written, which stumbles on the first of the two."""

    def with_a_part_less(plan: Plan) -> Program:
        program = lower(plan)
        return without(program, next(path for path, each in parts(program.agents, ("agents",)) if type(each) is part))

    monkeypatch.setattr("dfgen.stages.lower", with_a_part_less)
    with pytest.raises(InvalidProgram, match=problem):
        compile_text(PAIR.replace("actor b {", "actor b @core(1) {"), cores=2)


def test_a_platform_of_many_cores_is_told_once(compile_text: CompileText, tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("cores = 100\n")
    platform = str(tmp_path / "large.toml")
    note = "platform 'large' has 100 cores; a program uses 64 at most"
    assert compile_text(PAIR, platform=platform).notes.count(note) == 1
    assert note not in compile_text(PAIR, platform=platform, cores=3).notes


def test_cores_behind_the_last_one_with_work_are_not_planned(compile_text: CompileText) -> None:
    compiled = compile_text(PAIR, cores=5)
    assert "2 cores, mapper auto" in compiled.plan_text
    assert "cores 2 to 4 are left out: there is nothing to do there" in compiled.notes


def test_a_core_between_others_keeps_its_number(compile_text: CompileText) -> None:
    compiled = compile_text(PAIR.replace("actor b {", "actor b @core(3) {"), cores=5, mapper="list")
    assert "4 cores, mapper list" in compiled.plan_text
    assert "core 4 is left out: there is nothing to do there" in compiled.notes


@pytest.mark.parametrize(("memory_bytes", "passes"), [(3000, "overlap"), (256, "overlap"), (64, "1 pass at a time")])
def test_passes_are_as_long_as_memory_allows(compile_text: CompileText, memory_bytes: int, passes: str) -> None:
    freely = compile_text(PAIR, cores=2)
    compiled = compile_text(PAIR, cores=2, memory_bytes=memory_bytes)
    assert 0 < arena_bytes(compiled) <= memory_bytes < arena_bytes(freely)
    lengths = [int(iterations.split()[0]) for iterations in (length_of(compiled), length_of(freely))]
    assert f"a pass has {lengths[0]} and not {lengths[1]} iterations, for these would take too much memory" in (
        compiled.notes
    )
    assert passes in compiled.plan_text
    assert ("1 pass at a time" in compiled.plan_text) == (passes == "1 pass at a time")


def test_a_depth_that_is_asked_for_is_kept(compile_text: CompileText) -> None:
    with pytest.raises(UserError, match="the plan needs") as caught:
        compile_text(PAIR, cores=2, memory_bytes=10_000, depth=20_000)
    assert caught.value.diagnostics[0].hint == "Allow more with --memory, or use fewer cores, or lower --depth."


def test_where_not_even_one_iteration_has_room(compile_text: CompileText) -> None:
    with pytest.raises(UserError, match="the plan needs 64 bytes, 32 are allowed") as caught:
        compile_text(PAIR, cores=2, memory_bytes=32)
    assert caught.value.diagnostics[0].hint == "Allow more with --memory, or use fewer cores."


def arena_bytes(compiled: Compiled) -> int:
    found = re.search(r"^memory: (\d+) bytes", compiled.plan_text, re.MULTILINE)
    assert found
    return int(found[1])


def length_of(compiled: Compiled) -> str:
    found = re.search(r"(\d+ iterations?) a pass", compiled.plan_text)
    assert found
    return found[1]


def test_what_plans_and_writes_is_loaded_while_the_compiler_reads() -> None:
    """The compiler can be started before that, which takes as long as all that the compiler does for a small graph."""
    later = ("networkx", "dfgen.stages", "dfgen.memory.plan_memory", "dfgen.verify.verify", "jinja2")
    asked = f"import sys, dfgen.pipeline; print([name for name in {later} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout == "[]\n"
