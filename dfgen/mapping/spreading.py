# SPDX-License-Identifier: Apache-2.0
"""Iterations side by side: actors that fire seldom in a graph iteration, of which cores can share several.

The firings of an actor without state depend on nothing but their tokens, so cores may share those of all iterations of
a pass (data parallelism: Gordon, Thies, Amarasinghe 2006, section 4). Then a core has its own iterations of a whole
chain of such actors, whose tokens stay in its cache; only the chain's ends go from core to core. That needs passes of
several iterations, whose tokens must still lie in a cache. Windows of a few bytes are better served by loops in which
neighbours take turns (`fusing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dfgen.machine.constants import CACHED_SLACK, REGISTERS_BYTES, TRIP_SHARES_MAX
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration
from dfgen.mapping.schedule_tree import Block, ScheduleTree, TreeLoop, actors_of
from dfgen.mapping.work import Share, parts_of
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph


def spread_iterations(
    graph: Graph, facts: Facts, tree: ScheduleTree, cores: int, machine: Machine, most: int | None
) -> dict[str, int]:
    """By actor of the pass itself that fires less than once for each core: over how many iterations its firings may be
    spread together. `most`: iterations that a pass may have, if that is bounded."""
    if cores == 1 or tree.single_iteration:
        return {}
    home = {name: index for index, child in enumerate(tree.body) for name in actors_of(child)}
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    outer = [f for f in graph.fifos if home[f.source.actor] != home[f.target.actor]]
    heaviest = max((size_bytes[fifo.name] for fifo in outer), default=0)
    bounds = [TRIP_SHARES_MAX.value * cores, machine.block_bytes // max(1, heaviest)]
    together = min(bounds if most is None else [*bounds, most])
    if together < cores:
        return {}
    heavy = (fifo for fifo in outer if size_bytes[fifo.name] > REGISTERS_BYTES.value)
    large = {end.actor for fifo in heavy for end in (fifo.source, fifo.target)}
    own = (child for child in tree.body if isinstance(child, Block) or (isinstance(child, TreeLoop) and child.ordered))
    blocks = (name for child in own for name in actors_of(child))
    return {name: together for name in blocks if name in large and facts.firings[name] < cores}


Group = tuple[tuple[Share, ...], int]
"""Shares and firings in a graph iteration."""


def even_iterations(weights_ns: Mapping[Group, Fraction], least: int, most: int) -> int:
    """Iterations of a pass with which whole firings come near the shares: the fewest, as more of them need more of a
    core's cache. `weights_ns`: by shares and firings of divided actors, what they take in an iteration."""
    candidates = range(least, max(least, most) + 1)
    imbalance = {n: _imbalance(weights_ns, n) for n in candidates}
    even = next((n for n in candidates if imbalance[n] <= CACHED_SLACK.value), None)
    return even or min(candidates, key=lambda n: (imbalance[n], n))


def _imbalance(weights_ns: Mapping[Group, Fraction], iterations: int) -> Fraction:
    """The worst core's part above its exact share."""
    done: dict[int, Fraction] = {}
    exact: dict[int, Fraction] = {}
    for (shares, firings), weight_ns in weights_ns.items():
        for part in parts_of(shares, firings * iterations):
            own = Fraction(part.stop - part.start, firings * iterations)
            done[part.core] = done.get(part.core, Fraction(0)) + own * weight_ns
        for share in shares:
            exact[share.core] = exact.get(share.core, Fraction(0)) + share.fraction * weight_ns
    return max((done.get(core, Fraction(0)) / own for core, own in exact.items() if own), default=Fraction(1))
