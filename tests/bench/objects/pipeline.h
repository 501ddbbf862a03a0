/* SPDX-License-Identifier: Apache-2.0 */
/* A writer of lists and their reader, which take about as long. */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <df/object.h>
#include <stdint.h>
#include <stdio.h>

struct link {
    struct link *next;
    uint64_t value;
};
DF_OBJECT(link);

void make(int count, uint64_t *number, df_ref *out);
void take(uint64_t *sum, const df_ref *in);
void tell(const uint64_t *sum);

#endif
