/* SPDX-License-Identifier: Apache-2.0 */
/* Measures, in ns: a wait that needs not wait (value seen before, value to be read), a publication with nobody asleep,
 * one whose waiter looks at the counter all the time, and one that nobody waits for; a round trip between two cores; and
 * what it takes to fence publishers (df/counter.h), the sleeper and each core that it interrupts. A tool for people; no
 * test reads its figures. */
#include "check.h"
#include "df/os.h"
#include "df/runtime.h"

enum { REPETITIONS = 20000000, ROUND_TRIPS = 1000000, LOOKS = 2000000, PAUSES = 8 };

static df_counter here = {.waiters = 0x2};
static df_counter alone;
static df_counter ping = {.waiters = 0x2};
static df_counter pong = {.waiters = 0x1};
static df_counter watched = {.waiters = 0x2};
static df_counter fences;
static df_gate ping_gate = {.counter = &ping, .fifo = "ping", .peer = 0};
static df_gate pong_gate = {.counter = &pong, .fifo = "pong", .peer = 1};
static df_gate here_gate = {.counter = &here, .fifo = "here", .peer = 0};

static void tell_ns(const char *what, double ns, double times)
{
    printf("%-40s %7.2f ns\n", what, ns / times);
}

static void tell(const char *what, uint64_t since_ns, double times)
{
    tell_ns(what, (double)(df__os_now_ns() - since_ns), times);
}

static void measure_publish(df_core *core)
{
    uint64_t since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= REPETITIONS; i++)
        df_publish(core, &here, i);
    tell("publish, a waiter that is awake", since_ns, REPETITIONS);
    since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= REPETITIONS; i++)
        df_publish(core, &alone, i);
    tell("publish, no waiter", since_ns, REPETITIONS);
}

static void measure_wait(df_core *core)
{
    uint64_t since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= REPETITIONS; i++)
        CHECK(df_wait(core, &here_gate, i));
    tell("wait, value seen before", since_ns, REPETITIONS);
    since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= REPETITIONS; i++) {
        here_gate.seen = 0;
        CHECK(df_wait(core, &here_gate, i));
    }
    tell("wait, value to be read", since_ns, REPETITIONS);
}

static uint64_t pauses_ns(df_core *core, bool publishes)
{
    uint64_t since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= LOOKS; i++) {
        if (publishes)
            df_publish(core, &watched, i);
        for (int pause = 0; pause < PAUSES; pause++)
            df__os_pause();
    }
    return df__os_now_ns() - since_ns;
}

/* The pauses leave the waiter time to fetch the counter's cache line. */
static void measure_watched(df_core *core)
{
    uint64_t least_ns = pauses_ns(core, false);
    tell_ns("publish, a waiter that looks", (double)pauses_ns(core, true) - (double)least_ns, LOOKS);
}

static void watch(void)
{
    while (atomic_load_explicit(&watched.value, memory_order_acquire) < LOOKS)
        continue;
}

static uint64_t work_ns(df_core *core)
{
    uint64_t since_ns = df__os_now_ns();
    for (uint64_t i = 1; i <= 10 * REPETITIONS; i++)
        df_publish(core, &alone, i);
    return df__os_now_ns() - since_ns;
}

/* The follower fences all the time that the leader works. */
static void measure_interrupts(df_core *core)
{
    uint64_t alone_ns = work_ns(core);
    df_publish(core, &ping, ROUND_TRIPS + 1);
    uint64_t interrupted_ns = work_ns(core);
    df_publish(core, &ping, ROUND_TRIPS + 2);
    uint64_t times = atomic_load(&fences.value);
    tell_ns("an interrupt by a fence", (double)interrupted_ns - (double)alone_ns, (double)times);
    tell_ns("a fence", (double)interrupted_ns, (double)times);
}

static void run_leader(df_core *core)
{
    measure_publish(core);
    measure_wait(core);
    measure_watched(core);
    for (uint64_t i = 1; i <= ROUND_TRIPS / 10; i++) { /* to and fro until both run */
        df_publish(core, &ping, i);
        CHECK(df_wait(core, &pong_gate, i));
    }
    uint64_t since_ns = df__os_now_ns();
    for (uint64_t i = ROUND_TRIPS / 10 + 1; i <= ROUND_TRIPS; i++) {
        df_publish(core, &ping, i);
        CHECK(df_wait(core, &pong_gate, i));
    }
    tell("round trip", since_ns, ROUND_TRIPS * 0.9);
    if (core->shared->limits.sleepers_fence)
        measure_interrupts(core);
}

static void fence(df_core *core)
{
    CHECK(df_wait(core, &ping_gate, ROUND_TRIPS + 1));
    for (uint64_t i = 1; atomic_load(&ping.value) < ROUND_TRIPS + 2; i++) {
        CHECK(df__os_fence_all());
        df_publish(core, &fences, i);
    }
}

static void run_follower(df_core *core)
{
    watch();
    for (uint64_t i = 1; i <= ROUND_TRIPS; i++) {
        CHECK(df_wait(core, &ping_gate, i));
        df_publish(core, &pong, i);
    }
    if (core->shared->limits.sleepers_fence)
        fence(core);
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run_leader, run_follower};
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "wait_cost",
        .cores = 2,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .run = runs,
    };
    return df_main(argc, argv, &program);
}
