/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the recorder share.
 *
 * An access is kept as the region that it falls into and its offset there: a window, the actor's state, static data, the
 * stack, or other memory, whose pages are numbered as they are first touched. So a firing's trace depends neither on where
 * the program lies in memory nor on the plan it was compiled with.
 *
 * Left out is what changes nothing in a cache of at least as many sets and at least as long lines, whatever its policy: an
 * access to the line that was the last one of its set to be used, unless it is the first write to it. For this each region
 * begins with a line, at a set of its own, and each firing with nothing used. */
#ifndef DF_RECORD_RECORD_H
#define DF_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RECORD_WINDOWS_MAX = 253, /* windows and the state are the regions below */
    RECORD_STATIC = 253,
    RECORD_STACK = 254,
    RECORD_OTHER = 255,
    RECORD_REGION_SHIFT = 56,
    RECORD_PAGE_BYTES = 4096,
};

/* An entry: the region, these bits, and the offset, which counts from RECORD_CENTRE, as those of the stack are negative. */
#define RECORD_WRITE    ((uint64_t)1 << 55)
#define RECORD_STREAMED ((uint64_t)1 << 54) /* a write past the caches */
#define RECORD_CENTRE   ((uint64_t)1 << 52)

/* A firing, as it is written to the index. */
typedef struct record_firing {
    uint64_t actor; /* its place in the program's table */
    uint64_t firing;
    uint64_t trace; /* the number of its trace */
    uint64_t accesses;
} record_firing;

/* The smallest cache that the recording is good for. */
#ifndef DF_RECORD_SETS
#define DF_RECORD_SETS 64
#endif
#ifndef DF_RECORD_LINE_SHIFT
#define DF_RECORD_LINE_SHIFT 6
#endif

/* Of a page that lies in one region: what turns its addresses into places, and how often it was accessed so. */
typedef struct record_translation {
    uint64_t page; /* RECORD_NO_PAGE: free */
    uint64_t difference;
    uint64_t accesses;
    uint64_t spare; /* so that it has a power of two of bytes */
} record_translation;

enum { RECORD_TRANSLATIONS = 1024 };
#define RECORD_NO_PAGE UINT64_MAX

extern bool df__record_is_on;        /* within an actor's call */
extern uint64_t df__record_accesses; /* but those that translations have counted */

/* filter.c: what the check of an access needs. Outside of an actor's call no page is translated. */
extern record_translation df__record_translations[RECORD_TRANSLATIONS];
extern uint64_t df__record_last_used[DF_RECORD_SETS];    /* of each set the line used last, */
extern uint64_t df__record_last_written[DF_RECORD_SETS]; /* if it was written */

/* filter.c: an access to a page without a translation, and one that is worth an entry. */
void df__record_untranslated(uintptr_t address, bool writes);
void df__record_pass(uint64_t place, bool writes);

static inline bool df__record_is_new(uint64_t place, bool writes)
{
    uint64_t line = place >> DF_RECORD_LINE_SHIFT;
    const uint64_t *last = writes ? df__record_last_written : df__record_last_used;
    return last[line % DF_RECORD_SETS] != line;
}

/* Called for each access of the program. Each page counts its own, since one counter would be waited for. */
static inline void df__record_access(uintptr_t address, bool writes)
{
    uintptr_t page = address / RECORD_PAGE_BYTES;
    record_translation *found = &df__record_translations[page % RECORD_TRANSLATIONS];
    if (__builtin_expect(found->page != page, 0)) {
        df__record_untranslated(address, writes);
        return;
    }
    found->accesses++;
    uint64_t place = address + found->difference;
    if (df__record_is_new(place, writes))
        df__record_pass(place, writes);
}

/* filter.c */
bool df__record_filter_open(void);
void df__record_filter_begin(const void *stack);
void df__record_filter_end(void);
void df__record_window(uint32_t number, const void *start, size_t bytes);
void df__record_reach(uintptr_t address, bool writes); /* the end of an access that is counted already */
void df__record_range(const void *start, size_t bytes, bool writes);
void df__record_copy(const void *target, const void *source, size_t bytes);
void df__record_streamed(const void *start, size_t bytes);
size_t df__record_static_bytes(void);
size_t df__record_other_pages(void);

/* trace.c: prints a message and ends the process where there is no room. */
void df__record_traces_open(const char *folder);
void df__record_entry(uint64_t entry);
uint64_t df__record_trace_end(void); /* the number of the trace, which equal ones have in common */
void df__record_index(const record_firing *firing);
void df__record_traces_close(const char *const *actors, size_t count);

#endif
