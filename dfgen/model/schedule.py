# SPDX-License-Identifier: Apache-2.0
"""The schedule: one looped order of firings that all cores share, and which core runs which part of it.

A schedule is a tree. Its root is the pass: one trip runs up to `chunk` graph iterations. A `Loop` has `count` trips
for each iteration of the loop around it, `chunk` iterations at a time; a `Leaf` is a block of firings of one actor;
a `Listing` is an explicit order of firings, for cycles that no looped schedule can order. Children stand in an order in
which one core alone could run them. Each core runs the same tree restricted to its own parts, and waits for another
core only between children of one loop.

The iterations of a loop whose actors must fire one after the other can still go from core to core: a *ordered* loop has
parts, as a leaf has, but each core begins its own only when the one before has ended (a DOACROSS loop: Cytron 1986). So
the cores have equal shares of what they do between such loops, and none waits for one of them to do all that is in it.

A schedule may be software pipelined (Rau 1994; for dataflow graphs Gordon, Thies, Amarasinghe 2006): children of the
root have stages, and while a core runs pass p of those of stage 0, it runs pass p - s of those of stage s. So it need
not wait, in the middle of a pass, for another core to hand back what it gave away: that was done in the pass before.

Sizes grow with actors and blocks, never with firings, except for listings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from math import prod

from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen

SHOWN = 4
"""Shown: actors that a note names."""

# Times are rounded where a mapping is proven to be the best.
ROUNDED = Fraction(9995, 10_000)


@frozen
class Part:
    """Firings [start, stop) of a leaf's full chunk, or iterations of a ordered loop's full trip, run on `core`."""

    core: int
    start: int
    stop: int


@frozen
class Leaf:
    """`firings` firings of `actor` in each iteration of the loop around it, spread over cores by ranges. In a ordered
    loop each core has them all, in its own iterations."""

    actor: str
    firings: int
    parts: tuple[Part, ...]

    @property
    def cores(self) -> frozenset[int]:
        return frozenset(part.core for part in self.parts)

    @property
    def actors(self) -> Iterator[str]:
        yield self.actor


@frozen
class Run:
    """`count` firings of `actor` in a row."""

    actor: str
    count: int


@frozen
class Listing:
    """Firings of tightly interdependent actors in an explicit order, all on one core."""

    core: int
    runs: tuple[Run, ...]

    @property
    def cores(self) -> frozenset[int]:
        return frozenset((self.core,))

    @property
    def actors(self) -> Iterator[str]:
        yield from sorted({run.actor for run in self.runs})

    @cached_property
    def firings(self) -> dict[str, int]:
        total: dict[str, int] = {}
        for run in self.runs:
            total[run.actor] = total.get(run.actor, 0) + run.count
        return total


@frozen
class Loop:
    """`count` iterations for each iteration of the loop around it, run `chunk` at a time (the last may be short).
    `parts`: of a ordered loop, whose trips are iterations, in the order in which the cores have them."""

    id: int
    count: int
    chunk: int
    body: tuple[Node, ...]
    parts: tuple[Part, ...] = ()

    @cached_property
    def cores(self) -> frozenset[int]:
        return frozenset().union(*(child.cores for child in self.body)) if self.body else frozenset()

    @property
    def actors(self) -> Iterator[str]:
        for child in self.body:
            yield from child.actors


Node = Leaf | Listing | Loop


@frozen
class Place:
    """Where an actor stands: the loops from the root down to the one around it, and its child index in each."""

    loops: tuple[Loop, ...]
    indices: tuple[int, ...]
    firings: int

    def firings_per_iteration_of(self, loop: Loop) -> int:
        """Firings of the actor in one iteration of `loop`, which must be on the way to it."""
        return self.firings * prod(inner.count for inner in self.loops[self.level(loop.id) + 1 :])

    def child_of(self, loop: Loop) -> int:
        """Index of the child of `loop` on the way to the actor."""
        return self.indices[self.level(loop.id)]

    def level(self, loop_id: int) -> int:
        """How many loops stand around that one, which must be on the way to the actor."""
        return next(level for level, outer in enumerate(self.loops) if outer.id == loop_id)


@frozen
class OrderEdge:
    """A core's part of a ordered loop, which is child `child` of loop `loop`: it begins when core `before` has ended
    its own of `lag` trips ago (0 or 1)."""

    loop: int
    child: int
    core: int
    before: int
    lag: int


@frozen
class StopEdge:
    """Actor `target` has effects that must end with the iteration in which `source` stops the program.

    It fires in iteration i only after `source` has fired in iteration i - `delay` (0 or 1). Of a receiver: when the
    message is there. Likewise a `target` that receives what other nodes make of the messages of `source`, which sends.
    """

    source: str
    target: str
    delay: int
    reason: str = ""
    """For the user, where `source` is no actor of the graph's; of a sender, whose end is none."""

    @property
    def why(self) -> str:
        return self.reason or f"{self.source} may stop the program"


@frozen
class Proof:
    """Of a mapping that was searched for: its period of an iteration by the times of the actors, what no mapping can be
    below, and the period of the mapper `auto`."""

    period_ns: Fraction
    bound_ns: Fraction
    auto_ns: Fraction

    @property
    def is_best(self) -> bool:
        """But for rounding."""
        return self.bound_ns >= self.period_ns * ROUNDED


@frozen
class Unapplied:
    """An optimisation that the schedule does without, and why; `what`: to which actors that applies, if not to all."""

    optimisation: str
    reason: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.optimisation}: {self.reason}" + (f" ({self.what})" if self.what else "")


def unapplied_by_reason(optimisation: str, reasons: Mapping[str, str]) -> Iterator[Unapplied]:
    """`reasons`: by actor."""
    named: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        named.setdefault(reason, []).append(name)
    for reason, names in named.items():
        yield Unapplied(optimisation, reason, some_of(names, SHOWN))


@frozen
class Schedule:
    """`root.chunk` is the number of graph iterations of a pass; `depth_passes` how many passes may overlap.

    `stages`: of the root's children, ascending; none where a core runs one pass after the other. `unapplied`: what it
    does without. `unhelped`: by actor of several firings in a row, why cores that wait do not run some of them; empty
    where they may, as far as the graph and the schedule go."""

    root: Loop
    cores: int
    depth_passes: int
    mapper: str
    stop_edges: tuple[StopEdge, ...] = ()
    notes: tuple[str, ...] = ()
    proof: Proof | None = None
    stages: tuple[int, ...] = ()
    unapplied: tuple[Unapplied, ...] = ()
    unhelped: Mapping[str, str] = field(default_factory=dict)

    def stage(self, loop: int, child: int) -> int:
        """Of a child of that loop: 0 for all but those of the root."""
        return self.stages[child] if self.stages and loop == self.root.id else 0

    def passes_late(self, core: int, child: int) -> int:
        """How many passes a core is further with the first of the root's children that it runs than with this one."""
        return self.stage(self.root.id, child) - self.first_stage(core)

    def first_stage(self, core: int) -> int:
        """Of what a core runs."""
        return self._first_stages.get(core, 0)

    def latest(self, core: int) -> int:
        """The most passes that a core is late with any of the root's children."""
        return max((self.passes_late(core, child) for child in self.children_of(core)), default=0)

    def children_of(self, core: int) -> Iterator[int]:
        """Of the root: those that a core runs a part of."""
        return (index for index, child in enumerate(self.root.body) if core in child.cores)

    @cached_property
    def _first_stages(self) -> dict[int, int]:
        if not self.stages:
            return {}
        return {core: min(self.stages[child] for child in self.children_of(core)) for core in self.root.cores}

    @property
    def iterations_per_pass(self) -> int:
        return self.root.chunk

    @cached_property
    def places(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        self._place(self.root, (), (), found)
        return found

    def _place(self, loop: Loop, loops: tuple[Loop, ...], indices: tuple[int, ...], found: dict[str, Place]) -> None:
        loops = (*loops, loop)
        for index, child in enumerate(loop.body):
            path = (*indices, index)
            if isinstance(child, Leaf):
                found[child.actor] = Place(loops, path, child.firings)
            elif isinstance(child, Listing):
                for actor, firings in child.firings.items():
                    found[actor] = Place(loops, path, firings)
            else:
                self._place(child, loops, path, found)

    @cached_property
    def loops(self) -> dict[int, Loop]:
        """All loops by id, outer ones first."""
        found: dict[int, Loop] = {}
        todo = [self.root]
        while todo:
            loop = todo.pop(0)
            found[loop.id] = loop
            todo.extend(child for child in loop.body if isinstance(child, Loop))
        return found

    def node(self, actor: str) -> Leaf | Listing:
        place = self.places[actor]
        node = place.loops[-1].body[place.indices[-1]]
        assert not isinstance(node, Loop)
        return node

    def cores_of(self, actor: str) -> frozenset[int]:
        return self.node(actor).cores

    def ordered_loop(self, actor: str) -> Loop | None:
        """The ordered loop around an actor, if any: no other loop stands between them."""
        loop = self.places[actor].loops[-1]
        return loop if loop.parts else None

    @cached_property
    def order_edges(self) -> tuple[OrderEdge, ...]:
        """All parts of ordered loops."""
        found: list[OrderEdge] = []
        for outer in self.loops.values():
            for index, child in enumerate(outer.body):
                parts = child.parts if isinstance(child, Loop) else ()
                for place, part in enumerate(parts):
                    found.append(OrderEdge(outer.id, index, part.core, parts[place - 1].core, int(place == 0)))
        return tuple(found)

    def common_loop(self, actors: Iterator[str] | list[str]) -> Loop:
        """The innermost loop around all of `actors`."""
        common: tuple[Loop, ...] | None = None
        for actor in actors:
            loops = self.places[actor].loops
            if common is None:
                common = loops
            else:
                common = tuple(a for a, b in zip(common, loops, strict=False) if a.id == b.id)
        assert common, "no actors"
        return common[-1]
