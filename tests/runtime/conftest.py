# SPDX-License-Identifier: Apache-2.0
"""The runtime, built once with every toolchain that is here, also where several processes share the tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.probing import require
from tests.runtime.toolchains import TOOLCHAINS, Built, Toolchain, build_runtime


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what all processes of this run have built."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "runtimes"


OTHERS = (pytest.param(toolchain, marks=pytest.mark.thorough) for toolchain in TOOLCHAINS[1:])


@pytest.fixture(scope="session", params=(TOOLCHAINS[0], *OTHERS), ids=lambda toolchain: toolchain.name)
def built(request: pytest.FixtureRequest, builds: Path) -> Built:
    toolchain: Toolchain = request.param
    require(*toolchain.command)
    folder = builds / toolchain.name
    folder.mkdir(parents=True, exist_ok=True)
    return build_runtime(toolchain, folder)
