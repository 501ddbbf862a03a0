# SPDX-License-Identifier: Apache-2.0
"""What a scenario and its architecture say of single actors, found by going down the hierarchy as the graphs do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from dfgen.frontend.importers.preesm.expressions import Expression, Number
from dfgen.frontend.importers.preesm.pi import Node, PiGraph
from dfgen.frontend.importers.preesm.scenario import Scenario, Timing
from dfgen.frontend.importers.preesm.slam import Architecture
from dfgen.frontend.problems import reject
from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen

TIME_MAX = 1 << 62
PATH_MAX = 60
"""No vertex lies deeper, as no hierarchy of graphs does."""

NAMES_MAX = 3
"""Old scenarios name many actors that there once were."""

Inside = Callable[[Node, PiGraph], PiGraph | None]
"""The graph inside of a node of a graph, if that was read."""


@frozen
class ActorFacts:
    """`cores`: where the actor may run, none for anywhere. `time`: of a firing, in units that stand for ns; `by_type`:
    on cores of a type, where these differ."""

    cores: tuple[int, ...] = ()
    time: Expression | None = None
    by_type: tuple[tuple[str, Expression], ...] = ()

    def time_ns(self, scope: Mapping[str, Number]) -> int | None:
        return None if self.time is None else _nanoseconds(self.time, scope)

    def times_by_type(self, scope: Mapping[str, Number]) -> tuple[tuple[str, int], ...]:
        return tuple((type, _nanoseconds(time, scope)) for type, time in self.by_type)


def _nanoseconds(time: Expression, scope: Mapping[str, Number]) -> int:
    value = time.integer(scope)
    if not 0 <= value < TIME_MAX:
        raise reject("time-unit", f"an actor cannot take {value}", time.span, "Write a time that is not negative.")
    return value


@frozen
class PathFacts:
    """The facts of one vertex and of all that are inside of it.

    `by_name` holds what is said of all actors of a name. It is the same everywhere, so two vertices of which the
    same is said are equal.
    """

    own: ActorFacts = field(default_factory=ActorFacts)
    inner: tuple[tuple[str, PathFacts], ...] = ()
    by_name: Mapping[str, ActorFacts] = field(default_factory=dict, compare=False)
    _index: dict[str, PathFacts] = field(default_factory=dict, compare=False)

    def inside(self, name: str) -> PathFacts:
        if not self._index:
            self._index.update(self.inner)
        return self._index.get(name) or PathFacts(by_name=self.by_name)

    def of(self, name: str) -> ActorFacts:
        own, named = self.inside(name).own, self.by_name.get(name, ActorFacts())
        timed = own if own.time is not None else named
        return ActorFacts(own.cores or named.cores, timed.time, timed.by_type)


def collect_facts(scenario: Scenario, architecture: Architecture | None, top: str) -> PathFacts:
    """The facts of the main graph, which is called `top`."""
    facts: dict[tuple[str, ...], ActorFacts] = {}
    by_name: dict[str, ActorFacts] = {}
    if architecture is not None:
        numbers = {operator.name: number for number, operator in enumerate(architecture.operators)}
        for task, operators in scenario.allowed.items():
            cores = tuple(sorted(numbers[name] for name in operators if name in numbers))
            if len(cores) < len(numbers):
                facts[_inside(task, top)] = ActorFacts(cores)
                if "/" not in task:
                    by_name[task] = ActorFacts(cores)
    types = [operator.type for operator in architecture.operators] if architecture is not None else []
    for vertex, timings in scenario.timings.items():
        known = ActorFacts((), *_times(timings, types))
        if "/" not in vertex:
            by_name[vertex] = replace(known, cores=by_name.get(vertex, ActorFacts()).cores)
        path = _inside(vertex, top)
        facts[path] = replace(known, cores=facts.get(path, ActorFacts()).cores)
    return _nested(facts, by_name)


def _inside(vertex: str, top: str) -> tuple[str, ...]:
    path = tuple(vertex.split("/"))
    return path[1:] if path[0] == top else path


def _times(
    timings: tuple[Timing, ...], types: list[str]
) -> tuple[Expression | None, tuple[tuple[str, Expression], ...]]:
    """On the first core that has a time, and on each type of core that has one, where they differ or not all have."""
    known = {timing.core_type: timing.time for timing in timings}
    if not types:
        return timings[0].time, ()
    found = {type: known[type] for type in types if type in known}
    alike = len({time.text for time in found.values()}) == 1 and found.keys() == set(types)
    return next(iter(found.values()), None), () if alike else tuple(found.items())


def _nested(facts: Mapping[tuple[str, ...], ActorFacts], by_name: Mapping[str, ActorFacts]) -> PathFacts:
    groups: dict[str, dict[tuple[str, ...], ActorFacts]] = {}
    for path, fact in facts.items():
        if 0 < len(path) <= PATH_MAX:
            groups.setdefault(path[0], {})[path[1:]] = fact
    inner = tuple((name, _nested(group, by_name)) for name, group in sorted(groups.items()))
    return PathFacts(facts.get((), ActorFacts()), inner, by_name)


def unknown_actors(scenario: Scenario, top: PiGraph, graphs: Iterable[PiGraph], inside: Inside) -> Iterator[str]:
    """A note if the scenario says something of actors that are not there; `graphs`: all that were read."""
    anywhere = {top.name, *(name for graph in graphs for name in graph.nodes)}
    said = (name for name in (*scenario.allowed, *scenario.timings) if "/" in name or name not in anywhere)
    named = [name for name in dict.fromkeys(said) if name]
    unknown = [name for name in named if not _is_there(_inside(name, top.name), top, inside)]
    if unknown:
        some = some_of([f"'{name}'" for name in unknown], NAMES_MAX)
        yield f"what {scenario.path.name} says of actors that the graph does not have is left out: {some}"


def unplaced_actors(scenario: Scenario, architecture: Architecture) -> Iterator[str]:
    """A note if there are actors that may run on none of the cores, but on something else."""
    cores = {operator.name for operator in architecture.operators}
    free = [task for task, named in scenario.allowed.items() if cores and named and cores.isdisjoint(named)]
    if free:
        some = some_of([f"'{task}'" for task in free], NAMES_MAX)
        yield f"{scenario.path.name} names no core of the architecture for {some}: any core may run them"


def _is_there(path: tuple[str, ...], graph: PiGraph | None, inside: Inside) -> bool:
    """Whether a path leads to a node, as far as the graphs on its way were read."""
    if not path or graph is None:
        return True
    node = graph.nodes.get(path[0])
    if node is None or len(path) == 1:
        return node is not None
    return node.is_refined and _is_there(path[1:], inside(node, graph), inside)
