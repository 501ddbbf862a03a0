# SPDX-License-Identifier: Apache-2.0
"""The entry of the command, and its end. It loads little, so that Ctrl-C ends dfgen as it should from nearly the first
moment on."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def leave(number: int, frame: FrameType | None) -> None:
    """The handler of SIGINT until the command begins: nothing has been made that would have to be removed."""
    os.write(2, b"dfgen: interrupted\n")
    os._exit(INTERRUPTED)


def main() -> int:
    """Run the command of this process and give its exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from dfgen.cli.main import main as run

    status = run()
    _leave_at_once(status)
    return status


def _leave_at_once(status: int) -> None:
    """All that was begun has ended by now. Python would take apart what it holds, which takes a tenth of a second where
    that is a large graph. Nothing is done for those who watch Python itself, and want to tell what they have seen."""
    if sys.gettrace() is not None or sys.getprofile() is not None:
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
    except OSError:
        return  # Python says so
    os._exit(status)
