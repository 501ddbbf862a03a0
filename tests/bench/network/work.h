/* SPDX-License-Identifier: Apache-2.0 */
/* Work of a known length, each step of which waits for the one before. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

static inline uint64_t worked(uint64_t rounds, uint64_t seed)
{
    for (uint64_t k = 0; k < rounds; k++)
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return seed;
}

#endif
