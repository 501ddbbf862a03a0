/* SPDX-License-Identifier: Apache-2.0 */
/* Copy maps: which copy a block has that begins at a word of the source. Copies have numbers from 1 on. */
#ifndef DF_OBJECT_MAP_H
#define DF_OBJECT_MAP_H

#include "df/object_walk.h"

/* Half an entry is compared and the other half taken, so that nothing is shifted. */
typedef struct df__entry {
    uint32_t word;
    uint32_t number;
} df__entry;

typedef struct df__map {
    uint32_t *numbers;  /* offset: one a word; 0: it has no copy yet */
    df__entry *entries; /* the others */
    size_t count;       /* linear: of entries; hash: of places, a power of two */
    unsigned shift;     /* hash: 32 - log2(count) */
} df__map;

enum { DF__MAP_PLACES_MIN = 16 };

/* The word of a free place: one comparison tells that a place has another. No arena has so many words. */
#define DF__MAP_FREE UINT32_MAX

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
        map.entries = df__scratch_take(source->blocks * sizeof(df__entry), source);
    } else {
        map.count = df__map_places(source->blocks);
        map.shift = 32 - (unsigned)__builtin_ctzll(map.count);
        map.entries = df__scratch_take(map.count * sizeof(df__entry), source);
        df_set_ones(map.entries, map.count * sizeof(df__entry));
    }
    return map;
}

DF__INLINE bool df__map_search(const df__map *map, uint32_t word, uint32_t *number, size_t *place)
{
    for (size_t i = 0; i < map->count; i++) {
        if (map->entries[i].word == word) {
            *number = map->entries[i].number;
            return true;
        }
    }
    *place = map->count;
    return false;
}

/* Multiplication by 2^32 over the golden ratio: words at equal distances get places far from each other. */
DF__INLINE bool df__map_hash(const df__map *map, uint32_t word, uint32_t *number, size_t *place)
{
    size_t at = word * UINT32_C(2654435769) >> map->shift;
    while (map->entries[at].word != word) {
        if (map->entries[at].word == DF__MAP_FREE) {
            *place = at;
            return false;
        }
        at = (at + 1) & (map->count - 1);
    }
    *number = map->entries[at].number;
    return true;
}

/* Tells the number of a block's copy. If it has none, `place` is for `df__map_enter`. */
DF__INLINE bool df__map_find(const df__map *map, df_copy_map kind, size_t word, uint32_t *number,
                             size_t *place)
{
    if (kind == DF_COPY_MAP_HASH)
        return df__map_hash(map, (uint32_t)word, number, place);
    if (kind == DF_COPY_MAP_LINEAR)
        return df__map_search(map, (uint32_t)word, number, place);
    *place = word;
    *number = map->numbers[word];
    return *number != 0;
}

DF__INLINE void df__map_enter(df__map *map, df_copy_map kind, size_t word, size_t place, uint32_t number)
{
    if (kind == DF_COPY_MAP_OFFSET)
        map->numbers[place] = number;
    else
        map->entries[place] = (df__entry){(uint32_t)word, number};
    map->count += kind == DF_COPY_MAP_LINEAR;
}

#endif
