# SPDX-License-Identifier: Apache-2.0
"""One workbench for all tests here, and the tests marked `slow`, which run only on demand: `--slow` where this folder
is named on the command line, `DFGEN_SLOW=1` elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.apps.harness import Workbench

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests of applications that are marked slow, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow", False) or os.environ.get("DFGEN_SLOW"):
        return
    slow = [item for item in items if item.get_closest_marker("slow") and item.path.is_relative_to(HERE)]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))
