/* SPDX-License-Identifier: Apache-2.0 */
/* What the runtime keeps of parameters that may be set while a program runs. */
#ifndef DF_LIVE_STATE_H
#define DF_LIVE_STATE_H

#include "df/internal.h"
#include "df/live.h"

typedef enum df__verdict { DF__PROPOSED, DF__HOLDS, DF__VOID } df__verdict;

/* From iteration `from` on, those parameters of `mask` have other values. */
typedef struct df__change {
    _Atomic(struct df__change *) next;
    uint64_t number;
    uint64_t from;
    _Atomic int verdict; /* df__verdict; it leaves DF__PROPOSED once */
    uint64_t mask;
    _Alignas(max_align_t) char values[]; /* a record */
} df__change;

/* The values from iteration `from` on. */
typedef struct df__live_record {
    uint64_t from;
    char *values;
} df__live_record;

/* One core's. `records`: those of the passes that it still fires in, the oldest first. */
typedef struct df__live_core {
    df_live known; /* first, so that a df_live is a df__live_core */
    df__live_record *records;
    size_t count;
    uint64_t horizon;            /* of the iterations that it has begun */
    const df__change *scheduled; /* the next one, or null */
    df__change *last;            /* that it has taken */
    _Atomic uint64_t taken;      /* the number of that */
    atomic_bool reads;           /* the list, now */
    char *memory;                /* of their values */
    struct df__live_state *state;
} df__live_core;

typedef struct df__live_state {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t front; /* passes that a core has begun */
    const df_program *program;
    const df_live_table *table;
    char *start;           /* the record that the run starts with */
    df__change *scheduled; /* before the start, in the order of iterations */
    size_t scheduled_count;
    df__live_core *cores[DF_CORES_MAX];
    pthread_mutex_t lock; /* of who sets */
    df__change *oldest;   /* that a core may still look at */
    df__change *newest;
    df__change *before; /* the newest one; null where that is the oldest */
} df__live_state;

/* live.c: a copy of these values; null if there is no memory. */
df__change *df__live_change(const df_live_table *table, uint64_t from, uint64_t mask, const void *values);
void df__live_forget(df__change *change);
void df__live_apply(const df_live_table *table, void *record, uint64_t mask, const void *values);

/* live_text.c: "gain=2" or "gain=2@1000" into a record. False, and what is wrong in `problem`; `mask` is 0 where the name is
 * that of no live parameter. `from`: the iteration; UINT64_MAX where there is none. */
bool df__live_read(const df_live_table *table, const char *assignment, void *record, uint64_t *mask,
                   uint64_t *from, char *problem, size_t problem_bytes);

#endif
