/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of the chain: what gives windows, what computes on them in place, what takes them. */
#ifndef SAXPY_H
#define SAXPY_H

#include <stdint.h>

struct saxpy {
    float a, b;
};
struct counted {
    struct saxpy factors;
    uint64_t windows;
};

void saxpy_open(int64_t number, struct saxpy *state);
void counted_open(int64_t number, struct counted *state);

/* Leaves the window as it is, as its peers do. */
void nothing_new(float *out);
/* One that fills the window, and one that looks at all of it. In fused loops, whose tokens are variables, the others
 * would leave nothing to compute, and that with whatever lies on the stack. */
void ramp(int64_t count, float *first, float *out);
void take_all(int64_t count, uint32_t *bits, const float *in);
/* One whose state firings only read, and one that they write. */
void saxpy(int64_t count, const struct saxpy *state, const float *in, float *out);
void saxpy_counted(int64_t count, struct counted *state, const float *in, float *out);
void take_last(int64_t count, float *sum, const float *in);

/* One token from one actor to the other. */
void give_one(uint64_t *next, uint64_t *out);
void take_one(uint64_t *sum, const uint64_t *in);

#endif
