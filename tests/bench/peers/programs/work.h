/* SPDX-License-Identifier: Apache-2.0 */
/* The actors that every program of this bench runs, so that only what lies between them differs. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct giver {
    uint64_t next;
};
struct taker {
    uint64_t sum;
};

/* Writes every word of a token of `words` words. */
void give(int64_t words, struct giver *state, uint64_t *token);
/* Reads every word of a token. */
void take(int64_t words, struct taker *state, const uint64_t *token);

/* The first, any and the last stage of a chain: `items` samples a firing. */
void chain_give(int64_t items, struct giver *state, float *out);
void chain_stage(int64_t items, int64_t gain, const float *in, float *out);
void chain_take(int64_t items, struct taker *state, const float *in);

/* Prints the sum of all that was taken. */
void print_sum(struct taker *state);

#ifdef __cplusplus
}
#endif

#endif
