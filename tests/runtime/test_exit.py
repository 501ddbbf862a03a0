# SPDX-License-Identifier: Apache-2.0
"""An actor that calls exit() is named, and the status is what it asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """\
#include "leave.h"
#include <stdlib.h>

void count(int *next, int *out)
{
    *out = (*next)++;
}

void leave(int at, const int *in)
{
    if (*in == at)
        exit(7);
}
"""
GRAPH = """\
graph leave {
    include "leave.h"; source "leave.c";
    actor count { state next : int32_t; fire count(next, out); out out : int32[1]; }
    actor leave { effect; fire leave(5, in); in in : int32[1]; }
    count.out -> leave.in;
}
"""


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(("iterations", "status"), [(5, 0), (50, 7)])
def test_the_actor_is_named(iterations: int, status: int, cores: int, tmp_path: Path) -> None:
    (tmp_path / "leave.h").write_text("void count(int *next, int *out);\nvoid leave(int at, const int *in);\n")
    (tmp_path / "leave.c").write_text(CODE)
    graph = tmp_path / "leave.sdf"
    graph.write_text(GRAPH)
    command = [sys.executable, "-m", "dfgen", "run", str(graph), "-q", "--cores", str(cores)]
    ran = subprocess.run([*command, "--", "-n", str(iterations)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == status, ran.stderr
    warned = "actor 'leave' (" in ran.stderr and "it calls exit()" in ran.stderr
    assert warned == (status != 0), ran.stderr
