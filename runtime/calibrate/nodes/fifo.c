/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a line of JSON for each round: what a window takes in ns, and its bytes. */
#include "fifo.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "df/df.h"

enum { ROUND_NS = 40000000, ROUND_WINDOWS = 8, ROUNDS_LEAST = 3 };

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void begin(fifo_end *next)
{
    const char *seconds = df_option("seconds");
    next->seconds = seconds != NULL ? atof(seconds) : 1.0;
}

void give(fifo_end *next, uint64_t *out)
{
    out[0] = next->number++;
}

/* The first round, in which slots are used for the first time, does not count. */
static void end_round(uint64_t words, fifo_end *next, uint64_t took_ns)
{
    uint64_t windows = next->number - next->first;
    if (next->rounds > 0)
        printf("{\"name\": \"fifo\", \"bytes\": %llu, \"ns\": %.1f}\n",
               (unsigned long long)(words * sizeof words), (double)took_ns / (double)windows);
    fflush(stdout);
    next->passed += (double)took_ns * 1e-9;
    if (next->rounds++ >= ROUNDS_LEAST && next->passed >= next->seconds)
        df_stop();
}

void take(uint64_t words, fifo_end *next, const uint64_t *in)
{
    uint64_t now = now_ns();
    if (in[0] != next->number)
        df_fail("window %llu came in place of %llu", (unsigned long long)in[0],
                (unsigned long long)next->number);
    if (next->number == 0)
        next->began_ns = now;
    uint64_t took_ns = now - next->began_ns;
    if (took_ns >= ROUND_NS && next->number - next->first >= ROUND_WINDOWS) {
        end_round(words, next, took_ns);
        next->first = next->number;
        next->began_ns = now;
    }
    next->number++;
}
