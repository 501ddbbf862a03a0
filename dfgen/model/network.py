# SPDX-License-Identifier: Apache-2.0
"""Several machines: the nodes of a platform, what lies between them, and where the tokens of a graph cross.

A *node* is a machine that runs one process of the program; in a `Program` it is the host. A *link* takes the tokens of
one port from the node that writes them to one other node that reads them. In the graph of either node the link ends in
an actor: one that sends, or one that receives. Its firing has the tokens of an iteration, its block those of a pass,
which travel as one message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction

from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.platform_error import PlatformError

NODES_MAX = 4096
COPY_AT_LINK = "df_network_copy"
"""The C function of actors that copy what a link takes or brings, where it cannot lie in the windows of others."""
PACK_AT_LINK, UNPACK_AT_LINK = "df_objects_pack", "df_objects_unpack"
"""Those of actors that make messages of object graphs, and object graphs of messages."""
AT_LINK = frozenset((COPY_AT_LINK, PACK_AT_LINK, UNPACK_AT_LINK))
COPIER, PACKER = ".copy", ".pack"
"""What the names of such actors have behind that of the end of the link."""
CONTROL_SLOTS = 4
"""How many passes a node may be ahead of one that it tells of the end."""


@frozen
class Node:
    """`host`: as launchers know it; none where any will do. `cores`, `memory_bytes`: None as the platform has them.
    `span`: where a platform file describes it."""

    name: str
    host: str = ""
    cores: int | None = None
    memory_bytes: int | None = None
    span: Span | None = field(default=None, compare=False)


@frozen
class Network:
    """What a message between two nodes costs: its way, its bytes through the port of either node, each way, and what
    it takes there besides. `overrides`: for pairs of nodes, by their names in alphabetical order."""

    latency_ns: int = 20_000
    bytes_per_s: int = 117_000_000
    message_ns: int = 5_000
    overrides: tuple[tuple[tuple[str, str], Network], ...] = ()

    def between(self, one: str, other: str) -> Network:
        pair = (min(one, other), max(one, other))
        return dict(self.overrides).get(pair, self)

    @property
    def byte_ns(self) -> Fraction:
        return Fraction(10**9, self.bytes_per_s)


def link_engine(link: int) -> str:
    return f"link_{link}"


@frozen
class NetworkEnd:
    """The end of link number `link` in the graph of a node; `peer` is the node at the other end.

    fifo: what crosses, as the user knows it
    ends: the actor and port that write it, and the first ones that read it; none of a control link
    latency_ns, byte_ns: the way of a message, and what a byte takes in the port of the node
    after: of a receiver, the senders of its own node that come first: it may wait for what becomes of their messages
    tells_end: what the sender knows of the end of the program crosses with the tokens, for actors may stop it
    control: nothing crosses but the news that an actor of the sending node has stopped the program
    late: how many passes this end is later than what comes first in the program, so that no node waits for messages
        that another one sends in a later pass
    """

    link: int
    peer: int
    receives: bool
    fifo: str
    ends: tuple[tuple[str, str], ...] = ()
    latency_ns: int = 0
    byte_ns: Fraction = Fraction(0)
    after: tuple[str, ...] = ()
    tells_end: bool = False
    control: bool = False
    late: int = 0

    @property
    def engine(self) -> str:
        """Each link has a queue of its own: what comes late by one holds up no other."""
        return link_engine(self.link)


@frozen
class Link:
    """`actor`, `port`: that write what crosses; none of a control link. `bytes_per_iteration`: without what the
    message adds."""

    number: int
    source: int
    target: int
    fifo: str
    bytes_per_iteration: int
    reason: str
    latency_ns: int = 0
    byte_ns: Fraction = Fraction(0)
    control: bool = False


USUAL_NETWORK = Network()


class NetworkError(PlatformError):
    """What a platform file says of its nodes cannot be. `table`: the index of the node, None of `[network]`."""

    id = "nodes-invalid"

    def __init__(self, message: str, table: int | None, key: str, hint: str) -> None:
        keys = ("network",) if table is None else ("nodes", table)
        super().__init__(message, (*keys, *((key,) if key else ())), hint)


def nodes_of(value: object) -> tuple[Node, ...]:
    """`[[nodes]]` of a platform file. Raises `NetworkError`."""
    if not isinstance(value, list) or not value:
        raise NetworkError("'nodes' must be a list of tables", 0, "", "Write [[nodes]], and below it what a node has.")
    found = [node for number, entry in enumerate(value) for node in _nodes(number, entry)]
    if len(found) > NODES_MAX:
        raise _too_many(len(found), 0, "")
    seen: set[str] = set()
    for number, entry in enumerate(value):
        for node in _nodes(number, entry):
            if node.name in seen:
                raise NetworkError(f"two nodes are called '{node.name}'", number, "name", "Give each its own name.")
            seen.add(node.name)
    return tuple(found)


_NUMBERS = ("cores", "memory_bytes", "count")


def _nodes(number: int, entry: object) -> Iterator[Node]:
    if not isinstance(entry, dict):
        raise NetworkError("a node is a table", number, "", "Write [[nodes]], and below it what a node has.")
    known = ("name", "host", *_NUMBERS)
    for key, value in entry.items():
        if key not in known:
            raise NetworkError(f"a node has no '{key}'", number, key, f"There are {', '.join(known)}.")
        if key in _NUMBERS and (type(value) is not int or not 0 < value < 2**62):
            hint = f"Write: {key} = 2, or leave it out."
            raise NetworkError(f"'{key}' must be a positive integer, not {value!r}", number, key, hint)
        if key not in _NUMBERS and (not isinstance(value, str) or not value):
            raise NetworkError(f"'{key}' must be a text", number, key, f'Write: {key} = "rack1", or leave it out.')
        if key == "host" and not is_host(value):
            raise NetworkError(f"'{value}' is not the name of a host", number, key, HOST_HINT)
    count, name = entry.get("count", 1), entry.get("name", f"node{number}")
    if count > NODES_MAX:
        raise _too_many(count, number, "count")
    if entry.get("cores", 1) > NODES_MAX:
        message = f"'cores' must be a number from 1 to {NODES_MAX}"
        raise NetworkError(message, number, "cores", "Write: cores = 2, or leave it out.")
    for index in range(count):
        own = name if "count" not in entry else f"{name}{index}"
        yield Node(own, entry.get("host", ""), entry.get("cores"), entry.get("memory_bytes"))


def _too_many(count: int, table: int, key: str) -> NetworkError:
    message = f"there are {count} nodes, and {NODES_MAX} at most can be"
    return NetworkError(message, table, key, f"Describe {NODES_MAX} or fewer.")


def is_host(name: str) -> bool:
    """Whether launchers take it for one host: they have lists with commas, and options."""
    return not name.startswith("-") and name.isprintable() and not any(each in name for each in ", ")


HOST_HINT = "Launchers want a name or address that does not begin with '-', without blanks and commas."

COSTS = ("latency_ns", "bytes_per_s", "message_ns")
_NETWORK_HINT = "Write [network], and below it latency_ns, bytes_per_s, message_ns or overrides."


def network_of(value: object, nodes: tuple[Node, ...]) -> Network:
    """`[network]` of a platform file. Raises `NetworkError`."""
    if not isinstance(value, dict):
        raise NetworkError("'network' must be a table", None, "", _NETWORK_HINT)
    network = _with_costs(Network(), value, "overrides")
    found: dict[tuple[str, str], Network] = {}
    overrides = value.get("overrides", [])
    for entry in overrides if isinstance(overrides, list) else [None]:
        if not isinstance(entry, dict):
            raise _no_override()
        found[_ends(entry.get("between"), nodes)] = _with_costs(network, entry, "between")
    return replace(network, overrides=tuple(sorted(found.items(), key=lambda each: each[0])))


def _ends(value: object, nodes: tuple[Node, ...]) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(end, str) for end in value):
        raise _no_override()
    names = [node.name for node in nodes]
    for end in value:
        if end not in names:
            raise NetworkError(f"there is no node '{end}'", None, "overrides", f"There are {', '.join(names)}.")
    if value[0] == value[1]:
        message = f"there is no network between '{value[0]}' and itself"
        raise NetworkError(message, None, "overrides", "Name two nodes.")
    return min(value), max(value)


def _no_override() -> NetworkError:
    hint = 'Write overrides = [{ between = ["a", "b"], latency_ns = 1000 }].'
    return NetworkError("'overrides' must be a list of tables with 'between'", None, "overrides", hint)


def _with_costs(network: Network, table: Mapping[str, object], other: str) -> Network:
    costs = {key: _cost(key, cost) for key, cost in table.items() if key != other}
    return Network(*(costs.get(name, getattr(network, name)) for name in COSTS))


def _cost(key: str, value: object) -> int:
    if key not in COSTS:
        raise NetworkError(f"a network has no '{key}'", None, key, f"There are {', '.join((*COSTS, 'overrides'))}.")
    least = 0 if key == "message_ns" else 1
    whole = int(value) if isinstance(value, float) and value.is_integer() else value  # as in 1e9
    if type(whole) is not int or not least <= whole < 2**62:
        hint = "'dfgen calibrate --nodes HOSTFILE' measures what messages cost."
        raise NetworkError(f"'{key}' must be an integer from {least} on, not {value!r}", None, key, hint)
    return whole
