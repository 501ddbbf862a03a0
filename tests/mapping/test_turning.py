# SPDX-License-Identifier: Apache-2.0
"""Sources and sinks that keep a state go from core to core with the iterations that cores share."""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.machine.constants import APART_BYTES
from dfgen.model.plan import Plan
from dfgen.pipeline import CompileOptions, compile_graph, plan_graph
from dfgen.verify.verify import InvalidProgram
from tests.oracle.building import Builder
from tests.planning import prove

HEADER = """#include <stdint.h>
struct count { uint64_t firings; };
struct factor { uint32_t factor; };
struct mean { uint32_t kept, factor; };
struct sum { uint64_t bits, order; };
void give(int n, struct count *count, uint32_t *o);
void open_factor(int factor, struct factor *f);
void step(int n, const struct factor *f, const uint32_t *i, uint32_t *o);
void smooth(int n, struct mean *m, const uint32_t *i, uint32_t *o);
void take(int n, struct sum *sum, const uint32_t *i);
void show(int n, struct sum *sum, const uint32_t *i);
void told(struct sum *sum);
"""
CODE = """#include "actors.h"
#include <inttypes.h>
#include <stdio.h>
void give(int n, struct count *count, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = (uint32_t)k + 1000u * (uint32_t)count->firings;
    count->firings++;
}
void open_factor(int factor, struct factor *f) { f->factor = (uint32_t)factor; }
void step(int n, const struct factor *f, const uint32_t *i, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = i[k] * f->factor + 1u;
}
void smooth(int n, struct mean *m, const uint32_t *i, uint32_t *o)
{
    for (int k = 0; k < n; k++)
        o[k] = m->kept = 3u * m->kept + i[k];
}
void take(int n, struct sum *sum, const uint32_t *i)
{
    for (int k = 0; k < n; k++)
        sum->bits = 31u * sum->bits + i[k];
    sum->order = 7u * sum->order + i[0];
}
void show(int n, struct sum *sum, const uint32_t *i)
{
    take(n, sum, i);
    if (sum->bits == 0)
        puts("nothing");
}
void told(struct sum *sum) { printf("%" PRIx64 " %" PRIx64 "\\n", sum->bits, sum->order); }
"""
ITEMS = 1024
SOURCE = "state c : struct count; fire give({n}, c, o); time 1us; out o : uint32[{n}];"
SINK = "state s : struct sum; fire take({n}, s, i); end told(s); time 1us; in i : uint32[{n}];"
BETWEEN = "state f : struct factor; init open_factor({k}, f); fire step({n}, f, i, o); time 5us;"
SMOOTH = "state m : struct mean; fire smooth({n}, m, i, o); time 1us;"
IN_PLACE, APART = "overlays i;", ";"


def graph(
    folder: Path,
    source: str = SOURCE,
    sink: str = SINK,
    between: tuple[str, ...] = (BETWEEN, BETWEEN),
    over: str = IN_PLACE,
    delay: str = "",
    items: int = ITEMS,
) -> Path:
    """A chain of a source, what stands between, and a sink."""
    names = ["s", *(f"a{k}" for k in range(len(between))), "z"]
    text = f"actor s {{ {source.format(n=items)} }}\nactor z {{ {sink.format(n=items)} }}\n"
    for k, body in enumerate(between):
        ports = f"in i : uint32[{items}]; out o : uint32[{items}] {over}"
        text += f"actor a{k} {{ {body.format(n=items, k=2 * k + 3)} {ports} }}\n"
    edges = [f"{one}.o -> {other}.i" for one, other in pairwise(names)]
    edges[0] += delay
    for name, content in (("actors.h", HEADER), ("actors.c", CODE)):
        (folder / name).write_text(content)
    place = folder / "g.sdf"
    place.write_text(f'graph g {{ include "actors.h"; source "actors.c";\n{text}{"; ".join(edges)}; }}')
    return place


def plan_of(place: Path, cores: int | None = 2, options: CompileOptions | None = None) -> Plan:
    plan = plan_graph(load_graph(place, {}), replace(options or CompileOptions(), cores=cores)).plan
    prove(plan)
    return plan


def turning(plan: Plan) -> set[str]:
    """The actors that go round."""
    return {name for name in plan.schedule.places if plan.schedule.ordered_loop(name) is not None}


@pytest.mark.parametrize("cores", [2, 3, 4])
def test_only_turns_go_from_core_to_core(cores: int, tmp_path: Path) -> None:
    plan = plan_of(graph(tmp_path), cores)
    assert turning(plan) == {"s", "z"}
    assert {name: len(plan.schedule.cores_of(name)) for name in plan.schedule.places} == dict.fromkeys(
        ("s", "a0", "a1", "z"), cores
    )
    reasons = {wait.reason for waits in plan.waits.values() for wait in waits}
    assert reasons == {"firings of s before these", "firings of z before these"}
    assert {buffer.slots for buffer in plan.buffers.values()} == {1}


def test_what_keeps_a_state_between_goes_round_too(tmp_path: Path) -> None:
    assert turning(plan_of(graph(tmp_path, between=(BETWEEN, SMOOTH, BETWEEN)))) == {"s", "a1", "z"}


def test_a_chain_of_states_alone_goes_round(tmp_path: Path) -> None:
    plan = plan_of(graph(tmp_path, between=(SMOOTH,) * 3))
    assert turning(plan) == {"s", "a0", "a1", "a2", "z"}
    assert turning(plan_of(graph(tmp_path, between=(SMOOTH.replace("1us", "9us"), SMOOTH)))) == set()


@pytest.mark.parametrize("cores", [2, 3])
def test_what_goes_round_works_in_place(cores: int, tmp_path: Path) -> None:
    """One part of one buffer is all that a core uses, however many actors stand between the ends."""
    plan = plan_of(graph(tmp_path, between=(SMOOTH,) * 4), cores)
    assert turning(plan) >= {"a0", "a3"}
    assert [overlay.obstacle for overlay in plan.overlays] == [""] * 4
    assert len({buffer.offset_bytes for buffer in plan.buffers.values()}) == 1
    assert all(len(buffer.divided) == cores for buffer in plan.buffers.values())


def test_more_cores_than_pay_are_taken_for_what_they_share_alone(tmp_path: Path) -> None:
    """Where dfgen chooses their number, and little is done but to pass tokens on."""
    source, sink, shared, kept = (re.sub(r"time \w+;", "", text) for text in (SOURCE, SINK, BETWEEN, SMOOTH))
    assert turning(plan_of(graph(tmp_path, source, sink, (shared,) * 4), None)) == {"s", "z"}
    assert turning(plan_of(graph(tmp_path, source, sink, (kept,) * 4), None)) == set()


def test_a_large_state_is_not_handed_on(tmp_path: Path) -> None:
    """It would be read from another core's cache in each turn."""
    place = graph(tmp_path)
    header = (tmp_path / "actors.h").read_text().replace("uint64_t firings;", "uint64_t firings; char more[1 << 22];")
    (tmp_path / "actors.h").write_text(header)
    assert turning(plan_of(place)) == set()


SHOWN = SINK.replace("take", "show")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ({"sink": SHOWN}, "z: its effects, or what it keeps, stay on one core"),
        ({"sink": f"effect; {SINK}"}, "z: its effects, or what it keeps, stay on one core"),
        ({"source": f"io; {SOURCE}"}, "s: its effects, or what it keeps, stay on one core"),
        ({"source": f"period 1ms; {SOURCE}"}, None),
        (
            {"source": f"stops; {SOURCE}"},
            "s, z: 's' may stop the program, and all cores must know how long a pass is before it begins",
        ),
        ({"source": f"@core(0) {SOURCE}"}, "s: its effects, or what it keeps, stay on one core"),
        ({"source": SOURCE.replace("1us", "50us")}, "s: it is more of the work than a core's part"),
        ({"delay": f" delay {ITEMS}"}, "s: a delay stands beside it"),
        ({"items": 8}, None),
    ],
)
def test_tokens_go_from_core_to_core_where_an_end_stays(
    words: dict[str, str], kept: str | None, tmp_path: Path
) -> None:
    """All ends turn, or none; the plan says which of them keeps its core, where cores share what is beside it."""
    place = graph(tmp_path, **words)  # type: ignore[arg-type]
    if words.get("source", "").startswith("@core"):
        place.write_text(place.read_text().replace("actor s { @core(0)", "actor s @core(0) {"))
    plan = plan_of(place)
    assert not turning(plan)
    told = [each for each in plan.schedule.unapplied if each.optimisation.startswith("turns")]
    assert [f"{each.what}: {each.reason}" for each in told] == ([kept] if kept else [])


def test_a_turn_is_as_long_as_the_nearest_cache_holds(tmp_path: Path) -> None:
    """Unless it takes long enough with less; windows of more than that are fired one by one."""
    lengths = []
    for items, time in ((1024, "100ns"), (4096, "100ns"), (1024, "900us"), (16384, "100ns")):
        source, sink = (text.replace("1us", "20ns") for text in (SOURCE, SINK))
        place = graph(tmp_path, source, sink, (BETWEEN.replace("5us", time),) * 2, items=items)
        lengths.append(plan_of(place).schedule.iterations_per_pass)
    assert lengths == [16, 4, 4, 2]


def test_cores_have_their_parts_far_apart(tmp_path: Path) -> None:
    """What one core's cache fetches ahead behind its own part is not the beginning of another one's."""
    plan = plan_of(graph(tmp_path, items=4096), 3)
    found = plan.buffers["s.o"]
    assert (found.divided, found.apart_bytes) == ((0, 1, 2), APART_BYTES.value)
    assert found.size_bytes == found.slot_bytes + 2 * APART_BYTES.value
    assert {plan.buffers[name].offset_bytes for name in ("a0.o", "a1.o")} == {found.offset_bytes}
    moved = replace(found, apart_bytes=found.apart_bytes - 64)
    with pytest.raises(InvalidProgram, match=r"lie in the same memory"):
        prove(replace(plan, buffers={**plan.buffers, "s.o": moved}))


def test_small_parts_and_those_of_guarded_programs_are_side_by_side(tmp_path: Path) -> None:
    place = graph(tmp_path, between=(BETWEEN.replace("5us", "1ms"),) * 2, items=512)
    small, guarded = plan_of(place, 3), plan_of(graph(tmp_path, items=4096), 2, CompileOptions(guard=True))
    assert {buffer.apart_bytes for plan in (small, guarded) for buffer in plan.buffers.values()} == {0}
    assert small.buffers["s.o"].divided == (0, 1, 2)


@pytest.mark.parametrize("over", [IN_PLACE, APART])
@pytest.mark.parametrize("sanitize", ["", "thread", "address,undefined"])
def test_the_results_are_the_same_whatever_the_cores_and_the_length(sanitize: str, over: str, tmp_path: Path) -> None:
    place = graph(tmp_path, between=(BETWEEN, SMOOTH, BETWEEN), over=over)
    objects = tmp_path / "objects"
    objects.mkdir()
    builder = Builder(tuple(shlex.split("cc -O1")), sanitize, objects)
    programs = []
    for cores in (1, 2, 3):
        assert len(turning(plan_of(place, cores))) == (3 if cores > 1 else 0)
        compiled = compile_graph(place, CompileOptions(cores=cores))
        programs.append(builder.build(tmp_path / f"generated{cores}", compiled.files, "user"))
    for iterations in (1, 2, 7, 64, 1001):
        ended = [
            subprocess.run([program, "-n", str(iterations), "-q"], capture_output=True, text=True, check=True)
            for program in programs
        ]
        assert re.fullmatch(r"[0-9a-f]+ [0-9a-f]+\n", ended[0].stdout)
        assert len({each.stdout for each in ended}) == 1
