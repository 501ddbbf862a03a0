/* SPDX-License-Identifier: Apache-2.0 */
/* The pending table: what cores have given to engines and is not done. It owns the jobs and orders the publications.
 *
 * A lane of the table belongs to one core, the giver, and one engine. It is a ring of entries, numbered from the start: a
 * job, or the publication of a counter that has to wait for all jobs before it. `given` of them are in the table, and the
 * first `done` are done: the leading run. Whoever completes a job (engine, or core that has taken it over) raises `done`
 * over all that is done by now, and on the way the counters of publications: each by compare-exchange, never down. So it
 * does not matter who comes first, or who comes late with an old view.
 *
 * An entry is used again only after `done` has passed it. Who reads an entry that it does not own reads atomics only, and
 * asks `done` again before it acts: what was read belongs to that number if `done` had not passed it then.
 *
 * A core that waits for the counter of a publication finds the lane in the counter and takes over the free jobs before
 * that publication; where it has begun to sleep before they were given, the publication wakes it. */
#ifndef DF_PENDING_H
#define DF_PENDING_H

#include "df/internal.h"
#include "df/offload.h"

/* What became of the bytes. */
typedef enum df__fate {
    DF__BY_ENGINE,
    DF__TAKEN_OVER,
    DF__TOO_SMALL,
    DF__LANE_FULL,
    DF__NOT_OPEN, /* it could not be opened, or was given up */
    DF__UNFIT,    /* it works, but not on bytes that lie there, or it lacks the operation */
    DF__FATES
} df__fate;

typedef struct df__entry {
    alignas(DF_CACHE_LINE_BYTES) df_job job;
    _Atomic(df_counter *) counter; /* of a publication, which is done from the start; null: a job */
    _Atomic uint64_t value;
} df__entry;

/* A lane of the engine, which lanes of the table share where the engine has fewer. */
typedef struct df__channel {
    alignas(DF_CACHE_LINE_BYTES) _Atomic bool taken; /* by the thread that calls the engine now */
    _Atomic uint32_t held; /* jobs that the engine has begun, where it does not claim */
} df__channel;

typedef enum df__health {
    DF__ENGINE_ABSENT,
    DF__ENGINE_WORKS,
    DF__ENGINE_STOPS,
    DF__ENGINE_STOPPED
} df__health;

typedef struct df__engine {
    const df_engine *functions;
    void *state;
    df_engine_setup setup;
    df_engine_facts facts;
    size_t min_bytes;
    size_t chunk_bytes;
    uint32_t entries; /* jobs of a core that may be pending */
    _Atomic uint32_t health;
    bool may_rest;
    df__channel *channels;
    struct df__lane *lanes; /* one a core */
} df__engine;

/* Who writes what often has cache lines of its own: the giver, and whoever completes jobs, for each of them. */
typedef struct df__lane {
    df_counter done; /* the leading run */
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t given;
    _Atomic uint64_t
        fed; /* the engine has been given what stands before this; written by who has the channel */
    alignas(DF_CACHE_LINE_BYTES) df__engine *engine;
    df__entry *entries;
    uint32_t core;
    uint32_t channel; /* its lane of the engine */
    /* The account (engine_worth.c), with what the engine has done since the last look. */
    _Atomic int64_t balance_ns;
    _Atomic uint64_t rests_until_ns; /* 0: it does not rest */
    _Atomic uint32_t lost_in_a_row;
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t unjudged_bytes;
    _Atomic uint64_t taken_over_bytes;
    _Atomic uint64_t waited_ns; /* by cores, where it moves files */
    /* Of the giver: whether it does better without the engine, by the time between two of these publications. */
    alignas(DF_CACHE_LINE_BYTES) df__choice copies_itself;
    const void *beat;
    df_gate gate; /* to `done` */
    uint64_t copies;
    uint64_t bytes[DF__FATES]; /* what is taken over is counted as the engine's here, too */
} df__lane;

/* All that the runtime has for the engines of a program. */
typedef struct df__engines {
    df__engine *engines;
    uint32_t count;
    uint32_t places;
    uint32_t regions_count;
    df_region regions[]; /* the arena, and files as they are opened */
} df__engines;

enum { DF__REGION_ARENA, DF__REGION_FILES };

/* Whether the engine can address what begins there, or is that long. Most can address anything, and need no division for
 * each job. */
static inline bool df__is_addressed(const df__engine *engine, uint64_t bytes)
{
    return engine->facts.align == 1 || bytes % engine->facts.align == 0;
}

/* transfer_offload.c: where bytes lie in the arena; false if they do not. Guard mode reads them elsewhere. */
bool df__offload_locate(const df_core *core, const void *memory, size_t bytes, uint64_t *offset);

/* transfer_offload.c: has the engine do a job of so many bytes in the arena, chunk by chunk; what finds no place in the
 * lane, the core does. */
void df__offload_give(df_core *core, df__lane *lane, df_job job, size_t bytes, size_t chunk_bytes);

/* transfer_offload.c: df_offload_finish, by an actor: it may come in some passes and not in others. */
bool df__offload_finish(df_core *core, df__lane *lane);

/* object_offload.c: copies a token of objects, to the arena at the offset `pattern`. Programs that leave no
 * objects to engines do not have it. */
void df__offload_make_objects(const df_job *job, const df_region *regions) __attribute__((weak));

/* engine_place.c: the CPUs of the engine's threads, from those behind `*next` that no core is bound to, which it moves on. */
void df__engine_choose_cpus(const df_engine_use *use, df_engine_setup *setup, uint32_t *next);

/* engine_pending.c: adds at the end; by the giver, who knows that there is a place. */
void df__pending_add_job(df__lane *lane, const df_job *job);
void df__pending_add_publication(df__lane *lane, df_counter *counter, uint64_t value);

/* How many entries the lane holds; looks again only where what the giver knows is not below the limit. */
uint64_t df__pending_held(df__lane *lane, uint64_t limit);

/* engine_pending.c: the jobs before this number are all that must be done for the counter to reach the value. */
uint64_t df__pending_needed(df__lane *lane, const df_counter *counter, uint64_t value);

/* engine_pending.c: makes the first job before that number that is free; false if there is none. */
bool df__pending_take_over(df_core *core, df__lane *lane, uint64_t needed);

/* engine_feed.c: gives to the engine what it has not got, and polls it; and whether that is to be done again. */
void df__engine_attend(df__lane *lane);
void df__engine_offer(df__lane *lane); /* the same by the giver, unless the engine rests */
bool df__engine_wants_attention(const df__lane *lane);

/* engine_feed.c: what a core may do for the counter that it waits for; returns how long it may sleep then. */
uint64_t df__engine_help(df_core *core, df_gate *gate, uint64_t target);

/* engine_worth.c: the core has copied, has waited; and whether the engine gets nothing now. */
void df__engine_learn_speed(df_core *core, uint64_t bytes, uint64_t took_ns);
void df__engine_waited(df_core *core, const df_gate *gate);
bool df__engine_rests(df__lane *lane);

/* engine_failure.c: the engine does no more, and cores make what it has begun. */
void df__engine_give_up(df__engine *engine, const char *why, const char *fifo);

/* engine_failure.c: for how long the process has run since that look, which becomes this one. */
uint64_t df__engine_ran_ns(uint64_t *looked_ns);

/* engine_failure.c: the core can but wait for the engine; gives it up where that takes too long. */
void df__engine_watch(df_core *core, df__lane *lane, const df_gate *gate);

static inline df__entry *df__entry_at(const df__lane *lane, uint64_t number)
{
    return &lane->entries[number & (lane->engine->setup.places - 1)];
}

static inline bool df__engine_works(const df__engine *engine)
{
    return atomic_load_explicit(&engine->health, memory_order_acquire) == DF__ENGINE_WORKS;
}

#endif
