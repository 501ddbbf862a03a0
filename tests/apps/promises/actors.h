/* SPDX-License-Identifier: Apache-2.0 */
/* Actors that number their tokens, record what reaches them, and end the program where the options say so:
 * who=NUMBER (the actor), what=stop|end|fail|crash, at=FIRING; doze_us=N slows the sources down. */
#ifndef ACTORS_H
#define ACTORS_H

#include <stdint.h>
#include <stdio.h>

struct teller {
    uint64_t firing;
};

struct recorder {
    uint64_t firing;
    FILE *file;
};

/* Print "init NUMBER" and "end NUMBER"; fail_in_init=NUMBER fails instead. */
void begin(int number, struct teller *teller);
void finish(int number, struct teller *teller);

/* Give `count` tokens: 0, 1, 2, ... over all firings. */
void give(int number, int count, struct teller *teller, uint64_t *out);
/* Turn each token t into 3 t + number. */
void change(int number, int count, struct teller *teller, const uint64_t *in, uint64_t *out);
/* The sum of two tokens. */
void add(const uint64_t *a, const uint64_t *b, uint64_t *out);

/* Append what arrives to the file named by the option outNUMBER=. */
void open_record(int number, struct recorder *recorder);
void record(int number, int count, struct recorder *recorder, const uint64_t *in);
void record_and_give(int number, int count, struct recorder *recorder, const uint64_t *in, uint64_t *out);
void close_record(int number, struct recorder *recorder);

#endif
