/* SPDX-License-Identifier: Apache-2.0 */
/* Whether all of an arena can be reached: lists, and random graphs (SEED, ROUNDS) with objects that nothing leads to, or
 * only what cannot be reached itself. What is said is held against a search, and copies have what that found. */
#include "object_types.h"

#include "df/object_reach.h"
#include "df/object_state.h"
#include "df/runtime.h"

enum { NODES = 300, UP_TO = NODES * sizeof(struct node) };

static df_core core;
static df_arena *arena, *other;
static struct node *nodes[NODES];

static df_ref begin(uint32_t count)
{
    df_ref token;
    df_objects_begin(&core, &token, 1, (char *)arena, 0);
    for (uint32_t i = 0; i < count; i++)
        nodes[i] = df_new(&token, node);
    return token;
}

static size_t step(void)
{
    return (size_t)((char *)nodes[1] - (char *)nodes[0]);
}

static uint32_t count_of(const df_ref *token, uint32_t count)
{
    const struct node *list[NODES];
    bool met[NODES] = {false};
    uint32_t found = 1;
    list[0] = token->root;
    for (uint32_t i = 0; i < found; i++) {
        for (int k = 0; k < 3; k++) {
            struct node *next = list[i]->others[k];
            uint32_t index =
                next == NULL ? count : (uint32_t)((size_t)((char *)next - (char *)nodes[0]) / step());
            if (next == NULL || met[index] || next == token->root)
                continue;
            met[index] = true;
            list[found++] = next;
        }
    }
    return found;
}

/* Returns whether a sweep saw that all can be reached. */
static bool check(const df_ref *token, uint32_t count)
{
    uint32_t reached = count_of(token, count);
    bool all = df__reaches_all(token);
    CHECK(!all || reached == count);
    df_ref copy;
    df_objects_graphcopy(&copy, token, 1, (char *)other, 0, DF_COPY_MAP_OFFSET);
    CHECK(copy.arena->used == reached * step());
    CHECK(digest_of(copy.root) == digest_of(token->root));
    df_objects_verify(&core, "a:b", &copy, token, 1, &df_struct_node);
    return all;
}

/* Each element leads to the next one made, or to the one made before; the last one of these to itself and beyond. */
static void check_lists(uint32_t count)
{
    df_ref token = begin(count);
    for (uint32_t i = 0; i + 1 < count; i++)
        nodes[i]->others[0] = nodes[i + 1];
    token.root = nodes[0];
    CHECK(check(&token, count));
    nodes[count - 1]->others[2] = nodes[count / 2];
    CHECK(check(&token, count));
    nodes[count / 2]->others[0] = nodes[count / 2]; /* the others are a ring of their own */
    CHECK(!check(&token, count));
    token = begin(count);
    for (uint32_t i = 1; i < count; i++)
        nodes[i]->others[0] = nodes[i - 1];
    token.root = nodes[count - 1];
    CHECK(check(&token, count));
    nodes[count / 2]->others[0] = nodes[count / 2];
    nodes[0]->others[0] = nodes[count / 2 - 1];
    CHECK(!check(&token, count));
}

/* Chains of both orders and of none, with some links taken out. */
static bool check_random(uint64_t seed)
{
    uint64_t random = seed;
    uint32_t count = 2 + below(&random, NODES - 2), order = below(&random, 3), removed = below(&random, 3);
    df_ref token = begin(count);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t from = below(&random, i);
        struct node *parent = nodes[order == 0 ? from : count - 1 - from];
        parent->others[below(&random, 3)] = nodes[order == 0 ? i : count - 1 - i];
    }
    for (uint32_t i = 0; i < count; i++) {
        nodes[i]->key = (int32_t)i;
        if (order == 2 || below(&random, 4) == 0)
            nodes[i]->others[below(&random, 3)] = nodes[below(&random, count)];
        if (removed == 0 && below(&random, 10) == 0)
            nodes[i]->others[below(&random, 3)] = nodes[i];
    }
    token.root = order == 2 ? nodes[below(&random, count)] : nodes[order == 0 ? 0 : count - 1];
    return check(&token, count);
}

int main(void)
{
    uint64_t seed = shape("SEED", 1), rounds = shape("ROUNDS", 20);
    void *scratch = give_scratch(UP_TO * 2);
    arena = make_arena(UP_TO * 2, "writer.out");
    other = make_arena(UP_TO * 2, "reader.in");
    for (uint32_t count = 6; count < NODES; count += 7)
        check_lists(count);
    for (uint64_t round = 0; round < rounds; round++) {
        printf("seed %" PRIu64 "\n", seed + round);
        fflush(stdout);
        check_random((seed + round) * UINT64_C(0x9E3779B97F4A7C15));
    }
    free_arena(arena);
    free_arena(other);
    free(scratch);
    return 0;
}
