# SPDX-License-Identifier: Apache-2.0
"""What several nodes run, and its stable text: the links between them, then the plan of each node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from dfgen.model.dumps import counted
from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef
from dfgen.model.network import Link, Node
from dfgen.model.plan import Plan

SCHEMA = 1
Whole = TypeVar("Whole")


@frozen
class PlannedNodes(Generic[Whole]):
    """By node what was planned; what lies between them; what an iteration takes in the port of each node;
    and `notes` for the user."""

    nodes: tuple[Node, ...]
    planned: tuple[Whole, ...]
    links: tuple[Link, ...]
    ports_ns: tuple[float, ...] = ()
    notes: tuple[str, ...] = ()


def record_of_node(number: int) -> str:
    """What a page shows of one node, in the folder of the program."""
    return f"src/node_{number}/report.json"


def slots_of(plan: Plan, link: Link, *, receives: bool) -> int:
    """How many messages of a link have room at its end in this plan."""
    ends = (a for a in plan.graph.network_ends if a.network is not None and a.network.link == link.number)
    end = next(a for a in ends if a.network is not None and a.network.receives == receives)
    window = plan.windows.get(PortRef(end.name, "data"))
    return plan.buffers[window.buffer].slots if window is not None else 0


def nodes_as_json(
    name: str, nodes: PlannedNodes[Any], plans: Sequence[Mapping[str, object]], periods_ns: Sequence[float]
) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "graph": name,
        "nodes": [
            {"node": number, "name": node.name, "host": node.host, "period_ns": round(period_ns), "plan": plan}
            for number, (node, plan, period_ns) in enumerate(zip(nodes.nodes, plans, periods_ns, strict=True))
        ],
        "transfers": [_link(nodes, link) for link in nodes.links],
        "prediction": {"period_ns": round(max(periods_ns))},
    }


def _link(nodes: PlannedNodes[Any], link: Link) -> dict[str, object]:
    source, target = nodes.planned[link.source].plan, nodes.planned[link.target].plan
    return {
        "link": link.number,
        "fifo": link.fifo,
        "strategy": "network",
        "source": nodes.nodes[link.source].name,
        "target": nodes.nodes[link.target].name,
        "bytes_per_iteration": link.bytes_per_iteration,
        "message_bytes": link.bytes_per_iteration * source.schedule.iterations_per_pass,
        "source_slots": slots_of(source, link, receives=False),
        "target_slots": slots_of(target, link, receives=True),
        "reason": link.reason,
    }


def nodes_as_text(name: str, nodes: PlannedNodes[Any], plans: Sequence[str], periods_ns: Sequence[float]) -> str:
    return "\n".join(_lines(name, nodes, plans, periods_ns)) + "\n"


def _lines(name: str, nodes: PlannedNodes[Any], plans: Sequence[str], periods_ns: Sequence[float]) -> Iterator[str]:
    moved = sum(link.bytes_per_iteration for link in nodes.links)
    yield f"graph {name} on {counted(len(nodes.nodes), 'node')}"
    for number, node in enumerate(nodes.nodes):
        actors = [a.name for a in nodes.planned[number].plan.graph.actors if a.network is None]
        host = f", host {node.host}" if node.host else ""
        yield f"  node {number} {node.name}{host}: {', '.join(actors)}"
    yield ""
    yield f"between nodes: {counted(len(nodes.links), 'link')}, {moved} bytes an iteration"
    for link in nodes.links:
        known = _link(nodes, link)
        slots = f"{known['source_slots']} and {known['target_slots']} slots of {known['message_bytes']} bytes"
        way = f"{known['source']} to {known['target']}"
        yield f"  {link.bytes_per_iteration:>12}  network {link.number}: {way}  {link.fifo}, {slots}: {link.reason}"
    for node, text, period_ns in zip(nodes.nodes, plans, periods_ns, strict=True):
        yield ""
        yield f"--- node {node.name}, an iteration takes {round(period_ns)} ns"
        yield text.rstrip("\n")
