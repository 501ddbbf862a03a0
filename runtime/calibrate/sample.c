/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, and medians of repeats. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "calibrate.h"

enum { LONG_WORK_BYTES = 512 * 1024 };

uint64_t clock_ns(size_t bytes)
{
    struct timespec time;
    clock_gettime(bytes >= LONG_WORK_BYTES ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void sample_add(sample *of, uint64_t ns)
{
    if (of->count < REPEATS_MAX)
        of->ns[of->count++] = (double)ns;
}

static int by_value(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

double sample_median(sample *of)
{
    if (of->count == 0)
        return 0;
    qsort(of->ns, of->count, sizeof of->ns[0], by_value);
    return (of->ns[(of->count - 1) / 2] + of->ns[of->count / 2]) / 2;
}
