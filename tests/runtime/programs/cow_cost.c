/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what one use of a FIFO costs each of its VIEWERS (1), in us: get the token, read all of it
 * (unless READ=0), write one word into some of its pages: the same ones each time, in one piece
 * (ONE_PIECE=1), or others (MOVES=1). BYTES a token (9 MiB); THREADS that run (1), all but one idly
 * spinning; USES (30) are timed after the first; HUGE=2 takes huge pages. `limit` is what could be had by
 * hand: a private mapping and the list of the pages that will be written, which are copied before each use;
 * nobody asks for them and nobody gives them back (small pages only). `cow told` expects all pages to be
 * written. The strategies take turns; the median of 7 turns is printed. `first` is the first use of each. A
 * tool for people; no test reads its figures. */
#include "check.h"
#include "df/internal.h"

enum { TURNS = 7, PAGE = 4096, VIEWERS_MAX = 32 };

typedef enum way { SHARED, MEMCPY, STREAM, LIMIT, COW, COW_TOLD, SCAN_ONLY, WAYS } way;

static const char *const way_names[WAYS] = {"shared", "memcpy",   "stream",  "limit",
                                            "cow",    "cow told", "cow scan"};
static const unsigned percents[] = {0, 1, 10, 50, 100};
enum { PERCENTS = sizeof percents / sizeof percents[0] };

static df_buffer buffer = {.name = "a.out", .slots = 1};
static df_channel channels[VIEWERS_MAX];
static df_channel *channels_table[VIEWERS_MAX];
static char *targets[VIEWERS_MAX]; /* of copies; private mappings of the limit */
static uint64_t viewers, reads, moves, one_piece, uses, use_now;
static _Atomic bool over;
static volatile uint64_t sink;
static double times_us[WAYS][PERCENTS][TURNS];
static double first_us[WAYS][PERCENTS];

static bool is_written(size_t page, unsigned percent)
{
    if (one_piece != 0)
        return page * 100 < (size_t)percent * (buffer.slot_bytes / PAGE);
    uint64_t at = moves != 0 ? page * 7919 + use_now * 104729 : page;
    return percent != 0 && at % (100 / percent) == 0;
}

static void read_all(const char *token)
{
    const uint64_t *words = (const uint64_t *)(const void *)token;
    uint64_t sum = 0;
    for (size_t i = 0; reads != 0 && i < buffer.slot_bytes / sizeof *words; i++)
        sum += words[i];
    sink = sum;
}

static void write_some(char *token, unsigned percent)
{
    for (size_t page = 0; page < buffer.slot_bytes / PAGE; page++)
        if (is_written(page, percent))
            token[page * PAGE + 8]++;
}

static void refresh_by_hand(char *token, const char *source, unsigned percent)
{
    size_t pages = buffer.slot_bytes / PAGE;
    for (size_t page = 0; page < pages; page++) {
        size_t first = page;
        while (page < pages && is_written(page, percent))
            page++;
        if (page > first)
            df_copy_disjoint(token + first * PAGE, source + first * PAGE, (page - first) * PAGE);
    }
}

static char *get(way how, uint64_t viewer, char *source, unsigned percent)
{
    switch (how) {
    case MEMCPY:
        df_transfer_memcpy(targets[viewer], source, buffer.slot_bytes);
        return targets[viewer];
    case STREAM:
        df_transfer_stream(targets[viewer], source, buffer.slot_bytes);
        return targets[viewer];
    case LIMIT:
        refresh_by_hand(targets[viewer], source, percent);
        return targets[viewer];
    case COW:
    case COW_TOLD:
        return df_view_begin(&channels[viewer].view, 0, 0, buffer.slot_bytes);
    default:
        return source;
    }
}

static void scan(df_view *view)
{
    CHECK(df__os_find_own_pages(view->start, view->bytes, view->page_bytes, view->pages) != SIZE_MAX);
}

/* Of all viewers together. */
static uint64_t use_ns(way how, char *source, unsigned percent)
{
    use_now++;
    memset(source, (int)(use_now & 0x7F), buffer.slot_bytes);
    uint64_t begin_ns = df__os_now_ns();
    for (uint64_t viewer = 0; viewer < viewers; viewer++) {
        if (how == SCAN_ONLY) {
            scan(&channels[viewer].view);
            continue;
        }
        char *token = get(how, viewer, source, percent);
        read_all(token);
        write_some(token, percent);
        if (how == COW || how == COW_TOLD)
            df_view_end(&channels[viewer].view, 0, 0, buffer.slot_bytes);
    }
    return df__os_now_ns() - begin_ns;
}

static int map_by_hand(size_t bytes, char **target)
{
    df__view_memory memory;
    CHECK(df__view_find_memory(&channels[0].view, &memory) && !memory.huge);
    return df__os_file_map(memory.file, memory.offset, bytes, DF__OS_MAP_PRIVATE, target);
}

static void open_all(df_core *core, way how)
{
    size_t bytes = df__whole_pages(buffer.slot_bytes);
    for (uint64_t viewer = 0; viewer < viewers; viewer++) {
        channels[viewer].view.written_percent = how == COW_TOLD ? 100 : 0;
        if (how == COW || how == COW_TOLD || how == SCAN_ONLY)
            df_view_open(core, &channels[viewer].view);
        else if (how == LIMIT)
            CHECK(map_by_hand(bytes, &targets[viewer]) == 0);
        else if (how == MEMCPY || how == STREAM)
            CHECK(df__os_memory_take(bytes, &targets[viewer]) == 0);
    }
}

static void close_all(way how)
{
    for (uint64_t viewer = 0; viewer < viewers; viewer++) {
        if (how == COW || how == COW_TOLD || how == SCAN_ONLY)
            df_view_close(&channels[viewer].view);
        else if (how != SHARED)
            df__os_memory_release(targets[viewer], df__whole_pages(buffer.slot_bytes));
    }
}

static void turn(df_core *core, way how, unsigned nth_percent, int nth_turn)
{
    if (how == LIMIT && channels[0].view.huge_pages != DF_HUGE_NEVER)
        return;
    char *source = core->arena + buffer.offset_bytes;
    unsigned percent = percents[nth_percent];
    uint64_t sum_ns = 0;
    open_all(core, how);
    uint64_t first_ns = use_ns(how == SCAN_ONLY ? COW : how, source, percent);
    for (uint64_t i = 0; i < uses; i++)
        sum_ns += use_ns(how, source, percent);
    close_all(how);
    first_us[how][nth_percent] = (double)first_ns / (double)viewers / 1000;
    times_us[how][nth_percent][nth_turn] = (double)sum_ns / (double)uses / (double)viewers / 1000;
}

static int by_value(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void measure(df_core *core)
{
    for (int nth = 0; nth < TURNS; nth++)
        for (unsigned i = 0; i < PERCENTS; i++)
            for (way how = SHARED; how < WAYS; how++)
                turn(core, how, i, nth);
    atomic_store(&over, true);
    for (way how = SHARED; how < WAYS; how++) {
        printf("%-10s", way_names[how]);
        for (unsigned i = 0; i < PERCENTS; i++) {
            qsort(times_us[how][i], TURNS, sizeof(double), by_value);
            printf("  %3u %%: %6.0f (first %6.0f)", percents[i], times_us[how][i][TURNS / 2],
                   first_us[how][i]);
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
    viewers = shape("VIEWERS", 1);
    reads = shape("READ", 1);
    moves = shape("MOVES", 0);
    one_piece = shape("ONE_PIECE", 0);
    uses = shape("USES", 30);
    buffer.slot_bytes = shape("BYTES", 9 * 1024 * 1024);
    buffer.stride_bytes = (buffer.slot_bytes + DF__OS_HUGE_PAGE_BYTES - 1) & -(size_t)DF__OS_HUGE_PAGE_BYTES;
    CHECK(viewers <= VIEWERS_MAX);
    for (uint64_t viewer = 0; viewer < viewers; viewer++) {
        channels_table[viewer] = &channels[viewer];
        channels[viewer].strategy = &df_strategy_cow;
        channels[viewer].view = (df_view){.fifo = "a.out:b.in",
                                          .port = "in",
                                          .slot_bytes = buffer.slot_bytes,
                                          .stride_bytes = buffer.stride_bytes,
                                          .slots = 1,
                                          .huge_pages = (df_huge)shape("HUGE", DF_HUGE_NEVER)};
    }
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "cow_cost",
        .cores = threads,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = buffer.stride_bytes,
        .buffers = &buffer,
        .buffers_count = 1,
        .run = runs,
        .arena_file = true,
        .channels = channels_table,
        .channels_count = viewers,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
