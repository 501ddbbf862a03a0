/* SPDX-License-Identifier: Apache-2.0 */
/* The complaint of the copy wrapper (df/copy.h), called in programs built with DF_DEBUG only. */
#include "df/copy.h"

#include <stdio.h>
#include <stdlib.h>

void df__copy_overlaps(const void *target, const void *source, size_t bytes)
{
    fprintf(stderr, "internal error: a copy of %zu bytes from %p to %p overlaps\n", bytes, source, target);
    abort();
}
