# SPDX-License-Identifier: Apache-2.0
"""What actors without inputs write, and who reads it: bytes that are the same in each iteration.

PREESM's applications cut pictures so: an actor that knows the parameters alone tells each firing of another one its
first and last line. With zeros, which trials fill inputs with, for both it would have nothing to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import POISONS, Ask, Given, Trial
from dfgen.model.actor import Actor
from dfgen.model.graph import Fifo

BYTES_MAX = 4096
"""Effort: that such an actor writes in a firing; they stand in a command line."""
FIRINGS_MAX = 8
"""Effort: that read something else; each is tried."""


def constant_inputs(known: CKnowledge, ask: Ask) -> Mapping[str, tuple[Given, ...]]:
    """By actor, the bytes of such inputs in each of its firings, up to where they repeat."""
    read: dict[str, list[Fifo]] = {}
    for fifo in known.graph.fifos:
        if fifo.delay is None and _tells_constants(known.graph.actor(fifo.source.actor), known):
            read.setdefault(fifo.target.actor, []).append(fifo)
    sources = dict.fromkeys(fifo.source.actor for fifos in read.values() for fifo in fifos)
    written = {name: _written(known.graph.actor(name), ask) for name in sources}
    found = {name: _firings(known.graph.actor(name), fifos, written) for name, fifos in read.items()}
    return {name: firings for name, firings in found.items() if firings}


def _tells_constants(actor: Actor, known: CKnowledge) -> bool:
    is_pure = actor.fire is not None and actor.fire.function not in known.impure
    keeps = actor.state is not None or actor.phases > 1
    return is_pure and not keeps and not actor.inputs and sum(port.window_bytes for port in actor.outputs) <= BYTES_MAX


def _written(actor: Actor, ask: Ask) -> Mapping[str, bytes]:
    """By output, the bytes of a firing; nothing where the function cannot be tried, or does not write them all."""
    content = bytes.fromhex(ask(actor, "constants", _constants) or "")
    ends = list(accumulate(port.window_bytes for port in actor.outputs))
    if not ends or len(content) != ends[-1]:
        return {}
    return {port.name: content[end - port.window_bytes : end] for port, end in zip(actor.outputs, ends, strict=True)}


def _constants(trial: Trial | None) -> str:
    """All outputs, in hexadecimal."""
    runs = [trial.run(b"", poison) for poison in POISONS] if trial is not None else [None]
    first = runs[0]
    return first[1].hex() if first is not None and all(run == first for run in runs) else ""


def _firings(actor: Actor, fifos: Sequence[Fifo], written: Mapping[str, Mapping[str, bytes]]) -> tuple[Given, ...]:
    """Nothing where they are too many, or do not repeat together."""
    windows: dict[str, list[bytes]] = {}
    for fifo in fifos:
        content = written[fifo.source.actor].get(fifo.source.port, b"")
        size = actor.port(fifo.target.port).window_bytes
        if content and size and len(content) % size == 0 and actor.phases == 1:
            windows[fifo.target.port] = [content[start : start + size] for start in range(0, len(content), size)]
    firings = max(map(len, windows.values()), default=0)
    if firings > FIRINGS_MAX or any(firings % len(each) for each in windows.values()):
        return ()
    given = (tuple((port, each[k % len(each)]) for port, each in sorted(windows.items())) for k in range(firings))
    return tuple(dict.fromkeys(given))
