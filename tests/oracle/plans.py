# SPDX-License-Identifier: Apache-2.0
"""The plans of a random application under some of the settings that the campaign draws for it."""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.elaborate import load_graph
from dfgen.model.plan import Plan
from dfgen.reading import read_code
from dfgen.stages import plan_known
from tests.campaign.cases import configuration_of

from .application import Application
from .generator import write
from .settings import compile_obeying, hashing_is_small


def plans_of(application: Application, settings: int, folder: Path) -> list[Plan]:
    found = list[Plan]()
    with hashing_is_small():
        graph = load_graph(write(application, folder), {})
        known = read_code(graph)
        for index in range(settings):
            setting = configuration_of(application, index, [fifo.name for fifo in graph.fifos]).setting
            planned, _ = compile_obeying(setting, lambda options: plan_known(known, options))  # type: ignore[arg-type, return-value]
            found.append(planned.plan)  # type: ignore[attr-defined]
    return found
