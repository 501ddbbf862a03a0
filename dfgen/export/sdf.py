# SPDX-License-Identifier: Apache-2.0
"""dfgen's own language: the syntax tree of the importer, printed. Hierarchy, parameters and expressions stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dfgen.export.source import Source, Written
from dfgen.frontend.printer import print_file
from dfgen.frontend.relocation import relocated
from dfgen.frontend.syntax import ActorDeclaration, CallItem, Decimal, FileItem, GraphDeclaration, GraphFile, Integer
from dfgen.model.diagnostics import Diagnostic, raise_if_any, some_of


def write_sdf(source: Source, folder: Path) -> Written:
    imported = source.imported
    given = imported.parameters
    main = source.graph.name
    raise_if_any(_unsayable(imported.syntax))

    def item(each: FileItem) -> FileItem:
        if not isinstance(each, GraphDeclaration):
            return relocated(each, imported.base, folder)
        parameters = each.parameters
        if each.name.text == main:
            parameters = tuple(
                replace(p, value=_literal(given[p.name.text])) if p.name.text in given else p for p in parameters
            )
        return replace(relocated(each, imported.base, folder), parameters=parameters)

    syntax = GraphFile(tuple(item(each) for each in imported.syntax.items))
    return Written(print_file(syntax), tuple(_unsaid(source)))


def _literal(value: int | float) -> Integer | Decimal:
    return Integer(value) if isinstance(value, int) else Decimal(repr(value))


def _unsayable(syntax: GraphFile) -> Iterator[Diagnostic]:
    """An init with ports: in dfgen's language none has any, and the call without them would be another one."""
    statements = (s for item in syntax.items if isinstance(item, GraphDeclaration) for s in item.statements)
    for actor in (s for s in statements if isinstance(s, ActorDeclaration)):
        for item in (i for i in actor.items if isinstance(i, CallItem) and i.has_scratch):
            message = f"'{item.call.function.text}' is an init function with ports, which a .sdf file cannot give it"
            hint = "Give it an interface without them before converting, or compile the project as it is."
            yield Diagnostic("format-unsupported", message, item.span, hint)


def _unsaid(source: Source) -> Iterator[str]:
    if source.imported.project is not None:
        yield "the project's C sources are not listed in the new file: write 'source \"file.c\";' for those it needs"
    if source.imported.core_names:
        yield f"the new file names no platform: the project's has {len(source.imported.core_names)} cores"
    if source.untold:
        some = some_of(source.untold)
        yield f"the sidecar's times of {some} are left out: others of the same declaration take another time"
