# SPDX-License-Identifier: Apache-2.0
"""Copies whose sizes gcc knows are left to the C library."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.toolchain import find_compiler
from dfgen.pipeline import CompileOptions, compile_graph

GRAPH = """graph known {
    include "known.h"; source "known.c";
    actor give { fire give(o); out o : uint8[512]; }
    actor turn { fire turn(i, o); in i : uint8[512]; out o : uint8[512]; }
    actor tell { fire tell(i); io; in i : uint8[512]; }
    give.o -> turn.i;
    turn.o -> tell.i;
}
"""
HEADER = """#include <stdint.h>
void give(uint8_t *o);
void turn(const uint8_t *i, uint8_t *o);
void tell(const uint8_t *i);
"""
SOURCE = """#include "known.h"
#include <stdio.h>
#include <string.h>
void give(uint8_t *o) { memset(o, 7, 512); }
void turn(const uint8_t *i, uint8_t *o) { memset(o, 0, 512); memcpy(o, i, 500); }
void tell(const uint8_t *i) { printf("%d %d\\n", i[499], i[500]); }
"""


def built(folder: Path) -> Path:
    (folder / "known.h").write_text(HEADER)
    (folder / "known.c").write_text(SOURCE)
    (folder / "known.sdf").write_text(GRAPH)
    write_folder(folder / "out", compile_graph(folder / "known.sdf", CompileOptions(cores=1)).files)
    return build_folder(folder / "out", native=False)


def is_gnu_for_x86() -> bool:
    return platform.machine() in ("x86_64", "AMD64") and "clang" not in find_compiler().path.resolve().name


@pytest.mark.parametrize("cflags", ["", "-mmemset-strategy=rep_8byte:-1:noalign"])
def test_the_library_clears_and_copies_unless_the_user_says_otherwise(
    cflags: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if cflags and not is_gnu_for_x86():
        pytest.skip("the option is of gcc for x86")
    monkeypatch.setenv("CFLAGS", cflags)
    binary = built(tmp_path)
    done = subprocess.run([binary, "-n", "2"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[:2] == ["7 0", "7 0"]
    if shutil.which("objdump") is None or not is_gnu_for_x86():
        pytest.skip("no objdump, or no gcc for x86")
    code = subprocess.run(["objdump", "-d", str(binary)], capture_output=True, text=True, check=True).stdout
    cores = "".join(re.findall(r"<known_(?:core|steps)_0[^>]*>:.*?\n\n", code, re.DOTALL))
    assert "ret" in cores
    assert ("rep stos" in cores) == bool(cflags)
    assert "rep movs" not in cores
