# SPDX-License-Identifier: Apache-2.0
"""Engines of devices that tests can do without: where one cannot be built or opened, its tests are skipped by name."""

from __future__ import annotations

import subprocess

import pytest

from tests.runtime.toolchains import DEVICES, Built, absent

UNUSABLE = 77
SOFTWARE = {"opencl": "cpu", "dpdk": "skeleton", "cuda": "any"}
"""The device of each engine that is there without hardware."""


def run_device(built: Built, engine: str, mode: str, **shape: int | str) -> subprocess.CompletedProcess[str]:
    """Runs the program `device`."""
    given = {"ENGINE": engine, "DEVICE": SOFTWARE[engine], "MODE": mode, **shape}
    return built.run("device", **given)


def require_device(built: Built, engine: str) -> None:
    """Skip the test where there is no such device in software."""
    device = next(each for each in DEVICES if each.engine == engine)
    if reason := absent(device):
        pytest.skip(f"engine {engine}: {reason}")
    tried = run_device(built, engine, "operations", ROUNDS=1)
    if tried.returncode == UNUSABLE:
        pytest.skip(f"engine {engine}: {tried.stdout.strip()}")
