/* SPDX-License-Identifier: Apache-2.0 */
/* All open views: what must be told once for all views of a FIFO, and which view a write fault opens.
 * Fault handlers walk the list while others change it, so links are atomic and a view that left still
 * links to the rest. */
#include <signal.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

static df_view *following(df_view *view)
{
    return atomic_load_explicit(&view->next, memory_order_acquire);
}

void df__view_enlist(df_view *view)
{
    df__views_state *views = &df__run()->views;
    pthread_mutex_lock(&views->lock);
    view->leader = view;
    for (df_view *other = atomic_load(&views->first); other != NULL; other = following(other))
        if (strcmp(other->fifo, view->fifo) == 0)
            view->leader = other->leader;
    atomic_store(&view->next, atomic_load(&views->first));
    atomic_store_explicit(&views->first, view, memory_order_release);
    pthread_mutex_unlock(&views->lock);
    df__view_list_for_report(view);
}

void df__view_delist(df_view *view)
{
    df__views_state *views = &df__run()->views;
    pthread_mutex_lock(&views->lock);
    _Atomic(df_view *) *link = &views->first;
    while (atomic_load(link) != view)
        link = &atomic_load(link)->next;
    atomic_store_explicit(link, following(view), memory_order_release);
    pthread_mutex_unlock(&views->lock);
}

static void tell_write(const df_view *view)
{
    df__text text = {.length = 0};
    df__text_add(&text, "warning: ");
    df__text_add_actor(&text, (const df__worker *)view->core);
    df__text_add(&text, ": writes its input port '");
    df__text_add(&text, view->port);
    df__text_add(&text, "' of FIFO '");
    df__text_add(&text, view->fifo);
    df__text_add(&text, "', declared read_only; the FIFO goes on with private pages");
    df__text_write(&text);
}

/* The firing can neither go on nor be left from here. */
static _Noreturn void end_at_refusal(const df_view *view)
{
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, (const df__worker *)view->core);
    df__text_add(&text, ": writes its input port '");
    df__text_add(&text, view->port);
    df__text_add(&text, "' of FIFO '");
    df__text_add(&text, view->fifo);
    df__text_add(&text, "', which the system does not allow: too little memory, or too many mappings");
    df__text_write(&text);
    df__os_exit(DF__EXIT_FAILED);
}

static df_view *view_at(const char *address)
{
    df_view *view = atomic_load_explicit(&df__run()->views.first, memory_order_acquire);
    while (view != NULL && (address < view->start || address >= view->start + view->bytes))
        view = following(view);
    return view;
}

/* Reading is always allowed, so every fault inside of a view is a write. More threads than one of an actor
 * may come here for the same view: whoever is late finds it writable and tries again as well. */
static bool mend(const df__os_fault *fault)
{
    df_view *view = view_at(fault->address);
    bool can_help = view != NULL && view->fault && !view->copies;
    if (!can_help || fault->signal != SIGSEGV || fault->access == DF__OS_ACCESS_READ)
        return false;
    if (df__os_memory_set_writable(view->start, view->bytes, true) != 0)
        end_at_refusal(view);
    atomic_fetch_add(&view->figures.writes_caught, 1);
    atomic_store(&view->writable, true);
    if (!atomic_exchange(&view->leader->told_write, true) && !df__run()->arguments.quiet)
        tell_write(view);
    return true;
}

const df__view_hooks df__views = {
    .mend = mend,
    .lay_files = df__view_lay_files,
    .close_files = df__view_close_files,
    .report = df__view_report,
};
