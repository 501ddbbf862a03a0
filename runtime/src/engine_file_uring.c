/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `file_uring`: the kernel reads and writes files (io_uring), many blocks at a time and without a thread of the
 * program's. Each core has a ring. What goes by the page cache is left to threads of the kernel, for it would be copied
 * by the core that submits it. Whatever comes back short or with an error is made again by the core, which knows what to
 * do about it.
 *
 * Where liburing was not found at build, or the kernel refuses a ring, as in containers, `file_thread` takes its place. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "df/file_state.h"
#include "df/offload.h"
#include "df/sanitizers.h"

#if !defined(DF_HAS_URING)

static const char *open_rings(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    (void)setup, (void)facts, (void)state;
    return "liburing was not there when the program was built";
}

const df_engine df_engine_file_uring = {
    .name = "file_uring", .moves_files = true, .otherwise = &df_engine_file_thread, .open = open_rings};

#else

#include <liburing.h>

enum { DEPTH = 64 };

typedef struct file_rings {
    df_engine_setup setup;
    uint32_t opened;
    struct io_uring rings[];
} file_rings;

static void close_rings(void *state)
{
    file_rings *self = state;
    for (uint32_t i = 0; i < self->opened; i++)
        io_uring_queue_exit(&self->rings[i]);
    free(self);
}

static const char *open_rings(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    file_rings *self = calloc(1, sizeof *self + setup->cores * sizeof self->rings[0]);
    if (self == NULL)
        return strerror(ENOMEM);
    self->setup = *setup;
    for (; self->opened < setup->cores; self->opened++) {
        int error = io_uring_queue_init(DEPTH, &self->rings[self->opened], 0);
        if (error != 0) {
            close_rings(self);
            return strerror(-error);
        }
    }
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY, .depth = DEPTH};
    *state = self;
    return NULL;
}

/* --- jobs ---------------------------------------- */

static bool reads(const file_rings *self, const df_job *job)
{
    return self->setup.regions[job->from_region].kind == DF_REGION_FILE;
}

static char *memory_of(const file_rings *self, const df_job *job)
{
    bool is_read = reads(self, job);
    return self->setup.regions[is_read ? job->to_region : job->from_region].start +
           (is_read ? job->to : job->from);
}

static void prepare(const file_rings *self, df_job *job, struct io_uring_sqe *entry)
{
    bool is_read = reads(self, job);
    df__file *file = self->setup.regions[is_read ? job->from_region : job->to_region].file;
    char *memory = memory_of(self, job);
    uint64_t offset = file->open.start + (is_read ? job->from : job->to);
    bool is_direct = df__os_goes_direct(&file->open, memory, job->bytes, offset);
    int number = is_direct ? file->open.direct : file->open.file;
    if (is_read)
        io_uring_prep_read(entry, number, memory, (unsigned)job->bytes, offset);
    else
        io_uring_prep_write(entry, number, memory, (unsigned)job->bytes, offset);
    if (!is_direct)
        io_uring_sqe_set_flags(entry, IOSQE_ASYNC);
    io_uring_sqe_set_data(entry, job);
}

static uint32_t give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    file_rings *self = state;
    uint32_t taken = 0;
    for (; taken < count; taken++) {
        struct io_uring_sqe *entry = io_uring_get_sqe(&self->rings[lane]);
        if (entry == NULL)
            break;
        prepare(self, jobs[taken], entry);
    }
    return taken;
}

/* What the kernel has no room for now is submitted with the next ring, or the next poll. */
static void ring_up(void *state, uint32_t lane)
{
    file_rings *self = state;
    io_uring_submit(&self->rings[lane]);
}

/* The sanitizers have not seen what the kernel did. */
static void tell_sanitizers(const file_rings *self, const df_job *job)
{
    if (reads(self, job))
        df__tell_write(memory_of(self, job), (size_t)job->bytes);
    else
        df__tell_read(memory_of(self, job), (size_t)job->bytes);
}

static const char *poll_ring(void *state, uint32_t lane)
{
    file_rings *self = state;
    struct io_uring *own = &self->rings[lane];
    struct io_uring_cqe *done;
    if (io_uring_sq_ready(own) > 0)
        io_uring_submit(own);
    while (io_uring_peek_cqe(own, &done) == 0) {
        df_job *job = io_uring_cqe_get_data(done);
        bool is_whole = done->res >= 0 && (uint64_t)done->res == job->bytes;
        io_uring_cqe_seen(own, done);
        if (is_whole)
            tell_sanitizers(self, job);
        else
            df_job_make(job, self->setup.regions);
        df_job_done(job);
    }
    return NULL;
}

static void wait_ring(void *state, uint32_t lane, uint64_t ns)
{
    file_rings *self = state;
    struct io_uring_cqe *done;
    struct __kernel_timespec most = {.tv_nsec = (long long)ns};
    io_uring_submit(&self->rings[lane]);
    io_uring_wait_cqe_timeout(&self->rings[lane], &done, &most);
}

/* It is never given up, so nobody stops it. */
const df_engine df_engine_file_uring = {
    .name = "file_uring",
    .moves_files = true,
    .otherwise = &df_engine_file_thread,
    .open = open_rings,
    .give = give,
    .ring = ring_up,
    .poll = poll_ring,
    .wait = wait_ring,
    .close = close_rings,
};

#endif
