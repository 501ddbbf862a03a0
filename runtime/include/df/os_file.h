/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the user, as the runtime sees them: a second part of the OS layer (df/os.h), for programs with file actors
 * only. Functions that return int return 0 or an errno value; they go on after interruptions and short transfers. */
#ifndef DF_OS_FILE_H
#define DF_OS_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open file. A stream has no positions: a pipe, a socket, a terminal. */
typedef struct df__os_open {
    int file;
    bool is_stream;
    bool is_owned;  /* to be closed; the standard input and output are not */
    bool may_block; /* a stream whose reader may keep a write waiting */
    uint64_t start; /* where its bytes begin, */
    uint64_t bytes; /* and how many there are, of what is no stream */
    int lock;       /* of a part: keeps other programs off it, also once `file` is closed; else -1 */
    /* Past the page cache, if df__os_past_cache was asked for that: */
    bool has_direct;
    int direct;
    uint32_t align;       /* of places in memory and in the file, and of sizes */
    _Atomic bool refuses; /* something went by the cache all the same */
} df__os_open;

/* From now on what is aligned goes past the page cache (O_DIRECT), the rest through it. */
int df__os_past_cache(df__os_open *open, bool writes);

/* "-" is the standard input. */
int df__os_source_open(const char *name, df__os_open *found);

/* Where a sink writes. A regular file, or one that is not there yet, is written as a new file beside it: `*target` is the
 * file itself, behind symbolic links and by the only name of its folder, and `*part` the new one; the caller frees both.
 * Others are written in place: there both are null. "-" is the standard output. */
int df__os_sink_find(const char *name, char **target, char **part);

/* Opens a sink, which has that part. EBUSY: somebody is writing it. EAGAIN: a pipe that nobody has opened to read, yet. */
int df__os_sink_open(const char *name, const char *part, df__os_open *found);

/* os_linux_part.c: the part takes the target's name; its folder remembers that if it shall be durable, and `*not_durable`
 * is why it may not, of a part that has its name. */
int df__os_part_rename(const char *part, const char *target, bool durable, int *not_durable);
void df__os_part_remove(const char *part);
/* Takes room on the disk for a file that is empty, all of it or none, without making the file longer. */
void df__os_part_allocate(int file, uint64_t bytes);
int df__os_part_cut(int file, uint64_t bytes);

int df__os_sync(int file);
int df__os_close(int file);

/* Whether so many bytes between memory and that place of the file go past the page cache. */
bool df__os_goes_direct(df__os_open *found, const char *memory, uint64_t bytes, uint64_t place);

/* Reads until all bytes are there or the file ends; `*done` of them are. A stream is read on from where it is. */
int df__os_read(df__os_open *from, char *to, size_t bytes, uint64_t offset, size_t *done);

/* The same of what comes first, within a tenth of a second: EAGAIN if nothing came; 0 bytes at the end. */
int df__os_read_some(const df__os_open *from, char *to, size_t bytes, size_t *done);

/* Maps the file's bytes and zeroes behind them, `room_bytes` in all, which may be written without the file hearing of
 * it; zeroes in place of a page of them that the file has lost: safe in signal handlers. And how many bytes there are
 * now. */
int df__os_source_map(const df__os_open *from, size_t room_bytes, char **memory);
void df__os_source_unmap(const df__os_open *from, char *memory, size_t room_bytes);
bool df__os_zero_page(const char *address);
uint64_t df__os_bytes_now(const df__os_open *from);

int df__os_write(df__os_open *to, const char *from, size_t bytes, uint64_t offset, size_t *done);

/* What a stream takes of it within a tenth of a second; EAGAIN if that is nothing. */
int df__os_write_some(const df__os_open *to, const char *from, size_t bytes, size_t *done);

#endif
