/* SPDX-License-Identifier: Apache-2.0 */
/* Random object graphs (SEED, ROUNDS) passed in every way: each copy has the shape and the data of its source. */
#include "object_types.h"

#include "df/runtime.h"

enum { UP_TO = 256 * 1024, MESSAGE_BYTES = DF_MESSAGE_BYTES(UP_TO) };

static df_arena *arenas[6];
static char *window_arenas[2];
static size_t window_stride;
static char messages[2 * MESSAGE_BYTES];
static df_core core; /* no actor fires */

static df_ref begin(int index)
{
    df_ref token;
    df_objects_begin(&core, &token, 1, (char *)arenas[index], 0);
    return token;
}

/* Copies of tokens, in other arenas, by each strategy. */
static void copy_window(df_ref *targets, const df_ref *sources, size_t count, char *into, size_t stride,
                        uint32_t strategy)
{
    if (strategy == 0)
        df_objects_copy(targets, sources, count, into, stride);
    else if (strategy == 1)
        df_objects_serialize(targets, sources, count, into, stride, &df_struct_node, messages, MESSAGE_BYTES);
    else
        df_objects_graphcopy(targets, sources, count, into, stride, (df_copy_map)(strategy - 2));
}

static df_ref copied(const df_ref *source, int index, uint32_t strategy)
{
    df_ref token = {.root = NULL};
    copy_window(&token, source, 1, (char *)arenas[index], 0, strategy);
    return token;
}

static void check_copies(const df_ref *source)
{
    uint64_t wanted = digest_of(source->root);
    for (uint32_t first = 0; first < 5; first++) {
        df_ref token = copied(source, 1, first);
        CHECK(digest_of(token.root) == wanted);
        ((struct node *)token.root)->cache = 77; /* by an actor that hands the token on */
        df_objects_end(&core, &token, 1);
        CHECK(digest_of(token.root) == wanted);
        df_objects_verify(&core, "a:b", &token, source, 1, &df_struct_node);
        df_objects_check(&core, &token, 1, &df_struct_node);
        for (uint32_t second = 0; second < 5; second++) { /* copies have all that copies are made from */
            df_ref again = copied(&token, 2, second);
            CHECK(digest_of(again.root) == wanted);
        }
    }
}

/* Windows of several tokens, with arenas side by side. */
static void check_windows(uint64_t seed)
{
    enum { TOKENS = 3 };
    df_ref sources[TOKENS], targets[TOKENS];
    df_objects_begin(&core, sources, TOKENS, window_arenas[0], window_stride);
    for (int i = 0; i < TOKENS; i++) {
        maker by = {.token = &sources[i], .random = seed + (uint64_t)i};
        sources[i].root = i == 1 ? NULL : make_random(&by, 5, 2);
    }
    df_objects_end(&core, sources, TOKENS);
    for (uint32_t strategy = 0; strategy < 5; strategy++) {
        copy_window(targets, sources, TOKENS, window_arenas[1], window_stride, strategy);
        df_objects_verify(&core, "a:b", targets, sources, TOKENS, &df_struct_node);
        for (int i = 0; i < TOKENS; i++)
            CHECK(digest_of(targets[i].root) == digest_of(sources[i].root));
    }
}

static void check_relocation(const df_ref *source)
{
    char *buffer = aligned_alloc(64, UP_TO);
    void *root;
    size_t bytes = df_relocate(buffer, UP_TO, source, buffer, &root);
    CHECK(bytes > 0 && bytes <= UP_TO && digest_of(root) == digest_of(source->root));
    CHECK(df_relocate(buffer, bytes - 1, source, buffer, &root) == SIZE_MAX);
    free(buffer);
}

/* A graph whose objects lie anywhere, and one of an arena, brought into a token. */
static void check_clones(const struct node *anywhere, const df_ref *source)
{
    df_ref token = begin(3);
    token.root = df_clone(&token, node, anywhere);
    CHECK(digest_of(token.root) == digest_of(anywhere));
    df_objects_end(&core, &token, 1);
    df_objects_check(&core, &token, 1, &df_struct_node);
    CHECK(digest_of(token.root) == digest_of(source->root));
    check_copies(&token);
    df_ref again = begin(4);
    again.root = df_clone(&again, node, token.root);
    df_objects_end(&core, &again, 1);
    df_objects_verify(&core, "a:b", &again, &token, 1, &df_struct_node);
}

static void check_round(uint64_t seed)
{
    maker by = {.random = seed}, by_pieces = {.random = seed};
    df_ref token = begin(0);
    uint32_t nodes = 1 + below(&by.random, 60), items = below(&by.random, 40);
    by_pieces.random = by.random;
    by.token = &token;
    struct node *root = make_random(&by, nodes, items);
    struct node *anywhere = make_random(&by_pieces, nodes, items);
    CHECK(digest_of(root) == digest_of(anywhere));
    token.root = root;
    df_objects_check(&core, &token, 1, &df_struct_node);
    df_objects_end(&core, &token, 1);
    CHECK(digest_of(root) != digest_of(anywhere)); /* transients */
    check_copies(&token);
    check_windows(seed);
    check_relocation(&token);
    check_clones(anywhere, &token);
    free_pieces(&by_pieces);
}

static void check_empty(void)
{
    df_ref empty = {.root = NULL}; /* an initial token, that has no arena */
    for (uint32_t strategy = 0; strategy < 5; strategy++) {
        df_ref token = copied(&empty, 1, strategy);
        CHECK(token.root == NULL && token.arena == arenas[1]);
        df_objects_verify(&core, "a:b", &token, &empty, 1, &df_struct_node);
    }
    void *root = &empty;
    CHECK(df_relocate(messages, 0, &empty, messages, &root) == 0 && root == NULL);
    df_objects_end(&core, &empty, 1);
    df_ref token = begin(0);
    CHECK(df_clone(&token, node, NULL) == NULL);
    CHECK(df_new_array(&token, node, 0) == NULL && df_new_references(&token, node, 0) == NULL);
    CHECK(df_new_data(&token, char, 0) == NULL);
}

int main(void)
{
    uint64_t seed = shape("SEED", 1), rounds = shape("ROUNDS", 20);
    void *scratch = give_scratch(UP_TO);
    for (int i = 0; i < 6; i++)
        arenas[i] = make_arena(UP_TO, "writer.out");
    for (int i = 0; i < 2; i++)
        window_arenas[i] = make_arenas(UP_TO, "writer.out", 3, &window_stride);
    check_empty();
    for (uint64_t round = 0; round < rounds; round++) {
        printf("seed %" PRIu64 "\n", seed + round);
        fflush(stdout);
        check_round((seed + round) * UINT64_C(0x9E3779B97F4A7C15));
    }
    for (int i = 0; i < 6; i++)
        free_arena(arenas[i]);
    for (int i = 0; i < 2; i++)
        free_arenas(window_arenas[i], 3, window_stride);
    free(scratch);
    return 0;
}
