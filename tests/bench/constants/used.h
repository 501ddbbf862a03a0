/* SPDX-License-Identifier: Apache-2.0 */
/* Actors whose time is mostly that of the runtime around them. Sizes are in bytes of one firing. */
#ifndef USED_H
#define USED_H

#include <stdint.h>

/* It fills the first bytes of its window; what stands in the others is that of the time before. */
void begin01(int64_t filled, uint64_t *count, uint8_t *out);
/* It adds up every byte that is so many behind the last, and tells the sum in the end. */
void add10(int64_t bytes, int64_t step, uint64_t *sum, const uint8_t *in);
void tell10(const uint64_t *sum);
/* It changes the last byte of each of so many pages, which lie `step` apart: the same pages for `stay` firings, then those
 * behind them. It adds up what it finds, and tells the sum in the end. */
struct wanderer {
    uint64_t uses, sum;
};
void wander(int64_t bytes, int64_t pages, int64_t step, int64_t stay, struct wanderer *state, uint8_t *in);
/* The same, with a page fault that has nothing to do with its window. */
void stumble(int64_t bytes, int64_t pages, int64_t step, int64_t stay, struct wanderer *state, uint8_t *in);
void tell_found(const struct wanderer *state);
/* Every so many firings its process has a page fault. */
void fault10(int64_t every, uint64_t *uses, const uint8_t *in);
/* It copies its window, and finds that both are alike. */
void alike11(int64_t bytes, const uint8_t *in, uint8_t *out);
/* It copies so many bytes of its own, whole pages, to where a header of 16 bytes is before them. */
void frame10(int64_t bytes, uint8_t *own, const uint8_t *in);

#endif
