/* SPDX-License-Identifier: Apache-2.0 */
/* Copy maps: which copy a block has that begins at a word of the source. The values are numbers from 1 on; 0 means that
 * there is none yet. */
#ifndef DF_OBJECT_MAP_H
#define DF_OBJECT_MAP_H

#include "df/object_walk.h"

typedef struct df__map_entry {
    uint32_t key; /* word + 1; 0: free */
    uint32_t value;
} df__map_entry;

typedef struct df__map {
    uint32_t *values;       /* offset: one a word */
    df__map_entry *entries; /* the others */
    size_t count;           /* linear: of entries; hash: of places, a power of two */
    unsigned shift;         /* hash: 32 - log2(lines of places) */
} df__map;

enum { DF__MAP_PLACES_MIN = 16, DF__MAP_LINE_BITS = 3 };

/* At most half of the places get used, as each block is entered once. */
static inline size_t df__map_places(size_t blocks)
{
    size_t places = DF__MAP_PLACES_MIN;
    while (places < 2 * blocks)
        places *= 2;
    return places;
}

/* Makes an empty map for the blocks of an arena. */
DF__INLINE df__map df__map_open(df_copy_map kind, const df_arena *source)
{
    size_t words = source->used / DF__WORD_BYTES;
    df__map map = {.count = 0};
    if (kind == DF_COPY_MAP_OFFSET) {
        map.values = df__scratch_take(words * sizeof(uint32_t), source);
        df_clear(map.values, words * sizeof(uint32_t));
    } else if (kind == DF_COPY_MAP_LINEAR) {
        map.entries = df__scratch_take(source->blocks * sizeof(df__map_entry), source);
    } else {
        map.count = df__map_places(source->blocks);
        map.shift = 32 + DF__MAP_LINE_BITS - (unsigned)__builtin_ctzll(map.count);
        map.entries = df__scratch_take(map.count * sizeof(df__map_entry), source);
        df_clear(map.entries, map.count * sizeof(df__map_entry));
    }
    return map;
}

DF__INLINE uint32_t *df__map_search(df__map *map, uint32_t key)
{
    for (size_t i = 0; i < map->count; i++) {
        if (map->entries[i].key == key)
            return &map->entries[i].value;
    }
    map->entries[map->count] = (df__map_entry){.key = key};
    return &map->entries[map->count++].value;
}

/* Words of one line of the source get places in one line of the map, as they are met together. Which line that is tells
 * multiplication by 2^32 over the golden ratio: lines that follow each other get places far from each other. */
DF__INLINE uint32_t *df__map_hash(df__map *map, uint32_t key)
{
    uint32_t line = (key >> DF__MAP_LINE_BITS) * UINT32_C(2654435769) >> map->shift;
    size_t place = (line << DF__MAP_LINE_BITS) + (key & ((1 << DF__MAP_LINE_BITS) - 1));
    df__map_entry *entry = &map->entries[place];
    while (entry->key != key) {
        if (entry->key == 0) {
            entry->key = key;
            break;
        }
        place = (place + 1) & (map->count - 1);
        entry = &map->entries[place];
    }
    return &entry->value;
}

/* The value of a block; who finds 0 sets it. */
DF__INLINE uint32_t *df__map_at(df__map *map, df_copy_map kind, size_t word)
{
    if (kind == DF_COPY_MAP_OFFSET)
        return &map->values[word];
    uint32_t key = (uint32_t)word + 1;
    return kind == DF_COPY_MAP_LINEAR ? df__map_search(map, key) : df__map_hash(map, key);
}

#endif
