/* SPDX-License-Identifier: Apache-2.0 */
/* Streamed lines on 64-bit Arm: NEON registers, stored in pairs with the non-temporal hint (df/stream.h).
 *
 * The hint changes nothing in the order of stores, so a release needs no fence before it. The instruction is
 * written out because not every compiler has a function for it. */
#include "df/stream.h"

#if defined(__aarch64__)

#include <arm_neon.h>

static bool has_neon(void)
{
    return true; /* every 64-bit Arm processor that runs an operating system */
}

static void store_pair(char *target, uint8x16_t first, uint8x16_t second)
{
    char (*bytes)[32] = (void *)target;
    __asm__("stnp %q1, %q2, %0" : "=Q"(*bytes) : "w"(first), "w"(second));
}

static void copy_neon(char *target, const char *source, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        const uint8_t *from = (const uint8_t *)source + at;
        uint8x16_t first = vld1q_u8(from);
        uint8x16_t second = vld1q_u8(from + 16);
        uint8x16_t third = vld1q_u8(from + 32);
        uint8x16_t fourth = vld1q_u8(from + 48);
        store_pair(target + at, first, second);
        store_pair(target + at + 32, third, fourth);
    }
}

static void fill_neon(char *target, int byte, size_t bytes)
{
    uint8x16_t value = vdupq_n_u8((uint8_t)byte);
    for (size_t at = 0; at < bytes; at += 32)
        store_pair(target + at, value, value);
}

const df__stream_kernel df__stream_neon = {"neon", has_neon, copy_neon, fill_neon};

#endif
