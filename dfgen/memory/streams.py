# SPDX-License-Identifier: Apache-2.0
"""The first half of the stage: which streams of tokens there are, who touches them, and how their bytes get across.

Nothing here depends on how many slots a buffer has: plans that differ in slots alone have all of it in common.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from dfgen.memory.binding import Binding, bind
from dfgen.memory.buffers import Stream, Users, index_users, stream_of
from dfgen.memory.choice import Choice, Circumstances, choose, choose_move, copying
from dfgen.memory.looking_back import Obstacles, obstacles_of_buffers, obstacles_to_look_back
from dfgen.memory.offloading import asynchronous_copies
from dfgen.memory.options import MemoryOptions
from dfgen.memory.overlays import loops_in_place
from dfgen.memory.requests import Request, requested_strategies
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.schedule import Schedule


@frozen
class Streams:
    """`engines`: the engine of each actor whose work the cores do not wait for. `looked_back`: by delayed output of a
    broadcast whose readers look back, the buffer where its tokens lie."""

    binding: Binding
    choices: Mapping[PortRef, Choice]
    notes: tuple[str, ...]
    users: Users
    engines: Mapping[str, int]
    by_root: Mapping[str, Stream]
    looked_back: Mapping[PortRef, str]


def streams_of(
    graph: Graph, facts: Facts, schedule: Schedule, options: MemoryOptions, copied: Collection[PortRef] = ()
) -> Streams:
    """`copied`: delayed outputs of broadcasts that are to have memory of their own, which takes less of it in all.
    Raises `UserError` for demands that cannot be met."""
    wanted = requested_strategies(graph, options.transfers)
    asked = copying(graph, wanted).asked
    # In guard mode each reader has its own bytes; what programs choose as they start may be copies.
    may_look_back = not options.guard and not options.candidates
    delayed = obstacles_to_look_back(graph, schedule, asked) if may_look_back else {}
    delayed = {**delayed, **{ref: "its tokens take less memory elsewhere" for ref in copied if not delayed.get(ref)}}
    while True:
        found = _streams(graph, facts, schedule, options, wanted, delayed)
        left = obstacles_of_buffers(graph, found.binding, found.choices, found.by_root, delayed)
        if not left:
            return found
        delayed = {**delayed, **left}


def _streams(
    graph: Graph,
    facts: Facts,
    schedule: Schedule,
    options: MemoryOptions,
    wanted: Mapping[str, Request],
    delayed: Obstacles,
) -> Streams:
    several = (actor for actor in schedule.places if len(schedule.cores_of(actor)) > 1)
    split = frozenset(actor for actor in several if schedule.ordered_loop(actor) is None)
    binding = bind(graph, facts.order, copying(graph, wanted), split, delayed)
    given = Circumstances(
        graph, facts, schedule, options.platform, options.guard, options.unviewed, options.refused, options.catches
    )
    choices, notes = choose(binding, wanted, given)
    binding.transfers[:] = [choose_move(transfer, wanted.get(transfer.fifo), given) for transfer in binding.transfers]
    moved = {ref for ref, choice in choices.items() if options.guard or choice.how.moves}
    users = index_users(graph, facts.order, binding, loops_in_place(graph, binding, moved))
    engines = asynchronous_copies(graph)
    fixed = _fixed(graph, binding, choices, options.candidates)
    by_root = {
        name: stream_of(graph, schedule, root, users, engines, may_ring=name not in fixed)
        for name, root in binding.roots.items()
    }
    looked_back = {ref: binding.aliases[ref].root for ref, obstacle in delayed.items() if not obstacle}
    return Streams(binding, choices, notes, users, engines, by_root, looked_back)


def _fixed(graph: Graph, binding: Binding, choices: Mapping[PortRef, Choice], candidates: Sequence[str]) -> set[str]:
    """Root streams that private views show, that routing actors move bytes of, or that may lie in files: their tokens
    stay where they are."""
    found = {window.buffer for transfer in binding.transfers for window in (transfer.source, transfer.target)}
    in_memory = (actor.name for actor in graph.file_actors if actor.file is not None and actor.file.is_in_memory)
    found.update(str(PortRef(name, "data")) for name in in_memory)
    for ref, reading in binding.readings.items():
        if any(STRATEGIES[name].views for name in (choices[ref].strategy, *candidates)):
            found.add(reading.alias.root)
    return found
