/* SPDX-License-Identifier: Apache-2.0 */
/* One producer, CORES consumers (with CORES=1 all on one core), each with a private view of SLOTS slots of
 * BYTES bytes. In every pass the producer rewrites one slot, each consumer walks over it in WINDOWS
 * windows at odd offsets, compares what it sees with what was produced and with a copy, and scribbles on
 * WRITES in 256 of its pages. In the second half of the passes it scribbles on none (if CALM), so that its
 * pages go back. The producer checks that nobody wrote into its slot.
 *
 * FILE=0 leaves the arena an ordinary one, TABLE=0 leaves views out of the table of channels, NAMES=1 gives
 * each consumer a FIFO of its own, UNIT is what the buffer begins on, in bytes, FAULT=1 takes read-only views, HUGE=1 or 2 allows or asks for huge pages
 * (LIES=1: at a place where none can be), EXPECTED is the expected share of written pages, EARLY=1 plants a
 * release before the reading, CRASH_AT plants a bad access in a firing, CRASH_IN in init (1) or end (2),
 * HELPERS threads scribble at once. */
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "df/internal.h"

enum { CONSUMERS_MAX = 4, HELPERS_MAX = 8, PAGE = 4096 };

static df_counter produced;
static df_counter released[CONSUMERS_MAX];
static df_gate produced_gates[CONSUMERS_MAX];
static df_gate released_gates[CONSUMERS_MAX];
static df_channel channels[CONSUMERS_MAX];
static df_channel *channels_table[CONSUMERS_MAX];
static df_buffer buffer = {.name = "a.out"};
static df_actor actors[] = {{.name = "a", .place = "views.sdf:1:5"}, {.name = "b", .place = "views.sdf:2:5"}};
static const char *const fifos[] = {"a.out:b.in", "a.out:c.in", "a.out:d.in", "a.out:e.in"};
static uint32_t consumers;
static uint64_t windows, writes, passes, helpers;
static bool calm, early;
static uint64_t crash_at;
static uint64_t compared_bytes[CONSUMERS_MAX];

static volatile uintptr_t nowhere = 16; /* volatile, so that no compiler sees what is coming */

static void crash(df_core *core)
{
    (void)core;
    *(volatile char *)nowhere = 1;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Half of the pages keep their content from pass to pass. */
static unsigned char token_byte(uint64_t pass, size_t index)
{
    uint64_t page = index / PAGE;
    uint64_t version = mix(page) % 2 == 0 ? 0 : pass;
    return (unsigned char)(version * 31 + page * 7 + index % 251);
}

static void produce(df_core *core, uint64_t pass)
{
    unsigned char *slot =
        (unsigned char *)core->arena + buffer.offset_bytes + pass % buffer.slots * buffer.stride_bytes;
    core->actor = &actors[0];
    core->firing = pass;
    for (size_t i = 0; i < buffer.slot_bytes; i++) {
        CHECK(pass < buffer.slots || slot[i] == token_byte(pass - buffer.slots, i));
        slot[i] = token_byte(pass, i);
    }
}

static void scribble(unsigned char *window, size_t bytes, uint64_t seed)
{
    for (size_t first = 0; first < bytes; first += PAGE) {
        uint64_t random = mix(seed * 65537 + first);
        size_t at = first + random / 256 % PAGE;
        if (random % 256 < writes && at < bytes)
            window[at] = (unsigned char)~window[at];
    }
}

typedef struct helper {
    pthread_t thread;
    unsigned char *window;
    size_t bytes;
    uint64_t seed;
} helper;

static void *help(void *argument)
{
    const helper *mine = argument;
    scribble(mine->window, mine->bytes, mine->seed);
    return NULL;
}

/* Each thread writes a part of its own; parts meet inside of pages. */
static void scribble_in_threads(unsigned char *window, size_t bytes, uint64_t seed)
{
    helper all[HELPERS_MAX];
    CHECK(helpers <= HELPERS_MAX);
    for (uint64_t i = 0; i < helpers; i++) {
        size_t first = bytes * i / helpers;
        all[i] =
            (helper){.window = window + first, .bytes = bytes * (i + 1) / helpers - first, .seed = seed + i};
        CHECK(pthread_create(&all[i].thread, NULL, help, &all[i]) == 0);
    }
    for (uint64_t i = 0; i < helpers; i++)
        pthread_join(all[i].thread, NULL);
}

static void consume_window(df_core *core, uint32_t me, uint64_t pass, size_t first, size_t bytes, char *copy)
{
    uint32_t slot = (uint32_t)(pass % buffer.slots);
    const char *source = core->arena + buffer.offset_bytes + slot * buffer.stride_bytes + first;
    unsigned char *window = df_view_begin(&channels[me].view, slot, first, bytes);
    df_copy_disjoint(copy, source, bytes);
    CHECK((uintptr_t)window % 64 == (uintptr_t)source % 64);
    CHECK(memcmp(window, copy, bytes) == 0);
    for (size_t i = 0; i < bytes; i++)
        CHECK(window[i] == token_byte(pass, first + i));
    if (pass == crash_at)
        crash(core);
    uint64_t seed = mix(pass * CONSUMERS_MAX + me) + first;
    if (helpers > 0)
        scribble_in_threads(window, bytes, seed);
    else if (!calm || pass < passes / 2)
        scribble(window, bytes, seed);
    df_view_end(&channels[me].view, slot, first, bytes);
    compared_bytes[me] += bytes;
}

static void consume(df_core *core, uint32_t me, uint64_t pass, char *copy)
{
    size_t first = 0;
    core->actor = &actors[1];
    core->firing = pass;
    if (early) { /* reads nothing itself, so that the view alone tells of the reading */
        df_view_begin(&channels[me].view, (uint32_t)(pass % buffer.slots), 0, buffer.slot_bytes);
        df_publish(core, &released[me], pass + 1);
        df_view_end(&channels[me].view, (uint32_t)(pass % buffer.slots), 0, buffer.slot_bytes);
        return;
    }
    for (uint64_t i = 1; i <= windows; i++) {
        size_t past = i == windows ? buffer.slot_bytes : buffer.slot_bytes * i / windows + mix(pass + i) % 17;
        consume_window(core, me, pass, first, past - first, copy);
        first = past;
    }
    df_publish(core, &released[me], pass + 1);
}

static void run_producer(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        for (uint32_t i = 0; i < consumers; i++)
            if (pass >= buffer.slots && !df_wait(core, &released_gates[i], pass + 1 - buffer.slots))
                return;
        produce(core, pass);
        df_publish(core, &produced, pass + 1);
    }
}

static void run_consumer(df_core *core)
{
    uint32_t me = core->index - 1;
    char *copy = malloc(buffer.slot_bytes);
    df_view_open(core, &channels[me].view);
    for (uint64_t pass = 0; df_core_continues(core, pass) && df_wait(core, &produced_gates[me], pass + 1);
         pass++)
        consume(core, me, pass, copy);
    df_view_close(&channels[me].view);
    free(copy);
}

static void run_all(df_core *core)
{
    char *copy = malloc(buffer.slot_bytes);
    df_view_open(core, &channels[0].view);
    df_view_open(core, &channels[1].view);
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        produce(core, pass);
        consume(core, 0, pass, copy);
        consume(core, 1, pass, copy);
    }
    df_view_close(&channels[0].view);
    df_view_close(&channels[1].view);
    free(copy);
}

static void report(void)
{
    for (uint32_t i = 0; i < consumers; i++) {
        const df_view_figures *figures = &channels[i].view.figures;
        printf("compared %" PRIu64 " uses %" PRIu64 " copied %" PRIu64 " written %" PRIu64 " dropped %" PRIu64
               " caught %" PRIu64 " page %zu turned %d\n",
               compared_bytes[i], figures->uses, figures->copied_bytes, figures->pages_written,
               figures->pages_dropped, atomic_load(&figures->writes_caught), channels[i].view.page_bytes,
               (int)channels[i].view.became_copy);
    }
}

static void prepare(uint32_t cores)
{
    consumers = cores == 1 ? 2 : cores - 1;
    for (uint32_t i = 0; i < consumers; i++) {
        produced_gates[i] = (df_gate){.counter = &produced, .fifo = "a.out:b.in", .peer = 0};
        released_gates[i] = (df_gate){.counter = &released[i], .fifo = "a.out:b.in", .peer = i + 1};
        released[i].waiters = cores == 1 ? 0 : 1;
        produced.waiters |= cores == 1 ? 0 : (uint64_t)2 << i;
        channels[i].strategy = &df_strategy_cow;
        channels_table[i] = &channels[i];
        channels[i].view = (df_view){
            .fifo = fifos[shape("NAMES", 0) != 0 ? i : 0],
            .port = "in",
            .offset_bytes = buffer.offset_bytes,
            .slot_bytes = buffer.slot_bytes,
            .stride_bytes = buffer.stride_bytes,
            .slots = buffer.slots,
            .fault = shape("FAULT", 0) != 0,
            .huge_pages = (df_huge)shape("HUGE", DF_HUGE_NEVER),
            .written_percent = (uint32_t)shape("EXPECTED", 0),
        };
    }
}

int main(int argc, char **argv)
{
    void (*runs[CONSUMERS_MAX + 1])(df_core *) = {run_producer, run_consumer, run_consumer, run_consumer,
                                                  run_consumer};
    size_t page_bytes = shape("UNIT", (uint64_t)sysconf(_SC_PAGESIZE));
    uint32_t cores = (uint32_t)shape("CORES", 2);
    if (shape("HUGE", DF_HUGE_NEVER) != DF_HUGE_NEVER && shape("LIES", 0) == 0)
        page_bytes = DF__OS_HUGE_PAGE_BYTES;
    buffer.offset_bytes = page_bytes;
    buffer.slot_bytes = shape("BYTES", 100000);
    buffer.stride_bytes = (buffer.slot_bytes + page_bytes - 1) / page_bytes * page_bytes;
    buffer.slots = (uint32_t)shape("SLOTS", 2);
    windows = shape("WINDOWS", 1);
    writes = shape("WRITES", 26);
    passes = shape("PASSES", 50);
    helpers = shape("HELPERS", 0);
    calm = shape("CALM", 0) != 0;
    early = shape("EARLY", 0) != 0;
    crash_at = shape("CRASH_AT", UINT64_MAX);
    actors[1].init = shape("CRASH_IN", 0) == 1 ? crash : NULL;
    actors[1].end = shape("CRASH_IN", 0) == 2 ? crash : NULL;
    actors[1].core = cores - 1;
    if (cores == 1)
        runs[0] = run_all;
    prepare(cores);
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "cow_views",
        .cores = cores,
        .iterations_per_pass = 1,
        .depth_passes = buffer.slots,
        .arena_bytes = buffer.offset_bytes + buffer.slots * buffer.stride_bytes,
        .buffers = &buffer,
        .buffers_count = 1,
        .actors = actors,
        .actors_count = 2,
        .run = runs,
        .arena_file = shape("FILE", 1) != 0,
        .channels = channels_table,
        .channels_count = shape("TABLE", 1) != 0 ? consumers : 0,
        .default_iterations = passes,
    };
    int status = df_main(argc, argv, &program);
    report();
    return status;
}
