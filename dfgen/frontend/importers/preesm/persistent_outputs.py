# SPDX-License-Identifier: Apache-2.0
"""Outputs of which actors expect to find what was there before: PREESM's buffers never move, so there they do.

`out->x -= in->x` reads its output before it writes it, and `if (!started) { memset(u, 128, size); started = 1; }` fills
it once for all firings. In programs of dfgen an output's window may lie elsewhere in the next firing, or others may
have written there. So such outputs are brought back before each firing, which makes them state. Two sorts are:

- Small ones that are read. This is asked from the compiler first, and then tried: with different bytes in it, does the
  function give different ones? What a function that is not pure reads cannot be tried; as its firings are in order
  anyway the little copy is made if the compiler does not exclude it.
- Those that the C mentions in some firings only, if the function keeps data of its own, for else it cannot know one
  firing from another. They may be large: it is what readers of black and white videos do with the colours.

Other outputs of pure functions that are not written whole, as filters leave out the border of an image, are zero there
before each firing: what lies there then depends neither on the mapping nor on what lay in the memory before. Which
bytes these are is found in trials that give the function what it reads in each iteration, where that is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path

from dfgen.csource.branches import Places, branch_arguments
from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import BYTES_MAX, Ask, Given, Ranges, Trial, call_of, of_reading_outside, of_unwritten
from dfgen.frontend.importers.preesm.constant_inputs import constant_inputs
from dfgen.model.actor import Actor, ArgumentKind, Call, State
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import BYTE, Port
from dfgen.processes import threads

READ_BYTES_MAX = 64

# A colour plane of the largest videos (7680 by 4320); to copy more in each firing, twice, would take milliseconds.
FILLED_BYTES_MAX = 8 << 20

FILLINGS = (0x00, 0x01)

RANGES_MAX = 8
"""Effort: of an output that are zeroed apart, each with a call; else all of it is."""


def with_persistent_outputs(known: CKnowledge, ask: Ask) -> Graph:
    """The graph of a project in which such outputs are kept, and a note that says which."""
    graph = known.graph
    tried = _tried(known, ask)
    branches = _Branches(known)
    names: list[str] = []
    partial: list[str] = []
    outside: list[str] = []

    def keeping(actor: Actor) -> Actor:
        small = {port.name for port in _may_be_read(actor, known)}
        found = tried.get(actor.name)
        differ = found.unwritten if found is not None else {}
        outside.extend(f"{actor.name}.{port}" for port in sorted(found.outside if found is not None else ()))
        kept = (small if found is None else small & differ.keys()) | branches.outputs(actor)
        candidates = {port.name for port, _ in _candidates(actor, BYTES_MAX)}
        zeroed = {name: ranges for name, ranges in differ.items() if name in candidates - kept}
        names.extend(f"{actor.name}.{port}" for port in sorted(kept))
        partial.extend(f"{actor.name}.{port}" for port in sorted(zeroed))
        whole = _with_zeroed(actor, zeroed) if zeroed else actor
        return _with_persistent(whole, kept) if kept else whole

    actors = tuple(keeping(actor) for actor in graph.actors)
    notes = []
    if names:
        text = "these outputs may be read before they are written, or not be written in each firing, and begin each"
        notes.append(f"{text} firing as the one before left them: {', '.join(names)}")
    if partial:
        notes.append(f"these outputs are not written whole, and are zero before each firing: {', '.join(partial)}")
    if outside:
        text = "the C of these outputs reads outside of its actor's windows, so their bytes depend on what lies there"
        notes.append(f"{text}, and may differ from run to run: {', '.join(outside)}")
    return replace(graph, actors=actors, notes=(*graph.notes, *notes))


def _candidates(actor: Actor, bytes_max: int) -> list[tuple[Port, set[int]]]:
    """Outputs that could be kept, and as which arguments the function gets each."""
    fire = actor.fire
    if fire is None or actor.state is not None or actor.phases > 1:
        return []
    ports = (port for port in actor.outputs if 0 < port.window_bytes <= bytes_max)
    return [(port, set(_places(fire, port.name))) for port in ports if not port.overlays and not port.partial]


def _may_be_read(actor: Actor, known: CKnowledge) -> Iterator[Port]:
    """Small outputs through which the compiler does not exclude that something is read."""
    if actor.fire is None or known.project is None:
        return
    answer = known.project.read_only.get(actor.fire.function)
    unread = answer.unread if answer is not None else frozenset()
    for port, places in _candidates(actor, READ_BYTES_MAX):
        if not places <= unread:
            yield port


@dataclass
class _Branches:
    """Reads the sources of functions that may know one firing from another, each once."""

    known: CKnowledge
    _found: dict[Path, Mapping[str, Places]] = field(default_factory=dict)

    def outputs(self, actor: Actor) -> set[str]:
        """The outputs that the function does not mention in all firings, which are in order."""
        ports = _candidates(actor, FILLED_BYTES_MAX)
        if not ports or actor.fire is None or actor.fire.function not in self.known.impure:
            return set()
        found = self._in_branches(actor.fire.function)
        return {port.name for port, places in ports if places and places <= found}

    def _in_branches(self, function: str) -> Places:
        known = self.known
        assert known.project is not None
        place = next((each for each in known.project.objects if function in each.functions), None)
        if place is None or not place.keeps_data(function):
            return frozenset()
        path = Path(known.graph.base, place.source)
        if path not in self._found:
            cflags = (*known.project.cflags, *known.project.ahead_flags.get(path, ()))
            self._found[path] = branch_arguments(path, known.impure, known.include_dirs, known.compiler, cflags)
        return self._found[path].get(function, frozenset())


def _places(call: Call, port: str) -> Iterator[int]:
    return (n for n, a in enumerate(call.arguments) if a.kind is ArgumentKind.PORT and a.port == port)


@frozen
class _Tried:
    """unwritten: outputs that are read or not written whole, and where
    outside: those that depend on what lies beside the windows"""

    unwritten: Mapping[str, Ranges]
    outside: frozenset[str]


def _tried(known: CKnowledge, ask: Ask) -> Mapping[str, _Tried]:
    """What is found out for each actor whose call can be tried, all side by side."""
    constants = constant_inputs(known, ask)
    actors: dict[object, list[Actor]] = {}
    for actor in known.graph.actors:
        is_pure = actor.fire is not None and actor.fire.function not in known.impure
        if is_pure and _candidates(actor, BYTES_MAX):
            actors.setdefault((call_of(actor), constants.get(actor.name)), []).append(actor)

    def tried(alike: Sequence[Actor]) -> _Tried:
        given = constants.get(alike[0].name, ())
        firings = [[(port, content.hex()) for port, content in firing] for firing in given]
        unwritten, outside = ask(
            alike[0], f"outputs {FILLINGS} in order {firings}", lambda trial: _outputs(trial, given or ((),))
        )
        return _Tried({name: tuple(map(tuple, ranges)) for name, ranges in unwritten}, frozenset(outside))

    with threads() as pool:
        found = zip(actors.values(), pool.map(tried, actors.values()), strict=True)
        return {actor.name: each for alike, each in found for actor in alike}


_Answer = tuple[list[tuple[str, Ranges]], list[str]]
"""The fields of `_Tried`, as JSON has them."""

NOTHING_FOUND: _Answer = ([], [])
"""Form: of a function that writes the whole of its outputs."""


def _outputs(trial: Trial | None, given: Sequence[Given]) -> _Answer:
    """Nothing where the function does not return. `given`: in each firing; of many, each has one filling."""
    if trial is None:
        return NOTHING_FOUND
    # One filling after the other: to fill large inputs takes as long as to fire.
    fillings = sorted(islice(cycle(FILLINGS), max(len(given), len(FILLINGS))))
    firings = zip(fillings, cycle(given), strict=False)
    *unwritten, outside = trial.compared(
        *(of_unwritten(filling, each) for filling, each in firings), of_reading_outside(FILLINGS[-1], given[-1])
    )
    found: dict[str, Ranges] = {}
    for differing in unwritten:
        for name, ranges in (differing or {}).items():
            found[name] = _joined((*found.get(name, ()), *ranges))
    return sorted(found.items()), sorted(outside or ())


def _joined(ranges: Ranges) -> Ranges:
    """Without overlaps, in their order."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)


def _with_zeroed(actor: Actor, zeroed: Mapping[str, Ranges]) -> Actor:
    def zeroing(port: Port) -> Port:
        ranges = zeroed[port.name]
        is_small = sum(end - start for start, end in ranges) * 2 < port.window_bytes and len(ranges) <= RANGES_MAX
        return replace(port, partial=True, unwritten_bytes=ranges if is_small else ())

    return replace(actor, ports=tuple(zeroing(port) if port.name in zeroed else port for port in actor.ports))


def _with_persistent(actor: Actor, names: Collection[str]) -> Actor:
    ports = tuple(replace(port, is_persistent=port.name in names) for port in actor.ports)
    size = sum(port.window_bytes for port in ports if port.is_persistent)
    return replace(actor, ports=ports, state=State("persistent", BYTE, size, actor.span), ordered=True)
