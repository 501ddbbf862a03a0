# SPDX-License-Identifier: Apache-2.0
"""Files that actors share: one writes what another reads or writes, outside of the graph.

Such actors reach functions that hand the name of the same file, a string, to what opens it, one of them to write.
Firings of each are in order, as it speaks to the world; which of the two comes first only a FIFO can say.
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

_BY_MODE = frozenset({"fopen", "fopen64", "freopen", "freopen64"})
_BY_FLAGS = frozenset({"open", "open64", "openat", "openat64", "creat", "creat64"})
_MODE = re.compile(r"[rwa][b+ex]{0,3}")
_READING = frozenset({"r", "rb", "re", "rbe"})
# What writes to a file that was opened by flags, which are numbers.
_WRITING = frozenset(
    {"creat", "creat64", "write", "writev", "pwrite", "pwrite64", "ftruncate", "ftruncate64", "fdopen"}
)
_DEVICES = ("/dev/", "/proc/", "/sys/")


@frozen
class SharedFile:
    """`actors` in the order of the data; `unordered`: pairs of them, of which the graph does not say that all firings
    of the first in an iteration come before those of the second; `is_open`: nor that those of the last come before
    those of the first in the next iteration."""

    name: str
    actors: tuple[str, ...]
    unordered: tuple[tuple[str, str], ...]
    is_open: bool


def shared_files(graph: Graph, purity: PurityFacts) -> tuple[SharedFile, ...]:
    """Those whose actors the graph leaves unordered."""
    opened = {actor.name: _opened(actor.fire.function, purity) for actor in graph.actors if actor.fire is not None}
    users: dict[str, list[str]] = {}
    for actor, files in opened.items():
        for name in files:
            users.setdefault(name, []).append(actor)
    shared = {
        name: actors for name, actors in users.items() if len(actors) > 1 and any(opened[each][name] for each in actors)
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


def _opened(function: str, purity: PurityFacts) -> dict[str, bool]:
    """The files that it opens, in the order of their names, and whether it may write to them."""
    found: dict[str, bool] = {}
    for named in purity.named(function):
        opening = named.reached_names | {named.name}
        if opening.isdisjoint(_BY_MODE | _BY_FLAGS):
            continue
        modes = {text for text in named.texts | named.reached_texts if _MODE.fullmatch(text)}
        writes = not opening.isdisjoint(_BY_MODE) and not (modes and modes <= _READING)
        if not opening.isdisjoint(_BY_FLAGS):
            writes = writes or not purity.open_names(function).isdisjoint(_WRITING)
        for text in named.texts - modes:
            if not text.startswith(_DEVICES):
                found[text] = found.get(text, False) or writes
    return dict(sorted(found.items()))


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
