# SPDX-License-Identifier: Apache-2.0
"""Which stream lies in which buffer: routing actors resolved to views, and the transfers that remain.

Every stream (an output port) has a *home*: a view of a *root*, the stream that a buffer is made for. A fork's,
broadcast's or slice's outputs are views of its input; the inputs of a join or a roundbuffer are written straight into
its output; what cannot be a view becomes a root of its own and a `Transfer` that fills it. Then every reader gets a
window in an alias, or a private copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import gcd
from types import MappingProxyType

from dfgen.memory import views
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.movement import HowToMove
from dfgen.model.plan import Transfer, View, When, Window
from dfgen.model.port import Port

GATHERING = (ActorKind.JOIN, ActorKind.ROUNDBUFFER)
CUTTING = (ActorKind.FORK, ActorKind.BROADCAST, ActorKind.SLICE)


@frozen
class Alias:
    """Where a stream lies. `path`: the FIFOs between the root's writer and this stream."""

    root: str
    view: View
    path: tuple[str, ...] = ()

    def same_place(self, other: Alias) -> bool:
        return (self.root, self.view) == (other.root, other.view)


@dataclass
class Root:
    """A stream with a buffer of its own: `tokens_from` counts its tokens; `unit` tokens stand `gap` tokens apart.
    `is_looked_back_to`: behind a delay that its buffer knows nothing of."""

    name: str
    tokens_from: PortRef
    unit: int = 0
    lead: int = 0
    trail: int = 0
    users: list[str] = field(default_factory=list)
    delayed: list[Fifo] = field(default_factory=list)
    is_looked_back_to: bool = False

    @property
    def view(self) -> View:
        return views.spaced(self.unit, self.lead, self.trail) if self.lead + self.trail else View()


@frozen
class Reading:
    """An actor's input port that reads `fifo` from `alias`. `looks_back`: behind its delay, where the tokens lie."""

    actor: Actor
    port: Port
    fifo: Fifo
    alias: Alias
    looks_back: bool = False


@dataclass
class Binding:
    """What routing actors come to. `writes`: the windows of actors' outputs; `readings`: what each actor's input
    reads; `written_in_bulk`: roots that bulk operations of an engine write."""

    roots: dict[str, Root] = field(default_factory=dict)
    aliases: dict[PortRef, Alias] = field(default_factory=dict)
    readings: dict[PortRef, Reading] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)
    written_in_bulk: set[str] = field(default_factory=set)


def fires_code(actor: Actor) -> bool:
    """Whether a firing of `actor` runs a function (a reset routing actor's is generated)."""
    return actor.kind in (ActorKind.CODE, ActorKind.RESET)


@frozen
class Copying:
    """How bytes are copied: as was asked for, by FIFO, and in the `usual` way elsewhere. A view is its reader's
    business and stands not here."""

    usual: HowToMove
    asked: Mapping[str, HowToMove] = field(default_factory=dict)

    def of(self, fifo: Fifo) -> HowToMove:
        return self.asked.get(fifo.name, self.usual)


def bind(
    graph: Graph,
    order: tuple[str, ...],
    copying: Copying,
    split: frozenset[str],
    delayed: Mapping[PortRef, str] = MappingProxyType({}),
) -> Binding:
    """Resolve all routing actors. `split` are the actors that several cores fire at once; `delayed`: why readers of
    delayed outputs of broadcasts cannot look back, nothing where they can."""
    return _Wirer(graph, order, copying, split, delayed).run()


class _Wirer:
    def __init__(
        self,
        graph: Graph,
        order: tuple[str, ...],
        copying: Copying,
        split: frozenset[str],
        delayed: Mapping[PortRef, str],
    ) -> None:
        self.graph, self.copying, self.split, self.delayed = graph, copying, split, delayed
        self.actors = [graph.actor(name) for name in order]
        self.binding = Binding()

    def run(self) -> Binding:
        for actor in reversed(self.actors):
            if actor.kind in GATHERING or fires_code(actor) or actor.kind is ActorKind.COPY:
                for port in actor.outputs:
                    self._place_output(actor, port)
            else:
                self._place_delayed(actor)
        for actor in self.actors:
            if actor.kind in CUTTING:
                self._cut(actor)
        for actor in self.actors:
            if actor.kind in GATHERING:
                self._gather(actor)
            elif actor.kind is ActorKind.COPY:
                self._copy(actor)
            elif fires_code(actor):
                self._read(actor)
        for ref, alias in self.binding.aliases.items():
            self.binding.roots[alias.root].users.append(ref.actor)
        by_engine = (ref for ref in self.binding.aliases if self.graph.port(ref).by is not None)
        self.binding.written_in_bulk.update(self.binding.aliases[ref].root for ref in by_engine)
        return self.binding

    # --- outputs that are written --------------------------------------------------------------------------------

    def _place_output(self, actor: Actor, port: Port) -> None:
        ref = PortRef(actor.name, port.name)
        if not self.graph.fifos_from.get(ref):
            return
        fifos = list(self._handed_on(ref))
        for fifo in fifos:
            alias = self._home_inside(actor, port, fifo, alone=len(fifos) == 1)
            if alias is not None:
                self.binding.aliases[ref] = alias
                return
        self.binding.aliases[ref] = self._new_root(ref)

    def _handed_on(self, ref: PortRef) -> Iterator[Fifo]:
        """The FIFOs of a stream without a delay, also behind broadcasts that hand it on as it is."""
        fifos = self.graph.fifos_from.get(ref, ())
        if any(fifo.delay_tokens for fifo in fifos):
            return
        for fifo in fifos:
            yield fifo
            target, port = self.graph.actor(fifo.target.actor), self.graph.port(fifo.target)
            if target.kind is ActorKind.BROADCAST and not self._copies(fifo):
                for output in target.outputs:
                    if output.rates == port.rates:
                        yield from self._handed_on(PortRef(target.name, output.name))

    def _place_delayed(self, router: Actor) -> None:
        """Initial tokens need a buffer of their own; on a cycle it must stand before what the tokens come from."""
        for ref in (PortRef(router.name, port.name) for port in router.outputs):
            if any(fifo.delay_tokens for fifo in self.graph.fifos_from.get(ref, ())) and not self._is_looked_back(ref):
                self.binding.aliases[ref] = self._new_root(ref)

    def _is_looked_back(self, ref: PortRef) -> bool:
        return self.delayed.get(ref) == ""

    def _home_inside(self, actor: Actor, port: Port, fifo: Fifo, alone: bool) -> Alias | None:
        """The part of a join's or roundbuffer's output that `port` can write directly. `alone`: none else reads it."""
        router = self.graph.actor(fifo.target.actor)
        if router.kind not in GATHERING or self._copies(fifo) or self._output_delayed(router):
            return None
        alias = self._gathered(router, fifo)
        if alias is None or not fits(alias.view, port):
            return None
        if views.overlaps_itself(alias.view) and (not alone or actor.name in self.split):
            return None  # a roundbuffer further on: later tokens are written over earlier ones
        return alias

    def _output_delayed(self, router: Actor) -> bool:
        """A delayed output has a single writer, which also carries its last tokens over."""
        fifos = self.graph.fifos_from.get(PortRef(router.name, router.outputs[0].name), ())
        return any(fifo.delay_tokens for fifo in fifos)

    def _gathered(self, router: Actor, fifo: Fifo) -> Alias | None:
        """Where the tokens of `fifo` go in the output of a join or roundbuffer."""
        output = router.outputs[0]
        outer = self.binding.aliases[PortRef(router.name, output.name)]
        unit, count = output.rate(0), router.port(fifo.target.port).rate(0)
        if router.kind is ActorKind.JOIN:
            view = views.within(outer.view, unit, join_offset(router, fifo.target.port), count)
        else:
            view = views.last_kept(outer.view, unit, count)
        return None if view is None else Alias(outer.root, view, (*outer.path, fifo.name))

    def _new_root(self, ref: PortRef, name: str = "", gap: tuple[int, int, int] | None = None) -> Alias:
        unit, lead, trail = gap or self._gap(ref)
        root = Root(name or str(ref), ref, unit, lead, trail)
        self.binding.roots[root.name] = root
        return Alias(root.name, root.view)

    def _gap(self, ref: PortRef) -> tuple[int, int, int]:
        """The margin that a root leaves for a slice's windows that reach beyond the input, where it may leave any."""
        own, readers = self.graph.port(ref), list(self._readers(ref))
        for slicing, _ in readers:
            unit, lead, trail = slice_gap(slicing)
            if lead + trail:
                view = views.spaced(unit, lead, trail)
                if all(fits(view, port) for port in (own, *(port for _, port in readers))):
                    return unit, lead, trail
        return 0, 0, 0

    def _readers(self, ref: PortRef) -> Iterator[tuple[Actor, Port]]:
        """Who reads a stream where it lies, also behind broadcasts that hand it on as it is. Of a stream with a delay
        nobody: it may lie shifted, or elsewhere."""
        for fifo in self._handed_on(ref):
            yield self.graph.actor(fifo.target.actor), self.graph.port(fifo.target)

    # --- routing actors that cut --------------------------------------------------------------------------------------

    def _cut(self, router: Actor) -> None:
        port = router.inputs[0]
        fifo = self.graph.fifo_to[PortRef(router.name, port.name)]
        unit = port.rate(0)
        alias = self._input_view(router, port, fifo)
        path = (*alias.path, fifo.name)
        for output in router.outputs:
            ref = PortRef(router.name, output.name)
            view = self._output_view(router, output, alias.view, unit)
            own = self.binding.aliases.get(ref)
            if view is not None and own is None:
                self.binding.aliases[ref] = Alias(alias.root, view, path)
                continue
            own = own or self._new_root(ref)
            self.binding.aliases[ref] = own
            self._fill_output(router, output, Alias(alias.root, alias.view, path), view, own)

    def _input_view(self, router: Actor, port: Port, fifo: Fifo) -> Alias:
        """The routing actor's input as a view that its outputs can be cut from; copied to a root of its own if need
        be."""
        alias = self.binding.aliases[fifo.source]
        unit = port.rate(0)
        _, lead, trail = slice_gap(router)
        root = self.binding.roots[alias.root]
        has_room = root.unit == unit and alias.view == root.view and root.lead >= lead and root.trail >= trail
        in_one_piece = alias.view.run == 0 or alias.view.run % unit == 0
        if in_one_piece and not fifo.delay_tokens and (lead + trail == 0 or has_room):
            self.binding.roots[alias.root].users.append(router.name)
            return alias
        ref = PortRef(router.name, port.name)
        own = self._new_root(ref, gap=(unit, lead, trail))
        reason = "its windows reach beyond the buffer" if in_one_piece else "its tokens do not lie in one piece"
        reason = "its delay shifts the windows" if fifo.delay_tokens else reason
        self._transfer(router, fifo, port.rates, alias, own, port.rates, reason)
        return own

    def _output_view(self, router: Actor, output: Port, view: View, unit: int) -> View | None:
        if router.kind is ActorKind.FORK:
            return views.within(view, unit, fork_offset(router, output.name), output.rate(0))
        if router.kind is ActorKind.BROADCAST:
            return views.repeated(view, unit, output.rate(0))
        assert output.pattern is not None
        return views.sliced(view, unit, output.pattern)

    def _fill_output(self, router: Actor, output: Port, source: Alias, view: View | None, own: Alias) -> None:
        """Copy what an output shows into a root of its own."""
        fifo = self.graph.fifo_to[PortRef(router.name, router.inputs[0].name)]
        if view is not None:
            shown = Alias(source.root, view, source.path)
            why = self.delayed.get(PortRef(router.name, output.name), "")
            reason = "its output has a delay" + (f", and {why}" if why else "")
            self._transfer(router, fifo, output.rates, shown, own, output.rates, reason, output)
            return
        unit, count = router.inputs[0].rate(0), output.rate(0)
        for first in range(0, count, unit):
            part = (min(unit, count - first),)
            self._transfer(
                router,
                fifo,
                part,
                source,
                own,
                output.rates,
                "it repeats a part of its input",
                output,
                source_rates=(unit,),
                target_first=first,
            )

    # --- routing actors that gather -----------------------------------------------------------------------------------

    def _gather(self, router: Actor) -> None:
        """Fill the parts of the output that are not written in place."""
        for port, fifo in self.graph.inputs_of(router):
            target = self._gathered(router, fifo)
            source = self.binding.aliases[fifo.source]
            if (
                target is not None
                and source.root == target.root
                and source.view == target.view
                and not fifo.delay_tokens
            ):
                continue
            reason = self._why_not_in_place(fifo)
            if target is not None and not self._output_delayed(router) and self._writer_can_copy(fifo, target):
                self._copy_after_firing(router, port, fifo, source, target, reason)
            else:
                self._gather_by_firing(router, port, fifo, source, reason)

    def _why_not_in_place(self, fifo: Fifo) -> str:
        if self._copies(fifo):
            return f"{self.copying.of(fifo).strategy} was asked for"
        if fifo.delay_tokens:
            return "it has a delay"
        if len(self.graph.fifos_from[fifo.source]) > 1:
            return "its tokens go elsewhere too"
        return "its tokens are written elsewhere"

    def _origin(self, fifo: Fifo) -> PortRef:
        """Who writes what passes here, behind broadcasts that hand on their input as it is."""
        source = self.graph.actor(fifo.source.actor)
        if source.kind is not ActorKind.BROADCAST:
            return fifo.source
        ((port, entering),) = self.graph.inputs_of(source)
        is_plain = port.rates == source.port(fifo.source.port).rates
        if not is_plain or entering.delay_tokens or self._copies(entering):
            return fifo.source
        origin = self._origin(entering)
        return origin if self.binding.aliases[origin].same_place(self.binding.aliases[fifo.source]) else fifo.source

    def _writer_can_copy(self, fifo: Fifo, target: Alias) -> bool:
        origin = self._origin(fifo)
        writer = self.graph.actor(origin.actor)
        return (
            writer.kind is ActorKind.CODE
            and not fifo.delay_tokens
            and writer.name not in self.split
            and fits(target.view, writer.port(origin.port))
        )

    def _copy_after_firing(
        self, router: Actor, port: Port, fifo: Fifo, source: Alias, target: Alias, reason: str
    ) -> None:
        """The writer copies each window on as soon as it is written; of a roundbuffer's input only what is kept."""
        origin = self._origin(fifo)
        writer = self.graph.actor(origin.actor)
        rates = writer.port(origin.port).rates
        period, skip = 1, 0
        if router.kind is ActorKind.ROUNDBUFFER and len(rates) == 1 and port.rate(0) % rates[0] == 0:
            period = port.rate(0) // rates[0]
            skip = (port.rate(0) - router.outputs[0].rate(0)) // rates[0]
        self.binding.roots[target.root].users.append(writer.name)
        self.binding.transfers.append(
            Transfer(
                fifo.name, writer.name, origin.port, When.AFTER,
                Window(source.root, source.view), Window(target.root, target.view),
                rates, rates, rates, piece_of(rates, source.view, target.view),
                writer.port(origin.port).type, self.copying.of(fifo), reason, period=period, skip=skip,
            )
        )  # fmt: skip

    def _gather_by_firing(self, router: Actor, port: Port, fifo: Fifo, source: Alias, reason: str) -> None:
        output = router.outputs[0]
        outer = self.binding.aliases[PortRef(router.name, output.name)]
        if router.kind is ActorKind.JOIN:
            first = join_offset(router, port.name)
            self._transfer(router, fifo, port.rates, source, outer, output.rates, reason, target_first=first)
            return
        count, unit = port.rate(0), output.rate(0)
        for first in range(0, unit, count):
            part = min(count, unit - first)
            self._transfer(
                router,
                fifo,
                (part,),
                source,
                outer,
                output.rates,
                reason,
                source_rates=(count,),
                source_first=count - part,
                target_first=unit - first - part,
            )

    # --- copy actors ---------------------------------------------------------------------------------------------

    def _copy(self, router: Actor) -> None:
        ((port, fifo),) = self.graph.inputs_of(router)
        (output,) = router.outputs
        target = self.binding.aliases[PortRef(router.name, output.name)]
        source = self.binding.aliases[fifo.source]
        self._transfer(router, fifo, port.rates, source, target, output.rates, "asked for", output)

    # --- readers -------------------------------------------------------------------------------------------------

    def _read(self, actor: Actor) -> None:
        for port, fifo in self.graph.inputs_of(actor):
            alias = self.binding.aliases[fifo.source]
            looks_back = self._is_looked_back(fifo.source)
            path = (*alias.path, fifo.name)
            self.binding.readings[fifo.target] = Reading(
                actor, port, fifo, Alias(alias.root, alias.view, path), looks_back
            )
            self._use(alias.root, actor, fifo)

    def _use(self, root: str, actor: Actor, fifo: Fifo) -> None:
        self.binding.roots[root].users.append(actor.name)
        if self._is_looked_back(fifo.source):
            self.binding.roots[root].is_looked_back_to = True
        elif fifo.delay_tokens:
            self.binding.roots[root].delayed.append(fifo)

    def _transfer(
        self, router: Actor, fifo: Fifo, rates: tuple[int, ...], source: Alias, target: Alias,
        target_rates: tuple[int, ...], reason: str, port: Port | None = None, *,
        source_rates: tuple[int, ...] = (), source_first: int = 0, target_first: int = 0,
    ) -> None:  # fmt: skip
        self._use(source.root, router, fifo)
        self.binding.roots[target.root].users.append(router.name)
        firsts = tuple(n for n in (source_first, target_first, *(source_rates or rates), *target_rates) if n)
        self.binding.transfers.append(
            Transfer(
                fifo.name, router.name, (port or router.port(fifo.target.port)).name, When.FIRING,
                Window(source.root, source.view), Window(target.root, target.view),
                rates, source_rates or rates, target_rates, piece_of((*rates, *firsts), source.view, target.view),
                self.graph.port(fifo.source).type, self.copying.of(fifo), reason,
                source_first=source_first, target_first=target_first,
            )
        )  # fmt: skip

    def _copies(self, fifo: Fifo) -> bool:
        return fifo.name in self.copying.asked


# --- arithmetic of ports ----------------------------------------------------------------------------------------


def fits(view: View, port: Port) -> bool:
    """Whether each firing's window of `port` lies in one piece of `view`."""
    if len(port.rates) == 1:
        return view.holds(port.rates[0]) or port.rates[0] == 0
    return view.holds(port.tokens_per_phases)


def piece_of(rates: tuple[int, ...], source: View, target: View) -> int:
    """The largest piece that every movement can be cut into."""
    return gcd(*rates, source.run, target.run)


def join_offset(router: Actor, port: str) -> int:
    return _offset(router.inputs, port)


def fork_offset(router: Actor, port: str) -> int:
    return _offset(router.outputs, port)


def _offset(ports: tuple[Port, ...], name: str) -> int:
    place = [port.name for port in ports].index(name)
    return sum(port.rate(0) for port in ports[:place])


def slice_gap(actor: Actor) -> tuple[int, int, int]:
    """Unit, and the tokens before and after it that a slice reads as zero; all 0 where it stays within."""
    if actor.kind is not ActorKind.SLICE:
        return 0, 0, 0
    unit = actor.inputs[0].rate(0)
    ends = list(_slice_ends(actor))
    lead, trail = max(0, -min(s for s, _ in ends)), max(0, max(e for _, e in ends) - unit)
    return (unit, lead, trail) if lead + trail else (0, 0, 0)


def _slice_ends(actor: Actor) -> Iterator[tuple[int, int]]:
    for port in actor.outputs:
        assert port.pattern is not None
        for index in (0, port.pattern.count - 1):
            start = port.pattern.start_tokens + index * port.pattern.step_tokens
            yield start, start + port.pattern.length_tokens
