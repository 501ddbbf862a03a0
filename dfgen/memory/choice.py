# SPDX-License-Identifier: Apache-2.0
"""Share or copy: the strategy of every reader, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dfgen.memory import views
from dfgen.memory.requests import Request
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.cow import COW
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.memory.strategies.shared import SHARED
from dfgen.memory.wiring import Reading, Wiring, fits
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.graph import Access, ActorKind, PortRef, Trust
from dfgen.model.plan import View

_DONE = {SHARED.name: "shared", COW.name: "seen through a view"}


@dataclass(frozen=True)
class Choice:
    """`options` are those of the request that was met, as (name, value) pairs."""

    strategy: str
    reason: str
    options: tuple[tuple[str, str], ...] = ()


def choose(wiring: Wiring, wanted: Mapping[str, Request], guard: bool) -> tuple[dict[PortRef, Choice], tuple[str, ...]]:
    """A choice for every reading port, and notes where a general request could not be met.

    Raises `UserError` (transfer-illegal) where an explicit request cannot be met.
    """
    others = _views_by_root(wiring)
    outcome = _Outcome(guard)
    choices = {
        ref: _choose_for(reading, wanted, _why_not_shared(wiring, reading, others), outcome)
        for ref, reading in wiring.readings.items()
    }
    for transfer in wiring.transfers:
        asked = wanted.get(transfer.fifo)
        if asked is not None and asked.strategy != transfer.strategy:
            outcome.cannot(asked, transfer.fifo, transfer.reason, asked.span)
    read = {name for reading in wiring.readings.values() for name in reading.home.path}
    for name, asked in wanted.items():
        if STRATEGIES[asked.strategy].views and asked.explicit and name not in read:
            outcome.cannot(asked, name, "no actor reads it, it is put together with others", asked.span)
    raise_if_any(outcome.wrong)
    return choices, tuple(dict.fromkeys(outcome.notes))


@dataclass
class _Outcome:
    """What could not be had: an error where it was asked for by name, else a note."""

    guard: bool
    wrong: list[Diagnostic] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def cannot(self, asked: Request, fifo: str, obstacle: str, span: Span | None) -> None:
        done = _DONE.get(asked.strategy, asked.strategy)
        if not asked.explicit or (self.guard and STRATEGIES[asked.strategy].views):
            self.notes.append(f"{fifo} is copied, not {done}: {obstacle}")
            return
        hint = "leave the strategy to dfgen, or ask for memcpy"
        self.wrong.append(Diagnostic("transfer-illegal", f"{fifo} cannot be {done}: {obstacle}", span, hint))


def _choose_for(reading: Reading, wanted: Mapping[str, Request], shared_obstacle: str, outcome: _Outcome) -> Choice:
    asked_on = _asked(reading, wanted)
    asked = wanted.get(asked_on)
    if asked is not None and STRATEGIES[asked.strategy].views:
        obstacle = why_not_viewed(reading, outcome.guard)
    elif asked is not None and asked.copies:
        obstacle = ""
    else:
        obstacle = shared_obstacle
    if obstacle:
        if asked is not None:
            outcome.cannot(asked, asked_on, obstacle, asked.span or reading.fifo.span)
        return Choice(MEMCPY.name, obstacle)
    if asked is not None and asked.copies:
        return Choice(asked.strategy, "asked for")
    return Choice(SHARED.name, "nothing forbids it")


def _asked(reading: Reading, wanted: Mapping[str, Request]) -> str:
    """The FIFO whose request counts: the last on the way that demands a copy, else the reader's own."""
    copying = [name for name in reading.home.path if name in wanted and wanted[name].copies]
    return copying[-1] if copying else reading.fifo.name


def why_not_viewed(reading: Reading, guard: bool) -> str:
    """Why the reader cannot be given a private view of the root; empty if it can."""
    if guard:
        return "a guarded program has no private views"
    if reading.actor.kind is ActorKind.RESET or not fits(reading.home.view, reading.actor, reading.port):
        return "its window does not lie in one piece"
    return ""


def _views_by_root(wiring: Wiring) -> dict[str, list[tuple[object, View]]]:
    """Who reads what of each root. Transfers read too; so does the tail of a delay, which covers everything."""
    found: dict[str, list[tuple[object, View]]] = {name: [] for name in wiring.roots}
    for reading in wiring.readings.values():
        found[reading.home.root].append((reading, reading.home.view))
    for transfer in wiring.transfers:
        found[transfer.source.buffer].append((transfer, transfer.source.view))
    for name, root in wiring.roots.items():
        if root.delayed:
            found[name].append((root, View()))
    return found


def _why_not_shared(wiring: Wiring, reading: Reading, others: Mapping[str, Sequence[tuple[object, View]]]) -> str:
    """Why the reader cannot be given a pointer into the root; empty if it can."""
    view = reading.home.view
    if not fits(view, reading.actor, reading.port):
        return "its window does not lie in one piece"
    if reading.actor.kind is ActorKind.RESET:
        return ""
    access = reading.port.access or Access.READ_WRITE
    claimed = access in (Access.READ_ONLY, Access.UNUSED) and reading.port.trust is Trust.CLAIMED
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
