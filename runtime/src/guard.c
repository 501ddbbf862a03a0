/* SPDX-License-Identifier: Apache-2.0 */
/* Guard mode (`--guard`): the arena is mapped twice, inputs declared read_only point into the read-only
 * mapping, and all pages that belong to no slot are inaccessible. A bad access ends the program with the port
 * that it concerns. Built only into programs generated with --guard. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/object_type.h"
#include "df/parts.h"
#include "df/sanitizers.h"

typedef struct port_window {
    const char *port;
    const char *start;
    size_t bytes;
    bool read_only;
} port_window;

/* The windows of the firing that runs on one core. */
typedef struct firing_windows {
    const df_actor *actor;
    uint64_t firing;
    uint32_t count;
    port_window windows[DF_GUARD_WINDOWS_MAX];
} firing_windows;

static firing_windows windows_of[DF_CORES_MAX];

/* --- memory ---------------------------------------- */

static void mark_pages(size_t start, size_t bytes, size_t page_bytes, unsigned char *used)
{
    for (size_t page = start / page_bytes; page <= (start + bytes - 1) / page_bytes; page++)
        used[page] = 1;
}

/* Marks the arenas of object graphs, and what is beside them. */
static void mark_objects(const df_program *program, size_t page_bytes, unsigned char *used)
{
    const df_objects *objects = program->objects;
    for (size_t i = 0; i < objects->arenas_count; i++)
        mark_pages(objects->arenas[i].offset_bytes,
                   objects->arenas[i].count * objects->arenas[i].stride_bytes, page_bytes, used);
    for (uint32_t core = 0; core < program->cores; core++) {
        if (objects->scratch[core].bytes > 0)
            mark_pages(objects->scratch[core].offset_bytes, objects->scratch[core].bytes, page_bytes, used);
    }
}

/* Marks in `used` every page that a slot touches. */
static void mark_slots(const df_program *program, size_t page_bytes, unsigned char *used)
{
    for (size_t i = 0; i < program->buffers_count; i++) {
        const df_buffer *buffer = &program->buffers[i];
        for (uint32_t slot = 0; slot < buffer->slots && buffer->slot_bytes > 0; slot++) {
            size_t start = buffer->offset_bytes + slot * buffer->stride_bytes;
            mark_pages(start, buffer->slot_bytes, page_bytes, used);
        }
    }
    if (program->objects != NULL)
        mark_objects(program, page_bytes, used);
}

static int forbid_unused(char *mapping, const unsigned char *used, size_t pages, size_t page_bytes)
{
    int error = 0;
    for (size_t first = 0, next; first < pages && error == 0; first = next) {
        next = first + 1;
        while (next < pages && used[next] == used[first])
            next++;
        if (!used[first])
            error = df__os_memory_forbid(mapping + first * page_bytes, (next - first) * page_bytes);
    }
    return error;
}

static int arena_map(int file, size_t bytes, char **writable, char **readable)
{
    size_t page_bytes = df__os_page_bytes();
    size_t pages = bytes / page_bytes;
    int error = df__os_file_map(file, 0, bytes, DF__OS_MAP_SHARED, writable);
    if (error == 0)
        error = df__os_file_map(file, 0, bytes, DF__OS_MAP_SHARED_READ_ONLY, readable);
    if (error != 0)
        return error;
    unsigned char *used = calloc(pages, 1);
    if (used == NULL)
        return ENOMEM;
    mark_slots(df__run()->program, page_bytes, used);
    error = forbid_unused(*writable, used, pages, page_bytes);
    if (error == 0)
        error = forbid_unused(*readable, used, pages, page_bytes);
    free(used);
    return error;
}

/* --- windows ---------------------------------------- */

/* The thread sanitizer does not know that both mappings are the same memory, so it is told about each window
 * under its address in the writable one. */
static void tell_sanitizer(const df_core *core, const char *start, size_t bytes, bool read_only)
{
#if defined(DF__WATCHES_RACES)
    size_t arena_bytes = df__run()->program->arena_bytes;
    char *address = (char *)(uintptr_t)start;
    if (start >= core->arena_read && start < core->arena_read + arena_bytes)
        address = core->arena + (start - core->arena_read);
    else if (start < core->arena || start >= core->arena + arena_bytes)
        return; /* no memory of the arena */
    if (read_only)
        __tsan_read_range(address, bytes);
    else
        __tsan_write_range(address, bytes);
#else
    (void)core, (void)start, (void)bytes, (void)read_only;
#endif
}

void df_guard_window(df_core *core, uint32_t index, const char *port, const void *start, size_t bytes,
                     bool read_only)
{
    firing_windows *firing = &windows_of[core->index];
    tell_sanitizer(core, start, bytes, read_only);
    if (index >= DF_GUARD_WINDOWS_MAX)
        return;
    firing->actor = core->actor;
    firing->firing = core->firing;
    firing->count = index + 1;
    firing->windows[index] =
        (port_window){.port = port, .start = start, .bytes = bytes, .read_only = read_only};
}

void df_guard_done(df_core *core)
{
    firing_windows *firing = &windows_of[core->index];
    /* Windows that an engine may still use, the core has left. */
    for (uint32_t i = 0; i < firing->count && core->bulk_engine == 0; i++)
        tell_sanitizer(core, firing->windows[i].start, firing->windows[i].bytes,
                       firing->windows[i].read_only);
    firing->count = 0;
}

void df_guard_poison(void *start, size_t bytes)
{
    memset(start, df__run()->arguments.poison, bytes);
}

/* --- explaining a fault ---------------------------------------- */

/* How far the address lies outside of the window; 0 within. */
static size_t distance(const port_window *window, const char *address)
{
    if (address < window->start)
        return (size_t)(window->start - address);
    if (address >= window->start + window->bytes)
        return (size_t)(address - (window->start + window->bytes)) + 1;
    return 0;
}

/* The window that the address belongs to or misses by less than the distance to any other and than a MiB. */
static const port_window *nearest_window(const firing_windows *firing, const char *address)
{
    size_t shortest = 1024 * 1024;
    const port_window *nearest = NULL;
    for (uint32_t i = 0; i < firing->count; i++) {
        size_t missed = distance(&firing->windows[i], address);
        if (missed < shortest) {
            shortest = missed;
            nearest = &firing->windows[i];
        }
    }
    return nearest;
}

static const char *verb(const df__os_fault *fault)
{
    switch (fault->access) {
    case DF__OS_ACCESS_READ:
        return "read";
    case DF__OS_ACCESS_WRITE:
        return "wrote";
    default:
        return "accessed memory";
    }
}

static void add_window_fault(df__text *text, const port_window *window, const df__os_fault *fault)
{
    size_t missed = distance(window, fault->address);
    if (missed == 0) { /* reading is allowed everywhere inside */
        df__text_add(text, window->read_only ? "wrote to its input port '" : "could not use its port '");
        df__text_add(text, window->port);
        df__text_add(text, window->read_only ? "' (declared read_only) at byte " : "' at byte ");
        df__text_add_number(text, (uint64_t)(fault->address - window->start));
        df__text_add(text, " of ");
        df__text_add_number(text, window->bytes);
        return;
    }
    bool before = fault->address < window->start;
    df__text_add(text, verb(fault));
    df__text_add(text, before ? " before the start of port '" : " past the end of port '");
    df__text_add(text, window->port);
    df__text_add(text, "' (");
    df__text_add_number(text, missed);
    df__text_add(text, missed == 1 ? " byte " : " bytes ");
    df__text_add(text, before ? "before)" : "beyond)");
}

/* The buffer with a slot at the address, in either mapping. */
static const df_buffer *buffer_at(const df_core *core, const char *address)
{
    const df_program *program = df__run()->program;
    bool in_readable = address >= core->arena_read && address < core->arena_read + program->arena_bytes;
    uintptr_t offset = (uintptr_t)address - (uintptr_t)(in_readable ? core->arena_read : core->arena);
    for (size_t i = 0; i < program->buffers_count; i++) {
        const df_buffer *buffer = &program->buffers[i];
        if (buffer->slots == 0 || offset < buffer->offset_bytes)
            continue;
        size_t slot = buffer->stride_bytes == 0 ? 0 : (offset - buffer->offset_bytes) / buffer->stride_bytes;
        if (slot >= buffer->slots)
            slot = buffer->slots - 1; /* behind it lies the head of the first one, if readers need that */
        size_t slot_start = buffer->offset_bytes + slot * buffer->stride_bytes;
        if (offset - slot_start < buffer->slot_bytes)
            return buffer;
    }
    return NULL;
}

static void add_foreign_address(df__text *text, const df_buffer *buffer, const df__os_fault *fault)
{
    const char *objects = df__has_objects() ? df__object_graphs.buffer_at(fault->address) : NULL;
    df__text_add(text, verb(fault));
    df__text_add(text, " at address ");
    df__text_add_address(text, fault->address);
    if (objects != NULL) {
        df__text_add(text, " of a token of port '");
        df__text_add(text, objects);
        df__text_add(text, "', which it has given away or may only read");
        return;
    }
    df__text_add(text, ", which belongs to no window of this firing");
    if (buffer == NULL)
        return;
    df__text_add(text, " but to FIFO buffer '");
    df__text_add(text, buffer->name);
    df__text_add(text, "'");
}

/* A window that is missed by more than a page is not meant when another buffer was hit. */
static void explain(const df__worker *worker, const df__os_fault *fault)
{
    const df_core *core = &worker->core;
    const firing_windows *firing = &windows_of[core->index];
    bool is_current =
        worker->phase == DF__PHASE_FIRE && firing->actor == core->actor && firing->firing == core->firing;
    const port_window *window = is_current ? nearest_window(firing, fault->address) : NULL;
    const df_buffer *buffer = buffer_at(core, fault->address);
    if (df__has_objects() && df__object_graphs.buffer_at(fault->address) != NULL)
        window = NULL;
    if (window != NULL && buffer != NULL && distance(window, fault->address) > df__os_page_bytes())
        window = NULL;
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, worker);
    df__text_add(&text, ": ");
    if (window != NULL)
        add_window_fault(&text, window, fault);
    else
        add_foreign_address(&text, buffer, fault);
    df__text_write(&text);
    df__os_exit(DF__EXIT_FAILED);
}

const df__guard_hooks df__guard = {.arena_map = arena_map, .explain = explain};
