/* SPDX-License-Identifier: Apache-2.0 */
/* Bulk operations of firings (df/df.h) as jobs of an engine. The completion of the block's queue publishes what they write
 * and gives back what they read, as for copies of FIFOs; so nothing waits here but a comparison.
 *
 * Only windows are left to engines, which wait for nobody's state: memory of the actor itself may change as soon as the
 * function returns, so the core reads and writes that at once. */
#include <limits.h>

#include "df/parts.h"
#include "df/pending.h"

/* The lane for an operation of that kind and size; null if the core does it. */
static df__lane *lane_for(df_core *core, uint32_t operation, size_t bytes)
{
    df__engine *engine = &core->engines->engines[core->bulk_engine - 1];
    df__lane *lane = &engine->lanes[core->index];
    size_t least = core->bulk_least != 0 ? core->bulk_least : engine->min_bytes;
    df__fate fate = DF__BY_ENGINE;
    lane->copies++;
    if (!df__engine_works(engine))
        fate = DF__NOT_OPEN;
    else if ((engine->facts.operations & operation) == 0)
        fate = DF__UNFIT;
    else if (bytes < least)
        fate = DF__TOO_SMALL;
    if (fate == DF__BY_ENGINE)
        return lane;
    lane->bytes[fate] += bytes;
    return NULL;
}

static bool is_own(const df_core *core, const char *memory, size_t bytes)
{
    for (uint32_t i = 0; i < core->bulk_own_count; i++) {
        const df_bulk_own *own = &core->bulk_own[i];
        if (memory < (const char *)own->start + own->bytes && (const char *)own->start < memory + bytes)
            return true;
    }
    return false;
}

/* Where a window lies, in whole units of what the engine can address; false if it is none. */
static bool locate(const df_core *core, const df__lane *lane, const void *memory, size_t bytes,
                   uint64_t *offset)
{
    return !is_own(core, memory, bytes) && df__offload_locate(core, memory, bytes, offset) &&
           *offset >= df__run()->program->state_bytes && df__is_addressed(lane->engine, *offset) &&
           df__is_addressed(lane->engine, bytes);
}

static bool refuse(df__lane *lane, size_t bytes)
{
    if (lane != NULL)
        lane->bytes[DF__UNFIT] += bytes;
    return false;
}

/* False where the core does better itself. */
static bool give(df_core *core, df__lane *lane, df_job job, size_t bytes)
{
    if (lane->copies_itself.other)
        lane->bytes[DF__TAKEN_OVER] += bytes;
    else
        df__offload_give(core, lane, job, bytes, lane->engine->chunk_bytes);
    return !lane->copies_itself.other;
}

static bool copy(df_core *core, void *target, const void *source, size_t bytes)
{
    df__lane *lane = lane_for(core, DF_OPERATION_COPY, bytes);
    df_job job = {
        .operation = DF_OPERATION_COPY, .to_region = DF__REGION_ARENA, .from_region = DF__REGION_ARENA};
    if (lane == NULL || !locate(core, lane, target, bytes, &job.to) ||
        !locate(core, lane, source, bytes, &job.from))
        return refuse(lane, bytes);
    return give(core, lane, job, bytes);
}

static bool fill(df_core *core, void *target, int byte, size_t bytes)
{
    df__lane *lane = lane_for(core, DF_OPERATION_FILL, bytes);
    df_job job = {
        .operation = DF_OPERATION_FILL, .to_region = DF__REGION_ARENA, .from_region = DF__REGION_ARENA};
    job.pattern = UINT64_MAX / UCHAR_MAX * (unsigned char)byte;
    if (lane == NULL || !locate(core, lane, target, bytes, &job.to))
        return refuse(lane, bytes);
    return give(core, lane, job, bytes);
}

/* Gives chunks of up to half of the bytes, as far as there are places; returns how many bytes they are. */
static size_t give_half(df__lane *lane, df_job job, size_t bytes)
{
    uint64_t limit = lane->engine->entries;
    size_t half = bytes / 2 - bytes / 2 % lane->engine->facts.align, done = 0;
    while (done < half && df__pending_held(lane, limit) < limit) {
        job.bytes = half - done < lane->engine->chunk_bytes ? half - done : lane->engine->chunk_bytes;
        df__pending_add_job(lane, &job);
        lane->bytes[DF__BY_ENGINE] += job.bytes;
        job.to += job.bytes;
        job.from += job.bytes;
        done += job.bytes;
    }
    lane->bytes[DF__LANE_FULL] += half - done;
    return done;
}

/* The same for the jobs from that number on, which are done. Their entries stay until the giver adds others. */
static size_t difference_of_jobs(const df__lane *lane, uint64_t first, size_t bytes)
{
    uint64_t given = atomic_load_explicit(&lane->given, memory_order_relaxed);
    size_t before = 0;
    for (uint64_t number = first; number < given; number++) {
        const df_job *job = &df__entry_at(lane, number)->job;
        if (job->difference < job->bytes)
            return before + (size_t)job->difference;
        before += (size_t)job->bytes;
    }
    return bytes;
}

/* The engine compares the first half, and the core the second one and what the engine has not begun by then. */
static size_t compare(df_core *core, const char *one, const char *other, size_t bytes)
{
    df__lane *lane = lane_for(core, DF_OPERATION_COMPARE, bytes);
    df_job job = {
        .operation = DF_OPERATION_COMPARE, .to_region = DF__REGION_ARENA, .from_region = DF__REGION_ARENA};
    if (lane == NULL || !locate(core, lane, one, bytes, &job.to) ||
        !locate(core, lane, other, bytes, &job.from)) {
        refuse(lane, bytes);
        return df__first_difference(one, other, bytes);
    }
    uint64_t first = atomic_load_explicit(&lane->given, memory_order_relaxed);
    size_t given = give_half(lane, job, bytes);
    df__engine_offer(lane);
    size_t rest = df__first_difference(one + given, other + given, bytes - given);
    if (!df__offload_finish(core, lane))
        return df__first_difference(one, other, bytes); /* the program ends, and nobody has waited */
    size_t found = difference_of_jobs(lane, first, given);
    return found < given ? found : given + rest;
}

const df__bulk_hooks df__bulk = {.copy = copy, .fill = fill, .compare = compare};
