# SPDX-License-Identifier: Apache-2.0
"""The differential campaign: random applications, compiled, built and run in random ways, must write what the
interpreter says. Run from the root of the repository:

    python -m tests.campaign --seconds 60 --seed 1
    python -m tests.campaign --replay campaign_failures/7.3

Exit status 0 without a difference. Each failing case is made small and left in a folder.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

from tests.messages import implementations

from .cases import TOOLCHAINS
from .folder import replay
from .search import Found, end_with_the_campaign, search
from .trial import Workshop


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long to go on (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="the first application's seed (default: 0)")
    parser.add_argument("--settings", type=int, default=6, help="ways to compile each application (default: 6)")
    parser.add_argument("--ways", type=int, default=4, help="ways to run each program (default: 4)")
    parser.add_argument("--nodes", type=int, default=1, help="spread each program over 2 to so many nodes (default: 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--output", type=Path, default=Path("campaign_failures"), help="where failing cases are left")
    parser.add_argument("--shrink-seconds", type=float, default=120, help="spent on making a failing case small")
    parser.add_argument("--most", type=int, default=12, help="stop after so many failing cases (default: 12)")
    parser.add_argument("--replay", metavar="FOLDER", type=Path, help="only run the case of this folder again")
    given = parser.parse_args()
    if min(given.settings, given.ways, given.workers) < 1:
        parser.error("--settings, --ways and --workers are at least 1")
    if given.nodes > 1 and not implementations():
        parser.error("--nodes needs Open MPI or MPICH, and neither is installed")
    with tempfile.TemporaryDirectory(prefix="dfgen_campaign_") as scratch:
        return _replay(given.replay, Path(scratch)) if given.replay else _campaign(given, Path(scratch))


def _replay(folder: Path, scratch: Path) -> int:
    failure = replay(folder, Workshop(scratch, scratch / "objects"))
    print(f"{failure.kind}\n{failure.text}" if failure else f"{folder}: as expected")
    return 1 if failure else 0


def _campaign(given: argparse.Namespace, scratch: Path) -> int:
    begin = time.monotonic()
    asked_to_end = _asked_to_end()
    print(
        f"applications from seed {given.seed} on, for {given.seconds:g} s; Ctrl-C ends with what was found", flush=True
    )
    for toolchain in TOOLCHAINS:
        reason = toolchain.missing()
        if reason:
            print(f"left out: {toolchain}: {reason}", flush=True)
    toolchains: Counter[str] = Counter()
    found: list[Found] = []
    seeds = 0
    for done in _results(given, scratch, lambda: asked_to_end() or time.monotonic() >= begin + given.seconds, found):
        seeds += 1
        found.append(done)
        toolchains.update(done.toolchains)
        for failure in done.failures:
            print(f"FAILED {failure}", flush=True)
        if seeds % 100 == 0:
            print(f"{_minutes(begin)}: {sum(toolchains.values())} cases", file=sys.stderr, flush=True)
    failed = _failed(found)
    for name, count in toolchains.most_common():
        print(f"{count:8} {name}")
    print(f"{sum(toolchains.values())} cases of {seeds} applications from seed {given.seed} in {_minutes(begin)}, "
          f"{sum(done.programs for done in found)} programs, {failed} failed")  # fmt: skip
    return 1 if failed else 0


def _asked_to_end() -> Callable[[], bool]:
    """Whether Ctrl-C or SIGTERM came: what has begun is finished, and told. The second Ctrl-C ends at once, not the
    second SIGTERM, as `timeout` sends two."""
    asked = threading.Event()

    def ask(*_: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    signal.signal(signal.SIGINT, ask)
    signal.signal(signal.SIGTERM, ask)
    return asked.is_set


def _minutes(begin: float) -> str:
    return f"{(time.monotonic() - begin) / 60:.1f} min"


def _failed(found: list[Found]) -> int:
    return sum(len(done.failures) for done in found)


def _results(
    given: argparse.Namespace, scratch: Path, is_over: Callable[[], bool], found: list[Found]
) -> Iterator[Found]:
    """One application after the other until it is over, or enough has failed of what was `found`."""
    places = scratch, given.output, given.shrink_seconds

    def goes_on() -> bool:
        return not is_over() and _failed(found) < given.most

    with ProcessPoolExecutor(given.workers, get_context("spawn"), initializer=end_with_the_campaign) as pool:
        seed = given.seed
        waiting: set[Future[Found]] = set()
        while waiting or goes_on():
            while len(waiting) < given.workers + 1 and goes_on():
                waiting.add(pool.submit(search, seed, given.settings, given.ways, *places, given.nodes))
                seed += 1
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


if __name__ == "__main__":
    sys.exit(main())
