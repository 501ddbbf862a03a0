/* SPDX-License-Identifier: Apache-2.0 */
/* What src/trace.c keeps of each core and src/trace_file.c writes, and the clock of both. */
#ifndef DF_TRACE_STATE_H
#define DF_TRACE_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "df/os.h"
#include "df/trace.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { DF__TRACE_PARTS = 400, DF__TRACE_FRACTION = 16 };

/* The sums of one point. `least`, `most` and the histogram count in ticks / DF__TRACE_FRACTION. */
typedef struct df__tally {
    uint64_t ticks;
    uint64_t count;   /* firings, moves or waits */
    uint64_t singles; /* of them that were timed by themselves */
    uint64_t blocks;
    uint64_t least;
    uint64_t most;
    uint64_t asleep;
    uint64_t *histogram; /* DF__TRACE_PARTS of them, or null */
} df__tally;

typedef struct df__trace_event {
    uint64_t began;
    uint64_t ended;
    uint32_t point;
    uint32_t count;
} df__trace_event;

/* The last events of a thread, which alone writes them while the program runs. */
typedef struct df__trace_ring {
    df__trace_event *events;
    uint64_t mask;
    uint64_t count; /* all that ever were */
} df__trace_ring;

/* Copies that a core has given to an engine, of one FIFO; whoever makes them adds to this. */
typedef struct df__trace_account {
    _Atomic uint64_t engine_bytes;
    _Atomic uint64_t engine_ticks;
    _Atomic uint64_t taken_over_bytes;
    _Atomic uint64_t taken_over_ticks;
} df__trace_account;

/* Written by the core alone while the program runs, but for the accounts. */
typedef struct df__core_trace {
    alignas(DF_CACHE_LINE_BYTES) uint64_t last; /* the last mark */
    df__tally *tallies;                         /* by point */
    df__trace_account *accounts;                /* by point */
    df__trace_ring ring;
    uint64_t block_began;
    uint64_t block_firings;
    uint64_t slept;  /* the last sleep began, */
    uint64_t asleep; /* and the sleeps of the present wait came to */
    uint64_t sleeps;
    uint64_t wakes; /* of other cores */
    uint64_t began;
    uint64_t began_ns;
    uint64_t ended_ns;
    uint64_t looked; /* at the page faults last, which were then these */
    uint64_t faults_minor;
    uint64_t faults_major;
    uint64_t faults_minor_first; /* as the run began */
    uint64_t faults_major_first;
    const df_trace_table *table;
} df__core_trace;

extern df__core_trace df__traces[DF_CORES_MAX];
extern bool df__trace_reads_counter;
extern _Atomic uint64_t df__trace_engines_ticks; /* that threads of engines have copied for */

/* The copies of the engine's thread: `point` is the core that asked, `count` KiB. */
extern df__trace_ring df__trace_copies;

/* Where a part of a histogram begins. */
uint64_t df__trace_part_start(uint32_t part);

/* trace_copies.c */
bool df__trace_copies_open(void);
void df__trace_copies_write(FILE *profile);
void df__trace_copies_close(void);

/* trace_file.c */
bool df__trace_files_open(void);
bool df__trace_files_write(void);

/* Whether the processor counts time at one rate on all cores, also while it sleeps. */
static inline bool df__trace_counter_is_steady(void)
{
#if defined(__x86_64__)
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d & 1u << 8) != 0;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

/* Ticks; nanoseconds where there is no steady counter. */
static inline uint64_t df__trace_now(void)
{
#if defined(__x86_64__)
    if (df__trace_reads_counter)
        return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    if (df__trace_reads_counter) {
        uint64_t ticks;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return df__os_now_ns();
}

#endif
