/* SPDX-License-Identifier: Apache-2.0 */
/* Tracing (`--trace`): where the time of each core goes. Only programs generated with it have src/trace.c, src/trace_file.c
 * and a table of points; the others have nothing of this.
 *
 * A point is what a core may spend time on: an actor's firings, a transfer, a wait. At any time the core's clock runs for
 * one of them: a mark gives the time since the mark before it to a point. So all time of a core is given to something, and
 * a block of firings costs one reading of the clock. What the core spends between marks on publishing counters and on
 * waits that are over at once is given to the block that follows.
 *
 * Counts and times are complete. Besides, each core keeps its last events in a ring: blocks, moves of bytes, waits and the
 * sleeps within them, and page faults, for which it asks the system now and then. So does the thread of an engine with its
 * copies. */
#ifndef DF_TRACE_H
#define DF_TRACE_H

#include <stdint.h>

#include "df/counter.h"

typedef enum df_trace_kind {
    DF_TRACE_RUNTIME,
    DF_TRACE_ACTOR,   /* firings of an actor */
    DF_TRACE_ROUTING, /* firings of a routing actor, whose transfers are not timed one by one */
    DF_TRACE_MOVE,    /* one transfer */
    DF_TRACE_TAIL,    /* what the next trip needs of a linear buffer */
    DF_TRACE_WAIT,
    DF_TRACE_SLEEP,  /* within a wait */
    DF_TRACE_FAULTS, /* page faults since the core asked before */
    DF_TRACE_COPIES  /* of a FIFO, given to the engine that `detail` names: what others make of them */
} df_trace_kind;

/* The first points of every core; generated code counts on from the last. */
enum { DF_TRACE_OTHER, DF_TRACE_ENDS, DF_TRACE_ENGINE, DF_TRACE_ASLEEP, DF_TRACE_MINOR, DF_TRACE_MAJOR };

typedef struct df_trace_point {
    df_trace_kind kind;
    const char *name;   /* of the actor, the FIFO or the buffer */
    const char *detail; /* place of the actor; actor and strategy of the transfer, "before x memcpy" */
    uint32_t peer;      /* DF_TRACE_WAIT: the core that is waited for */
    uint64_t bytes;     /* DF_TRACE_MOVE: of the window; 0 where windows differ from firing to firing */
} df_trace_point;

/* The points of one core. */
typedef struct df_trace_table {
    const df_trace_point *points;
    uint32_t count;
} df_trace_table;

/* The mark at the end of a block whose firings are not timed one by one. */
void df_traced_block(df_core *core, uint32_t point, uint64_t firings);

/* The block that begins here has marks of its own: after each firing and each transfer. At its end it becomes an event. */
void df_trace_begin(df_core *core);
void df_traced_firing(df_core *core, uint32_t point);
void df_traced_move(df_core *core, uint32_t point);
void df_trace_finish(df_core *core, uint32_t point);

#endif
