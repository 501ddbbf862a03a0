# SPDX-License-Identifier: Apache-2.0
"""A library that pkg-config knows brings its headers and what else it is linked with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.csource.linking import require_libraries
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError

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


STEP = """\
graph g {
    include "steps.h"; source "steps.c"; LIBRARY
    type pair = pair;
    actor tell { effect; fire tell(i); in i : pair[1]; }
    actor give { fire give(o); out o : pair[1]; }
    give.o -> tell.i;
}
"""
STEPS_H = """\
#include <step.h>
#ifdef WIDE
typedef struct { double value; } pair;
#else
typedef struct { float value; } pair;
#endif
void give(pair *o);
void tell(const pair *i);
"""
STEPS_C = """\
#include "steps.h"
#include <stdio.h>
void give(pair *o) { o->value = STEP; }
void tell(const pair *i) { printf("%zu %g\\n", sizeof *i, (double)i->value); }
"""


def run_steps(folder: Path, library: str, **environment: str) -> str:
    (folder / "steps.sdf").write_text(STEP.replace("LIBRARY", library))
    (folder / "steps.h").write_text(STEPS_H)
    (folder / "steps.c").write_text(STEPS_C)
    command = [sys.executable, "-m", "dfgen", "run", "-q", str(folder / "steps.sdf"), "--", "-n", "1"]
    own = {**os.environ, "DFGEN_CACHE": str(folder / "cache"), **environment}
    ran = subprocess.run(command, env=own, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture
def versions(tmp_path: Path) -> list[Path]:
    """Two folders, each with another header."""
    folders = [tmp_path / f"v{step}" for step in (1, 100)]
    for folder in folders:
        folder.mkdir()
        (folder / "step.h").write_text(f"#define STEP {folder.name[1:]}\n")
    return folders


def test_a_package_that_changes_is_asked_anew(tmp_path: Path, versions: list[Path]) -> None:
    """It has headers alone, and says what they shall define."""
    if shutil.which("pkg-config") is None:
        pytest.skip("no pkg-config here")
    package = tmp_path / "stepper.pc"

    def run(flags: str, folder: Path = tmp_path) -> str:
        (folder / package.name).write_text(f"Name: stepper\nDescription: steps\nVersion: 1\nCflags: {flags}\nLibs:\n")
        os.utime(folder / package.name)
        return run_steps(tmp_path, 'library "stepper";', PKG_CONFIG_PATH=str(folder))

    one, other = versions
    assert run(f"-I{one}") == "4 1\n"
    assert run(f"-I{other} -DWIDE") == "8 100\n"
    assert run(f"-I{one}", folder=one) == "4 1\n"


def test_what_the_compiler_is_told_by_the_environment(tmp_path: Path, versions: list[Path]) -> None:
    one, other = versions
    assert run_steps(tmp_path, "", C_INCLUDE_PATH=str(one)) == "4 1\n"
    assert run_steps(tmp_path, "", C_INCLUDE_PATH=str(other)) == "4 100\n"
    assert run_steps(tmp_path, "", CFLAGS=f"-DWIDE -O1 -I {one}") == "8 1\n"


def test_a_library_that_cannot_be_looked_for_is_not_missing(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text('graph g { library "m"; actor a { fire a(o); out o : uint8[1] unused; } }\n')
    graph = load_graph(tmp_path / "m.sdf", {})
    compiler = tmp_path / "full-cc"
    compiler.write_text("#!/bin/sh\necho 'fatal error: x.o: No space left on device' >&2\nexit 1\n")
    compiler.chmod(0o755)
    with pytest.raises(UserError) as error:
        require_libraries(graph, replace(find_compiler(), path=compiler))
    (said,) = error.value.diagnostics
    assert (said.id, said.span and said.span.line) == ("machine-short", 1)
    assert "No space left on device" in said.message
