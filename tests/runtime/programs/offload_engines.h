/* SPDX-License-Identifier: Apache-2.0 */
/* Engines for tests: `polled`, `waited` and `single` stand for a device that copies while it is asked or waited for, the
 * last one with one lane for all cores; `pausing` is `polled`, and stops the process while a core waits for its first copy;
 * `costly` is `waited`, and takes more of a core's time to be given a job than a copy does; `broken` does not open; `eager` looks for free jobs wherever it has ever been
 * given one; `faulty` is the thread with faults around it, or with WRAPPED another engine. */
#ifndef OFFLOAD_ENGINES_H
#define OFFLOAD_ENGINES_H

#include <signal.h>

#include "../../faults/faulty_engine.h"
#include "check.h"
#include "df/os.h"
#include "df/runtime.h"

enum {
    DEVICE_DEPTH = 5,
    DEVICE_LANES = 8,
    DEVICE_ALIGN = 8,
    DEVICE_CHUNK_BYTES = 4096,
    DEVICE_PAUSE_AT = 20,
    EAGER_JOBS = 16,
    GIVING_NS = 2000000
};

/* One lane of the device: a queue shorter than the table. */
static struct {
    df_job *jobs[DEVICE_DEPTH];
    uint64_t given;
    uint64_t done;
    uint64_t polls;
    _Atomic bool entered;
} device[DEVICE_LANES];

static const df_region *device_regions;
static bool device_open;
static bool device_attached;

static const char *device_start(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    CHECK(setup->cores <= DEVICE_LANES && setup->places >= 2);
    device_regions = setup->regions;
    device_open = true;
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY,
                               .depth = DEVICE_DEPTH,
                               .batch = 2,
                               .align = DEVICE_ALIGN,
                               .min_bytes = 100,
                               .max_bytes = DEVICE_CHUNK_BYTES};
    *state = device;
    return NULL;
}

static const char *single_start(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    const char *problem = device_start(setup, facts, state);
    facts->lanes = 1;
    return problem;
}

static const char *device_attach(void *state, uint16_t region, const df_region *what)
{
    CHECK(state == device && region == 0 && what->start == device_regions[0].start);
    device_attached = true;
    return NULL;
}

static const char *device_enter(void *state, uint32_t core)
{
    CHECK(state == device && !device[core].entered);
    device[core].entered = true;
    return NULL;
}

static uint32_t device_give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    CHECK(state == device && device_open && device_attached && device[lane].entered);
    uint64_t given = device[lane].given;
    CHECK(count <= DEVICE_DEPTH - (given - device[lane].done));
    for (uint32_t i = 0; i < count; i++) {
        CHECK(jobs[i]->bytes > 0 && jobs[i]->bytes <= DEVICE_CHUNK_BYTES);
        CHECK((jobs[i]->to | jobs[i]->from | jobs[i]->bytes) % DEVICE_ALIGN == 0);
        device[lane].jobs[(given + i) % DEVICE_DEPTH] = jobs[i];
    }
    device[lane].given += count;
    return count;
}

static uint32_t costly_give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    uint64_t until_ns = df__os_now_ns() + GIVING_NS;
    while (df__os_now_ns() < until_ns)
        df__os_pause();
    return device_give(state, lane, jobs, count);
}

static void device_work(uint32_t lane)
{
    uint64_t done = device[lane].done;
    if (done == device[lane].given)
        return;
    df_job *job = device[lane].jobs[done % DEVICE_DEPTH];
    df_job_make(job, device_regions);
    device[lane].done++;
    df_job_done(job);
}

/* A copy takes three questions. */
static const char *device_poll(void *state, uint32_t lane)
{
    CHECK(state == device && device_open);
    if (++device[lane].polls % 3 == 0)
        device_work(lane);
    return NULL;
}

/* By then the core has found that it waits for nothing else. */
static const char *pausing_poll(void *state, uint32_t lane)
{
    CHECK(state == device && device_open);
    if (++device[lane].polls == DEVICE_PAUSE_AT)
        raise(SIGSTOP);
    if (device[lane].polls > DEVICE_PAUSE_AT)
        device_work(lane);
    return NULL;
}

static void device_wait(void *state, uint32_t lane, uint64_t ns)
{
    CHECK(state == device && device_open && ns > 0);
    device_work(lane);
}

static bool device_stop(void *state, uint32_t lane)
{
    CHECK(state == device && device_open);
    device[lane].done = device[lane].given;
    return true;
}

static void device_close(void *state)
{
    CHECK(state == device && device_open);
    device_open = false;
}

static const char *refuse(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    (void)setup, (void)facts, (void)state;
    return "no such device";
}

/* A thread that knows places of jobs, and begins what it finds free there. */
static struct {
    const df_region *regions;
    df__os_thread thread;
    _Atomic(df_job *) jobs[EAGER_JOBS];
    _Atomic uint32_t count;
    _Atomic bool closing;
} eager;

static void eager_work(void *argument)
{
    (void)argument;
    while (!atomic_load(&eager.closing)) {
        for (uint32_t i = 0; i < atomic_load(&eager.count); i++) {
            df_job *job = atomic_load(&eager.jobs[i]);
            if (!df_job_begin(job))
                continue;
            df_job_make(job, eager.regions);
            df_job_done(job);
        }
    }
}

static const char *eager_open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    eager.regions = setup->regions;
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY, .claims = true};
    *state = &eager;
    return df__os_thread_start(&eager.thread, eager_work, NULL) == 0 ? NULL : "no thread can be had";
}

static uint32_t eager_give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    CHECK(state == &eager && lane == 0);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = 0, known = atomic_load(&eager.count);
        while (i < known && atomic_load(&eager.jobs[i]) != jobs[k])
            i++;
        CHECK(i < EAGER_JOBS);
        atomic_store(&eager.jobs[i], jobs[k]);
        atomic_store(&eager.count, i == known ? known + 1 : known);
    }
    return count;
}

static void eager_close(void *state)
{
    CHECK(state == &eager);
    atomic_store(&eager.closing, true);
    df__os_thread_join(&eager.thread);
}

#define DEVICE(named, start, take, ask, sleep) \
    {.name = (named),                          \
     .open = (start),                          \
     .attach = device_attach,                  \
     .enter = device_enter,                    \
     .give = (take),                           \
     .poll = (ask),                            \
     .wait = (sleep),                          \
     .stop = device_stop,                      \
     .close = device_close}

static const df_engine test_engines[] = {
    DEVICE("polled", device_start, device_give, device_poll, NULL),
    DEVICE("waited", device_start, device_give, device_poll, device_wait),
    DEVICE("single", single_start, device_give, device_poll, NULL),
    DEVICE("pausing", device_start, device_give, pausing_poll, NULL),
    DEVICE("costly", device_start, costly_give, device_poll, device_wait),
    {.name = "broken", .open = refuse},
    {.name = "eager", .threads = 1, .open = eager_open, .give = eager_give, .close = eager_close},
    FAULTY_ENGINE("faulty", 1),
};

/* Real devices are those that need no hardware; DEVICE names another one, BY another way. */
static inline const char *const *device_options(void)
{
    static const char *options[5];
    const char *engine = getenv("WRAPPED") != NULL ? getenv("WRAPPED") : getenv("ENGINE");
    const char *named = getenv("DEVICE"), *by = getenv("BY");
    int count = 0;
    if (named == NULL && engine != NULL && strcmp(engine, df_engine_dpdk.name) == 0)
        named = "skeleton";
    if (named != NULL)
        options[count++] = "device", options[count++] = named;
    if (by != NULL)
        options[count++] = "by", options[count++] = by;
    options[count] = NULL;
    return count == 0 ? NULL : options;
}

static inline const df_engine *test_engine(const char *name)
{
    static const df_engine *const real[] = {&df_engine_thread, &df_engine_opencl, &df_engine_dpdk,
                                            &df_engine_cuda};
    for (size_t i = 0; i < sizeof real / sizeof real[0]; i++)
        if (strcmp(name == NULL ? df_engine_thread.name : name, real[i]->name) == 0)
            return real[i];
    for (size_t i = 0; i < sizeof test_engines / sizeof test_engines[0]; i++) {
        if (strcmp(name, test_engines[i].name) != 0)
            continue;
        if (test_engines[i].give == faulty_give)
            faulty.inner = test_engine(getenv("WRAPPED"));
        return &test_engines[i];
    }
    abort();
}

#endif
