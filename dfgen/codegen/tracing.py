# SPDX-License-Identifier: Apache-2.0
"""What a traced program's cores mark (df/trace.h), and what a watched one counts. Other programs have nothing of this.

A block of firings costs one reading of the clock. Only where a firing is long, or a transfer large, is each timed by
itself, so that the clock takes about one percent of the time at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dfgen.codegen.code import Line, Statement
from dfgen.csource.literals import string_literal
from dfgen.machine.constants import TRACED_MOVE_BYTES, TRACED_NS, TRACED_WINDOWS_BYTES
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.names import fifo_name
from dfgen.model.plan import Buffer, Transfer
from dfgen.model.program import Program


@frozen
class Instruments:
    """What the user wants to see of the running program. `watchdog_ns`: 0 for none; `verify`: compare the bytes after
    each transfer; `record`: tell the recorder of memory accesses (df/record.h) of each firing."""

    trace: bool = False
    watchdog_ns: int = 0
    verify: bool = False
    record: bool = False


NO_INSTRUMENTS = Instruments()


@frozen
class PointEntry:
    """A `df_trace_point`; `name` and `detail` are C strings."""

    kind: str
    name: str
    detail: str = "NULL"
    peer: int = 0
    bytes: int = 0


class Tracer:
    """The marks of one core. Those of an untraced program are no statements."""

    def __init__(self, program: Program, core: int, instruments: Instruments) -> None:
        self.program, self.core, self.instruments = program, core, instruments
        fixed = (
            PointEntry("DF_TRACE_RUNTIME", '"other"'),
            PointEntry("DF_TRACE_RUNTIME", '"start and end of the run"'),
            PointEntry("DF_TRACE_WAIT", '"copies by an engine"', peer=core),
            PointEntry("DF_TRACE_SLEEP", '"asleep"'),
            PointEntry("DF_TRACE_FAULTS", '"minor page faults"'),
            PointEntry("DF_TRACE_FAULTS", '"major page faults"'),
        )
        # Their firings may be marked on any core, by the same number.
        helped = (_point_of(program.graph.actor(actor)) for actor in program.helped)
        self._points = {point: number for number, point in enumerate((*fixed, *helped))} if instruments.trace else {}

    @property
    def points(self) -> tuple[PointEntry, ...]:
        return tuple(self._points)

    def gate(self, fifo: str, peer: int, engine: str = "") -> int:
        """The point of a wait, for copies of an engine if there is one; 0 in an untraced program."""
        detail = string_literal(engine) if engine else "NULL"
        return self._number(PointEntry("DF_TRACE_WAIT", string_literal(fifo), detail, peer)) if self._is_on else 0

    def copies(self, transfer: Transfer) -> int:
        """The point of copies that are given to an engine; 0 in an untraced program."""
        fifo, engine = fifo_name(self.program.graph, transfer.fifo), self.program.engines[transfer.engine]
        point = PointEntry("DF_TRACE_COPIES", string_literal(fifo), string_literal(engine))
        return self._number(point) if self._is_on else 0

    def block(self, actor: Actor, transfers: Sequence[Transfer]) -> BlockMarks:
        """Marks of the blocks of an actor on this core."""
        return BlockMarks(self, actor, transfers) if self._is_on else BlockMarks(self, actor, ())

    def tail(self, buffer: Buffer) -> Iterator[Statement]:
        """After a tail move."""
        if self._is_on and buffer.history_tokens * buffer.type.size_bytes >= TRACED_MOVE_BYTES.value:
            yield self.mark("df_traced_move", PointEntry("DF_TRACE_TAIL", string_literal(buffer.name)))

    def beat(self) -> Iterator[Statement]:
        """After each firing of a watched program."""
        if self.instruments.watchdog_ns:
            yield Line("core->beats++;")

    def mark(self, function: str, point: PointEntry, *more: str) -> Line:
        return Line(f"{function}({', '.join(('core', str(self._number(point)), *more))});")

    @property
    def _is_on(self) -> bool:
        return self.instruments.trace

    def _number(self, point: PointEntry) -> int:
        return self._points.setdefault(point, len(self._points))


class BlockMarks:
    """Where the marks of an actor's block stand: once at its end, or at each firing and each large transfer."""

    def __init__(self, tracer: Tracer, actor: Actor, transfers: Sequence[Transfer]) -> None:
        self._tracer, self._actor = tracer, actor
        large = [t for t in transfers if _window_bytes(t) >= TRACED_MOVE_BYTES.value]
        is_code = actor.fire is not None
        self._is_on = tracer.instruments.trace
        self.is_fine = self._is_on and (
            (is_code and (bool(large) or _is_long(tracer.program.graph, actor)))
            or (not is_code and len(large) == len(transfers) > 0)
        )
        self._large = large if self.is_fine else []
        self.counts_firings = self._is_on and is_code and actor.stops and not self.is_fine

    @property
    def verifies(self) -> bool:
        return self._tracer.instruments.verify

    @property
    def records(self) -> bool:
        return self._tracer.instruments.record

    def before(self) -> Iterator[Statement]:
        if self.is_fine:
            yield Line("df_trace_begin(core);")
        if self.counts_firings:
            yield Line("uint64_t fired = 0;")

    def move(self, transfer: Transfer) -> Iterator[Statement]:
        """After a part of a transfer."""
        if transfer in self._large:
            how = f"{transfer.when.value} {transfer.actor} {transfer.how.strategy}"
            fifo = fifo_name(self._tracer.program.graph, transfer.fifo)
            point = PointEntry("DF_TRACE_MOVE", string_literal(fifo), string_literal(how), bytes=_equal_bytes(transfer))
            yield self._tracer.mark("df_traced_move", point)

    def firing(self) -> Iterator[Statement]:
        """After the actor's own code."""
        yield from self._tracer.beat()
        if self.is_fine and self._actor.fire is not None:
            yield self._tracer.mark("df_traced_firing", self._point())
        if self.counts_firings:
            yield Line("fired++;")

    def after(self, count: str) -> Iterator[Statement]:
        """After the block, of `count` firings."""
        if not self._is_on:
            return
        if not self.is_fine:
            yield self._tracer.mark("df_traced_block", self._point(), "fired" if self.counts_firings else count)
        elif self._actor.fire is not None:
            yield self._tracer.mark("df_trace_finish", self._point())

    def _point(self) -> PointEntry:
        return _point_of(self._actor)


def _point_of(actor: Actor) -> PointEntry:
    place = f"{actor.span.file.rpartition('/')[2]}:{actor.span.line}"
    kind = "DF_TRACE_ROUTING" if actor.fire is None else "DF_TRACE_ACTOR"
    return PointEntry(kind, string_literal(actor.name), string_literal(place))


def _window_bytes(transfer: Transfer) -> int:
    """What moves in a firing at most."""
    return max(transfer.rates) * transfer.type.size_bytes


def _equal_bytes(transfer: Transfer) -> int:
    """What moves in each firing; 0 where that is not the same."""
    return _window_bytes(transfer) if len(set(transfer.rates)) == 1 else 0


def _is_long(graph: Graph, actor: Actor) -> bool:
    if actor.mean_time is not None and graph.time_unit is not None:
        return actor.mean_time >= TRACED_NS.value
    cycle = sum(actor.tokens_per_cycle(port) * port.type.size_bytes for port in actor.ports)
    return cycle >= TRACED_WINDOWS_BYTES.value * actor.phases


def firings_count(start: int, limit: str, full: int | None) -> str:
    """How many firings a block has, as C: from `start` on to below `limit`, `full` where that is known."""
    if full is not None:
        return str(full)
    return limit if start == 0 else f"df_less({limit}, {start})"
