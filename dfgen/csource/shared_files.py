# SPDX-License-Identifier: Apache-2.0
"""Files that actors share: one writes what another reads or writes, outside of the graph.

Such actors name the same file in a string, and reach a function that opens files, one of them to write. Firings of each
are in order, as it speaks to the world; which of the two comes first only a FIFO can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

import networkx as nx

from dfgen.analysis.structure import strongly_connected_components, topological_order
from dfgen.analysis.tokens import carries_tokens
from dfgen.csource.purity import PurityFacts
from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph

_OPENING = frozenset({"fopen", "fopen64", "freopen", "freopen64", "open", "open64", "openat", "openat64", "creat"})
_BY_MODE = frozenset(name for name in _OPENING if name.startswith(("fopen", "freopen")))
_DEVICES = ("/dev/", "/proc/", "/sys/")
_MODE = re.compile(r"[rwa][b+ex]{0,3}")


@frozen
class SharedFile:
    """`actors` in the order of the data; `unordered`: pairs of them, of which the graph does not say that all firings
    of the first in an iteration come before those of the second; `is_open`: nor that those of the last come before
    those of the first in the next iteration."""

    name: str
    actors: tuple[str, ...]
    unordered: tuple[tuple[str, str], ...]
    is_open: bool


@frozen
class _Naming:
    """What a function names of files, and whether it may write to one."""

    names: frozenset[str] = frozenset()
    writes: bool = False


def shared_files(graph: Graph, purity: PurityFacts) -> tuple[SharedFile, ...]:
    """Those whose actors the graph leaves unordered."""
    named = {actor.name: _named(actor.fire.function, purity) for actor in graph.actors if actor.fire is not None}
    users: dict[str, list[str]] = {}
    for actor, naming in named.items():
        for name in sorted(naming.names):
            users.setdefault(name, []).append(actor)
    shared = {
        name: actors
        for name, actors in users.items()
        if len(actors) > 1 and any(named[actor].writes for actor in actors)
    }
    found = _with_orders(graph, shared) if shared else ()
    return tuple(each for each in found if each.unordered or each.is_open)


def shared_file_notes(shared: Iterable[SharedFile]) -> Iterator[str]:
    """What the user should know of those that stay unordered."""
    for each in shared:
        actors = some_of([f"'{name}'" for name in each.actors])
        yield (
            f"actors {actors} use the file '{each.name}', and no FIFO says whose turn it is: what they find there may"
            " depend on the mapping; FIFOs of 'unused' ports order them, with a delay from the last to the first"
        )


def _named(function: str, purity: PurityFacts) -> _Naming:
    opening = _OPENING & purity.open_names(function)
    if not opening:
        return _Naming()
    texts = purity.texts(function)
    modes = {text for text in texts if _MODE.fullmatch(text)}
    by_mode = any(mode != "r" and mode != "rb" for mode in modes)
    files = frozenset(text for text in texts - modes if not text.startswith(_DEVICES))
    return _Naming(files, by_mode or not opening <= _BY_MODE)


def _with_orders(graph: Graph, shared: dict[str, list[str]]) -> Iterator[SharedFile]:
    place = {name: at for at, name in enumerate(topological_order(graph, strongly_connected_components(graph)))}
    fifos = [fifo for fifo in graph.fifos if carries_tokens(graph, fifo)]
    at_once, ever = (_reached(each) for each in ([f for f in fifos if f.delay_tokens == 0], fifos))
    for name, users in shared.items():
        actors = tuple(sorted(users, key=place.__getitem__))
        unordered = tuple(pair for pair in pairwise(actors) if not _leads(at_once, *pair))
        yield SharedFile(name, actors, unordered, not _leads(ever, actors[-1], actors[0]))


def _reached(fifos: Iterable[Fifo]) -> nx.DiGraph[str]:
    return nx.DiGraph([(fifo.source.actor, fifo.target.actor) for fifo in fifos])


def _leads(flow: nx.DiGraph[str], first: str, second: str) -> bool:
    return first in flow and second in flow and nx.has_path(flow, first, second)
