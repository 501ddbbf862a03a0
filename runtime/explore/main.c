/* SPDX-License-Identifier: Apache-2.0 */
/* explore PLAN RECORDING: replays the plan on all its architectures, on some threads, and prints what came of it as lines
 * of JSON: first of the L1s, then of each architecture in the order of the plan. */
#include "explore.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    const plan *plan;
    figures *found; /* by architecture */
    atomic_size_t next;
} work;

_Noreturn void explore_fail(const char *what)
{
    fprintf(stderr, "error: %s\n", what);
    exit(1);
}

void *explore_zeroed(size_t count, size_t bytes)
{
    void *found = calloc(count == 0 ? 1 : count, bytes);
    if (found == NULL)
        explore_fail("there is not enough memory for the simulated caches");
    return found;
}

void *explore_grown(void *memory, size_t count, size_t bytes)
{
    void *found = realloc(memory, count * bytes);
    if (found == NULL)
        explore_fail("there is not enough memory for what the caches miss");
    return found;
}

/* Those that come last in a plan have most caches in common, and take longest. */
static void *run(void *argument)
{
    work *shared = argument;
    const size_t count = shared->plan->architectures_count;
    for (;;) {
        size_t taken = atomic_fetch_add(&shared->next, 1);
        if (taken >= count)
            return NULL;
        size_t mine = count - 1 - taken;
        replay(shared->plan, &shared->plan->architectures[mine], &shared->found[mine]);
    }
}

static void run_all(work *shared)
{
    uint32_t count = shared->plan->workers;
    pthread_t *threads = explore_zeroed(count, sizeof *threads);
    for (uint32_t i = 1; i < count; i++)
        if (pthread_create(&threads[i], NULL, run, shared) != 0)
            explore_fail("no thread can be started");
    run(shared);
    for (uint32_t i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

static void print_list(const char *name, const uint64_t *values, size_t count)
{
    printf(", \"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%" PRIu64, i == 0 ? "" : ", ", values[i]);
    putchar(']');
}

static void print_l1(const plan *plan, const l1_figures *by_core, const uint64_t *misses,
                     const uint64_t *accesses)
{
    printf("{\"cores\": [");
    for (uint32_t i = 0; i < plan->cores; i++)
        printf("%s{\"accesses\": %" PRIu64 ", \"misses\": %" PRIu64 ", \"write_backs\": %" PRIu64 "}",
               i == 0 ? "" : ", ", by_core[i].accesses, by_core[i].misses, by_core[i].write_backs);
    putchar(']');
    print_list("owner_misses", misses, plan->owners);
    print_list("owner_accesses", accesses, plan->owners);
    puts("}");
}

static void print_figures(const plan *plan, const architecture *on, const figures *found)
{
    printf("{\"levels\": [");
    for (uint32_t i = 0; i < on->levels; i++)
        printf("%s{\"accesses\": %" PRIu64 ", \"misses\": %" PRIu64 ", \"write_backs\": %" PRIu64 "}",
               i == 0 ? "" : ", ", found->level[i].accesses, found->level[i].misses,
               found->level[i].write_backs);
    printf("], \"dram_reads\": %" PRIu64 ", \"dram_writes\": %" PRIu64 ", \"queue_ps\": %" PRIu64
           ", \"period_ps\": %" PRIu64,
           found->dram_reads, found->dram_writes, found->queue_ps, found->period_ps);
    print_list("owner_misses", found->owner_misses, (size_t)plan->owners * on->levels);
    print_list("owner_ps", found->owner_ps, plan->owners);
    print_list("buffer_misses", found->buffer_misses, plan->buffers);
    puts("}");
}

int main(int count, char **words)
{
    if (count != 3)
        explore_fail("usage: explore PLAN RECORDING");
    plan *read = plan_read(words[1], words[2]);
    l1_figures *by_core = explore_zeroed(read->cores, sizeof *by_core);
    uint64_t *misses = explore_zeroed(read->owners, sizeof *misses);
    uint64_t *accesses = explore_zeroed(read->owners, sizeof *accesses);
    streams_make(read, by_core, misses, accesses);
    plan_forget_recording(read);
    print_l1(read, by_core, misses, accesses);
    work shared = {.plan = read, .found = explore_zeroed(read->architectures_count, sizeof *shared.found)};
    run_all(&shared);
    for (size_t i = 0; i < read->architectures_count; i++)
        print_figures(read, &read->architectures[i], &shared.found[i]);
    return fflush(stdout) == 0 ? 0 : 1;
}
