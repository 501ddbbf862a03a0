/* SPDX-License-Identifier: Apache-2.0 */
/* What programs without dfgen share: `PROGRAM fifo BYTES TOKENS` or `PROGRAM chain ITEMS FIRINGS` prints the elapsed
 * nanoseconds, and on the next line the sum. Included once a program. */
#ifndef PEER_H
#define PEER_H

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.c"

/* A FIFO holds so many bytes, and is published in so many. */
enum { DEEP_BYTES = 8 << 20, PUBLISHED_BYTES = 16 << 10, STAGES = 6 };

static inline uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Onto the nth CPU that the process may use. */
static inline void pin(int nth)
{
    cpu_set_t all, one;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &all) && nth-- == 0) {
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
    }
}

static inline void *memory(size_t bytes)
{
    void *found = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (found == NULL)
        exit(1);
    return memset(found, 0, bytes);
}

static inline int finish(uint64_t begin_ns, struct taker *taker)
{
    printf("%llu\n", (unsigned long long)(now_ns() - begin_ns));
    print_sum(taker);
    return 0;
}

#endif
