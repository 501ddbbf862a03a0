/* SPDX-License-Identifier: Apache-2.0 */
/* Actors that read and write files: what their init and fire call. Only programs that have such actors include it.
 *
 * A source reads the file named by the option of its own name (`-- read=IN`), block by block; a sink writes one. A sink
 * writes OUT.part, which becomes OUT when the program ends in order. */
#ifndef DF_FILE_H
#define DF_FILE_H

#include <stdint.h>

/* The state of such an actor. */
typedef struct df_file {
    struct df__file *opened;
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
    DF_FILE_SHOWN = 32,      /* a source that is in memory: its pages are moved to the windows, not copied */
} df_file_flags;

/* Open the file of the calling actor; they do not return where that cannot be. */
void df_file_open_source(df_file *file, uint64_t block_bytes, int scheme, int flags);
void df_file_open_sink(df_file *file, uint64_t block_bytes, int scheme, int flags);

/* Reads the next block; bytes behind the end of the file are 0. `size` gets how many are of the file, `offset` where the
 * block begins; either may be null. The end of the file ends the program before the iteration that would begin there; with
 * DF_FILE_ENDS_SHORT, behind the block that is not whole. */
void df_file_read(df_file *file, void *data, int64_t *size, int64_t *offset);

/* Writes the next block; of it the first `*size` bytes, or all where `size` is null. */
void df_file_write(df_file *file, const void *data, const int64_t *size);

#endif
