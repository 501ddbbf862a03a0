# SPDX-License-Identifier: Apache-2.0
"""Actor declarations to actors: ports, calls, state, promises and time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import lcm

from dfgen.frontend.annotations import actor_notes, placed
from dfgen.frontend.calls import PHASE, CallScope, elaborate_call
from dfgen.frontend.expressions import evaluate_number, in_c
from dfgen.frontend.objects import check_objects
from dfgen.frontend.ports import PHASES_MAX, DeclaredPort, check_overlays, elaborate_ports, unique_names, with_both_ways
from dfgen.frontend.problems import Problems
from dfgen.frontend.replication import base_name
from dfgen.frontend.scopes import Scope
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    CallItem,
    FlagItem,
    PeriodItem,
    PortDeclaration,
    StateItem,
    TimeItem,
)
from dfgen.frontend.times import elaborate_core_times, elaborate_period, elaborate_times
from dfgen.model.actor import Actor, ActorKind, Call, State
from dfgen.model.diagnostics import Note
from dfgen.model.frozen import frozen
from dfgen.model.port import Access, Port


@frozen
class DeclaredActor:
    """An actor or routing actor, and what its ports say of the bytes they write."""

    actor: Actor
    written: dict[str, float]


def declared(actor: Actor, ports: Iterable[DeclaredPort]) -> DeclaredActor:
    written = {p.port.name: p.written_fraction for p in ports if p.written_fraction is not None}
    return DeclaredActor(actor, written)


def elaborate_actor(name: str, declaration: ActorDeclaration, scope: Scope) -> DeclaredActor | None:
    """The actor called `name` as `declaration` describes it; None if its ports are wrong (which has been reported)."""
    problems = scope.problems
    _refuse_repetition(declaration.items, problems)
    declared_ports = (item for item in declaration.items if isinstance(item, PortDeclaration))
    port_declarations = with_both_ways(declared_ports, problems)
    ports = elaborate_ports(port_declarations, scope)
    check_overlays(port_declarations, problems)
    flags = {item.word for item in declaration.items if isinstance(item, FlagItem)}
    states = [item for item in declaration.items if isinstance(item, StateItem)]
    state = _state(states[0], scope) if states else None
    windows = tuple(p.port for p in ports or ())
    check_objects(windows, state, problems)
    if states and "stateless" in flags:
        message = f"'{declaration.name.text}' has a state and claims to be stateless"
        problems.add("clause-invalid", message, states[0].span, "Remove one of the two.")
    period = elaborate_period(declaration.items, scope)
    if period and "stateless" in flags:
        message = f"'{declaration.name.text}' has a period, which orders its firings, and claims to be stateless"
        problems.add("clause-invalid", message, declaration.name.span, "Remove one of the two.")
    notes = actor_notes(declaration.annotations, scope)
    calls = _calls(windows, declaration, states, scope) if ports is not None else {}
    actor = Actor(
        name,
        ActorKind.CODE,
        windows,
        fire=calls.get("fire"),
        init=calls.get("init"),
        end=calls.get("end"),
        state=state,
        ordered=bool(states) or period > 0,
        stateless="stateless" in flags,
        stops="stops" in flags,
        effect="effect" in flags,
        io="io" in flags,
        times=elaborate_times(declaration.items, scope),
        core_times=elaborate_core_times(declaration.items),
        period=period,
        script=notes.script,
        span=declaration.name.span,
    )
    if ports is None or not phases_are_few(actor, problems):
        return None
    return declared(placed(actor, notes.cores, notes.node), ports)


def phases_are_few(actor: Actor, problems: Problems) -> bool:
    """Whether the phases of all ports together can be counted."""
    if lcm(*(len(port.rates) for port in actor.ports)) <= PHASES_MAX:
        return True
    message = f"the phases of the ports of '{actor.name}' together are more than {PHASES_MAX}"
    hint = "They go round together after the least common multiple of their numbers: make these divide each other."
    problems.add("phases-too-many", message, actor.span, hint)
    return False


_WORDS: Mapping[type[ActorItem], str] = {StateItem: "state", TimeItem: "time", PeriodItem: "period"}


def _refuse_repetition(items: Iterable[ActorItem], problems: Problems) -> None:
    """Everything but ports is said once."""
    first: dict[str, ActorItem] = {}
    for item in items:
        if isinstance(item, PortDeclaration):
            continue
        word = item.word if isinstance(item, (CallItem, FlagItem)) else _WORDS[type(item)]
        if word in first:
            note = Note("the first", first[word].span)
            problems.add(
                "clause-invalid", f"this actor has a second '{word}'", item.span, "Remove one of them.", [note]
            )
        first.setdefault(word, item)


def _state(item: StateItem, scope: Scope) -> State | None:
    """The declared state; None for a bare `state`, or a wrong one (reported)."""
    if item.name is None or item.type is None:
        return None
    if item.name.text == PHASE:
        message = "'phase' stands for the firing's phase in calls and cannot name anything else"
        scope.problems.add("name-invalid", message, item.name.span, "Choose another name.")
    with scope.problems.caught():
        type = scope.type(replace(item.type, count=None))
        count = scope.size(item.type, "a state")
        given = item.construction
        construction = tuple(in_c(evaluate_number(e, scope.values)) for e in given) if given is not None else None
        return State(item.name.text, type, count, item.name.span, construction=construction)
    return None


def _calls(
    windows: Sequence[Port], declaration: ActorDeclaration, states: list[StateItem], scope: Scope
) -> dict[str, Call]:
    """By `init`, `fire` and `end`."""
    arrays = _arrays(windows)
    ports = [port.name for port in windows if base_name(port.name) not in arrays]
    in_place = frozenset(port.overlays for port in windows if port.in_place)
    names = [item.name for item in declaration.items if isinstance(item, PortDeclaration)]
    unique_names([*names, *(s.name for s in states if s.name is not None)], "port or state", scope.problems)
    for name in names:
        if name.text == PHASE:
            message = "'phase' stands for the firing's phase in calls and cannot name anything else"
            scope.problems.add("name-invalid", message, name.span, "Choose another name.")
    state = next((s.name.text for s in states if s.name is not None), None)
    only_fire = {
        port: "a port has its window only while the actor fires"
        for port in (*ports, *arrays)
        if port not in scope.values
    }
    only_fire[PHASE] = "the phase is known only while the actor fires"
    scopes = {
        "init": CallScope(scope.values, scope.origins, (), state, absent=only_fire, may_be_live=True),
        "fire": CallScope(
            scope.values,
            scope.origins,
            ports,
            state,
            has_phase=True,
            arrays=arrays,
            may_be_live=True,
            in_place=in_place,
        ),
        "end": CallScope(scope.values, scope.origins, (), state, absent=only_fire),
    }
    calls: dict[str, Call] = {}
    for item in declaration.items:
        if isinstance(item, CallItem) and item.word not in calls:
            named = scopes["init"] if not item.has_scratch else replace(scopes["init"], ports=ports, absent={})
            with scope.problems.caught():
                calls[item.word] = elaborate_call(item.call, named if item.word == "init" else scopes[item.word])
    if "fire" in calls:
        _require_all_ports(windows, calls["fire"], scope.problems)
    return calls


def _arrays(windows: Iterable[Port]) -> dict[str, tuple[str, ...]]:
    """The arrays of ports, with the names of their elements."""
    found: dict[str, list[str]] = {}
    for port in windows:
        if base_name(port.name) != port.name:
            found.setdefault(base_name(port.name), []).append(port.name)
    return {name: tuple(elements) for name, elements in found.items()}


def _require_all_ports(windows: Iterable[Port], fire: Call, problems: Problems) -> None:
    passed = fire.ports
    for port in windows:
        if port.name not in passed and port.access is not Access.UNUSED:
            message = f"port '{base_name(port.name)}' is not handed to '{fire.function}'"
            hint = "Name it in the arguments of 'fire', or say 'unused'."
            problems.add("port-not-passed", message, port.span, hint, [Note("the call", fire.span)])
