/* SPDX-License-Identifier: Apache-2.0 */
/* The actors of this bench: each reads its inputs, computes for so many rounds of some 1.5 ns, and fills its outputs.
 * The digits of a name count the ports. Sizes are in bytes of one firing. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

void work01(int64_t rounds, int64_t out_bytes, uint8_t *out);
void work10(int64_t rounds, int64_t in_bytes, const uint8_t *in);
void work11(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, uint8_t *out);
void work12(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, uint8_t *out,
            uint8_t *other);
void work21(int64_t rounds, int64_t in_bytes, int64_t out_bytes, const uint8_t *in, const uint8_t *other,
            uint8_t *out);
/* Little code: a sample of each input, a sample of each output. */
/* What it made of the bytes that it made last time. */
void again(int64_t rounds, int64_t bytes, const uint8_t *old, const uint8_t *in, uint8_t *next, uint8_t *out);
void littles01(float *out);
void littles10(const float *in);
void little01(float *out);
void little10(const float *in);
void little11(const float *in, float *out);
/* Windows of `count` samples. */
void vector01(int64_t count, float *out);
void vector11(int64_t count, const float *in, float *out);
void vector10(int64_t count, const float *in);
/* Half of them zeros, and half copied: where the compiler knows the count, it knows the bytes. */
void known11(int64_t count, const float *in, float *out);
struct factors {
    float by, more;
};
void factors_open(struct factors *state);
void factors11(int64_t count, const struct factors *state, const float *in, float *out);
void weighed11(int64_t count, const struct factors *state, const float *in, float *out);
/* Firings whose first byte says how many times as long they take: so many times in the first half of `count` firings. */
void uneven01(int64_t times, int64_t count, int64_t bytes, uint8_t *out);
void uneven11(int64_t rounds, int64_t bytes, const uint8_t *in, uint8_t *out);
/* It changes the first bytes of its window. */
void change10(int64_t changed, uint8_t *in);
/* An engine copies its bytes. */
void lift11(int64_t bytes, const uint8_t *in, uint8_t *out);

#endif
