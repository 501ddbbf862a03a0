# SPDX-License-Identifier: Apache-2.0
"""A library that pkg-config knows brings its headers and what else it is linked with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GRAPH = """\
graph g {
    include "take.h", "alone.h"; source "take.c"; library "thing";
    actor take { effect; state; fire take(i); in i : uint8[1]; }
    actor give { fire give(o); out o : uint8[1]; }
    give.o -> take.i;
}
"""
TAKE = """\
#include "take.h"
#include <stdio.h>
#include <thing.h>
void give(uint8_t *o) { *o = 2; }
void take(const uint8_t *i) { printf("%d\\n", thing(*i)); }
"""


def test_headers_and_libraries_of_a_package(tmp_path: Path) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("no pkg-config here")
    package = tmp_path / "a package"
    package.mkdir()
    (package / "thing.h").write_text("int thing(int number);\n")
    (package / "part.c").write_text("int thing(int number) { return number + 40; }\n")
    subprocess.run(["cc", "-c", "-fPIC", "part.c"], cwd=package, check=True)
    subprocess.run(["ar", "rcs", "libpart_of_thing.a", "part.o"], cwd=package, check=True)
    place = str(package).replace(" ", "\\ ")
    (package / "thing.pc").write_text(
        f"Name: thing\nDescription: a thing\nVersion: 1\nCflags: -I{place}\nLibs: -L{place} -lpart_of_thing\n"
    )
    (tmp_path / "take.h").write_text("#include <stdint.h>\nvoid give(uint8_t *o);\nvoid take(const uint8_t *i);\n")
    (tmp_path / "take.c").write_text(TAKE)
    (tmp_path / "alone.h").write_text("#include <thing.h>\n")
    (tmp_path / "g.sdf").write_text(GRAPH)
    command = [sys.executable, "-m", "dfgen", "run", "-q", str(tmp_path / "g.sdf"), "--", "-n", "1"]
    environment = {**os.environ, "PKG_CONFIG_PATH": str(package), "DFGEN_CACHE": str(tmp_path / "cache")}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stdout) == (0, "42\n"), ran.stderr
    environment["PKG_CONFIG_PATH"] = str(tmp_path)
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 1
    assert "error[library-missing]" in ran.stderr
