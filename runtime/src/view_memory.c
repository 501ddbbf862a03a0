/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of which views are made: where a buffer has views, a file is laid over its place in the arena.
 * The rest of the arena stays ordinary memory. Such a file has small pages and the places of the arena, or
 * huge pages.
 *
 * When huge pages pay, measured with private mappings made by hand of 9 MiB (48 MiB), read whole, another
 * core running, us per use (tests/runtime/programs/cow_cost.c measures views in the same way, with HUGE=2):
 *
 *     pages    nothing written    1 % scattered   10 % in one piece   all            first use, all written
 *     4 KiB    480 (5400)         505 (5700)      550 (5900)          1225 (11000)   10500 (60000)
 *     2 MiB    455 (4800-5200)    1180 (10100)    640 (5800)          1270 (9900)    1800 (12200)
 *
 * One written byte refreshes 2 MiB at every use, which eats many times what fewer misses of address
 * translation save; and the faults of the first use are avoided as well by taking all pages at once
 * (view_open.c). So huge pages are taken where no reader is expected to write, or where the user asks for
 * them: he may know that a reader of a large window writes in one piece.
 *
 * Huge pages are promised when they are mapped, never overcommitted: a buffer gets them if enough are free
 * for its slots and for all pages of all its views. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/transfer.h"

/* A part of the arena that is a part of a file. */
typedef struct df__piece {
    size_t offset; /* in the arena */
    size_t bytes;
    int file;
    size_t offset_in_file;
} piece;

/* The channel's view if the channel starts as one, else null. */
static const df_view *view_of(size_t channel)
{
    const df_channel *one = df__run()->program->channels[channel];
    return one->strategy == &df_strategy_cow ? &one->view : NULL;
}

/* Buffers may share addresses: where they begin does not tell them apart. */
static bool show_same_buffer(const df_view *one, const df_view *other)
{
    return one->offset_bytes == other->offset_bytes && one->slot_bytes == other->slot_bytes &&
           one->slots == other->slots && one->stride_bytes == other->stride_bytes;
}

/* The view of the channel if it is the first one of its buffer, else null. */
static const df_view *first_view_of(size_t channel)
{
    const df_view *view = view_of(channel);
    for (size_t i = 0; i < channel && view != NULL; i++)
        if (view_of(i) != NULL && show_same_buffer(view_of(i), view))
            return NULL;
    return view;
}

static bool meets(const piece *one, size_t offset, size_t bytes)
{
    return offset < one->offset + one->bytes && one->offset < offset + bytes;
}

static const piece *piece_that_meets(size_t offset, size_t bytes)
{
    const df__views_state *views = &df__run()->views;
    for (size_t i = 0; i < views->pieces_count; i++)
        if (meets(&views->pieces[i], offset, bytes))
            return &views->pieces[i];
    return NULL;
}

static void add_piece(piece one)
{
    df__views_state *views = &df__run()->views;
    views->pieces[views->pieces_count++] = one;
}

static int lay(piece one, char *arena)
{
    add_piece(one);
    return df__os_file_map_over(one.file, one.offset_in_file, one.bytes, arena + one.offset);
}

/* --- huge pages ---------------------------------------- */

static size_t huge_bytes(const df_view *view)
{
    return view->slots * view->stride_bytes;
}

/* What the views of the same buffer want together, and how many there are. */
static df_huge wish_of(const df_view *view, size_t *views)
{
    df_huge wish = view->huge_pages;
    *views = 0;
    for (size_t i = 0; i < df__run()->program->channels_count; i++) {
        const df_view *other = view_of(i);
        if (other == NULL || !show_same_buffer(other, view))
            continue;
        ++*views;
        if (wish == DF_HUGE_IF_WORTH && !other->fault)
            wish = DF_HUGE_NEVER;
    }
    return wish;
}

static void tell_small_pages(const df_view *view, const char *why)
{
    if (!df__run()->arguments.quiet)
        df__tell_warning("FIFO '%s' gets pages of %zu KiB instead of huge pages: %s", view->fifo,
                         df__os_page_bytes() / 1024, why);
}

/* Whether the buffer can have huge pages, of which some are free; takes them off that number. */
static bool can_have(const df_view *view, size_t views, size_t *free_pages, char *why, size_t why_bytes)
{
    size_t wanted = huge_bytes(view) / DF__OS_HUGE_PAGE_BYTES * (1 + views);
    if ((view->offset_bytes | view->stride_bytes) % DF__OS_HUGE_PAGE_BYTES != 0 ||
        view->offset_bytes + huge_bytes(view) > df__run()->program->arena_bytes)
        snprintf(why, why_bytes, "its slots do not lie on whole ones; compile the graph again");
    else if (piece_that_meets(view->offset_bytes, huge_bytes(view)) != NULL)
        snprintf(why, why_bytes, "it shares addresses with another FIFO that has them");
    else if (wanted > *free_pages)
        snprintf(why, why_bytes, "its slots and views need %zu, and %zu are free (sysctl vm.nr_hugepages)",
                 wanted, *free_pages);
    else {
        *free_pages -= wanted;
        return true;
    }
    return false;
}

/* Gives huge pages to the buffers with this wish as long as there are some. Nothing is mapped yet. */
static void share_out(df_huge wish, size_t *free_pages, size_t *file_bytes)
{
    for (size_t i = 0; i < df__run()->program->channels_count; i++) {
        size_t views;
        char why[120];
        const df_view *view = first_view_of(i);
        if (view == NULL || wish_of(view, &views) != wish)
            continue;
        if (can_have(view, views, free_pages, why, sizeof why)) {
            add_piece((piece){
                .offset = view->offset_bytes, .bytes = huge_bytes(view), .offset_in_file = *file_bytes});
            *file_bytes += huge_bytes(view);
        } else if (wish == DF_HUGE_ASKED) {
            tell_small_pages(view, why);
        }
    }
}

/* The system had the pages a moment ago; somebody else was faster. */
static void do_without(int error)
{
    for (size_t i = 0; i < df__run()->program->channels_count; i++) {
        size_t views;
        const df_view *view = first_view_of(i);
        if (view != NULL && wish_of(view, &views) == DF_HUGE_ASKED &&
            piece_that_meets(view->offset_bytes, huge_bytes(view)) != NULL)
            tell_small_pages(view, strerror(error));
    }
    df__run()->views.pieces_count = 0;
}

static int lay_huge_pages(char *arena)
{
    df__views_state *state = &df__run()->views;
    size_t free_pages = df__os_huge_pages_free();
    size_t file_bytes = 0;
    share_out(DF_HUGE_ASKED, &free_pages, &file_bytes);
    share_out(DF_HUGE_IF_WORTH, &free_pages, &file_bytes);
    if (state->pieces_count == 0)
        return 0;
    int error = df__os_huge_file_make(file_bytes, &state->huge_file);
    if (error != 0) {
        do_without(error);
        return 0;
    }
    size_t count = state->pieces_count;
    state->pieces_count = 0;
    for (size_t i = 0; i < count && error == 0; i++) {
        state->pieces[i].file = state->huge_file;
        error = lay(state->pieces[i], arena);
    }
    return error;
}

/* --- all pages ---------------------------------------- */

/* Small pages have the same place in the file as in the arena, so that buffers that share addresses share
 * them here as well. */
static int lay_small_pages(size_t offset, size_t bytes, char *arena)
{
    if (offset % df__os_page_bytes() != 0)
        return 0; /* where pages are larger than those of the plan; its view becomes a copy */
    const piece *other = piece_that_meets(offset, bytes);
    if (other != NULL && other->file == df__run()->views.huge_file)
        return 0; /* its views are found in the huge pages, or nowhere */
    int error = df__os_file_take_pages(df__run()->arena_file, offset, bytes);
    if (error != 0)
        return error;
    return lay(
        (piece){.offset = offset, .bytes = bytes, .file = df__run()->arena_file, .offset_in_file = offset},
        arena);
}

static int lay_channels(char *arena)
{
    int error = lay_huge_pages(arena);
    for (size_t i = 0; i < df__run()->program->channels_count && error == 0; i++) {
        const df_view *view = first_view_of(i);
        if (view == NULL || view->slots == 0)
            continue;
        size_t bytes = df__whole_pages((view->slots - 1) * view->stride_bytes + view->slot_bytes);
        error = lay_small_pages(view->offset_bytes, bytes, arena);
    }
    return error;
}

/* A program without the file runs too: its views become copies and tell why. */
int df__view_lay_files(const df_program *program, char *arena, size_t bytes)
{
    df__views_state *state = &df__run()->views;
    pthread_mutex_init(&state->lock, NULL);
    state->huge_file = -1;
    if (!program->arena_file)
        return 0;
    df__run()->arena_file_error = df__os_file_make(bytes, &df__run()->arena_file);
    if (df__run()->arena_file_error != 0)
        return 0;
    state->pieces = calloc(program->channels_count + 1, sizeof *state->pieces);
    if (state->pieces == NULL)
        return ENOMEM;
    return program->channels_count == 0 ? lay_small_pages(0, bytes, arena) : lay_channels(arena);
}

void df__view_close_files(void)
{
    df__views_state *state = &df__run()->views;
    if (state->huge_file >= 0)
        df__os_file_close(state->huge_file);
    free(state->pieces);
    pthread_mutex_destroy(&state->lock);
}

bool df__view_find_memory(const df_view *view, df__view_memory *memory)
{
    const df__views_state *state = &df__run()->views;
    size_t bytes = view->slots == 0 ? 0 : (view->slots - 1) * view->stride_bytes;
    bytes += view->slot_bytes;
    for (size_t i = 0; i < state->pieces_count; i++) {
        const piece *one = &state->pieces[i];
        if (view->offset_bytes < one->offset || view->offset_bytes + bytes > one->offset + one->bytes)
            continue;
        size_t offset = one->offset_in_file + (view->offset_bytes - one->offset);
        *memory =
            (df__view_memory){.file = one->file, .offset = offset, .huge = one->file == state->huge_file};
        return !memory->huge || (offset | view->stride_bytes) % DF__OS_HUGE_PAGE_BYTES == 0;
    }
    return false;
}
