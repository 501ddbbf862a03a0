# SPDX-License-Identifier: Apache-2.0
"""What a `.slam` says: the cores of a machine with shared memory. How they are linked costs nothing here."""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.importers.xml_tree import Element, read_xml
from dfgen.frontend.problems import reject
from dfgen.model.frozen import frozen

OPERATORS = frozenset({"Operator", "CPU"})
FOREIGN = frozenset({"FPGA", "GPU"})


@frozen
class Operator:
    """One core: its name and the type of which it is."""

    name: str
    type: str


@frozen
class Architecture:
    """The cores in the order of their hardware ids, none where all are up to the user. `others`: operators that are
    no cores."""

    operators: tuple[Operator, ...]
    others: tuple[str, ...] = ()


def read_slam(path: Path) -> Architecture:
    root = read_xml(path)
    kinds = {each.get("componentRef"): each for each in root.below("componentDescription")}
    cores: list[tuple[int, Operator]] = []
    others: list[str] = []
    for instance in root.below("componentInstance"):
        name, type = _text(instance, "instanceName"), _component(instance)
        description = kinds.get(type)
        kind = description.get("componentType") if description is not None else ""
        if kind in OPERATORS:
            if description is not None and description.get("refinement"):
                message = f"the component '{type}' is refined by another architecture"
                raise reject("format-unsupported", message, description.span, "List its cores in this file.")
            cores.append((_hardware_id(instance, len(cores)), Operator(name, type)))
        elif kind in FOREIGN:
            others.append(name)
    if not cores and not others:
        raise reject("format-element", "this architecture has no cores", root.span, "Add a component of type CPU.")
    return Architecture(tuple(core for _, core in sorted(cores, key=lambda entry: entry[0])), tuple(others))


def _text(element: Element, tag: str) -> str:
    found = element.first(tag)
    return found.text.strip() if found is not None else ""


def _component(instance: Element) -> str:
    reference = instance.first("componentRef")
    return reference.get("name") if reference is not None else ""


def _hardware_id(instance: Element, otherwise: int) -> int:
    values = {each.get("referenceId"): each.text.strip() for each in instance.below("configurableElementValue")}
    text = _text(instance, "hardwareId") or values.get("hardwareId", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise
