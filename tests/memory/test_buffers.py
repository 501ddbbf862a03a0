# SPDX-License-Identifier: Apache-2.0
"""Sizes, slots and layouts of buffers; waits between cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.buffers import token_at
from dfgen.memory.plan_memory import MemoryOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.plan import Buffer, Layout, Plan
from tests.planning import ANY_MEMORY, SHORT, graph_of, planned

PAIR = """actor a @core({0}) {{ state; out o : uint8[4]; }} actor b @core({1}) {{ state; in i : uint8[4]; }}
a.o -> b.i{2};
"""


def plan_of(body: str, folder: Path, cores: int = 2, mapping: MappingOptions = SHORT,
            memory: MemoryOptions = ANY_MEMORY) -> Plan:  # fmt: skip
    return planned(graph_of(body, folder), cores, mapping, memory)


def shape(buffer: Buffer) -> tuple[str, int, int, int]:
    return buffer.layout.value, buffer.slots, buffer.history_tokens, buffer.span_tokens


@pytest.mark.parametrize(
    ("cores", "delay", "expected"),
    [
        ((0, 0), 0, ("slots", 1, 0, 4)),
        ((0, 0), 4, ("slots", 2, 0, 4)),
        ((0, 0), 8, ("slots", 3, 0, 4)),
        ((0, 0), 3, ("linear", 1, 3, 4)),
        ((0, 0), 9, ("linear", 1, 9, 4)),
        ((0, 1), 0, ("slots", 1, 0, 4)),
        ((0, 1), 8, ("slots", 3, 0, 4)),
        ((0, 1), 3, ("linear", 2, 3, 4)),
    ],
)
def test_slots_and_layout(
    cores: tuple[int, int], delay: int, expected: tuple[str, int, int, int], tmp_path: Path
) -> None:
    plan = plan_of(PAIR.format(*cores, f" delay {delay}" if delay else ""), tmp_path)
    assert shape(plan.buffers["a.o"]) == expected
    assert len(plan.tail_moves) == (expected[0] == "linear")
    assert plan.buffers["a.o"].pinned == (delay > 0 or cores == (0, 1))


def test_depth_gives_slots(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    assert plan_of(wide, tmp_path, mapping=MappingOptions(depth=3)).buffers["a.o"].slots == 3
    delayed = wide.replace("b.i;", "b.i delay 32768;")
    assert plan_of(delayed, tmp_path, mapping=MappingOptions(depth=3)).buffers["a.o"].slots == 5


def test_branches_with_several_delays_share_the_longest(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, "") + "actor c { state; in i : uint8[4]; } actor d { state; in i : uint8[4]; }\n"
    plan = plan_of(body + "a.o -> c.i delay 4; a.o -> d.i delay 8;", tmp_path, cores=1)
    buffer = plan.buffers["a.o"]
    assert shape(buffer) == ("slots", 3, 0, 4)
    assert sorted(w.shift for ref, w in plan.windows.items() if ref.port == "i") == [0, 1, 2]


def test_self_loop_alternates_or_carries(tmp_path: Path) -> None:
    body = "actor s {{ state; out o : uint8[3]; }} actor a {{ in i : uint8[1]; in b : uint8[2]; out f : uint8[2]; }}\n"
    body += "s.o -> a.i; a.f -> a.b delay {0};"
    assert shape(plan_of(body.format(2), tmp_path, 1).buffers["a.f"]) == ("linear", 1, 2, 6)
    assert shape(plan_of(body.format(6), tmp_path, 1).buffers["a.f"]) == ("slots", 2, 0, 6)


def test_gaps_count(tmp_path: Path) -> None:
    body = "actor a { state; out o : uint8[4]; } slice s { in i : uint8[4]; out o : uint8[1][6] from -1 step 1; }\n"
    buffer = plan_of(body + "actor z { state; in i : uint8[6]; } a.o -> s.i; s.o -> z.i;", tmp_path, 1).buffers["a.o"]
    assert (buffer.span_tokens, buffer.pinned) == (6, True)


def test_buffer_of_all_who_write_it_also_what_nobody_reads(tmp_path: Path) -> None:
    """b reads the first half, which one core writes; the other core writes the rest all the same."""
    body = "actor a @core(0) { state; out o : uint8[16]; } actor b @core(0) { state; in i : uint8[4]; }\n"
    body += "actor m { fire f(i, o); stateless; time 1ms; in i : uint8[2]; out o : uint8[2]; }\n"
    body += "slice s { in i : uint8[16]; out o : uint8[1][4] from 0 step 4; } a.o -> m.i; m.o -> s.i; s.o -> b.i;"
    plan = plan_of(body, tmp_path)
    assert len(plan.schedule.cores_of("m")) == 2
    assert plan.buffers["m.o"].core is None
    assert plan.buffers["m.o"].pinned


def test_memory_that_is_too_much_says_what_asks(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the largest buffer is a\.o with 4 bytes"):
        plan_of(PAIR.format(0, 0, ""), tmp_path, memory=MemoryOptions(limit_bytes=3))
    with pytest.raises(UserError, match="the state of the actors takes 128 bytes"):
        plan_of("actor a { state s : uint8[128]; fire f(s); }", tmp_path, memory=MemoryOptions(limit_bytes=3))


def test_passes_overlap_less_before_memory_is_refused(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    plan = plan_of(wide, tmp_path, mapping=MappingOptions(), memory=MemoryOptions(limit_bytes=20_000, may_wait=True))
    assert plan.schedule.depth_passes == 1
    assert any("do not overlap" in note for note in plan.notes)


def test_phases_begin_where_the_earlier_end() -> None:
    assert [token_at((2, 0, 3), firing) for firing in range(7)] == [0, 2, 2, 5, 7, 7, 10]


# --- waits ------------------------------------------------------------------------------------------------------


def waits_of(plan: Plan) -> list[tuple[int, int, str]]:
    return sorted((step[2], wait.lag, wait.reason) for step, waits in plan.waits.items() for wait in waits)


def test_one_core_never_waits(tmp_path: Path) -> None:
    plan = plan_of(PAIR.format(0, 0, " delay 3"), tmp_path)
    assert not plan.waits
    assert not plan.counters


def test_reader_waits_for_tokens_and_writer_for_room(tmp_path: Path) -> None:
    wide = PAIR.format(0, 1, "").replace("uint8[4]", "uint8[16384]")
    deep = MappingOptions(depth=3)
    assert waits_of(plan_of(wide, tmp_path, mapping=deep)) == [(0, 3, "room in a.o:b.i"), (1, 0, "a.o:b.i")]
    delayed = plan_of(wide.replace("b.i;", "b.i delay 16384;"), tmp_path, mapping=deep)
    assert waits_of(delayed) == [(0, 3, "room in a.o:b.i"), (1, 1, "a.o:b.i")]


def test_two_fifos_between_two_cores_need_one_wait_each_way(tmp_path: Path) -> None:
    body = "actor a @core(0) { state; out o : uint8[4]; out p : uint8[4]; }\n"
    body += "actor b @core(1) { state; in i : uint8[4]; in j : uint8[4]; } a.o -> b.i; a.p -> b.j;"
    assert len(waits_of(plan_of(body, tmp_path))) == 2


def test_later_children_need_no_wait_for_what_was_seen(tmp_path: Path) -> None:
    """c waits for nothing of a: b, before it on the same core, has waited for a already."""
    body = "actor a @core(0) { state; out o : uint8[4]; }\n"
    body += "actor b @core(1) { state; in i : uint8[4]; out o : uint8[4]; }\n"
    body += "actor c @core(1) { state; in i : uint8[4]; in j : uint8[4]; } a.o -> b.i; a.o -> c.j; b.o -> c.i;"
    assert [reason for core, _, reason in waits_of(plan_of(body, tmp_path)) if core == 1] == ["a.o:b.i"]


def test_linear_buffer_of_two_cores_is_written_one_slot_ahead(tmp_path: Path) -> None:
    plan = plan_of(PAIR.format(0, 1, " delay 3"), tmp_path)
    (meeting,) = plan.meetings
    assert plan.buffers["a.o"].layout is Layout.LINEAR
    assert (meeting.behind, meeting.free, plan.buffers["a.o"].slots) == (0, 1, 2)
