# SPDX-License-Identifier: Apache-2.0
"""Outputs that come back to their actor by a delay and lie over what came back before: one buffer for both."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.memory.options import MemoryOptions
from dfgen.model.plan import Plan
from dfgen.pipeline import CompileOptions, compile_graph
from tests.planning import ANY_MEMORY, SHORT, graph_of, planned
from tests.verify.tampering import refused

LOOP = """
    actor s { state; out o : float[8]; }
    actor a { state; in i : float[8]; in b : float[8]; out o : float[8] overlays b; }
    actor z { state; in i : float[8]; }
    s.o -> a.i; a.o -> z.i;
"""


def plan_of(edge: str, folder: Path, memory: MemoryOptions = ANY_MEMORY, body: str = LOOP) -> Plan:
    return planned(graph_of(body + edge, folder), 1, SHORT, memory)


def slots_and_obstacle(plan: Plan) -> tuple[int, str]:
    (overlay,) = plan.overlays
    assert not refused(plan)
    return plan.buffers[plan.windows[overlay.output].buffer].slots, overlay.obstacle


@pytest.mark.parametrize(("delay", "expected"), [(8, 1), (16, 2)])
def test_only_the_room_of_the_delay(delay: int, expected: int, tmp_path: Path) -> None:
    assert slots_and_obstacle(plan_of(f"a.o -> a.b delay {delay};", tmp_path)) == (expected, "")


def test_a_guarded_program_has_both(tmp_path: Path) -> None:
    slots, obstacle = slots_and_obstacle(plan_of("a.o -> a.b delay 8;", tmp_path, MemoryOptions(guard=True)))
    assert slots == 2
    assert obstacle


def test_what_another_reader_needs_is_not_written_over(tmp_path: Path) -> None:
    """It reads what came before last, after the actor has written."""
    body = LOOP.replace("in i : float[8]; }\n    s.o", "in i : float[8]; in j : float[8]; }\n    s.o")
    slots, obstacle = slots_and_obstacle(plan_of("a.o -> a.b delay 8; a.o -> z.j delay 8;", tmp_path, body=body))
    assert slots == 2
    assert obstacle


@pytest.mark.parametrize("delay", [12, 20])
def test_a_delay_that_shifts_windows_forbids_it(delay: int, tmp_path: Path) -> None:
    assert slots_and_obstacle(plan_of(f"a.o -> a.b delay {delay};", tmp_path))[1]


@pytest.mark.parametrize(("back", "forth"), [("4, 12", "12, 4"), ("12, 4", "4, 12")])
def test_windows_of_other_sizes_forbid_it(back: str, forth: str, tmp_path: Path) -> None:
    """A firing would write over what the next one reads, or find it elsewhere."""
    body = LOOP.replace("float[8]", "float[8, 8]").replace("b : float[8, 8]", f"b : float[{back}]")
    body = body.replace("float[8, 8] overlays", f"float[{forth}] overlays")
    slots, obstacle = slots_and_obstacle(plan_of("a.o -> a.b delay 16;", tmp_path, body=body))
    assert slots == 2
    assert "not of one size" in obstacle


def test_without_the_promise_it_is_refused(tmp_path: Path) -> None:
    plan = plan_of("a.o -> a.b delay 8;", tmp_path)
    graph = graph_of((LOOP + "a.o -> a.b delay 8;").replace(" overlays b", ""), tmp_path)
    assert refused(replace(plan, graph=graph))
    (overlay,) = plan.overlays
    name = plan.windows[overlay.output].buffer
    buffers = {**plan.buffers, name: replace(plan.buffers[name], slots=2)}
    assert refused(replace(plan, buffers=buffers, arena_bytes=2 * plan.arena_bytes))


HEADER = """#include <stdint.h>
void give(int *n, uint32_t *o);
void add(const uint32_t *i, const uint32_t *b, uint32_t *o);
void show(const uint32_t *i);
"""
CODE = """#include "all.h"
#include <stdio.h>
void give(int *n, uint32_t *o) { *o = (uint32_t)++*n; }
void add(const uint32_t *i, const uint32_t *b, uint32_t *o) { *o = *i + 3 * *b + 1000 * (b == o); }
void show(const uint32_t *i) { printf("%u\\n", *i); }
"""
GRAPH = """graph g { include "all.h"; source "all.c";
    actor s { state n : int32; fire give(n, o); out o : uint32[1]; }
    actor a { fire add(i, b, o); in i : uint32[1]; in b : uint32[1]; out o : uint32[1] overlays b; }
    actor z { io; fire show(i); in i : uint32[1]; }
    s.o -> a.i; a.o -> z.i; a.o -> a.b delay 1 = 5;
}
"""


@pytest.mark.parametrize(
    ("options", "same"),
    [(CompileOptions(cores=1), False), (CompileOptions(cores=1, latency_iterations=1), True),
     (CompileOptions(cores=1, latency_iterations=1, guard=True), False)],
    ids=["passes", "iterations", "guard"],
)  # fmt: skip
def test_a_program_that_adds_up_in_place(options: CompileOptions, same: bool, tmp_path: Path) -> None:
    """The function tells whether its windows are one: with one iteration a pass they are."""
    for name, text in (("all.h", HEADER), ("all.c", CODE), ("g.sdf", GRAPH)):
        (tmp_path / name).write_text(text)
    write_folder(tmp_path / "made", compile_graph(tmp_path / "g.sdf", options).files)
    binary = build_folder(tmp_path / "made", native=False)
    done = subprocess.run([binary, "-n", "4", "-q"], capture_output=True, text=True, timeout=60, check=True)
    value, expected = 5, []
    for number in range(1, 5):
        value = number + 3 * value + 1000 * same
        expected.append(str(value))
    assert done.stdout.split() == expected
