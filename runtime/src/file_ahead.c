/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose bytes are somewhere nearer before a firing wants them: in the page cache, mapped, or in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "df/file_state.h"

enum { AHEAD_BYTES = 1 << 20, STAGED_BYTES_FIRST = 1 << 20 };

/* --- the page cache ---------------------------------------- */

/* What goes wrong here goes wrong again where the bytes are wanted, and is told there. */
static void fetch(void *argument)
{
    df__file *file = argument;
    if (file->scheme == DF_FILE_PREFETCH_ASYNC)
        df__os_unpin(); /* the core that has started it keeps its CPU */
    char *scratch = malloc(AHEAD_BYTES);
    size_t done = AHEAD_BYTES;
    for (uint64_t at = 0; scratch != NULL && at < file->open.bytes && done > 0; at += done) {
        if (atomic_load(&file->ahead_stops) || atomic_load(&df__run.failed) ||
            atomic_load(&df__run.signal) != 0 ||
            df__os_read(&file->open, scratch, AHEAD_BYTES, at, &done) != 0)
            break;
    }
    free(scratch);
}

static void fetch_by_thread(df__file *file)
{
    int error = df__os_thread_start(&file->ahead, fetch, file);
    if (error != 0)
        df_fail("%s: the thread that reads it ahead cannot be started: %s", file->name, strerror(error));
    file->has_thread = true;
}

/* --- mapped ---------------------------------------- */

static void map(df__file *file)
{
    int error = df__os_source_map(&file->open, &file->memory);
    if (error != 0)
        df_fail("%s: it cannot be mapped: %s", file->name, strerror(error));
    file->is_mapped = true;
}

/* The page of a mapping that the file has no bytes for any more: zeroes take its place. Who reads them asks afterwards. */
bool df__file_mend(const df__os_fault *fault)
{
    for (df__file *file = df__run.files; file != NULL; file = file->next) {
        uintptr_t first = (uintptr_t)file->memory;
        if (!file->is_mapped || (uintptr_t)fault->address - first >= file->open.bytes)
            continue;
        return df__os_zero_page(fault->address);
    }
    return false;
}

/* --- staged ---------------------------------------- */

static void grow(df__file *file, size_t bytes)
{
    size_t larger = file->memory_bytes == 0 ? STAGED_BYTES_FIRST : file->memory_bytes;
    while (larger < bytes)
        larger *= 2;
    char *memory = larger == file->memory_bytes ? file->memory : realloc(file->memory, larger);
    if (memory == NULL)
        df_fail("%s: there is no memory for %zu bytes of it, which the scheme 'staged' keeps", file->name,
                larger);
    file->memory = memory;
    file->memory_bytes = larger;
}

static void stage_stream(df__file *file)
{
    size_t total = 0;
    while (!file->ends) {
        size_t done;
        grow(file, total + AHEAD_BYTES);
        if (!df__file_read_stream(file, file->memory + total, AHEAD_BYTES, &done))
            break;
        total += done;
    }
    file->open.is_stream = false;
    file->open.bytes = file->staged_bytes = total;
}

static void stage(df__file *file)
{
    size_t done;
    if (file->open.is_stream) {
        stage_stream(file);
        return;
    }
    grow(file, file->open.bytes);
    int error = df__os_read(&file->open, file->memory, file->open.bytes, 0, &done);
    if (error != 0)
        df__file_fail(file, "read", error);
    file->staged_bytes = done;
}

void df__file_stage(df__file *file, const char *from, size_t bytes)
{
    grow(file, file->staged_bytes + bytes);
    df_copy_disjoint(file->memory + file->staged_bytes, from, bytes);
    file->staged_bytes += bytes;
}

void df__file_write_staged(df__file *file)
{
    size_t done;
    int error = df__os_write(&file->open, file->memory, file->staged_bytes, 0, &done);
    file->position = done;
    if (error != 0)
        df__file_failed(file, "written", error);
}

/* --- all of them ---------------------------------------- */

void df__file_get_ahead(df__file *file)
{
    if (file->scheme == DF_FILE_STAGED)
        stage(file);
    if (file->open.is_stream || file->open.bytes == 0)
        return;
    if ((file->flags & DF_FILE_MAPPED) != 0)
        map(file);
    if (file->scheme == DF_FILE_PREFETCH)
        fetch(file);
    if (file->scheme == DF_FILE_PREFETCH_ASYNC)
        fetch_by_thread(file);
}

void df__file_leave_behind(df__file *file)
{
    if (file->stream != NULL)
        df__streams.leave(file);
    atomic_store(&file->ahead_stops, true);
    if (file->has_thread)
        df__os_thread_join(&file->ahead);
    if (file->is_mapped)
        df__os_source_unmap(&file->open, file->memory);
    else
        free(file->memory);
}
