# SPDX-License-Identifier: Apache-2.0
"""Delayed outputs of broadcasts: their readers look back to where the tokens lie, in this pass or in the one before."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.graph import PortRef
from dfgen.model.plan import Plan
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.verify.verify import InvalidProgram
from tests.planning import ANY_MAPPING, ANY_MEMORY, SHORT, graph_of, planned, prove
from tests.verify.tampering import refused

TWO = """actor s @core(0) { state; out o : float[48]; }
actor f @core(0) { in i : float[8]; in b : float[8]; out o : float[8]; }
actor g @core(0) { in i : float[8]; out o : float[8]; }
broadcast c { in i : float[8]; out o : float[8]; out p : float[8]; }
actor z @core(0) { state; in i : float[48]; }
s.o -> f.i; f.o -> g.i; g.o -> c.i; c.o -> z.i; c.p -> f.b delay 8;
"""
# Behind two broadcasts the tokens of two loops are joined, in one of which an actor reads its own.
JOINED = """actor s @core(0) { state; out o : float[40]; }
broadcast d { in i : float[40]; out o : float[40]; out p : float[40]; }
actor f @core(0) { in i : float[8]; in b : float[8]; out o : float[8]; }
actor h @core(0) { in i : float[4]; in b : float[4]; out o : float[4]; }
broadcast c { in i : float[8]; out o : float[8]; out q : float[8]; }
broadcast e { in i : float[8]; out o : float[8]; out p : float[8]; }
broadcast k { in i : float[4]; out o : float[4]; out p : float[4]; }
join j { in a : float[40]; in b : float[40]; out o : float[80]; }
actor y @core(0) { state; in i : float[8]; }
actor z @core(1) { state; in i : float[80]; }
s.o -> d.i; d.o -> f.i; d.p -> h.i; f.o -> c.i; c.o -> e.i; c.q -> y.i; e.o -> j.a; h.o -> k.i; k.o -> j.b; j.o -> z.i;
e.p -> f.b delay 16; k.p -> h.b delay 4;
"""
BACK = PortRef("f", "b")


def plan_of(
    text: str, folder: Path, cores: int = 1, mapping: MappingOptions = SHORT, memory: MemoryOptions = ANY_MEMORY
) -> Plan:
    plan = planned(graph_of(text, folder), cores, mapping, memory)
    prove(plan)
    return plan


@pytest.mark.parametrize("mapping", [SHORT, ANY_MAPPING, MappingOptions(depth=3)], ids=["short", "any", "deep"])
@pytest.mark.parametrize("other", [0, 1])
@pytest.mark.parametrize("delay", [8, 24, 40, 48])
def test_nothing_is_copied(delay: int, other: int, mapping: MappingOptions, tmp_path: Path) -> None:
    text = TWO.replace("delay 8", f"delay {delay}").replace("z @core(0)", f"z @core({other})")
    plan = plan_of(text, tmp_path, other + 1, mapping)
    assert (plan.windows[BACK].buffer, plan.windows[BACK].delay_tokens) == ("g.o", delay)
    assert not plan.transfers
    assert plan.buffers["g.o"].slots == 1 or other == 1


def test_parts_of_what_is_joined_are_looked_back_to(tmp_path: Path) -> None:
    plan = plan_of(JOINED, tmp_path, 2)
    windows = {port: plan.windows[PortRef(*port)] for port in (("f", "b"), ("h", "b"))}
    assert {window.buffer for window in windows.values()} == {"j.o"}
    assert [(w.delay_tokens, w.trip_tokens) for w in windows.values()] == [(16, 40), (4, 40)]
    assert not plan.transfers


@pytest.mark.parametrize(("delay_tokens", "trip_tokens"), [(16, 48), (0, 48), (8, 40), (8, 0)])
def test_a_window_elsewhere_is_refused(delay_tokens: int, trip_tokens: int, tmp_path: Path) -> None:
    plan = plan_of(TWO, tmp_path)
    window = replace(plan.windows[BACK], delay_tokens=delay_tokens, trip_tokens=trip_tokens)
    assert refused(replace(plan, windows={**plan.windows, BACK: window}))


def test_firings_of_a_trip_that_look_to_two_slots_are_refused(tmp_path: Path) -> None:
    """The code chooses one for all of them."""
    ports = "in i : float[8]; in b : float[8]; out o : float[8]"
    plan = plan_of(TWO.replace(ports, ports.replace("[8]", "[4]")), tmp_path)
    window = replace(plan.windows[BACK], delay_tokens=12)
    with pytest.raises(InvalidProgram, match=r"f\.b looks back to two slots of g\.o"):
        prove(replace(plan, windows={**plan.windows, BACK: window}))


def test_a_buffer_that_shares_its_memory_is_refused(tmp_path: Path) -> None:
    """What lies over it would be read in the next pass."""
    plan = plan_of(TWO, tmp_path)
    over = replace(plan.buffers["s.o"], offset_bytes=plan.buffers["g.o"].offset_bytes)
    assert refused(replace(plan, buffers={**plan.buffers, "s.o": over}))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"delay 8": "delay 12"}, "it is not one of whole trips within a pass"),
        ({"delay 8": "delay 56"}, "it is not one of whole trips within a pass"),
        ({"delay 8": "delay 8 = 1.5"}, "its initial tokens are not zero"),
        ({"in b : float[8]": "in b : float[8] read_mostly"}, "f.b may be written by its reader"),
        ({"in b : float[8]": "in b : float[8] read_only"}, "f.b may be written by its reader"),
        ({"in b : float[8]; ": "", "in i : float[48]": "in i : float[48]; in b : float[48]",
          "f.b delay 8": "z.b delay 48"},
         "z does not fire before g in one loop of one core"),
        ({"out p : float[8]": "out p : float[16]", "b : float[8]": "b : float[16]", "delay 8": "delay 16"},
         "its input is not handed on as it is"),
    ],
)  # fmt: skip
def test_what_stands_in_the_way_is_told(changes: Mapping[str, str], reason: str, tmp_path: Path) -> None:
    text = TWO
    for before, after in changes.items():
        text = text.replace(before, after)
    told = [transfer.reason for transfer in plan_of(text, tmp_path, 2).transfers]
    assert any(each.startswith(f"its output has a delay, and {reason}") for each in told)


def test_a_guarded_program_copies(tmp_path: Path) -> None:
    plan = plan_of(TWO, tmp_path, memory=MemoryOptions(guard=True))
    assert plan.windows[BACK].buffer != "g.o"


HEADER = """#include <stdint.h>
void give(int *n, uint32_t *o);
void mix(const uint32_t *i, const uint32_t *b, uint32_t *o);
void turn(const uint32_t *i, uint32_t *o);
void show(const uint32_t *i);
"""
CODE = """#include "all.h"
#include <stdio.h>
enum { SIZE = 16 };
void give(int *n, uint32_t *o) { for (int k = 0; k < 6 * SIZE; k++) o[k] = (uint32_t)(*n)++; }
void mix(const uint32_t *i, const uint32_t *b, uint32_t *o)
{
    for (int k = 0; k < SIZE; k++)
        o[k] = i[k] + 3 * b[SIZE - 1 - k];
}
void turn(const uint32_t *i, uint32_t *o) { for (int k = 0; k < SIZE; k++) o[k] = i[k] ^ i[0]; }
void show(const uint32_t *i)
{
    uint32_t sum = 0;
    for (int k = 0; k < 6 * SIZE; k++)
        sum = 31 * sum + i[k];
    printf("%u\\n", sum);
}
"""
GRAPH = """graph g { include "all.h"; source "all.c";
    actor s @core(0) { state n : int32; fire give(n, o); out o : uint32[96]; }
    actor f @core(0) { fire mix(i, b, o); in i : uint32[16]; in b : uint32[16]; out o : uint32[16]; }
    actor g @core(0) { fire turn(i, o); in i : uint32[16]; out o : uint32[16]; }
    broadcast c { in i : uint32[16]; out o : uint32[16]; out p : uint32[16]; }
    actor z @core(OTHER) { io; fire show(i); in i : uint32[96]; }
    s.o -> f.i; f.o -> g.i; g.o -> c.i; c.o -> z.i; c.p -> f.b delay DELAY;
}
"""


def expected(delay: int, iterations: int) -> list[str]:
    """What the program prints."""
    mask, size, lines, given = 2**32 - 1, 16, [], 0
    tokens = [0] * delay
    for _ in range(iterations):
        for _ in range(6):
            before = tokens[len(tokens) - delay : len(tokens) - delay + size]
            mixed = [(given + k + 3 * before[size - 1 - k]) & mask for k in range(size)]
            given += size
            tokens += [number ^ mixed[0] for number in mixed]
        total = 0
        for number in tokens[-6 * size :]:
            total = (31 * total + number) & mask
        lines.append(str(total))
    return lines


@pytest.mark.parametrize(
    ("delay", "cores", "latency"), [(16, 1, 1), (16, 2, 3), (80, 1, None), (80, 2, 1), (96, 1, 3), (96, 2, None)]
)
def test_programs_read_what_came_before(delay: int, cores: int, latency: int | None, tmp_path: Path) -> None:
    text = GRAPH.replace("DELAY", str(delay)).replace("OTHER", str(cores - 1))
    for name, content in (("all.h", HEADER), ("all.c", CODE), ("g.sdf", text)):
        (tmp_path / name).write_text(content)
    compiled = compile_graph(tmp_path / "g.sdf", CompileOptions(cores=cores, latency_iterations=latency))
    assert not compiled.plan["transfers"]
    write_folder(tmp_path / "made", compiled.files)
    binary = build_folder(tmp_path / "made", native=False)
    for iterations in (1, 2, 7):
        command = [str(binary), "-n", str(iterations), "-q"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        assert done.stdout.split() == expected(delay, iterations)
