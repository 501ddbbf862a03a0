/* SPDX-License-Identifier: Apache-2.0 */
#include "saxpy.h"

#include <string.h>

void saxpy_open(int64_t number, struct saxpy *state)
{
    state->a = 1.0F / (float)(number + 2);
    state->b = 0.5F;
}

void counted_open(int64_t number, struct counted *state)
{
    saxpy_open(number, &state->factors);
}

void nothing_new(float *out)
{
    (void)out;
}

void ramp(int64_t count, float *first, float *out)
{
    float start = *first;
    for (int64_t i = 0; i < count; i++)
        out[i] = start + (float)i;
    *first = start < 1000.0F ? start + 1.0F : 0.0F;
}

void saxpy(int64_t count, const struct saxpy *state, const float *in, float *out)
{
    float a = state->a, b = state->b;
    for (int64_t i = 0; i < count; i++)
        out[i] = a * in[i] + b;
}

void saxpy_counted(int64_t count, struct counted *state, const float *in, float *out)
{
    float a = state->factors.a, b = state->factors.b;
    for (int64_t i = 0; i < count; i++)
        out[i] = a * in[i] + b;
    state->windows++;
}

void take_last(int64_t count, float *sum, const float *in)
{
    *sum += in[count - 1];
}

void take_all(int64_t count, uint32_t *bits, const float *in)
{
    uint32_t found = 0, item = 0;
    for (int64_t i = 0; i < count; i++) {
        memcpy(&item, &in[i], sizeof item);
        found ^= item;
    }
    *bits ^= found;
}

void give_one(uint64_t *next, uint64_t *out)
{
    *out = (*next)++;
}

void take_one(uint64_t *sum, const uint64_t *in)
{
    *sum += *in;
}
