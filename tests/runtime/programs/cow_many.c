/* SPDX-License-Identifier: Apache-2.0 */
/* Opens VIEWS views that could need 16 GiB of pages each, touches none, and prints how many could be had
 * and how many had to become copies; then how many can be had when all were closed. */
#include "check.h"
#include "df/internal.h"

enum { VIEWS_MAX = 64, STRIDE_BYTES = 16 * 1024 * 1024, SLOTS = 1024, SLOT_BYTES = 4096 };

static df_view views[VIEWS_MAX];

static unsigned open_and_close(df_core *core, unsigned count)
{
    unsigned mapped = 0;
    for (unsigned i = 0; i < count; i++) {
        views[i] = (df_view){.fifo = "a.out:b.in",
                             .port = "in",
                             .slot_bytes = SLOT_BYTES,
                             .stride_bytes = STRIDE_BYTES,
                             .slots = SLOTS};
        df_view_open(core, &views[i]);
        mapped += !views[i].copies;
    }
    for (unsigned i = 0; i < count; i++)
        df_view_close(&views[i]);
    return mapped;
}

static void run(df_core *core)
{
    unsigned count = (unsigned)shape("VIEWS", 1);
    CHECK(count <= VIEWS_MAX);
    unsigned mapped = open_and_close(core, count);
    printf("%u %u %u\n", mapped, count - mapped, open_and_close(core, count));
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
        .arena_bytes = SLOT_BYTES,
        .run = runs,
        .arena_file = true,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
