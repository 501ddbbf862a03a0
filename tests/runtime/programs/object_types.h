/* SPDX-License-Identifier: Apache-2.0 */
/* Object graphs for the tests: structs with every kind of member, their descriptions as dfgen would generate them, random
 * graphs, and a digest of what can be reached that knows nothing of arenas. */
#ifndef OBJECT_TYPES_H
#define OBJECT_TYPES_H

#include "check.h"
#include "df/object_type.h"

struct pair {
    int32_t a, b;
};

struct part {
    struct pair *pairs; /* pairs[count] */
    int32_t count;
};

struct node {
    struct node *next;
    struct node *others[3];
    struct item *item;
    int32_t key;
    uint8_t cache; /* transient */
    uint8_t kept;
    uint16_t cache_too; /* transient */
};

struct item {
    int64_t number;
    struct part parts[2];
    char *text;               /* text[text_bytes] */
    struct node *nodes;       /* nodes[node_count] */
    struct node **references; /* references[reference_count] */
    struct fans *fans;
    struct edges *edges;
    struct words *words;
    void *table; /* external */
    void *cache; /* transient */
    int8_t text_bytes;
    uint16_t node_count;
    uint64_t reference_count;
};

struct fans {
    uint32_t count;
    struct node *list[];
};

struct edge {
    struct node *to;
    double weight;
};

struct edges {
    int16_t count;
    struct edge list[];
};

struct words {
    uint8_t count;
    char list[];
};

DF_OBJECT(pair);
DF_OBJECT(node);
DF_OBJECT(item);
DF_OBJECT(fans);
DF_OBJECT(edge);
DF_OBJECT(edges);
DF_OBJECT(words);

/* --- descriptions ---------------------------------------- */

#define COUNT_OF(member_type, tag, member)                                            \
    .count_bytes = sizeof(member_type), .count_offset = offsetof(struct tag, member), \
    .count_is_signed = (member_type) - 1 < 1
#define WORD(tag, member) (UINT64_C(1) << (offsetof(struct tag, member) / 8))

static const struct df_object_types all_types;

static const struct df_object_field node_fields[] = {
    {.name = "next",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct node, next),
     .repeat = 1,
     .type = &df_struct_node},
    {.name = "others",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct node, others),
     .repeat = 3,
     .stride = 8,
     .type = &df_struct_node},
    {.name = "item",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct node, item),
     .repeat = 1,
     .type = &df_struct_item},
};
static const uint64_t node_pointers[] = {0x1F};
static const uint64_t node_transients[] = {UINT64_C(1) << offsetof(struct node, cache) |
                                           UINT64_C(3) << offsetof(struct node, cache_too)};

static const struct df_object_field item_fields[] = {
    {.name = "parts.pairs",
     .kind = DF_FIELD_OBJECTS,
     .offset = offsetof(struct item, parts[0].pairs),
     .repeat = 2,
     .stride = sizeof(struct part),
     .type = &df_struct_pair,
     COUNT_OF(int32_t, item, parts[0].count),
     .count_stride = sizeof(struct part)},
    {.name = "text",
     .kind = DF_FIELD_DATA,
     .offset = offsetof(struct item, text),
     .repeat = 1,
     .bytes = 1,
     COUNT_OF(int8_t, item, text_bytes)},
    {.name = "nodes",
     .kind = DF_FIELD_OBJECTS,
     .offset = offsetof(struct item, nodes),
     .repeat = 1,
     .type = &df_struct_node,
     COUNT_OF(uint16_t, item, node_count)},
    {.name = "references",
     .kind = DF_FIELD_REFERENCES,
     .offset = offsetof(struct item, references),
     .repeat = 1,
     .type = &df_struct_node,
     COUNT_OF(uint64_t, item, reference_count)},
    {.name = "fans",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct item, fans),
     .repeat = 1,
     .type = &df_struct_fans},
    {.name = "edges",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct item, edges),
     .repeat = 1,
     .type = &df_struct_edges},
    {.name = "words",
     .kind = DF_FIELD_OBJECT,
     .offset = offsetof(struct item, words),
     .repeat = 1,
     .type = &df_struct_words},
};
static const uint64_t item_pointers[] = {WORD(item, parts[0].pairs) | WORD(item, parts[1].pairs) |
                                         WORD(item, text) | WORD(item, nodes) | WORD(item, references) |
                                         WORD(item, fans) | WORD(item, edges) | WORD(item, words)};
static const uint64_t item_transients[] = {0, UINT64_C(0xFF) << (offsetof(struct item, cache) - 64), 0};

static const struct df_object_field edge_fields[] = {
    {.name = "to", .kind = DF_FIELD_OBJECT, .offset = 0, .repeat = 1, .type = &df_struct_node}};
static const uint64_t first_word[] = {1};

static const struct df_object_field fans_list = {.name = "list",
                                                 .kind = DF_FIELD_FLEXIBLE_REFERENCES,
                                                 .offset = offsetof(struct fans, list),
                                                 .repeat = 1,
                                                 .type = &df_struct_node,
                                                 COUNT_OF(uint32_t, fans, count)};
static const struct df_object_field edges_list = {.name = "list",
                                                  .kind = DF_FIELD_FLEXIBLE_OBJECTS,
                                                  .offset = offsetof(struct edges, list),
                                                  .repeat = 1,
                                                  .type = &df_struct_edge,
                                                  COUNT_OF(int16_t, edges, count)};
static const struct df_object_field words_list = {.name = "list",
                                                  .kind = DF_FIELD_FLEXIBLE_DATA,
                                                  .offset = offsetof(struct words, list),
                                                  .repeat = 1,
                                                  .bytes = 1,
                                                  COUNT_OF(uint8_t, words, count)};

#define DESCRIBE(index, tag)                                                                              \
    .name = "struct " #tag, .number = (index), .size = sizeof(struct tag), .align = _Alignof(struct tag), \
    .all = &all_types

const struct df_object_type df_struct_pair = {DESCRIBE(1, pair)};
const struct df_object_type df_struct_node = {DESCRIBE(2, node),
                                              .pointers = 3,
                                              .pointer_words = 5,
                                              .fields = node_fields,
                                              .pointer_mask = node_pointers,
                                              .transient_mask = node_transients};
const struct df_object_type df_struct_item = {DESCRIBE(3, item),
                                              .pointers = 7,
                                              .pointer_words = 8,
                                              .fields = item_fields,
                                              .pointer_mask = item_pointers,
                                              .transient_mask = item_transients};
const struct df_object_type df_struct_fans = {DESCRIBE(4, fans), .flexible = &fans_list};
const struct df_object_type df_struct_edge = {DESCRIBE(5, edge), .pointers = 1, .pointer_words = 1,
                                              .fields = edge_fields, .pointer_mask = first_word};
const struct df_object_type df_struct_edges = {DESCRIBE(6, edges), .flexible = &edges_list};
const struct df_object_type df_struct_words = {DESCRIBE(7, words), .flexible = &words_list};

static const struct df_object_type *const type_list[] = {NULL,
                                                         &df_struct_pair,
                                                         &df_struct_node,
                                                         &df_struct_item,
                                                         &df_struct_fans,
                                                         &df_struct_edge,
                                                         &df_struct_edges,
                                                         &df_struct_words};
static const struct df_object_types all_types = {8, type_list};

/* --- random graphs ---------------------------------------- */

static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline uint32_t below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)(next_random(state) >> 16) % limit;
}

enum { NODES_MAX = 200, ITEMS_MAX = 60 };

enum { PIECES_MAX = 2000 };

/* Where objects come from: a token, or, where that is null, single pieces of memory. */
typedef struct maker {
    df_ref *token;
    uint64_t random;
    struct node *nodes[NODES_MAX]; /* some of them elements of arrays */
    uint32_t node_count;
    struct item *items[ITEMS_MAX];
    uint32_t item_count;
    void *pieces[PIECES_MAX];
    uint32_t piece_count;
} maker;

static inline void *make_piece(maker *by, size_t bytes)
{
    CHECK(by->piece_count < PIECES_MAX);
    void *piece = calloc(1, bytes);
    by->pieces[by->piece_count++] = piece;
    return piece;
}

static inline void free_pieces(const maker *by)
{
    for (uint32_t i = 0; i < by->piece_count; i++)
        free(by->pieces[i]);
}

#define MAKE(maker, of_token, bytes) \
    ((maker)->token != NULL ? (void *)(of_token) : make_piece(maker, (bytes)))

static inline struct node *any_node(maker *by)
{
    return by->node_count == 0 || below(&by->random, 5) == 0 ? NULL
                                                             : by->nodes[below(&by->random, by->node_count)];
}

static inline void add_node(maker *by, struct node *node)
{
    node->key = (int32_t)next_random(&by->random);
    node->kept = (uint8_t)below(&by->random, 256);
    node->cache = (uint8_t)below(&by->random, 256);
    node->cache_too = (uint16_t)below(&by->random, 65536);
    if (by->node_count < NODES_MAX)
        by->nodes[by->node_count++] = node;
}

static inline void add_lists(maker *by, struct item *item)
{
    uint32_t count = below(&by->random, 6);
    item->fans = MAKE(by, df_new_flexible(by->token, fans, count), sizeof(struct fans) + count * 8);
    item->fans->count = count;
    count = below(&by->random, 4);
    item->edges = MAKE(by, df_new_flexible(by->token, edges, count),
                       sizeof(struct edges) + count * sizeof(struct edge));
    item->edges->count = (int16_t)count;
    for (uint32_t i = 0; i < count; i++)
        item->edges->list[i].weight = below(&by->random, 1000) / 8.0;
    count = below(&by->random, 20);
    item->words = MAKE(by, df_new_flexible(by->token, words, count), sizeof(struct words) + count);
    item->words->count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++)
        item->words->list[i] = (char)below(&by->random, 256);
}

static inline void add_arrays(maker *by, struct item *item)
{
    item->node_count = (uint16_t)below(&by->random, 5);
    if (item->node_count > 0)
        item->nodes =
            MAKE(by, df_new_array(by->token, node, item->node_count), item->node_count * sizeof(struct node));
    for (uint32_t i = 0; i < item->node_count; i++)
        add_node(by, &item->nodes[i]);
    item->reference_count = below(&by->random, 90); /* more than the bits of a word */
    if (item->reference_count > 0)
        item->references =
            MAKE(by, df_new_references(by->token, node, item->reference_count), item->reference_count * 8);
    for (int part = 0; part < 2; part++) {
        int32_t count = (int32_t)below(&by->random, 4);
        item->parts[part].count = count;
        if (count > 0)
            item->parts[part].pairs =
                MAKE(by, df_new_array(by->token, pair, (size_t)count), (size_t)count * sizeof(struct pair));
        for (int32_t i = 0; i < count; i++)
            item->parts[part].pairs[i] = (struct pair){i, (int32_t)below(&by->random, 99)};
    }
    item->text_bytes = (int8_t)below(&by->random, 100);
    if (item->text_bytes > 0)
        item->text =
            MAKE(by, df_new_data(by->token, char, (size_t)item->text_bytes), (size_t)item->text_bytes);
    for (int i = 0; i < item->text_bytes; i++)
        item->text[i] = (char)below(&by->random, 256);
}

static inline void add_item(maker *by)
{
    struct item *item = MAKE(by, df_new(by->token, item), sizeof(struct item));
    item->number = (int64_t)next_random(&by->random);
    item->table = (void *)(uintptr_t)(0x1000 + below(&by->random, 4096));
    item->cache = item;
    add_arrays(by, item);
    if (below(&by->random, 2) == 0)
        add_lists(by, item);
    by->items[by->item_count++] = item;
}

static inline void link_item(maker *by, struct item *item)
{
    for (uint64_t i = 0; i < item->reference_count; i++)
        item->references[i] = any_node(by);
    for (uint32_t i = 0; item->fans != NULL && i < item->fans->count; i++)
        item->fans->list[i] = any_node(by);
    for (int16_t i = 0; item->edges != NULL && i < item->edges->count; i++)
        item->edges->list[i].to = any_node(by);
    struct item *other = by->items[below(&by->random, by->item_count)];
    if (below(&by->random, 4) == 0 && other->text != NULL) { /* shared data, from somewhere inside */
        uint32_t first = below(&by->random, (uint32_t)other->text_bytes);
        item->text = other->text + first;
        item->text_bytes = (int8_t)(other->text_bytes - (int8_t)first);
    }
    if (below(&by->random, 4) == 0 && other->node_count > 0) { /* a part of another array */
        uint32_t first = below(&by->random, other->node_count);
        item->nodes = other->nodes + first;
        item->node_count = (uint16_t)(other->node_count - first);
    }
}

/* Returns the root. */
static inline struct node *make_random(maker *by, uint32_t nodes, uint32_t items)
{
    struct node *root = NULL;
    for (uint32_t i = 0; i < nodes; i++) {
        struct node *node = MAKE(by, df_new(by->token, node), sizeof(struct node));
        add_node(by, node);
        root = root == NULL ? node : root;
        if (i < items && by->item_count < ITEMS_MAX)
            add_item(by);
    }
    for (uint32_t i = 0; i < by->item_count; i++)
        link_item(by, by->items[i]);
    for (uint32_t i = 0; i < by->node_count; i++) {
        struct node *node = by->nodes[i];
        node->next = any_node(by);
        for (int k = 0; k < 3; k++)
            node->others[k] = any_node(by);
        node->item = by->item_count > 0 && below(&by->random, 2) == 0
                         ? by->items[below(&by->random, by->item_count)]
                         : NULL;
    }
    return root;
}

/* --- digests ---------------------------------------- */

enum { MET_PLACES = 1 << 16 };

/* Objects by address and type, in the order in which they are met. Addresses only count as equal or not. */
typedef struct digest {
    uint64_t hash;
    uint32_t count;
    struct {
        const void *address;
        int type;
        uint32_t number;
    } places[MET_PLACES];
    struct {
        const void *address;
        int type;
    } queue[MET_PLACES];
} digest;

static inline void add_number(digest *to, uint64_t number)
{
    to->hash = (to->hash ^ number) * UINT64_C(0x100000001B3);
    to->hash ^= to->hash >> 29;
}

static inline void add_bytes(digest *to, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_number(to, ((const unsigned char *)bytes)[i]);
}

static inline void add_object(digest *to, const void *address, const struct df_object_type *type)
{
    if (address == NULL) {
        add_number(to, 0);
        return;
    }
    int number = (int)type->number;
    size_t place = ((uint64_t)address >> 2) * UINT64_C(0x9E3779B97F4A7C15) >> 48;
    while (to->places[place].address != NULL &&
           (to->places[place].address != address || to->places[place].type != number))
        place = (place + 1) % MET_PLACES;
    if (to->places[place].address == NULL) {
        CHECK(to->count < MET_PLACES / 2);
        to->places[place].address = address;
        to->places[place].type = number;
        to->places[place].number = ++to->count;
        to->queue[to->count - 1].address = address;
        to->queue[to->count - 1].type = number;
    }
    add_number(to, to->places[place].number);
}

static inline void digest_node(digest *to, const struct node *node)
{
    add_object(to, node->next, &df_struct_node);
    for (int i = 0; i < 3; i++)
        add_object(to, node->others[i], &df_struct_node);
    add_object(to, node->item, &df_struct_item);
    add_number(to, (uint32_t)node->key);
    add_number(to, node->kept);
    add_number(to, (uint64_t)node->cache << 16 | node->cache_too);
}

static inline void digest_item(digest *to, const struct item *item)
{
    add_number(to, (uint64_t)item->number);
    for (int part = 0; part < 2; part++) {
        add_number(to, (uint32_t)item->parts[part].count);
        for (int32_t i = 0; item->parts[part].pairs != NULL && i < item->parts[part].count; i++)
            add_object(to, &item->parts[part].pairs[i], &df_struct_pair);
    }
    add_number(to, (uint8_t)item->text_bytes);
    if (item->text != NULL)
        add_bytes(to, item->text, (size_t)item->text_bytes);
    add_number(to, item->node_count);
    for (uint16_t i = 0; item->nodes != NULL && i < item->node_count; i++)
        add_object(to, &item->nodes[i], &df_struct_node);
    add_number(to, item->reference_count);
    for (uint64_t i = 0; item->references != NULL && i < item->reference_count; i++)
        add_object(to, item->references[i], &df_struct_node);
    add_object(to, item->fans, &df_struct_fans);
    add_object(to, item->edges, &df_struct_edges);
    add_object(to, item->words, &df_struct_words);
    add_number(to, (uint64_t)item->table);
    add_number(to, item->cache != NULL);
}

static inline void digest_lists(digest *to, const void *object, int type)
{
    if (type == 4) {
        const struct fans *fans = object;
        for (uint32_t i = 0; i < fans->count; i++)
            add_object(to, fans->list[i], &df_struct_node);
    } else if (type == 6) {
        const struct edges *edges = object;
        for (int16_t i = 0; i < edges->count; i++) {
            add_object(to, edges->list[i].to, &df_struct_node);
            add_bytes(to, &edges->list[i].weight, sizeof edges->list[i].weight);
        }
    } else {
        const struct words *words = object;
        add_bytes(to, words->list, words->count);
    }
}

/* A number for all that can be reached: equal for graphs of the same shape and data. */
static inline uint64_t digest_of(const struct node *root)
{
    digest *to = calloc(1, sizeof *to);
    CHECK(to != NULL);
    to->hash = 1;
    add_object(to, root, &df_struct_node);
    for (uint32_t i = 0; i < to->count; i++) {
        const void *object = to->queue[i].address;
        int type = to->queue[i].type;
        add_number(to, (uint64_t)type);
        if (type == 1)
            add_bytes(to, object, sizeof(struct pair));
        else if (type == 2)
            digest_node(to, object);
        else if (type == 3)
            digest_item(to, object);
        else
            digest_lists(to, object, type);
    }
    uint64_t hash = to->hash;
    free(to);
    return hash;
}

/* --- arenas ---------------------------------------- */

/* So many arenas, side by side. */
static inline char *make_arenas(size_t up_to, const char *name, uint32_t count, size_t *stride)
{
    const df_arenas like = {
        .name = name,
        .up_to_bytes = up_to,
        .align = (uint32_t)shape("ALIGN", 8),
        .transients = true,
        .count = count,
    };
    *stride = df_arena_bytes(up_to, like.align, true, 64);
    char *memory = aligned_alloc(64, count * *stride);
    CHECK(memory != NULL);
    for (uint32_t i = 0; i < count; i++)
        df_arena_open(memory + i * *stride, &like, 64);
    return memory;
}

static inline void free_arenas(char *memory, uint32_t count, size_t stride)
{
    for (uint32_t i = 0; i < count; i++)
        df_arena_close((df_arena *)(void *)(memory + i * stride));
    free(memory);
}

static inline df_arena *make_arena(size_t up_to, const char *name)
{
    size_t stride;
    return (df_arena *)(void *)make_arenas(up_to, name, 1, &stride);
}

static inline void free_arena(df_arena *arena)
{
    free_arenas((char *)arena, 1, 0);
}

/* For all that a walk through an arena of that size may want. */
static inline void *give_scratch(size_t up_to)
{
    size_t words = 128;
    while (words < up_to / 8)
        words *= 2;
    void *memory = aligned_alloc(64, 64 * words);
    CHECK(memory != NULL);
    df_objects_use_scratch(memory, 64 * words);
    return memory;
}

#endif
