# SPDX-License-Identifier: Apache-2.0
"""Random SDF3 files, and what a graph means to SDF3, without the places where its parts stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import quoteattr

from hypothesis import strategies as st

from dfgen.model.actor import Actor
from dfgen.model.graph import Graph

NAMES = st.sampled_from(["a", "b", "a-b", "int", "phase", "_x2d_", "_x2d", "9", "x y", "é", "<&>", 'q"q', "f/g"])


def meaning(graph: Graph) -> object:
    """All that SDF3 says of a graph."""

    def ports(actor: Actor) -> dict[str, object]:
        return {p.name: (p.direction, _of_phases(p.rates, actor), p.type) for p in actor.ports}

    actors = {actor.name: (_of_phases(actor.times, actor), ports(actor)) for actor in graph.actors}
    fifos = [replace(fifo, delay=None) for fifo in graph.fifos]
    tokens = [fifo.delay_tokens for fifo in graph.fifos]
    return graph.name, graph.throughput, graph.time_unit, actors, fifos, tokens


def _of_phases(numbers: tuple[int, ...], actor: Actor) -> tuple[int, ...]:
    """One number a phase of the actor."""
    return numbers * (actor.phases // len(numbers)) if numbers else ()


@st.composite
def sdf3_files(draw: st.DrawFn) -> str:
    """A file of up to five actors, all of whose ports have a channel. It need not be consistent."""
    actors: dict[str, list[str]] = {name: [] for name in draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))}
    names = list(actors)
    channels, properties = [], []
    for number in range(draw(st.integers(0, 6))):
        ends = [draw(st.sampled_from(names)) for _ in range(2)]
        attributes = {"name": f"{draw(NAMES)}{number}"}
        for actor, side, direction in zip(ends, ("src", "dst"), ("out", "in")):
            port = f"{draw(NAMES)}{number}{direction}"
            attributes |= {f"{side}Actor": actor, f"{side}Port": port}
            rate = draw(_runs(least=0))
            actors[actor].append(_element("port", {"name": port, "type": direction, "rate": rate}))
        channel = attributes["name"]
        if draw(st.booleans()):
            attributes["initialTokens"] = str(draw(st.integers(0, 9)))
        channels.append(_element("channel", attributes))
        properties.append(_element("channelProperties", {"channel": channel}, draw(_channel_properties())))
    for name in names:
        properties.append(_element("actorProperties", {"actor": name}, draw(_processors())))
    properties.append(_element("graphProperties", {}, draw(_constraints())))
    body = [_element("actor", {"name": name, "type": "t"}, ports) for name, ports in actors.items()]
    graph = [
        _element("csdf", {"name": "g", "type": "g"}, [*body, *channels]),
        _element("csdfProperties", {}, properties),
    ]
    application = _element("applicationGraph", {"name": draw(NAMES)}, graph)
    return _element("sdf3", {"type": "csdf", "version": "1.0"}, [application])


def _element(tag: str, attributes: dict[str, str], children: Sequence[str] = ()) -> str:
    start = "".join([tag, *(f" {name}={quoteattr(value)}" for name, value in attributes.items())])
    return f"<{start}>{''.join(children)}</{tag}>\n"


@st.composite
def _runs(draw: st.DrawFn, least: int) -> str:
    """One to three numbers, the last of them not zero, perhaps as runs."""
    numbers = [str(draw(st.integers(least, 4))) for _ in range(draw(st.integers(0, 2)))]
    numbers.append(str(draw(st.integers(1, 9))))
    return ",".join(draw(st.sampled_from([number, f"2*{number}"])) for number in numbers)


def _channel_properties() -> st.SearchStrategy[list[str]]:
    token = st.sampled_from(["0", "1", "8", "12", "32", "4096"]).map(lambda bits: _element("tokenSize", {"sz": bits}))
    buffer = st.sampled_from(["9", "20"]).map(lambda size: _element("bufferSize", {"sz": size}))
    return st.tuples(st.lists(token, max_size=1), st.lists(buffer, max_size=1)).map(lambda pair: [*pair[0], *pair[1]])


@st.composite
def _processors(draw: st.DrawFn) -> list[str]:
    found = []
    for number in range(draw(st.integers(0, 3))):
        attributes = {"type": f"p{number}", "default": draw(st.sampled_from(["true", "false"]))}
        found.append(_element("processor", attributes, [_element("executionTime", {"time": draw(_runs(least=0))})]))
    return found


def _constraints() -> st.SearchStrategy[list[str]]:
    throughput = st.sampled_from(["0", "3e-8", "0.00000026", "25", "1.5", "7E2", ".5"])
    element = throughput.map(lambda text: f"<timeConstraints><throughput>{text}</throughput></timeConstraints>")
    return st.lists(element, max_size=1)
