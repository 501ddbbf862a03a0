# SPDX-License-Identifier: Apache-2.0
"""How many random applications to compile and run: `--oracle-seeds N` where this folder is named on the command line,
`DFGEN_ORACLE_SEEDS=N` elsewhere; `FIRST:LAST` runs the seeds from FIRST to before LAST.
"""

from __future__ import annotations

import os

import pytest

SEEDS = "12"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--oracle-seeds", metavar="N", help=f"random applications to run (default {SEEDS})")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "oracle_seed" in metafunc.fixturenames:
        text = metafunc.config.getoption("--oracle-seeds", None) or os.environ.get("DFGEN_ORACLE_SEEDS") or SEEDS
        first, _, last = text.rpartition(":")
        metafunc.parametrize("oracle_seed", range(int(first or 0), int(last)))
