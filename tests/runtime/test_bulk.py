# SPDX-License-Identifier: Apache-2.0
"""Bulk operations of actors: the bytes are the same whoever does them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph

N = 40_000
DECLARED = """\
#include <stdint.h>
void make(int n, uint32_t *seed, uint8_t *out);
void part(int n, uint8_t *kept, const uint8_t *in, uint8_t *out, uint8_t *tag);
void take(int n, const uint8_t *in, const uint8_t *tag);
"""
CODE = """\
#include "bulk.h"
#include <df/df.h>
#include <stdio.h>

void make(int n, uint32_t *seed, uint8_t *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)((*seed = *seed * 1664525u + 1013904223u) >> 24);
}

void part(int n, uint8_t *kept, const uint8_t *in, uint8_t *out, uint8_t *tag)
{
    int half = n / 2;
    df_bulk_copy(out, in + half, (size_t)half);
    df_bulk_fill(out + half, 7, (size_t)(half - 2000));
    df_bulk_copy(out + n - 2000, kept, 2000);
    kept[in[0]]++;
    size_t differs = df_bulk_compare(in, in, (size_t)n);
    if (differs != (size_t)n)
        df_fail("equal windows differ at %zu", differs);
    differs = df_bulk_compare(in, in + 1, (size_t)n - 1);
    if (in[differs] == in[differs + 1])
        df_fail("no difference at %zu", differs);
    *tag = (uint8_t)differs;
}

void take(int n, const uint8_t *in, const uint8_t *tag)
{
    uint64_t sum = *tag;
    for (int i = 0; i < n; i++)
        sum = (sum ^ in[i]) * 1099511628211u;
    printf("%016llx\\n", (unsigned long long)sum);
}
"""
GRAPH = """\
graph bulk(n = 40000) {{
    include "bulk.h"; source "bulk.c";
    actor make {{ state seed : uint32_t; fire make(n, seed, out); out out : uint8[n]; }}
    actor part {{ state kept : uint8_t[2000]; fire part(n, kept, in, out, tag); in in : uint8[n];
                 out out : uint8[n] {by}; out tag : uint8[1]; }}
    actor take {{ effect; state; fire take(n, in, tag); in in : uint8[n] {access}; in tag : uint8[1]; }}
    make.out -> part.in{before}; part.out -> take.in{after}; part.tag -> take.tag;
}}
"""
BY = "@by(engine = thread, threshold = 1000)"


def graph_in(folder: Path, by: str = BY, before: str = "", after: str = "", access: str = "") -> Path:
    (folder / "bulk.h").write_text(DECLARED)
    (folder / "bulk.c").write_text(CODE)
    (folder / "bulk.sdf").write_text(GRAPH.format(by=by, before=before, after=after, access=access))
    return folder / "bulk.sdf"


def run(graph: Path, *options: str) -> tuple[str, dict[str, int]]:
    """What it prints, and the figures of its engine, if it has one."""
    figures = graph.parent / "figures.json"
    command = [sys.executable, "-m", "dfgen", "run", str(graph), "-q", *options]
    ran = subprocess.run(
        [*command, "--", "-n", "40", "--json", str(figures)], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(figures.read_text())
    return ran.stdout, next(iter(found.get("engines", [])), {})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk")


def test_bytes_are_those_without_an_engine(folder: Path) -> None:
    expected, none = run(graph_in(folder, by=""), "--cores", "1")
    assert not none
    assert len(set(expected.split())) == 40
    for options in (
        ("--cores", "1"),
        ("--cores", "2"),
        ("--cores", "1", "--latency", "1"),
        ("--cores", "2", "--guard"),
    ):
        bytes_, engine = run(graph_in(folder), *options)
        assert bytes_ == expected, options
        assert engine["engine_bytes"] + engine["taken_over_bytes"] > 40 * N
        assert engine["unfit_bytes"] == 40 * 2000, "the state of an actor is left to no engine"
        assert engine["not_open_bytes"] == 0


SCRATCH = """\
graph bulk {{
    include "scratch.h"; source "scratch.c";
    actor make {{ state seed : uint32; fire make(seed, out); out out : uint8[40000]; }}
    actor turn {{ fire own(in, out, work); in in : uint8[40000]; out out : uint8[40000] {by};
                 out work : uint8[40000] unused; }}
    actor take {{ effect; fire take(in, work); in in : uint8[40000]; out work : uint64[1] unused; }}
    make.out -> turn.in; turn.out -> take.in;
}}
"""
TURNED = """\
#include <df/df.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 40000 };

void make(uint32_t *seed, uint8_t *out)
{
    for (int i = 0; i < N; i++)
        out[i] = (uint8_t)((*seed = *seed * 1664525u + 1013904223u) >> 24);
}

void own(const uint8_t *in, uint8_t *out, uint8_t *work)
{
    for (int i = 0; i < N; i++)
        work[i] = in[N - 1 - i];
    df_bulk_copy(out, work, N);
}

void take(const uint8_t *in, uint64_t *work)
{
    *work = 0;
    for (int i = 0; i < N; i++)
        *work = (*work ^ in[i]) * 1099511628211u;
    printf("%016llx\\n", (unsigned long long)*work);
}
"""


def test_no_engine_uses_scratch_memory_which_the_next_firing_writes_at_once(tmp_path: Path) -> None:
    declared = [line + ";" for line in TURNED.splitlines() if line.startswith("void")]
    (tmp_path / "scratch.h").write_text("\n".join(["#include <stdint.h>", *declared, ""]))
    (tmp_path / "scratch.c").write_text(TURNED)
    graph = tmp_path / "scratch.sdf"
    graph.write_text(SCRATCH.format(by=""))
    expected, _ = run(graph, "--cores", "1")
    graph.write_text(SCRATCH.format(by=BY))
    for cores in ("1", "2"):
        bytes_, engine = run(graph, "--cores", cores)
        assert bytes_ == expected
        assert (engine["engine_bytes"], engine["unfit_bytes"]) == (0, 40 * N)


def test_sanitizers_find_nothing(folder: Path, tmp_path: Path) -> None:
    expected, _ = run(graph_in(tmp_path, by=""), "--cores", "1")
    for sanitizer in ("address,undefined", "thread"):
        assert run(graph_in(folder), "--cores", "2", "--guard", "--sanitize", sanitizer)[0] == expected


def test_without_an_engine_none_is_linked(folder: Path) -> None:
    without = compile_graph(graph_in(folder, by=""), CompileOptions(cores=1)).files
    with_engine = compile_graph(graph_in(folder), CompileOptions(cores=1)).files
    more = {Path(name).name for name in with_engine.keys() - without.keys()}
    assert {"engine_bulk.c", "engine_thread.c", "engine_pending.c", "transfer_offload.c"} <= more
    assert not any("engine_" in name and name.endswith(".c") for name in without)


def test_where_cores_copy_for_the_actor_they_do_its_bulk_operations(folder: Path) -> None:
    compiled = compile_graph(graph_in(folder, before=" @transfer(memcpy)"), CompileOptions(cores=1))
    assert not any(name.endswith("engine_bulk.c") for name in compiled.files)
    assert "an engine cannot use what cores copy: part" in compiled.plan_text


def test_who_reads_what_an_engine_makes_runs_a_pass_later(folder: Path) -> None:
    compiled = compile_graph(graph_in(folder), CompileOptions(cores=1))
    assert "    take x1  core 0  1 pass late" in compiled.plan_text
    compiled = compile_graph(graph_in(folder), CompileOptions(cores=1, latency_iterations=1))
    assert "pass late" not in compiled.plan_text


def test_no_view_shows_what_an_engine_writes(folder: Path) -> None:
    graph = graph_in(folder, after=" @transfer(cow)")
    with pytest.raises(UserError, match=r"part.out:take.in cannot be seen through a view: an engine writes"):
        compile_graph(graph, CompileOptions(cores=1))
