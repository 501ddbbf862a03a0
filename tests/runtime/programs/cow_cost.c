/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what one use of a FIFO costs its consumer, in us: get the token, read all of it, write one word
 * into some of its pages (the same ones each time). BYTES a token (9 MiB); THREADS that run (1), all but
 * one idly spinning. The strategies take turns; the median of 7 turns is printed. A tool for people; no
 * test reads its figures. */
#include "check.h"
#include "df/internal.h"

enum { TURNS = 7, USES = 30, PAGE = 4096 };

typedef enum way { SHARED, MEMCPY, COW, SCAN_ONLY, WAYS } way;

static const char *const way_names[WAYS] = {"shared", "memcpy", "cow", "cow scan"};
static const unsigned percents[] = {0, 1, 10, 100};
enum { PERCENTS = sizeof percents / sizeof percents[0] };

static df_buffer buffer = {.name = "a.out", .slots = 1};
static df_view view = {.fifo = "a.out:b.in", .port = "in"};
static char *target;
static _Atomic bool over;
static volatile uint64_t sink;
static double times_us[WAYS][PERCENTS][TURNS];

static void read_all(const char *token)
{
    const uint64_t *words = (const uint64_t *)(const void *)token;
    uint64_t sum = 0;
    for (size_t i = 0; i < buffer.slot_bytes / sizeof *words; i++)
        sum += words[i];
    sink = sum;
}

static void write_some(char *token, unsigned percent)
{
    size_t pages = buffer.slot_bytes / PAGE;
    for (size_t page = 0; page < pages; page++)
        if (percent != 0 && page % (100 / percent) == 0)
            token[page * PAGE + 8]++;
}

static char *get(way how, char *source)
{
    if (how == COW)
        return df_view_begin(&view, 0, 0, buffer.slot_bytes);
    if (how == MEMCPY)
        df_transfer_memcpy(target, source, buffer.slot_bytes);
    return how == MEMCPY ? target : source;
}

static uint64_t use(way how, char *source, unsigned percent)
{
    memset(source, (int)(sink & 0x7F), buffer.slot_bytes);
    uint64_t begin_ns = df__os_now_ns();
    if (how == SCAN_ONLY) {
        unsigned char *pages = view.pages;
        CHECK(df__os_find_own_pages(view.start, view.bytes, pages) != SIZE_MAX);
    } else {
        char *token = get(how, source);
        read_all(token);
        write_some(token, percent);
        if (how == COW)
            df_view_end(&view, 0, 0, buffer.slot_bytes);
    }
    return df__os_now_ns() - begin_ns;
}

static double turn_us(df_core *core, way how, unsigned percent)
{
    char *source = core->arena + buffer.offset_bytes;
    uint64_t sum_ns = 0;
    bool has_view = how == COW || how == SCAN_ONLY;
    if (has_view)
        df_view_open(core, &view);
    use(how == SCAN_ONLY ? COW : how, source, percent); /* the first use takes the pages */
    for (int i = 0; i < USES; i++)
        sum_ns += use(how, source, percent);
    if (has_view)
        df_view_close(&view);
    return (double)sum_ns / USES / 1000;
}

static int by_value(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void measure(df_core *core)
{
    CHECK(df__os_memory_take(df__whole_pages(buffer.slot_bytes), &target) == 0);
    for (int turn = 0; turn < TURNS; turn++)
        for (unsigned i = 0; i < PERCENTS; i++)
            for (way how = SHARED; how < WAYS; how++)
                times_us[how][i][turn] = turn_us(core, how, percents[i]);
    atomic_store(&over, true);
    for (way how = SHARED; how < WAYS; how++) {
        printf("%-10s", way_names[how]);
        for (unsigned i = 0; i < PERCENTS; i++) {
            qsort(times_us[how][i], TURNS, sizeof(double), by_value);
            printf("  %3u %%: %7.0f", percents[i], times_us[how][i][TURNS / 2]);
        }
        putchar('\n');
    }
}

static void spin(df_core *core)
{
    (void)core;
    while (!atomic_load_explicit(&over, memory_order_relaxed))
        df__os_pause();
}

int main(int argc, char **argv)
{
    void (*runs[DF_CORES_MAX])(df_core *) = {measure};
    uint32_t threads = (uint32_t)shape("THREADS", 1);
    for (uint32_t i = 1; i < threads; i++)
        runs[i] = spin;
    buffer.slot_bytes = buffer.stride_bytes = shape("BYTES", 9 * 1024 * 1024);
    view.slot_bytes = view.stride_bytes = buffer.slot_bytes;
    view.slots = 1;
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "cow_cost",
        .cores = threads,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = buffer.slot_bytes,
        .buffers = &buffer,
        .buffers_count = 1,
        .run = runs,
        .arena_file = true,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
