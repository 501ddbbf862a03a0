# SPDX-License-Identifier: Apache-2.0
"""The last check of every compile: the plan, run abstractly, neither deadlocks nor lets two cores race.

All cores' lists are run with their waits and counters through the transient and one period more. The lists are the
same in every pass and every wait looks back a bounded number of turns, so that a deadlock, were there one, would show
by then. Where passes have stages a program that ends sooner is not the beginning of a longer one, as its cores wait for
nothing in passes that are not begun: then shorter ones are run as well. And a program's last pass may be short, so that
inner loops have fewer turns in which to tell anything.

Vector clocks (Lamport 1978; Mattern 1989) tell whether each use of a slot is ordered after the one before it by nothing
but the plan: a wait counts only for the turn that it waits for, not for what the peer may have done since. An engine's
queue has a clock of its own, as if it were a core that is told what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from dfgen.memory.overlays import lie_alike
from dfgen.model.plan import PACE, Layout, Meeting, Overlay, Plan, StepKey, TailMove, View, When, Window, queue_of
from dfgen.model.schedule import Leaf, Loop

# Turns after which a program that looks back only from stage to stage goes on as it did.
TURNS_FEW = 4


class InvalidPlan(Exception):
    """The plan is wrong: a bug of dfgen, never of its user."""


def plan_is_live(plan: Plan) -> None:
    """Returns if it is; raises `InvalidPlan` with all that is wrong."""
    problems = [*order_problems(plan), *address_problems(plan)]
    for turns, last in programs_to_run(plan):
        problems += AbstractRun(plan, turns, last).problems()
    if problems:
        raise InvalidPlan("; ".join(problems[:20]))


def turns_to_run(plan: Plan) -> list[int]:
    """How many turns a program may have, as far as that makes a difference to who waits for what: with stages few, so
    that its end meets its beginning, or as many as the longest look back, so that its end meets the first of these."""
    lags = [w.lag for waits in plan.waits.values() for w in waits]
    most = max([*lags, plan.schedule.depth_passes + 1]) + 2
    if not plan.schedule.stages:
        return [most]
    few = 2 * max(plan.schedule.stages) + TURNS_FEW
    return sorted({*range(1, min(few, most) + 1), *range(max(1, most - TURNS_FEW), most + 1)})


def programs_to_run(plan: Plan) -> list[tuple[int, int]]:
    """Turns, and the iterations of the last one: all of a pass, and a single one where that makes a difference."""
    root = plan.schedule.root
    shared = any(isinstance(child, Loop) and len(child.cores) > 1 for child in root.body)
    lasts = {root.chunk, 1} if shared or plan.engines else {root.chunk}
    return [(turns, last) for turns in turns_to_run(plan) for last in sorted(lasts)]


def order_problems(plan: Plan) -> Iterator[str]:
    """On one core, the order of the children must do what waits do between cores."""
    in_place = {(plan.windows[o.input].buffer, o.input.actor) for o in plan.overlays if o.is_done}
    for m in plan.meetings:
        buffer = plan.buffers[m.buffer]
        # A linear buffer of several cores is also written one slot ahead: the tail that the next turn begins with.
        in_order = buffer.core is not None or plan.schedule.loops[m.loop].parts
        taken = int(not in_order) if buffer.layout is Layout.LINEAR else m.behind + m.spans
        room = buffer.slots - buffer.spare_slots - taken
        if m.free > room or m.free < 0:
            yield f"{m.buffer} has too few slots"
        if m.crosses:
            continue
        stage = plan.schedule.stage
        late = stage(m.loop, m.reader.child) - stage(m.loop, m.writer.child)
        if m.behind + late < 0 or (m.behind + late == 0 and m.reader.child < m.writer.child):
            yield f"{m.fifo} is read before it is written"
        own = m.writer.actor == m.reader.actor and (m.buffer, m.reader.actor) in in_place
        if (0 <= m.free < late or (m.free == late and m.writer.child <= m.reader.child)) and not own:
            yield f"{m.fifo} is overwritten before it is read"
    yield from _tail_problems(plan)


def _tail_problems(plan: Plan) -> Iterator[str]:
    """Each linear buffer carries its tail on, on one core after all writes, and with one slot after all reads."""
    moves = {move.buffer: move for move in plan.tail_moves}
    moving = {name for name, buffer in plan.buffers.items() if buffer.layout is not Layout.SLOTS}
    yield from (f"the tail of {name} is not moved" for name in sorted(moving - moves.keys()))
    for m in plan.meetings:
        move = moves.get(m.buffer)
        if move is None:
            continue
        if m.writer.core == move.core and m.writer.child > move.child:
            yield f"the tail of {m.buffer} is moved before it is written"
        if plan.buffers[m.buffer].slots == 1 and m.reader.core == move.core and m.reader.child > move.child:
            yield f"the tail of {m.buffer} is moved before {m.fifo} is read"


def address_problems(plan: Plan) -> Iterator[str]:
    """Buffers that share addresses must not be in use together: who wrote a byte last must be who is read."""
    yield from collisions(plan)
    for overlay in plan.overlays:
        if overlay.is_done:
            yield from _overlay_problems(plan, overlay)
    for core in range(plan.schedule.cores):
        owners = _Owners(plan, core)
        if owners.boundaries:
            yield from owners.problems()


def collisions(plan: Plan) -> Iterator[str]:
    """Buffers that hold their contents, or that several cores use, share addresses with nothing."""
    end, holder, lasting = plan.state_bytes, "the actors' state", True
    for buffer in sorted(plan.buffers.values(), key=lambda b: (b.offset_bytes, b.name)):
        alone = buffer.pinned or buffer.core is None or plan.guard
        if buffer.offset_bytes < end and (alone or lasting or buffer.core != plan.buffers[holder].core):
            yield f"{buffer.name} lies in {holder}"
        if buffer.offset_bytes + buffer.size_bytes > plan.arena_bytes:
            yield f"{buffer.name} ends outside of the arena"
        if buffer.offset_bytes + buffer.size_bytes > end:
            end, holder, lasting = buffer.offset_bytes + buffer.size_bytes, buffer.name, alone


def _overlay_problems(plan: Plan, overlay: Overlay) -> Iterator[str]:
    """An output lies over an input, which its actor has promised to bear: the same address in every firing, and the
    actor sees these bytes through no other port. That nobody else needs them is checked with all other buffers."""
    output, input = plan.windows[overlay.output], plan.windows[overlay.input]
    actor = plan.graph.actor(overlay.output.actor)
    above, below = (plan.buffers.get(window.buffer) for window in (output, input))
    what = f"{overlay.output} lies over {overlay.input},"
    if overlay.input.actor != actor.name or actor.port(overlay.output.port).overlays != overlay.input.port:
        yield f"{what} which its actor does not allow"
    if above is None or below is None or above.offset_bytes != below.offset_bytes:
        yield f"{what} but not at its address"
        return
    place = plan.schedule.places[actor.name]
    if {above.loop, below.loop} != {place.loops[-1].id} or not isinstance(plan.schedule.node(actor.name), Leaf):
        yield f"{what} but they do not turn with their actor"
    elif not lie_alike(plan.schedule, actor.name, *(plan.graph.port(r) for r in (overlay.output, overlay.input))):
        yield f"{what} but their windows do not coincide"
    slots = input.shift if above is below else 1
    if {output.view, input.view} != {View()} or {above.slots, below.slots} != {slots} or plan.guard:
        yield f"{what} but one of them is not a whole buffer"
    seen = [w for w in _windows_of(plan, actor.name) if w.buffer in (above.name, below.name)]
    if len(seen) != 2:
        yield f"{what} but the actor sees this memory through {len(seen)} windows"


def _windows_of(plan: Plan, actor: str) -> Iterator[Window]:
    """Where an actor's firings, and the transfers before and after them, read and write."""
    for ref, window in plan.windows.items():
        if ref.actor == actor:
            yield window
    for transfer in plan.transfers:
        if transfer.actor == actor:
            yield transfer.source if transfer.when is When.BEFORE else transfer.target


class _Owners:
    """The buffers that only `core` uses, and which of them wrote each stretch of the arena last."""

    def __init__(self, plan: Plan, core: int) -> None:
        self.plan = plan
        self.own = {n: b for n, b in plan.buffers.items() if b.core == core and not b.pinned}
        self.boundaries = sorted(
            {e for b in self.own.values() for e in (b.offset_bytes, b.offset_bytes + b.size_bytes)}
        )
        self.rank = {offset: index for index, offset in enumerate(self.boundaries)}
        self.uses: dict[tuple[int, int], tuple[list[str], list[str]]] = {}
        for m in plan.meetings:
            if m.buffer in self.own:
                self.uses.setdefault((m.loop, m.writer.child), ([], []))[0].append(m.buffer)
                self.uses.setdefault((m.loop, m.reader.child), ([], []))[1].append(m.buffer)
        for buffer in self.own.values():
            if buffer.owner:
                place = plan.schedule.places[buffer.owner]
                for names in self.uses.setdefault((place.loops[-1].id, place.indices[-1]), ([], [])):
                    names.append(buffer.name)
        self.below: dict[tuple[int, int], list[str]] = {}
        for overlay in plan.overlays:
            place = plan.schedule.places[overlay.input.actor]
            if overlay.is_done:
                step = place.loops[-1].id, place.indices[-1]
                self.below.setdefault(step, []).append(plan.windows[overlay.input].buffer)

    def problems(self) -> Iterator[str]:
        owner = [""] * len(self.boundaries)
        yield from self._visit(self.plan.schedule.root, owner)

    def _visit(self, loop: Loop, owner: list[str]) -> Iterator[str]:
        for index, child in enumerate(loop.body):
            writes, reads = self.uses.get((loop.id, index), ((), ()))
            below = self.below.get((loop.id, index), ())
            # A firing has read what lies below its output when it writes that.
            yield from self._lost([name for name in reads if name in below], owner)
            for name in dict.fromkeys(writes):
                first, last = self._stretch(name)
                owner[first:last] = [name] * (last - first)
            if isinstance(child, Loop):
                yield from self._visit(child, owner)
            yield from self._lost([name for name in reads if name not in below], owner)

    def _lost(self, names: list[str], owner: list[str]) -> Iterator[str]:
        """Which of the buffers that are read now do not hold what was written to them."""
        for name in dict.fromkeys(names):
            first, last = self._stretch(name)
            if any(held != name for held in owner[first:last]):
                yield f"{name} is overwritten by {next(h for h in owner[first:last] if h != name) or 'nobody'}"

    def _stretch(self, name: str) -> tuple[int, int]:
        buffer = self.own[name]
        return self.rank[buffer.offset_bytes], self.rank[buffer.offset_bytes + buffer.size_bytes]


@dataclass
class _CoreState:
    """A core in the abstract run: what it does next, and what it knows of every core's progress."""

    index: int
    events: Iterator[tuple[bool, StepKey, int]]
    clock: list[int]
    pending: tuple[bool, StepKey, int] | None = None
    done: bool = False


Clock = tuple[int, ...]
"""Of every core and engine queue, how much of what it has done is known."""


@dataclass
class AbstractRun:
    """The abstract run of all cores through so many `turns` of the pass, the last of which has `last` iterations.
    `observe` is told of each step that may start: its key, its core's clock before the step's waits, and what each of
    these tells, or None where it tells nothing yet."""

    plan: Plan
    turns: int
    last: int
    observe: Callable[[StepKey, Clock, Sequence[Clock | None]], None] | None = None
    clocks: dict[StepKey, list[tuple[int, ...]]] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before: dict[StepKey, list[Meeting]] = {}
        self.after: dict[StepKey, list[Meeting]] = {}
        for m in self.plan.meetings:
            is_own = m.writer_step == m.reader_step and m.writer.queue is None  # a core's own loop orders it
            if m.crosses and not is_own:
                self.before.setdefault(m.reader_step, []).append(m)
                self.after.setdefault(m.writer_step, []).append(m)
        self.stops: dict[StepKey, list[tuple[StepKey, int]]] = {}
        for edge in self.plan.schedule.stop_edges:
            for target in self._root_steps(edge.target):
                self.stops.setdefault(target, []).extend((s, edge.delay) for s in self._root_steps(edge.source))
        self.relays = {(relay.loop, relay.child, relay.core): relay for relay in self.plan.schedule.relays}
        self.queues: dict[StepKey, set[int]] = {}
        for m in self.plan.meetings:
            for touch in (m.writer, m.reader):
                if touch.queue is not None:
                    self.queues.setdefault((m.loop, touch.child, touch.core), set()).add(touch.queue)
        numbers = {queue for found in self.queues.values() for queue in found}
        self.clock_length = max([*numbers, self.plan.schedule.cores - 1]) + 1
        self.queue_clocks = {queue: [0] * self.clock_length for queue in numbers}
        self.visited = self._loops_to_visit(self.plan.schedule.root)
        self.tails: dict[StepKey, list[TailMove]] = {}
        self.moves = {move.buffer: move for move in self.plan.tail_moves}
        for move in self.plan.tail_moves:
            self.tails.setdefault(self._moving_step(move), []).append(move)
        self.meetings_of: dict[str, list[Meeting]] = {}
        for m in self.plan.meetings:
            if m.buffer in self.moves:
                self.meetings_of.setdefault(m.buffer, []).append(m)

    def _moving_step(self, move: TailMove) -> StepKey:
        return self.plan.buffers[move.buffer].loop, move.child, move.core

    def _loops_to_visit(self, loop: Loop) -> set[int]:
        """The loops in which somebody may have to wait; others are single steps of one core, or of each core that they
        are relayed to."""
        if loop.parts:
            return set()
        found = {i for child in loop.body if isinstance(child, Loop) for i in self._loops_to_visit(child)}
        gives = any((loop.id, index, core) in self.queues for index, c in enumerate(loop.body) for core in c.cores)
        return found | ({loop.id} if found or gives or len(loop.cores) > 1 else set())

    def _root_steps(self, actor: str) -> list[StepKey]:
        root = self.plan.schedule.root
        child = self.plan.schedule.places[actor].child_of(root)
        return [(root.id, child, core) for core in sorted(self.plan.schedule.cores_of(actor))]

    def problems(self) -> list[str]:
        cores = self.plan.schedule.cores
        if cores == 1 and not self.queues:
            return []
        states = [_CoreState(core, self._events(core), [0] * self.clock_length) for core in range(cores)]
        while any([self._advance(state) for state in states]):  # noqa: C419 every core in every round
            pass
        for state in states:
            if not state.done and state.pending is not None:
                self.found.append(f"core {state.index} waits for ever before step {state.pending[1]}")
        return self.found

    def _events(self, core: int) -> Iterator[tuple[bool, StepKey, int]]:
        """(begins, step, turn) in the core's order: of the pass that it begins, and of those that stages are in."""
        turns: dict[int, int] = {}
        schedule = self.plan.schedule
        late = {child: schedule.passes_late(core, child) for child in schedule.children_of(core)}
        latest = max(late.values(), default=0)
        for begun in range(self.turns + latest):
            if begun < self.turns:
                yield True, (0, -2, core), begun
            for child, passes in late.items():
                if 0 <= begun - passes < self.turns:
                    iterations = schedule.root.chunk if begun - passes < self.turns - 1 else self.last
                    yield from self._child(schedule.root, child, core, begun - passes, turns, iterations)
            if begun >= latest:
                yield False, (0, -1, core), begun - latest

    def _child(
        self, loop: Loop, index: int, core: int, turn: int, turns: dict[int, int], iterations: int
    ) -> Iterator[tuple[bool, StepKey, int]]:
        """What a core does of a child of a loop, in a turn of so many iterations."""
        child = loop.body[index]
        if core not in child.cores:
            return
        yield True, (loop.id, index, core), turn
        if isinstance(child, Loop) and child.id in self.visited:
            for length in self._lengths(child, iterations):
                inner = turns.get(child.id, 0)
                for below in range(len(child.body)):
                    yield from self._child(child, below, core, inner, turns, length)
                turns[child.id] = inner + 1
        yield False, (loop.id, index, core), turn

    def _lengths(self, loop: Loop, iterations: int) -> Iterator[int]:
        """The iterations of each turn of a loop, in so many of the loop around it; of very many turns only some."""
        whole, rest = divmod(loop.count * iterations, loop.chunk)
        yield from repeat(loop.chunk, min(whole, self.turns))
        if rest:
            yield rest

    def _advance(self, state: _CoreState) -> bool:
        """Run one core until it must wait. Whether it got anywhere."""
        moved = False
        while not state.done:
            if state.pending is None:
                state.pending = next(state.events, None)
                state.done = state.pending is None
                continue
            begins, step, turn = state.pending
            if begins and not self._pass_waits(state, step, turn):
                return moved
            if not begins:
                state.clock[state.index] += 1
                self._complete(state, step)
                for move in self.tails.get(step, ()):
                    self._move_tail(state, move, turn)
                self.clocks.setdefault(step, []).append(tuple(state.clock))
            state.pending, moved = None, True
        return moved

    def _move_tail(self, state: _CoreState, move: TailMove, turn: int) -> None:
        """The tail of this turn's slot goes to the front of the next one: the one must have been written, the other
        read, by then. Where the move says so, the core waits until all that it gave to an engine is done."""
        for engine in move.engines:
            done = self.queue_clocks[queue_of(state.index, engine, self.plan.schedule.cores)]
            state.clock[:] = [max(a, b) for a, b in zip(state.clock, done, strict=True)]
        buffer = self.plan.buffers[move.buffer]
        for m in self.meetings_of.get(move.buffer, ()):
            if m.writer.finisher != move.core and not self._ends_relay(move.core, m.writer.actor):
                self._require(state, m.written_step, turn, f"the tail of {m.buffer} may be moved before it is written")
            if m.reader.finisher != move.core and (m.spans or buffer.layout is Layout.LINEAR):
                problem = f"the tail of {m.buffer} may be moved before {m.fifo} is read"
                read = turn + 1 - buffer.slots + (m.behind if m.spans else 0)
                self._require(state, m.read_step, read, problem)

    def _ends_relay(self, core: int, actor: str) -> bool:
        """Whether the actor's firings of a turn come to their end on that core, whoever has had the others."""
        relay = self.plan.schedule.relay(actor)
        return relay is not None and relay.parts[-1].core == core

    def _require_tails(self, state: _CoreState, m: Meeting, turn: int, *, writes: bool) -> None:
        """Who reads a slot needs the tail that was moved to its front; who writes it anew, that its own was moved."""
        move = self.moves.get(m.buffer)
        if move is None or move.core == state.index:
            return
        buffer = self.plan.buffers[m.buffer]
        moved = turn - buffer.slots if writes else turn - 1 - (m.behind if m.spans else 0)
        use = "overwritten before it is" if writes else "read before it was"
        self._require(state, self._moving_step(move), moved, f"the tail of {m.buffer} may be {use} moved")

    def _complete(self, state: _CoreState, step: StepKey) -> None:
        """What a core gave to engines in a step is done at some time; only who waits for it knows that it is."""
        for queue in self.queues.get(step, ()):
            clock = [max(a, b) for a, b in zip(self.queue_clocks[queue], state.clock, strict=True)]
            clock[queue] += 1
            self.queue_clocks[queue] = clock
            self.clocks.setdefault((step[0], step[1], queue), []).append(tuple(clock))

    def _pass_waits(self, state: _CoreState, step: StepKey, turn: int) -> bool:
        """Wait as the core will; then check that all that this step touches is ordered before it."""
        wanted = [(w.step, w.lag) for w in self.plan.waits.get(step, ())]
        if step[1] == -2 and state.index > 0:
            wanted = [(PACE, self.plan.schedule.depth_passes + 1)]
        for counter, lag in wanted:
            if turn >= lag and len(self.clocks.get(counter, ())) <= turn - lag:
                return False
        told = [self.clocks[counter][turn - lag] if turn >= lag else None for counter, lag in wanted]
        if self.observe is not None:
            self.observe(step, tuple(state.clock), told)
        for known in told:
            if known is not None:
                state.clock[:] = [max(a, b) for a, b in zip(state.clock, known, strict=True)]
        for m in self.before.get(step, ()):
            self._require(state, m.written_step, turn - m.behind, f"{m.fifo} may be read before it is written")
            self._require_tails(state, m, turn, writes=False)
        for m in self.after.get(step, ()):
            self._require(state, m.read_step, turn - m.free, f"{m.fifo} may be overwritten before it is read")
            self._require_tails(state, m, turn, writes=True)
        if step in self.relays:
            relay = self.relays[step]
            problem = "firings that are in order may overtake each other"
            self._require(state, (*step[:2], relay.before), turn - relay.lag, problem)
        for source, delay in self.stops.get(step, ()):
            self._require(state, source, turn - delay, "an actor with effects may run ahead of one that stops")
        return True

    def _require(self, state: _CoreState, step: StepKey, turn: int, problem: str) -> None:
        if turn < 0:
            return
        history = self.clocks.get(step, ())
        peer = step[2]
        if len(history) <= turn or state.clock[peer] < history[turn][peer]:
            self.found.append(f"{problem} ({step} turn {turn}, by core {state.index})")
