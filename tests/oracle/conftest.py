# SPDX-License-Identifier: Apache-2.0
"""How many random applications are compiled and run, and how.

The options below are known where this folder is named on the command line; elsewhere variables such as
`DFGEN_ORACLE_SEEDS` say the same.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

import pytest

from .building import Builder
from .settings import hashing_is_small

OPTIONS = {
    "seeds": ("N|FIRST:LAST", "16", "applications to run, up to before LAST"),
    "settings": ("K", "1", "ways to compile each of them"),
    "sanitize": ("NAMES", "", "sanitizers of the compiler: address,undefined or thread"),
    "compiler": ("COMMAND", "cc -O1", "the C compiler and its flags"),
    "runner": ("COMMAND", "", "what runs programs for another machine"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, (value, default, text) in OPTIONS.items():
        parser.addoption(f"--oracle-{name}", metavar=value, help=f"{text} (default: {default or 'none'})")


def oracle_option(config: pytest.Config, name: str) -> str:
    given = config.getoption(f"--oracle-{name}", None) or os.environ.get(f"DFGEN_ORACLE_{name.upper()}")
    return given or OPTIONS[name][1]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "oracle_case" in metafunc.fixturenames:
        first, _, last = oracle_option(metafunc.config, "seeds").rpartition(":")
        settings = range(int(oracle_option(metafunc.config, "settings")))
        cases = [(seed, index) for seed in range(int(first or 0), int(last)) for index in settings]
        if (few := metafunc.definition.get_closest_marker("every")) is not None and len(cases) > few.args[0]:
            cases = cases[:: few.args[0]]
        metafunc.parametrize("oracle_case", cases, ids=[f"{seed}.{index}" for seed, index in cases])


@pytest.fixture(autouse=True)
def small_actors() -> Iterator[None]:
    with hashing_is_small():
        yield


@pytest.fixture(scope="session")
def builder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Builder:
    command, runner = (tuple(shlex.split(oracle_option(pytestconfig, name))) for name in ("compiler", "runner"))
    sanitize = oracle_option(pytestconfig, "sanitize")
    return Builder(command, sanitize, tmp_path_factory.mktemp("objects"), runner=runner)


@pytest.fixture
def oracle_again(request: pytest.FixtureRequest, oracle_case: tuple[int, int]) -> str:
    """The command that runs one case again, from the repository's root."""
    seed, index = oracle_case
    same = {"seeds": f"{seed}:{seed + 1}", "settings": str(index + 1)}
    same.update({name: oracle_option(request.config, name) for name in ("sanitize", "compiler", "runner")})
    given = [f"--oracle-{name}={value}" for name, value in same.items() if value != OPTIONS[name][1]]
    return shlex.join(["python", "-m", "pytest", request.node.nodeid, *given])
