/* SPDX-License-Identifier: Apache-2.0 */
/* From core to core, spinning and sleeping; and the engine that is a thread. */
#include "calibrate.h"

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

/* Until the copy is seen to be done. */
static uint64_t copy_ns(const bench *on, void *engine, df_counter *done, size_t bytes, size_t chunk_bytes)
{
    uint64_t target = atomic_load(&done->value);
    uint64_t begin_ns = df__os_now_ns();
    for (size_t at = 0; at < bytes; at += chunk_bytes) {
        size_t part = bytes - at < chunk_bytes ? bytes - at : chunk_bytes;
        if (df_engine_thread.submit(engine, 0, on->target + at, on->source + at, part))
            target++;
    }
    while (atomic_load_explicit(&done->value, memory_order_acquire) < target)
        df__os_pause();
    return df__os_now_ns() - begin_ns;
}

static void measure_open_engine(const bench *on, void *engine, df_counter *done)
{
    size_t chunk_bytes = df_engine_thread.chunk_bytes;
    size_t large_bytes = 8 * chunk_bytes < on->bytes_max ? 8 * chunk_bytes : on->bytes_max;
    copy_ns(on, engine, done, large_bytes, chunk_bytes);
    for (int i = 0; i < WAKE_UPS; i++) {
        print_figure("engine", SMALL_BYTES, (double)copy_ns(on, engine, done, SMALL_BYTES, chunk_bytes));
        print_figure("engine", large_bytes, (double)copy_ns(on, engine, done, large_bytes, chunk_bytes));
    }
    uint64_t begin_ns = df__os_now_ns();
    bool given = df_engine_thread.submit(engine, 0, on->target, on->source,
                                         large_bytes < chunk_bytes ? large_bytes : chunk_bytes);
    if (given)
        print_figure("engine submit", 0, (double)(df__os_now_ns() - begin_ns));
    while (given && atomic_load(&done->value) == 0)
        df__os_pause();
}

/* The neighbour sleeps, so that the engine has its CPU. */
void measure_engine(const bench *on)
{
    static df_counter done;
    df_counter *const counters[] = {&done};
    void *engine;
    if (!on->has_neighbour)
        return;
    atomic_store(&done.value, 0);
    df_engine_setup setup = {.lanes = 1,
                             .places = 16,
                             .cpu = (int)df__run.cpus[1],
                             .chunk_bytes = df_engine_thread.chunk_bytes,
                             .spin_ns = 20000,
                             .done = counters};
    neighbour_send(SLEEP, NULL, 0);
    if (df_engine_thread.open(&setup, &engine) == NULL) {
        measure_open_engine(on, engine, &done);
        df_engine_thread.close(engine);
    }
    neighbour_wake();
    neighbour_await();
}
