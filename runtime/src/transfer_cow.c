/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer strategy `cow`: the use of views of a buffer (df/view.h); view_open.c has their opening. Its twin
 * is dfgen/memory/strategies/cow.py.
 *
 * Each page of a view has a number: 0 while it shows the buffer; from 1 on it is the view's own, and the
 * number counts its uses. An own page is refreshed at every use. From use LOOK_FROM on its content is
 * compared after the firing: where it was written the count starts again, and a page that was not in all
 * uses up to DROP_AT is given back. So a page costs at most a few dozen copies more than it must (about one
 * write fault), and a page that every firing writes is compared once in LOOK_FROM uses.
 *
 * A reader that writes other pages each time would lose and take pages for ever, and a fault costs as much
 * as up to fifty copies of a page while other cores run. So when one page in TAKEN_AGAIN_SHARE had to be
 * taken again the view keeps its pages from then on. Once it owns half of its pages for good it becomes a plain
 * copy: refreshing half of a view costs more than copying all into memory that other copies of the core use, too.
 *
 * Which pages a firing made the view's own must be known before the next one, for they do not show the buffer any
 * more. The system tells: 28 us for 9 MiB. Each of them took a page fault, so where the process had none since the
 * firing began there is nothing to ask; the count of faults costs 0.4 us, and one count serves all views of the core
 * whose firings lie between two of them. A view that was misled by faults of others counts on its own, right before
 * and after each of its next firings, until FAULT_FREE_USES of them had no fault. */
#include <string.h>

#include "df/internal.h"
#include "df/sanitizers.h"
#include "df/transfer.h"

enum { LOOK_FROM = 16, DROP_AT = 32, KNOWN_FROM = 4 * DROP_AT, TAKEN_AGAIN_SHARE = 8, FAULT_FREE_USES = 64 };

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

/* The first own page from `page` on, or `past`. */
static size_t next_own_page(const df_view *view, size_t page, size_t past)
{
    uint64_t eight;
    for (; page + sizeof eight <= past; page += sizeof eight) {
        df_copy_disjoint(&eight, view->pages + page, sizeof eight);
        if (eight != 0)
            break;
    }
    while (page < past && view->pages[page] == 0)
        page++;
    return page;
}

static void refresh(df_view *view, const window *used)
{
    size_t page = next_own_page(view, used->first_page, used->past_page);
    while (page < used->past_page) {
        size_t first_page = page;
        for (; page < used->past_page && view->pages[page] != 0; page++)
            view->pages[page] += view->pages[page] < LOOK_FROM;
        window own = part(view, used, first_page, page);
        copy_part(view, &own);
        page = next_own_page(view, page, used->past_page);
    }
}

/* From KNOWN_FROM uses on what is not written each time has been given back. Huge pages copy as well as any. */
static bool should_copy(const df_view *view)
{
    bool knows = view->knows_own && (!view->drops || view->figures.uses >= KNOWN_FROM);
    return knows && !view->huge && view->own_pages > 0 &&
           view->own_pages >= view->bytes / view->page_bytes / 2;
}

static void *copy_window(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    char *copy = df__view_scratch(view);
    df_copy_disjoint(copy + first, view->source + slot * view->stride_bytes + first, bytes);
    view->figures.copied_bytes += bytes;
    return copy + first;
}

static void ask_for_faults(df__worker *worker)
{
    uint64_t minor;
    uint64_t major;
    df__os_page_faults(&minor, &major);
    worker->faults = minor + major;
    worker->faults_asked++;
}

void *df_view_begin(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    df__worker *worker = (df__worker *)view->core;
    tell_sanitizer(view, slot, first, bytes);
    df__view_settle(view);
    view->figures.uses++;
    if (!view->copies && should_copy(view))
        df__view_become_copy(view);
    if (view->copies)
        return copy_window(view, slot, first, bytes);
    window used = window_of(view, slot, first, bytes);
    if (view->own_pages > 0 && bytes > 0)
        refresh(view, &used);
    if (view->counts_faults && (view->looks_at_once || worker->faults_asked == 0))
        ask_for_faults(worker);
    view->faults = worker->faults;
    return view->start + used.first;
}

static void count_taken_again(df_view *view, size_t first_page, size_t count)
{
    for (size_t page = first_page; page < first_page + count; page++) {
        if (view->pages[page] != 0 && view->given_back[page] != 0) {
            view->given_back[page] = 0;
            view->taken_again++;
        }
    }
    if (view->taken_again * TAKEN_AGAIN_SHARE > view->bytes / view->page_bytes)
        view->drops = false;
}

/* Returns how many of the pages have become the view's own. Without word from the system every page counts as
 * written, for ever. */
static size_t find_own_pages(df_view *view, size_t first_page, size_t count)
{
    unsigned char *pages = view->pages + first_page;
    size_t found = SIZE_MAX;
    if (view->knows_own)
        found = df__os_find_own_pages(view->start + first_page * view->page_bytes, count * view->page_bytes,
                                      view->page_bytes, pages);
    if (found == SIZE_MAX) {
        view->knows_own = false;
        view->drops = false;
        found = 0;
        for (size_t i = 0; i < count; i++) {
            found += pages[i] == 0;
            pages[i] = 1;
        }
    }
    view->own_pages += found;
    view->figures.pages_written += found;
    if (view->drops && found > 0)
        count_taken_again(view, first_page, count);
    return found;
}

/* A firing that writes makes pages the view's own; so does nothing else. */
static bool may_have_new_own_pages(const df_view *view)
{
    df__worker *worker = (df__worker *)view->core;
    if (!atomic_load_explicit(&view->writable, memory_order_relaxed) ||
        memchr(view->pages + view->seen_page, 0, view->seen_pages) == NULL)
        return false;
    if (!view->counts_faults)
        return true;
    if (worker->faults_asked == view->asked)
        ask_for_faults(worker);
    return worker->faults != view->faults;
}

void df__view_settle(df_view *view)
{
    if (view->seen_pages == 0)
        return;
    if (may_have_new_own_pages(view)) {
        bool misled = find_own_pages(view, view->seen_page, view->seen_pages) == 0;
        view->looks_at_once = misled || view->measures;
        view->fault_free_uses = 0;
    } else if (view->looks_at_once && ++view->fault_free_uses == FAULT_FREE_USES) {
        view->looks_at_once = view->measures;
        view->fault_free_uses = 0;
    }
    view->seen_pages = 0;
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
    memset(view->given_back + first_page, 1, count);
    view->own_pages -= count;
    view->figures.pages_dropped += count;
}

static void drop_idle_pages(df_view *view, const window *used)
{
    size_t page = next_own_page(view, used->first_page, used->past_page);
    while (page < used->past_page) {
        size_t first_page = page;
        while (page < used->past_page && is_idle(view, used, page))
            page++;
        if (page > first_page)
            drop(view, first_page, page);
        page = next_own_page(view, page + 1, used->past_page); /* `page` itself was found not to be idle */
    }
}

static void note_use(df_view *view, const window *used)
{
    view->seen_page = used->first_page;
    view->seen_pages = used->past_page - used->first_page;
    view->asked = ((df__worker *)view->core)->faults_asked;
    if (view->looks_at_once)
        df__view_settle(view);
}

void df_view_end(df_view *view, uint32_t slot, size_t first, size_t bytes)
{
    tell_sanitizer(view, slot, first, bytes);
    if (bytes == 0)
        return;
    window used = window_of(view, slot, first, bytes);
    if (!view->copies)
        note_use(view, &used);
    if (view->measures)
        df__view_measure(view, slot, first, bytes);
    if (view->drops && view->own_pages > 0)
        drop_idle_pages(view, &used);
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
