/* SPDX-License-Identifier: Apache-2.0 */
/* Arenas of object graphs, and the objects that actors make in them. */
#include "df/object_state.h"

#include <stdarg.h>
#include <stdio.h>

#include "df/internal.h"

_Noreturn void df__object_fail(const df_arena *arena, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (df__self != NULL && arena->writer != NULL)
        df_fires(&df__self->core, arena->writer, arena->firing);
    df_fail("the token of port '%s' %s", arena->name, message);
}

/* --- the arena ---------------------------------------- */

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

static size_t bitmap_bytes(size_t bits)
{
    return bits / 64 * 8 + 8; /* one more word: who reads bits may look behind the last one */
}

static size_t head_bytes(size_t capacity, bool transients, size_t unit)
{
    size_t bytes = DF__HEAD_BYTES + 2 * bitmap_bytes(capacity / DF__WORD_BYTES);
    return round_up(bytes + (transients ? bitmap_bytes(capacity) : 0), unit);
}

size_t df_arena_bytes(size_t up_to_bytes, size_t align, bool transients, size_t unit)
{
    size_t capacity = round_up(up_to_bytes, align);
    return head_bytes(capacity, transients, unit) + round_up(capacity + DF__RED_ZONE_BYTES, unit);
}

df_arena *df_arena_open(char *memory, const df_arenas *like, size_t unit)
{
    df_arena *arena = (df_arena *)(void *)memory;
    size_t capacity = round_up(like->up_to_bytes, like->align);
    size_t bitmap_words = bitmap_bytes(capacity / DF__WORD_BYTES) / sizeof(uint64_t);
    char *objects = memory + head_bytes(capacity, like->transients, unit);
    df_clear(memory, (size_t)(objects - memory));
    uint64_t *bitmaps = (uint64_t *)(void *)(memory + DF__HEAD_BYTES);
    *arena = (df_arena){
        .objects = objects,
        .pointers = bitmaps,
        .starts = bitmaps + bitmap_words,
        .transients = like->transients ? bitmaps + 2 * bitmap_words : NULL,
        .up_to = like->up_to_bytes,
        .capacity = capacity,
        .align = like->align,
        .name = like->name,
    };
    df__forbid(objects, capacity + DF__RED_ZONE_BYTES);
    return arena;
}

void df_arena_close(df_arena *arena)
{
    df__permit(arena->objects, arena->capacity + DF__RED_ZONE_BYTES);
}

/* Clears what there is of a bitmap behind its first bytes, whole words both. */
static void clear_behind(uint64_t *bits, size_t kept_bytes, size_t bytes)
{
    if (kept_bytes < bytes)
        df__clear_words((char *)bits + kept_bytes, (bytes - kept_bytes) / DF__WORD_BYTES);
}

DF_NOINLINE void df__arena_reset_for(df_arena *arena, size_t used)
{
    size_t kept = df__bits_bytes(used / DF__WORD_BYTES), bytes = bitmap_bytes(arena->used / DF__WORD_BYTES);
    clear_behind(arena->pointers, kept, bytes);
    clear_behind(arena->starts, kept, bytes);
    if (arena->transients != NULL)
        clear_behind(arena->transients, df__bits_bytes(used), bitmap_bytes(arena->used));
    df__forbid(arena->objects, arena->used);
    arena->used = 0;
    arena->blocks = 0;
}

void df__arena_copied(df_arena *target, const df_arena *source)
{
    target->writer = source->writer;
    target->firing = source->firing;
    if (source->used > target->most_used)
        target->most_used = source->used;
}

/* --- blocks ---------------------------------------- */

static _Noreturn void fail_for_room(const df_arena *arena, size_t bytes)
{
    df_fail(
        "the token of port '%s' outgrows its `up to` of %zu bytes: %zu are used and %zu more are asked for; "
        "give the port more",
        arena->name, arena->up_to, arena->used, bytes);
}

char *df__block_take(df_arena *arena, size_t bytes)
{
    size_t used = arena->used;
    if (used > arena->up_to || bytes > arena->up_to - used)
        fail_for_room(arena, bytes);
    return df__block_place(arena, (bytes + arena->align - 1) & ~((size_t)arena->align - 1));
}

/* A new block of zeroes; null where it has no bytes. */
static char *make(df_arena *arena, size_t bytes)
{
    if (arena == NULL)
        df_fail("it makes an object in a token that has no arena: df_new wants a token of an output port");
    if (bytes == 0)
        return NULL;
    char *block = df__block_take(arena, bytes);
    size_t whole = arena->used - (size_t)(block - arena->objects);
    df__clear_words(block, whole / DF__WORD_BYTES);
    return block;
}

static size_t array_bytes(const df_arena *arena, size_t bytes, size_t count)
{
    if (arena != NULL && count > arena->up_to / bytes)
        df_fail("the token of port '%s' outgrows its `up to` of %zu bytes: %zu elements of %zu bytes are "
                "asked for",
                arena->name, arena->up_to, count, bytes);
    return bytes * count;
}

/* Sets the bits of the mask, of which `count` matter, from the index on. */
static void set_mask(uint64_t *bits, size_t index, const uint64_t *mask, size_t count)
{
    for (size_t i = 0; i < count; i += 64)
        df__set_bits(bits, index + i, mask[i / 64]);
}

void df__block_mark(df_arena *arena, const char *block, const struct df_object_type *type, size_t count)
{
    size_t offset = (size_t)(block - arena->objects);
    if (type->pointer_mask != NULL) {
        for (size_t i = 0; i < count; i++)
            set_mask(arena->pointers, (offset + i * type->size) / DF__WORD_BYTES, type->pointer_mask,
                     type->size / DF__WORD_BYTES);
    }
    if (type->transient_mask != NULL && arena->transients != NULL) {
        for (size_t i = 0; i < count; i++)
            set_mask(arena->transients, offset + i * type->size, type->transient_mask, type->size);
    }
}

void df__block_mark_references(df_arena *arena, const char *block, size_t count)
{
    size_t word = (size_t)(block - arena->objects) / DF__WORD_BYTES;
    for (; count > 64; count -= 64, word += 64)
        df__set_bits(arena->pointers, word, UINT64_MAX);
    if (count > 0)
        df__set_bits(arena->pointers, word, UINT64_MAX >> (64 - count));
}

void *df__new(df_arena *arena, const struct df_object_type *type)
{
    char *object = make(arena, type->size);
    df__block_mark(arena, object, type, 1);
    return object;
}

void *df__new_array(df_arena *arena, const struct df_object_type *type, size_t count)
{
    char *objects = make(arena, array_bytes(arena, type->size, count));
    if (objects != NULL)
        df__block_mark(arena, objects, type, count);
    return objects;
}

void *df__new_references(df_arena *arena, size_t count)
{
    char *references = make(arena, array_bytes(arena, DF__WORD_BYTES, count));
    if (references != NULL)
        df__block_mark_references(arena, references, count);
    return references;
}

void *df__new_data(df_arena *arena, size_t bytes, size_t alignment, size_t count)
{
    if (arena != NULL && alignment > arena->align)
        df_fail("df_new_data for port '%s' is asked for data aligned to %zu bytes, which no member of its "
                "objects leads to",
                arena->name, alignment);
    return make(arena, array_bytes(arena, bytes, count));
}

size_t df__element_bytes(const struct df_object_field *field)
{
    switch (field->kind) {
    case DF_FIELD_DATA:
    case DF_FIELD_FLEXIBLE_DATA:
        return field->bytes;
    case DF_FIELD_REFERENCES:
    case DF_FIELD_FLEXIBLE_REFERENCES:
        return DF__WORD_BYTES;
    default:
        return field->type->size;
    }
}

size_t df__flexible_bytes(const struct df_object_type *type, size_t count)
{
    size_t element = df__element_bytes(type->flexible);
    if (count > (SIZE_MAX - type->size) / element)
        return SIZE_MAX;
    size_t bytes = type->flexible->offset + count * element;
    return bytes < type->size ? type->size : bytes;
}

void df__block_mark_flexible(df_arena *arena, const char *object, const struct df_object_type *type,
                             size_t count)
{
    const struct df_object_field *flexible = type->flexible;
    df__block_mark(arena, object, type, 1);
    if (flexible->kind == DF_FIELD_FLEXIBLE_OBJECTS)
        df__block_mark(arena, object + flexible->offset, flexible->type, count);
    if (flexible->kind == DF_FIELD_FLEXIBLE_REFERENCES)
        df__block_mark_references(arena, object + flexible->offset, count);
}

void *df__new_flexible(df_arena *arena, const struct df_object_type *type, size_t count)
{
    if (type->flexible == NULL)
        df_fail("df_new_flexible: %s has no flexible member", type->name);
    char *object = make(arena, df__flexible_bytes(type, count));
    df__block_mark_flexible(arena, object, type, count);
    return object;
}

/* --- tokens ---------------------------------------- */

/* Zeroes the bytes of a word that eight bits tell. */
static void clear_bytes(char *word, unsigned set)
{
    if (set == 0xFF) {
        *(df__word *)word = 0;
        return;
    }
    for (; set != 0; set &= set - 1)
        word[__builtin_ctz(set)] = 0;
}

static void clear_transients(df_arena *arena)
{
    for (size_t at = 0; at < arena->used; at += 64) {
        uint64_t bits = arena->transients[at / 64];
        while (bits != 0) {
            unsigned word = (unsigned)__builtin_ctzll(bits) & ~7U;
            clear_bytes(arena->objects + at + word, bits >> word & 0xFF);
            bits &= ~(UINT64_C(0xFF) << word);
        }
    }
}

DF_NOINLINE void df__token_end(const df_core *core, const df_ref *token)
{
    df_arena *arena = token->arena;
    if (arena == NULL)
        df_fail("a token has a root and no arena: only tokens of ports can be handed on");
    if (arena->used > arena->most_used)
        arena->most_used = arena->used;
    if (token->root == NULL)
        return;
    if ((uintptr_t)token->root - (uintptr_t)arena->objects >= arena->used) {
        arena->writer = core->actor; /* a token that was handed on had another */
        arena->firing = core->firing;
        df__object_fail(arena,
                        "has a root that lies elsewhere: make it with df_new, or bring it in with df_clone");
    }
    if (arena->transients != NULL)
        clear_transients(arena);
}
