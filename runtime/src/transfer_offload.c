/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `offload`: an engine (df/engine.h) copies while the core goes on. Its twin is
 * dfgen/memory/strategies/offload.py.
 *
 * A core never waits for an engine to take a copy: where the lane is full it copies that chunk itself. A publication
 * must come after all copies before it, so it takes the lane's way too, unless nothing is in the lane. Copies fill half
 * of a lane's places at most, so that publications find one; where they do not, the core waits for the oldest.
 *
 * DFGEN_ENGINE_PLACES=N (a power of two, at least 2) sets how many places a lane has. */
#include "df/offload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"

enum { PLACES_DEFAULT = 256, PLACES_MAX = 4096, POLL_AGAIN_NS = 20000 };

/* What became of the bytes. */
typedef enum copy_fate { BY_ENGINE, TOO_SMALL, LANE_FULL, NOT_OPEN, FATES } copy_fate;

static const char *const fate_names[FATES] = {"engine_bytes", "too_small_bytes", "lane_full_bytes",
                                              "not_open_bytes"};

/* What a polled lane publishes once `after` copies are done. */
typedef struct lane_note {
    uint64_t after;
    df_counter *counter;
    uint64_t value;
} lane_note;

/* What one core gives to one engine. Of the core, but for `done`. */
typedef struct core_lane {
    df_counter done; /* copies and publications; of a polled engine copies only, as the core last heard */
    df_gate gate;    /* to it */
    const df_engine *engine;
    void *state;
    size_t min_bytes; /* SIZE_MAX if the engine is not open */
    size_t chunk_bytes;
    uint64_t given;   /* what `done` comes to */
    lane_note *notes; /* polled engines: a ring of `places` */
    uint32_t first_note;
    uint32_t notes_count;
    uint64_t copies;
    uint64_t bytes[FATES];
} core_lane;

typedef struct opened_engine {
    df_engine_setup setup;
    df_counter *done[DF_CORES_MAX];
    void *state;
    bool open;
} opened_engine;

static struct {
    opened_engine *engines;
    core_lane *lanes; /* engine by engine, of each core */
    lane_note *notes; /* likewise */
    uint32_t places;
} offload;

static core_lane *lane_of(const df_core *core, uint32_t engine)
{
    return &offload.lanes[engine * df__run.program->cores + core->index];
}

/* How much is in the lane; asks the counter only if what is known of it is not below the limit. */
static uint64_t held(core_lane *lane, uint64_t limit)
{
    if (lane->given - lane->gate.seen >= limit)
        lane->gate.seen = atomic_load_explicit(&lane->done.value, memory_order_acquire);
    return lane->given - lane->gate.seen;
}

/* --- polled engines ---------------------------------------- */

static void poll_lane(df_core *core, core_lane *lane)
{
    uint64_t known = atomic_load_explicit(&lane->done.value, memory_order_relaxed);
    if (known == lane->given)
        return;
    uint64_t done = lane->engine->poll(lane->state, core->index);
    if (done == known)
        return;
    core->polled_copies -= (uint32_t)(done - known);
    while (lane->notes_count > 0 && lane->notes[lane->first_note].after <= done) {
        const lane_note *oldest = &lane->notes[lane->first_note];
        df_publish(NULL, oldest->counter, oldest->value);
        lane->first_note = (lane->first_note + 1) % offload.places;
        lane->notes_count--;
    }
    df_publish(NULL, &lane->done, done);
}

static void poll(df_core *core)
{
    for (uint32_t i = 0; i < df__run.program->engines_count; i++) {
        core_lane *lane = lane_of(core, i);
        if (lane->engine->poll != NULL)
            poll_lane(core, lane);
    }
}

static void add_note(df_core *core, core_lane *lane, df_counter *counter, uint64_t value)
{
    if (lane->notes_count == offload.places &&
        !df_wait(core, &lane->gate, lane->notes[lane->first_note].after))
        return;
    uint32_t last = (lane->first_note + lane->notes_count) % offload.places;
    lane->notes[last] = (lane_note){.after = lane->given, .counter = counter, .value = value};
    lane->notes_count++;
}

/* The core has left its loop: others may still wait for what its copies publish. */
static void leave(df_core *core)
{
    df__doorbell *doorbell = &df__doorbells[core->index];
    while (core->polled_copies != 0 && !atomic_load(&df__run.failed)) {
        uint32_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
        poll(core);
        if (core->polled_copies != 0)
            df__os_futex_wait_briefly(&doorbell->bell, bell, POLL_AGAIN_NS);
    }
    core->polled_copies = 0;
}

/* --- what generated code calls ---------------------------------------- */

static void copy_here(core_lane *lane, copy_fate reason, void *target, const void *source, size_t bytes)
{
    lane->bytes[reason] += bytes;
    df_copy_disjoint(target, source, bytes);
}

static void copy_chunk(df_core *core, core_lane *lane, void *target, const void *source, size_t bytes)
{
    uint64_t limit = offload.places / 2;
    bool taken =
        held(lane, limit) < limit && lane->engine->submit(lane->state, core->index, target, source, bytes);
    if (!taken) {
        copy_here(lane, LANE_FULL, target, source, bytes);
        return;
    }
    lane->given++;
    lane->bytes[BY_ENGINE] += bytes;
    if (lane->engine->poll != NULL)
        core->polled_copies++;
}

void df_offload_copy(df_core *core, uint32_t engine, void *target, const void *source, size_t bytes)
{
    core_lane *lane = lane_of(core, engine);
    char *to = target;
    const char *from = source;
    df_check_disjoint(target, source, bytes);
    lane->copies++;
    if (bytes < lane->min_bytes) {
        copy_here(lane, lane->min_bytes == SIZE_MAX ? NOT_OPEN : TOO_SMALL, target, source, bytes);
        return;
    }
    if (core->polled_copies != 0)
        poll(core);
    for (size_t rest = bytes; rest > 0;) {
        size_t chunk_bytes = rest < lane->chunk_bytes ? rest : lane->chunk_bytes;
        copy_chunk(core, lane, to, from, chunk_bytes);
        to += chunk_bytes;
        from += chunk_bytes;
        rest -= chunk_bytes;
    }
}

/* Where the program ends while the core waits for a place, nobody waits for the counter any more: core and peers leave
 * their loops in this pass or an earlier one. */
void df_offload_publish(df_core *core, uint32_t engine, df_counter *counter, uint64_t value)
{
    core_lane *lane = lane_of(core, engine);
    if (core->polled_copies != 0)
        poll(core);
    if (held(lane, 1) == 0) {
        df_publish(core, counter, value);
    } else if (lane->engine->poll != NULL) {
        add_note(core, lane, counter, value);
    } else if (df_wait(core, &lane->gate,
                       lane->given < offload.places ? 0 : lane->given + 1 - offload.places)) {
        lane->given++;
        lane->engine->publish(lane->state, core->index, counter, value);
    }
}

bool df_offload_finish(df_core *core, uint32_t engine)
{
    core_lane *lane = lane_of(core, engine);
    if (lane->engine->wait == NULL)
        return df_wait(core, &lane->gate, lane->given);
    for (;;) {
        poll_lane(core, lane);
        if (!df_core_continues(core, core->pass))
            return false;
        if (held(lane, 1) == 0)
            return true;
        lane->engine->wait(lane->state, core->index);
    }
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    df_offload_copy(channel->core, channel->engine, target, source, bytes);
    return target;
}

const df_strategy df_strategy_offload = {.name = "offload", .begin = begin};

/* --- open, close, report ---------------------------------------- */

static uint32_t places_wanted(void)
{
    uint64_t wanted = df__environment_number("DFGEN_ENGINE_PLACES", PLACES_DEFAULT);
    uint32_t places = 2;
    while (places < wanted && places < PLACES_MAX)
        places *= 2;
    return places;
}

static bool take_memory(void)
{
    size_t engines = df__run.program->engines_count;
    size_t lanes = engines * df__run.program->cores;
    size_t lanes_bytes = lanes * sizeof(core_lane);
    size_t engines_bytes = engines * sizeof(opened_engine);
    size_t bytes = df__whole_pages(lanes_bytes + engines_bytes + lanes * offload.places * sizeof(lane_note));
    char *memory;
    int error = df__os_memory_take(bytes, &memory);
    if (error != 0) {
        fprintf(stderr, "error: the lanes of copy engines need %zu bytes of memory: %s\n", bytes,
                strerror(error));
        return false;
    }
    offload.lanes = (core_lane *)(void *)memory; /* lanes first: they are aligned to cache lines */
    offload.engines = (opened_engine *)(void *)(memory + lanes_bytes);
    offload.notes = (lane_note *)(void *)(memory + lanes_bytes + engines_bytes);
    return true;
}

static void open_engine(const df_engine_use *use, opened_engine *opened, core_lane *lanes)
{
    uint32_t cores = df__run.program->cores;
    for (uint32_t i = 0; i < cores; i++)
        opened->done[i] = &lanes[i].done;
    opened->setup.chunk_bytes = use->chunk_bytes != 0 ? use->chunk_bytes : use->engine->chunk_bytes;
    const char *problem = use->engine->open(&opened->setup, &opened->state);
    opened->open = problem == NULL;
    if (!opened->open && !df__run.arguments.quiet)
        fprintf(stderr, "warning: the copy engine '%s' cannot be used (%s): the cores copy themselves\n",
                use->engine->name, problem);
    size_t min_bytes = use->min_bytes != 0 ? use->min_bytes : use->engine->min_bytes;
    for (uint32_t i = 0; i < cores; i++) {
        core_lane *lane = &lanes[i];
        lane->engine = use->engine;
        lane->state = opened->state;
        lane->min_bytes = opened->open ? min_bytes : SIZE_MAX;
        lane->chunk_bytes = opened->setup.chunk_bytes;
        lane->gate = (df_gate){.counter = &lane->done, .fifo = "copies by an engine", .peer = i};
        lane->notes = offload.notes + (size_t)(lane - offload.lanes) * offload.places;
        lane->done.waiters = (uint64_t)1 << i; /* also where the core polls: it may be about to sleep */
    }
}

static bool open_all(void)
{
    const df_program *program = df__run.program;
    uint32_t next_cpu = program->cores;
    offload.places = places_wanted();
    if (program->engines_count > 0 && !take_memory())
        return false;
    for (uint32_t i = 0; i < program->engines_count; i++) {
        const df_engine_use *use = &program->engines[i];
        opened_engine *opened = &offload.engines[i];
        bool has_cpu = use->engine->threads > 0 && df__run.pins && next_cpu < df__run.cpus_count;
        opened->setup = (df_engine_setup){
            .lanes = program->cores,
            .places = offload.places,
            .cpu = has_cpu ? (int)df__run.cpus[next_cpu++] : -1,
            .spin_ns = df__run.spin_ns,
            .done = opened->done,
        };
        open_engine(use, opened, &offload.lanes[i * program->cores]);
    }
    return true;
}

static void close_all(void)
{
    for (uint32_t i = 0; i < df__run.program->engines_count; i++)
        if (offload.engines[i].open)
            df__run.program->engines[i].engine->close(offload.engines[i].state);
}

static void report_engine(FILE *report, uint32_t engine)
{
    uint64_t copies = 0;
    uint64_t bytes[FATES] = {0};
    for (uint32_t core = 0; core < df__run.program->cores; core++) {
        const core_lane *lane = &offload.lanes[engine * df__run.program->cores + core];
        copies += lane->copies;
        for (int i = 0; i < FATES; i++)
            bytes[i] += lane->bytes[i];
    }
    fprintf(report, "{\"name\": \"%s\", \"copies\": %" PRIu64, df__run.program->engines[engine].engine->name,
            copies);
    for (int i = 0; i < FATES; i++)
        fprintf(report, ", \"%s\": %" PRIu64, fate_names[i], bytes[i]);
    fputc('}', report);
}

static void report_all(FILE *report)
{
    fputs(", \"engines\": [", report);
    for (uint32_t i = 0; i < df__run.program->engines_count; i++) {
        if (i > 0)
            fputs(", ", report);
        report_engine(report, i);
    }
    fputc(']', report);
}

const df__offload_hooks df__offload = {
    .open = open_all, .poll = poll, .leave = leave, .close = close_all, .report = report_all};
