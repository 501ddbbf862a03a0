# SPDX-License-Identifier: Apache-2.0
"""Share or copy, and how: the strategy of every reader, and why.

What the user asks for is done if it is legal. Else the strategies are gone through by rank: one that offers itself at
once is taken; of the others that offer themselves, the one that costs least by its estimate. What is legal, offered and
estimated stands with each strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from dfgen.memory.binding import Binding, Copying, Reading
from dfgen.memory.case import Case, who_reads
from dfgen.memory.cost import Use
from dfgen.memory.estimates import best, estimate_ns, estimates_ns
from dfgen.memory.requests import Request
from dfgen.memory.strategies import BY_RANK, FALLBACK, IN_PLACE, STRATEGIES
from dfgen.memory.strategies.contract import NO_COPY_ACTOR, Strategy
from dfgen.memory.uses import use_of_move, uses_of
from dfgen.model.actor import ActorKind
from dfgen.model.cache_costs import where
from dfgen.model.costs import duration
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.movement import HowToMove
from dfgen.model.names import user_name
from dfgen.model.plan import Transfer
from dfgen.model.platform import Platform
from dfgen.model.schedule import Schedule

ASKED_FOR = "asked for"
REGRET_NS = 10_000_000
"""Shown: what options that were asked for may cost an iteration without a note."""
_COPIES = tuple(strategy for strategy in BY_RANK if strategy.way.is_copy)


@frozen
class Choice:
    """`options` are those of the strategy, as (name, value) pairs. `estimates_ns`: what each legal strategy adds to a
    graph iteration."""

    strategy: str
    reason: str
    options: tuple[tuple[str, str], ...] = ()
    estimates_ns: tuple[tuple[str, int], ...] = ()

    @property
    def how(self) -> HowToMove:
        return STRATEGIES[self.strategy].how(self.options)

    def is_legal(self, strategy: Strategy) -> bool:
        return any(name == strategy.name for name, _ in self.estimates_ns)


@frozen
class Circumstances:
    """What choices depend on besides the binding. `unviewed`: views chosen before that took too much memory.
    `refused`: why FIFOs, by name, cannot be served by the engine that was asked for. `catches`: whether
    the program can catch the first write to a view: a library has no signal handlers."""

    graph: Graph
    facts: Facts
    schedule: Schedule
    platform: Platform
    guard: bool = False
    unviewed: frozenset[PortRef] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)
    catches: bool = True


def choose(
    binding: Binding, wanted: Mapping[str, Request], given: Circumstances
) -> tuple[dict[PortRef, Choice], tuple[str, ...]]:
    """A choice for every reading port, and notes where a general request could not be met.

    Raises `UserError` (transfer-illegal) where an explicit request cannot be met.
    """
    outcome = _Outcome(given.graph, given.guard)
    _refuse_engines(wanted, given, outcome)
    met = without_unserved(given.graph, wanted)
    others = who_reads(binding)
    uses = uses_of(binding, given.graph, given.facts, given.schedule, given.platform)
    choices = {}
    for ref, reading in binding.readings.items():
        case = Case(reading, uses[ref], binding, others[reading.alias.root], given.platform, given.guard, given.catches)
        choice = _choose_for(_Decision(case, ref in given.unviewed), met, outcome)
        choices[ref] = choice if given.catches else _uncaught(choice, case, outcome)
    _judge_the_rest(binding, met, outcome)
    raise_if_any(outcome.wrong)
    return choices, tuple(dict.fromkeys(outcome.notes))


def without_unserved(graph: Graph, wanted: Mapping[str, Request]) -> dict[str, Request]:
    """The requests without those for engines on FIFOs that have no copy actor, and for FIFOs of which only the tokens
    count."""
    return {
        name: asked
        for name, asked in wanted.items()
        if not _is_unserved(graph, name, asked) and not _is_unread(graph, name)
    }


def copying(graph: Graph, wanted: Mapping[str, Request]) -> Copying:
    """What routing actors must know of the requests."""
    met = without_unserved(graph, wanted).items()
    asked = {
        name: asked
        for name, asked in met
        if asked.copies and not STRATEGIES[asked.strategy].views and not _obstacle(graph, name, asked)
    }
    return Copying(FALLBACK.how(), {name: STRATEGIES[a.strategy].how(a.options) for name, a in asked.items()})


def _obstacle(graph: Graph, fifo: str, asked: Request) -> str:
    """Why a strategy cannot move the tokens of a FIFO, wherever that is."""
    return STRATEGIES[asked.strategy].obstacle_of(graph.port(graph.fifo_by_name[fifo].source).type)


@dataclass
class _Outcome:
    """What could not be had: an error where it was asked for by name, else a note."""

    graph: Graph
    guard: bool
    wrong: list[Diagnostic] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def cannot(self, asked: Request, fifo: str, obstacle: str, span: Span | None, instead: str = "copied") -> None:
        """`fifo` is its name in the graph that is mapped; the user knows it by another one where a routing actor was
        set in."""
        strategy = STRATEGIES[asked.strategy]
        name, done = user_name(self.graph, self.graph.fifo_by_name[fifo]), strategy.done or strategy.name
        if not asked.explicit or (self.guard and strategy.views):
            self.notes.append(f"{name} is {instead}, not {done}: {obstacle}")
            return
        hint = f"Leave the strategy to dfgen, or ask for {FALLBACK.name}."
        self.wrong.append(Diagnostic("transfer-illegal", f"{name} cannot be {done}: {obstacle}", span, hint))


class _Decision:
    """What the strategies say to one reader. `is_short`: there is no memory for views that nobody asks for."""

    def __init__(self, case: Case, is_short: bool) -> None:
        self.case, self.is_short = case, is_short
        self.obstacles = {name: strategy.obstacle(case) for name, strategy in STRATEGIES.items()}
        self.estimates = estimates_ns(
            (name for name, obstacle in self.obstacles.items() if not obstacle), case.use, case.platform
        )

    def offered(self) -> Choice:
        """What is taken where nobody asks."""
        among = []
        for strategy in BY_RANK:
            offer = None if self._is_out(strategy) else strategy.offer(self.case)
            if offer is not None and offer.at_once:
                reason = f"{self.obstacle}; {offer.at_once}" if self.obstacle else offer.at_once
                return Choice(strategy.name, reason, offer.options, self.estimates)
            among += [strategy] if offer is not None else []
        return self.copied(among)

    def copied(self, among: Iterable[Strategy], obstacle: str = "") -> Choice:
        """The best of some strategies that move bytes, and why."""
        estimates = dict(self.estimates)
        name = best(estimates, [strategy.name for strategy in among if strategy.name in estimates])
        reason = _reason(name, obstacle or self.obstacle, self.case.use, estimates, self.case.platform)
        return Choice(name, reason, (), self.estimates)

    def asked(self, request: Request) -> Choice:
        """What is asked for, with the options that were left open."""
        name, use, platform = request.strategy, self.case.use, self.case.platform
        options, _ = STRATEGIES[name].cheapest(request.options, use, platform)
        estimates = dict(self.estimates) | {name: estimate_ns(name, use, platform, options)}
        return Choice(name, ASKED_FOR, options, tuple(estimates.items()))

    def regrets(self, choice: Choice, fifo: str) -> Iterator[str]:
        """Options that were asked for and make the strategy slow beyond what anybody wants to wait for."""
        name, use, platform = choice.strategy, self.case.use, self.case.platform
        options, _ = STRATEGIES[name].cheapest((), use, platform)
        least_ns, ns = estimate_ns(name, use, platform, options), dict(choice.estimates_ns)[name]
        if ns > least_ns + REGRET_NS:
            had, better = (", ".join(f"{k} = {v}" for k, v in each) for each in (choice.options, options))
            yield (
                f"{fifo}: {name}({had}) takes {duration(ns)} an iteration for as many objects as are expected there, "
                f"{name}({better}) {duration(least_ns)} (estimates)"
            )

    @property
    def obstacle(self) -> str:
        """Why the reader cannot have its bytes in place."""
        return self.obstacles[IN_PLACE.name]

    def _is_out(self, strategy: Strategy) -> bool:
        return bool(self.obstacles[strategy.name]) or (strategy.views and self.is_short)


def _choose_for(decision: _Decision, wanted: Mapping[str, Request], outcome: _Outcome) -> Choice:
    reading = decision.case.reading
    asked_on = _asked(reading, wanted)
    asked = wanted.get(asked_on)
    if asked is None:
        return decision.offered()
    obstacle = decision.obstacles[asked.strategy]
    if obstacle:
        outcome.cannot(asked, asked_on, obstacle, asked.span or reading.fifo.span)
        return decision.copied(_COPIES, obstacle)
    if not asked.copies:
        return decision.offered()
    choice = decision.asked(asked)
    outcome.notes += decision.regrets(choice, user_name(outcome.graph, reading.fifo))
    return choice


def _uncaught(choice: Choice, case: Case, outcome: _Outcome) -> Choice:
    """The same where nothing can catch the first write to a view."""
    would_catch = choice.how.only_read or (case.claims and choice.reason != ASKED_FOR)
    if not choice.how.views or not would_catch:
        return choice
    name = user_name(outcome.graph, case.reading.fifo)
    outcome.notes.append(f"{name} is a private view from the start: a library cannot catch the first write to one")
    options = dict(choice.options) | dict(STRATEGIES[choice.strategy].uncaught)
    return replace(choice, options=tuple(options.items()))


def _reason(name: str, obstacle: str, use: Use, estimates: Mapping[str, int], platform: Platform) -> str:
    """Where costs follow from caches, with what these hold."""
    held = f"; a window and its copy {where(platform.hierarchy, 2 * use.window_bytes)}" if platform.hierarchy else ""
    if name == FALLBACK.name:
        return f"{obstacle}{held}"
    because = STRATEGIES[name].because.format(written=use.written)
    gain = duration(estimates[FALLBACK.name] - estimates[name])
    return f"{obstacle}; {because}: {gain} an iteration less than {FALLBACK.name} (estimate){held}"


def choose_move(transfer: Transfer, asked: Request | None, given: Circumstances) -> Transfer:
    """How a routing actor's bytes get to where they are read. What the binding says counts if the user asked for it."""
    use = use_of_move(transfer, given.facts)
    if transfer.how.by_engine:
        name = transfer.how.strategy
        return replace(transfer, estimates_ns=((name, estimate_ns(name, use, given.platform)),))
    possible = (strategy.name for strategy in _COPIES if not strategy.obstacle_of(transfer.type))
    estimates = estimates_ns(possible, use, given.platform)
    transfer = replace(transfer, estimates_ns=estimates)
    if asked is not None and asked.strategy == transfer.how.strategy and asked.strategy in dict(estimates):
        strategy = STRATEGIES[asked.strategy]
        options, _ = strategy.cheapest(asked.options, use, given.platform)
        told = dict(estimates) | {asked.strategy: estimate_ns(asked.strategy, use, given.platform, options)}
        return replace(transfer, how=strategy.how(options), estimates_ns=tuple(told.items()))
    name = best(dict(estimates), dict(estimates))
    reason = _reason(name, transfer.reason, use, dict(estimates), given.platform)
    return replace(transfer, how=STRATEGIES[name].how(), reason=reason)


# --- requests ---------------------------------------------------------------------------------------------------


def _asked(reading: Reading, wanted: Mapping[str, Request]) -> str:
    """The FIFO whose request counts: the last on the way that demands a copy, else the reader's own."""
    copying = [name for name in reading.alias.path if name in wanted and wanted[name].copies]
    return copying[-1] if copying else reading.fifo.name


def _is_unserved(graph: Graph, fifo: str, asked: Request) -> bool:
    """An engine was asked for, but no copy actor stands in the FIFO."""
    return STRATEGIES[asked.strategy].by_engine and graph.actor(graph.fifo_by_name[fifo].target.actor).kind is not (
        ActorKind.COPY
    )


def _is_unread(graph: Graph, fifo: str) -> bool:
    """The reader's function does not get its window."""
    target = graph.fifo_by_name[fifo].target
    fire = graph.actor(target.actor).fire
    return fire is not None and target.port not in fire.ports


def _refuse_engines(wanted: Mapping[str, Request], given: Circumstances, outcome: _Outcome) -> None:
    for name, asked in wanted.items():
        if _is_unserved(given.graph, name, asked):
            known = user_name(given.graph, given.graph.fifo_by_name[name])
            why = given.refused.get(name) or given.refused.get(known) or NO_COPY_ACTOR
            outcome.cannot(asked, name, why, asked.span, instead="left to the cores")


def _judge_the_rest(binding: Binding, wanted: Mapping[str, Request], outcome: _Outcome) -> None:
    """Requests on FIFOs that no reader's choice has looked at."""
    for transfer in binding.transfers:
        asked = wanted.get(transfer.fifo)
        if asked is not None and asked.strategy != transfer.how.strategy:
            obstacle = _obstacle(outcome.graph, transfer.fifo, asked) or transfer.reason
            outcome.cannot(asked, transfer.fifo, obstacle, asked.span)
    read = {name for reading in binding.readings.values() for name in reading.alias.path}
    for name, asked in wanted.items():
        if STRATEGIES[asked.strategy].views and asked.explicit and name not in read:
            outcome.cannot(asked, name, "no actor reads it, it is put together with others", asked.span)
