# SPDX-License-Identifier: Apache-2.0
"""All cases of one seed; what fails is made small and saved."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path

from tests.oracle.application import Application

from .cases import Configuration, application_of, configuration_of
from .folder import save
from .shrink import Case, shrunk
from .trial import Bench, Failure, Workshop

RUNS_MAX = 3  # of what fails only sometimes


@dataclass(frozen=True)
class Found:
    """What came of a seed: the toolchain of each case, and of how many programs they were runs. `failures` are lines
    for people."""

    toolchains: tuple[str, ...]
    programs: int
    failures: tuple[str, ...]


def search(
    seed: int, settings: int, ways: int, scratch: Path, output: Path, shrink_seconds: float, nodes: int = 1
) -> Found:
    """Compile the application of a seed with so many settings, and run each program in so many ways. `nodes`: the most
    that a program is spread over."""
    workshop = Workshop(scratch / f"seed{seed}", scratch / "objects")
    application = application_of(seed, nodes)
    toolchains, failures = [], []
    try:
        bench = Bench(application, workshop, f"case{seed}")
    except Exception as error:
        return Found((), 0, (f"seed {seed}: the graph is not read as it was meant: {error!r}",))
    for index in range(settings):
        configuration = configuration_of(application, index, bench.expected.fifos, nodes)
        for failure, obeyed in bench.attempts(configuration, ways):
            toolchains.append(str(obeyed.toolchain))
            if failure is None:
                continue
            folder = output / f"{seed}.{index}"
            small, left = _smallest(Case(application, obeyed), failure, workshop, time.monotonic() + shrink_seconds)
            save(small.application, small.configuration, left, folder)
            failures.append(f"seed {seed} case {index}: {failure.kind}; python -m tests.campaign --replay {folder}")
            break
    bench.close()
    workshop.folder.rmdir()
    return Found(tuple(toolchains), settings, tuple(failures))


def _smallest(case: Case, failure: Failure, workshop: Workshop, end: float) -> tuple[Case, Failure]:
    """The smallest case that fails in the same way, and how it fails."""
    last = [(failure, case.configuration)]

    def fails(candidate: Case) -> bool:
        if time.monotonic() > end:
            return False
        found = attempt_anew(candidate.application, candidate.configuration, workshop, failure.kind)
        if found is not None:
            last.append(found)
        return found is not None

    small = shrunk(case, fails)
    left, obeyed = last[-1]
    return Case(small.application, obeyed), left


def attempt_anew(
    application: Application, configuration: Configuration, workshop: Workshop, kind: str
) -> tuple[Failure, Configuration] | None:
    """A failure of that kind, if the case shows one in a few runs."""
    try:
        bench = Bench(application, workshop, "small")
    except Exception:  # not read as it was meant: nothing of it may stand in the way of the next one
        shutil.rmtree(workshop.folder / "small", ignore_errors=True)
        return None
    try:
        for _ in range(RUNS_MAX):
            failure, obeyed = bench.attempt(configuration)
            if failure is not None:
                return (failure, obeyed) if failure.kind == kind else None
        return None
    finally:
        bench.close()


def end_with_the_campaign() -> None:
    """A worker does not go on when the campaign was killed. What asks all processes for the end is for the campaign
    alone: the programs that a worker runs ignore it, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    campaign = parent_process()
    assert campaign is not None
    threading.Thread(target=lambda: (campaign.join(), os._exit(1)), daemon=True).start()
