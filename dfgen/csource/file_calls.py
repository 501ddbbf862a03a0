# SPDX-License-Identifier: Apache-2.0
"""The calls of file actors, which the runtime has the functions for (`runtime/include/df/file.h`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dfgen.model.actor import Actor, Argument, ArgumentKind, Call, State
from dfgen.model.files import ENGINE_URING, SCHEME_OF, Backend, FileEnd, Scheme
from dfgen.model.graph import Graph
from dfgen.model.port import TokenType

STATE = "file"
STATE_TYPE = TokenType("df_file", "df_file", 32, 8)
HEADER = "df/file.h"
MAPPED, PAST_CACHE, DURABLE, BY_KERNEL, ENDS_SHORT = 1, 2, 4, 8, 16


def with_file_calls(graph: Graph) -> Graph:
    """The graph with what its file actors call. The sizes of all types are known."""
    return replace(
        graph, actors=tuple(_with_calls(actor) if actor.file is not None else actor for actor in graph.actors)
    )


def with_schemes(graph: Graph, schemes: Mapping[str, Scheme], reason: str) -> Graph:
    """The graph with these schemes for some file actors, by name; `reason` is why."""

    def chosen(actor: Actor) -> Actor:
        if actor.file is None or actor.name not in schemes:
            return actor
        asked = actor.file.overruled if actor.file.reason else actor.file.scheme
        file = replace(actor.file, scheme=schemes[actor.name], reason=reason)
        return _with_calls(replace(actor, file=replace(file, overruled=None if asked is Scheme.AUTO else asked)))

    return replace(graph, actors=tuple(map(chosen, graph.actors)))


def with_shown_blocks(graph: Graph, shown: Mapping[str, tuple[int, int]], copied: Mapping[str, str]) -> Graph:
    """The graph in which windows of some sources are views of their files, in so many slots of so many bytes, and those
    of others not, for a reason."""

    def told(actor: Actor) -> Actor:
        if actor.file is None or (actor.name not in shown and actor.name not in copied):
            return actor
        slots, why = shown.get(actor.name, (0, 0)), copied.get(actor.name, "")
        return _with_calls(replace(actor, file=replace(actor.file, shown=slots, copied=why)))

    return replace(graph, actors=tuple(map(told, graph.actors)))


def _with_calls(actor: Actor) -> Actor:
    file = actor.file
    assert file is not None
    kind, verb = ("source", "read") if file.is_source else ("sink", "write")
    state = Argument(ArgumentKind.STATE, STATE)
    data = actor.port("data")
    numbers: tuple[int, ...] = (data.window_bytes, SCHEME_OF.get(file.scheme, 0), _flags(file))
    opens = f"df_file_open_{kind}"
    if file.is_shown:
        opens, numbers = "df_file_open_views", (*numbers, *file.shown)
    ports = {port.name for port in actor.ports}
    optional = ("size", "offset") if file.is_source else ("size",)
    windows = (window(name) if name in ports else number(0) for name in ("data", *optional))
    return replace(
        actor,
        state=State(STATE, STATE_TYPE),
        init=Call(opens, (state, *map(number, numbers)), actor.span),
        fire=Call(f"df_file_{verb}", (state, *windows), actor.span),
    )


def window(port: str) -> Argument:
    """The window of a port, as an argument."""
    return Argument(ArgumentKind.PORT, port, port=port)


def number(value: int) -> Argument:
    """A constant, as an argument."""
    return Argument(ArgumentKind.PARAMETER, str(value), value)


def _flags(file: FileEnd) -> int:
    asked = (
        (MAPPED, file.backend is Backend.MMAP),
        (PAST_CACHE, file.past_cache),
        (DURABLE, file.durable),
        (BY_KERNEL, file.engine == ENGINE_URING),
        (ENDS_SHORT, file.ends_short),
    )
    return sum(flag for flag, is_set in asked if is_set)
