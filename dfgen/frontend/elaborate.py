# SPDX-License-Identifier: Apache-2.0
"""Graph file to `Graph`: the order of the work, from the text to the flat graph."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dfgen.frontend.collection import collection_paused
from dfgen.frontend.expressions import INT64_MAX, INT64_MIN
from dfgen.frontend.flatten import apply_accesses, require_same_iteration
from dfgen.frontend.hierarchy import LevelBuilder, Library
from dfgen.frontend.parse import parse_file
from dfgen.frontend.problems import Problems, listed, reject, suggestion
from dfgen.frontend.sidecar import load_sidecar
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import GraphDeclaration, GraphFile
from dfgen.model.graph import Graph


def load_graph(path: Path, parameters: Mapping[str, int]) -> Graph:
    """The flat graph of a file and its sidecar, `parameters` overriding the main graph's.

    Raises `UserError` with all that is wrong.
    """
    return apply_sidecar(import_graph(path, parameters), load_sidecar(path))


def import_graph(path: Path, parameters: Mapping[str, int]) -> Graph:
    """The flat graph of a file alone."""
    with collection_paused():
        return elaborate(parse_file(path), path, parameters)


def elaborate(file: GraphFile, path: Path, parameters: Mapping[str, int]) -> Graph:
    """The flat graph of a syntax tree. Paths in the tree are relative to the folder of `path`."""
    problems = Problems()
    graph = None
    with problems.caught():
        graph = _elaborate(file, path, parameters, problems)
    problems.raise_if_any()
    assert graph is not None, "no graph and no diagnostic"
    return graph


def _elaborate(file: GraphFile, path: Path, parameters: Mapping[str, int], problems: Problems) -> Graph:
    library = Library(file, path.parent, problems)
    main = library.main
    given = _overrides(main, parameters)
    builder = LevelBuilder(library, main, given)
    flat = builder.finish_main()
    if builder.level.children:
        require_same_iteration(flat, problems)
    flat = apply_accesses(flat, problems)
    values = ((p.name.text, builder.scope.values[p.name.text]) for p in main.parameters)
    return Graph(
        main.name.text,
        tuple((name, value) for name, value in values if value is not None),
        flat.actors,
        flat.fifos,
        tuple(library.includes),
        tuple(library.sources),
        path.name,
        str(path.parent),
        main.name.span,
    )


def _overrides(main: GraphDeclaration, parameters: Mapping[str, int]) -> dict[str, int | None]:
    """`parameters`, all of which the main graph must have."""
    known = [parameter.name.text for parameter in main.parameters]
    for name, value in parameters.items():
        if name not in known:
            hint = suggestion(name, known, f"Its parameters: {listed(known)}.")
            message = f"graph '{main.name.text}' has no parameter '{name}'"
            raise reject("parameter-unknown", message, main.name.span, hint)
        if not INT64_MIN <= value <= INT64_MAX:
            message = f"the value given for '{name}' does not fit into 64 bits"
            raise reject("number-too-large", message, main.name.span)
    return dict(parameters)
