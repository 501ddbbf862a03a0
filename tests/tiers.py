# SPDX-License-Identifier: Apache-2.0
"""Which tests run: `pytest` alone runs those that are quick, `pytest --all` every one; what is named on the command
line runs whole. `durations.json` says what takes long; `pytest --all --record-durations` writes it anew, and
`--record-durations` with fewer tests writes what these take beside the rest.

`--budget SECONDS` leaves out cases of the tests that take longest, so that all take about so long on one processor, by
what is recorded; which ones depends on their names alone. However many tests there come to be, the run stays as long.
Of a test marked `whole` none is left out. One case of each test may be more than the budget: `--draw TEXT` then draws
by the text which of the tests run whose cases take over `DRAWN_S` seconds. CI draws by the commit, so that all have
their turn.

A case marked `thorough` says of another toolchain, say, what the one beside it says of the first: it runs with `--all`
only, or where it is named. A test marked `sweep` is one of all combinations of settings, of which the other tests try a
choice: it runs with `--sweep` only. Tests that are skipped are counted by reason, and `--skips-max` bounds them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import pytest

DURATIONS = "tests/durations.json"
"""Seconds that all cases of a test function took, where they are worth telling."""
RECORDED_S_MIN = 0.5
QUICK_S_MAX = 0.5
DRAWN_S = 1
SHARE = "share"
"""Property of a case that is one of a choice: how many of its test's cases were chosen, as a part of all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dfgen")
    group.addoption("--all", dest="all_tests", action="store_true", help="run also the tests that take long")
    group.addoption("--sweep", action="store_true", help="run also all combinations of settings (marked sweep)")
    what = "leave out cases of the longest tests, so that all take about so long on one processor"
    group.addoption("--budget", type=float, metavar="SECONDS", help=what)
    what = "with --budget, draw by TEXT which of the long tests run, so that it is kept"
    group.addoption("--draw", metavar="TEXT", help=what)
    group.addoption("--record-durations", action="store_true", help=f"write {DURATIONS} anew")
    group.addoption("--skips-max", type=int, metavar="N", help="fail if more tests than that are skipped")


def pytest_configure(config: pytest.Config) -> None:
    if is_worker(config):
        config.option.all_tests = config.workerinput["all_tests"]
        return
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    is_drawn = config.option.draw is not None
    record = Record(config, is_whole=config.option.all_tests and not is_named and not is_drawn)
    config.option.all_tests |= is_named
    # Workers take files in the order that they are given, the longest first.
    config.option.loadscopereorder = False
    config.pluginmanager.register(record, "dfgen-record")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker of pytest-xdist is told what the first process made of the command line."""
    node.workerinput["all_tests"] = node.config.option.all_tests


def pytest_report_header(config: pytest.Config) -> str:
    tests = "all tests" if config.option.all_tests else f"quick tests; --all runs those of {DURATIONS}, too"
    drawn = "" if config.option.draw is None else f"; long ones drawn by '{config.option.draw}'"
    return f"tier: {tests}{drawn}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    durations = recorded(config.rootpath)

    def is_chosen(item: pytest.Item) -> bool:
        if item.get_closest_marker("sweep") and not config.option.sweep:
            return False
        is_thorough = item.get_closest_marker("thorough") is not None
        return config.option.all_tests or (not is_thorough and is_quick(function(item.nodeid), durations))

    wanted = [item for item in items if is_chosen(item)]
    left_out = set() if config.option.budget is None else beyond(wanted, durations, config.option.budget)
    if config.option.budget is not None and config.option.draw is not None:
        kept = [item for item in wanted if item not in left_out]
        left_out |= undrawn(wanted, kept, durations, config.option.budget, config.option.draw)
    chosen = [item for item in wanted if item not in left_out]
    config.hook.pytest_deselected(items=[item for item in items if item in left_out or not is_chosen(item)])
    if is_worker(config):
        files: Counter[str] = Counter()
        for name, seconds in durations.items():
            files[name.split("::")[0]] += seconds
        chosen.sort(key=lambda item: -files[item.nodeid.split("::")[0]])
    items[:] = chosen


def beyond(items: Sequence[pytest.Item], durations: Mapping[str, float], budget_s: float) -> set[pytest.Item]:
    """Cases to leave out for a budget: a choice that is the same each time, and not all of one parameter's values.
    What is chosen knows for which share of its test it stands, so that its time can be recorded."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("whole") is None:
            cases.setdefault(function(item.nodeid), []).append(item)
    most_s = most_within(budget_s, [durations.get(name, 0) for name in cases])
    found: set[pytest.Item] = set()
    for name, own in cases.items():
        if durations.get(name, 0) > most_s:
            count = max(1, int(len(own) * most_s / durations[name]))
            found.update(sorted(own, key=lambda item: sha256(item.nodeid.encode()).digest())[count:])
            for item in own:
                item.user_properties.append((SHARE, count / len(own)))
    return found


def undrawn(
    items: Sequence[pytest.Item],
    kept: Sequence[pytest.Item],
    durations: Mapping[str, float],
    budget_s: float,
    text: str,
) -> set[pytest.Item]:
    """Of the cases that are kept, those of long tests for which the budget has no room, by a draw."""
    cases, left = Counter(function(item.nodeid) for item in items), Counter(function(item.nodeid) for item in kept)
    taken_s = {name: durations.get(name, 0) * count / cases[name] for name, count in left.items()}
    whole = {function(item.nodeid) for item in kept if item.get_closest_marker("whole") is not None}
    long = {name for name, seconds in taken_s.items() if seconds > DRAWN_S} - whole
    room_s = budget_s - sum(seconds for name, seconds in taken_s.items() if name not in long)
    for name in sorted(long, key=lambda name: sha256(f"{text} {name}".encode()).digest()):
        room_s -= taken_s[name]
        if room_s >= 0:
            long.discard(name)
    return {item for item in kept if function(item.nodeid) in long}


def most_within(budget_s: float, seconds: Iterable[float]) -> float:
    """The most that each may take, so that all together take no more than the budget."""
    left_s, longest_first = budget_s, sorted(seconds, reverse=True)
    while longest_first and longest_first[-1] * len(longest_first) <= left_s:
        left_s -= longest_first.pop()
    return left_s / len(longest_first) if longest_first else inf


def is_worker(config: pytest.Config) -> bool:
    """Of pytest-xdist: told by the first process what to run."""
    return hasattr(config, "workerinput")


def recorded(root: Path) -> dict[str, float]:
    path = root / DURATIONS
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def is_quick(name: str, durations: dict[str, float]) -> bool:
    """A test that was not recorded is."""
    return durations.get(name, 0) <= QUICK_S_MAX


def function(nodeid: str) -> str:
    return nodeid.split("[")[0]


class Record:
    """What tests took, and why some were skipped. `is_whole`: none was left out but by its mark."""

    def __init__(self, config: pytest.Config, is_whole: bool) -> None:
        self.config, self.is_whole = config, is_whole
        self.seconds: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.ran: set[str] = set()

    @property
    def too_many(self) -> bool:
        limit = self.config.option.skips_max
        return limit is not None and self.skipped.total() > limit

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        share = dict(report.user_properties).get(SHARE, 1.0)  # what is set up is set up once for all
        self.seconds[function(report.nodeid)] += report.duration / (share if report.when == "call" else 1.0)
        if report.skipped and isinstance(report.longrepr, tuple):
            self.skipped[report.longrepr[2].removeprefix("Skipped: ")] += 1
        elif report.when == "call":
            self.ran.add(function(report.nodeid))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        limit = self.config.option.skips_max
        if limit is None:
            return
        terminalreporter.section(f"{self.skipped.total()} skipped, {limit} may be")
        for reason, count in self.skipped.most_common():
            terminalreporter.line(f"{count:6} {reason}")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.config.option.record_durations:
            self.write()
        if self.too_many and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def write(self) -> None:
        """What was skipped here, or left out, keeps what was recorded of it."""
        before = recorded(self.config.rootpath)
        names = self.seconds.keys() | ({} if self.is_whole else before).keys()
        found = {name: self.seconds[name] if name in self.ran else before.get(name, 0) for name in names}
        durations = {name: round(found[name], 1) for name in sorted(found) if found[name] >= RECORDED_S_MIN}
        text = json.dumps(durations, indent=1)
        (self.config.rootpath / DURATIONS).write_text(f"{text}\n", encoding="utf-8")
