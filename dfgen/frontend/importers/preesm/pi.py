# SPDX-License-Identifier: Apache-2.0
"""What a `.pi` file says: nodes, FIFOs and dependencies, nothing evaluated yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import Enum
from pathlib import Path

from dfgen.frontend.importers.preesm.expressions import Expression
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen


class Kind(Enum):
    """The kinds of nodes, as the files name them."""

    ACTOR = "actor"
    INPUT = "src"
    OUTPUT = "snk"
    PARAMETER = "param"
    MOLDABLE = "moldable_param"
    CONFIG_INPUT = "cfg_in_iface"
    CONFIG_OUTPUT = "cfg_out_iface"
    BROADCAST = "broadcast"
    FORK = "fork"
    JOIN = "join"
    ROUNDBUFFER = "roundbuffer"
    DELAY = "delay"
    INIT = "init"
    END = "end"

    @property
    def is_value(self) -> bool:
        return self in (Kind.PARAMETER, Kind.MOLDABLE, Kind.CONFIG_INPUT)

    @property
    def is_interface(self) -> bool:
        return self in (Kind.INPUT, Kind.OUTPUT)

    @property
    def moves(self) -> bool:
        """Whether it is a special actor: it moves tokens and runs no code."""
        return self in (Kind.BROADCAST, Kind.FORK, Kind.JOIN, Kind.ROUNDBUFFER)


class PortKind(Enum):
    INPUT = "input"
    OUTPUT = "output"
    CONFIG_INPUT = "cfg_input"
    CONFIG_OUTPUT = "cfg_output"

    @property
    def is_data(self) -> bool:
        return self in (PortKind.INPUT, PortKind.OUTPUT)


@frozen
class PiPort:
    """`rate` is None for a config port."""

    name: str
    kind: PortKind
    rate: Expression | None
    annotation: str
    span: Span


@frozen
class PrototypeArgument:
    name: str
    direction: str
    is_config: bool
    type: str
    span: Span


@frozen
class Prototype:
    """A C function with the order of its arguments."""

    function: str
    arguments: tuple[PrototypeArgument, ...]
    span: Span


@frozen
class Node:
    """`expression`: the value of a parameter, the size of a delay, the default of a config interface.

    `choices`: all values of a moldable parameter as the file has them, of which `expression` is the first.
    `refinement`, `script`: urls, empty where there is none. `level`, `setter`, `getter` belong to delays.
    """

    kind: Kind
    name: str
    span: Span
    ports: tuple[PiPort, ...] = ()
    expression: Expression | None = None
    refinement: str = ""
    script: str = ""
    loop: Prototype | None = None
    init: Prototype | None = None
    level: str = ""
    setter: str = ""
    getter: str = ""
    period: str = ""
    choices: tuple[str, ...] = ()

    @property
    def is_refined(self) -> bool:
        """Whether a graph is inside."""
        return self.kind is Kind.ACTOR and self.refinement.lower().endswith(".pi")

    def data_ports(self) -> Iterator[PiPort]:
        return (port for port in self.ports if port.kind.is_data)


@frozen
class End:
    """One end of a FIFO. The port is empty where the node is an interface or a delay."""

    node: str
    port: str


@frozen
class PiFifo:
    """`delay`: the node that says how many tokens are there at first; or, in old files, `delay_size` does."""

    source: End
    target: End
    type: str
    span: Span
    delay: str = ""
    delay_size: Expression | None = None


@frozen
class PiGraph:
    """One file. `bindings`: by actor and config port, the value node that gives it its value."""

    path: Path
    name: str
    span: Span
    nodes: Mapping[str, Node]
    fifos: tuple[PiFifo, ...]
    bindings: Mapping[End, str]
    setters: Mapping[str, PiFifo] = field(default_factory=dict)
    getters: Mapping[str, PiFifo] = field(default_factory=dict)

    def of_kind(self, *kinds: Kind) -> Iterator[Node]:
        return (node for node in self.nodes.values() if node.kind in kinds)
