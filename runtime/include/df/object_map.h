/* SPDX-License-Identifier: Apache-2.0 */
/* Copy maps: which copy a block has that begins at a word of the source. Copies have numbers from 1 on; 0 means that there
 * is none yet. */
#ifndef DF_OBJECT_MAP_H
#define DF_OBJECT_MAP_H

#include "df/object_walk.h"

typedef struct df__map {
    uint32_t *numbers; /* offset: one a word */
    uint64_t *entries; /* the others: the number above the word; 0: free */
    size_t count;      /* linear: of entries; hash: of places, a power of two */
    unsigned shift;    /* hash: 32 - log2(count) */
} df__map;

enum { DF__MAP_PLACES_MIN = 16 };

/* At most two thirds of the places get used, as each block is entered once: more of them do not stay in a core's cache. */
static inline size_t df__map_places(size_t blocks)
{
    size_t places = DF__MAP_PLACES_MIN;
    while (2 * places < 3 * blocks)
        places *= 2;
    return places;
}

/* Makes an empty map for the blocks of an arena. */
DF__INLINE df__map df__map_open(df_copy_map kind, const df_arena *source)
{
    size_t words = source->used / DF__WORD_BYTES;
    df__map map = {.count = 0};
    if (kind == DF_COPY_MAP_OFFSET) {
        map.numbers = df__scratch_take(words * sizeof(uint32_t), source);
        df_clear(map.numbers, words * sizeof(uint32_t));
    } else if (kind == DF_COPY_MAP_LINEAR) {
        map.entries = df__scratch_take(source->blocks * sizeof(uint64_t), source);
    } else {
        map.count = df__map_places(source->blocks);
        map.shift = 32 - (unsigned)__builtin_ctzll(map.count);
        map.entries = df__scratch_take(map.count * sizeof(uint64_t), source);
        df_clear(map.entries, map.count * sizeof(uint64_t));
    }
    return map;
}

DF__INLINE uint32_t df__map_search(const df__map *map, uint32_t word, size_t *place)
{
    for (size_t i = 0; i < map->count; i++) {
        if ((uint32_t)map->entries[i] == word)
            return (uint32_t)(map->entries[i] >> 32);
    }
    *place = map->count;
    return 0;
}

/* Multiplication by 2^32 over the golden ratio: words at equal distances get places far from each other. */
DF__INLINE uint32_t df__map_hash(const df__map *map, uint32_t word, size_t *place)
{
    size_t at = word * UINT32_C(2654435769) >> map->shift;
    uint64_t entry = map->entries[at];
    while ((uint32_t)entry != word && entry >> 32 != 0) {
        at = (at + 1) & (map->count - 1);
        entry = map->entries[at];
    }
    *place = at;
    return (uint32_t)(entry >> 32);
}

/* The number of a block's copy. If it has none, `place` is for `df__map_enter`. */
DF__INLINE uint32_t df__map_find(const df__map *map, df_copy_map kind, size_t word, size_t *place)
{
    *place = word;
    if (kind == DF_COPY_MAP_OFFSET)
        return map->numbers[word];
    return kind == DF_COPY_MAP_LINEAR ? df__map_search(map, (uint32_t)word, place)
                                      : df__map_hash(map, (uint32_t)word, place);
}

DF__INLINE void df__map_enter(df__map *map, df_copy_map kind, size_t word, size_t place, uint32_t number)
{
    if (kind == DF_COPY_MAP_OFFSET)
        map->numbers[place] = number;
    else
        map->entries[place] = (uint64_t)number << 32 | word;
    map->count += kind == DF_COPY_MAP_LINEAR;
}

#endif
