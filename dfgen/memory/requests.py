# SPDX-License-Identifier: Apache-2.0
"""Which strategy the user demands on which FIFO: annotations of the graph, overridden by the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dfgen.memory.strategies import FALLBACK, STRATEGIES
from dfgen.memory.strategies.engines import ENGINES, engines_with
from dfgen.model.actor import ActorKind
from dfgen.model.diagnostics import Diagnostic, Note, Span, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, TransferRequest
from dfgen.model.likeness import suggestion
from dfgen.model.names import FifoNames, user_name

Options = tuple[tuple[str, str], ...]

_DEMAND = re.compile(r"(?:(?P<pattern>[^()]+)=)?(?P<strategy>[^=()]*)(?:\((?P<options>[^()]*)\))?", re.DOTALL)


@frozen
class Request:
    """`explicit`: it names this FIFO, so that it is an error if it cannot be had."""

    strategy: str
    explicit: bool
    span: Span | None = None
    options: Options = ()

    @property
    def copies(self) -> bool:
        return STRATEGIES[self.strategy].moves


def requested_strategies(graph: Graph, transfers: Sequence[str]) -> dict[str, Request]:
    """Requests by FIFO name. `transfers` are `DEMAND` (everywhere) or `PATTERN=DEMAND`, where a demand is a strategy
    or, with options, `strategy(option = value, ...)`; later ones win.

    A pattern is a FIFO's name, its source port (all its FIFOs), or a name pattern over either. Where a copy actor
    stands in a FIFO the request has been met: only the part before it has one still.
    Raises `UserError` (transfer-unknown, transfer-option, transfer-no-match, clause-invalid).
    """
    given = [(fifo.name, fifo.transfer) for fifo in graph.fifos if fifo.transfer is not None]
    raise_if_any(fault for _, r in given for fault in _faults(r.strategy, r.options, r.span))
    raise_if_any(_contradictions(graph))
    wanted = {name: Request(r.strategy, True, r.span, r.options) for name, r in given}
    for fifo in graph.fifos:
        if fifo.private and fifo.name not in wanted:
            wanted[fifo.name] = Request(FALLBACK.name, True, fifo.span)
    served = {fifo.name: wanted.get(fifo.name) for fifo in graph.fifos if _is_served(graph, fifo)}
    names = FifoNames(graph)
    own = [fifo for fifo in graph.fifos if graph.actor(fifo.target.actor).network is None]
    for text in transfers:
        pattern, request = parse_demand(text)
        found = names.find(pattern) if pattern else own
        wanted.update((fifo.name, request) for fifo in found)
    wanted.update((name, request) for name, request in served.items() if request is not None)
    return {name: request for name, request in wanted.items() if name not in served or served[name] is not None}


def with_demands(graph: Graph, transfers: Sequence[str]) -> tuple[Graph, tuple[str, ...]]:
    """The graph in which those demands that name FIFOs are annotations of these, and the demands that are left."""
    names, left = FifoNames(graph), []
    asked: dict[str, TransferRequest] = {}
    for text in transfers:
        pattern, request = parse_demand(text)
        if not pattern:
            left.append(text)
        for fifo in names.find(pattern) if pattern else ():
            asked[fifo.name] = TransferRequest(request.strategy, request.options)
    fifos = (
        replace(fifo, transfer=asked[fifo.name], private=False) if fifo.name in asked else fifo for fifo in graph.fifos
    )
    return replace(graph, fifos=tuple(fifos)), tuple(left)


def _contradictions(graph: Graph) -> Iterator[Diagnostic]:
    """Of FIFOs that are private, and are to have nothing moved: each pair of such words once, whatever FIFOs it is
    about. A sidecar comes behind its graph."""
    told = set()
    for fifo in graph.fifos:
        if fifo.transfer is None or not fifo.private or STRATEGIES[fifo.transfer.strategy].moves:
            continue
        said = [(fifo.transfer.span, fifo.transfer.strategy), (fifo.private_span, "private")]
        (first, word), (second, other) = sorted(said, key=lambda each: (each[0].file, each[0].line, each[0].column))
        if (first, second) not in told:
            told.add((first, second))
            message = f"'{word}' and '{other}' contradict each other on {user_name(graph, fifo)}"
            yield Diagnostic("clause-invalid", message, second, "Keep one of them.", (Note("the first", first),))


def _is_served(graph: Graph, fifo: Fifo) -> bool:
    return any(graph.actor(end.actor).kind is ActorKind.COPY for end in (fifo.source, fifo.target))


def parse_demand(text: str) -> tuple[str, Request]:
    """The pattern of a demand of the command line, empty for all FIFOs, and what it asks for."""
    found = _DEMAND.fullmatch(text.strip())
    if found is None:
        hint = "It is written STRATEGY, FIFO=STRATEGY or FIFO=STRATEGY(option=value)."
        raise_if_any([Diagnostic("transfer-option", f"'{text}' is not a demand for a transfer", None, hint)])
    assert found is not None
    options = tuple(_options(found["options"] or ""))
    strategy, pattern = found["strategy"].strip(), (found["pattern"] or "").strip()
    raise_if_any(_faults(strategy, options, None))
    return pattern, Request(strategy, bool(pattern), None, options)


def _options(text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        yield name.strip(), value.strip()


def _faults(strategy: str, options: Options, span: Span | None) -> Iterator[Diagnostic]:
    """What is wrong with a demand, whatever the FIFO."""
    if strategy not in STRATEGIES:
        hint = suggestion(strategy, STRATEGIES, _valid(STRATEGIES))
        yield Diagnostic("transfer-unknown", f"there is no transfer strategy '{strategy}'", span, hint)
        return
    known = STRATEGIES[strategy].options_beside(options)
    for name, value in options:
        if name not in known and name in STRATEGIES[strategy].options:
            if dict(options).get("engine") in (None, *known["engine"].words):
                yield _not_of_engine(name, dict(options).get("engine", known["engine"].default), span)
        elif name not in known:
            hint = suggestion(name, known, _valid(known)) if known else "It has none."
            yield Diagnostic("transfer-option", f"strategy '{strategy}' has no option '{name}'", span, hint)
        elif not known[name].accepts(value):
            hint = suggestion(value, known[name].values, _valid(known[name].values))
            yield Diagnostic("transfer-option", f"option '{name}' of '{strategy}' cannot be '{value}'", span, hint)
        else:
            yield from _without_use(name, dict(options), span)


def _without_use(option: str, given: Mapping[str, str], span: Span | None) -> Iterator[Diagnostic]:
    engine = ENGINES.get(given.get("engine", ""))
    other, needed = ("", "") if engine is None else engine.only_with.get(option, ("", ""))
    if given.get(other, needed) != needed:
        message = f"option '{option}' has no use with '{other} = {given[other]}'"
        yield Diagnostic("transfer-option", message, span, f"Leave it out, or ask for '{other} = {needed}'.")


def _not_of_engine(option: str, engine: str, span: Span | None) -> Diagnostic:
    hint = f"It is an option of {', '.join(engines_with(option))}."
    return Diagnostic("transfer-option", f"the engine '{engine}' has no option '{option}'", span, hint)


def _valid(known: Iterable[str]) -> str:
    return f"Valid here: {', '.join(known)}."
