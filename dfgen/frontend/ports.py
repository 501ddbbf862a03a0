# SPDX-License-Identifier: Apache-2.0
"""Port declarations to ports: token type, rates, access mode, and what an output may be written over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dfgen.frontend.calls import names_in
from dfgen.frontend.expressions import CHECK_PARAMETERS, Division, evaluate_integer
from dfgen.frontend.numbers import exact_number
from dfgen.frontend.objects import up_to_bytes, used_bytes
from dfgen.frontend.problems import Problems, Rejected, reject
from dfgen.frontend.replication import declared_ports
from dfgen.frontend.scopes import TOKENS_MAX, Scope, shown
from dfgen.frontend.syntax import (
    Annotation,
    Clause,
    Identifier,
    NameUse,
    PathText,
    Percent,
    PortDeclaration,
    Rate,
    RateList,
)
from dfgen.model.diagnostics import Note
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion
from dfgen.model.port import AFTER, Access, ByEngine, Direction, Port, SlicePattern

PHASES_MAX = 65536
PHASES_OF_ONE = f"Write 1 to {PHASES_MAX}, or leave it out."
FEWER_PHASES = "Pass in one firing what goes through some phases now: the sum of their rates."

INOUT = "inout"
ON_PORTS = {
    "access": "@access(read_only), or @access(read_mostly, written = 2%)",
    "by": "@by(engine = name), or @by(engine = name, threshold = bytes)",
    "used": "@used(3KiB)",
}
ACCESS_OF_INPUT = (Access.READ_ONLY, Access.READ_MOSTLY, Access.READ_WRITE, Access.UNUSED)
ACCESS_OF_OUTPUT = (Access.WRITE_ONLY, Access.READ_WRITE, Access.UNUSED)


@frozen
class DeclaredPort:
    """A port, and how much of its window the actor is said to write."""

    port: Port
    written_fraction: float | None = None


def elaborate_ports(declarations: Iterable[PortDeclaration], scope: Scope) -> list[DeclaredPort] | None:
    """The ports of one actor, routing actor or graph; None if any of them is wrong (which has been reported)."""
    found: list[DeclaredPort] = []
    complete = unique_names([d.name for d in declarations], "port", scope.problems)
    for declaration in declarations:
        before = len(found)
        with scope.problems.caught():
            found += _ports(declaration, scope)
        complete = complete and len(found) > before
    return found if complete else None


def with_both_ways(declarations: Iterable[PortDeclaration], problems: Problems) -> list[PortDeclaration]:
    """`inout x` as what it stands for: `in x`, and an output that overlays it. Its function gets one pointer."""
    found: list[PortDeclaration] = []
    for declaration in declarations:
        if declaration.direction != INOUT:
            found.append(declaration)
            continue
        name = declaration.name
        sizes = tuple(clause for clause in declaration.clauses if clause.size is not None)
        if len(declaration.marks) > len(sizes) or name.index is not None or declaration.pattern is not None:
            message = f"'{name.text}' goes both ways, so it is not an array and has no clauses or annotations"
            problems.add(
                "clause-invalid", message, declaration.span, "Declare an input and an output that overlays it."
            )
        clause = Clause("overlays", port=Identifier(name.text, name.span), span=name.span)
        reads = Clause(Access.READ_ONLY.value, span=name.span)
        plain = replace(declaration, name=replace(name, index=None), annotations=(), pattern=None)
        after = Identifier(name.text + AFTER, name.span)
        found.append(replace(plain, direction=Direction.INPUT.value, clauses=(reads,)))
        found.append(replace(plain, direction=Direction.OUTPUT.value, name=after, clauses=(clause, *sizes)))
    return found


def unique_names(names: Iterable[Identifier], what: str, problems: Problems) -> bool:
    """Whether all names differ; each second use is reported."""
    first: dict[str, Identifier] = {}
    complete = True
    for name in names:
        if name.text in first:
            note = Note(f"the first '{name.text}'", first[name.text].span)
            problems.add("name-duplicate", f"there is a {what} '{name.text}' already", name.span, "Rename it.", [note])
            complete = False
        first.setdefault(name.text, name)
    return complete


def _ports(declaration: PortDeclaration, scope: Scope) -> list[DeclaredPort]:
    """The port of a declaration, or those of an array."""
    if declaration.direction == INOUT:
        message = f"'{declaration.name.text}' goes both ways, which only ports of actors do that have code"
        raise reject("clause-invalid", message, declaration.span, "Declare an input and an output.")
    name, direction = declaration.name, Direction(declaration.direction)
    type = scope.type(declaration.type)
    if type.objects and name.text.endswith(AFTER):
        raise _objects_both_ways(declaration)
    said = _clauses(declaration, direction, scope.problems)
    rates, pattern = _rates_and_pattern(declaration, scope)
    up_to = up_to_bytes(declaration.clauses, type, direction, scope)
    used = used_bytes(declaration.annotations, up_to, scope)
    by = _by(declaration, direction, scope)
    names = [name.text] if name.index is None else declared_ports(name, name.index, scope.values)
    return [
        DeclaredPort(
            Port(
                each,
                direction,
                type,
                rates,
                said.access,
                partial=said.partial,
                in_place=each.endswith(AFTER),
                overlays=said.overlays,
                up_to_bytes=up_to,
                used_bytes=used,
                pattern=pattern,
                by=by,
                span=name.span,
            ),
            said.written_fraction,
        )
        for each in names
    ]


def _objects_both_ways(declaration: PortDeclaration) -> Rejected:
    """`declaration`: of the output that an `inout` stands for."""
    name, type = declaration.name.text.removesuffix(AFTER), " ".join(declaration.type.words)
    message = f"'{name}' goes both ways, which tokens of objects cannot"
    hint = f"Declare 'in {name} : {type}[...]', and an output with 'up to 64KiB overlays {name}' behind its rates."
    return reject("clause-invalid", message, declaration.span, hint)


def _rates_and_pattern(declaration: PortDeclaration, scope: Scope) -> tuple[tuple[int, ...], SlicePattern | None]:
    brackets = declaration.brackets
    if len(brackets) == 1 and declaration.pattern is None:
        return _rates(brackets[0], scope), None
    if len(brackets) != 2 or any(len(part.rates) != 1 for part in brackets):
        hint = "The output of a slice is written 'type[windows][tokens of a window]'."
        raise reject("routing-shape", "this is not the form of a port", brackets[-1].span, hint)
    count, length = (_rates(part, scope)[0] for part in brackets)
    if count * length > TOKENS_MAX:
        message = "the windows of this slice hold more than 2 ** 62 tokens"
        raise reject("number-too-large", message, brackets[0].span, CHECK_PARAMETERS)
    start, step = 0, length
    if declaration.pattern is not None:
        start = evaluate_integer(declaration.pattern.start, scope.values, Division.STRICT)
        step = evaluate_integer(declaration.pattern.step, scope.values, Division.STRICT)
        if max(abs(start), abs(step)) * count > TOKENS_MAX:
            message = "the windows of this slice lie more than 2 ** 62 tokens away"
            raise reject("number-too-large", message, declaration.pattern.span, CHECK_PARAMETERS)
    return (count * length,), SlicePattern(count, length, start, step)


def _rates(part: RateList, scope: Scope) -> tuple[int, ...]:
    """One rate a phase, checked."""
    if not part.rates:
        raise reject("rate-empty", "this port has no rate", part.span, "Write one rate, or one for each phase.")
    rates: list[int] = []
    for rate in part.rates:
        value, times = _rate(rate, scope)
        if len(rates) + times > PHASES_MAX:
            raise reject("phases-too-many", f"a port has at most {PHASES_MAX} phases", rate.span, FEWER_PHASES)
        rates += [value] * times
    if not any(rates):
        raise _zero(part, scope)
    return tuple(rates)


def _zero(part: RateList, scope: Scope) -> Rejected:
    """Told of the parameter that is zero, if there is one: once, however many ports have a rate by it."""
    for use in (use for rate in part.rates for use in names_in(rate.value)):
        place = scope.place(use.text)
        if scope.values.get(use.text) == 0 and place is not None:
            message = f"'{use.text}' is 0, so ports whose rates are computed from it never carry a token"
            origin = scope.origins.get(use.text)
            hint = f"Give it another value{f', with -p {origin}=VALUE' if origin else ''}."
            return reject("rate-zero", message, place, hint, [Note("such as this port", part.span)])
    hint = "A port that never carries a token can be left out."
    return reject("rate-zero", "the rate of this port is zero", part.span, hint)


def _rate(rate: Rate, scope: Scope) -> tuple[int, int]:
    value = evaluate_integer(rate.value, scope.values, Division.STRICT)
    if value < 0:
        message = f"a rate of {shown(value)} is negative"
        raise reject("rate-negative", message, rate.value.span, CHECK_PARAMETERS)
    if value > TOKENS_MAX:
        raise reject("number-too-large", "a rate is at most 2 ** 62 tokens", rate.value.span, CHECK_PARAMETERS)
    if rate.phases is None:
        return value, 1
    times = evaluate_integer(rate.phases, scope.values, Division.STRICT)
    if not 1 <= times <= PHASES_MAX:
        message = f"a rate cannot hold for {shown(times)} phases"
        raise reject("size-invalid", message, rate.phases.span, PHASES_OF_ONE)
    return value, times


@frozen
class _Said:
    """What stands behind a port's rates."""

    access: Access | None
    written_fraction: float | None
    partial: bool
    overlays: str


def _clauses(declaration: PortDeclaration, direction: Direction, problems: Problems) -> _Said:
    access: Clause | None = None
    others: dict[str, Clause] = {}
    for clause in (*declaration.clauses, *_annotated_access(declaration, problems)):
        if clause.size is not None:
            continue
        if clause.word in ("partial", "overlays"):
            if clause.word in others or direction is Direction.INPUT:
                message = f"'{clause.word}' belongs to outputs, and is given once"
                problems.add("clause-invalid", message, clause.span, "Remove the clause.")
            others[clause.word] = clause
            continue
        if access is not None:
            message = f"'{access.word}' and '{clause.word}' contradict each other"
            problems.add("clause-invalid", message, clause.span, "Keep one of them.", [Note("the first", access.span)])
        access = access or clause
        check_access(Access(clause.word), direction, clause, problems)
    written = percentage(access.written, problems) if access is not None and access.written else None
    over = others["overlays"].port if "overlays" in others else None
    if over is not None and "partial" in others:
        message = f"a partial output is zeroed before each firing, and with it '{over.text}'"
        problems.add("clause-invalid", message, others["overlays"].span, "Remove 'partial' or 'overlays'.")
    return _Said(Access(access.word) if access else None, written, "partial" in others, over.text if over else "")


def _annotated_access(declaration: PortDeclaration, problems: Problems) -> Iterator[Clause]:
    """`@access(mode)` on a port says what the word itself says."""
    for annotation in declaration.annotations:
        name = annotation.name.text
        clause = _access_clause(annotation)
        if name not in ON_PORTS:
            message = f"a port has no annotation '@{name}'"
            hint = suggestion(name, ON_PORTS, f"Valid here: {'; '.join(ON_PORTS.values())}.")
            problems.add("annotation-unknown", message, annotation.span, hint)
        elif name == "access" and clause is None:
            message = "the arguments of '@access' are not understood"
            problems.add("annotation-arguments", message, annotation.span, f"It is written {ON_PORTS[name]}.")
        elif clause is not None:
            yield clause


def _by(declaration: PortDeclaration, direction: Direction, scope: Scope) -> ByEngine | None:
    """`@by(engine = name, threshold = bytes)` of an output."""
    found = [annotation for annotation in declaration.annotations if annotation.name.text == "by"]
    if not found:
        return None
    annotation, how = found[0], f"It is written {ON_PORTS['by']}."
    if len(found) > 1:
        raise reject("annotation-arguments", "'@by' is given twice", found[1].span, "Remove one of them.")
    if direction is Direction.INPUT:
        hint = "Put '@by' behind an output."
        raise reject("annotation-arguments", "an actor does not write its inputs", annotation.span, hint)
    values = {a.key.text: a.value for a in annotation.arguments if a.key is not None}
    engine, threshold = values.get("engine"), values.get("threshold")
    is_known = len(values) == len(annotation.arguments) and values.keys() <= {"engine", "threshold"}
    if not is_known or not isinstance(engine, NameUse) or isinstance(threshold, (Percent, PathText, Identifier)):
        raise reject("annotation-arguments", "the arguments of '@by' are not understood", annotation.span, how)
    size = 0
    if threshold is not None:
        size = evaluate_integer(threshold, scope.values, Division.STRICT)
        if not 1 <= size <= TOKENS_MAX:
            raise reject("annotation-arguments", "a threshold is from 1 to 2 ** 62 bytes", threshold.span, how)
    return ByEngine(engine.text, size, span=annotation.span)


def _access_clause(annotation: Annotation) -> Clause | None:
    if annotation.name.text != "access" or not 1 <= len(annotation.arguments) <= 2:
        return None
    mode, *more = annotation.arguments
    modes = [access.value for access in (*ACCESS_OF_INPUT, *ACCESS_OF_OUTPUT)]
    if mode.key is not None or not isinstance(mode.value, NameUse) or mode.value.text not in modes:
        return None
    if not more:
        return Clause(mode.value.text, None, span=annotation.span)
    key, value = more[0].key, more[0].value
    if key is None or key.text != "written" or not isinstance(value, Percent) or mode.value.text != "read_mostly":
        return None
    return Clause(mode.value.text, value, span=annotation.span)


def check_overlays(declarations: Sequence[PortDeclaration], problems: Problems) -> None:
    """Each output of an actor that overlays something names an input of the actor, which no other output overlays."""
    inputs = {d.name.text for d in declarations if d.direction == Direction.INPUT.value}
    arrays = {d.name.text for d in declarations if d.name.index is not None}
    outputs = {d.name.text for d in declarations} - inputs
    first: dict[str, Clause] = {}
    for output, clause in ((d.name.text, c) for d in declarations if d.name.text in outputs for c in d.clauses):
        if clause.port is None:
            continue
        name = clause.port.text
        if name in arrays or output in arrays:
            message = "an array of ports lies over nothing, and nothing over it"
            problems.add("overlay-invalid", message, clause.port.span, "Declare these ports one by one.")
        elif name in outputs:
            message = f"an output overlays an input, and '{name}' is an output"
            problems.add("overlay-invalid", message, clause.port.span, "Name an input of the actor.")
        elif name not in inputs:
            hint = suggestion(name, inputs, "Name an input of the actor.")
            problems.add("port-unknown", f"the actor has no input '{name}'", clause.port.span, hint)
        elif name in first:
            note = Note("the first", first[name].span)
            message = f"two outputs overlay '{name}', and would be written over each other"
            problems.add("overlay-invalid", message, clause.span, "Remove one of them.", [note])
        first.setdefault(name, clause)


def check_access(access: Access, direction: Direction, clause: Clause, problems: Problems) -> None:
    allowed = ACCESS_OF_INPUT if direction is Direction.INPUT else ACCESS_OF_OUTPUT
    if access not in allowed:
        what = "an input" if direction is Direction.INPUT else "an output"
        hint = f"It can be {', '.join(mode.value for mode in allowed)}."
        problems.add("clause-invalid", f"{what} cannot be '{access.value}'", clause.span, hint)


def percentage(percent: Percent, problems: Problems) -> float | None:
    """The fraction that a percentage says; None (reported) beyond 100 %."""
    with problems.caught():
        value = exact_number(percent.number, percent.span) / 100
        if value <= 1:
            return float(value)
        raise reject("number-too-large", "more than 100 % cannot be written", percent.span, "Write 0 % to 100 %.")
    return None
