# SPDX-License-Identifier: Apache-2.0
"""Graphs made ready to be mapped: branches with other initial tokens stand apart, copies stand where asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.analysis.prepare import insert_copies, prepare, separate_branches, without_idle_parts
from dfgen.model.actor import ActorKind, Call, InitialTokens
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Fifo, Graph, PortRef, TransferRequest
from dfgen.model.port import Access
from tests.planning import graph_of

from .graphs import build

FILL, OTHER = Call("fill", ()), Call("other", ())


def tokens() -> Iterator[InitialTokens]:
    for count in (1, 2, 4):
        for values in ((), (0,), (1,), (0, 0), (1, 2), (0, 1, 2, 3)):
            if len(values) <= count:
                yield InitialTokens(count, values)
        for call in (FILL, OTHER):
            yield InitialTokens(count, (), call)


def youngest(delay: InitialTokens, count: int) -> list[object]:
    """The last `count` tokens; what a function writes may depend on how many it is asked for."""
    if delay.init is not None:
        return [(delay.init.function, delay.count_tokens, place) for place in range(count)]
    values = delay.values or (0,)
    return [values[place % len(values)] for place in range(delay.count_tokens)][delay.count_tokens - count :]


def branched(*delays: InitialTokens | None) -> Graph:
    """One output with a reader for each of `delays`."""
    edges = [("a", 3, 3, f"b{index}") for index in range(len(delays))]
    graph = build(edges)
    fifos = [
        Fifo(PortRef("a", "o0"), fifo.target, delay, span=fifo.span)
        for fifo, delay in zip(graph.fifos, delays, strict=True)
    ]
    a = replace(graph.actor("a"), ports=graph.actor("a").ports[:1])
    return replace(graph, actors=(a, *graph.actors[1:]), fifos=tuple(fifos))


def test_branches_share_a_buffer_only_if_the_tokens_that_both_have_are_the_same() -> None:
    for one, other in product(tokens(), repeat=2):
        separated = len(separate_branches(branched(one, other)).actors) > 3
        count = min(one.count_tokens, other.count_tokens)
        if youngest(one, count) != youngest(other, count):
            assert separated, (one, other)
        if len(one.values) <= 1 and len(other.values) <= 1 and one.init is other.init is None:
            assert separated == ((one.values or (0,)) != (other.values or (0,))), (one, other)
        if one == other:
            assert not separated, one


def test_a_branch_stands_apart_behind_a_routing_actor_that_passes_all() -> None:
    graph = separate_branches(branched(InitialTokens(1, (5,)), None, InitialTokens(2, (6,)), InitialTokens(3, (5,))))
    (router,) = [actor for actor in graph.actors if actor.kind is ActorKind.BROADCAST]
    assert (router.name, [port.rates for port in router.ports]) == ("b2.i2", [(3,), (3,)])
    assert [port.access for port in router.ports] == [Access.READ_ONLY, None]
    assert [port.name for port in router.inputs + router.outputs] == ["in", "out"]
    assert [(str(f.source), str(f.target), f.delay_tokens) for f in graph.fifos] == [
        ("a.o0", "b0.i0", 1),
        ("a.o0", "b1.i1", 0),
        ("a.o0", "b2.i2.in", 0),
        ("b2.i2.out", "b2.i2", 2),
        ("a.o0", "b3.i3", 3),
    ]


def test_the_second_of_two_contradictions_stands_apart_from_all_before() -> None:
    """The last contradicts the first, though it agrees with none that stands apart."""
    graph = separate_branches(branched(InitialTokens(1, (5,)), InitialTokens(1, (6,)), InitialTokens(1, (6,))))
    assert [a.name for a in graph.actors if a.kind is ActorKind.BROADCAST] == ["b1.i1", "b2.i2"]


REQUEST = TransferRequest("offload")


@pytest.mark.parametrize(("written", "read", "rate"), [(2, 6, 6), (6, 2, 6), ((1, 2), 2, 3)])
def test_a_copy_moves_what_the_greedier_end_takes(written: int | tuple[int, ...], read: int, rate: int) -> None:
    graph = build([("a", 1, 1, "c"), ("a", written, read, "b", 4), ("c", 1, 1, "d")])
    private = replace(graph.fifos[1], private=True)
    graph = replace(graph, fifos=(graph.fifos[0], private, graph.fifos[2]))
    served, refused = insert_copies(graph, {private.name: REQUEST})
    assert not refused
    assert [actor.name for actor in served.actors] == ["a", "b.i1", "c", "b", "d"], "it comes next after the writer"
    copy = served.actor("b.i1")
    assert (copy.kind, [port.rates for port in copy.ports]) == (ActorKind.COPY, [(rate,), (rate,)])
    before, behind = served.fifos[1:3]
    assert (before.source, before.delay, before.transfer) == (private.source, None, REQUEST)
    assert (behind.target, behind.delay_tokens, behind.transfer) == (private.target, 4, None)
    assert not before.private
    assert not behind.private


def test_no_copy_stands_on_a_cycle() -> None:
    graph = build([("a", 1, 1, "b"), ("b", 1, 1, "a", 1), ("b", 1, 1, "c")])
    served, refused = insert_copies(graph, {fifo.name: REQUEST for fifo in graph.fifos})
    assert list(refused) == [fifo.name for fifo in graph.fifos[:2]]
    assert [actor.name for actor in served.actors] == ["a", "b", "c.i2", "c"]


def test_what_passes_no_token_is_left_out() -> None:
    graph = build([("main", 0, 1, "debug"), ("debug", 4, 2, "dump"), ("main", 2, 2, "out"), ("main", 0, 0, "out")])
    left = without_idle_parts(graph, analyse(graph))
    assert [actor.name for actor in left.actors] == ["main", "out"]
    assert [fifo.name for fifo in left.fifos] == ["main.o2:out.i2"]
    assert prepare(graph, {}) == (left, {})


TIGHT = """actor a { fire f(x, y, o); in x : uint8[1]; in y : uint8[1]; out o : uint8[1]; }
actor b { fire g(i, back); in i : uint8[1]; out back : uint8[1 for 2]; }
a.o -> b.i; b.back -> a.x delay 1 = 5; b.back -> a.y delay 1 = 6;
"""


def test_a_branch_of_a_cycle_comes_through_as_it_is_given(tmp_path: Path) -> None:
    """Were both phases of `b` to come through at once, `a` would wait for the second one for ever."""
    graph = separate_branches(graph_of(TIGHT, tmp_path))
    (router,) = (actor for actor in graph.actors if actor.kind is ActorKind.BROADCAST)
    assert [port.rates for port in router.ports] == [(1,), (1,)]
    assert analyse(graph).firings[router.name] == 2


def test_what_is_wrong_is_told_of_the_graph_without_what_is_set_in() -> None:
    graph = build([("a", 1, 1, "b"), ("a", 2, 1, "b")])
    with pytest.raises(UserError) as plain:
        analyse(graph)
    with pytest.raises(UserError) as served:
        prepare(graph, {fifo.name: REQUEST for fifo in graph.fifos})
    assert served.value.diagnostics == plain.value.diagnostics
