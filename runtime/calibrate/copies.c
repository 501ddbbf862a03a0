/* SPDX-License-Identifier: Apache-2.0 */
/* Copies by size, by who wrote the bytes and by who reads them next; and what a copy takes out of the caches. */
#include <stdio.h>

#include "calibrate.h"

/* How a window gets to its reader: where it is, or by a kernel. Whoever compiles this names the kernels of
 * `df/transfer.h` to measure: DF_CALIBRATED_KERNELS is X(name, function) for each. */
typedef struct way {
    const char *name;
    void (*copy)(void *target, const void *source, size_t bytes);
} way;

#define X(name, function) {#name, function},
static const way ways[] = {{"none", NULL}, DF_CALIBRATED_KERNELS};
#undef X

enum { WAYS = sizeof ways / sizeof ways[0] };

const size_t curve_sizes[] = {4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20,  2 << 20,
                              4 << 20, 8 << 20,  16 << 20, 32 << 20,  64 << 20, 0};

static const char *transfer(const bench *on, const way *how, size_t bytes)
{
    if (how->copy == NULL)
        return on->source;
    how->copy(on->target, on->source, bytes);
    return on->target;
}

/* What the reader does: nothing, read the window, or take over its lines besides. */
typedef enum reading { UNREAD, READ, OWNED } reading;

static const char *const readings[] = {[UNREAD] = "unread", [READ] = "read", [OWNED] = "owned"};

static void use(const char *token, size_t bytes, reading how)
{
    if (how == READ)
        read_all(token, bytes);
    if (how == OWNED)
        own_all(token, bytes);
}

/* Writer, transfer and reader on one core. */
static uint64_t use_near(const bench *on, const way *how, size_t bytes, reading reads)
{
    uint64_t begin_ns = clock_ns(bytes);
    write_all(on->source, bytes);
    use(transfer(on, how, bytes), bytes, reads);
    return clock_ns(bytes) - begin_ns;
}

/* The writer on the neighbour, whose own time is told apart. */
static uint64_t use_far(const bench *on, const way *how, size_t bytes, reading reads, uint64_t *written_ns)
{
    *written_ns = neighbour_do(WRITE_ALL, on->source, bytes);
    uint64_t begin_ns = clock_ns(bytes);
    use(transfer(on, how, bytes), bytes, reads);
    return clock_ns(bytes) - begin_ns;
}

static void measure_copy(const bench *on, const way *how, size_t bytes, bool far, reading reads)
{
    char name[40];
    unsigned uses = uses_of(bytes);
    sample repeats = {.count = 0}, writes = {.count = 0};
    bool is_warm = false;
    while (sample_goes_on(&repeats, uses)) {
        uint64_t written_ns = 0;
        uint64_t ns = far ? use_far(on, how, bytes, reads, &written_ns) : use_near(on, how, bytes, reads);
        if (is_warm) {
            sample_add(&repeats, ns);
            sample_add(&writes, written_ns);
        }
        is_warm = true;
    }
    snprintf(name, sizeof name, "%s %s %s", how->name, far ? "far" : "near", readings[reads]);
    print_figure(name, bytes, sample_median(&repeats));
    if (far && reads != UNREAD && how->copy == NULL)
        print_figure(reads == READ ? "written for far" : "written for owner", bytes, sample_median(&writes));
}

void measure_copies(const bench *on)
{
    for (const size_t *bytes = curve_sizes; *bytes != 0 && *bytes <= on->bytes_max; bytes++) {
        for (int far = 0; far <= (on->has_neighbour ? 1 : 0); far++)
            for (int reads = UNREAD; reads <= READ; reads++)
                for (const way *how = ways; how < ways + WAYS; how++)
                    measure_copy(on, how, *bytes, far != 0, (reading)reads);
        if (on->has_neighbour)
            measure_copy(on, &ways[0], *bytes, true, OWNED);
    }
}

/* --- eviction ---------------------------------------- */

static uint64_t pass_ns(const bench *on, bool far)
{
    if (far)
        return neighbour_do(READ_ALL, on->foreign, on->resident_bytes);
    uint64_t begin_ns = clock_ns(on->resident_bytes);
    read_all(on->resident, on->resident_bytes);
    return clock_ns(on->resident_bytes) - begin_ns;
}

static void measure_evicted(const bench *on, const way *how, size_t bytes, bool far)
{
    enum { USES = 9 };
    char name[40];
    sample repeats = {.count = 0};
    write_all(on->source, bytes);
    while (sample_goes_on(&repeats, USES)) {
        pass_ns(on, far);
        pass_ns(on, far);
        transfer(on, how, bytes);
        sample_add(&repeats, pass_ns(on, far));
    }
    snprintf(name, sizeof name, "evict %s %s", how->name, far ? "far" : "near");
    print_figure(name, bytes, sample_median(&repeats) / (double)on->resident_bytes);
}

void measure_eviction(const bench *on)
{
    for (const size_t *bytes = curve_sizes; *bytes != 0 && *bytes <= on->bytes_max; bytes++)
        for (int far = 0; far <= (on->has_neighbour ? 1 : 0) && *bytes >= 64 << 10; far++)
            for (const way *how = ways; how < ways + WAYS; how++)
                measure_evicted(on, how, *bytes, far != 0);
}
