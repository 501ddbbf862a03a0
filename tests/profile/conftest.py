# SPDX-License-Identifier: Apache-2.0
"""A graph to tune, and a machine with made-up prices that runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.profile.machine import Machine, replace_machine, write_graph


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return replace_machine(monkeypatch)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return write_graph(tmp_path)
