/* SPDX-License-Identifier: Apache-2.0 */
/* A list of COUNT elements, made, copied in every way, cloned and looked at on a thread with a stack of STACK_BYTES.
 * Search in a list (map = linear) takes the square of the time: it gets LINEAR_COUNT elements. */
#include <pthread.h>

#include "df/runtime.h"
#include "object_types.h"

static df_core core;

static struct node *make_list(df_ref *token, uint64_t count)
{
    struct node *first = NULL, *last = NULL;
    for (uint64_t i = 0; i < count; i++) {
        struct node *node = df_new(token, node);
        node->key = (int32_t)i;
        node->others[0] = last; /* which makes every object part of a cycle */
        if (last == NULL)
            first = node;
        else
            last->next = node;
        last = node;
    }
    return first;
}

static void check_list(const struct node *node, uint64_t count)
{
    const struct node *last = NULL;
    for (uint64_t i = 0; i < count; i++) {
        CHECK(node != NULL && node->key == (int32_t)i && node->others[0] == last);
        last = node;
        node = node->next;
    }
    CHECK(node == NULL);
}

static void check_copies(df_ref *source, df_arena *arena, uint64_t count, size_t up_to)
{
    df_ref copy;
    char *messages = malloc(2 * DF_MESSAGE_BYTES(up_to));
    CHECK(messages != NULL);
    df_objects_copy(&copy, source, 1, (char *)arena, 0);
    check_list(copy.root, count);
    for (int map = DF_COPY_MAP_OFFSET; map <= DF_COPY_MAP_HASH; map++) {
        df_objects_graphcopy(&copy, source, 1, (char *)arena, 0, (df_copy_map)map);
        check_list(copy.root, count);
        df_objects_verify(&core, "a:b", &copy, source, 1, &df_struct_node);
    }
    df_objects_serialize(&copy, source, 1, (char *)arena, 0, &df_struct_node, messages,
                         DF_MESSAGE_BYTES(up_to));
    check_list(copy.root, count);
    df_objects_begin(&core, &copy, 1, (char *)arena, 0);
    copy.root = df_clone(&copy, node, source->root);
    check_list(copy.root, count);
    df_objects_check(&core, &copy, 1, &df_struct_node);
    free(messages);
}

static void *check_all(void *argument)
{
    uint64_t count = shape("COUNT", 1000000), linear = shape("LINEAR_COUNT", 2000);
    size_t up_to = (size_t)count * sizeof(struct node);
    void *scratch = give_scratch(up_to);
    df_arena *arena = make_arena(up_to, "a.out"), *other = make_arena(up_to, "b.out");
    df_ref token, copy;
    df_objects_begin(&core, &token, 1, (char *)arena, 0);
    token.root = make_list(&token, count);
    df_objects_end(&core, &token, 1);
    check_copies(&token, other, count, up_to);
    df_objects_begin(&core, &token, 1, (char *)arena, 0);
    token.root = make_list(&token, linear);
    df_objects_graphcopy(&copy, &token, 1, (char *)other, 0, DF_COPY_MAP_LINEAR);
    check_list(copy.root, linear);
    free_arena(arena);
    free_arena(other);
    free(scratch);
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, shape("STACK_BYTES", 65536)) == 0);
    CHECK(pthread_create(&thread, &attributes, check_all, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return 0;
}
