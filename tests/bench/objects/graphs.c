/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of object graphs of one kind and size, each strategy in turn: graphs KIND SIZE ROUNDS prints one line for each,
 * with the nanoseconds that a copy took in each round. What is copied is looked at once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/copy.h"
#include "df/object_type.h"
#include "df/os.h"
#include "df/runtime.h"

enum { ROUND_NS = 4000000, LINEAR_MOST = 10000 };

struct element {
    struct element *next;
    struct element *previous;
    int64_t value;
};

struct knot {
    struct knot *to[4];
    int64_t value;
};

struct word {
    int64_t value;
};

struct holder {
    int64_t *words;        /* words[word_count] */
    struct word **objects; /* objects[object_count] */
    int64_t word_count;
    int64_t object_count;
};

static const struct df_object_types all_types;
DF_OBJECT(element);
DF_OBJECT(knot);
DF_OBJECT(word);
DF_OBJECT(holder);

static const struct df_object_field element_fields[] = {
    {.name = "next", .repeat = 1, .offset = 0, .type = &df_struct_element},
    {.name = "previous", .repeat = 1, .offset = 8, .type = &df_struct_element},
};
static const struct df_object_field knot_fields[] = {
    {.name = "to", .repeat = 4, .stride = 8, .type = &df_struct_knot}};
static const struct df_object_field holder_fields[] = {
    {.name = "words",
     .kind = DF_FIELD_DATA,
     .offset = 0,
     .repeat = 1,
     .bytes = 8,
     .count_bytes = 8,
     .count_offset = offsetof(struct holder, word_count)},
    {.name = "objects",
     .kind = DF_FIELD_REFERENCES,
     .offset = 8,
     .repeat = 1,
     .type = &df_struct_word,
     .count_bytes = 8,
     .count_offset = offsetof(struct holder, object_count)},
};
static const uint64_t two[] = {3}, four[] = {15};

#define DESCRIBE(index, tag) \
    .name = "struct " #tag, .number = (index), .size = sizeof(struct tag), .align = 8, .all = &all_types
const struct df_object_type df_struct_element = {DESCRIBE(1, element), .pointers = 2, .pointer_words = 2,
                                                 .fields = element_fields, .pointer_mask = two};
const struct df_object_type df_struct_knot = {DESCRIBE(2, knot), .pointers = 1, .pointer_words = 4,
                                              .fields = knot_fields, .pointer_mask = four};
const struct df_object_type df_struct_word = {DESCRIBE(3, word)};
const struct df_object_type df_struct_holder = {DESCRIBE(4, holder), .pointers = 2, .pointer_words = 2,
                                                .fields = holder_fields, .pointer_mask = two};
/* One object of as many words as are asked for. */
static struct df_object_type large = {.name = "struct large", .number = 5, .align = 8, .all = &all_types};
static const struct df_object_type *const list[] = {
    NULL, &df_struct_element, &df_struct_knot, &df_struct_word, &df_struct_holder, &large};
static const struct df_object_types all_types = {6, list};

/* --- graphs ---------------------------------------- */

static void *make_large(df_ref *token, size_t size)
{
    large.size = (uint32_t)(size * 8);
    int64_t *object = df__new(token->arena, &large);
    for (size_t i = 0; i < size; i++)
        object[i] = (int64_t)i;
    return object;
}

static void *make_array(df_ref *token, size_t size)
{
    struct holder *holder = df_new(token, holder);
    holder->word_count = (int64_t)size;
    holder->words = df_new_data(token, int64_t, size);
    for (size_t i = 0; i < size; i++)
        holder->words[i] = (int64_t)i;
    return holder;
}

/* The elements of a list, in an order of their own if `shuffled`. */
static void *make_elements(df_ref *token, size_t size, bool shuffled)
{
    struct element **elements = malloc(size * sizeof *elements);
    uint64_t random = 88172645463325252;
    for (size_t i = 0; i < size; i++)
        elements[i] = df_new(token, element);
    for (size_t i = size; shuffled && i > 1; i--) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        size_t other = random % i;
        struct element *moved = elements[i - 1];
        elements[i - 1] = elements[other];
        elements[other] = moved;
    }
    for (size_t i = 0; i < size; i++) {
        elements[i]->value = (int64_t)i;
        elements[i]->next = i + 1 < size ? elements[i + 1] : NULL;
        elements[i]->previous = i > 0 ? elements[i - 1] : NULL;
    }
    void *root = elements[0];
    free(elements);
    return root;
}

static void *make_list(df_ref *token, size_t size)
{
    return make_elements(token, size, false);
}

static void *make_shuffled(df_ref *token, size_t size)
{
    return make_elements(token, size, true);
}

static void *make_objects(df_ref *token, size_t size)
{
    struct holder *holder = df_new(token, holder);
    holder->object_count = (int64_t)size;
    holder->objects = df_new_references(token, word, size);
    for (size_t i = 0; i < size; i++) {
        holder->objects[i] = df_new(token, word);
        holder->objects[i]->value = (int64_t)i;
    }
    return holder;
}

/* Each object leads to four others; the first one of them to the next one made, so that all are reached. */
static void *make_random(df_ref *token, size_t size)
{
    struct knot **knots = malloc(size * sizeof *knots);
    uint64_t random = 88172645463325252;
    for (size_t i = 0; i < size; i++)
        knots[i] = df_new(token, knot);
    for (size_t i = 0; i < size; i++) {
        knots[i]->to[0] = knots[(i + 1) % size];
        for (int k = 1; k < 4; k++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            knots[i]->to[k] = knots[random % size];
        }
    }
    void *root = knots[0];
    free(knots);
    return root;
}

typedef struct graph_kind {
    const char *name;
    void *(*make)(df_ref *token, size_t size);
    const struct df_object_type *type;
    size_t bytes; /* of an element of the size */
} graph_kind;

static const graph_kind kinds[] = {
    {"large", make_large, &large, 8},
    {"array", make_array, &df_struct_holder, 8},
    {"list", make_list, &df_struct_element, 24},
    {"shuffled", make_shuffled, &df_struct_element, 24},
    {"objects", make_objects, &df_struct_holder, 16},
    {"random", make_random, &df_struct_knot, 40},
};

/* --- strategies ---------------------------------------- */

/* src/object_message.c once more, with another map (builds.py). */
void by_offset_objects_serialize(df_ref *targets, const df_ref *sources, size_t count, char *arenas,
                                 size_t stride_bytes, const struct df_object_type *type, char *messages,
                                 size_t message_bytes);

static df_ref source, target;
static df_core core;
static char *arena, *messages;
static size_t up_to;
static const graph_kind *kind;

static void by_message(void)
{
    df_objects_serialize(&target, &source, 1, arena, 0, NULL, messages, DF_MESSAGE_BYTES(up_to));
}

static void by_message_offset(void)
{
    by_offset_objects_serialize(&target, &source, 1, arena, 0, NULL, messages, DF_MESSAGE_BYTES(up_to));
}

static void by_memcpy(void)
{
    df_objects_copy(&target, &source, 1, arena, 0);
}

static void by_offset(void)
{
    df_objects_graphcopy(&target, &source, 1, arena, 0, DF_COPY_MAP_OFFSET);
}

static void by_hash(void)
{
    df_objects_graphcopy(&target, &source, 1, arena, 0, DF_COPY_MAP_HASH);
}

static void by_linear(void)
{
    df_objects_graphcopy(&target, &source, 1, arena, 0, DF_COPY_MAP_LINEAR);
}

static void by_bare_memcpy(void)
{
    df_copy_disjoint(messages + up_to, messages, up_to - 64);
}

/* The token itself is all that is handed over. */
static void by_sharing(void)
{
    target = source;
    __asm__ volatile("" ::: "memory");
}

typedef struct way {
    const char *name;
    void (*copy)(void);
    bool is_graph;
} way;

static const way ways[] = {
    {"serialize", by_message, true}, {"serialize-offset", by_message_offset, true},
    {"memcpy", by_memcpy, true},     {"offset", by_offset, true},
    {"hash", by_hash, true},         {"linear", by_linear, true},
    {"bare", by_bare_memcpy, false}, {"shared", by_sharing, true},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static double time_of(const way *by, uint64_t repeats)
{
    uint64_t began = df__os_now_ns();
    for (uint64_t i = 0; i < repeats; i++)
        by->copy();
    return (double)(df__os_now_ns() - began) / (double)repeats;
}

static uint64_t repeats_of(const way *by)
{
    uint64_t repeats = 1;
    while (time_of(by, repeats) * (double)repeats < ROUND_NS / 2 && repeats < UINT64_C(1) << 22)
        repeats *= 2;
    return repeats;
}

static df_arena *open_arena(size_t bytes)
{
    const df_arenas like = {.name = "graph", .up_to_bytes = bytes, .align = 8, .count = 1};
    char *memory = aligned_alloc(64, df_arena_bytes(bytes, 8, false, 64));
    memset(memory, 0, df_arena_bytes(bytes, 8, false, 64));
    return df_arena_open(memory, &like, 64);
}

static void give_scratch(void)
{
    size_t words = 128;
    while (words < up_to / 8)
        words *= 2;
    void *memory = aligned_alloc(64, 64 * words);
    memset(memory, 0, 64 * words);
    df_objects_use_scratch(memory, 64 * words);
}

static void prepare(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        kind = strcmp(kinds[i].name, name) == 0 ? &kinds[i] : kind;
    if (kind == NULL || size == 0)
        exit(2);
    up_to = (kind->bytes * size + sizeof(struct holder) + 127) / 64 * 64;
    give_scratch();
    arena = (char *)open_arena(up_to);
    messages = malloc(2 * DF_MESSAGE_BYTES(up_to));
    memset(messages, 0, 2 * DF_MESSAGE_BYTES(up_to));
    df_objects_begin(&core, &source, 1, (char *)open_arena(up_to), 0);
    source.root = kind->make(&source, size);
    df_objects_end(&core, &source, 1);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    size_t size = strtoull(argv[2], NULL, 10);
    int rounds = atoi(argv[3]);
    uint64_t repeats[WAYS];
    prepare(argv[1], size);
    double *times = calloc(WAYS * (size_t)rounds, sizeof *times);
    for (int i = 0; i < WAYS; i++) {
        repeats[i] = ways[i].copy == by_linear && size > LINEAR_MOST ? 0 : repeats_of(&ways[i]);
        if (repeats[i] > 0 && ways[i].is_graph)
            df_objects_verify(&core, ways[i].name, &target, &source, 1, kind->type);
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WAYS; i++)
            times[i * rounds + round] = repeats[i] == 0 ? -1 : time_of(&ways[i], repeats[i]);
    }
    for (int i = 0; i < WAYS; i++) {
        if (repeats[i] == 0)
            continue;
        printf("%s", ways[i].name);
        for (int round = 0; round < rounds; round++)
            printf(" %.3f", times[i * rounds + round]);
        printf("\n");
    }
    return 0;
}
