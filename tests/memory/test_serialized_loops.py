# SPDX-License-Identifier: Apache-2.0
"""What is written in an inner loop, and read both there and outside of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.serialized_loops import serialized_loops
from dfgen.model.schedule import Leaf
from dfgen.pipeline import CompileOptions, compile_graph
from tests.planning import graph_of, planned

MEBIBYTE = 1 << 20
SHOWN = f"""
actor source {{ state s : uint8; time 1us; out o : uint8[5]; }}
actor make {{ stateless; time 100us; in i : uint8[1]; out o : uint8[{2 * MEBIBYTE}]; }}
broadcast show {{ in i : uint8[{2 * MEBIBYTE}]; out one : uint8[{2 * MEBIBYTE}]; out other : uint8[{2 * MEBIBYTE}]; }}
actor use {{ stateless; time 100us; in i : uint8[{2 * MEBIBYTE}]; out o : uint8[1]; }}
actor all {{ state s : uint8; time 1us; in i : uint8[{10 * MEBIBYTE}]; out o : uint8[5]; }}
actor sink {{ state s : uint8; time 1us; in i : uint8[5]; in j : uint8[5]; }}
source.o -> make.i; make.o -> show.i; show.one -> use.i; show.other -> all.i; use.o -> sink.i; all.o -> sink.j;
"""


def compiled(text: str, folder: Path, cores: int, mapper: str = "balance") -> str:
    (folder / "g.sdf").write_text(f"graph g {{\n{text}}}\n")
    return compile_graph(folder / "g.sdf", CompileOptions(cores=cores, mapper=mapper, stand_ins=True)).plan_text


def test_cores_that_would_wait_for_each_others_loop_share_none(tmp_path: Path) -> None:
    plan = planned(graph_of(SHOWN, tmp_path), 2, MappingOptions("balance"))
    assert serialized_loops(plan) == {"make", "show", "use"}
    unmerged = planned(graph_of(SHOWN, tmp_path), 2, MappingOptions("balance", unmerged=serialized_loops(plan)))
    assert serialized_loops(unmerged) == frozenset()
    assert all(isinstance(child, Leaf) for child in unmerged.schedule.root.body)


@pytest.mark.parametrize("mapper", ["auto", "balance", "pipeline", "list"])
def test_they_are_compiled(tmp_path: Path, mapper: str) -> None:
    """The proof of the plan, which a compile ends with, would find the cores waiting for ever."""
    assert f"mapper {mapper}" in compiled(SHOWN, tmp_path, 2, mapper)


def test_one_core_keeps_its_loop(tmp_path: Path) -> None:
    plan = planned(graph_of(SHOWN, tmp_path), 1)
    assert serialized_loops(plan) == frozenset()
    assert any(not isinstance(child, Leaf) for child in plan.schedule.root.body)


@pytest.mark.parametrize("cores", [1, 2])
def test_an_engine_copies_what_its_core_writes_in_the_same_loop(tmp_path: Path, cores: int) -> None:
    """The loop orders the two, though the buffer is that of the pass."""
    asked = SHOWN.replace("show.one -> use.i;", "show.one -> use.i @transfer(offload, engine = thread);")
    assert "offload firing use.i  show.one:use.i" in compiled(asked, tmp_path, cores)
