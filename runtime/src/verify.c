/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers that are looked at (--verify-transfers): after each one the bytes that the reader finds are compared with
 * those that the writer left. Built only into programs generated so. */
#include <string.h>

#include "df/internal.h"
#include "df/transfer.h"

void df_verify(df_core *core, const char *fifo, const void *target, const void *source, size_t bytes)
{
    const unsigned char *found = target;
    const unsigned char *wanted = source;
    size_t place = 0;
    if (memcmp(target, source, bytes) == 0)
        return;
    while (found[place] == wanted[place] && place + 1 < bytes)
        place++;
    core->actor = NULL; /* it is not the actor's fault */
    df_fail("the transfer of FIFO '%s' went wrong in pass %llu: byte %zu of %zu is 0x%02X instead of 0x%02X",
            fifo, (unsigned long long)core->pass, place, bytes, found[place], wanted[place]);
}
