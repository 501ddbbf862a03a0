/* SPDX-License-Identifier: Apache-2.0 */
/* The policies of caches (cache.h). */
#include "cache.h"

#include <string.h>

uint64_t cache_words(uint64_t sets, uint32_t ways)
{
    return sets * (CACHE_WORDS + ways);
}

void cache_empty(cache *in)
{
    memset(in->sets, 0, cache_words(in->set_mask + 1, in->ways) * sizeof *in->sets);
    for (uint64_t i = 0; i <= in->set_mask; i++)
        in->sets[i * (CACHE_WORDS + in->ways)] = 0xfedcba9876543210u;
}

static bool is_ordered(const cache *in)
{
    return in->ways <= CACHE_ORDERED_WAYS;
}

cache_word *cache_find(const cache *in, uint32_t line)
{
    uint64_t *set = cache_set(in, line);
    uint32_t way = 0;
    if (is_ordered(in))
        way = cache_way(set, in->ways, line);
    else
        while (way < in->ways && (uint32_t)set[CACHE_WORDS + way] != line + 1)
            way++;
    return way < in->ways ? &set[CACHE_WORDS + way] : 0;
}

static uint32_t random_below(cache *in, uint32_t limit)
{
    in->random ^= in->random << 13;
    in->random ^= in->random >> 7;
    in->random ^= in->random << 17;
    return (uint32_t)((in->random >> 32) * limit >> 32);
}

/* Once all lines of a set were used, only this one was. */
static void mark_used(const cache *in, cache_word *words, cache_word *found)
{
    *found |= CACHE_USED;
    for (uint32_t i = 0; i < in->ways; i++)
        if (!(words[i] & CACHE_USED))
            return;
    for (uint32_t i = 0; i < in->ways; i++)
        words[i] &= ~CACHE_USED;
    *found |= CACHE_USED;
}

/* Returns where it is then. */
static cache_word *use(cache *in, uint64_t *set, cache_word *found)
{
    cache_word *words = set + CACHE_WORDS;
    if (in->policy == CACHE_RANDOM)
        return found;
    if (in->policy == CACHE_NRU) {
        mark_used(in, words, found);
        return found;
    }
    if (is_ordered(in)) {
        cache_to_front(set, (uint64_t)(found - words));
        return found;
    }
    cache_word word = *found;
    for (cache_word *each = found; each > words; each--)
        each[0] = each[-1];
    words[0] = word;
    return words;
}

/* The way that was the `rank`th to be used, counted from the last one. */
static cache_word *by_order(const cache *in, uint64_t *set, uint32_t rank)
{
    return set + CACHE_WORDS + (is_ordered(in) ? (set[CACHE_ORDER] >> 4 * rank & 15) : rank);
}

static cache_word *victim(cache *in, uint64_t *set)
{
    cache_word *words = set + CACHE_WORDS;
    if (in->policy != CACHE_NRU && in->policy != CACHE_RANDOM) {
        cache_word *last = by_order(in, set, in->ways - 1);
        if (*last == 0 || in->policy == CACHE_LRU || in->ways == 1) /* free ones are last */
            return last;
        return by_order(in, set, in->policy == CACHE_MRU ? 0 : 1 + random_below(in, in->ways - 1));
    }
    for (uint32_t i = 0; i < in->ways; i++)
        if (words[i] == 0)
            return &words[i];
    if (in->policy == CACHE_RANDOM)
        return &words[random_below(in, in->ways)];
    uint32_t way = 0;
    while (way + 1 < in->ways && (words[way] & CACHE_USED))
        way++;
    return &words[way];
}

bool cache_reach_slowly(cache *in, uint32_t line, cache_word fresh, bool any, cache_word *gone,
                        cache_word **at)
{
    uint64_t *set = cache_set(in, line);
    cache_word *found = cache_find(in, line);
    *gone = 0;
    if (found != 0) {
        found = use(in, set, found);
        *at = found;
        if (any || ((*found ^ fresh) & CACHE_VERSIONED) == 0)
            return true;
        *found = (*found & CACHE_USED) | fresh;
        return false;
    }
    found = victim(in, set);
    *gone = *found;
    if (is_ordered(in))
        cache_put(set, (uint32_t)(found - set) - CACHE_WORDS, fresh);
    else
        *found = fresh;
    *at = use(in, set, found);
    return false;
}

void cache_drop(cache *in, uint32_t line)
{
    cache_word *found = cache_find(in, line);
    if (found == 0)
        return;
    uint64_t *set = cache_set(in, line);
    cache_word *words = set + CACHE_WORDS;
    *found = 0;
    if (in->policy == CACHE_NRU || in->policy == CACHE_RANDOM)
        return;
    if (is_ordered(in)) {
        uint32_t last = 4 * (in->ways - 1);
        uint64_t way = (uint64_t)(found - words);
        cache_to_front(set, way);
        uint64_t used = set[CACHE_ORDER] & (((uint64_t)1 << last << 3 << 1) - 1);
        set[CACHE_ORDER] = used >> 4 | way << last;
        return;
    }
    for (; found < words + in->ways - 1; found++)
        found[0] = found[1];
    words[in->ways - 1] = 0;
}
