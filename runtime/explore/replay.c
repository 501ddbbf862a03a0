/* SPDX-License-Identifier: Apache-2.0 */
/* Architectures whose caches beyond the L1 begin alike go through one tree of caches, in the simulated time of the first of
 * them. What each slice of accesses came to there is known then, and each architecture runs through its own time. */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

static void figures_of(const tree *in, const architecture *on, uint32_t end, figures *found)
{
    const plan *plan = in->plan;
    memset(found, 0, sizeof *found);
    found->owner_misses = explore_zeroed((size_t)plan->owners * on->levels, sizeof *found->owner_misses);
    found->buffer_misses = explore_zeroed(plan->buffers, sizeof *found->buffer_misses);
    const node *last = &in->nodes[end];
    memcpy(found->buffer_misses, last->buffer_misses, plan->buffers * sizeof *found->buffer_misses);
    found->dram_reads = last->figures.misses;
    found->dram_writes = last->writes;
    uint32_t at = end;
    for (uint32_t level = on->levels; level-- > 0; at = in->nodes[at].parent) {
        found->level[level] = in->nodes[at].figures;
        for (uint32_t i = 0; i < plan->owners; i++)
            found->owner_misses[(size_t)i * on->levels + level] = in->nodes[at].owner_misses[i];
    }
}

void replay(const plan *plan, const size_t *members, size_t count, figures *found)
{
    tree in;
    tree_open(&in, plan);
    uint32_t *ends = explore_zeroed(count, sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[i] = tree_add(&in, &plan->architectures[members[i]]);
    tree_run(&in, &plan->architectures[members[0]], ends[0]);
    for (size_t i = 0; i < count; i++) {
        const architecture *on = &plan->architectures[members[i]];
        figures *own = &found[members[i]];
        timeline time;
        tree_reading reading = {.from = &in, .end = ends[i]};
        figures_of(&in, on, ends[i], own);
        timeline_open(&time, plan, on);
        timeline_run(&time, tree_read, &reading);
        own->queue_ps = time.queue_ps;
        own->owner_ps = time.owner_ps;
        own->period_ps = period_ps(plan, time.durations);
        timeline_close(&time);
    }
    free(ends);
    tree_close(&in);
}
