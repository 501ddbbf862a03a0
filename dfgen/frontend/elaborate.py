# SPDX-License-Identifier: Apache-2.0
"""Graph file to `Graph`: the order of the work, from the text to the flat graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from dfgen.frontend.annotations import throughput_of
from dfgen.frontend.collection import collection_paused
from dfgen.frontend.deep import deeply
from dfgen.frontend.expressions import INT64_MAX, INT64_MIN, Number, as_written, in_c
from dfgen.frontend.flatten import apply_accesses, require_same_iteration
from dfgen.frontend.hierarchy import LevelBuilder, Library
from dfgen.frontend.importers import Imported, import_file
from dfgen.frontend.levels import FlatLevel
from dfgen.frontend.problems import Problems, listed, reject
from dfgen.frontend.sidecar import load_sidecar
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import FileItem, GraphDeclaration, Parameter
from dfgen.frontend.times import time_unit_of
from dfgen.model.diagnostics import Note
from dfgen.model.graph import Graph
from dfgen.model.likeness import suggestion


def load_graph(path: Path, parameters: Mapping[str, int | float], unit_ns: int | None = None) -> Graph:
    """The flat graph of a file and its sidecar, `parameters` overriding the main graph's. `unit_ns`: what a time of a
    format without units counts, if the user says so.

    Raises `UserError` with all that is wrong.
    """
    graph = apply_sidecar(import_graph(path, parameters).with_unit(unit_ns), load_sidecar(path))
    return graph if graph.has_times_without_unit else replace(graph, unit_assumed=False, in_ns=frozenset())


def import_graph(path: Path, parameters: Mapping[str, int | float]) -> Graph:
    """The flat graph of a file alone."""
    with collection_paused():
        return elaborate(import_file(path, parameters), path.name)


def elaborate(imported: Imported, name: str) -> Graph:
    """The flat graph of what was imported from the file called `name`."""
    return deeply(lambda: _complete(imported, name), str(imported.file or name))


def _complete(imported: Imported, name: str) -> Graph:
    problems = Problems()
    graph = None
    with problems.caught():
        graph = _elaborate(imported, name, problems)
    problems.raise_if_any()
    assert graph is not None, "no graph and no diagnostic"
    return graph


def _elaborate(imported: Imported, name: str, problems: Problems) -> Graph:
    library = Library(imported, problems)
    main = library.main
    time_unit = time_unit_of(library.items, problems)
    for graph in library.graphs.values():
        if graph.annotations and graph is not main:
            message = f"'{graph.name.text}' is used as an actor, and only the main graph has annotations"
            problems.add("clause-invalid", message, graph.annotations[0].span, "Remove the annotation.")
    given = _overrides(main, imported.parameters, _live_names(library.items, main))
    builder = LevelBuilder(library, main, given)
    throughput = throughput_of(main.annotations, builder.scope)
    flat = builder.finish_main()
    if builder.level.children:
        require_same_iteration(flat, problems)
    flat = apply_accesses(flat, problems)
    _require_written(flat, problems)
    own = ((p.name.text, builder.scope.values[p.name.text]) for p in main.parameters)
    values = (*imported.evaluated, *((name, in_c(value)) for name, value in own if isinstance(value, Number)))
    return Graph(
        main.name.text,
        values,
        flat.actors,
        flat.fifos,
        tuple(library.includes),
        tuple(library.sources),
        name,
        str(imported.base),
        main.name.span,
        imported.project,
        imported.core_names,
        imported.core_types,
        imported.notes,
        time_unit,
        imported.unit_assumed,
        throughput,
        imported.unsized,
        tuple(library.libraries.values()),
        tuple(library.objects.values()),
        live=library.live,
        standards=tuple(library.standards.items()),
        warnings=problems.warnings,
    )


def _require_written(flat: FlatLevel, problems: Problems) -> None:
    """A function that does not get its actor's output writes nothing there, which nobody may read."""
    actors = {actor.name: actor for actor in flat.actors}
    for fifo in flat.fifos:
        source, target = actors[fifo.source.actor], actors[fifo.target.actor]
        if source.fire is None or target.fire is None:
            continue
        if fifo.source.port not in source.fire.ports and fifo.target.port in target.fire.ports:
            why = f"'{source.fire.shown}' does not get '{fifo.source}'"
            message = f"'{fifo.target}' would read what nobody writes: {why}"
            hint = f"Name '{fifo.source.port}' in the arguments of its 'fire', or leave the edge out."
            problems.add("port-not-passed", message, fifo.span, hint, [Note("the call", source.fire.span)])


def _live_names(items: Iterable[FileItem], main: GraphDeclaration) -> set[str]:
    return {item.name.text for item in (*items, *main.statements) if isinstance(item, Parameter) and item.is_live}


def _overrides(
    main: GraphDeclaration, parameters: Mapping[str, int | float], live: Collection[str]
) -> dict[str, Number | None]:
    """`parameters`, all of which the main graph must have. `live`: what is set otherwise."""
    known = [parameter.name.text for parameter in main.parameters]
    for name, value in parameters.items():
        if name in live and name not in known:
            message = f"'{name}' is live, so it has no value when the graph is compiled"
            hint = f"Start the program with '-- {name}={value}'; in Python use options={{'{name}': {value}}}."
            raise reject("parameter-unknown", message, main.name.span, hint)
        if name not in known:
            hint = suggestion(name, known, f"Its parameters: {listed(known)}.")
            message = f"graph '{main.name.text}' has no parameter '{name}'"
            raise reject("parameter-unknown", message, main.name.span, hint)
        if isinstance(value, int) and not INT64_MIN <= value <= INT64_MAX:
            message = f"the value given for '{name}' does not fit into 64 bits"
            raise reject("number-too-large", message, main.name.span, f"It is from {INT64_MIN} to {INT64_MAX}.")
    return {name: as_written(value) for name, value in parameters.items()}
