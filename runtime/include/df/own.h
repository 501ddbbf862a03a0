/* SPDX-License-Identifier: Apache-2.0 */
/* Taking over the lines of a window. */
#ifndef DF_OWN_H
#define DF_OWN_H

#include <stddef.h>

#include "df/counter.h"

/* Writes to each line of the window the byte that is there, so that this core's cache has the line alone. What writes
 * there next, on another core, then gets the line as fast as if this core had made it. Nobody else may use the window
 * meanwhile. */
static inline void df_own(const void *window, size_t bytes)
{
    volatile char *byte = (volatile char *)(char *)(size_t)window;
    for (size_t at = 0; at < bytes; at += DF_CACHE_LINE_BYTES)
        byte[at] = byte[at];
}

#endif
