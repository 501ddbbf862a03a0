/* SPDX-License-Identifier: Apache-2.0 */
/* What the source files of file actors share. */
#ifndef DF_FILE_STATE_H
#define DF_FILE_STATE_H

#include "df/file.h"
#include "df/internal.h"
#include "df/os_file.h"

typedef struct df__stream df__stream;

/* An open file of an actor, from its init to the end of the program. */
typedef struct df__file {
    struct df__file *next; /* opened before */
    const df_actor *actor;
    const char *name; /* as the user has it */
    df__os_open open;
    uint64_t block_bytes;
    int scheme;
    int flags;
    bool is_source;
    char *target; /* of a sink that writes a part */
    char *part;
    uint64_t block;        /* the number of the next one */
    uint64_t position;     /* of the next byte */
    uint64_t iteration;    /* that the last block was for */
    uint64_t waited_ns;    /* by the actor's core, while bytes moved, */
    uint64_t ahead_ns;     /* before the first firing, */
    uint64_t behind_ns;    /* and after the last one */
    bool ends;             /* a stream has ended */
    bool was_short;        /* the last block was not whole */
    bool has_no_more;      /* an iteration found no block, and ended the program */
    _Atomic bool has_told; /* that the page cache was used after all */
    char *memory;          /* that its bytes are in: of the scheme 'staged', or mapped */
    size_t memory_bytes;
    size_t staged_bytes; /* of the scheme 'staged', there */
    bool is_mapped;
    _Atomic bool was_mended; /* a page of the mapping is zeroes now, for it could not be read */
    size_t slot_bytes;       /* of a source whose windows are views: that memory is of whole slots, */
    bool shows;              /* and windows lie in it */
    uint64_t shown_bytes;    /* so many were not copied */
    char *spare;             /* slots that are read into, as the file could not be mapped */
    size_t spare_bytes;
    bool has_thread;
    df__os_thread ahead;
    _Atomic bool ahead_stops;
    df__stream *stream;    /* that a thread reads ahead or writes behind */
    struct df__lane *lane; /* that an engine gets its jobs by; null: there is none */
    uint16_t region;
    df_job held; /* not given yet, for the next block may adjoin */
    _Atomic bool is_broken;
    _Atomic uint64_t whole_bytes; /* of a sink: no job before this one has failed */
} df__file;

/* file.c: says once that bytes went by the page cache that were not to. */
void df__file_look_at_cache(df__file *file);

/* file_block.c: waits for a stream as long as the program goes on. False when it ends meanwhile. */
bool df__file_read_stream(df__file *file, char *to, size_t bytes, size_t *done);
/* file_block.c: the same of what is written; of a program that has failed, until nobody takes anything any more. */
int df__file_write_stream(const df__file *file, const char *from, size_t bytes, size_t *done);

/* file_ahead.c: what a scheme does with a source before the first firing, with a block of a sink, with all of them at
 * the end; and the end of it all. */
void df__file_get_ahead(df__file *file);
void df__file_stage(df__file *file, const char *from, size_t bytes);
void df__file_write_staged(df__file *file);
void df__file_leave_behind(df__file *file);

/* file_ahead.c: tells where the windows of a source lie that are views. */
void df__file_give_views(df__file *file, df_file *state, uint64_t slots);

/* file_ahead.c: for a page that a mapped file has lost; true where the access may be tried again. And whether windows have
 * lost any: what was made of them is worth nothing. */
bool df__file_mend(const df__os_fault *fault);
bool df__file_windows_are_lost(void);

/* file_ahead.c: for an address that the system could not read from (EFAULT); true, and told, if that is for a window of a
 * mapped file that has shrunk. */
bool df__file_has_lost(const void *address);

/* file_ahead.c: ends the program if a mapped file has lost bytes that windows have shown. */
void df__file_look_for_loss(df__file *file);

/* Streams that a thread reads ahead or writes behind. src/file_stream.c defines it; programs without file engines do not
 * have it. */
typedef struct df__stream_hooks {
    void (*join)(df__file *file);
    bool (*take)(df__file *file, char *to, size_t bytes, size_t *done); /* as df__file_read_stream */
    void (*put)(df__file *file, const char *from, size_t bytes);
    void (*leave)(df__file *file);
} df__stream_hooks;

extern const df__stream_hooks df__streams __attribute__((weak));

/* file.c: on any thread, ends the program for what could not be read or written; of several such things the first is told.
 * Who waits for the bytes learns of the failure before they are said to be there. */
bool df__file_breaks(df__file *file);
void df__file_broke(df__file *file, uint64_t offset, const char *what, int error);

/* file.c: adds that somebody waits for a block; safe in signal handlers. */
void df__file_describe(const df__file *file, uint64_t block, df__text *text);

/* file.c: tells that the file cannot be used, by the actor, and does not return; and the same of what was found out
 * while no actor runs. */
_Noreturn void df__file_fail(const df__file *file, const char *what, int error);
void df__file_failed(const df__file *file, const char *what, int error);

#endif
