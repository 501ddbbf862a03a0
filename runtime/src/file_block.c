/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of files: what a firing reads or writes while its core waits. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "df/file_state.h"
#include "df/parts.h"

/* Of a tenth of a second each, once the program has failed. */
enum { STALLS_MOST = 5 };

bool df__file_read_stream(df__file *file, char *to, size_t bytes, size_t *done)
{
    if (file->stream != NULL)
        return df__streams.take(file, to, bytes, done);
    *done = 0;
    while (*done < bytes && !file->ends) {
        size_t count;
        int error = df__os_read_some(&file->open, to + *done, bytes - *done, &count);
        if (error != 0 && error != EAGAIN)
            df__file_fail(file, "read", error);
        if (atomic_load(&df__run()->failed))
            return false;
        if (error != 0 && atomic_load(&df__run()->signal) != 0) {
            atomic_store(&df__run()->interrupted, true);
            return false;
        }
        *done += count;
        file->ends = error == 0 && count == 0;
    }
    return true;
}

int df__file_write_stream(const df__file *file, const char *from, size_t bytes, size_t *done)
{
    int stalls = 0;
    *done = 0;
    while (*done < bytes && stalls < STALLS_MOST) {
        size_t count;
        int error = df__os_write_some(&file->open, from + *done, bytes - *done, &count);
        if (error != 0 && error != EAGAIN)
            return error;
        *done += count;
        stalls = count == 0 && atomic_load(&df__run()->failed) ? stalls + 1 : 0;
    }
    return 0;
}

/* Bytes that a mapped file has lost read as zeroes: what it has is asked for once they were read. A page that was lost
 * although the file is as long as before is one that the disk did not give. */
static void copy_from_memory(df__file *file, char *to, size_t bytes, size_t *done)
{
    if (file->shows)
        file->shown_bytes += bytes; /* the window is there */
    else
        df_copy_disjoint(to, file->memory + file->position, bytes);
    uint64_t now = file->is_mapped ? df__os_bytes_now(&file->open) : file->staged_bytes;
    uint64_t left = now > file->position ? now - file->position : 0;
    *done = left < bytes ? (size_t)left : bytes;
    if (!file->shows && atomic_exchange(&file->was_mended, false) && *done == bytes)
        df__file_fail(file, "read", EIO);
}

/* How many bytes of the block there are; a file that has shrunk since it was opened gives less. */
static bool read_bytes(df__file *file, char *to, size_t *done)
{
    size_t bytes = file->block_bytes;
    if (file->open.is_stream)
        return df__file_read_stream(file, to, bytes, done);
    uint64_t left = file->open.bytes - file->position;
    size_t expected = left < bytes ? (size_t)left : bytes;
    *done = expected;
    if (file->memory != NULL)
        copy_from_memory(file, to, expected, done);
    else if (file->lane != NULL)
        df__file_engine.give_read(file, to, expected); /* which finds out whether they are there */
    else {
        int error = df__os_read(&file->open, to, expected, file->position, done);
        df__file_look_at_cache(file);
        if (error != 0)
            df__file_fail(file, "read", error);
    }
    if (*done < expected)
        df_fail("%s: ends inside block %" PRIu64 ": %zu of %zu bytes, for it has shrunk since it was opened",
                file->name, file->block, *done, bytes);
    return true;
}

static bool read_timed(df__file *file, char *to, size_t *done)
{
    uint64_t began_ns = df__os_now_ns();
    bool goes_on = read_bytes(file, to, done);
    file->waited_ns += df__os_now_ns() - began_ns;
    return goes_on;
}

/* What to do about a file that ends where no iteration does. */
static const char *help_at_end(const df__file *source)
{
    for (const df__file *file = df__run()->files; file != NULL; file = file->next) {
        if (!file->is_source && file->actor->firings == source->actor->firings)
            return "connect the ports 'size' of source and sink to pass a shorter last block";
    }
    return "no sink fires as often as the source: fill the file up, or connect 'size' to an actor that tells "
           "the "
           "sinks how much is real";
}

_Noreturn static void fail_at_end(const df__file *file, size_t done)
{
    const char *help = help_at_end(file);
    if (done == 0)
        df_fail("%s: ends inside an iteration, which reads %" PRIu64 " blocks of %" PRIu64
                " bytes: the file has %" PRIu64 "; %s",
                file->name, file->actor->firings, file->block_bytes, file->block, help);
    df_fail("%s: ends inside block %" PRIu64 ": %zu of %" PRIu64 " bytes; %s", file->name, file->block, done,
            file->block_bytes, help);
}

void df_file_read(df_file *state, void *data, int64_t *size, int64_t *offset)
{
    df__file *file = state->opened;
    df_core *core = &df__self->core;
    bool begins = file->iteration != core->iteration;
    size_t done;
    file->iteration = core->iteration;
    bool may_be_empty = (file->flags & DF_FILE_ENDS_SHORT) != 0 && !file->was_short;
    bool goes_on = read_timed(file, data, &done);
    if (!goes_on || (done == 0 && begins && !may_be_empty)) {
        file->has_no_more = goes_on;
        df__end_of_input();
        return;
    }
    if (done < file->block_bytes && size == NULL)
        fail_at_end(file, done);
    memset((char *)data + done, 0, file->block_bytes - done);
    if (size != NULL)
        *size = (int64_t)done;
    if (offset != NULL)
        *offset = (int64_t)file->position;
    file->was_short = done < file->block_bytes;
    file->position += done;
    file->block++;
}

void df_file_write(df_file *state, const void *data, const int64_t *size)
{
    df__file *file = state->opened;
    size_t done;
    if (size != NULL && (*size < 0 || (uint64_t)*size > file->block_bytes))
        df_fail("%s: block %" PRIu64 " is said to have %" PRId64 " bytes, and has %" PRIu64, file->name,
                file->block, *size, file->block_bytes);
    size_t bytes = size == NULL ? file->block_bytes : (size_t)*size;
    if (df__file_windows_are_lost())
        return;
    file->block++;
    if (file->scheme == DF_FILE_STAGED) {
        df__file_stage(file, data, bytes);
        return;
    }
    if (file->stream != NULL || file->lane != NULL) {
        uint64_t began_ns = df__os_now_ns();
        if (file->stream != NULL)
            df__streams.put(file, data, bytes);
        else
            df__file_engine.give_write(file, data, bytes);
        file->waited_ns += df__os_now_ns() - began_ns;
        file->position += bytes;
        return;
    }
    uint64_t began_ns = df__os_now_ns();
    int error = file->open.is_stream ? df__file_write_stream(file, data, bytes, &done)
                                     : df__os_write(&file->open, data, bytes, file->position, &done);
    file->waited_ns += df__os_now_ns() - began_ns;
    df__file_look_at_cache(file);
    file->position += done;
    if (error != 0 && !(error == EFAULT && df__file_has_lost((const char *)data + done)))
        df__file_fail(file, "written", error);
}
