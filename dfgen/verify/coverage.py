# SPDX-License-Identifier: Apache-2.0
"""Whether every actor fires as often as the graph says, once each time, and finds what it needs as it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, takewhile
from math import gcd, lcm

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.graph import Graph
from dfgen.model.plan import Window
from dfgen.model.program import (
    Acquire,
    AgentKind,
    Block,
    Content,
    Drain,
    Fire,
    FiringOperation,
    Firings,
    Interleaved,
    Move,
    Own,
    Prepare,
    Program,
    Release,
    Reset,
    Seal,
    Submit,
)
from dfgen.verify.steps import Step, Steps, all_blocks, queue_of

OPAQUE = (ActorKind.CODE, ActorKind.RESET)


def coverage_problems(steps: Steps) -> Iterator[str]:
    program = steps.program
    firings: dict[str, Fraction] = {}
    for actor in program.graph.actors:
        blocks = sorted(program.blocks.get(actor.name, ()), key=lambda block: block.begins)
        if not blocks and actor.kind in OPAQUE:
            yield f"{actor.name} never fires"
        if not blocks:
            continue
        each = {block.firings_per_iteration for block in blocks}
        firings[actor.name] = Fraction(max(each))
        if len(each) > 1 or sum(block.share for block in blocks) != 1 or any(b.share <= 0 for b in blocks):
            yield f"{actor.name} does not fire as often as it should"
        elif len(blocks) > 1 and len({_body(block.firings) for block in blocks}) > 1:
            yield f"{actor.name} does not do the same on all cores"
        elif _fires_twice([_ranges(block, program.chunk) for block in blocks]):
            yield f"{actor.name} fires twice"
    yield from _rates(program.graph, firings)
    yield from _loops(steps)
    yield from _bodies(steps)


def _body(block: Firings) -> tuple[object, ...]:
    """What a firing does, whichever core's own buffers and queues it does it with."""
    return tuple(_anywhere(operation) for operation in block.body)


def _anywhere(operation: FiringOperation) -> object:
    match operation:
        case Fire(actor, windows) | Reset(actor, windows):
            anywhere = tuple((port, replace(window, buffer="")) for port, window in windows)
            return type(operation), actor, anywhere, queue_of(operation) is not None
        case Acquire() | Release() | Move() | Submit():
            source, target = (
                replace(window, buffer="") for window in (operation.transfer.source, operation.transfer.target)
            )
            transfer = replace(operation.transfer, source=source, target=target)
            return type(operation), operation.number, transfer
    return operation


Range = tuple[int, int]


def _ranges(block: Block, chunk: int) -> tuple[Range, ...]:
    """Of its trips in each loop around, and of its firings in the innermost; of all others there are."""
    found = [(loop.share.start, loop.share.stop) if loop.share else (0, 1) for loop in block.loops]
    inner = block.loops[-1].chunk if block.loops else chunk
    own = (block.firings.start, block.firings.stop)
    return (*found, own) if 0 <= own[0] < own[1] <= block.firings.per_iteration * inner else ()


def _fires_twice(blocks: Sequence[tuple[Range, ...]]) -> bool:
    """Whether two of them have a firing in common, or one has firings that there are not."""
    if not all(blocks) or len({len(ranges) for ranges in blocks}) > 1:
        return True
    blocks = sorted(blocks)
    if len({ranges[:-1] for ranges in blocks}) == 1:
        return any(one[-1][1] > other[-1][0] for one, other in pairwise(blocks))
    return any(
        all(a[0] < b[1] and b[0] < a[1] for a, b in zip(one, other, strict=True))
        for one, other in combinations(blocks, 2)
    )


def _rates(graph: Graph, firings: Mapping[str, Fraction]) -> Iterator[str]:
    """As many tokens come in as go out, in an iteration."""
    known = dict(firings)
    changed = len(known) < len(graph.actors)
    while changed:
        changed = False
        for fifo in graph.fifos:
            source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
            given, taken = (_mean(a, ref.port) for a, ref in ((source, fifo.source), (target, fifo.target)))
            for one, other, rate, other_rate in ((source, target, given, taken), (target, source, taken, given)):
                if one.name in known and other.name not in known and other_rate:
                    known[other.name] = known[one.name] * rate / other_rate
                    changed = True
    for fifo in graph.fifos:
        before, after = known.get(fifo.source.actor), known.get(fifo.target.actor)
        if before is None or after is None:
            continue
        giving, taking = graph.port(fifo.source).rates, graph.port(fifo.target).rates
        if before * sum(giving) * len(taking) != after * sum(taking) * len(giving):
            yield f"{fifo.name} does not get as many tokens as it gives"
    for connected in _connected(graph, known):
        cycles = [known[name] / graph.actor(name).phases for name in connected]
        if gcd(*(each.numerator for each in cycles)) != lcm(*(each.denominator for each in cycles)):
            yield f"{connected[0]} and all that it is connected with fire for several iterations in each"


def _connected(graph: Graph, known: Iterable[str]) -> Iterable[list[str]]:
    """Actors that exchange tokens, also by others."""
    found = {name: [name] for name in known}
    for fifo in graph.fifos:
        one, other = found.get(fifo.source.actor), found.get(fifo.target.actor)
        if one is None or other is None or one is other or not sum(graph.port(fifo.source).rates):
            continue
        few, many = sorted((one, other), key=len)
        many += few
        found.update(dict.fromkeys(few, many))
    return {id(names): names for names in found.values()}.values()


def _mean(actor: Actor, port: str) -> Fraction:
    rates = actor.port(port).rates
    return Fraction(sum(rates), len(rates))


def _loops(steps: Steps) -> Iterator[str]:
    """A loop of several cores is the same on all; and stages follow each other."""
    for agent in steps.program.cores:
        late = [stage.late for stage in agent.stages]
        if late != sorted(set(late)) or late[:1] not in ([], [0]):
            yield f"the stages of core {agent.core} are not in order"
    shapes: dict[int, tuple[object, ...]] = {}
    for step, block in all_blocks(steps):
        for level, loop in enumerate(step.loops):
            shape = (loop.count, loop.chunk, loop.share is not None, tuple(outer.id for outer in step.loops[:level]))
            if shapes.setdefault(loop.id, shape) != shape:
                yield f"loop {loop.id} around {block.actor} is not the same on all cores"


def _bodies(steps: Steps) -> Iterator[str]:
    """Each firing is given a window for every port that its code asks for, with the content that it may rely on."""
    following: dict[tuple[int, Step | None], list[Step]] = {}
    for step in steps:
        following.setdefault((step.core, step.parent), []).append(step)
        if isinstance(step.operation, Interleaved):
            yield from _runs(step, steps.chunk(step.loop))
    for own in following.values():
        yield from _awaited(own)
    for step, block in all_blocks(steps):
        actor = steps.program.graph.actor(block.actor)
        if block.per_iteration % actor.phases:  # they count from the begin of a trip
            yield f"the phases of {actor.name} do not begin with the trips of the loop that it is in"
        if actor.kind is ActorKind.CODE:
            yield from _firing(actor, block.body)
            yield from _in_place(steps.program, actor, block.body)
            yield from _given(steps.program, actor, block.body, step.core)
        else:
            yield from _routing(actor, block.body)
        yield from _views(actor, block.body)
        yield from _submitted(steps.program, actor, block.body, step.core)


def _routing(actor: Actor, body: Sequence[FiringOperation]) -> Iterator[str]:
    """A routing actor only moves bytes, and one that resets also does that, once. It has no code for which a window
    could be set, or which would end with one."""
    done = [type(operation) for operation in body if isinstance(operation, (Reset, Fire, Prepare, Seal))]
    if done != ([Reset] if actor.kind is ActorKind.RESET else []):
        yield f"{actor.name} is a routing actor, and does something else than moving bytes"


def _runs(step: Step, chunk: int) -> Iterator[str]:
    """A list of firings is of one trip, and all those of each block have their place in it."""
    if any(block.start != 0 or block.stop != block.per_iteration * chunk for block in step.blocks):
        yield f"the list that {step.blocks[0].actor} is in is not of a whole trip"
    firings = {actor: len(times) for actor, times in step.times.items()}
    if firings != {block.actor: block.stop - block.start for block in step.blocks}:
        yield f"the list that {', '.join(sorted(firings))} are in has not all their firings"


def _awaited(own: Sequence[Step]) -> Iterator[str]:
    """What an engine copies for a block that waits for it is waited for right behind that."""
    for index, step in enumerate(own):
        engines = {
            operation.transfer.engine
            for block in step.blocks
            for operation in block.body
            if isinstance(operation, Submit) and operation.is_awaited
        }
        behind = own[index + 1 : index + 1 + len(engines)]
        if engines - {other.operation.engine for other in behind if isinstance(other.operation, Drain)}:
            yield f"nobody waits for what an engine copies for {step.blocks[0].actor}"


def _given(program: Program, actor: Actor, body: tuple[object, ...], core: int) -> Iterator[str]:
    """Only actors whose bytes an engine moves give it work, in the queue of their own core."""
    engine = actor.engine
    wanted: set[int | None] = {
        agent.number
        for agent in program.agents
        if agent.kind is AgentKind.QUEUE and agent.core == core and program.engines[agent.engine] == engine
    }
    for operation in body:
        if isinstance(operation, Fire) and {operation.queue} != (wanted or {None}):
            yield f"{actor.name} does not give its work to its engine"


def _views(actor: Actor, body: Sequence[FiringOperation]) -> Iterator[str]:
    """A view is begun before the firing, of the window that this is given, and ended behind it: else nobody learns
    which of its pages no longer show the buffer."""
    before = list(takewhile(lambda operation: not isinstance(operation, Fire), body))
    after = body[len(before) :]
    views = [operation for operation in body if isinstance(operation, (Acquire, Release))]
    begun = sorted(operation.number for operation in before if isinstance(operation, Acquire))
    ended = sorted(operation.number for operation in after if isinstance(operation, Release))
    if begun != ended or len(set(begun)) < len(begun) or len(begun) + len(ended) < len(views):
        yield f"the views of {actor.name} are not begun before a firing and ended after it"
    windows = {port: window for operation in after if isinstance(operation, Fire) for port, window in operation.windows}
    for view in views:
        target = view.transfer.target
        if windows.get(view.transfer.port, target) != target:  # code that does not use a port is not given its window
            yield f"{actor.name}.{view.transfer.port} is a view of another window than its firing is given"


def _submitted(program: Program, actor: Actor, body: Sequence[FiringOperation], core: int) -> Iterator[str]:
    """What is given to an engine goes to the core's own queue to it."""
    for operation in body:
        if not isinstance(operation, Submit):
            continue
        queue = program.agents[operation.queue]
        if queue.kind is not AgentKind.QUEUE or (queue.core, queue.engine) != (core, operation.transfer.engine):
            yield f"{actor.name} gives {operation.transfer.port} to another queue than that of its engine and core"


def _in_place(program: Program, actor: Actor, body: tuple[FiringOperation, ...]) -> Iterator[str]:
    """Code that gets one pointer finds there what came in: the two windows are one, or the bytes are copied before."""
    windows = {port: window for operation in body if isinstance(operation, Fire) for port, window in operation.windows}
    prepared = _prepared(body)
    for port in actor.outputs:
        is_taken = prepared.get(port.name) is Content.TAKEN
        if not port.in_place or is_taken or not {port.name, port.overlays} <= windows.keys():
            continue
        if not _are_one(program, windows[port.overlays], windows[port.name]):
            yield f"{actor.name} does not find what comes in at {port.overlays} where it works in place"


def _prepared(body: Sequence[FiringOperation]) -> dict[str, Content]:
    """What outputs hold as the function is called, as far as something is done for that."""
    before = takewhile(lambda operation: not isinstance(operation, Fire), body)
    return {operation.port: operation.content for operation in before if isinstance(operation, Prepare)}


def _are_one(program: Program, before: Window, after: Window) -> bool:
    """Whether the windows of one size of an input and an output are one in every firing."""
    one, other = program.memory.buffers[before.buffer], program.memory.buffers[after.buffer]
    if before.trip_tokens or after.trip_tokens:
        return False
    if one is other:
        return before.view == after.view and (before.shift - after.shift) % one.slots == 0
    is_apart = one.slots > 1 and (one.stride_bytes != other.stride_bytes or before.shift != after.shift)
    is_divided_alike = (one.divided, one.apart_bytes) == (other.divided, other.apart_bytes)
    alike = one.loop == other.loop and one.slots == other.slots and before.view == after.view and not is_apart
    alike = alike and is_divided_alike
    return alike and one.is_placed and other.is_placed and one.offset_bytes == other.offset_bytes


def _firing(actor: Actor, body: tuple[FiringOperation, ...]) -> Iterator[str]:
    fires = [index for index, operation in enumerate(body) if isinstance(operation, Fire)]
    if len(fires) != 1:
        yield f"{actor.name} fires {len(fires)} times at once"
        return
    fire = body[fires[0]]
    assert isinstance(fire, Fire)
    given = {name for name, _ in fire.windows}
    asked = actor.fire.ports if actor.fire else set()
    if asked - given or fire.actor != actor.name:
        yield f"{actor.name} is not given {', '.join(sorted(asked - given))}"
    yield from _set_otherwise(actor, body[: fires[0]], body[fires[0] :])
    prepared = _prepared(body)
    sealed = {operation.port: operation.content for operation in body[fires[0] :] if isinstance(operation, Seal)}
    for owned in (operation for operation in body if isinstance(operation, Own)):
        if owned.port not in given or not actor.port(owned.port).is_input:
            yield f"{actor.name}.{owned.port} takes over lines that its firing does not read"
    for port in actor.outputs:
        if (
            port.name in given
            and port.partial
            and not port.type.objects
            and prepared.get(port.name) is not Content.ZERO
        ):
            yield f"{actor.name}.{port.name} is not zero before a firing"
        is_kept = prepared.get(port.name) is Content.PERSISTENT and port.name in sealed
        if port.name in given and port.is_persistent and not port.partial and not is_kept:
            yield f"{actor.name}.{port.name} is not kept from firing to firing"
        wanted = Content.HANDED_ON if port.overlays else Content.EMPTY
        ends = {prepared.get(port.name), sealed.get(port.name)}
        if port.name in given and port.type.objects and ends != {wanted}:
            yield f"the objects of {actor.name}.{port.name} are not begun before a firing and ended after it"


def _set_otherwise(actor: Actor, before: Sequence[FiringOperation], after: Sequence[FiringOperation]) -> Iterator[str]:
    """Windows of outputs are set before the firing, to what it asks for: else one that lies over an input loses what
    comes in, and any other one what the firing has given. Behind it they are kept or made ready: before, what is kept
    would be what lay there, and not what the firing before has left."""
    wrong = [operation for operation in before if isinstance(operation, Prepare) and not _asks_for(actor, operation)]
    for operation in (*wrong, *(operation for operation in after if isinstance(operation, Prepare))):
        yield f"{actor.name}.{operation.port} is set to {operation.content.value}, which its firing does not ask for"
    for early in (operation for operation in before if isinstance(operation, Seal)):
        yield f"{actor.name}.{early.port} is ended before its firing"
    for end in (operation for operation in after if isinstance(operation, Seal)):
        if end.content in (Content.ZERO, Content.TAKEN) or not _asks_for(actor, end):
            yield f"{actor.name}.{end.port} is ended as {end.content.value}, which its firing does not ask for"


def _asks_for(actor: Actor, operation: Prepare | Seal) -> bool:
    port = actor.port(operation.port)
    match operation.content:
        case Content.ZERO:
            return port.partial
        case Content.PERSISTENT:
            return port.is_persistent
        case Content.TAKEN:
            return port.in_place
    return bool(port.type.objects) and (operation.content is Content.HANDED_ON) == bool(port.overlays)
