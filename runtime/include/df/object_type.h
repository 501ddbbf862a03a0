/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs, as generated code sees them: descriptions of the user's structs, arenas, and what is done with tokens
 * before, between and after firings.
 *
 * An arena is [head and bitmaps | objects]. Objects are laid from its start upwards, each in a whole number of steps of
 * `align` bytes. Of each word of 8 bytes one bit says whether it is a pointer, one whether a block (an object or an
 * array) begins there; where types have transient members there is one bit a byte more for those. */
#ifndef DF_OBJECT_TYPE_H
#define DF_OBJECT_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "df/counter.h"
#include "df/object.h"
#include "df/program.h"
#include "df/trips.h"

/* --- descriptions ---------------------------------------- */

enum df_field_kind {
    DF_FIELD_OBJECT,     /* a pointer to one object, or to an element of an array of them */
    DF_FIELD_OBJECTS,    /* to an array of objects */
    DF_FIELD_REFERENCES, /* to an array of pointers to objects */
    DF_FIELD_DATA,       /* to an array of plain data */
    DF_FIELD_FLEXIBLE_OBJECTS,
    DF_FIELD_FLEXIBLE_REFERENCES,
    DF_FIELD_FLEXIBLE_DATA,
};

/* A member that is a pointer, or the flexible one. External and transient members are none of these: the bytes of the
 * former are copied as they are, those of the latter are in the transient mask. */
struct df_object_field {
    const char *name;
    enum df_field_kind kind;
    uint32_t offset;
    uint32_t
        repeat; /* how often: at offset, offset + stride, ...; an array member, or one of an array of structs */
    uint32_t stride;
    uint32_t bytes;                    /* of what it leads to: an element of data; else not looked at */
    const struct df_object_type *type; /* of the objects; null for data */
    uint32_t count_bytes; /* of the member that counts the elements: 1, 2, 4, 8; 0: there is none */
    uint32_t count_offset;
    uint32_t count_stride; /* between the counts of repeated fields; 0: they have one */
    bool count_is_signed;
};

/* A struct; embedded ones are flattened. */
struct df_object_type {
    const char *name; /* "struct message" */
    uint32_t number;  /* its index in the list of all, from 1 on */
    uint32_t size;
    uint32_t align;
    uint32_t pointers;                      /* so many of the fields, the first ones, are pointers */
    uint32_t pointer_words;                 /* of the struct: the sum of `repeat` of those */
    const struct df_object_field *fields;   /* of kinds up to DF_FIELD_DATA */
    const struct df_object_field *flexible; /* null: it has no flexible member */
    const uint64_t *pointer_mask;   /* a bit a word of the struct: a pointer of `fields`; null: has none */
    const uint64_t *transient_mask; /* a bit a byte of the struct: transient; null: has none */
    const struct df_object_types *all;
};

/* All described structs of the program. */
struct df_object_types {
    uint32_t count;                           /* with the first one, */
    const struct df_object_type *const *list; /* which is null */
};

/* --- arenas ---------------------------------------- */

/* The head of an arena; all bits behind `used` are 0. */
struct df_arena {
    char *objects;
    uint64_t *pointers;   /* a bit a word */
    uint64_t *starts;     /* a bit a word */
    uint64_t *transients; /* a bit a byte, or null */
    size_t used;          /* in whole steps of `align` */
    size_t up_to;
    size_t capacity; /* up_to in whole steps of `align` */
    size_t most_used;
    uint32_t align;
    uint32_t blocks; /* made so far */
    const char *name;
    const df_actor *writer; /* and its firing, for messages; null: nobody in particular */
    uint64_t firing;
};

/* The arenas of one buffer: that of token t of slot s is number s * rate + t, `stride_bytes` behind the one before.
 * With unit = 64, in guard mode the bytes of a page, an arena begins at a multiple of unit and takes
 *
 *     objects = up_to_bytes rounded up to `align`
 *     head    = 128 + 2 * (objects / 512 * 8 + 8) + (transients ? objects / 64 * 8 + 8 : 0), rounded up to unit
 *     head + (objects + 64, rounded up to unit)
 *
 * bytes, of which the 64 are a red zone; divisions round down. */
typedef struct df_arenas {
    const char *name;    /* of the buffer */
    size_t offset_bytes; /* of the program's memory */
    size_t stride_bytes;
    size_t up_to_bytes;
    uint32_t count;
    uint32_t
        align; /* of all blocks: 8, or the largest alignment of a struct or datum in the token, at most 64 */
    bool transients; /* types of the token have them */
} df_arenas;

/* Memory of one core for the maps of traversals, one traversal at a time. With words = objects / 8 of the largest
 * arena that the core does this with,
 *
 *     graphcopy(map = offset)  4 * words
 *     graphcopy(map = linear)  8 * words
 *     graphcopy(map = hash)    16 * (words rounded up to a power of two)
 *     serialize                   the same as hash
 *     df_clone                    32 * (words rounded up to a power of two)
 *     df_objects_check, df_objects_verify  16 * words
 *
 * bytes, and at least 1024; the largest of those that a core does. */
typedef struct df_scratch {
    size_t offset_bytes; /* of the program's memory; a multiple of 64 */
    size_t bytes;        /* 0: the core has none */
} df_scratch;

/* What df_program.objects leads to. */
typedef struct df_objects {
    const df_arenas *arenas;
    size_t arenas_count;
    const df_scratch *scratch; /* one a core */
} df_objects;

/* --- tokens ---------------------------------------- */

typedef enum df_copy_map { DF_COPY_MAP_OFFSET, DF_COPY_MAP_HASH, DF_COPY_MAP_LINEAR } df_copy_map;

/* Tokens are often empty, as in a round without a message. What is done for these is seen by generated code, the rest is
 * a call that is never made part of it, so that the quick way stays a few instructions. */

/* object.c: an arena that is not empty becomes so. Bitmaps of so many bytes stay: they are written whole next. */
void df__arena_reset_for(df_arena *arena, size_t used);

static inline void df__arena_reset(df_arena *arena)
{
    if (arena->used != 0)
        df__arena_reset_for(arena, 0);
}

/* Before a firing: `count` output tokens become empty, with the arenas from `arenas` on (an address). */
static inline void df_objects_begin(df_core *core, df_ref *tokens, size_t count, char *arenas,
                                    size_t stride_bytes)
{
    for (size_t i = 0; i < count; i++) {
        df_arena *arena = (df_arena *)(void *)(arenas + i * stride_bytes);
        df__arena_reset(arena);
        arena->writer = core->actor;
        arena->firing = core->firing;
        tokens[i] = (df_ref){.root = NULL, .arena = arena};
    }
}

/* object.c: of a token that is not empty, or whose arena has objects. */
void df__token_end(const df_core *core, const df_ref *token);

/* After a firing, before its tokens are published: zeroes what is transient, and looks at the roots. An empty token that
 * was handed on may have no arena. */
static inline void df_objects_end(df_core *core, const df_ref *tokens, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (tokens[i].root != NULL || (tokens[i].arena != NULL && tokens[i].arena->used != 0))
            df__token_end(core, &tokens[i]);
    }
}

/* object_copy.c: of a token that is not empty. */
void df__token_copy(df_ref *target, const df_ref *source, df_arena *arena);

/* Makes tokens for a reader, in arenas of its own, from those of a writer: by one pass over the bytes. */
static inline void df_objects_copy(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                                   size_t stride_bytes)
{
    for (size_t i = 0; i < count; i++) {
        df_arena *arena = (df_arena *)(void *)(arenas + i * stride_bytes);
        if (sources[i].root != NULL) {
            df__token_copy(&targets[i], &sources[i], arena);
            continue;
        }
        df__arena_reset(arena);
        targets[i] = (df_ref){.root = NULL, .arena = arena};
    }
}

/* The same, by what can be reached from the roots. */
void df_objects_graphcopy(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, df_copy_map map);

/* The same in steps: the graph as a message, of at most DF_MESSAGE_BYTES(up_to_bytes) bytes; the length is returned. And
 * from a message: false, with the reason, where it is none; the token is empty then. With a type the message may have
 * come from anywhere. Without one, null, its sender is trusted to have written a graph of the right type. */
#define DF__UP_TO(up_to_bytes) (((size_t)(up_to_bytes) + 63) / 64 * 64)
#define DF_MESSAGE_BYTES(up_to_bytes) \
    (48 + DF__UP_TO(up_to_bytes) + DF__UP_TO(up_to_bytes) / 64 * 8 + 2 * (DF__UP_TO(up_to_bytes) / 512 * 8))
size_t df_object_serialize(void *message, size_t capacity, const df_ref *source);
bool df_object_deserialize(df_ref *target, const void *message, size_t bytes,
                           const struct df_object_type *type, const char **reason);

/* Strategy `serialize` on one machine: both, with a copy of the message between. `messages` has room for two. The type is
 * null but in guard mode. */
void df_objects_serialize(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, const struct df_object_type *type, char *messages,
                          size_t message_bytes);

/* Generated with --verify-transfers: fails where the targets are no graphs of the same shape. */
void df_objects_verify(df_core *core, const char *fifo, const df_ref *targets, const df_ref *sources,
                       size_t count, const struct df_object_type *type);

/* Guard mode, before df_objects_end: all pointers lead to objects of their types, and counts are in bounds. */
void df_objects_check(df_core *core, const df_ref *tokens, size_t count, const struct df_object_type *type);

/* Guard mode: from the end of a firing on nobody may write to the objects of its tokens; a write ends the program. And
 * before df_objects_begin, or before the token is handed on to an actor that may write it, it is allowed again. */
void df_objects_protect(const df_ref *tokens, size_t count);
void df_objects_unprotect(const df_ref *tokens, size_t count);

/* --- for programs without df_main ---------------------------------------- */

/* Makes an empty arena in memory of df_arena_bytes; and gives the memory back to the address sanitizer. */
df_arena *df_arena_open(char *memory, const df_arenas *like, size_t unit);
void df_arena_close(df_arena *arena);
size_t df_arena_bytes(size_t up_to_bytes, size_t align, bool transients, size_t unit);

/* The memory for the maps of the calling thread, aligned to 64. */
void df_objects_use_scratch(void *start, size_t bytes);

#endif
