# SPDX-License-Identifier: Apache-2.0
"""Libraries with private views: instances side by side and one after the other, what is left of them, and systems that
give no views."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import Compiled
from tests.oracle.building import Builder

from .graphs import as_library, build_user
from .test_library import run

COUNT = 65536  # tokens a window, 256 KiB
GRAPH = """\
graph v(count = 65536) {
    include "parts.h";
    source "parts.c";
    in x : uint32[1];
    out y : uint32[1];
    out z : uint32[1];
    actor spread { fire spread(count, a, o);  in a : uint32[1];  out o : uint32[count];  time 100us; }
    actor first { fire digest(count, 977, a, o);  in a : uint32[count] ACCESS;  out o : uint32[1];  time 100us; }
    actor second { fire digest(count, 64, a, o);  in a : uint32[count];  out o : uint32[1];  time 100us; }
    x -> spread.a;
    spread.o -> { first.a, second.a };
    first.o -> y;
    second.o -> z;
}
"""
PARTS_H = """\
#include <stdint.h>
void spread(int count, const uint32_t *a, uint32_t *o);
void digest(int count, int step, uint32_t *a, uint32_t *o);
"""
PARTS_C = """\
#include "parts.h"
#include <df/df.h>
void spread(int count, const uint32_t *a, uint32_t *o)
{
    for (int i = 0; i < count; i++)
        o[i] = *a * 2654435761u + (uint32_t)i;
}
/* Writes some of its window over what others read. */
void digest(int count, int step, uint32_t *a, uint32_t *o)
{
    if (a[0] == 999 * 2654435761u)
        df_fail("999 is refused");
    *o = 0;
    for (int i = 0; i < count; i++)
        *o = *o * 31 + a[i];
    for (int i = (int)(a[0] % 4096); i < count; i += count / 64 * step)
        a[i] = ~a[i];
}
"""

# `work` runs `count` iterations from `seed` on and digests what comes. Views are private mappings of the arena's file.
BEGIN = """\
#include "../include/v.h"
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
typedef struct job { v *opened; uint32_t seed; int count; uint32_t digest; int status; } job;
static inline int views(void)
{
    char line[500];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL)
        found += strstr(line, "memfd:dfgen") != NULL && strstr(line, "rw-p") != NULL;
    fclose(maps);
    return found;
}
static inline int of_file(void)
{
    char line[500];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL)
        found += strstr(line, "memfd:dfgen") != NULL;
    fclose(maps);
    return found;
}
static inline int files(void)
{
    int found = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder) != NULL)
        found++;
    closedir(folder);
    return found;
}
static void add(job *mine, uint32_t y, uint32_t z) { mine->digest = (mine->digest * 31 + y) * 31 + z; }
"""
STEPS = """\
static void *work(void *argument)
{
    job *mine = argument;
    uint32_t y, z;
    for (int i = 0; i < mine->count; i++) {
        uint32_t x = mine->seed + (uint32_t)i;
        mine->status = v_step(mine->opened, &x, &y, &z);
        if (mine->status != V_DONE)
            return mine;
        add(mine, y, z);
    }
    return mine;
}
"""
STREAM = """\
static void *work(void *argument)
{
    job *mine = argument;
    uint32_t y, z;
    int pushed = 0, pulled = 0, block = (int)v_block(mine->opened);
    while (pulled < mine->count) {
        uint32_t x = mine->seed + (uint32_t)pushed;
        if (pushed < mine->count && pushed < pulled + block) {
            mine->status = v_push(mine->opened, &x);
            if (++pushed == mine->count)
                v_flush(mine->opened);
        } else {
            mine->status = v_pull(mine->opened, &y, &z);
            pulled++;
            if (mine->status == V_DONE)
                add(mine, y, z);
        }
        if (mine->status != V_DONE)
            return mine;
    }
    return mine;
}
"""
# Each instance is opened while another one is open, or has been closed.
INSTANCES = """\
int main(void)
{
    for (int round = 0; round < 2; round++) {
        job a = {.opened = v_open(NULL, NULL, 0), .seed = 1, .count = 40};
        int one = views();
        job b = {.opened = v_open(NULL, NULL, 0), .seed = 500, .count = 60};
        pthread_t thread;
        pthread_create(&thread, NULL, work, &a);
        work(&b);
        pthread_join(thread, NULL);
        printf("%d %d %d %d %u %u|", one, views() - one, a.status, b.status, a.digest, b.digest);
        v_close(a.opened);
        job c = {.opened = v_open(NULL, NULL, 0), .seed = 1, .count = 40};
        v_close(b.opened);
        work(&c);
        printf("%d %u %s|", views() - one, c.digest, v_warning(c.opened));
        v_close(c.opened);
        printf("%d\\n", of_file());
    }
    return 0;
}
"""
CYCLES = """\
int main(void)
{
    int open_files = -1;
    for (int i = 0; i < 100; i++) {
        job a = {.opened = v_open(NULL, NULL, 0), .seed = i % 10 == 9 ? 999 : 1, .count = 3};
        if (a.opened == NULL || views() == 0)
            return 1;
        work(&a);
        if (a.status != (i % 10 == 9 ? V_FAILED : V_DONE))
            return 2;
        v_close(a.opened);
        if (of_file() != 0)
            return 3;
        if (i == 9)
            open_files = files();
    }
    printf("%d", files() - open_files);
    return 0;
}
"""
AT_ONCE = """\
static void *come_and_go(void *argument)
{
    job *mine = argument;
    for (int i = 0; i < 25; i++) {
        job one = {.opened = v_open(NULL, NULL, 0), .seed = 1, .count = 3};
        work(&one);
        v_close(one.opened);
        mine->status |= one.status != V_DONE || (i > 0 && one.digest != mine->digest);
        mine->digest = one.digest;
    }
    return mine;
}
int main(void)
{
    pthread_t threads[3];
    job jobs[3] = {{.status = 0}};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, come_and_go, &jobs[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d", jobs[0].status | jobs[1].status | jobs[2].status, of_file());
    return jobs[0].digest != jobs[1].digest || jobs[0].digest != jobs[2].digest;
}
"""
FORKS = """\
int main(void)
{
    job a = {.opened = v_open(NULL, NULL, 0), .seed = 1, .count = 20};
    work(&a);
    v_close(a.opened);
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        job b = {.opened = v_open(NULL, NULL, 0), .seed = 1, .count = 20};
        work(&b);
        _exit(b.digest != a.digest);
    }
    waitpid(child, &status, 0);
    return status != 0;
}
"""
# What comes of opening when there is ever more memory, and whether all is given back each time.
SHORTAGES = """\
static long mapped_pages(void)
{
    long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (fscanf(status, "%ld", &pages) != 1)
        pages = 0;
    fclose(status);
    return pages;
}
int main(void)
{
    char error[1000] = "";
    job first = {.opened = v_open(NULL, error, sizeof error), .seed = 1, .count = 3};
    work(&first);
    v_close(first.opened);
    struct rlimit whole;
    getrlimit(RLIMIT_AS, &whole);
    long before = mapped_pages();
    for (int i = 0; i < 20; i++) {
        struct rlimit limit = {(rlim_t)(before * sysconf(_SC_PAGESIZE) + i * 1048576), whole.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
        error[0] = '\\0';
        job a = {.opened = v_open(NULL, error, sizeof error), .seed = 1, .count = 3};
        int is_open = a.opened != NULL;
        if (is_open)
            work(&a);
        int differs = is_open && a.digest != first.digest;
        setrlimit(RLIMIT_AS, &whole);
        v_close(a.opened);
        int leaves = mapped_pages() != before || of_file() != 0;
        printf("%s%s%s %s$", is_open ? "seen" : "refused", differs ? ", wrongly" : "", leaves ? ", left" : "", error);
    }
    return 0;
}
"""


def written(folder: Path, access: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("v.sdf", GRAPH.replace(" ACCESS", access)), ("parts.h", PARTS_H), ("parts.c", PARTS_C)):
        (folder / name).write_text(text)
    return folder / "v.sdf"


def strategies(compiled: Compiled) -> set[str]:
    """Those of the large windows."""
    transfers: Any = compiled.plan["transfers"]
    return {transfer["strategy"] for transfer in transfers if transfer["fifo"].startswith("spread.o")}


def caller(text: str, *, pipelined: bool) -> str:
    return BEGIN + (STREAM if pipelined else STEPS) + text


def digests(text: str) -> list[list[str]]:
    """What came of the three instances of each round, whatever their windows were."""
    lines = [line.split("|") for line in text.split("$")[:-1]]
    return [[*line[0].split()[2:], line[1].split()[1]] for line in lines]


@pytest.mark.parametrize("sanitize", ["", "address,undefined", "thread"])
@pytest.mark.parametrize("pipelined", [False, True])
def test_instances_have_views_of_their_own(
    *, pipelined: bool, sanitize: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    graph, text = written(tmp_path / "graph"), caller(INSTANCES, pipelined=pipelined)
    told = {}
    for cores, strategy in ((1, "memcpy"), (1, "cow"), (2, "cow")):
        compiled = as_library(graph, cores=cores, pipelined=pipelined, transfers=(f"spread.o={strategy}",))
        assert strategies(compiled) == {strategy}
        told[cores, strategy] = run(build_user(builder, tmp_path / f"{cores}{strategy}", compiled, text, "parts"))
    copied = told.pop((1, "memcpy"))
    for seen in told.values():
        assert digests(seen) == digests(copied)
        for line in seen.split("$")[:-1]:
            side_by_side, after, left = line.split("|")
            one, other = (int(word) for word in side_by_side.split()[:2])
            assert one == other >= 2
            assert after.split()[0] == "0"
            assert left == "0"


@pytest.mark.parametrize("sanitize", ["address,undefined", "thread"])
@pytest.mark.parametrize("pipelined", [False, True])
def test_opening_and_closing_views_leaks_nothing(
    *, pipelined: bool, sanitize: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Also where an actor fails while its window is in use."""
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    compiled = as_library(written(tmp_path / "graph"), cores=2, pipelined=pipelined, transfers=("spread.o=cow",))
    assert run(build_user(builder, tmp_path / "l", compiled, caller(CYCLES, pipelined=pipelined), "parts")) == "0"


def test_instances_come_and_go_at_once(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    builder = Builder(("cc", "-O1"), "thread", tmp_path_factory.mktemp("objects"))
    compiled = as_library(written(tmp_path / "graph"), cores=2, transfers=("spread.o=cow",))
    assert run(build_user(builder, tmp_path / "l", compiled, caller(AT_ONCE, pipelined=False), "parts")) == "0 0"


def test_a_forked_process_finds_its_own_pages(tmp_path: Path, builder: Builder) -> None:
    compiled = as_library(written(tmp_path / "graph"), cores=1, transfers=("spread.o=cow",))
    assert not run(build_user(builder, tmp_path / "l", compiled, caller(FORKS, pipelined=False), "parts"))


def test_a_view_that_cannot_be_is_told_by_the_library(tmp_path: Path, builder: Builder) -> None:
    compiled = as_library(written(tmp_path / "graph"), cores=1, transfers=("spread.o=cow",))
    user = build_user(builder, tmp_path / "l", compiled, caller(INSTANCES, pipelined=False), "parts")
    seen = run(user)
    environment = {**os.environ, "DFGEN_PAGE_SCAN": "none"}
    limited = subprocess.run([user], capture_output=True, text=True, timeout=100, check=False, env=environment)
    assert (limited.returncode, limited.stderr) == (0, "")
    assert digests(limited.stdout) == digests(seen)
    assert "warning" not in limited.stdout
    why = (
        "is copied before each firing instead of shown copy-on-write: the system does not tell which pages were written"
    )
    for fifo in ("spread.o:first.a", "spread.o:second.a"):
        assert f"FIFO '{fifo}' {why}" in limited.stdout


def test_huge_pages_that_are_short_are_told_by_the_library(tmp_path: Path, builder: Builder) -> None:
    free = Path("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages")
    if free.exists() and int(free.read_text()) > 0:
        pytest.skip("this machine has huge pages")
    compiled = as_library(written(tmp_path / "graph"), cores=1, transfers=("spread.o=cow(pages = huge)",))
    seen = run(build_user(builder, tmp_path / "l", compiled, caller(INSTANCES, pipelined=False), "parts"))
    assert " KiB instead of huge pages: its slots and views need 3, and 0 are free (sysctl vm.nr_hugepages)" in seen


@pytest.mark.parametrize("transfers", [(), ("spread.o:first.a=cow(variant=fault)",)])
def test_no_view_waits_for_the_first_write(transfers: tuple[str, ...], tmp_path: Path, builder: Builder) -> None:
    """Where a program would catch it, a library has a view that may be written from the start, and says so."""
    graph = written(tmp_path / "graph", " read_only")
    compiled = as_library(graph, cores=1, transfers=transfers)
    note = "spread.o:first.a is a private view from the start: a library cannot catch the first write to one"
    assert note in str(compiled.plan["notes"])
    text = caller(INSTANCES, pipelined=False)
    seen = run(build_user(builder, tmp_path / "seen", compiled, text, "parts"))
    copied = as_library(graph, cores=1, transfers=("memcpy",))
    assert digests(seen) == digests(run(build_user(builder, tmp_path / "copied", copied, text, "parts")))


def test_what_is_short_of_memory_is_refused_and_given_back(tmp_path: Path, builder: Builder) -> None:
    graph = written(tmp_path / "graph")
    compiled = as_library(graph, cores=1, transfers=("spread.o=cow",), parameters={"count": 16 * COUNT})
    user = build_user(builder, tmp_path / "l", compiled, caller(SHORTAGES, pipelined=False), "parts")
    outcomes = [outcome.split(" ", 1) for outcome in run(user).split("$")[:-1]]
    assert [how for how, _ in outcomes] == sorted(how for how, _ in outcomes)
    assert {how for how, _ in outcomes} == {"refused", "seen"}
    errors = [error for _, error in outcomes]
    assert "the FIFOs need 4.0 MiB of memory" in errors[0]
    copy = "core 0: FIFO 'spread.o:first.a' needs 4.0 MiB of memory for the port's own copy, which the system does not"
    assert any(error.startswith(copy) for error in errors)
    assert any(error.startswith(copy.replace("first", "second")) for error in errors)
