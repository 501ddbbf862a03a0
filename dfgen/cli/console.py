# SPDX-License-Identifier: Apache-2.0
"""Everything that is printed: results on stdout, all else on stderr; colours and bars only where a terminal is.

What draws bars is imported with the first one.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING

import rich.console
from rich.text import Text

from dfgen.cli.render import render
from dfgen.model.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

DIAGNOSTICS_SHOWN_MAX = 20
"""Shown: of errors or notes, which are counted all the same."""


class OutputLost(Exception):
    """What was printed on stdout did not get where it should."""

    def __init__(self, reason: str | None, *, pipe_closed: bool = False) -> None:
        super().__init__(reason or "unknown reason")
        self.pipe_closed = pipe_closed


class Console:
    """`verbosity` 0 is the usual; below it steps and notes are kept quiet, above it commands and their output show.

    It is a `Reporter` for `dfgen.build`.
    """

    def __init__(self, verbosity: int = 0) -> None:
        self.verbosity = verbosity
        # Python has no stderr where it is closed; what would go there is then lost, and the command works on.
        self._err = _rich(sys.stderr.isatty(), sys.stderr) if sys.stderr is not None else _rich(False, io.StringIO())
        self._bar: Progress | None = None
        self._noted: set[str] = set()
        self._warned: set[Diagnostic] = set()

    def result(self, text: str) -> None:
        """What the user asked for. Characters that the output's encoding does not have are escaped."""
        self._end_bar()
        self.require_output()
        encoding = sys.stdout.encoding or "utf-8"
        shown = text.encode(encoding, "backslashreplace").decode(encoding)
        try:
            sys.stdout.write(shown if shown.endswith("\n") else shown + "\n")
            sys.stdout.flush()
        except OSError as error:
            raise OutputLost(error.strerror, pipe_closed=isinstance(error, BrokenPipeError)) from error

    def require_output(self) -> None:
        """Python has no stdout where it is closed."""
        if sys.stdout is None:
            raise OutputLost("it is closed")

    def file(self, text: str) -> None:
        """A file that the user wants on stdout: UTF-8, whatever the locale."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        self.result(text)

    def styled_result(self, renderable: rich.console.RenderableType) -> None:
        text = io.StringIO()
        _rich(sys.stdout is not None and sys.stdout.isatty(), text).print(renderable)
        self.result(text.getvalue())

    def step(self, text: str) -> None:
        self._end_bar()
        if self.verbosity >= 0:
            self._err.print(Text(f"* {text}", "bold"), soft_wrap=True)

    def note(self, text: str) -> None:
        """Once, though it be found again: some commands compile a graph several times."""
        self._end_bar()
        if self.verbosity >= 0 and text not in self._noted:
            self._noted.add(text)
            self._err.print(Text(f"note: {text}"), soft_wrap=True)

    def command(self, arguments: Sequence[str]) -> None:
        if self.verbosity > 0:
            self._err.print(Text(f"> {shlex.join(arguments)}", "dim"), soft_wrap=True)

    def output(self, line: str) -> None:
        if self.verbosity > 0:
            self._err.print(Text(f"< {line}", "dim"), soft_wrap=True)

    def failure(self, text: str) -> None:
        self._end_bar()
        if self.verbosity <= 0:  # else it has been shown line by line
            self._err.print(Text(text.rstrip("\n")), soft_wrap=True)

    def progress(self, done: int, total: int) -> None:
        if self.verbosity != 0 or not self._err.is_terminal:
            return
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

        if self._bar is None:
            self._bar = self._started_bar(TextColumn("  "), BarColumn(), MofNCompleteColumn())
        self._bar.update(self._bar.task_ids[0], completed=done, total=total)
        if done == total:
            self._end_bar()

    def activity(self, text: str) -> None:
        """What goes on where nobody knows how long it will take."""
        if self.verbosity != 0 or not self._err.is_terminal:
            return
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

        if self._bar is None:
            self._bar = self._started_bar(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._bar.update(self._bar.task_ids[0], description=text)

    def errors(self, diagnostics: Iterable[Diagnostic]) -> None:
        self._diagnostics("error", diagnostics)

    def warnings(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Each once, as notes are."""
        found = [diagnostic for diagnostic in diagnostics if diagnostic not in self._warned]
        self._warned.update(found)
        self._diagnostics("warning", found)

    def message(self, text: str) -> None:
        self._end_bar()
        self._err.print(Text(text), soft_wrap=True)

    def close(self) -> None:
        self._end_bar()

    def _diagnostics(self, severity: str, diagnostics: Iterable[Diagnostic]) -> None:
        self._end_bar()
        shown = list(dict.fromkeys(diagnostics))
        for diagnostic in shown[:DIAGNOSTICS_SHOWN_MAX]:
            self._err.print(render(diagnostic, severity), soft_wrap=True)
        if len(shown) > 1:
            some = (
                f", of which the first {DIAGNOSTICS_SHOWN_MAX} are shown" if len(shown) > DIAGNOSTICS_SHOWN_MAX else ""
            )
            self._err.print(Text(f"{len(shown)} {severity}s{some}"), soft_wrap=True)

    def _started_bar(self, *columns: ProgressColumn) -> Progress:
        from rich.progress import Progress

        bar = Progress(*columns, console=self._err, transient=True)
        bar.add_task("")
        bar.start()
        return bar

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _rich(is_terminal: bool, file: IO[str]) -> rich.console.Console:
    wanted = is_terminal or bool(os.environ.get("FORCE_COLOR"))
    coloured = wanted and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return rich.console.Console(
        file=file,
        color_system="auto" if coloured else None,
        force_terminal=is_terminal,
        highlight=False,
        markup=False,
        emoji=False,
    )
