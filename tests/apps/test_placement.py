# SPDX-License-Identifier: Apache-2.0
"""Where pages lie: each core's are taken while a thread is on its CPU, so that they come from the memory next to it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Workbench, run

pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two CPUs")

PAGE_BYTES = os.sysconf("SC_PAGESIZE")
# Core 0 writes 3 MiB an iteration, core 1 gives 1 MiB back.
GRAPH = """graph there { include "there.h"; source "there.c";
@core(0) actor far { fire far(o); out o : uint8[3145728]; }
@core(1) actor near { fire near(i, o); in i : uint8[3145728]; out o : uint8[1048576]; }
@core(0) actor end { state s : struct sum; fire add(s, i); end tell(s); in i : uint8[1048576]; }
far.o -> near.i; near.o -> end.i; }
"""
HEADER = """#include <stdint.h>
struct sum { uint64_t value; };
void far(uint8_t *o);
void near(const uint8_t *i, uint8_t *o);
void add(struct sum *s, const uint8_t *i);
void tell(struct sum *s);
"""
SOURCE = """#include "there.h"
#include <stdio.h>
void far(uint8_t *o) { for (int k = 0; k < 3145728; k++) o[k] = (uint8_t)(k * 7); }
void near(const uint8_t *i, uint8_t *o) { for (int k = 0; k < 1048576; k++) o[k] = i[k] ^ i[2 * k]; }
void add(struct sum *s, const uint8_t *i) { for (int k = 0; k < 1048576; k++) s->value += i[k]; }
void tell(struct sum *s) { printf("%llu\\n", (unsigned long long)s->value); }
"""
# Tells of every binding to CPUs, and of all pages that are taken beforehand, by which thread.
WITNESS = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *set)
{
    int first = 0;
    while (!CPU_ISSET_S(first, bytes, set))
        first++;
    (void)thread;
    fprintf(stderr, CPU_COUNT_S(bytes, set) == 1 ? "%d: on %d\n" : "%d: anywhere\n", gettid(), first);
    return syscall(SYS_sched_setaffinity, 0, bytes, set) < 0 ? 1 : 0;
}
int madvise(void *start, size_t bytes, int advice)
{
    if (advice == 23) {
        fprintf(stderr, "%d: takes %zu\n", gettid(), bytes);
        if (getenv("SLOWLY") != NULL)
            usleep(200000);
    }
    return (int)syscall(SYS_madvise, start, bytes, advice);
}
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    for name, text in (("there.sdf", GRAPH), ("there.h", HEADER), ("there.c", SOURCE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "there.sdf"


@pytest.fixture
def large_graph(graph: Path) -> Path:
    """With tokens of 30 MiB."""
    for name in ("there.sdf", "there.c"):
        file = graph.with_name(name)
        file.write_text(file.read_text(encoding="utf-8").replace("3145728", "31457280"), encoding="utf-8")
    return graph


@pytest.fixture
def witness(tmp_path: Path) -> str:
    (tmp_path / "witness.c").write_text(WITNESS, encoding="utf-8")
    library = tmp_path / "witness.so"
    subprocess.run(["cc", "-shared", "-fPIC", str(tmp_path / "witness.c"), "-o", str(library)], check=True)
    return str(library)


def test_each_cores_pages_are_taken_on_its_cpu(graph: Path, witness: str, bench: Workbench) -> None:
    options = CompileOptions(cores=2, depth=2)
    plan: Any = bench.compile(graph, options).plan
    sizes = {buffer["name"]: buffer["slots"] * buffer["slot_bytes"] for buffer in plan["buffers"]}
    ended = run(bench.program(graph, options), "-n", "3", environment={"DFGEN_NUMA": "1", "LD_PRELOAD": witness})
    assert ended.returncode == 0
    told = ended.stderr.splitlines()
    on_cpu, free = taken_bytes(told)
    for name, cpu in zip(("far.o", "near.o"), sorted(os.sched_getaffinity(0)), strict=False):
        # Pages at either end have others' bytes as well.
        assert 0 <= sizes[name] - on_cpu[f"on {cpu}"] < 2 * PAGE_BYTES
    assert free >= sum(sizes.values())


def test_many_threads_take_the_pages_of_a_large_arena(large_graph: Path, witness: str, bench: Workbench) -> None:
    options = CompileOptions(cores=2)
    slowly = {"DFGEN_NUMA": "0", "LD_PRELOAD": witness, "SLOWLY": "1"}
    ended = run(bench.program(large_graph, options), "-n", "3", environment=slowly)
    assert ended.returncode == 0
    takes = [line.split(": takes ") for line in ended.stderr.splitlines() if ": takes " in line]
    assert len({thread for thread, _ in takes}) == 2
    plan: Any = bench.compile(large_graph, options).plan
    assert sum(int(taken) for _, taken in takes) >= plan["memory"]["arena_bytes"]


def test_a_thread_that_cannot_be_started_is_not_missed(large_graph: Path, bench: Workbench) -> None:
    """Its own threads, then, are told of."""
    program = bench.program(large_graph, CompileOptions(cores=2))
    command = ["sh", "-c", 'ulimit -s 16000000; ulimit -v 1000000; exec "$0" "$@"', str(program), "-n", "3"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "the thread of core 1 of 2 cannot be started" in ended.stderr


@pytest.mark.parametrize("wish", ["0", "1"])
def test_the_bytes_are_the_same(wish: str, graph: Path, bench: Workbench) -> None:
    program = bench.program(graph, CompileOptions(cores=2, depth=2))
    expected = run(program, "-n", "3", environment={"DFGEN_PIN": "0"})
    ended = run(program, "-n", "3", environment={"DFGEN_NUMA": wish})
    assert (ended.returncode, ended.stdout) == (0, expected.stdout)


def taken_bytes(told: list[str]) -> tuple[dict[str, int], int]:
    """Of what threads take while they are bound to a CPU, and of what they take afterwards."""
    on_cpu: dict[str, int] = {}
    free = 0
    place: dict[str, str] = {}
    for line in told:
        thread, what = line.split(": ", 1)
        if not what.startswith("takes "):
            place[thread] = what
        elif place.get(thread, "anywhere") == "anywhere":
            free += int(what.split()[1])
        else:
            on_cpu[place[thread]] = on_cpu.get(place[thread], 0) + int(what.split()[1])
    return on_cpu, free
