# SPDX-License-Identifier: Apache-2.0
"""The functions of headers, for actors whose `.pi` file names a header but no function of it (no `<loop>`).

A function fits an actor if its arguments have the names of the actor's ports: a pointer for each port of data, whole
numbers for config ports, of which some may be left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from dfgen.csource.declarations import CArgument
from dfgen.csource.declarations import Prototype as CPrototype
from dfgen.csource.project import compiler_flags
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.importers.preesm.pi import Node, PortKind, Prototype, PrototypeArgument
from dfgen.model.diagnostics import UserError
from dfgen.paths import runtime_dir


class HeaderFunctions:
    """`root` is the project's folder, `folders` gives those with headers, relative to it."""

    def __init__(self, root: Path, folders: Callable[[], Sequence[str]]) -> None:
        self._root, self._folders = root, folders
        self._known: dict[str, tuple[CPrototype, ...]] = {}

    def fitting(self, header: str, node: Node) -> list[Prototype]:
        """Those of `header` that fit the actor; none where the header cannot be read."""
        if header not in self._known:
            self._known[header] = self._read(self._root / header)
        return [_as_loop(each, node) for each in self._known[header] if _fits(each, node)]

    def _read(self, header: Path) -> tuple[CPrototype, ...]:
        try:
            compiler = find_compiler()
            folders = [self._root / folder for folder in self._folders()]
            include_dirs, cflags = compiler_flags(self._root, folders, compiler, runtime_dir() / "include")
            found = read_prototypes([header], (self._root, *include_dirs), compiler, cflags)
        except UserError:
            return ()  # when the program is compiled it is told what is wrong with the header
        own = os.path.realpath(header)
        return tuple(f for f in found.functions.values() if os.path.realpath(f.location.file) == own)


def _fits(function: CPrototype, node: Node) -> bool:
    data = sorted(port.name for port in node.data_ports())
    config = {port.name for port in node.ports if port.kind is PortKind.CONFIG_INPUT}
    pointers = sorted(argument.name for argument in function.arguments if argument.is_pointer)
    numbers = [argument for argument in function.arguments if not argument.is_pointer]
    plain = function.has_prototype and not function.is_variadic
    return plain and pointers == data and all(a.name in config and a.type.is_whole_number for a in numbers)


def _as_loop(function: CPrototype, node: Node) -> Prototype:
    def argument(given: CArgument) -> PrototypeArgument:
        is_output = any(port.name == given.name and port.kind is PortKind.OUTPUT for port in node.ports)
        direction = "OUT" if is_output else "IN"
        return PrototypeArgument(given.name, direction, not given.is_pointer, given.declared, node.span)

    return Prototype(function.name, tuple(map(argument, function.arguments)), node.span)
