# SPDX-License-Identifier: Apache-2.0
"""PREESM's graphs and scenarios as what every importer gives.

A `.pi` file is read once; each set of parameter values (and of what else differs for it) with which it is used becomes
a graph declaration of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.importers.preesm.expressions import Expression, Number, rounded
from dfgen.frontend.importers.preesm.header_functions import HeaderFunctions
from dfgen.frontend.importers.preesm.level import LevelWriter
from dfgen.frontend.importers.preesm.names import Names
from dfgen.frontend.importers.preesm.pi import Kind, Node, PiGraph
from dfgen.frontend.importers.preesm.pi_reader import read_pi
from dfgen.frontend.importers.preesm.project import Project, c_files, find_project
from dfgen.frontend.importers.preesm.scenario import Scenario, read_scenario
from dfgen.frontend.importers.preesm.scenario_facts import (
    PathFacts,
    collect_facts,
    unknown_actors,
    unplaced_actors,
)
from dfgen.frontend.importers.preesm.slam import Architecture, read_slam
from dfgen.frontend.importers.preesm.surroundings import Made, Request, Surroundings
from dfgen.frontend.importers.preesm.timing_files import with_named_files
from dfgen.frontend.importers.preesm.types import TypeTable
from dfgen.frontend.importers.preesm.values import Values
from dfgen.frontend.problems import Problems, Rejected, listed, reject
from dfgen.frontend.syntax import GraphDeclaration, GraphFile, Include, PathText, TypeUse
from dfgen.model.diagnostics import Note, Span, UserError
from dfgen.model.graph import CodeProject
from dfgen.model.likeness import suggestion
from dfgen.model.shell_words import in_quotes

HIERARCHY_DEPTH_MAX = 50
GRAPHS_MAX = 10_000
NODES_MAX = 1_000_000


def read_pi_file(path: Path, parameters: Mapping[str, int | float]) -> Imported:
    """A graph alone; its project has the headers and sources."""
    return _reported(lambda problems: _Import(find_project(path), problems).run(path, parameters))


def read_scenario_file(path: Path, parameters: Mapping[str, int | float]) -> Imported:
    """The graph that a scenario names, with all that the scenario says."""
    return _reported(lambda problems: _import_scenario(path, parameters, problems))


def _reported(work: Callable[[Problems], Imported]) -> Imported:
    problems = Problems()
    imported = None
    with problems.caught():
        try:
            imported = work(problems)
        except UserError as error:  # a file that cannot be read at all
            for diagnostic in error.diagnostics:
                problems.take(diagnostic)
    problems.raise_if_any()
    assert imported is not None, "no graph and no diagnostic"
    return imported


def _import_scenario(path: Path, parameters: Mapping[str, int | float], problems: Problems) -> Imported:
    scenario = read_scenario(path, problems)
    project = find_project(path)
    if scenario.algorithm is None:
        span = Span(str(path), 1, 1)
        raise reject("format-element", "this scenario names no graph", span, 'Write <algorithm url="..."/> in <files>.')
    algorithm = project.locate(scenario.algorithm.text, "graph", scenario.algorithm.span, path.parent)
    architecture = None
    if scenario.architecture is not None:
        url = scenario.architecture
        architecture = read_slam(project.locate(url.text, "architecture", url.span, path.parent))
    scenario = with_named_files(scenario, architecture, project)
    return _Import(find_project(algorithm), problems, scenario, architecture).run(algorithm, parameters)


@dataclass
class _Import:
    project: Project
    problems: Problems
    scenario: Scenario | None = None
    architecture: Architecture | None = None
    notes: dict[str, None] = field(default_factory=dict)
    includes: dict[str, None] = field(default_factory=dict)
    _graphs: dict[Path, PiGraph | None] = field(default_factory=dict)
    _made: dict[tuple[object, ...], Made | None] = field(default_factory=dict)
    _declarations: list[GraphDeclaration] = field(default_factory=list)
    _names: Names = field(default_factory=Names)
    _chain: list[PiGraph] = field(default_factory=list)
    _nodes: int = 0

    def run(self, path: Path, parameters: Mapping[str, int | float]) -> Imported:
        sizes = self.scenario.size_bits if self.scenario is not None else {}
        self._around = Surroundings(
            self.problems,
            Problems(),
            TypeTable(sizes),
            self.notes,
            self.includes,
            self._make_inside,
            self._locate,
            HeaderFunctions(self.project.root, lambda: self._files()[1]),
        )
        graph = self._read(path)
        if graph is None:
            raise Rejected(None)
        self._check_parameters(graph, parameters)
        facts = collect_facts(self.scenario, self.architecture, graph.name) if self.scenario else PathFacts()
        values = Values(graph, parameters, self._overrides(graph), is_main=True)
        self._make(Request(graph, tuple(parameters.items()), (), facts, is_main=True), values)
        if len(self.problems):
            return Imported(GraphFile(()), self.project.root)
        all_values = values.all()
        operators = self.architecture.operators if self.architecture is not None else ()
        return Imported(
            self._tree(graph),
            self.project.root,
            evaluated=tuple((name, rounded(value)) for name, value in all_values.items() if rounded(value) == value),
            project=self._code(),
            core_names=tuple(o.name for o in operators),
            core_types=tuple(o.type for o in operators),
            notes=self._all_notes(graph),
            unit_assumed=self.scenario is not None and bool(self.scenario.timings),
        )

    def _tree(self, graph: PiGraph) -> GraphFile:
        """The main graph was begun first and finished last."""
        includes = tuple(PathText(name, graph.span) for name in self.includes)
        head = (Include(includes, graph.span),) if includes else ()
        return GraphFile((*head, *self._around.types.declarations, *reversed(self._declarations)), graph.span)

    def _code(self) -> CodeProject:
        sources, folders, unnamed = self._files()
        for name in unnamed:
            self._around.note(f"{in_quotes(name)} is left out, for its name is not UTF-8")
        return CodeProject(self.project.name, sources, folders, self._around.absent.found)

    def _files(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """As `c_files` gives them."""
        generated = None
        if self.scenario is not None and self.scenario.generated:
            with suppress(Rejected):
                generated = self.project.locate_folder(self.scenario.generated)
        return c_files(self.project, generated)

    def _all_notes(self, graph: PiGraph) -> tuple[str, ...]:
        notes = list(self.notes)
        if self.scenario is not None:
            read = [each for each in self._graphs.values() if each is not None]
            notes = [*self.scenario.notes, *unknown_actors(self.scenario, graph, read, self._read_inside), *notes]
        if self.scenario is not None and self.architecture is not None:
            notes += unplaced_actors(self.scenario, self.architecture)
        if self.architecture is not None and self.architecture.others:
            notes.append(f"only cores run actors, not {listed(self.architecture.others)}")
        return tuple(notes)

    def _check_parameters(self, graph: PiGraph, parameters: Mapping[str, int | float]) -> None:
        known = [node.name for node in graph.nodes.values() if node.kind.is_value]
        for name, value in parameters.items():
            if isinstance(value, float):
                message = f"the value given for '{name}' is {value}, and parameters of PREESM are whole numbers"
                raise reject("number-not-integer", message, graph.span, "Round it.")
            if name not in known:
                hint = suggestion(name, known, f"Its parameters: {listed(known)}.")
                raise reject("parameter-unknown", f"graph '{graph.name}' has no parameter '{name}'", graph.span, hint)

    def _overrides(self, graph: PiGraph) -> dict[str, Expression]:
        if self.scenario is None:
            return {}
        return {name: value for (parent, name), value in self.scenario.values.items() if parent == graph.name}

    # --- graphs --------------------------------------------------------------------------------------------------

    def _read(self, path: Path) -> PiGraph | None:
        """The graph of a file, None (reported) if it cannot be read."""
        if path not in self._graphs:
            self._graphs[path] = None
            with self.problems.caught():
                try:
                    before = len(self.problems)
                    graph = read_pi(path, self.problems)
                    self._graphs[path] = graph if len(self.problems) == before else None
                except UserError as error:
                    for diagnostic in error.diagnostics:
                        self.problems.take(diagnostic)
        return self._graphs[path]

    def _read_inside(self, node: Node, around: PiGraph) -> PiGraph | None:
        """The graph inside of a refined actor, if it was read: what never fires was not."""
        with suppress(Rejected):
            return self._graphs.get(self.project.locate(node.refinement, "graph", node.span, around.path.parent))
        return None

    def _make_inside(
        self, node: Node, around: PiGraph, scope: Mapping[str, Number], types: Mapping[str, TypeUse], facts: PathFacts
    ) -> Made | None:
        """The graph inside of a refined actor; None (reported) if it makes no sense."""
        path = self.project.locate(node.refinement, "graph", node.span, around.path.parent)
        graph = self._read(path)
        if graph is None:
            return None
        self._refuse_recursion(node, graph)
        given = {name: value for name, value in scope.items() if _is_config_input(graph, name)}
        for name in scope:
            if name not in given:
                hint = suggestion(name, [each.name for each in graph.of_kind(Kind.CONFIG_INPUT)], "Remove the port.")
                message = f"the graph inside of '{node.name}' has no config input '{name}'"
                self.problems.add("hierarchy-interface", message, node.span, hint, [Note("it", graph.span)])
        request = Request(graph, tuple(sorted(given.items())), tuple(sorted(types.items(), key=_first)), facts)
        return self._make(request, Values(graph, given, self._overrides(graph)))

    def _refuse_recursion(self, node: Node, graph: PiGraph) -> None:
        if any(graph is each for each in self._chain):
            text = " -> ".join(each.name for each in [*self._chain, graph])
            hint = "A graph cannot contain itself."
            raise reject("hierarchy-recursive", f"the hierarchy never ends: {text}", node.span, hint)
        if len(self._chain) == HIERARCHY_DEPTH_MAX:
            message = f"the hierarchy is more than {HIERARCHY_DEPTH_MAX} graphs deep"
            raise reject("graph-too-large", message, node.span, "Draw some of its levels as one graph.")

    def _make(self, request: Request, values: Values) -> Made | None:
        key = (request.graph.path, request.given, request.types, request.facts)
        if key not in self._made:
            self._nodes += len(request.graph.nodes)
            if len(self._made) == GRAPHS_MAX or self._nodes > NODES_MAX:
                message = f"the hierarchy has more than {GRAPHS_MAX} graphs that differ, or {NODES_MAX} nodes in them"
                hint = "Give its graphs fewer sets of parameter values."
                raise reject("graph-too-large", message, request.graph.span, hint)
            self._made[key] = None
            name = self._names.fresh(request.graph.name)
            self._chain.append(request.graph)
            before = len(self.problems)
            declaration, made = LevelWriter(request, values, self._around).write(name)
            self._chain.pop()
            self._declarations.append(declaration)
            self._made[key] = made if len(self.problems) == before else None
        return self._made[key]

    def _locate(self, url: str, what: str, span: Span, graph: PiGraph) -> str:
        return self.project.relative(self.project.locate(url, what, span, graph.path.parent))


def _is_config_input(graph: PiGraph, name: str) -> bool:
    return name in graph.nodes and graph.nodes[name].kind is Kind.CONFIG_INPUT


def _first(entry: tuple[str, TypeUse]) -> str:
    return entry[0]
