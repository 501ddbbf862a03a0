/* SPDX-License-Identifier: Apache-2.0 */
/* The arenas of a program, from its start to its end: made in the program's memory, named where a pointer leads into
 * one, and reported with the most that was used of each buffer's. */
#include <inttypes.h>
#include <stdlib.h>

#include "df/internal.h"
#include "df/object_state.h"
#include "df/parts.h"

/* Of the calling thread. */
static _Thread_local struct {
    char *start;
    size_t bytes;
} scratch;

/* By buffer, once the arenas are closed. It stays until the end: the first of several nodes tells its figures twice. */
static size_t *most_used;

void df_objects_use_scratch(void *start, size_t bytes)
{
    scratch.start = start;
    scratch.bytes = bytes;
}

void *df__scratch_take(size_t bytes, const df_arena *arena)
{
    if (bytes > scratch.bytes)
        df_fail("internal error: a walk through a token of port '%s' wants %zu bytes, and its core has %zu",
                arena->name, bytes, scratch.bytes);
    return scratch.start;
}

static char *memory_of(const df_arenas *arenas, uint32_t index)
{
    return df__run()->arena + arenas->offset_bytes + index * arenas->stride_bytes;
}

static void use_scratch_of(uint32_t core)
{
    const df_scratch *memory = &df__run()->program->objects->scratch[core];
    df_objects_use_scratch(df__run()->arena + memory->offset_bytes, memory->bytes);
}

/* Who generates the program reserves pages of 4 KiB for guard mode. */
static bool has_room(const df_arenas *arenas, size_t unit)
{
    size_t bytes = df_arena_bytes(arenas->up_to_bytes, arenas->align, arenas->transients, unit);
    if (arenas->count == 0 || (bytes <= arenas->stride_bytes && arenas->offset_bytes % unit == 0))
        return true;
    df__tell_error(
        "tokens that are graphs of objects cannot be guarded where pages have %zu KiB: compile without "
        "--guard",
        unit / 1024);
    return false;
}

/* Functions of initial tokens run right after this, on the thread of core 0. */
static bool open_all(void)
{
    const df_program *program = df__run()->program;
    size_t unit = program->guard ? df__os_page_bytes() : DF__ARENA_UNIT;
    most_used = calloc(program->objects->arenas_count + 1, sizeof *most_used);
    if (most_used == NULL) {
        fputs("error: no memory is left for the figures of arenas\n", stderr);
        return false;
    }
    for (size_t i = 0; i < program->objects->arenas_count; i++) {
        const df_arenas *arenas = &program->objects->arenas[i];
        if (!has_room(arenas, unit))
            return false;
        for (uint32_t n = 0; n < arenas->count; n++)
            df_arena_open(memory_of(arenas, n), arenas, unit);
    }
    use_scratch_of(0);
    return true;
}

static void enter(const df_core *core)
{
    use_scratch_of(core->index);
}

static void close_all(void)
{
    for (size_t i = 0; i < df__run()->program->objects->arenas_count; i++) {
        const df_arenas *arenas = &df__run()->program->objects->arenas[i];
        for (uint32_t n = 0; n < arenas->count; n++) {
            df_arena *arena = (df_arena *)(void *)memory_of(arenas, n);
            most_used[i] = arena->most_used > most_used[i] ? arena->most_used : most_used[i];
            df_arena_close(arena);
        }
    }
}

static void report(FILE *file)
{
    fputs(", \"arenas\": [", file);
    for (size_t i = 0; i < df__run()->program->objects->arenas_count; i++) {
        const df_arenas *arenas = &df__run()->program->objects->arenas[i];
        fputs(i == 0 ? "{\"buffer\": " : ", {\"buffer\": ", file);
        df__write_text(file, arenas->name);
        fprintf(file, ", \"arenas\": %" PRIu32 ", \"up_to_bytes\": %zu, \"most_used_bytes\": %zu}",
                arenas->count, arenas->up_to_bytes, most_used[i]);
    }
    fputs("]", file);
}

/* The arenas of which one holds the address, or null. */
static const df_arenas *arenas_at(const char *address)
{
    for (size_t i = 0; i < df__run()->program->objects->arenas_count; i++) {
        const df_arenas *arenas = &df__run()->program->objects->arenas[i];
        const char *start = memory_of(arenas, 0);
        if (address >= start && address < start + arenas->count * arenas->stride_bytes)
            return arenas;
    }
    return NULL;
}

static const char *buffer_at(const char *address)
{
    const df_arenas *arenas = arenas_at(address);
    return arenas == NULL ? NULL : arenas->name;
}

const df__object_hooks df__object_graphs = {
    .open = open_all, .enter = enter, .close = close_all, .report = report, .buffer_at = buffer_at};
