# SPDX-License-Identifier: Apache-2.0
"""Join a schedule tree and an assignment to a schedule: how many iterations at a time, and whose firings are whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import networkx as nx

from dfgen.machine.constants import (
    CACHED_SLACK,
    EVEN_SLACK,
    PASS_ITERATIONS_MAX,
    PASS_NS,
    PASSES_MIN,
    TRIP_SHARES_MAX,
)
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration, firing_time_ns, iteration_times_ns
from dfgen.mapping.capacity import NO_BOUNDS, Capacity
from dfgen.mapping.depth import streamed_iterations
from dfgen.mapping.fusing import Fusing, fuse
from dfgen.mapping.readers import readers_in_place
from dfgen.mapping.schedule_tree import Block, Order, ScheduleTree, TreeLoop, TreeNode, actors_of
from dfgen.mapping.spreading import Group, even_iterations
from dfgen.mapping.turning import iterations_in_turn, turning_loops
from dfgen.mapping.work import Assignment, parts_of
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import Leaf, Listing, Loop, Node, Part

LEAST_NS = Fraction(1, 1000)
"""Rounding: an actor that is said to take no time still counts."""


@dataclass
class Context:
    graph: Graph
    facts: Facts
    assignment: Assignment
    size_bytes: Mapping[str, int]
    cores: int
    capacity: Capacity
    fusing: Fusing
    machine: Machine
    loops: int = 0

    def next_loop(self) -> int:
        self.loops += 1
        return self.loops - 1


def distribute(
    graph: Graph,
    facts: Facts,
    tree: ScheduleTree,
    assignment: Assignment,
    cores: int,
    latency_iterations: int | None,
    fusing: Fusing,
    machine: Machine,
    capacity: Capacity = NO_BOUNDS,
    wished: int | None = None,
) -> Loop:
    """The root loop of the schedule. `latency_iterations` and `capacity` bound the iterations of a pass. `wished`: what
    a pass has within these bounds, where that is not for this function to choose."""
    context = Context(
        graph, facts, assignment, fifo_bytes_per_iteration(graph, facts), cores, capacity, fusing, machine
    )
    chunk = 1
    if not _must_be_single(context, tree):
        chunk = _iterations_per_pass(context, tree) if wished is None else _within(context, tree, wished)
    if latency_iterations is not None:
        chunk = min(chunk, latency_iterations)
    loop = TreeLoop(1, fuse(graph, tree.body, chunk, assignment, fusing))
    return Loop(context.next_loop(), 1, chunk, _body(context, loop, chunk, 1, evened=True))


def _must_be_single(context: Context, tree: ScheduleTree) -> bool:
    """All cores must agree on the trips of a shared inner loop, also while an actor shortens the pass."""
    stops = any(actor.stops for actor in context.graph.actors)
    shared = any(isinstance(child, TreeLoop) and len(_cores(context, child)) > 1 for child in tree.body)
    return tree.single_iteration or (stops and shared)


def _cores(context: Context, node: TreeNode) -> set[int]:
    return {share.core for name in actors_of(node) for share in context.assignment[name]}


def _iterations_per_pass(context: Context, tree: ScheduleTree) -> int:
    """Enough for each FIFO between cores to publish what the machine asks for, unless that takes long, few enough to
    stay in a cache, if a core reads there what it wrote."""
    outer = _between(context, tree.body)
    if not outer:
        return 1
    sizes = [context.size_bytes[f.name] for f in outer]
    crossing = [context.size_bytes[f.name] for f in outer if _crosses(context, f)]
    wanted = ceil(context.machine.publish_bytes / min(crossing or sizes))
    usual = min(wanted, context.machine.block_bytes // max(sizes), PASS_ITERATIONS_MAX.value)
    most = context.capacity.iterations_at_a_time(context.facts, context.assignment, outer, 1)
    streamed = _streamed(context, tree) if crossing else 1
    published = min(max(usual, streamed), _long_enough(context))
    chunk = max(1, min(max(published, _turned(context, tree)), most))
    bounds = most, context.machine.block_bytes // max(sizes), TRIP_SHARES_MAX.value * context.cores
    return even_iterations(_divided(context, tree), chunk, min(bounds))


def _long_enough(context: Context) -> int:
    """Iterations that take so long, on the core that has most to do, that what a pass costs is nothing beside them."""
    busy_ns = [Fraction(0)] * context.cores
    for actor, time_ns in iteration_times_ns(context.graph, context.facts).items():
        for share in context.assignment[actor]:
            busy_ns[share.core] += share.fraction * time_ns
    return ceil(PASS_NS.value / max(max(busy_ns), LEAST_NS))


def _turned(context: Context, tree: ScheduleTree) -> int:
    """Iterations of a pass in which actors go round, with as many for each core as it should have from turn to turn."""
    cores = max((len(_cores(context, loop)) for loop in turning_loops(tree)), default=1)
    return cores * iterations_in_turn(context.graph, context.facts, tree, context.machine) if cores > 1 else 1


def _within(context: Context, tree: ScheduleTree, wished: int) -> int:
    outer = _between(context, tree.body)
    return min(wished, context.capacity.iterations_at_a_time(context.facts, context.assignment, outer, 1))


def _divided(context: Context, tree: ScheduleTree) -> dict[Group, Fraction]:
    """What the actors of the pass take that several cores share."""
    found: dict[Group, Fraction] = {}
    for block in _split_blocks(context, TreeLoop(1, tree.body)):
        firings = _firings(context, block)
        group = context.assignment[block.actor], firings
        weight_ns = firings * max(firing_time_ns(context.graph.actor(block.actor)), LEAST_NS)
        found[group] = found.get(group, Fraction(0)) + weight_ns
    return found


def _between(context: Context, body: Sequence[TreeNode]) -> list[Fifo]:
    """The FIFOs with tokens from one of these nodes to another."""
    home = {name: index for index, child in enumerate(body) for name in actors_of(child)}
    return [
        f for f in context.graph.fifos if home[f.source.actor] != home[f.target.actor] and context.size_bytes[f.name]
    ]


def _crosses(context: Context, fifo: Fifo) -> bool:
    return context.assignment[fifo.source.actor] != context.assignment[fifo.target.actor]


def _streamed(context: Context, tree: ScheduleTree) -> int:
    """Iterations of a pass in which no core reads what it wrote, but for what fused loops keep in registers; else 1."""
    outer = _between(
        context, fuse(context.graph, tree.body, PASS_ITERATIONS_MAX.value, context.assignment, context.fusing)
    )
    if not outer or not all(_crosses(context, f) for f in outer):
        return 1
    crossing_bytes = sum(context.size_bytes[f.name] for f in outer)
    small = context.fusing.small
    iterations = streamed_iterations(context.graph, context.facts, crossing_bytes, context.machine, small)
    return min(iterations, context.capacity.passes // PASSES_MIN.value)


def _node(context: Context, node: TreeNode, chunk: int, trips: int) -> Node:
    """`chunk`: iterations of the parent at a time; `trips`: iterations of the parent in a graph iteration."""
    if isinstance(node, Block):
        firings = _firings(context, node)
        return Leaf(node.actor, firings, parts_of(context.assignment[node.actor], firings * chunk))
    if isinstance(node, Order):
        return Listing(context.assignment[node.runs[0].actor][0].core, node.runs)
    own = context.next_loop()
    if node.ordered and len(context.assignment[next(iter(actors_of(node)))]) > 1:
        return _ordered(context, node, own, chunk)
    plain = not (node.cycle or node.fused)
    inner = _chunk(context, node, node.count * chunk, node.count * trips) if plain else node.at_once
    if node.fused and context.capacity.capacities:
        inner = 1
    return Loop(own, node.count, inner, _body(context, node, inner, node.count * trips, evened=plain))


def _body(context: Context, loop: TreeLoop, chunk: int, trips: int, *, evened: bool) -> tuple[Node, ...]:
    parts = evened_parts(context, _split_blocks(context, loop), chunk) if evened else {}
    return tuple(
        Leaf(child.actor, _firings(context, child), parts[child.actor])
        if isinstance(child, Block) and child.actor in parts
        else _node(context, child, chunk, trips)
        for child in loop.body
    )


def _ordered(context: Context, loop: TreeLoop, own: int, chunk: int) -> Loop:
    """A loop whose iterations several cores have by their shares, unless these are rounded to one core's."""
    parts = parts_of(context.assignment[next(iter(actors_of(loop)))], loop.count * chunk)
    blocks = [child for child in loop.body if isinstance(child, Block)]
    firings = {block.actor: _firings(context, block) for block in blocks}
    leaves = (Leaf(name, n, tuple(Part(part.core, 0, n) for part in parts)) for name, n in firings.items())
    return Loop(own, loop.count, 1, tuple(leaves), parts if len(parts) > 1 else ())


def _split_blocks(context: Context, loop: TreeLoop) -> list[Block]:
    return [child for child in loop.body if isinstance(child, Block) and len(context.assignment[child.actor]) > 1]


def evened_parts(context: Context, blocks: Sequence[Block], chunk: int) -> dict[str, tuple[Part, ...]]:
    """By actor, the parts of a trip: what rounding takes from a core, it gets back from the next actor, unless that
    reads what the others of the trip have written, which should stay where it is."""
    owed_ns: dict[int, Fraction] = {}
    shifts: dict[int, dict[int, Fraction]] = {}
    groups = _groups(context, blocks)
    found = {}
    for block in blocks:
        firings = _firings(context, block) * chunk
        all_ns = firings * firing_time_ns(context.graph.actor(block.actor))
        group = shifts.setdefault(groups[block.actor], {c: ns / all_ns for c, ns in owed_ns.items()} if all_ns else {})
        shares = context.assignment[block.actor]
        found[block.actor] = parts_of(shares, firings, group)
        for share in shares:
            owed_ns[share.core] = owed_ns.get(share.core, Fraction(0)) + share.fraction * all_ns
        for part in found[block.actor]:
            owed_ns[part.core] -= (part.stop - part.start) * all_ns / firings
    return found


def _groups(context: Context, blocks: Sequence[Block]) -> dict[str, int]:
    """By actor, a number that it has in common with those that write what it reads, also by way of routing actors."""
    links: nx.Graph[str] = nx.Graph()
    links.add_nodes_from(block.actor for block in blocks)
    for block in blocks:
        for _, fifo in context.graph.outputs_of(context.graph.actor(block.actor)):
            readers = readers_in_place(context.graph, fifo)
            links.add_edges_from((block.actor, name) for name in readers if name in links)
    return {name: index for index, group in enumerate(nx.connected_components(links)) for name in group}


def _firings(context: Context, block: Block) -> int:
    return block.cycles * context.graph.actor(block.actor).phases


def _chunk(context: Context, loop: TreeLoop, total: int, trips: int) -> int:
    """Iterations of a plain loop at a time: enough bytes to publish, and shares that come out even."""
    home = {name: index for index, child in enumerate(loop.body) for name in actors_of(child)}
    joining = [f for f in context.graph.fifos if f.source.actor in home and f.target.actor in home]
    outer = [f for f in joining if home[f.source.actor] != home[f.target.actor]]
    most = context.capacity.iterations_at_a_time(context.facts, context.assignment, outer, trips)
    sizes = [Fraction(context.size_bytes[f.name], trips) for f in joining]
    heaviest = max(sizes, default=Fraction(0))
    enough = min(total, ceil(context.machine.publish_bytes / heaviest), most) if heaviest else 1
    split = _split_blocks(context, loop)
    if not split:
        return max(1, enough)
    candidates = range(enough, min(total, most, max(enough, TRIP_SHARES_MAX.value * context.cores)) + 1)
    imbalance = {chunk: _imbalance(context, split, chunk, total) for chunk in candidates}
    best = next((c for c in candidates if imbalance[c] <= EVEN_SLACK.value), None)
    best = best or min(candidates, key=lambda chunk: (imbalance[chunk], chunk))
    cached_bytes = context.machine.own_cache_bytes
    if best * heaviest <= cached_bytes:
        return best
    cached = range(enough, max(context.cores, int(cached_bytes / heaviest)) + 1)
    near = [c for c in cached if c < best and imbalance[c] <= CACHED_SLACK.value]
    return min(near, key=lambda chunk: (imbalance[chunk], chunk)) if near else best


def _imbalance(context: Context, split: list[Block], chunk: int, total: int) -> Fraction:
    """The worst core's part of `total` iterations above its exact share. The last chunk may be short."""
    chunks, rest = divmod(total, chunk)
    done_ns: dict[int, Fraction] = {}
    exact_ns: dict[int, Fraction] = {}
    for name, parts in evened_parts(context, split, chunk).items():
        actor = context.graph.actor(name)
        firings = parts[-1].stop // chunk
        time_ns = max(firing_time_ns(actor), LEAST_NS)
        for part in parts:
            of_rest = max(0, min(part.stop, firings * rest) - part.start)
            done = chunks * (part.stop - part.start) + of_rest
            done_ns[part.core] = done_ns.get(part.core, Fraction(0)) + done * time_ns
        for share in context.assignment[name]:
            exact = share.fraction * firings * total * time_ns
            exact_ns[share.core] = exact_ns.get(share.core, Fraction(0)) + exact
    return max([Fraction(1), *(done_ns.get(core, Fraction(0)) / exact for core, exact in exact_ns.items() if exact)])
