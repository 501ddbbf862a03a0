# SPDX-License-Identifier: Apache-2.0
"""How much FIFOs may hold in a program: what `--buffers` asks for, and what the graph states with `@capacity`.

A program fires an actor once at a time on each core, so the search does not let firings of an actor overlap.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from pathlib import Path

from dfgen.analysis.buffers.answer import FASTEST, Exploration, Sizes
from dfgen.analysis.throughput import Conventions, timed_problem
from dfgen.model.diagnostics import fail
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.input_files import read_text
from dfgen.model.names import user_name
from dfgen.model.shape import load_json

MINIMUM = "min"
PERIOD = re.compile(r"\d+(/0*[1-9]\d*)?", re.ASCII)


@frozen
class Demand:
    """How much FIFOs of the graph that is mapped may hold.

    `capacities`: in tokens by FIFO; one that is not there may hold any number.
    `least`: the smallest sizes without a deadlock, where they were looked for.
    `sought`: the sizes that were found for the goal, where they were looked for.
    """

    goal: str = ""
    capacities: Mapping[str, int] = field(default_factory=dict)
    least: Sizes | None = None
    sought: Sizes | None = None


def demand_of(graph: Graph, facts: Facts, goal: str | None) -> Demand:
    """`goal`: `min`, `max-throughput`, a period, a JSON file with capacities, or None."""
    stated = {f.name: f.capacity_tokens for f in graph.fifos if f.capacity_tokens is not None}
    if goal is None:
        return Demand("", stated)
    least = sought = None
    if goal in (MINIMUM, FASTEST) or PERIOD.fullmatch(goal):
        exploration = _exploration(graph, facts)
        least = exploration.smallest_live()
        sought = _sizes(exploration, goal, least)
        capacities = dict(sought.capacities)
    else:
        capacities = _of_file(graph, Path(goal))
    for name, tokens in stated.items():
        capacities[name] = min(tokens, capacities.get(name, tokens))
    return Demand(goal, capacities, least, sought)


def _exploration(graph: Graph, facts: Facts) -> Exploration:
    token_bytes = {fifo.name: max(1, graph.port(fifo.source).type.size_bytes) for fifo in graph.fifos}
    problem = timed_problem(graph, facts.cycles, Conventions(auto_concurrency=False))
    return Exploration(problem, token_bytes, in_bytes=True)


def _sizes(exploration: Exploration, goal: str, least: Sizes) -> Sizes:
    if goal == MINIMUM:
        return least
    if goal == FASTEST:
        return exploration.smallest_fastest()
    found = exploration.smallest_for(Fraction(goal))
    if found is None:
        message = f"no buffers give a period of {goal} while each actor fires once at a time"
        raise fail("period-unreachable", message, None, "Ask for a longer period.")
    return found


def _of_file(graph: Graph, path: Path) -> dict[str, int]:
    """Capacities by FIFO, alone or where `analyze --buffers --json` puts them."""
    goals = f"'{MINIMUM}', '{FASTEST}', a period, or a file that `dfgen analyze --buffers --json` wrote"
    text = read_text(path, hint=goals)
    try:
        content = load_json(text)
    except ValueError as error:
        raise fail("buffers-invalid", f"'{path}' is not JSON: {error}", None, _FORM) from None
    for key in ("buffers", "smallest", "capacities"):
        if isinstance(content, dict) and key in content:
            content = content[key]
    names = {user_name(graph, fifo): fifo.name for fifo in graph.fifos}
    if not isinstance(content, dict) or not content:
        raise fail("buffers-invalid", f"'{path}' holds no capacities", None, _FORM)
    for name, tokens in content.items():
        if name not in names:
            message = f"'{path}' names '{name}', which is not a FIFO of '{graph.name}'"
            raise fail("buffers-invalid", message, None, _FORM)
        if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1:
            raise fail("buffers-invalid", f"'{path}' gives '{name}' no number of tokens from 1 on", None, _FORM)
    return {names[name]: tokens for name, tokens in content.items()}


_FORM = 'it is to hold {"source.port:target.port": tokens, ...}, as `dfgen analyze --buffers --json` writes it'
