# SPDX-License-Identifier: Apache-2.0
"""Takes away waits that follow from others: a core that waited for another one knows what that one had waited for.

This is resynchronisation (Sriram and Bhattacharyya, Embedded Multiprocessors, ch. 10) without waits of its own. First
go those that other waits for the same peer imply (`peers.py`): they are found without a run, and are most. Then all
cores are looked at together. A wait may go if the vector clock after the others at the same place already holds all
that it tells, in every trip; then no clock changes, so that all such waits may go together (transitive reduction of the
order, Aho, Garey, Ullman 1972).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from dfgen.lowering.knowledge import Clock, Run, drains, grouped, lists_of, tellers_of
from dfgen.lowering.peers import needed_of_peers
from dfgen.model.frozen import frozen
from dfgen.model.program import THROTTLE, Complete, Loop, Operation, Program, Publish, ReadEnd, Wait, operations

# What a core saw at a place in one trip: its clock before it waited, and what each wait told (nothing in early trips).
_Trip = tuple[Clock, Sequence[Clock | None]]

NO_TELLERS: Mapping[int, int] = MappingProxyType({})


def without_redundant_waits(program: Program) -> Program:
    """The program without them, and without the counters that nobody waits for any more. Of two cores, none of which
    waits for an engine, each has one peer alone. The wait for the throttle stays where no other wait for core 0 implies
    it, as it tells of the end of the program, too."""
    program = of_peers_alone(program)
    if len(program.cores) < 3 and not drains(program):
        return program
    lists = lists_of(program)
    trips: dict[int, list[_Trip]] = {}
    for passes, last in lists.programs_to_run():
        Run(lists, passes, last, lambda number, clock, told: trips.setdefault(number, []).append((clock, told))).run()
    throttle, tellers = _throttle(program), tellers_of(program)
    return _with_waits(
        program, [needed_waits(group.waits, trips.get(group.number, ()), throttle, tellers) for group in lists.groups]
    )


def of_peers_alone(program: Program) -> Program:
    """Only without the waits that others for the same peer imply."""
    return _with_waits(program, needed_of_peers(program, _throttle(program)))


def _throttle(program: Program) -> int:
    """The number of its counter; none has the number -1."""
    return next((number for number, counter in enumerate(program.counters) if counter.about == THROTTLE), -1)


def needed_waits(
    waits: Sequence[Wait], trips: Sequence[_Trip], throttle: int, tellers: Mapping[int, int] = NO_TELLERS
) -> tuple[Wait, ...]:
    """The waits of one place without those that the others imply; the oldest are tried first. `throttle`: the counter
    for which waits stay. `tellers`: by counter, the core whose place in the clocks says all that it tells."""
    kept = list(range(len(waits)))
    for index in sorted(kept, key=lambda i: -waits[i].lag):
        others = [i for i in kept if i != index]
        teller = tellers.get(waits[index].counter)
        implied = (_is_implied(told[index], clock, [told[i] for i in others], teller) for clock, told in trips)
        if waits[index].counter != throttle and all(implied):
            kept = others
    return tuple(waits[i] for i in kept)


def _is_implied(told: Clock | None, clock: Clock, others: Sequence[Clock | None], teller: int | None) -> bool:
    if told is None:
        return True
    known = [clock, *(other for other in others if other is not None)]
    if teller is not None:
        return any(other[teller] >= told[teller] for other in known)
    return all(value <= max(values) for value, values in zip(told, zip(*known, strict=True), strict=True))


def _with_waits(program: Program, left: Sequence[tuple[Wait, ...]]) -> Program:
    """With what is left of the waits of each place."""
    return _with_counters_read(_edited(program, _Kept(_throttle(program), iter(left)).of_list))


@frozen
class _Kept:
    """`left`: what is left of the waits, place by place."""

    throttle: int
    left: Iterator[tuple[Wait, ...]]

    def of_list(self, body: Iterable[Operation]) -> Iterator[Operation]:
        """The end is asked for again only after waits for something."""
        is_gone = False
        for part in grouped(body):
            if isinstance(part, tuple):
                left = next(self.left)
                is_gone = any(wait.counter != self.throttle for wait in part) and all(
                    w.counter == self.throttle for w in left
                )
                yield from left
                continue
            if isinstance(part, Loop):
                yield replace(part, body=tuple(self.of_list(part.body)))
            elif not (is_gone and isinstance(part, ReadEnd)):
                yield part
            is_gone = False


def _with_counters_read(program: Program) -> Program:
    """Only the counters that somebody waits for, with those who do."""
    waiters: dict[int, set[int]] = {}
    for agent in program.cores:
        for operation in (o for stage in agent.stages for o in operations(stage.body)):
            if isinstance(operation, Wait):
                waiters.setdefault(operation.counter, set()).add(agent.number)
    numbers = {counter: number for number, counter in enumerate(sorted(waiters))}
    counters = tuple(replace(program.counters[old], waiters=tuple(sorted(waiters[old]))) for old in numbers)
    return replace(_edited(program, lambda body: _renumbered(body, numbers)), counters=counters)


def _renumbered(body: Iterable[Operation], numbers: Mapping[int, int]) -> Iterator[Operation]:
    for operation in body:
        if isinstance(operation, (Wait, Publish, Complete)):
            if operation.counter in numbers:
                yield replace(operation, counter=numbers[operation.counter])
        elif isinstance(operation, Loop):
            yield replace(operation, body=tuple(_renumbered(operation.body, numbers)))
        else:
            yield operation


def _edited(program: Program, edit: Callable[[Iterable[Operation]], Iterator[Operation]]) -> Program:
    """With another list in each stage."""
    agents = (
        replace(agent, stages=tuple(replace(stage, body=tuple(edit(stage.body))) for stage in agent.stages))
        for agent in program.agents
    )
    return replace(program, agents=tuple(agents))
