/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied by what can be reached (Pegasus): the reader walks through the source. */
#include "df/object_graph.h"
#include "df/object_reach.h"
#include "df/object_relocate.h"

#include "df/transfer.h"

enum { SWEPT_BYTES_MIN = 128 }; /* a walk through less is not longer than the sweep */

/* Where all can be reached, all is copied as it lies. Else, and to say which pointer leads out, there is the walk. A function
 * of its own for each map, so that the compiler sees which one it is. */
static void *copy_by_offset(df_arena *target, const df_ref *token)
{
    const df_arena *from = token->arena;
    if (from->used >= SWEPT_BYTES_MIN && df__reaches_all(token) &&
        df__arena_copy(target, from, (uint64_t)from->objects))
        return target->objects + ((char *)token->root - from->objects);
    return (void *)(uintptr_t)df__graph_copy(target, token, DF_COPY_MAP_OFFSET, 0);
}

static void *copy_by_hash(df_arena *target, const df_ref *token)
{
    return (void *)(uintptr_t)df__graph_copy(target, token, DF_COPY_MAP_HASH, 0);
}

static void *copy_by_search(df_arena *target, const df_ref *token)
{
    return (void *)(uintptr_t)df__graph_copy(target, token, DF_COPY_MAP_LINEAR, 0);
}

void df_objects_graphcopy(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, df_copy_map map)
{
    static void *(*const copies[])(df_arena *, const df_ref *) = {
        [DF_COPY_MAP_OFFSET] = copy_by_offset,
        [DF_COPY_MAP_HASH] = copy_by_hash,
        [DF_COPY_MAP_LINEAR] = copy_by_search,
    };
    for (size_t i = 0; i < count; i++) {
        df_arena *arena = (df_arena *)(void *)(arenas + i * stride_bytes);
        df__arena_reset(arena);
        targets[i] = (df_ref){.root = NULL, .arena = arena};
        if (sources[i].root == NULL)
            continue;
        df__arena_copied(arena, sources[i].arena);
        targets[i].root = copies[map](arena, &sources[i]);
    }
}

const df_strategy df_strategy_graphcopy = {.name = "graphcopy"};
