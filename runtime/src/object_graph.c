/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied by what can be reached (Pegasus): the reader walks through the source breadth first and lays the
 * copies one behind the other. The bitmaps tell where blocks begin and which words are pointers, so that types do not
 * matter.
 *
 * The list of what is still to be copied is the target itself: a block that was met gets its place there, and the first
 * word of the place tells which block of the source that is. */
#include "df/object_map.h"
#include "df/transfer.h"

/* The heads are copies: the compiler keeps what is in them in registers, as no object that is written can be a part of
 * them. */
typedef struct graph_copy {
    df_arena target;
    df_arena source;
    const df_arena *from;
    df_copy_map kind;
    df__map map;
} graph_copy;

/* The number of the copy of a block: its word in the target, from 1 on. A place of several words, of which one bit each
 * tells whether it is a pointer, has these bits in its second word; one of more words than that, none. */
DF__INLINE uint32_t meet(graph_copy *copy, size_t word)
{
    uint32_t *number = df__map_at(&copy->map, copy->kind, word);
    if (*number != 0)
        return *number;
    size_t words = df__block_end(&copy->source, word) - word;
    size_t at = copy->target.used / DF__WORD_BYTES;
    df__word *place = (df__word *)(void *)df__block_place(&copy->target, words * DF__WORD_BYTES);
    place[0] = words << 32 | word;
    if (words > 1 && words <= 64) {
        place[1] = df__get_bits(copy->source.pointers, word, words);
        df__set_bits(copy->target.pointers, at, place[1]);
    }
    *number = (uint32_t)at + 1;
    return *number;
}

/* Nearly all pointers lead to the first byte of a block. An offset that is no whole number of words becomes larger by the
 * rotation than any arena. */
DF__INLINE uint64_t copy_of(graph_copy *copy, uint64_t pointer)
{
    uint64_t base = (uint64_t)copy->target.objects - DF__WORD_BYTES;
    uint64_t offset = pointer - (uint64_t)copy->source.objects;
    uint64_t word = offset >> 3 | offset << 61;
    if (__builtin_expect(word < copy->source.used / DF__WORD_BYTES && df__bit(copy->source.starts, word), 1))
        return base + (uint64_t)meet(copy, word) * DF__WORD_BYTES;
    df__place place = df__find_block(copy->from, pointer);
    return base + (uint64_t)meet(copy, place.word) * DF__WORD_BYTES + place.inner;
}

DF__INLINE void mend_words(graph_copy *copy, size_t at, uint64_t pointers)
{
    df__word *copied = (df__word *)(void *)copy->target.objects + at;
    for (; pointers != 0; pointers &= pointers - 1) {
        df__word *word = &copied[__builtin_ctzll(pointers)];
        if (*word != 0)
            *word = copy_of(copy, *word);
    }
}

/* Copies the bits of a block that lies elsewhere in the target. */
static void copy_bits(uint64_t *target, size_t at, const uint64_t *source, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i += 64)
        df__set_bits(target, at + i, df__get_bits(source, from + i, count - i < 64 ? count - i : 64));
}

/* Copies the block whose place is at that word of the target, returns its words. */
DF__INLINE size_t copy_block(graph_copy *copy, size_t at)
{
    df__word *place = (df__word *)(void *)copy->target.objects + at;
    size_t from = (uint32_t)place[0], words = place[0] >> 32;
    const char *source = copy->source.objects + from * DF__WORD_BYTES;
    if (copy->source.transients != NULL)
        copy_bits(copy->target.transients, at * DF__WORD_BYTES, copy->source.transients,
                  from * DF__WORD_BYTES, words * DF__WORD_BYTES);
    if (words > 1 && words <= 64) {
        uint64_t pointers = place[1];
        df__copy_words((char *)place, source, words);
        mend_words(copy, at, pointers);
        return words;
    }
    df__copy_words((char *)place, source, words);
    if (words == 1 && !df__bit(copy->source.pointers, from))
        return 1;
    copy_bits(copy->target.pointers, at, copy->source.pointers, from, words);
    for (size_t i = 0; i < words; i += 64)
        mend_words(copy, at + i,
                   df__get_bits(copy->source.pointers, from + i, words - i < 64 ? words - i : 64));
    return words;
}

/* A function of its own for each map, so that the compiler sees which one it is. */
DF__INLINE void *copy_graph(df_arena *target, const df_ref *token, df_copy_map kind)
{
    graph_copy copy = {
        .target = *target,
        .source = *token->arena,
        .from = token->arena,
        .kind = kind,
        .map = df__map_open(kind, token->arena),
    };
    void *root = (void *)(uintptr_t)copy_of(&copy, (uint64_t)token->root);
    for (size_t at = 0; at * DF__WORD_BYTES < copy.target.used;)
        at += copy_block(&copy, at);
    target->used = copy.target.used;
    target->blocks = copy.target.blocks;
    return root;
}

static void *copy_by_offset(df_arena *target, const df_ref *token)
{
    return copy_graph(target, token, DF_COPY_MAP_OFFSET);
}

static void *copy_by_hash(df_arena *target, const df_ref *token)
{
    return copy_graph(target, token, DF_COPY_MAP_HASH);
}

static void *copy_by_search(df_arena *target, const df_ref *token)
{
    return copy_graph(target, token, DF_COPY_MAP_LINEAR);
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
