/* SPDX-License-Identifier: Apache-2.0 */
/* Caches beyond the L1s (tree.h).
 *
 * What comes from a write-back changes no order in a set, as in Valgrind's caches. A line that is out of date is fetched
 * from memory. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 12, MANY = 255, WARM_SLICE = 32, BUFFERS_MOST = 0xffff };

/* --- shape ---------------------------------------- */

void tree_open(tree *in, const plan *plan)
{
    uint32_t most = 1;
    for (size_t i = 0; i < plan->architectures_count; i++)
        most += plan->architectures[i].levels;
    *in = (tree){.plan = plan, .nodes = explore_zeroed(most, sizeof *in->nodes), .nodes_count = 1};
    in->nodes[0].about.shared_by = 1;
    in->first_slice = explore_zeroed(plan->cores, sizeof *in->first_slice);
    const uint64_t entries = slice_entries(plan);
    for (uint32_t i = 0; i < plan->cores; i++) {
        const stream *list = &plan->streams[i];
        in->first_slice[i] = in->slices_count;
        for (size_t j = list->measured; j < list->events_count; j++)
            in->slices_count += (list->events[j].count + entries - 1) / entries;
    }
}

static uint32_t child_of(tree *in, uint32_t parent, const level *wanted)
{
    uint32_t *link = &in->nodes[parent].first_child;
    while (*link != 0 && !level_is_same(&in->nodes[*link].about, wanted))
        link = &in->nodes[*link].next_child;
    if (*link == 0) {
        *link = in->nodes_count++;
        in->nodes[*link] = (node){.about = *wanted, .parent = parent};
    }
    return *link;
}

static void open_counts(tree *in, node *at)
{
    if (at->slices == NULL)
        at->slices = explore_zeroed(in->slices_count, sizeof *at->slices);
    if (at->owner_misses == NULL)
        at->owner_misses = explore_zeroed(in->plan->owners, sizeof *at->owner_misses);
}

uint32_t tree_add(tree *in, const architecture *on)
{
    uint32_t at = 0;
    open_counts(in, &in->nodes[0]);
    for (uint32_t i = 0; i < on->levels; i++) {
        at = child_of(in, at, &on->level[i]);
        open_counts(in, &in->nodes[at]);
    }
    if (in->nodes[at].buffer_misses == NULL)
        in->nodes[at].buffer_misses = explore_zeroed(in->plan->buffers + 1, sizeof(uint64_t));
    return at;
}

static void open_caches(tree *in)
{
    const plan *plan = in->plan;
    for (uint32_t i = 1; i < in->nodes_count; i++) {
        node *at = &in->nodes[i];
        uint32_t depth = 0;
        for (uint32_t up = i; up != 0; up = in->nodes[up].parent)
            depth++;
        uint32_t count = (plan->cores + at->about.shared_by - 1) / at->about.shared_by;
        in->is_coherent |= count > 1;
        cache one = cache_of(at->about.sets, at->about.ways, at->about.policy, plan->lines);
        uint64_t words = cache_words_count(&one);
        at->words = explore_lines(count * words + CACHE_SPARE);
        at->caches = explore_zeroed(count, sizeof *at->caches);
        for (uint32_t j = 0; j < count; j++) {
            at->caches[j] = one;
            at->caches[j].sets = at->words + j * words;
            at->caches[j].random = at->about.seed + 64 * depth + j + 1;
        }
        at->of_core = explore_zeroed(plan->cores, sizeof *at->of_core);
        for (uint32_t j = 0; j < plan->cores; j++)
            at->of_core[j] = &at->caches[j / at->about.shared_by];
    }
    for (uint32_t i = 0; i <= LEVELS_MAX; i++)
        in->requests[i] = explore_zeroed(SLICE * (LEVELS_MAX + 1) + AHEAD, sizeof **in->requests);
    in->victims = explore_zeroed(SLICE * (LEVELS_MAX + 1), sizeof *in->victims);
    if (in->is_coherent)
        in->uses = explore_zeroed(plan->lines, sizeof *in->uses);
    in->past = explore_zeroed(in->slices_count, sizeof *in->past);
}

static void close_caches(tree *in)
{
    for (uint32_t i = 1; i < in->nodes_count; i++) {
        free(in->nodes[i].words);
        free(in->nodes[i].caches);
        free(in->nodes[i].of_core);
    }
    for (uint32_t i = 0; i <= LEVELS_MAX; i++)
        free(in->requests[i]);
    free(in->victims);
    free(in->uses);
}

void tree_close(tree *in)
{
    for (uint32_t i = 0; i < in->nodes_count; i++) {
        free(in->nodes[i].slices);
        free(in->nodes[i].owner_misses);
        free(in->nodes[i].buffer_misses);
    }
    free(in->past);
    free(in->first_slice);
    free(in->nodes);
}

/* --- a slice ---------------------------------------- */

/* The line is of a page that several cores use, and may lie in several caches. */
static bool is_common(const tree *in, uint32_t line)
{
    return in->is_coherent && plan_is_shared(in->plan, line);
}

static uint8_t version_of(const tree *in, uint32_t line)
{
    return is_common(in, line) ? in->uses[line].version : 0;
}

static void becomes_written(tree *in, uint32_t core, uint32_t line)
{
    line_use *use = &in->uses[line];
    if (use->user != core + 1) {
        use->user = (uint8_t)(core + 1);
        use->version++;
    }
}

/* Whoever has written it must tell when it writes again. */
static void becomes_read(tree *in, uint32_t core, uint32_t line)
{
    line_use *use = &in->uses[line];
    if (use->user != 0 && use->user != core + 1)
        use->user = MANY;
}

/* A line that the core comes to soon. Slices of a sample end before what each cache looks ahead to. */
static inline void look_ahead(const tree *in, uint32_t core, uint32_t line)
{
    if (in->is_coherent)
        __builtin_prefetch(&in->uses[line], 1);
    if (in->plan->sample_part == 1)
        return;
    for (uint32_t i = 1; i < in->nodes_count; i++)
        __builtin_prefetch(cache_set(in->nodes[i].of_core[core], line), 1);
}

/* The requests of the L1s: what the entries of their streams are beyond. */
static void ask(tree *in, uint32_t core, const uint32_t *entries, uint64_t count)
{
    node *root = in->nodes;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t line = entries[i] & ENTRY_LINE;
        entry_kind kind = (entry_kind)(entries[i] >> ENTRY_SHIFT);
        look_ahead(in, core, entries[i + AHEAD] & ENTRY_LINE);
        bool is_common_line = is_common(in, line);
        if (is_common_line && kind == ENTRY_FETCH)
            becomes_read(in, core, line);
        else if (is_common_line && kind == ENTRY_WRITE_BACK)
            becomes_written(in, core, line);
        else if (is_common_line)
            in->uses[line].version++;
        uint32_t buffer = kind == ENTRY_FETCH ? plan_buffer(in->plan, line) : 0;
        in->requests[0][i] = (request){
            .entry = entries[i],
            .version = is_common_line ? in->uses[line].version : 0,
            .buffer = (uint16_t)(buffer < BUFFERS_MOST ? buffer : in->plan->buffers),
        };
        root->now.misses += kind == ENTRY_FETCH;
        root->now.writes += kind == ENTRY_WRITE_BACK;
        in->past_now += kind == ENTRY_PAST_CACHES;
        if (root->buffer_misses != NULL && kind == ENTRY_FETCH)
            root->buffer_misses[in->requests[0][i].buffer]++;
    }
}

/* What one cache makes of requests: those that go on, for which there is room in `out`. */
typedef struct passing {
    tree *in;
    node *at;
    cache *of;
    const request *asked;
    uint32_t count;
    request *out;
    uint32_t made;
    uint32_t *victims; /* which of `out` are written back by this cache */
    uint32_t victims_count;
} passing;

/* The version is asked for in the end: it lies anywhere in memory. */
static inline void write_back(passing *by, cache_word gone, uint32_t line)
{
    if (!(gone & CACHE_DIRTY))
        return;
    uint32_t victim = cache_line(by->of, gone, line);
    if (by->at->first_child != 0 && by->in->is_coherent)
        __builtin_prefetch(&by->in->uses[victim]);
    by->victims[by->victims_count++] = by->made;
    by->out[by->made++] = (request){.entry = victim | (uint32_t)ENTRY_WRITE_BACK << ENTRY_SHIFT};
}

static void find_versions(const passing *by)
{
    for (uint32_t i = 0; i < by->victims_count; i++) {
        request *victim = &by->out[by->victims[i]];
        victim->version = version_of(by->in, victim->entry & ENTRY_LINE);
    }
}

static inline void miss(passing *by, const request *asked)
{
    by->out[by->made++] = *asked;
    by->at->now.misses++;
    if (by->at->buffer_misses != NULL)
        by->at->buffer_misses[asked->buffer]++;
}

/* A write-back from the level before, or a write past all. */
static inline void put(passing *by, const request *asked, uint32_t line, cache_word *found)
{
    bool is_past = asked->entry >> ENTRY_SHIFT == ENTRY_PAST_CACHES;
    if (is_past)
        cache_drop(by->of, line);
    if (is_past || found == NULL) {
        by->out[by->made++] = *asked;
        return;
    }
    *found |= CACHE_DIRTY;
    cache_set_version(by->of, found, asked->version);
}

/* `ways` is known to the compiler, or 0. */
static inline __attribute__((always_inline)) void pass_lru(passing *by, uint32_t ways)
{
    cache *of = by->of;
    const cache_word tag_mask = of->tag_mask;
    for (uint32_t i = 0; i < by->count; i++) {
        const request *asked = &by->asked[i];
        __builtin_prefetch(cache_set(of, asked[AHEAD].entry & ENTRY_LINE), 1);
        uint32_t line = asked->entry & ENTRY_LINE;
        cache_word *set = cache_set(of, line);
        uint32_t way = cache_way_among(set, ways, tag_mask, (line >> of->set_bits) + 1);
        if (asked->entry >> ENTRY_SHIFT != ENTRY_FETCH) {
            put(by, asked, line, way < ways ? &set[way] : NULL);
            continue;
        }
        cache_word fresh = cache_fresh(of, line, asked->version);
        if (way < ways) {
            cache_word word = set[way];
            bool is_good = ((word ^ fresh) & of->version_mask) == 0;
            cache_close_up(set, way, ways);
            set[ways - 1] = is_good ? word : fresh;
            if (!is_good)
                miss(by, asked);
            continue;
        }
        cache_word gone = set[0];
        cache_close_up(set, 0, ways);
        set[ways - 1] = fresh;
        write_back(by, gone, line);
        miss(by, asked);
    }
}

static void pass_any(passing *by)
{
    for (uint32_t i = 0; i < by->count; i++) {
        const request *asked = &by->asked[i];
        uint32_t line = asked->entry & ENTRY_LINE;
        if (asked->entry >> ENTRY_SHIFT != ENTRY_FETCH) {
            put(by, asked, line, cache_find(by->of, line));
            continue;
        }
        cache_word gone;
        cache_word *now;
        if (cache_reach(by->of, line, asked->version, false, &gone, &now))
            continue;
        write_back(by, gone, line);
        miss(by, asked);
    }
}

/* Through a node and all that is beyond. */
static void pass(tree *in, uint32_t number, uint32_t core, uint32_t depth, uint32_t count)
{
    node *at = &in->nodes[number];
    passing by = {.in = in,
                  .at = at,
                  .of = at->of_core[core],
                  .asked = in->requests[depth - 1],
                  .count = count,
                  .out = in->requests[depth],
                  .victims = in->victims};
    if (by.of->policy == CACHE_LRU && by.of->ways == 8)
        pass_lru(&by, 8);
    else if (by.of->policy == CACHE_LRU && by.of->ways == 16)
        pass_lru(&by, 16);
    else
        pass_any(&by);
    at->figures.write_backs += in->is_measured ? by.victims_count : 0;
    if (at->first_child != 0)
        find_versions(&by);
    at->now.writes += by.made - at->now.misses - in->past_now;
    for (uint32_t child = at->first_child; child != 0; child = in->nodes[child].next_child)
        pass(in, child, core, depth + 1, by.made);
}

static void do_entries(tree *in, uint32_t core, const uint32_t *entries, uint64_t count)
{
    in->past_now = 0;
    ask(in, core, entries, count);
    for (uint32_t child = in->nodes[0].first_child; child != 0; child = in->nodes[child].next_child)
        pass(in, child, core, 1, (uint32_t)count);
}

/* --- all of them ---------------------------------------- */

static void forget_counts(tree *in)
{
    for (uint32_t i = 0; i < in->nodes_count; i++)
        in->nodes[i].now = (node_counts){0};
}

static void begin_measuring(tree *in)
{
    for (uint32_t i = 0; i < in->nodes_count; i++)
        if (in->nodes[i].buffer_misses != NULL)
            memset(in->nodes[i].buffer_misses, 0, (in->plan->buffers + 1) * sizeof(uint64_t));
    in->is_measured = true;
}

/* What comes before the measured passes, in slices so that all cores end together. */
static void warm(tree *in)
{
    const plan *plan = in->plan;
    uint64_t most = 0;
    for (uint32_t i = 0; i < plan->cores; i++)
        most = warming(&plan->streams[i]) > most ? warming(&plan->streams[i]) : most;
    uint64_t *done = explore_zeroed(plan->cores, sizeof *done);
    uint64_t part = WARM_SLICE / plan->sample_part;
    part = part > 0 ? part : 1;
    for (uint64_t slice = 0; slice * part < most; slice++)
        for (uint32_t i = 0; i < plan->cores; i++) {
            uint64_t count = warming(&plan->streams[i]);
            uint64_t goal = (slice + 1) * part >= most ? count : count * (slice + 1) * part / most;
            do_entries(in, i, plan->streams[i].entries + done[i], goal - done[i]);
            done[i] = goal;
            forget_counts(in);
        }
    free(done);
    begin_measuring(in);
}

static void count_slice(tree *in, const timeline_core *by, const event *each)
{
    uint64_t slice = in->first_slice[by->number] + by->slice;
    in->past[slice] = (uint16_t)in->past_now;
    for (uint32_t i = 0; i < in->nodes_count; i++) {
        node *at = &in->nodes[i];
        at->slices[slice] = at->now;
        at->owner_misses[each->owner] += at->now.misses;
        at->figures.misses += at->now.misses;
        at->writes += at->now.writes + in->past_now;
        at->now = (node_counts){0};
    }
}

void tree_read(void *reading, const timeline_core *by, uint64_t entries, slice_counts *counts)
{
    const tree_reading *about = reading;
    const tree *from = about->from;
    uint64_t slice = from->first_slice[by->number] + by->slice;
    uint32_t depth = 0;
    (void)entries;
    for (uint32_t at = about->end; at != 0; at = from->nodes[at].parent)
        depth++;
    counts->writes = from->nodes[about->end].slices[slice].writes;
    counts->past = from->past[slice];
    for (uint32_t at = about->end;; at = from->nodes[at].parent) {
        counts->misses[depth] = from->nodes[at].slices[slice].misses;
        if (depth-- == 0)
            return;
    }
}

typedef struct filling {
    tree *in;
    tree_reading leader;
} filling;

static void fill(void *context, const timeline_core *by, uint64_t entries, slice_counts *counts)
{
    filling *about = context;
    const event *each = &by->list->events[by->next];
    do_entries(about->in, by->number, by->list->entries + each->first + by->entry, entries);
    count_slice(about->in, by, each);
    tree_read(&about->leader, by, entries, counts);
}

void tree_run(tree *in, const architecture *on, uint32_t end)
{
    timeline time;
    filling about = {.in = in, .leader = {.from = in, .end = end}};
    open_caches(in);
    warm(in);
    timeline_open(&time, in->plan, on);
    timeline_run(&time, fill, &about);
    free(time.owner_ps);
    timeline_close(&time);
    close_caches(in);
    for (uint32_t i = 1; i < in->nodes_count; i++)
        in->nodes[i].figures.accesses = in->nodes[in->nodes[i].parent].figures.misses;
}
