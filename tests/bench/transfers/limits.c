/* SPDX-License-Identifier: Apache-2.0 */
/* The hand-written limits: one thread does the same work as a generated program, with nothing around it.
 *
 *   limits STRATEGY MADE SIZE CONSUMERS READ_PAGES WRITTEN_PAGES WARM TOTAL
 *
 * `memcpy` and `stream` copy into the one buffer that all consumers use in turns; `cow` keeps the pages that a consumer
 * writes and refreshes exactly those, which only a program knows that was written for it. `shared` hands on the
 * pointer; its bytes are wrong where consumers write. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "pages.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { CONSUMERS_MAX = 64 };

typedef struct job {
    const char *strategy;
    bool touches;
    int64_t size, consumers, reads, writes, warm, total;
    uint64_t *source;
    uint64_t *copy;
    uint64_t *views[CONSUMERS_MAX];
    uint32_t *orders[CONSUMERS_MAX];
} job;

static _Noreturn void give_up(const char *problem)
{
    perror(problem);
    exit(1);
}

static void *map(size_t bytes, int flags, int file)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED)
        give_up("mmap");
    return memory;
}

static void stream(void *target, const void *source, size_t bytes)
{
#if defined(__AVX512F__)
    for (size_t i = 0; i < bytes; i += 64)
        _mm512_stream_si512((void *)((char *)target + i), _mm512_load_si512((const char *)source + i));
    _mm_sfence();
#elif defined(__AVX2__)
    for (size_t i = 0; i < bytes; i += 32)
        _mm256_stream_si256((void *)((char *)target + i),
                            _mm256_load_si256((const void *)((const char *)source + i)));
    _mm_sfence();
#elif defined(__x86_64__)
    for (size_t i = 0; i < bytes; i += 16)
        _mm_stream_si128((void *)((char *)target + i),
                         _mm_load_si128((const void *)((const char *)source + i)));
    _mm_sfence();
#else
    memcpy(target, source, bytes);
#endif
}

static uint64_t *refresh(const job *work, int64_t consumer)
{
    char *view = (char *)work->views[consumer];
    const uint32_t *written = work->orders[consumer] + work->size / BENCH_PAGE_BYTES - work->writes;
    for (int64_t i = 0; i < work->writes; i++) {
        size_t at = (size_t)written[i] * BENCH_PAGE_BYTES;
        memcpy(view + at, (const char *)work->source + at, BENCH_PAGE_BYTES);
    }
    return work->views[consumer];
}

static uint64_t *hand_over(const job *work, int64_t consumer)
{
    switch (work->strategy[0]) {
    case 'm':
        memcpy(work->copy, work->source, (size_t)work->size);
        return work->copy;
    case 's':
        if (work->strategy[1] == 'h')
            return work->source;
        stream(work->copy, work->source, (size_t)work->size);
        return work->copy;
    default:
        return refresh(work, consumer);
    }
}

static uint64_t iterate(const job *work, int64_t firing, uint64_t checksum)
{
    uint64_t sums[CONSUMERS_MAX];
    int64_t pages = work->size / BENCH_PAGE_BYTES;
    bench_make(work->source, work->size, (uint64_t)firing, work->touches);
    for (int64_t i = 0; i < work->consumers; i++) {
        uint64_t *window = hand_over(work, i);
        sums[i] = bench_read(window, work->orders[i], work->reads);
        if (work->writes > 0)
            sums[i] += bench_write(window, work->orders[i] + pages - work->writes, work->writes);
    }
    for (int64_t i = 0; i < work->consumers; i++)
        checksum = bench_mix(checksum + sums[i]);
    return checksum;
}

static void prepare(job *work)
{
    size_t bytes = (size_t)work->size;
    int file = memfd_create("limits", 0);
    if (file < 0 || ftruncate(file, work->size) != 0)
        give_up("memfd_create");
    work->source = map(bytes, MAP_SHARED | MAP_POPULATE, file);
    work->copy = map(bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1);
    for (int64_t i = 0; i < work->consumers; i++) {
        if (work->strategy[0] == 'c')
            work->views[i] = map(bytes, MAP_PRIVATE, file);
        work->orders[i] = malloc(bytes / BENCH_PAGE_BYTES * sizeof(uint32_t));
        if (work->orders[i] == NULL)
            give_up("malloc");
        bench_shuffle(work->orders[i], work->size / BENCH_PAGE_BYTES, (uint64_t)i);
    }
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static long faults_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

int main(int count, char **arguments)
{
    if (count != 9)
        return 2;
    int64_t numbers[6];
    for (int i = 0; i < 6; i++)
        numbers[i] = strtoll(arguments[i + 3], NULL, 10);
    job work = {.strategy = arguments[1],
                .touches = strcmp(arguments[2], "touched") == 0,
                .size = numbers[0],
                .consumers = numbers[1],
                .reads = numbers[2],
                .writes = numbers[3],
                .warm = numbers[4],
                .total = numbers[5]};
    if (work.consumers > CONSUMERS_MAX)
        return 2;
    prepare(&work);
    uint64_t checksum = 0, started = 0;
    long faults = 0;
    for (int64_t i = 0; i < work.total; i++) {
        if (i == work.warm) {
            faults = faults_now();
            started = now_ns();
        }
        checksum = iterate(&work, i, checksum);
    }
    printf("{\"steady_ns\": %" PRIu64 ", \"iterations\": %" PRId64
           ", \"faults\": %ld, \"checksum\": \"%016" PRIx64 "\"}\n",
           now_ns() - started, work.total - work.warm, faults_now() - faults, checksum);
    return 0;
}
