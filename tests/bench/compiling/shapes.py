# SPDX-License-Identifier: Apache-2.0
"""Graphs that differ in what there is much of: actors in a row, readers, ports, levels, cycles, firings, cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log2

ACTORS = """\
include "stages.h";
source "stages.c";
actor first { state next : int32; fire first(next, out); out out : int32[1]; }
actor stage(number = 0, p = 1, q = 1) { fire stage(number, p, q, in, out); in in : int32[p]; out out : int32[q]; }
actor blend { fire blend(a, b, out); in a : int32[1]; in b : int32[1]; out out : int32[1]; }
actor cross { fire cross(a, b, x, y); in a : int32[1]; in b : int32[1]; out x : int32[1]; out y : int32[1]; }
actor spread(n) { state next : int32; fire spread(n, next, out); out out[n] : int32[1]; }
actor gather(n) { state sum : uint32; fire gather(n, sum, in); in in[n] : int32[1]; }
actor last { state sum : uint32; fire last(sum, in); in in : int32[1]; }
"""
ROWS = 8
"""Of a mesh."""


@dataclass(frozen=True)
class Shape:
    """`body`: what stands in its main graph, by size; `inner`: the graphs that this uses. `size`: the smallest."""

    name: str
    size: int
    cores: int
    body: Callable[[int], Iterator[str]]
    inner: Callable[[int], Iterator[str]] = lambda _: iter(())

    def graph(self, size: int) -> str:
        return "\n".join([ACTORS, f"graph main(n = {size}) {{", *self.body(size), "}", *self.inner(size), ""])


def _chain(_: int) -> Iterator[str]:
    yield "actor a = first(); actor s[n] = stage(number = index); actor z = last();"
    yield "a.out -> s[0].in; for i in 1..n { s[i - 1].out -> s[i].in; } s[n - 1].out -> z.in;"


def _readers(_: int) -> Iterator[str]:
    yield "actor a = first(); actor z[n] = last(); for i in 0..n { a.out -> z[i].in; }"


def _ports(_: int) -> Iterator[str]:
    yield "actor a = spread(); actor s[n] = stage(number = index); actor z = gather();"
    yield "for i in 0..n { a.out[i] -> s[i].in; s[i].out -> z.in[i]; }"


def _levels(_: int) -> Iterator[str]:
    yield "actor a = first(); actor half = half0(); actor z = last(); a.out -> half.x; half.y -> z.in;"


def _halves(size: int) -> Iterator[str]:
    depth = max(1, round(log2(size)))
    for level in range(depth):
        inner, x, y = (f"half{level + 1}", "x", "y") if level + 1 < depth else ("stage", "in", "out")
        yield f"graph half{level} {{ in x : int32[1]; out y : int32[1]; actor one = {inner}(); actor two = {inner}();"
        yield f"x -> one.{x}; one.{y} -> two.{x}; two.{y} -> y; }}"


def _butterfly(size: int) -> Iterator[str]:
    yield "actor a = spread(); actor z = gather();"
    ends = [f"a.out[{row}]" for row in range(size)]
    for step in range(round(log2(size))):
        yield f"actor b{step}[n / 2] = cross();"
        tops = [row for row in range(size) if not row >> step & 1]
        for number, row in enumerate(tops):
            other = row + (1 << step)
            yield f"{ends[row]} -> b{step}[{number}].a; {ends[other]} -> b{step}[{number}].b;"
            ends[row], ends[other] = f"b{step}[{number}].x", f"b{step}[{number}].y"
    yield from (f"{end} -> z.in[{row}];" for row, end in enumerate(ends))


def _mesh(size: int) -> Iterator[str]:
    """Each actor reads what its left and its upper neighbour wrote in the iteration before."""
    columns = -(-size // ROWS)
    yield f"actor top[{columns}] = first(); actor left[{ROWS}] = first();"
    yield f"actor bottom[{columns}] = last(); actor right[{ROWS}] = last();"
    for row in range(ROWS):
        yield f"actor m{row}[{columns}] = cross();"
        yield f"left[{row}].out -> m{row}[0].a; m{row}[{columns - 1}].x -> right[{row}].in;"
        yield f"for i in 1..{columns} {{ m{row}[i - 1].x -> m{row}[i].a delay 1; }}"
        above = f"m{row - 1}[i].y -> m{row}[i].b delay 1;" if row else "top[i].out -> m0[i].b;"
        yield f"for i in 0..{columns} {{ {above} }}"
    yield f"for i in 0..{columns} {{ m{ROWS - 1}[i].y -> bottom[i].in; }}"


def _cycles(_: int) -> Iterator[str]:
    yield "actor a = first(); actor s[n] = blend(); actor back[n] = stage(number = index); actor z = last();"
    yield "a.out -> s[0].a; for i in 1..n { s[i - 1].out -> s[i].a; } s[n - 1].out -> z.in;"
    yield "for i in 0..n { s[i].out -> back[i].in; back[i].out -> s[i].b delay 1; }"


def _rates(size: int) -> Iterator[str]:
    """Two ways of different rates that meet again, several times over."""
    yield "actor a = first(); actor z = last();"
    end = "a.out"
    for number in range(size):
        yield f"actor u{number} = stage(p = 3, q = 7); actor v{number} = stage(p = 6, q = 14);"
        yield f"actor w{number} = blend(); actor x{number} = stage(p = 7, q = 3);"
        yield f"{end} -> {{ u{number}.in, v{number}.in }}; w{number}.out -> x{number}.in;"
        yield f"u{number}.out -> w{number}.a; v{number}.out -> w{number}.b;"
        end = f"x{number}.out"
    yield f"{end} -> z.in;"


SHAPES = (
    Shape("chain", 500, 2, _chain),
    Shape("readers", 500, 2, _readers),
    Shape("ports", 250, 2, _ports),
    Shape("levels", 256, 2, _levels, _halves),
    Shape("butterfly", 32, 2, _butterfly),
    Shape("mesh", 256, 2, _mesh),
    Shape("cycles", 200, 2, _cycles),
    Shape("rates", 2, 64, _rates),
    Shape("many cores", 64, 64, _ports),
)
