/* SPDX-License-Identifier: Apache-2.0 */
/* Actors that count their firings, on whatever core. The option `at` says in which firing of `feed` the program ends,
 * `what` how: "stop" or "end". */
#ifndef COUNTED_H
#define COUNTED_H

#include <stdint.h>

struct feeder {
    uint64_t firing;
};

void feed(int count, struct feeder *feeder, uint8_t *out);
void feed_round(int count, struct feeder *feeder, const uint8_t *fed, uint8_t *round, uint8_t *out);
void work(int count, const uint8_t *in, uint8_t *out);
void fold(int count, const uint8_t *in, uint8_t *out);
void drain(int count, const uint8_t *in);
void print_counts(void);

#endif
