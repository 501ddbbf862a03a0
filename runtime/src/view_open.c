/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing of views (df/view.h), and what is done where the system cannot give one. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"

/* A view that is expected to be written by at least this share (in percent) is a plain copy from the start: all
 * copies of a core take turns in the same memory, which stays in its caches, and pages of its own do not. */
enum { COPY_FROM_PERCENT = 50 };

/* Why a view is less than it should be; empty if it is not. */
typedef struct reason {
    char text[160];
} reason;

/* Of the process, in which several instances of a library may be: */
static pthread_mutex_t promise_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t promised_bytes;  /* what all open views may need */
static size_t available_bytes; /* when the first of them was opened */

static double mebibytes(size_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

/* All pages of all views may become their own. They appear at faults, when it is too late to do without
 * them, so their memory must be there from the start. */
static bool promise(size_t bytes, reason *why)
{
    pthread_mutex_lock(&promise_lock);
    if (promised_bytes == 0)
        available_bytes = df__os_memory_available_bytes();
    bool fits = bytes <= available_bytes - promised_bytes;
    if (fits)
        promised_bytes += bytes;
    else
        snprintf(why->text, sizeof why->text, "its pages may need %.1f MiB, and all views can have %.1f MiB",
                 mebibytes(bytes), mebibytes(available_bytes));
    pthread_mutex_unlock(&promise_lock);
    return fits;
}

static void take_promise_back(size_t bytes)
{
    pthread_mutex_lock(&promise_lock);
    promised_bytes -= bytes;
    pthread_mutex_unlock(&promise_lock);
}

static int map_file(df_view *view, const df__view_memory *memory)
{
    int error = df__os_file_map(memory->file, memory->offset, view->bytes, DF__OS_MAP_PRIVATE, &view->start);
    if (error != 0)
        return error;
    /* Mapped for writing first, so that the system has granted the memory when a fault asks for it. */
    if (view->fault)
        error = df__os_memory_set_writable(view->start, view->bytes, false);
    size_t count = view->bytes / view->page_bytes;
    view->pages = calloc(count, 2);
    view->given_back = view->pages + count;
    if (view->pages == NULL)
        error = ENOMEM;
    if (error == 0)
        return 0;
    free(view->pages);
    df__os_memory_release(view->start, view->bytes);
    return error;
}

/* Huge pages were promised by the system itself when they were mapped. */
static bool map_memory(df_view *view, const df__view_memory *memory, reason *why)
{
    view->huge = memory->huge;
    view->page_bytes = memory->huge ? DF__OS_HUGE_PAGE_BYTES : df__os_page_bytes();
    size_t bytes = view->slots == 0 ? 0 : (view->slots - 1) * view->stride_bytes;
    bytes += view->slot_bytes > 0 ? view->slot_bytes : 1;
    view->bytes = (bytes + view->page_bytes - 1) / view->page_bytes * view->page_bytes;
    if (!view->huge && !promise(view->bytes, why))
        return false;
    int error = map_file(view, memory);
    if (error == 0) {
        view->worst_bytes = view->bytes;
        return true;
    }
    if (!view->huge)
        take_promise_back(view->bytes);
    snprintf(why->text, sizeof why->text, "the system refuses a view: %s", strerror(error));
    return false;
}

static bool map(df_view *view, reason *why)
{
    df__view_memory memory;
    if (df__run()->arena_file < 0 && df__run()->arena_file_error == 0)
        snprintf(why->text, sizeof why->text, "the program was generated without arena_file");
    else if (df__run()->arena_file < 0)
        snprintf(why->text, sizeof why->text, "the system refuses a view: %s",
                 df__memory_refusal(df__run()->arena_file_error));
    else if (view->fault && df__run()->fault_handler_error != 0)
        snprintf(why->text, sizeof why->text, "the system refuses to tell of its first write: %s",
                 strerror(df__run()->fault_handler_error));
    else if (view->offset_bytes % df__os_page_bytes() != 0)
        snprintf(why->text, sizeof why->text,
                 "its buffer begins inside of a page, and pages have %zu KiB here",
                 df__os_page_bytes() / 1024);
    else if (!df__view_find_memory(view, &memory))
        snprintf(why->text, sizeof why->text, "its buffer shares addresses with others on huge pages");
    else
        return map_memory(view, &memory, why);
    return false;
}

/* --- plain copies ---------------------------------------- */

static df__worker *worker_of(const df_view *view)
{
    return (df__worker *)view->core;
}

/* The pieces of memory up to the view's number; false when there is none for the list of them. */
static bool make_room_in_list(df__worker *worker, uint32_t count)
{
    if (count <= worker->scratch_count)
        return true;
    df__scratch *longer = realloc(worker->scratch, count * sizeof *longer);
    if (longer == NULL)
        return false;
    memset(longer + worker->scratch_count, 0, (count - worker->scratch_count) * sizeof *longer);
    worker->scratch = longer;
    worker->scratch_count = count;
    return true;
}

static void forget_unused_scratch(df__worker *worker)
{
    if (worker->scratch_users > 0)
        return;
    for (uint32_t i = 0; i < worker->scratch_count; i++)
        if (worker->scratch[i].bytes > 0)
            df__os_memory_release(worker->scratch[i].start, worker->scratch[i].bytes);
    free(worker->scratch);
    worker->scratch = NULL;
    worker->scratch_count = 0;
}

/* No view of this core and number is in use when another one is opened or begins, so its memory may move. Returns
 * an errno. */
static int take_scratch(const df_view *view)
{
    df__worker *worker = worker_of(view);
    size_t bytes = df__whole_pages(view->slot_bytes);
    char *start;
    if (!make_room_in_list(worker, view->nth + 1))
        return ENOMEM;
    df__scratch *scratch = &worker->scratch[view->nth];
    if (scratch->bytes < bytes) {
        int error = df__os_memory_take(bytes, &start);
        if (error != 0) {
            forget_unused_scratch(worker);
            return error;
        }
        if (scratch->bytes > 0)
            df__os_memory_release(scratch->start, scratch->bytes);
        *scratch = (df__scratch){.start = start, .bytes = bytes};
    }
    worker->scratch_users++;
    return 0;
}

static void leave_scratch(const df_view *view)
{
    df__worker *worker = worker_of(view);
    worker->scratch_users--;
    forget_unused_scratch(worker);
}

char *df__view_scratch(const df_view *view)
{
    return worker_of(view)->scratch[view->nth].start;
}

/* It has no addresses of its own, at which a fault could be mended. */
static void make_copy(df_view *view)
{
    view->copies = true;
    view->drops = false;
    view->start = NULL;
    view->bytes = 0;
}

static void open_as_copy(df_view *view)
{
    int error = take_scratch(view);
    view->page_bytes = df__os_page_bytes();
    make_copy(view);
    if (error != 0)
        df_fail(
            "FIFO '%s' needs %.1f MiB of memory for the port's own copy, which the system does not give: %s\n"
            "       compile with another --transfer, or give the program more memory",
            view->fifo, mebibytes(df__whole_pages(view->slot_bytes)), strerror(error));
}

static void tell_fall_back(const df_view *view, const reason *why)
{
    if (!atomic_exchange(&view->leader->told_fall_back, true) && !df__run()->arguments.quiet)
        df__tell_warning("FIFO '%s' is copied before each firing instead of shown copy-on-write: %s",
                         view->fifo, why->text);
}

static void set_up(df_view *view, reason *why)
{
    view->knows_own = df__os_own_pages_open(df__run()->arena_file);
    view->counts_faults = view->knows_own && df__os_counts_own_pages();
    /* Before Linux 6.8 a huge page that is given back is no longer promised. */
    view->drops = view->knows_own && !view->huge;
    if (!view->knows_own)
        snprintf(why->text, sizeof why->text, "the system does not tell which pages were written");
}

static bool should_be_copy(const df_view *view)
{
    return !view->fault && view->huge_pages != DF_HUGE_ASKED && view->written_percent >= COPY_FROM_PERCENT;
}

void df_view_open(df_core *core, df_view *view)
{
    reason why = {.text = ""};
    view->core = core;
    view->source = core->arena_read + view->offset_bytes;
    view->own_pages = view->seen_pages = 0;
    view->taken_again = view->worst_bytes = 0;
    view->copies = view->drops = view->knows_own = view->counts_faults = view->huge = false;
    view->measures = df__run()->measures_views;
    view->looks_at_once = view->measures;
    atomic_store(&view->writable, !view->fault);
    view->became_copy = should_be_copy(view);
    if (view->became_copy || !map(view, &why))
        open_as_copy(view);
    else
        set_up(view, &why);
    df__view_enlist(view);
    if (why.text[0] != '\0')
        tell_fall_back(view, &why);
}

static void give_back(df_view *view)
{
    df__os_memory_release(view->start, view->bytes);
    free(view->pages);
    df__os_own_pages_close();
    if (!view->huge)
        take_promise_back(view->bytes);
}

/* Handlers on other cores that look for the view of an address must not see it change. */
void df__view_become_copy(df_view *view)
{
    if (take_scratch(view) != 0)
        return; /* it goes on as it is */
    df__view_delist(view);
    give_back(view);
    make_copy(view);
    view->became_copy = true;
    df__view_enlist(view);
}

void df_view_close(df_view *view)
{
    df__view_settle(view);
    df__view_delist(view);
    if (view->copies)
        leave_scratch(view);
    else
        give_back(view);
}
