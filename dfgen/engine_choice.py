# SPDX-License-Identifier: Apache-2.0
"""Copies that are left to engines unasked: those by which an iteration is predicted to be surely shorter.

The plan without engines is there already. Each engine that has been measured is tried on all copies that it may be
worth, and on each of these alone; what gains most is taken, if it gains enough. An engine with threads of its own needs
a CPU that no core has. The plan says of each copy what became of it, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from dfgen.machine.constants import ENGINES_GAIN
from dfgen.machine.times import moved_share
from dfgen.memory.choice import ASKED_FOR
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.engines import ENGINES
from dfgen.memory.strategies.engines.contract import Engine
from dfgen.model.costs import duration
from dfgen.model.decisions import EngineVerdict
from dfgen.model.diagnostics import Span, fail
from dfgen.model.engine_costs import EngineCost
from dfgen.model.frozen import frozen
from dfgen.model.names import fifo_name
from dfgen.model.plan import Plan, Transfer
from dfgen.model.platform import Platform
from dfgen.model.program import Program

ALL_ENGINES, NO_ENGINES = "auto", "none"
OFFLOAD = next(strategy for strategy in STRATEGIES.values() if strategy.by_engine)
CHOSEN = "it is copied while cores work"
ALONE_MOST = 3
"""Effort: so many copies of a graph, those that take longest, are also tried alone."""

T = TypeVar("T")


@frozen
class Outcome(Generic[T]):
    """A plan, what it is predicted to take, and `whole`, whatever the caller has of it. `is_guess`: most of that is the
    time of actors that nobody has stated."""

    whole: T
    plan: Plan
    program: Program
    period_ns: float
    is_guess: bool


@frozen
class _Copy:
    """What cores copy through a FIFO: in so many `firings` of an iteration, so many bytes in each."""

    fifo: str
    firings: int
    size_bytes: float
    core_ns: float
    is_of_objects: bool

    def can_be_by(self, engine: Engine) -> bool:
        return engine.objects or not self.is_of_objects

    def saved_ns(self, cost: EngineCost) -> float:
        """If all of the copy hides behind work."""
        return self.core_ns - self.firings * (cost.give_ns + cost.lost_ns(self.size_bytes))


def engines_named(wanted: str) -> tuple[str, ...]:
    """Those of a list, or of a word that stands for all or none. Raises `UserError` (option-unknown)."""
    known = {ALL_ENGINES: tuple(ENGINES), NO_ENGINES: ()}
    names = known.get(wanted, tuple(wanted.split(",")))
    if not set(names) <= ENGINES.keys():
        hint = f"Valid here: {ALL_ENGINES}, {NO_ENGINES}, or some of {','.join(ENGINES)}."
        raise fail("option-unknown", f"there are no engines '{wanted}'", None, hint)
    return names


Demands = dict[str, str]
"""By FIFO, the engine that is to copy what passes through it."""


def choose_engines(
    alone: Outcome[T],
    platform: Platform,
    engines: Sequence[str],
    cpus: int,
    plan_with: Callable[[Demands], Outcome[T] | None],
) -> tuple[Outcome[T], tuple[EngineVerdict, ...]]:
    """The outcome to take, and what became of each copy of the plan without engines. `engines`: those that may be
    taken; `cpus`: how many the machine has; `plan_with`: None where a demand cannot be met."""
    copies = sorted(_copies(alone.plan, alone.program), key=lambda copy: -copy.core_ns)
    measured = [cost for cost in platform.engines if cost.name in engines]
    if not copies:
        return alone, ()
    if not measured or alone.is_guess:
        why = "none has been measured (dfgen calibrate; --platform host)" if not measured else ""
        why = why or "most actors have no stated time, so that nobody can tell what copies would hide behind"
        return alone, tuple(EngineVerdict(copy.fifo, "", why) for copy in copies)
    best, taken, reasons = alone, Demands(), []
    for cost in measured:
        found, demands, reason = _tried(cost, copies, alone, cpus, plan_with)
        reasons.append(f"{cost.name}: {reason}")
        if found is not None and found.period_ns < best.period_ns:
            best, taken = found, demands
    gain = f"{_ns(best.period_ns)} an iteration instead of {_ns(alone.period_ns)}"
    return best, tuple(
        EngineVerdict(copy.fifo, taken[copy.fifo], f"{CHOSEN}: {gain} (estimates)")
        if copy.fifo in taken
        else EngineVerdict(copy.fifo, "", "; ".join(reasons) if best is alone else "this gains more without it")
        for copy in copies
    )


def refuse_unknown(platform: Platform, file: str) -> None:
    """Raises `UserError` (syntax) for a platform that speaks of engines that there are not."""
    for cost in platform.engines:
        if cost.name not in ENGINES:
            message, hint = f"there is no engine '{cost.name}'", f"Valid here: {', '.join(ENGINES)}."
            raise fail("syntax", message, Span(file, 1, 1), hint)


def with_reasons(plan: Plan, chosen: Sequence[EngineVerdict]) -> Plan:
    """The plan that says of copies by engines that these were not asked for."""
    fifos = {verdict.fifo for verdict in chosen if verdict.engine}
    transfers = (replace(t, reason=CHOSEN) if fifo_name(plan.graph, t.fifo) in fifos else t for t in plan.transfers)
    choices = (replace(c, reason=CHOSEN) if c.fifo in fifos and c.reason == ASKED_FOR else c for c in plan.choices)
    return replace(plan, transfers=tuple(transfers), choices=tuple(choices), engine_verdicts=tuple(chosen))


def _copies(plan: Plan, program: Program) -> Iterator[_Copy]:
    """Those that dfgen may make otherwise."""
    found: dict[str, list[Transfer]] = {}
    for transfer in plan.transfers:
        if transfer.how.way.is_copy and transfer.reason != ASKED_FOR:
            found.setdefault(fifo_name(plan.graph, transfer.fifo), []).append(transfer)
    for fifo, transfers in found.items():
        firings = max(program.blocks[t.actor][0].firings_per_iteration for t in transfers)
        moved = sum(t.bytes_per_iteration * moved_share(t.type) for t in transfers)
        core_ns = sum(dict(t.estimates_ns).get(t.how.strategy, 0) for t in transfers)
        yield _Copy(fifo, firings, moved / firings, core_ns, bool(transfers[0].type.objects))


def _tried(
    cost: EngineCost,
    copies: Sequence[_Copy],
    alone: Outcome[T],
    cpus: int,
    plan_with: Callable[[Demands], Outcome[T] | None],
) -> tuple[Outcome[T] | None, Demands, str]:
    """The best that one engine comes to, and what it copies then; or why it is not taken."""
    possible = [copy for copy in copies if copy.can_be_by(ENGINES[cost.name])]
    worth = [copy for copy in possible if copy.saved_ns(cost) > 0]
    if not possible:
        return None, {}, "it copies no objects"
    if not worth:
        return None, {}, "giving copies away costs more than making them"
    most_ns = sum(copy.saved_ns(cost) for copy in worth)
    hidden_ns = max(0.0, alone.period_ns - most_ns)
    if alone.period_ns < ENGINES_GAIN.value * hidden_ns:
        return None, {}, f"less than {_least_gain()} could be gained, if all copies were hidden"
    if ENGINES[cost.name].threads and len(alone.program.cores) >= cpus:
        return None, {}, "no CPU is left over for its threads"
    sets = [worth, *([copy] for copy in worth[:ALONE_MOST] if len(worth) > 1)]
    found, demands = None, Demands()
    for together in sets:
        wanted = {copy.fifo: cost.name for copy in together}
        outcome = plan_with(wanted)
        if outcome is None or (ENGINES[cost.name].threads and len(outcome.program.cores) >= cpus):
            continue
        if found is None or outcome.period_ns < found.period_ns:
            found, demands = outcome, wanted
    if found is None:
        return None, {}, f"it cannot be had: {OFFLOAD.name} serves no cycles"
    told = f"{_ns(found.period_ns)} an iteration instead of {_ns(alone.period_ns)} (estimates)"
    if alone.period_ns < ENGINES_GAIN.value * found.period_ns:
        return None, {}, f"{told}, which is less than {_least_gain()}"
    return found, demands, told


def _least_gain() -> str:
    return f"{100 * (ENGINES_GAIN.value - 1):.0f} %"


def _ns(value: float) -> str:
    return duration(round(value))
