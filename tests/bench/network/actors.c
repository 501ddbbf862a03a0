/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <stdlib.h>
#include <string.h>

#include "work.h"

void give(uint64_t rounds, end_of_fifo *end, uint8_t *o)
{
    end->seed = worked(rounds, end->seed);
    memcpy(o, &end->number, sizeof end->number);
    end->number++;
}

void take(uint64_t rounds, end_of_fifo *end, const uint8_t *i)
{
    uint64_t got;
    memcpy(&got, i, sizeof got);
    if (got != end->number)
        abort(); /* a token was lost, or came twice */
    end->seed = worked(rounds, end->seed);
    end->number++;
}
