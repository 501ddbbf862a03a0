# SPDX-License-Identifier: Apache-2.0
"""How much of the compiler, its lines and the ways out of its branches, the tests reach: a table by room.

What counts, and what only other machines can reach, stands in setup.cfg under `coverage:run` and `coverage:report`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST_PERCENT = 95.0


@dataclass(frozen=True)
class Reached:
    """How many lines and ways out of branches there are, and how many of them some test took."""

    lines: int = 0
    lines_reached: int = 0
    branches: int = 0
    branches_reached: int = 0

    def __add__(self, other: Reached) -> Reached:
        return Reached(
            self.lines + other.lines,
            self.lines_reached + other.lines_reached,
            self.branches + other.branches,
            self.branches_reached + other.branches_reached,
        )

    @property
    def line_percent(self) -> float:
        return _percent(self.lines_reached, self.lines)

    @property
    def branch_percent(self) -> float:
        return _percent(self.branches_reached, self.branches)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def measure(folder: Path, tests: Sequence[str]) -> tuple[bool, dict[str, Reached]]:
    """Run the tests, or those named, with coverage: whether they passed, and the rooms.

    `python.json`, which has every line, and coverage's own data are left in the folder.
    """
    data, report = folder / "python.data", folder / "python.json"
    passed = _coverage("run", f"--data-file={data}", "-m", "pytest", "-q", "--all", *tests)
    collected = _coverage("combine", "-q", f"--data-file={data}")
    if not (collected and _coverage("json", "-q", f"--data-file={data}", "-o", str(report))):
        raise SystemExit("the tests left nothing to report")
    return passed, by_room(json.loads(report.read_text("utf-8")))


def _coverage(*arguments: str) -> bool:
    return subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=ROOT, check=False).returncode == 0


def by_room(report: Mapping[str, dict[str, dict[str, dict[str, int]]]]) -> dict[str, Reached]:
    """The rooms of a report of `coverage json`, in the order of their names."""
    rooms: dict[str, Reached] = {}
    for name, file in report["files"].items():
        path = Path(name).parts
        below = path[len(path) - path[::-1].index("dfgen") :]  # the checkout may have that name, too
        room = below[0] if len(below) > 1 else "dfgen"
        found = file["summary"]
        reached = Reached(
            found["num_statements"], found["covered_lines"], found["num_branches"], found["covered_branches"]
        )
        rooms[room] = rooms.get(room, Reached()) + reached
    return dict(sorted(rooms.items()))


def total(rooms: Iterable[Reached]) -> Reached:
    return sum(rooms, Reached())


def table(rooms: Mapping[str, Reached]) -> str:
    rows = [f"{'room':12} {'lines':>7} {'missed':>7} {'%':>6} {'branches':>9} {'missed':>7} {'%':>6}"]
    for room, reached in (*rooms.items(), ("all", total(rooms.values()))):
        rows.append(
            f"{room:12} {reached.lines:7} {reached.lines - reached.lines_reached:7} {reached.line_percent:6.1f} "
            f"{reached.branches:9} {reached.branches - reached.branches_reached:7} {reached.branch_percent:6.1f}"
        )
    return "\n".join(rows)


def is_enough(rooms: Mapping[str, Reached]) -> bool:
    all_rooms = total(rooms.values())
    return min(all_rooms.line_percent, all_rooms.branch_percent) >= LEAST_PERCENT
