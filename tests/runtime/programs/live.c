/* SPDX-License-Identifier: Apache-2.0 */
/* Cores run freely while threads set two parameters at once, of which one is the other one twice. Every core must see in
 * every iteration what the others see there, a pair that belongs together, and at the end what was set last. LATE: cores
 * look at the pass so many passes back, too. */
#include "check.h"
#include "df/live_state.h"
#include "df/parts.h"
#include "df/runtime.h"

enum { ITERATIONS_MAX = 200000, SETTERS = 2 };

typedef struct values {
    int64_t one;
    double twice;
} values;

static int64_t seen[DF_CORES_MAX][ITERATIONS_MAX];
static uint64_t late, sets;
static df_counter told[DF_CORES_MAX];
static df_gate throttle[DF_CORES_MAX];
static pthread_t setters[SETTERS];
static df__live_state *state;
static _Atomic int64_t last;
static pthread_mutex_t in_order = PTHREAD_MUTEX_INITIALIZER;

static void *set_all(void *unused)
{
    (void)unused;
    for (uint64_t i = 0; i < sets; i++) {
        pthread_mutex_lock(&in_order);
        int64_t next = atomic_load(&last) + 1;
        values given = {next, 2.0 * (double)next};
        CHECK(df__live.set(state, 3, &given));
        atomic_store(&last, next);
        pthread_mutex_unlock(&in_order);
    }
    return NULL;
}

static void start_setters(df_core *core)
{
    (void)core;
    state = df__run()->live;
    for (int i = 0; i < SETTERS; i++)
        CHECK(pthread_create(&setters[i], NULL, set_all, NULL) == 0);
}

static void look(df_core *core, uint64_t pass)
{
    uint64_t first = pass * core->iterations_per_pass;
    for (uint64_t i = first; i < first + core->iterations_per_pass && i < ITERATIONS_MAX; i++) {
        const values *now = df_live_values(core, i);
        CHECK(now->twice == 2.0 * (double)now->one);
        CHECK(core->live->until > i && df_live_left(core, i) > 0);
        CHECK(seen[core->index][i] == 0 || seen[core->index][i] == now->one + 1);
        seen[core->index][i] = now->one + 1;
    }
}

static void run_core(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (core->index > 0 && !df_wait(core, &throttle[core->index], pass < 4 ? 0 : pass - 4))
            break;
        df_live_begin(core, pass);
        look(core, pass);
        if (pass >= late)
            look(core, pass - late);
        if (core->index == 0)
            df_publish(core, &told[0], pass + 1);
    }
}

/* All sets are over: the next pass sees the last. */
static void end_setters(df_core *core)
{
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], NULL);
    df_live_begin(core, ITERATIONS_MAX);
    df_live_begin(core, ITERATIONS_MAX + 1200);
    const values *now = df_live_values(core, (ITERATIONS_MAX + 1200) * core->iterations_per_pass);
    CHECK(sets == 0 || now->one == atomic_load(&last));
}

int main(int argc, char **argv)
{
    uint32_t cores = (uint32_t)shape("CORES", 2);
    static const values start = {0, 0};
    static const df_live_parameter parameters[] = {
        {"one", DF_LIVE_INT64, sizeof(int64_t), offsetof(values, one)},
        {"twice", DF_LIVE_DOUBLE, sizeof(double), offsetof(values, twice)},
    };
    late = shape("LATE", 0);
    sets = shape("SETS", 2000);
    const df_live_table table = {parameters, 2, &start, sizeof start, late};
    const df_actor actors[] = {
        {.name = "setter", .place = "here", .init = start_setters, .end = end_setters}};
    void (*run[DF_CORES_MAX])(df_core *);
    for (uint32_t i = 0; i < cores; i++) {
        run[i] = run_core;
        told[0].waiters |= i > 0 ? UINT64_C(1) << i : 0;
        throttle[i] = (df_gate){.counter = &told[0], .fifo = "throttle"};
    }
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "live",
        .cores = cores,
        .iterations_per_pass = shape("V", 1),
        .depth_passes = 4,
        .actors = actors,
        .actors_count = 1,
        .run = run,
        .default_iterations = shape("N", 20000),
        .live = &table,
    };
    int status = df_main(argc, argv, &program);
    uint64_t changes = 0;
    for (uint64_t i = 0; i < program.default_iterations; i++) {
        for (uint32_t core = 1; core < cores; core++)
            CHECK(seen[core][i] == seen[0][i]);
        CHECK(i == 0 || sets == 0 || seen[0][i] >= seen[0][i - 1]);
        changes += i > 0 && seen[0][i] != seen[0][i - 1];
    }
    printf("changes %llu, iteration 100: %lld\n", (unsigned long long)changes, (long long)seen[0][100] - 1);
    return status;
}
