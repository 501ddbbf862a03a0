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


def median(times: Sequence[Times]) -> Times:
    middle = statistics.median_low([each.round_ns for each in times])
    whole = next(each for each in times if each.round_ns == middle)
    fired = statistics.median(each.fired_ns for each in times)
    return Times(whole.round_ns, fired, whole.objects, whole.bytes, whole.messages)


def measure(programs: Programs, kernel: str, rounds: int) -> dict[str, Times]:
    """By strategy, in turns."""
    each = {strategy: programs.program(kernel, strategy) for strategy in STRATEGIES}
    run(each[REFERENCE], repeat=20)
    figures = json.loads((each[REFERENCE].parent / "figures.json").read_text(encoding="utf-8"))
    repeat = max(1, int(20 * RUN_NS / max(figures["elapsed_ns"], 1)))
    found: dict[str, list[Times]] = {strategy: [] for strategy in STRATEGIES}
    for _ in range(rounds):
        for strategy, program in each.items():
            found[strategy].append(run(program, repeat))
    return {strategy: median(times) for strategy, times in found.items()}


def table(places: int, one: Mapping[str, Mapping[str, Times]], two: Mapping[str, Mapping[str, Times]]) -> Iterator[str]:
    yield f"\n{places} places, closure=1: times faster than serialize on two cores, and communication saved on one"
    yield f"{'':>6}{'objects':>9}{'bytes':>8}{'theirs':>13}" + "".join(
        f"{name.split('(')[0]:>22}" for name in STRATEGIES[1:]
    )
    for kernel, ways in one.items():
        reference = ways[REFERENCE]
        row = f"{kernel:>6}{reference.objects:9.1f}{reference.bytes:8.0f}{INPUTS[kernel][1]:>6}{INPUTS[kernel][2]:>7}"
        for strategy in STRATEGIES[1:]:
            whole = two[kernel][REFERENCE].round_ns / two[kernel][strategy].round_ns
            saved = 1 - ways[strategy].communication_ns / reference.communication_ns
            row += f"{whole:13.2f}x {saved:6.0%} "
        yield row


def verdicts(
    places: int, one: Mapping[str, Mapping[str, Times]], two: Mapping[str, Mapping[str, Times]]
) -> Iterator[str]:
    for strategy, least in COMMUNICATION_SAVED.items():
        saved = {
            kernel: 1 - ways[strategy].communication_ns / ways[REFERENCE].communication_ns
            for kernel, ways in one.items()
        }
        worst = min(saved, key=lambda kernel: saved[kernel])
        met = "met" if saved[worst] >= least else "MISSED"
        found = f"communication -{saved[worst]:.0%} or more (least: {worst})"
        yield f"{places} places, {strategy}: {found}; target -{least:.0%}: {met}"
    for kernel, ways in two.items():
        best = ways[REFERENCE].round_ns / ways["shared"].round_ns
        target = WHOLE_RUN_LEAST.get(kernel, WHOLE_RUN_LEAST_ELSE)
        met = "met" if best >= target else "MISSED"
        found = f"whole run {best:.2f} times as fast as with serialize"
        yield f"{places} places, {kernel}: {found}; target {target:g}: {met}"


def report(folder: Path, rounds: int, names: Sequence[str], places: Sequence[int]) -> Iterator[str]:
    for number in places:
        one, two = ({}, {})  # type: tuple[dict[str, dict[str, Times]], dict[str, dict[str, Times]]]
        programs = {cores: Programs(folder / f"{number}-{cores}", number, cores) for cores in (1, 2)}
        for kernel in names:
            one[kernel], two[kernel] = (measure(programs[cores], kernel, rounds) for cores in (1, 2))
        yield from table(number, one, two)
        yield from verdicts(number, one, two)
