/* SPDX-License-Identifier: Apache-2.0 */
#include "counted.h"

#include <df/df.h>

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEED, WORK, FOLD, DRAIN, KINDS };

static _Atomic uint64_t fired[KINDS];

static void perhaps_end(uint64_t firing)
{
    const char *at = df_option("at");
    if (at == NULL || strtoull(at, NULL, 10) != firing)
        return;
    if (strcmp(df_option("what"), "stop") == 0)
        df_stop();
    else
        df_end_of_input();
}

void feed(int count, struct feeder *feeder, uint8_t *out)
{
    memset(out, (int)(feeder->firing & 0x7f), (size_t)count);
    fired[FEED]++;
    perhaps_end(feeder->firing++);
}

void feed_round(int count, struct feeder *feeder, const uint8_t *fed, uint8_t *round, uint8_t *out)
{
    memcpy(round, fed, (size_t)count);
    feed(count, feeder, out);
}

void work(int count, const uint8_t *in, uint8_t *out)
{
    memcpy(out, in, (size_t)count);
    fired[WORK]++;
}

void fold(int count, const uint8_t *in, uint8_t *out)
{
    *out = in[count - 1];
    fired[FOLD]++;
}

void drain(int count, const uint8_t *in)
{
    (void)count, (void)in;
    fired[DRAIN]++;
}

void print_counts(void)
{
    printf("feed %" PRIu64 " work %" PRIu64 " fold %" PRIu64 " drain %" PRIu64 "\n", fired[FEED], fired[WORK],
           fired[FOLD], fired[DRAIN]);
}
