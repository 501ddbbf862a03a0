/* SPDX-License-Identifier: Apache-2.0 */
/* The transfer strategies that move bytes: one source file `src/transfer_<name>.c` each, which defines
 * `const df_strategy df_strategy_<name>`.
 *
 * Every strategy leaves `bytes` bytes of the source window where the reader looks for them before it returns, or
 * before the counter of its engine says so. `memcpy` is always legal and is what every other strategy is compared
 * with. Where the strategy is known when the program is generated and keeps nothing between firings, generated code
 * calls its function; else it goes through a channel. */
#ifndef DF_TRANSFER_H
#define DF_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

#include "df/engine.h"
#include "df/program.h"
#include "df/view.h"

typedef struct df_channel df_channel;

/* What a strategy does. All but `begin` may be null, and that, too, of one that moves only objects. */
typedef struct df_strategy {
    const char *name;
    /* Sets up, on the thread of the core that uses the channel, before its first pass. */
    void (*open)(df_core *core, df_channel *channel);
    /* Returns where the reader finds the bytes: at the target, or somewhere else that stays good until `finish`. */
    void *(*begin)(df_channel *channel, void *target, const void *source, size_t bytes);
    /* The reader has done with them. */
    void (*finish)(df_channel *channel, const void *source, size_t bytes);
    void (*close)(df_channel *channel);
} df_strategy;

/* One port that gets its tokens by a transfer, on one core. Generated code gives what stands before the line. */
struct df_channel {
    const df_strategy *strategy;
    const df_strategy *const *candidates; /* what DFGEN_TRANSFER may choose from, ended by null; or null */
    uint32_t engine;                      /* its index in the program, for `offload` */
    df_cut cut;                           /* likewise */
    df_view view; /* names of FIFO and port; the slots that are read; for `cow` all the rest */
    /* --- */
    df_core *core;
};

extern const df_strategy df_strategy_memcpy;
extern const df_strategy df_strategy_stream;
extern const df_strategy df_strategy_cow;
extern const df_strategy df_strategy_offload;
/* Of tokens that are objects: generated code sees which one a channel has, and calls its function (object_type.h). */
extern const df_strategy df_strategy_graphcopy;
extern const df_strategy df_strategy_serialize;

void df_transfer_memcpy(void *target, const void *source, size_t bytes);
void df_transfer_stream(void *target, const void *source, size_t bytes);

/* verify.c: fails where the target does not hold what the source does. */
void df_verify(df_core *core, const char *fifo, const void *target, const void *source, size_t bytes);

/* channel.c */
void df_channel_open(df_core *core, df_channel *channel);
void df_channel_close(df_channel *channel);

static inline void *df_channel_begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    return channel->strategy->begin(channel, target, source, bytes);
}

static inline void df_channel_finish(df_channel *channel, const void *source, size_t bytes)
{
    if (channel->strategy->finish != NULL)
        channel->strategy->finish(channel, source, bytes);
}

#endif
