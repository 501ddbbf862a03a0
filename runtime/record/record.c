/* SPDX-License-Identifier: Apache-2.0 */
/* The recorder as generated code calls it (df/record.h). The environment says where the recording goes
 * (DF_RECORD_FOLDER). */
#include "df/record.h"

#include <stdio.h>
#include <stdlib.h>

#include "df/internal.h"
#include "record.h"

static bool is_open;

static void close_recording(void)
{
    const df_program *program = df__run()->program;
    const char **names = calloc(program->actors_count + 1, sizeof *names);
    if (names == NULL)
        return;
    for (size_t i = 0; i < program->actors_count; i++)
        names[i] = program->actors[i].name;
    df__record_traces_close(names, program->actors_count);
    free(names);
}

static void open_recording(void)
{
    const char *folder = getenv("DF_RECORD_FOLDER");
    if (folder == NULL || !df__record_filter_open()) {
        fprintf(stderr, "error: DF_RECORD_FOLDER must name a folder for the recording\n");
        exit(DF__EXIT_FAILED);
    }
    df__record_traces_open(folder);
    atexit(close_recording);
    is_open = true;
}

void df_record_window(df_core *core, uint32_t place, const void *start, size_t bytes)
{
    (void)core;
    df__record_window(place, start, bytes);
}

void df_record_begin(df_core *core)
{
    (void)core;
    if (!is_open)
        open_recording();
    df__record_filter_begin(__builtin_frame_address(0));
}

void df_record_end(df_core *core)
{
    df__record_filter_end();
    record_firing firing = {
        .actor = (uint64_t)(core->actor - df__run()->program->actors),
        .firing = core->firing,
        .trace = df__record_trace_end(),
        .accesses = df__record_accesses,
    };
    df__record_index(&firing);
}
