/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of the scheme `signalled`: a pipe has no places that an engine could read from or write to in any order, so a
 * thread reads it ahead into a ring of bytes, or writes it behind from one. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/file_state.h"

enum { BLOCKS = 4, BYTES_LEAST = 1 << 20 };

struct df__stream {
    df__file *file;
    df__os_thread thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t capacity;
    size_t given;   /* bytes, counted from the start, that were put into the ring */
    size_t taken;   /* and out of it */
    bool has_ended; /* nothing more is given */
    bool is_left;   /* nothing more is taken */
    int error;
    char bytes[];
};

/* How many bytes lie side by side from `at` on, of those there are. */
static size_t in_one_piece(const df__stream *stream, size_t at, size_t bytes)
{
    size_t until_end = stream->capacity - at % stream->capacity;
    return bytes < until_end ? bytes : until_end;
}

static void tell(df__stream *stream, size_t *count, size_t bytes)
{
    pthread_mutex_lock(&stream->lock);
    *count += bytes;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

static void end(df__stream *stream, int error)
{
    pthread_mutex_lock(&stream->lock);
    stream->error = error;
    stream->has_ended = stream->has_ended || stream->file->is_source;
    stream->is_left = stream->is_left || !stream->file->is_source;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

/* Waits until there is room, or, if `for_bytes`, something to take; 0: there never will be. */
static size_t await(df__stream *stream, bool for_bytes)
{
    pthread_mutex_lock(&stream->lock);
    size_t held;
    while (held = stream->given - stream->taken,
           for_bytes ? held == 0 && !stream->has_ended : held == stream->capacity && !stream->is_left)
        pthread_cond_wait(&stream->changed, &stream->lock);
    size_t found = for_bytes ? held : stream->is_left ? 0 : stream->capacity - held;
    pthread_mutex_unlock(&stream->lock);
    return found;
}

/* --- the thread ---------------------------------------- */

static bool is_over(void)
{
    return atomic_load(&df__run()->failed) || atomic_load(&df__run()->signal) != 0;
}

static void read_ahead(void *argument)
{
    df__stream *stream = argument;
    size_t room, count = 0;
    int error = EAGAIN;
    df__os_unpin(); /* the core that has started it keeps its CPU */
    while ((room = await(stream, false)) > 0 && !is_over()) {
        char *to = stream->bytes + stream->given % stream->capacity;
        error = df__os_read_some(&stream->file->open, to, in_one_piece(stream, stream->given, room), &count);
        if (error == 0 && count > 0)
            tell(stream, &stream->given, count);
        else if (error != EAGAIN)
            break;
    }
    end(stream, error == EAGAIN ? 0 : error);
}

static void write_behind(void *argument)
{
    df__stream *stream = argument;
    size_t held, count, piece;
    int error = 0;
    df__os_unpin();
    for (bool goes_on = true; goes_on && (held = await(stream, true)) > 0;) {
        const char *from = stream->bytes + stream->taken % stream->capacity;
        piece = in_one_piece(stream, stream->taken, held);
        error = df__file_write_stream(stream->file, from, piece, &count);
        tell(stream, &stream->taken, count);
        goes_on = error == 0 && count == piece;
    }
    if (error != 0)
        df__file_broke(stream->file, stream->taken, "written", error);
    end(stream, error);
}

/* --- what firings do ---------------------------------------- */

/* False where the program ends meanwhile. */
static bool take(df__file *file, char *to, size_t bytes, size_t *done)
{
    df__stream *stream = file->stream;
    size_t held;
    *done = 0;
    while (*done < bytes && (held = await(stream, true)) > 0) {
        size_t count = in_one_piece(stream, stream->taken, held < bytes - *done ? held : bytes - *done);
        df_copy_disjoint(to + *done, stream->bytes + stream->taken % stream->capacity, count);
        tell(stream, &stream->taken, count);
        *done += count;
    }
    if (*done < bytes && stream->error != 0)
        df__file_fail(file, "read", stream->error);
    bool is_interrupted = *done < bytes && atomic_load(&df__run()->signal) != 0;
    if (is_interrupted)
        atomic_store(&df__run()->interrupted, true);
    return !is_interrupted && !atomic_load(&df__run()->failed);
}

/* What the thread cannot write any more is told by it. */
static void put(df__file *file, const char *from, size_t bytes)
{
    df__stream *stream = file->stream;
    size_t room;
    for (size_t done = 0; done < bytes && (room = await(stream, false)) > 0;) {
        size_t count = in_one_piece(stream, stream->given, room < bytes - done ? room : bytes - done);
        df_copy_disjoint(stream->bytes + stream->given % stream->capacity, from + done, count);
        tell(stream, &stream->given, count);
        done += count;
    }
}

/* --- open, close ---------------------------------------- */

static void join_stream(df__file *file)
{
    size_t capacity = BLOCKS * file->block_bytes < BYTES_LEAST ? BYTES_LEAST : BLOCKS * file->block_bytes;
    df__stream *stream = calloc(1, sizeof *stream + capacity);
    if (stream == NULL)
        df_fail("%s: there is no memory for %zu bytes of it", file->name, capacity);
    stream->file = file;
    stream->capacity = capacity;
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->changed, NULL);
    int error = df__os_thread_start(&stream->thread, file->is_source ? read_ahead : write_behind, stream);
    if (error != 0) {
        free(stream);
        df_fail("%s: its thread cannot be started: %s", file->name, strerror(error));
    }
    file->stream = stream;
}

/* A sink's thread writes what it has, also after a failure. */
static void leave_stream(df__file *file)
{
    df__stream *stream = file->stream;
    pthread_mutex_lock(&stream->lock);
    stream->is_left = stream->is_left || file->is_source;
    stream->has_ended = stream->has_ended || !file->is_source;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
    df__os_thread_join(&stream->thread);
    free(stream);
    file->stream = NULL;
}

const df__stream_hooks df__streams = {.join = join_stream, .take = take, .put = put, .leave = leave_stream};
