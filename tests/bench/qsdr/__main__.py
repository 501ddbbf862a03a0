# SPDX-License-Identifier: Apache-2.0
"""Chains of saxpy blocks, as the public benchmark daniestevez/qsdr runs them, beside its own programs:

    python -m tests.bench.qsdr FOLDER [--cells N/M ...] [--rounds N] [--seconds S] [--keep FOLDER] [-o FOLDER]
    python -m tests.bench.qsdr - --fusion [--cells N/M ...] [--rounds N] [--seconds S] [--keep FOLDER]

FOLDER is a checkout of it, or '-' for dfgen alone. In a cell N/M a source, N blocks and a sink run on M cores; the
ideal is M/N times a plain loop over data in the nearest cache. Blocks that count their windows keep state; those whose
state is const do not, and cores may share them: beside them runs the same written by hand, for cores that keep the ends
in order lose to the ideal whenever one of them is slower for a moment. Everybody's parameters are scanned alike, the
best ones are then run in turn. Printed are 10^9 items/s and shares of the ideal, and what an iteration of two actors of
one token takes. With --fusion it compares what `--fuse` takes instead, for windows of 8 bytes to 64 KiB. With --keep
programs stay built, so that a machine may be kept quiet for no longer than they run.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from operator import truediv
from pathlib import Path

from dfgen.cli.options import count
from dfgen.cli.table import columns
from dfgen.pipeline import CompileOptions
from tests.bench.qsdr import fusion
from tests.bench.qsdr.peers import Peer, built_peers
from tests.bench.transfers import plots
from tests.bench.transfers.builds import Absent, Program, Workshop, run_command, run_program

HERE = Path(__file__).resolve().parent
BESIDE = (HERE / "saxpy.h", HERE / "saxpy.c")
CELLS = ("1/1", "2/1", "3/1", "2/2", "3/2", "4/2", "5/2", "6/2")
WINDOW_ITEMS = (1024, 4096, 8192, 16384, 32768)
IDEAL_ITEMS = 2048
SCAN_SECONDS = 0.6
TRIAL_ITEMS = 4_000_000
TRIAL_WINDOWS = 10_000
"""Enough for what a program does once, such as to start its threads, to be little of it."""
GIGA = 1e9
HOLOSCAN_US = "10 to 62 us"
PAIR = """graph transfers() {
    include "saxpy.h"; source "saxpy.c";
    actor give { state n : uint64; fire give_one(n, o); out o : uint64[1]; }
    actor take { state s : uint64; fire take_one(s, i); in i : uint64[1]; }
    give.o -> take.i;
}
"""


@dataclass(frozen=True)
class Way:
    """A runtime with parameters. `rate(seconds)` runs it once: items a second."""

    name: str
    choice: str
    rate: Callable[[float], float]


@dataclass
class Cell:
    blocks: int
    cores: int
    rates: dict[str, list[float]] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.blocks}/{self.cores}"

    def median(self, name: str) -> float:
        return statistics.median(self.rates[name])


def chain_text(blocks: int, items: int, *, counts: bool, whole: bool = False) -> str:
    """The graph of a chain. `whole`: its ends write and read whole windows, which else stay as they are."""
    struct, opens, fires = ("counted", "counted_open", "saxpy_counted") if counts else ("saxpy", "saxpy_open", "saxpy")
    window = f"float[{items}]"
    lines = ["graph transfers() {", '    include "saxpy.h"; source "saxpy.c";']
    source = f"state first : float; fire ramp({items}, first, o);" if whole else "state; fire nothing_new(o);"
    lines += [f"    actor give {{ {source} out o : {window}; }}"]
    lines += [
        f"    actor x{k} {{ state s : struct {struct}; init {opens}({k}, s); fire {fires}({items}, s, i, o);\n"
        f"        in i : {window}; out o : {window} overlays i; }}"
        for k in range(blocks)
    ]
    sink = (
        f"state s : uint32; fire take_all({items}, s, i);"
        if whole
        else f"state s : float; fire take_last({items}, s, i);"
    )
    lines += [f"    actor take {{ {sink} in i : {window}; }}"]
    names = ["give", *(f"x{k}" for k in range(blocks)), "take"]
    lines += [f"    {one}.o -> {other}.i;" for one, other in pairwise(names)]
    return "\n".join([*lines, "}"]) + "\n"


class Ours:
    """dfgen's programs."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop

    def ways(self, blocks: int, cores: int | None, *, counts: bool) -> list[Way]:
        """One for each window; `cores` None: as many as dfgen uses by default."""
        name = "dfgen, state" if counts else "dfgen, const"
        name += "" if cores is not None else ", cores by default"
        return [self._way(name, blocks, cores, items, counts) for items in WINDOW_ITEMS]

    def _way(self, name: str, blocks: int, cores: int | None, items: int, counts: bool) -> Way:
        program = self.program(blocks, cores, items, counts)
        return Way(name, _window(items), lambda seconds: _rate_of(program, items, seconds))

    def program(self, blocks: int, cores: int | None, items: int, counts: bool) -> Program:
        return self._built(chain_text(blocks, items, counts=counts), CompileOptions(platform="host", cores=cores))

    def whole(self, blocks: int, cores: int | None, items: int, counts: bool, fuse: str) -> Program:
        """The same with ends that write and read: in a loop whose tokens are variables nothing stays as it is."""
        text = chain_text(blocks, items, counts=counts, whole=True)
        return self._built(text, CompileOptions(platform="host", cores=cores, fusion=fuse))

    def _built(self, text: str, options: CompileOptions) -> Program:
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        graph = self.workshop.graph(name, text, BESIDE)
        program = self.workshop.program(graph, options)
        if isinstance(program, Absent):
            raise SystemExit(f"{graph}: {program.reason}")
        return program

    def overheads(self, runs: int) -> list[tuple[str, float]]:
        """ns of an iteration of two actors of one token."""
        graph = self.workshop.graph("pair", PAIR, BESIDE)
        cases = {"one core": (1, None), "two cores": (2, None), "two cores, --latency 1": (2, 1)}
        found = []
        for name, (cores, latency) in cases.items():
            options = CompileOptions(platform="host", cores=cores, latency_iterations=latency)
            program = self.workshop.program(graph, options)
            assert not isinstance(program, Absent)
            found.append((name, statistics.median(1e9 / _rate_of(program, 1, 0.3) for _ in range(runs))))
        return found


def _window(items: int) -> str:
    return f"{4 * items >> 10} KiB"


def _rate_of(program: Program, items: int, seconds: float) -> float:
    """Runs twice: how many iterations take so long is not known before."""
    least = max(1000, TRIAL_ITEMS // items, 10 * program.passes_until_warm * program.iterations_per_pass)
    trial = run_program(program.path, least, {})
    iterations = max(least, int(seconds * GIGA / max(trial.iteration_ns, 0.01)))
    return items * GIGA / run_program(program.path, iterations, {}).iteration_ns


def ideal(workshop: Workshop, blocks: int, cores: int, seconds: float) -> float:
    """Items a second of a plain loop of one block, shared by the blocks, times the cores."""
    return cores * _rate_by_hand(workshop, (IDEAL_ITEMS, 1, 1), seconds) / blocks


def ways_by_hand(workshop: Workshop, blocks: int, cores: int) -> list[Way]:
    """One for each window: cores that take windows in turn, with ends in order, as const blocks need and no more."""

    def way(items: int) -> Way:
        job = (items, blocks, cores)
        return Way("by hand, const", _window(items), lambda seconds: _rate_by_hand(workshop, job, seconds))

    return [way(items) for items in WINDOW_ITEMS]


def _rate_by_hand(workshop: Workshop, job: tuple[int, int, int], seconds: float) -> float:
    """`job`: items of a window, blocks, threads. The rate is that of all threads."""
    tool = workshop.tool(HERE / "plain.c")
    items, blocks, threads = job

    def rate(windows: int) -> float:
        run = run_command([str(tool), *map(str, (items, windows, blocks, threads))], workshop.root)
        return float(run.lines[-1].split()[0])

    return rate(max(TRIAL_WINDOWS, int(seconds * rate(TRIAL_WINDOWS) / items / threads)))


def best(ways: Sequence[Way]) -> Way:
    return max(ways, key=lambda way: way.rate(SCAN_SECONDS))


def peer_ways(peer: Peer, blocks: int, cores: int) -> list[Way]:
    def way(choice: tuple[str, ...]) -> Way:
        shown = " ".join(word for word in choice if not word.startswith("--"))
        return Way(peer.name, shown, lambda seconds: peer.rate(blocks, cores, choice, seconds))

    return [way(choice) for choice in peer.choices]


def measured(found: Cell, ways: Sequence[Way], workshop: Workshop, rounds: int, seconds: float) -> Cell:
    """All in turn."""
    found.choices = {way.name: way.choice for way in ways}
    for _ in range(rounds):
        found.rates.setdefault("ideal", []).append(ideal(workshop, found.blocks, found.cores, seconds))
        for way in ways:
            found.rates.setdefault(way.name, []).append(way.rate(seconds))
    return found


def table(cells: Sequence[Cell]) -> str:
    names = list(dict.fromkeys(name for cell in cells for name in cell.rates))
    lines = [["blocks/cores", *names]]
    for cell in cells:
        shown = [cell.name]
        for name in names:
            if name not in cell.rates:
                shown.append("")
                continue
            rate = cell.median(name)
            of_ideal = statistics.median(map(truediv, cell.rates[name], cell.rates["ideal"]))
            share = "" if name == "ideal" else f" ({round(100 * of_ideal)} %, {cell.choices[name]})"
            shown.append(f"{rate / GIGA:.2f}{share}")
        lines.append(shown)
    legend = "10^9 items/s, the share of the ideal (median of the rounds), the best window (buffers)."
    return f"{columns(lines, '<' + '>' * len(names))}\n{legend}"


def plot(cells: Sequence[Cell], folder: Path) -> None:
    """For each number of cores a picture, with a line for each runtime over the number of blocks."""
    for cores in {cell.cores for cell in cells}:
        shown = [cell for cell in cells if cell.cores == cores]
        names = dict.fromkeys(name for cell in shown for name in cell.rates)
        series = {
            name: [(float(cell.blocks), cell.median(name) / GIGA) for cell in shown if name in cell.rates]
            for name in names
        }
        plots.plot_lines(series, f"blocks on {cores} cores", "10^9 items/s", folder / f"qsdr_{cores}.png")


def cell(text: str) -> Cell:
    """Of the command line."""
    blocks, _, cores = text.partition("/")
    if not (blocks.isdigit() and cores.isdigit() and int(blocks) and int(cores)):
        raise argparse.ArgumentTypeError(f"'{text}' is no cell: write blocks and cores, such as 4/2")
    return Cell(int(blocks), int(cores))


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.qsdr", description="Chains of saxpy blocks.")
    parser.add_argument("folder", metavar="FOLDER", help="a checkout of daniestevez/qsdr, or - for none")
    parser.add_argument("--cells", nargs="+", type=cell, metavar="N/M", help=f"(default: {' '.join(CELLS)})")
    parser.add_argument("--rounds", metavar="N", type=count, default=5, help="of each program (default: 5)")
    parser.add_argument("--seconds", metavar="S", type=float, default=1.5, help="of each run (default: 1.5)")
    parser.add_argument("--fusion", action="store_true", help="compare what --fuse takes, and nothing else")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="where what is built stays, for other runs")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, help="where the table and plots go, too")
    arguments = parser.parse_args(given)
    if arguments.folder != "-" and not (Path(arguments.folder) / "Cargo.toml").is_file():
        parser.error(f"'{arguments.folder}' is no checkout of qsdr: it has no Cargo.toml")
    return arguments


def main(given: Sequence[str] | None = None) -> int:
    arguments = _arguments(given)
    workshop = Workshop() if arguments.keep is None else Workshop(root=arguments.keep.absolute())
    try:
        if arguments.fusion:
            compare_fusion(Ours(workshop), arguments)
            return 0
        peers, absent = ([], []) if arguments.folder == "-" else built_peers(Path(arguments.folder), workshop.root)
        for missing in absent:
            print(f"skipped: {missing.reason}")
        ours = Ours(workshop)
        cells = []
        for asked in arguments.cells or map(cell, CELLS):
            blocks, cores = asked.blocks, asked.cores
            groups = [ours.ways(blocks, cores, counts=True), ours.ways(blocks, cores, counts=False)]
            groups += [ours.ways(blocks, None, counts=True)] if cores > 1 else []
            groups += [ways_by_hand(workshop, blocks, cores)] if cores > 1 else []
            groups += [peer_ways(peer, blocks, cores) for peer in peers]
            ways = [best(group) for group in groups]
            cells.append(measured(asked, ways, workshop, arguments.rounds, arguments.seconds))
            print(f"{table(cells[-1:])}\n", flush=True)
        text = table(cells)
        for way, ns in ours.overheads(arguments.rounds):
            text += f"\n{ns:8.2f} ns  an iteration of two actors of one token, {way}"
        text += f"\nHoloscan publishes {HOLOSCAN_US} for the step from an operator to the next one."
        print(text)
        if arguments.output is not None:
            arguments.output.mkdir(parents=True, exist_ok=True)
            (arguments.output / "qsdr.txt").write_text(text + "\n", encoding="utf-8")
            try:
                plot(cells, arguments.output)
            except plots.NoPlots as missing:
                print(f"skipped: plots: {missing}")
    finally:
        if arguments.keep is None:
            workshop.close()
    return 0


def compare_fusion(ours: Ours, arguments: argparse.Namespace) -> None:
    cells = [(asked.blocks, asked.cores) for asked in arguments.cells or map(cell, CELLS)]
    rows = fusion.built(cells, ours.whole)
    found = [fusion.measured(row, partial(_rate_of, seconds=arguments.seconds), arguments.rounds) for row in rows]
    print(fusion.table(found))


if __name__ == "__main__":
    sys.exit(main())
