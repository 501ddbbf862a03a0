# SPDX-License-Identifier: Apache-2.0
"""Names of FIFOs as the user knows them, in the user's graph and after dfgen has set routing actors into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.prepare import insert_copies, separate_branches
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph, TransferRequest
from dfgen.model.names import FifoNames, user_ends, user_name

# The delays of a's branches contradict each other, so that the second one is set apart.
GRAPH = """graph g {
    actor a { out o : uint8[1]; } actor b { in i : uint8[1]; out o : uint8[1]; } actor c { in i : uint8[1]; }
    actor d { in i : uint8[1]; }
    a.o -> b.i delay 1 = 1; a.o -> c.i delay 1 = 2; b.o -> d.i;
}"""
NAMES = ["a.o:b.i", "a.o:c.i", "b.o:d.i"]


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    (tmp_path / "g.sdf").write_text(GRAPH)
    return load_graph(tmp_path / "g.sdf", {})


def names(graph: Graph) -> list[str]:
    return sorted({user_name(graph, fifo) for fifo in graph.fifos})


def test_the_routing_actors_of_dfgen_are_not_named(graph: Graph) -> None:
    assert names(graph) == NAMES
    apart = separate_branches(graph)
    assert len(apart.fifos) == 4
    assert names(apart) == NAMES
    served, refused = insert_copies(graph, dict.fromkeys(NAMES, TransferRequest("offload")))
    assert (len(served.fifos), refused) == (6, {})
    assert names(served) == names(separate_branches(served)) == NAMES
    for fifo in apart.fifos:
        assert user_ends(apart, fifo)[1] in {known.target for known in graph.fifos}


def test_finding_by_name_source_and_pattern(graph: Graph) -> None:
    found = FifoNames(graph)
    assert [fifo.name for fifo in found.find("a.o:c.i")] == ["a.o:c.i"]
    assert [fifo.name for fifo in found.find("a.o")] == ["a.o:b.i", "a.o:c.i"]
    assert [fifo.name for fifo in found.find("*")] == NAMES
    assert [fifo.name for fifo in found.find("?.o:?.i")] == NAMES
    for pattern in ("A.o", "a", "[z-a]", "[", "a.o:?"):
        with pytest.raises(UserError, match="no FIFO matches"):
            found.find(pattern)


def test_a_branch_set_apart_keeps_its_name(graph: Graph) -> None:
    apart = separate_branches(graph)
    (fifo,) = FifoNames(apart).find("a.o:c.i")
    assert str(fifo.target) == "c.i"
    assert [str(fifo.target) for fifo in FifoNames(apart).find("a.o")] == ["b.i", "c.i.in", "c.i"]
