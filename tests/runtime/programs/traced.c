/* SPDX-License-Identifier: Apache-2.0 */
/* A traced program as generated code would be: core 0 makes tokens in blocks of BLOCK firings that are timed together,
 * core 1 takes them in blocks whose firings and copies are timed one by one. SLOW makes each firing of the taker sleep that
 * many microseconds, FAIL_AT makes it fail in that pass; TOUCH lets each block of the maker use so many new pages. */
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <time.h>

#include "check.h"
#include "df/runtime.h"

enum { BLOCK = 50, DEPTH = 2, MADE = 6, MAKER_WAITS, TAKEN = 6, COPIED, TAKER_WAITS };

static df_counter made = {.waiters = 2};
static df_counter taken = {.waiters = 1};
static df_gate made_gate = {.counter = &made, .fifo = "maker.out:taker.in", .peer = 0, .point = TAKER_WAITS};
static df_gate taken_gate = {
    .counter = &taken, .fifo = "space in maker.out:taker.in", .peer = 1, .point = MAKER_WAITS};
static const df_actor actors[] = {{.name = "maker", .place = "t.sdf:1:5"},
                                  {.name = "taker", .place = "t.sdf:2:5", .core = 1}};
static const df_buffer buffers[] = {
    {.name = "maker.out", .slot_bytes = BLOCK * 8, .stride_bytes = BLOCK * 8, .slots = DEPTH}};

#define FIRST_SPOTS                                                                                      \
    {DF_TRACE_RUNTIME, "other", NULL, 0, 0}, {DF_TRACE_RUNTIME, "start and end of the run", NULL, 0, 0}, \
        {DF_TRACE_WAIT, "copies by an engine", NULL, 0, 0}, {DF_TRACE_SLEEP, "asleep", NULL, 0, 0},      \
        {DF_TRACE_FAULTS, "minor page faults", NULL, 0, 0},                                              \
        {DF_TRACE_FAULTS, "major page faults", NULL, 0, 0},

static const df_trace_point maker_points[] = {
    FIRST_SPOTS{DF_TRACE_ACTOR, "ma\"ker\\", "t.sdf:1", 0, 0},
    {DF_TRACE_WAIT, "space in maker.out:taker.in", NULL, 1, 0},
};

static const df_trace_point taker_points[] = {
    FIRST_SPOTS{DF_TRACE_ACTOR, "taker", "t.sdf:2", 0, 0},
    {DF_TRACE_MOVE, "maker.out:taker.in", "before taker memcpy", 0, 8},
    {DF_TRACE_WAIT, "maker.out:taker.in", NULL, 0, 0},
};

static const df_trace_table tables[] = {{maker_points, 8}, {taker_points, 9}};

static uint64_t *slot(const df_core *core, uint64_t pass)
{
    return (uint64_t *)(void *)(core->arena + pass % DEPTH * BLOCK * 8);
}

static void touch(size_t pages)
{
    size_t bytes = pages * 4096;
    char *fresh = mmap(NULL, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(fresh != MAP_FAILED);
    madvise(fresh, bytes + 1, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < bytes; i += 4096)
        ((volatile char *)fresh)[i] = 1;
    munmap(fresh, bytes + 1);
}

static void make(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!df_wait(core, &taken_gate, df_since(pass, DEPTH)))
            break;
        core->actor = &actors[0];
        touch(shape("TOUCH", 0));
        for (uint64_t k = 0; k < BLOCK * df_iterations(core, pass); k++)
            slot(core, pass)[k] = pass * BLOCK + k;
        df_traced_block(core, MADE, BLOCK * df_iterations(core, pass));
        df_publish(core, &made, pass + 1);
    }
}

static void take_one(uint64_t pass, uint64_t token, uint64_t k)
{
    struct timespec time = {.tv_nsec = (long)shape("SLOW", 0) * 1000};
    CHECK(token == pass * BLOCK + k);
    if (time.tv_nsec > 0)
        nanosleep(&time, NULL);
    if (pass == shape("FAIL_AT", 1000000))
        df_fail("as was asked");
}

static void take(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (!df_wait(core, &made_gate, pass + 1))
            break;
        core->actor = &actors[1];
        df_trace_begin(core);
        for (uint64_t k = 0; k < BLOCK * df_iterations(core, pass); k++) {
            uint64_t token;
            df_copy_disjoint(&token, slot(core, pass) + k, sizeof token);
            df_traced_move(core, COPIED);
            take_one(pass, token, k);
            df_traced_firing(core, TAKEN);
        }
        df_trace_finish(core, TAKEN);
        df_publish(core, &taken, pass + 1);
    }
}

int main(int argc, char **argv)
{
    static void (*const run[])(df_core *) = {make, take};
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "traced",
        .cores = 2,
        .iterations_per_pass = 1,
        .depth_passes = DEPTH,
        .arena_bytes = DEPTH * BLOCK * 8,
        .buffers = buffers,
        .buffers_count = 1,
        .actors = actors,
        .actors_count = 2,
        .run = run,
        .trace = tables,
    };
    return df_main(argc, argv, &program);
}
