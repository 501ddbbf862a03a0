/* SPDX-License-Identifier: Apache-2.0 */
/* What actors do with their windows, at the speed of the widest ordinary loads and stores. */
#include "calibrate.h"

/* Whoever compiles this says by DF_CALIBRATED_STRIP_BYTES in what pieces a reader takes over lines. */
enum { PAGE_WORDS = 512, STRIP_BYTES = DF_CALIBRATED_STRIP_BYTES };

static volatile uint64_t sink;

void write_all(char *window, size_t bytes)
{
    static uint64_t value;
    uint64_t *words = (uint64_t *)(void *)window;
    value++;
    for (size_t i = 0; i < bytes / sizeof *words; i++)
        words[i] = value + i;
}

void read_all(const char *window, size_t bytes)
{
    const uint64_t *words = (const uint64_t *)(const void *)window;
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes / sizeof *words; i++)
        sum += words[i];
    sink = sum;
}

void own_all(const char *window, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += STRIP_BYTES) {
        size_t strip = bytes - at < STRIP_BYTES ? bytes - at : STRIP_BYTES;
        read_all(window + at, strip);
        df__take_over(window + at, strip);
    }
}

void write_pages(char *window, size_t bytes, size_t every_nth)
{
    uint64_t *words = (uint64_t *)(void *)window;
    for (size_t page = 0; page < bytes / sizeof *words / PAGE_WORDS; page += every_nth)
        words[page * PAGE_WORDS + 1]++;
}
