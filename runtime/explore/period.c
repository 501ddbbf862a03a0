/* SPDX-License-Identifier: Apache-2.0 */
/* The period of the measured passes once each firing takes as long as it took: they are run again and again with clocks
 * alone, until what the first ones began with no longer counts. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 48 };

typedef struct core {
    const stream *list;
    const uint64_t *durations;
    size_t next;
    int64_t round;
    uint64_t now_ps;
    uint64_t ended_ps[ROUNDS];
} core;

typedef struct clocks {
    const plan *plan;
    core *cores;
    uint64_t **told_ps; /* by counter and trip from the first on */
    int64_t *told;      /* by counter: trips below, from the first on */
} clocks;

/* The trip that an event is about in a round, from the first that is told of. */
static int64_t trip_of(const plan *plan, const event *each, int64_t round)
{
    return each->index + round * each->trips * (int64_t)plan->measured_passes -
           plan->published[each->counter];
}

/* How many trips each counter tells of in all rounds. */
static int64_t *trips_told(const plan *plan)
{
    int64_t *most = explore_zeroed(plan->counters, sizeof *most);
    for (uint32_t i = 0; i < plan->cores; i++) {
        const stream *list = &plan->streams[i];
        for (size_t j = list->measured; j < list->events_count; j++) {
            const event *each = &list->events[j];
            if (each->kind != EVENT_PUBLISH)
                continue;
            int64_t trip = trip_of(plan, each, ROUNDS - 1) + 1;
            most[each->counter] = trip > most[each->counter] ? trip : most[each->counter];
        }
    }
    return most;
}

/* False where it must wait. */
static bool waited(const clocks *in, core *by, const event *each)
{
    int64_t trip = trip_of(in->plan, each, by->round);
    if (in->told_ps[each->counter] == NULL || trip < in->told[each->counter]) {
        if (in->told_ps[each->counter] != NULL && trip >= 0) {
            uint64_t seen_ps = in->told_ps[each->counter][trip] + in->plan->sync_ps;
            by->now_ps = by->now_ps > seen_ps ? by->now_ps : seen_ps;
        }
        return true;
    }
    return false;
}

/* As far as it can; whether it did anything. */
static bool run_core(clocks *in, core *by)
{
    bool goes_on = false;
    while (by->round < ROUNDS) {
        if (by->next == by->list->events_count) {
            by->ended_ps[by->round++] = by->now_ps;
            by->next = by->list->measured;
            continue;
        }
        const event *each = &by->list->events[by->next];
        if (each->kind == EVENT_WAIT && !waited(in, by, each))
            return goes_on;
        if (each->kind == EVENT_PUBLISH) {
            int64_t trip = trip_of(in->plan, each, by->round);
            in->told_ps[each->counter][trip] = by->now_ps;
            in->told[each->counter] = trip + 1;
        }
        if (each->kind <= EVENT_MOVE)
            by->now_ps += by->durations[by->next - by->list->measured];
        by->next++;
        goes_on = true;
    }
    return goes_on;
}

static uint64_t end_of_round(const clocks *in, size_t round)
{
    uint64_t last_ps = 0;
    for (uint32_t i = 0; i < in->plan->cores; i++)
        last_ps = in->cores[i].ended_ps[round] > last_ps ? in->cores[i].ended_ps[round] : last_ps;
    return last_ps;
}

uint64_t period_ps(const plan *plan, uint64_t *const *durations)
{
    clocks in = {.plan = plan, .cores = explore_zeroed(plan->cores, sizeof *in.cores)};
    in.told = explore_zeroed(plan->counters, sizeof *in.told);
    in.told_ps = explore_zeroed(plan->counters, sizeof *in.told_ps);
    int64_t *trips = trips_told(plan);
    for (uint32_t i = 0; i < plan->counters; i++)
        in.told_ps[i] = trips[i] > 0 ? explore_zeroed((size_t)trips[i], sizeof **in.told_ps) : NULL;
    free(trips);
    for (uint32_t i = 0; i < plan->counters; i++)
        in.told[i] = in.told_ps[i] == NULL ? 0 : plan->measured[i] - plan->published[i];
    for (uint32_t i = 0; i < plan->cores; i++)
        in.cores[i] =
            (core){.list = &plan->streams[i], .durations = durations[i], .next = plan->streams[i].measured};
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (uint32_t i = 0; i < plan->cores; i++)
            goes_on |= run_core(&in, &in.cores[i]);
        for (uint32_t i = 0; !goes_on && i < plan->cores; i++)
            if (in.cores[i].round < ROUNDS) { /* what it waits for is beyond the last round */
                in.cores[i].next++;
                goes_on = true;
                break;
            }
    }
    size_t from = ROUNDS / 2;
    size_t to = ROUNDS * 3 / 4;
    uint64_t period = (end_of_round(&in, to) - end_of_round(&in, from)) / (to - from) / plan->measured_passes;
    for (uint32_t i = 0; i < plan->counters; i++)
        free(in.told_ps[i]);
    free(in.told_ps);
    free(in.told);
    free(in.cores);
    return period;
}
