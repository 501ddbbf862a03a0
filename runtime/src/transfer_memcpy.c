/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `memcpy`: the calling core copies all bytes at once. Always legal; the reference for the
 * others. Its twin is dfgen/memory/strategies/memcpy.py. */
#include "df/transfer.h"

#include "df/copy.h"

void df_transfer_memcpy(void *target, const void *source, size_t bytes)
{
    df_copy_disjoint(target, source, bytes);
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    (void)channel;
    df_transfer_memcpy(target, source, bytes);
    return target;
}

const df_strategy df_strategy_memcpy = {.name = "memcpy", .begin = begin};
