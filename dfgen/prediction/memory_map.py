# SPDX-License-Identifier: Apache-2.0
"""When each buffer is in use within the period shown, by the blocks of the actors that touch it.

Buffers of one core come and go with their actors and may share addresses; what several cores use, or what lasts from
one trip to the next, is there all the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dfgen.model.plan import Buffer
from dfgen.model.program import Acquire, Fire, Move, Program, Reset, Submit
from dfgen.prediction.predict import Activity, Prediction

Interval = tuple[float, float]


@dataclass
class _Users:
    """The actors that write and that read a buffer."""

    writers: set[str] = field(default_factory=set)
    readers: set[str] = field(default_factory=set)


def is_lasting(buffer: Buffer) -> bool:
    return buffer.pinned or buffer.core is None


def lifetimes(program: Program, prediction: Prediction) -> dict[str, list[Interval]]:
    """From the first write to the last read, in ns from the start of the period, for each buffer; the whole period for
    those that last."""
    users = _users(program)
    activities = _by_actor(prediction.activities)
    whole = [(0.0, prediction.span_ns)]
    found: dict[str, list[Interval]] = {}
    for name, buffer in program.memory.buffers.items():
        if is_lasting(buffer) or name not in users:
            found[name] = whole
        else:
            found[name] = _intervals(_touches(users[name], activities, buffer.core or 0), prediction.span_ns) or whole
    return found


def _users(program: Program) -> dict[str, _Users]:
    users: dict[str, _Users] = {}
    for actor, blocks in program.blocks.items():
        ports = {port.name: port for port in program.graph.actor(actor).ports}
        for operation in (operation for block in blocks for operation in block.firings.body):
            if isinstance(operation, (Fire, Reset)):
                for port, window in operation.windows:
                    _note(users, window.buffer, actor, writes=not ports[port].is_input)
            elif isinstance(operation, (Acquire, Move, Submit)):
                _note(users, operation.transfer.source.buffer, actor, writes=False)
                if operation.transfer.target != operation.transfer.source:
                    _note(users, operation.transfer.target.buffer, actor, writes=True)
    return users


def _note(users: dict[str, _Users], buffer: str, actor: str, *, writes: bool) -> None:
    found = users.setdefault(buffer, _Users())
    (found.writers if writes else found.readers).add(actor)


def _by_actor(activities: Sequence[Activity]) -> Mapping[tuple[int, str], list[Activity]]:
    found: dict[tuple[int, str], list[Activity]] = {}
    for activity in activities:
        found.setdefault((activity.lane, activity.name), []).append(activity)
    return found


def _touches(
    users: _Users, activities: Mapping[tuple[int, str], list[Activity]], core: int
) -> list[tuple[float, float, bool, bool]]:
    """(start, end, writes, reads) of all uses in order."""
    touches = [
        (activity.start_ns, activity.end_ns, actor in users.writers, actor in users.readers)
        for actor in sorted(users.writers | users.readers)
        for activity in activities.get((core, actor), ())
    ]
    return sorted(touches)


def _intervals(touches: Sequence[tuple[float, float, bool, bool]], span_ns: float) -> list[Interval]:
    """Each write begins another life of the buffer, which ends with the last read before the next write. A life that
    began in the period before goes on from 0."""
    found: list[Interval] = []
    start, end = 0.0, 0.0
    written, was_read = False, False
    for begin_ns, end_ns, writes, reads in touches:
        if writes and (was_read or not written):
            if was_read:
                found.append((start, end))
            start, written, was_read = begin_ns, True, False
        end = end_ns
        was_read = was_read or reads
    if touches:
        found.append((start, end if was_read else span_ns))
    return found
