/* SPDX-License-Identifier: Apache-2.0 */
/* One copy engine by the runtime's own calls, in a program of one core: BENCH_ENGINE names it, BENCH_OPTIONS are names and
 * values in turn, BENCH_LANES, BENCH_STRIDE, BENCH_BYTES and BENCH_REPEATS say what is measured; with BENCH_COLD=1 no
 * cache holds the bytes; with BENCH_BUS=1 it is the bus that is measured. One line a figure: name and ns, medians. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"
#include "df/internal.h"
#include "df/offload.h"
#include "df/pending.h"

enum {
    BATCH = 32,
    SMALL_BYTES = 4096,
    LEAST_BYTES = 64,
    OPTIONS_MOST = 8,
    REPEATS_MOST = 99,
    ENTRIES = 1024
};

/* Far more than caches hold. */
static const size_t cold_bytes = (size_t)1 << 29;

static uint64_t stride_bytes; /* to look for it in the environment takes as long as to give a job */

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static int by_size(const void *one, const void *other)
{
    const uint64_t *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

void tell(const char *name, uint64_t *ns, uint32_t count, double parts)
{
    qsort(ns, count, sizeof ns[0], by_size);
    printf("%s %.1f\n", name, (double)ns[count / 2] / parts);
}

static df__lane *lane_of(df_core *core)
{
    return &core->engines->engines[0].lanes[0];
}

/* By the engine alone. */
static void await_engine(df__lane *lane)
{
    while (atomic_load_explicit(&lane->done.value, memory_order_acquire) < atomic_load(&lane->given)) {
        df__engine_attend(lane);
        df__os_pause();
    }
}

static void give(df_core *core, size_t at, size_t bytes)
{
    df_cut cut = {.min_bytes = 1, .stride_bytes = stride_bytes};
    char *start = df__run()->arena;
    df_offload_copy_cut(core, 0, &cut, start + at, start + df__run()->program->arena_bytes / 2 + at, bytes);
}

static void show_giving(df_core *core, uint32_t repeats)
{
    uint64_t batches[REPEATS_MOST], seen[REPEATS_MOST];
    for (uint32_t turn = 0; turn < repeats; turn++) {
        uint64_t began_ns = df__os_now_ns();
        for (size_t i = 0; i < BATCH; i++)
            give(core, i * SMALL_BYTES, SMALL_BYTES);
        df__engine_offer(lane_of(core));
        batches[turn] = df__os_now_ns() - began_ns;
        await_engine(lane_of(core));
        began_ns = df__os_now_ns();
        give(core, 0, LEAST_BYTES);
        df__engine_offer(lane_of(core));
        await_engine(lane_of(core));
        seen[turn] = df__os_now_ns() - began_ns;
    }
    tell("giving", batches, repeats, BATCH);
    tell("noticing", seen, repeats, 1);
}

/* Where the next copy is made: where the last one was, or where no cache holds the bytes. */
static size_t next_place(size_t bytes)
{
    static size_t last;
    size_t places = df__run()->program->arena_bytes / 2 / bytes;
    return number("BENCH_COLD", 0) == 0 ? 0 : last++ % places * bytes;
}

/* In turns: one core, the engine alone, the engine and a core that waits for it. */
static void show_speed(df_core *core, size_t bytes, uint32_t repeats)
{
    uint64_t alone[REPEATS_MOST], engine[REPEATS_MOST], both[REPEATS_MOST];
    char *start = df__run()->arena;
    for (uint32_t turn = 0; turn < repeats; turn++) {
        size_t at = next_place(bytes);
        uint64_t began_ns = df__os_now_ns();
        df_copy_disjoint(start + at, start + df__run()->program->arena_bytes / 2 + at, bytes);
        alone[turn] = df__os_now_ns() - began_ns;
        at = next_place(bytes);
        began_ns = df__os_now_ns();
        give(core, at, bytes);
        df__engine_offer(lane_of(core));
        await_engine(lane_of(core));
        engine[turn] = df__os_now_ns() - began_ns;
        at = next_place(bytes);
        began_ns = df__os_now_ns();
        give(core, at, bytes);
        df_offload_finish(core, 0);
        both[turn] = df__os_now_ns() - began_ns;
    }
    tell("core", alone, repeats, 1);
    tell("engine", engine, repeats, 1);
    tell("both", both, repeats, 1);
}

static void run(df_core *core)
{
    uint64_t wanted = number("BENCH_REPEATS", 9);
    uint32_t repeats = wanted < REPEATS_MOST ? (uint32_t)wanted : REPEATS_MOST;
    if (!df__engine_works(lane_of(core)->engine))
        return; /* which has been said */
    memset(df__run()->arena, 1, df__run()->program->arena_bytes);
    if (number("BENCH_BUS", 0) != 0)
        show_bus(df__run()->arena, number("BENCH_BYTES", 0), repeats);
    else if (number("BENCH_BYTES", 0) == 0)
        show_giving(core, repeats);
    else
        show_speed(core, number("BENCH_BYTES", 0), repeats);
}

static const df_engine *engine_named(const char *name)
{
    static const struct {
        const char *name;
        const df_engine *engine;
    } all[] = {{"thread", &df_engine_thread},
               {"dpdk", &df_engine_dpdk},
               {"opencl", &df_engine_opencl},
               {"cuda", &df_engine_cuda}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(name, all[i].name) == 0)
            return all[i].engine;
    return NULL;
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run};
    static const df_buffer buffers[1];
    static const char *options[OPTIONS_MOST + 1];
    stride_bytes = number("BENCH_STRIDE", 0);
    char *given = getenv("BENCH_OPTIONS");
    char *word = given == NULL ? NULL : strtok(given, " ");
    for (int i = 0; word != NULL && i < OPTIONS_MOST; i++, word = strtok(NULL, " "))
        options[i] = word;
    size_t bytes =
        number("BENCH_BYTES", 0) < BATCH * SMALL_BYTES ? BATCH * SMALL_BYTES : number("BENCH_BYTES", 0);
    if (number("BENCH_COLD", 0) != 0 && bytes < cold_bytes)
        bytes = cold_bytes;
    df_engine_use use = {.engine = engine_named(getenv("BENCH_ENGINE")),
                         .lanes = (uint32_t)number("BENCH_LANES", 0),
                         .entries = ENTRIES,
                         .options = options};
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "engine",
        .cores = 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = 2 * bytes,
        .buffers = buffers,
        .run = runs,
        .engines = &use,
        .engines_count = 1,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
