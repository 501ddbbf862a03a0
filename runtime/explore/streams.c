/* SPDX-License-Identifier: Apache-2.0 */
/* The L1 of each core: what it misses and writes back.
 *
 * Cores take turns, an event each, as far as their waits allow. What a core reads that others write is known to be so by
 * its page: of each such line it is noted which core has it dirty, and its version counts how often it became so. */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

typedef struct core {
    cache l1;
    stream *list;
    size_t next;  /* event */
    size_t begin; /* the event from which on caches are simulated */
    l1_figures *figures;
    bool is_measured;
} core;

/* Which pages of a view a firing writes. */
typedef struct page_set {
    uint8_t *is_written;
    size_t capacity;
} page_set;

typedef struct maker {
    plan *plan;
    core *cores;
    uint8_t *versions;       /* by line */
    uint16_t *dirty_in;      /* by line: 0, or the core that has written it, plus 1 */
    int64_t *told;           /* by counter: trips below */
    uint8_t *written;        /* by trace and region: 0 unknown, 1 no, 2 yes */
    page_set pages[REGIONS]; /* of views that are refreshed */
} maker;

static void push(const plan *plan, stream *list, uint32_t line, entry_kind kind, uint8_t version)
{
    if (list->count + STREAM_SPARE >= list->capacity) {
        list->capacity = list->capacity == 0 ? 1 << 16 : 2 * list->capacity;
        list->entries = explore_grown(list->entries, list->capacity, sizeof *list->entries);
        list->versions = explore_grown(list->versions, list->capacity, sizeof *list->versions);
    }
    list->versions[list->count] = version;
    list->entries[list->count++] = plan_to_sample(plan, line) | (uint32_t)kind << ENTRY_SHIFT;
}

static void write_back(maker *in, core *of, uint32_t line, cache_word gone)
{
    push(in->plan, of->list, line, ENTRY_WRITE_BACK, cache_version_of(&of->l1, gone));
    if (of->is_measured)
        of->figures->write_backs++;
    if (plan_is_shared(in->plan, line) && in->dirty_in[line] == (uint16_t)(of - in->cores + 1))
        in->dirty_in[line] = 0;
}

/* Another core reads what this one has written last: that goes to where both can see it, behind what it did last. */
static void give_up(maker *in, uint32_t line)
{
    core *holder = &in->cores[in->dirty_in[line] - 1];
    cache_word *found = cache_find(&holder->l1, line);
    in->dirty_in[line] = 0;
    size_t last = holder->next;
    while (last > 0 && holder->list->events[last - 1].kind > EVENT_MOVE)
        last--;
    if (found == 0 || !(*found & CACHE_DIRTY) || last == 0)
        return;
    *found &= ~CACHE_DIRTY;
    write_back(in, holder, line, *found);
    holder->list->events[last - 1].count++;
}

static void make_dirty(maker *in, core *by, uint32_t line, cache_word *found, bool is_shared)
{
    if (is_shared) {
        in->dirty_in[line] = (uint16_t)(by - in->cores + 1);
        in->versions[line]++;
        cache_set_version(&by->l1, found, in->versions[line]);
    }
    *found |= CACHE_DIRTY;
}

static void touch(maker *in, core *by, int64_t address, bool writes, bool may_be_shared)
{
    uint32_t line = (uint32_t)(address >> in->plan->line_shift);
    if (!(in->plan->sample >> (line & 63) & 1))
        return;
    if ((uint64_t)line >= in->plan->lines)
        explore_fail("a firing accesses memory that the plan does not have");
    bool is_shared = may_be_shared && in->plan->cores > 1;
    cache_word gone;
    cache_word *at;
    uint8_t version = is_shared ? in->versions[line] : 0;
    if (!cache_reach(&by->l1, line, version, !is_shared, &gone, &at)) {
        if (is_shared && in->dirty_in[line] != 0 && in->dirty_in[line] != by - in->cores + 1)
            give_up(in, line);
        push(in->plan, by->list, line, ENTRY_FETCH, version);
        by->figures->misses += by->is_measured;
        if (gone & CACHE_DIRTY)
            write_back(in, by, cache_line(&by->l1, gone, line), gone);
    }
    if (writes && !(*at & CACHE_DIRTY))
        make_dirty(in, by, line, at, is_shared);
}

static void write_past_caches(maker *in, core *by, int64_t address)
{
    uint32_t line = (uint32_t)(address >> in->plan->line_shift);
    if (!(in->plan->sample >> (line & 63) & 1))
        return;
    cache_drop(&by->l1, line);
    push(in->plan, by->list, line, ENTRY_PAST_CACHES, 0);
    if (in->plan->cores > 1)
        in->versions[line]++;
}

static void move(maker *in, core *by, move_kind kind, int64_t source, int64_t target, int64_t bytes,
                 const int64_t *flags)
{
    int64_t line_bytes = (int64_t)1 << in->plan->line_shift;
    for (int64_t at = 0; at < bytes + line_bytes - 1; at += line_bytes) {
        int64_t place =
            at < bytes ? at : bytes - 1; /* the last line, too, where windows begin inside of one */
        if (kind != MOVE_WRITE)
            touch(in, by, source + place, false, flags[0] & WINDOW_IS_SHARED);
        if (kind == MOVE_PAST_CACHES)
            write_past_caches(in, by, target + place);
        else if (kind != MOVE_READ)
            touch(in, by, target + place, true, flags[1] & WINDOW_IS_SHARED);
    }
}

/* --- firings ---------------------------------------- */

static int64_t offset_of(uint64_t entry)
{
    return (int64_t)(entry & (((uint64_t)1 << 54) - 1)) - ((int64_t)1 << 52);
}

static bool writes_region(maker *in, uint64_t trace, uint32_t region)
{
    uint8_t *known = &in->written[trace * REGIONS + region];
    if (*known == 0) {
        const recorded_trace *about = &in->plan->traces[trace];
        memset(in->written + trace * REGIONS, 1, REGIONS);
        for (uint64_t i = about->first; i < about->first + about->count; i++)
            if (in->plan->entries[i] >> 55 & 1)
                in->written[trace * REGIONS + (in->plan->entries[i] >> 56)] = 2;
    }
    return *known == 2;
}

static void add_page(page_set *to, size_t page)
{
    if (page >= to->capacity) {
        size_t capacity = 2 * page + 64;
        to->is_written = realloc(to->is_written, capacity);
        if (to->is_written == NULL)
            explore_fail("there is not enough memory for the pages of a view");
        memset(to->is_written + to->capacity, 0, capacity - to->capacity);
        to->capacity = capacity;
    }
    to->is_written[page] = 1;
}

/* The pages of a view that the firing writes: they are the view's own, and are copied before. */
static void refresh(maker *in, core *by, uint64_t trace, uint32_t region, const int64_t *window)
{
    int64_t page_bytes = (int64_t)in->plan->page_bytes;
    int64_t first = window[0] / page_bytes;
    page_set *pages = &in->pages[region];
    if (pages->capacity > 0)
        memset(pages->is_written, 0, pages->capacity);
    const recorded_trace *about = &in->plan->traces[trace];
    for (uint64_t i = about->first; i < about->first + about->count; i++) {
        uint64_t entry = in->plan->entries[i];
        if (entry >> 56 == region && (entry >> 55 & 1))
            add_page(pages, (size_t)((window[0] + offset_of(entry)) / page_bytes - first));
    }
    const int64_t flags[2] = {window[1], 0};
    for (size_t page = 0; page < pages->capacity; page++) {
        int64_t start = (first + (int64_t)page) * page_bytes;
        if (pages->is_written[page])
            move(in, by, MOVE_COPY, start, start + window[2], page_bytes, flags);
    }
}

static void fire(maker *in, core *by, const event *firing)
{
    int64_t bases[REGIONS] = {0};
    uint8_t flags[REGIONS] = {0};
    const plan *plan = in->plan;
    bases[REGION_STATIC] = plan->static_base;
    bases[REGION_OTHER] = plan->other_base;
    bases[REGION_STACK] = plan->stack_base + (by - in->cores + 1) * plan->stack_bytes;
    uint64_t trace = (uint64_t)firing->raw[1];
    bool is_viewed[REGIONS] = {false};
    for (uint32_t i = 0; i < (uint32_t)firing->raw[3]; i++) {
        const int64_t *window = firing->raw + 4 + 3 * i;
        bases[i] = window[0];
        flags[i] = (uint8_t)window[1];
        if ((window[1] & WINDOW_IS_VIEW) && writes_region(in, trace, i)) {
            refresh(in, by, trace, i, window);
            is_viewed[i] = true;
        }
    }
    const recorded_trace *about = &plan->traces[trace];
    const uint64_t sample = plan->sample;
    for (uint64_t i = about->first; i < about->first + about->count; i++) {
        uint64_t entry = plan->entries[i];
        uint32_t region = (uint32_t)(entry >> 56);
        int64_t address = bases[region] + offset_of(entry);
        if (!is_viewed[region] && !(sample >> (address >> plan->line_shift & 63) & 1))
            continue; /* as most, where a part of the sets tells of all */
        bool is_shared = flags[region] & WINDOW_IS_SHARED;
        if (is_viewed[region]) {
            const page_set *pages = &in->pages[region];
            size_t page =
                (size_t)(address / (int64_t)plan->page_bytes - bases[region] / (int64_t)plan->page_bytes);
            if (page < pages->capacity && pages->is_written[page]) {
                address += firing->raw[4 + 3 * region + 2];
                is_shared = false;
            }
        }
        if (entry >> 54 & 1)
            write_past_caches(in, by, address);
        else
            touch(in, by, address, entry >> 55 & 1, is_shared);
    }
}

/* --- lists ---------------------------------------- */

static uint64_t entries_of(const plan *plan, const event *each)
{
    if (each->kind == EVENT_FIRE && each->raw[1] >= 0)
        return plan->traces[each->raw[1]].count;
    return each->kind == EVENT_MOVE ? (uint64_t)each->raw[4] >> plan->line_shift : 0;
}

/* From where on what comes before the measured passes warms the caches. */
static size_t begin_of(const plan *plan, const stream *list)
{
    uint64_t entries = 0;
    size_t at = list->measured;
    while (at > 0 && entries < plan->warm_entries)
        entries += entries_of(plan, &list->events[--at]);
    return at;
}

static void do_event(maker *in, core *by, event *each)
{
    each->first = by->list->count;
    by->is_measured = by->next >= by->list->measured;
    if (by->is_measured && each->kind <= EVENT_MOVE)
        by->figures->accesses += each->accesses;
    if (by->next >= by->begin) {
        if (each->kind == EVENT_FIRE && each->raw[1] >= 0)
            fire(in, by, each);
        else if (each->kind == EVENT_MOVE)
            move(in, by, (move_kind)each->raw[1], each->raw[2], each->raw[3], each->raw[4], each->raw + 5);
    }
    each->count = by->list->count - each->first;
    if (each->kind == EVENT_PUBLISH && in->told[each->counter] <= each->index)
        in->told[each->counter] = each->index + 1;
}

/* One event; false where there is none, or one that must wait. */
static bool step(maker *in, core *by, bool waits)
{
    if (by->next == by->list->events_count)
        return false;
    event *each = &by->list->events[by->next];
    if (waits && each->kind == EVENT_WAIT && plan_tells(in->plan, each) &&
        in->told[each->counter] <= each->index)
        return false;
    do_event(in, by, each);
    by->next++;
    return true;
}

static void run(maker *in)
{
    for (;;) {
        bool goes_on = false;
        for (uint32_t i = 0; i < in->plan->cores; i++)
            goes_on |= step(in, &in->cores[i], true);
        for (uint32_t i = 0; !goes_on && i < in->plan->cores; i++)
            goes_on = step(in, &in->cores[i], false);
        if (!goes_on)
            return;
    }
}

static void count_by_owner(const plan *plan, uint64_t *misses, uint64_t *accesses)
{
    for (uint32_t i = 0; i < plan->cores; i++) {
        const stream *list = &plan->streams[i];
        for (size_t j = list->measured; j < list->events_count; j++) {
            const event *each = &list->events[j];
            if (each->kind > EVENT_MOVE)
                continue;
            accesses[each->owner] += each->accesses;
            for (uint64_t k = each->first; k < each->first + each->count; k++)
                misses[each->owner] += list->entries[k] >> ENTRY_SHIFT == ENTRY_FETCH;
        }
    }
}

static size_t traces_count(const plan *plan)
{
    int64_t most = -1;
    for (uint32_t i = 0; i < plan->cores; i++)
        for (size_t j = 0; j < plan->streams[i].events_count; j++) {
            const event *each = &plan->streams[i].events[j];
            if (each->kind == EVENT_FIRE && each->raw[1] > most)
                most = each->raw[1];
        }
    return (size_t)(most + 1);
}

void streams_make(plan *plan, l1_figures *by_core, uint64_t *misses_by_owner, uint64_t *accesses_by_owner)
{
    maker in = {.plan = plan, .cores = explore_zeroed(plan->cores, sizeof *in.cores)};
    in.versions = explore_zeroed(plan->lines, 1);
    in.dirty_in = explore_zeroed(plan->lines, sizeof *in.dirty_in);
    in.told = explore_zeroed(plan->counters, sizeof *in.told);
    in.written = explore_zeroed(traces_count(plan) * REGIONS, 1);
    for (uint32_t i = 0; i < plan->cores; i++) {
        core *each = &in.cores[i];
        *each = (core){.list = &plan->streams[i], .figures = &by_core[i]};
        each->begin = begin_of(plan, each->list);
        each->l1 = cache_of(plan->l1.sets, plan->l1.ways, plan->l1.policy, plan->lines);
        each->l1.sets = explore_lines(cache_words_count(&each->l1) + CACHE_SPARE);
        each->l1.random = plan->l1.seed + i + 1;
    }
    run(&in);
    for (uint32_t i = 0; i < plan->cores; i++)
        free(in.cores[i].l1.sets);
    for (uint32_t i = 0; i < plan->cores; i++) {
        stream *list = &plan->streams[i];
        push(plan, list, 0, ENTRY_FETCH, 0); /* there is some memory, of which what is spare is nothing */
        list->count--;
        memset(list->entries + list->count, 0, STREAM_SPARE * sizeof *list->entries);
    }
    free(in.versions);
    free(in.dirty_in);
    free(in.told);
    free(in.written);
    for (uint32_t i = 0; i < REGIONS; i++)
        free(in.pages[i].is_written);
    free(in.cores);
    count_by_owner(plan, misses_by_owner, accesses_by_owner);
}
