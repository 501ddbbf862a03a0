# SPDX-License-Identifier: Apache-2.0
"""How much of the runtime the tests reach, as a table of its files. From the root of the repository, with gcc:

    python -m tests.coverage.c
    python -m tests.coverage.c --lines -- tests/runtime

Exit status 1 where less than 90 % of the lines are reached that this machine can run. Tests may fail here that pass
otherwise: counting makes programs slow, and calls the system itself.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .compiler import make_compilers

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "runtime"
LEAST_PERCENT = 90.0
TESTS = (
    "tests/runtime", "tests/faults", "tests/apps", "tests/regression", "tests/oracle/test_oracle.py",
    "tests/build/test_calibrate.py",
)  # fmt: skip
FOLDERS = ("src", "network", "include", "calibrate")
# Sanitizers find mistakes, not lines; they and clang would take most of the time.
LEFT_OUT = "not clang and not gcc-address and not gcc-thread"

Counts = dict[str, dict[int, int]]
"""By file, relative to the runtime: how often each of its lines was run."""


def elsewhere() -> Mapping[str, str]:
    """The files whose lines are not counted here, and why."""
    named_twice = {"calibrate/main.c": "compiled together with src/main.c, under whose name gcc counts"}
    if platform.machine() in ("aarch64", "arm64"):
        return {"src/stream_x86.c": "for x86-64", **named_twice}
    return {"src/stream_neon.c": "for AArch64", **named_twice}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.coverage.c", description=__doc__.split(". ")[0])
    parser.add_argument("--folder", type=Path, help="where everything is built and left (default: nowhere)")
    parser.add_argument("--lines", action="store_true", help="list the lines that were not reached")
    parser.add_argument("tests", nargs="*", help=f"tests to run (default: {' '.join(TESTS)})")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dfgen_coverage_") as scratch:
        folder = (given.folder or Path(scratch)).resolve()
        run_tests(folder, given.tests or TESTS)
        counts = collect(folder)
    print(table(counts))
    if given.lines:
        print("\n".join(missed_lines(counts)))
    enough = percent(of_this_machine(counts)) >= LEAST_PERCENT and not never_compiled(counts)
    if not enough:
        print(f"less than {LEAST_PERCENT:g} % of the lines are reached, or not all files are compiled")
    return 0 if enough else 1


def run_tests(folder: Path, tests: Sequence[str]) -> None:
    """With compilers that count."""
    compilers = make_compilers(folder / "compilers")
    environment = {**os.environ, "PATH": f"{compilers}{os.pathsep}{os.environ['PATH']}", "CC": str(compilers / "gcc")}
    command = [sys.executable, "-m", "pytest", "-q", "-k", LEFT_OUT, f"--basetemp={folder / 'built'}", *tests]
    keep = ["-o", "tmp_path_retention_policy=all"]
    subprocess.run([*command, *keep], cwd=ROOT, env=environment, check=False)


# --- counts -------------------------------------------------------------------------------------------------------


def collect(folder: Path) -> Counts:
    """The counts of all programs that were built below the folder, added up."""
    counts: Counts = {}
    for notes in sorted(folder.rglob("*.gcno")):
        for report in _reports(notes):
            add(counts, report)
    return counts


def _reports(notes: Path) -> Iterator[dict[str, list[dict[str, object]]]]:
    """What gcov says of one object file: with no data beside it, nothing of it was run."""
    ended = subprocess.run(
        ["gcov", "--json-format", "--stdout", str(notes)], cwd=notes.parent, capture_output=True, check=False
    )
    text = gzip.decompress(ended.stdout) if ended.stdout[:2] == b"\x1f\x8b" else ended.stdout
    yield from (json.loads(line) for line in text.splitlines() if line.strip())


def add(counts: Counts, report: Mapping[str, object]) -> None:
    """Generated folders hold copies of the runtime: they count where its text is the same."""
    files = report["files"]
    assert isinstance(files, list)
    for file in files:
        name = runtime_name(file["file"])
        if name is not None:
            lines = counts.setdefault(name, {})
            for line in file["lines"]:
                lines[line["line_number"]] = lines.get(line["line_number"], 0) + line["count"]


def runtime_name(path: str) -> str | None:
    """`src/wait.c` of any copy of the runtime; None of other files."""
    parts = Path(path).parts
    for place in range(len(parts) - 1, 0, -1):
        if parts[place - 1] == "runtime" and parts[place] in FOLDERS:
            name = Path(*parts[place:])
            return str(name) if (RUNTIME / name).is_file() else None
    return None


# --- the table ----------------------------------------------------------------------------------------------------


def of_this_machine(counts: Counts) -> Counts:
    return {name: lines for name, lines in counts.items() if name not in elsewhere()}


def percent(counts: Counts) -> float:
    lines = sum(len(found) for found in counts.values())
    missed = sum(count == 0 for found in counts.values() for count in found.values())
    return 100 * (lines - missed) / lines if lines else 0.0


def table(counts: Counts) -> str:
    """Files that no test compiles have no lines that could be counted."""
    rows = [f"{'file':32} {'lines':>6} {'missed':>7} {'%':>6}"]
    here = of_this_machine(counts)
    for name, lines in sorted(here.items()):
        missed = sum(count == 0 for count in lines.values())
        rows.append(f"{name:32} {len(lines):6} {missed:7} {percent({name: lines}):6.1f}")
    lines, missed = (
        sum(map(len, here.values())),
        sum(count == 0 for found in here.values() for count in found.values()),
    )
    rows.append(f"{'all':32} {lines:6} {missed:7} {percent(here):6.1f}")
    rows += [f"{name:32} {why}" for name, why in elsewhere().items()]
    rows += [f"{name:32} compiled by none of these tests" for name in never_compiled(counts)]
    return "\n".join(rows)


def never_compiled(counts: Counts) -> list[str]:
    sources = (str(path.relative_to(RUNTIME)) for path in sorted(RUNTIME.glob("*/*.c")))
    return [name for name in sources if name not in counts and name not in elsewhere()]


def missed_lines(counts: Counts) -> Iterator[str]:
    for name, lines in sorted(of_this_machine(counts).items()):
        text = (RUNTIME / name).read_text(encoding="utf-8").splitlines()
        for number in sorted(n for n, count in lines.items() if count == 0 and n <= len(text)):
            yield f"runtime/{name}:{number}: {text[number - 1].strip()}"


if __name__ == "__main__":
    sys.exit(main())
