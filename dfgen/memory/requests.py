# SPDX-License-Identifier: Apache-2.0
"""Which strategy the user demands on which FIFO: annotations of the graph, overridden by the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase

from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail, raise_if_any
from dfgen.model.graph import Fifo, Graph


@dataclass(frozen=True)
class Request:
    """`explicit`: it names this FIFO, so that it is an error if it cannot be had."""

    strategy: str
    explicit: bool
    span: Span | None = None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def copies(self) -> bool:
        return STRATEGIES[self.strategy].moves


def requested_strategies(graph: Graph, transfers: Sequence[str]) -> dict[str, Request]:
    """Requests by FIFO name. `transfers` are `STRATEGY` (everywhere) or `PATTERN=STRATEGY`; later ones win.

    A pattern is a FIFO's name, its source port (all its FIFOs), or a file name pattern over either.
    Raises `UserError` (transfer-unknown, transfer-no-match).
    """
    annotated = {f.name: f.transfer for f in graph.fifos if f.transfer is not None}
    raise_if_any(_unknown(r.strategy, r.span) for r in annotated.values() if r.strategy not in STRATEGIES)
    wanted = {name: Request(r.strategy, True, r.span, r.options) for name, r in annotated.items()}
    for fifo in graph.fifos:
        if fifo.private and (fifo.name not in wanted or not wanted[fifo.name].copies):
            wanted[fifo.name] = Request("memcpy", True, fifo.span)
    for text in transfers:
        pattern, _, strategy = text.rpartition("=")
        if strategy not in STRATEGIES:
            raise UserError([_unknown(strategy, None)])
        request = Request(strategy, bool(pattern))
        wanted.update((fifo.name, request) for fifo in _matching(graph, pattern))
    return wanted


def _unknown(strategy: str, span: Span | None) -> Diagnostic:
    near = get_close_matches(strategy, STRATEGIES, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"known strategies: {', '.join(STRATEGIES)}"
    return Diagnostic("transfer-unknown", f"there is no transfer strategy '{strategy}'", span, hint)


def _matching(graph: Graph, pattern: str) -> list[Fifo]:
    if not pattern:
        return list(graph.fifos)
    names = {f.name: _names(graph, f) for f in graph.fifos}
    found = [f for f in graph.fifos if any(fnmatchcase(name, pattern) for name in names[f.name])]
    if not found:
        near = get_close_matches(pattern, [name for some in names.values() for name in some], 1)
        hint = f"did you mean '{near[0]}'?" if near else "a FIFO is named source.port:target.port"
        raise fail("transfer-no-match", f"no FIFO matches '{pattern}'", None, hint)
    return found


def _names(graph: Graph, fifo: Fifo) -> tuple[str, str]:
    """The names of a FIFO and of its source, as the user knows them: a branch set apart keeps those of its origin."""
    source = fifo.source
    if source.actor == str(fifo.target):  # the mover that `separate_branches` puts before its branch
        ((_, before),) = graph.inputs_of(graph.actor(source.actor))
        source = before.source
    return f"{source}:{fifo.target}", str(source)
