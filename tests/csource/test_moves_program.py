# SPDX-License-Identifier: Apache-2.0
"""The program that watches what functions move (`runtime/trial/moves.c`): what it says of functions that are known."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.csource.trial import MOVING
from dfgen.paths import runtime_dir
from tests.probing import require
from tests.runtime.toolchains import TOOLCHAINS, Toolchain

BODIES: Mapping[str, tuple[str, list[str]]] = {
    "all": ("memcpy(out, in, SIZE);", ["0 0 0 0 70", "all"]),
    "by another name": ("memmove(out + 7, in, 9);", ["0 7 0 0 9", "all"]),
    "in pieces": ("for (volatile int i = 0; i < SIZE; i += 10) memcpy(out + i, in + i, 10);", ["0 0 0 0 70", "all"]),
    "turned round": ("memcpy(out, in + 35, 35); memcpy(out + 35, in, 35);", ["0 0 0 35 35", "0 35 0 0 35", "all"]),
    "two outputs": ("memcpy(out, in, 3); memcpy(more, in, 3);", ["0 0 0 0 3", "1 0 0 0 3", "all"]),
    "nothing": ("", ["all"]),
    "no bytes": ("memcpy(out + SIZE, in, 0);", ["all"]),
    "its own": ("char own[9]; memcpy(own, name, 9); if (own[0] == 'n') memcpy(out, in, 1);", ["0 0 0 0 1", "all"]),
    "looks": ("memcpy(out, in, 1 + (in[0] == 7));", []),
    "writes": ("memcpy(out, in, SIZE); out[3] = 1;", []),
    "clears": ("memset(out, 0, SIZE);", []),
    "looks at a copy": ("char own; memcpy(&own, in, 1);", []),
    "copies its own": ("memcpy(out, name, 2);", []),
    "writes an input": ("memcpy(in, in + 1, 1);", []),
    "reads an output": ("memcpy(out, more, 1);", []),
    "beyond the window": ("memcpy(out + 1, in, SIZE);", []),
    "from beyond": ("memcpy(out, in + 1, SIZE);", []),
    "too often": ("for (int i = 0; i < 5000; i++) memcpy(out, in, 1);", []),
    "ends": ("abort();", []),
    "hangs": ("memcpy(out, in, SIZE); while (*(volatile const char *)name) ;", []),
}

TABLE = """
#include "trial.h"
#include <stdlib.h>
#include <string.h>

#define SIZE 70

static const char name[] = "nameless";
{functions}
static const size_t sizes[] = {{SIZE, SIZE, SIZE}};
const df_trial df_trials[] = {{ {trials} }};
const unsigned df_trial_seconds_max = 1, df_trial_waiting_seconds_max = 60;
"""
FUNCTION = """
static void call_{number}(char **window)
{{
    char *in = window[0], *out = window[1], *more = window[2];
    (void)in, (void)out, (void)more, (void)name;
    {body}
}}
"""

# Address sanitizers have a memcpy of their own, which looks at the bytes.
PLAIN = [toolchain for toolchain in TOOLCHAINS if not toolchain.sanitizer]


@pytest.fixture(scope="module", params=PLAIN, ids=lambda toolchain: toolchain.name)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    toolchain: Toolchain = request.param
    folder, frame = tmp_path_factory.mktemp("moves"), runtime_dir() / "trial"
    numbered = list(enumerate(body for body, _ in BODIES.values()))
    functions = "".join(FUNCTION.format(number=number, body=body) for number, body in numbered)
    trials = ", ".join(f"{{1, 3, sizes, call_{number}}}" for number, _ in numbered)
    (folder / "table.c").write_text(TABLE.format(functions=functions, trials=trials))
    require(*toolchain.command)
    options = ["-std=gnu11", "-fno-builtin", f"-I{frame}", *MOVING.linking]
    sources = [folder / "table.c", frame / MOVING.source]
    subprocess.run([*toolchain.command, *options, *sources, "-o", folder / "moves"], check=True)
    return folder / "moves"


@pytest.mark.parametrize("case", BODIES)
def test_what_is_moved(program: Path, case: str) -> None:
    number = list(BODIES).index(case)
    run = subprocess.run([program, str(number)], capture_output=True, text=True, check=False, timeout=60)
    assert run.stdout.splitlines() == BODIES[case][1]


def test_without_a_number_it_fires_nothing(program: Path) -> None:
    assert subprocess.run([program], check=False).returncode == 2
