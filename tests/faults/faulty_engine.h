/* SPDX-License-Identifier: Apache-2.0 */
/* An engine around another one, which misbehaves. FAULTY_ENGINE says how, FAULTY_NTH at which job (1 by default):
 *
 *   open, attach, enter   what that function does fails
 *   refuse                it takes neither this job nor any after it
 *   error                 it reports a problem in place of this job
 *   silent                it never answers for this job
 *   stuck                 nor can it be stopped then
 *   late                  this job and all after it are done when the engine is asked for the third time
 *   disorder              likewise, the last one first
 *   corrupt               it leaves one wrong byte
 *   forget                it leaves the last byte as it was */
#ifndef FAULTY_ENGINE_H
#define FAULTY_ENGINE_H

#include <stdlib.h>
#include <string.h>

#include "df/engine.h"

enum { FAULTY_LANES = 64, FAULTY_HELD = 64, FAULTY_PATIENCE = 3, FAULTY_CHUNK_BYTES = 16384 };

static struct {
    const df_engine *inner;
    const df_region *regions;
    df_engine_facts facts;
    _Atomic uint64_t jobs;
    struct {
        df_job *held[FAULTY_HELD];
        uint32_t count;
        uint32_t asked;
    } lanes[FAULTY_LANES];
} faulty;

static bool faulty_does(const char *what)
{
    const char *wish = getenv("FAULTY_ENGINE");
    return wish != NULL && strcmp(wish, what) == 0;
}

static bool faulty_is_at(uint64_t job)
{
    const char *text = getenv("FAULTY_NTH");
    uint64_t nth = text == NULL ? 1 : strtoull(text, NULL, 10);
    bool goes_on = faulty_does("refuse") || faulty_does("late") || faulty_does("disorder");
    return getenv("FAULTY_ENGINE") != NULL && (job == nth || (goes_on && job > nth));
}

static const char *faulty_open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    if (faulty_does("open"))
        return "it is a faulty one";
    faulty.regions = setup->regions;
    const char *problem = faulty.inner->open(setup, facts, state);
    facts->min_bytes = 1;
    facts->chunk_bytes = FAULTY_CHUNK_BYTES;
    faulty.facts = *facts;
    return problem;
}

static const char *faulty_attach(void *state, uint16_t region, const df_region *what)
{
    if (faulty_does("attach"))
        return "no room for the memory";
    return faulty.inner->attach == NULL ? NULL : faulty.inner->attach(state, region, what);
}

static const char *faulty_enter(void *state, uint32_t core)
{
    if (faulty_does("enter"))
        return "no thread can be had";
    return faulty.inner->enter == NULL ? NULL : faulty.inner->enter(state, core);
}

static bool faulty_hold(uint32_t lane, df_job *job)
{
    if (faulty_does("refuse") || faulty.lanes[lane].count == FAULTY_HELD)
        return false;
    if (!faulty.facts.claims || df_job_begin(job))
        faulty.lanes[lane].held[faulty.lanes[lane].count++] = job;
    else
        atomic_fetch_sub(&faulty.jobs, 1); /* a core has taken it over: the fault is for the next one */
    return true;
}

static uint32_t faulty_give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool now = faulty_is_at(atomic_fetch_add(&faulty.jobs, 1) + 1);
        if (now ? !faulty_hold(lane, jobs[i]) : faulty.inner->give(state, lane, &jobs[i], 1) == 0)
            return i;
    }
    return count;
}

static void faulty_ring(void *state, uint32_t lane)
{
    if (faulty.inner->ring != NULL)
        faulty.inner->ring(state, lane);
}

static void faulty_make(df_job *job)
{
    unsigned char *to = (unsigned char *)faulty.regions[job->to_region].start + job->to;
    unsigned char last = to[job->bytes - 1];
    df_job_make(job, faulty.regions);
    if (faulty_does("corrupt"))
        to[job->bytes / 2] ^= 0x40;
    if (faulty_does("forget"))
        to[job->bytes - 1] = last;
    df_job_done(job);
}

static const char *faulty_poll(void *state, uint32_t lane)
{
    uint32_t count = faulty.lanes[lane].count;
    bool waits = faulty_does("late") || faulty_does("disorder");
    if (count > 0 && faulty_does("error"))
        return "a job was refused";
    if (count > 0 && !faulty_does("silent") && !faulty_does("stuck") &&
        (!waits || ++faulty.lanes[lane].asked % FAULTY_PATIENCE == 0)) {
        faulty.lanes[lane].count = 0;
        for (uint32_t i = 0; i < count; i++)
            faulty_make(faulty.lanes[lane].held[faulty_does("disorder") ? count - 1 - i : i]);
    }
    return faulty.inner->poll == NULL ? NULL : faulty.inner->poll(state, lane);
}

static bool faulty_stop(void *state, uint32_t lane)
{
    if (faulty_does("stuck"))
        return false;
    faulty.lanes[lane].count = 0;
    return faulty.inner->stop(state, lane);
}

static void faulty_close(void *state)
{
    faulty.inner->close(state);
}

#define FAULTY_ENGINE(named, of_threads) \
    {.name = (named),                    \
     .threads = (of_threads),            \
     .open = faulty_open,                \
     .attach = faulty_attach,            \
     .enter = faulty_enter,              \
     .give = faulty_give,                \
     .ring = faulty_ring,                \
     .poll = faulty_poll,                \
     .stop = faulty_stop,                \
     .close = faulty_close}

#endif
