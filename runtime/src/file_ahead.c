/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose bytes are somewhere nearer before a firing wants them: in the page cache, mapped, or in memory. */
#include <inttypes.h>
#include <signal.h>
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
        if (atomic_load(&file->ahead_stops) || atomic_load(&df__run()->failed) ||
            atomic_load(&df__run()->signal) != 0 ||
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
    file->shows = (file->flags & DF_FILE_SHOWN) != 0;
    int error = df__os_source_map(&file->open, file->shows, &file->memory);
    if (error != 0)
        df_fail("%s: it cannot be mapped: %s", file->name, strerror(error));
    file->is_mapped = true;
}

static bool lies_in(const char *address, const char *memory, uint64_t first, uint64_t end)
{
    uint64_t at = (uintptr_t)address - (uintptr_t)memory;
    return at >= first && at < end;
}

/* As a handler of signals may. */
static void tell_lost(df__file *file)
{
    uint64_t now = df__os_bytes_now(&file->open);
    df__text text = {.length = 0};
    df__text_add(&text, "error: actor '");
    df__text_add(&text, file->actor->name);
    df__text_add(&text, "' (");
    df__text_add(&text, file->actor->place);
    df__text_add(&text, "): ");
    df__text_add(&text, file->name);
    df__text_add(&text, ": ends inside block ");
    df__text_add_number(&text, now / file->block_bytes);
    df__text_add(&text, ": ");
    df__text_add_number(&text, now % file->block_bytes);
    df__text_add(&text, " of ");
    df__text_add_number(&text, file->block_bytes);
    df__text_add(&text, " bytes, for it has shrunk since it was opened");
    df__text_write(&text);
}

static _Atomic bool windows_are_lost;

bool df__file_windows_are_lost(void)
{
    return atomic_load(&windows_are_lost);
}

/* The page of a mapping that the file has no bytes for any more: zeroes take its place. A source that reads them asks
 * afterwards; nobody asks who reads them in a window. */
bool df__file_mend(const df__os_fault *fault)
{
    for (df__file *file = df__run()->files; file != NULL; file = file->next) {
        if (!file->is_mapped)
            continue;
        if (lies_in(fault->address, file->memory, file->shown_bytes, file->open.bytes))
            return df__os_zero_page(fault->address);
        bool is_window = fault->signal == SIGBUS && file->shown_bytes > 0 &&
                         df__os_bytes_now(&file->open) < file->shown_bytes;
        if (!is_window || !lies_in(fault->address, df__run()->arena, 0, df__run()->program->arena_bytes))
            continue;
        atomic_store(&windows_are_lost, true);
        if (df__file_breaks(file))
            tell_lost(file);
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

/* Pages of its own, which windows may get. */
static void take_pages(df__file *file)
{
    file->memory_bytes = df__whole_pages(file->open.bytes);
    int error = df__os_memory_take(file->memory_bytes, &file->memory);
    if (error != 0)
        df_fail("%s: there is no memory for %zu bytes of it, which the scheme 'staged' keeps: %s", file->name,
                file->memory_bytes, strerror(error));
    file->shows = file->is_paged = true;
}

static void stage(df__file *file)
{
    size_t done;
    if (file->open.is_stream) {
        stage_stream(file);
        return;
    }
    if ((file->flags & DF_FILE_SHOWN) != 0)
        take_pages(file);
    else
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

/* --- views ---------------------------------------- */

/* Once a block was copied all are: those that were shown come first. */
bool df__file_show(df__file *file, char *to, size_t bytes)
{
    size_t page_bytes = df__os_page_bytes();
    char *from = file->memory + file->position;
    bool may = file->shows && bytes == file->block_bytes && bytes % page_bytes == 0 &&
               ((uintptr_t)to | (uintptr_t)from) % page_bytes == 0;
    file->shows = may && df__os_memory_move(from, bytes, to) == 0;
    if (file->shows)
        file->shown_bytes += bytes;
    return file->shows;
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
        df__os_source_unmap(&file->open, file->memory, file->shown_bytes);
    else if (!file->is_paged)
        free(file->memory);
    else if (file->memory_bytes > file->shown_bytes)
        df__os_memory_release(file->memory + file->shown_bytes, file->memory_bytes - file->shown_bytes);
}
