/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs that are looked at: whether what actors made keeps the rules (--guard), and whether a transfer left the
 * same shape (--verify-transfers). Both walk breadth first through a list in the core's scratch memory. */
#include "df/object_walk.h"

#include "df/internal.h"

typedef struct listed {
    uint32_t word;
    uint32_t form;
} listed;

/* --- rules ---------------------------------------- */

static const char *name_of(uint32_t form, const struct df_object_types *all)
{
    return form == DF__FORM_DATA ? "an array of data" : df__type_of(all, form)->name;
}

/* The block that a pointer leads to; it must lead to an object of the form, or to an element. */
static df__place find(const df_arena *arena, uint64_t pointer, uint32_t form,
                      const struct df_object_types *all)
{
    uint64_t offset = pointer - (uint64_t)arena->objects;
    if (offset >= arena->used)
        df__object_fail(arena, "has a pointer to %s that leads out of it", name_of(form, all));
    df__place place = df__find_block(arena, pointer);
    if (place.inner % df__step_of(form, all) != 0)
        df__object_fail(arena,
                        "has a pointer to %s that leads into the middle of an object, at byte %zu of %zu",
                        name_of(form, all), (size_t)offset, arena->used);
    return place;
}

/* Ends the program where a block has another number of pointers than its form: it is something else. */
static void expect_pointers(const df_arena *arena, size_t word, size_t marked, size_t visited, uint32_t form,
                            const struct df_object_types *all)
{
    size_t behind = arena->align / DF__WORD_BYTES - 1; /* words of zeroes that may follow the last element */
    if (visited - marked > behind)
        df__object_fail(arena, "has a pointer to %s that leads to something else, at byte %zu of %zu",
                        name_of(form, all), word * DF__WORD_BYTES, arena->used);
}

typedef struct checking {
    const df_arena *arena;
    const struct df_object_types *all;
    uint32_t *numbers; /* by word: of a block in the list, from 1 on; 0: not met */
    listed *list;
    uint32_t count;
    size_t visited;
} checking;

static void meet(checking *check, size_t word, uint32_t form)
{
    uint32_t *number = &check->numbers[word];
    if (*number == 0) {
        check->list[check->count++] = (listed){(uint32_t)word, form};
        *number = check->count;
    } else if (check->list[*number - 1].form != form) {
        expect_pointers(check->arena, word, 1, 0, form, check->all);
    }
}

static void expect_elements(const checking *check, const df__pointer *pointer, df__place place)
{
    size_t bytes = df__block_bytes(check->arena, place.word) - place.inner;
    size_t there = bytes / df__element_bytes(pointer->field);
    uint64_t count;
    if (!df__count_of(pointer, &count) || count > there)
        df__object_fail(check->arena, "has a member '%s' with the count %lld, and %zu elements are there",
                        pointer->field->name, (long long)count, there);
}

static void look(void *context, df__pointer pointer)
{
    checking *check = context;
    check->visited++;
    if (*pointer.word == 0)
        return;
    df__place place = find(check->arena, *pointer.word, pointer.form, check->all);
    meet(check, place.word, pointer.form);
    if (pointer.field != NULL)
        expect_elements(check, &pointer, place);
}

static void check_block(checking *check, listed next)
{
    char *block = check->arena->objects + (size_t)next.word * DF__WORD_BYTES;
    size_t bytes = df__block_bytes(check->arena, next.word);
    check->visited = 0;
    df__each_of_block(block, bytes, next.form, check->all, look, check);
    expect_pointers(check->arena, next.word,
                    df__count_bits(check->arena->pointers, next.word, bytes / DF__WORD_BYTES), check->visited,
                    next.form, check->all);
    if (next.form % 4 != DF__FORM_OBJECTS)
        return;
    const struct df_object_field *flexible = df__type_of(check->all, next.form)->flexible;
    if (flexible != NULL)
        expect_elements(check, &(df__pointer){.field = flexible, .object = block},
                        (df__place){next.word, flexible->offset});
}

void df_objects_check(df_core *core, const df_ref *tokens, size_t count, const struct df_object_type *type)
{
    for (size_t i = 0; i < count; i++) {
        if (tokens[i].root == NULL || tokens[i].arena == NULL)
            continue;
        df_arena *arena = tokens[i].arena;
        size_t words = arena->used / DF__WORD_BYTES;
        arena->writer = core->actor;
        arena->firing = core->firing;
        char *scratch = df__scratch_take(12 * words + 12, arena);
        checking check = {
            .arena = arena,
            .all = type->all,
            .list = (listed *)(void *)scratch,
            .numbers = (uint32_t *)(void *)(scratch + words * sizeof(listed)),
        };
        df_clear(check.numbers, words * sizeof(uint32_t));
        uint32_t form = df__form_of(type, DF__FORM_OBJECTS);
        df__place root = find(arena, (uint64_t)tokens[i].root, form, check.all);
        meet(&check, root.word, form);
        for (uint32_t next = 0; next < check.count; next++)
            check_block(&check, check.list[next]);
    }
}

static void set_writable(const df_ref *tokens, size_t count, bool writable)
{
    for (size_t i = 0; i < count; i++) {
        const df_arena *arena = tokens[i].arena;
        if (arena != NULL && (uintptr_t)arena->objects % df__os_page_bytes() == 0)
            df__os_memory_set_writable(arena->objects, df__whole_pages(arena->capacity + DF__RED_ZONE_BYTES),
                                       writable);
    }
}

void df_objects_protect(const df_ref *tokens, size_t count)
{
    set_writable(tokens, count, false);
}

void df_objects_unprotect(const df_ref *tokens, size_t count)
{
    set_writable(tokens, count, true);
}

/* --- shape ---------------------------------------- */

typedef struct comparison {
    const df_arena *source;
    const df_arena *target;
    const struct df_object_types *all;
    uint32_t *targets; /* by word of the source: the word of the target + 1; 0: not met */
    uint32_t *sources; /* and the other way */
    listed *list;      /* of the source */
    uint32_t count;
    char *block; /* of the source, at hand */
    char *copy;
    const char *difference; /* null: none found yet */
} comparison;

static void pair(comparison *compare, size_t source, size_t target, uint32_t form)
{
    uint32_t *there = &compare->targets[source];
    uint32_t *back = &compare->sources[target];
    if (*there == 0 && *back == 0) {
        *there = (uint32_t)target + 1;
        *back = (uint32_t)source + 1;
        compare->list[compare->count++] = (listed){(uint32_t)source, form};
    } else if (*there != target + 1 || *back != source + 1) {
        compare->difference = "objects are shared in another way";
    }
}

static void compare_pointers(void *context, df__pointer pointer)
{
    comparison *compare = context;
    uint64_t wanted = *pointer.word;
    uint64_t found = *(df__word *)(void *)(compare->copy + ((char *)pointer.word - compare->block));
    if (compare->difference != NULL || (wanted == 0 && found == 0))
        return;
    if (wanted == 0 || found == 0) {
        compare->difference = "a pointer is null on one side only";
        return;
    }
    df__place source = df__find_block(compare->source, wanted);
    df__place target = df__find_block(compare->target, found);
    if (source.inner != target.inner)
        compare->difference = "a pointer leads to another element";
    else
        pair(compare, source.word, target.word, pointer.form);
}

/* Words that are no pointers are equal. */
static bool has_same_data(const comparison *compare, size_t word, size_t words)
{
    const df__word *wanted = (const df__word *)(const void *)compare->block;
    const df__word *found = (const df__word *)(const void *)compare->copy;
    for (size_t i = 0; i < words; i++) {
        if (wanted[i] != found[i] && !df__bit(compare->source->pointers, word + i))
            return false;
    }
    return true;
}

static void compare_block(comparison *compare, listed next)
{
    size_t target_word = compare->targets[next.word] - 1;
    size_t bytes = df__block_bytes(compare->source, next.word);
    compare->block = compare->source->objects + (size_t)next.word * DF__WORD_BYTES;
    compare->copy = compare->target->objects + target_word * DF__WORD_BYTES;
    if (df__block_bytes(compare->target, target_word) != bytes)
        compare->difference = "a block has another length";
    else if (!has_same_data(compare, next.word, bytes / DF__WORD_BYTES))
        compare->difference = "an object has other data";
    else
        df__each_of_block(compare->block, bytes, next.form, compare->all, compare_pointers, compare);
}

/* What differs, or null. */
static const char *difference(const df_ref *target, const df_ref *source, const struct df_object_type *type)
{
    if (source->root == NULL || target->root == NULL)
        return source->root == target->root ? NULL : "one of them is empty";
    size_t source_words = source->arena->used / DF__WORD_BYTES,
           target_words = target->arena->used / DF__WORD_BYTES;
    char *scratch = df__scratch_take(12 * source_words + 4 * target_words, source->arena);
    comparison compare = {
        .source = source->arena,
        .target = target->arena,
        .all = type->all,
        .list = (listed *)(void *)scratch,
        .targets = (uint32_t *)(void *)(scratch + source_words * sizeof(listed)),
    };
    compare.sources = compare.targets + source_words;
    df_clear(compare.targets, (source_words + target_words) * sizeof(uint32_t));
    df__pointer root = {.word = (df__word *)(void *)&source->root,
                        .form = df__form_of(type, DF__FORM_OBJECTS)};
    compare.block = (char *)root.word;
    compare.copy = (char *)(uintptr_t)&target->root;
    compare_pointers(&compare, root);
    for (uint32_t i = 0; i < compare.count && compare.difference == NULL; i++)
        compare_block(&compare, compare.list[i]);
    return compare.difference;
}

void df_objects_verify(df_core *core, const char *fifo, const df_ref *targets, const df_ref *sources,
                       size_t count, const struct df_object_type *type)
{
    for (size_t i = 0; i < count; i++) {
        const char *found = difference(&targets[i], &sources[i], type);
        if (found == NULL)
            continue;
        core->actor = NULL; /* it is not the actor's fault */
        df_fail("the transfer of FIFO '%s' went wrong in pass %llu: token %zu of %zu: %s", fifo,
                (unsigned long long)core->pass, i, count, found);
    }
}
