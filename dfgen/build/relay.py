# SPDX-License-Identifier: Apache-2.0
"""Hands the standard output of a launcher on to ours. Launchers do not tell whether what they write arrives: where a
disk is full, one ends well with half of it, and where a reader has gone, one crashes."""

from __future__ import annotations

import os
import select
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO

_OUTPUT = 1
_PIECE_BYTES = 1 << 16
_QUIET_MS = 1000
"""Of a launcher that has ended: what still holds its output open, and writes nothing for so long, will not."""


class Relay:
    """`target` is what the launcher must have as its standard output. `error` is what went wrong with ours, if anything
    did; `on_error` is then called once, on a thread of its own."""

    def __init__(self, on_error: Callable[[], None]) -> None:
        self.error: OSError | None = None
        self.target = subprocess.PIPE if _may_fail() else None
        self._on_error = on_error
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, source: IO[bytes] | None) -> None:
        """Of the launcher that was started, its standard output; None if that is ours."""
        if source is not None:
            self._thread = threading.Thread(target=self._hand_on, args=(source,), daemon=True)
            self._thread.start()

    def end(self) -> None:
        """The launcher has ended. Returns once all that it has written is handed on."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _hand_on(self, source: IO[bytes]) -> None:
        incoming = select.poll()
        incoming.register(source, select.POLLIN)
        while True:
            if not incoming.poll(_QUIET_MS):
                if self._ended.is_set():
                    return
                continue
            piece = os.read(source.fileno(), _PIECE_BYTES)
            if not piece:
                return
            if self.error is None:
                self._write(piece)

    def _write(self, piece: bytes) -> None:
        try:
            while piece:
                select.select((), (_OUTPUT,), ())  # whoever has it as well may have set it to refuse what must wait
                with suppress(BlockingIOError):
                    piece = piece[os.write(_OUTPUT, piece) :]
        except OSError as error:  # the rest is read, so that nobody waits for us
            self.error = error
            self._on_error()


def _may_fail() -> bool:
    """Not where it is a terminal, or closed: a launcher then finds that out as any program does."""
    try:
        os.fstat(_OUTPUT)
    except OSError:
        return False
    return not os.isatty(_OUTPUT)
