/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `thread`: one thread that copies for all cores. It takes one job of each core in turn, so that a core with much
 * to copy does not hold up the others. It spins for a while when it has nothing to do, then sleeps on its doorbell by the
 * rule that df/counter.h gives for cores; where work comes seldom it learns to spin briefly.
 *
 * It begins a job right before it copies: until then a core that waits may take the job over, and the thread passes by
 * what it finds taken. */
#include <string.h>

#include "df/internal.h"
#include "df/offload.h"

enum {
    MIN_BYTES = 64 * 1024, /* below, a core copies what it just wrote in less than 2 us */
    CHUNK_BYTES = 64 * 1024,
    BATCH = 32,
    PAUSES_PER_CLOCK_READING = 32,
    STOP_NAP_NS = 100000,
    SPIN_LEAST_NS = 50000,
};

/* The jobs of one core. */
typedef struct job_ring {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t given; /* written by the core */
    _Atomic bool stopped;
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t taken; /* written by the thread */
    df_job **jobs;
} job_ring;

typedef struct copy_thread {
    df__doorbell doorbell;
    df_engine_setup setup;
    df__os_thread thread;
    size_t bytes;     /* of all this memory */
    uint64_t spin_ns; /* as the thread has learned */
    _Atomic bool closing;
    _Atomic uint32_t serving; /* the lane of the job in hand, plus one; 0: none */
    job_ring rings[];
} copy_thread;

static df_job **place_of(const copy_thread *self, const job_ring *ring, uint64_t number)
{
    return &ring->jobs[number & (self->setup.places - 1)];
}

/* Not past the caches: that is 6 % faster from about 9 MiB on, slower below, and whoever reads the copy next takes 1.2
 * to 1.7 times as long (measured with two threads from 256 KiB to 9 MiB). */
static void make(copy_thread *self, df_job *job, uint32_t lane)
{
    uint64_t began = df__is_traced() ? df__tracing.now() : 0;
    df_job_make(job, self->setup.regions);
    if (df__is_traced())
        df__tracing.engine_copied(lane, job->bytes, began);
    df_job_done(job);
}

/* Takes one job. False if there was none. After a failure of the program jobs are dropped: whoever waits for them learns
 * of the failure instead. */
static bool serve(copy_thread *self, uint32_t lane)
{
    job_ring *ring = &self->rings[lane];
    uint64_t taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    if (taken == atomic_load_explicit(&ring->given, memory_order_acquire))
        return false;
    df_job *job = *place_of(self, ring, taken);
    atomic_store_explicit(&ring->taken, taken + 1, memory_order_release);
    atomic_exchange_explicit(&self->serving, lane + 1, memory_order_seq_cst);
    if (!atomic_load_explicit(&ring->stopped, memory_order_seq_cst) &&
        !atomic_load_explicit(&df__run()->failed, memory_order_acquire) && df_job_begin(job))
        make(self, job, lane);
    atomic_store_explicit(&self->serving, 0, memory_order_release);
    return true;
}

static bool serve_all(copy_thread *self)
{
    bool found = false;
    for (uint32_t lane = 0; lane < self->setup.cores; lane++)
        found = serve(self, lane) || found;
    return found;
}

static bool has_work(copy_thread *self)
{
    for (uint32_t lane = 0; lane < self->setup.cores; lane++)
        if (atomic_load_explicit(&self->rings[lane].given, memory_order_seq_cst) !=
            atomic_load_explicit(&self->rings[lane].taken, memory_order_relaxed))
            return true;
    return atomic_load_explicit(&self->closing, memory_order_seq_cst);
}

static bool spin(copy_thread *self)
{
    uint64_t spin_end_ns = df__os_now_ns() + self->spin_ns;
    if (self->spin_ns == 0)
        return false;
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

static void idle(copy_thread *self)
{
    uint64_t most_ns = self->setup.spin_ns, began_ns = df__os_now_ns();
    if (!spin(self))
        sleep_until_work(self);
    if (df__os_now_ns() - began_ns < most_ns)
        self->spin_ns = 2 * self->spin_ns < most_ns ? 2 * self->spin_ns : most_ns;
    else if (self->spin_ns > SPIN_LEAST_NS)
        self->spin_ns /= 2;
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
        idle(self);
    }
}

static const char *open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    size_t rings_bytes = sizeof(copy_thread) + setup->cores * sizeof(job_ring);
    size_t bytes = df__whole_pages(rings_bytes + (size_t)setup->cores * setup->places * sizeof(df_job *));
    char *memory;
    int error = df__os_memory_take(bytes, &memory);
    if (error != 0)
        return strerror(error);
    copy_thread *self = (copy_thread *)(void *)memory;
    df_job **jobs = (df_job **)(void *)(memory + rings_bytes);
    self->setup = *setup;
    self->bytes = bytes;
    self->spin_ns = setup->spin_ns;
    for (uint32_t lane = 0; lane < setup->cores; lane++)
        self->rings[lane].jobs = jobs + (size_t)lane * setup->places;
    error = df__os_thread_start(&self->thread, work, self);
    if (error != 0) {
        df__os_memory_release(memory, bytes);
        return strerror(error);
    }
    *facts = (df_engine_facts){
        .operations = DF_OPERATION_COPY | DF_OPERATION_FILL | DF_OPERATION_COMPARE | DF_OPERATION_OBJECTS,
        .batch = BATCH,
        .min_bytes = MIN_BYTES,
        .chunk_bytes = CHUNK_BYTES,
        .claims = true,
    };
    *state = self;
    return NULL;
}

static void wake(copy_thread *self)
{
    if (atomic_load_explicit(&self->doorbell.asleep, memory_order_seq_cst) != 0)
        df__ring_doorbell(&self->doorbell);
}

static uint32_t give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    copy_thread *self = state;
    job_ring *ring = &self->rings[lane];
    uint64_t given = atomic_load_explicit(&ring->given, memory_order_relaxed);
    uint64_t held = given - atomic_load_explicit(&ring->taken, memory_order_acquire);
    uint32_t room = (uint32_t)(self->setup.places - held);
    uint32_t taken = count < room ? count : room;
    for (uint32_t i = 0; i < taken; i++)
        *place_of(self, ring, given + i) = jobs[i];
    atomic_exchange_explicit(&ring->given, given + taken, memory_order_seq_cst);
    return taken;
}

static void ring(void *state, uint32_t lane)
{
    (void)lane;
    wake(state);
}

/* A job in hand is copied to its end: the thread may have to wait for a CPU until it can. */
static bool stop(void *state, uint32_t lane)
{
    copy_thread *self = state;
    _Atomic uint32_t word = 0;
    atomic_exchange_explicit(&self->rings[lane].stopped, true, memory_order_seq_cst);
    for (uint64_t waited_ns = 0; waited_ns <= self->setup.timeout_ns; waited_ns += STOP_NAP_NS) {
        if (atomic_load_explicit(&self->serving, memory_order_seq_cst) != lane + 1)
            return true;
        df__os_futex_wait_briefly(&word, 0, STOP_NAP_NS);
    }
    return false;
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
    .open = open,
    .give = give,
    .ring = ring,
    .stop = stop,
    .close = close,
};
