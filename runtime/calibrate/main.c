/* SPDX-License-Identifier: Apache-2.0 */
/* Calibration as a program of one or two cores. Its shape comes by the environment: DFGEN_CALIBRATE_CORES (2),
 * DFGEN_CALIBRATE_SECONDS (20), DFGEN_CALIBRATE_BYTES (the largest window, 64 MiB), DFGEN_CALIBRATE_L2 (2 MiB).
 * DFGEN_CALIBRATE_ENGINE names a copy engine: then that alone is measured, by a program of one core. */
#include <stdio.h>
#include <stdlib.h>

#include "calibrate.h"

enum { ROUNDS_MIN = 3, ROUNDS_MAX = 25 };

uint64_t given(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static char *take(size_t bytes)
{
    char *memory;
    if (df__os_memory_take(bytes, &memory) != 0)
        df_fail("the system does not give %zu bytes", bytes);
    return memory;
}

/* What a round measures, and about which part of its time each takes. */
static const struct {
    void (*measure)(const bench *on);
    unsigned weight;
} sections[] = {{measure_copies, 6}, {measure_eviction, 2}, {measure_views, 4},
                {measure_faults, 1}, {measure_cores, 1},    {measure_files, 1}};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* By then a section shall be over, for those after it to have their part of what is left. */
static uint64_t end_of_section_ns(int nth, uint64_t end_ns)
{
    uint64_t now_ns = df__os_now_ns();
    uint64_t weights = 0;
    for (int i = nth; i < SECTIONS; i++)
        weights += sections[i].weight;
    return end_ns > now_ns ? now_ns + (end_ns - now_ns) / weights * sections[nth].weight : now_ns;
}

/* A share of the round is as good as a share of the time as long as nobody knows how long a round takes. */
static void measure_round(const bench *on, uint64_t end_ns, double first_share, double share)
{
    for (int i = 0; i < SECTIONS; i++) {
        section_ends_at(end_of_section_ns(i, end_ns));
        sections[i].measure(on);
        print_progress(first_share + share * (i + 1) / SECTIONS);
    }
}

static void measure(df_core *core)
{
    uint64_t allowed_ns = given("DFGEN_CALIBRATE_SECONDS", 20) * 1000 * 1000 * 1000;
    bench on = {.core = core, .has_neighbour = df__run()->program->cores > 1};
    on.bytes_max = df__run()->program->arena_bytes;
    on.resident_bytes = given("DFGEN_CALIBRATE_L2", 2 << 20) / 2;
    on.source = take(on.bytes_max);
    on.target = take(on.bytes_max);
    on.resident = take(on.resident_bytes);
    on.foreign = take(on.resident_bytes);
    uint64_t begin_ns = df__os_now_ns();
    double share = 1.0 / ROUNDS_MIN;
    double done = 0;
    for (uint64_t round = 1; round <= ROUNDS_MAX; round++) {
        uint64_t part = round < ROUNDS_MIN ? round : ROUNDS_MIN;
        measure_round(&on, begin_ns + allowed_ns / ROUNDS_MIN * part, done, share);
        done += share;
        uint64_t passed_ns = df__os_now_ns() - begin_ns;
        uint64_t round_ns = passed_ns / round;
        if (passed_ns + round_ns > allowed_ns + round_ns / 4)
            break; /* where others run too, the first round may be all */
        uint64_t left_rounds = (allowed_ns > passed_ns ? allowed_ns - passed_ns : 0) / round_ns;
        uint64_t least = round < ROUNDS_MIN ? ROUNDS_MIN - round : 1;
        share = (1 - done) / (double)(left_rounds > least ? left_rounds : least);
    }
    print_progress(1);
    if (on.has_neighbour)
        neighbour_do(LEAVE, NULL, 0);
}

static int measure_machine(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {measure, neighbour_run};
    static const df_buffer buffers[1];
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "calibrate",
        .cores = given("DFGEN_CALIBRATE_CORES", 2) > 1 ? 2 : 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = given("DFGEN_CALIBRATE_BYTES", 64 << 20),
        .buffers = buffers,
        .run = runs,
        .arena_file = true,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}

static int measure_engine_named(const char *name, int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {measure_one_engine};
    static const df_buffer buffers[1];
    static df_engine_use use;
    if (!engine_named(name, &use)) {
        fprintf(stderr, "error: there is no engine '%s'\n", name);
        return 1;
    }
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "calibrate",
        .cores = 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = engine_arena_bytes(),
        .buffers = buffers,
        .run = runs,
        .engines = &use,
        .engines_count = 1,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}

int main(int argc, char **argv)
{
    const char *engine = getenv("DFGEN_CALIBRATE_ENGINE");
    return engine != NULL ? measure_engine_named(engine, argc, argv) : measure_machine(argc, argv);
}
