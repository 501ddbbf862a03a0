/* SPDX-License-Identifier: Apache-2.0 */
/* What source and consumers do to memory: the same loops in generated programs and in the hand-written limits. */
#ifndef BENCH_PAGES_H
#define BENCH_PAGES_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_PAGE_BYTES = 4096, BENCH_PAGE_WORDS = BENCH_PAGE_BYTES / 8, BENCH_LINE_WORDS = 8 };

static inline uint64_t bench_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

/* A random order of all pages, the same in every run. */
static inline void bench_shuffle(uint32_t *order, int64_t pages, uint64_t seed)
{
    for (int64_t i = 0; i < pages; i++)
        order[i] = (uint32_t)i;
    for (int64_t i = pages - 1; i > 0; i--) {
        seed = bench_mix(seed + 1);
        int64_t other = (int64_t)(seed % (uint64_t)(i + 1));
        uint32_t kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

static inline void bench_make(uint64_t *words, int64_t size, uint64_t firing, int64_t touches)
{
    uint64_t seed = bench_mix(firing);
    if (touches) {
        for (int64_t page = 0; page < size / BENCH_PAGE_BYTES; page++)
            words[page * BENCH_PAGE_WORDS] = seed + (uint64_t)page;
        return;
    }
    for (int64_t i = 0; i < size / 8; i++)
        words[i] = seed + (uint64_t)i;
}

static inline uint64_t bench_read(const uint64_t *words, const uint32_t *order, int64_t count)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        const uint64_t *page = words + (size_t)order[i] * BENCH_PAGE_WORDS;
        for (int word = 0; word < BENCH_PAGE_WORDS; word++)
            sum += page[word];
    }
    return sum;
}

/* One word a page: what counts for a page that is copied when it is written. */
static inline uint64_t bench_write(uint64_t *words, const uint32_t *order, int64_t count)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        uint32_t page = order[i];
        uint64_t *word = words + (size_t)page * BENCH_PAGE_WORDS + page % BENCH_LINE_WORDS * BENCH_LINE_WORDS;
        *word += page | 1;
        sum ^= *word;
    }
    return sum;
}

#endif
