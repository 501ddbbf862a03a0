# SPDX-License-Identifier: Apache-2.0
"""What a `.scenario` says: which graph, on which cores, with which parameter values, times and sizes of types.

Left out: what speaks of PREESM's own tasks only (communication speeds, energy, PAPI, operators for special actors,
which cost nothing here).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from dfgen.frontend.importers.preesm.expressions import Expression, parse_expression
from dfgen.frontend.importers.xml_tree import Element, read_xml
from dfgen.frontend.problems import Problems, reject
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen

BITS = 8


@frozen
class Url:
    text: str
    span: Span


@frozen
class NamedFile:
    """A file with more of what the scenario says: `what` is "times" or "constraints"."""

    what: str
    url: str
    span: Span


@frozen
class Timing:
    """How long an actor's firing takes on cores of one type."""

    core_type: str
    time: Expression


@frozen
class Scenario:
    """`values`: of parameters, by the name of their graph and their own. `allowed`: by the path of an actor, or its
    name alone, the operators that may run it. `timings`: likewise. `size_bits`: of token types."""

    path: Path
    algorithm: Url | None = None
    architecture: Url | None = None
    generated: str = ""
    values: Mapping[tuple[str, str], Expression] = field(default_factory=dict)
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    timings: Mapping[str, tuple[Timing, ...]] = field(default_factory=dict)
    size_bits: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    named_files: tuple[NamedFile, ...] = ()


def read_scenario(path: Path, problems: Problems) -> Scenario:
    root = read_xml(path)
    if root.tag != "scenario":
        raise reject("format-element", f"a <{root.tag}> is not a scenario", root.span, "It begins with <scenario>.")
    files = root.first("files")
    generated = _url(files, "codegenDirectory")
    return Scenario(
        path,
        _url(files, "algorithm"),
        _url(files, "architecture"),
        generated.text if generated else "",
        dict(_values(root, problems)),
        _allowed(root),
        _timings(root, problems),
        dict(_sizes(root, problems)),
        tuple(_notes(root, path)),
        tuple(_named_files(root)),
    )


def _url(files: Element | None, tag: str) -> Url | None:
    element = files.first(tag) if files is not None else None
    text = element.get("url") if element is not None else ""
    return Url(text, element.span) if element is not None and text else None


def _values(root: Element, problems: Problems) -> Iterator[tuple[tuple[str, str], Expression]]:
    for group in root.all("parameterValues"):
        for element in group.all("parameter"):
            value = element.get("value")
            if value.startswith("["):
                continue  # the values that a dynamic parameter may take; such a parameter is refused where it stands
            with problems.caught():
                yield (element.get("parent"), element.get("name")), parse_expression(value, element.span)


def _allowed(root: Element) -> dict[str, tuple[str, ...]]:
    allowed: dict[str, dict[str, None]] = {}
    for constraints in root.all("constraints"):
        for group in constraints.all("constraintGroup"):
            operators = [operator.get("name") for operator in group.all("operator")]
            for task in group.all("task"):
                allowed.setdefault(task.get("name").strip("/"), {}).update(dict.fromkeys(operators))
    return {task: tuple(operators) for task, operators in allowed.items()}


def _timings(root: Element, problems: Problems) -> dict[str, tuple[Timing, ...]]:
    found: dict[str, tuple[Timing, ...]] = {}
    for group in root.all("timings"):
        for element in group.all("timing"):
            with problems.caught():
                timing = Timing(element.get("opname"), parse_expression(element.get("time"), element.span))
                vertex = element.get("vertexname").strip("/")
                found[vertex] = (*found.get(vertex, ()), timing)
    return found


def _sizes(root: Element, problems: Problems) -> Iterator[tuple[str, int]]:
    """In bits; old scenarios count bytes."""
    flags = root.first("flags")
    scale = 1 if flags is not None and flags.first("sizesAreInBit") is not None else BITS
    for element in root.below("dataType"):
        size = element.get("size")
        if not (size.isascii() and size.isdigit() and len(size) < 20 and 0 < int(size) < 1 << 40):
            message = f"'{size}' is not a size of a type"
            problems.add("format-element", message, element.span, "Write a positive whole number.")
            continue
        yield element.get("name"), int(size) * scale


def _notes(root: Element, path: Path) -> Iterator[str]:
    element = root.first("variables")
    if element is not None and element.get("excelUrl"):
        yield f"the parameter values in '{element.get('excelUrl')}', which {path.name} names, are not read"


def _named_files(root: Element) -> Iterator[NamedFile]:
    for tag, what in (("timings", "times"), ("constraints", "constraints")):
        element = root.first(tag)
        if element is not None and element.get("excelUrl"):
            yield NamedFile(what, element.get("excelUrl"), element.span)
