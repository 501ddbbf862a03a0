# SPDX-License-Identifier: Apache-2.0
"""Replayed plans beside their real threads: each core's L1, through which the threads of the very program go as they
run, and what is replayed for it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.build.toolchain import build_folder
from dfgen.codegen.tracing import Instruments
from dfgen.csource.learn import CKnowledge
from dfgen.explore.recording import BUILD_TYPE, flags_of
from dfgen.pipeline import CompileOptions
from dfgen.stages import generate, plan_known

SOURCES = Path(__file__).parent / "threads"
REPLACED = {"record.h", "record.c", "filter.c", "trace.c"}
OFF_MOST = 0.001


def misses_of_threads(
    known: CKnowledge, options: CompileOptions, folder: Path, iterations: int, arguments: Sequence[str]
) -> list[float]:
    """Of each core in an iteration."""
    planned = plan_known(known, options)
    files = {**generate(replace(planned, instruments=Instruments(record=True))).files}
    for name in REPLACED:
        own = SOURCES / name
        files[f"runtime/record/{name}"] = own.read_bytes() if own.is_file() else b"typedef int nothing;\n"
    write_folder(folder, files)
    defined = {"DF_RECORD_OPTIONS": ";".join(flags_of(known.compiler))}
    program = build_folder(folder, native=False, build_type=BUILD_TYPE, flags=defined, reporter=SILENCE)
    environment = {**os.environ, "DF_RECORD_FOLDER": str(folder / "misses")}
    command = [str(program), "-n", str(iterations), "-q", "--", *arguments]
    subprocess.run(command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    return [int(line) / iterations for line in (folder / "misses").read_text(encoding="utf-8").split()]
