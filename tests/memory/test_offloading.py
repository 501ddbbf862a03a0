# SPDX-License-Identifier: Apache-2.0
"""FIFOs that an engine serves: nobody waits before its first conflicting access, and everybody does by then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.prepare import insert_copies
from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.actor import ActorKind
from dfgen.model.graph import TransferRequest
from dfgen.model.plan import Plan
from dfgen.model.program_waits import Hazard, count_hazards, told_waits
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_with_c, planned, prove
from tests.verify.tampering import needless_waits, refused

SEEDS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55)
CORES = (1, 2, 3)
WAITS_TRIED = 20
"""Of a plan: each is a proof."""


@pytest.fixture(scope="module", params=SEEDS)
def plans(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, ...]:
    """Random graphs with every FIFO offloaded that can be."""
    path = write(random_application(request.param), tmp_path_factory.mktemp("graph"))
    graph = graph_with_c(path, {}, ["offload"])
    found = []
    for cores in CORES:
        actors = (a if a.core is None else replace(a, core=a.core % cores) for a in graph.actors)
        placed = replace(graph, actors=tuple(actors))
        found += [planned(placed, cores, MappingOptions()), planned(placed, cores, MappingOptions(latency=1))]
    return tuple(found)


def test_what_dfgen_plans_is_live(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        assert any(actor.kind is ActorKind.COPY for actor in plan.graph.actors)
        prove(plan)


def test_no_wait_can_go_on_one_core(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        if plan.schedule.cores == 1:
            assert plan.waits
            assert needless_waits(plan, WAITS_TRIED) == []


def test_without_its_waits_for_engines_a_plan_is_refused(plans: tuple[Plan, ...]) -> None:
    for plan in plans:
        kept = {s: tuple(w for w in waits if w.step.agent.engine is None) for s, waits in plan.waits.items()}
        assert refused(replace(plan, waits=kept))


def test_only_what_conflicts_waits(tmp_path: Path) -> None:
    """One core: the copy is given away at once; only its reader waits for it, and the writer two trips later."""
    graph = graph_of(
        "actor a { out o : uint8[64]; } actor x { in i : uint8[64]; } actor b { in i : uint8[64]; }\n"
        "a.o -> x.i; a.o -> b.i @transfer(offload);",
        tmp_path,
    )
    plan = planned(graph, 1, MappingOptions(latency=1, depth=2))
    waiting = {wait.reason: wait.step for wait in told_waits(lower(plan))}
    assert waiting == {"a.o:b.i": "b on core 0"}, "the copy of a trip ago was waited for by b then"
    body = plan.schedule.root.body
    assert [next(iter(child.actors)) for child in body][:2] == ["a", "b.i"]


def test_a_synchronous_engine_needs_no_waits(tmp_path: Path) -> None:
    graph = graph_of(
        "actor a { out o : uint8[64]; } actor b { in i : uint8[64]; } a.o -> b.i @transfer(offload, mode = sync);",
        tmp_path,
    )
    plan = planned(graph, 1)
    assert not plan.waits
    assert [t.how.strategy for t in plan.transfers] == ["offload"]


def test_on_a_cycle_it_is_refused(tmp_path: Path) -> None:
    graph = graph_of(
        "actor a { in i : uint8[1]; out o : uint8[1]; } actor b { in i : uint8[1]; out o : uint8[1]; }\n"
        "a.o -> b.i; b.o -> a.i delay 1;",
        tmp_path,
    )
    whole, obstacles = insert_copies(graph, {"a.o:b.i": TransferRequest("offload")})
    assert whole == graph
    assert list(obstacles) == ["a.o:b.i"]


def test_others_fire_while_the_engine_copies(tmp_path: Path) -> None:
    graph = graph_of(
        "actor a { out o : uint8[64]; } actor b { in i : uint8[64]; } actor x { in i : uint8[64]; }\n"
        "a.o -> b.i @transfer(offload); a.o -> x.i;",
        tmp_path,
    )
    order = [next(iter(child.actors)) for child in planned(graph, 1).schedule.root.body]
    assert order == ["a", "b.i", "x", "b"]


TWO_COPIES = """
actor a { out o : uint8[64]; } actor b { in i : uint8[64]; out o : uint8[64]; } actor c { in i : uint8[64]; }
a.o -> b.i @transfer(offload%s); b.o -> c.i @transfer(offload%s);
"""


def hazards_of(body: str, cores: int, folder: Path) -> dict[Hazard, int]:
    return count_hazards(lower(planned(graph_of(body, folder), cores)))


def test_hazards_are_counted_by_the_waits_that_avert_them(tmp_path: Path) -> None:
    """A core that reads the target itself has waited for the copy before it comes to write the source again."""
    found = hazards_of(TWO_COPIES % ("", ""), 1, tmp_path)
    assert found == {Hazard.READ_TARGET: 2, Hazard.WRITE_SOURCE: 0, Hazard.WRITE_TARGET: 0}


def test_readers_on_another_core_make_the_next_copy_wait(tmp_path: Path) -> None:
    body = "actor a @core(0) { out o : uint8[64]; } actor b @core(1) { in i : uint8[64]; }\n"
    found = hazards_of(f"{body} a.o -> b.i @transfer(offload);", 2, tmp_path)
    assert found == {Hazard.READ_TARGET: 1, Hazard.WRITE_SOURCE: 1, Hazard.WRITE_TARGET: 1}


def test_a_copy_that_its_core_waits_for_has_no_hazard(tmp_path: Path) -> None:
    assert hazards_of(TWO_COPIES % (", mode = sync", ", mode = sync"), 1, tmp_path) == {}


def test_copies_that_a_loop_reads_take_the_memory_of_a_few_trips(tmp_path: Path) -> None:
    """A stream of 64 windows of 1 MiB, that of a cost volume: no copy of all of them lies anywhere."""
    body = """
        actor a { fire a(o); state; out o : uint8[67108864]; time 1ms; }
        actor b { fire b(i, o); in i : uint8[1048576]; out o : uint8[1048576]; time 1ms; }
        actor c { fire c(i); state; in i : uint8[1048576]; time 1ms; }
        a.o -> b.i @transfer(offload); b.o -> c.i @transfer(offload);
    """
    plan = planned(graph_of(body, tmp_path), 1)
    source = plan.buffers["a.o"]
    assert plan.arena_bytes - source.size_bytes <= 8 * 2**20
    assert sum(transfer.bytes_per_iteration for transfer in plan.transfers) == 2 * 64 * 2**20
    prove(plan)
