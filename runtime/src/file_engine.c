/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose blocks an engine moves (df/engine.h): firings give it jobs between windows and the file, which is a region
 * of its own. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "df/file_state.h"
#include "df/parts.h"
#include "df/pending.h"

enum { JOB_BYTES_MOST = 1 << 20 };

/* By name, so that a program has the engines that it uses and no others. */
static void find_lane(df__file *file, bool by_kernel)
{
    const char *name = by_kernel ? "file_uring" : "file_thread";
    const df_program *program = df__run()->program;
    for (uint32_t i = 0; i < program->engines_count; i++)
        if (strcmp(program->engines[i].engine->name, name) == 0)
            file->lane = &df__run()->engines->engines[i].lanes[df__self->core.index];
}

/* An actor fires on one core. */
static void join(df__file *file)
{
    df__engines *engines = df__run()->engines;
    find_lane(file, (file->flags & DF_FILE_BY_KERNEL) != 0);
    file->region = (uint16_t)engines->regions_count++;
    engines->regions[file->region] =
        (df_region){.kind = DF_REGION_FILE, .bytes = file->open.bytes, .file = file};
}

/* Where no engine or no place is to be had, the core moves the bytes itself. */
static void give(df__lane *lane, df_job *job)
{
    uint64_t limit = lane->engine->setup.places / 2;
    bool works = df__engine_works(lane->engine);
    lane->copies++;
    if (works && df__pending_held(lane, limit) < limit) {
        df__pending_add_job(lane, job);
        lane->bytes[DF__BY_ENGINE] += job->bytes;
        df__self->core.attends = 1;
        df__engine_attend(lane);
    } else {
        lane->bytes[works ? DF__LANE_FULL : DF__NOT_OPEN] += job->bytes;
        df_job_make(job, lane->engine->setup.regions);
    }
    job->bytes = 0;
}

/* Blocks that adjoin in memory as in the file are one job. */
static void add(df__file *file, const df_job *job)
{
    df_job *held = &file->held;
    bool adjoins = held->to + held->bytes == job->to && held->from + held->bytes == job->from;
    if (file->open.has_direct && job->bytes % file->open.align != 0)
        adjoins = false; /* the tail, which alone goes by the cache */
    if (held->bytes > 0 && (!adjoins || held->bytes + job->bytes > JOB_BYTES_MOST))
        give(file->lane, held);
    if (held->bytes == 0)
        *held = *job;
    else
        held->bytes += job->bytes;
    if (held->bytes >= JOB_BYTES_MOST)
        give(file->lane, held);
}

static void flush(df__lane *lane)
{
    for (df__file *file = df__run()->files; file != NULL; file = file->next)
        if (file->lane == lane && file->held.bytes > 0)
            give(lane, &file->held);
}

static void give_read(df__file *file, void *to, size_t bytes)
{
    df_job job = {.operation = DF_OPERATION_COPY, .from_region = file->region, .bytes = bytes};
    job.from = file->position;
    if (bytes > 0 && df__offload_locate(&df__self->core, to, bytes, &job.to))
        add(file, &job);
}

static void give_write(df__file *file, const void *from, size_t bytes)
{
    df_job job = {.operation = DF_OPERATION_COPY, .to_region = file->region, .bytes = bytes};
    job.to = file->position;
    if (bytes > 0 && df__offload_locate(&df__self->core, from, bytes, &job.from))
        add(file, &job);
}

/* The first job that is not done is the one that those behind it wait for. */
static bool describe(const df_gate *gate, df__text *text)
{
    const df__lane *lane = atomic_load(&gate->counter->lane);
    if (lane == NULL || !lane->engine->functions->moves_files)
        return false;
    uint64_t done = atomic_load(&lane->done.value);
    if (done == atomic_load(&lane->given))
        return false;
    const df_job *job = &df__entry_at(lane, done)->job;
    const df_region *regions = lane->engine->setup.regions;
    bool reads = regions[job->from_region].kind == DF_REGION_FILE;
    const df__file *file = regions[reads ? job->from_region : job->to_region].file;
    if (file == NULL)
        return false;
    df__file_describe(file, (reads ? job->from : job->to) / file->block_bytes, text);
    return true;
}

/* --- the work, on any thread ---------------------------------------- */

static void tell_shrunk(const df__file *file, uint64_t end)
{
    uint64_t block = end / file->block_bytes;
    fprintf(stderr,
            "error: actor '%s' (%s), block %" PRIu64 ": %s: ends inside block %" PRIu64 ": %" PRIu64
            " of %" PRIu64 " bytes, for it has shrunk since it was opened\n",
            file->actor->name, file->actor->place, block, file->name, block, end % file->block_bytes,
            file->block_bytes);
}

static void read_job(df__file *file, char *to, uint64_t offset, size_t bytes)
{
    size_t done;
    if (atomic_load(&df__run()->failed))
        return; /* nobody will read it */
    int error = df__os_read(&file->open, to, bytes, offset, &done);
    df__file_look_at_cache(file);
    if (error == 0 && done == bytes)
        return;
    if (error != 0)
        df__file_broke(file, offset + done, "read", error);
    else if (df__file_breaks(file))
        tell_shrunk(file, offset + done);
}

/* Also after a failure: what came before it is in the file then. */
static void write_job(df__file *file, const char *from, uint64_t offset, size_t bytes)
{
    size_t done;
    int error = df__os_write(&file->open, from, bytes, offset, &done);
    df__file_look_at_cache(file);
    if (error == 0)
        return;
    uint64_t whole = atomic_load(&file->whole_bytes);
    while (offset + done < whole && !atomic_compare_exchange_weak(&file->whole_bytes, &whole, offset + done))
        continue;
    if (error != EFAULT || !df__file_has_lost(from + done))
        df__file_broke(file, offset + done, "written", error);
}

static void move(df_job *job, const df_region *regions)
{
    const df_region *from = &regions[job->from_region], *to = &regions[job->to_region];
    if (from->kind == DF_REGION_FILE)
        read_job(from->file, to->start + job->to, job->from, (size_t)job->bytes);
    else
        write_job(to->file, from->start + job->from, job->to, (size_t)job->bytes);
}

const df__file_engine_hooks df__file_engine = {.join = join,
                                               .describe = describe,
                                               .flush = flush,
                                               .give_read = give_read,
                                               .give_write = give_write,
                                               .move = move};
