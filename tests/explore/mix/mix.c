/* SPDX-License-Identifier: Apache-2.0 */
#include "mix.h"

#include <stdio.h>

enum { MASK = (1 << 14) - 1, NEAR = 256 };

static uint32_t counts[MASK + 1];

void make(int count, uint32_t *seed, uint32_t *out)
{
    for (int i = 0; i < count; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        out[i] = *seed >> 8;
    }
}

void turn(int side, const uint32_t *in, uint32_t *out)
{
    for (int x = 0; x < side; x++)
        for (int y = 0; y < side; y++)
            out[x * side + y] = in[y * side + x];
}

void pick(int count, const uint32_t *in, const uint32_t *table, uint32_t *out)
{
    uint32_t near[NEAR];
    for (int i = 0; i < NEAR; i++)
        near[i] = table[i * count / NEAR];
    for (int i = 0; i < count; i++)
        out[i] = table[in[i] % (uint32_t)count] + near[in[i] % NEAR];
}

void show(int count, const uint32_t *in)
{
    for (int i = 0; i < count; i++)
        counts[in[i] & MASK]++;
    uint32_t most = 0;
    for (int i = 0; i <= MASK; i++)
        most = counts[i] > most ? counts[i] : most;
    printf("%u\n", (unsigned)most);
}
