/* SPDX-License-Identifier: Apache-2.0 */
/* Actors that keep their promises unless the option do= says otherwise, at firing 5 of `work`. */
#ifndef SCRIBBLER_H
#define SCRIBBLER_H

#include <stdint.h>

struct worker {
    uint64_t firing;
};

/* Fill `bytes` bytes with the number of the firing. */
void produce(int bytes, struct worker *worker, uint8_t *out);
/* Add one to each byte. do=write_input, overrun, read_beyond or leave_gap breaks a promise. */
void work(int bytes, struct worker *worker, const uint8_t *in, uint8_t *out);
/* The same, with an input that the prototype lets it write. */
void work_freely(int bytes, struct worker *worker, uint8_t *in, uint8_t *out);
/* Print the sum of the bytes of both. */
void show(int bytes, const uint8_t *original, const uint8_t *worked);

#endif
