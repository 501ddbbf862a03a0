/* SPDX-License-Identifier: Apache-2.0 */
/* What traversals do seldom: pointers to elements of arrays, and mistakes. */
#include "df/object_walk.h"

static const char *name_of(uint32_t form, const struct df_object_types *all)
{
    return form == DF__FORM_DATA ? "an array of data" : df__type_of(all, form)->name;
}

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

df__place df__find_inside(const df_arena *arena, uint64_t offset, uint32_t form,
                          const struct df_object_types *all)
{
    if (offset >= arena->used)
        df__object_fail(arena, "has a pointer to %s that leads out of it", name_of(form, all));
    df__place place = {.word = df__block_start(arena, offset / DF__WORD_BYTES)};
    place.inner = offset - place.word * DF__WORD_BYTES;
    if (place.inner % df__step_of(form, all) != 0)
        df__object_fail(arena,
                        "has a pointer to %s that leads into the middle of an object, at byte %zu of %zu",
                        name_of(form, all), (size_t)offset, arena->used);
    return place;
}

size_t df__count_marked(const df_arena *arena, size_t word, size_t words)
{
    size_t marked = 0;
    for (size_t i = 0; i < words; i += 64)
        marked += (size_t)__builtin_popcountll(
            df__get_bits(arena->pointers, word + i, words - i < 64 ? words - i : 64));
    return marked;
}

void df__expect_pointers(const df_arena *arena, size_t word, size_t marked, size_t visited, uint32_t form,
                         const struct df_object_types *all)
{
    size_t behind = arena->align / DF__WORD_BYTES - 1; /* words of zeroes that may follow the last element */
    if (visited - marked > behind)
        df__object_fail(arena, "has a pointer to %s that leads to something else, at byte %zu of %zu",
                        name_of(form, all), word * DF__WORD_BYTES, arena->used);
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
        df__block_mark(arena, block, type, bytes / type->size);
    else
        df__block_mark_flexible(arena, block, type,
                                (bytes - type->flexible->offset) / df__element_bytes(type->flexible));
}
