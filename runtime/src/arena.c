/* SPDX-License-Identifier: Apache-2.0 */
/* The program's one large piece of memory: taken before anything runs, or a message that says which FIFO wants so
 * much. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

enum { BUFFERS_NAMED = 3 };

static double mebibytes(size_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

/* The largest buffer that comes after `previous` in the order by size, then by place in the table; null at
 * the end. */
static const df_buffer *next_smaller(const df_program *program, const df_buffer *previous)
{
    const df_buffer *found = NULL;
    for (size_t i = 0; i < program->buffers_count; i++) {
        const df_buffer *buffer = &program->buffers[i];
        size_t bytes = df__buffer_bytes(buffer);
        bool comes_later = previous == NULL || bytes < df__buffer_bytes(previous) ||
                           (bytes == df__buffer_bytes(previous) && buffer > previous);
        if (comes_later && (found == NULL || bytes > df__buffer_bytes(found)))
            found = buffer;
    }
    return found;
}

static void say_shortage(const df_program *program, const char *reason)
{
    df__tell_error("the FIFOs need %.1f MiB of memory, which the system does not give: %s",
                   mebibytes(program->arena_bytes), reason);
    const df_buffer *buffer = next_smaller(program, NULL);
    for (int i = 0; i < BUFFERS_NAMED && buffer != NULL; i++, buffer = next_smaller(program, buffer))
        df__tell_more("%s FIFO buffer: '%s', %.1f MiB (%u x %zu bytes)", i == 0 ? "largest" : "next",
                      buffer->name, mebibytes(df__buffer_bytes(buffer)), (unsigned)buffer->slots,
                      buffer->slot_bytes);
    df__tell_more("compile with a smaller --depth, or give the program more memory");
}

size_t df__whole_pages(size_t bytes)
{
    size_t page_bytes = df__os_page_bytes();
    return bytes == 0 ? page_bytes : (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

void *df__take_zeroed(size_t bytes)
{
    size_t whole = (bytes + DF_CACHE_LINE_BYTES - 1) / DF_CACHE_LINE_BYTES * DF_CACHE_LINE_BYTES;
    void *memory = aligned_alloc(DF_CACHE_LINE_BYTES, whole);
    return memory == NULL ? NULL : memset(memory, 0, whole);
}

const char *df__memory_refusal(int error)
{
    return error == EFBIG ? "it is a file, and the size of files is limited (ulimit -f)" : strerror(error);
}

static int take_guarded(size_t bytes)
{
    int error = df__os_file_make(bytes, &df__run()->arena_file);
    if (error != 0)
        return error;
    return df__guard.arena_map(df__run()->arena_file, bytes, &df__run()->arena, &df__run()->arena_read);
}

/* Files are laid over the buffers of views while the pages are not there yet. */
static int make_present(const df_program *program, size_t bytes)
{
    int error = &df__views == NULL ? 0 : df__views.lay_files(program, df__run()->arena, bytes);
    if (error != 0)
        return error;
    error = df__pages_take(df__run(), bytes);
    return error == EINVAL ? 0 : error; /* a system where pages come at first use */
}

static void close_files(void)
{
    if (df__run()->arena_file >= 0)
        df__os_file_close(df__run()->arena_file);
    if (&df__views != NULL)
        df__views.close_files();
}

static int take(const df_program *program, size_t bytes)
{
    size_t alignment = &df__views == NULL ? df__os_page_bytes() : DF__OS_HUGE_PAGE_BYTES;
    df__run()->arena_file = -1;
    if (program->guard)
        return take_guarded(bytes);
    int error = df__os_memory_map(bytes, alignment, &df__run()->arena);
    if (error != 0)
        return error;
    df__run()->arena_read = df__run()->arena;
    error = make_present(program, bytes);
    if (error != 0) {
        df__os_memory_release(df__run()->arena, bytes);
        close_files();
    }
    return error;
}

bool df__arena_take(void)
{
    const df_program *program = df__run()->program;
    size_t available_bytes = df__os_memory_available_bytes();
    if (program->arena_bytes > SIZE_MAX / 2 || program->arena_bytes > available_bytes) {
        char reason[80];
        snprintf(reason, sizeof reason, "only %.1f MiB are left", mebibytes(available_bytes));
        say_shortage(program, reason);
        return false;
    }
    int error = take(program, df__whole_pages(program->arena_bytes));
    if (error != 0) {
        say_shortage(program, df__memory_refusal(error));
        return false;
    }
    if (df__has_objects() && !df__object_graphs.open())
        return false;
    if (program->fill != NULL)
        program->fill(df__run()->arena);
    return true;
}

void df__arena_release(void)
{
    size_t bytes = df__whole_pages(df__run()->program->arena_bytes);
    if (df__has_objects())
        df__object_graphs.close();
    if (df__run()->arena_read != df__run()->arena)
        df__os_memory_release(df__run()->arena_read, bytes);
    df__os_memory_release(df__run()->arena, bytes);
    close_files();
}
