/* SPDX-License-Identifier: Apache-2.0 */
/* What one cache makes of requests: those that go on to what is beyond it.
 *
 * What comes from a write-back changes no order in a set, as in Valgrind's caches. A line that is out of date is fetched
 * from beyond. */
#ifndef DF_EXPLORE_PASS_H
#define DF_EXPLORE_PASS_H

#include "explore.h"

enum { AHEAD = 16 /* requests behind the last one may be read, so that what they need comes in time */ };

/* Entries as of a stream, each with the version of its line. */
typedef struct requests {
    const uint32_t *entries;
    const uint8_t *versions;
    uint32_t count;
} requests;

/* Where requests go, for which there is room: for each that comes, one more may be written back. */
typedef struct passed {
    uint32_t *entries;
    uint8_t *versions;
    uint32_t count;
    uint32_t misses;
    uint32_t victims; /* that this cache wrote back */
} passed;

/* `next`: the cache that they come to then, or null. */
void pass(cache *through, const cache *next, const requests *asked, passed *out);

#endif
