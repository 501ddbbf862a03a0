/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `cow`: views of a buffer (df/view.h). Its twin is dfgen/memory/strategies/cow.py.
 *
 * Each page of a view has a number: 0 while it shows the buffer; from 1 on it is the view's own, and the
 * number counts its uses. An own page is refreshed at every use. From use LOOK_FROM on its content is
 * compared after the firing: where it was written the count starts again, and a page that was not in all
 * uses up to DROP_AT is given back. So a page costs at most a few dozen copies more than it must (about
 * one write fault), and a page that every firing writes is compared once in LOOK_FROM uses. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/sanitizers.h"
#include "df/transfer.h"

enum { LOOK_FROM = 16, DROP_AT = 32 };

/* Part of a view in bytes from its start, and the pages that it touches. */
typedef struct window {
    size_t first;
    size_t past;
    size_t first_page;
    size_t past_page;
} window;

static window window_of(const df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    window in_view = {.first = slot * view->stride_bytes + first};
    in_view.past = in_view.first + bytes;
    in_view.first_page = in_view.first / view->page_bytes;
    in_view.past_page = (in_view.past + view->page_bytes - 1) / view->page_bytes;
    return in_view;
}

/* The bytes of the window that lie in the pages. */
static window part(const df_view *view, const window *whole, size_t first_page, size_t past_page)
{
    size_t first = first_page * view->page_bytes;
    size_t past = past_page * view->page_bytes;
    return (window){
        .first = first > whole->first ? first : whole->first,
        .past = past < whole->past ? past : whole->past,
    };
}

/* --- use ---------------------------------------- */

/* Under the thread sanitizer: the firing reads the window of the buffer, whatever address it uses. */
static void tell_sanitizer(const df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    df__tell_read(view->core->arena + view->offset_bytes + slot * view->stride_bytes + first, bytes);
}

static void copy_part(df_view *view, const window *bytes)
{
    df_copy_disjoint(view->start + bytes->first, view->source + bytes->first, bytes->past - bytes->first);
    view->figures.copied_bytes += bytes->past - bytes->first;
}

static void refresh(df_view *view, const window *used)
{
    size_t page = used->first_page;
    while (page < used->past_page) {
        size_t first_page = page;
        for (; page < used->past_page && view->pages[page] != 0; page++)
            view->pages[page] += view->pages[page] < LOOK_FROM;
        if (page > first_page) {
            window own = part(view, used, first_page, page);
            copy_part(view, &own);
        } else {
            page++;
        }
    }
}

void *df_view_begin(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    tell_sanitizer(view, slot, first, bytes);
    view->figures.uses++;
    if (view->copies) {
        df_copy_disjoint(view->start + first, view->source + slot * view->stride_bytes + first, bytes);
        view->figures.copied_bytes += bytes;
        return view->start + first;
    }
    window used = window_of(view, slot, first, bytes);
    if (view->own_pages > 0 && bytes > 0)
        refresh(view, &used);
    return view->start + used.first;
}

/* Without word from the system every page counts as written, for ever. */
static void find_own_pages(df_view *view, const window *used)
{
    unsigned char *pages = view->pages + used->first_page;
    size_t count = used->past_page - used->first_page;
    size_t found = SIZE_MAX;
    if (view->drops)
        found = df__os_find_own_pages(view->start + used->first_page * view->page_bytes,
                                      count * view->page_bytes, pages);
    if (found == SIZE_MAX) {
        view->drops = false;
        found = 0;
        for (size_t i = 0; i < count; i++) {
            found += pages[i] == 0;
            pages[i] = 1;
        }
    }
    view->own_pages += found;
    view->figures.pages_written += found;
}

/* Counts one more use of an own page; true when it has been idle for long. */
static bool is_idle(df_view *view, const window *used, size_t page)
{
    if (view->pages[page] < LOOK_FROM)
        return false;
    window own = part(view, used, page, page + 1);
    if (memcmp(view->start + own.first, view->source + own.first, own.past - own.first) != 0)
        view->pages[page] = 1;
    else
        view->pages[page]++;
    return view->pages[page] >= DROP_AT;
}

static void drop(df_view *view, size_t first_page, size_t past_page)
{
    size_t count = past_page - first_page;
    if (df__os_memory_drop(view->start + first_page * view->page_bytes, count * view->page_bytes) != 0)
        return; /* they stay */
    memset(view->pages + first_page, 0, count);
    view->own_pages -= count;
    view->figures.pages_dropped += count;
}

static void drop_idle_pages(df_view *view, const window *used)
{
    size_t page = used->first_page;
    while (page < used->past_page) {
        size_t first_page = page;
        while (page < used->past_page && is_idle(view, used, page))
            page++;
        if (page > first_page)
            drop(view, first_page, page);
        page++; /* it is past the window or was found not to be idle */
    }
}

void df_view_end(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    tell_sanitizer(view, slot, first, bytes);
    if (view->copies || bytes == 0 || !atomic_load_explicit(&view->writable, memory_order_relaxed))
        return;
    window used = window_of(view, slot, first, bytes);
    if (memchr(view->pages + used.first_page, 0, used.past_page - used.first_page) != NULL)
        find_own_pages(view, &used);
    if (view->drops && view->own_pages > 0)
        drop_idle_pages(view, &used);
}

/* --- open and close ---------------------------------------- */

/* Why a view is less than it should be; empty if it is not. */
typedef struct reason {
    char text[160];
} reason;

static _Atomic size_t promised_bytes; /* what all open views may need */

static double mebibytes(size_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

/* All pages of all views may become their own. They appear at faults, when it is too late to do without
 * them, so their memory must be there from the start. */
static bool promise(size_t bytes, reason *why)
{
    size_t available_bytes = df__os_memory_available_bytes(df__run.program->arena_bytes);
    if (atomic_fetch_add(&promised_bytes, bytes) + bytes <= available_bytes)
        return true;
    atomic_fetch_sub(&promised_bytes, bytes);
    snprintf(why->text, sizeof why->text, "its pages may need %.1f MiB, and all views can have %.1f MiB",
             mebibytes(bytes), mebibytes(available_bytes));
    return false;
}

static int map_promised(df_view *view)
{
    int error = df__os_file_map(df__run.arena_file, view->offset_bytes, view->bytes, DF__OS_MAP_PRIVATE,
                                &view->start);
    if (error != 0)
        return error;
    /* Mapped for writing first, so that the system has granted the memory when a fault asks for it. */
    if (view->fault)
        error = df__os_memory_set_writable(view->start, view->bytes, false);
    view->pages = calloc(view->bytes / view->page_bytes, 1);
    if (view->pages == NULL)
        error = ENOMEM;
    if (error == 0)
        return 0;
    free(view->pages);
    df__os_memory_release(view->start, view->bytes);
    return error;
}

static bool map(df_view *view, reason *why)
{
    int error = df__run.arena_file_error;
    if (df__run.arena_file < 0 && error == 0) {
        snprintf(why->text, sizeof why->text, "the program was generated without arena_file");
        return false;
    }
    if (error == 0) {
        if (!promise(view->bytes, why))
            return false;
        error = map_promised(view);
        if (error == 0)
            return true;
        atomic_fetch_sub(&promised_bytes, view->bytes);
    }
    snprintf(why->text, sizeof why->text, "the system refuses a view: %s", strerror(error));
    return false;
}

/* One window is in use at a time, so one slot will do. */
static void take_copy(df_view *view)
{
    view->copies = true;
    view->bytes = df__whole_pages(view->slot_bytes);
    int error = df__os_memory_take(view->bytes, &view->start);
    if (error != 0)
        df_fail(
            "FIFO '%s' needs %.1f MiB of memory for the port's own copy, which the system does not give: %s\n"
            "       compile with another --transfer, or give the program more memory",
            view->fifo, mebibytes(view->bytes), strerror(error));
}

static void tell_fall_back(const df_view *view, const reason *why)
{
    if (atomic_exchange(&view->leader->told_fall_back, true) || df__run.arguments.quiet)
        return;
    fprintf(stderr, "warning: FIFO '%s' is copied before each firing instead of shown copy-on-write: %s\n",
            view->fifo, why->text);
}

void df_view_open(df_core *core, df_view *view)
{
    reason why = {.text = ""};
    view->core = core;
    view->source = core->arena_read + view->offset_bytes;
    view->page_bytes = df__os_page_bytes();
    view->bytes = view->slots == 0 ? 0 : (view->slots - 1) * view->stride_bytes;
    view->bytes += df__whole_pages(view->slot_bytes);
    view->own_pages = 0;
    view->copies = false;
    atomic_store(&view->writable, !view->fault);
    if (!map(view, &why)) {
        take_copy(view);
    } else {
        view->drops = df__os_knows_own_pages(df__run.arena_file);
        if (!view->drops)
            snprintf(why.text, sizeof why.text, "the system does not tell which pages were written");
    }
    df__view_enlist(view);
    if (why.text[0] != '\0')
        tell_fall_back(view, &why);
}

void df_view_close(df_view *view)
{
    df__view_delist(view);
    df__os_memory_release(view->start, view->bytes);
    if (view->copies)
        return;
    free(view->pages);
    atomic_fetch_sub(&promised_bytes, view->bytes);
}

/* --- as a strategy of a channel ---------------------------------------- */

static void open_channel(df_core *core, df_channel *channel)
{
    df_view_open(core, &channel->view);
}

static size_t place_in_slots(const df_view *view, const void *source)
{
    return (size_t)((const char *)source - view->source);
}

static void *begin(df_channel *channel, void *target, const void *source, size_t bytes)
{
    (void)target;
    df_view *view = &channel->view;
    size_t place = place_in_slots(view, source);
    return df_view_begin(view, (uint32_t)(place / view->stride_bytes), place % view->stride_bytes, bytes);
}

static void finish(df_channel *channel, const void *source, size_t bytes)
{
    df_view *view = &channel->view;
    size_t place = place_in_slots(view, source);
    df_view_end(view, (uint32_t)(place / view->stride_bytes), place % view->stride_bytes, bytes);
}

static void close_channel(df_channel *channel)
{
    df_view_close(&channel->view);
}

const df_strategy df_strategy_cow = {
    .name = "cow", .open = open_channel, .begin = begin, .finish = finish, .close = close_channel};
