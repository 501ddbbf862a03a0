# SPDX-License-Identifier: Apache-2.0
"""Runs of programs whose figures are read: once, as often as is needed, and in turn with another program."""

from __future__ import annotations

import hashlib
import math
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from dfgen.build.launcher import find_launcher, launch_command, launcher_environment
from dfgen.build.reporter import Reporter
from dfgen.build.run import program_command
from dfgen.model.diagnostics import Note, UserError, fail
from dfgen.model.dumps import counted
from dfgen.model.frozen import frozen
from dfgen.model.shape import load_json
from dfgen.processes import SHORTAGES, run_program
from dfgen.profile.comparison import PAIRS_MOST, Comparison, Verdict, decide
from dfgen.profile.shapes import FIGURES

RUN_LEAST_NS = 200_000_000
ITERATIONS_MOST = 10**12
GROWTH_MOST = 100
SLOWER_MOST = 20
LIMIT_LEAST_S = 10.0
LINES_SHOWN = 5
CHOOSES, MEASURES = "DFGEN_TRANSFER", "DFGEN_MEASURE"
UNPACED = {"DFGEN_PACE": "0"}
"""What programs can do is measured, not how long they wait for the times of their firings."""
FAILURES = ("run-failed", "run-too-long")


@frozen
class Variant:
    """A program to run, what its environment says beyond ours, and the command that shall run it, if any. `hosts`: of
    the nodes that it runs on, where there are several."""

    program: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    wrapper: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()

    def command(self, arguments: Sequence[str]) -> list[str]:
        """What starts it. Raises `UserError` (tool-missing)."""
        if not self.hosts:
            return [*self.wrapper, str(self.program), *arguments]
        whole = self.program.absolute()
        return launch_command(find_launcher(whole.parent), [str(whole), *arguments], self.hosts)

    @property
    def whole_environment(self) -> dict[str, str]:
        ours = launcher_environment() if self.hosts else os.environ
        kept = {name: value for name, value in ours.items() if name not in (CHOOSES, MEASURES)}
        return {**kept, **UNPACED, **self.environment}


@frozen
class Sample:
    """The figures of a run. `written`: measured fractions of the pages of windows that readers write, by FIFO."""

    elapsed_ns: int
    iterations: int
    cores: int
    written: Mapping[str, float] = field(default_factory=dict)

    @property
    def iteration_ns(self) -> float:
        return self.elapsed_ns / self.iterations


Run = Callable[[], Sample]


class Budget:
    """Time that runs out."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock, self._end = clock, clock() + seconds

    @property
    def is_over(self) -> bool:
        return self._clock() >= self._end


class Runner:
    """Runs variants in the folder `where` (by default the present one), with `options` for their actors; `folder` takes
    the files in between."""

    def __init__(
        self, folder: Path, options: Sequence[str], limit_s: float, reporter: Reporter, where: Path | None = None
    ) -> None:
        self._folder, self._options, self._reporter, self._where = folder, options, reporter, where
        self._limit_s = limit_s

    def limit_to_multiple_of(self, sample_s: float) -> None:
        """From now on, runs are given up that take much longer than this one."""
        self._limit_s = max(LIMIT_LEAST_S, SLOWER_MOST * sample_s)

    def run(self, variant: Variant, iterations: int) -> Sample:
        """Raises `UserError` (run-failed, run-too-long)."""
        return sample_of(self.figures(variant, iterations))

    def printed(self, variant: Variant, iterations: int) -> str:
        """A digest of what the program prints on its standard output. Raises the same."""
        printed = self._folder / "printed"
        self.figures(variant, iterations, printed=printed)
        digest = hashlib.sha256(printed.read_bytes()).hexdigest()
        printed.unlink()
        return digest

    def figures(
        self, variant: Variant, iterations: int, flags: Sequence[str] = (), printed: Path = Path(os.devnull)
    ) -> dict[str, Any]:
        """What the program tells of a run with more `flags`; of an iteration at least. `printed` takes its standard
        output. Raises the same."""
        report, said = self._folder / "figures.json", self._folder / "said.txt"
        report.unlink(missing_ok=True)
        program, *rest = program_command(variant.program, iterations=iterations, options=self._options, quiet=True)
        command = variant.command(["--json", str(report), *flags, *rest])
        self._reporter.command([*(f"{name}={value}" for name, value in variant.environment.items()), *command])
        try:
            with said.open("wb") as stderr, printed.open("wb") as stdout:
                ended = run_program(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=stdout,
                    stderr=stderr,
                    env=variant.whole_environment,
                    cwd=self._where,
                    timeout=self._limit_s,
                )
        except OSError as error:
            if error.errno in SHORTAGES:
                raise
            hint = "Programs are built in the folder that TMPDIR names, where they must be allowed to run."
            raise fail("run-failed", f"cannot start '{program}': {error.strerror}", None, hint) from error
        except subprocess.TimeoutExpired as error:
            raise self._too_long(variant, iterations) from error
        if ended.returncode != 0:
            raise _failed(variant, _how(ended.returncode), said)
        return read_figures(variant, report, said)

    def _too_long(self, variant: Variant, iterations: int) -> UserError:
        what = counted(iterations, "iteration")
        message = f"'{variant.program.name}' was stopped: {what} took more than {self._limit_s:.0f} s"
        hint = "Ask for fewer iterations with -n or allow more time with --seconds, unless an actor waits for ever."
        return fail("run-too-long", message, None, hint)


def _how(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was ended by {names.get(-status, f'signal {-status}')}"


def _failed(variant: Variant, how: str, said: Path) -> UserError:
    lines = [line for line in said.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    notes = [Note(f"it said: {line}") for line in _telling(lines)]
    hint = "Try it with 'dfgen run'; options of the program, such as its input files, follow '--'."
    return fail("run-failed", f"'{variant.program.name}' {how}, so it cannot be measured", None, hint, notes)


def _telling(lines: Sequence[str]) -> Sequence[str]:
    """The last ones, unless all errors stand above them: launchers add a page of their own to each."""
    last, errors = lines[-LINES_SHOWN:], [line for line in lines if line.startswith("error: ")]
    return last if not errors or set(errors) & set(last) else errors[-LINES_SHOWN:]


def read_figures(variant: Variant, report: Path, said: Path) -> dict[str, Any]:
    """Those in `report`, which a program has left that said what is in `said`. Raises `UserError` (run-failed)."""
    try:
        figures: dict[str, Any] = load_json(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise _failed(variant, "ended without telling its figures", said) from None
    if FIGURES(figures):
        raise _failed(variant, "tells no figures that this dfgen reads", said)
    if figures["iterations"] == 0:
        raise _failed(variant, "ended without an iteration", said)
    return figures


def sample_of(figures: Mapping[str, Any]) -> Sample:
    """Of what a program told."""
    written = {
        view["name"]: float(view["written_fraction"])
        for view in figures.get("fifos", ())
        if view.get("written_fraction") is not None
    }
    return Sample(max(1, figures["elapsed_ns"]), figures["iterations"], figures["cores"], written)


def enough_iterations(run: Callable[[int], Sample]) -> tuple[int, Sample]:
    """A number of iterations with which a run is long enough to be measured, or ends by itself; and such a run."""
    iterations = 1
    while True:
        sample = run(iterations)
        is_long = sample.elapsed_ns >= RUN_LEAST_NS or sample.iterations < iterations
        if is_long or iterations >= ITERATIONS_MOST:
            return iterations, sample
        growth = 1.25 * RUN_LEAST_NS / sample.elapsed_ns
        iterations = math.ceil(iterations * min(GROWTH_MOST, max(2, growth)))


def compare(before: Run, after: Run, budget: Budget, reporter: Reporter) -> Comparison:
    """Run both in turn until the verdict is clear or the time is over; then it may be open. One pair is always run."""
    pairs: list[tuple[float, float]] = []
    while True:
        if len(pairs) % 2 == 0:
            first = before().iteration_ns
            pairs.append((first, after().iteration_ns))
        else:  # the other way round, so that none of the two always runs in the wake of the other
            first = after().iteration_ns
            pairs.append((before().iteration_ns, first))
        reporter.progress(len(pairs), PAIRS_MOST)
        found = decide(pairs)
        if found.verdict is not Verdict.OPEN or budget.is_over:
            return found
