# SPDX-License-Identifier: Apache-2.0
"""Which actors cores that wait help with, and how that changes what cores have."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.schedule import Leaf
from tests.planning import graph_of, planned, scheduled

WINDOW_BYTES = 1 << 17


def chain(more: str, place: str = "") -> str:
    """A source, an actor of eight firings and a sink."""
    return f"""actor source @core(0) {{ state; out o : uint8[{8 * WINDOW_BYTES}]; }}
        actor middle {place} {{ {more} in i : uint8[{WINDOW_BYTES}]; out o : uint8[{WINDOW_BYTES}]; }}
        actor sink @core(0) {{ state; in i : uint8[{8 * WINDOW_BYTES}]; }}
        source.o -> middle.i; middle.o -> sink.i;"""


@pytest.mark.parametrize(
    ("more", "place", "helping", "reason"),
    [
        ("stateless; time 10us;", "", "auto", ""),
        ("stateless; time 1us;", "", "auto", "its firings are short"),
        ("stateless; time 1us;", "", "all", ""),
        ("state; time 10us;", "", "auto", "it keeps state"),
        ("stateless; time 10us;", "@core(1)", "auto", "it is for certain cores"),
    ],
)
def test_the_graph_says_whether_firings_are_helped(
    more: str, place: str, helping: str, reason: str, tmp_path: Path
) -> None:
    options = MappingOptions(latency=1, helping=helping)
    _, schedule = scheduled(graph_of(chain(more, place), tmp_path), options=options)
    assert schedule.unhelped["middle"] == reason


def test_nobody_helps_where_that_is_wanted_or_one_core_does_all(tmp_path: Path) -> None:
    graph = graph_of(chain("stateless; time 10us;"), tmp_path)
    assert not scheduled(graph, options=MappingOptions(helping="none"))[1].unhelped
    assert not scheduled(graph, cores=1)[1].unhelped


def test_who_reads_what_it_wrote_is_not_helped(tmp_path: Path) -> None:
    loop = """actor source { state; out o : uint8[64]; }
        actor middle { stateless; time 10us; in i : uint8[8]; in b : uint8[1]; out o : uint8[8]; out n : uint8[1]; }
        actor sink { state; in i : uint8[64]; }
        source.o -> middle.i; middle.o -> sink.i; middle.n -> middle.b delay 1;"""
    _, schedule = scheduled(graph_of(loop, tmp_path), options=MappingOptions(latency=1))
    assert schedule.unhelped["middle"] == "it reads what it wrote"


def test_guesses_level_the_shares_of_what_is_helped(tmp_path: Path) -> None:
    """By their bytes source and sink, on one core, take as long as the middle, of which each core has half else."""
    graph = graph_of(chain("stateless;"), tmp_path)
    shares = {}
    for helping in ("auto", "none"):
        _, schedule = scheduled(graph, options=MappingOptions(helping=helping))
        leaf = schedule.node("middle")
        assert isinstance(leaf, Leaf)
        shares[helping] = [part.stop - part.start for part in leaf.parts]
    assert shares["none"] == [4, 4]
    assert shares["auto"] != [4, 4]
    assert sum(shares["auto"]) == 8


@pytest.mark.parametrize(
    ("memory", "reason"),
    [
        (MemoryOptions(), ""),
        (MemoryOptions(transfers=("memcpy",)), "bytes are moved before or after its firings"),
        (MemoryOptions(guard=True), "in a guarded program each core has windows of its own"),
    ],
)
def test_memory_says_whether_firings_are_helped(memory: MemoryOptions, reason: str, tmp_path: Path) -> None:
    graph = graph_of(chain("stateless; time 10us;"), tmp_path)
    plan = planned(graph, mapping=MappingOptions(latency=1, single=memory.guard), memory=memory)
    assert {helped.actor: helped.obstacle for helped in plan.helped}["middle"] == reason
    assert ("middle" in plan.helped_actors) == (not reason)
