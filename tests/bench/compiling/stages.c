/* SPDX-License-Identifier: Apache-2.0 */
#include "stages.h"

void first(int32_t *next, int32_t *out)
{
    out[0] = (*next)++;
}

void stage(int number, int in_tokens, int out_tokens, const int32_t *in, int32_t *out)
{
    uint32_t sum = (uint32_t)number;
    for (int i = 0; i < in_tokens; i++)
        sum = 31 * sum + (uint32_t)in[i];
    for (int i = 0; i < out_tokens; i++)
        out[i] = (int32_t)(sum + (uint32_t)i);
}

void blend(const int32_t *a, const int32_t *b, int32_t *out)
{
    out[0] = (int32_t)((uint32_t)a[0] + 7 * (uint32_t)b[0]);
}

void cross(const int32_t *a, const int32_t *b, int32_t *x, int32_t *y)
{
    x[0] = (int32_t)((uint32_t)a[0] + (uint32_t)b[0]);
    y[0] = (int32_t)((uint32_t)a[0] - (uint32_t)b[0]);
}

void spread(int n, int32_t *next, int32_t *const *out)
{
    for (int i = 0; i < n; i++)
        out[i][0] = (*next)++;
}

void gather(int n, uint32_t *sum, const int32_t *const *in)
{
    for (int i = 0; i < n; i++)
        *sum = 31 * *sum + (uint32_t)in[i][0];
}

void last(uint32_t *sum, const int32_t *in)
{
    *sum = 31 * *sum + (uint32_t)in[0];
}
