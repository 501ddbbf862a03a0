/* SPDX-License-Identifier: Apache-2.0 */
/* Actors that read and write files: what their init and fire call. Only programs that have such actors include it.
 *
 * A source reads the file named by the option of its own name (`-- read=IN`), block by block; a sink writes one. A sink
 * writes OUT.part, which becomes OUT when the program ends in order. */
#ifndef DF_FILE_H
#define DF_FILE_H

#include <stdint.h>

/* The state of such an actor. Of a source whose windows are views, also where they lie: `slots` of them, one behind the
 * other, of `slot_bytes` each. */
typedef struct df_file {
    struct df__file *opened;
    char *views;
    uint64_t slot_bytes;
    uint64_t slots;
} df_file;

/* When bytes move; dfgen/model/files.py tells of them. */
typedef enum df_file_scheme {
    DF_FILE_DIRECT = 1,
    DF_FILE_PREFETCH = 2,
    DF_FILE_PREFETCH_ASYNC = 3,
    DF_FILE_STAGED = 4,
    DF_FILE_SIGNALLED = 6,
} df_file_scheme;

typedef enum df_file_flags {
    DF_FILE_MAPPED = 1,      /* a source: by mapping the file */
    DF_FILE_PAST_CACHE = 2,  /* O_DIRECT */
    DF_FILE_DURABLE = 4,     /* a sink: synchronised before it gets its name */
    DF_FILE_BY_KERNEL = 8,   /* the engine file_uring, not file_thread */
    DF_FILE_ENDS_SHORT = 16, /* a source: the last block is never whole, and may have no bytes */
} df_file_flags;

/* Open the file of the calling actor; they do not return where that cannot be. */
void df_file_open_source(df_file *file, uint64_t block_bytes, int scheme, int flags);
/* The same of a source that finds its file in memory: its windows lie there, `slot_bytes` for each trip. Where the file
 * cannot be mapped they lie in `slots` of memory taken for them, which is read into. */
void df_file_open_views(df_file *file, uint64_t block_bytes, int scheme, int flags, uint64_t slots,
                        uint64_t slot_bytes);
void df_file_open_sink(df_file *file, uint64_t block_bytes, int scheme, int flags);

/* Reads the next block; bytes behind the end of the file are 0. `size` gets how many are of the file, `offset` where the
 * block begins; either may be null. The end of the file ends the program before the iteration that would begin there; with
 * DF_FILE_ENDS_SHORT, behind the block that is not whole. */
void df_file_read(df_file *file, void *data, int64_t *size, int64_t *offset);

/* Where the windows of a trip lie. */
static inline char *df_file_slot(const df_file *file, uint64_t trip)
{
    return file->views + trip % file->slots * file->slot_bytes;
}

/* Writes the next block; of it the first `*size` bytes, or all where `size` is null. */
void df_file_write(df_file *file, const void *data, const int64_t *size);

#endif
