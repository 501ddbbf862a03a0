/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs on their way to another node: a head, the objects as df_relocate makes them, the bitmaps of their arena.
 * All tokens of a port take as many words; what the objects do not use is neither written nor read.
 *
 *     message = head, objects, pointers, starts, transients (where the structs have such members) */
#ifndef DF_OBJECT_PACKED_H
#define DF_OBJECT_PACKED_H

#include <stdint.h>

#include "df/object.h"

/* In words: PACKED_HEAD_WORDS in dfgen/model/objects.py. */
typedef struct df__packed_head {
    uint64_t used; /* bytes of objects */
    uint64_t root; /* its address by DF__PACKED_BASE; 0: an empty token */
    uint64_t blocks;
} df__packed_head;

/* Where the objects lie by their pointers: not at null. */
#define DF__PACKED_BASE ((const void *)64)

/* Fires the actor before the end of a link that sends tokens of objects, each as so many words. */
void df_objects_pack(const df_ref *tokens, uint64_t *messages, uint64_t count, uint64_t words);

/* Fires the actor behind the end of a link that has received them; the tokens have their arenas. */
void df_objects_unpack(const uint64_t *messages, df_ref *tokens, uint64_t count, uint64_t words);

#endif
