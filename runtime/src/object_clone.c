/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs copied from anywhere (df_clone): nothing but addresses and counts tells how far an object reaches.
 *
 * First every pointer is followed and what it leads to is listed, with its bytes. Pieces that overlap are parts of one
 * array, so the list is sorted by address and each run of pieces becomes one block of the target, in that order. Then
 * blocks are copied and their pointers mended. Each piece has a pointer in a block of the target, except the root: an
 * arena has room for the pointers of at most so many as it has words. */
#include "df/object_walk.h"

#include "df/internal.h"

typedef struct piece {
    const char *start;
    size_t bytes;
    uint32_t form;
    uint32_t offset; /* of its copy in the target, in bytes */
} piece;

typedef struct cloning {
    df_arena *target;
    const struct df_object_types *all;
    piece *pieces;
    uint32_t count;
    uint32_t count_max;
    uint32_t *places; /* by hash of the start: number of the longest piece there, from 1 on; 0: free */
    uint32_t mask;
} cloning;

enum { PLACES_MIN = 16 };

static uint32_t *place_of(const cloning *clone, const char *start)
{
    uint64_t key = (uint64_t)start / DF__WORD_BYTES ^ (uint64_t)start << 60;
    uint32_t place = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & clone->mask;
    while (clone->places[place] != 0 && clone->pieces[clone->places[place] - 1].start != start)
        place = (place + 1) & clone->mask;
    return &clone->places[place];
}

/* Enters all pieces into so many places. Of several at one address the last one is found. */
static void enter_all(cloning *clone, uint32_t places)
{
    clone->mask = places - 1;
    df_clear(clone->places, places * sizeof *clone->places);
    for (uint32_t i = 0; i < clone->count; i++)
        *place_of(clone, clone->pieces[i].start) = i + 1;
}

static void list(cloning *clone, uint32_t *place, const char *start, size_t bytes, uint32_t form)
{
    if (clone->count == clone->count_max)
        df_fail("the token of port '%s' outgrows its `up to` of %zu bytes: df_clone has met %u objects",
                clone->target->name, clone->target->up_to, (unsigned)clone->count);
    clone->pieces[clone->count++] = (piece){.start = start, .bytes = bytes, .form = form};
    *place = clone->count;
    if (4 * (uint64_t)clone->count > 3 * ((uint64_t)clone->mask + 1))
        enter_all(clone, 2 * (clone->mask + 1));
}

static void meet(cloning *clone, const char *start, size_t bytes, uint32_t form)
{
    uint32_t *place = place_of(clone, start);
    const piece *known = *place == 0 ? NULL : &clone->pieces[*place - 1];
    if (known == NULL || known->bytes < bytes || known->form != form)
        list(clone, place, start, bytes, form);
}

/* The bytes of one object, with its flexible member. */
static size_t object_bytes(const struct df_object_type *type, const char *object)
{
    uint64_t count;
    if (type->flexible == NULL)
        return type->size;
    if (!df__count_of(&(df__pointer){.field = type->flexible, .object = object}, &count))
        df_fail("df_clone: the member that counts '%s' of %s is negative", type->flexible->name, type->name);
    return df__flexible_bytes(type, count);
}

static void follow(void *context, df__pointer pointer)
{
    cloning *clone = context;
    const char *start = (const char *)(uintptr_t)*pointer.word;
    uint64_t count;
    if (start == NULL)
        return;
    if (!df__count_of(&pointer, &count))
        df_fail("df_clone: the member that counts '%s' is negative", pointer.field->name);
    bool is_object = pointer.field == NULL || pointer.field->kind == DF_FIELD_OBJECT;
    size_t element = is_object ? object_bytes(df__type_of(clone->all, pointer.form), start)
                               : df__element_bytes(pointer.field);
    if (element > clone->target->up_to || count > clone->target->up_to / element)
        df_fail("the token of port '%s' outgrows its `up to` of %zu bytes: df_clone has met %llu elements of "
                "%zu bytes",
                clone->target->name, clone->target->up_to, (unsigned long long)count, element);
    if (count > 0)
        meet(clone, start, count * element, pointer.form);
}

/* --- pieces by address ---------------------------------------- */

static bool comes_before(const piece *a, const piece *b)
{
    return a->start < b->start || (a->start == b->start && a->bytes > b->bytes);
}

static void sink(piece *pieces, uint32_t at, uint32_t count)
{
    piece moved = pieces[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && comes_before(&pieces[child], &pieces[child + 1]);
        if (!comes_before(&moved, &pieces[child]))
            break;
        pieces[at] = pieces[child];
    }
    pieces[at] = moved;
}

/* By a heap, in place, unless they are in order already as those are that were made one after the other. */
static void sort(piece *pieces, uint32_t count)
{
    uint32_t in_order = 1;
    while (in_order < count && !comes_before(&pieces[in_order], &pieces[in_order - 1]))
        in_order++;
    if (in_order >= count)
        return;
    for (uint32_t at = count / 2; at > 0; at--)
        sink(pieces, at - 1, count);
    for (uint32_t last = count - 1; last > 0; last--) {
        piece largest = pieces[0];
        pieces[0] = pieces[last];
        pieces[last] = largest;
        sink(pieces, 0, last);
    }
}

/* Whether a piece that begins within another one, from there on, is a part of the same array. */
static bool continues(const cloning *clone, const piece *first, const piece *next)
{
    size_t distance = (size_t)(next->start - first->start);
    if (first->form != next->form)
        return false;
    if (first->form == DF__FORM_DATA || distance == 0)
        return true;
    const struct df_object_type *type = df__type_of(clone->all, first->form);
    if (first->form % 4 == DF__FORM_REFERENCES)
        return distance % DF__WORD_BYTES == 0;
    return type->flexible == NULL && distance % type->size == 0;
}

/* The pieces from `first` on that overlap get one block; returns the next one. */
static uint32_t make_block(cloning *clone, uint32_t first)
{
    piece *start = &clone->pieces[first];
    const char *end = start->start + start->bytes;
    uint32_t past = first + 1;
    for (; past < clone->count && clone->pieces[past].start < end; past++) {
        const piece *next = &clone->pieces[past];
        if (!continues(clone, start, next))
            df_fail("df_clone: %s is a part of something else that is reached",
                    next->form == DF__FORM_DATA ? "plain data" : df__type_of(clone->all, next->form)->name);
        end = next->start + next->bytes > end ? next->start + next->bytes : end;
    }
    size_t bytes = (size_t)(end - start->start);
    char *block = df__block_take(clone->target, bytes);
    size_t offset = (size_t)(block - clone->target->objects);
    df_clear(block + bytes, clone->target->used - offset - bytes);
    df_copy_disjoint(block, start->start, bytes);
    for (uint32_t i = first; i < past; i++)
        clone->pieces[i].offset = (uint32_t)(offset + (size_t)(clone->pieces[i].start - start->start));
    return past;
}

/* --- pointers ---------------------------------------- */

static uint64_t copy_of(const cloning *clone, const char *start)
{
    uint32_t number = start == NULL ? 0 : *place_of(clone, start);
    if (number == 0) /* null, or an array without elements */
        return 0;
    return (uint64_t)clone->target->objects + clone->pieces[number - 1].offset;
}

static void mend(void *context, df__pointer pointer)
{
    *pointer.word = copy_of(context, (const char *)(uintptr_t)*pointer.word);
}

/* Marks and mends the blocks: each belongs to the first piece in it. */
static void finish_blocks(cloning *clone)
{
    df_arena *target = clone->target;
    size_t done = clone->pieces[0].offset;
    for (uint32_t i = 0; i < clone->count; i++) {
        const piece *first = &clone->pieces[i];
        if (first->offset < done)
            continue;
        done = first->offset + df__block_bytes(target, first->offset / DF__WORD_BYTES);
        char *block = target->objects + first->offset;
        df__block_mark_form(target, block, done - first->offset, first->form, clone->all);
        df__each_of_block(block, done - first->offset, first->form, clone->all, mend, clone);
    }
}

static cloning open_clone(df_arena *target, const struct df_object_types *all)
{
    size_t words = target->capacity / DF__WORD_BYTES;
    size_t places = PLACES_MIN;
    while (places < 2 * words)
        places *= 2;
    cloning clone = {.target = target, .all = all, .count_max = (uint32_t)words + 1};
    clone.pieces = df__scratch_take((words + 2) * sizeof(piece) + places * sizeof(uint32_t), target);
    clone.places = (uint32_t *)(void *)(clone.pieces + words + 2);
    enter_all(&clone, PLACES_MIN);
    return clone;
}

void *df__clone(df_arena *arena, const struct df_object_type *type, const void *root)
{
    if (root == NULL)
        return NULL;
    if (arena == NULL)
        df_fail("it makes objects in a token that has no arena: df_clone wants a token of an output port");
    cloning clone = open_clone(arena, type->all);
    meet(&clone, root, object_bytes(type, root), df__form_of(type, DF__FORM_OBJECTS));
    for (uint32_t i = 0; i < clone.count; i++) {
        piece next = clone.pieces[i];
        df__each_of_block((char *)(uintptr_t)next.start, next.bytes, next.form, clone.all, follow, &clone);
    }
    sort(clone.pieces, clone.count);
    enter_all(&clone, clone.mask + 1);
    for (uint32_t i = 0; i < clone.count;)
        i = make_block(&clone, i);
    finish_blocks(&clone);
    return (void *)(uintptr_t)copy_of(&clone, root);
}
