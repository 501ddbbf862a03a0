/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `thread`: a thread that copies for all cores, or as many as the user wants lanes. Each takes one job of each core
 * in turn, so that a core with much to copy does not hold up the others. It spins for a while when it has nothing to do, then sleeps on its doorbell by the
 * rule that df/counter.h gives for cores; where work comes seldom it learns to spin briefly.
 *
 * It begins a job right before it copies: until then a core that waits may take the job over, and the thread passes by
 * what it finds taken. */
#include <string.h>

#include "df/internal.h"
#include "df/offload.h"
#include "df/parts.h"

enum {
    MIN_BYTES = 64 * 1024, /* below, a core copies what it just wrote in less than 2 us */
    CHUNK_BYTES = 64 * 1024,
    FETCH_BYTES_MOST = 2048,
    BATCH = 32,
    PAUSES_PER_CLOCK_READING = 32,
    STOP_NAP_NS = 100000,
    SPIN_LEAST_NS = 50000,
};

/* `from`, `bytes`: what the job reads, if it is little and memory; else null. */
typedef struct job_place {
    _Atomic(df_job *) job;
    _Atomic(const char *) from;
    _Atomic size_t bytes;
} job_place;

/* The jobs of one core. */
typedef struct job_ring {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t given; /* written by the core */
    _Atomic bool stopped;
    _Atomic int cpu;                                     /* where the core was when it last gave */
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t taken; /* written by the thread */
    job_place *places;
} job_ring;

typedef struct copy_thread {
    df__doorbell doorbell;
    df__os_thread thread;
    struct copy_engine *engine;
    int cpu;
    uint64_t spin_ns;         /* as the thread has learned */
    _Atomic uint32_t serving; /* the lane of the job in hand, plus one; 0: none */
} copy_thread;

typedef struct copy_engine {
    df_engine_setup setup;
    size_t bytes; /* of all this memory */
    uint32_t threads_count;
    _Atomic bool closing;
    copy_thread threads[DF_ENGINE_THREADS_MOST];
    job_ring rings[];
} copy_engine;

static job_place *place_of(const copy_engine *engine, const job_ring *ring, uint64_t number)
{
    return &ring->places[number & (engine->setup.places - 1)];
}

static void set_place(const copy_engine *engine, job_place *place, df_job *job)
{
    const df_region *region = &engine->setup.regions[job->from_region];
    bool is_small = job->operation == DF_OPERATION_COPY && job->bytes <= FETCH_BYTES_MOST &&
                    region->kind != DF_REGION_FILE;
    atomic_store_explicit(&place->job, job, memory_order_relaxed);
    atomic_store_explicit(&place->from, is_small ? region->start + job->from : NULL, memory_order_relaxed);
    atomic_store_explicit(&place->bytes, (size_t)job->bytes, memory_order_relaxed);
}

/* What the next job reads comes while this one is made: of so few bytes the processor fetches none ahead by itself. Of TCP's
 * frames with 1,400 B that no cache holds, one takes 2 % less time than by the core without this, and 6 % with it (Intel
 * Sapphire Rapids); to fetch for two or three jobs ahead does no better. */
static void fetch_ahead(const copy_engine *engine, const job_ring *ring, uint64_t number)
{
    if (number >= atomic_load_explicit(&ring->given, memory_order_relaxed))
        return;
    const job_place *place = place_of(engine, ring, number);
    const char *from = atomic_load_explicit(&place->from, memory_order_relaxed);
    size_t bytes = from == NULL ? 0 : atomic_load_explicit(&place->bytes, memory_order_relaxed);
    for (size_t at = 0; at < bytes && at < FETCH_BYTES_MOST; at += DF_CACHE_LINE_BYTES)
        __builtin_prefetch(from + at);
}

/* Not past the caches: that is 6 % faster from about 9 MiB on, slower below, and whoever reads the copy next takes 1.2
 * to 1.7 times as long (measured with two threads from 256 KiB to 9 MiB). */
static void make(const copy_engine *engine, df_job *job)
{
    job->began = df__is_traced() ? df__tracing.now() : 0;
    df_job_make(job, engine->setup.regions);
    df_job_done(job);
}

/* Takes one job. False if there was none, or another thread came first. What is read of a place that is used again by then
 * does not count: `taken` has passed it. After a failure of the program jobs are dropped: whoever waits for them learns
 * of the failure instead. */
static bool serve(copy_thread *self, uint32_t lane)
{
    copy_engine *engine = self->engine;
    job_ring *ring = &engine->rings[lane];
    uint64_t taken = atomic_load_explicit(&ring->taken, memory_order_acquire);
    if (taken >= atomic_load_explicit(&ring->given, memory_order_acquire))
        return false;
    df_job *job = atomic_load_explicit(&place_of(engine, ring, taken)->job, memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&ring->taken, &taken, taken + 1, memory_order_acq_rel,
                                                 memory_order_relaxed))
        return false;
    fetch_ahead(engine, ring, taken + 1);
    atomic_exchange_explicit(&self->serving, lane + 1, memory_order_seq_cst);
    if (!atomic_load_explicit(&ring->stopped, memory_order_seq_cst) &&
        !atomic_load_explicit(&df__run()->failed, memory_order_acquire) && df_job_begin(job))
        make(engine, job);
    atomic_store_explicit(&self->serving, 0, memory_order_release);
    return true;
}

static bool serve_all(copy_thread *self)
{
    bool found = false;
    for (uint32_t lane = 0; lane < self->engine->setup.cores; lane++)
        found = serve(self, lane) || found;
    return found;
}

static bool has_work(const copy_thread *self)
{
    copy_engine *engine = self->engine;
    for (uint32_t lane = 0; lane < engine->setup.cores; lane++)
        if (atomic_load_explicit(&engine->rings[lane].given, memory_order_seq_cst) !=
            atomic_load_explicit(&engine->rings[lane].taken, memory_order_relaxed))
            return true;
    return atomic_load_explicit(&engine->closing, memory_order_seq_cst);
}

/* The system likes to start a thread where it is woken. There it copies in the core's stead, and must not keep the core
 * from its CPU by looking out for what that would give. */
static bool has_cpu_of_core(const copy_thread *self)
{
    int cpu = df__os_cpu_now();
    for (uint32_t lane = 0; lane < self->engine->setup.cores; lane++)
        if (atomic_load_explicit(&self->engine->rings[lane].cpu, memory_order_relaxed) == cpu)
            return true;
    return false;
}

static bool spin(copy_thread *self)
{
    uint64_t spin_end_ns = df__os_now_ns() + self->spin_ns;
    if (self->spin_ns == 0)
        return false;
    do {
        if (has_cpu_of_core(self))
            df__os_yield();
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
    uint64_t most_ns = self->engine->setup.spin_ns, began_ns = df__os_now_ns();
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
    if (self->cpu >= 0)
        df__os_pin((unsigned)self->cpu);
    for (;;) {
        bool is_last_look = atomic_load_explicit(&self->engine->closing, memory_order_acquire);
        if (serve_all(self))
            continue;
        if (is_last_look)
            return;
        idle(self);
    }
}

static void wake(copy_thread *self)
{
    if (atomic_load_explicit(&self->doorbell.asleep, memory_order_seq_cst) != 0)
        df__ring_doorbell(&self->doorbell);
}

/* Ends all threads, once they have done what was given. */
static void close(void *state)
{
    copy_engine *engine = state;
    atomic_exchange_explicit(&engine->closing, true, memory_order_seq_cst);
    for (uint32_t i = 0; i < engine->threads_count; i++)
        wake(&engine->threads[i]);
    for (uint32_t i = 0; i < engine->threads_count; i++)
        df__os_thread_join(&engine->threads[i].thread);
    df__os_memory_release((char *)engine, engine->bytes);
}

/* All of them; 0, or why there is none. */
static int start_threads(copy_engine *engine, uint32_t wanted)
{
    int error = 0;
    for (uint32_t i = 0; i < wanted && error == 0; i++) {
        copy_thread *self = &engine->threads[i];
        self->engine = engine;
        self->cpu = engine->setup.cpus[i];
        self->spin_ns = engine->setup.spin_ns;
        error = df__os_thread_start(&self->thread, work, self);
        engine->threads_count += error == 0;
    }
    return error;
}

static const char *open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    uint32_t wanted = setup->lanes == 0 ? 1 : setup->lanes;
    size_t rings_bytes = sizeof(copy_engine) + setup->cores * sizeof(job_ring);
    size_t bytes = df__whole_pages(rings_bytes + (size_t)setup->cores * setup->places * sizeof(job_place));
    char *memory;
    int error = df__os_memory_take(bytes, &memory);
    if (error != 0)
        return strerror(error);
    copy_engine *engine = (copy_engine *)(void *)memory;
    job_place *places = (job_place *)(void *)(memory + rings_bytes);
    engine->setup = *setup;
    engine->bytes = bytes;
    for (uint32_t lane = 0; lane < setup->cores; lane++) {
        engine->rings[lane].places = places + (size_t)lane * setup->places;
        engine->rings[lane].cpu = -1;
    }
    error = start_threads(engine, wanted < DF_ENGINE_THREADS_MOST ? wanted : DF_ENGINE_THREADS_MOST);
    if (error != 0) {
        close(engine);
        return strerror(error);
    }
    *facts = (df_engine_facts){
        .operations = DF_OPERATION_COPY | DF_OPERATION_FILL | DF_OPERATION_COMPARE | DF_OPERATION_OBJECTS,
        .batch = BATCH,
        .min_bytes = MIN_BYTES,
        .chunk_bytes = CHUNK_BYTES,
        .claims = true,
    };
    *state = engine;
    return NULL;
}

static uint32_t give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    copy_engine *engine = state;
    job_ring *ring = &engine->rings[lane];
    uint64_t given = atomic_load_explicit(&ring->given, memory_order_relaxed);
    uint64_t held = given - atomic_load_explicit(&ring->taken, memory_order_acquire);
    uint32_t room = (uint32_t)(engine->setup.places - held);
    uint32_t taken = count < room ? count : room;
    for (uint32_t i = 0; i < taken; i++)
        set_place(engine, place_of(engine, ring, given + i), jobs[i]);
    atomic_exchange_explicit(&ring->given, given + taken, memory_order_seq_cst);
    return taken;
}

static void ring(void *state, uint32_t lane)
{
    copy_engine *engine = state;
    atomic_store_explicit(&engine->rings[lane].cpu, df__os_cpu_now(), memory_order_relaxed);
    for (uint32_t i = 0; i < engine->threads_count; i++)
        wake(&engine->threads[i]);
}

static bool serves(copy_engine *engine, uint32_t lane)
{
    for (uint32_t i = 0; i < engine->threads_count; i++)
        if (atomic_load_explicit(&engine->threads[i].serving, memory_order_seq_cst) == lane + 1)
            return true;
    return false;
}

/* A job in hand is copied to its end: the thread may have to wait for a CPU until it can. */
static bool stop(void *state, uint32_t lane)
{
    copy_engine *engine = state;
    _Atomic uint32_t word = 0;
    atomic_exchange_explicit(&engine->rings[lane].stopped, true, memory_order_seq_cst);
    for (uint64_t waited_ns = 0; waited_ns <= engine->setup.timeout_ns; waited_ns += STOP_NAP_NS) {
        if (!serves(engine, lane))
            return true;
        df__os_futex_wait_briefly(&word, 0, STOP_NAP_NS);
    }
    return false;
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
