# SPDX-License-Identifier: Apache-2.0
"""Builds the calibration program (`runtime/calibrate`) with the user's compiler, runs it and keeps what it found."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dfgen import processes
from dfgen.build.engine_figures import engine_cost_of, with_engine
from dfgen.build.engine_objects import LOADING, compiled_engine
from dfgen.build.figures import Calibration, calibration_of
from dfgen.build.reporter import SILENCE, Reporter
from dfgen.csource.toolchain import Compiler, find_compiler, run_compiler
from dfgen.machine.constants import OWN_STRIP_BYTES
from dfgen.memory.strategies import kernels
from dfgen.memory.strategies.engines import ENGINES
from dfgen.memory.strategies.engines.thread import THREAD
from dfgen.model.calibration import calibration_file
from dfgen.model.costs import SHIPPED
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.output_files import write_atomically
from dfgen.model.platform import CALIBRATION, SCHEMA, Platform, host_platform
from dfgen.paths import runtime_dir

SECONDS_MAX = 55
BYTES_MAX = 64 * 1024**2

# On a machine that is busy with other things the shortest calibration takes longer than asked for; a program that takes
# so long hangs.
SLOW_FACTOR, START_S = 3, 120

_FLAGS = ("-std=c11", "-O3", "-DNDEBUG", "-pthread")
_NATIVE = ("-march=native", "-mcpu=native")
# Of the time, for all engines together.
ENGINES_SHARE = 0.25
# The kernels that are measured, as the program's source wants them.
_KERNELS = "-DDF_CALIBRATED_KERNELS=" + " ".join(f"X({kernel}, {function})" for kernel, function in kernels().items())
# The pieces in which a reader takes over the lines of its windows.
_STRIPS = f"-DDF_CALIBRATED_STRIP_BYTES={OWN_STRIP_BYTES.value}"
_ENOUGH = "Free some memory, or close other programs, and try again."


def calibrate(seconds: int, reporter: Reporter = SILENCE) -> Calibration:
    """Measure this machine for about so long."""
    platform = host_platform()
    with tempfile.TemporaryDirectory(prefix="dfgen-calibrate-") as folder:
        reporter.step("building the calibration program")
        compiler = find_compiler()
        program = build_program(Path(folder), compiler, reporter)
        engines_s = max(1, round(seconds * ENGINES_SHARE))
        reporter.step(f"measuring copies, views, faults and cores for {seconds} s; other programs would disturb")
        found = calibration_of(run_program(program, platform, seconds - engines_s, reporter), SHIPPED)
        return with_engines(found, program, platform, engines_s, reporter)


def with_engines(
    found: Calibration, program: Path, platform: Platform, seconds: float, reporter: Reporter
) -> Calibration:
    """With the costs of the engines that can be used here."""
    costs, unusable, smoothed = [], list[str](), list(found.smoothed)
    shape = _shape(platform, seconds / len(ENGINES))
    for name in ENGINES:
        reporter.step(f"measuring engine '{name}'")
        environment = environment_of({**shape, "DFGEN_CALIBRATE_ENGINE": name, "DFGEN_ENGINE_RESTS": 0})
        try:
            figures = measured_by([str(program)], environment, seconds * SLOW_FACTOR + START_S, "", SILENCE)
        except UserError:
            figures = {}
        if figures:
            costs.append(engine_cost_of(name, figures, smoothed))
        else:
            unusable.append(name)
    thread = next((cost for cost in costs if cost.name == THREAD.name), None)
    if thread is not None:
        found = dataclasses.replace(found, costs=with_engine(found.costs, thread))
    return dataclasses.replace(found, engines=tuple(costs), unusable=tuple(unusable), smoothed=tuple(smoothed))


def build_program(
    folder: Path, compiler: Compiler, reporter: Reporter = SILENCE, program_of: Path | None = None
) -> Path:
    """Compile it, or the program of another folder, with all of the runtime and the engines whose packages are here,
    for this very processor where the compiler can."""
    runtime = runtime_dir()
    common = [*_FLAGS, f"-I{runtime / 'include'}"]
    found = (compiled_engine(e, folder, compiler, common, reporter) for e in ENGINES.values() if e.packages)
    engines = [each for each in found if each is not None]
    left_out = {"guard.c", *(each.source for each in engines)}
    sources = sorted([*(program_of or runtime / "calibrate").glob("*.c"), *(runtime / "src").glob("*.c")])
    files = [str(source) for source in sources if source.name not in left_out]
    libraries = [library for each in engines for library in each.libraries]
    program = folder / "calibrate"
    done = None
    for native in (*_NATIVE, ""):
        flags = [
            *common,
            _KERNELS,
            _STRIPS,
            *([native] if native else []),
            *files,
            *(str(each.file) for each in engines),
            "-o",
            str(program),
            *libraries,
            *LOADING,
        ]
        reporter.command((*compiler.command, *flags))
        done = run_compiler(compiler, flags, program.parent)
        if done.succeeded:
            return program
    assert done is not None
    reporter.failure(done.stderr)
    raise fail("c-compile", "the calibration program does not compile", None, "Name another compiler in CC.")


def run_program(
    program: Path, platform: Platform, seconds: float, reporter: Reporter = SILENCE
) -> dict[str, dict[int, list[float]]]:
    """Its figures by name and bytes, one a round."""
    environment = environment_of(_shape(platform, seconds))
    return measured_by([str(program), "-q"], environment, seconds * SLOW_FACTOR + START_S, _ENOUGH, reporter)


def _shape(platform: Platform, seconds: float) -> dict[str, object]:
    return {
        "DFGEN_CALIBRATE_CORES": min(2, platform.core_count),
        "DFGEN_CALIBRATE_SECONDS": max(1, int(seconds)),
        "DFGEN_CALIBRATE_BYTES": min(BYTES_MAX, platform.memory_bytes // 32 // 4096 * 4096),
        "DFGEN_CALIBRATE_L2": platform.l2_bytes,
    }


def environment_of(shape: Mapping[str, object]) -> dict[str, str]:
    """The user's, with this and no other word for the program."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DFGEN_")}
    return kept | {name: str(value) for name, value in shape.items()}


def measured_by(
    command: Sequence[str], environment: Mapping[str, str], limit_s: float, hint: str, reporter: Reporter
) -> dict[str, dict[int, list[float]]]:
    """The figures that a program prints, by name and bytes, one a round. Raises `UserError` (run-failed) with
    the hint."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as messages, processes.program(
        list(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages, text=True, env=environment
    ) as process:  # fmt: skip
        assert process.stdout is not None
        deadline = threading.Timer(limit_s, processes.end, [process])
        deadline.start()
        try:
            figures = read_figures(process.stdout, reporter)
        finally:
            deadline.cancel()
        if process.wait() != 0:
            messages.seek(0)
            reporter.failure(messages.read())
            raise fail("run-failed", "the calibration program failed", None, hint)
    return figures


def read_figures(lines: Iterable[str], reporter: Reporter) -> dict[str, dict[int, list[float]]]:
    """The lines that the program prints, as they come."""
    figures: dict[str, dict[int, list[float]]] = {}
    for line in lines:
        item = json.loads(line)
        if "progress" in item:
            reporter.progress(round(100 * item["progress"]), 100)
        else:
            figures.setdefault(item["name"], {}).setdefault(item["bytes"], []).append(item["ns"])
    return figures


def to_json(calibration: Calibration) -> dict[str, Any]:
    """What is kept: a platform file with nothing but costs, and where they come from."""
    made = ("costs", "engines")
    origin = {name: value for name, value in dataclasses.asdict(calibration).items() if name not in made}
    engines = {engine.name: engine.to_json() for engine in calibration.engines}
    return {"schema": SCHEMA, CALIBRATION: origin, "costs": calibration.costs.to_json(), "engines": engines}


def require_cache() -> None:
    """Raise `UserError` if what is measured could not be kept."""
    folder = calibration_file().parent
    with _told():
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()


def store(calibration: Calibration) -> Path:
    """Keep it for the platform `host`."""
    file = calibration_file()
    with _told():
        write_atomically(file, (json.dumps(to_json(calibration), indent=1) + "\n").encode())
    return file


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"cannot write to the cache folder '{calibration_file().parent}': {error.strerror}"
        raise fail("file-unwritable", message, None, "Name another folder in DFGEN_CACHE.") from error
