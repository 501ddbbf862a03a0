/* SPDX-License-Identifier: Apache-2.0 */
/* The program's one piece of memory: taken before anything runs, or a message that says which FIFO wants so
 * much. */
#include <stdio.h>
#include <string.h>

#include "df/internal.h"

enum { BUFFERS_NAMED = 3 };

static double mebibytes(size_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

static size_t buffer_bytes(const df_buffer *buffer)
{
    return buffer->slots == 0 ? 0 : (buffer->slots - 1) * buffer->stride_bytes + buffer->slot_bytes;
}

/* The largest buffer that comes after `previous` in the order by size, then by place in the table; null at
 * the end. */
static const df_buffer *next_smaller(const df_program *program, const df_buffer *previous)
{
    const df_buffer *found = NULL;
    for (size_t i = 0; i < program->buffers_count; i++) {
        const df_buffer *buffer = &program->buffers[i];
        size_t bytes = buffer_bytes(buffer);
        bool comes_later = previous == NULL || bytes < buffer_bytes(previous) ||
                           (bytes == buffer_bytes(previous) && buffer > previous);
        if (comes_later && (found == NULL || bytes > buffer_bytes(found)))
            found = buffer;
    }
    return found;
}

static void say_shortage(const df_program *program, const char *reason)
{
    fprintf(stderr, "error: the FIFOs need %.1f MiB of memory, which the system does not give: %s\n",
            mebibytes(program->arena_bytes), reason);
    const df_buffer *buffer = next_smaller(program, NULL);
    for (int i = 0; i < BUFFERS_NAMED && buffer != NULL; i++, buffer = next_smaller(program, buffer))
        fprintf(stderr, "       %s FIFO buffer: '%s', %.1f MiB (%u x %zu bytes)\n",
                i == 0 ? "largest" : "next", buffer->name, mebibytes(buffer_bytes(buffer)),
                (unsigned)buffer->slots, buffer->slot_bytes);
    fputs("       compile with a smaller --depth, or give the program more memory\n", stderr);
}

static size_t whole_pages(size_t bytes)
{
    size_t page_bytes = df__os_page_bytes();
    return bytes == 0 ? page_bytes : (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

bool df__arena_take(void)
{
    const df_program *program = df__run.program;
    if (program->arena_bytes > SIZE_MAX / 2 || program->arena_bytes > df__os_memory_available_bytes()) {
        char reason[80];
        snprintf(reason, sizeof reason, "only %.1f MiB are left", mebibytes(df__os_memory_available_bytes()));
        say_shortage(program, reason);
        return false;
    }
    size_t bytes = whole_pages(program->arena_bytes);
    int error;
    if (program->guard) {
        error = df__guard.arena_take(bytes, &df__run.arena, &df__run.arena_read);
    } else {
        error = df__os_memory_take(bytes, &df__run.arena);
        df__run.arena_read = df__run.arena;
    }
    if (error != 0) {
        say_shortage(program, strerror(error));
        return false;
    }
    if (program->fill != NULL)
        program->fill(df__run.arena);
    return true;
}

void df__arena_release(void)
{
    size_t bytes = whole_pages(df__run.program->arena_bytes);
    if (df__run.arena_read != df__run.arena)
        df__os_memory_release(df__run.arena_read, bytes);
    df__os_memory_release(df__run.arena, bytes);
}
