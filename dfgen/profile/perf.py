# SPDX-License-Identifier: Apache-2.0
"""What Linux `perf` tells of a run: the processor's counters, where it has some, and samples by actor."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dfgen.build.reporter import Reporter
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted
from dfgen.profile.core_source import is_loop_of_core
from dfgen.profile.sampling import Runner, Variant
from dfgen.profile.special import COMPILING, build_special, iterations_of

PERF = "perf"
EVENTS = ("cycles", "instructions", "cache-references", "cache-misses", "page-faults", "context-switches")
HARDWARE = EVENTS[:4]
FREQUENCY = 999
RUNS = 5
"""Unless the user says how many, a run has so many times the iterations of others, to have enough samples."""
STACK_BYTES = 4096
"""Of each sample, to find out who called whom."""
NO_COUNTERS = "this machine has no hardware counters for perf: --cachegrind simulates its caches"
COPIES, WAITS, REST = "copies by the framework", "waits", "the rest"
_SYMBOLS = "|".join(("df_transfer", "df_channel", "copy_", *(s for one in STRATEGIES.values() for s in one.symbols)))
_COPY = re.compile(rf"_*(?:mem(?:cpy|move|set)|{_SYMBOLS})\w*")
_OF_TYPE = re.compile(r"\w+/(.+)/\w*")
"""How an event is told where cores are of several types: of each of them by itself."""
_FRAME = re.compile(r"\s+[0-9a-f]+ (.+)")


def require_perf() -> None:
    """Raises `UserError` (tool-missing)."""
    if shutil.which(PERF) is None:
        hint = "Install it, for example with 'apt-get install linux-perf'; --cachegrind needs no perf."
        raise fail("tool-missing", "'perf' is not on this machine", None, hint)


def measure_with_perf(
    folder: Path, record: Mapping[str, Any], runner: Runner, given: int | None, scratch: Path, reporter: Reporter
) -> dict[str, Any]:
    """Counters of one run, and samples of another. `record` is report.json; `given`: iterations, if the user says."""
    _, program = build_special(folder, scratch, {COMPILING: "-fno-optimize-sibling-calls"}, reporter)
    iterations = given or RUNS * iterations_of(program, runner)
    events, sampled = scratch / "perf-stat.txt", scratch / "perf.data"
    reporter.step(f"running {counted(iterations, 'iteration')} under perf, twice")
    stat = (PERF, "stat", "-x", ";", "-e", ",".join(EVENTS), "-o", str(events))
    runner.figures(Variant(program, wrapper=stat), iterations)
    counters = read_counters(events.read_text(encoding="utf-8", errors="replace").splitlines())
    event = "cycles" if counters["cycles"] is not None else "cpu-clock"
    stacks = ("-F", str(FREQUENCY), "--call-graph", f"dwarf,{STACK_BYTES}")
    recording = (PERF, "record", "--quiet", "-e", event, *stacks, "-o", str(sampled))
    runner.figures(Variant(program, wrapper=recording), iterations)
    samples = Counter(whose(stack, _actors_by_function(record)) for stack in read_stacks(_script(sampled)))
    total = sum(samples.values()) or 1
    return {
        "counters": counters,
        "event": event,
        "samples": [{"name": n, "samples": c, "share": round(c / total, 4)} for n, c in samples.most_common()],
        "note": None if any(counters[name] is not None for name in HARDWARE) else NO_COUNTERS,
    }


def read_counters(lines: Iterable[str]) -> dict[str, int | None]:
    """Of `perf stat -x ';'`; None for what the machine cannot count."""
    found: dict[str, int | None] = dict.fromkeys(EVENTS)
    for line in lines:
        words = line.split(";")
        if len(words) > 2 and words[0].isdigit():
            of_type = _OF_TYPE.fullmatch(words[2])
            name = of_type[1] if of_type else words[2].split(":")[0]
            if name in found:
                found[name] = (found[name] or 0) + int(words[0])
    return found


def read_stacks(lines: Iterable[str]) -> Iterator[list[str]]:
    """The functions of each sample of `perf script`, the innermost first."""
    stack: list[str] = []
    for line in lines:
        frame = _FRAME.fullmatch(line.rstrip("\n"))
        if frame:
            stack.append(re.sub(r"(?:\.\w+)+$", "", frame[1].split("+")[0].strip()))
        elif stack:
            yield stack
            stack = []
    if stack:
        yield stack


def whose(stack: Sequence[str], actors: Mapping[str, str]) -> str:
    """The function that a core's loop has called decides."""
    at = next((i for i, function in enumerate(stack) if is_loop_of_core(function)), None)
    called = stack[at - 1] if at else ""
    if called in actors:
        return actors[called]
    if called.startswith("df__wait"):
        return WAITS
    return COPIES if _COPY.fullmatch(called) else REST


def _actors_by_function(record: Mapping[str, Any]) -> dict[str, str]:
    """Actors by the function that they fire; several may have one."""
    found: dict[str, list[str]] = {}
    for actor in record["actors"]:
        if actor["function"]:
            found.setdefault(actor["function"], []).append(actor["name"])
    return {function: ", ".join(names) for function, names in found.items()}


def _script(data: Path) -> list[str]:
    command = [PERF, "script", "-i", str(data), "--no-inline", "-F", "comm,tid,ip,sym"]
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return ended.stdout.splitlines()
