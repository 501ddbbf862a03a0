# SPDX-License-Identifier: Apache-2.0
"""Serves an editor on standard input and output, until it ends that, or a signal ends dfgen."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from contextlib import suppress

from pygls.io_ import StdoutWriter, run_async
from pygls.lsp.server import LanguageServer
from pygls.protocol import json_rpc

from dfgen.lsp.server import Refusal, make_server
from dfgen.processes import leave_signals_to_the_main_thread

_CHUNK_BYTES = 1 << 16
_LOGGER = logging.getLogger(__name__)


class _Input(asyncio.StreamReader):
    """What the editor has sent. A thread of its own waits for it, which nobody waits for: with the server of pygls the
    end of dfgen waits for the editor's next letter, and the exception of a signal is lost."""

    def __init__(self) -> None:
        super().__init__(sys.maxsize)  # of a line

    async def readexactly(self, n: int) -> bytes:
        """Less where the input ends before; that is then told to be no message."""
        try:
            return await super().readexactly(n)
        except asyncio.IncompleteReadError as ended:
            return ended.partial

    def take_from(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        """All that comes from that file descriptor, in the present thread."""
        leave_signals_to_the_main_thread()
        with suppress(RuntimeError):  # the loop has come to its end
            with suppress(OSError):  # of a terminal that is gone
                while chunk := os.read(number, _CHUNK_BYTES):
                    loop.call_soon_threadsafe(self.feed_data, chunk)
            loop.call_soon_threadsafe(self.feed_eof)


class _WithoutTrace(logging.Filter):
    """What is no message of the protocol is the editor's mistake: one line says which, and the next one is read."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.msg == "Unable to handle message" and error is not None:
            record.msg = f"dfgen lsp: skipped what is no message of the Language Server Protocol: {error}"
            record.exc_info = None
        return True


class _WithoutRefusals(logging.Filter):
    """pygls logs each exception of a handler with its trace, also those that are answers."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], Refusal)


def serve() -> None:
    """Raises `SystemExit` when the editor asks for the end, and what the handlers of signals raise."""
    _LOGGER.addFilter(_WithoutTrace())
    logging.getLogger(json_rpc.__name__).addFilter(_WithoutRefusals())
    server = make_server()
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    asyncio.run(_answer_all(server))


async def _answer_all(server: LanguageServer) -> None:
    given = _Input()
    source = (sys.stdin.fileno(), asyncio.get_running_loop())
    threading.Thread(target=given.take_from, args=source, daemon=True).start()
    await run_async(threading.Event(), given, server.protocol, _LOGGER, server.report_server_error)
