/* SPDX-License-Identifier: Apache-2.0 */
/* The replay of recorded firings on caches that are simulated: what its parts share. `dfgen explore` compiles the program
 * and gives it a plan: what each core does in some passes, with the places of all windows.
 *
 * First each core's L1 is simulated, once for all architectures: what misses it does not depend on times (streams.c). The
 * streams of misses go through the caches beyond, the cores side by side in simulated time (timeline.c), for each
 * architecture in its own (replay.c). From the durations of all firings comes the period of the passes (period.c). All is
 * in integers, so the results are the same everywhere. */
#ifndef DF_EXPLORE_EXPLORE_H
#define DF_EXPLORE_EXPLORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cache.h"

enum {
    LEVELS_MAX = 4,
    REGIONS = 256,
    REGION_STATIC = 253,
    REGION_STACK = 254,
    REGION_OTHER = 255,
    SAMPLED_FROM = 64
};

/* What a core does. Those of `firing` and `move` have entries in the core's stream. */
typedef enum event_kind { EVENT_FIRE, EVENT_MOVE, EVENT_WAIT, EVENT_PUBLISH, EVENT_PASS } event_kind;

typedef enum move_kind { MOVE_COPY, MOVE_PAST_CACHES, MOVE_WRITE, MOVE_READ } move_kind;

/* Of a window of a firing or an end of a move. */
enum { WINDOW_IS_SHARED = 1, WINDOW_IS_VIEW = 2 };

typedef struct event {
    event_kind kind;
    uint32_t owner;     /* an actor, or behind the actors a FIFO that is copied */
    uint64_t accesses;  /* of a firing or a move */
    uint64_t first;     /* its entries in the stream, */
    uint64_t count;     /* so many */
    uint32_t counter;   /* of a wait or a publication */
    int64_t index;      /* the trip that it is about, */
    int64_t trips;      /* of which a pass has so many */
    const int64_t *raw; /* as it stands in the plan */
} event;

/* An entry of a stream: a line, and what becomes of it in the two bits above. */
enum { ENTRY_SHIFT = 30, STREAM_SPARE = 24 /* entries behind the last one that may be read, too */ };
#define ENTRY_LINE (((uint32_t)1 << ENTRY_SHIFT) - 1)
typedef enum entry_kind { ENTRY_FETCH, ENTRY_WRITE_BACK, ENTRY_PAST_CACHES } entry_kind;

typedef struct stream {
    event *events;
    size_t events_count;
    size_t measured; /* the event with which what is measured begins; those before warm the caches */
    uint32_t *entries;
    uint8_t *versions; /* by entry: of its line */
    size_t count;
    size_t capacity;
} stream;

typedef struct level {
    uint64_t sets;
    uint32_t ways;
    uint32_t shared_by; /* cores */
    cache_policy policy;
    uint64_t seed;
    uint64_t hit_ps;
} level;

typedef struct architecture {
    uint32_t levels; /* beyond the L1 */
    level level[LEVELS_MAX];
    uint64_t controllers;
    uint64_t dram_ps;
    uint64_t dram_line_ps; /* that a controller takes for a line */
} architecture;

typedef struct recorded_trace {
    uint64_t first;
    uint64_t count;
} recorded_trace;

/* Lines [first, past) of a buffer. */
typedef struct extent {
    int64_t first;
    int64_t past;
    int64_t buffer;
} extent;

typedef struct plan {
    uint32_t cores;
    uint32_t counters;
    uint32_t owners; /* actors and FIFOs */
    uint32_t buffers;
    uint64_t measured_passes;
    uint64_t warm_entries; /* of each core */
    uint32_t line_shift;
    uint64_t page_bytes;
    uint32_t page_shift; /* from lines to pages */
    uint64_t lines;      /* of all memory */
    uint64_t cycle_fs;
    uint64_t sync_ps;
    uint64_t sample;                   /* of each 64 sets those are simulated whose bits are set */
    uint64_t sample_part;              /* 64 by how many that are */
    uint32_t sample_shift;             /* the logarithm of how many */
    uint8_t sample_rank[SAMPLED_FROM]; /* of a line's set among those */
    uint8_t sample_set[SAMPLED_FROM];  /* by rank */
    uint32_t workers;
    level l1;
    size_t architectures_count;
    architecture *architectures;
    size_t extents_count;
    extent *extents;          /* by their first line */
    uint32_t *extent_of_page; /* the first that ends behind the page's begin */
    int64_t static_base;
    int64_t other_base;
    int64_t stack_base;
    int64_t stack_bytes; /* of each core */
    stream *streams;     /* by core */
    int64_t *published;  /* by counter: the first trip that any list tells of, */
    int64_t *past;       /* and the first behind, */
    int64_t *measured;   /* and the first in the passes that are measured */
    uint64_t *entries;
    const recorded_trace *traces;
    uint8_t *shared_pages; /* by page: whether several cores use it */
} plan;

typedef struct level_figures {
    uint64_t accesses;
    uint64_t misses;
    uint64_t write_backs; /* that left it */
} level_figures;

typedef struct figures {
    level_figures level[LEVELS_MAX];
    uint64_t dram_reads;
    uint64_t dram_writes;
    uint64_t queue_ps; /* that reads have waited in all */
    uint64_t period_ps;
    uint64_t *owner_misses;  /* by owner and level */
    uint64_t *owner_ps;      /* by owner */
    uint64_t *buffer_misses; /* by buffer, of the last level */
} figures;

typedef struct l1_figures {
    uint64_t accesses;
    uint64_t misses;
    uint64_t write_backs;
} l1_figures;

/* read.c */
plan *plan_read(const char *file, const char *recording);
void plan_forget_recording(plan *read); /* its entries, once all streams are made */

/* streams.c */
void streams_make(plan *plan, l1_figures *by_core, uint64_t *misses_by_owner, uint64_t *accesses_by_owner);

/* replay.c */
void replay(const plan *plan, const architecture *on, figures *found);

/* period.c */
uint64_t period_ps(const plan *plan, uint64_t *const *durations);

/* main.c: what is wrong with the files or the memory; ends the program. */
_Noreturn void explore_fail(const char *what);
void *explore_zeroed(size_t count, size_t bytes);
void *explore_grown(void *memory, size_t count, size_t bytes);
cache_word *explore_lines(size_t count); /* zeroed, beginning with a line of the machine */

/* Whether a wait for that trip can be over only once it was told of here; others are over from the start. */
static inline bool plan_tells(const plan *plan, const event *wait)
{
    return wait->index >= plan->published[wait->counter] && wait->index < plan->past[wait->counter];
}

/* How many entries come before those that are measured. */
static inline uint64_t warming(const stream *list)
{
    return list->events_count > list->measured ? list->events[list->measured].first : 0;
}

/* Streams number lines as if there were only those that are simulated, so that these lie side by side. */
static inline uint32_t plan_to_sample(const plan *plan, uint32_t line)
{
    return line / SAMPLED_FROM << plan->sample_shift | plan->sample_rank[line % SAMPLED_FROM];
}

static inline uint32_t plan_from_sample(const plan *plan, uint32_t line)
{
    uint32_t rank = line & (((uint32_t)1 << plan->sample_shift) - 1);
    return (line >> plan->sample_shift) * SAMPLED_FROM + plan->sample_set[rank];
}

/* The buffer in which the line lies, or the number of buffers. */
static inline uint32_t plan_buffer(const plan *plan, uint32_t line)
{
    uint32_t at = plan->extent_of_page[line >> plan->page_shift];
    while (at < plan->extents_count && plan->extents[at].past <= line)
        at++;
    bool is_in = at < plan->extents_count && plan->extents[at].first <= line;
    return is_in ? (uint32_t)plan->extents[at].buffer : plan->buffers;
}

static inline bool plan_is_shared(const plan *plan, uint64_t line)
{
    return plan->shared_pages[line >> plan->page_shift] != 0;
}

#endif
