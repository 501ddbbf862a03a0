/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied by what can be reached (Pegasus): the reader walks through the source breadth first and lays the
 * copies one behind the other.
 *
 * The list of what is still to be copied is the target itself: a block that was met gets its place there, and the first
 * word of the place tells which block of the source that is. */
#include "df/object_map.h"

/* In the first word of a place. */
typedef struct pending {
    uint32_t word; /* of the source */
    uint32_t form;
} pending;

typedef struct graph_copy {
    df_arena *target;
    const df_arena *source;
    const struct df_object_types *all;
    df_copy_map kind;
    df__map map;
    size_t visited; /* pointers of the block at hand */
} graph_copy;

/* The place of the copy in the target, in bytes. */
DF__INLINE size_t meet(graph_copy *copy, size_t word, uint32_t form)
{
    uint32_t *value = df__map_at(&copy->map, copy->kind, word);
    if (*value == 0) {
        size_t bytes = df__block_end(copy->source, word) - word * DF__WORD_BYTES;
        char *place = df__block_place(copy->target, bytes);
        *value = (uint32_t)((size_t)(place - copy->target->objects) / DF__WORD_BYTES) + 1;
        *(df__word *)(void *)place = (uint64_t)form << 32 | (uint32_t)word;
    }
    return (size_t)(*value - 1) * DF__WORD_BYTES;
}

DF__INLINE void mend(void *context, const df__pointer *pointer)
{
    graph_copy *copy = context;
    copy->visited++;
    if (*pointer->word == 0)
        return;
    df__place place = df__find(copy->source, *pointer->word, pointer->form, copy->all);
    *pointer->word = (uint64_t)copy->target->objects + meet(copy, place.word, pointer->form) + place.inner;
}

/* Copies the bits of a block that lies elsewhere in the target, returns how many are set. */
static size_t copy_bits(uint64_t *target, size_t target_index, const uint64_t *source, size_t index,
                        size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i += 64) {
        uint64_t bits = df__get_bits(source, index + i, count - i < 64 ? count - i : 64);
        set += (size_t)__builtin_popcountll(bits);
        df__set_bits(target, target_index + i, bits);
    }
    return set;
}

/* Copies the block whose place is at that byte of the target, returns its bytes. */
DF__INLINE size_t copy_block(graph_copy *copy, size_t at)
{
    df_arena *target = copy->target;
    const df_arena *source = copy->source;
    uint64_t entry = *(df__word *)(void *)(target->objects + at);
    pending next = {.word = (uint32_t)entry, .form = (uint32_t)(entry >> 32)};
    size_t from = (size_t)next.word * DF__WORD_BYTES;
    size_t bytes = df__block_end(source, next.word) - from;
    df__copy_words(target->objects + at, source->objects + from, bytes);
    size_t marked =
        copy_bits(target->pointers, at / DF__WORD_BYTES, source->pointers, next.word, bytes / DF__WORD_BYTES);
    if (source->transients != NULL)
        copy_bits(target->transients, at, source->transients, from, bytes);
    copy->visited = 0;
    df__each_of_block(target->objects + at, bytes, next.form, copy->all, mend, copy);
    df__expect_pointers(source, next.word, marked, copy->visited, next.form, copy->all);
    return bytes;
}

/* A function of its own for each map, so that the compiler sees which one it is. */
DF__INLINE void *copy_graph(df_arena *target, const df_ref *token, const struct df_object_type *type,
                            df_copy_map kind)
{
    graph_copy copy = {
        .target = target,
        .source = token->arena,
        .all = type->all,
        .kind = kind,
        .map = df__map_open(kind, token->arena),
    };
    uint32_t form = df__form_of(type, DF__FORM_OBJECTS);
    df__place root = df__find(copy.source, (uint64_t)token->root, form, copy.all);
    meet(&copy, root.word, form);
    for (size_t at = 0; at < target->used;)
        at += copy_block(&copy, at);
    return target->objects + root.inner;
}

static void *copy_by_offset(df_arena *target, const df_ref *token, const struct df_object_type *type)
{
    return copy_graph(target, token, type, DF_COPY_MAP_OFFSET);
}

static void *copy_by_hash(df_arena *target, const df_ref *token, const struct df_object_type *type)
{
    return copy_graph(target, token, type, DF_COPY_MAP_HASH);
}

static void *copy_by_search(df_arena *target, const df_ref *token, const struct df_object_type *type)
{
    return copy_graph(target, token, type, DF_COPY_MAP_LINEAR);
}

void df_objects_graphcopy(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, const struct df_object_type *type, df_copy_map map)
{
    static void *(*const copies[])(df_arena *, const df_ref *, const struct df_object_type *) = {
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
        targets[i].root = copies[map](arena, &sources[i], type);
    }
}
