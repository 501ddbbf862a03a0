/* SPDX-License-Identifier: Apache-2.0 */
/* Engines that fail: one that reports a problem, or leaves a job undone for `timeout_ns` while a core waits for it, is
 * stopped. What it had begun is free again then, and cores make it.
 *
 * A core that waits looks again every few milliseconds. What lies between two looks counts as that much at most, so that
 * time in which the process did not run (Ctrl-Z, a debugger, a suspended machine) does not. */
#include <inttypes.h>
#include <stdio.h>

#include "df/pending.h"

enum { LOOK_NS_MOST = 40000000, NAP_NS = 1000000, NS_PER_MS = 1000000 };

static void nap(void)
{
    _Atomic uint32_t word = 0;
    df__os_futex_wait_briefly(&word, 0, NAP_NS);
}

/* The buffer in which the first job of the engine that is not done ends; NULL if none is known. */
static const char *buffer_of_first_job(const df__engine *engine)
{
    const df_program *program = df__run()->program;
    for (uint32_t core = 0; core < program->cores; core++) {
        const df__lane *lane = &engine->lanes[core];
        uint64_t done = atomic_load(&lane->done.value);
        const df__entry *entry = df__entry_at(lane, done);
        for (size_t i = 0; i < program->buffers_count && done < atomic_load(&lane->given); i++) {
            const df_buffer *buffer = &program->buffers[i];
            if (entry->job.to - buffer->offset_bytes < buffer->stride_bytes * buffer->slots)
                return buffer->name;
        }
    }
    return NULL;
}

static _Noreturn void end_program(const df__engine *engine, const char *why, const char *fifo)
{
    bool is_known = fifo != NULL;
    fprintf(stderr, "error: the copy engine '%s' has failed (%s) and cannot be stopped%s%s%s\n",
            engine->functions->name, why, is_known ? "; it copied for FIFO '" : "", is_known ? fifo : "",
            is_known ? "'" : "");
    df__os_exit(DF__EXIT_FAILED);
}

/* False if another thread is in the engine and does not return. */
static bool take_channel_for_good(df__engine *engine, df__channel *channel)
{
    uint64_t waited_ns = 0;
    while (atomic_exchange_explicit(&channel->taken, true, memory_order_acquire)) {
        if (waited_ns > engine->setup.timeout_ns)
            return false;
        nap();
        waited_ns += NAP_NS;
    }
    return true;
}

static bool stop_all(df__engine *engine)
{
    for (uint32_t i = 0; i < engine->facts.lanes; i++) {
        df__channel *channel = &engine->channels[i];
        if (!take_channel_for_good(engine, channel) || !engine->functions->stop(engine->state, i))
            return false;
        atomic_store_explicit(&channel->taken, false, memory_order_release);
    }
    return true;
}

/* Nobody but the engine had these. All places, for an engine that claims may know one from before: it may have begun a job
 * there that the giver is just adding. */
static void free_begun_jobs(df__engine *engine)
{
    for (uint32_t core = 0; core < engine->setup.cores; core++) {
        for (uint32_t place = 0; place < engine->setup.places; place++) {
            uint8_t begun = DF_CLAIM_ENGINE;
            atomic_compare_exchange_strong(&engine->lanes[core].entries[place].job.claim, &begun,
                                           DF_CLAIM_FREE);
        }
    }
}

void df__engine_give_up(df__engine *engine, const char *why, const char *fifo)
{
    uint32_t works = DF__ENGINE_WORKS;
    if (!atomic_compare_exchange_strong(&engine->health, &works, DF__ENGINE_STOPS))
        return;
    if (fifo == NULL)
        fifo = buffer_of_first_job(engine);
    if (!stop_all(engine))
        end_program(engine, why, fifo);
    if (!df__run()->arguments.quiet)
        fprintf(stderr, "warning: the copy engine '%s' has failed (%s): the cores copy themselves\n",
                engine->functions->name, why);
    free_begun_jobs(engine);
    atomic_store(&engine->health, DF__ENGINE_STOPPED);
    for (uint32_t core = 0; core < df__run()->program->cores; core++)
        df__ring(core);
}

/* What stands first is what the counter waits for, whatever else gets done. */
static bool waits_for_engine(const df__lane *lane, uint64_t front)
{
    return front < atomic_load(&lane->given) &&
           atomic_load(&df__entry_at(lane, front)->job.claim) == DF_CLAIM_ENGINE;
}

uint64_t df__engine_ran_ns(uint64_t *looked_ns)
{
    uint64_t now_ns = df__os_now_ns(), since_ns = now_ns - *looked_ns;
    *looked_ns = now_ns;
    return since_ns < LOOK_NS_MOST ? since_ns : LOOK_NS_MOST;
}

void df__engine_watch(df_core *core, df__lane *lane, const df_gate *gate)
{
    df__patience *patience = &((df__worker *)core)->patience;
    df__engine *engine = lane->engine;
    if (engine->functions->moves_files)
        return; /* a disk may take its time, and begins no job anew */
    uint64_t front = atomic_load(&lane->done.value), ran_ns = df__engine_ran_ns(&patience->looked_ns);
    if (patience->lane != lane || patience->front != front || !waits_for_engine(lane, front)) {
        patience->lane = lane;
        patience->front = front;
        patience->waited_ns = 0;
        return;
    }
    patience->waited_ns += ran_ns;
    if (patience->waited_ns < engine->setup.timeout_ns)
        return;
    char why[64];
    snprintf(why, sizeof why, "no answer for %" PRIu64 " ms", engine->setup.timeout_ns / NS_PER_MS);
    df__engine_give_up(engine, why, gate == &lane->gate ? NULL : gate->fifo);
}
