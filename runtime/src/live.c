/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters that are set while a program runs.
 *
 * A change must count for all firings of an iteration or for none, though cores are in different iterations and none
 * waits for another one here. Changes stand in a list in the order of the iterations from which on they count, and that is
 * decided so:
 *
 *   - A core begins pass p by raising `front` to p + 1, unless it is that high, and then reads on in the list. It takes
 *     what counts for iterations of the pass. If something there is still proposed, it votes it down.
 *   - Who sets reads `front`, F say, appends a proposal for the first iteration of pass F or a later one, and reads `front`
 *     again. If that has passed the proposal, the proposal is void. Else it tries to make it hold. Void ones are proposed
 *     again, ever farther ahead.
 *
 * The verdict changes once, by compare-exchange, so all cores agree. And what holds was seen by every core in time: let it
 * count from pass P on. When `front` was read for the second time it was at most P, so each core that begins P or a later
 * pass reads or raises `front` to more than P after that, in the order of sequentially consistent operations; and so it
 * reads the list after the proposal was appended. Had it still been a proposal then, the core would have voted it down.
 *
 * Each core keeps records of the values of those passes that it fires in, which nobody else looks at. What all cores have
 * taken is freed by who sets next. So that the list does not grow while no pass begins, a change that counts from the same
 * iteration as the one before it holds that one's values, too, and takes its place in the list, if no core has it yet: who
 * sets takes it out, and looks then whether a core reads the list, which each core says before it does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "df/live_state.h"
#include "df/parts.h"

enum { FARTHEST_PASSES = 1024 };

df__change *df__live_change(const df_live_table *table, uint64_t from, uint64_t mask, const void *values)
{
    df__change *change = df__take_zeroed(sizeof *change + table->bytes);
    if (change == NULL)
        return NULL;
    change->from = from;
    change->mask = mask;
    df_copy_disjoint(change->values, values, table->bytes);
    return change;
}

void df__live_forget(df__change *change)
{
    free(change);
}

void df__live_apply(const df_live_table *table, void *record, uint64_t mask, const void *values)
{
    for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
        const df_live_parameter *parameter = &table->parameters[__builtin_ctzll(rest)];
        df_copy_disjoint((char *)record + parameter->offset_bytes,
                         (const char *)values + parameter->offset_bytes, parameter->bytes);
    }
}

/* --- cores ---------------------------------------- */

static void raise_front(df__live_state *state, uint64_t begun)
{
    uint64_t front = atomic_load_explicit(&state->front, memory_order_seq_cst);
    while (front < begun && !atomic_compare_exchange_weak_explicit(
                                &state->front, &front, begun, memory_order_seq_cst, memory_order_seq_cst))
        continue;
}

/* What was taken before counts from an earlier iteration or the same. */
static void take(df__live_core *core, const df__change *change)
{
    const df_live_table *table = core->state->table;
    if (core->records[core->count - 1].from != change->from) {
        df__live_record *record = &core->records[core->count++];
        record->from = change->from;
        df_copy_disjoint(record->values, record[-1].values, table->bytes);
    }
    df__live_apply(table, core->records[core->count - 1].values, change->mask, change->values);
}

/* Records of iterations in which the core fires no more are for new ones. */
static void forget_before(df__live_core *core, uint64_t iteration)
{
    size_t gone = 0;
    while (gone + 1 < core->count && core->records[gone + 1].from <= iteration)
        gone++;
    for (size_t i = 0; gone != 0 && i + gone < core->count; i++) {
        df__live_record free_one = core->records[i];
        core->records[i] = core->records[i + gone];
        core->records[i + gone] = free_one;
    }
    core->count -= gone;
}

/* The next change in the list that holds and counts before the horizon, or null. */
static df__change *next_set(df__live_core *core)
{
    for (;;) {
        df__change *next = atomic_load_explicit(&core->last->next, memory_order_seq_cst);
        if (next == NULL || next->from >= core->horizon)
            return NULL;
        int verdict = DF__PROPOSED;
        if (atomic_compare_exchange_strong(&next->verdict, &verdict, DF__VOID))
            verdict = DF__VOID;
        if (verdict == DF__HOLDS)
            return next;
        core->last = next;
    }
}

/* Of two that count from the same iteration on, the one that was given before the start comes first. */
static void take_all(df__live_core *core)
{
    for (;;) {
        df__change *set = next_set(core);
        const df__change *scheduled = core->scheduled;
        bool is_due = scheduled != NULL && scheduled->from < core->horizon;
        if (set == NULL && !is_due)
            break;
        if (is_due && (set == NULL || scheduled->from <= set->from)) {
            take(core, scheduled);
            core->scheduled = atomic_load_explicit(&scheduled->next, memory_order_relaxed);
        } else {
            take(core, set);
            core->last = set; /* what is next now may be the one behind it */
        }
    }
    atomic_store_explicit(&core->taken, core->last->number, memory_order_release);
}

bool df_live_begin(df_core *core, uint64_t pass)
{
    df__live_core *own = (df__live_core *)core->live;
    df__live_state *state = own->state;
    uint64_t late = state->table->passes_late, size = core->iterations_per_pass;
    raise_front(state, pass + 1);
    own->horizon = (pass + 1) * size;
    forget_before(own, pass > late ? (pass - late) * size : 0);
    atomic_store_explicit(&own->reads, true, memory_order_seq_cst);
    take_all(own);
    atomic_store_explicit(&own->reads, false, memory_order_release);
    df__live_find(&own->known, pass * size);
    return true;
}

void df__live_find(df_live *live, uint64_t iteration)
{
    df__live_core *core = (df__live_core *)live;
    size_t i = core->count - 1;
    while (i > 0 && core->records[i].from > iteration)
        i--;
    live->from = core->records[i].from;
    live->until = i + 1 < core->count ? core->records[i + 1].from : core->horizon;
    live->values = core->records[i].values;
}

/* --- who sets ---------------------------------------- */

/* All cores are behind these. */
static void free_taken(df__live_state *state)
{
    uint64_t taken = UINT64_MAX;
    for (uint32_t i = 0; i < state->program->cores; i++) {
        uint64_t own = atomic_load_explicit(&state->cores[i]->taken, memory_order_acquire);
        taken = own < taken ? own : taken;
    }
    while (state->oldest->number < taken) {
        df__change *gone = state->oldest;
        state->oldest = atomic_load_explicit(&gone->next, memory_order_relaxed);
        if (gone == state->before)
            state->before = NULL;
        free(gone);
    }
}

/* The newest change, if one from this iteration on may take its place. */
static df__change *replaceable(const df__live_state *state, uint64_t from)
{
    df__change *newest = state->newest;
    bool holds = atomic_load_explicit(&newest->verdict, memory_order_relaxed) == DF__HOLDS;
    return holds && state->before != NULL && newest->from == from ? newest : NULL;
}

/* No core has it, or may be on its way to it. */
static bool is_nobodys(const df__live_state *state, const df__change *change)
{
    for (uint32_t i = 0; i < state->program->cores; i++)
        if (atomic_load_explicit(&state->cores[i]->reads, memory_order_seq_cst) ||
            atomic_load_explicit(&state->cores[i]->taken, memory_order_acquire) >= change->number)
            return false;
    return true;
}

/* `change` stands between `before` and the newest one, which has all its values. */
static void replace(df__live_state *state, df__change *before, df__change *change)
{
    atomic_store_explicit(&before->next, state->newest, memory_order_seq_cst);
    if (is_nobodys(state, change)) {
        free(change);
        state->before = before;
    } else {
        atomic_store_explicit(&before->next, change, memory_order_seq_cst);
    }
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Whether it holds. */
static bool propose(df__live_state *state, df__change *change)
{
    change->number = state->newest->number + 1;
    atomic_store_explicit(&state->newest->next, change, memory_order_seq_cst);
    state->before = state->newest;
    state->newest = change;
    uint64_t front = atomic_load_explicit(&state->front, memory_order_seq_cst);
    bool is_early = front * state->program->iterations_per_pass <= change->from;
    int verdict = DF__PROPOSED;
    return atomic_compare_exchange_strong(&change->verdict, &verdict, is_early ? DF__HOLDS : DF__VOID) &&
           is_early;
}

/* As texts of values may neither be. */
static bool is_finite(const df_live_parameter *parameter, const char *values)
{
    float narrow = 0;
    double wide = 0;
    if (parameter->kind == DF_LIVE_FLOAT)
        df_copy_disjoint(&narrow, values + parameter->offset_bytes, sizeof narrow);
    if (parameter->kind == DF_LIVE_DOUBLE)
        df_copy_disjoint(&wide, values + parameter->offset_bytes, sizeof wide);
    return isfinite(narrow) && isfinite(wide);
}

static bool are_finite(const df_live_table *table, uint64_t mask, const void *values)
{
    for (uint32_t i = 0; i < table->count; i++)
        if ((mask >> i & 1) != 0 && !is_finite(&table->parameters[i], values))
            return false;
    return true;
}

static bool live_set(df__live_state *state, uint64_t mask, const void *values)
{
    bool holds = false;
    if (!are_finite(state->table, mask, values))
        return false;
    pthread_mutex_lock(&state->lock);
    free_taken(state);
    for (uint64_t ahead = 0; !holds; ahead = ahead < FARTHEST_PASSES ? 2 * ahead + 1 : ahead) {
        uint64_t front = atomic_load_explicit(&state->front, memory_order_seq_cst);
        uint64_t from = later((front + ahead) * state->program->iterations_per_pass, state->newest->from);
        df__change *change = df__live_change(state->table, from, mask, values);
        if (change == NULL)
            break;
        df__change *before = state->before, *replaced = replaceable(state, from);
        if (replaced != NULL) {
            df__live_apply(state->table, change->values, replaced->mask & ~mask, replaced->values);
            change->mask |= replaced->mask;
        }
        holds = propose(state, change);
        if (holds && replaced != NULL)
            replace(state, before, replaced);
    }
    pthread_mutex_unlock(&state->lock);
    return holds;
}

/* --- life ---------------------------------------- */

/* At most one record for each change that was scheduled, one for each pass that changes can count from, and the one before
 * these. */
static df__live_core *open_core(df__live_state *state)
{
    size_t records = state->scheduled_count + state->table->passes_late + 3;
    size_t stride =
        (state->table->bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    df__live_core *core = df__take_zeroed(sizeof *core);
    char *values = df__take_zeroed(records * stride);
    df__live_record *list = calloc(records, sizeof *list);
    if (core == NULL || values == NULL || list == NULL) {
        free(core);
        free(values);
        free(list);
        return NULL;
    }
    for (size_t i = 0; i < records; i++)
        list[i].values = values + i * stride;
    df_copy_disjoint(list[0].values, state->start, state->table->bytes);
    *core = (df__live_core){.records = list, .count = 1, .memory = values, .state = state};
    core->scheduled = state->scheduled;
    core->last = state->oldest;
    core->known = (df_live){.until = 1, .values = list[0].values};
    return core;
}

static void close_core(df__live_core *core)
{
    if (core == NULL)
        return;
    free(core->memory);
    free(core->records);
    free(core);
}

/* Scheduled changes stay in the order of iterations; of equal ones in that of the command line. */
static bool schedule(df__live_state *state, uint64_t from, uint64_t mask, const void *values)
{
    df__change *change = df__live_change(state->table, from, mask, values);
    if (change == NULL)
        return false;
    df__change *before = NULL, *after = state->scheduled;
    while (after != NULL && after->from <= from) {
        before = after;
        after = atomic_load_explicit(&after->next, memory_order_relaxed);
    }
    atomic_store_explicit(&change->next, after, memory_order_relaxed);
    if (before == NULL)
        state->scheduled = change;
    else
        atomic_store_explicit(&before->next, change, memory_order_relaxed);
    state->scheduled_count++;
    return true;
}

static bool tell_no_memory(void)
{
    df__tell_error("there is no memory for live parameters");
    return false;
}

/* False, after a message, for values that cannot be. */
static bool read_assignments(df__live_state *state)
{
    const df__arguments *arguments = &df__run()->arguments;
    df__change *read = df__live_change(state->table, 0, 0, state->table->start);
    bool is_right = read != NULL;
    for (int i = 0; is_right && i < arguments->assignments_count; i++) {
        char problem[256];
        uint64_t mask, from;
        if (!df__live_read(state->table, arguments->assignments[i], read->values, &mask, &from, problem,
                           sizeof problem)) {
            df__tell_error("%s: %s", arguments->assignments[i], problem);
            free(read);
            return false;
        }
        if (from == UINT64_MAX)
            df__live_apply(state->table, state->start, mask, read->values);
        else
            is_right = schedule(state, from, mask, read->values);
    }
    free(read);
    return is_right || tell_no_memory();
}

static bool open_all(df__live_state *state)
{
    const df_program *program = state->program;
    state->start = df__take_zeroed(state->table->bytes);
    state->oldest = state->newest = df__live_change(state->table, 0, 0, state->table->start);
    if (state->start == NULL || state->oldest == NULL)
        return tell_no_memory();
    df_copy_disjoint(state->start, state->table->start, state->table->bytes);
    if (!read_assignments(state))
        return false;
    for (uint32_t i = 0; i < program->cores; i++) {
        state->cores[i] = open_core(state);
        if (state->cores[i] == NULL)
            return tell_no_memory();
        df__run()->workers[i].core.live = &state->cores[i]->known;
    }
    return true;
}

static bool live_open(void)
{
    df__live_state *state = df__take_zeroed(sizeof *state);
    df__run()->live = state;
    if (state == NULL)
        return tell_no_memory();
    pthread_mutex_init(&state->lock, NULL);
    state->program = df__run()->program;
    state->table = state->program->live;
    return open_all(state);
}

static void free_list(df__change *first)
{
    while (first != NULL) {
        df__change *gone = first;
        first = atomic_load_explicit(&gone->next, memory_order_relaxed);
        free(gone);
    }
}

static void live_close(void)
{
    df__live_state *state = df__run()->live;
    df__run()->live = NULL;
    if (state == NULL)
        return;
    for (uint32_t i = 0; i < state->program->cores; i++)
        close_core(state->cores[i]);
    free_list(state->scheduled);
    free_list(state->oldest);
    free(state->start);
    pthread_mutex_destroy(&state->lock);
    free(state);
}

const df__live_hooks df__live = {.open = live_open, .close = live_close, .set = live_set};
