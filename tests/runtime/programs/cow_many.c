/* SPDX-License-Identifier: Apache-2.0 */
/* Opens VIEWS views that could need 64 MiB of pages each, touches none, and prints how many could be had
 * and how many had to become copies; then how many can be had when all were closed. */
#include "check.h"
#include "df/internal.h"

enum { STRIDE_BYTES = 1024 * 1024, SLOTS = 64, SLOT_BYTES = 4096 };

static unsigned open_and_close(df_core *core, df_view *views, size_t count)
{
    unsigned mapped = 0;
    for (size_t i = 0; i < count; i++) {
        views[i] = (df_view){.fifo = "a.out:b.in",
                             .port = "in",
                             .slot_bytes = SLOT_BYTES,
                             .stride_bytes = STRIDE_BYTES,
                             .slots = SLOTS};
        df_view_open(core, &views[i]);
        mapped += !views[i].copies;
    }
    for (size_t i = 0; i < count; i++)
        df_view_close(&views[i]);
    return mapped;
}

static void run(df_core *core)
{
    size_t count = (size_t)shape("VIEWS", 1);
    df_view *first = calloc(count, sizeof *first);
    df_view *second = calloc(count, sizeof *second);
    CHECK(first != NULL && second != NULL);
    unsigned mapped = open_and_close(core, first, count);
    printf("%u %zu %u\n", mapped, count - mapped, open_and_close(core, second, count));
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run};
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "cow_many",
        .cores = 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = (size_t)SLOTS * STRIDE_BYTES,
        .run = runs,
        .arena_file = true,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
