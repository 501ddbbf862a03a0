# SPDX-License-Identifier: Apache-2.0
"""The interpreter on cases worked out by hand: sources that write the same bytes in every firing, and routing
actors."""

from __future__ import annotations

from .application import (
    Actor,
    Application,
    Delay,
    Edge,
    End,
    Fill,
    GraphSpec,
    Interface,
    Port,
    Slice,
    StateForm,
    Stop,
    TokenKind,
)
from .balance import cycles, schedule
from .interpreter import CodeInstance, Windows, interpret

BYTE = TokenKind("uint8", "uint8_t *", 1, 1, "B")


def port(name: str, *rates: int) -> Port:
    return Port(name, name.startswith("i"), BYTE, rates)


def edge(text: str, delay: Delay | None = None) -> Edge:
    """`a.o -> b.i`; a name alone is an interface."""
    ends = []
    for end in text.split(" -> "):
        actor, dot, name = end.rpartition(".")
        ends.append(End(actor if dot else None, name))
    return Edge(ends[0], ends[1], delay)


def source(*rates: int) -> Actor:
    return Actor("source", 1, "code", (port("o", *rates),))


def sink(*rates: int, stop: Stop | None = None) -> Actor:
    return Actor("sink", 2, "code", (port("i", *rates),), state=StateForm.STRUCT, records=True, stop=stop)


class Counting(CodeInstance):
    """Sources write the bytes 1, 2, 3 and so on over all firings."""

    written = 0

    def fire(self, inputs: Windows) -> Windows:
        result = super().fire(inputs)
        for name, window in result.items():
            result[name] = bytes((self.written + i + 1) % 256 for i in range(len(window)))
            self.written += len(window)
        return result


def recorded(graphs: tuple[GraphSpec, ...], iterations: int) -> list[int]:
    (found,) = interpret(Application(0, graphs, iterations), make=Counting).values()
    return list(found)


def through(router: Actor, read: int, iterations: int = 1) -> list[int]:
    """What a sink reads behind `router` (ports i and o) that gets 1, 2, 3..."""
    actors = (source(router.port("i").rates[0]), sink(read), router)
    return recorded((GraphSpec("app", actors, (edge("source.o -> m.i"), edge("m.o -> sink.i"))),), iterations)


def test_tokens_keep_their_order_through_other_rates() -> None:
    graph = GraphSpec("app", (source(1, 0, 2), sink(4, 2)), (edge("source.o -> sink.i"),))
    assert cycles(graph) == {"source": 2, "sink": 1}
    assert recorded((graph,), 2) == list(range(1, 13))


def test_delay_comes_first_and_pushes_the_rest_back() -> None:
    delayed = edge("source.o -> sink.i", Delay(3, Fill.LIST, (7, 8, 9)))
    assert recorded((GraphSpec("app", (source(2), sink(2)), (delayed,)),), 3) == [7, 8, 9, 1, 2, 3]


def test_slice() -> None:
    router = Actor("m", 3, "slice", (port("i", 4), port("o", 9)), slice=Slice(3, 3, -1, 2))
    assert through(router, 9, 2) == [0, 1, 2, 2, 3, 4, 4, 0, 0, 0, 5, 6, 6, 7, 8, 8, 0, 0]


def test_broadcast_repeats_and_cuts() -> None:
    assert through(Actor("m", 3, "broadcast", (port("i", 2), port("o", 5))), 5, 2) == [1, 2, 1, 2, 1, 3, 4, 3, 4, 3]


def test_roundbuffer_keeps_the_last() -> None:
    assert through(Actor("m", 3, "roundbuffer", (port("i", 5), port("o", 2))), 2, 2) == [4, 5, 9, 10]


def test_fork_and_join() -> None:
    fork = Actor("f", 3, "fork", (port("i", 3), port("o0", 1), port("o1", 2)))
    join = Actor("j", 4, "join", (port("i0", 2), port("i1", 1), port("o", 3)))
    edges = (edge("source.o -> f.i"), edge("f.o0 -> j.i1"), edge("f.o1 -> j.i0"), edge("j.o -> sink.i"))
    assert recorded((GraphSpec("app", (source(3), sink(3), fork, join), edges),), 2) == [2, 3, 1, 5, 6, 4]


def refined(inner: GraphSpec, given: int, iterations: int) -> list[int]:
    """A source of `given` tokens, an actor refined by `inner` (interfaces x and y) and a sink."""
    rates = {i.name: i.rate for i in inner.interfaces}
    ports = (Port("x", True, BYTE, (rates["x"],)), Port("y", False, BYTE, (rates["y"],)))
    actors = (source(given), sink(rates["y"]), Actor("sub", 3, inner.name, ports))
    main = GraphSpec("app", actors, (edge("source.o -> sub.x"), edge("sub.y -> sink.i")))
    return recorded((main, inner), iterations)


def inner_graph(x: int, y: int, between: Delay | None) -> GraphSpec:
    """a reads 2 tokens and writes 2, b reads 3 and writes 3: a fires 3 times, b twice, 6 tokens pass."""
    actors = (
        Actor("a", 1, "roundbuffer", (port("i", 2), port("o", 2))),
        Actor("b", 2, "roundbuffer", (port("i", 3), port("o", 3))),
    )
    edges = (edge("x -> a.i"), edge("a.o -> b.i", between), edge("b.o -> y"))
    return GraphSpec("inner", actors, edges, (Interface("x", True, BYTE, x), Interface("y", False, BYTE, y)))


def test_interfaces_repeat_and_keep_the_last() -> None:
    assert refined(inner_graph(3, 6, None), 3, 2) == [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    assert refined(inner_graph(6, 2, None), 6, 2) == [5, 6, 11, 12]


def test_delays_inside_are_kept_or_reset() -> None:
    kept = Delay(2, Fill.SAME, (9,))
    assert refined(inner_graph(6, 6, kept), 12, 1) == [9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    reset = Delay(2, Fill.SAME, (9,), reset=True)
    assert refined(inner_graph(6, 6, reset), 12, 1) == [9, 9, 1, 2, 3, 4, 9, 9, 7, 8, 9, 10]


def test_too_few_tokens_give_no_schedule() -> None:
    loop = Actor("a", 1, "code", (port("i", 2), port("o", 2)))
    assert schedule(GraphSpec("g", (loop,), (edge("a.o -> a.i", Delay(1)),))) is None
    assert schedule(GraphSpec("g", (loop,), (edge("a.o -> a.i", Delay(2)),))) == ("a",)


def test_stopping_ends_after_the_iteration_and_end_of_input_before_it() -> None:
    for firing, end_of_input, expected in ((3, False, 8), (3, True, 4), (0, True, 0), (99, False, 20)):
        graph = GraphSpec("app", (source(4), sink(2, stop=Stop(firing, end_of_input))), (edge("source.o -> sink.i"),))
        assert recorded((graph,), 5) == list(range(1, expected + 1))
