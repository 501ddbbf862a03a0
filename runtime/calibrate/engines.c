/* SPDX-License-Identifier: Apache-2.0 */
/* One copy engine, in a program of one core: what giving it a copy takes, when copies of all sizes are done, and what
 * whoever writes the source next and reads the target take more, as their lines lie in a cache of somebody else's. */
#include <string.h>

#include "calibrate.h"
#include "df/offload.h"
#include "df/pending.h"

enum {
    ENTRIES = 1024, /* the largest copy in the smallest chunks */
    SMALL_BYTES = 4096,
    GIVEN = 50,
    USES_MOST = 15,
    ROUNDS_MOST = 25,
    BYTES_MOST = 16 << 20,
};

typedef struct engine_bench {
    df_core *core;
    df__lane *lane;
    char *source;
    char *target;
    char *other; /* as large as what caches hold */
    size_t bytes_max;
} engine_bench;

static const struct {
    const char *name;
    const df_engine *engine;
} engines[] = {{"thread", &df_engine_thread},
               {"dpdk", &df_engine_dpdk},
               {"opencl", &df_engine_opencl},
               {"cuda", &df_engine_cuda}};

bool engine_named(const char *name, df_engine_use *use)
{
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(engines[i].name, name) == 0) {
            *use = (df_engine_use){.engine = engines[i].engine, .entries = ENTRIES};
            return true;
        }
    return false;
}

static void give(const engine_bench *on, size_t bytes)
{
    df_offload_copy_cut(on->core, 0, &(df_cut){.min_bytes = 1}, on->target, on->source, bytes);
    df__engine_offer(on->lane);
}

/* The core takes nothing over. */
static void await_engine(const engine_bench *on)
{
    const df__lane *lane = on->lane;
    while (atomic_load_explicit(&lane->done.value, memory_order_acquire) < atomic_load(&lane->given)) {
        df__engine_attend(on->lane);
        df__os_pause();
    }
}

static void measure_giving(const engine_bench *on)
{
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, GIVEN)) {
        uint64_t began_ns = df__os_now_ns();
        give(on, SMALL_BYTES);
        sample_add(&repeats, df__os_now_ns() - began_ns);
        await_engine(on);
    }
    print_figure("give", 0, sample_median(&repeats));
}

/* Of bytes that no cache holds any more. */
static void measure_cold(const engine_bench *on, size_t bytes)
{
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, 3)) {
        read_all(on->other, on->bytes_max);
        uint64_t began_ns = df__os_now_ns();
        give(on, bytes);
        await_engine(on);
        sample_add(&repeats, df__os_now_ns() - began_ns);
    }
    print_figure("cold", bytes, sample_median(&repeats));
}

/* A loop of an actor that writes and one that reads, with a copy by the engine between them, or with none. */
static void measure_loop(const engine_bench *on, size_t bytes, bool copies)
{
    sample writes = {.count = 0}, moves = {.count = 0}, reads = {.count = 0};
    unsigned uses = uses_of(bytes) < USES_MOST ? uses_of(bytes) : USES_MOST;
    for (bool is_warm = false; sample_goes_on(&reads, uses); is_warm = true) {
        uint64_t began_ns = df__os_now_ns();
        write_all(on->source, bytes);
        uint64_t written_ns = df__os_now_ns();
        if (copies) {
            give(on, bytes);
            await_engine(on);
        }
        uint64_t copied_ns = df__os_now_ns();
        read_all(copies ? on->target : on->source, bytes);
        if (!is_warm)
            continue;
        sample_add(&reads, df__os_now_ns() - copied_ns);
        sample_add(&moves, copied_ns - written_ns);
        sample_add(&writes, written_ns - began_ns);
    }
    print_figure(copies ? "write" : "write alone", bytes, sample_median(&writes));
    print_figure(copies ? "read" : "read alone", bytes, sample_median(&reads));
    if (copies)
        print_figure("dirty", bytes, sample_median(&moves));
}

static void measure_round(const engine_bench *on)
{
    measure_giving(on);
    for (const size_t *bytes = curve_sizes; *bytes != 0 && *bytes <= on->bytes_max; bytes++) {
        measure_loop(on, *bytes, false);
        measure_loop(on, *bytes, true);
        measure_cold(on, *bytes);
    }
}

void measure_one_engine(df_core *core)
{
    uint64_t allowed_ns = given("DFGEN_CALIBRATE_SECONDS", 3) * 1000 * 1000 * 1000;
    uint64_t began_ns = df__os_now_ns();
    engine_bench on = {.core = core,
                       .lane = &core->engines->engines[0].lanes[0],
                       .bytes_max = df__run()->program->arena_bytes / 3 / 4096 * 4096};
    on.source = df__run()->arena;
    on.target = on.source + on.bytes_max;
    on.other = on.target + on.bytes_max;
    if (!df__engine_works(on.lane->engine))
        return; /* which has been said */
    write_all(on.source, 3 * on.bytes_max);
    for (uint64_t round = 1; round <= ROUNDS_MOST; round++) {
        section_ends_at(began_ns + allowed_ns);
        measure_round(&on);
        uint64_t passed_ns = df__os_now_ns() - began_ns;
        print_progress((double)passed_ns / (double)(passed_ns > allowed_ns ? passed_ns : allowed_ns));
        if (passed_ns + passed_ns / round > allowed_ns)
            break;
    }
    if (!df__engine_works(on.lane->engine))
        df_fail("the engine has been given up");
}

size_t engine_arena_bytes(void)
{
    size_t most = given("DFGEN_CALIBRATE_BYTES", BYTES_MOST);
    return 3 * (most < BYTES_MOST ? most : (size_t)BYTES_MOST);
}
