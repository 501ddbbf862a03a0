/* SPDX-License-Identifier: Apache-2.0 */
/* A program that wants MIB mebibytes of memory for four FIFOs. */
#include "check.h"
#include "df/runtime.h"

static void run(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++)
        CHECK(core->arena[0] == 0 && core->arena == core->arena_read);
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run};
    size_t unit = shape("MIB", 10) * 1024 * 1024 / 10;
    df_buffer buffers[] = {
        {.name = "a.out", .slot_bytes = unit, .stride_bytes = unit, .slots = 1},
        {.name = "b.out", .slot_bytes = unit, .stride_bytes = unit, .slots = 5},
        {.name = "c.out", .slot_bytes = 2 * unit, .stride_bytes = 2 * unit, .slots = 1},
        {.name = "d.out", .slot_bytes = unit, .stride_bytes = unit, .slots = 2},
    };
    df_program program = {
        .abi = (uint32_t)shape("ABI", DF_RUNTIME_ABI),
        .name = "large",
        .cores = 1,
        .iterations_per_pass = 1,
        .arena_bytes = 10 * unit,
        .buffers = buffers,
        .buffers_count = 4,
        .run = runs,
        .guard = shape("GUARD", 0) != 0,
        .default_iterations = 1,
    };
    return df_main(argc, argv, &program);
}
