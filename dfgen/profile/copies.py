# SPDX-License-Identifier: Apache-2.0
"""How many bytes actors copy themselves, beside what the framework copies: counted in a run of a program whose sources
call memcpy and memmove by way of a counter. Copies that the compiler makes of a few instructions do not count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dfgen.build.reporter import Reporter
from dfgen.model.dumps import counted
from dfgen.profile.profiling import read_json
from dfgen.profile.sampling import Runner, Variant
from dfgen.profile.shapes import TRACE
from dfgen.profile.special import COMPILING, LINKING, build_special, iterations_of

_FLAGS = {
    COMPILING: "-DDF_COUNTS_COPIES -fno-builtin-memcpy -fno-builtin-memmove",
    LINKING: "-Wl,--wrap=memcpy,--wrap=memmove",
}


def count_copies(
    folder: Path, runner: Runner, given: int | None, scratch: Path, reporter: Reporter
) -> Mapping[str, float]:
    """Bytes of an iteration by actor, of those that copy any. `folder` has a traced program; `given`: iterations, if
    the user says."""
    _, program = build_special(folder, scratch, _FLAGS, reporter)
    iterations = given or iterations_of(program, runner)
    file = scratch / "copies.json"
    reporter.step(f"running {counted(iterations, 'iteration')} of a program that counts the copies of its actors")
    told = runner.figures(Variant(program), iterations, ("--profile", str(file)))
    found = read_json(file, TRACE)["copies"]
    return {entry["actor"]: entry["bytes"] / told["iterations"] for entry in found}
