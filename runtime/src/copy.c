/* SPDX-License-Identifier: Apache-2.0 */
/* What of the copy wrapper (df/copy.h) is seldom called. */
#include "df/copy.h"

#include <stdio.h>
#include <stdlib.h>

void df__copy_in_pieces(void *target, const void *source, size_t bytes)
{
    char *to = target;
    const char *from = source;
    while (bytes > 0) {
        size_t piece = bytes < DF__COPY_PIECE_BYTES ? bytes : DF__COPY_PIECE_BYTES;
        /* of a length that it knows, gcc makes REP MOVSQ, which is slow likewise */
        __asm__("" : "+r"(piece));
        DF__MEMMOVE(to, from, piece);
        to += piece;
        from += piece;
        bytes -= piece;
    }
}

void df__copy_overlaps(const void *target, const void *source, size_t bytes)
{
    fprintf(stderr, "internal error: a copy of %zu bytes from %p to %p overlaps\n", bytes, source, target);
    abort();
}
