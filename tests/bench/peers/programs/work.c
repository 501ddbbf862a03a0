/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <inttypes.h>
#include <stdio.h>

void give(int64_t words, struct giver *state, uint64_t *token)
{
    uint64_t first = state->next++;
    for (int64_t i = 0; i < words; i++)
        token[i] = first + (uint64_t)i;
}

void take(int64_t words, struct taker *state, const uint64_t *token)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < words; i++)
        sum += token[i];
    state->sum += sum;
}

void chain_give(int64_t items, struct giver *state, float *out)
{
    for (int64_t i = 0; i < items; i++)
        out[i] = (float)(state->next++ & 1023);
}

void chain_stage(int64_t items, int64_t gain, const float *in, float *out)
{
    for (int64_t i = 0; i < items; i++)
        out[i] = in[i] * 1.0001f + (float)gain;
}

void chain_take(int64_t items, struct taker *state, const float *in)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < items; i++)
        sum += (uint64_t)(int64_t)in[i];
    state->sum += sum;
}

void print_sum(struct taker *state)
{
    printf("%" PRIu64 "\n", state->sum);
}
