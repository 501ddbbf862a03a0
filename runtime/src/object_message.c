/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs as messages: what programs do that pass messages. The sender writes what can be reached, breadth first,
 * with pointers that count from the start of the message; the receiver makes the objects anew.
 *
 * The sender finds objects that it met by hashing, as one must that knows nothing of where they lie. A message brings the
 * marks of its pointers along, so that a receiver that trusts it needs no types; one that does not goes through all
 * blocks with them. */
#include "df/object_graph.h"
#include "df/object_packed.h"

#include "df/internal.h"
#include "df/transfer.h"

#if !defined(DF__MESSAGE_MAP) /* for measurements */
#define DF__MESSAGE_MAP DF_COPY_MAP_HASH
#endif

/* --- the sender ---------------------------------------- */

static void clear_bits(uint64_t *bits, size_t count)
{
    df_clear(bits, (count / 64 + 1) * sizeof *bits);
}

/* Where the bitmaps lie while it is not known how much can be reached: behind the place for all. */
static df_arena arena_in(void *message, const df_arena *source)
{
    df__packed at = df__packed_at(message, source->used);
    size_t words = source->used / DF__WORD_BYTES;
    df_arena arena = {.objects = at.objects, .pointers = at.pointers};
    arena.starts = arena.pointers + words / 64 + 1;
    clear_bits(arena.pointers, words);
    clear_bits(arena.starts, words);
    if (source->transients != NULL) {
        arena.transients = arena.starts + words / 64 + 1;
        clear_bits(arena.transients, source->used);
    }
    return arena;
}

/* To where nothing is any more, or has not been yet: forwards. */
static void move_bits(uint64_t *target, const uint64_t *source, size_t count)
{
    for (size_t i = 0; i < df__bits_bytes(count) / sizeof *target; i++)
        target[i] = source[i];
}

static size_t most_bytes(const df_arena *source)
{
    size_t bitmap_words = 2 * (source->used / DF__WORD_BYTES / 64 + 1);
    bitmap_words += source->transients != NULL ? source->used / 64 + 1 : 0;
    return sizeof(df__packed_head) + source->used + bitmap_words * sizeof(uint64_t);
}

static size_t write_graph(void *message, const df_ref *source)
{
    df_arena arena = arena_in(message, source->arena);
    uint64_t root =
        df__graph_copy(&arena, source, DF__MESSAGE_MAP, (uint64_t)DF__PACKED_BASE - (uint64_t)arena.objects);
    df__packed to = df__packed_at(message, arena.used);
    *to.head = (df__packed_head){.used = arena.used, .root = root, .blocks = arena.blocks};
    move_bits(to.pointers, arena.pointers, arena.used / DF__WORD_BYTES);
    move_bits(to.starts, arena.starts, arena.used / DF__WORD_BYTES);
    if (arena.transients != NULL)
        move_bits(to.transients, arena.transients, arena.used);
    return df__packed_bytes(arena.used, arena.transients != NULL);
}

size_t df_object_serialize(void *message, size_t capacity, const df_ref *source)
{
    if (source->root == NULL) {
        *(df__packed_head *)message = (df__packed_head){.used = 0};
        return sizeof(df__packed_head);
    }
    if (most_bytes(source->arena) > capacity)
        df__object_fail(source->arena, "does not fit into a message of %zu bytes", capacity);
    return write_graph(message, source);
}

/* --- the receiver that trusts nothing ---------------------------------------- */

#define NOT_REACHED UINT32_MAX

/* Goes through a token as it was unpacked. */
typedef struct receiver {
    df_arena arena; /* a copy, for the compiler to know that nothing changes it */
    const struct df_object_types *all;
    uint32_t
        *forms;    /* by word: of the block that begins there; NOT_REACHED: no pointer to it has been read */
    size_t marked; /* pointers of the block at hand, as its type says */
    const char *reason; /* why it is no message; null: nothing found yet */
} receiver;

/* Whether `count` elements lie behind a byte of the block; a count of 1 needs no division, which takes long. */
static inline bool has_elements(const receiver *by, df__place place, uint64_t count, size_t element)
{
    size_t bytes = df__block_bytes(&by->arena, place.word);
    if (place.inner > bytes)
        return false;
    return count == 1 ? element <= bytes - place.inner : count <= (bytes - place.inner) / element;
}

/* The first pointer to a block says what it is; what is wrong with that, or null. */
static const char *reach(receiver *by, df__place place, uint32_t form)
{
    uint32_t *known = &by->forms[place.word];
    if (*known == NOT_REACHED) {
        *known = form;
        if (form % 4 == DF__FORM_OBJECTS &&
            df__block_bytes(&by->arena, place.word) < df__type_of(by->all, form)->size)
            return "it has an object that is too short";
    }
    if (*known != form)
        return "it has a pointer to a block of another type";
    if (place.inner != 0 && place.inner % df__step_of(form, by->all) != 0)
        return "it has a pointer into the middle of an object";
    return NULL;
}

static size_t element_behind(const df__pointer *pointer, const struct df_object_types *all)
{
    return pointer->field == NULL ? df__type_of(all, pointer->form)->size : df__element_bytes(pointer->field);
}

static void look(void *context, df__pointer pointer)
{
    receiver *by = context;
    size_t word = (size_t)((char *)pointer.word - by->arena.objects) / DF__WORD_BYTES;
    uint64_t count;
    bool is_marked = df__bit(by->arena.pointers, word);
    by->marked += is_marked;
    if (by->reason != NULL || *pointer.word == 0)
        return;
    if (!is_marked) {
        by->reason = "it has a pointer without a mark";
        return;
    }
    df__place place = df__find_block(&by->arena, *pointer.word);
    by->reason = reach(by, place, pointer.form);
    if (by->reason == NULL && (!df__count_of(&pointer, &count) ||
                               !has_elements(by, place, count, element_behind(&pointer, by->all))))
        by->reason = "it has an array that is shorter than is said";
}

/* What the member says that counts the elements of the flexible one. */
static bool has_flexible_elements(const receiver *by, size_t word, const char *object)
{
    uint32_t form = by->forms[word];
    const struct df_object_type *type = df__type_of(by->all, form);
    uint64_t count;
    if (form % 4 != DF__FORM_OBJECTS || type->flexible == NULL)
        return true;
    df__place elements = {.word = word, .inner = type->flexible->offset};
    return df__count_of(&(df__pointer){.field = type->flexible, .object = object}, &count) &&
           has_elements(by, elements, count, df__element_bytes(type->flexible));
}

/* Looks at a block that was reached, and marks it: those that nothing leads to are no part of the graph. */
static void look_at_block(receiver *by, size_t word, size_t words)
{
    uint32_t form = by->forms[word];
    char *block = by->arena.objects + word * DF__WORD_BYTES;
    size_t marked = df__count_bits(by->arena.pointers, word, words);
    if (form == NOT_REACHED) {
        by->reason = "it has a block that no earlier one leads to";
    } else if (words * DF__WORD_BYTES % by->arena.align != 0) {
        by->reason = "it has a block of an impossible length";
    } else {
        by->marked = 0;
        df__each_of_block(block, words * DF__WORD_BYTES, form, by->all, look, by);
        if (by->reason == NULL && marked != by->marked)
            by->reason = "it has marks where no pointers are";
        if (by->reason == NULL && !has_flexible_elements(by, word, block))
            by->reason = "it has a flexible member that is shorter than is said";
        if (by->reason == NULL)
            df__block_mark_form(&by->arena, block, words * DF__WORD_BYTES, form, by->all);
    }
}

/* What keeps the token from being a graph of that type, or null. */
static const char *mistake_in(const df_ref *token, const struct df_object_type *type)
{
    size_t words = token->arena->used / DF__WORD_BYTES, blocks = 0;
    receiver by = {.arena = *token->arena, .all = type->all};
    by.forms = df__scratch_take(words * sizeof *by.forms, token->arena);
    df_set_ones(by.forms, words * sizeof *by.forms);
    if (by.arena.transients != NULL)
        clear_bits(by.arena.transients, by.arena.used);
    if (!df__bit(by.arena.starts, 0))
        return "its first block does not begin with it";
    df__place root = df__find_block(&by.arena, (uint64_t)token->root);
    by.reason = reach(&by, root, df__form_of(type, DF__FORM_OBJECTS));
    if (by.reason == NULL && !has_elements(&by, root, 1, type->size))
        by.reason = "its root lies behind the first block";
    for (size_t at = 0, end; at < words && by.reason == NULL; at = end, blocks++) {
        end = df__block_end(&by.arena, at);
        look_at_block(&by, at, end - at);
    }
    if (by.reason == NULL && blocks != by.arena.blocks)
        by.reason = "it has not as many blocks as it says";
    return by.reason;
}

/* --- both ---------------------------------------- */

bool df_object_deserialize(df_ref *target, const void *message, size_t bytes,
                           const struct df_object_type *type, const char **reason)
{
    df__arena_reset(target->arena);
    target->root = NULL;
    *reason = df__object_unpack(target, message, bytes);
    if (*reason == NULL &&
        bytes != df__packed_bytes(target->arena->used,
                                  target->arena->used != 0 && target->arena->transients != NULL))
        *reason = "it is not as long as it says";
    if (*reason == NULL && type != NULL && target->root != NULL)
        *reason = mistake_in(target, type);
    if (*reason != NULL) {
        df__arena_reset(target->arena);
        target->root = NULL;
    }
    return *reason == NULL;
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
        if (!df_object_deserialize(&targets[i], messages + message_bytes, bytes, type, &reason))
            df__object_fail(sources[i].arena, "cannot be passed as a message: %s", reason);
        if (sources[i].arena != NULL)
            df__arena_copied(targets[i].arena, sources[i].arena);
    }
}

const df_strategy df_strategy_serialize = {.name = "serialize"};
