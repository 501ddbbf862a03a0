# SPDX-License-Identifier: Apache-2.0
"""The code blocks of a document, and a shell that runs them.

A block begins with its kind and, for a file, `title="NAME"`. `sh` blocks are run one after another, as in one shell; a
`text` block is what the block before it must have printed, with `...` for lines left out. A block that begins with
spaces stands in a list or a box and is only shown.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGES = "docs/pages"

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    kind: str
    file: str
    text: str

    @property
    def is_wrong(self) -> bool:
        """Whether what it shows is an error: then that is the point of the commands before it."""
        return bool(re.search(r"\berror\b", self.text))


@dataclass
class Shell:
    """Runs commands where the ones before have left off."""

    folder: Path
    environment: dict[str, str]

    def run(self, commands: str) -> subprocess.CompletedProcess[str]:
        script = f"set -e\ntrap 'pwd >\"$WHERE\"' EXIT\n{commands}"
        where = Path(self.environment["WHERE"])
        ended = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.folder = Path(where.read_text().strip())
        return ended

    def follow(self, steps: list[Block]) -> None:
        """Write the files of a document and run its commands, which must print what it shows."""
        for step, following in zip(steps, [*steps[1:], Block("", "", "")]):
            if step.file:
                (self.folder / step.file).write_text(step.text)
            if step.kind != "sh":
                continue
            ended = self.run(step.text)
            shown = following if following.kind == "text" else Block("", "", "")
            assert ended.returncode == int(shown.is_wrong), f"{step.text}\n{ended.stdout}"
            missing = list(lines_not_printed(shown.text, ended.stdout))
            assert not missing, f"{step.text}\ndid not print {missing[0]!r}:\n{ended.stdout}"


def blocks(text: str) -> list[Block]:
    return [Block(kind, file or "", body) for kind, file, body in _BLOCK.findall(text)]


def lines_not_printed(shown: str, printed: str) -> Iterator[str]:
    """Lines of `shown` that `printed` does not have, in the same order."""
    left = iter([line.rstrip() for line in printed.splitlines()])
    for line in shown.splitlines():
        if line != "..." and not any(line.rstrip() == other for other in left):
            yield line
