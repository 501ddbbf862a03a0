# SPDX-License-Identifier: Apache-2.0
"""C names of generated things. Every name begins with the graph's name or a fixed prefix, so that none can collide
with a user's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dfgen.model.graph import ActorKind
from dfgen.model.plan import PACE, Plan, StepKey
from dfgen.model.schedule import Loop

LOCAL_NAMES = re.compile(r"core|arena|pass|iterations|run|fired|tokens|[kj]|[ikn]\d+|(from|to)_\d+|(in|out|held)_\w+")
"""What generated functions call their variables. Everything outside of functions begins with the graph's name."""


def identifier(path: str) -> str:
    """`Sub/fir` as a piece of a C identifier. Not unique by itself."""
    return re.sub(r"[^A-Za-z0-9_]", "_", path)


def unique_identifiers(paths: Iterable[str]) -> dict[str, str]:
    """A distinct piece of identifier for every path, numbered where two would be alike."""
    used: dict[str, int] = {}
    names: dict[str, str] = {}
    for path in paths:
        base = identifier(path)[:60]
        name, count = base, used.get(base, 0)
        while name in used:
            count += 1
            name = f"{base}_{count}"
        used[base], used[name] = count, 0
        names[path] = name
    return names


@dataclass(frozen=True)
class Names:
    """The names of a program's global things, all of which begin with `prefix`.

    `actors` index the program's table of actors, in which movers have no entry; `places` are macros for the arena
    offsets of buffers and lasting memory; functions in `small` are so short that compilers put their code in
    place of their calls, and compute several firings at once; functions in `hidden` have the name of a local variable
    somewhere.
    """

    prefix: str
    actors: Mapping[str, int]
    small: frozenset[str]
    functions: Mapping[str, str]
    places: Mapping[str, str]
    counters: Mapping[StepKey, str]
    hidden: frozenset[str]

    def offset(self, name: str) -> str:
        """Where buffer or state `name` begins in the arena."""
        return f"{self.prefix}at_{self.places[name]}"

    def held(self, name: str) -> str:
        """The variable that is buffer `name` in a turn of a loop."""
        return f"held_{self.places[name]}"

    def turn(self, loop: int) -> str:
        """The variable that counts a loop's turns since the program began; the root's turns are passes."""
        return "pass" if loop == 0 else f"{self.prefix}turn_{loop}"

    def callee(self, function: str) -> str:
        """How generated code calls a user's function, also where a local variable has its name."""
        return f"{self.prefix}call_{function}" if function in self.hidden else function

    def stride(self, name: str) -> str:
        """From one slot of buffer `name` to the next."""
        return f"{self.prefix}step_{self.places[name]}"


def name_all(plan: Plan, order: Iterable[str], small: frozenset[str]) -> Names:
    """`order` is a topological order of the actors."""
    actors = [name for name in order if plan.graph.actor(name).kind is ActorKind.CODE]
    titles = {step: f"{_title(plan, step)}_done_{step[2]}" for step in plan.counters}
    counters = unique_identifiers(titles.values())
    return Names(
        prefix=f"{plan.graph.name}_",
        actors={name: index for index, name in enumerate(actors)},
        small=small,
        functions=unique_identifiers(actors),
        places=unique_identifiers([*plan.buffers, *plan.state_offsets]),
        hidden=frozenset(f for f in _called(plan) if LOCAL_NAMES.fullmatch(f)),
        counters={PACE: "pace"} | {step: counters[title] for step, title in titles.items()},
    )


def _called(plan: Plan) -> Iterator[str]:
    for actor in plan.graph.actors:
        initial = actor.reset_tokens.init if actor.reset_tokens else None
        yield from (call.function for call in (actor.fire, actor.init, actor.end, initial) if call is not None)
    for fifo in plan.graph.fifos:
        if fifo.delay is not None and fifo.delay.init is not None:
            yield fifo.delay.init.function


def _title(plan: Plan, step: StepKey) -> str:
    loop, child, _ = step
    node = plan.schedule.loops[loop].body[child]
    return f"loop {node.id}" if isinstance(node, Loop) else next(iter(node.actors))
