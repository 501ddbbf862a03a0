# SPDX-License-Identifier: Apache-2.0
"""What programs of PREESM projects have beside the runtime: the variable that asks for the end, and MD5 sums."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
from pathlib import Path

import pytest

from dfgen.paths import runtime_dir
from tests.probing import require

STOPPING = """
#include <stdio.h>
#include <stdlib.h>
#include "df/preesm.h"
void df_stop(void);
void df_stop(void) { puts("stop"); }
int main(void)
{
    const char *renderer = getenv("SDL_RENDER_DRIVER");
    df_preesm_look();
    puts(renderer ? renderer : "none");
    preesmStopThreads = 1;
    df_preesm_look();
    preesmStopThreads = 0;
    df_preesm_look();
    stopThreads = 1;
    df_preesm_look();
    return 0;
}
"""
SUMS = """
#include <stdio.h>
#include "preesm/preesm_md5.h"
int main(int count, char **words)
{
    static unsigned char bytes[1 << 16];
    unsigned char sum[16];
    size_t size = fread(bytes, 1, sizeof bytes, stdin), step = 0;
    PREESM_MD5_CTX context;
    PREESM_MD5_Init(&context);
    for (size_t at = 0; at < size; at += step) {
        step = step * 5 % 61 + 1;
        PREESM_MD5_Update(&context, bytes + at, at + step < size ? step : size - at);
    }
    PREESM_MD5_Final(sum, &context);
    for (int i = 0; i < 16; i++)
        printf("%02x", sum[i]);
    return count == 1 && words[0] == NULL;
}
"""


FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined")


def built(folder: Path, code: str, compiler: str, source: str) -> Path:
    (folder / "test.c").write_text(code)
    runtime = runtime_dir()
    command = [compiler, *FLAGS]
    require(*command)
    sources = [folder / "test.c", runtime / "src" / source]
    subprocess.run([*command, f"-I{runtime / 'include'}", *sources, "-o", folder / "test"], check=True)
    return folder / "test"


@pytest.mark.parametrize(
    ("given", "renderer"),
    [
        ({}, "none"),
        ({"SDL_VIDEODRIVER": "dummy"}, "software"),
        ({"SDL_VIDEODRIVER": "x11"}, "none"),
        ({"SDL_VIDEODRIVER": "dummy", "SDL_RENDER_DRIVER": "mine"}, "mine"),
    ],
)
def test_the_variable_and_the_renderer(tmp_path: Path, given: dict[str, str], renderer: str) -> None:
    program = built(tmp_path, STOPPING, "cc", "preesm.c")
    others = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    done = subprocess.run([program], env={**others, **given}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [renderer, "stop", "stop"]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_sums_are_those_of_rfc_1321(tmp_path: Path, compiler: str) -> None:
    program = built(tmp_path, SUMS, compiler, "preesm_md5.c")
    source = random.Random(5)
    for size in (0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 65536):
        data = source.randbytes(size)
        done = subprocess.run([program], input=data, capture_output=True, check=True)
        assert done.stdout.decode() == hashlib.md5(data, usedforsecurity=False).hexdigest()
