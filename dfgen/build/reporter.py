# SPDX-License-Identifier: Apache-2.0
"""What long work tells whoever watches it; the command line prints it, everybody else may stay silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reporter(Protocol):
    def step(self, text: str) -> None:
        """A new part of the work begins."""

    def command(self, arguments: Sequence[str]) -> None:
        """A program is about to be started."""

    def output(self, line: str) -> None:
        """That program printed a line."""

    def failure(self, text: str) -> None:
        """That program failed, and this is all that it printed about it."""

    def progress(self, done: int, total: int) -> None:
        """So much of the present step is done."""


class Silence:
    """A reporter that drops everything."""

    def step(self, text: str) -> None:
        pass

    def command(self, arguments: Sequence[str]) -> None:
        pass

    def output(self, line: str) -> None:
        pass

    def failure(self, text: str) -> None:
        pass

    def progress(self, done: int, total: int) -> None:
        pass


SILENCE: Reporter = Silence()
