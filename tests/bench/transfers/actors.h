/* SPDX-License-Identifier: Apache-2.0 */
/* The actors of the grid: a source, consumers that read and write some pages of their window, and a collector that
 * times the steady state. Options of the program: `made` (all, or touched), `read_pages`, `rounds`, `written_pages`; `warm`
 * and `total` say after which iterations the clock is read. */
#ifndef BENCH_ACTORS_H
#define BENCH_ACTORS_H

#include <stdint.h>

struct bench_source {
    uint64_t firings;
    int64_t touches; /* writes one word a page instead of all */
};

enum { BENCH_PAGES_MAX = 16384 };

struct bench_consumer {
    int64_t rounds; /* how often the pages are read */
    int64_t reads;  /* pages, the first of the order */
    int64_t writes; /* pages, the last of the order */
    uint32_t order[BENCH_PAGES_MAX];
};

struct bench_clock {
    uint64_t firings, warm, total;
    uint64_t started_ns, steady_ns;
    int64_t faults_started, faults_steady;
    uint64_t checksum;
};

void open_source(struct bench_source *source);
void produce(int64_t size, struct bench_source *source, uint8_t *out);

void open_consumer(int64_t size, int64_t number, struct bench_consumer *consumer);
void observe(struct bench_consumer *consumer, int64_t size, const uint8_t *in, uint64_t *sum);
void change(struct bench_consumer *consumer, int64_t size, uint8_t *in, uint64_t *sum);

void open_clock(struct bench_clock *clock);
void collect(int64_t consumers, struct bench_clock *clock, const uint64_t *sums);
void close_clock(struct bench_clock *clock);

#endif
