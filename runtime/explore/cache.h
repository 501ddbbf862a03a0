/* SPDX-License-Identifier: Apache-2.0 */
/* One cache: sets of lines that replace each other. A line has a version, so that copies of what another core has written
 * since are known to be out of date.
 *
 * A set is a word a way, so that 16 ways are one line of the machine that simulates them. With the policies that ask for
 * it, the words stand in the order of their last uses, the latest at the end, and what is free at the beginning. */
#ifndef DF_EXPLORE_CACHE_H
#define DF_EXPLORE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef enum cache_policy { CACHE_LRU, CACHE_MRU, CACHE_NMRU, CACHE_NRU, CACHE_RANDOM } cache_policy;

/* A line that is held: from the lowest bit its tag plus 1 (0: none), its version, whether it was used or is dirty. */
typedef uint32_t cache_word;
#define CACHE_USED  ((cache_word)1 << 30)
#define CACHE_DIRTY ((cache_word)1 << 31)

enum {
    CACHE_BITS = 30,
    CACHE_VERSION_BITS = 8,
    CACHE_SPARE = 8 /* words behind the last set that may be read */
};

typedef struct cache {
    cache_word *sets;
    uint32_t set_mask;
    uint32_t set_bits;
    uint32_t tag_bits;
    cache_word tag_mask;
    cache_word version_mask;
    uint32_t version_bits;
    uint32_t ways;
    uint32_t stride; /* words from set to set */
    cache_policy policy;
    uint64_t random;
    const struct cache *inside; /* those of the level before that go on to this one, */
    uint32_t inside_count;      /* so many */
} cache;

/* Eight words anywhere. */
typedef cache_word cache_words __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t cache_ways __attribute__((vector_size(32)));

/* Of so many sets and ways, for line numbers below `lines`; its words are yet to be given, zeroed: so many. */
cache cache_of(uint64_t sets, uint32_t ways, cache_policy policy, uint64_t lines);
uint64_t cache_words_count(const cache *of);

/* Caches that tell each other versions tell them in so many bits, no more than each has. */
void cache_limit_versions(cache *of, uint32_t bits);

/* Uses the line if it is there, which must have that version unless `any` will do; else takes it in, clean, for which
 * `*gone` had to go, or 0. Whether it was there; `*at` is where it is now. */
bool cache_reach_slowly(cache *in, uint32_t line, uint8_t version, bool any, cache_word *gone,
                        cache_word **at);

void cache_drop(cache *in, uint32_t line);

/* What the cache holds of a line at `found` is out of date. If one inside of it has that version, it gives that up: then
 * this one has it, too, and nothing comes from beyond. Whether it is so. */
bool cache_renew(const cache *in, cache_word *found, uint32_t line, uint8_t version);

static inline cache_word *cache_set(const cache *in, uint32_t line)
{
    return in->sets + (uint64_t)(line & in->set_mask) * in->stride;
}

static inline cache_word cache_version(const cache *in, uint8_t version)
{
    return (cache_word)version << in->tag_bits & in->version_mask;
}

static inline uint8_t cache_version_of(const cache *in, cache_word word)
{
    return (uint8_t)((word & in->version_mask) >> in->tag_bits);
}

/* Whether that version came after the one of the word: versions go round. */
static inline bool cache_is_newer(const cache *in, uint8_t version, cache_word word)
{
    uint32_t most = ((uint32_t)1 << in->version_bits) - 1;
    uint32_t later = (uint32_t)(version - cache_version_of(in, word)) & most;
    return later != 0 && later <= most / 2;
}

static inline void cache_set_version(const cache *in, cache_word *at, uint8_t version)
{
    *at = (*at & ~in->version_mask) | cache_version(in, version);
}

static inline bool cache_has_version(const cache *in, cache_word word, uint8_t version)
{
    return ((word ^ cache_version(in, version)) & in->version_mask) == 0;
}

static inline cache_word cache_fresh(const cache *in, uint32_t line, uint8_t version)
{
    return ((line >> in->set_bits) + 1) | cache_version(in, version);
}

/* The line of a word of the same set as `line`. */
static inline uint32_t cache_line(const cache *in, cache_word word, uint32_t line)
{
    return ((word & in->tag_mask) - 1) << in->set_bits | (line & in->set_mask);
}

/* The way among so many, which the compiler knows, or 32. */
static inline uint32_t cache_way_among(const cache_word *set, uint32_t ways, cache_word mask,
                                       cache_word wanted)
{
    uint32_t alike = 0;
#ifdef __AVX2__
    for (uint32_t i = 0; i < ways; i += 8) {
        __m256i own =
            _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(set + i)), _mm256_set1_epi32((int)mask));
        __m256i same = _mm256_cmpeq_epi32(own, _mm256_set1_epi32((int)wanted));
        alike |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same)) << i;
    }
    return alike == 0 ? 32 : (uint32_t)__builtin_ctz(alike);
#endif
    for (uint32_t i = 0; i < ways; i++)
        alike |= (uint32_t)((set[i] & mask) == wanted) << i;
    return alike == 0 ? 32 : (uint32_t)__builtin_ctz(alike);
}

/* The way that holds the line, or one that there is not. */
static inline uint32_t cache_way(const cache *in, const cache_word *set, uint32_t line)
{
    cache_word wanted = (line >> in->set_bits) + 1;
    if (in->ways == 8)
        return cache_way_among(set, 8, in->tag_mask, wanted);
    if (in->ways == 16)
        return cache_way_among(set, 16, in->tag_mask, wanted);
    uint32_t way = 0;
    while (way < in->ways && (set[way] & in->tag_mask) != wanted)
        way++;
    return way;
}

/* Where the cache holds the line, or null. */
static inline cache_word *cache_find(const cache *in, uint32_t line)
{
    cache_word *set = cache_set(in, line);
    uint32_t way = cache_way(in, set, line);
    return way < in->ways ? &set[way] : 0;
}

/* Of eight words those behind the way, which may lie before or behind them, move to the place before. */
static inline void cache_close_eight(cache_word *words, int32_t way)
{
    const cache_ways places = {0, 1, 2, 3, 4, 5, 6, 7};
    cache_words stays = (cache_words)(places < (cache_ways){0} + way);
    cache_words own = *(const cache_words *)words;
    cache_words behind = *(const cache_words *)(words + 1);
    *(cache_words *)words = (own & stays) | (behind & ~stays);
}

/* Takes out the word of a way; the last place is the caller's to fill. Of 8 and 16 ways all move at once, in which the
 * word behind the set is read, too. */
static inline void cache_close_up(cache_word *set, uint32_t way, uint32_t ways)
{
    if (ways == 8 || ways == 16) {
        cache_close_eight(set, (int32_t)way);
        if (ways == 16)
            cache_close_eight(set + 8, (int32_t)way - 8);
        return;
    }
    for (; way + 1 < ways; way++)
        set[way] = set[way + 1];
}

static inline bool cache_reach(cache *in, uint32_t line, uint8_t version, bool any, cache_word *gone,
                               cache_word **at)
{
    if (in->policy != CACHE_LRU)
        return cache_reach_slowly(in, line, version, any, gone, at);
    cache_word *set = cache_set(in, line);
    uint32_t way = cache_way(in, set, line);
    cache_word word = cache_fresh(in, line, version);
    bool is_there = way < in->ways;
    *at = &set[in->ways - 1];
    *gone = 0;
    if (is_there) {
        is_there = any || ((set[way] ^ word) & in->version_mask) == 0;
        word = is_there ? set[way] : word;
    } else {
        way = 0;
        *gone = set[0];
    }
    cache_close_up(set, way, in->ways);
    **at = word;
    return is_there;
}

#endif
