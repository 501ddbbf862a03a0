/* SPDX-License-Identifier: Apache-2.0 */
/* What views have cost: how much of a window its readers really write (DFGEN_MEASURE=1), and the figures of
 * all views for the report of the run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "df/internal.h"

void df__view_list_for_report(df_view *view)
{
    df__views_state *views = &df__run()->views;
    pthread_mutex_lock(&views->lock);
    if (!view->was_listed) {
        view->next_reported = views->first_reported;
        views->first_reported = view;
        view->was_listed = true;
    }
    pthread_mutex_unlock(&views->lock);
}

/* A page that still shows the buffer was not written; of the others the content tells, so a page that was
 * refreshed and not written counts as what it is. Writes that change nothing are not seen. */
void df__view_measure(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    size_t page_bytes = df__os_page_bytes();
    size_t slot_at = slot * view->stride_bytes;
    const char *source = view->source + slot_at;
    const char *seen = view->copies ? df__view_scratch(view) : view->start + slot_at;
    size_t past = first + bytes;
    size_t next;
    for (size_t at = first; at < past; at = next) {
        next = (at / page_bytes + 1) * page_bytes;
        next = next < past ? next : past;
        bool is_own = view->copies || view->pages[(slot_at + at) / view->page_bytes] != 0;
        view->figures.pages_seen++;
        view->figures.pages_changed += is_own && memcmp(seen + at, source + at, next - at) != 0;
    }
}

/* --- report ---------------------------------------- */

static bool fell_back(const df_view *view)
{
    return view->copies && !view->became_copy;
}

static bool is_same(const df_view *one, const df_view *other)
{
    return strcmp(one->fifo, other->fifo) == 0 && strcmp(one->port, other->port) == 0 &&
           fell_back(one) == fell_back(other) && one->became_copy == other->became_copy &&
           one->huge == other->huge;
}

static void add(df_view_figures *sum, const df_view_figures *more)
{
    sum->uses += more->uses;
    sum->copied_bytes += more->copied_bytes;
    sum->pages_written += more->pages_written;
    sum->pages_dropped += more->pages_dropped;
    sum->pages_seen += more->pages_seen;
    sum->pages_changed += more->pages_changed;
    atomic_fetch_add(&sum->writes_caught, atomic_load(&more->writes_caught));
}

/* The views of one port on several cores are told as one. */
static void tell(FILE *report, const df_view *leader)
{
    df_view_figures sum = {.uses = 0};
    size_t views = 0;
    size_t worst_bytes = 0;
    for (const df_view *view = leader; view != NULL; view = view->next_reported) {
        if (!is_same(view, leader))
            continue;
        views++;
        worst_bytes += view->worst_bytes;
        add(&sum, &view->figures);
    }
    fputs("{\"name\": ", report);
    df__write_text(report, leader->fifo);
    fputs(", \"port\": ", report);
    df__write_text(report, leader->port);
    fprintf(report, ", \"strategy\": \"%s\"", fell_back(leader) ? "memcpy" : "cow");
    fprintf(report, ", \"views\": %zu, \"page_bytes\": %zu, \"worst_bytes\": %zu", views, leader->page_bytes,
            worst_bytes);
    fprintf(report, ", \"uses\": %" PRIu64 ", \"copied_bytes\": %" PRIu64, sum.uses, sum.copied_bytes);
    fprintf(report, ", \"pages_written\": %" PRIu64 ", \"pages_dropped\": %" PRIu64, sum.pages_written,
            sum.pages_dropped);
    if (sum.pages_seen == 0)
        fputs(", \"written_fraction\": null", report);
    else {
        fputs(", \"written_fraction\": ", report);
        df__write_fixed(report, (double)sum.pages_changed / (double)sum.pages_seen, 6);
    }
    fprintf(report, ", \"became_copy\": %s", leader->became_copy ? "true" : "false");
    fprintf(report, ", \"faulted\": %s}", atomic_load(&sum.writes_caught) > 0 ? "true" : "false");
}

static bool is_told(const df_view *view)
{
    for (const df_view *before = df__run()->views.first_reported; before != view;
         before = before->next_reported)
        if (is_same(before, view))
            return true;
    return false;
}

void df__view_report(FILE *report)
{
    const df_view *first = df__run()->views.first_reported;
    size_t worst_bytes = 0;
    const char *separator = "";
    for (const df_view *view = first; view != NULL; view = view->next_reported)
        worst_bytes += view->worst_bytes;
    fprintf(report, ", \"cow_worst_bytes\": %zu, \"fifos\": [", worst_bytes);
    for (const df_view *view = first; view != NULL; view = view->next_reported) {
        if (is_told(view))
            continue;
        fputs(separator, report);
        tell(report, view);
        separator = ", ";
    }
    fputc(']', report);
}
