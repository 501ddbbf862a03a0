# SPDX-License-Identifier: Apache-2.0
"""The campaign itself: it finds nothing where nothing is, and what is planted it finds, makes small and keeps."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.messages import needs_mpi
from tests.oracle.application import Application
from tests.oracle.running import Expected, expected_of

from . import trial
from .cases import TOOLCHAINS, application_of, configuration_of
from .folder import replay
from .search import search
from .shrink import Case, shrunk
from .trial import Workshop

SEED_WITH_DELAY = 17


def test_nothing_is_found_where_nothing_is(tmp_path: Path) -> None:
    for seed in (3, 4):
        found = search(seed, 3, 4, tmp_path, tmp_path / "failures", 60)
        assert found.failures == ()
        assert found.programs == 3
        assert 3 < len(found.toolchains) <= 12
    assert not (tmp_path / "failures").exists()


@needs_mpi
def test_nothing_is_found_on_several_nodes(tmp_path: Path) -> None:
    found = search(5, 2, 2, tmp_path, tmp_path / "failures", 60, nodes=3)
    assert (found.failures, found.programs) == ((), 2)
    assert len(found.toolchains) > 2


def delays(application: Application) -> int:
    return sum(edge.delay is not None for graph in application.graphs for edge in graph.edges)


def test_what_is_planted_is_found_made_small_and_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong_with_delays(application: Application, graph: Path) -> Expected:
        expected = expected_of(application, graph)
        longer = {number: data + b"!" for number, data in expected.recorded.items()}
        return replace(expected, recorded=longer) if delays(application) else expected

    application = application_of(SEED_WITH_DELAY)
    assert delays(application) > 0
    with monkeypatch.context() as planted:
        planted.setattr(trial, "expected_of", wrong_with_delays)
        found = search(SEED_WITH_DELAY, 1, 1, tmp_path / "scratch", tmp_path / "failures", 100)
    (line,) = found.failures
    folder = tmp_path / "failures" / f"{SEED_WITH_DELAY}.0"
    assert line.startswith(f"seed {SEED_WITH_DELAY} case 0: bytes; ")
    assert str(folder) in line
    graph = (folder / "graph.sdf").read_text()
    assert graph.count("actor ") < len(application.main.actors)
    assert "delay" in graph
    case = json.loads((folder / "case.json").read_text())
    assert (case["setting"]["cores"], case["setting"]["transfers"], case["iterations"]) == (1, [], 1)
    workshop = Workshop(tmp_path / "replay", tmp_path / "objects")
    assert replay(folder, workshop) is None  # what was planted is gone
    expected = next(folder.glob("expected_*.bin"))
    expected.write_bytes(expected.read_bytes() + b"!")
    again = replay(folder, workshop)
    assert again is not None
    assert again.kind == "bytes"


def test_every_smaller_case_is_an_application_still() -> None:
    application = application_of(SEED_WITH_DELAY)
    tried: list[Application] = []

    def fails(case: Case) -> bool:
        tried.append(case.application)
        return bool(case.application.recorded()) and delays(case.application) > 0

    case = shrunk(Case(application, configuration_of(application, 0, ())), fails)
    assert len(tried) > 5
    assert delays(case.application) == 1
    assert len(case.application.main.actors) <= 4


def test_a_setting_that_leaves_the_depth_open_becomes_smaller() -> None:
    application = application_of(1)
    configuration = configuration_of(application, 0, ())
    free = replace(configuration, setting=replace(configuration.setting, cores=3, depth=None))
    small = shrunk(Case(application, free), lambda case: case.configuration.setting.depth is None)
    assert small.configuration.setting.cores == 1


def test_cases_differ_and_repeat_themselves() -> None:
    application = application_of(1)
    configurations = [configuration_of(application, index, ()) for index in range(60)]
    assert configurations == [configuration_of(application, index, ()) for index in range(60)]
    assert len({c.toolchain for c in configurations}) > len(TOOLCHAINS) / 3
    assert len({c.setting for c in configurations}) > 30


def test_ctrl_c_ends_it_with_what_was_found(repository: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.campaign",
        "--seconds",
        "3000",
        "--output",
        str(tmp_path),
        "--settings",
        "1",
    ]
    with subprocess.Popen(
        command, cwd=repository, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as campaign:
        assert campaign.stdout is not None
        assert "from seed 0" in next(campaign.stdout)
        campaign.terminate()  # as `timeout` does
        os.killpg(campaign.pid, signal.SIGTERM)
        *_, last = campaign.stdout
    assert campaign.returncode == 0
    assert "applications from seed 0" in last
    assert last.endswith(" 0 failed\n")
