/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied as they lie: the used bytes of an arena and its bitmaps, with each marked pointer moved by the
 * distance of the arenas. Transient bytes are zero since the end of the writer's firing. */
#include "df/object_packed.h"
#include "df/object_walk.h"

/* Copied, then mended while it is in the nearest cache. */
enum { CHUNK_BITMAP_WORDS = 8, CHUNK_BYTES = CHUNK_BITMAP_WORDS * 64 * DF__WORD_BYTES };

/* Moves the pointers that lead into the arena from where it is to `base`. */
typedef struct relocation {
    const df_arena *source;
    uint64_t start;
    uint64_t base;
} relocation;

/* Mends the pointers among 64 copied words; false where one leads out of the arena. */
static bool relocate_words(const relocation *from, char *copied, uint64_t pointers)
{
    size_t used = from->source->used;
    bool leaves = false;
    df__word *words = (df__word *)(void *)copied;
    for (; pointers != 0; pointers &= pointers - 1) {
        df__word *word = &words[__builtin_ctzll(pointers)];
        uint64_t offset = *word - from->start;
        leaves |= offset >= used && *word != 0;
        *word = *word == 0 ? 0 : offset + from->base;
    }
    return !leaves;
}

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

static void relocate(char *target, const relocation *from)
{
    const df_arena *source = from->source;
    for (size_t at = 0; at < source->used; at += CHUNK_BYTES) {
        size_t bytes = source->used - at < CHUNK_BYTES ? source->used - at : CHUNK_BYTES;
        df_copy_disjoint(target + at, source->objects + at, bytes);
        bool stays = true;
        for (size_t word = 0; word * DF__WORD_BYTES < bytes; word += 64)
            stays &= relocate_words(from, target + at + word * DF__WORD_BYTES,
                                    source->pointers[at / DF__WORD_BYTES / 64 + word / 64]);
        if (!stays)
            find_mistake(source);
    }
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

/* The used bytes of an arena that is not the target, whose pointers were made for objects that begin at `start`. */
static void copy_arena(df_arena *arena, const df_arena *from, uint64_t start)
{
    df__permit(arena->objects, from->used);
    relocate(arena->objects, &(relocation){from, start, (uint64_t)arena->objects});
    copy_bitmaps(arena->pointers, arena->starts, arena->transients, from);
    df__arena_copied(arena, from);
    arena->used = from->used;
    arena->blocks = from->blocks;
}

static void copy_token(df_ref *target, const df_ref *source, df_arena *arena)
{
    const df_arena *from = source->arena;
    df__arena_reset_for(arena, source->root == NULL ? 0 : from->used);
    *target = (df_ref){.root = NULL, .arena = arena};
    if (source->root == NULL)
        return;
    copy_arena(arena, from, (uint64_t)from->objects);
    target->root = arena->objects + ((char *)source->root - from->objects);
}

void df_objects_copy(df_ref *targets, const df_ref *sources, size_t count, char *arenas, size_t stride_bytes)
{
    for (size_t i = 0; i < count; i++)
        copy_token(&targets[i], &sources[i], (df_arena *)(void *)(arenas + i * stride_bytes));
}

size_t df_relocate(void *buffer, size_t bytes, const df_ref *source, const void *base, void **root)
{
    *root = NULL;
    if (source->root == NULL)
        return 0;
    const df_arena *from = source->arena;
    if (from->used > bytes)
        return SIZE_MAX;
    relocate(buffer, &(relocation){from, (uint64_t)from->objects, (uint64_t)base});
    *root = (char *)(uintptr_t)base + ((char *)source->root - from->objects);
    return from->used;
}

/* --- to another node ---------------------------------------- */

/* Where a message has what, by how much its objects use. */
typedef struct packed {
    df__packed_head *head;
    char *objects;
    uint64_t *pointers, *starts, *transients;
} packed;

static packed packed_at(uint64_t *message, uint64_t used)
{
    packed at = {.head = (df__packed_head *)(void *)message};
    at.objects = (char *)(at.head + 1);
    at.pointers = (uint64_t *)(void *)(at.objects + used);
    at.starts = at.pointers + df__bits_bytes(used / DF__WORD_BYTES) / sizeof(uint64_t);
    at.transients = at.starts + df__bits_bytes(used / DF__WORD_BYTES) / sizeof(uint64_t);
    return at;
}

static void pack(uint64_t *message, const df_ref *token)
{
    const df_arena *from = token->arena;
    packed to = packed_at(message, token->root != NULL ? from->used : 0);
    *to.head = (df__packed_head){.used = 0};
    if (token->root == NULL)
        return;
    void *root;
    size_t used = df_relocate(to.objects, from->used, token, DF__PACKED_BASE, &root);
    *to.head = (df__packed_head){.used = used, .root = (uint64_t)root, .blocks = from->blocks};
    copy_bitmaps(to.pointers, to.starts, to.transients, from);
}

/* What is wrong in the token is said of the actor that fires here: its writer is on another node. */
static void unpack(df_ref *token, const uint64_t *message)
{
    const df__packed_head *head = (const df__packed_head *)(const void *)message;
    if (head->root == 0)
        return;
    df_arena *arena = token->arena, source = *arena;
    packed from = packed_at((uint64_t *)(uintptr_t)message, head->used);
    source.objects = from.objects;
    source.pointers = from.pointers;
    source.starts = from.starts;
    source.transients = arena->transients != NULL ? from.transients : NULL;
    source.used = head->used;
    source.blocks = (uint32_t)head->blocks;
    copy_arena(arena, &source, (uint64_t)DF__PACKED_BASE);
    token->root = arena->objects + (head->root - (uint64_t)DF__PACKED_BASE);
}

void df_objects_pack(const df_ref *tokens, uint64_t *messages, uint64_t count, uint64_t words)
{
    for (uint64_t i = 0; i < count; i++)
        pack(messages + i * words, &tokens[i]);
}

void df_objects_unpack(const uint64_t *messages, df_ref *tokens, uint64_t count, uint64_t words)
{
    for (uint64_t i = 0; i < count; i++)
        unpack(&tokens[i], messages + i * words);
}
