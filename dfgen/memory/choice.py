# SPDX-License-Identifier: Apache-2.0
"""Share or copy, and how: the strategy of every reader, and why.

What the user asks for is done if it is legal. Else `shared` is taken where it is legal, for it costs nothing; else the
legal strategy that costs least by the model of `dfgen.memory.cost`, within these bounds:

- `cow` only for ports that are declared read_mostly, and only where it wins clearly: its memory must be promised for
  the worst case. A port that is merely claimed to be read_only gets a view that opens at the first write.
- `offload` never: its gain depends on an idle CPU and on what there is to overlap, which no model here knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dfgen.memory import views
from dfgen.memory.cost import VIEW_BYTES_MIN, VIEW_PAGES_MIN, Use, best, estimates_ns
from dfgen.memory.requests import Request
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.cow import COW
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.memory.strategies.offload import OFFLOAD
from dfgen.memory.strategies.shared import SHARED
from dfgen.memory.strategies.stream import STREAM
from dfgen.memory.uses import use_of_move, uses_of
from dfgen.memory.wiring import Reading, Wiring, fits
from dfgen.model.costs import duration
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.facts import Facts
from dfgen.model.graph import Access, ActorKind, Graph, PortRef, Trust
from dfgen.model.names import user_name
from dfgen.model.plan import Transfer, View
from dfgen.model.platform import Platform
from dfgen.model.schedule import Schedule

ASKED_FOR = "asked for"
_DONE = {SHARED.name: "shared", COW.name: "seen through a view", OFFLOAD.name: "copied by an engine"}
_FAULT = (("variant", "fault"),)


@dataclass(frozen=True)
class Choice:
    """`options` are those of the strategy, as (name, value) pairs. `estimates_ns`: what each legal strategy adds to a
    graph iteration."""

    strategy: str
    reason: str
    options: tuple[tuple[str, str], ...] = ()
    estimates_ns: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Circumstances:
    """What choices depend on besides the wiring. `unviewed`: views chosen before that took too much memory.
    `refused`: why FIFOs, by name, cannot be served by the engine that was asked for."""

    graph: Graph
    facts: Facts
    schedule: Schedule
    platform: Platform
    guard: bool = False
    unviewed: frozenset[PortRef] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)


def choose(
    wiring: Wiring, wanted: Mapping[str, Request], given: Circumstances
) -> tuple[dict[PortRef, Choice], tuple[str, ...]]:
    """A choice for every reading port, and notes where a general request could not be met.

    Raises `UserError` (transfer-illegal) where an explicit request cannot be met.
    """
    outcome = _Outcome(given.graph, given.guard)
    _refuse_engines(wanted, given, outcome)
    met = without_unserved(given.graph, wanted)
    others = _views_by_root(wiring)
    uses = uses_of(wiring, given.graph, given.facts, given.schedule, given.platform)
    choices = {}
    for ref, reading in wiring.readings.items():
        case = _Case(reading, uses[ref], _why_not_shared(wiring, reading, others), given)
        choices[ref] = _choose_for(case, met, outcome)
    _judge_the_rest(wiring, met, outcome)
    raise_if_any(outcome.wrong)
    return choices, tuple(dict.fromkeys(outcome.notes))


def without_unserved(graph: Graph, wanted: Mapping[str, Request]) -> dict[str, Request]:
    """The requests without those for engines on FIFOs that have no copy actor."""
    return {name: asked for name, asked in wanted.items() if not _is_unserved(graph, name, asked)}


@dataclass
class _Outcome:
    """What could not be had: an error where it was asked for by name, else a note."""

    graph: Graph
    guard: bool
    wrong: list[Diagnostic] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def cannot(self, asked: Request, fifo: str, obstacle: str, span: Span | None, instead: str = "copied") -> None:
        """`fifo` is its name in the graph that is mapped; the user knows it by another one where a mover was set in."""
        name, done = user_name(self.graph, self.graph.fifo_by_name[fifo]), _DONE.get(asked.strategy, asked.strategy)
        if not asked.explicit or (self.guard and STRATEGIES[asked.strategy].views):
            self.notes.append(f"{name} is {instead}, not {done}: {obstacle}")
            return
        hint = "leave the strategy to dfgen, or ask for memcpy"
        self.wrong.append(Diagnostic("transfer-illegal", f"{name} cannot be {done}: {obstacle}", span, hint))


@dataclass(frozen=True)
class _Case:
    """One reader that wants bytes."""

    reading: Reading
    use: Use
    shared_obstacle: str
    given: Circumstances

    @property
    def view_obstacle(self) -> str:
        return why_not_viewed(self.reading, self.given.guard)

    @property
    def claims(self) -> bool:
        """Its port is declared read_only, which nothing proves."""
        return _is_claimed(self.reading)

    @property
    def view_bytes_min(self) -> int:
        is_told = self.reading.fifo.written_fraction is not None
        return VIEW_PAGES_MIN * self.given.platform.page_bytes if is_told else VIEW_BYTES_MIN

    def estimates(self) -> tuple[tuple[str, int], ...]:
        legal = {SHARED.name: not self.shared_obstacle, COW.name: not self.view_obstacle, OFFLOAD.name: False}
        names = (name for name in STRATEGIES if legal.get(name, True))
        return estimates_ns(names, self.use, self.given.platform)


def _choose_for(case: _Case, wanted: Mapping[str, Request], outcome: _Outcome) -> Choice:
    asked_on = _asked(case.reading, wanted)
    asked = wanted.get(asked_on)
    if asked is None:
        return _automatic(case)
    if STRATEGIES[asked.strategy].views:
        obstacle = case.view_obstacle
    else:
        obstacle = "" if asked.copies else case.shared_obstacle
    if obstacle:
        outcome.cannot(asked, asked_on, obstacle, asked.span or case.reading.fifo.span)
        return _copied(case, (MEMCPY.name, STREAM.name), obstacle)
    if asked.copies:
        return Choice(asked.strategy, ASKED_FOR, asked.options, case.estimates())
    return Choice(SHARED.name, "nothing forbids it", (), case.estimates())


def _automatic(case: _Case) -> Choice:
    if not case.shared_obstacle:
        return Choice(SHARED.name, "nothing forbids it", (), case.estimates())
    ref = case.reading.fifo.target
    viewable = not case.view_obstacle and ref not in case.given.unviewed
    if case.claims:
        large = case.use.window_bytes >= case.given.platform.page_bytes
        if viewable and large and not case.reading.actor.io:
            reason = f"{case.shared_obstacle}; a view that opens at the first write"
            return Choice(COW.name, reason, _FAULT, case.estimates())
        return _copied(case, (MEMCPY.name, STREAM.name))
    mostly = case.reading.port.access is Access.READ_MOSTLY and case.use.window_bytes >= case.view_bytes_min
    return _copied(case, (MEMCPY.name, STREAM.name, *((COW.name,) if viewable and mostly else ())))


def _copied(case: _Case, among: Sequence[str], obstacle: str = "") -> Choice:
    """The best of some strategies that move bytes, and why."""
    estimates = case.estimates()
    name = best(dict(estimates), among)
    return Choice(name, _reason(name, obstacle or case.shared_obstacle, case.use, dict(estimates)), (), estimates)


def _reason(name: str, obstacle: str, use: Use, estimates: Mapping[str, int]) -> str:
    if name == MEMCPY.name:
        return obstacle
    how = "copied past the caches" if name == STREAM.name else f"a view, {use.written:.0%} of whose pages are written"
    gain = duration(estimates[MEMCPY.name] - estimates[name])
    return f"{obstacle}; {how}: {gain} an iteration less than memcpy (estimate)"


def choose_move(transfer: Transfer, asked: Request | None, given: Circumstances) -> Transfer:
    """How a mover's bytes get to where they are read. What the wiring says counts if the user asked for it."""
    if given.graph.actor(transfer.actor).kind is ActorKind.COPY:
        return transfer
    use = use_of_move(transfer, given.facts)
    estimates = estimates_ns((MEMCPY.name, STREAM.name), use, given.platform)
    transfer = replace(transfer, estimates_ns=estimates)
    if asked is not None and asked.strategy == transfer.strategy:
        return transfer
    name = best(dict(estimates), dict(estimates))
    return replace(transfer, strategy=name, reason=_reason(name, transfer.reason, use, dict(estimates)))


# --- requests ---------------------------------------------------------------------------------------------------


def _asked(reading: Reading, wanted: Mapping[str, Request]) -> str:
    """The FIFO whose request counts: the last on the way that demands a copy, else the reader's own."""
    copying = [name for name in reading.home.path if name in wanted and wanted[name].copies]
    return copying[-1] if copying else reading.fifo.name


def _is_unserved(graph: Graph, fifo: str, asked: Request) -> bool:
    """An engine was asked for, but no copy actor stands in the FIFO."""
    return STRATEGIES[asked.strategy].engine and graph.actor(graph.fifo_by_name[fifo].target.actor).kind is not (
        ActorKind.COPY
    )


def _refuse_engines(wanted: Mapping[str, Request], given: Circumstances, outcome: _Outcome) -> None:
    for name, asked in wanted.items():
        if _is_unserved(given.graph, name, asked):
            known = user_name(given.graph, given.graph.fifo_by_name[name])
            why = given.refused.get(name) or given.refused.get(known) or "no copy actor can stand there"
            outcome.cannot(asked, name, why, asked.span, instead="left to the cores")


def _judge_the_rest(wiring: Wiring, wanted: Mapping[str, Request], outcome: _Outcome) -> None:
    """Requests on FIFOs that no reader's choice has looked at."""
    for transfer in wiring.transfers:
        asked = wanted.get(transfer.fifo)
        if asked is not None and asked.strategy != transfer.strategy:
            outcome.cannot(asked, transfer.fifo, transfer.reason, asked.span)
    read = {name for reading in wiring.readings.values() for name in reading.home.path}
    for name, asked in wanted.items():
        if STRATEGIES[asked.strategy].views and asked.explicit and name not in read:
            outcome.cannot(asked, name, "no actor reads it, it is put together with others", asked.span)


# --- what is legal ----------------------------------------------------------------------------------------------


def why_not_viewed(reading: Reading, guard: bool) -> str:
    """Why the reader cannot be given a private view of the root; empty if it can."""
    if guard:
        return "a guarded program has no private views"
    if reading.actor.kind is ActorKind.RESET or not fits(reading.home.view, reading.actor, reading.port):
        return "its window does not lie in one piece"
    return ""


def _views_by_root(wiring: Wiring) -> dict[str, list[tuple[object, View]]]:
    """Who reads what of each root. Transfers read too; so does what keeps the tokens of a delay, which may be any: but
    of those that a single reader is done with it keeps none."""
    found: dict[str, list[tuple[object, View]]] = {name: [] for name in wiring.roots}
    for reading in wiring.readings.values():
        found[reading.home.root].append((reading, reading.home.view))
    for transfer in wiring.transfers:
        found[transfer.source.buffer].append((transfer, transfer.source.view))
    for name, root in wiring.roots.items():
        if root.delayed and len(found[name]) > 1:
            found[name].append((root, View()))
    return found


def _is_claimed(reading: Reading) -> bool:
    access = reading.port.access or Access.READ_WRITE
    return access in (Access.READ_ONLY, Access.UNUSED) and reading.port.trust is Trust.CLAIMED


def _why_not_shared(wiring: Wiring, reading: Reading, others: Mapping[str, Sequence[tuple[object, View]]]) -> str:
    """Why the reader cannot be given a pointer into the root; empty if it can."""
    view = reading.home.view
    if not fits(view, reading.actor, reading.port):
        return "its window does not lie in one piece"
    if reading.actor.kind is ActorKind.RESET:
        return ""
    access = reading.port.access or Access.READ_WRITE
    claimed = _is_claimed(reading)
    if not access.may_write and not claimed:
        return ""
    root = wiring.roots[reading.home.root]
    if root.lead + root.trail and view != root.view:
        return "it may write what a slice reads as zero"
    reader = _shared_with(reading, others[reading.home.root])
    if not reader:
        return ""
    if claimed:
        return f"it is only claimed to be {access.value}, and {reader}"
    return f"it may write what {reader}"


def _shared_with(reading: Reading, others: Iterable[tuple[object, View]]) -> str:
    """Who else reads bytes of this reader's windows."""
    for other, view in others:
        if other is not reading and views.overlap(reading.home.view, view):
            if isinstance(other, Reading):
                return f"{other.actor.name}.{other.port.name} reads too"
            return "is read again later"
    return "its next firing reads again" if views.overlaps_itself(reading.home.view) else ""
