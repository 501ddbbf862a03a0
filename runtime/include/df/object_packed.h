/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs on their way to another node, and as messages of strategy `serialize`: a head, the objects as df_relocate
 * makes them, the bitmaps of their arena. On links all tokens of a port take as many words; what the objects do not use
 * is neither written nor read.
 *
 *     message = head, objects, pointers, starts, transients (where the structs have such members) */
#ifndef DF_OBJECT_PACKED_H
#define DF_OBJECT_PACKED_H

#include <stdint.h>

#include "df/object_state.h"

/* In words: PACKED_HEAD_WORDS in dfgen/model/objects.py. */
typedef struct df__packed_head {
    uint64_t used; /* bytes of objects */
    uint64_t root; /* its address by DF__PACKED_BASE; 0: an empty token */
    uint64_t blocks;
} df__packed_head;

/* Where the objects lie by their pointers: not at null. */
#define DF__PACKED_BASE ((const void *)64)

/* Where a message has what, by how much its objects use. */
typedef struct df__packed {
    df__packed_head *head;
    char *objects;
    uint64_t *pointers, *starts, *transients;
} df__packed;

static inline df__packed df__packed_at(void *message, uint64_t used)
{
    df__packed at = {.head = message};
    at.objects = (char *)(at.head + 1);
    at.pointers = (uint64_t *)(void *)(at.objects + used);
    at.starts = at.pointers + df__bits_bytes(used / DF__WORD_BYTES) / sizeof(uint64_t);
    at.transients = at.starts + df__bits_bytes(used / DF__WORD_BYTES) / sizeof(uint64_t);
    return at;
}

/* Of the whole message. */
static inline size_t df__packed_bytes(uint64_t used, bool transients)
{
    return sizeof(df__packed_head) + used + 2 * df__bits_bytes(used / DF__WORD_BYTES) +
           (transients ? df__bits_bytes(used) : 0);
}

/* object_copy.c: makes the token, which has an empty arena, of a message of so many bytes at most. Returns what is wrong
 * with the message, or null: after that all marked pointers lead into the arena, whatever objects they are. */
const char *df__object_unpack(df_ref *token, const void *message, size_t bytes);

/* Fires the actor before the end of a link that sends tokens of objects, each as so many words. */
void df_objects_pack(const df_ref *tokens, uint64_t *messages, uint64_t count, uint64_t words);

/* Fires the actor behind the end of a link that has received them; the tokens have their arenas. */
void df_objects_unpack(const uint64_t *messages, df_ref *tokens, uint64_t count, uint64_t words);

#endif
