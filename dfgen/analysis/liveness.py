# SPDX-License-Identifier: Apache-2.0
"""Whether the initial tokens suffice for an iteration, and thereby for all.

Only cycles can block, so each strongly connected component is looked at alone, with its own smallest iteration. A long
one is first tried by a sufficient condition that needs no firing. Otherwise it is executed on token counts, each actor
firing as often at once as its tokens allow. Where that takes long, a periodic schedule is looked for: what has one is
live, however many firings its iteration has.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd, lcm

from dfgen.analysis.structure import strongly_connected_components
from dfgen.analysis.tokens import carries_tokens
from dfgen.model.diagnostics import Diagnostic, Note, Span, once_round, raise_if_any
from dfgen.model.graph import Fifo, Graph

FIRINGS_EXECUTED_AT_ONCE = 10_000  # shorter iterations are executed without trying the condition first
STEPS_BEFORE_SCHEDULE = 50_000  # steps of the execution of one component before a schedule is looked for: a second
PHASES_OF_SCHEDULE_MAX = 500_000  # pairs of phases along the FIFOs of a component for which one is looked for
STEPS_MAX = 3_000_000  # steps of the execution of one component: some seconds
ROUNDS_MAX = 100  # relaxation rounds of the condition before it gives up
ROUNDS_OF_HELP_MAX = 1_000  # deadlocks that the search for sufficient delays mends one after the other
LOOKS_OF_HELP_MAX = 20_000  # at FIFOs, in all of them: each round looks at all of the component
STEPS_OF_HELP_MAX = 100_000  # steps of each of these
NOTES_MAX = 20


class _Rates:
    """Tokens of an end of a FIFO after n firings, for the actor's phases in turn."""

    def __init__(self, rates: tuple[int, ...], phases: int) -> None:
        self.sums = [0, *accumulate(rates * (phases // len(rates)))]
        self.phases = phases
        self.per_cycle = self.sums[-1]

    @property
    def each(self) -> tuple[int, ...]:
        """Tokens of each phase."""
        return tuple(after - before for before, after in pairwise(self.sums))

    def total(self, firings: int) -> int:
        cycles, phase = divmod(firings, self.phases)
        return cycles * self.per_cycle + self.sums[phase]

    def firings_within(self, tokens: int) -> int:
        """The most firings whose total is at most `tokens`."""
        cycles, rest = divmod(tokens, self.per_cycle)
        return cycles * self.phases + bisect_right(self.sums, rest) - 1


@dataclass
class _Channel:
    """A FIFO inside a component; `added`: tokens put in after a deadlock, to find out how many are missing."""

    fifo: Fifo
    source: str
    target: str
    written: _Rates
    read: _Rates
    initial: int
    added: int = 0


@dataclass
class _Execution:
    """The state of a component's execution: firings done, of those that its iteration has."""

    goal: dict[str, int]
    channels: list[_Channel]
    fired: dict[str, int] = field(default_factory=dict)
    inputs: dict[str, list[_Channel]] = field(default_factory=dict)
    outputs: dict[str, list[_Channel]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.fired = dict.fromkeys(self.goal, 0)
        self.inputs = {name: [] for name in self.goal}
        self.outputs = {name: [] for name in self.goal}
        for channel in self.channels:
            self.inputs[channel.target].append(channel)
            self.outputs[channel.source].append(channel)

    def present(self, channel: _Channel) -> int:
        """Tokens in `channel` now."""
        written = channel.written.total(self.fired[channel.source])
        return channel.initial + channel.added + written - channel.read.total(self.fired[channel.target])

    def reachable(self, channel: _Channel) -> int:
        """Firings of the target, from the start, for which `channel` has the tokens now."""
        if channel.source == channel.target:
            return _firings_of_loop(channel, self.goal[channel.target])
        tokens = channel.initial + channel.added + channel.written.total(self.fired[channel.source])
        return channel.read.firings_within(tokens)

    def run(self, names: list[str], steps_max: int) -> bool:
        """Fire whatever can fire, starting to look at `names`. False when that took too many steps."""
        queue = deque(names)
        queued = set(names)
        steps = 0
        while queue:
            steps += 1
            if steps > steps_max:
                return False
            name = queue.popleft()
            queued.discard(name)
            reached = min((self.reachable(c) for c in self.inputs[name]), default=self.goal[name])
            reached = min(reached, self.goal[name])
            if reached <= self.fired[name]:
                continue
            self.fired[name] = reached
            for channel in self.outputs[name]:
                if channel.target not in queued and self.fired[channel.target] < self.goal[channel.target]:
                    queued.add(channel.target)
                    queue.append(channel.target)
        return True

    def unfinished(self) -> list[str]:
        return [name for name, goal in self.goal.items() if self.fired[name] < goal]

    def blocking(self, name: str) -> list[_Channel]:
        return [c for c in self.inputs[name] if self.reachable(c) <= self.fired[name]]

    def needed(self, channel: _Channel) -> int:
        """Tokens that the next firing of the target reads from `channel`."""
        fired = self.fired[channel.target]
        return channel.read.total(fired + 1) - channel.read.total(fired)


def _firings_of_loop(channel: _Channel, goal: int) -> int:
    """Firings that a FIFO of an actor to itself allows: if it lets one cycle pass, it lets all pass."""
    tokens = channel.initial + channel.added
    for phase in range(channel.read.phases):
        if tokens + channel.written.sums[phase] < channel.read.sums[phase + 1]:
            return phase
    return goal


def check_live(graph: Graph, cycles: Mapping[str, int], components: tuple[tuple[str, ...], ...] | None = None) -> None:
    """Raise a `UserError` that names every component in which the initial tokens do not suffice for an iteration."""
    components = strongly_connected_components(graph) if components is None else components
    home = {name: i for i, component in enumerate(components) for name in component}
    inner: dict[int, list[Fifo]] = {}
    for fifo in graph.fifos:
        place = home[fifo.source.actor]
        if place == home[fifo.target.actor] and cycles[fifo.source.actor] > 0 and carries_tokens(graph, fifo):
            inner.setdefault(place, []).append(fifo)
    raise_if_any(
        _once_each_place(
            found
            for place, fifos in sorted(inner.items())
            for found in _check_component(graph, cycles, components[place], fifos)
        )
    )


def _once_each_place(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Of what is wrong in each copy of a graph that is used several times, the first."""
    alike: dict[tuple[str, Span], list[Diagnostic]] = {}
    for found in diagnostics:
        if found.span is None:
            yield found
        else:
            alike.setdefault((found.id, found.span), []).append(found)
    for first, *others in alike.values():
        more = (Note(f"and so in {len(others)} more copies of it"),) if others else ()
        yield replace(first, notes=(*first.notes, *more))


def _check_component(
    graph: Graph, cycles: Mapping[str, int], names: tuple[str, ...], fifos: list[Fifo]
) -> list[Diagnostic]:
    common = gcd(*(cycles[name] for name in names))
    goal = {name: cycles[name] // common * graph.actor(name).phases for name in names}
    channels = [_channel(graph, fifo) for fifo in fifos]
    if sum(goal.values()) > FIRINGS_EXECUTED_AT_ONCE and _suffices(goal, channels):
        return []
    execution = _Execution(goal, channels)
    if not execution.run(list(names), STEPS_BEFORE_SCHEDULE):
        if _has_schedule(graph, goal, channels):
            return []
        if not execution.run(list(names), STEPS_MAX):
            return [_undecided(graph, names, sum(goal.values()))]
    return [_deadlock(graph, execution)] if execution.unfinished() else []


def _channel(graph: Graph, fifo: Fifo) -> _Channel:
    source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
    written = _Rates(source.port(fifo.source.port).rates, source.phases)
    read = _Rates(target.port(fifo.target.port).rates, target.phases)
    return _Channel(fifo, source.name, target.name, written, read, fifo.delay_tokens)


def _suffices(goal: Mapping[str, int], channels: list[_Channel]) -> bool:
    """A condition that proves liveness; when it fails, nothing is known.

    Let actors fire whole cycles, w tokens in and r out along a FIFO, g = gcd(w, r). If all are blocked, each waits on a
    FIFO holding at most r - g tokens (counted in multiples of g), and some of these FIFOs form a cycle. Measured in
    tokens per iteration, the sum over a cycle never changes. So a deadlock needs a cycle whose initial sum of
    tokens - (r - g) is not positive. Bellman and Ford's relaxation looks for one; settling proves that none exists.
    """
    per_iteration = [c.written.total(goal[c.source]) for c in channels]
    whole = lcm(*per_iteration)
    scale = len(goal) + 1  # weights become whole * scale - 1, so that a cycle of sum 0 counts as negative
    arcs: list[tuple[str, str, int]] = []
    for channel, tokens in zip(channels, per_iteration, strict=True):
        unit = gcd(channel.written.per_cycle, channel.read.per_cycle)
        slack = (channel.initial + channel.added) // unit * unit - (channel.read.per_cycle - unit)
        arcs.append((channel.source, channel.target, slack * (whole // tokens) * scale - 1))
    distance = dict.fromkeys(goal, 0)
    for _ in range(ROUNDS_MAX):
        settled = True
        for source, target, weight in arcs:
            if distance[source] + weight < distance[target]:
                distance[target] = distance[source] + weight
                settled = False
        if settled:
            return True
    return False


def _has_schedule(graph: Graph, goal: Mapping[str, int], channels: list[_Channel]) -> bool:
    """Whether the component has a schedule in which each phase of an actor returns after one cycle of the actor.

    It has one only if it is live. Of cycles whose tokens suffice for some phases at a time, not for whole cycles of
    actors, this knows more than `_suffices`.
    """
    if sum(c.written.phases * c.read.phases for c in channels) > PHASES_OF_SCHEDULE_MAX:
        return False
    from dfgen.analysis.throughput.answer import Found, Watch
    from dfgen.analysis.throughput.periodic import PeriodicSearch
    from dfgen.analysis.throughput.problem import Channel, Problem, Task

    number = {name: index for index, name in enumerate(goal)}
    tasks = tuple(Task(name, (1,) * graph.actor(name).phases) for name in goal)
    problem = Problem(
        tasks,
        tuple(
            Channel(c.fifo.name, number[c.source], number[c.target], c.written.each, c.read.each, c.initial)
            for c in channels
        ),
    )
    found, _ = PeriodicSearch(problem, Found(Fraction(0), ()), Watch()).step(Fraction(0))
    return found.period is not None


def _undecided(graph: Graph, names: tuple[str, ...], firings: int) -> Diagnostic:
    shown = ", ".join(f"'{name}'" for name in names[:NOTES_MAX])
    return Diagnostic(
        "liveness-undecided",
        f"whether the cycle through {shown} can run was not decided: its iteration has {firings} firings",
        graph.actor(names[0]).span,
        "Put more initial tokens on the cycle, or give its ports rates that divide each other.",
    )


def _deadlock(graph: Graph, execution: _Execution) -> Diagnostic:
    blocked = execution.unfinished()
    around = _waiting_cycle(execution)
    in_cycle = {channel.target for channel in around}
    notes = [
        Note(_waiting_text(graph, execution, name, channel), channel.fifo.span)
        for name in sorted(blocked, key=lambda n: n not in in_cycle)
        for channel in execution.blocking(name)
    ]
    left = len(notes) - NOTES_MAX
    if left > 0:
        notes = [*notes[:NOTES_MAX], Note(f"and {left} more that wait")]
    path = once_round([channel.source for channel in around])
    return Diagnostic(
        "deadlock",
        f"deadlock: along {path} every actor waits for the one before it; the initial tokens do not suffice",
        around[0].fifo.span or graph.actor(around[0].target).span,
        _advice(execution),
        tuple(notes),
    )


def _waiting_text(graph: Graph, execution: _Execution, name: str, channel: _Channel) -> str:
    present, needed = execution.present(channel), execution.needed(channel)
    phases = graph.actor(name).phases
    firing = f"firing {execution.fired[name] + 1} of {execution.goal[name]}"
    if phases > 1:
        firing += f" (phase {execution.fired[name] % phases})"
    tokens = "1 token" if needed == 1 else f"{needed} tokens"
    there = "1 is" if present == 1 else f"{present} are"
    return f"'{name}' waits for {tokens} on {channel.fifo.name}, {there} there, in {firing}"


def _waiting_cycle(execution: _Execution) -> list[_Channel]:
    """FIFOs around which each target waits for the source, in the direction of the data."""
    name = execution.unfinished()[0]
    walked: list[_Channel] = []
    place: dict[str, int] = {}
    while name not in place:
        place[name] = len(walked)
        walked.append(execution.blocking(name)[0])
        name = walked[-1].source
    return walked[place[name] :][::-1]


def _advice(execution: _Execution) -> str:
    """Delays that make the component live: found by adding what is missing and executing on."""
    changed: dict[int, _Channel] = {}
    for _ in range(min(ROUNDS_OF_HELP_MAX, LOOKS_OF_HELP_MAX // len(execution.channels))):
        around = _waiting_cycle(execution)
        channel = next((c for c in around if id(c) in changed), None)
        if channel is None:
            channel = min(around, key=lambda c: (c.initial == 0, c.written.total(execution.goal[c.source])))
        changed[id(channel)] = channel
        channel.added += execution.needed(channel) - execution.present(channel)
        enough = _suffices(execution.goal, execution.channels)
        if not enough and not execution.run([channel.target], STEPS_OF_HELP_MAX):
            break
        if enough or not execution.unfinished():
            wishes = [f"a delay of {c.initial + c.added} on {c.fifo.name} ({c.initial} now)" for c in changed.values()]
            example = next(iter(changed.values()))
            written = f"in .sdf, an edge ends with 'delay {example.initial + example.added}'"
            return f"enough would be: {' and '.join(wishes)}; {written}"
    name = next(iter(changed.values())).fifo.name
    return f"put initial tokens on {name}, as many as pass in an iteration"
