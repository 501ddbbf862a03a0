/* SPDX-License-Identifier: Apache-2.0 */
/* One cache: sets of lines that replace each other. A line has a version, so that copies of what another core has written
 * since are known to be out of date.
 *
 * A set is some words: the order of its ways (four bits each, the one used last first), a byte of a hash of each way's line,
 * by which most that is not there is seen not to be, and the lines. Of more than 16 ways there is no order: the lines
 * themselves stand in it. */
#ifndef DF_EXPLORE_CACHE_H
#define DF_EXPLORE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cache_policy { CACHE_LRU, CACHE_MRU, CACHE_NMRU, CACHE_NRU, CACHE_RANDOM } cache_policy;

/* A line that is held: its number plus 1 (0: none), whether it is dirty or was used, its version. */
typedef uint64_t cache_word;
#define CACHE_NUMBER    ((cache_word)0xffffffff)
#define CACHE_DIRTY     ((cache_word)1 << 32)
#define CACHE_USED      ((cache_word)1 << 33)
#define CACHE_VERSIONED ((cache_word)0xff << 40)

enum { CACHE_ORDERED_WAYS = 16, CACHE_ORDER = 0, CACHE_HASHES = 1, CACHE_WORDS = 3 };

typedef struct cache {
    uint64_t *sets;
    uint64_t set_mask;
    uint32_t ways;
    cache_policy policy;
    uint64_t random;
} cache;

/* How many words all sets take, and what they hold at first. */
uint64_t cache_words(uint64_t sets, uint32_t ways);
void cache_empty(cache *in);

/* Uses the line if it is there, which must have the version of `fresh` unless `any` will do; else takes in `fresh`, for
 * which `*gone` had to go, or 0. Whether it was there; `*at` is where it is now. */
bool cache_reach_slowly(cache *in, uint32_t line, cache_word fresh, bool any, cache_word *gone,
                        cache_word **at);

/* Where the cache holds the line, or null. */
cache_word *cache_find(const cache *in, uint32_t line);

void cache_drop(cache *in, uint32_t line);

static inline cache_word cache_of(uint32_t line, bool dirty, uint8_t version)
{
    return ((cache_word)line + 1) | (dirty ? CACHE_DIRTY : 0) | (cache_word)version << 40;
}

static inline uint32_t cache_line(cache_word word)
{
    return (uint32_t)(word & CACHE_NUMBER) - 1;
}

static inline uint64_t *cache_set(const cache *in, uint32_t line)
{
    return in->sets + (line & in->set_mask) * (CACHE_WORDS + in->ways);
}

static inline uint64_t cache_hash(uint32_t line)
{
    return (line * 0x9e3779b1u) >> 24;
}

/* The ways whose byte is this one, as bits of which each eighth counts. There may be more above the first. */
static inline uint64_t cache_alike(uint64_t hashes, uint64_t hash)
{
    uint64_t differing = hashes ^ hash * 0x0101010101010101u;
    return (differing - 0x0101010101010101u) & ~differing & 0x8080808080808080u;
}

/* The way that holds the line, or the number of ways. */
static inline uint32_t cache_way(const uint64_t *set, uint32_t ways, uint32_t line)
{
    uint64_t hash = cache_hash(line);
    for (uint32_t half = 0; 8 * half < ways; half++) {
        uint64_t alike = cache_alike(set[CACHE_HASHES + half], hash);
        for (; alike != 0; alike &= alike - 1) {
            uint32_t way = 8 * half + (uint32_t)__builtin_ctzll(alike) / 8;
            if (way < ways && (uint32_t)set[CACHE_WORDS + way] == line + 1)
                return way;
        }
    }
    return ways;
}

/* Puts a way before all others in the order. */
static inline void cache_to_front(uint64_t *set, uint64_t way)
{
    uint64_t order = set[CACHE_ORDER];
    uint64_t differing = order ^ way * 0x1111111111111111u;
    uint64_t same = (differing - 0x1111111111111111u) & ~differing & 0x8888888888888888u;
    uint32_t shift = (uint32_t)__builtin_ctzll(same) & ~3u;
    uint64_t before = order & (((uint64_t)1 << shift) - 1);
    uint64_t behind = shift == 60 ? 0 : order >> (shift + 4) << (shift + 4);
    set[CACHE_ORDER] = behind | before << 4 | way;
}

static inline void cache_put(uint64_t *set, uint32_t way, cache_word word)
{
    uint32_t shift = way % 8 * 8;
    uint64_t *hashes = &set[CACHE_HASHES + way / 8];
    *hashes = (*hashes & ~((uint64_t)0xff << shift)) | cache_hash(cache_line(word)) << shift;
    set[CACHE_WORDS + way] = word;
}

static inline bool cache_reach(cache *in, uint32_t line, cache_word fresh, bool any, cache_word *gone,
                               cache_word **at)
{
    if (in->policy != CACHE_LRU || in->ways > CACHE_ORDERED_WAYS)
        return cache_reach_slowly(in, line, fresh, any, gone, at);
    uint64_t *set = cache_set(in, line);
    uint32_t way = cache_way(set, in->ways, line);
    *gone = 0;
    if (way < in->ways) {
        cache_to_front(set, way);
        *at = &set[CACHE_WORDS + way];
        if (any || ((**at ^ fresh) & CACHE_VERSIONED) == 0)
            return true;
        **at = fresh;
        return false;
    }
    way = (uint32_t)(set[CACHE_ORDER] >> 4 * (in->ways - 1)) & 15;
    *at = &set[CACHE_WORDS + way];
    *gone = **at;
    cache_put(set, way, fresh);
    set[CACHE_ORDER] = set[CACHE_ORDER] << 4 | way;
    return false;
}

#endif
