# SPDX-License-Identifier: Apache-2.0
"""The statements of a block of firings, wherever it stands in a core's list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from dfgen.codegen.channels import Channels
from dfgen.codegen.code import Comment, Compound, Line, Statement, comment_text
from dfgen.codegen.expressions import Expr, const, mul, name
from dfgen.codegen.firing import Announcement, Firing, FiringLoop
from dfgen.codegen.frame import Frame
from dfgen.codegen.naming import Names, place_of
from dfgen.codegen.owning import in_strips
from dfgen.codegen.tables import Tables
from dfgen.codegen.titles import title_of_block
from dfgen.codegen.tracing import Tracer, firings_count
from dfgen.codegen.windows import Context
from dfgen.model.frozen import frozen
from dfgen.model.plan import ALIGN_BYTES
from dfgen.model.program import ROOT, Firings, Loop, Program, Share

WHOLE = Share(0, 1, 1)


@frozen
class Place:
    """Where operations stand: in which loops, from the outermost down, and how many iterations this trip has."""

    loops: tuple[Loop, ...]
    iterations: Expr

    @property
    def id(self) -> int:
        return self.loops[-1].id if self.loops else ROOT

    def chunk(self, program: Program) -> int:
        return self.loops[-1].chunk if self.loops else program.chunk


def first_trip(outer: Place, loop: Loop) -> Place:
    """Of one iteration, which no variable counts."""
    return Place((*outer.loops, replace(loop, share=WHOLE)), const(1))


class Blocks:
    """Those of a core. `told`: what the runtime knows of the firings of this trip of an inner loop."""

    def __init__(self, program: Program, core: int, names: Names, tracer: Tracer) -> None:
        self.program, self.names, self.tracer = program, names, tracer
        self.tables = Tables(names.prefix)
        self.channels = Channels(program, names, core)
        self.frame = Frame(program, names, core)
        self.told: Announcement | None = None

    def block(self, place: Place, block: Firings, limit: str, *, is_told: bool = False) -> Iterator[Statement]:
        """`limit`: the firing before which the block ends in this trip. `is_told`: the runtime knows of it."""
        count = block.stop - block.start
        single = place.iterations.value is not None and count == 1
        start = const(block.start)
        fired = firings_count(block.start, limit, count if place.iterations.value is not None else None)
        loop = None if single else FiringLoop(start, fired, limit == self.limit(place, block))
        firing = self.firing(place, block, start if single else name("k", block.stop), loop)
        announced = [] if is_told else [firing.announced(self.told)]
        self.told = firing.announcement if place.loops else None
        body = tuple(firing.body())
        if not single:
            body = tuple(self._firing_loop(firing, place, block, limit, body))
        marks = firing.marks
        yield Comment(self.title(place, block))
        before = (*marks.before(), *announced, *firing.prologue())
        yield Compound("", (*before, *body, *firing.epilogue(), *marks.after(fired)))

    def one_of(self, place: Place, block: Firings) -> Iterator[Statement]:
        """Any firing `k` of a block."""
        firing = self.firing(place, block, name("k", block.stop))
        marks = firing.marks
        yield from (*marks.before(), firing.announced(None), *firing.prologue(), *firing.body(), *firing.epilogue())
        yield from marks.after("1")

    def message(self, place: Place, block: Firings) -> Iterator[Statement]:
        """The windows of all firings of a full pass, whether or not this one is: both ends have one size."""
        actor = self.program.graph.actor(block.actor)
        end = actor.network
        assert end is not None
        assert not place.loops, "messages are passes"
        link = self.program.link_of(self.program.engines.index(actor.engine))
        firing = self.firing(place, block, name("k"), FiringLoop(const(0), str(block.stop)))
        leave = (Line("return false;"),)
        body: tuple[Statement, ...] = (Compound(f"if (!df_network_begin(core, {link}))", leave),)
        for port in actor.ports:
            pieces = Line(f"df_network_piece(core, {link}, {firing.window_and_bytes(port)});")
            body = (*body, *firing.pointers(), Compound(f"for (uint64_t k = 0; k < {block.stop}; k++)", (pieces,)))
        verb = "receive" if end.receives else "send"
        yield Comment(f"link {end.link}: {comment_text(end.fifo)} {'from' if end.receives else 'to'} node {end.peer}")
        yield Compound("", (*body, Line(f"df_network_{verb}(core, {link});")))

    def _firing_loop(
        self, firing: Firing, place: Place, block: Firings, limit: str, body: tuple[Statement, ...]
    ) -> Iterator[Statement]:
        start = block.start
        if firing.row:
            yield self._rows(firing.row, place, block, body)
        elif firing.is_cut:
            same = Compound("for (; k < changes; k++)", body)
            asks = (*firing.live_values(), Line(f"changes = {firing.next_change(limit)};"))
            yield Compound(f"for (uint64_t k = {start}, changes; k < {limit};)", (*asks, same))
        elif firing.strip:
            most = block.stop - start
            yield from in_strips(start, limit, most, firing.strip, partial(_loop, body), firing.owns)
        else:
            yield _loop(body, str(start), limit)

    def _rows(self, row: int, place: Place, block: Firings, body: tuple[Statement, ...]) -> Statement:
        """A loop over rows of so many firings."""
        start, stop, per_iteration = (number // row for number in (block.start, block.stop, block.per_iteration))
        limit = self.limit(place, replace(block, start=start, stop=stop, per_iteration=per_iteration))
        firings = Compound(f"for (uint64_t j = 0; j < {row}; j++)", body)
        return Compound(f"for (uint64_t k = {start}; k < {limit}; k++)", (firings,))

    def firing(self, place: Place, block: Firings, k: Expr, loop: FiringLoop | None = None) -> Firing:
        context = Context(self.program, self.names, self.frame, place.loops, block, k)
        return Firing(context, self.tables, self.channels, self.tracer, loop)

    def limit(self, place: Place, block: Firings) -> str:
        per_iteration, iterations = block.per_iteration, place.iterations
        if block.reads_end:
            return str(self.until_end(per_iteration))
        if iterations.value is not None:
            return str(const(block.stop))
        if block.stop == per_iteration * place.chunk(self.program):
            return str(mul(const(per_iteration), iterations))
        return f"df_min({block.stop}, {mul(const(per_iteration), iterations)})"

    def title(self, place: Place, block: Firings) -> str:
        count, total = block.stop - block.start, block.per_iteration * place.chunk(self.program)
        share = f"{counted('firing', block.start, block.stop)} of {total}" if count < total else f"{total} firings"
        actor = self.program.graph.actor(block.actor)
        return title_of_block(place_of(actor), actor.name, share if total > 1 else "1 firing")

    def until_end(self, firings: int) -> Expr:
        """The firing before which an actor that may stop the program ends, with so many in an iteration."""
        return mul(name(self.frame.iterations()), const(firings))

    def variables(self, place: Place) -> list[Statement]:
        """Those of a trip, once what stands in it has asked for them."""
        locals = (local for local in place.loops[-1].locals if self.frame.uses(local))
        return [*(Line(self._variable(local)) for local in locals), *self.frame.of_trip(place.loops)]

    def _variable(self, local: str) -> str:
        buffer = self.program.memory.buffers[local]
        scalars = buffer.span_tokens * buffer.type.count
        return f"_Alignas({ALIGN_BYTES}) {buffer.type.c_name} {self.names.local(local)}[{scalars}];"


def _loop(body: tuple[Statement, ...], start: str, limit: str) -> Statement:
    return Compound(f"for (uint64_t k = {start}; k < {limit}; k++)", body)


def counted(what: str, start: int, stop: int) -> str:
    return f"{what} {start}" if stop == start + 1 else f"{what}s {start} to {stop - 1}"
