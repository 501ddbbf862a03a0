# SPDX-License-Identifier: Apache-2.0
"""What exploring costs, and whether it finds what Ghasemi et al. (2021) found.

    python -m tests.bench.explore [--part NAME]... [--cores LIST] [--runs N] [--width N --height N --disparities N]

Its parts, all but `sweep` if none is named, on stereo, in times of the processor:
recording      against the same program at -O2 without vectors
speeds         accesses a second of the filter and of the simulated levels, by differences of runs
threads        replayed plans against the real threads of the program
samples        how far estimates from a part of the sets are from those of all
findings       the paper's findings 1 to 4, on the architectures that they need
policies       the fifth
stabilization  the sixth
host           the time of an iteration on this machine beside the measured one
tools          other simulators
sweep          all architectures with all strategies, of stereo and stabilization, as a whole and by one set in 16: how
               long both take, and how far they are from each other; with it the findings are those of all
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.build.toolchain import build_folder
from dfgen.explore.architectures import HOST, PAPER_CORES, Architecture, architectures_of, paper_architectures
from dfgen.explore.recording import Recording, record, without_engines
from dfgen.explore.replay import ALL_SETS, QUICK_SETS, PointFigures, Replay, build_simulator
from dfgen.explore.sweep import Point, Sweep, Wanted, options_of, prepare, quick_sample, sweep
from dfgen.frontend.elaborate import load_graph
from dfgen.mapping.schedules import Schedules
from dfgen.model.caches import Policy
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile.sampling import Runner
from dfgen.reading import read_code
from dfgen.stages import plan_known
from tests.bench.explore.findings import COPIED, Row, findings
from tests.bench.explore.others import beside_measured, simulators
from tests.bench.explore.threads import OFF_MOST, misses_of_threads

APPS = Path(__file__).resolve().parents[3] / "apps"
STEREO = APPS / "stereo" / "stereo.sdf"
STABILIZATION = APPS / "stabilization" / "stabilization.sdf"
SCALAR = "-fno-tree-vectorize -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset"
SLOWER_MOST = 12
SMALL_STEREO = {"width": 240, "height": 180, "disparities": 8}
NAMED_BY_FINDINGS = ("1", "2", "3", "4", "7", "8", "11", "12", "16", "17")
THREADS_CORES = (2, 4, 8)
THREADS_ITERATIONS = 4
MANY_MISSES = 10_000
"""In a thousandth of fewer the first touches of a stack count."""
SAMPLES = {4: 0x1111111111111111, 16: QUICK_SETS, 64: 1 << 22}

Found = TypeVar("Found")


@dataclass
class Bench:
    """A graph, recorded in `scratch`."""

    options: CompileOptions
    scratch: Path
    workers: int
    graph: Path = STEREO
    iterations: int = 1
    arguments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.scratch.mkdir(exist_ok=True)
        self.known = without_engines(read_code(load_graph(self.graph, self.options.parameters)))
        self.simulator = build_simulator(self.scratch, self.known.compiler, SILENCE)
        self.recording = self._recorded()

    def _recorded(self) -> Recording:
        runner = Runner(self.scratch, self.arguments, 600, SILENCE)
        return record(self.known, self.options, self.iterations, (64, 64), self.scratch, runner, SILENCE)

    def explored(self, names: Sequence[str], cores: Sequence[int], strategies: Sequence[str], **more: object) -> Sweep:
        chosen = {"architectures": paper(names), **more}
        wanted = Wanted(cores=tuple(cores), strategies=tuple(strategies), workers=self.workers, **chosen)
        return sweep(self.known, self.options, wanted, self.recording, self.simulator, self.scratch, SILENCE)


def paper(names: Sequence[str]) -> tuple[Architecture, ...]:
    return tuple(each for each in paper_architectures() if not names or each.name in names)


def spent_s(work: Callable[[], Found]) -> tuple[Found, float, float]:
    """What `work` gives, the time of all processors that it took, and the time that passed."""
    before, began = os.times(), time.monotonic()
    found = work()
    after = os.times()
    used = sum(after[:4]) - sum(before[:4])
    return found, used, time.monotonic() - began


def _spent_by(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> float:
    run = partial(subprocess.run, command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    return spent_s(run)[1]


# --- costs -----------------------------------------------------------------------------------------------------------


def recording_cost(bench: Bench, runs: int) -> str:
    """In turns with the same program whose accesses call nothing: the median, and the least and the most."""
    folder = bench.scratch / "scalar"
    options = CompileOptions(cores=1, parameters=bench.options.parameters)
    write_folder(folder, compile_graph(bench.graph, options).files)
    plain = build_folder(folder, native=False, build_type="RelWithDebInfo", flags={"CMAKE_C_FLAGS": SCALAR})
    recorder = bench.scratch / "recorder" / "build" / plain.name
    kept = bench.scratch / "again"
    kept.mkdir()

    environment = {**os.environ, "DF_RECORD_FOLDER": str(kept)}
    found = []
    for _ in range(runs):
        plain_s, recorded_s = (_spent_by([str(p), "-n", "1", "-q"], folder, environment) for p in (plain, recorder))
        found.append(recorded_s / plain_s)
    return f"{statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f})"


def speeds(bench: Bench) -> Iterator[str]:
    """Accesses in the time that they take: of the filter all, in the time of the whole recorder; of levels what comes
    to them, by what a machine that has them takes more."""
    folder = bench.scratch / "filtered"
    folder.mkdir()
    recorder = next((bench.scratch / "recorder" / "build").glob(f"{bench.graph.stem}*"))
    environment = {**os.environ, "DF_RECORD_FOLDER": str(folder)}
    command = [str(recorder), "-n", "1", "-q"]
    took_s = _spent_by(command, folder, environment)
    yield speed_of("filter, the program and its files included", bench.recording.accesses, took_s)
    cores = PAPER_CORES[0]
    plan = prepare(bench.known, options_of(bench.options, cores, "shared"), bench.recording, Schedules())
    private, third = paper(("1", "4"))
    first = replace(private, caches=private.caches[:1])

    def spent_on(*architectures: Architecture) -> tuple[list[PointFigures], float]:
        job = Replay(
            plan.program, plan.lists, bench.recording, architectures, cores, plan.passes, plan.sync_ns, workers=1
        )
        found, took_s, _ = spent_s(lambda: job.run(bench.simulator, bench.scratch, SILENCE))
        return found, took_s

    _, first_s = spent_on(first)
    figures, second_s = spent_on(private)
    _, third_s = spent_on(private, third)
    yield speed_of("L1, of entries", sum(plan.lists.entries), first_s)
    yield speed_of("L2, of L1 misses", figures[0].levels[0].misses, second_s - first_s)
    yield speed_of("L3, of L2 misses", figures[0].levels[1].misses, third_s - second_s)


def speed_of(what: str, count: int, took_s: float) -> str:
    return f"{what}: {count / max(took_s, 0.001) / 1e6:.0f} million a second, {took_s:.2f} s"


def sample_errors(bench: Bench, cores: Sequence[int]) -> Iterator[str]:
    names = ("2", "4", "7", "11", "17", "22")
    for count in cores:
        every = bench.explored(names, (count,), ("auto", COPIED)).points
        for part, sample in SAMPLES.items():
            some = bench.explored(names, (count,), ("auto", COPIED), sample=sample).points
            yield f"1 set in {part}, {count} cores: {off(some, every)}"


def off(some: Sequence[Point], every: Sequence[Point]) -> str:
    """How far the worst estimates are off, and where."""
    rates, times = [], []
    for one, other in zip(some, every, strict=True):
        where = f"({other.architecture}) {other.strategy}"
        times.append((abs(one.figures.iteration_ps / other.figures.iteration_ps - 1), where))
        for level, (a, b) in enumerate(zip(one.figures.levels, other.figures.levels), 1):
            rates.append((abs(a.miss_rate - b.miss_rate), f"L{level} of {where}"))
    rate, time_ = max(rates), max(times)
    return f"miss rates within {100 * rate[0]:.2f} points ({rate[1]}), times within {time_[0]:.2%} ({time_[1]})"


def whole_sweep(bench: Bench, cores: Sequence[int]) -> Iterator[str]:
    """One number of cores after the other, so that parts of it can be had."""
    strategies = ("auto", "shared", COPIED, "cow", "stream")
    for count in cores:
        points = {}
        for name, sample in (("all sets", ALL_SETS), ("quick", quick_sample(bench.recording))):
            swept, used_s, passed_s = spent_s(partial(bench.explored, (), (count,), strategies, sample=sample))
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
            costs = f"{used_s:.1f} s of processors, {passed_s:.1f} s, at most {peak:.2f} GB a process until now"
            yield f"{bench.graph.stem} on {count} cores, {name}: {len(swept.points)} points, {costs}"
            points[name] = swept.points
        every = points["all sets"]
        yield f"{bench.graph.stem} on {count} cores, quick beside all sets: {off(points['quick'], every)}"
        if bench.graph == STEREO:
            yield from rows(findings(every, (count,)))
        else:
            yield from rows(of_stabilization(bench, every, count))


def beside_threads(folder: Path, workers: int) -> Iterator[str]:
    """Plans of a small stereo pair: the most that a core's L1 misses are off those of its thread."""
    options = CompileOptions(parameters=SMALL_STEREO)
    pairs = f"repeat={THREADS_ITERATIONS}"
    bench = Bench(options, folder, workers, iterations=THREADS_ITERATIONS, arguments=(pairs,))
    alone = replace(paper(("1",))[0], file="private")
    for cores, strategy in itertools.product(THREADS_CORES, ("shared", COPIED)):
        figures = bench.explored((), (cores,), (strategy,), architectures=(alone,)).points[0].figures
        own = options_of(options, cores, strategy)
        found = misses_of_threads(bench.known, own, folder / f"{strategy}-{cores}", bench.iterations, (pairs,))
        replayed = [core.misses / figures.iterations for core in figures.cores]
        pairs_of = list(zip(replayed, found, strict=True))
        off = max(abs(a / b - 1) for a, b in pairs_of if b >= MANY_MISSES)
        few = [f"{a:,.0f} for {b:,.0f}" for a, b in pairs_of if b < MANY_MISSES]
        what = f"{strategy} on {cores} cores: each core's L1 misses within {off:.3%} of its thread's"
        yield f"{what} (limit {OFF_MOST:.1%}); of cores with few misses: {', '.join(few) or 'there is none'}"


# --- findings of their own programs ----------------------------------------------------------------------------------


def of_stabilization(bench: Bench, points: Sequence[Point], count: int) -> Iterator[Row]:
    by_strategy: dict[str, dict[str, Point]] = {}
    for point in points:
        by_strategy.setdefault(point.strategy, {})[point.architecture] = point
    copied, viewed = by_strategy[COPIED], by_strategy["cow"]
    gains = [copied[name].figures.iteration_ps / viewed[name].figures.iteration_ps - 1 for name in copied]
    yield f"6. stabilization: cow for {COPIED}, {count} cores", f"{min(gains):+.1%} to {max(gains):+.1%}", "under +5 %"
    planned = plan_known(bench.known, options_of(bench.options, count, "auto"))
    taken = sorted({t.how.strategy for t in planned.plan.transfers if t.how.strategy.startswith("cow")})
    yield f"6. stabilization: auto takes cow, {count} cores", ", ".join(taken) or "nowhere", "nowhere"
    for strategy in (COPIED, "auto"):
        best = {False: ("", 0), True: ("", 0)}
        for name, point in by_strategy[strategy].items():
            is_shared = point.figures.architecture.caches[-1].shared_by > 1
            time_ps = point.figures.iteration_ps
            if not best[is_shared][0] or time_ps < best[is_shared][1]:
                best[is_shared] = (name, time_ps)
        found = f"({best[True][0]}) is {best[False][1] / best[True][1]:.3f} times as fast as ({best[False][0]})"
        yield f"6. stabilization: best shared LLC, best private one, {strategy}, {count} cores", found, "above 1"


def policies(bench: Bench) -> Iterator[Row]:
    count = 16
    points = bench.explored(("4", "7"), (count,), (COPIED,), policies=tuple(Policy)).points
    for name in ("4", "7"):
        times = {p.policy: p.figures.iteration_ps for p in points if p.architecture == name}
        found = ", ".join(f"{policy.value} {time / times[Policy.LRU] - 1:+.0%}" for policy, time in times.items())
        yield f"5. policies on ({name}), {count} cores", found, "mru slowest, +14 %"


# --- parts -----------------------------------------------------------------------------------------------------------


@dataclass
class Given:
    """What the user has asked for, and where the parts work."""

    parameters: Mapping[str, int]
    cores: tuple[int, ...]
    runs: int
    graphs: Sequence[str]
    scratch: Path
    workers: int = os.cpu_count() or 1

    @cached_property
    def stereo(self) -> Bench:
        return Bench(CompileOptions(parameters=self.parameters), self.scratch / "stereo", self.workers)

    @cached_property
    def stabilization(self) -> Bench:
        return Bench(CompileOptions(), self.scratch / "stabilization", self.workers, STABILIZATION)


def rows(found: Iterable[Row]) -> Iterator[str]:
    for what, figure, says in found:
        yield f"{what:<60}  {figure:<40}  {says}"


def part_recording(given: Given) -> Iterator[str]:
    recording = given.stereo.recording
    cost = recording_cost(given.stereo, given.runs)
    yield f"recording: {cost} times the scalar program (median, least and most; limit {SLOWER_MOST})"
    kept = sum(recording.entries)
    yield f"{recording.accesses:,} accesses, {recording.passed:,} entries, {kept:,} kept"


def part_findings(given: Given) -> Iterator[str]:
    swept = given.stereo.explored(NAMED_BY_FINDINGS, given.cores, ("shared", COPIED, "cow"))
    return rows(findings(swept.points, given.cores))


def part_stabilization(given: Given) -> Iterator[str]:
    count = PAPER_CORES[-1]
    points = given.stabilization.explored((), (count,), ("auto", COPIED, "cow")).points
    return rows(of_stabilization(given.stabilization, points, count))


def part_host(given: Given) -> Iterator[str]:
    bench, strategies = given.stereo, ("shared", COPIED, "cow", "stream")
    here = bench.explored((), (1, 2), strategies, architectures=tuple(architectures_of([HOST])))
    return beside_measured(bench.known, bench.options, here.points, given.scratch, given.runs)


def part_sweep(given: Given) -> Iterator[str]:
    for name in given.graphs:
        yield from whole_sweep(getattr(given, name), given.cores)


PARTS: Mapping[str, Callable[[Given], Iterator[str]]] = {
    "recording": part_recording,
    "speeds": lambda given: speeds(given.stereo),
    "threads": lambda given: beside_threads(given.scratch / "threads", given.workers),
    "samples": lambda given: sample_errors(given.stereo, given.cores),
    "findings": part_findings,
    "policies": lambda given: rows(policies(given.stereo)),
    "stabilization": part_stabilization,
    "host": part_host,
    "tools": lambda given: simulators(STEREO, given.parameters, given.scratch / "plain"),
    "sweep": part_sweep,
}
OPTIONAL = ("sweep",)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.explore", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (("width", 741), ("height", 500), ("disparities", 64)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"of stereo (default: {default})")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="one of the parts; may come again")
    parser.add_argument(
        "--cores", default="4,16", metavar="LIST", help="of samples, findings and sweep (default: 4,16)"
    )
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="pairs of runs (default: 5)")
    graphs = ("stereo", "stabilization")
    parser.add_argument("--graph", action="append", choices=graphs, help="of sweep; may come again (default: both)")
    asked = parser.parse_args()
    parameters = {name: getattr(asked, name) for name in ("width", "height", "disparities")}
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
        given = Given(
            parameters, tuple(map(int, asked.cores.split(","))), asked.runs, asked.graph or graphs, Path(folder)
        )
        for name in asked.part or [name for name in PARTS if name not in OPTIONAL]:
            for line in PARTS[name](given):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
