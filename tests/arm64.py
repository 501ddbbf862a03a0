# SPDX-License-Identifier: Apache-2.0
"""Programs for ARM64, made by a cross compiler and run by an emulator; without either, tests are skipped by name."""

from __future__ import annotations

import shutil

import pytest

from tests.probing import cannot_compile

COMPILER = "aarch64-linux-gnu-gcc"
RUNNER = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")


def why_absent() -> str:
    if shutil.which(RUNNER[0]) is None:
        return f"{RUNNER[0]} is not installed"
    return cannot_compile(COMPILER)


needs_arm64 = pytest.mark.skipif(bool(why_absent()), reason=why_absent() or "it is here")
