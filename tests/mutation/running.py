# SPDX-License-Identifier: Apache-2.0
"""Runs tests in forks of a process that has collected them: alone, to see which lines each needs, and against mutants.

A mutant is not imported: the code of its function is exchanged in the fork. So a mutant costs the time of its tests.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from _pytest.runner import runtestprotocol

from .forks import in_forks
from .mutants import Mutant

# Tests that need more seconds of a CPU, coverage included, are left out.
TEST_SECONDS_MAX = 3.0
# Tests of a mutant are run, the quickest first, as long as they need no more together.
MUTANT_SECONDS_MAX = 10.0
WALL_SECONDS_MAX = 600.0


class Fate(Enum):
    KILLED = "killed"
    TIMEOUT = "stopped, for it took too long"
    SURVIVED = "survived"
    UNTESTED = "in no test"


@dataclass(frozen=True)
class TestMap:
    """`seconds` that each test computes, and the fixtures that it shares with others; by file and line which tests run
    it; `failing`: tests of no use."""

    seconds: Mapping[str, float]
    fixture_seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, Sequence[str]]]
    failing: Sequence[str]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """As many as there is time for, the quickest first."""
        found: list[str] = []
        spent = 0.0
        for test in sorted(self.lines.get(mutant.file, {}).get(mutant.line, ()), key=self.cost):
            spent += self.cost(test)
            if found and spent > MUTANT_SECONDS_MAX:
                break
            found.append(test)
        return found

    def cost(self, test: str) -> float:
        """Seconds of the test by itself."""
        return self.seconds[test] + self.fixture_seconds[test]


class _Look:
    """Runs tests of one module and sees which lines each needs: also those of a fixture that another test has set up.
    A plugin of pytest."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=[f"{folder}/*" for folder in folders])
        self.contexts = [""]
        self.fixtures: dict[str, tuple[str, float]] = {}
        self.users: dict[str, list[str]] = {}
        self.made = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """A shared fixture has a context of its own for as long as it lives."""
        if fixturedef.scope == "function":
            return (yield)
        self.made += 1
        self.contexts.append(f"fixture {self.made}")
        self.coverage.switch_context(self.contexts[-1])
        begin = time.process_time()
        try:
            return (yield)
        finally:
            self.fixtures[fixturedef.argname] = self.contexts.pop(), time.process_time() - begin
            self.coverage.switch_context(self.contexts[-1])

    def run(self, items: Sequence[pytest.Function]) -> dict[str, tuple[bool, float, float]]:
        """Whether each test passes, its seconds and those of the fixtures that it shares."""
        found: dict[str, tuple[bool, float, float]] = {}
        items[0].config.pluginmanager.register(self)
        self.coverage.start()
        for item, following in zip(items, [*items[1:], None]):
            self.contexts = [item.nodeid]
            self.coverage.switch_context(item.nodeid)
            begin, known = time.process_time(), self.made
            passed = _passes(item, following)
            used = [self.fixtures[name] for name in item.fixturenames if name in self.fixtures]
            new = sum(spent for context, spent in used if int(context.split()[1]) > known)
            found[item.nodeid] = passed, time.process_time() - begin - new, sum(spent for _, spent in used)
            for context in (item.nodeid, *(context for context, _ in used)):
                self.users.setdefault(context, []).append(item.nodeid)
        self.coverage.stop()
        return found

    def lines(self) -> dict[str, dict[int, list[str]]]:
        data = self.coverage.get_data()
        return {
            file: {
                line: sorted({test for context in contexts for test in self.users.get(context, ())})
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }


class Runner:
    """Of the tests that pytest has collected."""

    def __init__(self, items: Sequence[pytest.Function], root: Path, workers: int) -> None:
        self.items = {item.nodeid: item for item in items}
        self.root = root
        self.workers = workers

    def map_lines(self, folders: Sequence[Path]) -> TestMap:
        """Run each module of tests in a fork."""
        modules: dict[str, list[pytest.Function]] = {}
        for name, item in self.items.items():
            modules.setdefault(name.split("::")[0], []).append(item)

        def look(module: str, folder: Path) -> int:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
            one = _Look([self.root / name for name in folders])
            found = one.run(modules[module])
            lines = {os.path.relpath(file, self.root): lines for file, lines in one.lines().items()}
            (folder / "map.json").write_text(json.dumps([found, lines]))
            return 0

        seconds: dict[str, float] = {}
        fixture_seconds: dict[str, float] = {}
        lines: dict[str, dict[int, list[str]]] = {}
        failing: list[str] = []
        for done in in_forks(modules, look, self.workers, WALL_SECONDS_MAX):
            if done.status != 0:
                failing.append(done.task)
                continue
            found, seen = json.loads((done.folder / "map.json").read_text())
            for test, (passed, own, shared) in found.items():
                seconds[test], fixture_seconds[test] = own, shared
                failing.extend([] if passed else [test])
            useful = {test for test, (passed, own, _) in found.items() if passed and own <= TEST_SECONDS_MAX}
            for file, tests_of in seen.items():
                for line, tests in tests_of.items():
                    lines.setdefault(file, {}).setdefault(int(line), []).extend(t for t in tests if t in useful)
        return TestMap(seconds, fixture_seconds, lines, failing)

    def fates(self, mutants: Iterable[Mutant], tests: TestMap) -> Iterator[tuple[Mutant, Fate]]:
        """Run the tests that cover each mutant's line until one fails."""
        functions = _functions(self.root)
        sources = {mutant.file: (self.root / mutant.file).read_bytes() for mutant in mutants}

        def meet(mutant: Mutant, folder: Path) -> int:
            names = tests.tests_of(mutant)
            code = _mutated(mutant, sources[mutant.file])
            for function in functions[str(self.root / mutant.file), mutant.function_line, mutant.function]:
                function.__code__ = code
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
            items = [self.items[name] for name in names]
            for item, following in zip(items, [*items[1:], None]):
                _limit(3 + 4 * tests.cost(item.nodeid))
                if not _passes(item, following):
                    return 1
            return 0

        tested = [mutant for mutant in mutants if tests.tests_of(mutant)]
        yield from ((mutant, Fate.UNTESTED) for mutant in mutants if not tests.tests_of(mutant))
        for done in in_forks(tested, meet, self.workers, WALL_SECONDS_MAX):
            if done.status == 2:
                raise RuntimeError(f"the mutant could not be made: {done.task}")
            fate = {0: Fate.SURVIVED, 1: Fate.KILLED}.get(done.status, Fate.TIMEOUT)
            yield done.task, fate


def _passes(item: pytest.Function, following: pytest.Function | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=following, log=False))


def _limit(seconds: float) -> None:
    """Ends the process by a signal once it has computed for so long."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _functions(root: Path) -> dict[tuple[str, int, str], list[FunctionType]]:
    """All functions of the package that are loaded, by file, first line and name."""
    found: dict[tuple[str, int, str], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(root / "dfgen")):
            code = thing.__code__
            found.setdefault((code.co_filename, code.co_firstlineno, code.co_name), []).append(thing)
    return found


def _mutated(mutant: Mutant, source: bytes) -> CodeType:
    """The code of the function around a mutant."""
    waiting = [compile(mutant.applied(source), mutant.file, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        if code.co_name == mutant.function and code.co_firstlineno == mutant.function_line:
            return code
        waiting.extend(const for const in code.co_consts if isinstance(const, CodeType))
    raise LookupError(f"no function of {mutant.file} starts in line {mutant.function_line}")
