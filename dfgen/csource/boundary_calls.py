# SPDX-License-Identifier: Apache-2.0
"""The calls of the actors that stand for ports of the main graph (`runtime/include/df/library.h`)."""

from __future__ import annotations

from dataclasses import replace

from dfgen.csource.file_calls import number, window
from dfgen.model.actor import Actor, Call
from dfgen.model.graph import Graph
from dfgen.model.port import DATA

HEADER = "df/library.h"

_PLAIN_TYPES = frozenset(
    (
        *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
        *("float", "double", "bool", "_Bool", "char", "signed char", "unsigned char"),
    )
)
"""C types that need no header of the user's."""


def with_boundary_calls(graph: Graph) -> Graph:
    """The graph with what these actors call. The sizes of all types are known."""
    return replace(
        graph, actors=tuple(actor if actor.boundary is None else _with_call(actor) for actor in graph.actors)
    )


def _with_call(actor: Actor) -> Actor:
    """Inputs of the graph are outputs of their actors."""
    assert actor.boundary is not None
    data = actor.port(DATA)
    verb = "give" if data.is_input else "take"
    arguments = (number(actor.boundary), number(data.window_bytes), window(DATA))
    return replace(actor, fire=Call(f"df_port_{verb}", arguments, actor.span))


def headers_of_ports(graph: Graph) -> tuple[str, ...]:
    """The user's headers that the library's header includes, for the types of its ports."""
    is_foreign = any(actor.port(DATA).type.c_name not in _PLAIN_TYPES for actor in graph.boundary_actors)
    return graph.c_includes if is_foreign else ()
