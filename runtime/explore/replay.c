/* SPDX-License-Identifier: Apache-2.0 */
/* The caches beyond the L1s, and the memory: the cores' streams go through them side by side, in simulated time.
 *
 * A core does a firing's accesses one after the other; each costs a cycle, and what the L1 misses the time of where it is
 * found, of which OVERLAP are on their way at a time. The core that is behind goes on until it is QUANTUM_PS ahead of the
 * next one. What comes from a write-back changes no order in a set, as in Valgrind's caches. A line that is out of date is
 * fetched from memory. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = STREAM_SPARE };
enum { BUSY_SHIFT = 4, BUSY_PARTS = 1 << BUSY_SHIFT };
enum { OVERLAP = 4, QUANTUM_PS = 200000, WINDOW_SHIFT = 20, WARM_SLICE = 32, NOBODY = 0, MANY = 255 };

/* Requests are counted by windows of about a microsecond, as cores may be a little ahead of each other. */
typedef struct controller {
    uint64_t window;
    uint64_t backlog_ps; /* as the window began */
    uint64_t work_ps;    /* that has come in it */
} controller;

/* Of a line of a page that several cores use. */
typedef struct line_use {
    uint8_t version;
    uint8_t user; /* NOBODY, the core that alone has used it since it wrote it, plus 1, or MANY */
} line_use;

typedef enum core_state { CORE_RUNS, CORE_WAITS, CORE_DONE } core_state;

typedef struct core {
    core_state state;
    uint32_t number;
    const stream *list;
    size_t next;    /* event */
    uint64_t entry; /* of that event, the next one */
    uint64_t now_ps;
    uint64_t began_ps; /* the event */
} core;

typedef struct machine {
    const plan *plan;
    const architecture *on;
    figures *found;
    cache *caches[LEVELS_MAX];
    cache **caches_of_core[LEVELS_MAX];
    line_use *uses; /* by line */
    controller *controllers;
    uint64_t controllers_count;
    uint64_t controllers_mask; /* 0 where their number is no power of two */
    uint64_t service_ps;
    uint32_t window_shift;
    uint64_t wait_ps[BUSY_PARTS]; /* at a controller that is so busy: M/D/1 */
    core *cores;
    uint64_t **told_ps;     /* by counter and trip from the first on */
    int64_t *told;          /* by counter: trips below */
    uint64_t **durations;   /* by core and event of what is measured */
    uint64_t *owner_misses; /* by level, of what is done now */
    bool is_measured;
} machine;

/* --- memory ---------------------------------------- */

/* How long the request waits, and it takes its time with the controller. */
static uint64_t queue_at(machine *in, uint32_t line, uint64_t now_ps)
{
    const uint64_t window_ps = (uint64_t)1 << in->window_shift;
    controller *at =
        &in->controllers[in->controllers_mask ? line & in->controllers_mask : line % in->controllers_count];
    uint64_t window = now_ps >> in->window_shift;
    while (at->window < window) {
        uint64_t work_ps = at->backlog_ps + at->work_ps;
        at->backlog_ps = work_ps > window_ps ? work_ps - window_ps : 0;
        at->work_ps = 0;
        at->window = at->backlog_ps == 0 ? window : at->window + 1;
    }
    uint64_t began_ps = at->window << in->window_shift;
    uint64_t passed_ps = now_ps > began_ps ? now_ps - began_ps : 0;
    uint64_t busy = at->work_ps >> (in->window_shift - BUSY_SHIFT);
    uint64_t wait_ps = in->wait_ps[busy < BUSY_PARTS ? busy : BUSY_PARTS - 1];
    if (at->backlog_ps + at->work_ps > passed_ps)
        wait_ps += at->backlog_ps + at->work_ps - passed_ps;
    at->work_ps += in->service_ps;
    return wait_ps;
}

static cache *cache_of_core(const machine *in, uint32_t core, uint32_t level)
{
    return in->caches_of_core[level][core];
}

static void write_back(machine *in, const core *by, uint32_t level, uint32_t line, bool is_shared)
{
    for (; level < in->on->levels; level++) {
        cache_word *found = cache_find(cache_of_core(in, by->number, level), line);
        if (found == 0)
            continue;
        *found |= CACHE_DIRTY;
        if (is_shared)
            *found = (*found & ~CACHE_VERSIONED) | (cache_word)in->uses[line].version << 40;
        return;
    }
    in->found->dram_writes++;
    if (in->is_measured)
        queue_at(in, line, by->now_ps);
}

/* The core that missed a line of a page that others use: whoever has written it must tell when it writes again. */
static uint8_t version_of(machine *in, const core *by, uint32_t line)
{
    line_use *use = &in->uses[line];
    if (use->user != NOBODY && use->user != by->number + 1)
        use->user = MANY;
    return use->version;
}

static void count_miss(machine *in, uint32_t level, uint32_t line)
{
    in->found->level[level].misses++;
    in->owner_misses[level]++;
    if (in->found->buffer_misses == NULL || level + 1 != in->on->levels)
        return;
    const plan *plan = in->plan;
    size_t low = 0;
    for (size_t high = plan->extents_count; low < high;) {
        size_t middle = (low + high) / 2;
        if (plan->extents[middle].past <= (int64_t)line)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < plan->extents_count && plan->extents[low].first <= (int64_t)line)
        in->found->buffer_misses[plan->extents[low].buffer]++;
}

/* Returns what it takes until the line is there. */
static uint64_t fetch(machine *in, const core *by, uint32_t line)
{
    bool is_shared = plan_is_shared(in->plan, line);
    cache_word fresh = cache_of(line, false, is_shared ? version_of(in, by, line) : 0);
    for (uint32_t level = 0; level < in->on->levels; level++) {
        cache_word gone;
        cache_word *at;
        in->found->level[level].accesses++;
        if (cache_reach(cache_of_core(in, by->number, level), line, fresh, !is_shared, &gone, &at))
            return in->on->level[level].hit_ps;
        count_miss(in, level, line);
        if (gone & CACHE_DIRTY) {
            uint32_t victim = cache_line(gone);
            in->found->level[level].write_backs++;
            write_back(in, by, level + 1, victim, plan_is_shared(in->plan, victim));
        }
    }
    in->found->dram_reads++;
    uint64_t wait_ps = in->is_measured ? queue_at(in, line, by->now_ps) : 0;
    in->found->queue_ps += wait_ps;
    return in->on->dram_ps + wait_ps;
}

static void becomes_written(machine *in, const core *by, uint32_t line)
{
    line_use *use = &in->uses[line];
    if (use->user != by->number + 1) {
        use->user = (uint8_t)(by->number + 1);
        use->version++;
    }
}

/* One entry; returns for how long the core stands still. */
static uint64_t do_entry(machine *in, const core *by, uint32_t entry)
{
    uint32_t line = entry & ENTRY_LINE;
    switch ((entry_kind)(entry >> ENTRY_SHIFT)) {
    case ENTRY_FETCH:
        return fetch(in, by, line) / OVERLAP;
    case ENTRY_WRITE_BACK: {
        bool is_shared = plan_is_shared(in->plan, line);
        if (is_shared)
            becomes_written(in, by, line);
        write_back(in, by, 0, line, is_shared);
        return 0;
    }
    case ENTRY_PAST_CACHES:
        break;
    }
    if (plan_is_shared(in->plan, line))
        in->uses[line].version++;
    for (uint32_t level = 0; level < in->on->levels; level++)
        cache_drop(cache_of_core(in, by->number, level), line);
    in->found->dram_writes++;
    return in->is_measured ? queue_at(in, line, by->now_ps) / OVERLAP : 0;
}

/* What an entry further on will need. */
static inline void prepare_entry(const machine *in, const core *by, uint32_t entry)
{
    uint32_t line = entry & ENTRY_LINE;
    if (in->on->levels == 0)
        return;
    const cache *last = cache_of_core(in, by->number, in->on->levels - 1);
    const uint64_t *set = cache_set(last, line);
    __builtin_prefetch(set, 1);
    __builtin_prefetch(set + 8, 1);
    __builtin_prefetch(set + 16, 1);
    __builtin_prefetch(&in->uses[line]);
}

/* --- the cores ---------------------------------------- */

/* Until `limit_ps`, or to the end of the firing. */
static void do_entries(machine *in, core *by, uint64_t limit_ps)
{
    const event *each = &by->list->events[by->next];
    in->owner_misses = &in->found->owner_misses[(size_t)each->owner * in->on->levels];
    uint64_t base_ps = each->accesses * in->plan->cycle_fs / 1000;
    uint64_t step_ps = base_ps / (each->count + 1);
    while (by->entry < each->count && by->now_ps <= limit_ps) {
        prepare_entry(in, by, by->list->entries[each->first + by->entry + AHEAD]);
        uint64_t stall_ps = do_entry(in, by, by->list->entries[each->first + by->entry++]);
        by->now_ps += step_ps + stall_ps * in->plan->sample_part;
    }
    if (by->entry == each->count && by->now_ps <= limit_ps)
        by->now_ps += base_ps - step_ps * each->count;
    else
        return;
    uint64_t took_ps = by->now_ps - by->began_ps;
    in->found->owner_ps[each->owner] += took_ps;
    in->durations[by->number][by->next - by->list->measured] = took_ps;
    by->next++;
}

static bool may_go_on(const machine *in, const event *wait)
{
    return !plan_tells(in->plan, wait) || in->told[wait->counter] > wait->index;
}

/* Whether that lets other cores go on, which are behind this one now. */
static bool tell(machine *in, const core *by, const event *each)
{
    bool goes_on = false;
    in->told_ps[each->counter][each->index - in->plan->published[each->counter]] = by->now_ps;
    if (in->told[each->counter] <= each->index)
        in->told[each->counter] = each->index + 1;
    for (uint32_t i = 0; i < in->plan->cores; i++) {
        core *other = &in->cores[i];
        if (other->state != CORE_WAITS)
            continue;
        const event *wait = &other->list->events[other->next];
        if (!may_go_on(in, wait))
            continue;
        uint64_t seen_ps = by->now_ps + in->plan->sync_ps;
        other->now_ps = other->now_ps > seen_ps ? other->now_ps : seen_ps;
        other->state = CORE_RUNS;
        other->next++;
        goes_on = true;
    }
    return goes_on;
}

static void wait_for(machine *in, core *by, const event *each)
{
    if (!may_go_on(in, each)) {
        by->state = CORE_WAITS;
        return;
    }
    if (plan_tells(in->plan, each)) {
        uint64_t told_ps = in->told_ps[each->counter][each->index - in->plan->published[each->counter]];
        uint64_t seen_ps = told_ps + in->plan->sync_ps;
        by->now_ps = by->now_ps > seen_ps ? by->now_ps : seen_ps;
    }
    by->next++;
}

static void run_core(machine *in, core *by, uint64_t limit_ps)
{
    while (by->state == CORE_RUNS && by->now_ps <= limit_ps) {
        if (by->next == by->list->events_count) {
            by->state = CORE_DONE;
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
            size_t before = by->next;
            do_entries(in, by, limit_ps);
            if (by->next != before)
                by->entry = 0;
        }
    }
}

/* The core that is behind all others, and by `limit_ps` how far it may go. */
static core *behind(machine *in, uint64_t *limit_ps)
{
    core *first = NULL;
    uint64_t second_ps = UINT64_MAX - QUANTUM_PS;
    for (uint32_t i = 0; i < in->plan->cores; i++) {
        core *each = &in->cores[i];
        if (each->state != CORE_RUNS)
            continue;
        if (first == NULL || each->now_ps < first->now_ps) {
            second_ps = first == NULL ? second_ps : first->now_ps;
            first = each;
        } else if (each->now_ps < second_ps) {
            second_ps = each->now_ps;
        }
    }
    *limit_ps = second_ps + QUANTUM_PS;
    return first;
}

static void run_measured(machine *in)
{
    in->is_measured = true;
    for (uint32_t i = 0; i < in->plan->cores; i++)
        in->cores[i].next = in->cores[i].list->measured;
    for (uint32_t i = 0; i < in->plan->counters; i++)
        in->told[i] = in->plan->measured[i]; /* what comes before was told before */
    for (;;) {
        uint64_t limit_ps;
        core *next = behind(in, &limit_ps);
        if (next != NULL) {
            run_core(in, next, limit_ps);
            continue;
        }
        for (uint32_t i = 0; next == NULL && i < in->plan->cores; i++)
            if (in->cores[i].state == CORE_WAITS)
                next = &in->cores[i];
        if (next == NULL)
            return;
        next->state = CORE_RUNS; /* what it waits for was told before */
        next->next++;
    }
}

/* What comes before the measured passes, in slices so that all cores end together. */
static void warm(machine *in)
{
    uint32_t cores = in->plan->cores;
    uint64_t most = 0;
    for (uint32_t i = 0; i < cores; i++) {
        const stream *list = in->cores[i].list;
        uint64_t count = list->events_count > list->measured ? list->events[list->measured].first : 0;
        most = count > most ? count : most;
    }
    uint64_t *done = explore_zeroed(cores, sizeof *done);
    in->owner_misses = in->found->owner_misses;
    for (uint64_t slice = 0; slice * WARM_SLICE < most; slice++)
        for (uint32_t i = 0; i < cores; i++) {
            core *each = &in->cores[i];
            uint64_t count = each->list->events[each->list->measured].first;
            uint64_t goal =
                (slice + 1) * WARM_SLICE >= most ? count : count * (slice + 1) * WARM_SLICE / most;
            for (; done[i] < goal; done[i]++) {
                prepare_entry(in, each, each->list->entries[done[i] + AHEAD]);
                do_entry(in, each, each->list->entries[done[i]]);
            }
        }
    free(done);
}

/* --- one architecture ---------------------------------------- */

static void open_caches(machine *in)
{
    for (uint32_t i = 0; i < in->on->levels; i++) {
        const level *about = &in->on->level[i];
        uint32_t count = (in->plan->cores + about->shared_by - 1) / about->shared_by;
        in->caches[i] = explore_zeroed(count, sizeof *in->caches[i]);
        uint64_t words = cache_words(about->sets, about->ways);
        uint64_t *sets = explore_zeroed(count * words, sizeof *sets);
        for (uint32_t j = 0; j < count; j++) {
            in->caches[i][j] = (cache){
                .sets = sets + j * words,
                .set_mask = about->sets - 1,
                .ways = about->ways,
                .policy = about->policy,
                .random = about->seed + 64 * (i + 1) + j + 1,
            };
            cache_empty(&in->caches[i][j]);
        }
        in->caches_of_core[i] = explore_zeroed(in->plan->cores, sizeof *in->caches_of_core[i]);
        for (uint32_t j = 0; j < in->plan->cores; j++)
            in->caches_of_core[i][j] = &in->caches[i][j / about->shared_by];
    }
}

static void open_figures(const plan *plan, const architecture *on, figures *found)
{
    memset(found, 0, sizeof *found);
    found->owner_misses = explore_zeroed((size_t)plan->owners * on->levels, sizeof *found->owner_misses);
    found->owner_ps = explore_zeroed(plan->owners, sizeof *found->owner_ps);
    if (on->details)
        found->buffer_misses = explore_zeroed(plan->buffers, sizeof *found->buffer_misses);
}

static void forget_warming(const plan *plan, const architecture *on, figures *found)
{
    memset(found->level, 0, sizeof found->level);
    memset(found->owner_misses, 0, (size_t)plan->owners * on->levels * sizeof *found->owner_misses);
    if (found->buffer_misses != NULL)
        memset(found->buffer_misses, 0, plan->buffers * sizeof *found->buffer_misses);
    found->dram_reads = 0;
    found->dram_writes = 0;
    found->queue_ps = 0;
}

static void open_machine(machine *in)
{
    const plan *plan = in->plan;
    open_caches(in);
    in->uses = explore_zeroed(plan->lines, sizeof *in->uses);
    in->controllers_count = in->on->controllers;
    if ((in->controllers_count & (in->controllers_count - 1)) == 0)
        in->controllers_mask = in->controllers_count - 1;
    in->window_shift = WINDOW_SHIFT;
    for (uint64_t part = plan->sample_part; part > 1; part /= 2)
        in->window_shift++;
    in->service_ps = in->on->dram_line_ps * plan->sample_part;
    for (uint64_t i = 0; i < BUSY_PARTS; i++)
        in->wait_ps[i] = in->on->dram_line_ps * (2 * i + 1) / (2 * (2 * BUSY_PARTS - 2 * i - 1));
    in->controllers = explore_zeroed(in->controllers_count, sizeof *in->controllers);
    in->cores = explore_zeroed(plan->cores, sizeof *in->cores);
    in->told = explore_zeroed(plan->counters, sizeof *in->told);
    in->told_ps = explore_zeroed(plan->counters, sizeof *in->told_ps);
    in->durations = explore_zeroed(plan->cores, sizeof *in->durations);
    for (uint32_t i = 0; i < plan->counters; i++)
        if (plan->past[i] > 0)
            in->told_ps[i] =
                explore_zeroed((size_t)(plan->past[i] - plan->published[i]), sizeof **in->told_ps);
    for (uint32_t i = 0; i < plan->cores; i++) {
        const stream *list = &plan->streams[i];
        in->cores[i] = (core){.number = i, .list = list};
        in->durations[i] = explore_zeroed(list->events_count, sizeof **in->durations);
    }
}

static void close_machine(machine *in)
{
    for (uint32_t i = 0; i < in->on->levels; i++) {
        free(in->caches[i][0].sets);
        free(in->caches[i]);
        free(in->caches_of_core[i]);
    }
    for (uint32_t i = 0; i < in->plan->counters; i++)
        free(in->told_ps[i]);
    for (uint32_t i = 0; i < in->plan->cores; i++)
        free(in->durations[i]);
    free(in->durations);
    free(in->uses);
    free(in->controllers);
    free(in->cores);
    free(in->told);
    free(in->told_ps);
}

void replay(const plan *plan, const architecture *on, figures *found)
{
    machine in = {.plan = plan, .on = on, .found = found};
    open_figures(plan, on, found);
    open_machine(&in);
    warm(&in);
    forget_warming(plan, on, found);
    run_measured(&in);
    found->period_ps = period_ps(plan, in.durations);
    close_machine(&in);
}
