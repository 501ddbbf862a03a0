# SPDX-License-Identifier: Apache-2.0
"""Which cores may run an actor: what the graph demands, against the cores that there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Diagnostic, fail, raise_if_any, some_of
from dfgen.model.graph import Graph


def without_absent_cores(graph: Graph, cores: int) -> tuple[Graph, tuple[str, ...]]:
    """The graph without demands for cores of its own platform of which there are only `cores`, and a note about them.

    A graph that comes with no platform means the user's cores, and keeps all that it demands.
    """
    if cores >= len(graph.core_names):
        return graph, ()
    freed = [a.name for a in graph.actors if (a.core is not None and a.core >= cores) or _is_out(a, cores)]
    if not freed:
        return graph, ()
    gone = set(freed)
    actors = tuple(replace(a, core=None, cores=()) if a.name in gone else a for a in graph.actors)
    note = f"{cores} of the {len(graph.core_names)} cores of the graph's platform are used, so these run on any: "
    note += some_of(freed)
    return replace(graph, actors=actors), (note,)


def _is_out(actor: Actor, cores: int) -> bool:
    return bool(actor.cores) and min(actor.cores) >= cores


def check_cores(graph: Graph, cores: int) -> None:
    raise_if_any(
        Diagnostic(
            "core-out-of-range",
            f"actor '{actor.name}' is placed on core {actor.core}, but {_told(cores)}",
            actor.span,
            f"Place it on one of them, or compile with --cores {actor.core + 1}.",
        )
        for actor in graph.actors
        if actor.core is not None and actor.core >= cores
    )
    raise_if_any(
        Diagnostic(
            "core-out-of-range",
            f"actor '{actor.name}' may run on cores {', '.join(map(str, actor.cores))} only, but {_told(cores)}",
            actor.span,
            f"Let it run on one of them, or compile with --cores {min(actor.cores) + 1}.",
        )
        for actor in graph.actors
        if actor.cores and min(actor.cores) >= cores
    )


def _told(cores: int) -> str:
    return f"there are {cores} cores (0 to {cores - 1})" if cores > 1 else "there is one core (0)"


def allowed_cores(graph: Graph, members: Iterable[str], cores: int) -> tuple[int, ...]:
    """The cores of which one is to run a unit; none for any. Raises `UserError` if its actors agree on none."""
    choices: tuple[int, ...] = ()
    for actor in (graph.actor(name) for name in members):
        own = (actor.core,) if actor.core is not None else tuple(core for core in actor.cores if core < cores)
        if own and choices:
            common = tuple(core for core in choices if core in own)
            if not common:
                message = f"the actors of one cycle may not run on the same core: {', '.join(members)}"
                raise fail("core-conflict", message, actor.span, "Let all of them run on one core.")
            own = common
        choices = own or choices
    return choices
