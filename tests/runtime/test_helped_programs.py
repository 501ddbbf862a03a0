# SPDX-License-Identifier: Apache-2.0
"""Compiled programs whose cores help each other give the same bytes, and each firing is run once."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.mapping.helping import HELPING
from dfgen.pipeline import CompileOptions, compile_graph

DECLARED = """\
#include <stdint.h>
void give(uint32_t *next, uint32_t *out);
void mix(const uint32_t *in, uint32_t *out);
void take(const uint32_t *in);
"""
CODE = """\
#include "helped.h"
#include <stdio.h>

void give(uint32_t *next, uint32_t *out)
{
    for (int i = 0; i < 24; i++)
        out[i] = (*next)++;
}

void mix(const uint32_t *in, uint32_t *out)
{
    uint32_t value = in[0] + 2 * in[1];
    for (int i = 0; i < 20000; i++)
        value = value * 1664525 + 1013904223;
    *out = value;
}

void take(const uint32_t *in)
{
    for (int i = 0; i < 12; i++)
        printf("%u\\n", in[i]);
}
"""
GRAPH = """\
graph helped {
    include "helped.h"; source "helped.c";
    actor give { state next : uint32; fire give(next, out); time 1us; out out : uint32[24]; }
    actor mix { fire mix(in, out); time 20us; in in : uint32[2]; out out : uint32[1]; }
    actor take { effect; state; fire take(in); time 1us; in in : uint32[12]; }
    give.out -> mix.in; mix.out -> take.in;
}
"""
ITERATIONS, FIRINGS = 40, 12


def expected() -> str:
    """All steps of a firing are one of this form, too."""
    factor, summand = 1, 0
    for _ in range(20000):
        factor, summand = factor * 1664525 % 2**32, (summand * 1664525 + 1013904223) % 2**32
    values = ((6 * firing + 2) * factor + summand for firing in range(ITERATIONS * FIRINGS))
    return "".join(f"{value % 2**32}\n" for value in values)


def program_of(folder: Path, cores: int, helping: str, trace: bool) -> Path:
    (folder / "helped.h").write_text(DECLARED)
    (folder / "helped.c").write_text(CODE)
    (folder / "helped.sdf").write_text(GRAPH)
    made = compile_graph(folder / "helped.sdf", CompileOptions(cores=cores, helping=helping, trace=trace))
    assert any(b"df_run_helped(" in text for name, text in made.files.items() if name.startswith("src/")) == (
        helping != "none"
    )
    write_folder(folder / "made", made.files)
    return build_folder(folder / "made", native=False)


def ran(program: Path, *arguments: str | Path) -> str:
    command = [program, "-q", "-n", str(ITERATIONS), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.parametrize("cores", [2, 3])
@pytest.mark.parametrize("helping", HELPING)
def test_the_bytes_are_the_same(cores: int, helping: str, tmp_path: Path) -> None:
    assert ran(program_of(tmp_path, cores, helping, trace=False)) == expected()


@pytest.mark.parametrize("cores", [2, 3])
def test_each_firing_is_marked_once_on_the_core_that_runs_it(cores: int, tmp_path: Path) -> None:
    profile = tmp_path / "profile.json"
    assert ran(program_of(tmp_path, cores, "all", trace=True), "--profile", profile) == expected()
    counts: Counter[str] = Counter()
    for core in json.loads(profile.read_text(encoding="utf-8"))["cores"]:
        counts.update({point["name"]: point["count"] for point in core["points"] if point["kind"] == "actor"})
    assert counts == {"give": ITERATIONS, "mix": ITERATIONS * FIRINGS, "take": ITERATIONS}
