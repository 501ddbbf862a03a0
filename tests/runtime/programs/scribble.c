/* SPDX-License-Identifier: Apache-2.0 */
/* A guarded program with one actor that keeps or breaks its promises: option
 * do=fine|write_input|overrun|underrun| read_beyond|stray|wild. Two buffers of 352 bytes end at page ends,
 * pages without access lie between. */
#include <unistd.h>

#include "check.h"
#include "df/runtime.h"

enum { TOKEN_BYTES = 352 };

static const df_actor actors[] = {{.name = "scribbler", .place = "scribble.sdf:3:5", .core = 0}};
static df_buffer buffers[] = {
    {.name = "source.out", .slot_bytes = TOKEN_BYTES, .slots = 2},
    {.name = "scribbler.out", .slot_bytes = TOKEN_BYTES, .slots = 1},
    {.name = "other.out", .slot_bytes = TOKEN_BYTES, .slots = 1},
};
static size_t page_bytes;

static void misbehave(df_core *core, const char *what, const unsigned char *in, unsigned char *out)
{
    volatile unsigned char *written = NULL;
    volatile uintptr_t nowhere = 16; /* volatile, so that no compiler sees what is coming */
    volatile const unsigned char *read = in;
    if (strcmp(what, "write_input") == 0)
        written = (unsigned char *)(uintptr_t)in + 37;
    else if (strcmp(what, "overrun") == 0)
        written = out + TOKEN_BYTES + 2;
    else if (strcmp(what, "underrun") == 0)
        written = out - (page_bytes - TOKEN_BYTES) - 1;
    else if (strcmp(what, "read_beyond") == 0)
        read = in + TOKEN_BYTES;
    else if (strcmp(what, "stray") == 0)
        written = (unsigned char *)(uintptr_t)core->arena_read + buffers[2].offset_bytes;
    else if (strcmp(what, "wild") == 0)
        written = (unsigned char *)nowhere;
    if (written != NULL)
        *written = 1;
    else
        (void)*read;
}

static void run(df_core *core)
{
    const char *what = df_option("do");
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        const unsigned char *in = (const unsigned char *)core->arena_read + buffers[0].offset_bytes;
        unsigned char *out = (unsigned char *)core->arena + buffers[1].offset_bytes;
        core->actor = &actors[0];
        core->firing = core->iteration = pass;
        df_guard_window(core, 0, "in", in, TOKEN_BYTES, true);
        df_guard_window(core, 1, "out", out, TOKEN_BYTES, false);
        df_guard_poison(out, TOKEN_BYTES);
        if (pass == 0)
            printf("in %u out %u\n", in[TOKEN_BYTES - 1], out[0]);
        fflush(stdout);
        if (pass == 5 && what != NULL)
            misbehave(core, what, in, out);
        df_guard_done(core);
    }
}

static void fill(char *arena)
{
    memset(arena + buffers[0].offset_bytes, 77, TOKEN_BYTES);
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run};
    page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    size_t in_page = page_bytes - TOKEN_BYTES;
    for (size_t i = 0; i < 3;
         i++) /* slots of two pages each; "stray" lies farther off than a window reaches */
        buffers[i].stride_bytes = 2 * page_bytes;
    buffers[0].offset_bytes = in_page;
    buffers[1].offset_bytes = 4 * page_bytes + in_page;
    buffers[2].offset_bytes = 1024 * page_bytes + in_page;
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "scribble",
        .cores = 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = 1026 * page_bytes,
        .buffers = buffers,
        .buffers_count = 3,
        .actors = actors,
        .actors_count = 1,
        .run = runs,
        .fill = fill,
        .guard = true,
        .default_iterations = 8,
    };
    return df_main(argc, argv, &program);
}
