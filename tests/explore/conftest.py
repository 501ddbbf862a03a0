# SPDX-License-Identifier: Apache-2.0
"""The simulator and a recording that tests have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.csource.toolchain import find_compiler
from dfgen.explore.replay import build_simulator
from tests.explore.programs import MIX, Recorded, recorded


@pytest.fixture(scope="session")
def simulator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_simulator(tmp_path_factory.mktemp("simulator"), find_compiler(), SILENCE)


@pytest.fixture(scope="session")
def mix(simulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return recorded(MIX, tmp_path_factory.mktemp("mix"), simulator=simulator)
