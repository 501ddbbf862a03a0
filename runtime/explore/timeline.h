/* SPDX-License-Identifier: Apache-2.0 */
/* A plan in simulated time on one architecture: cores that run side by side, wait for each other, and queue at the
 * controllers of the memory. A core does a firing's accesses slice by slice; each access costs a cycle, and what the L1
 * misses the time of where it is found, of which some are on their way at a time. The core that is behind goes first. */
#ifndef DF_EXPLORE_TIMELINE_H
#define DF_EXPLORE_TIMELINE_H

#include "explore.h"

/* A slice is so small that cores that share a cache do not fill it in turns. Which of them is ahead of others and brings
 * what they use, too, is decided from slice to slice: the more there are, the smaller slices are. */
enum { SLICE = 128, SLICE_LEAST = 32, SLICES_OF_SHARING = 256, SAMPLED_SLICE_LEAST = 7, BUSY_PARTS = 64 };

/* What the entries of a slice came to: of the L1 and each level beyond what it missed, and writes of the memory. */
typedef struct slice_counts {
    uint64_t misses[LEVELS_MAX + 1];
    uint64_t writes; /* back */
    uint64_t past;   /* the caches */
} slice_counts;

typedef enum core_state { CORE_RUNS, CORE_WAITS, CORE_DONE } core_state;

typedef struct timeline_core {
    core_state state;
    uint32_t number;
    const stream *list;
    size_t next;    /* event */
    uint64_t entry; /* of that event, the next one */
    uint64_t slice; /* that is next, of all that are measured */
    uint64_t now_ps;
    uint64_t began_ps; /* the event */
} timeline_core;

/* All controllers, among which lines go round, as one that does what comes in order. */
typedef struct controllers {
    uint64_t free_ps;   /* when all that has come is done */
    uint64_t window;    /* the one that is now */
    uint64_t work_ps;   /* that has come in it, */
    uint64_t before_ps; /* and in the one before */
    uint64_t wait_ps[BUSY_PARTS];
} controllers;

typedef struct timeline {
    const plan *plan;
    const architecture *on;
    timeline_core *cores;
    uint64_t *when_ps; /* by core: now, or for one that does not run the end of all times */
    controllers memory;
    uint64_t **told_ps;   /* by counter and trip from the first on */
    int64_t *told;        /* by counter: trips below */
    uint64_t **durations; /* by core and event of what is measured */
    uint64_t *owner_ps;
    uint64_t queue_ps; /* that reads have waited in all */
} timeline;

/* Tells what the next `entries` of a core's event come to. */
typedef void timeline_counting(void *context, const timeline_core *by, uint64_t entries,
                               slice_counts *counts);

void timeline_open(timeline *in, const plan *plan, const architecture *on);
void timeline_run(timeline *in, timeline_counting *count, void *context);
void timeline_close(timeline *in);

/* How many entries a slice has: fewer where cores share a cache that has another one behind it, beyond which they no longer
 * wait for the same memory. Where only some sets are simulated, each entry stands for several, and a slice has the fewer:
 * it takes as much simulated time, as which of several cores the memory serves first depends on that. But it has not so
 * few that chance decides which core is ahead of another. */
uint64_t slice_entries(const plan *plan, const architecture *on);

#endif
