/* SPDX-License-Identifier: Apache-2.0 */
/* Actors with a period. The first firing begins a grid of times, a period apart; each later one waits for its own. One
 * that comes too late begins at once and is counted, and the grid stays as it is. DFGEN_PACE=0: no firing waits. */
#ifndef DF_PACE_H
#define DF_PACE_H

#include <stdint.h>

#include "df/counter.h"

/* Of one actor, whose firings are in order, whichever cores have them. */
typedef struct df_pace {
    const char *actor;
    uint64_t period_ns;
    uint64_t due_ns; /* when the next firing is to begin, by the system's clock */
    uint64_t firings;
    uint64_t misses;         /* those that came too late */
    uint64_t behind_ns;      /* how far all of them together began behind their times, */
    uint64_t behind_most_ns; /* and the worst one */
} df_pace;

/* Returns when the actor's next firing may begin: at its time, or at once where the program ends. */
void df_pace_await(df_core *core, df_pace *pace);

#endif
