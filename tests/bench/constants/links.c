/* SPDX-License-Identifier: Apache-2.0 */
#include "links.h"

void make_links(int count, uint64_t *last, df_ref *out)
{
    struct link *first = NULL;
    for (int i = 0; i < count; i++) {
        struct link *made = df_new(out, link);
        made->value = ++*last;
        made->next = first;
        first = made;
    }
    out->root = first;
}

void take_links(uint64_t *sum, const df_ref *in)
{
    for (const struct link *link = in->root; link != NULL; link = link->next)
        *sum += link->value;
}
