/* SPDX-License-Identifier: Apache-2.0 */
/* A chain of actors, one a core, as generated code would run it: stage 0 makes tokens, the others check and
 * pass them on, the last one sums. CORES, DEPTH and V choose the shape; REVERSED puts the sink on core 0;
 * options make one stage stop, fail, crash, doze, block, read, write or use much stack. The sink prints what it got from
 * its end function.
 */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "df/runtime.h"

enum { STAGES_MAX = 4, TOKEN_WORDS = 8, RING_SLOTS_MAX = 64, NEVER_STAGE = 99 };

typedef struct token {
    uint64_t words[TOKEN_WORDS];
} token;

static uint32_t stages;
static uint64_t depth;
static uint64_t per_pass;
static bool reversed;
static df_counter produced[STAGES_MAX];
static df_counter released[STAGES_MAX];
static df_gate produced_gate[STAGES_MAX];
static df_gate released_gate[STAGES_MAX];
static df_actor actors[STAGES_MAX];
static df_buffer buffers[STAGES_MAX];
static uint64_t sum;
static uint64_t iterations_seen;

/* What the options ask of one stage at one firing. */
static struct trouble {
    uint32_t stage;
    uint64_t at;
    uint64_t doze_us;
    const char *what;
} trouble;

static void doze(uint64_t us)
{
    struct timespec time = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000) * 1000};
    nanosleep(&time, NULL);
}

static bool is(const char *what)
{
    return strcmp(trouble.what, what) == 0;
}

static void write_unchecked(void)
{
    FILE *file = fopen(df_option("file"), "w");
    for (int i = 0; i < 1000; i++)
        fprintf(file, "%d\n", i);
    fclose(file);
}

static void read_byte(void)
{
    char byte;
    CHECK(read(STDIN_FILENO, &byte, 1) == 1);
}

static void use_stack(void)
{
    volatile char bytes[3 * 1024 * 1024];
    for (size_t i = 0; i < sizeof bytes; i += 1024)
        bytes[i] = 1;
    CHECK(bytes[0] == 1);
}

/* Without end, so that the stack is full whatever its limit is. */
static size_t descend(size_t calls)
{
    volatile char bytes[4096];
    bytes[0] = 1;
    return (calls == SIZE_MAX ? 0 : descend(calls + 1)) + (size_t)bytes[0];
}

/* Leaves most of what it reserves untouched, the pages behind the end of the stack as well. */
static size_t leap(size_t calls)
{
    volatile char bytes[1024 * 1024];
    bytes[0] = 1;
    return (calls == SIZE_MAX ? 0 : leap(calls + 1)) + (size_t)bytes[0];
}

static void make_trouble(void)
{
    volatile uintptr_t nowhere = 16; /* volatile, so that no compiler sees what is coming */
    if (is("stop"))
        df_stop();
    else if (is("end"))
        df_end_of_input();
    else if (is("fail"))
        df_fail("cannot do %s", "this");
    else if (is("crash"))
        *(volatile int *)nowhere = 1;
    else if (is("abort"))
        abort();
    else if (is("divide"))
        raise(SIGFPE); /* not every processor traps this */
    else if (is("trap"))
        raise(SIGILL);
    else if (is("block"))
        doze(400000);
    else if (is("read"))
        read_byte();
    else if (is("grow"))
        write_unchecked();
    else if (is("deep"))
        use_stack();
    else if (is("fork"))
        CHECK(fork() >= 0);
    else if (is("fork_to_exit")) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        CHECK(waitpid(child, NULL, 0) == child);
    } else if (is("descend"))
        CHECK(descend(0) != 0);
    else if (is("leap"))
        CHECK(leap(0) != 0);
}

static token *slot(const df_core *core, uint32_t fifo, uint64_t iteration)
{
    return (token *)(void *)(core->arena + buffers[fifo].offset_bytes) + iteration % (depth * per_pass);
}

static void fire(df_core *core, uint32_t stage, uint64_t iteration)
{
    if (stage == trouble.stage && trouble.doze_us != 0)
        doze(trouble.doze_us);
    if (stage == trouble.stage && iteration == trouble.at)
        make_trouble();
    for (int i = 0; i < TOKEN_WORDS; i++) {
        uint64_t word = iteration * TOKEN_WORDS + (uint64_t)i;
        if (stage > 0) {
            token *in = slot(core, stage - 1, iteration);
            CHECK(in->words[i] == word + stage - 1);
        }
        if (stage < stages - 1)
            slot(core, stage, iteration)->words[i] = word + stage;
    }
    if (stage == stages - 1) {
        CHECK(iteration == iterations_seen);
        iterations_seen++;
        sum += slot(core, stage - 1, iteration)->words[0];
    }
}

static void run_stage(df_core *core, uint32_t stage)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (stage > 0 && !df_wait(core, &produced_gate[stage - 1], pass + 1))
            break;
        if (stage < stages - 1 && !df_wait(core, &released_gate[stage], pass < depth ? 0 : pass + 1 - depth))
            break;
        for (uint64_t k = 0; k < df_iterations(core, pass); k++) {
            core->actor = &actors[stage];
            core->firing = core->iteration = pass * per_pass + k;
            fire(core, stage, core->iteration);
        }
        if (stage < stages - 1)
            df_publish(core, &produced[stage], pass + 1);
        if (stage > 0)
            df_publish(core, &released[stage - 1], pass + 1);
    }
}

static uint32_t core_of(uint32_t stage)
{
    return reversed ? stages - 1 - stage : stage;
}

static void run_core(df_core *core)
{
    run_stage(core, core_of(core->index));
}

static void init(df_core *core)
{
    printf("init %s on core %u\n", core->actor->name, core->index);
    if (core->actor == &actors[0] && df_option("first_ms") != NULL)
        doze(1000 * strtoull(df_option("first_ms"), NULL, 10));
    const char *failing = df_option("fail_in_init");
    if (failing != NULL && strcmp(failing, core->actor->name) == 0)
        df_fail("no input");
    if (core->actor->stops && df_option("empty") != NULL)
        df_end_of_input();
    if (core->actor == &actors[0])
        trouble = (struct trouble){
            .stage = df_option("stage") == NULL ? NEVER_STAGE : (uint32_t)atoi(df_option("stage")),
            .at = df_option("at") == NULL ? UINT64_MAX : strtoull(df_option("at"), NULL, 10),
            .doze_us = df_option("doze_us") == NULL ? 0 : strtoull(df_option("doze_us"), NULL, 10),
            .what = df_option("what") == NULL ? "" : df_option("what"),
        };
}

static void end(df_core *core)
{
    printf("end %s on core %u\n", core->actor->name, core->index);
    if (core->actor == &actors[stages - 1])
        printf("iterations %" PRIu64 " sum %" PRIu64 "\n", iterations_seen, sum);
    if (df_option("fail_in_end") != NULL)
        df_fail("cannot close");
}

static void connect_fifo(uint32_t fifo, const char *name)
{
    uint32_t writer = core_of(fifo);
    uint32_t reader = core_of(fifo + 1);
    produced[fifo].waiters = (uint64_t)1 << reader;
    released[fifo].waiters = (uint64_t)1 << writer;
    produced_gate[fifo] = (df_gate){.counter = &produced[fifo], .fifo = name, .peer = writer};
    released_gate[fifo] = (df_gate){.counter = &released[fifo], .fifo = name, .peer = reader};
    size_t bytes = depth * per_pass * sizeof(token);
    buffers[fifo] = (df_buffer){
        .name = name, .offset_bytes = fifo * bytes, .slot_bytes = bytes, .stride_bytes = bytes, .slots = 1};
}

int main(int argc, char **argv)
{
    static const char *const actor_names[STAGES_MAX] = {"zero", "one", "two", "three"};
    static const char *const places[STAGES_MAX] = {"chain.sdf:1:5", "chain.sdf:2:5", "chain.sdf:3:5",
                                                   "chain.sdf:4:5"};
    static const char *const fifo_names[STAGES_MAX] = {"zero.out:one.in", "one.out:two.in",
                                                       "two.out:three.in", ""};
    static void (*const run[STAGES_MAX])(df_core *) = {run_core, run_core, run_core, run_core};
    stages = (uint32_t)shape("CORES", 2);
    depth = shape("DEPTH", 1);
    per_pass = shape("V", 1);
    reversed = shape("REVERSED", 0) != 0;
    CHECK(stages >= 2 && stages <= STAGES_MAX && depth * per_pass <= RING_SLOTS_MAX);
    for (uint32_t i = 0; i < stages; i++)
        actors[i] = (df_actor){.name = actor_names[i],
                               .place = places[i],
                               .core = core_of(i),
                               .stops = i == 0 && shape("STOPS", 1) != 0,
                               .init = init,
                               .end = end};
    for (uint32_t i = 0; i + 1 < stages; i++)
        connect_fifo(i, fifo_names[i]);
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "chain",
        .cores = stages,
        .iterations_per_pass = per_pass,
        .depth_passes = depth * (stages - 1),
        .arena_bytes = (stages - 1) * depth * per_pass * sizeof(token),
        .buffers = buffers,
        .buffers_count = stages - 1,
        .actors = actors,
        .actors_count = stages,
        .run = run,
        .end_of_input_allowed = shape("END_OF_INPUT", 1) != 0,
    };
    return df_main(argc, argv, &program);
}
