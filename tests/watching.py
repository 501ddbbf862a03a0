# SPDX-License-Identifier: Apache-2.0
"""A reporter that keeps what it is told."""

from __future__ import annotations

from collections.abc import Sequence

from dfgen.build.reporter import Silence


class Watcher(Silence):
    def __init__(self) -> None:
        self.steps: list[str] = []
        self.commands: list[tuple[str, ...]] = []
        self.failures: list[str] = []
        self.seen: list[tuple[int, int]] = []
        """Of progress: so much is done of how much."""

    def step(self, text: str) -> None:
        self.steps.append(text)

    def command(self, arguments: Sequence[str]) -> None:
        self.commands.append(tuple(arguments))

    def failure(self, text: str) -> None:
        self.failures.append(text)

    def progress(self, done: int, total: int) -> None:
        self.seen.append((done, total))
