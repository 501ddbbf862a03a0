# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while dfgen is still being loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_what_was_printed_is_there_though_the_end_comes_at_once(tmp_path: Path) -> None:
    """Python takes nothing apart then; who watches it is left his own end."""
    took_apart = "import atexit, sys\natexit.register(print, 'took apart')\nsys.argv[1:] = ['completion', 'bash']\n"
    start = "from dfgen.cli import start\nsys.exit(start.main())"
    for watching in ("", "sys.setprofile(lambda *_: None)\n"):
        with (tmp_path / "told").open("w+") as told:
            command = [sys.executable, "-c", took_apart + watching + start]
            ended = subprocess.run(command, stdout=told, stderr=subprocess.PIPE, text=True, check=False)
            told.seek(0)
            text = told.read()
        assert (ended.returncode, ended.stderr) == (0, "")
        assert text.startswith("_dfgen() {")
        assert ("took apart" in text) is bool(watching)
