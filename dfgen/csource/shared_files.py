# SPDX-License-Identifier: Apache-2.0
"""Files that actors share: one writes what another reads or writes, outside of the graph.

Such actors reach functions that hand the name of the same file, a string, to what opens it, one of them to write.
Firings of each are in order, as it speaks to the world; which of the two comes first only a FIFO can say.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, partial
from itertools import combinations, pairwise

import networkx as nx

from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.analysis.structure import strongly_connected_components, topological_order
from dfgen.analysis.tokens import carries_tokens
from dfgen.csource.purity import Named, PurityFacts
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import UserError, some_of
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph

_BY_MODE = frozenset({"fopen", "fopen64", "freopen", "freopen64"})
_BY_FLAGS = frozenset({"open", "open64", "openat", "openat64", "creat", "creat64"})
# What writes to a file that was opened by flags, which are numbers.
_WRITING = frozenset(
    {"creat", "creat64", "write", "writev", "pwrite", "pwrite64", "ftruncate", "ftruncate64", "dprintf"}
)
_MODE = re.compile(r"[rwa][b+xetmc]{0,4}(,ccs=.*)?")
_FILE = re.compile(r".*[\w-]\.\w+")
_DEVICES = ("/dev/", "/proc/", "/sys/")

_LOOKED_AT_MOST = 32
"""Effort: no order is looked for among more actors that share a file."""


@frozen
class SharedFile:
    """`actors` in the order of the data; `unordered`: pairs of neighbours, of which the graph does not say that the
    first comes before the second in an iteration; `is_open`: nor that the last comes before the first of the next
    iteration. Of actors that fire several times in an iteration it is enough that FIFOs lead there."""

    name: str
    actors: tuple[str, ...]
    unordered: tuple[tuple[str, str], ...]
    is_open: bool


def shared_files(graph: Graph, purity: PurityFacts, folder: str = "") -> tuple[SharedFile, ...]:
    """Those whose actors the graph leaves unordered. `folder`: where the program runs, if that is known."""
    opens = cache(partial(_opened, purity, folder))
    opened = {actor.name: _joined(map(opens, _functions(actor))) for actor in graph.actors}
    users: dict[str, list[str]] = {}
    for actor, files in opened.items():
        for name in files:
            users.setdefault(name, []).append(actor)
    writers = {name: {each for each in actors if opened[each][name]} for name, actors in users.items()}
    shared = {name: actors for name, actors in users.items() if len(actors) > 1 and writers[name]}
    return tuple(_with_orders(graph, shared, writers)) if shared else ()


def shared_file_notes(shared: Iterable[SharedFile]) -> Iterator[str]:
    """What the user should know of those that stay unordered."""
    for each in shared:
        actors = some_of([f"'{name}'" for name in each.actors])
        yield (
            f"actors {actors} use the file '{each.name}', and no FIFO says whose turn it is: what they find there may"
            " depend on the mapping; FIFOs of 'unused' ports order them, with a delay from the last to the first"
        )


def _functions(actor: Actor) -> Iterator[str]:
    return (call.function for call in (actor.init, actor.fire, actor.end) if call is not None)


def _joined(found: Iterable[Mapping[str, bool]]) -> dict[str, bool]:
    """In the order of the names; what one of them may write to may be written to."""
    joined: dict[str, bool] = {}
    for each in found:
        joined.update({name: writes or joined.get(name, False) for name, writes in each.items()})
    return dict(sorted(joined.items()))


def _opened(purity: PurityFacts, folder: str, function: str) -> dict[str, bool]:
    """The files that it opens, and whether it may write to them."""
    may_write = not purity.open_names(function).isdisjoint(_WRITING)
    opened = (_opened_by(named, may_write) for named in purity.named(function))
    places = ((os.path.normpath(os.path.join(folder, name)), writes) for name, writes in filter(None, opened))
    return _joined({place: writes} for place, writes in places if not place.startswith(_DEVICES))


def _opened_by(named: Named, may_write: bool) -> tuple[str, bool] | None:
    """The file that this call opens, and whether it may write to it; None where it opens none, or which cannot be told.
    `may_write`: to what was opened by flags."""
    texts, modes = _without_modes(named.texts)
    is_helper = not named.name
    if is_helper:
        texts = {text for text in texts if _FILE.fullmatch(text)}
        modes |= _modes_inside(named)
    by_mode = bool(modes) if is_helper else named.name in _BY_MODE
    by_flags = not _BY_FLAGS.isdisjoint(named.reached | {named.name})
    if len(texts) != 1 or not (by_mode or by_flags):
        return None
    writes = any(mode[0] != "r" or "+" in mode for mode in modes) or (by_mode and not modes)
    return texts.pop(), writes or (by_flags and may_write)


def _without_modes(texts: Iterable[str]) -> tuple[set[str], set[str]]:
    modes = {text for text in texts if _MODE.fullmatch(text)}
    return set(texts) - modes, modes


def _modes_inside(named: Named) -> set[str]:
    """How the functions that it reaches open files whose names they get."""
    opening = (_without_modes(each.texts) for each in named.inside if each.name in _BY_MODE)
    return {mode for texts, modes in opening if not texts for mode in modes}


def _with_orders(
    graph: Graph, shared: Mapping[str, Sequence[str]], writers: Mapping[str, Set[str]]
) -> Iterator[SharedFile]:
    place = {name: at for at, name in enumerate(topological_order(graph, strongly_connected_components(graph)))}
    flow = _iterations_apart(graph)
    for name, users in shared.items():
        actors = tuple(sorted(users, key=place.__getitem__))
        if len(actors) > _LOOKED_AT_MOST:
            yield SharedFile(name, actors, tuple(pairwise(actors)), True)
            continue
        pairs = [(a, b) for a, b in combinations(actors, 2) if writers[name] & {a, b}]
        if all(_apart(flow, a, b) + _apart(flow, b, a) <= 1 for a, b in pairs):
            continue
        unordered = tuple((a, b) for a, b in pairwise(actors) if _apart(flow, a, b) > 0)
        yield SharedFile(name, actors, unordered, _apart(flow, actors[-1], actors[0]) > 1)


def _iterations_apart(graph: Graph) -> nx.DiGraph[str]:
    """By FIFO, so many iterations later its target reads what its source writes."""
    try:
        firings = firings_per_iteration(graph, repetition_vector(graph))
    except UserError:  # told in its turn
        firings = {}
    flow: nx.DiGraph[str] = nx.DiGraph()
    for fifo in graph.fifos:
        if not carries_tokens(graph, fifo):
            continue
        source, target = fifo.source.actor, fifo.target.actor
        port = graph.port(fifo.source)
        tokens = firings.get(source, 0) * port.tokens_per_phases // len(port.rates)
        several = firings.get(source) != 1 or firings.get(target) != 1
        later = 0 if several and fifo.delay_tokens <= tokens else fifo.delay_tokens // max(1, tokens)
        if not flow.has_edge(source, target) or flow.edges[source, target]["later"] > later:
            flow.add_edge(source, target, later=later)
    return flow


def _apart(flow: nx.DiGraph[str], first: str, second: str) -> float:
    """In iterations; infinite where nothing leads there."""
    try:
        return float(nx.shortest_path_length(flow, first, second, weight="later"))
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return math.inf
