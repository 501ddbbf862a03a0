/* SPDX-License-Identifier: Apache-2.0 */
/* What an engine must do that moves bytes for cores. The runtime (df/pending.h) cuts copies into jobs, keeps each job in a
 * table until it is done, gives it to the engine, and publishes what generated code waits for. So an engine knows jobs
 * only: it may complete them in any order, and cores may take over those that it has not begun.
 *
 * The ends of a job are offsets in regions. A job is
 *   free    nobody has begun it: the engine may hold it, and a core may take it over all the same;
 *   begun   by the engine or by a core, who alone touches its bytes from then on;
 *   done    its bytes are in place: the table forgets it.
 *
 * There are two kinds of engine:
 *   - one that `claims`, such as a thread: it calls df_job_begin right before it touches the bytes of a job, and leaves
 *     the job alone where that returns false;
 *   - any other begins a job when it takes it: the runtime then gives it no more than `depth`, and keeps the rest free.
 * Both call df_job_done once the bytes of a job are in place: an engine with code of its own at any time, a polled one
 * within `poll`.
 *
 * An engine has lanes. The runtime calls `give`, `ring`, `poll`, `wait` and `stop` for one lane from one thread at a time,
 * which may be any thread that has entered. All functions return soon; `wait` and `stop` alone may sleep.
 *
 * To add an engine:
 *   1. Write src/engine_<name>.c with the functions below and `const df_engine df_engine_<name>`.
 *   2. Declare it in df/offload.h.
 *   3. Describe it in dfgen/memory/strategies/engines/<name>.py, and add that to the table there.
 *   4. Add it to the engines of tests/runtime/programs/offload_engines.h and test_offload.py, whose tests then run with
 *      it, also with the faults of tests/faults/faulty_engine.h around it. */
#ifndef DF_ENGINE_H
#define DF_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place where bytes are. */
typedef enum df_region_kind {
    DF_REGION_MEMORY, /* of the process: byte 0 is at `start` */
    DF_REGION_FILE,   /* open as `file`; only engines for files get jobs with one, which are copies */
} df_region_kind;

typedef struct df_region {
    df_region_kind kind;
    char *start;
    uint64_t bytes;
    struct df__file *file;
} df_region;

typedef enum df_operation {
    DF_OPERATION_COPY = 1,
    DF_OPERATION_FILL = 2,    /* with `pattern`, whose lowest byte comes first */
    DF_OPERATION_COMPARE = 4, /* sets `difference` to the first byte that differs, or to `bytes` */
    DF_OPERATION_OBJECTS =
        8, /* a token of objects, for which df_job_make alone knows how; `bytes` are in use */
} df_operation;

/* Where the bytes should end up: in a cache, for they are read soon; or in memory. */
typedef enum df_hint { DF_HINT_NONE = 0, DF_HINT_TO_CACHE = 1, DF_HINT_TO_MEMORY = 2 } df_hint;

typedef enum df_claim { DF_CLAIM_DONE, DF_CLAIM_FREE, DF_CLAIM_ENGINE, DF_CLAIM_CORE } df_claim;

typedef struct df_job {
    uint8_t operation;
    uint8_t hints;
    _Atomic uint8_t claim;
    uint16_t to_region; /* `to` and `from` are offsets in these */
    uint16_t from_region;
    uint32_t point; /* of the giver's trace, which tells of this FIFO; 0: none does */
    uint64_t to;
    uint64_t from;
    uint64_t bytes;
    uint64_t pattern; /* to fill with; of a copy the stride that the user wants, or 0 */
    uint64_t difference;
    uint64_t began;        /* in a traced program: when the engine took it, by the clock of the trace */
    struct df__lane *lane; /* of the runtime */
} df_job;

enum { DF_ENGINE_THREADS_MOST = 8 };

/* What an engine learns when it is opened. Lives until it is closed. */
typedef struct df_engine_setup {
    uint32_t cores;
    uint32_t lanes;           /* threads, channels or streams that the user wants; 0: as the engine has it */
    uint32_t places;          /* no core ever has more jobs in the table than this; a power of two */
    const df_region *regions; /* of all jobs */
    uint32_t regions_count;
    const char *const *options; /* of the user: names and values in turn, ended by null; or null */
    int cpus
        [DF_ENGINE_THREADS_MOST]; /* for each thread of it one that no core is bound to; -1: there is none */
    const unsigned
        *spare_cpus; /* all that no core is bound to, for threads of a library; none: they run anywhere */
    uint32_t spare_cpus_count;
    uint64_t spin_ns;    /* how long a thread of the engine may spin before it sleeps */
    uint64_t timeout_ns; /* an engine that does not answer for so long is given up */
} df_engine_setup;

/* What the runtime learns of the engine when it is opened. */
typedef struct df_engine_facts {
    uint32_t operations; /* df_operation, as bits */
    uint32_t lanes;      /* 0: one for each core; core i uses lane i % lanes */
    uint32_t depth;      /* jobs of a lane that it holds at most; 0: as many as it takes */
    uint32_t batch;      /* so many at once are worth giving before the core rings; 0: 1 */
    uint32_t align;      /* of offsets and sizes; 0: 1 */
    uint64_t min_bytes;  /* what is smaller, the core copies faster itself */
    uint64_t max_bytes;  /* no job is larger; 0: any size will do */
    uint64_t
        chunk_bytes; /* larger copies are cut into these, unless the user wants others; 0: as large as may be */
    bool claims;     /* it calls df_job_begin */
} df_engine_facts;

typedef struct df_engine {
    const char *name;
    uint32_t
        threads; /* of its own that compete with cores for CPUs, where the user wants no other number of lanes; 0
                         for devices. Known before it is opened: it decides which CPUs cores get. */
    bool
        moves_files; /* it is for files: a core then waits for it as long as it takes, and what it has been given is done
                         also where the program fails, as far as it writes */
    const struct df_engine
        *otherwise; /* that takes its place where it cannot be opened; null: cores copy themselves */

    /* Takes all that it needs. Returns null, or why the engine cannot be used: then cores copy themselves. */
    const char *(*open)(const df_engine_setup *setup, df_engine_facts *facts, void **state);

    /* Makes a region known, whose pages are all there, before any job. Null, or why that cannot be; may be null. */
    const char *(*attach)(void *state, uint16_t region, const df_region *what);

    /* On the thread of each core, before it calls anything else. Null, or why that cannot be; may be null. */
    const char *(*enter)(void *state, uint32_t core);

    /* Gives free jobs of the lane, in this order; returns how many of them the engine has taken. */
    uint32_t (*give)(void *state, uint32_t lane, df_job *const *jobs, uint32_t count);

    /* Begins what was given, if giving does not; stands before each publication and each wait. May be null. */
    void (*ring)(void *state, uint32_t lane);

    /* Tells df_job_done of what is done. Returns null, or what went wrong: then the engine is stopped. Null where the
     * engine tells by itself and cannot fail. */
    const char *(*poll)(void *state, uint32_t lane);

    /* Sleeps until `poll` has something to tell, no longer than that; may be null. */
    void (*wait)(void *state, uint32_t lane, uint64_t ns);

    /* Takes no more jobs and drops those that it holds; the lane gets none any more. True: it touches none of their
     * bytes from now on. */
    bool (*stop)(void *state, uint32_t lane);

    /* All cores have left. Touches no region afterwards. */
    void (*close)(void *state);
} df_engine;

/* An engine that claims is about to touch the bytes of the job: false where a core has taken it over. */
static inline bool df_job_begin(df_job *job)
{
    uint8_t free = DF_CLAIM_FREE;
    return atomic_compare_exchange_strong_explicit(&job->claim, &free, DF_CLAIM_ENGINE, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* transfer_offload.c: what the user has said of the option; null if nothing. */
const char *df_engine_option(const df_engine_setup *setup, const char *name);

/* engine_pending.c: does the job by the processor. */
void df_job_make(df_job *job, const df_region *regions);

/* engine_pending.c: the bytes of the job are in place. Publishes what waited for it. The job is gone after that. */
void df_job_done(df_job *job);

/* How copies are cut. A size of 0: as the engine has it. */
typedef struct df_cut {
    size_t min_bytes;    /* smaller copies the core makes */
    size_t chunk_bytes;  /* larger ones are given in pieces */
    size_t stride_bytes; /* told in `pattern` of each job */
    uint8_t hints;
    uint32_t point; /* of a traced program's core: it tells of these copies */
} df_cut;

/* Which CPUs the threads of an engine get, seen from core 0: another thread of its processor core, another core of its
 * package, another package. */
typedef enum df_place { DF_PLACE_ANY, DF_PLACE_SIBLING, DF_PLACE_PACKAGE, DF_PLACE_OTHER } df_place;

/* One engine of a program. A number of 0: as the engine has it. */
typedef struct df_engine_use {
    const df_engine *engine;
    size_t min_bytes;
    size_t chunk_bytes;
    uint32_t lanes;
    df_place place;
    uint32_t entries; /* jobs of a core that may be pending; when it is full, the core copies */
    const char *const
        *options; /* other ones of the user, for the engine: names and values in turn, ended by null */
} df_engine_use;

/* Threads that compete with cores for CPUs. */
static inline uint32_t df_engine_threads(const df_engine_use *use)
{
    if (use->engine->threads == 0 || use->lanes == 0)
        return use->engine->threads;
    return use->lanes < DF_ENGINE_THREADS_MOST ? use->lanes : DF_ENGINE_THREADS_MOST;
}

#endif
