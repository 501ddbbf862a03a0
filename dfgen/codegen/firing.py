# SPDX-License-Identifier: Apache-2.0
"""One firing in C: its pointers, the transfers around it, the call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from dfgen.codegen.channels import Channels
from dfgen.codegen.code import Compound, Line, Statement
from dfgen.codegen.expressions import Expr, add, const, div, mod, mul, name
from dfgen.codegen.frame import index_of
from dfgen.codegen.moves import Moves
from dfgen.codegen.naming import Names, identifier
from dfgen.codegen.objects import ObjectCalls
from dfgen.codegen.owning import firings_of_strip, have_lines, owned_ports, taken_over
from dfgen.codegen.tables import Tables
from dfgen.codegen.tracing import Tracer
from dfgen.codegen.windows import Context, firings_in_row, slot_pointer, token_offset, window_bytes
from dfgen.csource.literals import scalar_literal, string_literal
from dfgen.model.actor import Actor, ActorKind, Argument, ArgumentKind, Call
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import AFTER, ByEngine, Port, Trust
from dfgen.model.program import ROOT, Acquire, Content, Fire, Move, Prepare, Release, Reset, Submit

MOVED_STATE = "own_state"

Announcement = tuple[str, str]
"""What the runtime is told of firings: the number of the first, and how many there are, as C."""


@frozen
class FiringLoop:
    """A loop of firings of one actor: the first one's index in the innermost trip, and how many there are, as C.
    `may_nest`: it may be two loops, if it ends where those of a block do."""

    first: Expr
    count: str
    may_nest: bool = False


class Firing:
    """The statements of the firings of a block. `loop`: where its firings are a loop of C.

    The runtime is told which firing begins, for its messages. Where compilers may compute several firings at once it is
    told of all of them before their loop: nothing may stand between them.
    """

    def __init__(
        self, context: Context, tables: Tables, channels: Channels, tracer: Tracer, loop: FiringLoop | None
    ) -> None:
        self.context, self.tables, self.loop = context, tables, loop
        self.program, self.actor, self.names = context.program, context.actor, context.names
        body = context.block.body
        moving = [o for o in body if isinstance(o, (Acquire, Move, Submit))]
        transfers = sorted({o.number: o.transfer for o in moving}.items())
        self.marks = tracer.block(self.actor, tuple(transfer for _, transfer in transfers))
        verifies = self.marks.verifies
        points = {n: tracer.copies(t) if t.how.by_engine else 0 for n, t in transfers}
        self.moves = {n: Moves(context, t, n, tables, channels, verifies, points[n]) for n, t in transfers}
        self.viewed = {o.transfer.port for o in body if isinstance(o, Acquire)}
        self.prepared = {o.port: o.content for o in body if isinstance(o, Prepare)}
        self.windows = dict(next((o.windows for o in body if isinstance(o, (Fire, Reset))), ()))
        state = self.actor.state
        plain = loop is not None and not self.program.guard and not self.marks.records
        self.is_around = self.actor.name in context.frame.own_states
        """Its state is a variable already, before the loop around."""
        self.moved_state = state if state is not None and state.moves and (plain or self.is_around) else None
        is_small = self.actor.fire is not None and self.actor.fire.function in self.names.small
        self.objects = ObjectCalls(self.program, self.names, channels.core)
        has_objects = any(port.type.objects for port in self.actor.ports)
        one_by_one = self.moves or has_objects or self.actor.period
        self.vectorised = loop if is_small and plain and not one_by_one else None

        self.live = () if context.frame.has_live_values else live_of(self.actor)
        self.is_of_iteration = self.program.chunk == 1 or loop is None
        """All these firings are of one iteration."""
        if self.live and not self.has_one_value:
            self.vectorised = None
        nests = self.vectorised is not None and self.vectorised.may_nest and not self.is_cut
        self.row = firings_in_row(context) if nests else 0
        """The loop is one of rows of so many firings, whose windows lie in even steps: with a division or a remainder
        in an address, compilers do not compute several firings at once."""
        if self.row:
            self.context = replace(context, k=add(mul(context.k, const(self.row)), name("j", self.row)))
        self.owned = owned_ports(self.actor, body)
        is_each = loop is None or self.row or self.is_cut or have_lines(self.owned)
        may_end = context.block.reads_end  # before any firing, so that none can be counted ahead
        self.strip = 0 if is_each or may_end else firings_of_strip(self.owned)
        """The lines of so many windows are taken over together, behind their firings; 0: of each by itself, or none."""
        self.owns_each = not self.strip and not context.frame.owns_trips

    @property
    def has_one_value(self) -> bool:
        """Live parameters are asked for outside of the innermost loop of C."""
        return self.is_of_iteration or self.is_cut

    @property
    def is_cut(self) -> bool:
        """The loop of firings is cut where a live parameter may change."""
        loops = self.context.loops
        begins_with_iteration = not loops or (len(loops) == 1 and loops[0].count == 1 and loops[0].share is None)
        is_plain = begins_with_iteration and not self.context.block.reads_end
        return bool(self.live) and not self.is_of_iteration and is_plain

    def live_values(self) -> Iterator[Statement]:
        """What the live parameters are in the iteration of firing `k`."""
        iteration = self.context.frame.trip(ROOT) if self.program.chunk == 1 else self._iteration()
        return live_variables(self.program.graph, self.names, self.live, iteration)

    def next_change(self, limit: str) -> str:
        """The firing before which a live parameter may change again, or the loop's end."""
        first = mul(self.context.frame.trip(ROOT), const(self.program.chunk))
        for loop in self.context.loops:
            first = add(first, index_of(loop))
        return next_change(first, self.context.firings_in_iteration_of(ROOT), limit)

    def prologue(self) -> Iterator[Statement]:
        """Before the loop of firings: the slots of this trip, and a state that registers shall hold."""
        for port in self._ports():
            if port.name in self.viewed:
                continue
            yield from self._pointer(port)
            if any(output.in_place and output.overlays == port.name for output in self.actor.outputs):
                yield Line(f"(void){variable(port)};")  # where its output lies over it, nobody names it
        for move in self.moves.values():
            yield from move.pointers()
        if self.moved_state is not None and not self.is_around:
            yield moved_state(self.names, self.actor, MOVED_STATE, self.context.frame.arena())
        if self.actor.bulk is not None:
            yield from self._bulk_begin(self.actor.bulk)
        if self.is_of_iteration:
            yield from self.live_values()

    def _bulk_begin(self, bulk: ByEngine) -> Iterator[Statement]:
        """Of scratch memory the engine is told, as no core waits for it there."""
        scratch = self.program.graph.scratch_of(self.actor)
        places = ", ".join(f"{{{variable(p)}, {max(p.rates) * p.type.footprint_bytes}}}" for p in scratch)
        given = f"(const df_bulk_own[]){{{places}}}, {len(scratch)}" if scratch else "NULL, 0"
        engine = self.program.engines.index(bulk.engine)
        yield Line(f"df_bulk_begin(core, {engine}, {bulk.threshold_bytes}, {given});")

    def pointers(self) -> Iterator[Statement]:
        """Declarations of the slots of this trip."""
        for port in self._ports():
            yield from self._pointer(port)

    def window_and_bytes(self, port: Port) -> str:
        """Of a firing, as two arguments."""
        return self._bytes(port)

    def epilogue(self) -> Iterator[Statement]:
        """After the loop."""
        if self.actor.bulk is not None:
            yield Line("df_bulk_end(core);")
        if self.moved_state is not None and not self.moved_state.is_read_only:
            yield Line(f"*{self._state()} = {MOVED_STATE};")

    def body(self) -> Iterator[Statement]:
        """One firing."""
        if self.loop is not None and self.vectorised is None and not self.actor.is_routing:
            yield Line(f"df_fires_again(core, {self._number(self.context.k)});")
        if not self.has_one_value:
            yield from self.live_values()
        for operation in self.context.block.body:
            match operation:
                case Acquire() | Move() | Submit():
                    yield from self._move(operation)
                case Reset():
                    yield from self._reset()
                case Fire() if self.actor.fire is not None:
                    yield from self._call()
                case Release(transfer, number):
                    yield from self.moves[number].finish()
                    yield from self.marks.move(transfer)

    def _move(self, operation: Acquire | Move | Submit) -> Iterator[Statement]:
        port = self.actor.port(operation.transfer.port)
        marks = tuple(self.marks.move(operation.transfer))
        yield from self.moves[operation.number].begin(variable(port), marks)
        if isinstance(operation, Acquire) and port.name not in self.windows:
            yield Line(f"(void){variable(port)};")

    def _call(self) -> Iterator[Statement]:
        """The user's code, with what its outputs hold before it and what is kept of them."""
        assert self.actor.fire is not None
        if self.actor.period:
            yield Line(f"df_pace_await(core, &{self.names.pace(self.actor.name)});")
        yield from self._announcements()
        yield from self._recorded()
        moved = self.names.own(self.actor.name) if self.is_around else MOVED_STATE
        # Asked for only where it is passed on: compilers tell of the unused variable that it would leave.
        is_passed = any(argument.kind is ArgumentKind.STATE for argument in self.actor.fire.arguments)
        state = f"&{moved}" if self.moved_state is not None else self._state() if is_passed else ""
        yield Line(f"{call_text(self.names, self.actor.fire, state, self._argument)};")
        if self.marks.records:
            yield Line("df_record_end(core);")
        yield from looks_for_end(self.program.graph, self.actor)
        for port, place in self._persistent():
            yield Line(f"df_copy_disjoint({place}, {self._window(port)}, {self._size(port)});")
        yield from self._sealed()
        if self.program.guard:
            yield Line("df_guard_done(core);")
        yield from (taken_over(p, self._window(p)) for p in self.owned if self.owns_each)
        yield from self.marks.firing()

    def owns(self, first: Expr, firings: str) -> Iterator[Statement]:
        """Behind some firings, of which `first` is one: their windows are taken over."""
        context = replace(self.context, k=first)
        for port in self.owned:
            offset = token_offset(context, self.windows[port.name], port.rates, self.tables)
            yield taken_over(port, str(add(name(variable(port)), offset)), firings)

    def owned_pointers(self) -> Iterator[Statement]:
        """Declarations of the slots that `owns` needs."""
        for port in self.owned:
            yield from self._pointer(port)

    def _ports(self) -> Iterator[Port]:
        """Those whose windows are needed."""
        needed: Collection[str] = self.windows
        phase = mod(self.context.k, self.actor.phases)
        if self.actor.kind is ActorKind.RESET and phase.value is not None:
            needed = self._reset_ends(phase.value)
        return (port for port in self.actor.ports if port.name in needed)

    def _pointer(self, port: Port) -> Iterator[Statement]:
        window = self.windows[port.name]
        is_const = window.read_only and port.trust is Trust.PROVEN
        pointer = slot_pointer(self.context, window, is_const=is_const, writable=not window.read_only)
        yield Line(f"{'const ' if is_const else ''}{port.type.c_name} *const {variable(port)} = {pointer};")

    def _window(self, port: Port) -> str:
        if port.name in self.viewed:
            return variable(port)
        offset = token_offset(self.context, self.windows[port.name], port.rates, self.tables)
        return variable(port) if offset.value == 0 else f"{variable(port)} + {offset}"

    def _argument(self, argument: Argument) -> str:
        if argument.kind is ArgumentKind.PORTS:
            return self._array(argument)
        if argument.kind is ArgumentKind.PORT:
            window = self._window(self._shown(self.actor.port(argument.port)))
            # A project's types of FIFOs need not be those of its functions, and never were compared.
            return f"(void *)({window})" if self.program.graph.project else window
        if argument.kind is ArgumentKind.LIVE:
            return live_variable(argument.parameter)
        return f"{mod(self.context.k, self.actor.phases)}"

    def _array(self, argument: Argument) -> str:
        """An array of pointers to the windows of an array of ports."""
        ports = [self.actor.port(name) for name in argument.ports]
        windows = ", ".join(self._window(self._shown(port)) for port in ports)
        const = "const " if all(port.is_input and port.trust is Trust.PROVEN for port in ports) else ""
        return f"({const}{ports[0].type.c_name} *[]){{{windows}}}"

    def _shown(self, port: Port) -> Port:
        """The port whose window the code gets for another one: an input whose objects are handed on may have been
        copied, and is where these are."""
        over = (p for p in self.actor.outputs if p.overlays == port.name and p.type.objects and p.name in self.windows)
        return next(over, port)

    def _bytes(self, port: Port) -> str:
        """The firing's window and its bytes, as two arguments."""
        return f"{self._window(port)}, {self._size(port)}"

    def _size(self, port: Port) -> str:
        """Bytes of the firing's window."""
        return window_bytes(self.context, self.tables, port.rates, port.type)

    def _announcements(self) -> Iterator[Statement]:
        """What the runtime must know of this firing, and what its outputs hold when it begins."""
        if self.actor.stops:
            yield Line(f"core->iteration = {self._iteration()};")
        persistent = dict(self._persistent())
        for number, port in enumerate(self._ports()):
            if self.program.guard:
                read_only = "true" if self.windows[port.name].read_only else "false"
                text = string_literal(port.name)
                yield Line(f"df_guard_window(core, {number}, {text}, {self._bytes(port)}, {read_only});")
                if port.type.objects and port.is_input and not self.windows[port.name].read_only:
                    yield Line(f"df_objects_unprotect({self._window(port)}, {self._count(port)});")
            content = self.prepared.get(port.name)
            if content is Content.ZERO:
                yield from self._cleared(port)
            elif content in (Content.EMPTY, Content.HANDED_ON):
                yield from self._begun(port)
            elif content is Content.TAKEN:
                source = self._window(self.actor.port(port.overlays))
                yield Line(f"df_copy_disjoint({self._window(port)}, {source}, {self._size(port)});")
            elif content is Content.PERSISTENT:
                yield Line(f"df_copy_disjoint({self._window(port)}, {persistent[port]}, {self._size(port)});")
            elif self.program.guard and not port.is_input and not port.in_place:
                yield Line(f"df_guard_poison({self._bytes(port)});")

    def _cleared(self, port: Port) -> Iterator[Statement]:
        if not port.unwritten_bytes:
            yield Line(f"df_clear({self._bytes(port)});")
        for start, end in port.unwritten_bytes:
            place = f"(char *)({self._window(port)})" + (f" + {start}" if start else "")
            yield Line(f"df_clear({place}, {end - start});")

    def _begun(self, port: Port) -> Iterator[Statement]:
        """Output tokens get their arenas; those that hand on an input's objects keep them."""
        buffer, tokens, count = self.context.buffer(self.windows[port.name]), self._window(port), self._count(port)
        if self.program.guard:
            yield Line(f"df_objects_unprotect({tokens}, {count});")
        if not port.overlays:
            yield Line(f"{self.objects.begin(buffer, tokens, count)};")
            return
        source = self._window(self.actor.port(port.overlays))
        yield Line(f"{self.objects.hand_on(buffer, tokens, source, count)};")

    def _sealed(self) -> Iterator[Statement]:
        """Output tokens of objects are ready to be read."""
        for port in (p for p in self._ports() if p.type.objects and not p.is_input):
            tokens, count = self._window(port), self._count(port)
            if self.program.guard:
                yield Line(f"{self.objects.check(port.type, tokens, count)};")
            yield Line(f"{self.objects.end(tokens, count)};")
            if self.program.guard:
                yield Line(f"df_objects_protect({tokens}, {count});")

    def _count(self, port: Port) -> str:
        """Tokens of the firing's window."""
        return str(self.tables.at(port.rates, self.context.k))

    def _recorded(self) -> Iterator[Statement]:
        """What the recorder must know before the call: ports by their place among the actor's, then the state."""
        if not self.marks.records:
            return
        used = {port.name for port in self._ports()}
        for number, port in enumerate(self.actor.ports):
            if port.name in used:
                yield Line(f"df_record_window(core, {number}, {self._bytes(port)});")
        if self.actor.state is not None:
            size_bytes = self.actor.state.type.size_bytes * self.actor.state.count
            yield Line(f"df_record_window(core, {len(self.actor.ports)}, {self._state()}, {size_bytes});")
        yield Line("df_record_begin(core);")

    def _persistent(self) -> Iterator[tuple[Port, Expr]]:
        """The outputs that a firing finds as the one before left them, and where their bytes are between firings."""
        at = 0
        for port in (port for port in self._ports() if port.is_persistent):
            yield port, add(self._memory(), const(at))
            at += port.window_bytes

    @property
    def announcement(self) -> Announcement | None:
        """Of these firings, if the runtime still knows it after them."""
        if self.actor.is_routing or (self.loop is not None and self.vectorised is None):
            return None
        first = self._number(self.context.k if self.loop is None else self.loop.first)
        return str(first), str(self.vectorised.count) if self.vectorised is not None else "1"

    def announced(self, told: Announcement | None, entry: str = "") -> Line:
        """What the runtime is told before the firings: nothing of routing actors, which are no actors to it. `told`:
        what it knows already of the firings before these. `entry`: a pointer to another entry than the actor's."""
        if self.actor.is_routing:
            return Line("df_fires(core, NULL, 0);")
        entry = entry or f"&{self.names.prefix}actors[{self.names.actors[self.actor.name]}]"
        if told is not None and told == self.announcement:
            return Line(f"df_fires_too(core, {entry});")
        first = self._number(self.context.k if self.loop is None else self.loop.first)
        if self.vectorised is not None:
            return Line(f"df_fires_some(core, {entry}, {first}, {self.vectorised.count});")
        return Line(f"df_fires(core, {entry}, {first});")

    def _state(self) -> str:
        return state_pointer(self.names, self.actor, self.context.frame.arena()) if self.actor.state else ""

    def _memory(self) -> Expr:
        """Where the actor's lasting bytes are."""
        return add(self.context.frame.arena(), name(self.names.offset(self.actor.name)))

    def _number(self, k: Expr) -> Expr:
        """Of firing `k` of the innermost trip, counted from the start of the program."""
        context = replace(self.context, k=k)
        before = mul(self.context.frame.trip(ROOT), const(context.bound_in(ROOT)))
        return add(before, context.index_in(ROOT))

    def _iteration(self) -> Expr:
        first = mul(self.context.frame.trip(ROOT), const(self.program.chunk))
        return add(first, div(self.context.index_in(ROOT), self.context.firings_in_iteration_of(ROOT)))

    def _reset(self) -> Iterator[Statement]:
        """The initial tokens in phase 0, then tokens passed on, but for those of the last phase: a getter gets them."""
        phases, phase = self.actor.phases, mod(self.context.k, self.actor.phases)
        if phase.value is not None:
            yield from self._reset_move(phase.value)
            return
        yield Compound(f"if ({phase} == 0)", tuple(self._reset_move(0)))
        if phases > 2:
            yield Compound(f"else if ({phase} < {phases - 1})", tuple(self._reset_move(1)))
        if self._reset_ends(phases - 1):
            yield Compound("else", tuple(self._reset_move(phases - 1)))

    def _reset_ends(self, phase: int) -> tuple[str, ...]:
        """The ports that a reset writes and reads in a phase."""
        names = {port.name for port in self.actor.ports}
        if phase == 0:
            return ("out", "set") if "set" in names else ("out",)
        if phase < self.actor.phases - 1:
            return ("out", "in")
        return ("get", "in") if "get" in names else ()

    def _reset_move(self, phase: int) -> Iterator[Statement]:
        ends = self._reset_ends(phase)
        if ends:
            target, *sources = (self._window(self.actor.port(end)) for end in ends)
            source = sources[0] if sources else str(self._memory())
            out = self.actor.port("out")
            delay = str(out.rates[0] * out.type.size_bytes)
            if out.type.objects:
                yield from self._reset_objects(self.actor.port(ends[0]), target, sources, phase)
                return
            size = delay if phase in (0, self.actor.phases - 1) else self._size(out)
            yield Line(f"df_copy_disjoint({target}, {source}, {size});")

    def _reset_objects(self, port: Port, target: str, sources: list[str], phase: int) -> Iterator[Statement]:
        out, buffer = self.actor.port("out"), self.context.buffer(self.windows[port.name])
        count = str(out.rates[0]) if phase in (0, self.actor.phases - 1) else self._count(out)
        call = self.objects.copy(buffer, target, sources[0], count) if sources else ""
        yield Line(f"{call or self.objects.begin(buffer, target, count)};")


def looks_for_end(graph: Graph, actor: Actor) -> Iterator[Statement]:
    """After a call of an actor of a foreign project: has it asked for the end, which it does by a variable?"""
    if graph.project is not None and actor.stops:
        yield Line("df_preesm_look();")


def live_of(actor: Actor) -> tuple[str, ...]:
    """The live parameters that its firings get."""
    arguments = actor.fire.arguments if actor.fire is not None else ()
    return tuple(dict.fromkeys(a.parameter for a in arguments if a.kind is ArgumentKind.LIVE))


def live_variables(graph: Graph, names: Names, parameters: Iterable[str], iteration: Expr) -> Iterator[Statement]:
    """A variable for each, with its value in an iteration."""
    types = {parameter.name: parameter.type.c_name for parameter in graph.live}
    for each in parameters:
        yield Line(f"const {types[each]} {live_variable(each)} = {live_value(names, each, iteration)};")


def next_change(first: Expr, per_iteration: int, limit: str) -> str:
    """In a loop of `per_iteration` trips in each iteration from `first` on, the trip before which live parameters may
    change again, or the loop's end."""
    left = mul(name(f"df_live_left(core, {first})"), const(per_iteration))
    return f"df_min({limit}, {left})"


def live_value(names: Names, parameter: str, iteration: Expr) -> str:
    """What a live parameter is in an iteration."""
    return f"{names.prefix}values(core, {iteration})->{parameter}"


def live_variable(parameter: str) -> str:
    return f"live_{parameter}"


def variable(port: Port) -> str:
    """In C, `in_x`; of an array of ports, `in2_x`, which no other port has. One that goes both ways is the only `x`."""
    name, _, number = port.name.removesuffix(AFTER).rstrip("]").partition("[")
    return f"{port.direction.value}{number}_{identifier(name)}"


def state_pointer(names: Names, actor: Actor, arena: Expr) -> str:
    """Where the actor's state is, if it has one."""
    if actor.state is None:
        return ""
    return f"({actor.state.type.c_name} *)({add(arena, name(names.offset(actor.name)))})"


def moved_state(names: Names, actor: Actor, moved: str, arena: Expr) -> Line:
    """A variable for the actor's state, with what it is."""
    assert actor.state is not None
    return Line(f"{actor.state.type.c_name} {moved} = *{state_pointer(names, actor, arena)};")


def call_text(names: Names, call: Call, state: str, other: Callable[[Argument], str] | None = None) -> str:
    """A call of the user's function. `state` points to the actor's state; `other` writes the arguments that depend on
    the firing."""
    arguments = (_argument_text(names, argument, state, other) for argument in call.arguments)
    return f"{names.callee(call.function)}({', '.join(arguments)})"


def _argument_text(names: Names, argument: Argument, state: str, other: Callable[[Argument], str] | None) -> str:
    if argument.kind is ArgumentKind.PARAMETER:
        c_type = "float" if argument.retyped else ""
        return names.parameters.get(argument.parameter) or scalar_literal(argument.value, c_type)
    assert argument.kind is ArgumentKind.STATE or other is not None
    text = state if other is None or argument.kind is ArgumentKind.STATE else other(argument)
    return f"(void *)({text})" if argument.retyped else text
