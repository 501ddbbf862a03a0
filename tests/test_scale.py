# SPDX-License-Identifier: Apache-2.0
"""Graphs of many firings and of many actors: the output grows with the graph, never with its firings."""

from __future__ import annotations

import random
from pathlib import Path

from dfgen.checking import check_graph
from dfgen.pipeline import CompileOptions, compile_graph

HEADER = """\
#include <stdint.h>
void first(uint8_t *out);
void grow(const uint8_t *in, uint8_t *out);
void blend(const uint8_t *a, const uint8_t *b, uint8_t *out);
void last(const uint8_t *in);
"""
SOURCE = """\
#include "scale.h"
void first(uint8_t *out) { out[0] = 1; }
void grow(const uint8_t *in, uint8_t *out) { out[0] = in[0]; }
void blend(const uint8_t *a, const uint8_t *b, uint8_t *out) { out[0] = (uint8_t)(a[0] + b[0]); }
void last(const uint8_t *in) { (void)in; }
"""


def compiled(folder: Path, statements: list[str], cores: int) -> tuple[dict[str, int], int]:
    """Firings by actor, and the bytes of generated C."""
    (folder / "scale.h").write_text(HEADER)
    (folder / "scale.c").write_text(SOURCE)
    graph = folder / "scale.sdf"
    graph.write_text("\n".join(['graph scale { include "scale.h"; source "scale.c";', *statements, "}"]))
    result = compile_graph(graph, CompileOptions(cores=cores))
    firings = result.plan["firings"]
    assert isinstance(firings, dict)
    return firings, sum(len(text) for name, text in result.files.items() if name.startswith("src/"))


def test_a_hundred_million_firings_make_small_loops(tmp_path: Path) -> None:
    chain = ["actor a0 { fire first(out); state; out out : uint8[10]; }"]
    for index in range(1, 8):
        chain.append(f"actor a{index} {{ fire grow(in, out); in in : uint8[1]; out out : uint8[10]; }}")
        chain.append(f"a{index - 1}.out -> a{index}.in;")
    chain.append("actor z { fire last(in); io; in in : uint8[1]; } a7.out -> z.in;")
    firings, size_bytes = compiled(tmp_path, chain, cores=2)
    assert firings["z"] == 10**8
    assert size_bytes < 200_000


def test_a_thousand_actors_compile(tmp_path: Path) -> None:
    rng = random.Random(1)
    statements = [f"actor a{i} {{ fire first(out); out out : uint8[1] unused; }}" for i in range(2)]
    for index in range(2, 1000):
        a, b = rng.sample(range(max(0, index - 50), index), 2)
        ports = "in a : uint8[1]; in b : uint8[1]; out out : uint8[1] unused;"
        statements.append(f"actor a{index} {{ fire blend(a, b, out); {ports} }}")
        statements.append(f"a{a}.out -> a{index}.a; a{b}.out -> a{index}.b;")
    firings, size_bytes = compiled(tmp_path, statements, cores=2)
    assert len(firings) == 1000
    assert set(firings.values()) == {1}
    assert size_bytes < 2_000_000


def test_five_thousand_actors_in_a_few_lines(tmp_path: Path) -> None:
    graph = tmp_path / "scale.sdf"
    graph.write_text(
        """actor stage(number) { fire stage(number, x, y); in x : float[4]; out y : float[4]; }
        graph scale(count = 4998) {
            actor first { fire first(y); out y[count] : float[4]; }
            actor band[count] = stage(number = index);
            actor last { fire last(x); in x[count] : float[4]; }
            for i in 0..count { first.y[i] -> band[i].x; band[i].y -> last.x[i]; }
        }"""
    )
    result = check_graph(graph, {})
    assert len(result.graph.actors) == 5000
    assert len(result.graph.fifos) == 9996
    assert result.facts.firings["band[4997]"] == 1
