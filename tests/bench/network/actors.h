/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a FIFO: tokens are numbered, and each end may have work to do besides. */
#ifndef ACTORS_H
#define ACTORS_H

#include <stdint.h>

typedef struct end_of_fifo {
    uint64_t number, seed;
} end_of_fifo;

void give(uint64_t rounds, end_of_fifo *end, uint8_t *o);
void take(uint64_t rounds, end_of_fifo *end, const uint8_t *i);

#endif
