# SPDX-License-Identifier: Apache-2.0
"""The stage itself: schedule in, plan out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dfgen.memory.arena import lay_out
from dfgen.memory.buffers import Sized, index_users, private_buffers, size_buffer
from dfgen.memory.choice import Choice, choose
from dfgen.memory.requests import requested_strategies
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.sync import synchronise, tail_moves
from dfgen.memory.wiring import Wiring, fires_code, piece_of, wire
from dfgen.model.diagnostics import fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Access, Graph, PortRef
from dfgen.model.plan import Buffer, FifoChoice, Plan, Transfer, View, When, Window
from dfgen.model.schedule import Schedule


@dataclass(frozen=True)
class MemoryOptions:
    """`transfers` as given on the command line, later ones win; `limit_bytes` bounds the arena. `may_wait`: passes need
    not overlap where that takes too much memory."""

    transfers: Sequence[str] = ()
    limit_bytes: int = 1 << 62
    guard: bool = False
    may_wait: bool = False


def plan_memory(graph: Graph, facts: Facts, schedule: Schedule, options: MemoryOptions) -> Plan:
    """The plan of a schedule. Raises `UserError` for demands that cannot be met."""
    plan = _plan(graph, facts, schedule, options)
    if plan.arena_bytes > options.limit_bytes and options.may_wait and schedule.depth_passes > 1:
        note = f"passes do not overlap: that would take {plan.arena_bytes} bytes of memory"
        slower = replace(schedule, depth_passes=1, notes=(*schedule.notes, note))
        plan = _plan(graph, facts, slower, options)
    if plan.arena_bytes > options.limit_bytes:
        raise _too_much(plan, options.limit_bytes)
    return plan


def _plan(graph: Graph, facts: Facts, schedule: Schedule, options: MemoryOptions) -> Plan:
    """Wire, choose, size, synchronise, lay out."""
    wanted = requested_strategies(graph, options.transfers)
    split = frozenset(actor for actor in schedule.places if len(schedule.cores_of(actor)) > 1)
    wiring = wire(graph, facts.order, wanted, split)
    choices, notes = choose(wiring, wanted, options.guard)
    users = index_users(graph, facts.order, wiring)
    sized = {name: size_buffer(graph, schedule, root, users) for name, root in wiring.roots.items()}
    windows, private, transfers = _windows(graph, schedule, wiring, choices, sized)
    sized = _paged(sized, windows.values())
    sync = synchronise(schedule, sized.values())
    arena = lay_out(graph, schedule, list(sized.values()), private, options.guard)
    transfers = tuple(replace(t, bytes_per_iteration=_moved(graph, facts, t)) for t in transfers)
    return Plan(
        graph=graph,
        schedule=schedule,
        buffers=arena.buffers,
        windows=windows,
        transfers=transfers,
        tail_moves=tail_moves(schedule, sized.values()),
        meetings=tuple(meeting for item in sized.values() for meeting in item.meetings),
        counters=sync.counters,
        waits=sync.waits,
        choices=tuple(_fifo_choices(graph, facts, choices, transfers)),
        state_offsets=arena.state_offsets,
        state_bytes=arena.state_bytes,
        arena_bytes=arena.size_bytes,
        lower_bound_bytes=arena.lower_bound_bytes,
        unshared_bytes=arena.unshared_bytes,
        guard=options.guard,
        notes=(*schedule.notes, *notes),
    )


def _paged(sized: Mapping[str, Sized], windows: Iterable[Window]) -> dict[str, Sized]:
    """The slots of buffers that are seen through private views start on pages."""
    viewed = {window.buffer for window in windows if window.viewed}
    return {
        name: replace(item, buffer=replace(item.buffer, paged=True)) if name in viewed else item
        for name, item in sized.items()
    }


def _windows(
    graph: Graph,
    schedule: Schedule,
    wiring: Wiring,
    choices: Mapping[PortRef, Choice],
    sized: Mapping[str, Sized],
) -> tuple[dict[PortRef, Window], dict[str, Buffer], tuple[Transfer, ...]]:
    """Every port's window, the private buffers behind some of them, and all transfers."""
    windows: dict[PortRef, Window] = {}
    private: dict[str, Buffer] = {}
    transfers = [_resolved(t, graph, sized) for t in wiring.transfers]
    for actor in graph.actors:
        for port in actor.ports if fires_code(actor) else ():
            ref = PortRef(actor.name, port.name)
            reading = wiring.readings.get(ref)
            if ref in wiring.homes:
                home = wiring.homes[ref]
                windows[ref] = sized[home.root].window(home.view, 0)
                continue
            if reading is not None:
                window = sized[reading.home.root].window(reading.home.view, reading.fifo.delay_tokens)
                strategy = STRATEGIES[choices[ref].strategy]
                if strategy.views:
                    windows[ref] = replace(window, viewed=True)
                    transfers.append(_view(reading.fifo.name, ref, graph, windows[ref], choices[ref]))
                    continue
                if not strategy.moves:
                    windows[ref] = replace(window, read_only=_reads_only(port.access))
                    continue
            name = reading.fifo.name if reading is not None else str(ref)
            buffers, own = private_buffers(graph, schedule, ref, name, max(port.rates))
            windows[ref] = replace(own, read_only=port.is_input and _reads_only(port.access))
            private.update((buffer.name, buffer) for buffer in buffers)
            if reading is not None:
                transfers.append(_private_copy(reading.fifo.name, ref, graph, window, own, choices[ref]))
    return windows, private, tuple(transfers)


def _view(fifo: str, ref: PortRef, graph: Graph, window: Window, choice: Choice) -> Transfer:
    """A private view moves what its reader writes, which no plan can know: its bytes stay 0 here."""
    port = graph.port(ref)
    return Transfer(
        fifo, ref.actor, ref.port, When.BEFORE, window, window, (0,), port.rates, port.rates,
        1, port.type, choice.strategy, choice.reason,
    )  # fmt: skip


def _reads_only(access: Access | None) -> bool:
    return access in (Access.READ_ONLY, Access.UNUSED)


def _private_copy(fifo: str, ref: PortRef, graph: Graph, source: Window, target: Window, choice: Choice) -> Transfer:
    port = graph.port(ref)
    rates = port.rates
    return Transfer(
        fifo, ref.actor, ref.port, When.BEFORE, source, target, rates, rates, (0,),
        piece_of(rates, source.view, View()), port.type, choice.strategy, choice.reason,
    )  # fmt: skip


def _resolved(transfer: Transfer, graph: Graph, sized: Mapping[str, Sized]) -> Transfer:
    """The wiring speaks of streams; the plan of slots, behind the delay of the FIFO."""
    fifo = graph.fifo_by_name[transfer.fifo]
    direct = transfer.when is When.FIRING and str(fifo.source) == transfer.source.buffer
    delay = fifo.delay_tokens if direct else 0
    return replace(
        transfer,
        source=sized[transfer.source.buffer].window(transfer.source.view, delay),
        target=sized[transfer.target.buffer].window(transfer.target.view, 0),
    )


def _moved(graph: Graph, facts: Facts, transfer: Transfer) -> int:
    """Bytes that a transfer moves in one graph iteration."""
    firings = facts.firings[transfer.actor]
    tokens = firings // len(transfer.rates) * sum(transfer.rates)
    tokens = tokens * (transfer.period - transfer.skip) // transfer.period
    return tokens * transfer.type.size_bytes


def _fifo_choices(
    graph: Graph, facts: Facts, choices: Mapping[PortRef, Choice], transfers: Sequence[Transfer]
) -> list[FifoChoice]:
    by_fifo: dict[str, list[Transfer]] = {}
    for transfer in transfers:
        by_fifo.setdefault(transfer.fifo, []).append(transfer)
    found = []
    for fifo in graph.fifos:
        passed = facts.tokens[fifo.name] * graph.port(fifo.source).type.size_bytes
        moves = by_fifo.get(fifo.name, [])
        if moves:
            strategy, reason = moves[0].strategy, moves[0].reason
        elif fifo.target in choices:
            strategy, reason = choices[fifo.target].strategy, choices[fifo.target].reason
        else:
            strategy, reason = "shared", "a view"
        moved = sum(t.bytes_per_iteration for t in moves)
        found.append(FifoChoice(fifo.name, strategy, reason, passed, moved))
    return found


def _too_much(plan: Plan, limit: int) -> Exception:
    largest = max(plan.buffers.values(), key=lambda b: b.size_bytes, default=None)
    if largest is None or largest.size_bytes < plan.state_bytes:
        most = f"the state of the actors takes {plan.state_bytes} bytes"
    else:
        most = f"the largest buffer is {largest.name} with {largest.size_bytes} bytes in {largest.slots} slots"
    return fail(
        "memory-exceeded",
        f"the plan needs {plan.arena_bytes} bytes, {limit} are allowed; {most}",
        None,
        "allow more with --memory, lower --depth, or use fewer cores",
    )
