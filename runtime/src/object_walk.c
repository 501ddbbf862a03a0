/* SPDX-License-Identifier: Apache-2.0 */
/* What traversals of object graphs share and do seldom. */
#include "df/object_walk.h"

_Noreturn void df__fail_for_pointer(const df_arena *arena, uint64_t pointer)
{
    const df__word *words = (const df__word *)(const void *)arena->objects;
    size_t at = 0;
    while (at < arena->used / DF__WORD_BYTES && !(df__bit(arena->pointers, at) && words[at] == pointer))
        at++;
    df__object_fail(arena, "has a pointer that leads out of it, at byte %zu of %zu", at * DF__WORD_BYTES,
                    arena->used);
}

df__place df__find_block(const df_arena *arena, uint64_t pointer)
{
    uint64_t offset = pointer - (uint64_t)arena->objects;
    if (offset >= arena->used)
        df__fail_for_pointer(arena, pointer);
    size_t word = df__block_start(arena, offset / DF__WORD_BYTES);
    return (df__place){.word = word, .inner = offset - word * DF__WORD_BYTES};
}

size_t df__step_of(uint32_t form, const struct df_object_types *all)
{
    if (form == DF__FORM_DATA)
        return 1;
    if (form % 4 == DF__FORM_REFERENCES)
        return DF__WORD_BYTES;
    return df__type_of(all, form)->flexible == NULL ? df__type_of(all, form)->size : SIZE_MAX;
}

static uint64_t counter_value(const char *at, const struct df_object_field *field)
{
    uint64_t value = 0;
    df_copy_disjoint(&value, at, field->count_bytes); /* the first bytes are the low ones */
    unsigned unused_bits = 64 - 8 * field->count_bytes;
    return field->count_is_signed ? (uint64_t)((int64_t)(value << unused_bits) >> unused_bits) : value;
}

bool df__count_of(const df__pointer *pointer, uint64_t *count)
{
    const struct df_object_field *field = pointer->field;
    *count = 1;
    if (field == NULL || field->count_bytes == 0)
        return true;
    *count =
        counter_value(pointer->object + field->count_offset + pointer->index * field->count_stride, field);
    return !field->count_is_signed || (int64_t)*count >= 0;
}

void df__block_mark_form(df_arena *arena, char *block, size_t bytes, uint32_t form,
                         const struct df_object_types *all)
{
    if (form == DF__FORM_DATA)
        return;
    const struct df_object_type *type = df__type_of(all, form);
    if (form % 4 == DF__FORM_REFERENCES)
        df__block_mark_references(arena, block, bytes / DF__WORD_BYTES);
    else if (type->flexible == NULL)
        df__block_mark(arena, block, type,
                       bytes == type->size ? 1 : bytes / type->size); /* divisions take long */
    else
        df__block_mark_flexible(arena, block, type,
                                (bytes - type->flexible->offset) / df__element_bytes(type->flexible));
}
