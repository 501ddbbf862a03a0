/* SPDX-License-Identifier: Apache-2.0 */
/* Streamed lines where no instruction goes past the caches: ordinary copies (df/stream.h). */
#include <string.h>

#include "df/copy.h"
#include "df/stream.h"

static bool always(void)
{
    return true;
}

static void copy_plain(char *target, const char *source, size_t bytes)
{
    df_copy_disjoint(target, source, bytes);
}

static void fill_plain(char *target, int byte, size_t bytes)
{
    memset(target, byte, bytes);
}

const df__stream_kernel df__stream_plain = {"plain", always, copy_plain, fill_plain};
