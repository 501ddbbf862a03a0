/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <df/df.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "pages.h"

static int64_t number_option(const char *name)
{
    const char *text = df_option(name);
    char *end = NULL;
    long long number = text ? strtoll(text, &end, 10) : -1;
    if (number < 0 || *end != '\0')
        df_fail("the option %s=NUMBER is missing or wrong", name);
    return number;
}

void open_source(struct bench_source *source)
{
    const char *made = df_option("made");
    source->touches = made != NULL && strcmp(made, "touched") == 0;
}

void produce(int64_t size, struct bench_source *source, uint8_t *out)
{
    bench_make((uint64_t *)(void *)out, size, source->firings++, source->touches);
}

void open_consumer(int64_t size, int64_t number, struct bench_consumer *consumer)
{
    int64_t pages = size / BENCH_PAGE_BYTES;
    consumer->rounds = number_option("rounds");
    consumer->reads = number_option("read_pages");
    consumer->writes = number_option("written_pages");
    if (pages > BENCH_PAGES_MAX || consumer->reads > pages || consumer->writes > pages)
        df_fail("a window has %" PRId64 " pages, and at most %d are allowed", pages, BENCH_PAGES_MAX);
    bench_shuffle(consumer->order, pages, (uint64_t)number);
}

static uint64_t read_pages(const struct bench_consumer *consumer, const uint64_t *words)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < consumer->rounds; i++) {
        sum += bench_read(words, consumer->order, consumer->reads);
        __asm__ volatile("" ::: "memory"); /* else the compiler would read once and multiply */
    }
    return sum;
}

void observe(struct bench_consumer *consumer, int64_t size, const uint8_t *in, uint64_t *sum)
{
    (void)size;
    *sum = read_pages(consumer, (const uint64_t *)(const void *)in);
}

void change(struct bench_consumer *consumer, int64_t size, uint8_t *in, uint64_t *sum)
{
    uint64_t *words = (uint64_t *)(void *)in;
    int64_t pages = size / BENCH_PAGE_BYTES;
    *sum = read_pages(consumer, words);
    *sum += bench_write(words, consumer->order + pages - consumer->writes, consumer->writes);
}

void open_clock(struct bench_clock *clock)
{
    clock->warm = (uint64_t)number_option("warm");
    clock->total = (uint64_t)number_option("total");
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int64_t faults_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

void collect(int64_t consumers, struct bench_clock *clock, const uint64_t *sums)
{
    for (int64_t i = 0; i < consumers; i++)
        clock->checksum = bench_mix(clock->checksum + sums[i]);
    clock->firings++;
    if (clock->firings == clock->warm) {
        clock->faults_started = faults_now();
        clock->started_ns = now_ns();
    } else if (clock->firings == clock->total) {
        clock->steady_ns = now_ns() - clock->started_ns;
        clock->faults_steady = faults_now() - clock->faults_started;
    }
}

void close_clock(struct bench_clock *clock)
{
    printf("{\"steady_ns\": %" PRIu64 ", \"iterations\": %" PRIu64 ", \"faults\": %" PRId64
           ", \"checksum\": \"%016" PRIx64 "\"}\n",
           clock->steady_ns, clock->total - clock->warm, clock->faults_steady, clock->checksum);
}
