/* SPDX-License-Identifier: Apache-2.0 */
/* The copies and fills that actors may ask for (df/df.h): the same that transfers use. */
#include <string.h>

#include "df/copy.h"
#include "df/df.h"
#include "df/stream.h"

void df_copy(void *target, const void *source, size_t bytes, df_copy_hint hint)
{
#if defined(DF_COUNTS_COPIES)
    df__trace_copied(bytes);
#endif
    if (hint == DF_COPY_STREAMED)
        df__stream_copy(df__stream_choose(bytes), target, source, bytes);
    else
        df_copy_disjoint(target, source, bytes);
}

void df_fill(void *target, int byte, size_t bytes, df_copy_hint hint)
{
    if (hint == DF_COPY_STREAMED)
        df__stream_fill(df__stream_choose(bytes), target, byte, bytes);
    else
        memset(target, byte, bytes);
}
