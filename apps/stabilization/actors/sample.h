/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STABILIZATION_SAMPLE_H
#define STABILIZATION_SAMPLE_H

#include <stdint.h>

/* The value between four neighbouring pixels, right and down in 1/256 of the way; rounded. */
static inline uint8_t between(const uint8_t upper[2], const uint8_t lower[2], uint32_t right, uint32_t down)
{
    uint32_t above = upper[0] * (256 - right) + upper[1] * right;
    uint32_t below = lower[0] * (256 - right) + lower[1] * right;
    return (uint8_t)((above * (256 - down) + below * down + 32768) >> 16);
}

#endif
