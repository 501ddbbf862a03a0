# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while dfgen is still being loaded."""

from __future__ import annotations

import subprocess
import sys

EARLY = """\
import builtins, os, signal
from dfgen.cli import start

load = builtins.__import__

def interrupted(name, *rest, **more):
    if name == "dfgen.cli.main":
        os.kill(os.getpid(), signal.SIGINT)
    return load(name, *rest, **more)

builtins.__import__ = interrupted
start.main()
"""


def test_ctrl_c_before_the_command_begins_is_an_orderly_end() -> None:
    ended = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "dfgen: interrupted\n")
