# SPDX-License-Identifier: Apache-2.0
"""The cells of the grid that have been measured, a line each: the whole of it takes an hour of a still machine, which
may have to be found in pieces."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.transfers.grid import Outcome
from tests.bench.transfers.programs import Cell


@dataclass(frozen=True)
class Journal:
    path: Path

    def start(self) -> None:
        """Forget what an earlier run has measured."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("", encoding="utf-8")

    def add(self, outcome: Outcome) -> None:
        """Begins a line, too: the one before may have been cut short."""
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write("\n" + json.dumps(asdict(outcome)) + "\n")

    def known(self) -> dict[Cell, Outcome]:
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.is_file() else []
        return {one.cell: one for one in map(_outcome, lines) if one is not None}


def _outcome(line: str) -> Outcome | None:
    """None for a line that was cut short."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    cell = Cell(**entry["cell"])
    samples = {name: tuple(values) for name, values in entry["samples"].items()}
    return Outcome(**{**entry, "cell": cell, "samples": samples, "wrong": tuple(entry["wrong"])})
