/* SPDX-License-Identifier: Apache-2.0 */
/* What a copy engine must do for the transfer strategy `offload`. Between it and generated code stands
 * src/transfer_offload.c, which cuts copies into chunks, copies itself what is too small or finds no place, keeps
 * publications in order, and counts.
 *
 * An engine has one lane for each core, which gets copies from that core alone. There are two kinds:
 *   - self-completing, `publish` is given: the engine sets counters itself, from a thread or a callback of its own;
 *   - polled, `poll` is given: the core asks how many of its copies are done, whenever it publishes, begins a pass or
 *     waits, and sets the counters itself.
 *
 * To add an engine:
 *   1. Write src/engine_<name>.c with the functions below and `const df_engine df_engine_<name>`.
 *   2. Choose its kind: `poll` where completions are read from a device, `publish` where the engine runs code of its
 *      own after a copy.
 *   3. Declare it in df/offload.h.
 *   4. Name it and its source files in dfgen/memory/strategies/offload.py.
 *   5. Add it to the engines of tests/runtime/programs/offload.c and test_offload.py, whose tests then run with it. */
#ifndef DF_ENGINE_H
#define DF_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/counter.h"

/* What an engine learns when it is opened. Lives until it is closed. */
typedef struct df_engine_setup {
    uint32_t lanes;
    uint32_t places;    /* no lane ever holds more copies and publications than this; a power of two */
    size_t chunk_bytes; /* no copy is larger */
    int cpu;            /* one that no core is bound to, for a thread of the engine; -1 if there is none */
    uint64_t spin_ns;   /* how long a thread of the engine may spin before it sleeps */
    /* Self-completing engines, done[lane]: how many copies and publications of the lane are done. The engine publishes
     * it after each (df_publish with a null core). */
    df_counter *const *done;
} df_engine_setup;

typedef struct df_engine {
    const char *name;
    uint32_t threads;   /* of its own that compete with cores for CPUs; 0 for devices */
    size_t min_bytes;   /* what is smaller, the core copies faster itself */
    size_t chunk_bytes; /* larger copies are cut */

    /* Takes all that it needs. Returns null, or why the engine cannot be used: then cores copy themselves. */
    const char *(*open)(const df_engine_setup *setup, void **state);

    /* Gives a copy, without waiting; false if the lane cannot take it now. Source and target do not overlap and stay
     * untouched until the copy is done. */
    bool (*submit)(void *state, uint32_t lane, void *target, const void *source, size_t bytes);

    /* Self-completing engines: sets the counter once all is done that the lane got before. Without waiting. After a
     * failure of the program the engine may drop what the lane holds; none of it is then told to be done. */
    void (*publish)(void *state, uint32_t lane, df_counter *counter, uint64_t value);

    /* Polled engines: how many of the lane's copies are done, counted from the start, so that all before them are done
     * too and the caller sees what they wrote. */
    uint64_t (*poll)(void *state, uint32_t lane);

    /* Polled engines: sleeps until one more copy of the lane is done. May be null: the core polls in a loop. */
    void (*wait)(void *state, uint32_t lane);

    /* No core gives anything any more. Completes what is left, or drops it after a failure; touches no window
     * afterwards. */
    void (*close)(void *state);
} df_engine;

/* One engine of a program. A size of 0: as the engine has it. */
typedef struct df_engine_use {
    const df_engine *engine;
    size_t min_bytes;
    size_t chunk_bytes;
} df_engine_use;

#endif
