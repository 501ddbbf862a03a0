# SPDX-License-Identifier: Apache-2.0
"""Actors of which the runtime is told together: it knows that one of them fires, and not which.

Each telling is a barrier for the compiler. Between actors of plain arithmetic, which take turns firing by firing, it
would cost more than they do: what they pass on had to leave its registers, and no two turns could be computed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from dfgen.codegen.blocks import Blocks, Place, first_trip
from dfgen.codegen.code import Compound, Line, Statement
from dfgen.codegen.expressions import Expr, const
from dfgen.codegen.firing import FiringLoop, live_of, moved_state
from dfgen.codegen.frame import index_of
from dfgen.codegen.naming import place_of
from dfgen.codegen.owning import firings_of_strip, in_strips, owned_ports
from dfgen.codegen.tracing import NO_INSTRUMENTS
from dfgen.csource.literals import string_literal
from dfgen.machine.constants import STEADY_BYTES, STEADY_TOKENS_BYTES
from dfgen.model.actor import Actor
from dfgen.model.program import Fire, Firings, Loop, Operation, Own


class Together:
    """Each group of a core once, as an entry of its own beside those of the program's actors. `blocks`: of the core."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks, self._program, self._names = blocks, blocks.program, blocks.names
        self._entries: dict[tuple[str, ...], str] = {}
        self._is_off = blocks.program.guard or blocks.tracer.instruments != NO_INSTRUMENTS

    def groups(self, body: Iterable[Operation]) -> Iterator[tuple[Sequence[Firings], Sequence[Operation]]]:
        """The operations of a trip in their order: neighbours that are told of together, or others."""
        for is_taken, group in groupby(body, self._takes):
            found = list(group)
            blocks = [each for each in found if isinstance(each, Firings)] if is_taken and len(found) > 1 else []
            yield (blocks, []) if blocks else ([], found)

    def _takes(self, operation: Operation) -> bool:
        """Whether it is a firing that may be told of together with others."""
        if self._is_off or not isinstance(operation, Firings) or operation.stop - operation.start > 1:
            return False
        actor = self._program.graph.actor(operation.actor)
        is_small = actor.fire is not None and actor.fire.function in self._names.small
        only_fires = all(isinstance(each, (Fire, Own)) for each in operation.body)
        is_alone = operation.reads_end or actor.period or actor.bulk or live_of(actor)
        return is_small and actor.is_plain and only_fires and not is_alone

    def turns(self, loop: Loop) -> Sequence[Firings]:
        """The actors of a loop that does nothing but fire such ones, once each in a trip, if they keep nothing:
        compilers compute several trips at once. With a state they would not, and each trip is told of by itself."""
        blocks, _ = next(self.groups(loop.body), ((), ())) if loop.chunk == 1 and loop.share is None else ((), ())
        keep = any(self._program.graph.actor(block.actor).keeps_state for block in blocks)
        return blocks if len(blocks) == len(loop.body) and not keep else ()

    def fired(self, place: Place, group: Sequence[Firings]) -> Iterator[Statement]:
        """Such a group in a trip."""
        yield self._told(place, group)
        yield from self._in_turn(place, group)

    def looped(self, outer: Place, loop: Loop, total: Expr, group: Sequence[Firings]) -> Iterator[Statement]:
        """A loop of nothing but these, of which the runtime is told before it begins."""
        yield self._told(first_trip(outer, loop), group, str(total))
        blocks = self._blocks
        told, frame = blocks.told, blocks.frame
        place = Place((*outer.loops, loop), const(1))
        steady = self._steady(group)
        states = [moved_state(self._names, a, self._names.own(a.name), frame.arena()) for a in steady]
        frame.own_states = frozenset(actor.name for actor in steady)
        strip = self._strip(group)
        frame.owns_trips = strip > 1
        statements = tuple(self._in_turn(place, group))
        frame.own_states, frame.owns_trips = frozenset(), False
        body = (*blocks.variables(place), *statements)
        if strip > 1:
            most = loop.count * outer.chunk(self._program)
            over = partial(self._taken_over, place, group)
            turns = tuple(in_strips(0, str(total), most, strip, partial(_turns, loop, body), over))
        else:
            turns = (_turns(loop, body, "0", str(total)),)
        yield from [Compound("", (*states, *turns))] if states else turns
        blocks.told = told

    def _strip(self, group: Sequence[Firings]) -> int:
        """What is read in so many turns is taken over together."""
        actor = self._program.graph.actor
        return firings_of_strip([port for block in group for port in owned_ports(actor(block.actor), block.body)])

    def _taken_over(self, place: Place, group: Sequence[Firings], first: Expr, turns: str) -> Iterator[Statement]:
        """What some turns have read; the number of the first stands in for that of the loop's turn."""
        index = Line(f"const uint64_t {index_of(place.loops[-1])} = {first};")
        for block in group:
            firing = self._blocks.firing(place, block, const(block.start))
            if firing.owned:
                yield Compound("", (index, *firing.owned_pointers(), *firing.owns(const(block.start), turns)))

    def _told(self, place: Place, group: Sequence[Firings], firings: str = "") -> Statement:
        """Before such a group. `firings`: how many of each actor, if not one."""
        blocks, first = self._blocks, const(group[0].start)
        firing = blocks.firing(place, group[0], first, FiringLoop(first, firings) if firings else None)
        told, blocks.told = blocks.told, firing.announcement
        return firing.announced(told, self._entry(group))

    def _in_turn(self, place: Place, group: Sequence[Firings]) -> Iterator[Statement]:
        for block in group:
            yield from self._blocks.block(place, block, self._blocks.limit(place, block), is_told=True)

    def _steady(self, blocks: Sequence[Firings]) -> Sequence[Actor]:
        """Those of a loop of turns whose states are variables beside it.

        None of them writes its state, but as far as compilers see, what they write to the arena, for another core,
        might lie over it. They then load it in each turn, and do not compute the tokens of a window as a vector."""
        actors = [self._program.graph.actor(name) for name in dict.fromkeys(block.actor for block in blocks)]
        sizes = (max(port.rates) * port.type.footprint_bytes for actor in actors for port in actor.ports)
        least = STEADY_TOKENS_BYTES if all(actor.is_tokenwise for actor in actors) else STEADY_BYTES
        is_wide = max(sizes, default=0) > least.value
        return [actor for actor in actors if is_wide and actor.state is not None and actor.state.moves]

    def _entry(self, blocks: Sequence[Firings]) -> str:
        """A pointer to the entry of the group, as C."""
        key = tuple(block.actor for block in blocks)
        return f"&{self._entries.setdefault(key, f'{self._names.prefix}together_{len(self._entries)}')}"

    def definitions(self) -> Iterator[str]:
        for names, variable in self._entries.items():
            name = string_literal(f"{', '.join(names[:-1])} or {names[-1]}")
            place = string_literal(place_of(self._program.graph.actor(names[0])))
            core = self._blocks.tracer.core
            yield f"static const df_actor {variable} = {{.name = {name}, .place = {place}, .core = {core}}};"


def _turns(loop: Loop, body: tuple[Statement, ...], start: str, limit: str) -> Statement:
    index = index_of(loop)
    return Compound(f"for (uint64_t {index} = {start}; {index} < {limit}; {index}++)", body)
