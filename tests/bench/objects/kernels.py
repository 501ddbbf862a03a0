# SPDX-License-Identifier: Apache-2.0
"""The kernels of apps/imsuite with messages as large as X10's closures made them: what messages are like (Table 5), how
long whole runs and communication take by strategy (Fig. 9, 10), and both for 3 and 14 places (Fig. 11).

Communication is what a run on one core takes beside the firings, whose time a function of this bench sums up."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from dfgen.pipeline import CompileOptions
from tests.bench.tracing.__main__ import APPS, built
from tests.bench.transfers.builds import run_command

HERE = Path(__file__).parent
# By kernel number: nodes as in Table 4, and theirs of Table 5: objects and bytes of most messages.
INPUTS = {
    "LCR": (64, 10, 672),
    "HS": (64, 12, 768),
    "BF": (64, 10, 16844),
    "BY": (16, 15, 1820),
    "MIS": (64, 13, 16984),
    "MST": (32, 15, 4800),
}
STRATEGIES = ("serialize", "graphcopy(map=offset)", "memcpy", "shared")
REFERENCE = "serialize"
PLACES = (3, 14)
RUN_NS = 100_000_000
COMMUNICATION_SAVED = {"memcpy": 0.75, "shared": 0.82}
WHOLE_RUN_LEAST = {"LCR": 1.2, "BF": 1.2}
WHOLE_RUN_LEAST_ELSE = 0.9
THEIRS_WHOLE = "theirs 3.85, over a network at 50 MHz"


@dataclass(frozen=True)
class Times:
    """Of a run, nanoseconds a round; `fired_ns` and the two others on one core only."""

    round_ns: float
    fired_ns: float = 0.0
    objects: float = 0.0
    bytes: float = 0.0
    messages: int = 0

    @property
    def communication_ns(self) -> float:
        return self.round_ns - self.fired_ns


def written(folder: Path, places: int, cores: int) -> Path:
    """The graph; on one core with the actor's function that times itself."""
    shutil.copytree(APPS / "imsuite" / "actors", folder / "actors")
    graph: Path = _writer().write(folder, places, cores)
    if cores == 1:
        path = folder / "actors" / f"places_{places}.c"
        text = path.read_text(encoding="utf-8").replace(
            "    fire_place(here, in, out);", "    timed_fire(here, in, out);"
        )
        text = text.replace(f'#include "places_{places}.h"', f'#include "places_{places}.h"\n#include "timed.h"')
        path.write_text(text, encoding="utf-8")
        shutil.copy(HERE / "timed.h", folder / "actors")
    return graph


def _writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_graph", APPS / "imsuite" / "write_graph.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Programs:
    """Those of one number of places and cores, by kernel and strategy."""

    def __init__(self, folder: Path, places: int, cores: int) -> None:
        self.folder, self.cores = folder, cores
        self.graph = written(folder, places, cores)

    def program(self, kernel: str, strategy: str) -> Path:
        names = list(INPUTS)
        parameters = {"kernel": names.index(kernel), "nodes": INPUTS[kernel][0], "closure": 1}
        options = CompileOptions(cores=self.cores, parameters=parameters, transfers=(strategy,))
        return built(self.graph, options, self.folder / f"{kernel}-{strategy.split('(')[0]}")


def run(program: Path, repeat: int) -> Times:
    ended = run_command([str(program), "-q", "--json", "figures.json", f"repeat={repeat}"], program.parent)
    figures = json.loads((program.parent / "figures.json").read_text(encoding="utf-8"))
    rounds = figures["iterations"]
    round_ns = figures["elapsed_ns"] / rounds
    told = re.search(r"fired (\d+) messages (\d+) objects (\d+) bytes (\d+)", "\n".join(ended.lines))
    if told is None:
        return Times(round_ns)
    fired, messages, objects, size = (int(number) for number in told.groups())
    return Times(round_ns, fired / rounds, objects / max(messages, 1), size / max(messages, 1), messages)


def measure(programs: Programs, kernel: str, rounds: int) -> dict[str, list[Times]]:
    """By strategy, in turns: one for each round."""
    each = {strategy: programs.program(kernel, strategy) for strategy in STRATEGIES}
    run(each[REFERENCE], repeat=20)
    figures = json.loads((each[REFERENCE].parent / "figures.json").read_text(encoding="utf-8"))
    repeat = max(1, int(20 * RUN_NS / max(figures["elapsed_ns"], 1)))
    found: dict[str, list[Times]] = {strategy: [] for strategy in STRATEGIES}
    for _ in range(rounds):
        for strategy, program in each.items():
            found[strategy].append(run(program, repeat))
    return found


Ways = Mapping[str, Sequence[Times]]
"""By strategy, one for each round."""
Figures = Mapping[str, Ways]
"""By kernel, on as many cores as `one` or `two` says."""


def _saved(ways: Ways, strategy: str) -> float:
    """Of the communication with messages, the part that is not there with another strategy: the median of the rounds'
    ratios, as disturbances last for both."""
    pairs = zip(ways[REFERENCE], ways[strategy], strict=True)
    return statistics.median(1 - each.communication_ns / message.communication_ns for message, each in pairs)


def _faster(ways: Ways, strategy: str) -> float:
    pairs = zip(ways[REFERENCE], ways[strategy], strict=True)
    return statistics.median(message.round_ns / each.round_ns for message, each in pairs)


def _communication_ns(ways: Ways, strategy: str) -> float:
    return statistics.median(each.communication_ns for each in ways[strategy])


def _heads(first: str, names: Sequence[str]) -> str:
    return f"{first:>6}" + "".join(f"{name.split('(')[0]:>12}" for name in names)


def table(places: int, one: Figures, two: Figures) -> Iterator[str]:
    yield f"\n{places} places, closure=1: nodes as in Table 4; objects and bytes of a message, and Table 5's"
    yield f"{'':>6}{'nodes':>9}{'objects':>9}{'theirs':>8}{'bytes':>9}{'theirs':>8}"
    for kernel, ways in one.items():
        nodes, objects, size = INPUTS[kernel]
        ours = ways[REFERENCE][0]
        yield f"{kernel:>6}{nodes:>9}{ours.objects:9.1f}{objects:>8}{ours.bytes:9.0f}{size:>8}"
    yield f"\nFig. 9, {places} places: whole runs on two cores, times faster than serialize ({THEIRS_WHOLE})"
    yield _heads("", STRATEGIES[1:])
    for kernel, ways in two.items():
        yield f"{kernel:>6}" + "".join(f"{_faster(ways, name):11.2f}x" for name in STRATEGIES[1:])
    yield f"\nFig. 10, {places} places: communication on one core, ns a round, and the part saved"
    yield f"{'':>6}{REFERENCE:>12}" + "".join(f"{name.split('(')[0]:>18}" for name in STRATEGIES[1:])
    for kernel, ways in one.items():
        cells = (f"{_communication_ns(ways, name):10.0f} {_saved(ways, name):6.1%}" for name in STRATEGIES[1:])
        yield f"{kernel:>6}{_communication_ns(ways, REFERENCE):12.0f}" + "".join(f"{cell:>18}" for cell in cells)


def scaling(found: Mapping[int, tuple[Figures, Figures]]) -> Iterator[str]:
    """By number of places, `one` and `two`."""
    yield f"\nFig. 11: {' and '.join(map(str, found))} places: whole runs, and communication saved"
    yield _heads("", [name for name in STRATEGIES[1:] for _ in found])
    yield _heads("places", [str(places) for _ in STRATEGIES[1:] for places in found])
    for kernel in next(iter(found.values()))[0]:
        whole = (f"{_faster(two[kernel], name):11.2f}x" for name in STRATEGIES[1:] for _, two in found.values())
        saved = (f"{_saved(one[kernel], name):12.1%}" for name in STRATEGIES[1:] for one, _ in found.values())
        yield f"{kernel:>6}{''.join(whole)}\n{'':>6}{''.join(saved)}"


def verdicts(places: int, one: Figures, two: Figures) -> Iterator[str]:
    for strategy, least in COMMUNICATION_SAVED.items():
        saved = {kernel: _saved(ways, strategy) for kernel, ways in one.items()}
        worst = min(saved, key=lambda kernel: saved[kernel])
        met = "met" if saved[worst] >= least else "MISSED"
        found = f"communication -{saved[worst]:.0%} or more (least: {worst})"
        yield f"{places} places, {strategy}: {found}; target -{least:.0%}: {met}"
    for kernel, ways in two.items():
        best = _faster(ways, "shared")
        target = WHOLE_RUN_LEAST.get(kernel, WHOLE_RUN_LEAST_ELSE)
        met = "met" if best >= target else "MISSED"
        found = f"whole run {best:.2f} times as fast as with serialize"
        yield f"{places} places, {kernel}: {found}; target {target:g}: {met}"


def report(folder: Path, rounds: int, names: Sequence[str], places: Sequence[int]) -> Iterator[str]:
    found: dict[int, tuple[Figures, Figures]] = {}
    for number in places:
        one, two = ({}, {})  # type: tuple[dict[str, dict[str, Times]], dict[str, dict[str, Times]]]
        programs = {cores: Programs(folder / f"{number}-{cores}", number, cores) for cores in (1, 2)}
        for kernel in names:
            one[kernel], two[kernel] = (measure(programs[cores], kernel, rounds) for cores in (1, 2))
        found[number] = one, two
        yield from table(number, one, two)
        yield from verdicts(number, one, two)
    if len(found) > 1:
        yield from scaling(found)
