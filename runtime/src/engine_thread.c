/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `thread`: one thread that copies for all cores. It takes one copy of each core in turn, so that a core with
 * much to copy does not hold up the others. It spins for a while when it has nothing to do, then sleeps on its doorbell
 * by the rule that df/counter.h gives for cores. */
#include <string.h>

#include "df/internal.h"

enum {
    MIN_BYTES = 64 * 1024, /* below, a core copies what it just wrote in less than 2 us */
    CHUNK_BYTES = 256 * 1024,
    PAUSES_PER_CLOCK_READING = 32
};

/* A copy, or the publication of a counter if there is one. */
typedef struct copy_job {
    df_counter *counter;
    void *target;
    const void *source;
    uint64_t number; /* bytes to copy, or the counter's value */
} copy_job;

/* The jobs of one core. */
typedef struct job_ring {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t given; /* written by the core */
    alignas(DF_CACHE_LINE_BYTES) uint64_t done;          /* of the thread */
    copy_job *jobs;
    df_counter *counter; /* tells the core what is done */
} job_ring;

typedef struct copy_thread {
    df__doorbell doorbell;
    df_engine_setup setup;
    df__os_thread thread;
    size_t bytes; /* of all this memory */
    _Atomic bool closing;
    job_ring rings[];
} copy_thread;

static copy_job *job_at(const copy_thread *self, const job_ring *ring, uint64_t number)
{
    return &ring->jobs[number & (self->setup.places - 1)];
}

/* Not past the caches: that is 6 % faster from about 9 MiB on, slower below, and whoever reads the copy next takes 1.2
 * to 1.7 times as long (measured with two threads from 256 KiB to 9 MiB). */
static void copy(const copy_job *job, uint32_t lane)
{
    uint64_t began = df__is_traced() ? df__tracing.now() : 0;
    df_copy_disjoint(job->target, job->source, (size_t)job->number);
    if (df__is_traced())
        df__tracing.engine_copied(lane, job->number, began);
}

static void do_job(const copy_job *job, uint32_t lane)
{
    if (job->counter != NULL)
        df_publish(NULL, job->counter, job->number);
    else
        copy(job, lane);
}

/* Does at most one copy, and the publications that follow it. False if there was nothing to do. After a failure jobs
 * are dropped, and no longer told to be done: whoever waits for them learns of the failure instead. */
static bool serve(copy_thread *self, uint32_t lane)
{
    job_ring *ring = &self->rings[lane];
    uint64_t given = atomic_load_explicit(&ring->given, memory_order_acquire);
    if (ring->done == given)
        return false;
    if (atomic_load_explicit(&df__run.failed, memory_order_acquire)) {
        ring->done = given;
        return true;
    }
    do {
        do_job(job_at(self, ring, ring->done), lane);
        df_publish(NULL, ring->counter, ++ring->done);
    } while (ring->done != given && job_at(self, ring, ring->done)->counter != NULL);
    return true;
}

static bool serve_all(copy_thread *self)
{
    bool found = false;
    for (uint32_t lane = 0; lane < self->setup.lanes; lane++)
        found = serve(self, lane) || found;
    return found;
}

static bool has_work(copy_thread *self)
{
    for (uint32_t lane = 0; lane < self->setup.lanes; lane++)
        if (atomic_load_explicit(&self->rings[lane].given, memory_order_seq_cst) != self->rings[lane].done)
            return true;
    return atomic_load_explicit(&self->closing, memory_order_seq_cst);
}

static bool spin(copy_thread *self)
{
    if (self->setup.spin_ns == 0)
        return false;
    uint64_t spin_end_ns = df__os_now_ns() + self->setup.spin_ns;
    do {
        for (int pause = 0; pause < PAUSES_PER_CLOCK_READING; pause++) {
            if (has_work(self))
                return true;
            df__os_pause();
        }
    } while (df__os_now_ns() < spin_end_ns);
    return false;
}

static void sleep_until_work(copy_thread *self)
{
    df__doorbell *doorbell = &self->doorbell;
    for (;;) {
        uint32_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
        atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
        if (has_work(self)) {
            atomic_store_explicit(&doorbell->asleep, 0, memory_order_relaxed);
            return;
        }
        df__os_futex_wait(&doorbell->bell, bell);
    }
}

static void work(void *argument)
{
    copy_thread *self = argument;
    if (self->setup.cpu >= 0)
        df__os_pin((unsigned)self->setup.cpu);
    for (;;) {
        bool is_last_look = atomic_load_explicit(&self->closing, memory_order_acquire);
        if (serve_all(self))
            continue;
        if (is_last_look)
            return;
        if (!spin(self))
            sleep_until_work(self);
    }
}

static const char *open(const df_engine_setup *setup, void **state)
{
    size_t rings_bytes = sizeof(copy_thread) + setup->lanes * sizeof(job_ring);
    size_t bytes = df__whole_pages(rings_bytes + (size_t)setup->lanes * setup->places * sizeof(copy_job));
    char *memory;
    int error = df__os_memory_take(bytes, &memory);
    if (error != 0)
        return strerror(error);
    copy_thread *self = (copy_thread *)(void *)memory;
    copy_job *jobs = (copy_job *)(void *)(memory + rings_bytes);
    self->setup = *setup;
    self->bytes = bytes;
    for (uint32_t lane = 0; lane < setup->lanes; lane++) {
        self->rings[lane].jobs = jobs + (size_t)lane * setup->places;
        self->rings[lane].counter = setup->done[lane];
    }
    error = df__os_thread_start(&self->thread, work, self);
    if (error != 0) {
        df__os_memory_release(memory, bytes);
        return strerror(error);
    }
    *state = self;
    return NULL;
}

static void wake(copy_thread *self)
{
    if (atomic_load_explicit(&self->doorbell.asleep, memory_order_seq_cst) != 0)
        df__ring_doorbell(&self->doorbell);
}

/* The lane has a place: no more is ever given than there are places. */
static void give(copy_thread *self, uint32_t lane, copy_job job)
{
    job_ring *ring = &self->rings[lane];
    uint64_t given = atomic_load_explicit(&ring->given, memory_order_relaxed);
    *job_at(self, ring, given) = job;
    atomic_exchange_explicit(&ring->given, given + 1, memory_order_seq_cst);
    wake(self);
}

static bool submit(void *state, uint32_t lane, void *target, const void *source, size_t bytes)
{
    give(state, lane, (copy_job){.target = target, .source = source, .number = bytes});
    return true;
}

static void publish(void *state, uint32_t lane, df_counter *counter, uint64_t value)
{
    give(state, lane, (copy_job){.counter = counter, .number = value});
}

static void close(void *state)
{
    copy_thread *self = state;
    atomic_exchange_explicit(&self->closing, true, memory_order_seq_cst);
    wake(self);
    df__os_thread_join(&self->thread);
    df__os_memory_release((char *)self, self->bytes);
}

const df_engine df_engine_thread = {
    .name = "thread",
    .threads = 1,
    .min_bytes = MIN_BYTES,
    .chunk_bytes = CHUNK_BYTES,
    .open = open,
    .submit = submit,
    .publish = publish,
    .close = close,
};
