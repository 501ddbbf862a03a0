/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of random graphs with some bytes changed, cut or longer (SEED, ROUNDS): each is refused with a reason, or is a
 * graph that keeps the rules. */
#include "df/runtime.h"
#include "object_types.h"

enum { UP_TO = 32 * 1024, MESSAGE_BYTES = DF_MESSAGE_BYTES(UP_TO), CHANGES = 200 };

static df_core core;
static uint64_t accepted;

static uint64_t read_all(const df_ref *token)
{
    if (token->root == NULL)
        return 0;
    df_objects_check(&core, token, 1, &df_struct_node); /* ends the program where a rule is broken */
    return digest_of(token->root);
}

/* In a piece of memory of that length, for the address sanitizer to look at. */
static void receive(df_arena *arena, const char *message, size_t bytes)
{
    const char *reason = NULL;
    df_ref token = {.arena = arena};
    char *exact = calloc(1, bytes == 0 ? 1 : bytes);
    CHECK(exact != NULL);
    df_copy_disjoint(exact, message, bytes);
    bool taken = df_object_deserialize(&token, exact, bytes, &df_struct_node, &reason);
    CHECK(taken == (reason == NULL) && (taken || token.root == NULL));
    accepted += taken;
    read_all(&token);
    free(exact);
}

static void change(uint64_t *random, char *message, size_t bytes)
{
    static const uint64_t interesting[] = {0, 1, 2, 7, 8, 0xFF, 0xFFFF, 0x7FFFFFFF, UINT32_MAX, UINT64_MAX};
    size_t at = below(random, (uint32_t)bytes);
    uint64_t value = below(random, 2) == 0 ? next_random(random) : interesting[below(random, 10)];
    size_t width = (size_t)1 << below(random, 4);
    df_copy_disjoint(message + at, &value, width < bytes - at ? width : bytes - at);
}

int main(void)
{
    uint64_t seed = shape("SEED", 1), rounds = shape("ROUNDS", 20);
    static char message[MESSAGE_BYTES], changed[MESSAGE_BYTES + 64];
    void *scratch = give_scratch(UP_TO);
    df_arena *arena = make_arena(UP_TO, "a.out"), *other = make_arena(UP_TO, "b.out");
    for (uint64_t round = 0; round < rounds; round++) {
        printf("seed %" PRIu64 "\n", seed + round);
        fflush(stdout);
        df_ref token;
        df_objects_begin(&core, &token, 1, (char *)arena, 0);
        maker by = {.token = &token, .random = (seed + round) * UINT64_C(0x9E3779B97F4A7C15)};
        token.root = make_random(&by, 1 + below(&by.random, 8), 3);
        df_objects_end(&core, &token, 1);
        size_t bytes = df_object_serialize(message, sizeof message, &token);
        receive(other, message, bytes);
        for (int i = 0; i < CHANGES; i++) {
            df_copy_disjoint(changed, message, bytes);
            for (uint32_t n = 1 + below(&by.random, 3); n > 0; n--)
                change(&by.random, changed, bytes);
            receive(other, changed, bytes);
            receive(other, changed, below(&by.random, (uint32_t)bytes + 64));
        }
    }
    CHECK(accepted > rounds);
    printf("accepted %" PRIu64 "\n", accepted);
    free_arena(arena);
    free_arena(other);
    free(scratch);
    return 0;
}
