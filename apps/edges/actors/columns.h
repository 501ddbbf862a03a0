/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The filters' common walk: a 3x3 neighbourhood is three columns, and each column is worth one value. A
 * filter first reduces the columns of a block to values kept on the stack, then combines neighbours pair by
 * pair. Compilers turn loops over pairs into vector code; over triples not all of them do.
 */
#ifndef EDGES_COLUMNS_H
#define EDGES_COLUMNS_H

#include <stdint.h>

enum { COLUMNS_BLOCK = 256, COLUMNS_ROOM = COLUMNS_BLOCK + 2 };

/* Up to COLUMNS_BLOCK pixels of an output line with the columns they look at: one more on either side. */
struct columns {
    const uint8_t *lines[3]; /* above, at and below the line, at the block's first pixel */
    uint8_t *out;
    int count;
    int begin; /* the columns begin to end - 1 lie inside the picture, counted from the block's first pixel */
    int end;
};

static inline struct columns columns_at(int first, int width, const uint8_t *in, uint8_t *out)
{
    int rest = width - first;
    int count = rest < COLUMNS_BLOCK ? rest : COLUMNS_BLOCK;
    struct columns block = {{in + first, in + width + first, in + 2 * width + first},
                            out + first,
                            count,
                            first > 0 ? -1 : 0,
                            count < rest ? count + 1 : count};
    return block;
}

#endif
