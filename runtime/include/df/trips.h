/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of trips in generated code. */
#ifndef DF_TURNS_H
#define DF_TURNS_H

#include <stdint.h>

/* Functions that must stay apart: parts of a pass of many steps, as compilers take ever longer over ever longer ones, and
 * what is seldom needed beside a short way that is part of its callers. */
#define DF_NOINLINE __attribute__((__noinline__))

/* What a counter shows once the trip `lag` trips before `trip` is over; 0, which every counter shows, if
 * there is none. */
static inline uint64_t df_since(uint64_t trip, uint64_t lag)
{
    return trip + 1 > lag ? trip + 1 - lag : 0;
}

static inline uint64_t df_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* a less b; 0 where b is more. */
static inline uint64_t df_less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

#endif
