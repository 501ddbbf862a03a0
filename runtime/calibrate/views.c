/* SPDX-License-Identifier: Apache-2.0 */
/* Private views: a use of one once its pages are there, and what their first touch costs. */
#include <stdio.h>

#include "calibrate.h"

enum { SIZES_MAX = 16, WRITTEN_EVERY_NTH = 4, FAULT_BYTES = 2 << 20 };

static const char *const view_names[] = {"view clean", "view written"};
static df_view views[2][SIZES_MAX];

static df_view new_view(size_t bytes)
{
    return (df_view){
        .fifo = "calibration", .port = "in", .slot_bytes = bytes, .stride_bytes = bytes, .slots = 1};
}

/* With no view: the reader looks at the slot itself. */
static uint64_t use(const bench *on, df_view *view, size_t bytes, bool writes)
{
    uint64_t begin_ns = clock_ns(bytes);
    write_all(on->core->arena, bytes);
    char *token = view == NULL ? on->core->arena : df_view_begin(view, 0, 0, bytes);
    read_all(token, bytes);
    if (writes)
        write_pages(token, bytes, WRITTEN_EVERY_NTH);
    if (view != NULL)
        df_view_end(view, 0, 0, bytes);
    return clock_ns(bytes) - begin_ns;
}

static void measure_uses(const bench *on, df_view *view, size_t bytes, bool writes)
{
    char name[40];
    unsigned uses = uses_of(bytes);
    sample repeats = {.count = 0};
    use(on, view, bytes, writes);
    while (sample_goes_on(&repeats, uses))
        sample_add(&repeats, use(on, view, bytes, writes));
    snprintf(name, sizeof name, "%s%s", view_names[writes], view == NULL ? " without" : "");
    print_figure(name, bytes, sample_median(&repeats));
}

/* Views stay open from round to round, so that what they learn about their pages is old. */
void measure_views(const bench *on)
{
    for (int nth = 0; curve_sizes[nth] != 0 && curve_sizes[nth] <= on->bytes_max; nth++)
        for (int writes = 0; writes <= 1; writes++) {
            df_view *view = &views[writes][nth];
            if (view->core == NULL) {
                *view = new_view(curve_sizes[nth]);
                df_view_open(on->core, view);
                use(on, view, curve_sizes[nth], writes != 0);
            }
            if (view->copies)
                continue; /* the system has no views; it was told */
            measure_uses(on, NULL, curve_sizes[nth], writes != 0);
            measure_uses(on, view, curve_sizes[nth], writes != 0);
        }
}

/* --- faults ---------------------------------------- */

/* The system maps some pages around the one that was touched, so a median would tell nothing; what takes longer than
 * this was something else. */
#define LONGEST_FAULT_NS 1e6

static uint64_t touch(volatile char *page, bool writes)
{
    uint64_t begin_ns = df__os_now_ns();
    char value = *page;
    if (writes)
        *page = (char)(value + 1);
    return df__os_now_ns() - begin_ns;
}

static void measure_pages(char *pages, size_t bytes, size_t page_bytes, const char *kind)
{
    char name[40];
    for (int writes = 0; writes <= 1; writes++) {
        double sum_ns = 0;
        for (size_t at = 0; at < bytes; at += page_bytes) {
            double ns = (double)touch(pages + at, writes != 0);
            sum_ns += ns < LONGEST_FAULT_NS ? ns : LONGEST_FAULT_NS;
        }
        snprintf(name, sizeof name, "%s%s fault", kind, writes ? "write" : "read");
        print_figure(name, page_bytes, sum_ns * (double)page_bytes / (double)bytes);
    }
}

static void measure_faults_of(const bench *on, const char *kind)
{
    df_view view = new_view(FAULT_BYTES < on->bytes_max ? FAULT_BYTES : on->bytes_max);
    df_view_open(on->core, &view);
    if (!view.copies)
        measure_pages(view.start, view.bytes, view.page_bytes, kind);
    df_view_close(&view);
}

/* A fault has to stop all other threads that run: alone it takes a tenth of the time. */
void measure_faults(const bench *on)
{
    if (on->has_neighbour) {
        measure_faults_of(on, "");
        neighbour_send(SLEEP, NULL, 0);
    }
    measure_faults_of(on, "lone ");
    if (on->has_neighbour) {
        neighbour_wake();
        neighbour_await();
    }
}
