# SPDX-License-Identifier: Apache-2.0
"""The memory of a delay is its bytes and a few windows, however the graph is compiled."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.model.plan import Dependence, Layout, Plan
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.planning import SHORT, graph_of, planned

LONG = 10_000_000
HALF = LONG // 2
# Of each graph: its body, and the tokens of all delays. A copy on the way is a stream of its own.
PAIR = "actor a {{ state; out o : {0}; }} actor b {{ state; in i : {1}; }} a.o -> b.i delay {2};"
OTHER = " actor c { state; in i : int32[1]; } a.o -> c.i delay "
CYCLE = """actor a {0} {{ state; in i : {2}; out o : {2}; }} actor b {1} {{ state; in i : {3}; out o : {3}; }}
a.o -> b.i delay {4}; b.o -> a.i delay {5};"""
GRAPHS = {
    "one by one": (PAIR.format("int32[1]", "int32[1]", LONG), LONG),
    "no multiple of a window": (PAIR.format("int32[100]", "int32[30]", LONG + 1), LONG),
    "phases": (PAIR.format("int32[1, 2, 0]", "int32[2]", LONG + 1), LONG),
    "a value": (PAIR.format("int32[1]", "int32[1]", f"{LONG} = 7"), LONG),
    "two readers": (PAIR.format("int32[1]", "int32[1]", LONG) + OTHER + f"{HALF};", LONG + HALF),
    "a short delay beside it": (PAIR.format("int32[8]", "int32[16]", LONG + 1) + OTHER + "3;", LONG),
    "a cycle": (CYCLE.format("", "", "int32[1]", "int32[1]", 0, LONG), LONG),
    "a cycle of several rates": (CYCLE.format("", "", "int32[2]", "int32[3]", 0, LONG + 1), LONG),
    "a cycle of two cores": (CYCLE.format("@core(0)", "@core(1)", "int32[1]", "int32[1]", 64, LONG + 1), LONG),
    "a loop": ("actor a { in i : int32[1]; out o : int32[1]; } " + f"a.o -> a.i delay {LONG};", LONG),
}
WAYS = {
    "plain": CompileOptions(),
    "buffers min": CompileOptions(buffers="min"),
    "latency": CompileOptions(latency_iterations=1),
    "depth": CompileOptions(depth=1),
    "guard": CompileOptions(guard=True),
    "memcpy": CompileOptions(transfers=("memcpy",)),
    "cow": CompileOptions(transfers=("cow",), latency_iterations=1),
    "stream": CompileOptions(transfers=("stream",)),
    "offload": CompileOptions(transfers=("offload",), buffers="min"),
}


def compiled(body: str, folder: Path, way: CompileOptions) -> Compiled:
    path = folder / "g.sdf"
    path.write_text(f"graph g {{\n{body}\n}}\n")
    return compile_graph(path, way)


@pytest.mark.parametrize("cores", [1, 2, 4])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("graph", GRAPHS)
def test_a_delay_takes_its_bytes_and_a_few_windows(graph: str, way: str, cores: int, tmp_path: Path) -> None:
    body, tokens = GRAPHS[graph]
    given = replace(WAYS[way], cores=max(cores, 1 + body.count("@core(1)")), stand_ins=True)
    made = compiled(body, tmp_path, given)
    memory = made.plan["memory"]
    assert isinstance(memory, dict)
    assert memory["arena_bytes"] <= 4 * tokens + 1024 * 1024
    lines = sum(content.count(b"\n") for name, content in made.files.items() if name.startswith("src/"))
    assert lines < 1500


def dependence_of(plan: Plan, fifo: str) -> Dependence:
    return next(m for m in plan.dependences if m.fifo == fifo)


def test_wrapped_slots_overlap(tmp_path: Path) -> None:
    """Four tokens a trip: a delay of 18 begins two tokens before the slot of four trips ago."""
    graph = graph_of(PAIR.format("uint8[4]", "uint8[4]", 18), tmp_path)
    plan = planned(graph, 1, SHORT)
    buffer = plan.buffers["a.o"]
    assert (buffer.layout, buffer.slots, buffer.stride_bytes) == (Layout.WRAPPED, 6, 4)
    assert (buffer.history_tokens, buffer.size_bytes) == (2, 2 + 6 * 4)
    dependence = dependence_of(plan, "a.o:b.i")
    assert (dependence.distance, dependence.reuse_distance, dependence.spans) == (4, 1, True)
    window = next(w for ref, w in plan.windows.items() if ref.actor == "b")
    assert (window.shift, window.view.base) == (4, 0)
    assert len(plan.tail_moves) == 1


def test_what_is_guarded_slot_by_slot_is_not_wrapped(tmp_path: Path) -> None:
    guarded = CompileOptions(cores=1, guard=True, stand_ins=True)
    short = compiled(PAIR.format("uint8[4]", "uint8[4]", 18), tmp_path, guarded)
    assert not any("page of nobody" in note for note in short.notes)
    assert [b["layout"] for b in short.plan["buffers"]] == ["linear"]  # type: ignore[attr-defined]
    long = compiled(PAIR.format("uint8[4]", "uint8[4]", LONG), tmp_path, guarded)
    assert any("a.o (2500001 slots)" in note for note in long.notes)


def test_cores_keep_a_line_between_them(tmp_path: Path) -> None:
    """Of the slots of four bytes 16 lie between what is written and what is still read."""
    body = CYCLE.format("@core(0)", "@core(1)", "int32[1]", "int32[1]", 64, 1000)
    plan = planned(graph_of(body, tmp_path), 2, SHORT)
    buffer = plan.buffers["b.o"]
    assert (buffer.stride_bytes, buffer.spare_slots) == (4, 16)
    assert dependence_of(plan, "b.o:a.i").reuse_distance == buffer.slots - 16 - 1000


def test_nobody_is_ahead_by_a_long_delay(tmp_path: Path) -> None:
    """A writer could be as far ahead of the reader without delay as the other reader's delay says."""
    body = PAIR.format("int32[1]", "int32[1]", LONG) + " actor c @core(1) { state; in i : int32[1]; } a.o -> c.i;"
    plan = planned(graph_of(body.replace("actor a", "actor a @core(0)"), tmp_path), 2, SHORT)
    assert max(wait.lag for waits in plan.waits.values() for wait in waits) < 3000


@pytest.mark.parametrize(
    ("delay", "layout", "told"),
    [
        (0, "slots", ""),
        (3, "linear", ", 12 bytes carried from slot to slot each trip"),
        (30_001, "wrapped", r", \d+ bytes carried from slot to slot every \d+ trips"),
    ],
)
def test_the_plan_tells_what_goes_from_slot_to_slot(delay: int, layout: str, told: str, tmp_path: Path) -> None:
    body = PAIR.format("int32[4]", "int32[4]", delay)
    made = compiled(body, tmp_path, CompileOptions(cores=1, stand_ins=True, fusion="none"))
    assert re.search(rf" {layout} .* a\.o{told}\n", made.plan_text)
    (buffer,) = made.plan["buffers"]  # type: ignore[misc]
    assert (buffer["layout"], "tail_bytes" in buffer) == (layout, bool(delay))
