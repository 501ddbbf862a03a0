/* SPDX-License-Identifier: Apache-2.0 */
#include "change.h"

#include <stdio.h>

void make(int count, uint32_t *seed, uint32_t *out)
{
    ++*seed;
    for (int i = 0; i < count; i++)
        out[i] = *seed + (uint32_t)i;
}

void change(int count, uint32_t *in, uint32_t *out)
{
    for (int i = 1; i < count; i++)
        in[i] += in[i - 1];
    *out = in[count - 1];
}

void keep(int count, const uint32_t *in, const uint32_t *sum)
{
    uint32_t own = 0;
    for (int i = 0; i < count; i++)
        own ^= in[i];
    printf("%u %u\n", (unsigned)own, (unsigned)*sum);
}
