# SPDX-License-Identifier: Apache-2.0
"""A shell in a terminal, as somebody types into it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import time
from pathlib import Path

_CONTROL = re.compile(
    r"\x1b(?:\[[0-9;?<>=]*[a-zA-Z] | [\]P_^][^\x07\x1b]*(?:\x07|\x1b\\) | [()][AB012] | [=>78]) | [\x00-\x08\x0b-\x1f]",
    re.VERBOSE,
)
"""What moves the cursor, colours text, or asks the terminal something."""


class Terminal:
    """`with Terminal(command, folder) as shell:`; its screen is 200 columns wide, so that lines do not wrap."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._shown = ""
        self._child, self._side = pty.fork()
        if self._child == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {**environment, "TERM": "xterm", "COLUMNS": "200", "LINES": "50"})

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self._child, signal.SIGKILL)
        os.close(self._side)
        os.waitpid(self._child, 0)

    def type(self, text: str) -> None:
        os.write(self._side, text.encode())

    def shows(self, text: str, within_s: float = 30) -> bool:
        """Whether `text` comes to stand on the screen, after what was found there before."""
        end = time.monotonic() + within_s
        while time.monotonic() < end:
            if text in self._shown:
                self._shown = self._shown.split(text, 1)[1]
                return True
            if select.select([self._side], [], [], 0.1)[0]:
                self._take(os.read(self._side, 65536))
        return False

    def _take(self, said: bytes) -> None:
        """As text; shells that ask what terminal this is get the answer of a plain one."""
        if b"\x1b[c" in said or b"\x1b[0c" in said:
            os.write(self._side, b"\x1b[?62c")
        if b"\x1b[6n" in said:
            os.write(self._side, b"\x1b[1;1R")
        self._shown += _CONTROL.sub("", said.decode(errors="replace"))
