# SPDX-License-Identifier: Apache-2.0
"""The sweep: each number of cores with each strategy is planned once, and its plan replayed on all architectures that
suit so many cores. What has the same L1 is replayed together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.build.reporter import Reporter
from dfgen.csource.learn import CKnowledge
from dfgen.explore.architectures import Architecture, suiting
from dfgen.explore.lists import lists_of, with_variables_placed
from dfgen.explore.recording import Recording
from dfgen.explore.replay import ALL_SETS, SAMPLED_FROM, PointFigures, Replay
from dfgen.model.caches import Policy
from dfgen.pipeline import CompileOptions, Planned, plan_known

AUTO = "auto"


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Point:
    """One replayed plan on one architecture. `policy`: that was asked for; None for the architecture's own."""

    architecture: str
    cores: int
    strategy: str
    policy: Policy | None
    figures: PointFigures
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sweep:
    """Points in the order of cores, strategies, policies, architectures."""

    points: tuple[Point, ...]
    recording: Recording
    plans: dict[tuple[int, str], Planned]


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
    points: list[Point] = []
    plans: dict[tuple[int, str], Planned] = {}
    pairs = [(cores, strategy) for cores in wanted.cores for strategy in wanted.strategies]
    for number, (cores, strategy) in enumerate(pairs):
        reporter.progress(number, len(pairs))
        reporter.step(f"replaying {strategy} on {cores} core{'s' if cores > 1 else ''}")
        planned = plan_known(known, options_of(options, cores, strategy))
        plans[cores, strategy] = planned
        suited = suiting(wanted.architectures, cores)
        points += _replayed(planned, wanted, (cores, strategy), suited, recording, simulator, scratch, reporter)
    reporter.progress(len(pairs), len(pairs))
    return Sweep(tuple(points), recording, plans)


def options_of(options: CompileOptions, cores: int, strategy: str) -> CompileOptions:
    """A strategy for all FIFOs, except those for which the user has asked for another one."""
    transfers = options.transfers if strategy == AUTO else (strategy, *options.transfers)
    return replace(options, cores=cores, transfers=transfers)


def _replayed(
    planned: Planned,
    wanted: Wanted,
    of: tuple[int, str],
    suited: Sequence[Architecture],
    recording: Recording,
    simulator: Path,
    scratch: Path,
    reporter: Reporter,
) -> list[Point]:
    cores, strategy = of
    program = with_variables_placed(planned.program)
    passes = max(1, recording.iterations // program.chunk)
    lists = lists_of(program, recording, passes)
    found: list[Point] = []
    for policy in wanted.policies:
        each_with = [each.with_policy(policy) for each in suited]
        for group in _grouped(each_with, lambda each: (each.caches[0], each.clock_mhz)):
            job = Replay(
                program, lists, recording, tuple(group), cores, passes, planned.platform.costs.sync_ns, wanted.workers,
                _sample(group, wanted.sample),
            )  # fmt: skip
            for figures in job.run(simulator, scratch, reporter):
                found.append(Point(figures.architecture.name, cores, strategy, policy, figures))
    order = [each.name for each in suited]
    return sorted(found, key=lambda p: (wanted.policies.index(p.policy), order.index(p.architecture)))


def _sample(architectures: Sequence[Architecture], wanted: int) -> int:
    """Caches of fewer sets than a sample chooses from are simulated whole."""
    fewest = min(cache.sets for each in architectures for cache in each.caches)
    return wanted if fewest >= SAMPLED_FROM else ALL_SETS


def _grouped(architectures: Sequence[Architecture], key: Callable[[Architecture], object]) -> list[list[Architecture]]:
    found: dict[object, list[Architecture]] = {}
    for each in architectures:
        found.setdefault(key(each), []).append(each)
    return list(found.values())
