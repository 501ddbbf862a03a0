# SPDX-License-Identifier: Apache-2.0
"""Builds libraries and programs that call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.building import Builder

from .graphs import write_fir


@pytest.fixture(scope="session")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(("cc", "-O1"), "", tmp_path_factory.mktemp("objects"))


@pytest.fixture
def fir(tmp_path: Path) -> Path:
    return write_fir(tmp_path / "graph")
