# SPDX-License-Identifier: Apache-2.0
"""Puts refined actors' graphs into the graph around them: actors get path names, FIFOs are joined at the interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dfgen.frontend.annotations import AccessRequest, contradiction, placed, with_ports
from dfgen.frontend.levels import OUTSIDE, FlatLevel, Level
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.refinement import balanced_cycles
from dfgen.frontend.replication import ACTORS_MAX
from dfgen.frontend.resets import unique_name
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note
from dfgen.model.graph import Fifo, PortRef
from dfgen.model.port import Direction, Port


def flatten(level: Level, cycles: Mapping[str, int]) -> FlatLevel:
    """`level` with the graphs of its refined actors inside; `cycles` are those of its nodes in one firing."""
    count = sum(len(child.actors) for child in level.children.values()) + len(level.nodes)
    if count > ACTORS_MAX:
        message = f"'{level.name}' has {count} actors; {ACTORS_MAX} is the limit"
        raise reject("graph-too-large", message, level.span, "Use larger rates in place of many actors.")
    return _Flattening(level, cycles).result()


@dataclass
class _Flattening:
    level: Level
    cycles: Mapping[str, int]
    actors: dict[str, Actor] = field(default_factory=dict)
    fifos: list[Fifo] = field(default_factory=list)
    total: dict[str, int] = field(default_factory=dict)
    accesses: dict[PortRef, AccessRequest] = field(default_factory=dict)
    into: dict[PortRef, list[Fifo]] = field(default_factory=dict)
    out_of: dict[PortRef, Fifo] = field(default_factory=dict)
    claims: dict[PortRef, AccessRequest] = field(default_factory=dict)

    def result(self) -> FlatLevel:
        level = self.level
        for node in level.nodes.values():
            if node.name in level.children:
                self._take_child(node.name, level.children[node.name])
            else:
                self.actors[node.name] = node
                self.total[node.name] = self.cycles.get(node.name, 1)
        for fifo in level.fifos:
            self._join(fifo)
        interfaces = tuple(level.interfaces.values())
        actors = tuple(self.actors.values())
        return FlatLevel(level.name, interfaces, actors, tuple(self.fifos), self.total, self.accesses)

    def _take_child(self, name: str, child: FlatLevel) -> None:
        cores = self.level.cores.get(name, ())
        for actor in child.actors:
            is_free = actor.core is None and not actor.cores and actor.kind is ActorKind.CODE
            path = f"{name}/{actor.name}"
            if is_free:
                actor = placed(actor, cores)
            if actor.node is None:
                actor = replace(actor, node=self.level.hosts.get(name))
            self.actors[path] = replace(actor, name=path)
            self.total[path] = self.cycles.get(name, 1) * child.cycles.get(actor.name, 1)
        for target, request in child.accesses.items():
            if target.actor == OUTSIDE:
                self.claims[PortRef(name, target.port)] = request  # about whoever reads the interface
            else:
                self.accesses[_inside(name, target)] = request
        for fifo in child.fifos:
            moved = replace(fifo, source=_inside(name, fifo.source), target=_inside(name, fifo.target))
            if fifo.source.actor == OUTSIDE:
                self.into.setdefault(PortRef(name, fifo.source.port), []).append(moved)
            elif fifo.target.actor == OUTSIDE:
                self.out_of[PortRef(name, fifo.target.port)] = moved
            else:
                self.fifos.append(moved)

    def _join(self, fifo: Fifo) -> None:
        """Append what becomes of one FIFO of the level, with its continuations inside of refined actors."""
        request = self.level.accesses.get(fifo.target) or self.claims.get(fifo.source)
        before = self.out_of.get(fifo.source)
        for after in self.into.get(fifo.target) or (None,):
            joined = fifo if before is None else self._append(before, fifo, fifo.source)
            joined = joined if after is None else self._append(joined, after, fifo.target)
            self.fifos.append(joined if joined is fifo else replace(joined, span=fifo.span))
            if request is not None:
                self.accesses.setdefault(joined.target, request)

    def _append(self, first: Fifo, second: Fifo, junction: PortRef) -> Fifo:
        """One FIFO for two that meet at an interface. Where both have a delay, a routing actor keeps these apart."""
        if first.delay is not None and second.delay is not None:
            router = self._passing_routing(junction)
            self.fifos.append(replace(first, target=PortRef(router.name, "in")))
            return replace(second, source=PortRef(router.name, "out"))
        return replace(
            second,
            source=first.source,
            delay=first.delay or second.delay,
            transfer=first.transfer or second.transfer,
            private=first.private or second.private,
            private_span=first.private_span if first.private else second.private_span,
            capacity_tokens=min(filter(None, (first.capacity_tokens, second.capacity_tokens)), default=None),
            channel=first.channel or second.channel,
            token_bits=first.token_bits if second.token_bits is None else second.token_bits,
            written_fraction=first.written_fraction if second.written_fraction is None else second.written_fraction,
        )

    def _passing_routing(self, junction: PortRef) -> Actor:
        port = self.level.nodes[junction.actor].port(junction.port)
        ports = (
            Port("in", Direction.INPUT, port.type, port.rates, span=port.span),
            Port("out", Direction.OUTPUT, port.type, port.rates, span=port.span),
        )
        name = unique_name(f"{junction.actor}/{junction.port}", self.actors)
        router = Actor(name, ActorKind.BROADCAST, ports, span=port.span)
        self.actors[name] = router
        self.total[name] = self.cycles.get(junction.actor, 1)
        return router


def _inside(name: str, ref: PortRef) -> PortRef:
    return ref if ref.actor == OUTSIDE else PortRef(f"{name}/{ref.actor}", ref.port)


def apply_accesses(flat: FlatLevel, problems: Problems) -> FlatLevel:
    """The claims of `@access` moved to the ports and FIFOs that they are about."""
    if not flat.accesses:
        return flat
    actors = {actor.name: actor for actor in flat.actors}
    changed: dict[PortRef, Port] = {}
    for ref, request in flat.accesses.items():
        actor = actors[ref.actor]
        declared = actor.port(ref.port)
        if declared.access not in (None, request.access):
            problems.take(contradiction(ref, actor, request.span))
        else:
            span = request.span if declared.access is None else declared.access_span
            changed[ref] = replace(declared, access=request.access, access_span=span)
    fifos = tuple(_with_written(fifo, flat.accesses.get(fifo.target)) for fifo in flat.fifos)
    return replace(flat, actors=with_ports(flat.actors, changed), fifos=fifos)


def _with_written(fifo: Fifo, request: AccessRequest | None) -> Fifo:
    if request is None or request.written_fraction is None:
        return fifo
    return replace(fifo, written_fraction=request.written_fraction)


def require_same_iteration(flat: FlatLevel, problems: Problems) -> None:
    """Refuse a hierarchy whose parts fire in proportions that the flat graph does not keep."""
    cycles = balanced_cycles(flat.name, flat.actors, flat.fifos, problems)
    first = flat.actors[0]
    for actor in flat.actors:
        if cycles[actor.name] * flat.cycles[first.name] != cycles[first.name] * flat.cycles[actor.name]:
            message = (
                f"the hierarchy fires '{actor.name}' {flat.cycles[actor.name]} times where it fires '{first.name}' "
                f"{flat.cycles[first.name]} times, but no FIFO holds them to that"
            )
            hint = "Connect the parts of the refined graph with an edge."
            raise reject("hierarchy-detached", message, actor.span, hint, [Note(f"'{first.name}'", first.span)])
