# SPDX-License-Identifier: Apache-2.0
"""What the user's C adds to a graph: the sizes of its types, which inputs are `const`, which functions are pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.csource.match import called_functions, match_calls
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.purity import analyse_purity
from dfgen.csource.sizes import probe_types
from dfgen.csource.toolchain import Compiler, find_compiler
from dfgen.model.diagnostics import Diagnostic, raise_if_any
from dfgen.model.graph import Access, Actor, ActorKind, Graph, Port, TokenType, Trust


@dataclass(frozen=True)
class CKnowledge:
    """`graph` with complete types and proven access modes. `impure`: by function, why its firings must stay in order.
    `telling`: functions that may stop or fail the program."""

    graph: Graph
    compiler: Compiler
    include_dirs: tuple[Path, ...]
    impure: Mapping[str, str]
    telling: frozenset[str]


def refuse_actors_without_code(graph: Graph) -> None:
    """Raise `UserError` (actor-without-fire) if there is nothing to call for an actor that is no mover.

    Such a graph can be checked, not compiled.
    """
    raise_if_any(
        Diagnostic(
            "actor-without-fire",
            f"actor '{actor.name}' has no 'fire', so there is no C function to call",
            actor.span,
            "name its function, as in: fire function(argument, ...); "
            "a graph without code can be looked at with 'dfgen check'",
        )
        for actor in graph.actors
        if actor.kind is ActorKind.CODE and actor.fire is None
    )


def learn_from_c(graph: Graph, runtime_include: Path) -> CKnowledge:
    """Read headers and sources. Raises `UserError` for all that does not fit the graph."""
    compiler = find_compiler()
    base = Path(graph.base)
    headers = [base / name for name in graph.includes]
    sources = [base / name for name in graph.sources]
    include_dirs = (base, *dict.fromkeys(header.parent for header in headers), runtime_include)
    graph = _with_sizes(graph, headers, include_dirs, compiler)
    functions = called_functions(graph)
    declarations = read_prototypes(headers, include_dirs, compiler, also=tuple(sorted(functions)), named_at=graph.span)
    facts = match_calls(graph, declarations)
    raise_if_any(facts.diagnostics)
    inline = tuple(sorted(f for f in functions if f in declarations.functions and declarations.functions[f].is_static))
    purity = analyse_purity(sources, include_dirs, compiler, (), headers, inline, graph.span)
    reasons = {function: purity.why_impure(function) for function in sorted(functions)}
    return CKnowledge(
        _with_access(graph, facts.proven_const),
        compiler,
        include_dirs,
        {function: reason for function, reason in reasons.items() if reason},
        frozenset(f for f in functions if purity.calls_runtime(f) - {"df_option"} or not purity.defines(f)),
    )


def _with_sizes(graph: Graph, headers: list[Path], include_dirs: Iterable[Path], compiler: Compiler) -> Graph:
    unknown = sorted({t.c_name for t in _types(graph) if t.size_bytes == 0})
    if not unknown:
        return graph
    sizes = probe_types(unknown, headers, tuple(include_dirs), compiler, named_at=graph.span)

    def sized(type_: TokenType) -> TokenType:
        if type_.size_bytes:
            return type_
        size_bytes, align_bytes = sizes[type_.c_name]
        return replace(type_, size_bytes=size_bytes * type_.count, align_bytes=align_bytes)

    def complete(actor: Actor) -> Actor:
        state = replace(actor.state, type=sized(actor.state.type)) if actor.state else None
        return replace(actor, ports=tuple(replace(p, type=sized(p.type)) for p in actor.ports), state=state)

    return replace(graph, actors=tuple(complete(actor) for actor in graph.actors))


def _types(graph: Graph) -> Iterator[TokenType]:
    for actor in graph.actors:
        yield from (port.type for port in actor.ports)
        if actor.state is not None:
            yield actor.state.type


def _with_access(graph: Graph, proven_const: Mapping[tuple[str, str], bool]) -> Graph:
    def derived(actor: Actor, port: Port) -> Port:
        if not port.is_input:
            return port
        if proven_const.get((actor.name, port.name)):
            access = Access.UNUSED if port.access is Access.UNUSED else Access.READ_ONLY
            return replace(port, access=access, trust=Trust.PROVEN)
        return replace(port, access=port.access or Access.READ_WRITE)

    return replace(graph, actors=tuple(replace(a, ports=tuple(derived(a, p) for p in a.ports)) for a in graph.actors))
