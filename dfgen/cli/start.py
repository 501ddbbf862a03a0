# SPDX-License-Identifier: Apache-2.0
"""The entry of the command. It loads little, so that Ctrl-C ends dfgen as it should from nearly the first moment on."""

from __future__ import annotations

import os
import signal
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

    return run()
