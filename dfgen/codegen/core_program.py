# SPDX-License-Identifier: Apache-2.0
"""The program of one core: the schedule's tree restricted to its parts, with waits before and counters after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dfgen.codegen.channels import ChannelEntry, Channels
from dfgen.codegen.code import Block, Comment, Line, Statement, comment_text, render
from dfgen.codegen.expressions import Expr, const, mul, name
from dfgen.codegen.firing import Firing, FiringLoop
from dfgen.codegen.held import held_buffers
from dfgen.codegen.moves import tail_move
from dfgen.codegen.naming import Names
from dfgen.codegen.tables import Tables
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments, SpotEntry, Tracer, firings_count
from dfgen.codegen.windows import Context, index_of
from dfgen.memory.arena import ALIGN_BYTES
from dfgen.model.graph import Actor, ActorKind
from dfgen.model.plan import PACE, Buffer, Plan, StepKey, TailMove, Transfer, Wait, queue_of
from dfgen.model.schedule import Leaf, Listing, Loop, Node, Part

STEPS_IN_PART = 32
LOOK_AGAIN = Line("iterations = df_iterations(core, pass);")


@dataclass(frozen=True)
class Gate:
    """A core's view of one counter."""

    variable: str
    counter: str
    peer: int
    reason: str
    spot: int = 0


@dataclass(frozen=True)
class CoreProgram:
    """`parts` are the steps of a pass, one function each: compilers take ever longer over ever longer functions. Where
    the steps have stages, `stages` tells for each in turn how many passes late it is, and the numbers of its parts.
    `turns` count the turns of inner loops from pass to pass, `spots` are where a traced core's time goes."""

    core: int
    gates: tuple[Gate, ...]
    tables: tuple[str, ...]
    channels: tuple[ChannelEntry, ...]
    turns: tuple[str, ...]
    parts: tuple[tuple[Statement, ...], ...]
    spots: tuple[SpotEntry, ...] = ()
    stages: tuple[tuple[int, tuple[int, ...]], ...] = ()


def lower_core(
    plan: Plan,
    core: int,
    names: Names,
    transfers: Mapping[str, tuple[Transfer, ...]],
    instruments: Instruments = NO_INSTRUMENTS,
) -> CoreProgram:
    return _Lowering(plan, core, names, transfers, Tracer(plan, core, instruments)).lower()


class _Lowering:
    def __init__(
        self, plan: Plan, core: int, names: Names, transfers: Mapping[str, tuple[Transfer, ...]], tracer: Tracer
    ) -> None:
        self.plan, self.core, self.names, self.transfers, self.tracer = plan, core, names, transfers, tracer
        self.schedule, self.graph = plan.schedule, plan.graph
        self.tables = Tables(names.prefix)
        self.channels = Channels(plan, names, core)
        self.held = held_buffers(plan, core)
        self.gates: dict[StepKey, Gate] = {}
        self.turns: list[str] = []
        self.stopping = any(actor.stops for actor in self.graph.actors)
        self.tails: dict[StepKey, list[TailMove]] = {}
        for move in plan.tail_moves:
            self.tails.setdefault((plan.buffers[move.buffer].loop, move.child, move.core), []).append(move)

    def lower(self) -> CoreProgram:
        parts: list[tuple[Statement, ...]] = []
        stages: list[tuple[int, tuple[int, ...]]] = []
        for late, steps in self._stages().items():
            found = [self._part(steps[i : i + STEPS_IN_PART]) for i in range(0, len(steps), STEPS_IN_PART)]
            stages.append((late, tuple(range(len(parts), len(parts) + len(found)))))
            parts += found
        tables = tuple(self.tables.definitions("\n".join(line for part in parts for line in render(part))))
        return CoreProgram(
            self.core,
            tuple(self.gates.values()),
            tables,
            tuple(self.channels.entries.values()),
            tuple(self.turns),
            tuple(parts),
            self.tracer.spots,
            tuple(stages) if len(stages) > 1 else (),
        )

    def _stages(self) -> dict[int, list[tuple[Statement, ...]]]:
        """The steps by how many passes late they are: the first wait for core 0, the last tell others of its pace."""
        root = self.schedule.root
        turns = const(1) if root.chunk == 1 else name("iterations")
        found: dict[int, list[tuple[Statement, ...]]] = {0: []}
        if self.core > 0:
            pace = Wait(PACE, self.schedule.depth_passes + 1, "no core runs far ahead of core 0")
            found[0].append((self._wait(pace, "pass"),))
        for child, step in self._steps(root, turns):
            found.setdefault(max(0, self.schedule.passes_late(self.core, child)), []).append(step)
        if self.core == 0 and self.schedule.cores > 1:
            pace_told = Line(f"df_publish(core, &{self.names.prefix}{self.names.counters[PACE]}, pass + 1);")
            found[max(found)].append((pace_told,))
        return found

    def _part(self, steps: Sequence[tuple[Statement, ...]]) -> tuple[Statement, ...]:
        statements = tuple(statement for step in steps for statement in step)
        without = tuple(statement for statement in statements if statement != LOOK_AGAIN)
        code = "\n".join(re.sub(r"/\*.*?\*/", "", line) for line in render(without))
        if self.schedule.root.chunk > 1 and re.search(r"\biterations\b(?!\()", code):
            return (Line(f"uint64_t {LOOK_AGAIN.text}"), *statements)
        return without

    def _steps(self, loop: Loop, turns: Expr) -> Iterator[tuple[int, tuple[Statement, ...]]]:
        """The steps of this core in one turn of `loop`, which runs `turns` iterations, each with its child's number."""
        for index, child in enumerate(loop.body):
            key = (loop.id, index, self.core)
            code = tuple(self._node(loop, child, turns)) if self.core in child.cores else ()
            if code or key in self.plan.waits or key in self.plan.counters:
                yield index, tuple(self._step(loop, child, key, code, turns))

    def _step(
        self, loop: Loop, child: Node, key: StepKey, code: tuple[Statement, ...], turns: Expr
    ) -> Iterator[Statement]:
        turn = self.names.turn(loop.id)
        waits = self.plan.waits.get(key, ())
        yield from (self._wait(wait, turn) for wait in waits)
        if waits:
            yield from self._after_wait()
        yield from code
        for move in self.tails.get(key, ()):
            buffer = self.plan.buffers[move.buffer]
            yield from (self._finish(engine) for engine in move.engines)
            yield tail_move(self.plan, self.names, move, turns, buffer.span_tokens // loop.chunk)
            yield from self.tracer.tail(buffer)
        if key in self.plan.counters:
            yield Line(f"df_publish(core, &{self._counter(key)}, {turn} + 1);")
        for engine in range(len(self.plan.engines)):
            done = (*key[:2], queue_of(self.core, engine, self.schedule.cores))
            if done in self.plan.counters:
                yield Line(f"df_offload_publish(core, {engine}, &{self._counter(done)}, {turn} + 1);")

    def _counter(self, step: StepKey) -> str:
        return f"{self.names.prefix}{self.names.counters[step]}"

    def _wait(self, wait: Wait, turn: str) -> Statement:
        counter = self.names.counters[wait.step]
        peer = wait.peer % self.schedule.cores
        spot = self.tracer.gate(wait.reason, peer)
        new = Gate(f"{self.names.prefix}gate_{counter}", self.names.prefix + counter, peer, wait.reason, spot)
        gate = self.gates.setdefault(wait.step, new)
        target = f"{turn} + 1" if wait.lag == 0 else f"df_since({turn}, {wait.lag})"
        return Block(
            f"if (!df_wait(core, &{gate.variable}, {target})) /* {comment_text(wait.reason)} */",
            (Line("return false;"),),
        )

    def _after_wait(self) -> Iterator[Statement]:
        """An actor of another core may have ended the program. That none of this pass is left says the wait itself."""
        if self.stopping and self.schedule.root.chunk > 1:
            yield LOOK_AGAIN

    def _after_firing(self, actor: Actor) -> Iterator[Statement]:
        """What follows an actor that has ended the program must not fire in iterations behind that end."""
        if actor.stops and self.schedule.root.chunk > 1:
            yield LOOK_AGAIN
        elif actor.stops:
            yield Block("if (df_iterations(core, pass) == 0)", (Line("return false;"),))

    def _node(self, loop: Loop, node: Node, turns: Expr) -> Iterator[Statement]:
        if isinstance(node, Leaf):
            for part in node.parts:
                if part.core == self.core:
                    yield from self._leaf(loop, node, part, turns)
        elif isinstance(node, Listing):
            yield from self._listing(node)
        else:
            yield from self._loop(node, turns)

    def _leaf(self, loop: Loop, leaf: Leaf, part: Part, turns: Expr) -> Iterator[Statement]:
        actor = self.graph.actor(leaf.actor)
        single = turns.value is not None and part.stop - part.start == 1
        limit = self._limit(actor, leaf, part, loop, turns)
        count = firings_count(part.start, limit, part.stop - part.start if turns.value is not None else None)
        start = const(part.start)
        firing = self._firing(actor, start) if single else self._firing(actor, name("k"), FiringLoop(start, count))
        body = tuple(firing.body())
        if not body:
            return
        if not single:
            body = (Block(f"for (uint64_t k = {start}; k < {limit}; k++)", body),)
        marks = firing.marks
        yield Comment(self._title(actor, leaf, part, loop))
        yield Block("", (*marks.before(), *firing.prologue(), *body, *firing.epilogue(), *marks.after(count)))
        yield from self._after_firing(actor)
        yield from self._finish_copies(actor)

    def _finish_copies(self, actor: Actor) -> Iterator[Statement]:
        """A copy that the core waits for on the spot."""
        for transfer in self.transfers.get(actor.name, ()):
            if actor.kind is ActorKind.COPY and ("mode", "sync") in transfer.options:
                yield self._finish(transfer.engine)
                yield from self._after_wait()

    def _finish(self, engine: int) -> Statement:
        """All that this core gave to the engine is done from here on."""
        return Block(f"if (!df_offload_finish(core, {engine}))", (Line("return false;"),))

    def _firing(self, actor: Actor, k: Expr, block: FiringLoop | None = None) -> Firing:
        context = Context(self.plan, self.names, self.core, actor, self.schedule.places[actor.name], k, self.held)
        transfers = self.transfers.get(actor.name, ())
        return Firing(context, transfers, self.tables, self.channels, self.tracer.block(actor, transfers), block)

    def _limit(self, actor: Actor, leaf: Leaf, part: Part, loop: Loop, turns: Expr) -> str:
        """The firing before which the part ends in this turn."""
        full = leaf.firings * loop.chunk
        if actor.stops:
            return self._until_end(leaf.firings)
        if turns.value is not None:
            return str(const(part.stop))
        if part.stop == full:
            return str(mul(const(leaf.firings), turns))
        return f"df_min({part.stop}, {mul(const(leaf.firings), turns)})"

    def _until_end(self, firings: int) -> str:
        """The firing before which an actor that may stop the program ends, with so many in an iteration."""
        return f"{firings} * df_iterations(core, pass)" if firings > 1 else "df_iterations(core, pass)"

    def _title(self, actor: Actor, leaf: Leaf, part: Part, loop: Loop) -> str:
        count = part.stop - part.start
        total = leaf.firings * loop.chunk
        share = f"firings {part.start} to {part.stop - 1} of {total}" if count < total else f"{total} firings"
        return f"{place_of(actor)}  {actor.name}, {share if total > 1 else '1 firing'}"

    def _listing(self, node: Listing) -> Iterator[Statement]:
        variables = {actor: f"k{number}" for number, actor in enumerate(node.actors)}
        firings = {actor: self._firing(self.graph.actor(actor), name(k)) for actor, k in variables.items()}
        bodies = {actor: tuple(firing.body()) for actor, firing in firings.items()}
        statements: list[Statement] = [Line(f"uint64_t {k} = 0;") for actor, k in variables.items() if bodies[actor]]
        for run in node.runs:
            if bodies[run.actor]:
                marks = firings[run.actor].marks
                step = (*firings[run.actor].prologue(), *bodies[run.actor], Line(f"{variables[run.actor]}++;"))
                actor = self.graph.actor(run.actor)
                limit = self._until_end(run.count) if actor.stops else str(run.count)
                repeated = Block(f"for (uint64_t run = 0; run < {limit}; run++)", step)
                marked = (*marks.before(), repeated if run.count > 1 else Block("", step), *marks.after(str(run.count)))
                statements.append(marked[0] if len(marked) == 1 else Block("", marked))
                statements += self._after_firing(actor)
        yield Comment("firings one by one, in an order that no loop gives")
        yield Block("", tuple(statements))

    def _loop(self, loop: Loop, outer_turns: Expr) -> Iterator[Statement]:
        total = mul(const(loop.count), outer_turns)
        even = loop.chunk == 1 or (total.value is not None and total.value % loop.chunk == 0)
        turns = const(loop.chunk) if even else name(f"n{loop.id}")
        body = [statement for _, step in self._steps(loop, turns) for statement in step]
        if not body:
            return
        index, turn = index_of(loop.id), self.names.turn(loop.id)
        if not even:
            body.insert(0, Line(f"const uint64_t n{loop.id} = df_min({loop.chunk}, {total} - {index});"))
        body[:0] = [Line(self._variable(buffer)) for buffer in self.held.values() if buffer.loop == loop.id]
        self.turns.append(turn)
        body.append(Line(f"{turn}++;"))
        if loop.parts:
            yield from self._relayed(loop, total, body)
            return
        step = f"{index}++" if loop.chunk == 1 else f"{index} += {loop.chunk}"
        yield Block(f"for (uint64_t {index} = 0; {index} < {total}; {step})", tuple(body))

    def _relayed(self, loop: Loop, total: Expr, body: Sequence[Statement]) -> Iterator[Statement]:
        """This core's iterations of all `total`, which also count as turns where other cores have them."""
        (part,) = (part for part in loop.parts if part.core == self.core)
        index, turn = index_of(loop.id), self.names.turn(loop.id)
        if total.value is None:
            first, last = f"df_min({part.start}, {total})", f"df_min({part.stop}, {total})"
        else:
            first, last = str(part.start), str(part.stop)
        own = f"iterations {part.start} to {part.stop - 1}" if part.stop > part.start + 1 else f"iteration {part.start}"
        yield Comment(f"{own} of {loop.parts[-1].stop}, which go from core to core")
        if part.start:
            yield Line(f"{turn} += {first};")
        yield Block(f"for (uint64_t {index} = {part.start}; {index} < {last}; {index}++)", tuple(body))
        if part is not loop.parts[-1]:
            yield Line(f"{turn} += {total} - {last};")

    def _variable(self, buffer: Buffer) -> str:
        scalars = buffer.span_tokens * buffer.type.count
        return f"_Alignas({ALIGN_BYTES}) {buffer.type.c_name} {self.names.held(buffer.name)}[{scalars}];"


def place_of(actor: Actor) -> str:
    """`edges.sdf:12`, without folders, so that the same graph gives the same text wherever it lies."""
    return f"{actor.span.file.rpartition('/')[2]}:{actor.span.line}"
