# SPDX-License-Identifier: Apache-2.0
"""Readers take over the lines of what another core has written, where nobody else uses these and they gain by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.lowering.lower import lower
from dfgen.memory.options import MemoryOptions
from dfgen.model.decisions import Owned
from dfgen.model.graph import PortRef
from dfgen.model.plan import Plan
from dfgen.model.program import Firings, Own, blocks_of
from dfgen.pipeline import CompileOptions
from dfgen.verify.verify import InvalidProgram, verify
from tests.apps.harness import Workbench, run
from tests.planning import ANY_MEMORY, SHORT, graph_of, planned, prove

SOURCE = "actor s @core(0) { state; out o : uint8[64]; }\n"
READER = "actor a @core(1) { state; in i : uint8[64]; }\n"
PAIR = SOURCE + READER + "s.o -> a.i;"


def plan_of(body: str, folder: Path, memory: MemoryOptions = ANY_MEMORY) -> Plan:
    plan = planned(graph_of(body, folder), 2, SHORT, memory)
    prove(plan)
    return plan


def found(plan: Plan) -> dict[str, str]:
    return {str(owned.input): owned.obstacle for owned in plan.owned}


def owns(plan: Plan) -> list[str]:
    """The ports of all firings whose windows are taken over."""
    blocks = (block.firings for block in blocks_of(lower(plan)))
    return [
        f"{each.actor}.{operation.port}" for each in blocks for operation in each.body if isinstance(operation, Own)
    ]


def test_what_another_core_writes_is_taken_over(tmp_path: Path) -> None:
    plan = plan_of(PAIR, tmp_path)
    assert plan.owned == (Owned(PortRef("a", "i")),)
    assert owns(plan) == ["a.i"]


def test_so_are_windows_that_leave_the_cache(tmp_path: Path) -> None:
    """Where cores share no cache, the writer gains several times what the reader loses where they do."""
    assert owns(plan_of(PAIR.replace("[64]", f"[{4 << 20}]"), tmp_path)) == ["a.i"]


def test_what_the_core_itself_writes_is_not_spoken_of(tmp_path: Path) -> None:
    plan = plan_of(PAIR.replace("@core(1)", "@core(0)"), tmp_path)
    assert plan.owned == ()
    assert owns(plan) == []


@pytest.mark.parametrize(
    ("body", "obstacle"),
    [
        (PAIR + READER.replace("a @core(1)", "b @core(0)") + "s.o -> b.i;", "other cores read the same buffer"),
        (
            PAIR + "actor b @core(1) { state; in i[2] : uint8[64]; } s.o -> { b.i[0], b.i[1] };",
            "several inputs read them, in no certain order",
        ),
        (PAIR.replace("s.o -> a.i", "s.o -> a.i delay 32"), "its windows do not lie one behind the other"),
        (
            "actor s @core(0) { state; out o : uint8[6]; }\n"
            "actor a @core(1) { state; in i : uint8[1, 2]; }\ns.o -> a.i;",
            "its windows do not lie one behind the other",
        ),
        (PAIR.replace("in i : uint8[64]", "in i : uint8[64] unused"), "its code does not look at them"),
    ],
)
def test_what_is_not_taken_over_says_why(body: str, obstacle: str, tmp_path: Path) -> None:
    plan = plan_of(body, tmp_path)
    assert set(found(plan).values()) == {obstacle}
    assert owns(plan) == []


def test_of_several_readers_on_a_core_the_last_one_takes_over(tmp_path: Path) -> None:
    plan = plan_of(PAIR + READER.replace("actor a", "actor b") + "s.o -> b.i;", tmp_path)
    assert found(plan) == {"a.i": "b reads them later", "b.i": ""}
    assert owns(plan) == ["b.i"]


@pytest.mark.parametrize(
    ("reader", "edge"),
    [
        (READER.replace("actor a", "actor b"), "s.o -> b.i delay 64;"),
        ("actor b = file_sink(block = 64) @core(1) @file(scheme = signalled);\n", "s.o -> b.data;"),
    ],
)
def test_readers_that_may_come_late_keep_the_lines(reader: str, edge: str, tmp_path: Path) -> None:
    plan = plan_of(PAIR + reader + edge, tmp_path)
    assert found(plan)["a.i"] == "several inputs read them, in no certain order"
    assert owns(plan) == []


def test_what_is_copied_or_written_over_is_not_spoken_of(tmp_path: Path) -> None:
    assert plan_of(PAIR, tmp_path, MemoryOptions(transfers=("memcpy",))).owned == ()
    in_place = "actor a @core(1) { in i : uint8[64]; out o : uint8[64] overlays i; }\n"
    last = "actor z @core(1) { state; in i : uint8[64]; }\n"
    plan = plan_of(SOURCE + in_place + last + "s.o -> a.i; a.o -> z.i;", tmp_path)
    assert [overlay.is_done for overlay in plan.overlays] == [True]
    assert plan.owned == ()


def test_a_guarded_program_keeps_its_windows_read_only(tmp_path: Path) -> None:
    plan = plan_of(PAIR, tmp_path, MemoryOptions(guard=True))
    assert found(plan) == {"a.i": "in a guarded program its windows are read-only"}


def with_own(plan: Plan, actor: str, port: str) -> Callable[[], None]:
    """The proof of its program, in which that actor takes over that port's lines, too."""

    def change(value: Any) -> Any:
        if isinstance(value, Firings) and value.actor == actor:
            return replace(value, body=(*value.body, Own(port)))
        return value

    program = lower(plan)
    agents = tuple(
        replace(agent, stages=tuple(replace(s, body=tuple(map(change, s.body))) for s in agent.stages))
        for agent in program.agents
    )
    return lambda: verify(replace(program, agents=agents))


def test_the_proof_refuses_to_take_over_what_others_read(tmp_path: Path) -> None:
    body = PAIR + READER.replace("actor a @core(1)", "actor b @core(0)") + "s.o -> b.i;"
    prove_it = with_own(plan_of(body, tmp_path), "a", "i")
    with pytest.raises(InvalidProgram, match=r"a\.i writes what b\.i has yet to read"):
        prove_it()


def test_the_proof_refuses_to_take_over_what_is_not_read(tmp_path: Path) -> None:
    prove_it = with_own(plan_of(PAIR, tmp_path), "s", "o")
    with pytest.raises(InvalidProgram, match=r"s\.o takes over lines that its firing does not read"):
        prove_it()


# --- programs ---------------------------------------------------------------------------------------------------------

CODE_H = """#include <stdint.h>
void count(uint32_t *next, int64_t many, uint32_t *out);
void twice(const uint32_t *in, uint32_t *out);
void add(uint64_t *sum, int64_t many, const uint32_t *in);
void tell(uint64_t *sum);
"""
CODE_C = """#include "code.h"
#include <inttypes.h>
#include <stdio.h>
void count(uint32_t *next, int64_t many, uint32_t *out) { for (int64_t i = 0; i < many; i++) out[i] = (*next)++; }
void twice(const uint32_t *in, uint32_t *out) { *out = *in * 2; }
void add(uint64_t *sum, int64_t many, const uint32_t *in)
{
    for (int64_t i = 0; i < many; i++)
        *sum += in[i] * (i + 1u);
}
void tell(uint64_t *sum) { printf("%" PRIu64 "\\n", *sum); }
"""
HEAD = 'graph g { include "code.h"; source "code.c";\n'
FROM = "    actor s @core(0) {{ fire count(next, {0}, o); state next : uint32; out o : uint32[{0}]; }}\n"
TO = "    actor z @core(1) {{ fire add(sum, {0}, i); end tell(sum); state sum : uint64; in i : uint32[{0}]; }}\n"
TURNS = "    actor {0} @core(1) {{ fire twice(i, o); in i : uint32[1]; out o : uint32[1]; }}\n"
SHAPES = {
    # Windows of a line or more: each behind its firing.
    "lines": (FROM.format(64) + TO.format(64) + "    s.o -> z.i;\n}", r"df_own\(core, in_i \+ k \* 64, 256\)"),
    # Of two readers on the core behind the firings of the last one.
    "readers": (
        FROM.format(64) + TO.format(64).replace("actor z", "actor y") + TO.format(64) + "    s.o -> { y.i, z.i };\n}",
        r"(?s)z, 1 firing.*df_own\(core, in_i \+ i1 \* 64, 256\)",
    ),
    # Smaller ones: behind some of them.
    "strips": (
        FROM.format(4096) + TO.format(4) + "    s.o -> z.i;\n}",
        r"df_own\(core, in_i.*strip.*, \(strip_end - strip\) \* 16\)",
    ),
    # The same of actors that take turns in one loop.
    "turns": (
        FROM.format(4096) + TURNS.format("a") + TURNS.format("b") + TO.format(4096)
        + "    s.o -> a.i; a.o -> b.i; b.o -> z.i;\n}",
        r"(?s)for \(uint64_t i1 = strip;.*const uint64_t i1 = strip;"
        r".*df_own\(core, in_i \+ i1, \(strip_end - strip\) \* 4\)",
    ),
}  # fmt: skip


def sums(shape: str, iterations: int) -> Iterator[int]:
    many, factor, weigh = {
        "lines": (64, 1, 64), "readers": (64, 1, 64), "strips": (4096, 1, 4), "turns": (4096, 4, 4096)
    }[shape]  # fmt: skip
    total = sum(factor * n % 2**32 * (n % weigh + 1) for n in range(many * iterations)) % 2**64
    yield from [total] * (2 if shape == "readers" else 1)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("shape", SHAPES)
def test_where_lines_are_taken_over(shape: str, bench: Workbench, tmp_path: Path) -> None:
    """In a pass and in the short one at the end."""
    body, wanted = SHAPES[shape]
    (tmp_path / "code.h").write_text(CODE_H)
    (tmp_path / "code.c").write_text(CODE_C)
    (tmp_path / "g.sdf").write_text(HEAD + body)
    options = CompileOptions(cores=2)
    code = bench.compile(tmp_path / "g.sdf", options).files["src/core_1.c"]
    assert re.search(wanted, code if isinstance(code, str) else code.decode()), code
    for iterations in (1, 37):
        ended = run(bench.program(tmp_path / "g.sdf", options), "-q", "-n", str(iterations))
        assert (ended.returncode, ended.stdout.split()) == (0, [str(n) for n in sums(shape, iterations)])
