# SPDX-License-Identifier: Apache-2.0
"""Cores of several types: actors take longer on some of them, and mappers give these less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.lowering.lower import lower
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.schedule_graph import MappingOptions, schedule_graph
from dfgen.mapping.static_order import exact_period_ns
from dfgen.mapping.work import Unit, Work
from dfgen.memory.options import MemoryOptions
from dfgen.memory.plan_memory import plan_memory
from dfgen.model.graph import Graph
from dfgen.model.platform import Platform, default_platform, load_platform, with_types
from dfgen.prediction.predict import predict
from tests.planning import graph_of

BIG_LITTLE = with_types(default_platform(2), ("big", "little"))
SPLIT = "actor {0} {{ fire {0}(i, o); stateless; time 10us; in i : uint8[1]; out o : uint8[1]; }}"
BODY = f"""
actor source {{ fire source(o); state; time 1us; out o : uint8[40]; }}
{SPLIT.format("work")}
actor sink {{ fire sink(i); state; time 1us; in i : uint8[40]; }}
source.o -> work.i; work.o -> sink.i;
"""


def unit(name: str, big_ns: int, little_ns: int, firings: int = 1) -> Unit:
    times = (Fraction(big_ns), Fraction(little_ns))
    return Unit((name,), times[0], firings > 1, None, firings=firings, by_core_ns=times)


@pytest.mark.parametrize("mapper", ["auto", "balance", "pipeline", "list", "staged", "exact"])
def test_what_is_slow_on_a_core_goes_to_the_other(mapper: str) -> None:
    """Each actor runs long on one of the cores; by their times on the first one, both would seem to fit anywhere."""
    if mapper == "exact":
        pytest.importorskip("ortools", reason="the mapper 'exact' needs the package ortools")
    work = Work((unit("a", 100, 1000), unit("b", 100, 50)), {}, 2)
    found = MAPPERS[mapper](work)
    assert [share.core for share in found["a"]] == [0]
    assert exact_period_ns(work, found) <= 150


def test_divided_work_is_shared_by_speed() -> None:
    work = Work((unit("a", 120, 360, firings=40),), {}, 2)
    found = MAPPERS["balance"](work)
    assert [(share.core, share.fraction) for share in found["a"]] == [(0, Fraction(3, 4)), (1, Fraction(1, 4))]
    assert exact_period_ns(work, found) == 90


def typed(folder: Path, little_us: int) -> Graph:
    graph = graph_of(BODY, folder)
    times = (("big", 10_000), ("little", little_us * 1000))
    actors = (replace(a, core_times=times) if a.name == "work" else a for a in graph.actors)
    return replace(graph, actors=tuple(actors))


def period_ns(graph: Graph, platform: Platform) -> tuple[float, int]:
    """As it is predicted, and how many firings of `work` the second core has."""
    facts = analyse(graph)
    schedule = schedule_graph(graph, facts, 2, MappingOptions(platform=platform), {})
    plan = plan_memory(graph, facts, schedule, MemoryOptions(platform=platform))
    parts = schedule.node("work").parts  # type: ignore[union-attr]
    second = sum(part.stop - part.start for part in parts if part.core == 1)
    return predict(lower(plan), platform).period_ns, second


def test_a_slow_core_has_fewer_firings_and_the_prediction_knows(tmp_path: Path) -> None:
    alike, half = period_ns(typed(tmp_path, 30), default_platform(2))
    slower, fewer = period_ns(typed(tmp_path, 30), BIG_LITTLE)
    assert 0 < fewer < half
    assert slower > 1.2 * alike
    assert slower < 1.1 * 40 * 10_000 * 3 / 4 + 2_000 + 10_000


def test_types_of_a_platform_file(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('cores = [{ type = "big" }, { type = "little" }]\n')
    platform = load_platform(str(path))
    assert [core.type for core in platform.cores] == ["big", "little"]
    assert with_types(platform, ("a", "b")) == platform
    assert [core["type"] for core in platform.to_json()["cores"]] == ["big", "little"]
    assert all("type" not in core for core in default_platform(2).to_json()["cores"])
