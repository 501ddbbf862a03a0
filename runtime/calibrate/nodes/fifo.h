/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a FIFO whose windows are numbered. */
#ifndef FIFO_H
#define FIFO_H

#include <stdint.h>

/* `number`: of the window that comes next. At the end where they are taken: a round began at `began_ns`, with window
 * `first`; `rounds` of them are over, and after `seconds` in all no other one begins. */
typedef struct fifo_end {
    uint64_t number, first, began_ns, rounds;
    double seconds, passed;
} fifo_end;

void begin(fifo_end *next);
void give(fifo_end *next, uint64_t *out);
void take(uint64_t words, fifo_end *next, const uint64_t *in);

#endif
