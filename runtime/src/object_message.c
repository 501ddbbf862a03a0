/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs as messages: what programs do that pass messages. The sender writes each block that can be reached,
 * breadth first, with numbers of blocks in place of pointers; the receiver makes the objects anew.
 *
 *     message = header, blocks; block = its words, its content; pointer = number of a block from 1 on, inner
 *
 * The sender finds objects that it met by hashing, as one must that knows nothing of where they lie. The receiver knows
 * the type of the root, and from its members those of the blocks that come next. It trusts nothing that it reads. */
#include "df/object_map.h"

#include "df/internal.h"
#include "df/transfer.h"

#if !defined(DF__MESSAGE_MAP) /* for measurements */
#define DF__MESSAGE_MAP DF_COPY_MAP_HASH
#endif

typedef struct header {
    uint32_t blocks;
    uint32_t root_inner;
    uint64_t bytes; /* with the header */
} header;

/* The number of words of a block stands in a word before them. */
enum { BLOCK_HEAD_BYTES = DF__WORD_BYTES };

/* --- the sender ---------------------------------------- */

typedef struct sender {
    char *message;
    size_t capacity;
    size_t end;      /* of what has a place */
    df_arena source; /* a copy, as in object_graph.c */
    const df_arena *from;
    df__map map;
    uint32_t blocks;
} sender;

/* The number of the block; a new one gets its place, with its word of the source in it, as object_graph.c does. */
DF__INLINE uint32_t meet(sender *to, size_t word)
{
    size_t map_place;
    uint32_t number;
    if (df__map_find(&to->map, DF__MESSAGE_MAP, word, &number, &map_place))
        return number;
    size_t bytes = (df__block_end(&to->source, word) - word) * DF__WORD_BYTES;
    if (bytes + BLOCK_HEAD_BYTES > to->capacity - to->end)
        df__object_fail(to->from, "does not fit into a message of %zu bytes", to->capacity);
    df__word *place = (df__word *)(void *)(to->message + to->end);
    place[0] = bytes / DF__WORD_BYTES;
    place[1] = word;
    to->end += BLOCK_HEAD_BYTES + bytes;
    df__map_enter(&to->map, DF__MESSAGE_MAP, word, map_place, ++to->blocks);
    return to->blocks;
}

DF__INLINE uint64_t number_of(sender *to, uint64_t pointer)
{
    uint64_t offset = pointer - (uint64_t)to->source.objects;
    size_t start = offset / DF__WORD_BYTES;
    if (__builtin_expect(
            offset < to->source.used && offset % DF__WORD_BYTES == 0 && df__bit(to->source.starts, start), 1))
        return (uint64_t)meet(to, start) << 32;
    df__place place = df__find_block(to->from, pointer);
    return (uint64_t)meet(to, place.word) << 32 | place.inner;
}

/* Fills the place at that byte of the message, returns where the next one begins. */
DF__INLINE size_t write_block(sender *to, size_t at)
{
    df__word *place = (df__word *)(void *)(to->message + at);
    size_t words = place[0], from = place[1];
    df__word *content = place + 1;
    df__copy_words((char *)content, to->source.objects + from * DF__WORD_BYTES, words);
    for (size_t i = 0; i < words; i += 64) {
        uint64_t pointers = df__get_bits(to->source.pointers, from + i, words - i < 64 ? words - i : 64);
        for (; pointers != 0; pointers &= pointers - 1) {
            df__word *word = &content[i + (size_t)__builtin_ctzll(pointers)];
            if (*word != 0)
                *word = number_of(to, *word);
        }
    }
    return at + BLOCK_HEAD_BYTES + words * DF__WORD_BYTES;
}

size_t df_object_serialize(void *message, size_t capacity, const df_ref *source)
{
    header head = {.bytes = sizeof head};
    if (source->root != NULL) {
        sender to = {
            .message = message,
            .capacity = capacity,
            .end = sizeof head,
            .source = *source->arena,
            .from = source->arena,
            .map = df__map_open(DF__MESSAGE_MAP, source->arena),
        };
        head.root_inner = (uint32_t)number_of(&to, (uint64_t)source->root);
        for (size_t at = sizeof head; at < to.end;)
            at = write_block(&to, at);
        head.blocks = to.blocks;
        head.bytes = to.end;
    }
    *(header *)message = head;
    return head.bytes;
}

/* --- the receiver ---------------------------------------- */

#define NOT_REACHED UINT32_MAX

/* A block that was made. */
typedef struct received {
    uint32_t word; /* of the arena */
    uint32_t form; /* NOT_REACHED: no pointer to it has been read */
} received;

typedef struct receiver {
    df_arena arena; /* a copy, as in object_graph.c */
    const struct df_object_types *all;
    received *blocks;
    uint32_t count;
    const char *reason; /* why it is no message; null: nothing found yet */
} receiver;

/* Makes all blocks, with their content. */
static void receive_blocks(receiver *by, const char *message, size_t bytes)
{
    for (size_t at = sizeof(header); at < bytes && by->reason == NULL;) {
        uint64_t words = bytes - at < BLOCK_HEAD_BYTES ? 0 : *(const df__word *)(const void *)(message + at);
        size_t left = bytes - at < BLOCK_HEAD_BYTES ? 0 : (bytes - at - BLOCK_HEAD_BYTES) / DF__WORD_BYTES;
        at += BLOCK_HEAD_BYTES;
        if (words == 0 || words > left || (words * DF__WORD_BYTES & (by->arena.align - 1)) != 0) {
            by->reason = "it has a block of an impossible length";
        } else if (words * DF__WORD_BYTES > by->arena.capacity - by->arena.used) {
            by->reason = "its objects need more than `up to`";
        } else {
            by->blocks[by->count++] = (received){(uint32_t)(by->arena.used / DF__WORD_BYTES), NOT_REACHED};
            char *place = df__block_place(&by->arena, words * DF__WORD_BYTES);
            df__copy_words(place, message + at, words);
            at += words * DF__WORD_BYTES;
        }
    }
}

/* The bytes of a block: the next one lies right behind it. */
static inline size_t bytes_of(const receiver *by, uint32_t index)
{
    size_t end = index + 1 < by->count ? (size_t)by->blocks[index + 1].word * DF__WORD_BYTES : by->arena.used;
    return end - (size_t)by->blocks[index].word * DF__WORD_BYTES;
}

/* Whether `count` elements lie behind a byte of the block; a count of 1 needs no division, which takes long. */
static inline bool has_elements(const receiver *by, uint32_t index, size_t inner, uint64_t count,
                                size_t element)
{
    size_t bytes = bytes_of(by, index);
    if (inner > bytes)
        return false;
    return count == 1 ? element <= bytes - inner : count <= (bytes - inner) / element;
}

/* The first pointer to a block says what it is; what is wrong with that, or null. */
static const char *reach(receiver *by, uint32_t index, size_t inner, uint32_t form)
{
    uint32_t *known = &by->blocks[index].form;
    if (*known == NOT_REACHED) {
        *known = form;
        if (form % 4 == DF__FORM_OBJECTS && bytes_of(by, index) < df__type_of(by->all, form)->size)
            return "it has an object that is too short";
    }
    if (*known != form)
        return "it has a pointer to a block of another type";
    if (inner != 0 && inner % df__step_of(form, by->all) != 0)
        return "it has a pointer into the middle of an object";
    return NULL;
}

static size_t element_behind(const df__pointer *pointer, const struct df_object_types *all)
{
    return pointer->field == NULL ? df__type_of(all, pointer->form)->size : df__element_bytes(pointer->field);
}

/* Most pointers lead to one object. */
static inline bool count_behind(const df__pointer *pointer, uint64_t *count)
{
    *count = 1;
    return pointer->field == NULL || pointer->field->count_bytes == 0 || df__count_of(pointer, count);
}

DF__INLINE void read_number(void *context, df__pointer pointer)
{
    receiver *by = context;
    uint64_t number = *pointer.word >> 32;
    size_t inner = (uint32_t)*pointer.word;
    uint64_t count;
    if (*pointer.word == 0 || by->reason != NULL)
        return;
    *pointer.word = 0; /* whatever comes: nothing leads elsewhere */
    if (number == 0 || number > by->count) {
        by->reason = "it has a pointer to a block that is not there";
        return;
    }
    uint32_t index = (uint32_t)number - 1;
    by->reason = reach(by, index, inner, pointer.form);
    if (by->reason != NULL)
        return;
    if (!count_behind(&pointer, &count) ||
        !has_elements(by, index, inner, count, element_behind(&pointer, by->all)))
        by->reason = "it has an array that is shorter than is said";
    else
        *pointer.word =
            (uint64_t)by->arena.objects + (uint64_t)by->blocks[index].word * DF__WORD_BYTES + inner;
}

/* What the member says that counts the elements of the flexible one. */
static bool has_flexible_elements(const receiver *by, uint32_t index, const char *object)
{
    uint32_t form = by->blocks[index].form;
    const struct df_object_type *type = df__type_of(by->all, form);
    uint64_t count;
    if (form % 4 != DF__FORM_OBJECTS || type->flexible == NULL)
        return true;
    return df__count_of(&(df__pointer){.field = type->flexible, .object = object}, &count) &&
           has_elements(by, index, type->flexible->offset, count, df__element_bytes(type->flexible));
}

/* Marks and mends a block that was reached: those that nothing leads to are no part of the graph. */
DF__INLINE void finish_block(receiver *by, uint32_t index)
{
    uint32_t form = by->blocks[index].form;
    char *block = by->arena.objects + (size_t)by->blocks[index].word * DF__WORD_BYTES;
    size_t bytes = bytes_of(by, index);
    if (form == NOT_REACHED) {
        by->reason = "it has a block that no earlier one leads to";
        return;
    }
    df__block_mark_form(&by->arena, block, bytes, form, by->all);
    df__each_of_block(block, bytes, form, by->all, read_number, by);
    if (by->reason == NULL && !has_flexible_elements(by, index, block))
        by->reason = "it has a flexible member that is shorter than is said";
}

static void receive(receiver *by, const char *message, const header *head, const struct df_object_type *type)
{
    receive_blocks(by, message, head->bytes);
    if (by->reason == NULL && (by->count == 0 || by->count != head->blocks))
        by->reason = "it has not as many blocks as it says";
    if (by->reason == NULL)
        by->reason = reach(by, 0, head->root_inner, df__form_of(type, DF__FORM_OBJECTS));
    if (by->reason == NULL && !has_elements(by, 0, head->root_inner, 1, type->size))
        by->reason = "its root lies behind the first block";
    for (uint32_t i = 0; i < by->count && by->reason == NULL; i++)
        finish_block(by, i);
}

bool df_object_deserialize(df_ref *target, const void *message, size_t bytes,
                           const struct df_object_type *type, const char **reason)
{
    header head = {.bytes = 0};
    df_arena *arena = target->arena;
    df__arena_reset(arena);
    target->root = NULL;
    if (bytes >= sizeof head)
        df_copy_disjoint(&head, message, sizeof head);
    if (bytes < sizeof head || head.bytes != bytes) {
        *reason = "it is not as long as it says";
        return false;
    }
    if (head.blocks == 0 && bytes == sizeof head)
        return true;
    receiver by = {.arena = *arena, .all = type->all};
    by.blocks = df__scratch_take(arena->capacity / DF__WORD_BYTES * sizeof(received), arena);
    receive(&by, message, &head, type);
    arena->used = by.arena.used;
    arena->blocks = by.arena.blocks;
    if (by.reason == NULL)
        target->root = arena->objects + head.root_inner;
    else
        df__arena_reset(arena);
    *reason = by.reason;
    return by.reason == NULL;
}

void df_objects_serialize(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, const struct df_object_type *type, char *messages,
                          size_t message_bytes)
{
    for (size_t i = 0; i < count; i++) {
        const char *reason;
        size_t bytes = df_object_serialize(messages, message_bytes, &sources[i]);
        df_copy_disjoint(messages + message_bytes, messages, bytes);
        targets[i].arena = (df_arena *)(void *)(arenas + i * stride_bytes);
        if (sources[i].arena != NULL)
            df__arena_copied(targets[i].arena, sources[i].arena);
        if (!df_object_deserialize(&targets[i], messages + message_bytes, bytes, type, &reason))
            df__object_fail(sources[i].arena, "cannot be passed as a message: %s", reason);
    }
}

const df_strategy df_strategy_serialize = {.name = "serialize"};
