/* SPDX-License-Identifier: Apache-2.0 */
/* From core to core, spinning and sleeping; and the engine that is a thread. */
#include "calibrate.h"

#include "df/pending.h"

enum { CROSSINGS = 20, WAKE_UPS = 10, SETTLE_NS = 200 * 1000, SMALL_BYTES = 4096 };

static void stay_ns(uint64_t ns)
{
    uint64_t begin_ns = df__os_now_ns();
    while (df__os_now_ns() - begin_ns < ns)
        df__os_pause();
}

static double wake_up_ns(void)
{
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, WAKE_UPS)) {
        neighbour_send(SLEEP, NULL, 0);
        stay_ns(SETTLE_NS);
        uint64_t begin_ns = df__os_now_ns();
        neighbour_wake();
        neighbour_await();
        sample_add(&repeats, df__os_now_ns() - begin_ns);
    }
    return sample_quarter(&repeats);
}

void measure_cores(const bench *on)
{
    if (!on->has_neighbour)
        return;
    sample repeats = {.count = 0};
    while (sample_goes_on(&repeats, REPEATS_MAX)) {
        uint64_t begin_ns = df__os_now_ns();
        for (int k = 0; k < CROSSINGS; k++)
            neighbour_do(NOTHING, NULL, 0);
        sample_add(&repeats, (df__os_now_ns() - begin_ns) / (2 * CROSSINGS));
    }
    print_figure("crossing", 0, sample_quarter(&repeats));
    print_figure("wake-up", 0, wake_up_ns());
}

/* --- engine ---------------------------------------- */

enum { PLACES = 16, TARGET = 0, SOURCE, REGIONS };

static df__entry entries[PLACES];
static df__channel channel;
static df__engine thread = {.functions = &df_engine_thread, .channels = &channel};
static df__lane lane = {.engine = &thread, .entries = entries};

/* A copy of so many bytes from there on, given to the engine. */
static void give(size_t at, size_t bytes)
{
    df_job copy = {.operation = DF_OPERATION_COPY,
                   .to_region = TARGET,
                   .from_region = SOURCE,
                   .to = at,
                   .from = at,
                   .bytes = bytes};
    df_job *job = &df__entry_at(&lane, atomic_load(&lane.given))->job;
    df__pending_add_job(&lane, &copy);
    while (df_engine_thread.give(thread.state, 0, &job, 1) == 0)
        df__os_pause();
    df_engine_thread.ring(thread.state, 0);
}

static void await_all(void)
{
    while (atomic_load_explicit(&lane.done.value, memory_order_acquire) < atomic_load(&lane.given))
        df__os_pause();
}

/* Until the copy is seen to be done. */
static uint64_t copy_ns(size_t bytes, size_t chunk_bytes)
{
    uint64_t begin_ns = df__os_now_ns();
    for (size_t at = 0; at < bytes; at += chunk_bytes)
        give(at, bytes - at < chunk_bytes ? bytes - at : chunk_bytes);
    await_all();
    return df__os_now_ns() - begin_ns;
}

static void measure_open_engine(const bench *on)
{
    size_t chunk_bytes = thread.facts.chunk_bytes;
    size_t large_bytes = 8 * chunk_bytes < on->bytes_max ? 8 * chunk_bytes : on->bytes_max;
    copy_ns(large_bytes, chunk_bytes);
    for (int i = 0; i < WAKE_UPS; i++) {
        print_figure("engine", SMALL_BYTES, (double)copy_ns(SMALL_BYTES, chunk_bytes));
        print_figure("engine", large_bytes, (double)copy_ns(large_bytes, chunk_bytes));
    }
    uint64_t begin_ns = df__os_now_ns();
    give(0, large_bytes < chunk_bytes ? large_bytes : chunk_bytes);
    print_figure("engine submit", 0, (double)(df__os_now_ns() - begin_ns));
    await_all();
}

/* The neighbour sleeps, so that the engine has its CPU. */
void measure_engine(const bench *on)
{
    if (!on->has_neighbour)
        return;
    df_region regions[REGIONS] = {{DF_REGION_MEMORY, on->target, on->bytes_max},
                                  {DF_REGION_MEMORY, on->source, on->bytes_max}};
    thread.setup = (df_engine_setup){.cores = 1,
                                     .places = PLACES,
                                     .regions = regions,
                                     .regions_count = REGIONS,
                                     .cpu = (int)df__run()->cpus[1],
                                     .spin_ns = 20000};
    neighbour_send(SLEEP, NULL, 0);
    if (df_engine_thread.open(&thread.setup, &thread.facts, &thread.state) == NULL) {
        atomic_store(&thread.health, DF__ENGINE_WORKS);
        measure_open_engine(on);
        df_engine_thread.stop(thread.state, 0);
        df_engine_thread.close(thread.state);
    }
    neighbour_wake();
    neighbour_await();
}
