# SPDX-License-Identifier: Apache-2.0
"""The schedule tree: which actors share a loop, and in which order they fire in it.

Three steps, each on the quotient left by the one before:

1. Every cycle becomes a loop of its own (Bhattacharyya, Murthy, Lee, "Software Synthesis from Dataflow Graphs",
   1996, loose interdependence): FIFOs whose delay covers an iteration of the loop do not order it; what stays
   strongly connected without them is listed firing by firing. Where delays cover several iterations, so many may be
   run at a time, and what must still fire in order be ordered from core to core (`doacross.py`).
2. Pairs joined by a FIFO that is too big for a cache are nested in a loop of their common repetition count, the
   pairs of the largest count first (the same book's APGAN, restricted to the FIFOs where it pays).
3. Loops that turn out small are dissolved again: a block of many firings is cheaper than a loop of few.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from math import gcd

import networkx as nx

from dfgen.analysis.schedules.flow import Arc, Flow, LoopedSchedule, Method
from dfgen.machine.constants import ALTERNATE_BYTES, COPIED_BYTES, REACH_MAX
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration
from dfgen.mapping.listing import list_firings
from dfgen.mapping.schedule_tree import (
    ALONE,
    ONE_BY_ONE,
    Block,
    Order,
    ScheduleTree,
    Sharing,
    TreeLoop,
    TreeNode,
    actors_of,
    tree_loops_of,
)
from dfgen.model.diagnostics import Note, fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import StopEdge


@dataclass
class _Draft:
    """The quotient graph while it shrinks: items by id, edges with the bytes of one graph iteration."""

    items: dict[int, TreeNode] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    after: dict[int, dict[int, int]] = field(default_factory=dict)
    before: dict[int, set[int]] = field(default_factory=dict)
    single: set[int] = field(default_factory=set)  # never merged: actors that stop, or are `unmerged`

    def add(self, key: int, item: TreeNode, count: int) -> None:
        self.items[key], self.counts[key] = item, count
        self.after[key], self.before[key] = {}, set()

    def connect(self, source: int, target: int, size_bytes: int) -> None:
        self.after[source][target] = max(self.after[source].get(target, 0), size_bytes)
        self.before[target].add(source)


def build_tree(
    graph: Graph,
    facts: Facts,
    stop_edges: Sequence[StopEdge],
    machine: Machine,
    method: Method | None = None,
    shared: Mapping[str, Sharing] = ONE_BY_ONE,
    unmerged: Collection[str] = (),
) -> ScheduleTree:
    """The schedule tree of a consistent, live graph. Linear but for the merges, of which there are few.

    `method` makes a looped schedule of little memory, whatever that costs in time. `shared`: by first actor of a
    cycle, or of what else fires in order, how cores share its loop. Actors that are `unmerged` share a loop with none
    but those of their own cycle.
    """
    cycles = [component for component in _components(graph, graph.fifos) if len(component) > 1]
    spread = [cycle for cycle in cycles if len({graph.actor(a).core for a in cycle} - {None}) > 1]
    loose = {name for cycle in spread for name in cycle}
    ordering = [f for f in graph.fifos if not (_inside(f, loose) and _covers_iteration(graph, facts, f))]
    components = _components(graph, ordering)
    _refuse_conflicts(graph, components)
    listed: list[str] = []
    draft = _draft(graph, facts, components, ordering, stop_edges, listed, shared, unmerged)
    kept = tuple(c for key, component in enumerate(components) for c in _together(draft.items[key], component))
    body = (
        _nested_where_heavy(graph, facts, draft, machine.block_bytes)
        if method is None
        else _nested_by(method, graph, draft)
    )
    stopping = any(graph.actor(name).stops for cycle in kept for name in cycle)
    paced = any(actor.period for actor in graph.actors)
    single = bool(spread) or stopping or paced or any(edge.delay for edge in stop_edges)
    ordered = frozenset(name for node in tree_loops_of(body) if node.ordered for name in actors_of(node))
    return ScheduleTree(body, single, kept, tuple(listed), ordered)


def _draft(
    graph: Graph,
    facts: Facts,
    components: Sequence[tuple[str, ...]],
    ordering: Sequence[Fifo],
    stop_edges: Sequence[StopEdge],
    listed: list[str],
    shared: Mapping[str, Sharing],
    unmerged: Collection[str],
) -> _Draft:
    draft = _Draft()
    home: dict[str, int] = {}
    for key, component in enumerate(components):
        home.update(dict.fromkeys(component, key))
        draft.add(key, *_component_item(graph, facts, component, ordering, listed, shared.get(component[0], ALONE)))
        if any(graph.actor(name).stops or name in unmerged for name in component):
            draft.single.add(key)
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    # What a copy actor gives away is not in this core's cache: no reason to read it at once, unless it takes too much
    # memory until then.
    apart = {f.name for f in ordering if _is_copied(graph, f) and size_bytes[f.name] <= COPIED_BYTES.value}
    edges = [(f.source.actor, f.target.actor, 0 if f.name in apart else size_bytes[f.name]) for f in ordering]
    edges += [(edge.source, edge.target, 0) for edge in stop_edges if not edge.delay]
    for source, target, size in edges:
        if home[source] != home[target]:
            draft.connect(home[source], home[target], size)
    return draft


def _traffic(graph: Graph, facts: Facts) -> dict[tuple[str, str], int]:
    """Bytes of the heaviest FIFO between each two actors, in one graph iteration."""
    traffic: dict[tuple[str, str], int] = {}
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    for fifo in graph.fifos:
        ends = fifo.source.actor, fifo.target.actor
        traffic[ends] = max(traffic.get(ends, 0), size_bytes[fifo.name])
    return traffic


# --- cycles -----------------------------------------------------------------------------------------------------


def _components(graph: Graph, fifos: Iterable[Fifo]) -> list[tuple[str, ...]]:
    """Strongly connected components, each in file order, ordered by their first actor."""
    rank = {actor.name: index for index, actor in enumerate(graph.actors)}
    digraph = nx.DiGraph()
    digraph.add_nodes_from(rank)
    digraph.add_edges_from((f.source.actor, f.target.actor) for f in fifos)
    found = [tuple(sorted(c, key=rank.__getitem__)) for c in nx.strongly_connected_components(digraph)]
    return sorted(found, key=lambda c: rank[c[0]])


def _inside(fifo: Fifo, members: Collection[str]) -> bool:
    return fifo.source.actor in members and fifo.target.actor in members


def _covers_iteration(graph: Graph, facts: Facts, fifo: Fifo) -> bool:
    return fifo.delay_tokens >= tokens_per_iteration(graph, fifo, facts.cycles)


def _refuse_conflicts(graph: Graph, components: Iterable[Collection[str]]) -> None:
    for component in components:
        placed = [graph.actor(name) for name in component if graph.actor(name).core is not None]
        if len({actor.core for actor in placed}) > 1:
            raise fail(
                "core-conflict",
                f"the actors of one cycle are placed on different cores: {', '.join(a.name for a in placed)}",
                placed[0].span,
                "Give them one core, or give each FIFO between the cores a delay of at least one iteration.",
                [Note(f"{a.name} is placed on core {a.core}", a.span) for a in placed[1:]],
            )


def _component_item(
    graph: Graph, facts: Facts, component: tuple[str, ...], fifos: Sequence[Fifo], listed: list[str], sharing: Sharing
) -> tuple[TreeNode, int]:
    """The tree node of one iteration of a component's loop, and how many trips it has in a graph iteration."""
    count = gcd(*(facts.cycles[name] for name in component))
    ordered = sharing.count == 1 and component[0] in sharing.ordered
    if len(component) == 1:
        block = Block(component[0], 1)
        in_loop = ordered or (count > 1 and _feeds_itself(graph, component[0]))
        return (TreeLoop(1, (block,), cycle=True, ordered=ordered) if in_loop else block), count
    members = set(component)
    inner = [f for f in fifos if f.source.actor in members and f.target.actor in members]
    cycles = {name: facts.cycles[name] // count for name in component}
    body = _order_cycle(graph, component, cycles, inner, listed, ALONE if ordered else sharing)
    in_one = isinstance(body[0], Order)  # delays of this length do not take it apart
    at_once = 1 if in_one else sharing.count
    divided = sharing.divided and not in_one
    return TreeLoop(1, body, cycle=True, at_once=at_once, ordered=ordered and not in_one, divided=divided), count


def _together(item: TreeNode, component: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """The actors of a component that must stay on one core, or be ordered together."""
    if isinstance(item, TreeLoop) and item.is_shared:
        tight = (set(actors_of(child)) for child in item.body if not isinstance(child, Block))
        return [tuple(name for name in component if name in members) for members in tight if len(members) > 1]
    return [component] if len(component) > 1 else []


def _feeds_itself(graph: Graph, name: str) -> bool:
    """Whether big windows return to an actor: alone in a loop they alternate between slots instead of being carried."""
    return any(
        fifo.source.actor == name and max(port.rates) * port.type.footprint_bytes >= ALTERNATE_BYTES.value
        for port, fifo in graph.inputs_of(graph.actor(name))
    )


def ordering_fifos(graph: Graph, cycles: Mapping[str, int], fifos: Iterable[Fifo], at_once: int) -> list[Fifo]:
    """Those whose delay does not cover `at_once` iterations, of which each has so many `cycles` of the actors."""
    return [f for f in fifos if f.delay_tokens < at_once * tokens_per_iteration(graph, f, cycles)]


def tight_parts(members: tuple[str, ...], ordering: Iterable[Fifo]) -> list[tuple[str, ...]]:
    """What stays strongly connected by the FIFOs that order it."""
    digraph = nx.DiGraph()
    digraph.add_nodes_from(members)
    digraph.add_edges_from((f.source.actor, f.target.actor) for f in ordering if f.source != f.target)
    rank = {member: index for index, member in enumerate(members)}
    return [tuple(sorted(part, key=rank.__getitem__)) for part in nx.strongly_connected_components(digraph)]


def _order_cycle(
    graph: Graph,
    members: tuple[str, ...],
    cycles: Mapping[str, int],
    fifos: list[Fifo],
    listed: list[str],
    sharing: Sharing = ALONE,
) -> tuple[TreeNode, ...]:
    """Order one iteration of a strongly connected component by loose interdependence, or list it."""
    ordering = ordering_fifos(graph, cycles, fifos, sharing.count)
    parts = tight_parts(members, ordering)
    if len(parts) == 1 and len(members) > 1:
        listed.extend(members)
        return (Order(list_firings(graph, cycles, fifos)),)
    home = {name: key for key, part in enumerate(parts) for name in part}
    after: dict[int, dict[int, int]] = {key: {} for key in range(len(parts))}
    for fifo in ordering:
        source, target = home[fifo.source.actor], home[fifo.target.actor]
        if source != target:
            after[source][target] = 0
    body: list[TreeNode] = []
    for key in _topological(dict(enumerate(parts)), after):
        part = parts[key]
        ordered = part[0] in sharing.ordered
        if len(part) == 1 and not ordered:
            body.append(Block(part[0], cycles[part[0]]))
            continue
        count = gcd(*(cycles[name] for name in part))
        inner = [f for f in fifos if home[f.source.actor] == key and home[f.target.actor] == key]
        nested = _order_cycle(graph, part, {name: cycles[name] // count for name in part}, inner, listed)
        body.append(TreeLoop(count, nested, cycle=True, ordered=ordered))
    return tuple(body)


def tokens_per_iteration(graph: Graph, fifo: Fifo, cycles: Mapping[str, int]) -> int:
    """What passes through a FIFO while the actors do so many cycles."""
    actor = graph.actor(fifo.target.actor)
    return cycles[actor.name] * actor.tokens_per_cycle(actor.port(fifo.target.port))


# --- merging and dissolving -------------------------------------------------------------------------------------


def _is_copied(graph: Graph, fifo: Fifo) -> bool:
    return graph.actor(fifo.source.actor).is_by_engine


def _waiting_for_copies(graph: Graph, draft: _Draft) -> set[int]:
    """The items that read what copy actors of others give away."""
    home = {name: key for key, item in draft.items.items() for name in actors_of(item)}
    ends = ((home[f.source.actor], home[f.target.actor]) for f in graph.fifos if _is_copied(graph, f))
    return {target for source, target in ends if source != target}


def _topological(
    items: Mapping[int, object], after: Mapping[int, Mapping[int, int]], late: Collection[int] = ()
) -> list[int]:
    """Kahn's order, the smallest key first, so that the file's order decides where the graph does not. Items that are
    `late` come when nothing else can: what they wait for is under way."""
    waiting = dict.fromkeys(items, 0)
    for targets in after.values():
        for target in targets:
            waiting[target] += 1
    ready = [(key in late, key) for key, count in waiting.items() if count == 0]
    heapify(ready)
    order: list[int] = []
    while ready:
        _, key = heappop(ready)
        order.append(key)
        for target in after[key]:
            waiting[target] -= 1
            if waiting[target] == 0:
                heappush(ready, (target in late, target))
    assert len(order) == len(waiting), "the quotient has a cycle"
    return order


def _nested_where_heavy(graph: Graph, facts: Facts, draft: _Draft, block_bytes: int) -> tuple[TreeNode, ...]:
    _merge_heavy(draft, block_bytes)
    traffic = _traffic(graph, facts)
    return tuple(
        item
        for key in _topological(draft.items, draft.after, _waiting_for_copies(graph, draft))
        for item in _opened(draft.items[key], draft.counts[key], draft.counts[key], traffic, block_bytes)
    )


def _nested_by(method: Method, graph: Graph, draft: _Draft) -> tuple[TreeNode, ...]:
    """What is never merged looks to the method as if it turned once, and so stays in the pass itself; so do copies that
    an engine makes while a core goes on."""
    order = _topological(draft.items, draft.after)
    copies = {a.name for a in graph.actors if a.is_by_engine}
    unmerged = draft.single | {key for key, item in draft.items.items() if copies.intersection(actors_of(item))}
    number = {key: index for index, key in enumerate(order)}
    counts = tuple(1 if key in unmerged else draft.counts[key] for key in order)
    arcs = tuple(Arc(number[a], number[b], size) for a in order for b, size in draft.after[a].items())

    def nodes(part: LoopedSchedule, trips: int) -> tuple[TreeNode, ...]:
        if isinstance(part.parts, int):
            key = order[part.parts]
            return _trips(draft.items[key], draft.counts[key] // trips)
        body = tuple(node for inner in part.parts for node in nodes(inner, part.count))
        return body if part.count == trips else (TreeLoop(part.count // trips, body),)

    return nodes(method(Flow(counts, arcs)), 1)


def _merge_heavy(draft: _Draft, block_bytes: int) -> None:
    """Nest pairs joined by a heavy FIFO, the pairs of the largest common count first."""
    heap: list[tuple[int, int, int, int]] = []

    def offer(source: int, target: int, size_bytes: int) -> None:
        common = gcd(draft.counts[source], draft.counts[target])
        if common > 1 and size_bytes > block_bytes and not draft.single & {source, target}:
            heappush(heap, (-common, -size_bytes, source, target))

    for source, targets in draft.after.items():
        for target, size_bytes in targets.items():
            offer(source, target, size_bytes)
    while heap:
        _, _, source, target = heappop(heap)
        if source not in draft.items or target not in draft.items or target not in draft.after[source]:
            continue
        if _reaches_around(draft, source, target):
            continue
        merged = _merge(draft, source, target)
        for successor, size_bytes in draft.after[merged].items():
            offer(merged, successor, size_bytes)
        for predecessor in draft.before[merged]:
            offer(predecessor, merged, draft.after[predecessor][merged])


def _reaches_around(draft: _Draft, source: int, target: int) -> bool:
    """Whether a path leads from `source` to `target` through a third node (or it takes too long to tell)."""
    most = REACH_MAX.value
    todo = [key for key in draft.after[source] if key != target]
    seen = set(todo)
    while todo:
        for key in draft.after[todo.pop()]:
            if key == target or len(seen) > most:
                return True
            if key not in seen:
                seen.add(key)
                todo.append(key)
    return False


def _merge(draft: _Draft, source: int, target: int) -> int:
    """Replace both by a loop of their common count; it takes `source`'s key, so that file order is kept."""
    common = gcd(draft.counts[source], draft.counts[target])
    body = _trips(draft.items[source], draft.counts[source] // common) + _trips(
        draft.items[target], draft.counts[target] // common
    )
    after = {k: v for key in (source, target) for k, v in draft.after[key].items() if k not in (source, target)}
    for key in after:
        after[key] = max(draft.after[source].get(key, 0), draft.after[target].get(key, 0))
    before = (draft.before[source] | draft.before[target]) - {source, target}
    edges = [(p, max(draft.after[p].get(source, 0), draft.after[p].get(target, 0))) for p in before]
    for key in (source, target):
        for successor in draft.after.pop(key):
            draft.before[successor].discard(key)
        for predecessor in draft.before.pop(key):
            if predecessor in draft.after:
                draft.after[predecessor].pop(key, None)
        del draft.items[key], draft.counts[key]
    draft.add(source, TreeLoop(1, body), common)
    for successor, size_bytes in after.items():
        draft.connect(source, successor, size_bytes)
    for predecessor, size_bytes in edges:
        draft.connect(predecessor, source, size_bytes)
    return source


def _trips(node: TreeNode, count: int) -> tuple[TreeNode, ...]:
    """`count` trips of `node` as children of a loop; a plain loop of one trip is opened."""
    if isinstance(node, Block):
        return (Block(node.actor, node.cycles * count),)
    if isinstance(node, TreeLoop):
        if count == 1 and not node.cycle:
            return node.body
        return (_counted(node, node.count * count),)
    return (TreeLoop(count, (node,), cycle=True),)


def _counted(node: TreeLoop, count: int) -> TreeLoop:
    """The loop with so many iterations, of which all trips have equally many."""
    return replace(node, count=count, at_once=gcd(node.at_once, count))


def _opened(
    node: TreeNode, count: int, trips: int, traffic: Mapping[tuple[str, str], int], block_bytes: int
) -> tuple[TreeNode, ...]:
    """`count` trips of `node` for each of the parent's, which makes `trips` of it in a graph iteration.

    Loops whose FIFOs stay within a block when all their iterations run at once are opened, the innermost first.
    """
    if not isinstance(node, TreeLoop):
        return _trips(node, count)
    count *= node.count
    trips *= node.count
    body: list[TreeNode] = []
    for child in node.body:
        if isinstance(child, TreeLoop):
            body.extend(_opened(replace(child, count=1), child.count, trips * child.count, traffic, block_bytes))
        else:
            body.append(child)
    if node.cycle:
        return (_counted(replace(node, body=tuple(body)), count),)
    members = {name for child in body for name in actors_of(child)}
    heaviest = max((size for (a, b), size in traffic.items() if a in members and b in members), default=0)
    if heaviest * count <= block_bytes * trips:
        return tuple(turned for child in body for turned in _trips(child, count))
    return (TreeLoop(count, tuple(body)),) if count > 1 else tuple(body)
