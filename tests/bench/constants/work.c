/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <df/df.h>
#include <string.h>

/* What it starts from is no constant, so that no compiler computes it once for all firings. */
static uint64_t computed(int64_t rounds, uint64_t start)
{
    volatile uint64_t unknown = start;
    uint64_t value = unknown;
    for (int64_t i = 0; i < rounds; i++)
        value = value * 6364136223846793005u + 1442695040888963407u;
    return value;
}

static uint64_t read_from(int64_t bytes, const uint8_t *in)
{
    uint8_t sum = 0;
    for (int64_t i = 0; i < bytes; i++)
        sum = (uint8_t)(sum + in[i]);
    return sum;
}

static void fill(int64_t bytes, uint64_t value, uint8_t *out)
{
    for (int64_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value + (uint64_t)i);
}

void work01(int64_t rounds, int64_t out_bytes, uint8_t *out)
{
    fill(out_bytes, computed(rounds, 1), out);
}

void work10(int64_t rounds, int64_t in_bytes, const uint8_t *in)
{
    volatile uint64_t seen = computed(rounds, read_from(in_bytes, in));
    (void)seen;
}

void work11(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, uint8_t *out)
{
    fill(out_bytes, computed(rounds, read_from(in_bytes, in)), out);
}

void work12(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, uint8_t *out,
            uint8_t *other)
{
    uint64_t value = computed(rounds, read_from(in_bytes, in));
    fill(out_bytes, value, out);
    fill(out_bytes, value + 1, other);
}

void work21(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, const uint8_t *other,
            uint8_t *out)
{
    fill(out_bytes, computed(rounds, read_from(in_bytes, in) + read_from(in_bytes, other)), out);
}

void again(int64_t rounds, int64_t bytes, const uint8_t *old, const uint8_t *in, uint8_t *next, uint8_t *out)
{
    uint64_t value = computed(rounds, read_from(bytes, old) + in[0]);
    fill(bytes, value, next);
    out[0] = (uint8_t)value;
}

enum { LITTLES = 4096 };

void littles01(float *out)
{
    for (int i = 0; i < LITTLES; i++)
        out[i] = (float)i;
}

void littles10(const float *in)
{
    volatile float seen = in[LITTLES - 1];
    (void)seen;
}

static volatile float sample;

void little01(float *out)
{
    out[0] = 1.5f;
}

void little10(const float *in)
{
    sample = in[0];
}

void little11(const float *in, float *out)
{
    out[0] = in[0] * 0.5f + 1.0f;
}

void known11(int64_t count, const float *in, float *out)
{
    memset(out, 0, (size_t)count / 2 * sizeof *out);
    memcpy(out + count / 2, in, (size_t)count / 2 * sizeof *out);
}

void vector11(int64_t count, const float *in, float *out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = in[i] * 0.5F + 1.0F;
}

void factors_open(struct factors *state)
{
    state->by = 0.5F;
    state->more = 1.0F;
}

void factors11(int64_t count, const struct factors *state, const float *in, float *out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = in[i] * state->by + state->more;
}

void weighed11(int64_t count, const struct factors *state, const float *in, float *out)
{
    float sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += in[i] * state->by;
    for (int64_t i = 0; i < count; i++)
        out[i] = in[i] * state->more - sum;
}

void vector01(int64_t count, float *out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = (float)i;
}

void vector10(int64_t count, const float *in)
{
    float sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += in[i];
    sample = sum;
}

void change10(int64_t changed, uint8_t *in)
{
    for (int64_t i = 0; i < changed; i++)
        in[i] = (uint8_t)(in[i] + 1);
}

void lift11(int64_t bytes, const uint8_t *in, uint8_t *out)
{
    df_bulk_copy(out, in, (size_t)bytes);
}

void uneven01(int64_t times, int64_t count, int64_t bytes, uint8_t *out)
{
    fill(count * bytes, 0, out);
    for (int64_t k = 0; k < count; k++)
        out[k * bytes] = (uint8_t)(k < count / 2 ? times : 1);
}

void uneven11(int64_t rounds, int64_t bytes, const uint8_t *in, uint8_t *out)
{
    fill(bytes, computed(rounds * in[0], read_from(bytes, in)), out);
}
