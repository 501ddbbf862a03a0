/* SPDX-License-Identifier: Apache-2.0 */
/* Requests through a cache (pass.h). */
#include "pass.h"

static inline void go_on(passed *out, const cache *next, uint32_t entry, uint8_t version)
{
    if (next != NULL) /* it comes to the request soon */
        __builtin_prefetch(cache_set(next, entry & ENTRY_LINE), 1);
    out->entries[out->count] = entry;
    out->versions[out->count++] = version;
}

static inline void write_back(const cache *from, const cache *next, passed *out, cache_word gone,
                              uint32_t line)
{
    if (!(gone & CACHE_DIRTY))
        return;
    uint32_t victim = cache_line(from, gone, line);
    go_on(out, next, victim | (uint32_t)ENTRY_WRITE_BACK << ENTRY_SHIFT, cache_version_of(from, gone));
    out->victims++;
}

/* A write-back from the level before. A copy that another core has made out of date meanwhile does not become the latest
 * one again. */
static inline void put(const cache *through, uint8_t version, cache_word *found)
{
    cache_word word = *found | CACHE_DIRTY;
    *found = cache_is_newer(through, version, word)
                 ? (word & ~through->version_mask) | cache_version(through, version)
                 : word;
}

/* What is no fetch; whether it goes on. */
static inline bool pass_write(cache *through, uint32_t entry, uint8_t version, cache_word *found)
{
    if (entry >> ENTRY_SHIFT == ENTRY_PAST_CACHES) {
        cache_drop(through, entry & ENTRY_LINE);
        return true;
    }
    if (found == NULL)
        return true;
    put(through, version, found);
    return false;
}

/* Whether a line that is out of date need not come from beyond. */
static inline bool renew(const cache *through, cache_word *found, uint32_t line, uint8_t version)
{
    return through->inside_count > 1 && cache_renew(through, found, line, version);
}

/* `ways` is known to the compiler, and `next` whether it is null. */
static inline __attribute__((always_inline)) void pass_lru(cache *through, const cache *next,
                                                           const requests *asked, passed *to, uint32_t ways)
{
    const cache of = *through;
    const requests in = *asked; /* what is stored as bytes could change what is not here */
    passed out = *to;
    for (uint32_t i = 0; i < in.count; i++) {
        __builtin_prefetch(of.sets + (uint64_t)(in.entries[i + AHEAD] & of.set_mask) * ways, 1);
        const uint32_t entry = in.entries[i];
        const uint32_t line = entry & ENTRY_LINE;
        const uint8_t version = in.versions[i];
        cache_word *set = of.sets + (uint64_t)(line & of.set_mask) * ways;
        uint32_t way = cache_way_among(set, ways, of.tag_mask, (line >> of.set_bits) + 1);
        if (entry >> ENTRY_SHIFT != ENTRY_FETCH) {
            if (pass_write(through, entry, version, way < ways ? &set[way] : NULL))
                go_on(&out, next, entry, version);
            continue;
        }
        const cache_word fresh = cache_fresh(&of, line, version);
        if (way < ways) {
            bool is_good = cache_has_version(&of, set[way], version) || renew(&of, &set[way], line, version);
            cache_word word = set[way];
            cache_close_up(set, way, ways);
            set[ways - 1] = is_good ? word : fresh;
            if (is_good)
                continue;
        } else {
            cache_word gone = set[0];
            cache_close_up(set, 0, ways);
            set[ways - 1] = fresh;
            write_back(&of, next, &out, gone, line);
        }
        go_on(&out, next, entry, version);
        out.misses++;
    }
    *to = out;
}

static void pass_any(cache *through, const cache *next, const requests *asked, passed *out)
{
    for (uint32_t i = 0; i < asked->count; i++) {
        uint32_t entry = asked->entries[i];
        uint32_t line = entry & ENTRY_LINE;
        uint8_t version = asked->versions[i];
        cache_word *found = cache_find(through, line);
        if (entry >> ENTRY_SHIFT != ENTRY_FETCH) {
            if (pass_write(through, entry, version, found))
                go_on(out, next, entry, version);
            continue;
        }
        if (found != NULL && !cache_has_version(through, *found, version))
            renew(through, found, line, version);
        cache_word gone;
        cache_word *now;
        if (cache_reach(through, line, version, false, &gone, &now))
            continue;
        write_back(through, next, out, gone, line);
        go_on(out, next, entry, version);
        out->misses++;
    }
}

static void pass_eight(cache *through, const cache *next, const requests *asked, passed *out)
{
    if (next == NULL)
        pass_lru(through, NULL, asked, out, 8);
    else
        pass_lru(through, next, asked, out, 8);
}

static void pass_sixteen(cache *through, const cache *next, const requests *asked, passed *out)
{
    if (next == NULL)
        pass_lru(through, NULL, asked, out, 16);
    else
        pass_lru(through, next, asked, out, 16);
}

void pass(cache *through, const cache *next, const requests *asked, passed *out)
{
    if (through->policy == CACHE_LRU && through->ways == 8)
        pass_eight(through, next, asked, out);
    else if (through->policy == CACHE_LRU && through->ways == 16)
        pass_sixteen(through, next, asked, out);
    else
        pass_any(through, next, asked, out);
}
