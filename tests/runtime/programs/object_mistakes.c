/* SPDX-License-Identifier: Apache-2.0 */
/* Two actors on one core, the second gets a copy of the first one's token; in firing 3 the first does what CASE says, most
 * of which ends the program. With GUARD=1 its token is checked and protected as in guard mode. */
#include <stdalign.h>

#include "df/runtime.h"
#include "object_types.h"

enum { UP_TO = 1000, FIRING = 3, ARENA_BYTES = 8192, SCRATCH_BYTES = 8192 };

static const df_actor actors[] = {{.name = "maker", .place = "mistakes.sdf:3:5"},
                                  {.name = "user", .place = "mistakes.sdf:4:5"}};
static const df_arenas arenas[] = {
    {.name = "maker.out",
     .offset_bytes = 0,
     .stride_bytes = ARENA_BYTES,
     .up_to_bytes = UP_TO,
     .count = 1,
     .align = 8},
    {.name = "user.in",
     .offset_bytes = ARENA_BYTES,
     .stride_bytes = ARENA_BYTES,
     .up_to_bytes = UP_TO,
     .count = 1,
     .align = 8},
};
static const df_scratch scratch[] = {{.offset_bytes = 2 * ARENA_BYTES, .bytes = SCRATCH_BYTES}};
static const df_objects objects = {.arenas = arenas, .arenas_count = 2, .scratch = scratch};
static char messages[2 * DF_MESSAGE_BYTES(UP_TO)];
static const char *wanted;
static struct node elsewhere[30];

static bool is(const char *name)
{
    return strcmp(wanted, name) == 0;
}

static void outgrow(df_ref *token)
{
    size_t left = UP_TO - sizeof(struct node) - sizeof(struct item);
    if (is("exact") || is("after_exact"))
        (void)df_new_data(token, char, left);
    if (is("after_exact"))
        (void)df_new_data(token, char, 1);
    if (is("one_byte"))
        (void)df_new_data(token, char, left + 1);
    if (is("one_object")) {
        (void)df_new_data(token, char, left - 1);
        (void)df_new(token, pair);
    }
    if (is("array"))
        (void)df_new_array(token, node, (size_t)-1);
    if (is("references"))
        (void)df_new_references(token, node, left / 8 + 1);
    if (is("flexible"))
        (void)df_new_flexible(token, fans, SIZE_MAX / 8);
    if (is("clone"))
        (void)df_clone(token, node, elsewhere);
}

static void break_rules(df_ref *token, struct node *node, struct item *item)
{
    if (is("root"))
        token->root = elsewhere;
    if (is("leaves"))
        node->others[1] = elsewhere;
    if (is("middle"))
        node->next = (struct node *)&node->others[1];
    if (is("other_type"))
        node->next = (struct node *)item;
    if (is("count")) {
        item->nodes = node;
        item->node_count = 2;
    }
    if (is("negative_count") || is("clone_count")) {
        item->text = df_new_data(token, char, 1);
        item->text_bytes = -1;
    }
}

static void misuse(df_ref *token, struct node *node, struct item *item)
{
    df_ref none = {.root = NULL};
    struct wide {
        alignas(32) char bytes[32];
    };
    if (is("alignment"))
        (void)df_new_data(token, struct wide, 1);
    if (is("inflexible"))
        (void)df_new_flexible(token, node, 1);
    if (is("no_arena"))
        (void)df_new(&none, node);
    if (is("clone_overlap")) {
        struct pair *pairs = df_new_array(token, pair, 3);
        item->parts[0] = (struct part){pairs, 3};
        item->parts[1] = (struct part){(struct pair *)(void *)&pairs->b, 1};
    }
    if (is("clone_form")) {
        item->text = (char *)node;
        item->text_bytes = 4;
    }
    if (is("clone_count") || is("clone_overlap") || is("clone_form"))
        token->root = df_clone(token, node, node);
}

static void make(df_ref *token, uint64_t firing)
{
    struct node *node = df_new(token, node);
    struct item *item = df_new(token, item);
    node->key = (int32_t)firing;
    node->item = item;
    token->root = node;
    if (firing != FIRING)
        return;
    outgrow(token);
    break_rules(token, node, item);
    misuse(token, node, item);
}

static void pass_on(df_ref *copy, const df_ref *token, const char *strategy, char *arena)
{
    if (strcmp(strategy, "graphcopy") == 0)
        df_objects_graphcopy(copy, token, 1, arena, 0, DF_COPY_MAP_HASH);
    else if (strcmp(strategy, "serialize") == 0)
        df_objects_serialize(copy, token, 1, arena, 0, &df_struct_node, messages, sizeof messages / 2);
    else
        df_objects_copy(copy, token, 1, arena, 0);
}

static void run(df_core *core)
{
    const char *strategy = getenv("STRATEGY") == NULL ? "memcpy" : getenv("STRATEGY");
    bool guarded = shape("GUARD", 0) != 0;
    df_ref token = {.root = NULL}, copy;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        df_fires(core, &actors[0], pass);
        df_objects_unprotect(&token, 1);
        df_objects_begin(core, &token, 1, core->arena, 0);
        make(&token, pass);
        if (guarded)
            df_objects_check(core, &token, 1, &df_struct_node);
        df_objects_end(core, &token, 1);
        if (guarded)
            df_objects_protect(&token, 1);
        core->actor = NULL;
        pass_on(&copy, &token, strategy, core->arena + ARENA_BYTES);
        df_fires(core, &actors[1], pass + 100);
        CHECK(((const struct node *)copy.root)->key == (int32_t)pass);
        if (pass == FIRING && is("write"))
            ((struct node *)token.root)->key = 5;
        if (guarded)
            df_guard_done(core);
    }
}

static void link_elsewhere(void)
{
    for (int i = 0; i + 1 < 30; i++)
        elsewhere[i].next = &elsewhere[i + 1];
}

int main(int argc, char **argv)
{
    static void (*const runs[])(df_core *) = {run};
    wanted = getenv("CASE");
    CHECK(wanted != NULL);
    link_elsewhere();
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "mistakes",
        .cores = 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .arena_bytes = 2 * ARENA_BYTES + SCRATCH_BYTES,
        .actors = actors,
        .actors_count = 2,
        .run = runs,
        .guard = shape("GUARD", 0) != 0,
        .objects = &objects,
        .default_iterations = 8,
    };
    return df_main(argc, argv, &program);
}
