# SPDX-License-Identifier: Apache-2.0
"""The plan as JSON and as a page of text."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dfgen.model.actor import Actor
from dfgen.model.costs import duration
from dfgen.model.decisions import Helped, Occupancy, Overlay, Owned
from dfgen.model.dumps import counted, dump_schedule
from dfgen.model.facts import Facts
from dfgen.model.files import Backend
from dfgen.model.graph import PortRef
from dfgen.model.names import fifo_name
from dfgen.model.plan import Buffer, Layout, Plan, Transfer
from dfgen.model.platform import Platform
from dfgen.model.program import Program
from dfgen.model.program_waits import count_hazards, told_waits
from dfgen.model.schedule import Proof, Unapplied, unapplied_by_reason

SCHEMA = 1


def plan_as_json(plan: Plan, program: Program, facts: Facts, platform: Platform) -> dict[str, object]:
    """Sizes in bytes, firings per graph iteration. `program`: that of the plan."""
    schedule = plan.schedule
    cleared = _cleared_bytes(plan)
    return {
        "schema": SCHEMA,
        "graph": plan.graph.name,
        "parameters": dict(plan.graph.parameters),
        "platform": platform.to_json(),
        "cores": schedule.cores,
        "mapper": schedule.mapper,
        "iterations_per_pass": schedule.iterations_per_pass,
        "depth_passes": schedule.depth_passes,
        "memory": _memory(plan),
        "firings": {name: facts.firings[name] for name in facts.order},
        "schedule": dump_schedule(schedule).splitlines(),
        "fifos": [
            {
                "name": c.fifo,
                "strategy": c.strategy,
                "reason": c.reason,
                "estimate_ns": dict(c.estimates_ns),
                "bytes_per_iteration": c.bytes_per_iteration,
                "moved_bytes_per_iteration": c.moved_bytes_per_iteration,
            }
            for c in plan.choices
        ],
        "transfers": [_transfer(plan, t) for t in plan.transfers],
        **(
            {"files": [_file(plan, facts, actor) for actor in plan.graph.file_actors]} if plan.graph.file_actors else {}
        ),
        "buffers": [_buffer(b, cleared.get(b.name, 0)) for b in _by_address(plan)],
        "overlays": [_overlay(plan, facts, o) for o in plan.overlays],
        **({"owned": [_owned(o) for o in plan.owned]} if plan.owned else {}),
        **({"helped": [_helped(each) for each in plan.helped]} if plan.helped else {}),
        **({"occupancy": _occupancy(plan.occupancy)} if plan.occupancy else {}),
        "waits": [
            {"step": wait.step, "for": wait.done, "lag_trips": wait.lag, "reason": wait.reason}
            for wait in told_waits(program)
        ],
        **({"hazards": hazards} if (hazards := _hazards(program)) else {}),
        **({"proof": _proof(schedule.proof)} if schedule.proof else {}),
        "attempts": [{"name": a.name, "reason": a.reason} for a in plan.attempts],
        "not_applied": [
            {"optimisation": each.optimisation, "reason": each.reason, "what": each.what} for each in _unapplied(plan)
        ],
        **({"engines": _verdicts(plan)} if plan.engine_verdicts else {}),
        "notes": list(plan.notes),
    }


def _unapplied(plan: Plan) -> Iterator[Unapplied]:
    yield from plan.schedule.unapplied
    reasons = {helped.actor: helped.obstacle for helped in plan.helped if not helped.is_done}
    yield from unapplied_by_reason("help by cores that wait", reasons)


def _verdicts(plan: Plan) -> list[dict[str, str]]:
    return [{"fifo": v.fifo, "engine": v.engine, "reason": v.reason} for v in plan.engine_verdicts]


def _hazards(program: Program) -> dict[str, int]:
    return {hazard.value: count for hazard, count in count_hazards(program).items()}


def _proof(proof: Proof) -> dict[str, float]:
    return {
        "period_ns": float(proof.period_ns),
        "bound_ns": float(proof.bound_ns),
        "auto_period_ns": float(proof.auto_ns),
    }


def _proof_line(proof: Proof) -> str:
    best = "the least that there is" if proof.is_best else f"and none can be below {_ns(proof.bound_ns)}"
    over = f" ({float(proof.auto_ns / proof.period_ns - 1):.1%} longer)" if proof.auto_ns > proof.period_ns else ""
    return f"period by the times of the actors: {_ns(proof.period_ns)}, {best}; of auto: {_ns(proof.auto_ns)}{over}"


def _ns(value: Fraction) -> str:
    return duration(round(value)) if value >= 1000 else f"{float(value):.3g} ns"


def _memory(plan: Plan) -> dict[str, int]:
    return {
        "arena_bytes": plan.arena_bytes,
        "lower_bound_bytes": plan.lower_bound_bytes,
        "unshared_bytes": plan.unshared_bytes,
        "cow_worst_bytes": plan.cow_worst_bytes,
    }


def _transfer(plan: Plan, transfer: Transfer) -> dict[str, object]:
    return {
        "fifo": fifo_name(plan.graph, transfer.fifo),
        "when": f"{transfer.when.value} {transfer.actor}",
        "strategy": transfer.how.strategy,
        "how": transfer.how.way.value,
        "candidates": [candidate.strategy for candidate in transfer.candidates],
        "options": dict(transfer.options),
        "estimate_ns": dict(transfer.estimates_ns),
        "reason": transfer.reason,
        "bytes_per_iteration": transfer.bytes_per_iteration,
    }


def _file(plan: Plan, facts: Facts, actor: Actor) -> dict[str, object]:
    """An end of the graph's transfers that is in a file. Blocks in flight: as many as an engine may have at a time."""
    file, data = actor.file, actor.port("data")
    assert file is not None
    slots = plan.buffers[plan.windows[PortRef(actor.name, "data")].buffer].slots if file.engine else 0
    firings = facts.firings[actor.name]
    return {
        "actor": actor.name,
        "direction": "source" if file.is_source else "sink",
        "block_bytes": data.window_bytes,
        "bytes_per_iteration": firings * data.window_bytes,
        "scheme": file.scheme.value,
        "reason": file.reason or "asked for",
        "backend": file.engine or ("mmap" if file.backend is Backend.MMAP else "the firing itself"),
        "past_cache": file.past_cache,
        "durable": file.durable,
        "windows": f"copied: {file.copied}" if file.copied else "views of the file" if file.is_shown else "",
        "blocks_in_flight": slots * firings * plan.schedule.iterations_per_pass,
    }


def _file_lines(plan: Plan, facts: Facts) -> Iterator[str]:
    for actor in plan.graph.file_actors:
        known = _file(plan, facts, actor)
        words = [word for word, asked in (("past the cache", "past_cache"), ("durable", "durable")) if known[asked]]
        if known["windows"]:
            words.append(f"windows are {known['windows']}")
        if known["blocks_in_flight"]:
            words.insert(0, f"up to {known['blocks_in_flight']} blocks in flight")
        how = ", ".join((f"{known['scheme']} by {known['backend']}", *words))
        size = f"{known['bytes_per_iteration']:>12} in blocks of {known['block_bytes']}"
        yield f"  {size} {known['direction']} {actor.name}: {how}  ({known['reason']})"


def _cleared_bytes(plan: Plan) -> dict[str, int]:
    """By buffer, what is set to zero around the tokens of a trip."""
    size = {name: buffer.type.size_bytes for name, buffer in plan.buffers.items()}
    return {each.buffer: (each.lead_tokens + each.trail_tokens) * size[each.buffer] for each in plan.margins}


def _buffer(buffer: Buffer, cleared_bytes: int) -> dict[str, object]:
    return {
        "name": buffer.name,
        "layout": buffer.layout.value,
        "slots": buffer.slots,
        "slot_bytes": buffer.slot_bytes,
        "offset_bytes": buffer.offset_bytes if buffer.is_placed else None,
        **({"file": buffer.file} if buffer.file else {}),
        "core": buffer.core,
        **({"parts": _parts(buffer)} if buffer.apart_bytes else {}),
        **({"tail_bytes": buffer.tail_bytes} if buffer.tail_bytes else {}),
        **({"cleared_bytes": cleared_bytes} if cleared_bytes else {}),
        **({"arenas": _arenas(buffer)} if buffer.type.arena else {}),
    }


def _parts(buffer: Buffer) -> dict[str, object]:
    """Those of a slot that belong to cores."""
    return {"cores": list(buffer.divided), "apart_bytes": buffer.apart_bytes}


def _arenas(buffer: Buffer) -> dict[str, object]:
    """Those of a buffer of objects: one a token."""
    arena = buffer.type.arena
    assert arena is not None
    return {
        "offset_bytes": buffer.arenas_offset_bytes,
        "count": buffer.arenas,
        "stride_bytes": buffer.arena_bytes,
        "up_to_bytes": arena.up_to_bytes,
    }


def _parts_text(buffer: Buffer) -> str:
    """Of a slot whose parts belong to cores."""
    if not buffer.apart_bytes:
        return ""
    return f", {len(buffer.divided)} parts of cores with {buffer.apart_bytes} bytes between them"


def _tail_text(buffer: Buffer) -> str:
    """Of slots that begin with the end of the one before."""
    if not buffer.tail_bytes:
        return ""
    trips = buffer.slots if buffer.layout is Layout.WRAPPED else 1
    every = "each trip" if trips == 1 else f"every {trips} trips"
    return f", {counted(buffer.tail_bytes, 'byte')} carried from slot to slot {every}"


def _arenas_text(buffer: Buffer) -> str:
    arena = buffer.type.arena
    if arena is None:
        return ""
    count = counted(buffer.arenas, "arena")
    return f", {count} at {buffer.arenas_offset_bytes} for objects of up to {arena.up_to_bytes} bytes"


def _overlay(plan: Plan, facts: Facts, overlay: Overlay) -> dict[str, object]:
    return {
        "output": str(overlay.output),
        "input": str(overlay.input),
        "done": overlay.is_done,
        "reason": overlay.obstacle,
        "copied_bytes_per_iteration": _bytes_taken_over(plan, facts, overlay),
    }


def _owned(owned: Owned) -> dict[str, object]:
    return {"input": str(owned.input), "done": owned.is_done, "reason": owned.obstacle}


def _helped(helped: Helped) -> dict[str, object]:
    return {"actor": helped.actor, "done": helped.is_done, "reason": helped.obstacle}


def _owned_line(owned: Owned) -> str:
    if owned.is_done:
        return f"{owned.input} takes over the lines that it reads, while that gains"
    return f"{owned.input} does not take over the lines that it reads: {owned.obstacle}"


def _bytes_taken_over(plan: Plan, facts: Facts, overlay: Overlay) -> int:
    """What firings with one pointer for an input and an output copy as they begin, where the two are apart."""
    port, actor = plan.graph.port(overlay.output), plan.graph.actor(overlay.output.actor)
    if overlay.is_done or not port.in_place:
        return 0
    return facts.cycles[actor.name] * actor.tokens_per_cycle(port) * port.type.footprint_bytes


def _overlay_line(plan: Plan, facts: Facts, overlay: Overlay) -> str:
    if overlay.is_done:
        return f"{overlay.output} lies over {overlay.input}"
    copied = _bytes_taken_over(plan, facts, overlay)
    taken = f", so each firing begins with a copy, {copied} bytes an iteration" if copied else ""
    return f"{overlay.output} not over {overlay.input}: {overlay.obstacle}{taken}"


def _occupancy(occupancy: Occupancy) -> dict[str, object]:
    return {
        "goal": occupancy.goal,
        "tokens": occupancy.tokens,
        "bytes": occupancy.bytes,
        "least_tokens": occupancy.least_tokens,
        "least_bytes": occupancy.least_bytes,
        "unproven": occupancy.unproven,
        "fifos": [
            {"name": f.fifo, "held_tokens": f.held_tokens, "capacity_tokens": f.capacity_tokens}
            for f in occupancy.fifos
        ],
    }


def _occupancy_lines(occupancy: Occupancy) -> Iterator[str]:
    goal = f" for {occupancy.goal}" if occupancy.goal else ""
    # Consumers that read one buffer may take less than one for each FIFO, which is what the analysis counts.
    alone = "with a buffer for each FIFO, " if occupancy.bytes < (occupancy.least_bytes or 0) else ""
    tokens = f"{occupancy.least_tokens} tokens, " if occupancy.least_tokens else ""
    least = f"; {alone}no schedule needs less than {tokens}{occupancy.least_bytes} bytes"
    more = least if occupancy.least_bytes else ""
    yield f"buffers{goal}: {counted(occupancy.tokens, 'token')}, {occupancy.bytes} bytes{more}"
    if occupancy.unproven:
        yield f"  {occupancy.unproven}"
    for fifo in occupancy.fifos:
        asked = "" if fifo.capacity_tokens is None else f" of {fifo.capacity_tokens}"
        yield f"  {fifo.held_tokens:>12}{asked}  {fifo.fifo}"


def _by_address(plan: Plan) -> list[Buffer]:
    return sorted(plan.buffers.values(), key=lambda b: (not b.is_placed, b.offset_bytes, b.name))


def plan_as_text(plan: Plan, program: Program, facts: Facts) -> str:
    return "\n".join(_lines(plan, program, facts)) + "\n"


def _lines(plan: Plan, program: Program, facts: Facts) -> Iterator[str]:
    fired = sum(facts.firings[actor.name] for actor in plan.graph.actors)
    sizes = (len(plan.graph.actors), "actor"), (len(plan.graph.fifos), "FIFO"), (fired, "firing")
    yield f"graph {plan.graph.name}: {', '.join(counted(number, what) for number, what in sizes)}"
    yield dump_schedule(plan.schedule).rstrip()
    paced = [actor.name for actor in plan.graph.actors if actor.period]
    if paced:
        yield f"a pass has one iteration, for these have a period: {', '.join(paced)}"
    if plan.schedule.proof:
        yield _proof_line(plan.schedule.proof)
    yield from (f"planned anew, {attempt.name}: {attempt.reason}" for attempt in plan.attempts)
    if plan.helped_actors:
        yield f"cores that wait help with: {', '.join(h.actor for h in plan.helped if h.is_done)}"
    yield from (f"not applied, {each}" for each in _unapplied(plan))
    yield ""
    bounds = f"lower bound {plan.lower_bound_bytes}, unshared {plan.unshared_bytes}"
    views = f"; private views up to {plan.cow_worst_bytes} more" if plan.cow_worst_bytes else ""
    yield f"memory: {plan.arena_bytes} bytes; {bounds}{views}"
    cleared = _cleared_bytes(plan)
    for buffer in _by_address(plan):
        where = f"core {buffer.core}" if buffer.core is not None else "all"
        shape = f"{buffer.slots} x {buffer.slot_bytes}"
        place = "variable" if buffer.is_variable else "file" if buffer.file else buffer.offset_bytes
        more = f"{_arenas_text(buffer)}{_parts_text(buffer)}{_tail_text(buffer)}"
        if buffer.name in cleared:
            more += f", {counted(cleared[buffer.name], 'byte')} around the tokens cleared each trip"
        yield f"  {place:>12} {shape:>16} {buffer.layout.value:>7} {where:>7}  {buffer.name}{more}"
    if plan.occupancy:
        yield from _occupancy_lines(plan.occupancy)
    yield from (f"  {_overlay_line(plan, facts, overlay)}" for overlay in plan.overlays)
    yield from (f"  {_owned_line(owned)}" for owned in plan.owned)
    yield ""
    moved = sum(t.bytes_per_iteration for t in plan.transfers)
    yield f"transfers: {len(plan.transfers)}, {moved} bytes an iteration"
    for t in plan.transfers:
        others = " or ".join(candidate.strategy for candidate in t.candidates if candidate != t.how)
        choice = f" (at the start also {others})" if others else ""
        known = dict(t.estimates_ns)
        name = t.how.strategy
        cost = f", about {duration(known[name])}" if name in known else ""
        move = f"{t.bytes_per_iteration:>12} {name:>8} {t.when.value} {t.actor}"
        yield f"  {move}  {fifo_name(plan.graph, t.fifo)}: {t.reason}{cost}{choice}"
    for verdict in plan.engine_verdicts:
        yield f"  {verdict.fifo} by {verdict.engine or 'no'} engine: {verdict.reason}"
    if plan.graph.file_actors:
        yield ""
        yield f"files: {len(plan.graph.file_actors)}"
        yield from _file_lines(plan, facts)
    yield ""
    waits = list(told_waits(program))
    yield f"waits: {len(waits)}"
    for wait in waits:
        back = f", {counted(wait.lag, 'trip')} back" if wait.lag else ""
        yield f"  {wait.step} waits for {wait.done}{back}  ({wait.reason})"
    found = _hazards(program)
    if found:
        averted = ", ".join(f"{hazard} {count}" for hazard, count in found.items())
        yield f"hazards of copies by engines, averted by waits: {averted}, R-US 0, R-UD 0"
