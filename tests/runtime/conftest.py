# SPDX-License-Identifier: Apache-2.0
"""The runtime, built once with every toolchain that is here."""

from __future__ import annotations

import pytest

from tests.runtime.toolchains import TOOLCHAINS, Built, Toolchain, build_runtime


@pytest.fixture(scope="session", params=TOOLCHAINS, ids=lambda toolchain: toolchain.name)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    toolchain: Toolchain = request.param
    folder = tmp_path_factory.mktemp(toolchain.name)
    reason = toolchain.missing(folder)
    if reason:
        pytest.skip(reason)
    return build_runtime(toolchain, folder)
