# SPDX-License-Identifier: Apache-2.0
"""Names that generated code, the runtime's headers or CMake have too: for graphs, functions, and macros of a header."""

from __future__ import annotations

import random
from collections.abc import Iterator

from .application import Actor, Application, GraphSpec

GRAPHS = (
    "all", "clean", "help", "edit_cache", "CMakeFiles", "df", "test", "install", "main", "int", "_Bool", "linux", "fft",
)  # fmt: skip
FUNCTIONS = (
    "{}_run", "k", "{}_core_0", "pass", "{}_fill", "core", "{}_actors", "run", "{}_program", "arena", "{}_pace",
    "iterations", "{}_steps_0_0", "i1", "{}_buffers", "own_state", "{}_at_x", "begun", "in_in", "tokens",
)  # fmt: skip
MACROS = (
    "k", "j", "pass", "core", "iterations", "run", "actor", "name", "fifo", "guard", "arena", "counter", "peer", "spot",
    "firing", "iteration", "begun", "tokens", "slot", "abi", "cores", "buffers", "strategy", "view", "port", "channels",
    "engine", "init", "end", "waiters", "from_0", "in_x", "argc", "argv", "main", "noinline", "unused", "DEBUG",
)  # fmt: skip
MEANINGS = ("3", "", "no such thing", "(a) a a", "(...) 0", "{", '"text"')


def graph_name(seed: int) -> str:
    """Of the main graph."""
    rng = random.Random(f"{seed} names")
    return rng.choice(GRAPHS) if rng.random() < 0.5 else "app"


def function(graph: GraphSpec, actor: Actor) -> str:
    """The name of an actor's function, if its graph has such names."""
    if graph.name not in GRAPHS or actor.number >= len(FUNCTIONS):
        return ""
    prefix = f"graph_{graph.name}" if graph.name == "df" else graph.name  # `df_fill` is the runtime's
    return FUNCTIONS[actor.number].format(prefix)


def macros(application: Application) -> Iterator[str]:
    """What the header defines behind its prototypes."""
    rng = random.Random(f"{application.seed} macros")
    if application.main.name in GRAPHS:
        for name in rng.sample(MACROS, rng.randint(1, len(MACROS))):
            meaning = rng.choice(MEANINGS)
            yield f"#define {name}{meaning if meaning.startswith('(') else ' ' + meaning}"
