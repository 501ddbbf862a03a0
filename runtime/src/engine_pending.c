/* SPDX-License-Identifier: Apache-2.0 */
/* The pending table (df/pending.h tells its rules). */
#include <limits.h>
#include <string.h>

#include "df/parts.h"
#include "df/pending.h"
#include "df/stream.h"

/* To give a job takes 67 ns where no entry is fetched ahead, 49 with one and 42 with two, four and eight do no better (Intel
 * Sapphire Rapids). */
enum { ENTRIES_AHEAD = 2 };

/* --- jobs ---------------------------------------- */

static char *address(const df_region *regions, uint16_t region, uint64_t offset)
{
    return regions[region].start + offset;
}

static void fill(char *to, uint64_t bytes, uint64_t pattern)
{
    if (pattern == UINT64_MAX / UCHAR_MAX * (unsigned char)pattern) {
        memset(to, (unsigned char)pattern, (size_t)bytes);
        return;
    }
    for (uint64_t i = 0; i < bytes; i++)
        to[i] = (char)(pattern >> (i % sizeof pattern * CHAR_BIT));
}

void df_job_make(df_job *job, const df_region *regions)
{
    if (regions[job->to_region].kind == DF_REGION_FILE || regions[job->from_region].kind == DF_REGION_FILE) {
        df__file_engine.move(job, regions);
        return;
    }
    if (job->operation == DF_OPERATION_OBJECTS) {
        df__offload_make_objects(job, regions);
        return;
    }
    char *to = address(regions, job->to_region, job->to);
    if (job->operation == DF_OPERATION_FILL)
        fill(to, job->bytes, job->pattern);
    else if (job->operation == DF_OPERATION_COMPARE)
        job->difference =
            df__first_difference(to, address(regions, job->from_region, job->from), (size_t)job->bytes);
    else if ((job->hints & DF_HINT_TO_MEMORY) != 0)
        df__stream_copy(df__stream_choose((size_t)job->bytes), to,
                        address(regions, job->from_region, job->from), (size_t)job->bytes);
    else
        df_copy_disjoint(to, address(regions, job->from_region, job->from), (size_t)job->bytes);
}

/* --- done ---------------------------------------- */

static uint64_t done_of(const df__lane *lane)
{
    return atomic_load_explicit(&lane->done.value, memory_order_seq_cst);
}

/* Raises `done` over all that is done, and publishes on the way. Each of several who do so at once sees what the others
 * had done before: all accesses are sequentially consistent, so that of two who each complete a job and look at the job of
 * the other, one finds both done. */
static void settle(df__lane *lane)
{
    for (;;) {
        uint64_t number = done_of(lane);
        df__entry *entry = df__entry_at(lane, number);
        if (number == atomic_load_explicit(&lane->given, memory_order_seq_cst) ||
            atomic_load_explicit(&entry->job.claim, memory_order_seq_cst) != DF_CLAIM_DONE)
            return;
        df_counter *counter = atomic_load_explicit(&entry->counter, memory_order_seq_cst);
        uint64_t value = atomic_load_explicit(&entry->value, memory_order_seq_cst);
        if (done_of(lane) != number)
            continue; /* others were here; the entry may be another one by now */
        if (counter != NULL)
            df__raise(&df__run()->shared, counter, value);
        df__raise(&df__run()->shared, &lane->done, number + 1);
    }
}

void df_job_done(df_job *job)
{
    df__lane *lane = job->lane;
    uint64_t bytes = job->bytes;
    if (df__is_traced() && atomic_load_explicit(&job->claim, memory_order_relaxed) == DF_CLAIM_ENGINE)
        df__tracing.engine_copied(job);
    uint8_t claim = atomic_exchange_explicit(&job->claim, DF_CLAIM_DONE, memory_order_seq_cst);
    if (claim == DF_CLAIM_ENGINE)
        atomic_fetch_add_explicit(&lane->unjudged_bytes, bytes, memory_order_relaxed);
    if (claim == DF_CLAIM_ENGINE && !lane->engine->facts.claims)
        atomic_fetch_sub_explicit(&lane->engine->channels[lane->channel].held, 1, memory_order_relaxed);
    settle(lane);
}

/* --- the giver ---------------------------------------- */

static df__entry *next_entry(const df__lane *lane, uint64_t *number)
{
    *number = atomic_load_explicit(&lane->given, memory_order_relaxed);
    return df__entry_at(lane, *number);
}

/* Nobody looks at an entry before it is given but one who is late: he sees, after what is released here, that what he looked
 * for is done. */
static void publish_by(df__entry *entry, df_counter *counter, uint64_t value)
{
    atomic_store_explicit(&entry->counter, counter, memory_order_release);
    atomic_store_explicit(&entry->value, value, memory_order_release);
}

/* Who waits for the counter finds the lane by it. */
static void lead_to(df__lane *lane, df_counter *counter)
{
    if (atomic_load_explicit(&counter->lane, memory_order_relaxed) != lane)
        atomic_store_explicit(&counter->lane, lane, memory_order_seq_cst);
}

/* The engine has looked at the entry when it was another one, so that its lines are in that one's cache. */
static void fetch_ahead(const df__entry *entry)
{
    for (size_t at = 0; at < sizeof *entry; at += DF_CACHE_LINE_BYTES)
        __builtin_prefetch((const char *)entry + at, 1);
}

/* An engine that claims may know the place from before, and have done the job before it was given: it has found nothing to
 * settle then. */
void df__pending_add_job(df__lane *lane, const df_job *job)
{
    uint64_t number;
    df__entry *entry = next_entry(lane, &number);
    fetch_ahead(df__entry_at(lane, number + ENTRIES_AHEAD));
    atomic_store_explicit(&entry->counter, NULL, memory_order_release);
    entry->job.operation = job->operation;
    entry->job.hints = job->hints;
    entry->job.to_region = job->to_region;
    entry->job.from_region = job->from_region;
    entry->job.to = job->to;
    entry->job.from = job->from;
    entry->job.bytes = job->bytes;
    entry->job.pattern = job->pattern;
    entry->job.point = job->point;
    entry->job.lane = lane;
    atomic_store_explicit(&entry->job.claim, DF_CLAIM_FREE, memory_order_release);
    atomic_exchange_explicit(&lane->given, number + 1, memory_order_seq_cst);
    if (atomic_load_explicit(&entry->job.claim, memory_order_seq_cst) == DF_CLAIM_DONE)
        settle(lane);
}

/* Whoever has begun to sleep before the jobs were there shall wake and take them over. */
void df__pending_add_publication(df__lane *lane, df_counter *counter, uint64_t value)
{
    uint64_t number;
    df__entry *entry = next_entry(lane, &number);
    lead_to(lane, counter);
    publish_by(entry, counter, value);
    atomic_exchange_explicit(&lane->given, number + 1, memory_order_seq_cst);
    settle(lane);
    if (atomic_load_explicit(&counter->value, memory_order_seq_cst) < value)
        df__wake_waiters(&df__run()->shared, counter->waiters);
}

uint64_t df__pending_held(df__lane *lane, uint64_t limit)
{
    uint64_t given = atomic_load_explicit(&lane->given, memory_order_relaxed);
    if (given - lane->gate.seen >= limit)
        lane->gate.seen = done_of(lane);
    return given - lane->gate.seen;
}

/* --- who waits ---------------------------------------- */

/* What is read of an entry that is another one by now misleads to jobs that must be done as well. */
uint64_t df__pending_needed(df__lane *lane, const df_counter *counter, uint64_t value)
{
    uint64_t number = done_of(lane);
    uint64_t given = atomic_load_explicit(&lane->given, memory_order_seq_cst);
    if (counter == &lane->done)
        return value < given ? value : given;
    for (; number < given; number++) {
        const df__entry *entry = df__entry_at(lane, number);
        if (atomic_load_explicit(&entry->counter, memory_order_seq_cst) == counter &&
            atomic_load_explicit(&entry->value, memory_order_seq_cst) >= value)
            return number;
    }
    return 0;
}

static bool claim_for_core(df_job *job)
{
    uint8_t free = DF_CLAIM_FREE;
    return atomic_load_explicit(&job->claim, memory_order_relaxed) == free &&
           atomic_compare_exchange_strong_explicit(&job->claim, &free, DF_CLAIM_CORE, memory_order_acquire,
                                                   memory_order_relaxed);
}

bool df__pending_take_over(df_core *core, df__lane *lane, uint64_t needed)
{
    for (uint64_t number = done_of(lane); number < needed; number++) {
        df_job *job = &df__entry_at(lane, number)->job;
        if (!claim_for_core(job))
            continue;
        uint64_t began_ns = df__os_now_ns();
        job->began = df__is_traced() ? df__tracing.now() : 0;
        df_job_make(job, lane->engine->setup.regions);
        if (df__is_traced())
            df__tracing.taken_over(job);
        if (!lane->engine->functions->moves_files)
            df__engine_learn_speed(core, job->bytes, df__os_now_ns() - began_ns);
        atomic_fetch_add_explicit(&lane->taken_over_bytes, job->bytes, memory_order_relaxed);
        df_job_done(job);
        return true;
    }
    return false;
}
