# SPDX-License-Identifier: Apache-2.0
"""Chains of outputs over inputs that go from core to core: one ring of slots, whoever works in it."""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.machine.constants import LARGE_BYTES
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.plan import Plan
from dfgen.model.program_waits import SPACE, told_waits
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.verify.verify import InvalidProgram
from tests.oracle.building import Builder
from tests.planning import ANY_MAPPING, ANY_MEMORY, graph_of, planned, prove

BODY = """actor s @core({0}) {{ state; out o : uint8[4096]; }}
actor a @core({1}) {{ state; in i : uint8[4096]; out o : uint8[4096] overlays i; }}
actor b @core({2}) {{ state; in i : uint8[4096]; out o : uint8[4096] overlays i; }}
actor z @core({3}) {{ state; in i : uint8[4096]; }} s.o -> a.i; a.o -> b.i; b.o -> z.i;
"""
RING = ("s.o", "a.o", "b.o")


def plan_of(
    folder: Path,
    *cores: int,
    mapping: MappingOptions = ANY_MAPPING,
    memory: MemoryOptions = ANY_MEMORY,
    text: str = BODY,
) -> Plan:
    body = text if len(cores) == 1 else text.format(*cores)
    plan = planned(graph_of(body, folder), max(cores) + 1, mapping, memory)
    prove(plan)
    return plan


def space(plan: Plan) -> dict[str, int]:
    """By actor that waits for others to leave a slot: how many trips back."""
    waits = (wait for wait in told_waits(lower(plan)) if wait.reason.startswith(SPACE))
    return {wait.step.partition(" on ")[0]: wait.lag for wait in waits}


@pytest.mark.parametrize("cores", [(0, 0, 1, 1), (0, 1, 1, 1), (0, 0, 0, 1), (0, 1, 2, 3), (0, 1, 0, 1), (1, 0, 1, 0)])
@pytest.mark.parametrize("mapping", [ANY_MAPPING, MappingOptions(depth=1), MappingOptions(depth=3)])
def test_a_chain_over_cores_has_one_ring(cores: tuple[int, ...], mapping: MappingOptions, tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *cores, mapping=mapping)
    assert [overlay.obstacle for overlay in plan.overlays] == ["", ""]
    buffers = [plan.buffers[name] for name in RING]
    assert len({(b.offset_bytes, b.slots, b.stride_bytes) for b in buffers}) == 1
    assert plan.arena_bytes == plan.lower_bound_bytes == buffers[0].size_bytes


def test_the_first_actor_waits_until_the_last_reader_has_left(tmp_path: Path) -> None:
    """Without that wait it would write where the chain before still is."""
    plan = plan_of(tmp_path, 0, 0, 1, 1)
    assert space(plan) == {"s": plan.buffers["s.o"].slots - plan.buffers["s.o"].spare_slots}
    waits = {step: tuple(w for w in found if not w.reason.startswith(SPACE)) for step, found in plan.waits.items()}
    with pytest.raises(InvalidProgram, match=r"s\.o.*may still be used"):
        prove(replace(plan, waits=waits))


def test_a_ring_with_other_slots_is_refused(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, 0, 0, 1, 1)
    for name in RING:
        buffer = plan.buffers[name]
        for other in (
            replace(buffer, slots=buffer.slots - 1),
            replace(buffer, stride_bytes=buffer.stride_bytes + 64),
            replace(buffer, offset_bytes=buffer.offset_bytes + 64),
        ):
            with pytest.raises(InvalidProgram, match=r"lies in|ends outside"):
                prove(replace(plan, buffers={**plan.buffers, name: other}))


def test_a_look_back_into_a_ring_is_refused(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, 0, 0, 1, 1)
    ref = next(ref for ref in plan.windows if str(ref) == "z.i")
    back = replace(plan.windows[ref], shift=1)
    with pytest.raises(InvalidProgram):
        prove(replace(plan, windows={**plan.windows, ref: back}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("b.o -> z.i;", "b.o -> z.i; a.o -> y.i; actor y @core(1) { state; in i : uint8[4096]; }"),
        ("a.o -> b.i;", "a.o -> b.i delay 4096;"),
        ("a.o -> b.i;", "a.o -> b.i @private;"),
        ("a.o -> b.i;", "a.o -> b.i @transfer(memcpy);"),
    ],
)
def test_what_others_read_or_what_outlives_a_pass_is_in_no_ring(old: str, new: str, tmp_path: Path) -> None:
    text = BODY.replace(old, new.replace("{ ", "{{ ").replace("; }", "; }}"))
    plan = plan_of(tmp_path, 0, 0, 1, 1, text=text)
    assert plan.overlays[1].obstacle
    assert plan.buffers["a.o"].offset_bytes != plan.buffers["b.o"].offset_bytes


def test_a_guarded_program_has_windows_of_its_own(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, 0, 0, 1, 1, memory=MemoryOptions(guard=True), mapping=MappingOptions(single=True))
    assert len({plan.buffers[name].offset_bytes for name in RING}) == 3


def test_fewer_slots_are_as_few_for_the_whole_ring(tmp_path: Path) -> None:
    """`z` gives its sums back to `s`, which so is never far ahead."""
    text = BODY.replace("4096", "65536").replace("{ state; out o", "{ state; in e : int32[1]; out o", 1)
    text = text.replace("{0}) {{ state; out o", "{0}) {{ state; in e : int32[1]; out o")
    text = text.replace("{3}) {{ state; in i", "{3}) {{ state; out e : int32[1]; in i") + "z.e -> s.e delay 2;"
    plan = plan_of(tmp_path, 0, 0, 1, 1, text=text)
    assert {plan.buffers[name].slots for name in RING} == {2}


def test_stages_take_a_slot_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain that comes back to a core is a pipeline: the ring also has what lies between its stages."""
    monkeypatch.setattr(LARGE_BYTES, "value", 1 << 30)  # all slots are kept
    plan = plan_of(tmp_path, 0, 1, 0, 1)
    assert plan.schedule.stages == (0, 0, 1, 1)
    overlapping = plan.schedule.depth_passes - max(plan.schedule.stages)
    assert {plan.buffers[name].slots - plan.buffers[name].spare_slots for name in RING} == {overlapping + 1}


def test_stages_have_no_more_slots_than_suffice(tmp_path: Path) -> None:
    names = [f"a{k}" for k in range(6)]
    actors = "".join(
        f"actor {name} {{ state; time 5us; in i : uint8[65536]; out o : uint8[65536] overlays i; }}\n" for name in names
    )
    edges = "".join(f"{one}.o -> {other}.i; " for one, other in pairwise(["s", *names, "z"]))
    ends = "actor s { state; time 1us; out o : uint8[65536]; } actor z { state; time 1us; in i : uint8[65536]; }"
    plan = plan_of(tmp_path, 1, text=f"{ends} {actors} {edges}", mapping=MappingOptions(mapper="balance"))
    told = " ".join(attempt.reason for attempt in plan.attempts)
    assert max(plan.schedule.stages) == 2
    assert f"s.o {plan.buffers['s.o'].slots} and not" in told


GRAPH = """graph app {{
    include "app.h"; source "app.c";
    actor give @core({0}) {{ state n : uint32[1]; fire give(n, out); out out : uint32[2048]; }}
    actor add @core({1}) {{ state n : uint32[1]; fire add(n, in, out);
        in in : uint32[2048]; out out : uint32[2048] overlays in; }}
    actor mix @core({2}) {{ state n : uint32[1]; fire mix(n, x); inout x : uint32[2048]; }}
    actor show @core({3}) {{ state n : uint32[1]; fire show(n, in); in in : uint32[2048]; io; }}
    give.out -> add.in; add.out -> mix.x; mix.x -> show.in;
}}
"""
C = """#include <stdint.h>
#include <stdio.h>
void give(uint32_t *n, uint32_t *out) { for (int i = 0; i < 2048; i++) out[i] = ++*n * 2654435761u; }
void add(uint32_t *n, const uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < 2048; i++)
        out[i] = *n = in[i] + *n / 3;
}
void mix(uint32_t *n, uint32_t *x) { for (int i = 0; i < 2048; i++) { *n ^= x[i]; x[i] = x[i] * 5 + *n; } }
void show(uint32_t *n, const uint32_t *in) { for (int i = 0; i < 2048; i++) *n = *n * 31 + in[i]; printf("%u\\n", *n); }
"""
HEADER = """#include <stdint.h>
void give(uint32_t *n, uint32_t *out);
void add(uint32_t *n, const uint32_t *in, uint32_t *out);
void mix(uint32_t *n, uint32_t *x);
void show(uint32_t *n, const uint32_t *in);
"""


def printed(iterations: int) -> list[str]:
    given = added = mixed = shown = 0
    lines = []
    for _ in range(iterations):
        for _ in range(2048):
            given += 1
            added = (given * 2654435761 + added // 3) % 2**32
            mixed ^= added
            shown = (shown * 31 + added * 5 + mixed) % 2**32
        lines.append(str(shown))
    return lines


@pytest.mark.parametrize("sanitize", ["", "thread"])
def test_real_programs_give_the_same(sanitize: str, tmp_path: Path) -> None:
    objects = tmp_path / "objects"
    objects.mkdir()
    builder = Builder(tuple(shlex.split("cc -O1")), sanitize, objects)
    expected = printed(40)
    (tmp_path / "app.c").write_text(C)
    (tmp_path / "app.h").write_text(HEADER)
    for cores, depth in product([(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 2, 2)], [None, 1, 3]):
        (tmp_path / "app.sdf").write_text(GRAPH.format(*cores))
        compiled = compile_graph(tmp_path / "app.sdf", CompileOptions(cores=max(cores) + 1, depth=depth))
        assert [overlay["done"] for overlay in compiled.plan["overlays"]] == [True, True]
        program = builder.build(tmp_path / f"out_{cores}_{depth}", compiled.files, "rings_in_place")
        ended = subprocess.run([program, "-n", "40"], capture_output=True, text=True, timeout=100, check=False)
        assert (ended.returncode, ended.stderr, ended.stdout.split()) == (0, "", expected), (cores, depth)
