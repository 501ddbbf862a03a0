# SPDX-License-Identifier: Apache-2.0
"""What one graph of an import needs from around it, and what others have to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dfgen.frontend.importers.preesm.expressions import Number
from dfgen.frontend.importers.preesm.header_functions import HeaderFunctions
from dfgen.frontend.importers.preesm.pi import Node, PiGraph
from dfgen.frontend.importers.preesm.scenario_facts import PathFacts
from dfgen.frontend.importers.preesm.types import TypeTable
from dfgen.frontend.problems import Problems
from dfgen.frontend.syntax import Delay, TypeUse
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen


@frozen
class LocalDelay:
    """Two interfaces, between which whoever instantiates the graph keeps `count` tokens."""

    entering: str
    leaving: str
    type: TypeUse
    delay: Delay


@frozen
class Made:
    """A graph declaration, and what its instances have to know. `rates`: of its interfaces."""

    name: str
    graph: PiGraph
    rates: Mapping[str, int]
    local_delays: tuple[LocalDelay, ...] = ()


@frozen
class Request:
    """One graph with what it needs from around it. `types`: those of its interfaces. Equal requests are one graph."""

    graph: PiGraph
    given: tuple[tuple[str, Number], ...]
    types: tuple[tuple[str, TypeUse], ...]
    facts: PathFacts
    is_main: bool = False


@dataclass
class Surroundings:
    """What all graphs of one import share. `make` gives the graph inside of a refined actor, `locate` a header,
    `functions` what headers declare. `absent`: headers that are not there, without which nothing is compiled."""

    problems: Problems
    absent: Problems
    types: TypeTable
    notes: dict[str, None]
    includes: dict[str, None]
    make: Callable[[Node, PiGraph, Mapping[str, Number], Mapping[str, TypeUse], PathFacts], Made | None]
    locate: Callable[[str, str, Span, PiGraph], str]
    functions: HeaderFunctions

    def note(self, text: str) -> None:
        self.notes[text] = None
