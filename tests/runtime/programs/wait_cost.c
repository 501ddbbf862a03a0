/* SPDX-License-Identifier: Apache-2.0 */
/* Measures, in ns: a wait that needs not wait (value seen before, value to be read), a publication with nobody asleep
 * and one that nobody waits for, and a round trip between two cores. A tool for people; no test reads its figures. */
#include "check.h"
#include "df/os.h"
#include "df/runtime.h"

enum { REPETITIONS = 20000000, ROUND_TRIPS = 1000000 };

static df_counter here = {.waiters = 0x2};
static df_counter alone;
static df_counter ping = {.waiters = 0x2};
static df_counter pong = {.waiters = 0x1};
static df_gate ping_gate = {.counter = &ping, .fifo = "ping", .peer = 0};
static df_gate pong_gate = {.counter = &pong, .fifo = "pong", .peer = 1};
static df_gate here_gate = {.counter = &here, .fifo = "here", .peer = 0};

static void tell(const char *what, uint64_t since_ns, double times)
{
    printf("%-40s %7.2f ns\n", what, (double)(df__os_now_ns() - since_ns) / times);
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

static void run_leader(df_core *core)
{
    measure_publish(core);
    measure_wait(core);
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
}

static void run_follower(df_core *core)
{
    for (uint64_t i = 1; i <= ROUND_TRIPS; i++) {
        CHECK(df_wait(core, &ping_gate, i));
        df_publish(core, &pong, i);
    }
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
