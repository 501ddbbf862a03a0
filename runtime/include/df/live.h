/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters that may be set while the program runs. A change counts from an iteration on that no core had begun when it
 * was made, so all firings of an iteration see the same values, on all cores. */
#ifndef DF_LIVE_H
#define DF_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/counter.h"

enum { DF_LIVE_MAX = 64 };

typedef enum df_live_kind {
    DF_LIVE_BOOL,
    DF_LIVE_INT8,
    DF_LIVE_INT16,
    DF_LIVE_INT32,
    DF_LIVE_INT64,
    DF_LIVE_UINT8,
    DF_LIVE_UINT16,
    DF_LIVE_UINT32,
    DF_LIVE_UINT64,
    DF_LIVE_FLOAT,
    DF_LIVE_DOUBLE,
} df_live_kind;

typedef struct df_live_parameter {
    const char *name;
    df_live_kind kind;
    size_t bytes;
    size_t offset_bytes; /* in a record of the values of all */
} df_live_parameter;

typedef struct df_live_table {
    const df_live_parameter *parameters;
    uint32_t count;       /* 1 .. DF_LIVE_MAX */
    const void *start;    /* the record that the program starts with */
    size_t bytes;         /* of a record */
    uint64_t passes_late; /* a core still fires in passes so many before the one that it has begun */
} df_live_table;

/* What a core knows of the values: those of the iterations [from, until). */
typedef struct df_live {
    uint64_t from;
    uint64_t until;
    const void *values;
} df_live;

/* The core begins a pass. Always true. */
bool df_live_begin(df_core *core, uint64_t pass);

void df__live_find(df_live *live, uint64_t iteration);

/* The values in an iteration of a pass that the core has begun; before the first, those of the start. */
static inline const void *df_live_values(const df_core *core, uint64_t iteration)
{
    df_live *live = core->live;
    if (iteration < live->from || iteration >= live->until)
        df__live_find(live, iteration);
    return live->values;
}

/* From `iteration` on, how many there are until the values that were asked for last may change. */
static inline uint64_t df_live_left(const df_core *core, uint64_t iteration)
{
    return core->live->until - iteration;
}

#endif
