# SPDX-License-Identifier: Apache-2.0
"""The order of a cycle begins with an actor that writes tokens of its own, wherever the file names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph
from dfgen.pipeline import CompileOptions, compile_graph

GRAPH = """graph top {{
    broadcast b {{ in i : float[40]; out back : float[40]; out on : float[40]; }}
    actor f {{ in before : float{reads}; out o : float{writes}; }}
    actor m {{ in i : float[240]; }}
    f.o -> b.i; b.back -> f.before{delay}; b.on -> m.i;
}}
"""


@pytest.mark.parametrize(
    ("reads", "writes", "delay"),
    [("[40]", "[40]", " delay 40 reset"), ("[0, 40]", "[40, 0]", "")],
    ids=["reset", "phases"],
)
def test_a_routing_actor_named_first_comes_behind(reads: str, writes: str, delay: str, tmp_path: Path) -> None:
    path = tmp_path / "g.sdf"
    path.write_text(GRAPH.format(reads=reads, writes=writes, delay=delay))
    order = analyse(load_graph(path, {})).order
    assert order.index("f") < order.index("b") < order.index("m")
    for cores in (1, 2):
        assert compile_graph(path, CompileOptions(cores=cores, stand_ins=True)).files
