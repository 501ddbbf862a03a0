# SPDX-License-Identifier: Apache-2.0
"""The protocol as it is compiled, with delays before its atomic accesses, and with more cores than there are CPUs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.probing import require
from tests.runtime.test_helped import OTHER_FIRINGS, firings
from tests.runtime.test_runtime import sink_line
from tests.runtime.toolchains import Built, Toolchain, build_runtime

INCLUDED = ("-D_GNU_SOURCE=", "-include", str(Path(__file__).with_name("delays.h")))
TOOLCHAINS = (
    Toolchain("plain", "gcc", ("-O2", *INCLUDED)),
    Toolchain("thread", "gcc", ("-O1", "-fsanitize=thread", *INCLUDED), "thread"),
)
SPIN = {"never": 0, "long": 2_000_000}


@pytest.fixture(scope="module", params=TOOLCHAINS, ids=lambda toolchain: toolchain.name)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    toolchain: Toolchain = request.param
    require(*toolchain.command)
    return build_runtime(toolchain, tmp_path_factory.mktemp(toolchain.name))


@pytest.mark.parametrize("spin", SPIN)
@pytest.mark.parametrize(("cores", "depth", "reversed_cores"), [(2, 1, 0), (2, 3, 1), (3, 1, 1), (4, 2, 0)])
def test_all_iterations_come_through(built: Built, cores: int, depth: int, reversed_cores: int, spin: str) -> None:
    shape = {"CORES": cores, "DEPTH": depth, "V": 1, "REVERSED": reversed_cores, "DFGEN_SPIN_NS": SPIN[spin]}
    for seed in range(1, 5):
        result = built.run("chain", "-n", "1500", **shape, DELAYS_SEED=seed)
        assert result.returncode == 0, result.stderr
        assert sink_line(1500, cores) in result.stdout
        assert result.stderr == ""


@pytest.mark.parametrize(("what", "stage"), [("stop", 0), ("end", 0), ("fail", 0), ("fail", 1)])
def test_ends_come_through(built: Built, what: str, stage: int) -> None:
    for at in range(0, 60, 3):
        shape = {"CORES": 4, "DEPTH": 2, "V": 1, "REVERSED": at % 2, "DELAYS_SEED": at + 1}
        result = built.run("chain", f"stage={stage}", f"what={what}", f"at={at}", **shape)
        assert result.returncode == (1 if what == "fail" else 0), result.stderr
        if what != "fail":
            assert sink_line(at + (what == "stop"), 4) in result.stdout


HELPED = [{"CORES": 2}, {"CORES": 3}, {"CORES": 3, "CHAIN": 1}, {"CORES": 3, "LEAVES": 1}]


@pytest.mark.parametrize("spin", SPIN)
@pytest.mark.parametrize("shape", HELPED, ids=str)
def test_who_waits_helps(built: Built, shape: dict[str, int], spin: str) -> None:
    passes, cores = 30, shape["CORES"]
    for seed in range(1, 4):
        result = built.run("helped", "-n", str(passes), **shape, DFGEN_SPIN_NS=SPIN[spin], DELAYS_SEED=seed)
        assert result.returncode == 0, result.stderr
        assert result.stderr == ""
        done, counts = firings(result.stdout)
        assert done == passes
        assert sum(counts) == passes * (2 * cores + OTHER_FIRINGS)
        assert all(count >= 2 * passes for count in counts)


@pytest.mark.parametrize("shape", HELPED, ids=str)
@pytest.mark.parametrize("where", ["owner", "helper"])
@pytest.mark.parametrize("what", ["stop", "end", "fail"])
def test_ends_come_while_cores_help(built: Built, shape: dict[str, int], where: str, what: str) -> None:
    """A pass that does not count may still be run to its end."""
    for at in (0, 7):
        result = built.run("helped", f"what={what}", f"where={where}", f"at={at}", **shape, DELAYS_SEED=at + 1)
        assert result.returncode == (1 if what == "fail" else 0), result.stderr
        assert firings(result.stdout)[0] in {"stop": [at + 1], "end": [at, at + 1], "fail": [at]}[what]
