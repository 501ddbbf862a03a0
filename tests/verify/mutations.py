# SPDX-License-Identifier: Apache-2.0
"""Programs made wrong, perhaps: one thing in them changed, by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from dfgen.model.plan import Buffer, Layout, Transfer, View, Window
from dfgen.model.program import (
    Acquire,
    Agent,
    CarryTail,
    Clear,
    Complete,
    Content,
    Drain,
    Fire,
    Firings,
    Interleaved,
    Loop,
    Memory,
    Move,
    Prepare,
    Program,
    Publish,
    ReadEnd,
    Release,
    Reset,
    Seal,
    Share,
    Stage,
    Submit,
    Wait,
)

Path = tuple[str | int, ...]
Change = Callable[[Any, random.Random, Program], Any]
ENTERED = (Program, Agent, Stage, Firings, Interleaved, Loop, Share, Acquire, Move, Submit, Transfer, Window, View,
           Memory, Buffer)  # fmt: skip
"""What has parts that may change."""
LEFT = ("graph", "how", "candidates", "type", "engines", "stop_edges", "counters")
"""Fields that say nothing of what agents do, or that C could not be generated without."""
ALIGN_BYTES = 64
PAGE_BYTES = 4096
TOLD_MAX = 160


# --- parts of a program ---------------------------------------------------------------------------------------------


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All parts of a program, with their paths."""
    yield path, value
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from parts(item, (*path, key))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from parts(item, (*path, index))
    elif isinstance(value, ENTERED) or hasattr(value, "windows"):
        for field in fields(value):
            if field.name not in LEFT:
                yield from parts(getattr(value, field.name), (*path, field.name))


def edited(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The same with one part changed."""
    if not path:
        return change(value)
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: edited(value[step], rest, change)}
    if isinstance(value, tuple):
        assert isinstance(step, int)
        return (*value[:step], edited(value[step], rest, change), *value[step + 1 :])
    return replace(value, **{str(step): edited(getattr(value, str(step)), rest, change)})


# --- kinds of changes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """`applies` says to which parts of a program `change` can be done; what it gives back may be the same."""

    name: str
    applies: Callable[[Path, Any], bool]
    change: Change


def _is_list(path: Path, value: Any) -> bool:
    return bool(path) and path[-1] == "body" and isinstance(value, tuple)


def _one(value: tuple, rng: random.Random, *kinds: type) -> int:
    return rng.choice([index for index, item in enumerate(value) if isinstance(item, kinds)])


def _dropped(*kinds: type) -> Change:
    def change(body: Any, rng: random.Random, _: Program) -> Any:
        index = _one(body, rng, *kinds)
        return body[:index] + body[index + 1 :]

    return change


def _moved(*kinds: type) -> Change:
    """One place, or a few, up or down."""

    def change(body: Any, rng: random.Random, _: Program) -> Any:
        index = _one(body, rng, *kinds)
        left = body[:index] + body[index + 1 :]
        to = max(0, min(len(left), index + rng.choice([-3, -2, -1, -1, 1, 1, 2, 3])))
        return (*left[:to], body[index], *left[to:])

    return change


def _holds(*kinds: type, several: bool = False) -> Callable[[Path, Any], bool]:
    def applies(path: Path, value: Any) -> bool:
        return _is_list(path, value) and len(value) > several and any(isinstance(item, kinds) for item in value)

    return applies


def _swapped(items: Any, rng: random.Random, _: Program) -> Any:
    index = rng.randrange(len(items) - 1)
    return (*items[:index], items[index + 1], items[index], *items[index + 2 :])


def _view_dropped(body: Any, rng: random.Random, _: Program) -> Any:
    number = body[_one(body, rng, Acquire)].number
    return tuple(o for o in body if not (isinstance(o, (Acquire, Release)) and o.number == number))


def _near(least: int = 0) -> Change:
    """A number a little more or less."""

    def change(value: Any, rng: random.Random, _: Program) -> Any:
        return max(least, value + rng.choice([-2, -1, -1, 1, 1, 2]))

    return change


def _of(type_: type, name: str, change: Change, when: Callable[[Any], bool] = lambda _: True) -> tuple:
    """What applies to values of a type and changes one field of them."""

    def changed(value: Any, rng: random.Random, program: Program) -> Any:
        return replace(value, **{name: change(getattr(value, name), rng, program)})

    return lambda _, value: isinstance(value, type_) and when(value), changed


def _other_counter(value: Any, rng: random.Random, program: Program) -> Any:
    return rng.randrange(len(program.counters))


def _apart(buffer: Any, rng: random.Random) -> Any:
    """Parts of cores closer together or further apart, or in another order."""
    size = rng.choice([-ALIGN_BYTES, -buffer.type.size_bytes, buffer.type.size_bytes, ALIGN_BYTES])
    other = replace(buffer, apart_bytes=max(0, buffer.apart_bytes + size))
    return rng.choice([other, replace(buffer, divided=buffer.divided[::-1], apart_bytes=max(other.apart_bytes, 1))])


def _offset(buffer: Any, rng: random.Random, program: Program) -> Any:
    """That of another one, or a little off; or that of a core's part."""
    if len(buffer.divided) > 1 and rng.random() < 0.5:
        return _apart(buffer, rng)
    size, others = buffer.type.size_bytes, [b.offset_bytes for b in program.memory.buffers.values()]
    near = [
        buffer.offset_bytes + d for d in (-ALIGN_BYTES, ALIGN_BYTES, -size, size, buffer.slot_bytes, -buffer.slot_bytes)
    ]
    return replace(buffer, offset_bytes=max(0, rng.choice([rng.choice(others), rng.choice(near)])))


def _stride(buffer: Any, rng: random.Random, _: Program) -> Any:
    size = buffer.type.size_bytes
    return replace(
        buffer, stride_bytes=max(0, buffer.stride_bytes + rng.choice([-ALIGN_BYTES, -size, size, ALIGN_BYTES]))
    )


def _other_layout(value: Any, rng: random.Random, _: Program) -> Any:
    return rng.choice([layout for layout in Layout if layout is not value])


def _other_buffer(value: Any, rng: random.Random, program: Program) -> Any:
    """One of the same loop: else no C could be generated."""
    loop = program.memory.buffers[value].loop
    return rng.choice([name for name, buffer in program.memory.buffers.items() if buffer.loop == loop])


def _dims(value: Any, rng: random.Random, _: Program) -> Any:
    index = rng.randrange(len(value))
    count, stride = value[index]
    by = rng.choice([-1, 1])
    changed = (count, max(0, stride + by)) if count == 0 or rng.random() < 0.5 else (max(1, count + by), stride)
    return (*value[:index], changed, *value[index + 1 :])


def _run(value: Any, rng: random.Random, _: Program) -> Any:
    return rng.choice([max(1, value - 1), value + 1, 2 * value, 0])


def _rates(value: Any, rng: random.Random, _: Program) -> Any:
    index = rng.randrange(len(value))
    return (*value[:index], max(0, value[index] + rng.choice([-1, 1])), *value[index + 1 :])


def _piece(value: Any, rng: random.Random, _: Program) -> Any:
    return rng.choice([max(1, value - 1), value + 1, max(1, value // 2), 2 * value])


def _chunk(value: Any, rng: random.Random, _: Program) -> Any:
    return rng.choice([max(1, value - 1), value + 1, 2 * value, max(1, value // 2)])


def _locals(value: Any, rng: random.Random, program: Program) -> Any:
    """One less, or one more of the loop's buffers that only one core uses."""
    buffers = program.memory.buffers.values()
    more = [b.name for b in buffers if b.loop == value.id and b.name not in value.locals]
    if value.locals and (not more or rng.random() < 0.5):
        left = rng.choice(value.locals)
        return replace(value, locals=tuple(name for name in value.locals if name != left))
    return replace(value, locals=(*value.locals, rng.choice(more))) if more else value


def _state(value: Any, rng: random.Random, _: Program) -> Any:
    name = rng.choice(sorted(value))
    return {**value, name: max(0, value[name] + rng.choice([-ALIGN_BYTES, ALIGN_BYTES, 1, 4]))}


def _stages(value: Any, rng: random.Random, _: Program) -> Any:
    return tuple(reversed(value))


# --- of what is written in place ------------------------------------------------------------------------------------


def _pairs_in_place(program: Program) -> Iterator[tuple[str, str]]:
    """The buffers of each input that an output may lie over, and of that output."""
    for _, block in parts(program.agents, ("agents",)):
        if isinstance(block, Firings):
            windows = {port: w for o in block.body if isinstance(o, Fire) for port, w in o.windows}
            for port in program.graph.actor(block.actor).outputs:
                if {port.name, port.overlays} <= windows.keys():
                    yield windows[port.overlays].buffer, windows[port.name].buffer


def _in_one_place(memory: Any, rng: random.Random, program: Program) -> Any:
    """An input's buffer and that of the output that may lie over it, where nothing else lies; or a third one, too."""
    pairs = sorted(set(_pairs_in_place(program)))
    if not pairs:
        return memory
    below, above = rng.choice(pairs)
    pages = -(-memory.size_bytes // PAGE_BYTES) * PAGE_BYTES
    moved = [below, above, *rng.sample(sorted(memory.buffers), rng.randrange(2))]
    buffers = {**memory.buffers, **{name: replace(memory.buffers[name], offset_bytes=pages) for name in moved}}
    if rng.random() < 0.5:  # as rings have it
        slots, stride = buffers[below].slots, buffers[below].stride_bytes
        buffers[above] = replace(buffers[above], slots=slots, stride_bytes=max(stride, buffers[above].slot_bytes))
    end = max(buffers[name].offset_bytes + buffers[name].size_bytes for name in moved)
    return replace(memory, buffers=buffers, size_bytes=max(end, memory.size_bytes))


def _can_be_taken_in(block: Any, loop: Any) -> bool:
    is_pair = isinstance(block, Firings) and isinstance(loop, Loop) and loop.share is None and not block.reads_end
    return is_pair and block.start == 0 and block.per_iteration % loop.count == 0


def _taken_in(body: Any, rng: random.Random, _: Program) -> Any:
    """Firings at the begin or the end of the loop beside them, some in each of its trips."""
    places = [(at, to) for at in range(len(body)) for to in (at - 1, at + 1) if 0 <= to < len(body)]
    at, to = rng.choice([(at, to) for at, to in places if _can_be_taken_in(body[at], body[to])] or [(0, 0)])
    block, loop = body[at], body[to]
    if at == to:
        return body
    each = block.per_iteration // loop.count
    inner = replace(block, per_iteration=each, stop=each * loop.chunk)
    changed = replace(loop, body=(inner, *loop.body) if at < to else (*loop.body, inner))
    return tuple(changed if item is loop else item for item in body if item is not block)


def _given_away(agents: Any, rng: random.Random, program: Program) -> Any:
    """Firings in a list of another core, anywhere."""
    lists = [path for path, value in parts(agents) if _is_list(path, value) and len(path) == 4]
    works = [path for path in lists if any(isinstance(o, Firings) for o in _at(agents, path))]
    if not works:
        return agents
    one = rng.choice(works)
    others = [path for path in lists if path[0] != one[0]]
    if not others:
        return agents
    other, index = rng.choice(others), _one(_at(agents, one), rng, Firings)
    block, to = _at(agents, one)[index], rng.randint(0, len(_at(agents, other)))
    less = edited(agents, one, lambda body: body[:index] + body[index + 1 :])
    return edited(less, other, lambda body: (*body[:to], block, *body[to:]))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step] if isinstance(value, (tuple, Mapping)) else getattr(value, str(step))
    return value


def _windows_of(body: Any) -> tuple[str, ...]:
    """The ports whose windows a firing gets."""
    return tuple(port for o in body if isinstance(o, (Fire, Reset)) for port, _ in o.windows)


def _prepared(body: Any, rng: random.Random, _: Program) -> Any:
    """A window set to zero, anywhere in a firing."""
    at = rng.randint(0, len(body))
    return (*body[:at], Prepare(rng.choice(_windows_of(body)), Content.ZERO), *body[at:])


BODY_WORK = (Move, Submit, Prepare, Seal)
KINDS = (
    Kind("wait dropped", _holds(Wait), _dropped(Wait)),
    Kind("wait moved", _holds(Wait, several=True), _moved(Wait)),
    Kind("wait's lag", *_of(Wait, "lag", _near())),
    Kind("wait's counter", *_of(Wait, "counter", _other_counter)),
    Kind("publish dropped", _holds(Publish), _dropped(Publish)),
    Kind("publish moved", _holds(Publish, several=True), _moved(Publish)),
    Kind("publish's counter", *_of(Publish, "counter", _other_counter)),
    Kind("complete dropped", _holds(Complete), _dropped(Complete)),
    Kind("complete moved", _holds(Complete, several=True), _moved(Complete)),
    Kind("drain dropped", _holds(Drain), _dropped(Drain)),
    Kind("drain moved", _holds(Drain, several=True), _moved(Drain)),
    Kind("end not read", _holds(ReadEnd), _dropped(ReadEnd)),
    Kind("end read elsewhere", _holds(ReadEnd, several=True), _moved(ReadEnd)),
    Kind("tail not carried", _holds(CarryTail), _dropped(CarryTail)),
    Kind("tail carried elsewhere", _holds(CarryTail, several=True), _moved(CarryTail)),
    Kind("work left out", _holds(Firings, Interleaved, Loop), _dropped(Firings, Interleaved, Loop)),
    Kind("work moved", _holds(Firings, Interleaved, Loop, several=True), _moved(Firings, Interleaved, Loop)),
    Kind("work taken into a loop", _holds(Loop, several=True), _taken_in),
    Kind("work on another core", lambda p, v: p == ("agents",) and len(v) > 1, _given_away),
    Kind("neighbours swapped", lambda p, v: _is_list(p, v) and len(v) > 1, _swapped),
    Kind("firing does less", _holds(*BODY_WORK), _dropped(*BODY_WORK)),
    Kind("window zeroed", lambda p, v: _is_list(p, v) and bool(_windows_of(v)), _prepared),
    Kind("view dropped", _holds(Acquire), _view_dropped),
    Kind("firings' start", *_of(Firings, "start", _near())),
    Kind("firings' stop", *_of(Firings, "stop", _near(1))),
    Kind("firings per iteration", *_of(Firings, "per_iteration", _near(1))),
    Kind("end not read by firings", *_of(Firings, "reads_end", lambda *_: False, lambda f: f.reads_end)),
    Kind("firings helped", *_of(Firings, "helped", lambda *_: True, lambda f: not f.helped and f.stop > f.start + 1)),
    Kind("runs swapped", lambda p, v: bool(p) and p[-1] == "runs" and len(v) > 1, _swapped),
    Kind("run's count", lambda p, v: len(p) > 2 and p[-3] == "runs" and p[-1] == 1, _near()),
    Kind("loop's count", *_of(Loop, "count", _near(1))),
    Kind("loop's chunk", *_of(Loop, "chunk", _chunk, lambda loop: loop.share is None)),
    Kind("loop's variables", lambda _, v: isinstance(v, Loop), _locals),
    Kind("share's start", *_of(Share, "start", _near())),
    Kind("share's stop", *_of(Share, "stop", _near(1))),
    Kind("share's whole", *_of(Share, "of", _near(1))),
    Kind("stage's lateness", *_of(Stage, "late", _near())),
    Kind("stages turned round", lambda p, v: bool(p) and p[-1] == "stages" and len(v) > 1, _stages),
    Kind("pass's length", *_of(Program, "chunk", _chunk)),
    Kind("buffer's slots", *_of(Buffer, "slots", _near(1))),
    Kind("buffer's stride", lambda _, v: isinstance(v, Buffer) and v.slots > 1, _stride),
    Kind("buffer's address", lambda _, v: isinstance(v, Buffer), _offset),
    Kind("buffer's layout", *_of(Buffer, "layout", _other_layout)),
    Kind("buffer's history", *_of(Buffer, "history_tokens", _near(), lambda b: b.history_tokens > 0)),
    Kind("buffer's span", *_of(Buffer, "span_tokens", _near(1))),
    Kind("window's buffer", *_of(Window, "buffer", _other_buffer)),
    Kind("window's shift", *_of(Window, "shift", _near())),
    Kind("window's begin", *_of(View, "base", _near())),
    Kind("window's runs", *_of(View, "run", _run)),
    Kind("window's strides", *_of(View, "dims", _dims, lambda view: view.dims)),
    Kind("move's rates", *_of(Transfer, "rates", _rates)),
    Kind("move's rates at the source", *_of(Transfer, "source_rates", _rates)),
    Kind("move's rates at the target", *_of(Transfer, "target_rates", _rates)),
    Kind("move's first token", *_of(Transfer, "source_first", _near())),
    Kind("move's first place", *_of(Transfer, "target_first", _near())),
    Kind("move's pieces", *_of(Transfer, "piece", _piece)),
    Kind("move's period", *_of(Transfer, "period", _near(1), lambda t: t.skip)),
    Kind("move's skip", *_of(Transfer, "skip", _near())),
    Kind("place of states", lambda p, v: p == ("memory", "states") and bool(v), _state),
    Kind("in one place", lambda p, _: p == ("memory",), _in_one_place),
    Kind("memory's size", *_of(Memory, "size_bytes", lambda v, rng, _: max(1, v - rng.choice([1, 64, 128])))),
    Kind("margins not cleared", _holds(Clear), _dropped(Clear)),
    Kind("margins cleared elsewhere", _holds(Clear, several=True), _moved(Clear)),
    Kind("more or less cleared before", *_of(Clear, "lead_tokens", _near())),
    Kind("more or less cleared behind", *_of(Clear, "trail_tokens", _near())),
)  # fmt: skip
BY_NAME = {kind.name: kind for kind in KINDS}


def _short(value: Any) -> str:
    text = ", ".join(_short(item) for item in value) if isinstance(value, (tuple, list)) else str(value)
    return text if len(text) < TOLD_MAX else f"{text[:TOLD_MAX]}..."


@dataclass(frozen=True)
class Mutant:
    """A program with one change. `path`: of the part that is another one."""

    kind: str
    path: Path
    before: Any
    after: Any
    program: Program

    @property
    def told(self) -> str:
        """The change in a line or two."""
        if isinstance(self.after, tuple) and isinstance(self.before, tuple):
            gone = [item for item in self.before if item not in self.after] or list(self.before)
            new = [item for item in self.after if item not in self.before] or list(self.after)
            what = f"{_short(gone)} -> {_short(new)}" if len(gone) < len(self.before) else f"order {_short(new)}"
            return f"{self.kind} at {'/'.join(map(str, self.path))}: {what}"
        names = [f.name for f in fields(self.after)] if is_dataclass(self.after) else []
        changed = [(n, getattr(self.before, n), getattr(self.after, n)) for n in names]
        what = ", ".join(f"{n} {_short(a)} -> {_short(b)}" for n, a, b in changed if a != b)
        return f"{self.kind} at {'/'.join(map(str, self.path))}: {what or self.after}"


def mutant(program: Program, seed: str) -> Mutant:
    """Kinds of changes are equally likely, as far as there is something to change."""
    rng = random.Random(seed)
    found = [(path, value) for path, value in parts(program) if path[:1] != ("graph",)]
    while True:
        kind = rng.choice(KINDS)
        sites = [(path, value) for path, value in found if kind.applies(path, value)]
        if not sites:
            continue
        path, value = rng.choice(sites)
        after = kind.change(value, rng, program)
        if after != value:
            return Mutant(kind.name, path, value, after, edited(program, path, lambda _, after=after: after))
