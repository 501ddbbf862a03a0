/* SPDX-License-Identifier: Apache-2.0 */
/* An architecture in its own time: the cores run side by side, and slice by slice what their L1s miss goes through the
 * caches beyond. */
#include <stdlib.h>

#include "pass.h"
#include "timeline.h"

enum { WARM_SLICE = 32 };

/* All caches of a level. */
typedef struct caches {
    cache *all;
    cache **of_core;
    cache_word *words;
    passed out; /* of the slice that is done now */
} caches;

typedef struct replayed {
    const plan *plan;
    const architecture *on;
    figures *found;
    caches levels[LEVELS_MAX];
} replayed;

/* --- caches ---------------------------------------- */

/* Of all its sets, those that are simulated. */
static cache one_of(const plan *plan, const level *about)
{
    uint64_t part = plan->sample_part;
    return cache_of(about->sets / part, about->ways, about->policy, plan->lines / part + SAMPLED_FROM);
}

/* As many as each cache has that tells another one of a line. */
static uint32_t version_bits(const plan *plan, const architecture *on)
{
    uint32_t least = one_of(plan, &plan->l1).version_bits;
    for (uint32_t i = 0; i < on->levels; i++) {
        uint32_t bits = one_of(plan, &on->level[i]).version_bits;
        least = bits < least ? bits : least;
    }
    return least;
}

/* `depth`: 1 for the level behind the L1. */
static void open_level(caches *in, const plan *plan, const level *about, uint32_t depth, uint32_t bits)
{
    cache one = one_of(plan, about);
    cache_limit_versions(&one, bits);
    uint64_t words = cache_words_count(&one);
    uint32_t count = (plan->cores + about->shared_by - 1) / about->shared_by;
    in->words = explore_lines(count * words + CACHE_SPARE);
    in->all = explore_zeroed(count, sizeof *in->all);
    for (uint32_t i = 0; i < count; i++) {
        in->all[i] = one;
        in->all[i].sets = in->words + i * words;
        in->all[i].random = about->seed + 64 * depth + i + 1;
    }
    in->of_core = explore_zeroed(plan->cores, sizeof *in->of_core);
    for (uint32_t i = 0; i < plan->cores; i++)
        in->of_core[i] = &in->all[i / about->shared_by];
    in->out.entries = explore_zeroed(SLICE * (depth + 1) + AHEAD, sizeof *in->out.entries);
    in->out.versions = explore_zeroed(SLICE * (depth + 1) + AHEAD, sizeof *in->out.versions);
}

/* What goes on to which cache. A level is shared by a multiple of the cores that share the one before. */
static void nest(caches *inner, const level *in, caches *outer, const level *out, uint32_t cores)
{
    uint32_t part = out->shared_by / in->shared_by;
    uint32_t count = (cores + in->shared_by - 1) / in->shared_by;
    for (uint32_t i = 0; i < count; i += part) {
        cache *to = &outer->all[i / part];
        to->inside = &inner->all[i];
        to->inside_count = count - i < part ? count - i : part;
    }
}

static void close_level(caches *in)
{
    free(in->words);
    free(in->all);
    free(in->of_core);
    free(in->out.entries);
    free(in->out.versions);
}

/* --- slices ---------------------------------------- */

/* Returns what comes to the memory. */
static requests pass_levels(replayed *in, uint32_t core, uint64_t first, uint64_t count)
{
    const stream *list = &in->plan->streams[core];
    requests asked = {
        .entries = list->entries + first, .versions = list->versions + first, .count = (uint32_t)count};
    for (uint32_t i = 0; i < in->on->levels; i++) {
        passed *out = &in->levels[i].out;
        out->count = out->misses = out->victims = 0;
        pass(in->levels[i].of_core[core], i + 1 < in->on->levels ? in->levels[i + 1].of_core[core] : NULL,
             &asked, out);
        asked = (requests){.entries = out->entries, .versions = out->versions, .count = out->count};
    }
    return asked;
}

/* What comes before the measured passes, in slices so that all cores end together. */
static void warm(replayed *in)
{
    const plan *plan = in->plan;
    uint64_t most = 0;
    for (uint32_t i = 0; i < plan->cores; i++)
        most = warming(&plan->streams[i]) > most ? warming(&plan->streams[i]) : most;
    uint64_t *done = explore_zeroed(plan->cores, sizeof *done);
    uint64_t part = WARM_SLICE / plan->sample_part;
    part = part > 0 ? part : 1;
    for (uint64_t turn = 0; turn * part < most; turn++)
        for (uint32_t i = 0; i < plan->cores; i++) {
            uint64_t count = warming(&plan->streams[i]);
            uint64_t goal = (turn + 1) * part >= most ? count : count * (turn + 1) * part / most;
            pass_levels(in, i, done[i], goal - done[i]);
            done[i] = goal;
        }
    free(done);
}

static void count_buffers(const plan *plan, uint64_t *misses, const requests *asked)
{
    for (uint32_t i = 0; i < asked->count; i++)
        if (asked->entries[i] >> ENTRY_SHIFT == ENTRY_FETCH)
            misses[plan_buffer(plan, plan_from_sample(plan, asked->entries[i] & ENTRY_LINE))]++;
}

static void measure(void *context, const timeline_core *by, uint64_t entries, slice_counts *counts)
{
    replayed *in = context;
    figures *found = in->found;
    const event *each = &by->list->events[by->next];
    const uint64_t first = each->first + by->entry;
    for (uint64_t i = first; i < first + entries; i++) {
        counts->misses[0] += by->list->entries[i] >> ENTRY_SHIFT == ENTRY_FETCH;
        counts->past += by->list->entries[i] >> ENTRY_SHIFT == ENTRY_PAST_CACHES;
    }
    requests last = pass_levels(in, by->number, first, entries);
    for (uint32_t i = 0; i < in->on->levels; i++) {
        const passed *out = &in->levels[i].out;
        counts->misses[i + 1] = out->misses;
        found->level[i].accesses += counts->misses[i];
        found->level[i].misses += out->misses;
        found->level[i].write_backs += out->victims;
        found->owner_misses[(size_t)each->owner * in->on->levels + i] += out->misses;
    }
    uint64_t reads = counts->misses[in->on->levels];
    counts->writes = last.count - reads - counts->past;
    found->dram_reads += reads;
    found->dram_writes += counts->writes + counts->past;
    count_buffers(in->plan, found->buffer_misses, &last);
}

void replay(const plan *plan, const architecture *on, figures *found)
{
    replayed in = {.plan = plan, .on = on, .found = found};
    timeline time;
    *found = (figures){0};
    found->owner_misses = explore_zeroed((size_t)plan->owners * on->levels, sizeof *found->owner_misses);
    found->buffer_misses = explore_zeroed(plan->buffers + 1, sizeof *found->buffer_misses);
    for (uint32_t i = 0; i < on->levels; i++)
        open_level(&in.levels[i], plan, &on->level[i], i + 1, version_bits(plan, on));
    for (uint32_t i = 1; i < on->levels; i++)
        nest(&in.levels[i - 1], &on->level[i - 1], &in.levels[i], &on->level[i], plan->cores);
    warm(&in);
    timeline_open(&time, plan, on);
    timeline_run(&time, measure, &in);
    found->queue_ps = time.queue_ps;
    found->owner_ps = time.owner_ps;
    found->period_ps = period_ps(plan, time.durations);
    timeline_close(&time);
    for (uint32_t i = 0; i < on->levels; i++)
        close_level(&in.levels[i]);
}
