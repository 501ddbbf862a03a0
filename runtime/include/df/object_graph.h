/* SPDX-License-Identifier: Apache-2.0 */
/* A walk through what can be reached in a token, breadth first, that lays the copies one behind the other. The bitmaps tell
 * where blocks begin and which words are pointers, so that types do not matter.
 *
 * The list of what is still to be copied is the target itself: a block that was met gets its place there, and the first
 * word of the place tells which block of the source that is. A copy is known by its number: its word in the target, from
 * 1 on. */
#ifndef DF_OBJECT_GRAPH_H
#define DF_OBJECT_GRAPH_H

#include "df/object_map.h"

/* The two halves of the first word of a place: the word of the source that the block begins at, and its words. They are
 * written one by one, as the first one is known long before the other and is waited for. */
typedef uint32_t __attribute__((__may_alias__)) df__half;
/* Of a bitmap, from any byte on: the one of pointers has another bitmap behind it. */
typedef uint64_t __attribute__((__may_alias__, __aligned__(1))) df__some_bits;

enum { DF__SMALL_WORDS = 56 }; /* `df__some_bits` has so many, whichever bit the first one is */

/* What the copy of a block takes from the heads of arenas is kept here, for the compiler to have it in registers. Nothing
 * of it but `met`, the map and the bits changes with a block. */
typedef struct df__graph {
    const df_arena *from;
    df_arena *target;
    const char *objects; /* of the source, and its bitmaps */
    const uint64_t *starts;
    const char *pointers;
    size_t words;
    df__word *copies;  /* the first one has number 1 */
    uint64_t distance; /* from where the copies are to where their pointers lead */
    size_t met;        /* the number of the next one */
    df_copy_map kind;
    df__map map;
    size_t small_words; /* longer blocks are copied by `df__graph_copy_long` */
    /* The words of the target's bitmaps that are not full yet, and how many bits they have. */
    uint64_t start_bits;
    uint64_t pointer_bits;
    size_t bits;
} df__graph;

/* What may have changed where a copy of it was used. */
DF__INLINE void df__graph_take_back(df__graph *copy, const df__graph *seldom)
{
    copy->met = seldom->met;
    copy->map.count = seldom->map.count;
    copy->start_bits = seldom->start_bits;
    copy->pointer_bits = seldom->pointer_bits;
    copy->bits = seldom->bits;
}

/* A place for the copy of a block that begins at a word; `starts` has the bits from there on. */
DF__INLINE uint64_t df__graph_meet(df__graph *copy, size_t word, uint64_t starts, size_t map_place)
{
    size_t words = __builtin_expect(starts > 1, 1) ? (unsigned)__builtin_ctzll(starts & ~UINT64_C(1))
                                                   : df__next_start(copy->from, word / 64 + 1) - word;
    df__half *place = (df__half *)&copy->copies[copy->met];
    df__permit(place, words * DF__WORD_BYTES);
    place[0] = (uint32_t)word;
    place[1] = (uint32_t)words;
    df__map_enter(&copy->map, copy->kind, word, map_place, (uint32_t)copy->met);
    copy->met += words;
    return (uint64_t)place + copy->distance;
}

/* Of a pointer that leads to a block, or into it. */
static __attribute__((__noinline__)) uint64_t df__graph_copy_of_inner(df__graph *copy, uint64_t pointer)
{
    df__place place = df__find_block(copy->from, pointer);
    size_t map_place;
    uint32_t number;
    if (df__map_find(&copy->map, copy->kind, place.word, &number, &map_place))
        return (uint64_t)&copy->copies[number] + copy->distance + place.inner;
    return df__graph_meet(copy, place.word, copy->starts[place.word / 64] >> place.word % 64, map_place) +
           place.inner;
}

/* Nearly all pointers lead to the first byte of a block, and what the map has is one. An offset that is no whole number of
 * words becomes larger by the rotation than any arena. */
DF__INLINE uint64_t df__graph_copy_of(df__graph *copy, uint64_t pointer)
{
    uint64_t offset = pointer - (uint64_t)copy->objects;
    uint64_t word = offset >> 3 | offset << 61;
    if (__builtin_expect(word < copy->words, 1)) {
        size_t map_place;
        uint32_t number;
        if (df__map_find(&copy->map, copy->kind, word, &number, &map_place))
            return (uint64_t)&copy->copies[number] + copy->distance;
        uint64_t starts = copy->starts[word / 64] >> word % 64;
        if (__builtin_expect((starts & 1) != 0, 1))
            return df__graph_meet(copy, word, starts, map_place);
    }
    if (pointer == 0)
        return 0;
    df__graph seldom = *copy;
    uint64_t found = df__graph_copy_of_inner(&seldom, pointer);
    df__graph_take_back(copy, &seldom);
    return found;
}

/* Writes the words of the target's bitmaps in which the copy begins that has that number. */
static inline void df__graph_write_marks(const df__graph *copy, size_t number)
{
    copy->target->starts[(number - 1) / 64] = copy->start_bits;
    copy->target->pointers[(number - 1) / 64] = copy->pointer_bits;
}

/* A block that begins where the one before it ended; `pointers` has a bit for each of its words. */
DF__INLINE void df__graph_mark(df__graph *copy, size_t number, size_t words, uint64_t pointers)
{
    size_t shift = copy->bits;
    copy->start_bits |= UINT64_C(1) << shift;
    copy->pointer_bits |= pointers << shift;
    copy->bits = shift + words;
    if (copy->bits >= 64) {
        df__graph_write_marks(copy, number);
        copy->start_bits = 0;
        copy->pointer_bits = pointers >> 1 >> (63 - shift);
        copy->bits -= 64;
    }
}

/* Copies the bits of a block that lies elsewhere in the target. */
static void df__graph_copy_bits(uint64_t *target, size_t at, const uint64_t *source, size_t from,
                                size_t count)
{
    for (size_t i = 0; i < count; i += 64)
        df__set_bits(target, at + i, df__get_bits(source, from + i, count - i < 64 ? count - i : 64));
}

/* The same of a block of any length. */
static void df__graph_mark_long(df__graph *copy, size_t number, size_t from, size_t words)
{
    size_t at = number - 1, end = at + words;
    df__graph_write_marks(copy, number);
    df__set_bit(copy->target->starts, at);
    df__graph_copy_bits(copy->target->pointers, at, copy->from->pointers, from, words);
    if (copy->from->transients != NULL)
        df__graph_copy_bits(copy->target->transients, at * DF__WORD_BYTES, copy->from->transients,
                            from * DF__WORD_BYTES, words * DF__WORD_BYTES);
    copy->start_bits = copy->target->starts[end / 64];
    copy->pointer_bits = copy->target->pointers[end / 64];
    copy->bits = end % 64;
}

/* As `df__graph_copy_block`, of a block of any length, and of one that has transients. */
static __attribute__((__noinline__)) void df__graph_copy_long(df__graph *copy, size_t number, size_t from,
                                                              size_t words)
{
    df__word *place = &copy->copies[number];
    df__copy_words((char *)place, copy->objects + from * DF__WORD_BYTES, words);
    df__graph_mark_long(copy, number, from, words);
    for (size_t i = 0; i < words; i += 64) {
        size_t count = words - i < 64 ? words - i : 64;
        for (uint64_t bits = df__get_bits(copy->from->pointers, from + i, count); bits != 0;
             bits &= bits - 1) {
            df__word *word = &place[i + (size_t)__builtin_ctzll(bits)];
            *word = df__graph_copy_of(copy, *word);
        }
    }
}

/* Copies the block whose place has that number, returns its words. No address is computed from the bits of pointers or the
 * length of a block: in a list nothing can begin before the address of the next element is known. */
DF__INLINE size_t df__graph_copy_block(df__graph *copy, size_t number)
{
    df__word *place = &copy->copies[number];
    size_t from = ((df__half *)place)[0], words = ((df__half *)place)[1];
    if (__builtin_expect(words > copy->small_words, 0)) {
        df__graph seldom = *copy;
        df__graph_copy_long(&seldom, number, from, words);
        df__graph_take_back(copy, &seldom);
        return words;
    }
    const df__word *source = (const df__word *)(const void *)copy->objects + from;
    uint64_t pointers = *(const df__some_bits *)(const void *)(copy->pointers + from / 8) >> from % 8;
    df__graph_mark(copy, number, words, pointers & ~(UINT64_MAX << words));
    size_t i = 0;
    do {
        uint64_t word = source[i];
        place[i] = (pointers & 1) != 0 ? df__graph_copy_of(copy, word) : word;
        pointers >>= 1;
    } while (++i < words);
    return words;
}

/* Returns the address of the copy of the root; all of them are by so far from where the copies are. */
DF__INLINE uint64_t df__graph_copy(df_arena *target, const df_ref *token, df_copy_map kind, uint64_t distance)
{
    const df_arena *from = token->arena;
    df__graph copy = {
        .from = from,
        .target = target,
        .objects = from->objects,
        .starts = from->starts,
        .pointers = (const char *)from->pointers,
        .words = from->used / DF__WORD_BYTES,
        .copies = (df__word *)(void *)target->objects - 1, /* before them is the head */
        .distance = distance,
        .met = 1,
        .kind = kind,
        .map = df__map_open(kind, from),
        .small_words = from->transients == NULL ? DF__SMALL_WORDS : 0,
    };
    uint64_t root = df__graph_copy_of(&copy, (uint64_t)token->root);
    uint32_t blocks = 0;
    for (size_t number = 1; number < copy.met; blocks++)
        number += df__graph_copy_block(&copy, number);
    df__graph_write_marks(&copy, copy.met);
    target->used = (copy.met - 1) * DF__WORD_BYTES;
    target->blocks = blocks;
    return root;
}

#endif
