# SPDX-License-Identifier: Apache-2.0
"""Replayed plans against their real threads: each core's L1, through which the threads of the very program go as they
run, misses what is replayed for it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.build.toolchain import build_folder
from dfgen.codegen.tracing import Instruments
from dfgen.explore.recording import BUILD_TYPE, flags_of
from dfgen.explore.sweep import options_of
from dfgen.pipeline import generate, plan_known
from tests.explore.programs import KIB, MIX, Recorded, architecture, recorded

OWN = Path(__file__).parent / "threads"
STEREO = Path(__file__).resolve().parents[2] / "apps" / "stereo" / "stereo.sdf"
FEW, MANY = 2, 6


def misses_of_threads(made: Recorded, cores: int, strategy: str, folder: Path) -> list[float]:
    """Of each core in an iteration."""
    planned = plan_known(made.known, options_of(made.options, cores, strategy))
    write_folder(folder, generate(replace(planned, instruments=Instruments(record=True))).files)
    for name in ("record.h", "record.c"):
        (folder / "record" / name).write_text((OWN / name).read_text())
    for name in ("filter.c", "trace.c"):
        (folder / "record" / name).write_text("typedef int nothing;\n")
    defined = {"DF_RECORD_OPTIONS": ";".join(flags_of(made.known.compiler))}
    program = build_folder(folder, native=False, build_type=BUILD_TYPE, flags=defined, reporter=SILENCE)
    counts = []
    for iterations in (FEW, MANY):
        environment = {**os.environ, "DF_RECORD_FOLDER": str(folder / "misses")}
        command = [str(program), "-n", str(iterations), "-q"]
        subprocess.run(command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL, timeout=200)
        counts.append(list(map(int, (folder / "misses").read_text().split())))
    return [(many - few) / (MANY - FEW) for few, many in zip(*counts)]


@pytest.mark.thorough
@pytest.mark.parametrize("strategy", ["shared", "memcpy"])
@pytest.mark.parametrize(
    ("graph", "parameters", "cores"),
    [(MIX, {"side": 384}, 2), (STEREO, {"width": 120, "height": 90, "disparities": 4}, 4)],
    ids=["mix", "stereo"],
)
def test_threads_miss_what_is_replayed(
    graph: Path, parameters: Mapping[str, int], cores: int, strategy: str, simulator: Path, tmp_path: Path
) -> None:
    made = recorded(graph, tmp_path / "made", parameters, simulator=simulator)
    figures = made.explored([architecture(32 * KIB, 256 * KIB)], cores, (strategy,)).points[0].figures
    replayed = [core.misses / figures.iterations for core in figures.cores]
    found = misses_of_threads(made, cores, strategy, tmp_path / "threads")
    assert found == pytest.approx(replayed, rel=0.001)
