# SPDX-License-Identifier: Apache-2.0
"""Annotations: `@core` on actors; `@transfer`, `@access` and `@private` on edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dfgen.frontend.expressions import evaluate_integer
from dfgen.frontend.ports import ACCESS_OF_INPUT, percentage
from dfgen.frontend.printer import print_annotation_value
from dfgen.frontend.problems import Problems, reject, suggestion
from dfgen.frontend.scopes import Scope
from dfgen.frontend.syntax import Annotation, FunctionUse, Identifier, NameUse, PathText, Percent
from dfgen.model.diagnostics import Span
from dfgen.model.graph import Access, TransferRequest

CORE_MAX = 65535

ON_ACTORS = {"core": "@core(number)"}
ON_EDGES = {
    "transfer": "@transfer(strategy, option = value, ...)",
    "access": "@access(read_only), or @access(read_mostly, written = 2%)",
    "private": "@private",
}
"""The annotations of a place, and how they are written."""


@dataclass(frozen=True)
class AccessRequest:
    """`@access` on an edge: a claim about the ports that read it."""

    access: Access
    written_fraction: float | None
    span: Span


@dataclass(frozen=True)
class EdgeNotes:
    """What the annotations of one edge say."""

    transfer: TransferRequest | None = None
    access: AccessRequest | None = None
    private: bool = False


def core_of(annotations: Iterable[Annotation], scope: Scope) -> int | None:
    """The core that the annotations of an actor demand."""
    core = None
    for annotation in _known(annotations, ON_ACTORS, "an actor", scope.problems):
        with scope.problems.caught():
            core = _core(annotation, scope)
    return core


def _core(annotation: Annotation, scope: Scope) -> int:
    arguments = annotation.arguments
    value = arguments[0].value if len(arguments) == 1 and arguments[0].key is None else None
    if value is None or isinstance(value, (Percent, PathText, Identifier)):
        raise _wrong(annotation, ON_ACTORS)
    core = evaluate_integer(value, scope.values)
    if not 0 <= core <= CORE_MAX:
        message = f"cores are numbered from 0 to {CORE_MAX}"
        raise reject("annotation-arguments", message, value.span, f"It is written {ON_ACTORS['core']}.")
    return core


def edge_notes(annotations: Iterable[Annotation], problems: Problems) -> EdgeNotes:
    transfer, access, private = None, None, False
    for annotation in _known(annotations, ON_EDGES, "an edge", problems):
        with problems.caught():
            if annotation.name.text == "transfer":
                transfer = _transfer(annotation)
            elif annotation.name.text == "access":
                access = _access(annotation, problems)
            else:
                private = True
                if annotation.arguments:
                    raise _wrong(annotation, ON_EDGES)
    return EdgeNotes(transfer, access, private)


def _known(
    annotations: Iterable[Annotation], known: dict[str, str], place: str, problems: Problems
) -> Iterator[Annotation]:
    """The annotations that exist, each name once."""
    seen: set[str] = set()
    for annotation in annotations:
        name = annotation.name
        if name.text not in known:
            hint = suggestion(name.text, known, f"There are {', '.join(known.values())}.")
            problems.add("annotation-unknown", f"{place} has no annotation '@{name.text}'", annotation.span, hint)
        elif name.text in seen:
            message = f"'@{name.text}' stands here twice"
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
        hint = suggestion(mode.text, modes, f"There are {', '.join(modes)}.")
        raise reject("annotation-arguments", f"there is no access mode '{mode.text}'", mode.span, hint)
    written = None
    if len(arguments) == 2:
        value, key = arguments[1].value, arguments[1].key
        if key is None or key.text != "written" or not isinstance(value, Percent) or mode.text != "read_mostly":
            raise _wrong(annotation, ON_EDGES)
        written = percentage(value, problems)
    return AccessRequest(modes[mode.text], written, annotation.span)
