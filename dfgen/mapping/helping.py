# SPDX-License-Identifier: Apache-2.0
"""Which firings cores that wait run for the core for which they wait, as far as the graph and the schedule go.

A mapping is made by times that are known roughly, or not at all, and that change from firing to firing and with what
else the machine does. So a core is often done with its part while another one is not. It then runs firings of the block
in which that one is (leapfrogging: Wagner and Calder, Leapfrogging: a portable technique for implementing efficient
futures, 1993). The plan stays as it is: such a firing counts as one of the core whose block it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.machine.constants import HELPED_NS
from dfgen.machine.times import firing_time_ns
from dfgen.mapping.splitting import why_in_order, why_one_at_a_time
from dfgen.model.actor import Actor
from dfgen.model.graph import Graph
from dfgen.model.port import Access, Port
from dfgen.model.schedule import Leaf, Loop

HELPING = ("auto", "all", "none")
"""Blocks whose firings take long enough, all that can be, none."""
LOOPS_MOST = 7
"""Form: loops around a block, as the runtime has it."""


def why_unhelped(graph: Graph, root: Loop, impure: Mapping[str, str], helping: str) -> dict[str, str]:
    """By actor with a block of several firings, why cores that wait run none of them; empty where they may. `impure`:
    by C function, why the user's code may not run on two cores at once; `helping`: one of `HELPING`."""
    if len(root.cores) < 2 or helping == "none":
        return {}
    itself = {fifo.source.actor for fifo in graph.fifos if fifo.source.actor == fifo.target.actor}
    found: dict[str, str] = {}
    for leaf, loops in _blocks(root, ()):
        actor = graph.actor(leaf.actor)
        if not actor.is_routing and any(part.stop - part.start > 1 for part in leaf.parts):
            found[leaf.actor] = _why(graph, actor, loops, leaf.actor in itself, impure, helping)
    return found


def _blocks(loop: Loop, outer: tuple[Loop, ...]) -> Iterator[tuple[Leaf, tuple[Loop, ...]]]:
    """Each with the loops around it, but for the pass."""
    for child in loop.body:
        if isinstance(child, Leaf):
            yield child, outer
        elif isinstance(child, Loop):
            yield from _blocks(child, (*outer, child))


def _why(
    graph: Graph, actor: Actor, loops: tuple[Loop, ...], feeds_itself: bool, impure: Mapping[str, str], helping: str
) -> str:
    if own := why_in_order(graph, actor):
        return own
    if feeds_itself:
        return "it reads what it wrote"
    if alone := why_one_at_a_time(actor, impure):
        return alone
    if actor.core is not None or actor.cores:
        return "it is for certain cores"
    if any(loop.parts for loop in loops):
        return "its loop goes from core to core"
    if len(loops) > LOOPS_MOST:
        return f"more than {LOOPS_MOST} loops are around it"
    if actor.boundary is not None or actor.is_at_link or actor.file is not None:
        return "it is an end of the program"
    return "its firings are short" if _is_short(actor, helping) else ""


def _is_short(actor: Actor, helping: str) -> bool:
    return helping == "auto" and firing_time_ns(actor) < HELPED_NS.value


def is_likely_helped(graph: Graph, actor: Actor, helping: str) -> bool:
    """Of an actor whose firings cores may share: whether those that wait will run some, as far as that can be known
    before it is known where its tokens lie and which of them are moved."""
    if helping == "none" or _is_short(actor, helping):
        return False
    is_plain = not (actor.engine or actor.bulk or graph.scratch_of(actor))
    is_moved = any(fifo.transfer for _, fifo in (*graph.inputs_of(actor), *graph.outputs_of(actor)))
    return is_plain and not is_moved and all(map(_is_left_alone, actor.ports))


def _is_left_alone(port: Port) -> bool:
    """Whether nothing need be copied or kept for it."""
    if port.type.objects or port.is_persistent or port.overlays:
        return False
    return not port.is_input or port.access in (Access.READ_ONLY, Access.UNUSED)
