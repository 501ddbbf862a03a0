/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `cuda`: a GPU of NVIDIA copies between places in the memory of the processor. Regions are registered with its
 * driver, which locks their pages. With `by = kernel` kernels copy, fill and compare there, in both directions of the bus
 * at once; with `by = copier` the copy engines of the GPU take bytes into its memory and bring them back, piece by piece:
 * while one leaves, the next arrives.
 *
 * Each lane is a stream, whose jobs are done in order, and an event behind each job tells that it is done. All lanes are in
 * the device's primary context, which the program's own CUDA code uses as well.
 *
 * The constants have been measured on one bus (PCIe 5, 16 lanes) by `python -m tests.bench.engines --engine cuda`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/cuda.h"
#include "df/device.h"
#include "df/internal.h"
#include "df/offload.h"
#include "df/sanitizers.h"

enum {
    DEPTH = 16,
    THREADS = 512, /* of a block */
    BLOCKS = 64, /* of a kernel, unless a stride is asked for: half a MiB is on its way, more crowd the bus */
    MIN_BYTES = 512 *
        1024, /* a launch and its notice take some 10 us, in which a core copies 100 KiB and more */
    CHUNK_BYTES = 32 * 1024 * 1024, /* the bus is idle for some 9 us between two kernels */
    PIECE_BYTES = 1024 * 1024,      /* of a copier */
    PIECES = 8,                     /* in the memory of the device at once */
    NAP_NS = 100000,
    PROBLEM_BYTES = 96,
};

static const uint64_t max_bytes = 1u << 30; /* differences are counted in 32 bits */

typedef struct given_job {
    df_job *job;
    df__cuda_event done;
} given_job;

/* Memory of the device that pieces of copies are in, in turn. They arrive by a stream of their own and leave by the lane's;
 * each of the two waits for the other's event of the place. */
typedef struct staging_area {
    df__cuda_stream arriving;
    df__cuda_address start;
    df__cuda_event arrived[PIECES];
    df__cuda_event left[PIECES];
    uint64_t pieces; /* that have been sent on their way back */
} staging_area;

typedef struct cuda_lane {
    df__cuda_stream stream;
    given_job jobs[DEPTH];
    uint64_t given;
    uint64_t taken;
    df__cuda_result error;        /* of what the driver has refused: the lane takes nothing more */
    staging_area staging;         /* of a copier */
    df__cuda_address first_there; /* of compared jobs: by place, the word in which it differs, */
    uint32_t *first_here;         /* and where that is brought */
    char problem[PROBLEM_BYTES];
} cuda_lane;

typedef struct cuda_state {
    df__cuda cuda;
    df_engine_setup setup;
    df__cuda_device device;
    df__cuda_context context;
    df__cuda_module module;
    df__cuda_function copy, fill, compare;
    bool is_copier;
    df__cuda_address *regions; /* as the device sees them; 0: not registered */
    uint32_t *firsts;          /* on pages of their own */
    df__cuda_address firsts_there;
    bool hangs; /* it has been waited for in vain */
    uint32_t lanes_count;
    cuda_lane lanes[];
} cuda_state;

/* --- jobs ---------------------------------------- */

static char *place_here(const cuda_state *self, uint16_t region, uint64_t offset)
{
    return self->setup.regions[region].start + offset;
}

/* Words that each thread of the job's kernel moves. */
static uint64_t turns_of(const df_job *job, uint64_t words)
{
    uint64_t wanted = df__device_stride(job, 0), threads = BLOCKS * THREADS;
    return wanted != 0 ? wanted : (words + threads - 1) / threads;
}

static df__cuda_result launch(cuda_state *self, cuda_lane *lane, df__cuda_function function,
                              const df_job *job, uint64_t second)
{
    uint64_t to = self->regions[job->to_region] + job->to, words = job->bytes / DF__DEVICE_ALIGN;
    uint64_t turns = turns_of(job, words), place = lane->given % DEPTH;
    uint64_t first = lane->first_there + place * sizeof(uint32_t), in_block = turns * THREADS;
    void *arguments[] = {&to, &second, &words, &turns, &first};
    return self->cuda.launch(function, (unsigned)((words + in_block - 1) / in_block), 1, 1, THREADS, 1, 1, 0,
                             lane->stream, arguments, NULL);
}

static df__cuda_result compare(cuda_state *self, cuda_lane *lane, const df_job *job, uint64_t other)
{
    uint64_t place = lane->given % DEPTH;
    df__cuda_address there = lane->first_there + place * sizeof(uint32_t);
    df__cuda_result error = self->cuda.set_words(there, UINT32_MAX, 1, lane->stream);
    if (error == 0)
        error = launch(self, lane, self->compare, job, other);
    return error != 0
               ? error
               : self->cuda.copy_to_host(&lane->first_here[place], there, sizeof(uint32_t), lane->stream);
}

static df__cuda_result bring(const cuda_state *self, const staging_area *staging, uint64_t place,
                             const char *from, size_t bytes)
{
    df__cuda_address there = staging->start + place * PIECE_BYTES;
    df__cuda_result error = self->cuda.stream_wait(staging->arriving, staging->left[place], 0);
    if (error == 0)
        error = self->cuda.copy_to_device(there, from, bytes, staging->arriving);
    return error != 0 ? error : self->cuda.event_record(staging->arrived[place], staging->arriving);
}

/* From here on the piece may arrive at any time. */
static df__cuda_result take_away(const cuda_state *self, cuda_lane *lane, uint64_t place, char *to,
                                 size_t bytes)
{
    staging_area *staging = &lane->staging;
    df__cuda_address there = staging->start + place * PIECE_BYTES;
    df__cuda_result error = self->cuda.stream_wait(lane->stream, staging->arrived[place], 0);
    if (error == 0)
        error = self->cuda.copy_to_host(to, there, bytes, lane->stream);
    if (error != 0)
        return error;
    staging->pieces++;
    return self->cuda.event_record(staging->left[place], lane->stream);
}

static df__cuda_result stage(cuda_state *self, cuda_lane *lane, const df_job *job)
{
    const char *from = place_here(self, job->from_region, job->from);
    char *to = place_here(self, job->to_region, job->to);
    df__cuda_result error = 0;
    for (uint64_t at = 0; error == 0 && at < job->bytes; at += PIECE_BYTES) {
        uint64_t place = lane->staging.pieces % PIECES;
        size_t bytes = (size_t)(job->bytes - at < PIECE_BYTES ? job->bytes - at : PIECE_BYTES);
        error = bring(self, &lane->staging, place, from + at, bytes);
        if (error == 0)
            error = take_away(self, lane, place, to + at, bytes);
    }
    return error;
}

static df__cuda_result start(cuda_state *self, cuda_lane *lane, const df_job *job)
{
    uint64_t from = self->regions[job->from_region] + job->from;
    if (job->operation == DF_OPERATION_COMPARE)
        return compare(self, lane, job, from);
    if (job->operation == DF_OPERATION_FILL)
        return launch(self, lane, self->fill, job, job->pattern);
    return self->is_copier ? stage(self, lane, job) : launch(self, lane, self->copy, job, from);
}

/* False: the job is refused, and the GPU touches none of its bytes. One that is refused in its midst is taken all the
 * same: until the lane is stopped, pieces may yet arrive. */
static bool begin(cuda_state *self, cuda_lane *lane, df_job *job)
{
    given_job *given = &lane->jobs[lane->given % DEPTH];
    uint64_t pieces = lane->staging.pieces;
    if (lane->error != 0)
        return false;
    lane->error = start(self, lane, job);
    if (lane->error != 0 && lane->staging.pieces == pieces)
        return false;
    given->job = job;
    lane->given++;
    if (lane->error == 0)
        lane->error = self->cuda.event_record(given->done, lane->stream);
    return true;
}

static uint32_t give(void *state, uint32_t number, df_job *const *jobs, uint32_t count)
{
    cuda_state *self = state;
    cuda_lane *lane = &self->lanes[number];
    uint32_t taken = 0;
    df__cuda_context before = df__cuda_enter(&self->cuda, self->context);
    while (taken < count && lane->given - lane->taken < DEPTH && begin(self, lane, jobs[taken]))
        taken++;
    df__cuda_leave(&self->cuda, self->context, before);
    return taken;
}

static const char *tell(const cuda_state *self, cuda_lane *lane, df__cuda_result error)
{
    snprintf(lane->problem, sizeof lane->problem, "the GPU reports %s", df__cuda_error(&self->cuda, error));
    return lane->problem;
}

static const char *finish_jobs(cuda_state *self, cuda_lane *lane)
{
    for (; lane->error == 0 && lane->taken < lane->given; lane->taken++) {
        uint64_t place = lane->taken % DEPTH;
        const given_job *oldest = &lane->jobs[place];
        df__cuda_result result = self->cuda.event_query(oldest->done);
        if (result == DF__CUDA_NOT_READY)
            return NULL;
        if (result != 0)
            return tell(self, lane, result);
        df__device_finish(self->setup.regions, oldest->job, lane->first_here[place]);
    }
    return lane->error == 0 ? NULL : tell(self, lane, lane->error);
}

static const char *poll(void *state, uint32_t number)
{
    cuda_state *self = state;
    df__cuda_context before = df__cuda_enter(&self->cuda, self->context);
    const char *problem = finish_jobs(self, &self->lanes[number]);
    df__cuda_leave(&self->cuda, self->context, before);
    return problem;
}

/* One that reports an error of the GPU runs nothing any more; without a context the GPU was not asked. */
static bool is_busy(const cuda_state *self, df__cuda_stream stream)
{
    df__cuda_result result = stream == NULL ? 0 : self->cuda.stream_query(stream);
    return result == DF__CUDA_NOT_READY || result == DF__CUDA_INVALID_CONTEXT;
}

/* What runs is waited for: nothing can take it back. */
static bool stop(void *state, uint32_t number)
{
    cuda_state *self = state;
    cuda_lane *lane = &self->lanes[number];
    _Atomic uint32_t word = 0;
    uint64_t waited_ns = 0;
    df__cuda_context before = df__cuda_enter(&self->cuda, self->context);
    while (!self->hangs && (is_busy(self, lane->stream) || is_busy(self, lane->staging.arriving))) {
        self->hangs = (waited_ns += NAP_NS) > self->setup.timeout_ns;
        df__os_futex_wait_briefly(&word, 0, NAP_NS);
    }
    df__cuda_leave(&self->cuda, self->context, before);
    lane->taken = lane->given;
    return !self->hangs;
}

/* --- open and close ---------------------------------------- */

static void close_event(const cuda_state *self, df__cuda_event event)
{
    if (event != NULL)
        self->cuda.event_close(event);
}

static void close_staging(const cuda_state *self, const staging_area *staging)
{
    for (int i = 0; i < PIECES; i++) {
        close_event(self, staging->arrived[i]);
        close_event(self, staging->left[i]);
    }
    if (staging->arriving != NULL)
        self->cuda.stream_close(staging->arriving);
    if (staging->start != 0)
        self->cuda.memory_give_back(staging->start);
}

static void close_lane(const cuda_state *self, const cuda_lane *lane)
{
    for (int i = 0; i < DEPTH; i++)
        close_event(self, lane->jobs[i].done);
    close_staging(self, &lane->staging);
    if (lane->stream != NULL)
        self->cuda.stream_close(lane->stream);
    if (lane->first_there != 0)
        self->cuda.memory_give_back(lane->first_there);
}

static void release_in_context(cuda_state *self)
{
    df__cuda_context before = df__cuda_enter(&self->cuda, self->context);
    for (uint32_t i = 0; i < self->lanes_count; i++)
        close_lane(self, &self->lanes[i]);
    for (uint32_t i = 0; i < self->setup.regions_count; i++)
        if (self->regions[i] != 0)
            self->cuda.host_unregister(self->setup.regions[i].start);
    if (self->firsts_there != 0)
        self->cuda.host_unregister(self->firsts);
    if (self->module != NULL)
        self->cuda.module_unload(self->module);
    df__cuda_leave(&self->cuda, self->context, before);
    self->cuda.context_release(self->device);
}

/* A GPU that hangs may yet use all of it, and its driver would wait. */
static void release(cuda_state *self)
{
    if (self->hangs) {
        df__tell_kept(self);
        return;
    }
    if (self->context != NULL)
        release_in_context(self);
    free(self->regions);
    free(self->firsts);
    free(self);
}

static void close(void *state)
{
    cuda_state *self = state;
    for (uint32_t i = 0; i < self->lanes_count; i++)
        stop(self, i);
    release(self);
}

static const char no_stream[] = "the GPU gives no stream", no_memory[] = "the GPU has no memory left";
static const char no_lock[] = "the driver locks no memory of the processor: raise 'ulimit -l'";

static const char *open_staging(const cuda_state *self, staging_area *staging)
{
    if (self->cuda.stream_open(&staging->arriving, DF__CUDA_STREAM_NON_BLOCKING) != 0)
        return no_stream;
    for (int i = 0; i < PIECES; i++)
        if (self->cuda.event_open(&staging->arrived[i], DF__CUDA_EVENT_UNTIMED) != 0 ||
            self->cuda.event_open(&staging->left[i], DF__CUDA_EVENT_UNTIMED) != 0)
            return no_stream;
    return self->cuda.memory_take(&staging->start, (size_t)PIECES * PIECE_BYTES) == 0 ? NULL : no_memory;
}

static const char *open_lane(cuda_state *self, uint32_t number)
{
    cuda_lane *lane = &self->lanes[number];
    lane->first_here = self->firsts + (size_t)number * DEPTH;
    if (self->cuda.stream_open(&lane->stream, DF__CUDA_STREAM_NON_BLOCKING) != 0)
        return no_stream;
    for (int i = 0; i < DEPTH; i++)
        if (self->cuda.event_open(&lane->jobs[i].done, DF__CUDA_EVENT_UNTIMED) != 0)
            return no_stream;
    if (self->cuda.memory_take(&lane->first_there, DEPTH * sizeof(uint32_t)) != 0)
        return no_memory;
    return self->is_copier ? open_staging(self, &lane->staging) : NULL;
}

static const char *load_kernels(cuda_state *self)
{
    bool are_there = self->cuda.module_load(&self->module, df__cuda_kernels) == 0 &&
                     self->cuda.module_function(&self->copy, self->module, "copy") == 0 &&
                     self->cuda.module_function(&self->fill, self->module, "fill") == 0 &&
                     self->cuda.module_function(&self->compare, self->module, "compare") == 0;
    return are_there ? NULL : "the driver does not compile the kernels for this GPU";
}

static const char *copy_once(void *state, df_job *job)
{
    cuda_state *self = state;
    cuda_lane *lane = &self->lanes[0];
    if (!begin(self, lane, job))
        return "the GPU starts no copy";
    if (!stop(self, 0))
        return "the GPU does not answer";
    return lane->error == 0 && self->cuda.stream_query(lane->stream) == 0 ? NULL
                                                                          : "a copy ended with an error";
}

static const char *try_to_share(cuda_state *self)
{
    size_t bytes = 2 * DF__DEVICE_TRIAL_BYTES;
    char *memory = aligned_alloc(DF__DEVICE_TRIAL_BYTES, bytes);
    if (memory == NULL)
        return "there is no memory left";
    df_region region = {.kind = DF_REGION_MEMORY, .start = memory, .bytes = bytes};
    df__cuda_address address = df__cuda_share(&self->cuda, memory, bytes), *addresses = self->regions;
    const df_region *regions = self->setup.regions;
    self->regions = &address;
    self->setup.regions = &region;
    const char *problem = address == 0 ? no_lock : df__device_try(self, copy_once, memory);
    self->regions = addresses;
    self->setup.regions = regions;
    if (address != 0 && !self->hangs)
        self->cuda.host_unregister(memory);
    if (self->hangs)
        df__tell_kept(memory);
    else
        free(memory);
    return problem;
}

/* In memory that is not locked the driver would have all arrive before it returns. */
static const char *share_firsts(cuda_state *self)
{
    size_t bytes = df__whole_pages((size_t)self->setup.cores * DEPTH * sizeof self->firsts[0]);
    self->firsts = aligned_alloc(DF__DEVICE_TRIAL_BYTES, bytes);
    self->firsts_there = self->firsts == NULL ? 0 : df__cuda_share(&self->cuda, self->firsts, bytes);
    return self->firsts_there != 0 ? NULL : no_lock;
}

static const char *open_in_context(cuda_state *self)
{
    const char *problem = load_kernels(self);
    problem = problem != NULL ? problem : share_firsts(self);
    for (uint32_t lanes = df__device_lanes(&self->setup); problem == NULL && self->lanes_count < lanes;) {
        self->lanes_count++;
        problem = open_lane(self, self->lanes_count - 1);
    }
    return problem != NULL ? problem : try_to_share(self);
}

static const char *open_device(cuda_state *self)
{
    const char *problem = df__cuda_find(&self->cuda);
    df__cuda_context context, before;
    if (problem != NULL)
        return problem;
    if (self->cuda.device_get(&self->device, 0) != 0 ||
        self->cuda.context_retain(&context, self->device) != 0)
        return "the GPU gives no context";
    self->context = context;
    before = df__cuda_enter(&self->cuda, context);
    problem = open_in_context(self);
    df__cuda_leave(&self->cuda, self->context, before);
    return problem;
}

static cuda_state *take_state(const df_engine_setup *setup)
{
    cuda_state *self = calloc(1, sizeof *self + setup->cores * sizeof self->lanes[0]);
    if (self == NULL)
        return NULL;
    const char *by = df_engine_option(setup, "by");
    self->setup = *setup;
    self->is_copier = by != NULL && strcmp(by, "copier") == 0;
    self->regions = calloc(setup->regions_count, sizeof self->regions[0]);
    if (self->regions != NULL)
        return self;
    free(self);
    return NULL;
}

/* Threads that the driver starts keep off the cores' CPUs. */
static const char *open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    cuda_state *self = take_state(setup);
    if (self == NULL)
        return "there is no memory left";
    if (setup->spare_cpus_count > 0)
        df__os_pin_to(setup->spare_cpus, setup->spare_cpus_count);
    const char *problem = open_device(self);
    if (setup->spare_cpus_count > 0)
        df__os_unpin();
    if (problem != NULL) {
        release(self);
        return problem;
    }
    uint32_t all = DF_OPERATION_COPY | DF_OPERATION_FILL | DF_OPERATION_COMPARE;
    *facts = (df_engine_facts){.operations = self->is_copier ? DF_OPERATION_COPY : all,
                               .lanes = self->lanes_count,
                               .depth = DEPTH,
                               .batch = 1,
                               .align = self->is_copier ? 1 : DF__DEVICE_ALIGN,
                               .min_bytes = MIN_BYTES,
                               .max_bytes = self->is_copier ? CHUNK_BYTES : max_bytes,
                               .chunk_bytes = CHUNK_BYTES};
    *state = self;
    return NULL;
}

static const char *attach(void *state, uint16_t region, const df_region *what)
{
    cuda_state *self = state;
    if (what->kind != DF_REGION_MEMORY)
        return NULL;
    df__cuda_context before = df__cuda_enter(&self->cuda, self->context);
    self->regions[region] = df__cuda_share(&self->cuda, what->start, (size_t)what->bytes);
    df__cuda_leave(&self->cuda, self->context, before);
    return self->regions[region] != 0 ? NULL : no_lock;
}

/* Where the program has chosen no context, calls of the engine need not change it. */
static const char *enter(void *state, uint32_t core)
{
    cuda_state *self = state;
    df__cuda_context before = NULL;
    (void)core, self->cuda.context_get(&before);
    return before != NULL || self->cuda.context_set(self->context) == 0 ? NULL : "the GPU's context is lost";
}

const df_engine df_engine_cuda = {
    .name = "cuda",
    .open = open,
    .attach = attach,
    .enter = enter,
    .give = give,
    .poll = poll,
    .stop = stop,
    .close = close,
};
