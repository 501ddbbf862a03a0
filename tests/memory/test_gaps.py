# SPDX-License-Identifier: Apache-2.0
"""What slices behind a broadcast read beyond their input: zeros at the ends of the buffer that all share."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import Workbench, run
from tests.planning import SHORT, graph_of, planned

ITERATIONS = 3

# Of an image of 4096 bytes `blur` sees four parts, each with 8 bytes more, before it or behind.
GRAPH = """\
graph halo {
  include "halo.h"; source "halo.c";
  actor noise { fire noise(seed, out); state seed : uint32; out out : uint8[1024]; }
  broadcast both { in in : uint8[4096]; out cut : uint8[4096]; out whole : uint8[4096]; }
  slice parts { in in : uint8[4096]; out out : uint8[4][1032] from START step 1024; }
  actor blur { fire blur(in, out); in in : uint8[1032]; out out : uint8[1024]; }
  actor sum { fire sum(in, out); in in : uint8[4096]; out out : uint32[1]; }
  actor widen { fire widen(in, out); in in : uint8[4096]; out out : uint8[16384]; }
  actor show { fire show(wide, total); in wide : uint8[16384]; in total : uint32[1]; effect; }
  noise.out -> both.in;
  both.cut -> parts.in;
  both.whole -> sum.in;
  parts.out -> blur.in;
  blur.out -> widen.in;
  widen.out -> show.wide;
  sum.out -> show.total;
}
"""
HEADER = """\
#include <stdint.h>
void noise(uint32_t *seed, uint8_t *out);
void blur(const uint8_t *in, uint8_t *out);
void sum(const uint8_t *in, uint32_t *out);
void widen(const uint8_t *in, uint8_t *out);
void show(const uint8_t *wide, const uint32_t *total);
"""
SOURCE = """\
#include "halo.h"
#include <stdio.h>

void noise(uint32_t *seed, uint8_t *out)
{
    for (int i = 0; i < 1024; i++)
        out[i] = (uint8_t)((*seed = *seed * 1664525u + 1013904223u) >> 24);
}

void blur(const uint8_t *in, uint8_t *out)
{
    for (int i = 0; i < 1024; i++)
        out[i] = (uint8_t)(in[i] + 3 * in[i + 4] + 5 * in[i + 8]);
}

void sum(const uint8_t *in, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4096; i++)
        *out += in[i];
}

void widen(const uint8_t *in, uint8_t *out)
{
    for (int i = 0; i < 16384; i++)
        out[i] = in[i / 4] | 0x80;
}

void show(const uint8_t *wide, const uint32_t *total)
{
    for (int i = 0; i < 16384; i++)
        printf("%02x", wide[i]);
    printf("%u.", *total);
}
"""
# As it is, and where the actor might write what it reads.
PROVEN = ("", "")
CLAIMED = ("void blur(const uint8_t", "void blur(uint8_t")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))


def written(folder: Path, start: int, change: tuple[str, str] = PROVEN) -> Path:
    for name, text in (("halo.h", HEADER), ("halo.c", SOURCE), ("halo.sdf", GRAPH.replace("START", str(start)))):
        (folder / name).write_text(text.replace(*change) if change[0] else text)
    return folder / "halo.sdf"


def expected(start: int) -> str:
    """What `show` prints, worked out here."""
    seed, text = 0, ""
    for _ in range(ITERATIONS):
        image = bytearray()
        for _ in range(4096):
            seed = (seed * 1664525 + 1013904223) % 2**32
            image.append(seed >> 24)
        around = bytes(-start) + image + bytes(8 + start)
        blurred = (around[i] + 3 * around[i + 4] + 5 * around[i + 8] for i in range(4096))
        text += "".join(f"{value % 256 | 0x80:02x}" * 4 for value in blurred) + f"{sum(image)}."
    return text


@pytest.mark.parametrize("start", [-8, -4, 0])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(
    ("strategy", "change"), [("shared", PROVEN), ("memcpy", PROVEN), ("cow", PROVEN), ("shared", CLAIMED)]
)
def test_the_zeros_stay(
    bench: Workbench, strategy: str, change: tuple[str, str], cores: int, start: int, tmp_path: Path
) -> None:
    compiled = compile_graph(written(tmp_path, start, change), CompileOptions(transfers=(strategy,), cores=cores))
    result = run(bench.build(compiled.files), "-n", str(ITERATIONS), "-q")
    assert result.returncode == 0, result.stderr
    assert result.stdout == expected(start)


def test_a_copy_would_take_more(tmp_path: Path) -> None:
    """`last` needs the image until the end: a copy of it for the slices would lie beside it all the time."""
    body = "actor a { out o : uint8[4096]; } actor m { in i : uint8[1040]; out o : uint8[1024]; }\n"
    body += "broadcast b { in i : uint8[4096]; out o : uint8[4096]; out p : uint8[4096]; }\n"
    body += "slice s { in i : uint8[4096]; out o : uint8[4][1040] from 0 step 1024; }\n"
    body += "actor last { in i : uint8[4096]; in j : uint8[4096]; }\n"
    body += "a.o -> b.i; b.o -> s.i; s.o -> m.i; m.o -> last.j; b.p -> last.i;"
    plan = planned(graph_of(body, tmp_path), 1, SHORT)
    assert not plan.transfers
    assert plan.arena_bytes == 2 * 4096 + 64
