/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `stream`: the calling core copies all bytes at once, large windows past its caches, so
 * that what lies in them stays there. Its twin is dfgen/memory/strategies/stream.py. */
#include "df/transfer.h"

#include "df/stream.h"

void df_transfer_stream(void *target, const void *source, size_t bytes)
{
    df__stream_copy(df__stream_choose(bytes), target, source, bytes);
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    (void)channel;
    df_transfer_stream(target, source, bytes);
    return target;
}

const df_strategy df_strategy_stream = {.name = "stream", .begin = begin};
