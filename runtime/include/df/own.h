/* SPDX-License-Identifier: Apache-2.0 */
/* Taking over the lines of windows.
 *
 * What a core only reads stays in two caches, and who writes there next has to have it taken out of both. Where the
 * reader has written back what it read, that core gets the line as if the reader had made it. Which is sooner depends on
 * how far apart the two caches are. So a core tries the other way now and then, and stays with the faster. */
#ifndef DF_OWN_H
#define DF_OWN_H

#include <stddef.h>

#include "df/counter.h"

/* Another pass begins, of one of so many cores that take over lines. */
static inline void df_own_begin(df_core *core, uint32_t cores)
{
    df__choice_pass(&core->leaves_lines, cores);
}

/* Writes to each line of the window the byte that is there, so that this core's cache has the line alone. Nobody else may
 * use the window meanwhile. */
static inline void df__take_over(const void *window, size_t bytes)
{
    volatile char *byte = (volatile char *)(char *)(size_t)window;
    for (size_t at = 0; at < bytes; at += DF_CACHE_LINE_BYTES)
        byte[at] = byte[at];
}

/* Takes over the lines of a window that the core has read, unless it does better without. */
static inline void df_own(const df_core *core, const void *window, size_t bytes)
{
    if (!core->leaves_lines.other)
        df__take_over(window, bytes);
}

#endif
