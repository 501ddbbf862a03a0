# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs on every kind of way through a graph: broadcast, fork, join, windows that overlap and
leave gaps, initial tokens that are empty and those of a function, a cycle, an output over its input, and clones.
Whatever copies them, and on however many cores, readers find what a model says that knows of no pointers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Workbench, run

GRAPH = """\
object struct item { data[count]; cache transient; label external; }
graph g {
    include "a.h"; source "a.c";
    actor make { state n : int32; fire make(n, out); out out : object struct item[4] up to 512; }
    broadcast twice {
        in in : object struct item[4]; out out : object struct item[8];
        out plain : object struct item[4]; out later : object struct item[4];
    }
    fork halves { in in : object struct item[8]; out a : object struct item[2]; out b : object struct item[6]; }
    join whole { in a : object struct item[6]; in b : object struct item[2]; out out : object struct item[8]; }
    slice cut { in in : object struct item[8]; out out : object struct item[4][3] from -1 step 2; }
    actor change {
        fire change(in, out); in in : object struct item[1]; out out : object struct item[1] up to 512 overlays in;
    }
    actor bring { fire bring(in, out); in in : object struct item[1]; out out : object struct item[1] up to 512; }
    actor step {
        state n : int32; fire step(n, back, in, out);
        in back : object struct item[1]; in in : object struct item[1]; out out : object struct item[1] up to 512;
    }
    actor turn { fire bring(in, out); in in : object struct item[1]; out out : object struct item[1] up to 512; }
    actor slices { fire show(0, 3, in); io; in in : object struct item[3]; }
    actor late { fire show(1, 1, in); io; in in : object struct item[1]; }
    actor empty { fire show(2, 1, in); io; in in : object struct item[1]; }
    actor changed { fire show(3, 1, in); io; in in : object struct item[1]; }
    actor cycle { fire show(4, 1, in); io; in in : object struct item[1]; }
    make.out -> twice.in;
    twice.out -> halves.in;
    twice.plain -> { change.in, bring.in };
    twice.later -> empty.in delay 3;
    halves.a -> whole.b;  halves.b -> whole.a;
    whole.out -> cut.in;
    cut.out -> slices.in;
    change.out -> { changed.in, step.in };
    bring.out -> late.in delay 2 = init first(2, tokens);
    step.out -> { turn.in, cycle.in };
    turn.out -> step.back delay 1;
}
"""
HEADER = """\
#include <df/object.h>
#include <stdint.h>
struct item { struct item *next, *other; int32_t *data; int32_t count, cache; const char *label; };
DF_OBJECT(item);
void make(int32_t *n, df_ref *out);
void change(const df_ref *in, df_ref *out);
void bring(const df_ref *in, df_ref *out);
void step(int32_t *n, const df_ref *back, const df_ref *in, df_ref *out);
void first(int n, df_ref *tokens);
void show(int who, int count, const df_ref *in);
"""
SOURCE = r"""
#include "a.h"
#include <stdio.h>
#include <df/df.h>
static const char label[] = "label";
/* A ring of three, of which two share their data; every fifth token is empty. */
static struct item *ring(df_ref *out, int32_t n)
{
    struct item *a = df_new(out, item), *b = df_new(out, item), *c = df_new(out, item);
    a->next = b, b->next = c, c->next = a;
    a->other = c, c->other = c;
    a->count = b->count = n % 4 + 1;
    a->data = b->data = df_new_data(out, int32_t, (size_t)a->count);
    for (int i = 0; i < a->count; i++)
        a->data[i] = n + i;
    a->cache = 9;
    a->label = label;
    return a;
}
static long value_of(const struct item *a)
{
    if (a == NULL)
        return -1;
    if (a->next->next->next != a || a->other != a->next->next || a->other->other != a->other)
        df_fail("wrong pointers");
    if (a->data != a->next->data || a->cache != 0 || a->label != label)
        df_fail("wrong members");
    long sum = 0;
    for (int i = 0; i < a->count; i++)
        sum = sum * 3 + a->data[i];
    return sum;
}
void make(int32_t *n, df_ref *out)
{
    for (int i = 0; i < 4; i++)
        if (++*n % 5 != 0)
            out[i].root = ring(&out[i], *n);
}
void change(const df_ref *in, df_ref *out)
{
    struct item *a = out->root;
    if (a == NULL) {
        out->root = ring(out, 1000);
        return;
    }
    a->data[0] += 100;
    a->cache = 5;
}
void bring(const df_ref *in, df_ref *out)
{
    out->root = df_clone(out, item, in->root);
}
void step(int32_t *n, const df_ref *back, const df_ref *in, df_ref *out)
{
    out->root = ring(out, (int32_t)(value_of(back->root) + value_of(in->root) + ++*n) % 1000);
}
void first(int n, df_ref *tokens)
{
    for (int i = 0; i < n; i++)
        tokens[i].root = ring(&tokens[i], 50 + i);
}
void show(int who, int count, const df_ref *in)
{
    for (int i = 0; i < count; i++)
        printf("%d %ld\n", who, value_of(in[i].root));
}
"""
ITERATIONS = 3
Token = list[int] | None
STRATEGIES = (
    "", "shared", "memcpy", "graphcopy(map=offset)", "graphcopy(map=hash)", "graphcopy(map=linear)", "serialize",
    "offload(threshold=1)", "offload(threshold=1, mode=sync)",
)  # fmt: skip


def ring(n: int) -> list[int]:
    return [n + i for i in range(int(math.fmod(n, 4)) + 1)]


def value_of(token: Token) -> int:
    total = 0
    for number in token or ():
        total = total * 3 + number
    return -1 if token is None else total


def changed(token: Token) -> list[int]:
    return ring(1000) if token is None else [token[0] + 100, *token[1:]]


def model() -> Iterator[tuple[str, list[int]]]:
    """What each reader tells."""
    made: list[Token] = [None if n % 5 == 0 else ring(n) for n in range(1, 4 * ITERATIONS + 1)]
    slices: list[Token] = []
    for i in range(ITERATIONS):
        twice = made[4 * i : 4 * i + 4] * 2
        whole = [*twice[2:], *twice[:2]]
        slices += [whole[at] if 0 <= at < 8 else None for start in range(-1, 7, 2) for at in range(start, start + 3)]
    after = [changed(token) for token in made]
    cycle: list[Token] = []
    back: Token = None
    for n, token in enumerate(after, 1):
        back = ring(int(math.fmod(value_of(back) + value_of(token) + n, 1000)))
        cycle.append(back)
    late: list[Token] = [ring(50), ring(51), *made[:-2]]
    told: dict[str, list[Token]] = {"0": slices, "1": late, "2": [None, None, None, *made[:-3]], "3": after, "4": cycle}
    return ((who, [value_of(token) for token in tokens]) for who, tokens in told.items())


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_objects_arrive_on_every_way_through_a_graph(strategy: str, bench: Workbench, tmp_path: Path) -> None:
    for name, text in (("g.sdf", GRAPH), ("a.h", HEADER), ("a.c", SOURCE)):
        (tmp_path / name).write_text(text)
    expected = dict(model())
    for cores in (1, 2, 3, 4):
        transfers = (strategy,) if strategy else ()
        options = CompileOptions(
            cores=cores,
            transfers=transfers,
            verify_transfers=cores % 2 == 0,
            trace=cores == 3,
            latency_iterations=cores,
        )
        result = run(bench.program(tmp_path / "g.sdf", options), "-n", str(ITERATIONS), "-q")
        assert (result.returncode, result.stderr) == (0, "")
        told: dict[str, list[int]] = {who: [] for who in expected}
        for line in result.stdout.splitlines():
            who, value = line.split()
            told[who].append(int(value))
        assert told == expected, f"{strategy} on {cores} cores"
