# SPDX-License-Identifier: Apache-2.0
"""Join a loop nest and an assignment to a schedule: how many iterations at a time, and whose firings are whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from dfgen.mapping.depth import DEPTH_MIN, streamed_iterations
from dfgen.mapping.fusing import Fusing, fuse
from dfgen.mapping.room import NO_BOUNDS, Room
from dfgen.mapping.tree import BLOCK_BYTES, Block, Nest, Order, Tree, TreeNode, actors_of
from dfgen.mapping.work import Assignment, Share, fifo_bytes_per_iteration
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import Leaf, Listing, Loop, Node, Part

# A core publishes at least this much at a time: below, synchronising costs more than the bytes.
PUBLISH_BYTES = 16 * 1024
MAX_ITERATIONS_PER_PASS = 4096
# A chunk is fine enough when no core has more than this above its exact share.
BALANCE_SLACK = Fraction(103, 100)
# While what a turn hands from one actor to the next still lies in a core's cache, this will do: beyond, that much is
# lost to memory.
CACHED_BYTES = 1 << 20
CACHED_SLACK = Fraction(115, 100)


@dataclass
class _Context:
    graph: Graph
    facts: Facts
    assignment: Assignment
    size_bytes: Mapping[str, int]
    cores: int
    room: Room
    fusing: Fusing
    loops: int = 0

    def next_loop(self) -> int:
        self.loops += 1
        return self.loops - 1


def distribute(
    graph: Graph,
    facts: Facts,
    tree: Tree,
    assignment: Assignment,
    cores: int,
    latency_iterations: int | None,
    fusing: Fusing,
    room: Room = NO_BOUNDS,
) -> Loop:
    """The root loop of the schedule. `latency_iterations` and `room` bound the iterations of a pass."""
    context = _Context(graph, facts, assignment, fifo_bytes_per_iteration(graph, facts), cores, room, fusing)
    chunk = 1 if _must_be_single(context, tree) else _iterations_per_pass(context, tree)
    if latency_iterations is not None:
        chunk = min(chunk, latency_iterations)
    body = fuse(graph, tree.body, chunk, assignment, fusing)
    root = context.next_loop()
    return Loop(root, 1, chunk, tuple(_node(context, child, chunk, 1) for child in body))


def _must_be_single(context: _Context, tree: Tree) -> bool:
    """All cores must agree on the turns of a shared inner loop, also while an actor shortens the pass."""
    stops = any(actor.stops for actor in context.graph.actors)
    shared = any(isinstance(child, Nest) and len(_cores(context, child)) > 1 for child in tree.body)
    return tree.single_iteration or (stops and shared)


def _cores(context: _Context, node: TreeNode) -> set[int]:
    return {share.core for name in actors_of(node) for share in context.assignment[name]}


def _iterations_per_pass(context: _Context, tree: Tree) -> int:
    """Enough to publish at least `PUBLISH_BYTES` on each FIFO between cores, few enough to stay in a cache,
    if a core reads there what it wrote."""
    outer = _between(context, tree.body)
    if not outer:
        return 1
    sizes = [context.size_bytes[f.name] for f in outer]
    crossing = [context.size_bytes[f.name] for f in outer if _crosses(context, f)]
    wanted = ceil(PUBLISH_BYTES / min(crossing or sizes))
    usual = min(wanted, BLOCK_BYTES // max(sizes), MAX_ITERATIONS_PER_PASS)
    most = context.room.iterations_at_a_time(context.facts, context.assignment, outer, 1)
    streamed = _streamed(context, tree) if crossing else 1
    return max(1, min(max(usual, streamed), most))


def _between(context: _Context, body: Sequence[TreeNode]) -> list[Fifo]:
    """The FIFOs with tokens from one of these nodes to another."""
    home = {name: index for index, child in enumerate(body) for name in actors_of(child)}
    return [
        f for f in context.graph.fifos if home[f.source.actor] != home[f.target.actor] and context.size_bytes[f.name]
    ]


def _crosses(context: _Context, fifo: Fifo) -> bool:
    return context.assignment[fifo.source.actor] != context.assignment[fifo.target.actor]


def _streamed(context: _Context, tree: Tree) -> int:
    """Iterations of a pass in which no core reads what it wrote, but for what fused loops keep in registers; else 1."""
    outer = _between(
        context, fuse(context.graph, tree.body, MAX_ITERATIONS_PER_PASS, context.assignment, context.fusing)
    )
    if not outer or not all(_crosses(context, f) for f in outer):
        return 1
    crossing_bytes = sum(context.size_bytes[f.name] for f in outer)
    iterations = streamed_iterations(context.graph, context.facts, crossing_bytes, context.fusing.small)
    return min(iterations, context.room.passes // DEPTH_MIN)


def _node(context: _Context, node: TreeNode, chunk: int, turns: int) -> Node:
    """`chunk`: iterations of the parent at a time; `turns`: iterations of the parent in a graph iteration."""
    if isinstance(node, Block):
        firings = node.cycles * context.graph.actor(node.actor).phases
        return Leaf(node.actor, firings, _parts(context.assignment[node.actor], firings * chunk))
    if isinstance(node, Order):
        return Listing(context.assignment[node.runs[0].actor][0].core, node.runs)
    own = context.next_loop()
    if node.relayed and len(context.assignment[next(iter(actors_of(node)))]) > 1:
        return _relayed(context, node, own, chunk)
    if node.cycle or node.fused:
        inner = node.at_once
    else:
        inner = _chunk(context, node, node.count * chunk, node.count * turns)
    return Loop(own, node.count, inner, tuple(_node(context, c, inner, node.count * turns) for c in node.body))


def _relayed(context: _Context, nest: Nest, own: int, chunk: int) -> Loop:
    """A loop whose iterations several cores have by their shares, unless these are rounded to one core's."""
    parts = _parts(context.assignment[next(iter(actors_of(nest)))], nest.count * chunk)
    blocks = [child for child in nest.body if isinstance(child, Block)]
    firings = {block.actor: block.cycles * context.graph.actor(block.actor).phases for block in blocks}
    leaves = (Leaf(name, n, tuple(Part(part.core, 0, n) for part in parts)) for name, n in firings.items())
    return Loop(own, nest.count, 1, tuple(leaves), parts if len(parts) > 1 else ())


def _parts(shares: tuple[Share, ...], firings: int) -> tuple[Part, ...]:
    """Cut [0, firings) at the shares, rounded to whole firings; a share that rounds to nothing is left out."""
    parts: list[Part] = []
    filled, start = Fraction(0), 0
    for share in shares:
        filled += share.fraction
        stop = round(filled * firings)
        if stop > start:
            parts.append(Part(share.core, start, stop))
        start = stop
    return tuple(parts)


def _chunk(context: _Context, nest: Nest, total: int, turns: int) -> int:
    """Iterations of a plain loop at a time: enough bytes to publish, and shares that come out even."""
    home = {name: index for index, child in enumerate(nest.body) for name in actors_of(child)}
    joining = [f for f in context.graph.fifos if f.source.actor in home and f.target.actor in home]
    outer = [f for f in joining if home[f.source.actor] != home[f.target.actor]]
    most = context.room.iterations_at_a_time(context.facts, context.assignment, outer, turns)
    sizes = [Fraction(context.size_bytes[f.name], turns) for f in joining]
    heaviest = max(sizes, default=Fraction(0))
    enough = min(total, ceil(PUBLISH_BYTES / heaviest), most) if heaviest else 1
    blocks = [child for child in nest.body if isinstance(child, Block)]
    split = [b for b in blocks if len(context.assignment[b.actor]) > 1]
    if not split:
        return max(1, enough)
    candidates = range(enough, min(total, most, max(enough, 8 * context.cores)) + 1)
    imbalance = {chunk: _imbalance(context, split, chunk, total) for chunk in candidates}
    best = next((c for c in candidates if imbalance[c] <= BALANCE_SLACK), None)
    best = best or min(candidates, key=lambda chunk: (imbalance[chunk], chunk))
    if best * heaviest <= CACHED_BYTES:
        return best
    cached = range(enough, max(context.cores, int(CACHED_BYTES / heaviest)) + 1)
    near = [c for c in cached if c < best and imbalance[c] <= CACHED_SLACK]
    return min(near, key=lambda chunk: (imbalance[chunk], chunk)) if near else best


def _imbalance(context: _Context, split: list[Block], chunk: int, total: int) -> Fraction:
    """The worst core's part of `total` iterations above its exact share. The last chunk may be short."""
    worst = Fraction(1)
    chunks, rest = divmod(total, chunk)
    for block in split:
        firings = block.cycles * context.graph.actor(block.actor).phases
        shares = context.assignment[block.actor]
        done: dict[int, int] = {}
        for part in _parts(shares, firings * chunk):
            of_rest = min(part.stop, firings * rest) - min(part.start, firings * rest)
            done[part.core] = chunks * (part.stop - part.start) + of_rest
        for share in shares:
            if share.fraction:
                worst = max(worst, Fraction(done.get(share.core, 0)) / (share.fraction * firings * total))
    return worst
