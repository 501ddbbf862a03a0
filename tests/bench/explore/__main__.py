# SPDX-License-Identifier: Apache-2.0
"""What exploring costs, and whether it finds what Ghasemi et al. (2021) found.

    python -m tests.bench.explore [--width N --height N --disparities N] [--cores LIST] [--runs N] [--sweep]

Of stereo, in times of the processor: the recording against the same program at -O2 without vectors; accesses a second
of the simulated levels, by differences of runs; how far estimates from a part of the sets are from those of all; the
paper's findings, of which the sixth is on stabilization; the time of an iteration on this machine beside the measured
one; other simulators. `--sweep` runs all 56 pairs with all strategies and says how long that took; without it the
findings are those of the architectures that they need.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.build.toolchain import build_folder
from dfgen.explore.architectures import HOST, PAPER_CORES, Architecture, architectures_of, paper_architectures
from dfgen.explore.recording import Recording, record, without_engines
from dfgen.explore.replay import QUICK_SETS, build_simulator
from dfgen.explore.sweep import Point, Sweep, Wanted, options_of, sweep
from dfgen.frontend.elaborate import load_graph
from dfgen.model.caches import Policy
from dfgen.pipeline import CompileOptions, compile_graph, plan_known
from dfgen.profile.sampling import Runner
from dfgen.reading import read_code
from tests.bench.explore.others import beside_measured, simulators

APPS = Path(__file__).resolve().parents[3] / "apps"
STEREO = APPS / "stereo" / "stereo.sdf"
STABILIZATION = APPS / "stabilization" / "stabilization.sdf"
COPIED = "memcpy"
SCALAR = "-fno-tree-vectorize -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset"
SLOWER_MOST = 12
PARTS = {4: 0x1111111111111111, 16: QUICK_SETS, 64: 1 << 22}
LEAPS = (("7", "8"), ("11", "12"), ("16", "17"))


@dataclass
class Bench:
    """A graph, recorded in `scratch`."""

    options: CompileOptions
    scratch: Path
    workers: int
    graph: Path = STEREO

    def __post_init__(self) -> None:
        self.scratch.mkdir(exist_ok=True)
        self.known = without_engines(read_code(load_graph(self.graph, self.options.parameters)))
        self.simulator = build_simulator(self.scratch, self.known.compiler, SILENCE)
        self.recording = self._recorded()

    def _recorded(self) -> Recording:
        runner = Runner(self.scratch, (), 600, SILENCE)
        return record(self.known, self.options, 1, (64, 64), self.scratch, runner, SILENCE)

    def explored(self, names: Sequence[str], cores: Sequence[int], strategies: Sequence[str], **more: object) -> Sweep:
        chosen = {"architectures": paper(names), **more}
        wanted = Wanted(cores=tuple(cores), strategies=tuple(strategies), workers=self.workers, **chosen)
        return sweep(self.known, self.options, wanted, self.recording, self.simulator, self.scratch, SILENCE)


def paper(names: Sequence[str]) -> tuple[Architecture, ...]:
    return tuple(each for each in paper_architectures() if not names or each.name in names)


def spent_s(work: object) -> tuple[object, float, float]:
    """What `work` gives, the time of all processors that it took, and the time that passed."""
    before, began = os.times(), time.monotonic()
    found = work()  # type: ignore[operator]
    after = os.times()
    used = sum(after[:4]) - sum(before[:4])
    return found, used, time.monotonic() - began


# --- costs -----------------------------------------------------------------------------------------------------------


def recording_cost(bench: Bench, runs: int) -> float:
    """In turns with the same program whose accesses call nothing."""
    folder = bench.scratch / "scalar"
    options = CompileOptions(cores=1, parameters=bench.options.parameters)
    write_folder(folder, compile_graph(STEREO, options).files)
    plain = build_folder(folder, native=False, build_type="RelWithDebInfo", flags={"CMAKE_C_FLAGS": SCALAR})
    recorder = bench.scratch / "recorder" / "build" / plain.name
    times: dict[Path, list[float]] = {plain: [], recorder: []}
    kept = bench.scratch / "again"
    kept.mkdir()
    os.environ["DF_RECORD_FOLDER"] = str(kept)
    for _ in range(runs):
        for program, found in times.items():
            found.append(spent_s(lambda program=program: os.system(f"cd {folder} && {program} -n 1 -q > /dev/null"))[1])
    return statistics.median(b / a for a, b in zip(times[plain], times[recorder]))


def speeds(bench: Bench) -> Iterator[tuple[str, float]]:
    """Million accesses a second: the L1 from the entries that it is given, levels beyond from what an architecture more
    takes."""
    cores = 4
    _, one_s, _ = spent_s(lambda: bench.explored(("1",), (cores,), ("auto",)))
    swept, two_s, _ = spent_s(lambda: bench.explored(("1", "2"), (cores,), ("auto",)))
    _, three_s, _ = spent_s(lambda: bench.explored(("1", "2", "7"), (cores,), ("auto",)))
    second = swept.points[1].figures.levels[1].accesses
    yield "L2 alone, of L1 misses", second / (two_s - one_s) / 1e6
    yield "L2 and L3, of L1 misses", second / (three_s - two_s) / 1e6
    yield "planning and L1, of entries", bench.recording.passed / max(0.001, one_s - (two_s - one_s)) / 1e6


def sample_errors(bench: Bench, cores: Sequence[int]) -> Iterator[tuple[int, int, float, float]]:
    """By part and cores: the largest error of a miss rate in points, and of a time in percent."""
    names = ("2", "4", "7", "11", "17", "22")
    for count in cores:
        every = bench.explored(names, (count,), ("auto", COPIED)).points
        for part, sample in PARTS.items():
            some = bench.explored(names, (count,), ("auto", COPIED), sample=sample).points
            pairs = list(zip(some, every))
            rates = max(
                abs(a.miss_rate - b.miss_rate)
                for one, other in pairs
                for a, b in zip(one.figures.levels, other.figures.levels)
            )
            times = max(abs(a.figures.iteration_ps / b.figures.iteration_ps - 1) for a, b in pairs)
            yield part, count, 100 * rates, 100 * times


# --- findings --------------------------------------------------------------------------------------------------------


def findings(points: Sequence[Point], cores: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    """What is claimed, what was found, and the paper's figure."""
    by_key = {(p.architecture, p.cores, p.strategy): p for p in points}
    for strategy in ("shared", "cow"):
        yield from _against_copies(by_key, cores, strategy)
    yield from _leaps(by_key, cores)
    yield from _sharing(by_key, cores)
    yield from _queues(by_key, cores)
    times = {p.architecture: p.figures.iteration_ps for p in points if (p.cores, p.strategy) == (cores[-1], COPIED)}
    best = min(times, key=lambda name: times[name]) if times else "-"
    yield f"4. best architecture of {COPIED} on {cores[-1]} cores", f"({best})", "(1) to (7)"


Points = Mapping[tuple[str, int, str], Point]


def _against_copies(points: Points, cores: Sequence[int], strategy: str) -> Iterator[tuple[str, str, str]]:
    for count in cores:
        for name, paper_says in (("2", "-53 %"), ("4", "-63 to -72 %")):
            new, old = points.get((name, count, strategy)), points.get((name, count, COPIED))
            if new and old:
                first = new.figures.levels[0].misses / old.figures.levels[0].misses - 1
                memory = new.figures.dram_accesses / old.figures.dram_accesses - 1
                what = f"1. {strategy} for {COPIED} on ({name}), {count} cores"
                yield what, f"L1 misses {first:+.0%}, DRAM {memory:+.0%}", f"-46 %, {paper_says}"


def _leaps(points: Points, cores: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    for before, after in LEAPS:
        for strategy in (COPIED, "shared"):
            for count in cores:
                pair = points.get((before, count, strategy)), points.get((after, count, strategy))
                if pair[0] and pair[1]:
                    found = pair[1].figures.dram_accesses / pair[0].figures.dram_accesses
                    yield f"2. DRAM ({before}) to ({after}), {strategy}, {count} cores", f"{found:.2f}", "1.15 or more"


def _sharing(points: Points, cores: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    for strategy in (COPIED, "shared"):
        found = [points.get((name, cores[-1], strategy)) for name in ("1", "2", "3", "8")]
        if all(found):
            rates = " > ".join(f"{100 * point.figures.levels[1].miss_rate:.0f} %" for point in found if point)
            yield f"3. L2 miss rate, private, x2, x4, x8, {strategy}", rates, "falling"


def _queues(points: Points, cores: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    for before, after in LEAPS:
        for strategy in (COPIED, "shared"):
            for count in cores:
                pair = points.get((before, count, strategy)), points.get((after, count, strategy))
                if pair[0] and pair[1]:
                    waits = f"{pair[0].figures.queue_ns:.0f} to {pair[1].figures.queue_ns:.0f} ns"
                    yield f"4. queue delay ({before}) to ({after}), {strategy}, {count} cores", waits, "rising"


def of_stabilization(bench: Bench) -> Iterator[tuple[str, str, str]]:
    """Private last levels are those of (1) and (4), shared ones those of (17) and (18) to (22)."""
    count = PAPER_CORES[-1]
    points = bench.explored((), (count,), ("auto", COPIED, "cow")).points
    times = {(p.strategy, p.architecture): p.figures.iteration_ps for p in points}
    names = list(dict.fromkeys(p.architecture for p in points))
    gains = [times[COPIED, name] / times["cow", name] - 1 for name in names]
    yield f"6. stabilization: cow for {COPIED}, {count} cores", f"{min(gains):+.1%} to {max(gains):+.1%}", "under 5 %"
    planned = plan_known(bench.known, options_of(bench.options, count, "auto"))
    viewed = sorted({t.how.strategy for t in planned.plan.transfers if t.how.strategy.startswith("cow")})
    yield "6. stabilization: auto takes cow", ", ".join(viewed) or "nowhere", "nowhere"
    for strategy in (COPIED, "auto"):
        private = min(times[strategy, name] for name in ("1", "4"))
        shared = min(times[strategy, name] for name in ("17", "18", "19", "20", "21", "22"))
        yield f"6. stabilization: shared LLC against private, {strategy}", f"{private / shared:.2f} times", "above 1"


def policies(bench: Bench) -> Iterator[tuple[str, str, str]]:
    count = 16
    points = bench.explored(("4", "7"), (count,), (COPIED,), policies=tuple(Policy)).points
    for name in ("4", "7"):
        times = {p.policy: p.figures.iteration_ps for p in points if p.architecture == name}
        found = ", ".join(f"{policy.value} {time / times[Policy.LRU] - 1:+.0%}" for policy, time in times.items())
        yield f"5. policies on ({name}), {count} cores", found, "mru slowest, +14 %"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.explore", description=__doc__)
    for name, default in (("width", 741), ("height", 500), ("disparities", 64)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"of stereo (default: {default})")
    parser.add_argument("--cores", default="4,16", metavar="LIST", help="for all but --sweep (default: 4,16)")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="pairs of runs (default: 5)")
    parser.add_argument("--sweep", action="store_true", help="all of the paper")
    given = parser.parse_args()
    parameters = {name: getattr(given, name) for name in ("width", "height", "disparities")}
    cores = PAPER_CORES if given.sweep else tuple(map(int, given.cores.split(",")))
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
        bench = Bench(CompileOptions(parameters=parameters), Path(folder), os.cpu_count() or 1)
        cost = recording_cost(bench, given.runs)
        print(f"recording: {cost:.1f} times the scalar program (limit {SLOWER_MOST})")
        kept = sum(bench.recording.entries)
        print(f"{bench.recording.accesses:,} accesses, {bench.recording.passed:,} entries, {kept:,} kept")
        for name, speed in speeds(bench):
            print(f"{name}: {speed:.0f} million a second")
        names = () if given.sweep else ("1", "2", "3", "4", "7", "8", "11", "12", "16", "17")
        strategies = ("auto", "shared", COPIED, "cow", "stream") if given.sweep else ("shared", COPIED, "cow")
        swept, used_s, passed_s = spent_s(lambda: bench.explored(names, cores, strategies))
        print(f"{len(swept.points)} points: {used_s / 60:.1f} min of processors, {passed_s / 60:.1f} min")
        for what, found, says in (*findings(swept.points, cores), *policies(bench)):
            print(f"{what:<60}  {found:<40}  {says}")
        steady = Bench(CompileOptions(), Path(folder) / "stabilization", bench.workers, STABILIZATION)
        for what, found, says in of_stabilization(steady):
            print(f"{what:<60}  {found:<40}  {says}")
        here = bench.explored((), (1, 2), ("shared", COPIED, "cow", "stream"), architectures=architectures_of([HOST]))
        for line in (
            *beside_measured(bench.known, bench.options, here.points, Path(folder), given.runs),
            *simulators(STEREO, parameters, Path(folder) / "plain"),
        ):
            print(line)
        for part, count, rate, time_ in sample_errors(bench, cores[:1] if not given.sweep else cores):
            print(f"1 set in {part}, {count} cores: miss rates within {rate:.1f} points, times within {time_:.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
