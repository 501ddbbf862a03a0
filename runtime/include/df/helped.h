/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of firings at which cores help each other. A core that waits for another one runs firings of the block in which
 * that one is, so that the block, and what it waits for, is done sooner (leapfrogging: Wagner and Calder, Leapfrogging: a
 * portable technique for implementing efficient futures, 1993). It helps nobody else: what it waits for comes behind the
 * block, so that helping delays it by a firing at most.
 *
 * A firing that another core runs counts as one of the core whose block it is: it begins behind all that this core has
 * waited for, and this core goes on, and tells others, only once it has ended. So who waits for whom need not change. */
#ifndef DF_HELPED_H
#define DF_HELPED_H

#include <stdbool.h>
#include <stdint.h>

#include "df/counter.h"

#define DF_HELPED_VALUES_MAX 8

/* Runs firing `k` of a trip. `values`: what its code needs to know of the trip, the number of the pass first. */
typedef void df_helped_firing(df_core *core, const uint64_t *values, uint64_t k);

/* Before such a function. Those of several cores, which may be alike, stay apart: of an actor's code that is called from one
 * place only, compilers put a copy there, and make as often worse of it where it is long. */
#if defined(__has_attribute) && __has_attribute(__no_icf__)
#define DF_HELPED_FIRING __attribute__((__no_icf__)) static
#else
#define DF_HELPED_FIRING static
#endif

/* A block. Its firings may run at the same time. */
typedef struct df_helped_block {
    df_helped_firing *fire;
    const char *waits; /* what its core waits for once it has no more firings to begin, in messages */
    uint32_t values;   /* how many; DF_HELPED_VALUES_MAX at most */
    uint32_t point;    /* traced programs: where time spent there is counted */
} df_helped_block;

/* Runs firings [start, stop) of a trip, together with those who wait for this core. False where df_wait would say so: the
 * core then leaves its loop. */
bool df_run_helped(df_core *core, const df_helped_block *block, const uint64_t *values, uint64_t start,
                   uint64_t stop);

#endif
