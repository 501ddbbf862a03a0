/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, and medians of repeats. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "calibrate.h"

enum { LONG_WORK_BYTES = 512 * 1024, REPEATS_LEAST = 2 };

static uint64_t section_end_ns;

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

void section_ends_at(uint64_t end_ns)
{
    section_end_ns = end_ns;
}

bool sample_goes_on(const sample *of, unsigned wanted)
{
    return of->count < wanted && (of->count < REPEATS_LEAST || df__os_now_ns() < section_end_ns);
}

static int by_value(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void sort(sample *of)
{
    qsort(of->ns, of->count, sizeof of->ns[0], by_value);
}

double sample_quarter(sample *of)
{
    if (of->count == 0)
        return 0;
    sort(of);
    return of->ns[of->count / 4];
}

double sample_median(sample *of)
{
    if (of->count == 0)
        return 0;
    sort(of);
    return (of->ns[(of->count - 1) / 2] + of->ns[of->count / 2]) / 2;
}
