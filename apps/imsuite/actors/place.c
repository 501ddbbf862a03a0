/* SPDX-License-Identifier: Apache-2.0 */
/* A place: its nodes' letters come and go in messages, one a round to each other place. A place that has nothing to say
 * writes an empty token. Once all were silent and idle for a round the first place ends the program, or has the kernel begin
 * once more (option `repeat`). */
#include "imsuite.h"

#include <stdio.h>
#include <stdlib.h>

static const kernel *const kernels[KERNELS] = {&lcr, &hs, &bf, &by, &mis, &mst};

static int32_t first_of(const place *here, int32_t index)
{
    return (int32_t)((int64_t)here->net.nodes * index / here->places);
}

static int32_t place_of(const place *here, int32_t number)
{
    int32_t index = (int32_t)((int64_t)number * here->places / here->net.nodes);
    while (index + 1 < here->places && first_of(here, index + 1) <= number)
        index++;
    while (first_of(here, index) > number)
        index--;
    return index;
}

/* --- writing ---------------------------------------- */

/* Ten objects and more, of which the matrix is nearly all. */
static struct closure *make_closure(const place *here, df_ref *token)
{
    const kernel *code = kernels[here->kernel];
    struct closure *closure = df_new(token, closure);
    closure->round = (int32_t)here->round;
    closure->region = df_new(token, region);
    *closure->region = (struct region){here->first, here->past, here->places, here->net.nodes};
    for (int i = 0; i < code->closure_handles; i++) {
        struct handle *handle = df_new(token, handle);
        *handle =
            (struct handle){.next = closure->handles, .region = closure->region, .numbers = {here->me, i}};
        closure->handles = handle;
    }
    int32_t nodes = here->net.nodes;
    closure->cells = code->on_a_ring ? nodes : nodes * nodes;
    closure->matrix = df_new_data(token, int32_t, (size_t)closure->cells);
    if (code->on_a_ring) {
        df_copy(closure->matrix, here->net.ids, (size_t)nodes * sizeof(int32_t), DF_COPY_REUSED);
        return closure;
    }
    for (int32_t i = 0; i < nodes; i++)
        df_copy(closure->matrix + i * nodes, here->net.weight[i], (size_t)nodes * sizeof(int32_t),
                DF_COPY_REUSED);
    return closure;
}

static df_ref *token_to(const place *here, int32_t index)
{
    return here->out[index < here->me ? index : index - 1];
}

/* The message to a place, begun when the first letter is written. */
static struct message *message_to(const place *here, int32_t index)
{
    df_ref *token = token_to(here, index);
    struct message *message = token->root;
    if (message == NULL) {
        token->root = message = df_new(token, message);
        if (here->closures)
            message->closure = make_closure(here, token);
    }
    return message;
}

static void write_local(place *here, const post *written)
{
    int next = (here->round + 1) % 2;
    if (here->local_count[next] == LETTERS_MAX)
        df_fail("its nodes write more than %d letters to each other in a round", LETTERS_MAX);
    here->local[next][here->local_count[next]++] = *written;
}

void write_letter(place *here, const node *self, int32_t to, int32_t kind, int32_t value, int64_t key)
{
    int32_t index = place_of(here, to);
    here->letters_sent++;
    if (index == here->me) {
        write_local(here, &(post){to, self->number, kind, value, key});
        here->is_active = true;
        return;
    }
    struct message *message = message_to(here, index);
    struct letter *letter = df_new(token_to(here, index), letter);
    *letter = (struct letter){.to = to, .from = self->number, .kind = kind, .value = value, .key = key};
    if (message->letters == NULL)
        message->letters = letter;
    else
        here->last[index]->next = letter;
    here->last[index] = letter;
    message->letter_count++;
    here->is_active = true;
}

void write_to_neighbours(place *here, const node *self, const bool *skip, int32_t kind, int32_t value,
                         int64_t key)
{
    for (int32_t to = 0; to < here->net.nodes; to++) {
        if (here->net.weight[self->number][to] != 0 && (skip == NULL || !skip[to]))
            write_letter(here, self, to, kind, value, key);
    }
}

void stay_active(place *here)
{
    here->is_active = true;
}

/* --- reading ---------------------------------------- */

static void deliver(place *here, const post *written)
{
    if (written->to < here->first || written->to >= here->past)
        df_fail("a letter to node %d has come to the wrong place", (int)written->to);
    kernels[here->kernel]->take(here, &here->nodes[written->to - here->first], written);
}

/* The code at the other place looks at what it was sent, if only at a little of it. */
static void check_closure(const place *here, const struct message *message, const struct letter *letter)
{
    const struct closure *closure = message->closure;
    int32_t nodes = closure->region->nodes;
    bool right = closure->handles->region == closure->region && nodes == here->net.nodes;
    if (kernels[here->kernel]->on_a_ring)
        right = right && closure->matrix[letter->from] == here->net.ids[letter->from];
    else
        right = right && closure->matrix[letter->from * nodes + letter->to] ==
                             here->net.weight[letter->from][letter->to];
    if (!right)
        df_fail("the closure of a message is not that of its sender");
}

static void read_message(place *here, const struct message *message)
{
    for (const struct letter *letter = message->letters; letter != NULL; letter = letter->next) {
        if (message->closure != NULL)
            check_closure(here, message, letter);
        deliver(here, &(post){letter->to, letter->from, letter->kind, letter->value, letter->key});
    }
}

/* --- rounds ---------------------------------------- */

void open_place(int number, int me, int places, int nodes, int closure, place *here)
{
    if (number < 0 || number >= KERNELS || nodes < places || nodes > NODES_MAX || places > PLACES_MAX)
        df_fail("there is no kernel %d for %d nodes at %d places", number, nodes, places);
    here->kernel = number;
    here->me = me;
    here->places = places;
    here->closures = closure != 0;
    const char *repeat = df_option("repeat");
    here->repeats = repeat == NULL ? 0 : strtoll(repeat, NULL, 10) - 1;
    here->begins = true;
    make_network(&here->net, number, nodes);
    here->first = first_of(here, me);
    here->past = first_of(here, me + 1);
}

static void begin(place *here)
{
    here->begins = false;
    for (int32_t i = 0; i < here->past - here->first; i++) {
        here->nodes[i] = (node){.number = here->first + i};
        kernels[here->kernel]->begin(here, &here->nodes[i]);
    }
}

/* Has all letters taken; returns whether any place, as it was in the round before, has said something. */
static bool read_letters(place *here, const df_ref *const *in)
{
    int now = here->round % 2;
    bool heard = here->is_active;
    here->is_active = false;
    for (int32_t i = 0; i < here->local_count[now]; i++)
        deliver(here, &here->local[now][i]);
    here->local_count[now] = 0;
    for (int32_t i = 0; i < here->places - 1; i++) {
        const struct message *message = in[i]->root;
        if (message == NULL)
            continue;
        heard = true;
        here->begins = here->begins || message->begins;
        read_message(here, message);
    }
    return heard;
}

static void begin_once_more(place *here)
{
    here->repeats--;
    here->begins = true;
    for (int32_t index = 1; index < here->places; index++)
        message_to(here, index)->begins = true;
}

/* What was said in a round is heard in the next one. */
void fire_place(place *here, const df_ref *const *in, df_ref *const *out)
{
    here->out = out;
    bool heard = read_letters(here, in);
    if (here->begins) {
        heard = true;
        begin(here);
    } else {
        for (int32_t i = 0; i < here->past - here->first; i++)
            kernels[here->kernel]->go_on(here, &here->nodes[i]);
    }
    if (here->me == 0 && !heard && !here->is_active) {
        if (here->repeats > 0)
            begin_once_more(here);
        else
            df_stop();
    } else if (here->me != 0 && here->is_active) { /* the first place hears of it */
        message_to(here, 0)->is_active = true;
    }
    here->round++;
}

/* --- results ---------------------------------------- */

static void print_network(const place *here)
{
    printf("kernel %s nodes %d rounds %lld\n", kernels[here->kernel]->name, (int)here->net.nodes,
           (long long)here->round);
    printf("root %d\n", (int)here->net.root);
    for (int32_t a = 0; a < here->net.nodes; a++) {
        printf("id %d %d\n", (int)a, (int)here->net.ids[a]);
        for (int32_t b = a + 1; b < here->net.nodes; b++) {
            if (here->net.weight[a][b] != 0)
                printf("edge %d %d %d\n", (int)a, (int)b, (int)here->net.weight[a][b]);
        }
    }
}

void close_place(place *here)
{
    if (here->me == 0)
        print_network(here);
    for (int32_t i = 0; i < here->past - here->first; i++) {
        const node *self = &here->nodes[i];
        printf("node %d %d %d\n", (int)self->number, (int)self->result, (int)self->parent);
        for (int32_t to = self->number + 1; to < here->net.nodes; to++) {
            if (self->tree[to])
                printf("tree %d %d\n", (int)self->number, (int)to);
        }
    }
    printf("place %d letters %lld\n", (int)here->me, (long long)here->letters_sent);
}
