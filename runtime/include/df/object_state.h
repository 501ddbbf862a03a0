/* SPDX-License-Identifier: Apache-2.0 */
/* What the source files of object graphs share: arenas and their bitmaps.
 *
 * A block is an object or an array, made by one call. It begins where its bit in `starts` says so and reaches to the
 * next such bit, or to what is used of the arena. */
#ifndef DF_OBJECT_STATE_H
#define DF_OBJECT_STATE_H

#include "df/copy.h"
#include "df/df.h"
#include "df/object_type.h"
#include "df/sanitizers.h"

_Static_assert(sizeof(void *) == 8, "pointers are words of 8 bytes");

enum {
    DF__WORD_BYTES = 8,
    DF__HEAD_BYTES = 128,
    DF__RED_ZONE_BYTES = 64,
    DF__ARENA_UNIT = 64, /* arenas, and objects in them, begin at multiples of this */
};

/* Objects of any type, seen as words. */
typedef uint64_t __attribute__((__may_alias__)) df__word;

_Static_assert(sizeof(struct df_arena) <= DF__HEAD_BYTES, "the head has its place");

/* object.c: ends the program, for what the writer of the arena did. */
_Noreturn void df__object_fail(const df_arena *arena, const char *format, ...) DF_PRINTF_LIKE(2, 3);

/* object.c: bytes of a new block, not zeroed, with its start marked; ends the program where they do not fit. */
char *df__block_take(df_arena *arena, size_t bytes);

/* object.c: an arena of the same size gets a copy: errors in it are the same writer's. */
void df__arena_copied(df_arena *target, const df_arena *source);

/* object.c: marks what a block holds: elements; one object with its flexible member; pointers. */
void df__block_mark(df_arena *arena, const char *block, const struct df_object_type *type, size_t count);
void df__block_mark_flexible(df_arena *arena, const char *object, const struct df_object_type *type,
                             size_t count);
void df__block_mark_references(df_arena *arena, const char *block, size_t count);

/* object.c: the bytes of an object with so many elements in its flexible member; SIZE_MAX: more than there are. And the
 * bytes of one such element. */
size_t df__flexible_bytes(const struct df_object_type *type, size_t count);
size_t df__element_bytes(const struct df_object_field *field);

/* object_open.c: memory of the calling thread for maps, aligned to 64; ends the program where it has less. */
void *df__scratch_take(size_t bytes, const df_arena *arena);

/* The bytes of so many bits of a bitmap, in whole words. */
static inline size_t df__bits_bytes(size_t bits)
{
    return (bits + 63) / 64 * sizeof(uint64_t);
}

static inline bool df__bit(const uint64_t *bits, size_t index)
{
    return (bits[index / 64] >> index % 64 & 1) != 0;
}

static inline void df__set_bit(uint64_t *bits, size_t index)
{
    bits[index / 64] |= UINT64_C(1) << index % 64;
}

/* Sets up to 64 bits. The word behind is touched only where they reach it. */
static inline void df__set_bits(uint64_t *bits, size_t index, uint64_t set)
{
    size_t shift = index % 64;
    uint64_t beyond = set >> 1 >> (63 - shift);
    bits[index / 64] |= set << shift;
    if (beyond != 0)
        bits[index / 64 + 1] |= beyond;
}

/* The `count` bits from an index on, 1 to 64. */
static inline uint64_t df__get_bits(const uint64_t *bits, size_t index, size_t count)
{
    size_t shift = index % 64;
    uint64_t found = bits[index / 64] >> shift;
    if (__builtin_expect(shift + count > 64, 0))
        found |= bits[index / 64 + 1] << (64 - shift);
    return found & UINT64_MAX >> (64 - count);
}

static inline size_t df__count_bits(const uint64_t *bits, size_t index, size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i += 64)
        set += (size_t)__builtin_popcountll(df__get_bits(bits, index + i, count - i < 64 ? count - i : 64));
    return set;
}

/* Bytes of a new block where it is known that they fit: copies of what fitted into an arena of this size, in whole steps.
 * Its start is marked. */
static inline char *df__block_place(df_arena *arena, size_t bytes)
{
    char *block = arena->objects + arena->used;
    df__set_bit(arena->starts, arena->used / DF__WORD_BYTES);
    arena->used += bytes;
    arena->blocks++;
    df__permit(block, bytes);
    return block;
}

/* The first start of a block at a word of the bitmap or behind it, or what is used, in words. */
static inline size_t df__next_start(const df_arena *arena, size_t at)
{
    size_t used_words = arena->used / DF__WORD_BYTES;
    for (; at * 64 < used_words; at++) {
        if (arena->starts[at] != 0)
            return at * 64 + (size_t)__builtin_ctzll(arena->starts[at]);
    }
    return used_words;
}

/* Where the block that begins at a word ends, in words: at the next start. */
static inline size_t df__block_end(const df_arena *arena, size_t word)
{
    uint64_t bits = arena->starts[word / 64] >> word % 64 >> 1;
    if (__builtin_expect(bits != 0, 1))
        return word + 1 + (size_t)__builtin_ctzll(bits);
    return df__next_start(arena, word / 64 + 1);
}

static inline size_t df__block_bytes(const df_arena *arena, size_t word)
{
    return (df__block_end(arena, word) - word) * DF__WORD_BYTES;
}

/* The word at which the block begins that holds the given one. */
static inline size_t df__block_start(const df_arena *arena, size_t word)
{
    size_t at = word / 64;
    uint64_t bits = arena->starts[at] << (63 - word % 64);
    if (bits != 0)
        return word - (size_t)__builtin_clzll(bits);
    while (arena->starts[--at] == 0) /* the first word of an arena begins a block */
        ;
    return at * 64 + 63 - (size_t)__builtin_clzll(arena->starts[at]);
}

/* Zeroes words of which there are mostly few: a call of libc takes longer than that. The fence keeps it a loop. */
static inline void df__clear_words(char *target, size_t words)
{
    if (words > 32) {
        df_clear(target, words * DF__WORD_BYTES);
        return;
    }
    for (size_t i = 0; i < words; i++) {
        ((df__word *)(void *)target)[i] = 0;
        __asm__ volatile("" ::: "memory");
    }
}

/* Copies words that do not overlap. Most blocks are a few words, for which a call of libc takes longer than the copy. */
static inline void df__copy_words(char *target, const char *source, size_t words)
{
    df__word *to = (df__word *)(void *)target;
    const df__word *from = (const df__word *)(const void *)source;
    switch (words) {
    case 6:
        to[5] = from[5]; /* fall through */
    case 5:
        to[4] = from[4]; /* fall through */
    case 4:
        to[3] = from[3]; /* fall through */
    case 3:
        to[2] = from[2]; /* fall through */
    case 2:
        to[1] = from[1]; /* fall through */
    case 1:
        to[0] = from[0];
        return;
    default:
        break;
    }
    size_t bytes = words * DF__WORD_BYTES;
    __asm__("" : "+r"(bytes)); /* for whole words gcc takes `rep movsq`, which needs long to begin */
    df_copy_disjoint(target, source, bytes);
}

#endif
