/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the place of the runtime's transfer_memcpy.c in programs whose copies are to be timed: each copy adds to a
 * total of CPU time, which the program prints on its standard error as it ends. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "df/copy.h"
#include "df/transfer.h"

static atomic_uint_fast64_t copies_ns, copies_count;

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void df_transfer_memcpy(void *target, const void *source, size_t bytes)
{
    uint64_t started = now_ns();
    df_copy_disjoint(target, source, bytes);
    atomic_fetch_add_explicit(&copies_ns, now_ns() - started, memory_order_relaxed);
    atomic_fetch_add_explicit(&copies_count, 1, memory_order_relaxed);
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    (void)channel;
    df_transfer_memcpy(target, source, bytes);
    return target;
}

__attribute__((destructor)) static void tell(void)
{
    fprintf(stderr, "copies_ns=%" PRIuFAST64 " copies=%" PRIuFAST64 "\n", copies_ns, copies_count);
}

const df_strategy df_strategy_memcpy = {.name = "memcpy", .begin = begin};
