/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void stamp(uint64_t pause_ns, uint8_t *o)
{
    struct timespec pause = {.tv_sec = (time_t)(pause_ns / 1000000000u),
                             .tv_nsec = (long)(pause_ns % 1000000000u)};
    nanosleep(&pause, NULL);
    uint64_t now = now_ns();
    memcpy(o, &now, sizeof now);
}

/* Both processes are on one machine, and have one clock. */
void arrive(stamped *all, const uint8_t *i)
{
    uint64_t given_ns;
    memcpy(&given_ns, i, sizeof given_ns);
    all->sum_ns += now_ns() - given_ns;
    all->count++;
}

void tell_latency(const stamped *all)
{
    printf("%.1f\n", (double)all->sum_ns / (double)all->count);
}

void give(uint64_t rounds, end_of_fifo *end, uint8_t *o)
{
    end->seed = worked(rounds, end->seed);
    memcpy(o, &end->number, sizeof end->number);
    end->number++;
}

void take(uint64_t rounds, end_of_fifo *end, const uint8_t *i)
{
    uint64_t got;
    memcpy(&got, i, sizeof got);
    if (got != end->number)
        abort(); /* a token was lost, or came twice */
    end->seed = worked(rounds, end->seed);
    end->number++;
}

void relay(const uint8_t i[], uint8_t o[], uint64_t bytes)
{
    memcpy(o, i, bytes);
}
