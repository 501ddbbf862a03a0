# SPDX-License-Identifier: Apache-2.0
"""Reading and flattening graph files, on random applications: repetitions and every recorded byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph

from . import balance
from .application import Application, GraphSpec
from .flat import run_flat
from .generator import random_application, write
from .interpreter import interpret


def never_stopping(application: Application) -> Application:
    def calm(graph: GraphSpec) -> GraphSpec:
        return replace(graph, actors=tuple(replace(a, stop=None) for a in graph.actors))

    return replace(application, graphs=tuple(map(calm, application.graphs)))


@pytest.mark.parametrize("block", range(8))
def test_flat_graph_means_what_the_application_means(block: int, tmp_path: Path) -> None:
    for seed in range(block * 10, block * 10 + 10):
        application = random_application(seed)
        graph = load_graph(write(application, tmp_path), {})
        facts = analyse(graph)
        expected = balance.firings(application)
        assert {name: facts.firings[name] for name in expected} == expected, f"seed {seed}"
        wanted = interpret(never_stopping(application))
        assert run_flat(graph, never_stopping(application), facts.firings) == wanted, f"seed {seed}"
