# SPDX-License-Identifier: Apache-2.0
"""Random applications, compiled and run, must write what the interpreter says, whatever they are compiled with.

A failing test names its seed; `--oracle-seeds SEED:SEED+1` (with the sum worked out) runs it alone, and its folder is
left behind by pytest.
"""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .application import Application
from .generator import random_application, write
from .interpreter import interpret

MAPPERS = ("balance", "footprint", "list")
TRANSFERS = ("", "", "memcpy", "shared")
SECONDS_MAX = 120


@dataclass(frozen=True)
class Setting:
    """How an application is compiled. An empty transfer leaves the choice to dfgen."""

    cores: int
    depth: int
    mapper: str
    transfer: str
    guard: bool

    @property
    def arguments(self) -> list[str]:
        chosen = ["--cores", str(self.cores), "--depth", str(self.depth), "--mapper", self.mapper]
        chosen += ["--transfer", self.transfer] if self.transfer else []
        return chosen + (["--guard"] if self.guard else [])


def random_setting(seed: int) -> Setting:
    rng = random.Random(f"setting {seed}")
    return Setting(
        rng.choice([1, 2, 2, 3, 4]), rng.randint(1, 4), rng.choice(MAPPERS), rng.choice(TRANSFERS), rng.random() < 0.1
    )


def run_dfgen(
    graph: Path, application: Application, setting: Setting, repository: Path
) -> tuple[dict[int, bytes], str]:
    """What the recording actors of the program wrote, by their numbers, and the command."""
    files = {number: graph.parent / f"out_{number}.bin" for number in application.recorded()}
    command = [sys.executable, "-m", "dfgen", "run", str(graph), "-n", str(application.iterations)]
    command += [*setting.arguments, "-q", "--", *(f"out_{number}={path}" for number, path in files.items())]
    shown = f"PYTHONPATH={repository} {shlex.join(command)}"
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    ended = subprocess.run(
        command, cwd=graph.parent, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert ended.returncode == 0, f"{shown}\n{ended.stdout}{ended.stderr}"
    return {number: path.read_bytes() if path.exists() else b"" for number, path in files.items()}, shown


def difference(name: str, written: bytes, expected: bytes) -> str:
    """Empty if they are equal."""
    if written == expected:
        return ""
    equal = next((i for i, (a, b) in enumerate(zip(written, expected)) if a != b), min(len(written), len(expected)))
    return f"{name} wrote {len(written)} bytes of {len(expected)}, the first {equal} are right"


def test_program_writes_what_the_interpreter_says(oracle_seed: int, tmp_path: Path, repository: Path) -> None:
    application = random_application(oracle_seed)
    graph = write(application, tmp_path)
    expected = interpret(application)
    written, command = run_dfgen(graph, application, random_setting(oracle_seed), repository)
    names = application.recorded()
    wrong = [difference(f"'{names[n]}'", written[n], expected[n]) for n in expected]
    assert not any(wrong), "\n".join([command, *filter(None, wrong)])
