/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens that are object graphs: what an actor's header and code need for them.
 *
 * A token is a reference to a root object in an arena. Objects are plain C structs that point to each other; a
 * pointer leads to an object, to an element of an array of objects, into an array of data, or is null. Actors make
 * objects in the arena of a token that they write; they live exactly as long as the token. A null root is an empty
 * token.
 *
 *     DF_OBJECT(message);                      in the header, once for each struct that code makes objects of
 *     struct message *m = df_new(out, message);
 *     out->root = m;
 *
 * What has no bytes is a null pointer: an array of 0 elements. Where a token outgrows its arena the program ends with
 * a message; these functions do not return then. */
#ifndef DF_OBJECT_H
#define DF_OBJECT_H

#include <stddef.h>

struct df_object_type;
typedef struct df_arena df_arena;

/* A token. An actor sets the root of those that it writes. */
typedef struct df_ref {
    void *root;
    df_arena *arena;
} df_ref;

/* Declares the description of `struct tag`, which dfgen generates. */
#define DF_OBJECT(tag) extern const struct df_object_type df_struct_##tag

/* Objects of `struct tag`, zeroed: one; an array of them; an array of null pointers to them; one with so many elements
 * in its flexible member. */
#define df_new(ref, tag)              ((struct tag *)df__new((ref)->arena, &df_struct_##tag))
#define df_new_array(ref, tag, count) ((struct tag *)df__new_array((ref)->arena, &df_struct_##tag, (count)))
#define df_new_references(ref, tag, count) ((struct tag **)df__new_references((ref)->arena, (count)))
#define df_new_flexible(ref, tag, count) \
    ((struct tag *)df__new_flexible((ref)->arena, &df_struct_##tag, (count)))

/* An array of plain data, zeroed. */
#define df_new_data(ref, type, count) \
    ((type *)df__new_data((ref)->arena, sizeof(type), _Alignof(type), (count)))

/* A deep copy of the graph of a `struct tag`, wherever its objects lie, with its sharing and its cycles. The members that
 * count elements must be right. */
#define df_clone(ref, tag, from) ((struct tag *)df__clone((ref)->arena, &df_struct_##tag, (from)))

/* Writes the token's objects as they must lie at the address `base` of whatever process: the buffer's bytes, moved
 * there, need no change of a pointer. Returns how many bytes they are, and where the root is then in *root; 0 and null
 * of an empty token. SIZE_MAX: the buffer is too small, nothing is written. The base must be a multiple of 64. */
size_t df_relocate(void *df__buffer, size_t df__bytes, const df_ref *df__source, const void *df__base,
                   void **df__root);

void *df__new(df_arena *df__arena, const struct df_object_type *df__type);
void *df__new_array(df_arena *df__arena, const struct df_object_type *df__type, size_t df__count);
void *df__new_references(df_arena *df__arena, size_t df__count);
void *df__new_flexible(df_arena *df__arena, const struct df_object_type *df__type, size_t df__count);
void *df__new_data(df_arena *df__arena, size_t df__bytes, size_t df__alignment, size_t df__count);
void *df__clone(df_arena *df__arena, const struct df_object_type *df__type, const void *df__from);

#endif
