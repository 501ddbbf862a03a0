# SPDX-License-Identifier: Apache-2.0
"""One workbench for all tests here."""

from __future__ import annotations

import pytest

from tests.apps.harness import Workbench


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))
