/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens that are lists. */
#ifndef LINKS_H
#define LINKS_H

#include <df/object.h>
#include <stdint.h>

struct link {
    struct link *next;
    uint64_t value;
};
DF_OBJECT(link);

void make_links(int count, uint64_t *last, df_ref *out);
void take_links(uint64_t *sum, const df_ref *in);

#endif
