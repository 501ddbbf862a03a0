# SPDX-License-Identifier: Apache-2.0
"""The proof of programs whose tokens are object graphs: arenas are apart, large enough, begun and ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.model.actor import Actor
from dfgen.model.plan import Buffer
from dfgen.model.port import Trust
from dfgen.model.program import Content, FiringOperation, Firings, Operation, Prepare, Program, Seal
from dfgen.verify.verify import InvalidProgram, verify
from tests.planning import graph_with_c, planned

GRAPH = """\
graph g {
    include "a.h"; source "a.c";
    actor make { fire make(out); state; out out : object struct item[1] up to 1KiB; }
    actor more { fire more(in, out); in in : object struct item[1]; out out : object struct item[1] up to 1KiB; }
    actor take { fire take(in); state; in in : object struct item[1]; }
    make.out -> more.in;
    more.out -> take.in @transfer(serialize);
}
"""
HEADER = """\
#include <df/object.h>
struct item { struct item *next; };
void make(df_ref *out);
void more(const df_ref *in, df_ref *out);
void take(const df_ref *in);
"""
SOURCE = """\
#include "a.h"
void make(df_ref *out) { out->root = 0; }
void more(const df_ref *in, df_ref *out) { (void)in; out->root = 0; }
void take(const df_ref *in) { (void)in; }
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("graph")
    for name, text in (("g.sdf", GRAPH), ("a.h", HEADER), ("a.c", SOURCE)):
        (folder / name).write_text(text)
    return lower(planned(graph_with_c(Path(folder, "g.sdf"), {}), 2))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Two readers of one token, neither of which writes there."""
    folder = tmp_path_factory.mktemp("graph")
    text = GRAPH.replace("more.out -> take.in @transfer(serialize);", "more.out -> { take.in, last.in };")
    text = text.replace(
        "make.out ->", "actor last { fire take(in); state; in in : object struct item[1]; }\n make.out ->"
    )
    for name, content in (("g.sdf", text), ("a.h", HEADER), ("a.c", SOURCE)):
        (folder / name).write_text(content)
    return lower(planned(graph_with_c(Path(folder, "g.sdf"), {}), 2))


def test_readers_of_a_token_are_refused_where_one_may_write_its_objects(shared: Program) -> None:
    verify(shared)
    assert len({shared.graph.actor(name).port("in").trust for name in ("take", "last")} | {Trust.PROVEN}) == 1

    def claimed(actor: Actor) -> Actor:
        ports = (replace(port, trust=Trust.CLAIMED) if port.is_input else port for port in actor.ports)
        return replace(actor, ports=tuple(ports)) if actor.name == "take" else actor

    graph = replace(shared.graph, actors=tuple(map(claimed, shared.graph.actors)))
    with pytest.raises(InvalidProgram):
        verify(replace(shared, graph=graph))


def with_buffer(program: Program, name: str, change: Callable[[Buffer, Buffer], Buffer]) -> Program:
    """`change` also gets another buffer of objects."""
    buffers = dict(program.memory.buffers)
    other = next(b for b in buffers.values() if b.name != name and b.type.objects)
    buffers[name] = change(buffers[name], other)
    return replace(program, memory=replace(program.memory, buffers=buffers))


def with_firings(program: Program, change: Callable[[FiringOperation], FiringOperation | None]) -> Program:
    def body(operations: tuple[Operation, ...]) -> Iterator[Operation]:
        for operation in operations:
            if isinstance(operation, Firings):
                changed = (change(inner) for inner in operation.body)
                operation = replace(operation, body=tuple(each for each in changed if each is not None))
            yield operation

    agents = (
        replace(agent, stages=tuple(replace(stage, body=tuple(body(stage.body))) for stage in agent.stages))
        for agent in program.agents
    )
    return replace(program, agents=tuple(agents))


def test_the_program_is_right(program: Program) -> None:
    verify(program)


@pytest.mark.parametrize(
    "change",
    [
        lambda buffer, other: replace(buffer, arenas_offset_bytes=other.arenas_offset_bytes),
        lambda buffer, other: replace(buffer, arenas_offset_bytes=other.offset_bytes // 64 * 64),
        lambda buffer, other: replace(buffer, arenas_offset_bytes=buffer.arenas_offset_bytes + (1 << 40)),
        lambda buffer, other: replace(buffer, arenas_offset_bytes=buffer.arenas_offset_bytes + 8),
        lambda buffer, other: replace(buffer, arena_bytes=buffer.arena_bytes - 64),
        lambda buffer, other: replace(buffer, type=replace(buffer.type, arena=None)),
    ],
    ids=["in another's", "over a buffer", "outside", "not aligned", "too small", "none"],
)
def test_arenas_that_are_wrong_are_refused(change: Callable[[Buffer, Buffer], Buffer], program: Program) -> None:
    with pytest.raises(InvalidProgram):
        verify(with_buffer(program, "make.out", change))


def test_maps_of_copies_are_memory_of_their_own(program: Program) -> None:
    scratch = tuple(replace(each, offset_bytes=0, size_bytes=4096) for each in program.memory.scratch)
    with pytest.raises(InvalidProgram):
        verify(replace(program, memory=replace(program.memory, scratch=scratch)))


@pytest.mark.parametrize(
    "change",
    [
        lambda operation: None if isinstance(operation, Prepare) else operation,
        lambda operation: None if isinstance(operation, Seal) else operation,
        lambda operation: replace(operation, content=Content.ZERO) if isinstance(operation, Prepare) else operation,
    ],
    ids=["not begun", "not ended", "begun as bytes"],
)
def test_tokens_are_begun_and_ended(
    change: Callable[[FiringOperation], FiringOperation | None], program: Program
) -> None:
    with pytest.raises(InvalidProgram, match="objects of"):
        verify(with_firings(program, change))


def test_the_maps_of_cores_are_in_the_memory(program: Program) -> None:
    memory = program.memory
    used = [index for index, scratch in enumerate(memory.scratch) if scratch.size_bytes]
    assert used
    for index in used:
        outside = replace(memory.scratch[index], offset_bytes=memory.size_bytes)
        scratch = (*memory.scratch[:index], outside, *memory.scratch[index + 1 :])
        with pytest.raises(InvalidProgram, match=f"the maps of core {index} end outside"):
            verify(replace(program, memory=replace(memory, scratch=scratch)))
