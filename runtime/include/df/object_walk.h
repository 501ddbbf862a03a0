/* SPDX-License-Identifier: Apache-2.0 */
/* How traversals see objects: the form of a block, each pointer of a block, and which block a pointer leads to. No
 * traversal calls itself: what is still to be looked at stands in a list. */
#ifndef DF_OBJECT_WALK_H
#define DF_OBJECT_WALK_H

#include "df/object_state.h"

/* What a block is: plain data, 0; or number * 4 + one of these, where the number is that of a struct. An object with a
 * flexible member is one object. */
enum { DF__FORM_DATA = 0, DF__FORM_OBJECTS = 1, DF__FORM_REFERENCES = 2 };

static inline uint32_t df__form_of(const struct df_object_type *type, uint32_t kind)
{
    return type->number * 4 + kind;
}

static inline const struct df_object_type *df__type_of(const struct df_object_types *all, uint32_t form)
{
    return all->list[form / 4];
}

/* Of what a field of this kind leads to, or has in it. */
static inline uint32_t df__form_behind(const struct df_object_field *field)
{
    static const uint8_t forms[] = {
        [DF_FIELD_OBJECT] = DF__FORM_OBJECTS,
        [DF_FIELD_OBJECTS] = DF__FORM_OBJECTS,
        [DF_FIELD_REFERENCES] = DF__FORM_REFERENCES,
        [DF_FIELD_FLEXIBLE_OBJECTS] = DF__FORM_OBJECTS,
        [DF_FIELD_FLEXIBLE_REFERENCES] = DF__FORM_REFERENCES,
        [DF_FIELD_FLEXIBLE_DATA] = DF__FORM_DATA,
    };
    return field->type == NULL ? DF__FORM_DATA : df__form_of(field->type, forms[field->kind]);
}

/* One pointer of a block. */
typedef struct df__pointer {
    df__word *word;
    uint32_t form;                       /* of what it leads to */
    const struct df_object_field *field; /* null: an element of an array of references */
    uint32_t index;                      /* of a repeated field */
    const char *object;                  /* that has the field */
} df__pointer;

typedef void df__visit(void *context, df__pointer pointer); /* by value: they are inlined */

#define DF__INLINE static inline __attribute__((__always_inline__))

/* Calls for each pointer of an object; nothing of the flexible member. */
DF__INLINE void df__each_of_object(char *object, const struct df_object_type *type, df__visit *visit,
                                   void *context)
{
    for (uint32_t i = 0; i < type->pointers; i++) {
        const struct df_object_field *field = &type->fields[i];
        char *at = object + field->offset;
        for (uint32_t index = 0; index < field->repeat; index++, at += field->stride)
            visit(context,
                  (df__pointer){(df__word *)(void *)at, df__form_behind(field), field, index, object});
    }
}

DF__INLINE void df__each_of_references(char *start, const char *end, const struct df_object_type *type,
                                       df__visit *visit, void *context)
{
    for (char *at = start; at + DF__WORD_BYTES <= end; at += DF__WORD_BYTES)
        visit(context,
              (df__pointer){(df__word *)(void *)at, df__form_of(type, DF__FORM_OBJECTS), NULL, 0, start});
}

DF__INLINE void df__each_of_objects(char *start, const char *end, const struct df_object_type *type,
                                    df__visit *visit, void *context)
{
    if (type->pointers == 0)
        return;
    for (char *at = start; at + type->size <= end; at += type->size)
        df__each_of_object(at, type, visit, context);
}

/* Calls for each pointer of a block of that many bytes. */
DF__INLINE void df__each_of_block(char *block, size_t bytes, uint32_t form, const struct df_object_types *all,
                                  df__visit *visit, void *context)
{
    if (form == DF__FORM_DATA)
        return;
    const struct df_object_type *type = df__type_of(all, form);
    const char *end = block + bytes;
    if (form % 4 == DF__FORM_REFERENCES) {
        df__each_of_references(block, end, type, visit, context);
        return;
    }
    const struct df_object_field *flexible = type->flexible;
    if (flexible == NULL) {
        df__each_of_objects(block, end, type, visit, context);
        return;
    }
    df__each_of_object(block, type, visit, context);
    if (flexible->kind == DF_FIELD_FLEXIBLE_OBJECTS)
        df__each_of_objects(block + flexible->offset, end, flexible->type, visit, context);
    if (flexible->kind == DF_FIELD_FLEXIBLE_REFERENCES)
        df__each_of_references(block + flexible->offset, end, flexible->type, visit, context);
}

/* Where a pointer leads in an arena. */
typedef struct df__place {
    size_t word;  /* the block's first one */
    size_t inner; /* bytes from there: 0, or those of an element of an array */
} df__place;

/* object_walk.c: ends the program: a pointer leads out of its token. */
_Noreturn void df__fail_for_pointer(const df_arena *arena, uint64_t pointer);

/* The block that a pointer leads to, whatever it is. */
df__place df__find_block(const df_arena *arena, uint64_t pointer);

/* object_walk.c: at which multiples of bytes from the start of a block pointers to its form may lead. */
size_t df__step_of(uint32_t form, const struct df_object_types *all);

/* object_walk.c: marks what a block of the form holds. */
void df__block_mark_form(df_arena *arena, char *block, size_t bytes, uint32_t form,
                         const struct df_object_types *all);

/* object_walk.c: what counts the elements behind a pointer; 1 where nothing does. False: it is negative. */
bool df__count_of(const df__pointer *pointer, uint64_t *count);

#endif
