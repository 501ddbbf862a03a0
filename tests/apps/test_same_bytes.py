# SPDX-License-Identifier: Apache-2.0
"""An application writes the same bytes whatever it is compiled with, and its checker accepts them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dfgen.memory.strategies import STRATEGIES
from tests.apps.applications import ALL, CD2DAT, STEREO, App, edges_of, with_cores
from tests.apps.harness import Workbench, run


@dataclass(frozen=True)
class Setting:
    """How an application is compiled. No transfer leaves the choice to dfgen."""

    cores: int
    mapper: str
    depth: int | None
    transfer: str = ""

    def __str__(self) -> str:
        return "-".join(str(part) for part in (self.cores, self.mapper, self.depth, self.transfer) if part)

    @property
    def transfers(self) -> tuple[str, ...]:
        return (self.transfer,) if self.transfer else ()


CORES, DEPTHS = (1, 2, 3, 4), (1, 2, 3, 4)
MAPPERS = ("balance", "footprint", "list", "fixed")
TRANSFERS = ("", *(strategy.name for strategy in STRATEGIES.values() if strategy.moves))
# Any two values of two of the four meet in at least one of these: orthogonal Latin squares of order 4, from the field
# of four elements, and one more row for each strategy beyond four.
TWICE = (0, 2, 3, 1)
CHOSEN = tuple(
    Setting(cores, MAPPERS[i ^ row % 4], DEPTHS[i ^ TWICE[row % 4]], transfer)
    for row, transfer in enumerate(TRANSFERS)
    for i, cores in enumerate(CORES)
)
SETTINGS = [
    pytest.param(setting, id=str(setting), marks=[] if setting in CHOSEN else [pytest.mark.sweep])
    for setting in (
        Setting(*parts) for parts in itertools.product(CORES, MAPPERS, DEPTHS, TRANSFERS)
    )
]  # fmt: skip


def written_by(bench: Workbench, app: App, setting: Setting, graph: Path | None = None) -> dict[str, bytes]:
    options = app.options(
        cores=setting.cores, mapper=setting.mapper, depth=setting.depth, transfers=setting.transfers
    )  # fmt: skip
    program = bench.program(graph or app.graph, options)
    ended = run(program, *app.arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    return app.written(program.parent)


@pytest.fixture(scope="session")
def references(bench: Workbench) -> dict[str, dict[str, bytes]]:
    """The outputs with one core, no overlap, and every byte copied."""
    return {app.name: written_by(bench, app, Setting(1, "balance", 1, "memcpy")) for app in ALL}


def test_chosen_settings_cover_all_pairs() -> None:
    seen = {
        (i, parts[i], j, parts[j])
        for parts in ((s.cores, s.mapper, s.depth, s.transfer) for s in CHOSEN)
        for i, j in itertools.combinations(range(4), 2)
    }
    values = (CORES, MAPPERS, DEPTHS, TRANSFERS)
    wanted = {
        (i, a, j, b) for i, j in itertools.combinations(range(4), 2) for a, b in itertools.product(values[i], values[j])
    }
    assert wanted <= seen, sorted(wanted - seen, key=str)


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_the_checker_accepts_the_reference(app: App, references: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    ended = app.verdict(references[app.name], tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_the_checker_refuses_a_damaged_output(
    app: App, references: dict[str, dict[str, bytes]], tmp_path: Path
) -> None:
    damaged = dict(references[app.name])
    name = app.outputs[-1]
    content = bytearray(damaged[name])
    content[len(content) // 4 : len(content) // 2] = bytes(len(content) // 2 - len(content) // 4)
    damaged[name] = bytes(content)
    assert app.verdict(damaged, tmp_path).returncode == 1


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_bytes_are_those_of_the_reference(
    app: App, setting: Setting, bench: Workbench, references: dict[str, dict[str, bytes]], tmp_path: Path
) -> None:
    graph = with_cores(app, tmp_path / app.name, setting.cores) if setting.mapper == "fixed" else app.graph
    assert written_by(bench, app, setting, graph) == references[app.name]


@pytest.mark.parametrize(
    "options",
    [
        "chunk=page, threshold=1, lanes=2", "mode=sync, threshold=1, target=memory", "entries=1, chunk=64, threshold=1",
        "lanes=3, threshold=4KiB",
    ],
)  # fmt: skip
def test_options_of_engines_change_no_byte(
    options: str, bench: Workbench, references: dict[str, dict[str, bytes]]
) -> None:
    setting = Setting(2, "balance", 2, f"offload({options})")
    assert written_by(bench, STEREO, setting) == references[STEREO.name]


def dfgen_run(app: App, folder: Path, repository: Path, *arguments: str) -> dict[str, bytes]:
    command = [sys.executable, "-m", "dfgen", "run", str(app.graph), "-q", *arguments]
    command += [part for name, value in app.parameters.items() for part in ("-p", f"{name}={value}")]
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    ended = subprocess.run(
        [*command, "--", *app.arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return app.written(folder)


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_dfgen_run_on_this_machine(app: App, tmp_path: Path, repository: Path) -> None:
    together = dfgen_run(app, tmp_path, repository, "--cores", "3", "--depth", "3")
    ended = app.verdict(together, tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    if app is STEREO:
        # Floating-point numbers: they must not depend on what the linker inlines where.
        assert together == dfgen_run(app, tmp_path, repository, "--cores", "1", "--transfer", "memcpy")


FULL_SIZE = (
    edges_of(60),
    App("cd2dat", ("output=out.wav",), CD2DAT.outputs, CD2DAT.checker_arguments),
    App("stereo", ("disparity=out.pfm",), STEREO.outputs, ("out.pfm", "--most", "15")),
)


@pytest.mark.parametrize("app", FULL_SIZE, ids=lambda app: app.name)
def test_full_size(app: App, bench: Workbench, tmp_path: Path) -> None:
    settings = [Setting(1, "balance", 1, "memcpy"), Setting(2, "balance", None), Setting(4, "list", 2)]
    alone, *others = (written_by(bench, app, setting) for setting in settings)
    assert others == [alone, alone]
    ended = app.verdict(alone, tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
