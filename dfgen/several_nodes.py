# SPDX-License-Identifier: Apache-2.0
"""From one graph to the plans of all nodes that run it: which node has which actor, then each node as if it were alone.

A message between nodes has the tokens of a pass, so that all nodes have passes of one length: what the links want, or
what the node can do whose passes must be shortest. Passes that take long need not be longer for the sake of messages:
what has begun when a signal comes is completed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Protocol, TypeVar

from dfgen.analysis.facts import analyse
from dfgen.csource.learn import CKnowledge
from dfgen.machine.constants import MESSAGE_BYTES, MESSAGE_BYTES_MAX, PASS_NS
from dfgen.machine.times import iteration_times_ns
from dfgen.mapping.node_graphs import graphs_of_nodes
from dfgen.mapping.nodes import map_to_nodes, node_work
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.network import Link, Node
from dfgen.model.nodes_text import PlannedNodes
from dfgen.model.plan import Plan
from dfgen.model.platform import Platform, with_cores

ATTEMPTS_MAX = 24
"""Effort: so often plans of nodes are made to agree; the last attempt cannot fail."""


@frozen
class NodeTask:
    """What is to be planned for one node: its graph, the machine that it is, and how long a pass is. `in_step`: a core
    runs one pass after the other."""

    known: CKnowledge
    platform: Platform
    pass_iterations: int
    in_step: bool = False


class HasPlan(Protocol):
    """What the caller makes of a task."""

    @property
    def plan(self) -> Plan: ...


Whole = TypeVar("Whole", bound=HasPlan)


def plan_nodes(
    known: CKnowledge, platform: Platform, forced: int | None, plan: Callable[[NodeTask], Whole], *, in_step: bool
) -> PlannedNodes[Whole]:
    """`platform` has nodes; `forced`: so many of them are taken. `plan` does so for one of them.

    `in_step`: no core runs a pass while it is not done with the one before. Otherwise each node pipelines passes as it
    likes, and may so need from another one what that does only once it has got something that the first does later.
    In step there is no such pair: what a link takes depends on links of lower numbers only."""
    facts = analyse(known.graph)
    mapped = map_to_nodes(known.graph, facts, platform, forced)
    busy = sorted(set(mapped.values()))  # a node with nothing to do gets no process
    used = tuple(platform.nodes[node] for node in busy)
    node_of = {actor: busy.index(node) for actor, node in mapped.items()}
    split = graphs_of_nodes(known.graph, facts, node_of, replace(platform, nodes=used), known.pointing)
    wished = _pass_iterations(split.links, _busiest_ns(known, facts, node_of, used, platform))
    tasks = [
        NodeTask(replace(known, graph=graph), _machine(platform, node), wished, in_step)
        for graph, node in zip(split.graphs, used, strict=True)
    ]
    planned = of_one_length(tasks, plan)
    ports_ns = _ports_ns(split.links, used, platform, planned[0].plan.schedule.iterations_per_pass)
    notes: tuple[str, ...] = ()
    if forced is not None and len(used) < forced:
        parts = len(node_work(known.graph, facts, platform).groups)
        notes = (_fewer_note(len(used), forced, parts),)
    return PlannedNodes(used, tuple(planned), split.links, ports_ns, notes)


def of_one_length(tasks: Sequence[NodeTask], plan: Callable[[NodeTask], Whole]) -> list[Whole]:
    """Plans whose passes are as long as those of the node whose passes must be shortest. A plan has the iterations that
    its task wishes for, or fewer: asked for one, all nodes have one, so that the last attempt cannot fail."""
    planned = [plan(task) for task in tasks]
    for left in reversed(range(ATTEMPTS_MAX)):
        lengths = [each.plan.schedule.iterations_per_pass for each in planned]
        wished = min(lengths) if left else 1
        if max(lengths) == min(lengths):
            break
        planned = [
            each if length == wished else plan(replace(task, pass_iterations=wished))
            for task, each, length in zip(tasks, planned, lengths, strict=True)
        ]
    return planned


def _fewer_note(used: int, forced: int, parts: int) -> str:
    """Why not all nodes that were asked for are used."""
    taken = f"{used} of {forced} nodes {'is' if used == 1 else 'are'} used"
    if parts < forced:
        return f"{taken}: there {'is' if parts == 1 else 'are'} {counted(parts, 'part')} of the graph that can be apart"
    return f"{taken}: by '@node' there is nothing to do on the others"


def _ports_ns(
    links: Sequence[Link], nodes: Sequence[Node], platform: Platform, pass_iterations: int
) -> tuple[float, ...]:
    """Of each node, what all its links take in an iteration, each way; a pass is a message."""
    sent, received = [0.0] * len(nodes), [0.0] * len(nodes)
    for link in links:
        network = platform.network.between(nodes[link.source].name, nodes[link.target].name)
        taken_ns = float(link.bytes_per_iteration * network.byte_ns) + network.message_ns / pass_iterations
        sent[link.source] += taken_ns
        received[link.target] += taken_ns
    return tuple(map(max, zip(sent, received, strict=True)))


def _machine(platform: Platform, node: Node) -> Platform:
    """The platform that one node is."""
    memory_bytes = node.memory_bytes or platform.memory_bytes
    alone = replace(platform, name=node.name, nodes=(), memory_bytes=memory_bytes, span=node.span)
    return with_cores(alone, node.cores) if node.cores is not None else alone


def _busiest_ns(
    known: CKnowledge, facts: Facts, node_of: Mapping[str, int], nodes: Sequence[Node], platform: Platform
) -> float:
    """What an iteration takes on the node that has most to do, its cores all at work."""
    busy_ns = [0.0] * len(nodes)
    for actor, time_ns in iteration_times_ns(known.graph, facts).items():
        busy_ns[node_of[actor]] += float(time_ns)
    return max(ns / (node.cores or platform.core_count) for ns, node in zip(busy_ns, nodes, strict=True))


def _pass_iterations(links: Sequence[Link], iteration_ns: float) -> int:
    """As many as the smallest message needs to be worth sending, unless the largest is too long for that, or a pass
    takes so long that a message is nothing beside it."""
    sizes = [link.bytes_per_iteration for link in links if not link.control]
    if not sizes:
        return 1
    wished = min(ceil(MESSAGE_BYTES.value / min(sizes)), MESSAGE_BYTES_MAX.value // max(sizes))
    long_enough = ceil(PASS_NS.value / iteration_ns) if iteration_ns else wished
    return max(1, min(wished, long_enough))


def refuse_on_nodes(graph: Graph) -> None:
    """Raises `UserError` for what a program on one node can have alone.

    Live parameters: no process could tell the others in time from which iteration on a new value counts. Periods:
    passes of all nodes have one length, and a node without the actor would take longer ones.
    """
    if graph.live:
        parameter = graph.live[0]
        message = f"'{parameter.name}' is a live parameter, and a program on several nodes can have none"
        raise fail("live-parameter", message, parameter.span, "Leave out 'live', or compile for one node (--nodes 1).")
    for actor in graph.actors:
        if actor.period:
            message = f"'{actor.name}' has a period, which a program on several nodes cannot keep"
            hint = "Leave the period out, or compile for one node (--nodes 1)."
            raise fail("period-unkept", message, actor.span, hint)
