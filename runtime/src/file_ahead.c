/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose bytes are somewhere nearer before a firing wants them: in the page cache, mapped, or in memory. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "df/file_state.h"

enum { AHEAD_BYTES = 1 << 20, STAGED_BYTES_FIRST = 1 << 20 };

/* --- the page cache ---------------------------------------- */

/* What goes wrong here goes wrong again where the bytes are wanted, and is told there.
 *
 * The bytes go into whole cache lines: from pages of the kernel's to a place a few bytes behind the begin of a page,
 * as malloc's large blocks lie, some CPUs copy at a third of the speed (AMD, Zen 3). */
static void fetch(void *argument)
{
    df__file *file = argument;
    if (file->scheme == DF_FILE_PREFETCH_ASYNC)
        df__os_unpin(); /* the core that has started it keeps its CPU */
    char *scratch = aligned_alloc(DF_CACHE_LINE_BYTES, AHEAD_BYTES);
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

/* Bytes of whole slots, with one that begins behind the last byte: sources may fire there, and find nothing. */
static size_t room_for(const df__file *file, uint64_t bytes)
{
    return file->slot_bytes == 0 ? bytes : (size_t)((bytes / file->slot_bytes + 1) * file->slot_bytes);
}

static void map(df__file *file)
{
    file->memory_bytes = room_for(file, file->open.bytes);
    int error = df__os_source_map(&file->open, file->memory_bytes, &file->memory);
    if (error != 0)
        df_fail("%s: it cannot be mapped: %s", file->name, strerror(error));
    file->is_mapped = true;
}

static bool lies_in(const void *address, const df__file *file)
{
    return (uintptr_t)address - (uintptr_t)file->memory < file->open.bytes;
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
    if (now < file->open.bytes) {
        df__text_add(&text, ": ends inside block ");
        df__text_add_number(&text, now / file->block_bytes);
        df__text_add(&text, ": ");
        df__text_add_number(&text, now % file->block_bytes);
        df__text_add(&text, " of ");
        df__text_add_number(&text, file->block_bytes);
        df__text_add(&text, " bytes, for it has shrunk since it was opened");
    } else /* all of it is there, but a page does not come from the disk */
        df__text_add(&text, ": it cannot be read: input/output error");
    df__text_write(&text);
}

static _Atomic bool windows_are_lost;

bool df__file_windows_are_lost(void)
{
    return atomic_load(&windows_are_lost);
}

static df__file *mapped_at(const void *address)
{
    df__file *file = df__run()->files;
    while (file != NULL && !(file->is_mapped && lies_in(address, file)))
        file = file->next;
    return file;
}

static void lose_windows(df__file *file)
{
    atomic_store(&windows_are_lost, true);
    if (df__file_breaks(file))
        tell_lost(file);
}

/* The page of a mapping that the file has no bytes for any more, or that the disk does not give: zeroes take its place. A
 * source that copies them asks afterwards; nobody asks who reads them in a window. */
bool df__file_mend(const df__os_fault *fault)
{
    df__file *file = mapped_at(fault->address);
    if (file == NULL)
        return false;
    atomic_store(&file->was_mended, true);
    if (file->shows)
        lose_windows(file);
    return df__os_zero_page(fault->address);
}

bool df__file_has_lost(const void *address)
{
    df__file *file = mapped_at(address);
    if (file == NULL || !file->shows)
        return false;
    lose_windows(file);
    return true;
}

/* What a page has lost within reads as zeroes, and raises no signal. */
void df__file_look_for_loss(df__file *file)
{
    bool is_lost = file->is_mapped && file->shows && df__os_bytes_now(&file->open) < file->position;
    if (is_lost && df__file_breaks(file))
        tell_lost(file);
}

/* --- staged ---------------------------------------- */

_Noreturn static void fail_for_memory(const df__file *file, size_t bytes)
{
    df_fail("%s: there is no memory for %zu bytes of it, which the scheme 'staged' keeps", file->name, bytes);
}

/* In pages, as windows may lie there, and zero behind what is there. */
static void grow_to(df__file *file, size_t bytes)
{
    char *memory;
    if (df__os_memory_map(bytes, df__os_page_bytes(), &memory) != 0)
        fail_for_memory(file, bytes);
    if (file->memory != NULL) {
        df_copy_disjoint(memory, file->memory, file->staged_bytes);
        df__os_memory_release(file->memory, file->memory_bytes);
    }
    file->memory = memory;
    file->memory_bytes = bytes;
}

static void grow(df__file *file, size_t bytes)
{
    size_t larger = file->memory_bytes == 0 ? STAGED_BYTES_FIRST : file->memory_bytes;
    while (larger < bytes)
        larger *= 2;
    if (larger > file->memory_bytes)
        grow_to(file, larger);
}

/* No more than the iterations take that the program is to run: a device may have no end. A signal ends it, too: the
 * program runs nothing then. */
static void stage_stream(df__file *file)
{
    uint64_t most;
    if (__builtin_mul_overflow(df__run()->end_asked, file->block_bytes * file->actor->firings, &most))
        most = UINT64_MAX;
    while (!file->ends && atomic_load(&df__run()->signal) == 0) {
        size_t done;
        grow(file, file->staged_bytes + AHEAD_BYTES);
        if (!df__file_read_stream(file, file->memory + file->staged_bytes, AHEAD_BYTES, &done))
            break;
        file->staged_bytes += done;
        file->ends = file->ends || file->staged_bytes >= most;
    }
    file->open.is_stream = false;
    file->open.bytes = file->staged_bytes;
    if (room_for(file, file->staged_bytes) > file->memory_bytes)
        grow_to(file, room_for(file, file->staged_bytes));
}

static void stage(df__file *file)
{
    size_t done;
    if (file->open.is_stream) {
        stage_stream(file);
        return;
    }
    if (file->slot_bytes != 0)
        grow_to(file, room_for(file, file->open.bytes));
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

/* A stream has no bytes yet, and a file that is not read from its begin on may begin inside a page. */
void df__file_give_views(df__file *file, df_file *state, uint64_t slots)
{
    file->shows = file->memory != NULL && (uintptr_t)file->memory % df__os_page_bytes() == 0;
    if (!file->shows) {
        file->spare_bytes = slots * file->slot_bytes;
        int error = df__os_memory_take(file->spare_bytes, &file->spare);
        if (error != 0)
            df_fail("%s: there is no memory for %zu bytes of it: %s", file->name, file->spare_bytes,
                    strerror(error));
    }
    state->views = file->shows ? file->memory : file->spare;
    state->slot_bytes = file->slot_bytes;
    state->slots = file->shows ? file->memory_bytes / file->slot_bytes : slots;
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
    if (file->spare != NULL)
        df__os_memory_release(file->spare, file->spare_bytes);
    if (file->is_mapped)
        df__os_source_unmap(&file->open, file->memory, file->memory_bytes);
    else if (file->memory != NULL)
        df__os_memory_release(file->memory, file->memory_bytes);
}
