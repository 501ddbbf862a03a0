/* SPDX-License-Identifier: Apache-2.0 */
/* Every kernel of df/stream.h that this processor runs, then the functions that choose one: all alignments of
 * source and target with all lengths up to LENGTHS in steps of STEP, and large windows. The bytes around the
 * target must stay. Prints the kernels. */
#include "check.h"
#include "df/df.h"
#include "df/stream.h"
#include "df/transfer.h"

enum { ALIGNMENTS = 64, MARGIN = 64, LARGE = 1 << 20, ROOM = LARGE + 4096, AROUND = 0xEE, FILLED = 0x1A7 };

static char *source_room, *target_room, *around, *filled;

typedef enum operation { COPY, FILL } operation;

/* One way to copy or fill; a null kernel stands for the public functions with that hint. */
typedef struct way {
    const df__stream_kernel *kernel;
    df_copy_hint hint;
    bool is_transfer;
} way;

static void do_one(const way *by, operation what, char *target, const char *source, size_t bytes)
{
    if (by->kernel != NULL && what == COPY)
        df__stream_copy(by->kernel, target, source, bytes);
    else if (by->kernel != NULL)
        df__stream_fill(by->kernel, target, FILLED, bytes);
    else if (by->is_transfer && what == COPY)
        df_transfer_stream(target, source, bytes);
    else if (what == COPY)
        df_copy(target, source, bytes, by->hint);
    else
        df_fill(target, FILLED, bytes, by->hint);
}

static void check_one(const way *by, operation what, size_t to, size_t from, size_t bytes)
{
    char *target = target_room + MARGIN + to;
    const char *source = source_room + from;
    size_t before = MARGIN + to;
    size_t after = 2 * MARGIN;
    memset(target_room, AROUND, before + bytes + after);
    do_one(by, what, target, source, bytes);
    CHECK(memcmp(target_room, around, before) == 0);
    CHECK(memcmp(target, what == COPY ? source : filled, bytes) == 0);
    CHECK(memcmp(target + bytes, around, after) == 0);
}

static void check_way(const way *by)
{
    const size_t large[] = {4095, 4096, 4097, 4159, 65536, 100003, LARGE};
    size_t lengths = shape("LENGTHS", 300), step = shape("STEP", 1);
    for (size_t to = 0; to < ALIGNMENTS; to++)
        for (size_t from = 0; from < ALIGNMENTS; from++)
            for (size_t bytes = (to + from) % step; bytes <= lengths; bytes += step)
                check_one(by, COPY, to, from, bytes);
    for (size_t to = 0; to < ALIGNMENTS; to++)
        for (size_t bytes = 0; bytes <= lengths; bytes++)
            check_one(by, FILL, to, 0, bytes);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        for (size_t to = 0; to < ALIGNMENTS; to += 9)
            for (operation what = COPY; what <= FILL; what++)
                check_one(by, what, to, (5 * to + 3) % ALIGNMENTS, large[i]);
}

static char *room(int byte)
{
    char *memory = aligned_alloc(4096, ROOM);
    CHECK(memory != NULL);
    memset(memory, byte, ROOM);
    return memory;
}

static void check_kernels(void)
{
    for (const df__stream_kernel *const *kernel = df__stream_kernels; *kernel != NULL; kernel++) {
        if (!(*kernel)->is_here())
            continue;
        check_way(&(way){.kernel = *kernel});
        printf("%s\n", (*kernel)->name);
    }
}

/* The first kernel of the list that is here is taken, from the least size on. */
static void check_choice(void)
{
    const df__stream_kernel *const *first = df__stream_kernels;
    while (!(*first)->is_here())
        first++;
    CHECK(df__stream_choose(DF__STREAM_BYTES_MIN) == *first);
    CHECK(df__stream_choose(DF__STREAM_BYTES_MIN - 1) == &df__stream_plain);
}

int main(void)
{
    uint32_t random = 1;
    source_room = room(0), target_room = room(AROUND), around = room(AROUND), filled = room(FILLED & 0xFF);
    for (size_t i = 0; i < ROOM; i++) {
        random = random * 1664525u + 1013904223u;
        source_room[i] = (char)(random >> 24);
    }
    check_kernels();
    check_choice();
    check_way(&(way){.hint = DF_COPY_REUSED});
    check_way(&(way){.hint = DF_COPY_STREAMED});
    check_way(&(way){.is_transfer = true, .hint = DF_COPY_STREAMED});
    free(source_room), free(target_room), free(around), free(filled);
    return 0;
}
