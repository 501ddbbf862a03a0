# SPDX-License-Identifier: Apache-2.0
"""The program of one core: the schedule's tree restricted to its parts, with waits before and counters after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from dfgen.codegen.blocks import Blocks, Place, counted, first_trip
from dfgen.codegen.channels import ChannelEntry
from dfgen.codegen.code import Comment, Compound, Line, Statement, comment_text
from dfgen.codegen.expressions import Expr, add, const, div, mul, name
from dfgen.codegen.firing import live_of, live_variables, next_change
from dfgen.codegen.frame import Frame, index_of
from dfgen.codegen.helped import HelpedBlocks, HelpedFunction
from dfgen.codegen.moves import cleared_margins, tail_move
from dfgen.codegen.naming import Names
from dfgen.codegen.objects import ObjectCalls
from dfgen.codegen.together import Together
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments, PointEntry, Tracer
from dfgen.model.frozen import frozen
from dfgen.model.program import (
    ROOT,
    Agent,
    AgentKind,
    CarryTail,
    Clear,
    Complete,
    Drain,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    ReadEnd,
    Wait,
    operations,
)

STEPS_IN_PART = 32
"""Form: longer lists become functions of so many steps each."""
WORK = (Firings, Interleaved, Loop)


@frozen
class Gate:
    """A core's view of one counter."""

    variable: str
    counter: str
    peer: int
    reason: str
    point: int = 0


@frozen
class CoreProgram:
    """`tables` are definitions of constants. `parts` are the steps of a pass, one function each: compilers take ever
    longer over ever longer functions. Where the steps have stages, `stages` tells for each in turn how many passes late
    it is, and the numbers of its parts. `points` are where a traced core's time goes. `owners`: it is one of so many
    cores that take over lines; 0: it takes over none. `helped`: functions of blocks that are helped."""

    core: int
    gates: tuple[Gate, ...]
    tables: tuple[str, ...]
    channels: tuple[ChannelEntry, ...]
    parts: tuple[tuple[Statement, ...], ...]
    points: tuple[PointEntry, ...] = ()
    stages: tuple[tuple[int, tuple[int, ...]], ...] = ()
    owners: int = 0
    helped: tuple[HelpedFunction, ...] = ()


def core_in_c(program: Program, agent: Agent, names: Names, instruments: Instruments = NO_INSTRUMENTS) -> CoreProgram:
    """The list of one core."""
    return _Core(program, agent, names, Tracer(program, agent.core, instruments)).in_c()


class _Core:
    def __init__(self, program: Program, agent: Agent, names: Names, tracer: Tracer) -> None:
        self.program, self.agent, self.names, self.tracer = program, agent, names, tracer
        self.blocks = Blocks(program, agent.core, names, tracer)
        self.together = Together(self.blocks)
        self.helped = HelpedBlocks(self.blocks)
        self.gates: dict[int, Gate] = {}
        self.ended = dict(chain.from_iterable(_ends_of_turns(stage.body) for stage in agent.stages))

    @property
    def frame(self) -> Frame:
        return self.blocks.frame

    def in_c(self) -> CoreProgram:
        parts: list[tuple[Statement, ...]] = []
        stages: list[tuple[int, tuple[int, ...]]] = []
        root = Place((), const(1) if self.program.chunk == 1 else name("iterations"))
        for stage in self.agent.stages:
            steps = list(_steps(stage.body))
            found = [self._part(root, steps[i : i + STEPS_IN_PART]) for i in range(0, len(steps), STEPS_IN_PART)]
            stages.append((stage.late, tuple(range(len(parts), len(parts) + len(found)))))
            parts += found
        return CoreProgram(
            self.agent.core,
            tuple(self.gates.values()),
            (*self.blocks.tables.definitions(), *self.together.definitions()),
            tuple(self.blocks.channels.entries.values()),
            tuple(parts),
            self.tracer.points,
            tuple(stages) if len(stages) > 1 else (),
            len(self.program.owners) if self.agent.core in self.program.owners else 0,
            tuple(self.helped.functions),
        )

    def _part(self, root: Place, steps: Iterable[Sequence[Operation]]) -> tuple[Statement, ...]:
        """One function."""
        body = list(chain.from_iterable(steps))
        self.blocks.frame = Frame(self.program, self.names, self.blocks.frame.core)
        statements = tuple(self._statements(root, body) if self.program.chunk == 1 else self._bounded(root, body))
        return (*self.frame.of_function(), *statements)

    def _bounded(self, root: Place, body: Sequence[Operation]) -> Iterator[Statement]:
        """It asks how many iterations the pass has as often as the answer is used, and may be another one."""
        needed = _needed(body, {actor.name for actor in self.program.graph.network_ends})
        declares = "uint64_t "
        for operation in needed:
            if isinstance(operation, ReadEnd):
                yield Line(f"{declares}iterations = {self.frame.iterations()};")
                declares = ""
            else:
                yield from self._statement(root, operation)

    def _statements(self, place: Place, body: Iterable[Operation]) -> Iterator[Statement]:
        """A list of operations in a trip of the loop that they stand in."""
        for operation in body:
            yield from self._statement(place, operation)

    def _trip(self, place: Place, body: Iterable[Operation]) -> tuple[Statement, ...]:
        """Those of an inner loop."""
        self.blocks.told = None
        statements = tuple(self._in_turns(place, body))
        self.blocks.told = None
        return statements

    def _in_turns(self, place: Place, body: Iterable[Operation]) -> Iterator[Statement]:
        """The same as `_statements`, but the runtime may be told of several actors together."""
        for blocks, others in self.together.groups(body):
            if blocks:
                yield from self.together.fired(place, blocks)
            yield from self._statements(place, others)

    def _statement(self, place: Place, operation: Operation) -> Iterator[Statement]:
        match operation:
            case Wait():
                yield self._wait(operation, self.frame.trip(place.id))
            case Publish(counter):
                done = add(self.frame.trip(place.id), const(1))
                yield Line(f"df_publish(core, &{self.names.shared(self._counter(counter))}, {done});")
            case Complete(counter, engine) if self.program.is_link(engine):
                link = self.program.link_of(engine)
                yield Line(f"df_network_publish(core, {link}, &{self.names.shared(self._counter(counter))});")
            case Complete(counter, engine):
                done = add(self.frame.trip(place.id), const(1))
                yield Line(f"df_offload_publish(core, {engine}, &{self._counter(counter)}, {done});")
            case Drain(engine) if self.program.is_link(engine):
                link = self.program.link_of(engine)
                yield Compound(f"if (!df_network_finish(core, {link}))", (Line("return false;"),))
            case Drain(engine):
                yield Compound(f"if (!df_offload_finish(core, {engine}))", (Line("return false;"),))
            case ReadEnd():
                yield self._look_again()
            case CarryTail(name):
                buffer = self.program.memory.buffers[name]
                per_iteration = buffer.span_tokens // place.chunk(self.program)
                objects = ObjectCalls(self.program, self.names, self.agent.core)
                yield from tail_move(self.frame, buffer, place.iterations, per_iteration, objects)
                yield from self.tracer.tail(buffer)
            case Clear(name):
                yield from cleared_margins(self.frame, self.program.memory.buffers[name], operation)
            case Firings(actor) if self.program.graph.actor(actor).network is not None:
                yield from self.blocks.message(place, operation)
            case Firings(helped=True) if not self.tracer.instruments.record:
                yield from self.helped.run(place, operation)
            case Firings():
                yield from self.blocks.block(place, operation, self.blocks.limit(place, operation))
            case Interleaved():
                yield from self._interleaved(place, operation)
            case Loop():
                yield from self._loop(place, operation)

    def _counter(self, counter: int) -> str:
        return self.names.counter(self.names.counters[counter])

    def _wait(self, wait: Wait, trip: Expr) -> Statement:
        agent = self.program.agents[self.program.counters[wait.counter].agent]
        teller = agent.core
        if wait.counter not in self.gates:
            gate = self.names.gate(self.names.counters[wait.counter], self.agent.core)
            engine = self.program.engines[agent.engine] if agent.kind is AgentKind.QUEUE else ""
            point = self.tracer.gate(wait.reason, teller, engine)
            self.gates[wait.counter] = Gate(gate, self._counter(wait.counter), teller, wait.reason, point)
        target = f"{trip} + 1" if wait.lag == 0 else f"df_since({trip}, {wait.lag})"
        gate = self.names.shared(self.gates[wait.counter].variable)
        return Compound(
            f"if (!df_wait(core, &{gate}, {target})) /* {comment_text(wait.reason)} */",
            (Line("return false;"),),
        )

    def _look_again(self) -> Statement:
        if self.program.chunk == 1:
            return Compound(f"if ({self.frame.iterations()} == 0)", (Line("return false;"),))
        return Line(f"iterations = {self.frame.iterations()};")

    def _interleaved(self, place: Place, operation: Interleaved) -> Iterator[Statement]:
        blocks = {block.actor: block for block in operation.blocks if block.body}
        done: Counter[str] = Counter()
        yield Comment("firings one by one, in an order that no loop gives")
        for actor, count in operation.runs:
            if actor in blocks:
                start = done[actor]
                done[actor] += count
                run = replace(blocks[actor], start=start, stop=start + count)
                limit = add(self.blocks.until_end(count), const(start)) if run.reads_end else const(run.stop)
                yield from self.blocks.block(place, run, str(limit))
                if run.reads_end:
                    yield self._look_again()

    def _loop(self, outer: Place, loop: Loop) -> Iterator[Statement]:
        total = mul(const(loop.count), outer.iterations)
        if loop.share is None and total.value is not None and total.value <= loop.chunk:
            yield from self._once(outer, loop, total)
            return
        turns = self.together.turns(loop)
        if turns:
            yield from self.together.looped(outer, loop, total, turns)
            return
        even = loop.chunk == 1 or (total.value is not None and total.value % loop.chunk == 0)
        place = Place((*outer.loops, loop), const(loop.chunk) if even else name(f"n{loop.id}"))
        live = () if outer.loops else self._live_in(loop)
        self.frame.has_live_values |= bool(live)
        statements = self._trip(place, loop.body)
        self.frame.has_live_values &= not live
        index = index_of(loop)
        variables = self.blocks.variables(place)
        if not even:
            variables.append(Line(f"const uint64_t n{loop.id} = df_min({loop.chunk}, {total} - {index});"))
        if loop.share is not None:
            yield from self._ordered(loop, total, variables, statements)
            return
        if live:
            yield self._cut(loop, total, live, (*variables, *statements))
            return
        step = f"{index}++" if loop.chunk == 1 else f"{index} += {loop.chunk}"
        yield Compound(f"for (uint64_t {index} = 0; {index} < {total}; {step})", (*variables, *statements))

    def _live_in(self, loop: Loop) -> tuple[str, ...]:
        """The live parameters in a loop of the pass that can be cut where they may change: each trip is of one graph
        iteration, and no actor inside lets the end fall."""
        if self.program.chunk == 1 or loop.chunk > 1 or loop.share is not None:
            return ()
        inside = list(operations(loop.body))
        if any(isinstance(o, ReadEnd) or (isinstance(o, Firings) and o.reads_end) for o in inside):
            return ()
        actors = (self.program.graph.actor(o.actor) for o in inside if isinstance(o, Firings))
        return tuple(dict.fromkeys(chain.from_iterable(map(live_of, actors))))

    def _cut(self, loop: Loop, total: Expr, live: tuple[str, ...], body: tuple[Statement, ...]) -> Statement:
        index, first = index_of(loop), mul(self.frame.trip(ROOT), const(self.program.chunk))
        iteration = add(first, div(index, loop.count))
        values = live_variables(self.program.graph, self.names, live, iteration)
        same = Compound(f"for (; {index} < changes; {index}++)", body)
        asks = (*values, Line(f"changes = {next_change(first, loop.count, str(total))};"))
        return Compound(f"for (uint64_t {index} = 0, changes; {index} < {total};)", (*asks, same))

    def _once(self, outer: Place, loop: Loop, total: Expr) -> Iterator[Statement]:
        """A loop of one trip is none."""
        place = replace(first_trip(outer, loop), iterations=total)
        statements = self._trip(place, loop.body)
        variables = self.blocks.variables(place)
        yield from [Compound("", (*variables, *statements))] if variables else statements

    def _ordered(
        self, loop: Loop, total: Expr, variables: Sequence[Statement], statements: Sequence[Statement]
    ) -> Iterator[Statement]:
        """This core's iterations of all `total`."""
        share, index = loop.share, index_of(loop)
        assert share is not None
        body = (*variables, *statements)
        last = str(share.stop) if total.value is not None else f"df_min({share.stop}, {total})"
        if loop.id in self.ended:
            yield Line(f"df_will_publish(&{self.names.shared(self._counter(self.ended[loop.id]))});")
        yield Comment(f"{counted('iteration', share.start, share.stop)} of {share.of}, which go from core to core")
        if index.value is None:
            yield Compound(f"for (uint64_t {index} = {share.start}; {index} < {last}; {index}++)", body)
        elif total.value is None:
            yield Compound(f"if ({share.start} < {total})", body)
        else:
            yield from [Compound("", body)] if variables else body


def _ends_of_turns(body: Sequence[Operation]) -> Iterator[tuple[int, int]]:
    """Ordered loops, with the counters by which the core tells the next one that it has run its part."""
    for operation, following in zip(body, (*body[1:], None), strict=True):
        if isinstance(operation, Loop):
            yield from _ends_of_turns(operation.body)
            if operation.share is not None and isinstance(following, Publish):
                yield operation.id, following.counter


def _depends_on_length(operation: Operation, whole: Collection[str]) -> bool:
    """Whether an operation of a pass does more in a pass of more iterations, by the variable that counts these. Actors
    that are `whole` do as much in any pass."""
    match operation:
        case Firings():
            return not operation.reads_end and operation.actor not in whole
        case Interleaved():
            return any(block.reads_end for block in operation.blocks)
        case _:
            return isinstance(operation, (CarryTail, Loop))


def _needed(body: Sequence[Operation], whole: Collection[str]) -> list[Operation]:
    """The operations of a pass with a `ReadEnd` before the first of those that depend on its length, and no more of
    them than there are answers used."""
    found: list[Operation] = []
    is_used = False
    for operation in reversed(body):
        if isinstance(operation, ReadEnd) and not is_used:
            continue
        is_used = _depends_on_length(operation, whole) or (is_used and not isinstance(operation, ReadEnd))
        found.append(operation)
    return [*([ReadEnd()] if is_used else []), *reversed(found)]


def _steps(body: Iterable[Operation]) -> Iterator[list[Operation]]:
    """What stands together in one function: work, with the waits before and all that follows of it."""
    step: list[Operation] = []
    for operation in body:
        begins = isinstance(operation, (Wait, *WORK))
        if begins and any(isinstance(done, WORK) for done in step):
            yield step
            step = []
        step.append(operation)
    if step:
        yield step
