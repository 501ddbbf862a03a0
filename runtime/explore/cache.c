/* SPDX-License-Identifier: Apache-2.0 */
/* The policies of caches (cache.h). */
#include "cache.h"

cache cache_of(uint64_t sets, uint32_t ways, cache_policy policy, uint64_t lines)
{
    cache made = {.set_mask = (uint32_t)(sets - 1), .ways = ways, .policy = policy, .stride = 1};
    while ((uint64_t)1 << made.set_bits < sets)
        made.set_bits++;
    while ((uint64_t)1 << made.tag_bits <= (lines >> made.set_bits) + 1)
        made.tag_bits++;
    while (made.stride < ways && made.stride < CACHE_SPARE)
        made.stride *= 2;
    made.stride = (ways + made.stride - 1) / made.stride * made.stride;
    made.tag_mask = ((cache_word)1 << made.tag_bits) - 1;
    uint32_t versions = CACHE_BITS - made.tag_bits;
    cache_limit_versions(&made, versions < CACHE_VERSION_BITS ? versions : CACHE_VERSION_BITS);
    return made;
}

void cache_limit_versions(cache *of, uint32_t bits)
{
    of->version_bits = bits;
    of->version_mask = (((cache_word)1 << bits) - 1) << of->tag_bits;
}

uint64_t cache_words_count(const cache *of)
{
    return ((uint64_t)of->set_mask + 1) * of->stride;
}

static bool is_ordered(const cache *in)
{
    return in->policy != CACHE_NRU && in->policy != CACHE_RANDOM;
}

static uint32_t random_below(cache *in, uint32_t limit)
{
    in->random ^= in->random << 13;
    in->random ^= in->random >> 7;
    in->random ^= in->random << 17;
    return (uint32_t)((in->random >> 32) * limit >> 32);
}

/* Once all lines of a set were used, only this one was. */
static void mark_used(const cache *in, cache_word *set, cache_word *found)
{
    *found |= CACHE_USED;
    for (uint32_t i = 0; i < in->ways; i++)
        if (!(set[i] & CACHE_USED))
            return;
    for (uint32_t i = 0; i < in->ways; i++)
        set[i] &= ~CACHE_USED;
    *found |= CACHE_USED;
}

/* Returns where it is then. */
static cache_word *use(const cache *in, cache_word *set, cache_word *found)
{
    if (in->policy == CACHE_NRU)
        mark_used(in, set, found);
    if (!is_ordered(in))
        return found;
    cache_word word = *found;
    cache_close_up(set, (uint32_t)(found - set), in->ways);
    set[in->ways - 1] = word;
    return &set[in->ways - 1];
}

static cache_word *victim(cache *in, cache_word *set)
{
    uint32_t last = in->ways - 1;
    if (is_ordered(in)) {
        if (set[0] == 0 || in->policy == CACHE_LRU || last == 0)
            return set;
        return &set[in->policy == CACHE_MRU ? last : last - 1 - random_below(in, last)];
    }
    for (uint32_t i = 0; i <= last; i++)
        if (set[i] == 0)
            return &set[i];
    if (in->policy == CACHE_RANDOM)
        return &set[random_below(in, in->ways)];
    uint32_t way = 0;
    while (way < last && (set[way] & CACHE_USED))
        way++;
    return &set[way];
}

bool cache_reach_slowly(cache *in, uint32_t line, uint8_t version, bool any, cache_word *gone,
                        cache_word **at)
{
    cache_word *set = cache_set(in, line);
    cache_word *found = cache_find(in, line);
    cache_word fresh = cache_fresh(in, line, version);
    bool is_there = found != 0;
    *gone = 0;
    if (is_there && !any && ((*found ^ fresh) & in->version_mask) != 0) {
        *found = (*found & CACHE_USED) | fresh;
        is_there = false;
    } else if (!is_there) {
        found = victim(in, set);
        *gone = *found;
        *found = fresh;
    }
    *at = use(in, set, found);
    return is_there;
}

void cache_drop(cache *in, uint32_t line)
{
    cache_word *found = cache_find(in, line);
    if (found == 0)
        return;
    if (is_ordered(in)) {
        const cache_word *set = cache_set(in, line);
        for (; found > set; found--)
            found[0] = found[-1];
    }
    *found = 0;
}

/* The word of the line in a cache inside of this one, if it is of that version. */
static cache_word *find_inside(const cache *in, uint32_t line, uint8_t version)
{
    for (uint32_t i = 0; i < in->inside_count; i++) {
        cache_word *found = cache_find(&in->inside[i], line);
        if (found == 0 || !cache_has_version(&in->inside[i], *found, version))
            found = find_inside(&in->inside[i], line, version);
        if (found != 0)
            return found;
    }
    return 0;
}

bool cache_renew(const cache *in, cache_word *found, uint32_t line, uint8_t version)
{
    cache_word *latest = find_inside(in, line, version);
    if (latest == 0)
        return false;
    *found = (*found & ~CACHE_DIRTY) | (*latest & CACHE_DIRTY);
    *latest &= ~CACHE_DIRTY;
    cache_set_version(in, found, version);
    return true;
}
