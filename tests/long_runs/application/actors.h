/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LONG_RUN_ACTORS_H
#define LONG_RUN_ACTORS_H

#include <stdint.h>

enum { PERIOD_ITERATIONS = 64 };

/* What the windows of the iterations of one period held, and how many iterations there were. */
struct seen {
    uint64_t digests[PERIOD_ITERATIONS];
    uint64_t iterations;
};

void count(int words, uint64_t *next, uint64_t *out);
void touch(int words, uint64_t *in, uint64_t *out);
void change(int words, uint64_t *in, uint64_t *out);
void check(int words, struct seen *seen, const uint64_t *plain, const uint64_t *touched,
           const uint64_t *changed, const uint64_t *late);
void tell(const struct seen *seen);

#endif
