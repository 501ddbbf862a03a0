# SPDX-License-Identifier: Apache-2.0
"""Mutation testing of the rooms whose answers everything else trusts: would a test notice if the code were wrong?

    python -m tests.mutation --room memory --sample 400 --seed 1

Each mutant changes one small thing; the tests that run the changed line should fail. Those that survive are printed.
Exit status 0 if at least 80 % of the mutants of each room were noticed, from the root of the repository.

Own code: mutmut 3 passes over decorated functions and knows neither samples nor a least score; cosmic-ray writes each
mutant into the working tree and runs all tests against it in a new process.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from .mutants import Mutant, mutants_of
from .running import Fate, Runner, TestMap

ROOT = Path.cwd()
ROOMS = ("analysis", "memory")
# The folders and files whose tests are quick enough and look at these rooms.
TESTS = (
    "tests/analysis",
    "tests/memory",
    "tests/mapping",
    "tests/prediction",
    "tests/cli/test_analyze.py",
    "tests/cli/test_analyze_buffers.py",
    "tests/cli/test_check.py",
    "tests/cli/test_compile_buffers.py",
    "tests/test_stages.py",
)
MAPS = ROOT / "build" / "mutation"
SCORE_MIN = 0.8
TOLD_EVERY = 50


class Session:
    """A plugin of pytest: once the tests are collected, it does what `python -m tests.mutation` is for."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.good = False

    def pytest_sessionstart(self) -> None:
        settings.load_profile("mutation")  # in place of the one that the tests' own configuration loads

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [item for item in session.items if isinstance(item, pytest.Function)]
        runner = Runner(items, ROOT, self.given.workers)
        tests = _test_map(runner)
        for test in tests.failing:
            print(f"left out, for it fails without a mutant: {test}")
        rooms = (self.given.room,) if self.given.room else ROOMS
        enough = [_judge(room, runner, tests, self.given) for room in rooms]
        self.good = all(enough)
        return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.split("\n\n")[0])
    parser.add_argument("--room", choices=ROOMS, help="only this one (default: both)")
    parser.add_argument("--file", default="", help="only files whose path holds this")
    parser.add_argument("--sample", type=int, default=400, help="mutants of a room; 0: all (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--unchanged", action="store_true", help="change nothing: then every mutant must survive")
    parser.add_argument("tests", nargs="*", default=TESTS, help="files and folders with the tests to run")
    given = parser.parse_args()
    settings.register_profile(
        "mutation",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    session = Session(given)
    status = pytest.main(["-qq", "-s", "--no-summary", "-p", "no:cacheprovider", *given.tests], plugins=[session])
    return 0 if session.good and status == pytest.ExitCode.OK else 1


def _test_map(runner: Runner) -> TestMap:
    """Kept as long as no line of the package and its tests changes."""
    key = hashlib.sha256(repr((sys.version, list(runner.items))).encode())
    for path in sorted([*ROOT.glob("dfgen/**/*.py"), *ROOT.glob("tests/**/*.py")]):
        key.update(path.read_bytes())
    file = MAPS / f"{key.hexdigest()[:16]}.json"
    if not file.is_file():
        print(f"looking at which lines each of {len(runner.items)} tests runs", file=sys.stderr, flush=True)
        found = runner.map_lines([Path("dfgen") / room for room in ROOMS])
        MAPS.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(found)))
    kept = json.loads(file.read_text())
    lines = {name: {int(line): tests for line, tests in of.items()} for name, of in kept["lines"].items()}
    return TestMap(**{**kept, "lines": lines})


def _judge(room: str, runner: Runner, tests: TestMap, given: argparse.Namespace) -> bool:
    """Whether the tests notice enough of a room's mutants."""
    begin = time.monotonic()
    mutants = [_unchanged(mutant) if given.unchanged else mutant for mutant in _sample(room, given)]
    diffs = {mutant: _diff(mutant) for mutant in mutants}
    fates: Counter[Fate] = Counter()
    by_file: Counter[tuple[str, bool]] = Counter()
    for mutant, fate in runner.fates(mutants, tests):
        noticed = fate in (Fate.KILLED, Fate.TIMEOUT)
        fates[fate] += 1
        if fates.total() % TOLD_EVERY == 0:
            print(f"{fates.total()} of {len(mutants)} mutants", file=sys.stderr, flush=True)
        by_file[mutant.file, noticed] += 1
        if not noticed:
            print(f"{fate.value}\n{diffs[mutant]}", flush=True)
    for file in sorted({file for file, _ in by_file}):
        noticed_here, all_here = by_file[file, True], by_file[file, True] + by_file[file, False]
        print(f"{noticed_here:5} of {all_here:4} {file}")
    score = (fates[Fate.KILLED] + fates[Fate.TIMEOUT]) / max(1, len(mutants))
    counts = ", ".join(f"{fates[fate]} {fate.value}" for fate in Fate)
    print(f"{room}: {score:.1%} of {len(mutants)} mutants noticed ({counts}), seed {given.seed}, "
          f"{(time.monotonic() - begin) / 60:.1f} min", flush=True)  # fmt: skip
    return score == 0 if given.unchanged else score >= SCORE_MIN


def _sample(room: str, given: argparse.Namespace) -> Iterator[Mutant]:
    """The same share of each file's mutants, at least one; those of one file and seed are always the same."""
    by_file: list[Sequence[Mutant]] = []
    for path in sorted(ROOT.glob(f"dfgen/{room}/**/*.py")):
        name = str(path.relative_to(ROOT))
        if given.file in name:
            by_file.append(mutants_of(name, path.read_bytes()))
    total = sum(map(len, by_file))
    share = min(1.0, given.sample / total) if given.sample and total else 1.0
    for mutants in by_file:
        choice = random.Random(given.seed)
        yield from sorted(choice.sample(mutants, min(len(mutants), -(-round(share * len(mutants) * 100) // 100))))


def _unchanged(mutant: Mutant) -> Mutant:
    return replace(mutant, new=(ROOT / mutant.file).read_bytes()[mutant.start : mutant.stop].decode())


def _diff(mutant: Mutant) -> str:
    source = (ROOT / mutant.file).read_bytes()
    old, new = (text.decode().splitlines() for text in (source, mutant.applied(source)))
    changed = list(difflib.unified_diff(old, new, lineterm="", n=0))[3:]
    return "\n".join([f"  {mutant.file}:{mutant.line} {mutant.function}", *(f"  {line}" for line in changed)])


if __name__ == "__main__":
    sys.exit(main())
