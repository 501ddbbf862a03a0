# SPDX-License-Identifier: Apache-2.0
"""Measures what the documents show, by the benches; the result is what `docs/figures` keeps."""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from dfgen.pipeline import CompileOptions
from tests.bench.transfers.builds import Absent, Workshop, run_program
from tests.bench.transfers.measure import alternate

ROUNDS = 7
ITERATIONS = 3
STEREO = Path(__file__).resolve().parents[2] / "apps/stereo/stereo.sdf"
Figures = dict[str, Any]


def measured(name: str) -> Figures:
    command, read = MEASUREMENTS[name]
    return {"schema": 1, "date": date.today().isoformat(), "machine": machine(), "command": command, **read(command)}


def machine() -> str:
    cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")
    model = next((line.split(": ")[1] for line in cpus[0].splitlines() if line.startswith("model name")), "")
    cores = len([cpu for cpu in cpus if cpu.strip()])
    return f"{cores} cores of {model or platform.machine()}, Linux {platform.release().split('-')[0]}"


def _written(command: str) -> Figures:
    """What a bench writes as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, *command.split()[1:], "-o", folder]
        subprocess.run(words, check=True, stdout=sys.stderr)
        (written,) = Path(folder).glob("*.json")
        found: Figures = json.loads(written.read_text(encoding="utf-8"))
    return found


def _chain(command: str) -> Figures:
    """ns a firing, by the items of a token."""
    series: dict[str, dict[str, float]] = {}
    for row in _written(command)["rows"]:
        for name, values in row["ns"].items():
            series.setdefault(name, {})[str(row["size"])] = _short(statistics.median(values))
    return {"series": series}


def _broadcast(command: str) -> Figures:
    """ms an iteration, by the share that each reader writes; all read nothing else."""
    series: dict[str, dict[str, float]] = {}
    for line in _written(command)["limits"]:
        share = line["written_pages"] / (line["size_bytes"] >> 12)
        if line["read_pages"] == 0:
            series.setdefault(line["strategy"], {})[f"{share:.0%}"] = _short(
                statistics.median(line["generated_ns"]) / 1e6
            )
    return {"series": series}


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _stereo(command: str) -> Figures:
    """ns an iteration by cores, with what dfgen chooses and with a copy on every FIFO."""
    workshop = Workshop()
    try:
        variants = {
            f"{cores}{' memcpy' if transfers else ''}": _iteration_of(workshop, cores, transfers)
            for transfers in ((), ("memcpy",))
            for cores in (1, 2)
        }
        samples = alternate(variants, ROUNDS, 600, dict.fromkeys(variants, 1.0))
    finally:
        workshop.close()
    return {"ns": {name: round(statistics.median(values)) for name, values in samples.items()}}


def _iteration_of(workshop: Workshop, cores: int, transfers: tuple[str, ...]) -> Callable[[], float]:
    program = workshop.program(STEREO, CompileOptions(cores=cores, transfers=transfers))
    assert not isinstance(program, Absent)
    path = program.path
    return lambda: run_program(path, ITERATIONS, {"repeat": ITERATIONS}).iteration_ns


MEASUREMENTS: Mapping[str, tuple[str, Callable[[str], Figures]]] = {
    "chain": ("python -m tests.bench.peers --table chain", _chain),
    "broadcast": ("python -m tests.bench.transfers --table broadcast --repeats 5", _broadcast),
    "stereo": ("python -m tests.documents.figures --measure stereo", _stereo),
}
"""By name: the command that measures, and what reads its result."""
