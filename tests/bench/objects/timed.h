/* SPDX-License-Identifier: Apache-2.0 */
/* A place's round that sums up its time, and what its messages are; told on the standard output at the end. One core only. */
#ifndef TIMED_H
#define TIMED_H

#include <stdio.h>
#include <time.h>

#include "imsuite.h"

static unsigned long long fired_ns, firings, messages, objects, bytes;

static unsigned long long timed_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

static void timed_count(const struct message *message)
{
    messages++;
    objects += 1 + (unsigned)message->letter_count;
    bytes += sizeof *message + (unsigned)message->letter_count * sizeof(struct letter);
    if (message->closure == NULL)
        return;
    objects += 3;
    bytes += sizeof *message->closure + sizeof(struct region) +
             (unsigned)message->closure->cells * sizeof(int32_t);
    for (const struct handle *handle = message->closure->handles; handle != NULL; handle = handle->next) {
        objects++;
        bytes += sizeof *handle;
    }
}

static void timed_fire(place *here, const df_ref *const *in, df_ref *const *out)
{
    unsigned long long began = timed_now();
    fire_place(here, in, out);
    for (int i = 0; i + 1 < here->places; i++) {
        if (out[i]->root != NULL)
            timed_count(out[i]->root);
    }
    fired_ns += timed_now() - began;
    firings++;
}

/* Of the two readings of a firing one lies outside of what they find, and is no communication either. */
static unsigned long long timed_readings(void)
{
    enum { READINGS = 1000 };
    unsigned long long began = timed_now();
    for (int i = 1; i < READINGS; i++)
        timed_now();
    return (timed_now() - began) * firings / READINGS;
}

__attribute__((destructor)) static void timed_tell(void)
{
    printf("fired %llu messages %llu objects %llu bytes %llu\n", fired_ns + timed_readings(), messages,
           objects, bytes);
}

#endif
