/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs as messages: what programs do that pass messages. The sender writes each block that can be reached, with
 * numbers of blocks in place of pointers; the receiver makes the objects anew.
 *
 *     message = header, blocks; block = its form, its words, its content; pointer = number of a block from 1 on, inner
 *
 * The sender finds objects that it met by hashing, as it must that knows nothing of where they lie. The receiver trusts
 * nothing that it reads. */
#include "df/object_map.h"

#include "df/internal.h"

#if !defined(DF__MESSAGE_MAP) /* for measurements */
#define DF__MESSAGE_MAP DF_COPY_MAP_HASH
#endif

typedef struct header {
    uint32_t blocks;
    uint32_t root_inner;
    uint64_t bytes; /* with the header */
} header;

typedef struct block_header {
    uint32_t form;
    uint32_t words;
} block_header;

/* --- the sender ---------------------------------------- */

typedef struct sender {
    char *message;
    size_t capacity;
    size_t end; /* of what has a place */
    const df_arena *source;
    const struct df_object_types *all;
    df__map map;
    uint32_t blocks;
    size_t visited;
} sender;

/* The number of the block; a new one gets its place, with its word of the source in it, as object_graph.c does. */
DF__INLINE uint32_t meet(sender *to, size_t word, uint32_t form)
{
    uint32_t *value = df__map_at(&to->map, DF__MESSAGE_MAP, word);
    if (*value != 0)
        return *value;
    size_t bytes = df__block_end(to->source, word) - word * DF__WORD_BYTES;
    char *place = to->message + to->end;
    if (bytes + sizeof(block_header) > to->capacity - to->end)
        df__object_fail(to->source, "does not fit into a message of %zu bytes", to->capacity);
    *(block_header *)(void *)place =
        (block_header){.form = form, .words = (uint32_t)(bytes / DF__WORD_BYTES)};
    *(df__word *)(void *)(place + sizeof(block_header)) = word;
    to->end += sizeof(block_header) + bytes;
    *value = ++to->blocks;
    return *value;
}

DF__INLINE void write_number(void *context, const df__pointer *pointer)
{
    sender *to = context;
    to->visited++;
    if (*pointer->word == 0)
        return;
    df__place place = df__find(to->source, *pointer->word, pointer->form, to->all);
    *pointer->word = (uint64_t)meet(to, place.word, pointer->form) << 32 | place.inner;
}

/* Fills the place at that byte of the message, returns where the next one begins. */
DF__INLINE size_t write_block(sender *to, size_t at)
{
    block_header block = *(block_header *)(void *)(to->message + at);
    char *content = to->message + at + sizeof block;
    size_t word = *(df__word *)(void *)content;
    size_t bytes = (size_t)block.words * DF__WORD_BYTES;
    df__copy_words(content, to->source->objects + word * DF__WORD_BYTES, bytes);
    to->visited = 0;
    df__each_of_block(content, bytes, block.form, to->all, write_number, to);
    df__expect_pointers(to->source, word, df__count_marked(to->source, word, block.words), to->visited,
                        block.form, to->all);
    return at + sizeof block + bytes;
}

size_t df_object_serialize(void *message, size_t capacity, const df_ref *source,
                           const struct df_object_type *type)
{
    header head = {.bytes = sizeof head};
    if (source->root != NULL) {
        sender to = {
            .message = message,
            .capacity = capacity,
            .end = sizeof head,
            .source = source->arena,
            .all = type->all,
            .map = df__map_open(DF__MESSAGE_MAP, source->arena),
        };
        uint32_t form = df__form_of(type, DF__FORM_OBJECTS);
        df__place root = df__find(to.source, (uint64_t)source->root, form, to.all);
        meet(&to, root.word, form);
        for (size_t at = sizeof head; at < to.end;)
            at = write_block(&to, at);
        head = (header){.blocks = to.blocks, .root_inner = (uint32_t)root.inner, .bytes = to.end};
    }
    *(header *)message = head;
    return head.bytes;
}

/* --- the receiver ---------------------------------------- */

/* A block that was made. */
typedef struct received {
    uint32_t word; /* of the arena */
    uint32_t form;
} received;

typedef struct receiver {
    df_arena *arena;
    const struct df_object_types *all;
    received *blocks;
    uint32_t count;
    const char *reason; /* why it is no message; null: nothing found yet */
} receiver;

static bool is_form(const struct df_object_types *all, uint32_t form)
{
    uint32_t kind = form % 4;
    bool has_type = form / 4 > 0 && form / 4 < all->count;
    return form == DF__FORM_DATA || (has_type && (kind == DF__FORM_OBJECTS || kind == DF__FORM_REFERENCES));
}

/* Makes the next block; what is wrong with it, or null. */
static const char *receive_block(receiver *by, const char *at, size_t left, size_t *taken)
{
    block_header block;
    if (left < sizeof block)
        return "it ends within a block";
    df_copy_disjoint(&block, at, sizeof block);
    size_t bytes = (size_t)block.words * DF__WORD_BYTES;
    if (!is_form(by->all, block.form))
        return "it has a block of no known type";
    if (bytes == 0 || bytes % by->arena->align != 0 || bytes > left - sizeof block)
        return "it has a block of an impossible length";
    if (block.form % 4 == DF__FORM_OBJECTS && bytes < df__type_of(by->all, block.form)->size)
        return "it has an object that is too short";
    if (bytes > by->arena->capacity - by->arena->used)
        return "its objects need more than `up to`";
    char *place = df__block_place(by->arena, bytes);
    df__copy_words(place, at + sizeof block, bytes);
    df__block_mark_form(by->arena, place, bytes, block.form, by->all);
    by->blocks[by->count++] =
        (received){(uint32_t)((size_t)(place - by->arena->objects) / DF__WORD_BYTES), block.form};
    *taken = sizeof block + bytes;
    return NULL;
}

/* Whether so many elements of that many bytes lie behind a byte of the arena, in its block. */
static bool has_elements(const df_arena *arena, size_t word, size_t inner, uint64_t count, size_t element)
{
    size_t bytes = df__block_end(arena, word) - word * DF__WORD_BYTES;
    return inner <= bytes && count <= (bytes - inner) / element;
}

static size_t element_behind(const df__pointer *pointer, const struct df_object_types *all)
{
    return pointer->field == NULL ? df__type_of(all, pointer->form)->size : df__element_bytes(pointer->field);
}

static void read_number(void *context, const df__pointer *pointer)
{
    receiver *by = context;
    uint64_t number = *pointer->word >> 32;
    size_t inner = (uint32_t)*pointer->word;
    uint64_t count;
    *pointer->word = 0; /* whatever comes: nothing leads elsewhere */
    if (number == 0 && inner == 0)
        return;
    size_t element = element_behind(pointer, by->all);
    if (number == 0 || number > by->count)
        by->reason = "it has a pointer to a block that is not there";
    else if (by->blocks[number - 1].form != pointer->form)
        by->reason = "it has a pointer to a block of another type";
    else if (inner % df__step_of(pointer->form, by->all) != 0)
        by->reason = "it has a pointer into the middle of an object";
    else if (!df__count_of(pointer, &count) ||
             !has_elements(by->arena, by->blocks[number - 1].word, inner, count, element))
        by->reason = "it has an array that is shorter than is said";
    if (by->reason == NULL)
        *pointer->word =
            (uint64_t)by->arena->objects + (uint64_t)by->blocks[number - 1].word * DF__WORD_BYTES + inner;
}

/* What the member says that counts the elements of the flexible one. */
static bool has_flexible_elements(const receiver *by, const received *block)
{
    if (block->form % 4 != DF__FORM_OBJECTS || df__type_of(by->all, block->form)->flexible == NULL)
        return true;
    const struct df_object_field *flexible = df__type_of(by->all, block->form)->flexible;
    const char *object = by->arena->objects + (size_t)block->word * DF__WORD_BYTES;
    uint64_t count;
    return df__count_of(&(df__pointer){.field = flexible, .object = object}, &count) &&
           has_elements(by->arena, block->word, flexible->offset, count, df__element_bytes(flexible));
}

static void receive(receiver *by, const char *message, size_t bytes)
{
    header head;
    df_copy_disjoint(&head, message, sizeof head);
    size_t at = sizeof head;
    for (size_t taken = 0; at < bytes && by->reason == NULL; at += taken)
        by->reason = receive_block(by, message + at, bytes - at, &taken);
    if (by->reason == NULL && by->count != head.blocks)
        by->reason = "it has not as many blocks as it says";
    for (uint32_t i = 0; i < by->count && by->reason == NULL; i++) {
        size_t start = (size_t)by->blocks[i].word * DF__WORD_BYTES;
        size_t length = df__block_end(by->arena, by->blocks[i].word) - start;
        df__each_of_block(by->arena->objects + start, length, by->blocks[i].form, by->all, read_number, by);
        if (by->reason == NULL && !has_flexible_elements(by, &by->blocks[i]))
            by->reason = "it has a flexible member that is shorter than is said";
    }
}

/* Where the root lies in the arena; null where it cannot be. */
static void *received_root(receiver *by, size_t inner, const struct df_object_type *type)
{
    if (by->blocks[0].form != df__form_of(type, DF__FORM_OBJECTS) ||
        inner % df__step_of(by->blocks[0].form, by->all) != 0 ||
        !has_elements(by->arena, 0, inner, 1, type->size)) {
        by->reason = "its root is no object of the type";
        return NULL;
    }
    return by->arena->objects + inner;
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
    receiver by = {.arena = arena, .all = type->all};
    if (head.blocks == 0 && bytes == sizeof head)
        return true;
    by.blocks = df__scratch_take(arena->capacity / DF__WORD_BYTES * sizeof(received), arena);
    receive(&by, message, bytes);
    if (by.reason == NULL)
        target->root = received_root(&by, head.root_inner, type);
    *reason = by.reason;
    if (by.reason != NULL)
        df__arena_reset(arena);
    return by.reason == NULL;
}

void df_objects_serialize(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                          size_t stride_bytes, const struct df_object_type *type, char *messages,
                          size_t message_bytes)
{
    for (size_t i = 0; i < count; i++) {
        const char *reason;
        size_t bytes = df_object_serialize(messages, message_bytes, &sources[i], type);
        df_copy_disjoint(messages + message_bytes, messages, bytes);
        targets[i].arena = (df_arena *)(void *)(arenas + i * stride_bytes);
        if (sources[i].arena != NULL)
            df__arena_copied(targets[i].arena, sources[i].arena);
        if (!df_object_deserialize(&targets[i], messages + message_bytes, bytes, type, &reason))
            df__object_fail(sources[i].arena, "cannot be passed as a message: %s", reason);
    }
}
