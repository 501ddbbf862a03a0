# SPDX-License-Identifier: Apache-2.0
"""Cache misses by actor and transfer, from a run under Valgrind, which simulates the caches of this machine.

Threads take turns there, so waits sleep instead of spinning. Valgrind knows no AVX-512, so programs are built for
x86-64-v3 at most; stores past the caches are simulated as ordinary ones. Pages that the kernel copies at faults are
not seen by the simulation and told apart.
"""

from __future__ import annotations

import platform
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dfgen.build.reporter import Reporter
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted
from dfgen.profile.callgrind import read_costs
from dfgen.profile.core_source import CoreSources, Work
from dfgen.profile.sampling import Runner, Variant
from dfgen.profile.special import COMPILING, build_special, iterations_of

VALGRIND = "valgrind"
SLOWER = 100
PART = 10
"""Unless the user says how many, a run has such a part of the iterations of others."""
SLEEPS = {"DFGEN_SPIN_NS": "0", "DFGEN_PIN": "0"}
NOTE = "stores past the caches are simulated as ordinary ones; pages that the kernel copies are counted, not simulated"
_FIGURES = {
    "instructions": ("Ir",),
    "accesses": ("Dr", "Dw"),
    "l1_misses": ("D1mr", "D1mw"),
    "last_level_misses": ("DLmr", "DLmw"),
}


def require_valgrind() -> None:
    """Raises `UserError` (tool-missing)."""
    if shutil.which(VALGRIND) is None:
        hint = "Install it, for example with 'apt-get install valgrind'."
        raise fail("tool-missing", "'valgrind' is not on this machine", None, hint)


def simulate_caches(
    folder: Path, plan: Mapping[str, Any], runner: Runner, given: int | None, scratch: Path, reporter: Reporter
) -> dict[str, Any]:
    """The figures of a run of the program of `folder`, built anew. `given`: iterations, if the user says."""
    copy, program = build_special(folder, scratch, {COMPILING: _flags()}, reporter)
    iterations = given or max(1, iterations_of(program, runner) // PART)
    output = scratch / "callgrind.out"
    reporter.step(
        f"running {counted(iterations, 'iteration')} under valgrind, which takes about {SLOWER} times as long"
    )
    wrapper = (VALGRIND, "--tool=callgrind", "--cache-sim=yes", "--quiet", f"--callgrind-out-file={output}")
    told = runner.figures(Variant(program, SLEEPS, wrapper), iterations)
    with output.open(encoding="utf-8", errors="replace") as lines:
        costs = read_costs(lines, CoreSources(copy, plan))
    with output.open(encoding="utf-8", errors="replace") as lines:
        caches = [line.removeprefix("desc: ").strip() for line in lines if " cache: " in line[:20]]
    return _to_json(costs, told, plan, caches)


def _flags() -> str:
    """The newest instructions that both this machine and Valgrind know."""
    if platform.machine() != "x86_64":
        return ""
    known = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    has_all = all(f" {flag}" in known for flag in ("avx2", "bmi2", "fma", "movbe"))
    return "-march=x86-64-v3" if has_all else ""


def _to_json(
    costs: Mapping[Work, Mapping[str, int]], told: Mapping[str, Any], plan: Mapping[str, Any], caches: list[str]
) -> dict[str, Any]:
    strategies = {transfer["fifo"]: transfer["strategy"] for transfer in plan["transfers"]}
    pages: dict[str, int] = {}
    for view in told.get("fifos", ()):
        pages[view["name"]] = pages.get(view["name"], 0) + view["pages_written"]
    copies = {work.name: events for work, events in costs.items() if work.kind == "copy"}
    return {
        "caches": caches,
        "iterations": told["iterations"],
        "actors": [
            {"name": work.name, **_figures(events)}
            for work, events in sorted(costs.items(), key=lambda entry: -entry[1].get("Ir", 0))
            if work.kind == "actor"
        ],
        "copies": [
            {
                "fifo": fifo,
                "strategy": strategies.get(fifo, "tail of a buffer"),
                **_figures(copies.get(fifo, {})),
                "kernel_pages": pages.get(fifo, 0),
            }
            for fifo in dict.fromkeys([*copies, *pages])
        ],
        "other": _figures(next((events for work, events in costs.items() if work.kind == "other"), {})),
        "note": NOTE,
    }


def _figures(events: Mapping[str, int]) -> dict[str, int]:
    return {name: sum(events.get(event, 0) for event in parts) for name, parts in _FIGURES.items()}
