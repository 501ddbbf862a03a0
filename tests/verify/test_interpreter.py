# SPDX-License-Identifier: Apache-2.0
"""The interpreter sees what is wrong with a program, in some of a few runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.graph import PortRef
from dfgen.model.program import THROTTLE, Acquire, CarryTail, Operation, Program, Publish, Wait, operations
from tests.planning import graph_of, programmed

from .interpreter import fault_of
from .mutations import edited, parts
from .streams import TAG_BYTES, ZERO, Streams, tokens_before
from .world import Way

CHAIN = """
actor a { fire make(y); state; out y : uint8[2]; time 10us; }
actor b { fire change(x, y); state; in x : uint8[2] read_only; out y : uint8[1]; time 10us; }
actor c { fire take(x); in x : uint8[3] read_only; time 10us; }
a.y -> b.x;
b.y -> c.x delay 1;
"""
RUNS = 30


def chain(folder: Path, cores: int) -> Program:
    mapping = MappingOptions(latency=4, mapper="balance", depth=2)
    return programmed(graph_of(CHAIN, folder), cores, mapping)


def faults(program: Program) -> list[str]:
    streams = Streams(program.graph, 60)
    found = (fault_of(program, streams, Way(20 + seed % program.chunk, seed)) for seed in range(RUNS))
    return [fault for fault in found if fault]


def without(program: Program, kind: type[Operation], nth: int = 0) -> Program:  # type: ignore[valid-type]
    """The program without one operation."""
    sites = [(path, i) for path, value in parts(program) if path and path[-1] == "body" and isinstance(value, tuple)
             for i, item in enumerate(value) if isinstance(item, kind)]  # fmt: skip
    path, index = sites[nth]
    return edited(program, path, lambda body: body[:index] + body[index + 1 :])


def count(program: Program, kind: type[Operation]) -> int:  # type: ignore[valid-type]
    bodies = (stage.body for agent in program.cores for stage in agent.stages)
    return sum(isinstance(operation, kind) for body in bodies for operation in operations(body))


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_a_right_program_runs_right(cores: int, tmp_path: Path) -> None:
    assert not faults(chain(tmp_path, cores))


def test_a_missing_wait_lets_tokens_be_read_too_early_or_written_over(tmp_path: Path) -> None:
    program = chain(tmp_path, 3)
    waits = [value for _, value in parts(program) if isinstance(value, Wait)]
    for_data = [nth for nth, wait in enumerate(waits) if program.counters[wait.counter].about != THROTTLE]
    assert len(for_data) == 4
    for nth in for_data:
        found = faults(without(program, Wait, nth))
        assert any("holds" in fault or "meanwhile" in fault for fault in found), waits[nth]


def test_a_missing_publication_blocks_all(tmp_path: Path) -> None:
    program = chain(tmp_path, 2)
    found = faults(without(program, Publish))
    assert len(found) == RUNS
    assert set(found) <= {"nobody goes on: core 0, core 1", "nobody goes on: core 1, core 0"}


def test_a_tail_that_stays_behind_is_missed(tmp_path: Path) -> None:
    program = chain(tmp_path, 1)
    assert count(program, CarryTail) == 1
    assert any("not initial" not in fault and "x holds" in fault for fault in faults(without(program, CarryTail)))


def test_overlapping_buffers_are_seen(tmp_path: Path) -> None:
    program = chain(tmp_path, 2)
    buffers = {name: replace(buffer, offset_bytes=0) for name, buffer in program.memory.buffers.items()}
    assert len(faults(replace(program, memory=replace(program.memory, buffers=buffers)))) == RUNS


def test_windows_of_no_tokens_have_another_size(tmp_path: Path) -> None:
    """They are where their view begins, as in C, if the actor has phases, too."""
    graph = graph_of(
        """
        actor a { fire make(y); state; out y : uint8[4]; }
        actor b { fire take(x); in x : uint8[1, 0] read_only; }
        actor c { fire take(x); in x : uint8[3]; }
        slice s { in in : uint8[4]; out out : uint8[1][3] from 1 step 4; }
        a.y -> s.in; s.out -> { b.x, c.x };
        """,
        tmp_path,
    )
    program = programmed(graph, 1, memory=MemoryOptions(candidates=("memcpy", "cow")))
    ((path, view),) = [(path, part) for path, part in parts(program) if isinstance(part, Acquire)]
    assert view.transfer.source_rates == (1, 0)
    assert not faults(program)
    found = faults(edited(program, (*path, "transfer"), lambda transfer: replace(transfer, source_rates=(0, 0))))
    assert len(found) == RUNS
    assert all("x has another size" in fault for fault in found)


def test_routing_actors_are_traced_back(tmp_path: Path) -> None:
    graph = graph_of(
        """
        actor a { fire make(y); out y : uint8[4]; }
        actor b { fire take(x); in x : uint8[6] read_only; }
        slice s { in in : uint8[4]; out out : uint8[2][3] from -1 step 2; }
        a.y -> s.in; s.out -> b.x;
        """,
        tmp_path,
    )
    streams = Streams(graph, 2)
    written = streams.written[PortRef("a", "y")]
    token = [written[i * TAG_BYTES : (i + 1) * TAG_BYTES] for i in range(8)]
    first = [ZERO, token[0], token[1], token[1], token[2], token[3]]
    assert streams.seen[PortRef("b", "x")] == b"".join([*first, ZERO, token[4], token[5], token[5], token[6], token[7]])
    assert streams.firings == {"a": 1, "b": 1, "s": 1}


def test_phases_begin_where_those_before_end() -> None:
    assert [tokens_before((2, 0, 3), firing) for firing in range(5)] == [0, 2, 2, 5, 7]
