# SPDX-License-Identifier: Apache-2.0
"""Annotations: `@core` and `@node` on actors, `@throughput` on the main graph, and those that edges have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from dfgen.frontend.expressions import Division, Values, evaluate_exact, evaluate_int64, evaluate_integer
from dfgen.frontend.ports import ACCESS_OF_INPUT, percentage
from dfgen.frontend.printer import print_annotation_value
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.scopes import TOKENS_MAX, Scope
from dfgen.frontend.syntax import Annotation, Expression, FunctionUse, Identifier, NameUse, PathText, Percent
from dfgen.model.actor import Actor, MemoryScript
from dfgen.model.diagnostics import Diagnostic, Note, Span
from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef, TransferRequest
from dfgen.model.likeness import suggestion
from dfgen.model.port import AFTER, NOWHERE, Access, Port

CORE_MAX = 65535

ON_ACTORS = {
    "core": "@core(number), or @core(number, number, ...) for a choice",
    "node": '@node(number), or @node("name")',
    "script": '@script("file", variable = value, ...)',
}
ON_FILES = {
    "core": ON_ACTORS["core"],
    "node": ON_ACTORS["node"],
    "file": "@file(scheme = signalled, backend = thread, direct, durable, ends_short), any of these",
}
ON_GRAPHS = {"throughput": "@throughput(25)"}
CHOICES = {
    "transfer": "@transfer(strategy, option = value, ...)",
    "access": "@access(read_only), or @access(read_mostly, written = 2%)",
    "private": "@private",
}
ON_EDGES = {
    **CHOICES,
    "capacity": "@capacity(tokens)",
    "channel": '@channel("name"), @channel(bits = 12), or both',
}
"""The annotations of a place, and how they are written. `CHOICES` are those that `dfgen annotate` makes."""


@frozen
class AccessRequest:
    """`@access` on an edge: a claim about the ports that read it."""

    access: Access
    written_fraction: float | None
    span: Span


def contradiction(ref: PortRef, actor: Actor, span: Span) -> Diagnostic:
    """Of a claim about a port that says itself how it is accessed."""
    port = actor.port(ref.port)
    notes = (Note("the port", port.span),)
    if port.name + AFTER in actor.port_by_name:
        message = f"'{ref}' goes both ways, so its function changes what becomes its output, and nothing of the input"
        return Diagnostic("clause-invalid", message, span, "Declare an input and an output that overlays it.", notes)
    message = f"'{ref}' is declared '{port.access.value if port.access else ''}', which contradicts this"
    return Diagnostic("clause-invalid", message, span, "Keep one.", notes)


def with_ports(actors: Iterable[Actor], changed: Mapping[PortRef, Port]) -> tuple[Actor, ...]:
    """The actors with their changed ports, all those of an actor at once: it may have thousands."""
    touched = {ref.actor for ref in changed}
    return tuple(_with_ports(actor, changed) if actor.name in touched else actor for actor in actors)


def _with_ports(actor: Actor, changed: Mapping[PortRef, Port]) -> Actor:
    ports = (changed.get(PortRef(actor.name, port.name), port) for port in actor.ports)
    return replace(actor, ports=tuple(ports))


@frozen
class ActorNotes:
    """What the annotations of one actor say. Without `cores`, any core may run it; without `node`, any node."""

    cores: tuple[int, ...] = ()
    node: int | str | None = None
    script: MemoryScript | None = None
    file: Annotation | None = None


def placed(actor: Actor, cores: tuple[int, ...], node: int | str | None = None) -> Actor:
    """The actor on one of `cores`, on that node; where it was if there are none."""
    if node is not None:
        actor = replace(actor, node=node)
    if not cores:
        return actor
    return replace(actor, core=cores[0] if len(cores) == 1 else None, cores=cores if len(cores) > 1 else ())


@frozen
class EdgeNotes:
    """What the annotations of one edge say."""

    transfer: TransferRequest | None = None
    access: AccessRequest | None = None
    private: bool = False
    capacity_tokens: int | None = None
    channel: str = ""
    token_bits: int | None = None
    private_span: Span = NOWHERE


def actor_notes(annotations: Iterable[Annotation], scope: Scope, known: dict[str, str] = ON_ACTORS) -> ActorNotes:
    notes = ActorNotes()
    for annotation in _known(annotations, known, "an actor", scope.problems):
        with scope.problems.caught():
            if annotation.name.text == "core":
                notes = replace(notes, cores=_cores(annotation, scope))
            elif annotation.name.text == "node":
                notes = replace(notes, node=_node(annotation, scope))
            elif annotation.name.text == "file":
                notes = replace(notes, file=annotation)
            else:
                notes = replace(notes, script=_script(annotation, scope))
    return notes


def _cores(annotation: Annotation, scope: Scope) -> tuple[int, ...]:
    """The cores of which one is to run the actor."""
    cores: dict[int, None] = {}
    for argument in annotation.arguments:
        value = argument.value
        if argument.key is not None or isinstance(value, (Percent, PathText, Identifier)):
            raise _wrong(annotation, ON_ACTORS)
        core = evaluate_integer(value, scope.values)
        if not 0 <= core <= CORE_MAX:
            message = f"cores are numbered from 0 to {CORE_MAX}"
            raise reject("annotation-arguments", message, value.span, f"It is written {ON_ACTORS['core']}.")
        cores[core] = None
    if not cores:
        raise _wrong(annotation, ON_ACTORS)
    return tuple(sorted(cores))


def _node(annotation: Annotation, scope: Scope) -> int | str:
    """The number or the name of the node that is to run the actor."""
    arguments = annotation.arguments
    value = arguments[0].value if len(arguments) == 1 and arguments[0].key is None else None
    if isinstance(value, PathText):
        return value.text
    if value is None or isinstance(value, (Percent, Identifier)):
        raise _wrong(annotation, ON_ACTORS)
    node = evaluate_integer(value, scope.values)
    if not 0 <= node <= CORE_MAX:
        message = f"nodes are numbered from 0 to {CORE_MAX}"
        raise reject("annotation-arguments", message, value.span, f"It is written {ON_ACTORS['node']}.")
    return node


def _script(annotation: Annotation, scope: Scope) -> MemoryScript:
    file: str | None = None
    values: dict[str, int] = {}
    for argument in annotation.arguments:
        value, key = argument.value, argument.key.text if argument.key is not None else ""
        if isinstance(value, PathText) and not key and file is None:
            file = value.text
        elif key and key not in values and not isinstance(value, (Percent, PathText, Identifier)):
            values[key] = evaluate_int64(value, scope.values)
        else:
            raise _wrong(annotation, ON_ACTORS)
    if file is None:
        raise _wrong(annotation, ON_ACTORS)
    return MemoryScript(file, tuple(values.items()), annotation.span)


def throughput_of(annotations: Iterable[Annotation], scope: Scope) -> Fraction | None:
    """The throughput that the annotations of the main graph demand."""
    throughput = None
    for annotation in _known(annotations, ON_GRAPHS, "a graph", scope.problems):
        with scope.problems.caught():
            value = _only_value(annotation, ON_GRAPHS)
            throughput = evaluate_exact(value, scope.values)
            if throughput <= 0:
                raise reject("annotation-arguments", "a throughput is more than 0", value.span)
    return throughput


def _only_value(annotation: Annotation, forms: dict[str, str]) -> Expression:
    """The number in the brackets of an annotation that takes nothing else."""
    arguments = annotation.arguments
    value = arguments[0].value if len(arguments) == 1 and arguments[0].key is None else None
    if value is None or isinstance(value, (Percent, PathText, Identifier)):
        raise _wrong(annotation, forms)
    return value


def edge_notes(
    annotations: Iterable[Annotation], problems: Problems, values: Values = MappingProxyType({})
) -> EdgeNotes:
    """`values` are those of the parameters that the annotations may name."""
    notes = EdgeNotes()
    for annotation in _known(annotations, ON_EDGES, "an edge", problems):
        with problems.caught():
            notes = _with_note(notes, annotation, problems, values)
    return notes


def _with_note(notes: EdgeNotes, annotation: Annotation, problems: Problems, values: Values) -> EdgeNotes:
    if annotation.name.text == "transfer":
        return replace(notes, transfer=_transfer(annotation))
    if annotation.name.text == "access":
        return replace(notes, access=_access(annotation, problems))
    if annotation.name.text == "capacity":
        return replace(notes, capacity_tokens=_capacity(annotation, values))
    if annotation.name.text == "channel":
        return _with_channel(notes, annotation, values)
    if annotation.arguments:
        raise _wrong(annotation, ON_EDGES)
    return replace(notes, private=True, private_span=annotation.span)


def _capacity(annotation: Annotation, values: Values) -> int:
    value = _only_value(annotation, ON_EDGES)
    tokens = evaluate_integer(value, values, Division.STRICT)
    if not 1 <= tokens <= TOKENS_MAX:
        hint = "Leave it out where nothing bounds the FIFO."
        raise reject("annotation-arguments", "a capacity is from 1 to 2 ** 62 tokens", value.span, hint)
    return tokens


def _with_channel(notes: EdgeNotes, annotation: Annotation, values: Values) -> EdgeNotes:
    for argument in annotation.arguments:
        value, key = argument.value, argument.key.text if argument.key is not None else ""
        if isinstance(value, PathText) and not key and not notes.channel:
            notes = replace(notes, channel=value.text)
        elif key == "bits" and notes.token_bits is None and not isinstance(value, (Percent, PathText, Identifier)):
            bits = evaluate_integer(value, values, Division.STRICT)
            if not 0 <= bits <= TOKENS_MAX:
                raise reject("annotation-arguments", "a token has from 0 to 2 ** 62 bits", value.span)
            notes = replace(notes, token_bits=bits)
        else:
            raise _wrong(annotation, ON_EDGES)
    if not annotation.arguments:
        raise _wrong(annotation, ON_EDGES)
    return notes


def _known(
    annotations: Iterable[Annotation], known: dict[str, str], place: str, problems: Problems
) -> Iterator[Annotation]:
    """The annotations that exist, each name once."""
    seen: set[str] = set()
    for annotation in annotations:
        name = annotation.name
        if name.text not in known:
            hint = suggestion(
                f"@{name.text}", [f"@{each}" for each in known], f"Valid here: {', '.join(known.values())}."
            )
            problems.add("annotation-unknown", f"{place} has no annotation '@{name.text}'", annotation.span, hint)
        elif name.text in seen:
            message = f"'@{name.text}' is given twice"
            problems.add("annotation-arguments", message, annotation.span, "Remove one of them.")
        else:
            seen.add(name.text)
            yield annotation


def _wrong(annotation: Annotation, forms: dict[str, str]) -> Exception:
    name = annotation.name.text
    hint = f"It is written {forms[name]}."
    return reject("annotation-arguments", f"the arguments of '@{name}' are not understood", annotation.span, hint)


def _transfer(annotation: Annotation) -> TransferRequest:
    if not annotation.arguments:
        raise _wrong(annotation, ON_EDGES)
    first, *options = annotation.arguments
    if first.key is not None or not isinstance(first.value, (NameUse, FunctionUse)):
        raise _wrong(annotation, ON_EDGES)
    named: dict[str, str] = {}
    for option in options:
        if option.key is None or option.key.text in named:
            raise _wrong(annotation, ON_EDGES)
        text = print_annotation_value(option)
        named[option.key.text] = text.strip('"') if isinstance(option.value, PathText) else text
    return TransferRequest(print_annotation_value(first), tuple(named.items()), annotation.span)


def _access(annotation: Annotation, problems: Problems) -> AccessRequest:
    arguments = annotation.arguments
    if not 1 <= len(arguments) <= 2 or arguments[0].key or not isinstance(arguments[0].value, NameUse):
        raise _wrong(annotation, ON_EDGES)
    modes = {mode.value: mode for mode in ACCESS_OF_INPUT if mode is not Access.UNUSED}
    mode = arguments[0].value
    if mode.text not in modes:
        hint = suggestion(mode.text, modes, f"Valid here: {', '.join(modes)}.")
        raise reject("annotation-arguments", f"there is no access mode '{mode.text}'", mode.span, hint)
    written = None
    if len(arguments) == 2:
        value, key = arguments[1].value, arguments[1].key
        if key is None or key.text != "written" or not isinstance(value, Percent) or mode.text != "read_mostly":
            raise _wrong(annotation, ON_EDGES)
        written = percentage(value, problems)
    return AccessRequest(modes[mode.text], written, annotation.span)
