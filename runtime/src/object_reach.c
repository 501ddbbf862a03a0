/* SPDX-License-Identifier: Apache-2.0 */
/* Whether all that lies in an arena can be reached, seen without following any pointer. */
#include "df/object_reach.h"

#include "df/object_walk.h"

/* Eight bytes, from any one on. */
typedef uint64_t __attribute__((__may_alias__, __aligned__(1))) some_bytes;

/* A bit for each of 64 bytes that are 0 or 1: the product brings the lowest bit of byte i to bit 56 + i. */
static inline uint64_t bits_of(const uint8_t *bytes)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t eight = *(const some_bytes *)(const void *)(bytes + i);
        bits |= (eight * UINT64_C(0x0102040810204080)) >> 56 << i;
    }
    return bits;
}

/* What a sweep looks at: the words of an arena, and which of them a pointer led to that it has passed. */
typedef struct sweep {
    const df_arena *arena;
    const df__word *objects;
    size_t words;
    uint8_t *met;
} sweep;

/* Marks where the pointers among 64 words lead, of those that lead to a later block than their own, or to an earlier one. */
DF__INLINE void mark(const sweep *by, size_t at, bool later)
{
    for (uint64_t bits = by->arena->pointers[at / 64]; bits != 0; bits &= bits - 1) {
        size_t i = at + (size_t)__builtin_ctzll(bits);
        size_t word = (by->objects[i] - (uint64_t)by->objects) / DF__WORD_BYTES;
        if (later ? word > i && word < by->words : word < i && word < df__block_start(by->arena, i))
            by->met[word] = 1;
    }
}

/* Whether a pointer of a block that was passed before leads to each block that begins in these 64 words. Pointers within a
 * block count, too, but mark no start. */
static inline bool all_met(const sweep *by, size_t at)
{
    return (by->arena->starts[at / 64] & ~bits_of(by->met + at)) == 0;
}

static bool all_by_earlier(const sweep *by)
{
    for (size_t at = 0; at < by->words; at += 64) {
        mark(by, at, true);
        if (!all_met(by, at))
            return false;
    }
    return true;
}

static bool all_by_later(const sweep *by)
{
    for (size_t at = (by->words - 1) / 64 * 64;; at -= 64) {
        mark(by, at, false);
        if (!all_met(by, at))
            return false;
        if (at == 0)
            return true;
    }
}

bool df__reaches_all(const df_ref *token)
{
    const df_arena *arena = token->arena;
    sweep by = {.arena = arena, .objects = (const df__word *)(const void *)arena->objects};
    size_t root = ((uint64_t)token->root - (uint64_t)arena->objects) / DF__WORD_BYTES;
    by.words = arena->used / DF__WORD_BYTES;
    bool is_first = token->root == arena->objects;
    if (!is_first && df__block_end(arena, root) != by.words)
        return false;
    size_t bytes = (by.words + 63) / 64 * 64;
    by.met = df__scratch_take(bytes, arena);
    df_clear(by.met, bytes);
    by.met[root] = 1;
    return is_first ? all_by_earlier(&by) : all_by_later(&by);
}
