# SPDX-License-Identifier: Apache-2.0
"""Pipelined libraries as C programs call them: one thread, two threads, ends, failures, and calls that are woken."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.oracle.building import Builder

from .graphs import FIR_SDF, as_library, build_user
from .test_library import run

BEGIN = """\
#include "../include/fir.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
float x[16], y[16];
double power;
static inline void nap(long ns) { nanosleep(&(struct timespec){.tv_nsec = ns}, NULL); }
"""
ONE_THREAD = (
    BEGIN
    + """\
int main(void)
{
    fir *f = fir_open(NULL, NULL, 0);
    uint64_t block = fir_block(f), pulled = 0, pushed = 0;
    printf("%d", fir_try_pull(f, y, &power));
    for (; pushed < block; pushed++) {
        x[0] = (float)pushed;
        if (fir_push(f, x) != FIR_DONE)
            return 1;
    }
    for (; pulled < 3 * block; pulled++) {
        if (fir_pull(f, y, &power) != FIR_DONE || y[0] != 2 * (float)pulled)
            return 2;
        x[0] = (float)pushed++;
        if (fir_push(f, x) != FIR_DONE)
            return 3;
    }
    x[0] = (float)pushed++;
    if (fir_push(f, x) != FIR_DONE)
        return 4;
    fir_flush(f);
    printf(" %d", fir_push(f, x));
    for (; fir_pull(f, y, &power) == FIR_DONE; pulled++)
        if (y[0] != 2 * (float)pulled)
            return 5;
    printf(" %d %d\\n", pulled == pushed, fir_pull(f, y, &power));
    fir_close(f);
    return 0;
}
"""
)
LIMITS = (
    BEGIN
    + """\
int main(void)
{
    fir *f = fir_open(NULL, NULL, 0);
    printf("%d %d", fir_try_pull(f, y, &power), fir_timed_pull(f, 2000000, y, &power));
    long taken = 0;
    int status;
    while ((status = fir_timed_push(f, 50000000, x)) == FIR_DONE)
        taken++;
    printf(" %d %d %d", taken >= (long)fir_block(f), status, fir_try_push(f, x));
    printf(" %d", fir_pull(f, y, &power));
    fir_stop(f);
    printf(" %d", fir_push(f, x));
    while ((status = fir_pull(f, y, &power)) == FIR_DONE)
        taken--;
    printf(" %d %d %s\\n", taken > 0, status, fir_error(f));
    fir_close(f);
    return 0;
}
"""
)
WOKEN = (
    BEGIN
    + """\
static _Atomic int started;
static void *pull(void *f)
{
    static int status;
    started++;
    while ((status = fir_pull(f, y, &power)) == FIR_DONE)
        ;
    return &status;
}
static void *push(void *f)
{
    static int status;
    started++;
    while ((status = fir_push(f, x)) == FIR_DONE)
        ;
    return &status;
}
int main(void)
{
    for (int i = 0; i < 30; i++) {
        fir *f = fir_open(NULL, NULL, 0);
        pthread_t puller, pusher;
        void *how;
        int pulls = i % 3 != 1, pushes = i % 3 != 2, closes = i % 3 != 0 && i % 2 == 0;
        started = 0;
        if (pulls)
            pthread_create(&puller, NULL, pull, f);
        if (pushes)
            pthread_create(&pusher, NULL, push, f);
        while (started < pulls + pushes)
            nap(100000);
        nap(closes ? 50000000 : 100000 * (i % 7));
        if (closes)
            fir_close(f); /* the one thread waits by now */
        else
            fir_stop(f);
        if (pulls && (pthread_join(puller, &how) != 0 || *(int *)how != FIR_ENDED))
            return 1;
        if (pushes && (pthread_join(pusher, &how) != 0 || *(int *)how != FIR_ENDED))
            return 2;
        if (!closes)
            fir_close(f);
    }
    return 0;
}
"""
)
FAILURE = (
    BEGIN
    + """\
int main(void)
{
    const char *refused[] = {"refused=yes"};
    char error[200] = "";
    fir *f = fir_open(&(fir_options){refused, 1}, error, sizeof error);
    printf("%d %s|", f == NULL, error);
    f = fir_open(NULL, NULL, 0);
    for (uint64_t i = 0; i < fir_block(f); i++) {
        x[0] = i == 0 ? -1000 : 1;
        fir_push(f, x);
    }
    int status;
    while ((status = fir_pull(f, y, &power)) == FIR_DONE)
        ;
    printf("%d %d %s\\n", status, fir_push(f, x), fir_error(f));
    fir_close(f);
    return 0;
}
"""
)


@pytest.fixture(params=["", "address,undefined", "thread"])
def checked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Builder:
    """Builds with a sanitizer."""
    return Builder(("cc", "-O1"), request.param, tmp_path_factory.mktemp("objects"))


@pytest.mark.parametrize("latency", [1, 7, None])
@pytest.mark.parametrize("cores", [1, 2])
def test_one_thread_pushes_a_block_ahead(
    cores: int, latency: int | None, fir: Path, tmp_path: Path, builder: Builder
) -> None:
    fir.write_text(FIR_SDF.replace("taps = 4", "taps = 1"))
    compiled = as_library(fir, cores=cores, latency_iterations=latency, pipelined=True)
    assert run(build_user(builder, tmp_path / "l", compiled, ONE_THREAD, "fir")) == "2 1 1 1\n"


def test_calls_wait_as_long_as_they_are_told(fir: Path, tmp_path: Path, checked: Builder) -> None:
    user = build_user(checked, tmp_path / "l", as_library(fir, cores=2, pipelined=True), LIMITS, "fir")
    assert run(user) == "2 2 1 2 2 0 1 1 1 \n"


@pytest.mark.parametrize("cores", [1, 3])
def test_stopping_and_closing_wake_who_waits(cores: int, fir: Path, tmp_path: Path, checked: Builder) -> None:
    assert run(build_user(checked, tmp_path / "l", as_library(fir, cores=cores, pipelined=True), WOKEN, "fir")) == ""


@pytest.mark.parametrize("cores", [1, 2])
def test_failures_come_back_as_texts(cores: int, fir: Path, tmp_path: Path, checked: Builder) -> None:
    user = build_user(
        checked, tmp_path / "l", as_library(fir, cores=cores, latency_iterations=1, pipelined=True), FAILURE, "fir"
    )
    refused, failed = run(user).rstrip("\n").split("|")
    assert refused == "1 actor 'filter' (fir.sdf:8:11), in init: 4 taps are refused"
    assert failed == "-1 -1 actor 'filter' (fir.sdf:8:11), firing 0: -1000 is no sample"


FORK = (
    "#include <sys/wait.h>\n#include <unistd.h>\n"
    + BEGIN
    + """\
int main(void)
{
    fir *f = fir_open(NULL, NULL, 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        int pushed = fir_push(f, x), pulled = fir_pull(f, y, &power);
        printf("%d %d %s|", pushed, pulled, fir_error(f));
        fir_close(f);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    fir_push(f, x);
    fir_flush(f);
    printf("%d %d %s", status, fir_pull(f, y, &power), fir_error(f));
    fir_close(f);
    return 0;
}
"""
)


def test_a_forked_process_waits_for_no_threads_that_it_has_not(fir: Path, tmp_path: Path, builder: Builder) -> None:
    user = build_user(builder, tmp_path / "l", as_library(fir, cores=2, pipelined=True), FORK, "fir")
    told = "this instance belongs to the process that opened it: a forked one opens its own"
    assert run(user).split("|") == [f"-1 -1 {told}", "0 0 "]


BLOCKED = (
    BEGIN
    + """\
static void *pull(void *f) { while (fir_pull(f, y, &power) == FIR_DONE); return NULL; }
static void *push(void *f) { while (fir_push(f, x) == FIR_DONE); return NULL; }
static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
int main(void)
{
    fir *empty = fir_open(NULL, NULL, 0), *full = fir_open(NULL, NULL, 0);
    pthread_t puller, pusher;
    pthread_create(&puller, NULL, pull, empty);
    pthread_create(&pusher, NULL, push, full);
    nap(200000000);
    double used_s = seconds(CLOCK_PROCESS_CPUTIME_ID), began_s = seconds(CLOCK_MONOTONIC);
    nap(999999999);
    nap(500000000);
    used_s = seconds(CLOCK_PROCESS_CPUTIME_ID) - used_s;
    printf("%f", used_s / (seconds(CLOCK_MONOTONIC) - began_s));
    fir_close(empty);
    fir_close(full);
    return pthread_join(puller, NULL) | pthread_join(pusher, NULL);
}
"""
)


def test_calls_that_wait_long_use_no_processor(fir: Path, tmp_path: Path, checked: Builder) -> None:
    user = build_user(checked, tmp_path / "l", as_library(fir, cores=2, pipelined=True), BLOCKED, "fir")
    assert float(run(user)) < 0.5


CYCLES = (
    BEGIN
    + """\
int main(void)
{
    for (int i = 0; i < 100; i++) {
        const char *values[] = {i % 10 == 9 ? "refused=yes" : "refused=no"};
        fir *f = fir_open(&(fir_options){values, 1}, NULL, 0);
        if ((f == NULL) != (i % 10 == 9))
            return 1;
        x[0] = i % 10 == 5 ? -1000 : 1;
        for (uint64_t k = 0; f != NULL && k < fir_block(f) && k < (uint64_t)(i % 7) * 3; k++)
            if (fir_push(f, x) == FIR_LATER)
                return 2;
        if (f != NULL && i % 2)
            fir_flush(f);
        while (f != NULL && i % 4 == 1 && fir_pull(f, y, &power) == FIR_DONE)
            ;
        fir_close(f);
    }
    return 0;
}
"""
)


@pytest.mark.parametrize("sanitize", ["address,undefined", "thread"])
def test_opening_and_closing_leaks_nothing(
    sanitize: str, fir: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    builder = Builder(("cc", "-O1"), sanitize, tmp_path_factory.mktemp("objects"))
    compiled = as_library(fir, cores=2, latency_iterations=4, pipelined=True)
    assert run(build_user(builder, tmp_path / "l", compiled, CYCLES, "fir")) == ""


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_valgrind_finds_nothing(fir: Path, tmp_path: Path, builder: Builder) -> None:
    user = build_user(
        builder, tmp_path / "l", as_library(fir, cores=2, latency_iterations=4, pipelined=True), CYCLES, "fir"
    )
    command = ["valgrind", "-q", "--leak-check=full", "--error-exitcode=9", user]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


SINK = (
    BEGIN
    + """\
int main(void)
{
    fir *f = fir_open(NULL, NULL, 0);
    for (int i = 0; i < 1000; i++)
        fir_push(f, x);
    fir_flush(f);
    fir_close(f);
    return 0;
}
"""
)


def test_closing_waits_for_what_was_flushed_where_nothing_comes_out(
    fir: Path, tmp_path: Path, builder: Builder
) -> None:
    ends = "    out y : float[block];\n    out power : double[1];\n"
    graph = FIR_SDF.replace(ends, "").replace("    twice.b -> y;\n    sum.b -> power;\n", "")
    graph = graph.replace("out b : float[block / 2];  time", "effect;  time").replace(
        "a, b);  in a : float[block / 2]", "a);  in a : float[block / 2]"
    )
    graph = graph.replace(
        "    actor sum { fire sum_squares(block, a, b);  in a : float[block];  out b : double[1]; }\n", ""
    )
    fir.write_text(graph.replace("{ twice.a, sum.a }", "twice.a"))
    for path in (fir.parent / "filter.h", fir.parent / "filter.c"):
        text = path.read_text().replace(
            "void twice(int count, const float *x, float *y)", "void twice(int count, const float *x)"
        )
        path.write_text(
            text.replace("y[i] = 2 * x[i];", "putchar(x[i] == 0 ? 'z' : 'n');").replace(
                "#include <string.h>", "#include <stdio.h>\n#include <string.h>"
            )
        )
    user = build_user(builder, tmp_path / "l", as_library(fir, cores=2, pipelined=True), SINK, "sink")
    assert run(user) == "z" * 16000
