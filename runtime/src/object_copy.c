/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied as they lie: the used bytes of an arena and its bitmaps, with each marked pointer moved by the
 * distance of the arenas. Transient bytes are zero since the end of the writer's firing. */
#include "df/object_packed.h"
#include "df/object_relocate.h"
#include "df/object_walk.h"

/* Ends the program for the first pointer that leaves. */
static void find_mistake(const df_arena *source)
{
    const df__word *words = (const df__word *)(const void *)source->objects;
    for (size_t i = 0; i < source->used / DF__WORD_BYTES; i++) {
        if (df__bit(source->pointers, i) && words[i] != 0 &&
            words[i] - (uint64_t)source->objects >= source->used)
            df__fail_for_pointer(source, words[i]);
    }
}

/* Copies what is used, as it is to lie at `base`, where it was made to lie at `start`; false where a pointer leads elsewhere. */
static bool relocate(char *target, const df_arena *source, uint64_t start, const void *base)
{
    const df__relocation from = {
        .objects = source->objects,
        .pointers = source->pointers,
        .bytes = source->used,
        .start = start,
        .base = (uint64_t)base,
    };
    return df__relocate(target, &from);
}

/* The bitmaps of so many used bytes: a bit for each word of them, and one for each byte. */
static void copy_bitmap(uint64_t *target, const uint64_t *source, size_t bits)
{
    df__copy_words((char *)target, (const char *)source, df__bits_bytes(bits) / DF__WORD_BYTES);
}

static void copy_bitmaps(uint64_t *pointers, uint64_t *starts, uint64_t *transients, const df_arena *from)
{
    copy_bitmap(pointers, from->pointers, from->used / DF__WORD_BYTES);
    copy_bitmap(starts, from->starts, from->used / DF__WORD_BYTES);
    if (from->transients != NULL)
        copy_bitmap(transients, from->transients, from->used);
}

bool df__arena_copy(df_arena *arena, const df_arena *from, uint64_t start)
{
    df__permit(arena->objects, from->used);
    bool stays = relocate(arena->objects, from, start, arena->objects);
    copy_bitmaps(arena->pointers, arena->starts, arena->transients, from);
    df__arena_copied(arena, from);
    arena->used = from->used;
    arena->blocks = from->blocks;
    return stays;
}

DF_NOINLINE void df__token_copy(df_ref *target, const df_ref *source, df_arena *arena)
{
    const df_arena *from = source->arena;
    if (arena->used != 0)
        df__arena_reset_for(arena, from->used);
    *target = (df_ref){.root = NULL, .arena = arena};
    if (!df__arena_copy(arena, from, (uint64_t)from->objects))
        find_mistake(from);
    target->root = arena->objects + ((char *)source->root - from->objects);
}

size_t df_relocate(void *buffer, size_t bytes, const df_ref *source, const void *base, void **root)
{
    *root = NULL;
    if (source->root == NULL)
        return 0;
    const df_arena *from = source->arena;
    if (from->used > bytes)
        return SIZE_MAX;
    if (!relocate(buffer, from, (uint64_t)from->objects, base))
        find_mistake(from);
    *root = (char *)(uintptr_t)base + ((char *)source->root - from->objects);
    return from->used;
}

/* --- messages ---------------------------------------- */

static void pack(uint64_t *message, const df_ref *token)
{
    const df_arena *from = token->arena;
    df__packed to = df__packed_at(message, token->root != NULL ? from->used : 0);
    *to.head = (df__packed_head){.used = 0};
    if (token->root == NULL)
        return;
    void *root;
    size_t used = df_relocate(to.objects, from->used, token, DF__PACKED_BASE, &root);
    *to.head = (df__packed_head){.used = used, .root = (uint64_t)root, .blocks = from->blocks};
    copy_bitmaps(to.pointers, to.starts, to.transients, from);
}

/* Whether a bitmap of so many bits has one behind them. */
static bool has_more(const uint64_t *bits, size_t count)
{
    return count % 64 != 0 && bits[count / 64] >> count % 64 != 0;
}

/* What is wrong with a message that is not empty, before any of its pointers is looked at; or null. */
static const char *mistake_of(const df__packed_head *head, const df_arena *arena, size_t bytes)
{
    if (head->used > arena->capacity)
        return "its objects need more than `up to`";
    if (head->used % arena->align != 0)
        return "it has a block of an impossible length";
    if (bytes < df__packed_bytes(head->used, arena->transients != NULL))
        return "it is not as long as it says";
    if (head->root - (uint64_t)DF__PACKED_BASE >= head->used)
        return "its root lies behind its objects";
    return NULL;
}

/* A message as an arena of which copies are made. */
static df_arena packed_arena(const df__packed *from, const df_arena *like)
{
    df_arena arena = *like;
    arena.objects = from->objects;
    arena.pointers = from->pointers;
    arena.starts = from->starts;
    arena.transients = like->transients != NULL ? from->transients : NULL;
    arena.used = from->head->used;
    arena.blocks = (uint32_t)from->head->blocks;
    return arena;
}

const char *df__object_unpack(df_ref *token, const void *message, size_t bytes)
{
    const df__packed_head *head = message;
    if (bytes < sizeof *head)
        return "it is not as long as it says";
    if (head->root == 0 && head->used == 0)
        return NULL;
    const char *mistake = mistake_of(head, token->arena, bytes);
    if (mistake != NULL)
        return mistake;
    df__packed from = df__packed_at((void *)(uintptr_t)message, head->used);
    df_arena source = packed_arena(&from, token->arena);
    size_t words = source.used / DF__WORD_BYTES;
    if (has_more(source.pointers, words) || has_more(source.starts, words) ||
        (source.transients != NULL && has_more(source.transients, source.used)))
        return "it has marks behind its objects";
    if (!df__arena_copy(token->arena, &source, (uint64_t)DF__PACKED_BASE))
        return "it has a pointer that leads out of it";
    token->root = token->arena->objects + (head->root - (uint64_t)DF__PACKED_BASE);
    return NULL;
}

void df_objects_pack(const df_ref *tokens, uint64_t *messages, uint64_t count, uint64_t words)
{
    for (uint64_t i = 0; i < count; i++)
        pack(messages + i * words, &tokens[i]);
}

/* What is wrong is said of the actor that fires here: the writer is on another node. */
void df_objects_unpack(const uint64_t *messages, df_ref *tokens, uint64_t count, uint64_t words)
{
    for (uint64_t i = 0; i < count; i++) {
        const char *mistake = df__object_unpack(&tokens[i], messages + i * words, words * sizeof *messages);
        if (mistake != NULL)
            df__object_fail(tokens[i].arena, "cannot be made of a message: %s", mistake);
    }
}
