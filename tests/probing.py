# SPDX-License-Identifier: Apache-2.0
"""Whether a C compiler is of use here with the very flags that a test gives it.

That a compiler is installed says little: the libraries of its sanitizers and of link-time optimisation come in packages
of their own, and not every machine runs what they make.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

PROGRAM = """\
#include <stdint.h>
#include <string.h>
int main(int count, char **words) { return count < 1 || strlen(words[0]) > INT32_MAX; }
"""


@cache
def unusable(*command: str) -> str:
    """Why this compiler with these flags makes no program that runs; empty if it does."""
    return _refusal(command, ([*command, "probe.c", "-o", "probe"], ["./probe"]))


@cache
def cannot_compile(*command: str) -> str:
    """The same where no program is made, as for another machine."""
    return _refusal(command, ([*command, "-c", "probe.c"],))


def require(*command: str) -> None:
    """Skip the test where its compiler is of no use with these flags."""
    reason = unusable(*command)
    if reason:
        pytest.skip(reason)


def _refusal(command: tuple[str, ...], steps: tuple[list[str], ...]) -> str:
    if shutil.which(command[0]) is None:
        return f"{command[0]} is not installed"
    with tempfile.TemporaryDirectory(prefix="dfgen_probe_") as folder:
        (Path(folder) / "probe.c").write_text(PROGRAM, encoding="utf-8")
        for step in steps:
            ended = subprocess.run(step, cwd=folder, capture_output=True, text=True, check=False)
            if ended.returncode != 0:
                what = "cannot link" if step is steps[0] else "makes programs that do not run"
                return f"{shlex.join(command)} {what} here: {_first_line(ended.stderr)}"
    return ""


def _first_line(text: str) -> str:
    """What was missing comes first; what follows from it after that."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "no reason is told")
