/* SPDX-License-Identifier: Apache-2.0 */
/* Core 0 runs blocks of firings, as generated code would, while the others wait for it, each directly or, with CHAIN, for
 * the one before it. The firings of the first block of a pass come in groups of as many as there are cores, ROUNDS of them,
 * and each ends only once all of its group have begun: so each core runs one, or the program hangs. With ASLEEP the block
 * opens once all others sleep, else once they wait. With LEAVE they have no passes, and run firings all the same. Options make one firing on a helper, or on core 0, stop, fail or doze.
 * What a firing writes is plain memory, which core 0 and the others read behind it. */
#include <sched.h>
#include <time.h>

#include "check.h"
#include "df/internal.h"

enum { CORES_MAX = 4, FIRINGS_MAX = 64, OTHERS_START = 3, OTHERS_STOP = 12 };

static uint32_t cores;
static uint64_t grouped; /* firings of the first block */
static bool chain, asleep, leave;
static df_counter done[CORES_MAX];
static df_gate to_done[CORES_MAX]; /* of the core behind it */
static df_gate back[CORES_MAX];    /* of core 0 to the others' */
static _Atomic uint64_t begun;
static _Atomic bool had_trouble;
static uint64_t fired[2][FIRINGS_MAX], written[2][FIRINGS_MAX];
static uint64_t ran[CORES_MAX], passes;

static struct trouble {
    const char *what, *where;
    uint64_t at;
} trouble;

static void doze(long ns)
{
    nanosleep(&(struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000}, NULL);
}

static void make_trouble(const df_core *core, uint64_t pass)
{
    const char *here = core->index == 0 ? "owner" : "helper";
    if (pass != trouble.at || strcmp(trouble.where, here) != 0 || atomic_exchange(&had_trouble, true))
        return;
    if (strcmp(trouble.what, "fail") == 0)
        df_fail("cannot do this");
    if (strcmp(trouble.what, "stop") == 0)
        df_stop();
    if (strcmp(trouble.what, "end") == 0)
        df_end_of_input();
    if (strcmp(trouble.what, "doze") == 0)
        doze(60000000000);
}

/* Else others may have left. */
static bool counts(const df_core *core, uint64_t pass)
{
    return pass < atomic_load(&core->shared->limits.end);
}

static uint64_t token(uint64_t pass, uint64_t block, uint64_t k)
{
    return pass * 1000003 + block * 1009 + k + 1;
}

static void record(df_core *core, uint64_t pass, uint64_t block, uint64_t k)
{
    CHECK(fired[block][k] == pass);
    fired[block][k]++;
    written[block][k] = token(pass, block, k);
    ran[core->index]++;
}

static void fire_grouped(df_core *core, const uint64_t *values, uint64_t k)
{
    CHECK(values[1] == values[0] + 7 && k < grouped);
    df_fires(core, &df__run()->program->actors[0], values[0] * grouped + k);
    core->iteration = values[0];
    uint64_t group = atomic_fetch_add(&begun, 1) / cores;
    while (atomic_load(&begun) < (group + 1) * cores && counts(core, values[0]))
        sched_yield();
    make_trouble(core, values[0]);
    record(core, values[0], 0, k);
}

static void fire_other(df_core *core, const uint64_t *values, uint64_t k)
{
    CHECK(k >= OTHERS_START && k < OTHERS_STOP);
    df_fires(core, &df__run()->program->actors[0], k);
    record(core, values[0], 1, k);
}

static void fire_none(df_core *core, const uint64_t *values, uint64_t k)
{
    (void)core, (void)values, (void)k;
    CHECK(false);
}

static const df_helped_block groups = {.fire = fire_grouped, .waits = "firings in groups", .values = 2};
static const df_helped_block others = {.fire = fire_other, .waits = "other firings", .values = 1};
static const df_helped_block none = {.fire = fire_none, .waits = "nothing", .values = 0};

static void await_others(const df_core *core)
{
    for (uint32_t i = 1; i < cores && !leave; i++)
        while (counts(core, core->pass) && (atomic_load(&df__run()->workers[i].core.waiting) == NULL ||
                                            (asleep && atomic_load(&core->shared->doorbells[i].asleep) == 0)))
            sched_yield();
    if (asleep)
        doze(200000); /* from that on it may still be about to sleep */
}

static void check_written(uint64_t pass)
{
    for (uint64_t k = 0; k < grouped; k++)
        CHECK(fired[0][k] == pass + 1 && written[0][k] == token(pass, 0, k));
    for (uint64_t k = OTHERS_START; k < OTHERS_STOP; k++)
        CHECK(fired[1][k] == pass + 1 && written[1][k] == token(pass, 1, k));
}

static bool run_blocks(df_core *core, uint64_t pass)
{
    const uint64_t values[] = {pass, pass + 7};
    bool runs_on = df_run_helped(core, &none, values, 5, 5) && df_run_helped(core, &none, values, 5, 3);
    await_others(core);
    runs_on = runs_on && df_run_helped(core, &groups, values, 0, grouped);
    return runs_on && df_run_helped(core, &others, values, OTHERS_START, OTHERS_STOP);
}

static void run_owner(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!run_blocks(core, pass))
            return;
        check_written(pass);
        passes++;
        df_publish(core, &done[0], pass + 1);
        for (uint32_t i = 1; i < cores && !leave; i++)
            if (!df_wait(core, &back[i], pass + 1))
                return;
    }
}

static void run_helper(df_core *core)
{
    const df_actor *actor = &df__run()->program->actors[1];
    for (uint64_t pass = 0; !leave && df_core_continues(core, pass); pass++) {
        df_fires_some(core, actor, pass, 2);
        core->iteration = pass + 100;
        if (!df_wait(core, &to_done[core->index], pass + 1))
            return;
        CHECK(core->actor == actor && core->firing == pass && core->firings == 2);
        CHECK(core->iteration == pass + 100);
        check_written(pass);
        df_publish(core, &done[core->index], pass + 1);
    }
}

static void init(df_core *core)
{
    (void)core;
    trouble = (struct trouble){
        .what = df_option("what") == NULL ? "" : df_option("what"),
        .where = df_option("where") == NULL ? "" : df_option("where"),
        .at = df_option("at") == NULL ? UINT64_MAX : strtoull(df_option("at"), NULL, 10),
    };
}

static void connect_cores(void)
{
    for (uint32_t i = 1; i < cores; i++) {
        uint32_t before = chain ? i - 1 : 0;
        done[before].waiters |= (uint64_t)1 << i;
        done[i].waiters |= 1;
        to_done[i] = (df_gate){.counter = &done[before], .fifo = "written", .peer = before};
        back[i] = (df_gate){.counter = &done[i], .fifo = "read", .peer = i};
    }
}

int main(int argc, char **argv)
{
    static const df_actor actors[] = {
        {.name = "work", .place = "helped.sdf:1:5", .stops = true, .init = init},
        {.name = "reader", .place = "helped.sdf:2:5", .core = 1},
    };
    static void (*const run[CORES_MAX])(df_core *) = {run_owner, run_helper, run_helper, run_helper};
    cores = (uint32_t)shape("CORES", 2);
    grouped = cores * shape("ROUNDS", 2);
    chain = shape("CHAIN", 0) != 0;
    asleep = shape("ASLEEP", 0) != 0;
    leave = shape("LEAVE", 0) != 0;
    CHECK(cores >= 2 && cores <= CORES_MAX && grouped <= FIRINGS_MAX);
    connect_cores();
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "helped",
        .cores = cores,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .actors = actors,
        .actors_count = 2,
        .run = run,
        .default_iterations = 100,
        .end_of_input_allowed = true,
    };
    int status = df_main(argc, argv, &program);
    printf("passes %" PRIu64 " firings", passes);
    for (uint32_t i = 0; i < cores; i++)
        printf(" %" PRIu64, ran[i]);
    printf("\n");
    return status;
}
