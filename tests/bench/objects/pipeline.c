/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

void make(int count, uint64_t *number, df_ref *out)
{
    struct link *last = NULL;
    for (int i = 0; i < count; i++) {
        struct link *made = df_new(out, link);
        made->value = ++*number;
        made->next = last;
        last = made;
    }
    out->root = last;
}

void take(uint64_t *sum, const df_ref *in)
{
    for (const struct link *link = in->root; link != NULL; link = link->next)
        *sum = *sum * 3 + link->value;
}

void tell(const uint64_t *sum)
{
    printf("sum %llu\n", (unsigned long long)*sum);
}
