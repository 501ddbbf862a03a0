/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `cow`: a consumer's own view of the slots of a buffer. It may write there; the buffer
 * does not change, and only pages that it wrote are ever copied.
 *
 * A view belongs to one consumer port on one core. It maps the slots privately: pages that the consumer
 * never wrote show what the producer writes, at any time, so a view is no snapshot: the slot is released to
 * the producer after df_view_end and no earlier. Pages that it wrote stay its own and are refreshed by copy
 * before each use (a write fault costs as much as copying six pages, and fifty while other cores run); a
 * page that stays unwritten for long is given back and shows the buffer again.
 *
 * A view whose reader writes other pages each time keeps all that it ever took, and becomes a plain copy
 * when that is half of them. One that is expected to be written is a copy from the start.
 *
 * A `fault` view is for ports declared read_only: it is mapped read-only, the first write opens it whole and
 * is told to the user once. System calls cannot write into it.
 *
 * Generated code, on the thread of the core:
 *
 *     static df_view view = {.fifo = "a.out:b.in", .port = "in", .offset_bytes = 8192, .slot_bytes = 9437184,
 *                            .stride_bytes = 9437184, .slots = 2, .written_percent = 10};
 *     df_view_open(core, &view);                            before its first pass
 *     in = df_view_begin(&view, slot, first, bytes);        after the wait for the producer
 *     ... the firing ...
 *     df_view_end(&view, slot, first, bytes);               before the slot is released
 *     df_view_close(&view);                                 after its last pass
 *
 * One window of a view is in use at a time. The program has `arena_file` and the view's channel is in its
 * table, if it has one; a view lives as long as the program. With DFGEN_MEASURE=1 the report of the run
 * tells which fraction of the pages a use writes. */
#ifndef DF_VIEW_H
#define DF_VIEW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "df/program.h"

/* What a view has cost so far; may be read after df_view_close. */
typedef struct df_view_figures {
    uint64_t uses;
    uint64_t copied_bytes;  /* to refresh pages of its own; all bytes where the view had to be a copy */
    uint64_t pages_written; /* pages that became its own */
    uint64_t pages_dropped; /* pages that were given back */
    uint64_t pages_seen;    /* with DFGEN_MEASURE=1: of all windows, in pages of the system's usual size, */
    uint64_t pages_changed; /* and those of them that were not as they came when the firing was over */
    _Atomic uint64_t writes_caught; /* faults of a `fault` view */
} df_view_figures;

/* Pages of 2 MiB (view_memory.c). The buffer then starts on such a page, its stride is a multiple of one even
 * where there is one slot, and all of its views say the same. */
typedef enum df_huge {
    DF_HUGE_NEVER,
    DF_HUGE_IF_WORTH, /* where all views of the buffer are `fault` views and enough huge pages are free */
    DF_HUGE_ASKED,    /* the user wants them; told where there are too few */
} df_huge;

typedef struct df_view {
    const char *fifo;    /* "a.out:b.in" */
    const char *port;    /* "in" */
    size_t offset_bytes; /* of slot 0 in the arena, a multiple of the page */
    size_t slot_bytes;
    size_t stride_bytes; /* a multiple of the page, or less where slots are small and many */
    uint32_t slots;
    bool fault; /* read-only until the first write */
    df_huge huge_pages;
    uint32_t nth; /* among the views of one firing: views of one core and number are never in use together */
    uint32_t
        written_percent; /* the share of a window's pages that a use is expected to write; 0: not known */

    df_view_figures figures;

    /* The rest is the runtime's own. */
    df_core *core;
    const char *source;   /* slot 0 in the arena */
    char *start;          /* slot 0 in the view; null if it copies */
    unsigned char *pages; /* per page of the view: 0 shows the buffer, else its own, and for how long idle */
    size_t bytes;         /* from start */
    size_t page_bytes;
    unsigned char *given_back; /* per page: 1 if it was its own and no longer is */
    size_t own_pages;
    size_t taken_again;      /* pages that became its own after they were given back */
    size_t worst_bytes;      /* what it may need, or might have needed before it became a copy */
    size_t seen_page;        /* the last firing could write the pages from here on, */
    size_t seen_pages;       /* so many of them; 0 when it is known what it wrote */
    uint64_t faults;         /* of the process, as the core knew them before that firing, */
    uint64_t asked;          /* and how often the core had asked when it was over */
    bool copies;             /* the view had to be, or became, a plain copy of the window in use */
    bool became_copy;        /* since it owned nearly all of its pages for good */
    bool huge;               /* its pages are huge */
    bool knows_own;          /* the system tells which pages are the view's own */
    bool counts_faults;      /* and none becomes that without a fault that is counted */
    bool drops;              /* idle pages are given back */
    bool looks_at_once;      /* asks for faults right before and after each firing */
    uint8_t fault_free_uses; /* of those in which it did, without any, since the last one with some */
    bool measures;           /* DFGEN_MEASURE=1 */
    bool was_listed;         /* among those of the report */
    _Atomic bool writable;
    _Atomic bool told_write;        /* used in the leader only */
    _Atomic bool told_fall_back;    /* likewise */
    struct df_view *leader;         /* the view of the FIFO that was opened first */
    _Atomic(struct df_view *) next; /* of all open views */
    struct df_view *next_reported;  /* of all that were ever open */
} df_view;

/* Maps the view. Where the system cannot do that the view becomes a copy in plain memory, which is told
 * once per FIFO; without that memory too the program ends with a message. */
void df_view_open(df_core *core, df_view *view);

/* Returns the address of bytes [first, first + bytes) of the slot, which hold what the buffer holds. */
void *df_view_begin(df_view *view, uint32_t slot, size_t first, size_t bytes);

/* The firing that used the window has returned. */
void df_view_end(df_view *view, uint32_t slot, size_t first, size_t bytes);

void df_view_close(df_view *view);

#endif
