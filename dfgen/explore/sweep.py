# SPDX-License-Identifier: Apache-2.0
"""The sweep: each number of cores with each strategy is planned once, and its plan replayed on all architectures that
suit so many cores. What has the same L1 is replayed together, and plans that are the same once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from dfgen.build.reporter import Reporter
from dfgen.csource.learn import CKnowledge
from dfgen.engine_choice import NO_ENGINES
from dfgen.explore.architectures import Architecture, suiting
from dfgen.explore.lists import Lists, lists_of, with_variables_placed
from dfgen.explore.recording import Recording
from dfgen.explore.replay import ALL_SETS, QUICK_SETS, SAMPLED_FROM, PointFigures, Replay
from dfgen.mapping.schedules import Schedules
from dfgen.model.caches import Policy
from dfgen.model.frozen import frozen
from dfgen.model.program import Program
from dfgen.pipeline import CompileOptions
from dfgen.processes import in_own_process, threads
from dfgen.stages import plan_known

AUTO = "auto"
ROOM_BYTES = 1 << 35
SAMPLED_ENTRIES = 20_000_000
"""Less is simulated whole: that takes seconds, and too few accesses are in a part of it to tell of all."""


@frozen
class Wanted:
    """What is to be explored.

    policies: of all levels; None leaves each to what its architecture says
    sample: the sets that are simulated, as 64 bits
    """

    architectures: tuple[Architecture, ...]
    cores: tuple[int, ...]
    strategies: tuple[str, ...]
    policies: tuple[Policy | None, ...] = (None,)
    sample: int = ALL_SETS
    workers: int = 1


@frozen
class Point:
    """One replayed plan on one architecture. `policy`: that was asked for; None for the architecture's own."""

    architecture: str
    cores: int
    strategy: str
    policy: Policy | None
    figures: PointFigures


@frozen
class Sweep:
    """Points in the order of cores, strategies, policies, architectures."""

    points: tuple[Point, ...]
    recording: Recording


@frozen
class Prepared:
    """A plan, as far as its replay needs it."""

    program: Program
    lists: Lists
    passes: int
    sync_ns: int


def quick_sample(recording: Recording) -> int:
    """The sets for estimates in a short time."""
    return QUICK_SETS if recording.passed >= SAMPLED_ENTRIES else ALL_SETS


def sweep(
    known: CKnowledge,
    options: CompileOptions,
    wanted: Wanted,
    recording: Recording,
    simulator: Path,
    scratch: Path,
    reporter: Reporter,
) -> Sweep:
    """Raises `UserError`."""
    pairs = [(cores, strategy) for cores in wanted.cores for strategy in wanted.strategies]
    points: list[Point] = []
    with threads(_side_by_side(wanted)) as pool, closing(_prepared_ahead(known, options, recording, wanted)) as plans:
        replays = _Replays(simulator, scratch, reporter, pool)
        coming: deque[_Coming] = deque()
        for number, ((cores, strategy), plan) in enumerate(zip(pairs, plans)):
            reporter.step(f"replaying {strategy} on {cores} core{'s' if cores > 1 else ''}")
            suited = suiting(wanted.architectures, cores)
            coming.append(_begun(plan, wanted, (cores, strategy), suited, recording, replays))
            while len(coming) >= _side_by_side(wanted):
                points += coming.popleft().points()
                reporter.progress(number, len(pairs))
        while coming:
            points += coming.popleft().points()
    reporter.progress(len(pairs), len(pairs))
    return Sweep(tuple(points), recording)


def _side_by_side(wanted: Wanted) -> int:
    """Plans that are replayed at the same time: the whole of what their L1s miss takes most memory of one."""
    return 1 if wanted.sample == ALL_SETS else wanted.workers


def _prepared_ahead(
    known: CKnowledge, options: CompileOptions, recording: Recording, wanted: Wanted
) -> Generator[Prepared, None, None]:
    """The plans of all pairs, in order: with several workers those for the next numbers of cores are made, each in a
    process of its own, while one is replayed."""

    def prepared(cores: int) -> list[Prepared]:
        schedules = Schedules()
        each = (options_of(options, cores, strategy) for strategy in wanted.strategies)
        return [prepare(known, own, recording, schedules) for own in each]

    if wanted.workers == 1:
        for cores in wanted.cores:
            yield from prepared(cores)
        return
    with threads() as pool:
        coming: deque[Future[list[Prepared]]] = deque()
        for cores in wanted.cores:
            coming.append(pool.submit(in_own_process, lambda tell, cores=cores: prepared(cores)))
            if len(coming) > wanted.workers:
                yield from coming.popleft().result()
        while coming:
            yield from coming.popleft().result()


def prepare(known: CKnowledge, options: CompileOptions, recording: Recording, schedules: Schedules) -> Prepared:
    """Raises `UserError`."""
    planned = plan_known(known, options, schedules=schedules, prove=False)
    program = with_variables_placed(planned.program)
    passes = max(1, recording.iterations // program.chunk)
    lists = lists_of(program, recording, passes)
    return Prepared(program, lists, passes, planned.platform.costs.sync_ns)


def options_of(options: CompileOptions, cores: int, strategy: str) -> CompileOptions:
    """A strategy for all FIFOs, except those for which the user has asked for another one. Where the user has set no
    limit, a machine that is simulated has the memory that the plan needs; no engine is chosen, as none is simulated."""
    return replace(
        options,
        cores=cores,
        transfers=options.transfers if strategy == AUTO else (strategy, *options.transfers),
        memory_bytes=options.memory_bytes or ROOM_BYTES,
        engines=options.engines or NO_ENGINES,
    )


@dataclass
class _Replays:
    """Replays that are under way or done: plans that are the same whatever the strategy are replayed once."""

    simulator: Path
    scratch: Path
    reporter: Reporter
    pool: Executor
    found: dict[bytes, Future[list[PointFigures]]] = field(default_factory=dict)

    def begin(self, job: Replay) -> Future[list[PointFigures]]:
        key = job.key()
        if key not in self.found:
            folder = self.scratch / f"replay-{len(self.found)}"
            self.found[key] = self.pool.submit(job.run, self.simulator, folder, self.reporter)
        return self.found[key]


@dataclass
class _Coming:
    """The points of a plan."""

    cores: int
    strategy: str
    names: Sequence[str]
    figures: list[tuple[Policy | None, Future[list[PointFigures]]]] = field(default_factory=list)

    def points(self) -> list[Point]:
        """By policies, and each one's in the order of the names."""
        found: dict[Policy | None, list[Point]] = {}
        for policy, coming in self.figures:
            for each in coming.result():
                point = Point(each.architecture.name, self.cores, self.strategy, policy, each)
                found.setdefault(policy, []).append(point)
        by_name = (sorted(points, key=lambda p: self.names.index(p.architecture)) for points in found.values())
        return list(chain.from_iterable(by_name))


def _begun(
    plan: Prepared,
    wanted: Wanted,
    of: tuple[int, str],
    suited: Sequence[Architecture],
    recording: Recording,
    replays: _Replays,
) -> _Coming:
    cores, strategy = of
    coming = _Coming(cores, strategy, [each.name for each in suited])
    workers = max(1, wanted.workers // _side_by_side(wanted))
    for policy in wanted.policies:
        each_with = [each.with_policy(policy) for each in suited]
        for group in _grouped(each_with, lambda each: (each.caches[0], each.clock_mhz)):
            job = Replay(
                plan.program, plan.lists, recording, tuple(group), cores, plan.passes, plan.sync_ns, workers,
                _sample(group, wanted.sample),
            )  # fmt: skip
            coming.figures.append((policy, replays.begin(job)))
    return coming


def _sample(architectures: Sequence[Architecture], wanted: int) -> int:
    """Caches of fewer sets than a sample chooses from are simulated whole."""
    fewest = min(cache.sets for each in architectures for cache in each.caches)
    return wanted if fewest >= SAMPLED_FROM else ALL_SETS


def _grouped(architectures: Sequence[Architecture], key: Callable[[Architecture], object]) -> list[list[Architecture]]:
    found: dict[object, list[Architecture]] = {}
    for each in architectures:
        found.setdefault(key(each), []).append(each)
    return list(found.values())
