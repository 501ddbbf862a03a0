/* SPDX-License-Identifier: Apache-2.0 */
/* A minimum spanning tree by Boruvka, as Gallager, Humblet and Spira have fragments do it, in rounds that all nodes count: in
 * each phase nodes tell their fragments to their neighbours; the lightest edge that leads out of a fragment is found by
 * letters along its tree edges; its ends connect; and the least number in the new fragment becomes its name. */
#include "imsuite.h"

enum { FRAGMENT, BEST, CONNECT, NAME };

/* Edges in one order for all: by weight, then by their ends. */
static int64_t rank_of(const place *here, int32_t a, int32_t b)
{
    int64_t less = a < b ? a : b, more = a < b ? b : a;
    return (int64_t)here->net.weight[a][b] * NODES_MAX * NODES_MAX + less * NODES_MAX + more;
}

static void tell_tree(place *here, const node *self, int32_t kind, int32_t value, int64_t key)
{
    for (int32_t to = 0; to < here->net.nodes; to++) {
        if (self->tree[to])
            write_letter(here, self, to, kind, value, key);
    }
}

static void begin_phase(place *here, node *self)
{
    self->stage = 0;
    self->best = INT64_MAX;
    write_to_neighbours(here, self, NULL, FRAGMENT, self->fragment, 0);
    stay_active(here);
}

static void begin(place *here, node *self)
{
    self->fragment = self->number;
    begin_phase(here, self);
}

static void take(place *here, node *self, const post *letter)
{
    (void)here;
    if (letter->kind == FRAGMENT)
        self->seen[letter->from] = letter->value;
    if (letter->kind == BEST && letter->key < self->best) {
        self->best = letter->key;
        self->count = 1; /* news, to be passed on */
    }
    if (letter->kind == CONNECT)
        self->tree[letter->from] = true;
    if (letter->kind == NAME && letter->value < self->fragment) {
        self->fragment = letter->value;
        self->count = 1;
    }
}

static void find_best(const place *here, node *self)
{
    for (int32_t to = 0; to < here->net.nodes; to++) {
        if (here->net.weight[self->number][to] == 0 || self->seen[to] == self->fragment)
            continue;
        int64_t rank = rank_of(here, self->number, to);
        if (rank < self->best) {
            self->best = rank;
            self->count = 1;
        }
    }
}

static void connect(place *here, node *self)
{
    for (int32_t to = 0; to < here->net.nodes; to++) {
        bool is_best = here->net.weight[self->number][to] != 0 && self->seen[to] != self->fragment &&
                       rank_of(here, self->number, to) == self->best;
        if (is_best) {
            self->tree[to] = true;
            write_letter(here, self, to, CONNECT, 0, 0);
        }
    }
}

/* News need a round for each node on their way, and no way has more nodes than there are. */
static void go_on(place *here, node *self)
{
    int32_t nodes = here->net.nodes, found = nodes + 1, named = 2 * nodes + 3;
    if (self->done)
        return;
    self->stage++;
    if (self->stage == 1)
        find_best(here, self);
    if (self->stage <= found && self->count != 0)
        tell_tree(here, self, BEST, 0, self->best);
    if (self->stage == found + 1) {
        self->done = self->best == INT64_MAX; /* the fragment is all that is connected */
        connect(here, self);
    }
    if (self->stage == found + 2)
        self->count = 1; /* each starts with its own name */
    if (self->stage >= found + 2 && self->stage < named && self->count != 0)
        tell_tree(here, self, NAME, self->fragment, 0);
    self->count = 0;
    if (self->done)
        return;
    stay_active(here);
    if (self->stage == named)
        begin_phase(here, self);
}

const kernel mst = {"MST", false, 10, begin, take, go_on};
