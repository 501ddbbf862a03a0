/* SPDX-License-Identifier: Apache-2.0 */
/* Engines for tests: `polled` and `waited` stand for a device that copies while it is asked or waited for; `broken` does
 * not open. */
#ifndef OFFLOAD_ENGINES_H
#define OFFLOAD_ENGINES_H

#include "check.h"
#include "df/runtime.h"

enum { DEVICE_PLACES = 5, DEVICE_LANES = 8 };

/* One lane of the device: a queue shorter than the runtime would allow. */
static struct {
    struct {
        void *target;
        const void *source;
        size_t bytes;
    } copies[DEVICE_PLACES];
    uint64_t given;
    uint64_t done;
    uint64_t polls;
} device[DEVICE_LANES];

static size_t device_chunk_bytes;
static bool device_open;

static const char *device_start(const df_engine_setup *setup, void **state)
{
    CHECK(setup->lanes <= DEVICE_LANES && setup->places >= 2);
    device_chunk_bytes = setup->chunk_bytes;
    device_open = true;
    *state = device;
    return NULL;
}

static bool device_submit(void *state, uint32_t lane, void *target, const void *source, size_t bytes)
{
    CHECK(state == device && device_open && bytes > 0 && bytes <= device_chunk_bytes);
    uint64_t given = device[lane].given;
    if (given - device[lane].done == DEVICE_PLACES)
        return false;
    device[lane].copies[given % DEVICE_PLACES].target = target;
    device[lane].copies[given % DEVICE_PLACES].source = source;
    device[lane].copies[given % DEVICE_PLACES].bytes = bytes;
    device[lane].given++;
    return true;
}

static void device_work(void *state, uint32_t lane)
{
    CHECK(state == device && device_open);
    uint64_t done = device[lane].done;
    if (done == device[lane].given)
        return;
    df_copy_disjoint(device[lane].copies[done % DEVICE_PLACES].target,
                     device[lane].copies[done % DEVICE_PLACES].source,
                     device[lane].copies[done % DEVICE_PLACES].bytes);
    device[lane].done++;
}

/* A copy takes three questions. */
static uint64_t device_poll(void *state, uint32_t lane)
{
    if (++device[lane].polls % 3 == 0)
        device_work(state, lane);
    return device[lane].done;
}

static void device_stop(void *state)
{
    CHECK(state == device && device_open);
    device_open = false;
}

static const char *refuse(const df_engine_setup *setup, void **state)
{
    (void)setup, (void)state;
    return "no such device";
}

static const df_engine test_engines[] = {
    {.name = "polled",
     .min_bytes = 100,
     .chunk_bytes = 4096,
     .open = device_start,
     .submit = device_submit,
     .poll = device_poll,
     .close = device_stop},
    {.name = "waited",
     .min_bytes = 100,
     .chunk_bytes = 4096,
     .open = device_start,
     .submit = device_submit,
     .poll = device_poll,
     .wait = device_work,
     .close = device_stop},
    {.name = "broken", .min_bytes = 1, .chunk_bytes = 4096, .open = refuse},
};

static inline const df_engine *test_engine(const char *name)
{
    if (name == NULL || strcmp(name, df_engine_thread.name) == 0)
        return &df_engine_thread;
    for (size_t i = 0; i < sizeof test_engines / sizeof test_engines[0]; i++)
        if (strcmp(name, test_engines[i].name) == 0)
            return &test_engines[i];
    abort();
}

#endif
