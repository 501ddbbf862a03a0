/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a FIFO: tokens are numbered, and each end may have work to do besides. */
#ifndef ACTORS_H
#define ACTORS_H

#include <stdint.h>

typedef struct end_of_fifo {
    uint64_t number, seed;
} end_of_fifo;

/* Tokens that say when they were given, one by one. */
typedef struct stamped {
    uint64_t count, sum_ns;
} stamped;

void stamp(uint64_t pause_ns, uint8_t *o);
void arrive(stamped *all, const uint8_t *i);
void tell_latency(const stamped *all);

void give(uint64_t rounds, end_of_fifo *end, uint8_t *o);
void take(uint64_t rounds, end_of_fifo *end, const uint8_t *i);
void relay(const uint8_t i[], uint8_t o[], uint64_t bytes);

#endif
