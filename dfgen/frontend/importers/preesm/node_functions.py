# SPDX-License-Identifier: Apache-2.0
"""The C functions of the nodes of a `.pi` graph, and the calls of them: numbers stand in these as literals."""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.frontend.importers.preesm.expressions import Number, rounded
from dfgen.frontend.importers.preesm.pi import Node, PiGraph, Prototype
from dfgen.frontend.importers.preesm.pi_reader import dynamic
from dfgen.frontend.importers.preesm.surroundings import Surroundings
from dfgen.frontend.problems import listed, reject
from dfgen.frontend.syntax import CallText, Expression, Identifier, InitCall, Integer, NameUse, Unary
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion

TOKENS = "tokens"


@frozen
class NodeFunctions:
    """Those of one graph."""

    graph: PiGraph
    around: Surroundings

    def of(self, node: Node) -> tuple[Prototype | None, Prototype | None]:
        """The actor's init and its function; neither where its header is not there."""
        if not node.refinement:
            return node.init, node.loop
        if not node.refinement.endswith(".h"):
            message = f"'{node.name}' is refined by '{node.refinement}'"
            hint = "A refinement is a header (.h) or a graph (.pi)."
            raise reject("format-unsupported", message, node.span, hint)
        header = self._header(node)
        return (None, None) if header is None else (node.init, node.loop or self._fitting(node, header))

    def _fitting(self, node: Node, header: str) -> Prototype | None:
        """Where the file names no function of the actor, the only one of its header that fits its ports."""
        fitting = self.around.functions.fitting(header, node)
        what = f"'{node.name}' of {self.graph.path.name} names no function of '{node.refinement}' (no <loop>)"
        if len(fitting) == 1:
            self.around.note(f"{what}: it is '{fitting[0].function}', whose arguments have the names of its ports")
            return fitting[0]
        why = f"{listed([each.function for each in fitting])} fit its ports" if fitting else "none fits its ports"
        self.around.note(f"{what}, and {why}: it can be checked, not compiled")
        return None

    def _header(self, node: Node) -> str | None:
        """The header of a node, which the program includes; None if it is not there."""
        with self.around.absent.caught():
            header = self.around.locate(node.refinement, "header", node.span, self.graph)
            self.around.includes[header] = None
            return header
        self.around.note(f"the header '{node.refinement}' does not exist: what names it can be checked, not compiled")
        return None

    def call(
        self, node: Node, prototype: Prototype, scope: Mapping[str, Number], windows: Mapping[str, str]
    ) -> CallText:
        arguments: list[Expression] = []
        for argument in prototype.arguments:
            if not argument.is_config:
                if argument.name not in windows:
                    what = f"'{node.name}' has no port '{argument.name}' for its function '{prototype.function}'"
                    raise reject("port-unknown", what, argument.span, f"It has {listed(windows)}.")
                arguments.append(NameUse(windows[argument.name], argument.span))
            elif argument.direction == "OUT":
                raise dynamic(node.name, argument.span)
            elif argument.name not in scope:
                what = f"'{node.name}' has no config port '{argument.name}' for its function '{prototype.function}'"
                raise reject("port-unknown", what, argument.span, suggestion(argument.name, scope, "Add it."))
            else:
                arguments.append(self._number(argument.name, scope[argument.name], argument.span))
        return CallText(Identifier(prototype.function, prototype.span), tuple(arguments), prototype.span)

    def _number(self, name: str, value: Number, span: Span) -> Expression:
        """A parameter for a function: a whole number, as PREESM passes it."""
        whole = rounded(value)
        if whole != value:
            self.around.note(f"'{name}' is {value}, and functions get whole numbers: they get {whole}")
        return integer(whole, span)

    def initial(self, node: Node, scope: Mapping[str, Number]) -> InitCall | None:
        """The function that fills a delay, if it names one; all of its tokens are its one argument that is no value."""
        prototype = node.init or node.loop
        if prototype is None or not node.refinement:
            return None
        if self._header(node) is None:
            return None
        arguments: list[Expression] = []
        for argument in prototype.arguments:
            if not argument.is_config:
                arguments.append(NameUse(TOKENS, argument.span))
            elif argument.name in scope:
                arguments.append(self._number(argument.name, scope[argument.name], argument.span))
            else:
                what = f"there is no parameter '{argument.name}' for the function '{prototype.function}'"
                hint = suggestion(argument.name, scope, f"Known here: {listed(scope)}.")
                raise reject("name-unknown", what, argument.span, hint)
        call = CallText(Identifier(prototype.function, prototype.span), tuple(arguments), prototype.span)
        return InitCall(call, prototype.span)


def integer(value: int, span: Span) -> Expression:
    return Integer(value, span) if value >= 0 else Unary("-", Integer(-value, span), span)
