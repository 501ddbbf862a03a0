# SPDX-License-Identifier: Apache-2.0
"""C names of generated things.

What is declared outside of functions begins with a prefix that no name of the user's C begins with: the graph's name,
where that will do. Inside of functions, names are few and short. Where the user has a function or a type of such a
name, generated code calls it by another one (`Names.callee`, `dfgen.codegen.types`); and of macros with any name that
generated code uses, it sees nothing (`dfgen.codegen.undefined`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count

from dfgen.model.actor import Actor, ActorKind, Call
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.program import ROOT, THROTTLE, Counter, Program

LOCAL_NAMES = re.compile(
    r"core|arena|pass|iterations|begun|run|fired|tokens|slot|[ijk]|[ikn]\d+|trip_\d+|(from|to)_\d+"
    r"|changes|strip(_end)?|(in|out|local|live|own)_\w+|(next_|before\d*_)?slot_\w+"
)
"""What generated functions call their variables."""

# In a build folder of CMake no program can be called like its own targets and files.
OF_CMAKE = re.compile(
    r"all|clean|depend|edit_cache|help|install\w*|list_install_components|package\w*|preinstall|program|rebuild_cache|test"
    r"|cmake\w*|\w*_autogen",
    re.IGNORECASE,
)

# Names of the runtime begin so, and those that C keeps for itself.
_NO_PREFIX = re.compile(r"_|df_", re.IGNORECASE)


def global_prefix(graph: str, names: Collection[str]) -> str:
    """How names outside of functions begin: as none of `names` does, which are those of the user's C."""
    tried = chain([f"{graph}_", f"graph_{graph}_"], (f"graph_{graph}_{number}_" for number in count(2)))
    return next(
        prefix
        for prefix in tried
        if not _NO_PREFIX.match(prefix) and not any(name.startswith(prefix) for name in names)
    )


def executable(graph: str) -> str:
    """The name of the program's file."""
    return f"{graph}_program" if OF_CMAKE.fullmatch(graph) else graph


def identifier(path: str) -> str:
    """`Sub/fir` or `band[2]` as a piece of a C identifier. Not unique by itself."""
    return re.sub(r"[^A-Za-z0-9_]", "_", path.replace("]", ""))


def unique_identifiers(paths: Iterable[str]) -> dict[str, str]:
    """A distinct piece of identifier for every path, numbered where two would be alike."""
    used: dict[str, int] = {}
    names: dict[str, str] = {}
    for path in paths:
        base = identifier(path)[:60]
        name, count = base, used.get(base, 0)
        while name in used:
            count += 1
            name = f"{base}_{count}"
        used[base], used[name] = count, 0
        names[path] = name
    return names


@frozen
class Names:
    """The names of a program's global things, all of which begin with `prefix`.

    Behind it stands what kind of thing it is, so that no two kinds have a name in common. `actors` are constants, the
    places in the program's table of actors, in which routing actors have no entry; `parameters` are constants, too,
    those that calls use; `places` are macros for the arena offsets of buffers and lasting memory; functions in `small`
    are so short that compilers put their code in place of their calls, and compute several firings at once; functions
    in `hidden` have the name of a local variable somewhere. In a library, counters and what cores know of them are
    members of each instance.
    """

    prefix: str
    actors: Mapping[str, str]
    parameters: Mapping[str, str]
    small: frozenset[str]
    functions: Mapping[str, str]
    places: Mapping[str, str]
    counters: tuple[str, ...]
    hidden: frozenset[str]
    in_library: bool = False

    def counter(self, title: str) -> str:
        """What a counter is called where it is declared."""
        return title if self.in_library else f"{self.prefix}{title}"

    def gate(self, title: str, core: int) -> str:
        """What a core's view of it is called there."""
        return f"gate_{core}_{title}" if self.in_library else f"{self.prefix}gate_{title}"

    def shared(self, declared: str) -> str:
        """How the code of a core names one of these."""
        return f"{self.prefix}of(core)->{declared}" if self.in_library else declared

    def offset(self, name: str) -> str:
        """Where buffer or state `name` begins in the arena."""
        return f"{self.prefix}at_{self.places[name]}"

    def local(self, name: str) -> str:
        """The variable that is buffer `name` in a trip of a loop."""
        return f"local_{self.places[name]}"

    def own(self, actor: str) -> str:
        """The variable that has an actor's state in a loop of turns."""
        return f"own_{self.places[actor]}"

    def trip(self, loop: int) -> str:
        """The variable that counts a loop's trips since the program began; the root's trips are passes."""
        return "pass" if loop == ROOT else f"trip_{loop}"

    def slot(self, name: str, shift: int) -> str:
        """The variable that tells where the slot of a trip of buffer `name` lies, or the one `shift` slots back."""
        which = "" if shift == 0 else "next_" if shift < 0 else "before_" if shift == 1 else f"before{shift}_"
        return f"{which}slot_{self.places[name]}"

    def callee(self, function: str) -> str:
        """How generated code calls a user's function, also where a local variable has its name."""
        return f"{self.prefix}call_{function}" if function in self.hidden else function

    def pace(self, actor: str) -> str:
        """What the runtime keeps of an actor with a period."""
        return f"{self.prefix}pace_{self.functions[actor]}"

    def arenas(self, name: str) -> str:
        """The function that tells the arena of a token of buffer `name`."""
        return f"{self.prefix}arena_of_{self.places[name]}"

    def stride(self, name: str) -> str:
        """From one slot of buffer `name` to the next."""
        return f"{self.prefix}step_{self.places[name]}"


def name_all(
    program: Program, order: Iterable[str], small: frozenset[str], prefix: str, *, in_library: bool = False
) -> Names:
    """`order` is a topological order of the actors."""
    graph, memory = program.graph, program.memory
    actors = [name for name in order if graph.actor(name).kind is ActorKind.CODE]
    titles = [_title(counter) for counter in program.counters]
    about = {name: f"actor {name}" for name in actors}
    parameters = {name: f"param {name}" for name in _used_parameters(graph)}
    distinct = unique_identifiers([*titles, *about.values(), *parameters.values()])
    return Names(
        prefix=prefix,
        actors={name: prefix + distinct[title] for name, title in about.items()},
        parameters={name: prefix + distinct[title] for name, title in parameters.items()},
        small=small,
        functions=unique_identifiers(actors),
        places=unique_identifiers([*memory.buffers, *memory.states]),
        hidden=frozenset(c.function for c in _calls(graph) if LOCAL_NAMES.fullmatch(c.function)),
        counters=tuple(distinct[title] for title in titles),
        in_library=in_library,
    )


def _calls(graph: Graph) -> Iterator[Call]:
    for actor in graph.actors:
        initial = actor.reset_tokens.init if actor.reset_tokens else None
        yield from (call for call in (actor.fire, actor.init, actor.end, initial) if call is not None)
    for fifo in graph.fifos:
        if fifo.delay is not None and fifo.delay.init is not None:
            yield fifo.delay.init


def _used_parameters(graph: Graph) -> Iterator[str]:
    """Those that calls pass on as they are, in the order of the graph; constants of C are of type int."""
    used = {argument.parameter for call in _calls(graph) for argument in call.arguments}
    return (n for n, v in graph.parameters if n in used and isinstance(v, int) and -(1 << 31) <= v < 1 << 31)


def _title(counter: Counter) -> str:
    return "throttle" if counter.about == THROTTLE else f"done_{counter.about}_{counter.agent}"


def place_of(actor: Actor) -> str:
    """`edges.sdf:12`, without folders, so that the same graph gives the same text wherever it lies."""
    return f"{actor.span.file.rpartition('/')[2]}:{actor.span.line}"
