# SPDX-License-Identifier: Apache-2.0
"""What the user's C adds to a graph: the sizes of its types, which inputs are `const`, which functions are pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from dfgen.csource.boundary_calls import with_boundary_calls
from dfgen.csource.claims import proven_claims
from dfgen.csource.declarations import Declarations
from dfgen.csource.file_calls import with_file_calls
from dfgen.csource.kept_shapes import known_shapes
from dfgen.csource.linking import header_flags, require_libraries
from dfgen.csource.loops import Shapes
from dfgen.csource.main_header import with_main_header
from dfgen.csource.match import CallFacts, called_functions, match_calls, with_retyped_arguments
from dfgen.csource.math_errors import errno_readers
from dfgen.csource.object_tokens import asked_records, endless_types, pointer_warnings, pointing_types, with_objects
from dfgen.csource.objects import ObjectFile
from dfgen.csource.only_read import Argument, arguments_of, only_read_arguments
from dfgen.csource.project import (
    STOP_VARIABLES,
    ProjectCode,
    Window,
    project_flags,
    proven_read_only,
    read_project,
    require_all_defined,
)
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.pure_functions import STOPPING_FUNCTIONS
from dfgen.csource.purity import (
    BRIDGE_SOURCE,
    HEADERS_SOURCE,
    PurityFacts,
    analyse_purity,
    compile_sources,
    static_without_body,
)
from dfgen.csource.reserved import refuse_reserved_names
from dfgen.csource.sizes import probe_types
from dfgen.csource.toolchain import Compiler, find_compiler
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Diagnostic, UserError, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.input_files import is_cpp
from dfgen.model.port import Access, Port, TokenType, Trust
from dfgen.processes import only_wait, threads

if TYPE_CHECKING:
    from dfgen.csource.cpp.bridge import Bridge
    from dfgen.csource.shared_files import SharedFile

CLONE = "df__clone"
MAIN_THREAD_PREFIX = "SDL_"

# Unoptimised; some 150 bytes when compilers have done their work, which they inline wherever it is called.
SMALL_CODE_BYTES = 600

# States up to this size may be copied for each block of firings, at a cost that no block of some firings feels.
MOVED_STATE_BYTES = 128


@frozen
class CKnowledge:
    """`graph` with complete types and proven access modes. `impure`: by function, why its firings must stay in order.
    `small`: functions so short that the compiler will put their code in place of their calls; `copying`: those that
    call nothing but what copies memory. `objects`: what was learnt of each source. `project`: how the code of a project
    is compiled that lists no sources. `stand_ins`: the actors whose code dfgen writes, for they have none. `declared`:
    what the headers declare outside of functions. `warnings`: about the types of tokens. `static_data`: by function,
    the object of static storage that it may write. `pointing`: by C type of plain tokens that hold pointers, the first
    of these. `bridge`: how C reaches the actors in C++. `errno_readers`: the sources and headers that name it.
    `shared_files`: what actors of `project` do to each other outside of the graph."""

    graph: Graph
    compiler: Compiler
    include_dirs: tuple[Path, ...]
    impure: Mapping[str, str]
    small: frozenset[str]
    objects: tuple[ObjectFile, ...] = ()
    project: ProjectCode | None = None
    stand_ins: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    warnings: tuple[Diagnostic, ...] = ()
    pointing: Mapping[str, str] = field(default_factory=dict)
    static_data: Mapping[str, str] = field(default_factory=dict)
    copying: frozenset[str] = frozenset()
    bridge: Bridge | None = None
    errno_readers: tuple[Path, ...] = ()
    shared_files: tuple[SharedFile, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """All names of the user's C that code can meet which includes the headers and is linked with the sources."""
        return self.declared.union(*(each.exported for each in self.objects))

    @property
    def included(self) -> tuple[Path, ...]:
        """The files that the sources include, with these, but for the system's."""
        generated = self.bridge.included if self.bridge is not None else ()
        return tuple(dict.fromkeys((*(path for each in self.objects for path in each.included), *generated)))


def refuse_actors_without_code(graph: Graph) -> None:
    """Raise `UserError` (actor-without-fire) if there is nothing to call for an actor that is no routing actor.

    Such a graph can be checked, not compiled.
    """
    where, how = "'fire'", "Name its function, as in 'fire function(argument, ...);'"
    if graph.project is not None:
        raise_if_any(graph.project.absent)
        where, how = "<loop>", "Choose its function from its header in PREESM, which writes a <loop> of its arguments"
    raise_if_any(
        Diagnostic(
            "actor-without-fire",
            f"actor '{actor.name}' has no {where}, so there is no C function to call",
            actor.span,
            f"{how}; a graph without code can be looked at with 'dfgen check', or compiled with --stand-ins.",
        )
        for actor in graph.actors
        if actor.kind is ActorKind.CODE and actor.fire is None and actor.file is None and actor.boundary is None
    )


@frozen
class _Code:
    """The user's C and how it is compiled: `cflags` are the compiler's options, but for the folders of headers;
    `project_flags` as they are in `dfgen.csource.project`. `functions`: those that the graph calls."""

    compiler: Compiler
    functions: frozenset[str]
    headers: list[Path]
    sources: list[Path]
    include_dirs: tuple[Path, ...]
    cflags: tuple[str, ...]
    project_flags: tuple[tuple[Path, ...], tuple[str, ...]]
    bridge: Bridge | None

    @property
    def reading(self) -> tuple[tuple[Path, ...], Compiler, tuple[str, ...]]:
        return self.include_dirs, self.compiler, self.cflags


def learn_from_c(graph: Graph, runtime_include: Path, meanwhile: Callable[[], None] = only_wait) -> CKnowledge:
    """Read headers and sources. Raises `UserError` for all that does not fit the graph. `meanwhile`: is called while
    the compiler reads the sources, before anything that it has against them is told."""
    graph, code = _code_of(graph, runtime_include)
    declared = cache(partial(_declared, graph, code))

    def while_compiling() -> None:
        with suppress(UserError):  # told in its turn
            declared()
        meanwhile()

    project = None
    if graph.project is not None:
        project = read_project(graph, code.functions, code.compiler, *code.project_flags, while_compiling)
    compiled = compile_sources(code.sources, *code.reading, graph.span, while_compiling)
    graph, declarations = declared()
    graph = with_objects(graph, declarations, runtime_include)
    raise_if_any(endless_types(graph, declarations))
    bridge = code.bridge
    if bridge is not None:
        declarations = bridge.completed(declarations)
    facts = match_calls(graph, declarations)
    raise_if_any(facts.diagnostics)
    from dfgen.csource.shared_files import shared_file_notes, shared_files  # what it needs has been loaded meanwhile

    graph = with_retyped_arguments(graph, declarations)
    if bridge is not None:
        graph = bridge.with_c_arguments(graph)
    inline = declarations.inline_functions(code.functions)
    known = project.objects if project else bridge.objects if bridge else ()
    purity = analyse_purity(compiled, *code.reading, code.headers, inline, known)
    raise_if_any(static_without_body(declarations, inline, purity.objects))
    more = {"with_files": bool(graph.file_actors), "with_live": bool(graph.live)}
    refuse_reserved_names(declarations, purity.objects, code.functions, runtime_include, **more)
    if project is not None:
        require_all_defined(project, code.functions, inline, graph.span)
    shared = shared_files(graph, purity, str(project.code_dir) if project is not None else "")
    graph = _with_facts(graph, code, facts, declarations, purity, project)
    if project is None:
        graph = replace(graph, notes=(*graph.notes, *shared_file_notes(shared)))
    reasons = {function: purity.why_impure(function) for function in sorted(code.functions)}
    return CKnowledge(
        with_boundary_calls(with_file_calls(graph)),
        code.compiler,
        code.include_dirs,
        {function: reason for function, reason in reasons.items() if reason},
        frozenset(f for f in code.functions if purity.is_small(f, SMALL_CODE_BYTES)),
        tuple(each for each in purity.objects if each.source not in (HEADERS_SOURCE, BRIDGE_SOURCE)),
        project,
        declared=declarations.names,
        warnings=tuple(pointer_warnings(graph, declarations)),
        pointing=pointing_types(graph, declarations),
        static_data={f: data for f in sorted(code.functions) if (data := purity.static_data(f))},
        copying=frozenset(filter(purity.only_copies, code.functions)),
        bridge=bridge,
        errno_readers=errno_readers(_read_files(purity.objects, bridge, code.headers), runtime_include),
        shared_files=shared if project is not None else (),
    )


def _code_of(graph: Graph, runtime_include: Path) -> tuple[Graph, _Code]:
    """The graph with its main header, which calls C functions where its actors are in C++; and what it calls."""
    compiler = find_compiler()
    require_libraries(graph, compiler)
    graph = with_main_header(graph)
    base = Path(graph.base)
    own = header_flags(graph)
    bridge = _bridge_to_cpp(graph, _include_dirs(graph, runtime_include, ()), compiler, own)
    if bridge is not None:
        graph = bridge.graph
    folders, options = project_flags(graph, compiler, runtime_include)
    return graph, _Code(
        compiler,
        called_functions(graph),
        [base / name for name in (graph.c_includes if bridge else graph.includes)],
        [base / name for name in graph.sources if not (bridge and is_cpp(name))],
        _include_dirs(graph, runtime_include, folders),
        (*own, *options),
        (folders, options),
        bridge,
    )


def _declared(graph: Graph, code: _Code) -> tuple[Graph, Declarations]:
    """The graph with the sizes of its types, and what the headers declare."""
    reading = partial(read_prototypes, code.headers, *code.reading, sorted(code.functions), graph.span)
    try:
        sized = _with_sizes(graph, code)
    except UserError:
        reading()  # which tells what is wrong in headers, and not only where the compiler stumbles over it
        raise
    return sized, reading(asked_records(sized))


def _with_facts(
    graph: Graph,
    code: _Code,
    facts: CallFacts,
    declarations: Declarations,
    purity: PurityFacts,
    project: ProjectCode | None,
) -> Graph:
    """Marks in the graph what its code says of actors, states and windows."""
    proven = {window for window, is_const in facts.proven_const.items() if is_const}
    if project is not None:
        graph = _of_project(graph, project, purity)
        proven |= proven_read_only(graph, project, proven)
        proven |= proven_claims(graph, project, proven, *code.reading)
    graph = _with_moving_states(_with_constant_states(graph, declarations, facts.constant_states), declarations, purity)
    graph = _with_clones(graph, purity)
    graph = _with_shapes(graph, purity, code)
    return _with_access(graph, proven, _only_read(graph, proven, purity, code))


def _bridge_to_cpp(
    graph: Graph, include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> Bridge | None:
    """None for actors in C."""
    if graph.project is not None or not any(map(is_cpp, (*graph.includes, *graph.sources))):
        return None
    from dfgen.csource.cpp.bridge import read_bridge

    return read_bridge(graph, include_dirs, compiler, cflags)


def _read_files(objects: Iterable[ObjectFile], bridge: Bridge | None, headers: Iterable[Path]) -> Iterator[Path]:
    """What compilers read of sources and headers, but for the system's."""
    for each in objects:
        yield from each.included
    if bridge is not None:
        yield from bridge.included
    yield from headers


def _include_dirs(graph: Graph, runtime_include: Path, own: Iterable[Path]) -> tuple[Path, ...]:
    base = Path(graph.base)
    headers = (base / name for name in graph.includes)
    return (base, *dict.fromkeys((*own, *(header.parent for header in headers))), runtime_include)


def _with_constant_states(graph: Graph, declarations: Declarations, constant: Collection[str]) -> Graph:
    """Marks the states that no firing writes: their types lead nowhere else, and `fire` gets them as `const`. Firings
    of such actors need not wait for those before them."""

    def marked(actor: Actor) -> Actor:
        state = actor.state
        type = declarations.types.get(state.type.c_name) if state is not None else None
        if state is None or type is None or not type.moves or actor.name not in constant:
            return actor
        return replace(actor, state=replace(state, is_read_only=True), ordered=False)

    return replace(graph, actors=tuple(marked(actor) for actor in graph.actors))


def _with_shapes(graph: Graph, purity: PurityFacts, code: _Code) -> Graph:
    """Marks the actors of unknown time whose code is short and goes over its windows once, those of short code whose
    outputs need nothing of what it keeps, and those whose short code is plain arithmetic."""
    fired = {actor.fire.function for actor in graph.actors if actor.fire is not None}
    asked = {function for function in fired if purity.is_small(function, SMALL_CODE_BYTES)}
    places = [
        (each, here)
        for each in purity.objects
        if (here := asked.intersection(each.exported))
        and each.source not in (HEADERS_SOURCE, BRIDGE_SOURCE)
        and not is_cpp(each.source)
    ]
    found = Shapes()
    with threads() as pool:  # which wait for forks that read the sources
        for shapes in pool.map(lambda place: known_shapes(place[0], place[1], *code.reading), places):
            found = found.with_others(shapes)

    def marked(actor: Actor) -> Actor:
        if actor.fire is None:
            return actor
        function = actor.fire.function
        is_light = not actor.times and function in found.once
        only_counts = actor.state is not None and actor.keeps_state and function in found.counting
        is_plain, is_tokenwise = function in found.plain, function in found.tokenwise
        if not (is_light or only_counts or is_plain):
            return actor
        return replace(actor, is_light=is_light, only_counts=only_counts, is_plain=is_plain, is_tokenwise=is_tokenwise)

    return replace(graph, actors=tuple(map(marked, graph.actors)))


def _with_moving_states(graph: Graph, declarations: Declarations, purity: PurityFacts) -> Graph:
    """Marks the states of small functions, of which no address can be kept before the end.

    In a local variable such a state is out of the way of the tokens that the function reads and writes: only then can
    compilers hold it in registers and vectorise the loop of firings.
    """

    def moves(actor: Actor) -> bool:
        state, fire = actor.state, actor.fire
        type = declarations.types.get(state.type.c_name) if state is not None and state.count == 1 else None
        if fire is None or type is None or not type.moves or not 0 < type.size_bytes <= MOVED_STATE_BYTES:
            return False
        if not purity.is_small(fire.function, SMALL_CODE_BYTES) or purity.calls_runtime(fire.function):
            return False
        before = (call for call in (actor.init, fire) if call is not None)
        return all(purity.why_impure(call.function) is None for call in before)

    def marked(actor: Actor) -> Actor:
        return replace(actor, state=replace(actor.state, moves=True)) if actor.state and moves(actor) else actor

    return replace(graph, actors=tuple(marked(actor) for actor in graph.actors))


def _with_clones(graph: Graph, purity: PurityFacts) -> Graph:
    """Marks the actors that may call `df_clone`, which needs memory; for initial tokens their writer stands."""
    if not graph.object_types:
        return graph
    filling = {fifo.source.actor: fifo.delay.init for fifo in graph.fifos if fifo.delay and fifo.delay.init}

    def marked(actor: Actor) -> Actor:
        calls = (actor.init, actor.fire, actor.end, filling.get(actor.name))
        return replace(actor, clones=any(c is not None and CLONE in purity.open_names(c.function) for c in calls))

    return replace(graph, actors=tuple(marked(actor) for actor in graph.actors))


def _of_project(graph: Graph, project: ProjectCode, purity: PurityFacts) -> Graph:
    """The graph with the sources that were chosen, and what their code tells of the actors.

    What draws on a screen runs on core 0, the program's main thread, where the library wants it; and actors that share
    a window must not draw at once.
    """

    def known(actor: Actor) -> Actor:
        called = [call.function for call in (actor.init, actor.fire, actor.end) if call is not None]
        names = {name for function in called for name in purity.open_names(function)}
        draws = any(name.startswith(MAIN_THREAD_PREFIX) for name in names)
        may_be_first = actor.core is None and (not actor.cores or 0 in actor.cores)
        stops = actor.stops or not names.isdisjoint(STOP_VARIABLES | STOPPING_FUNCTIONS.keys())
        return replace(actor, stops=stops, core=0 if draws and may_be_first else actor.core)

    base = Path(graph.base)
    sources = tuple(path.relative_to(base).as_posix() for path in project.sources)
    actors = tuple(known(actor) for actor in graph.actors)
    return replace(graph, actors=actors, sources=sources, notes=(*graph.notes, *project.notes))


def _with_sizes(graph: Graph, code: _Code) -> Graph:
    unknown = sorted({t.c_name for t in _types(graph) if t.size_bytes == 0})
    if not unknown:
        return graph
    ports = [port for actor in reversed(graph.actors) for port in reversed(actor.ports)]
    states = [actor.state for actor in reversed(graph.actors) if actor.state is not None]
    places = {state.type.c_name: state.span for state in states}
    places |= {port.type.c_name: port.span for port in ports}  # of the first port that has the type
    sizes = probe_types(unknown, code.headers, *code.reading, graph.span, places)

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


def _only_read(graph: Graph, proven: Collection[Window], purity: PurityFacts, code: _Code) -> frozenset[Window]:
    """The inputs of objects, with a constant reference, whose function writes no object either. Where an output hands
    on the same objects that says nothing, as they are its own to write."""
    asked = {
        (actor.name, port.name): arguments_of(actor.fire, port.name)
        for actor in graph.actors
        if actor.fire is not None
        for port in actor.inputs
        if port.type.objects and (actor.name, port.name) in proven
        if not any(output.overlays == port.name for output in actor.outputs)
    }
    found: set[Argument] = set()
    for each in purity.objects if asked else ():
        here = frozenset(a for arguments in asked.values() for a in arguments if a[0] in each.exported)
        if here and each.source not in (HEADERS_SOURCE, BRIDGE_SOURCE) and not is_cpp(each.source):
            found |= only_read_arguments(Path(each.source), here, *code.reading) or frozenset()
    return frozenset(window for window, arguments in asked.items() if arguments <= found)


def _with_access(graph: Graph, proven: Collection[Window], only_read: Collection[Window]) -> Graph:
    def derived(actor: Actor, port: Port) -> Port:
        if not port.is_input:
            return port
        if (actor.name, port.name) in proven or actor.file is not None or actor.boundary is not None:
            access = Access.UNUSED if port.access is Access.UNUSED else Access.READ_ONLY
            # The const of a reference says nothing of the objects behind it.
            is_deep = not port.type.objects or (actor.name, port.name) in only_read
            return replace(port, access=access, trust=Trust.PROVEN if is_deep else Trust.CLAIMED)
        return replace(port, access=port.access or Access.READ_WRITE)

    return replace(graph, actors=tuple(replace(a, ports=tuple(derived(a, p) for p in a.ports)) for a in graph.actors))
