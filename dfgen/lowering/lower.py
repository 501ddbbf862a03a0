# SPDX-License-Identifier: Apache-2.0
"""The schedule's tree restricted to each core, with waits before, counters after, and all that surrounds a firing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.lowering.firings import FiringBody
from dfgen.lowering.resynchronise import without_redundant_waits
from dfgen.model.plan import AgentRef, Margins, Plan, StepRef, TailMove, Transfer
from dfgen.model.program import (
    ROOT,
    THROTTLE,
    Agent,
    AgentKind,
    CarryTail,
    Clear,
    Complete,
    Counter,
    Drain,
    Firings,
    Interleaved,
    Loop,
    Memory,
    Operation,
    Program,
    Publish,
    ReadEnd,
    Share,
    Stage,
    Submit,
    Wait,
)
from dfgen.model.schedule import Leaf, Listing, Node
from dfgen.model.schedule import Loop as ScheduleLoop

HOST = 0
"""Mark: the one host of a program."""
THROTTLE_REASON = "no core runs far ahead of core 0"


def lower(plan: Plan) -> Program:
    """The program of a plan, in which nobody waits for what is known."""
    return without_redundant_waits(translated(plan))


def translated(plan: Plan) -> Program:
    """The program of a plan with all its waits."""
    numbers = _Numbers(plan)
    return Program(
        graph=plan.graph,
        chunk=plan.schedule.root.chunk,
        depth_passes=plan.schedule.depth_passes,
        memory=Memory(
            "arena", HOST, plan.arena_bytes, plan.state_bytes, plan.buffers, plan.state_offsets, plan.scratch
        ),
        counters=tuple(_counters(plan, numbers)),
        agents=tuple(_agents(plan, numbers)),
        stop_edges=plan.schedule.stop_edges,
        engines=plan.engines,
        guard=plan.guard,
    )


class _Numbers:
    """The numbers of agents and counters: cores come first, then the queues to each engine; of counters those of steps
    that somebody waits for, and last the throttle, if there are several cores."""

    def __init__(self, plan: Plan) -> None:
        cores = range(plan.schedule.cores)
        agents = [AgentRef(core, engine) for engine in (None, *range(len(plan.engines))) for core in cores]
        self.agents = {agent: number for number, agent in enumerate(agents)}
        self.waiters: dict[StepRef, set[int]] = {}
        for step, waits in plan.waits.items():
            for wait in waits:
                self.waiters.setdefault(wait.step, set()).add(self.agents[step.agent])
        steps = sorted(self.waiters, key=lambda step: step.rank)
        self.counters = {step: number for number, step in enumerate(steps)}
        self.throttle = len(steps) if len(cores) > 1 else None


def _counters(plan: Plan, numbers: _Numbers) -> Iterator[Counter]:
    for step in numbers.counters:
        node = plan.schedule.loops[step.loop].body[step.child]
        about = f"loop {node.id}" if isinstance(node, ScheduleLoop) else next(iter(node.actors))
        yield Counter(about, HOST, numbers.agents[step.agent], step.loop, tuple(sorted(numbers.waiters[step])))
    if numbers.throttle is not None:
        yield Counter(THROTTLE, HOST, 0, ROOT, tuple(range(1, plan.schedule.cores)))


def _agents(plan: Plan, numbers: _Numbers) -> Iterator[Agent]:
    cores = plan.schedule.cores
    transfers: dict[str, list[Transfer]] = {}
    for transfer in plan.transfers:
        transfers.setdefault(transfer.actor, []).append(transfer)
    for core in range(cores):
        yield Agent(core, AgentKind.CORE, HOST, core, stages=_Core(plan, core, numbers, transfers).stages())
    for agent, number in numbers.agents.items():
        if agent.engine is not None:
            yield Agent(number, AgentKind.QUEUE, HOST, agent.core, agent.engine)


class _Core:
    """The list of one core."""

    def __init__(self, plan: Plan, core: int, numbers: _Numbers, transfers: Mapping[str, list[Transfer]]) -> None:
        self.plan, self.core, self.numbers, self.transfers = plan, core, numbers, transfers
        self.schedule, self.graph = plan.schedule, plan.graph
        self.locals: dict[int, list[str]] = {}
        for buffer in plan.buffers.values():
            if buffer.is_variable and buffer.core == core:
                self.locals.setdefault(buffer.loop, []).append(buffer.name)
        self.stopping = any(actor.stops for actor in self.graph.actors)
        self.queues = {
            agent.engine: number
            for agent, number in numbers.agents.items()
            if agent.core == core and agent.engine is not None
        }
        self.tails: dict[StepRef, list[TailMove]] = {}
        for move in plan.tail_moves:
            step = StepRef(plan.buffers[move.buffer].loop, move.child, AgentRef(move.core))
            self.tails.setdefault(step, []).append(move)
        self.margins: dict[StepRef, list[Margins]] = {}
        for each in plan.margins:
            step = StepRef(plan.buffers[each.buffer].loop, each.child, AgentRef(each.core))
            self.margins.setdefault(step, []).append(each)

    def stages(self) -> tuple[Stage, ...]:
        """The first waits for the throttle of core 0, the last tells it."""
        found: dict[int, list[Operation]] = {0: []}
        throttle = self.numbers.throttle
        if throttle is not None and self.core > 0:
            found[0].append(Wait(throttle, self.schedule.depth_passes + 1, THROTTLE_REASON))
        for child in range(len(self.schedule.root.body)):
            if step := tuple(self._step(self.schedule.root, child)):
                found.setdefault(max(0, self.schedule.passes_late(self.core, child)), []).extend(step)
        if throttle is not None and self.core == 0:
            found[max(found)].append(Publish(throttle))
        return tuple(Stage(late, tuple(body)) for late, body in found.items())

    def _step(self, loop: ScheduleLoop, index: int) -> Iterator[Operation]:
        """What the core does of a child of a loop in a trip."""
        child, step = loop.body[index], StepRef(loop.id, index, AgentRef(self.core))
        counters = self.numbers.counters
        waits = self.plan.waits.get(step, ())
        for wait in waits:
            yield Wait(counters[wait.step], wait.lag, wait.reason)
        # Cores that share a loop have the same trips of it: there the end is read before and after.
        may_read = self.stopping and (loop.id == ROOT or len(loop.cores) == 1)
        if waits and may_read and self.schedule.root.chunk > 1:  # of a single iteration the wait itself tells
            yield ReadEnd()
        for margins in self.margins.get(step, ()):
            yield Clear(margins.buffer, margins.lead_tokens, margins.trail_tokens)
        if self.core in child.cores:
            yield from self._node(child)
            if may_read and isinstance(child, Leaf) and self._learns_end(child.actor):
                yield ReadEnd()
        for move in self.tails.get(step, ()):
            yield from (Drain(engine) for engine in move.engines)
            yield CarryTail(move.buffer)
        if step in counters:
            yield Publish(counters[step])
        for engine in range(len(self.plan.engines)):
            done = step._replace(agent=AgentRef(self.core, engine))
            if done in counters:
                yield Complete(counters[done], engine)

    def _learns_end(self, actor: str) -> bool:
        """Whether it may have fallen in a block: the actor stops the program, or its copy was waited for."""
        awaited = any(transfer.how.waits for transfer in self.transfers.get(actor, ()))
        return self.graph.actor(actor).stops or (awaited and self.schedule.root.chunk > 1)

    def _node(self, node: Node) -> Iterator[Operation]:
        if isinstance(node, Leaf):
            for part in node.parts:
                if part.core == self.core:
                    yield from self._block(node.actor, node.firings, part.start, part.stop)
        elif isinstance(node, Listing):
            runs = tuple((run.actor, run.count) for run in node.runs)
            blocks = (self._firings(actor, node.firings[actor], 0, node.firings[actor]) for actor in node.actors)
            yield Interleaved(runs, tuple(blocks))
        else:
            yield from self._loop(node)

    def _block(self, actor: str, per_iteration: int, start: int, stop: int) -> Iterator[Operation]:
        """A block of firings; where nothing is done in them, nothing."""
        block = self._firings(actor, per_iteration, start, stop)
        if block.body:
            yield block
        for operation in block.body:
            if isinstance(operation, Submit) and operation.is_awaited:
                yield Drain(operation.transfer.engine)

    def _firings(self, actor: str, per_iteration: int, start: int, stop: int) -> Firings:
        body = FiringBody(self.plan, self.graph.actor(actor), self.core, self.transfers.get(actor, ()), self.queues)
        is_helped = actor in self.plan.helped_actors and stop - start > 1
        return Firings(actor, per_iteration, start, stop, tuple(body), self.graph.actor(actor).stops, is_helped)

    def _loop(self, loop: ScheduleLoop) -> Iterator[Operation]:
        body = tuple(operation for index in range(len(loop.body)) for operation in self._step(loop, index))
        if body:
            yield Loop(loop.id, loop.count, loop.chunk, body, self._share(loop), tuple(self.locals.get(loop.id, ())))

    def _share(self, loop: ScheduleLoop) -> Share | None:
        of = loop.parts[-1].stop if loop.parts else 0
        return next((Share(part.start, part.stop, of) for part in loop.parts if part.core == self.core), None)
