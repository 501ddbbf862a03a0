/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated time (timeline.h). */
#include "timeline.h"

#include <stdlib.h>
#include <string.h>

/* A window has many slices. */
enum { OVERLAP = 4, WINDOW_SHIFT = 26 };

uint64_t slice_entries(const plan *plan, const architecture *on)
{
    uint32_t sharing = 1;
    for (uint32_t i = 0; i + 1 < on->levels; i++)
        sharing = on->level[i].shared_by > sharing ? on->level[i].shared_by : sharing;
    uint64_t entries = SLICES_OF_SHARING / sharing;
    entries = entries < SLICE ? entries : SLICE;
    entries = entries > SLICE_LEAST ? entries : SLICE_LEAST;
    entries /= plan->sample_part;
    return entries > SAMPLED_SLICE_LEAST ? entries : SAMPLED_SLICE_LEAST;
}

/* --- memory ---------------------------------------- */

/* What a request waits at a controller that is so busy (M/D/1), but no longer than all that may be on their way take. */
static void open_controllers(controllers *in, const plan *plan, const architecture *on)
{
    uint64_t cores = plan->cores > on->controllers ? plan->cores / on->controllers : 1;
    uint64_t most_ps = on->dram_line_ps * cores * OVERLAP / 2;
    for (uint64_t i = 0; i < BUSY_PARTS; i++) {
        uint64_t wait_ps = on->dram_line_ps * (2 * i + 1) / (2 * (2 * BUSY_PARTS - 2 * i - 1));
        in->wait_ps[i] = wait_ps < most_ps ? wait_ps : most_ps;
    }
}

static uint64_t waiting_ps(controllers *in, uint64_t now_ps)
{
    uint64_t window = now_ps >> WINDOW_SHIFT;
    if (window != in->window) {
        in->before_ps = window == in->window + 1 ? in->work_ps : 0;
        in->work_ps = 0;
        in->window = window;
    }
    uint64_t busy = in->before_ps / ((1 << WINDOW_SHIFT) / BUSY_PARTS);
    return in->wait_ps[busy < BUSY_PARTS ? busy : BUSY_PARTS - 1];
}

/* --- the cores ---------------------------------------- */

/* How long a slice takes that begins now: no less than the controllers need until they have done it. */
static uint64_t slice_ps(timeline *in, const timeline_core *by, const slice_counts *counts, uint64_t base_ps)
{
    const architecture *on = in->on;
    controllers *memory = &in->memory;
    const uint64_t part = in->plan->sample_part;
    uint64_t reads = counts->misses[on->levels];
    uint64_t stall_ps = reads * on->dram_ps;
    for (uint32_t i = 0; i < on->levels; i++)
        stall_ps += (counts->misses[i] - counts->misses[i + 1]) * on->level[i].hit_ps;
    uint64_t plain_ps = base_ps + stall_ps * part / OVERLAP;
    uint64_t lines = reads + counts->writes + counts->past;
    if (lines == 0)
        return plain_ps;
    uint64_t waiting = reads + counts->past;
    uint64_t took_ps = plain_ps + waiting * waiting_ps(memory, by->now_ps) * part / OVERLAP;
    uint64_t work_ps = lines * part * on->dram_line_ps / on->controllers;
    memory->work_ps += work_ps;
    memory->free_ps = (memory->free_ps > by->now_ps ? memory->free_ps : by->now_ps) + work_ps;
    if (waiting > 0 && by->now_ps + took_ps < memory->free_ps)
        took_ps = memory->free_ps - by->now_ps;
    in->queue_ps += (took_ps - plain_ps) * OVERLAP / part;
    return took_ps;
}

/* Until `limit_ps`, or to the end of the firing. */
static void do_event(timeline *in, timeline_core *by, uint64_t limit_ps, timeline_counting *count,
                     void *context)
{
    const event *each = &by->list->events[by->next];
    const uint64_t most = slice_entries(in->plan, in->on);
    uint64_t base_ps = each->accesses * in->plan->cycle_fs / 1000;
    while (by->entry < each->count && by->now_ps <= limit_ps) {
        uint64_t left = each->count - by->entry;
        uint64_t entries = left < most ? left : most;
        slice_counts counts = {0};
        count(context, by, entries, &counts);
        by->now_ps += slice_ps(in, by, &counts, base_ps / each->count * entries);
        by->entry += entries;
        by->slice++;
    }
    if (by->entry < each->count || by->now_ps > limit_ps)
        return;
    by->now_ps += each->count > 0 ? base_ps % each->count : base_ps;
    uint64_t took_ps = by->now_ps - by->began_ps;
    in->owner_ps[each->owner] += took_ps;
    in->durations[by->number][by->next - by->list->measured] = took_ps;
    by->next++;
    by->entry = 0;
}

static void becomes(timeline *in, timeline_core *core, core_state state)
{
    core->state = state;
    in->when_ps[core->number] = state == CORE_RUNS ? core->now_ps : UINT64_MAX;
}

static bool may_go_on(const timeline *in, const event *wait)
{
    return !plan_tells(in->plan, wait) || in->told[wait->counter] > wait->index;
}

/* Whether that lets other cores go on, which are behind this one now. */
static bool tell(timeline *in, const timeline_core *by, const event *each)
{
    bool goes_on = false;
    in->told_ps[each->counter][each->index - in->plan->published[each->counter]] = by->now_ps;
    if (in->told[each->counter] <= each->index)
        in->told[each->counter] = each->index + 1;
    for (uint32_t i = 0; i < in->plan->cores; i++) {
        timeline_core *other = &in->cores[i];
        if (other->state != CORE_WAITS)
            continue;
        const event *wait = &other->list->events[other->next];
        if (!may_go_on(in, wait))
            continue;
        uint64_t seen_ps = by->now_ps + in->plan->sync_ps;
        other->now_ps = other->now_ps > seen_ps ? other->now_ps : seen_ps;
        becomes(in, other, CORE_RUNS);
        other->next++;
        goes_on = true;
    }
    return goes_on;
}

static void wait_for(timeline *in, timeline_core *by, const event *each)
{
    if (!may_go_on(in, each)) {
        becomes(in, by, CORE_WAITS);
        return;
    }
    if (plan_tells(in->plan, each)) {
        uint64_t told_ps = in->told_ps[each->counter][each->index - in->plan->published[each->counter]];
        uint64_t seen_ps = told_ps + in->plan->sync_ps;
        by->now_ps = by->now_ps > seen_ps ? by->now_ps : seen_ps;
    }
    by->next++;
}

static void run_core(timeline *in, timeline_core *by, uint64_t limit_ps, timeline_counting *count,
                     void *context)
{
    while (by->state == CORE_RUNS && by->now_ps <= limit_ps) {
        if (by->next == by->list->events_count) {
            becomes(in, by, CORE_DONE);
            return;
        }
        const event *each = &by->list->events[by->next];
        if (by->entry == 0)
            by->began_ps = by->now_ps;
        if (each->kind == EVENT_PUBLISH) {
            by->next++;
            if (tell(in, by, each))
                return;
        } else if (each->kind == EVENT_WAIT) {
            wait_for(in, by, each);
        } else if (each->kind == EVENT_PASS) {
            by->next++;
        } else {
            do_event(in, by, limit_ps, count, context);
        }
    }
}

/* The core that is behind all others, and by `limit_ps` how far the next one is. */
static timeline_core *behind(const timeline *in, uint64_t *limit_ps)
{
    uint64_t first_ps = UINT64_MAX;
    uint64_t second_ps = UINT64_MAX;
    uint32_t first = 0;
    for (uint32_t i = 0; i < in->plan->cores; i++) {
        uint64_t own_ps = in->when_ps[i];
        bool is_first = own_ps < first_ps;
        uint64_t later_ps = is_first ? first_ps : own_ps;
        first = is_first ? i : first;
        first_ps = is_first ? own_ps : first_ps;
        second_ps = later_ps < second_ps ? later_ps : second_ps;
    }
    *limit_ps = second_ps;
    return first_ps == UINT64_MAX ? NULL : &in->cores[first];
}

void timeline_run(timeline *in, timeline_counting *count, void *context)
{
    for (uint32_t i = 0; i < in->plan->cores; i++)
        in->cores[i].next = in->cores[i].list->measured;
    for (uint32_t i = 0; i < in->plan->counters; i++)
        in->told[i] = in->plan->measured[i]; /* what comes before was told before */
    for (;;) {
        uint64_t limit_ps;
        timeline_core *next = behind(in, &limit_ps);
        if (next != NULL) {
            run_core(in, next, limit_ps, count, context);
            becomes(in, next, next->state);
            continue;
        }
        for (uint32_t i = 0; next == NULL && i < in->plan->cores; i++)
            if (in->cores[i].state == CORE_WAITS)
                next = &in->cores[i];
        if (next == NULL)
            return;
        becomes(in, next, CORE_RUNS); /* what it waits for was told before */
        next->next++;
    }
}

/* --- memory of its own ---------------------------------------- */

void timeline_open(timeline *in, const plan *plan, const architecture *on)
{
    *in = (timeline){.plan = plan, .on = on};
    open_controllers(&in->memory, plan, on);
    in->cores = explore_zeroed(plan->cores, sizeof *in->cores);
    in->when_ps = explore_zeroed(plan->cores, sizeof *in->when_ps);
    in->told = explore_zeroed(plan->counters, sizeof *in->told);
    in->told_ps = explore_zeroed(plan->counters, sizeof *in->told_ps);
    in->durations = explore_zeroed(plan->cores, sizeof *in->durations);
    in->owner_ps = explore_zeroed(plan->owners, sizeof *in->owner_ps);
    for (uint32_t i = 0; i < plan->counters; i++)
        if (plan->past[i] > 0)
            in->told_ps[i] =
                explore_zeroed((size_t)(plan->past[i] - plan->published[i]), sizeof **in->told_ps);
    for (uint32_t i = 0; i < plan->cores; i++) {
        const stream *list = &plan->streams[i];
        in->cores[i] = (timeline_core){.number = i, .list = list};
        in->durations[i] = explore_zeroed(list->events_count - list->measured, sizeof **in->durations);
    }
}

/* All but the times of owners. */
void timeline_close(timeline *in)
{
    for (uint32_t i = 0; i < in->plan->counters; i++)
        free(in->told_ps[i]);
    for (uint32_t i = 0; i < in->plan->cores; i++)
        free(in->durations[i]);
    free(in->durations);
    free(in->cores);
    free(in->when_ps);
    free(in->told);
    free(in->told_ps);
}
