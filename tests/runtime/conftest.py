# SPDX-License-Identifier: Apache-2.0
"""The runtime, built once with every toolchain that is here, also where several processes share the tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dfgen.build.lock import locked
from tests.runtime.toolchains import TOOLCHAINS, Built, Toolchain, build_runtime


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what all processes of this run have built."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "runtimes"


@pytest.fixture(scope="session", params=TOOLCHAINS, ids=lambda toolchain: toolchain.name)
def built(request: pytest.FixtureRequest, builds: Path) -> Built:
    toolchain: Toolchain = request.param
    folder = builds / toolchain.name
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        reason = toolchain.missing(folder)
    if reason:
        pytest.skip(reason)
    return build_runtime(toolchain, folder)
