# SPDX-License-Identifier: Apache-2.0
"""The exact period of the mapped graph against running the program with clocks: two ways to the same figure."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.analysis.throughput import TooLarge
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.platform import Platform, default_platform
from dfgen.model.program import Program
from dfgen.prediction import mapped
from dfgen.prediction.mapped import mapped_throughput
from dfgen.prediction.predict import predict
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_without_c, programmed


def awake(cores: int) -> Platform:
    """A machine on which waking up costs nothing extra: throughput analysis does not know of falling asleep."""
    platform = default_platform(cores)
    return replace(platform, costs=replace(platform.costs, futex_ns=0))


def assert_both_agree(program: Program, cores: int) -> Fraction:
    platform = awake(cores)
    run, found = predict(program, platform), mapped_throughput(program, platform)
    assert found is not None
    assert run.settled
    assert run.period_ns == pytest.approx(float(found.period_ns), rel=1e-9)
    return found.period_ns


@pytest.mark.parametrize("app", ["cd2dat", "edges", "stabilization", "stereo"])
@pytest.mark.parametrize("cores", [1, 2, 3, 4])
@pytest.mark.parametrize("depth", [None, 1])
def test_applications(app: str, cores: int, depth: int | None, repository: Path) -> None:
    graph = graph_without_c(repository / "apps" / app / f"{app}.sdf")
    assert_both_agree(programmed(graph, cores, MappingOptions(depth=depth)), cores)


def test_random_applications(tmp_path: Path) -> None:
    """With loops in loops, cycles, broadcasts and slices."""
    compared = 0
    for seed in range(60):
        options = MappingOptions(depth=(None, 1, 2, 3)[seed % 4])
        program = programmed(graph_without_c(write(random_application(seed), tmp_path)), 4, options)
        run, found = predict(program, awake(4)), mapped_throughput(program, awake(4))
        if run.settled and found is not None:
            assert run.period_ns == pytest.approx(float(found.period_ns), rel=1e-6), f"random_application({seed})"
            compared += 1
    assert compared > 40


def test_one_core_takes_the_sum(tmp_path: Path) -> None:
    body = """
    actor give { fire give(out); time 3us; state; out out : uint8[3]; }
    actor take { fire take(in); time 2us; state; in in : uint8[2]; }
    give.out -> take.in;
    """
    program = programmed(graph_of(body, tmp_path), cores=1)
    assert assert_both_agree(program, 1) == 2 * 3000 + 3 * 2000


def test_a_cycle_over_two_cores_pays_each_crossing(tmp_path: Path) -> None:
    body = """
    @core(0) actor a { fire f(in, out); time 3us; state; in in : uint8[1]; out out : uint8[1]; }
    @core(1) actor b { fire f(in, out); time 2us; state; in in : uint8[1]; out out : uint8[1]; }
    a.out -> b.in;
    b.out -> a.in delay 1;
    """
    program = programmed(graph_of(body, tmp_path), cores=2)
    found = mapped_throughput(program, awake(2))
    assert found is not None
    assert found.period_ns == assert_both_agree(program, 2) == 5000 + 2 * awake(2).costs.sync_ns
    assert set(found.critical) == {"core 0", "core 1", "a.out:b.in", "b.out:a.in"}


@pytest.mark.parametrize("firings", [1, 7, 60])
def test_loops_within_a_pass(firings: int, tmp_path: Path) -> None:
    """Both ends of the inner cycle trip many times for one firing of the source."""
    body = f"""
    actor give {{ fire give(out); time 1us; state; out out : uint8[{firings}]; }}
    @core(0) actor a {{ fire f(x, in, out); time 300ns; state; in x : uint8[1]; in in : uint8[1]; out out : uint8[1]; }}
    @core(0) actor b {{ fire g(in, out, y); time 200ns; in in : uint8[1]; out out : uint8[1]; out y : uint8[1]; }}
    @core(1) actor take {{ fire take(in); time 100ns; state; in in : uint8[{firings}]; }}
    give.out -> a.x;
    a.out -> b.in;
    b.out -> a.in delay 1;
    b.y -> take.in;
    """
    assert_both_agree(programmed(graph_of(body, tmp_path), cores=2), 2)


def test_very_long_passes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped, "PHASES_MAX", 1)
    body = """
    @core(0) actor give { fire give(out); time 1us; state; out out : uint8[1]; }
    @core(1) actor take { fire take(in); time 1us; state; in in : uint8[1]; }
    give.out -> take.in;
    """
    with pytest.raises(TooLarge):
        mapped_throughput(programmed(graph_of(body, tmp_path)), awake(2))
