/* SPDX-License-Identifier: Apache-2.0 */
/* A maximal independent set by Luby: in each phase of three rounds nodes that are undecided draw numbers; whose is the least
 * among its neighbours joins the set and says so; neighbours of those leave and say so. */
#include "imsuite.h"

enum { DRAW, JOIN, LEAVE };
enum { UNDECIDED = -1, OUTSIDE = 0, INSIDE = 1 };

static void draw(place *here, node *self)
{
    self->draw = (int64_t)(next_random(&self->random) >> 2);
    self->best = INT64_MAX;
    self->fragment = INT32_MAX;
    write_to_neighbours(here, self, self->gone, DRAW, 0, self->draw);
    stay_active(here);
}

static void begin(place *here, node *self)
{
    self->random = (uint64_t)self->number * 7919 + 1;
    self->result = UNDECIDED;
    draw(here, self);
}

static void take(place *here, node *self, const post *letter)
{
    (void)here;
    if (letter->kind != DRAW)
        self->gone[letter->from] = true;
    if (letter->kind == JOIN && self->result == UNDECIDED)
        self->result = OUTSIDE;
    if (letter->kind == DRAW &&
        (letter->key < self->best || (letter->key == self->best && letter->from < self->fragment))) {
        self->best = letter->key;
        self->fragment = letter->from;
    }
}

static void go_on(place *here, node *self)
{
    if (self->done)
        return;
    self->stage = (self->stage + 1) % 3;
    if (self->stage == 1) { /* all have drawn */
        bool is_least =
            self->draw < self->best || (self->draw == self->best && self->number < self->fragment);
        self->result = is_least ? INSIDE : UNDECIDED;
        if (is_least)
            write_to_neighbours(here, self, self->gone, JOIN, 0, 0);
    } else if (self->stage == 2) {
        if (self->result == OUTSIDE)
            write_to_neighbours(here, self, self->gone, LEAVE, 0, 0);
        self->done = self->result != UNDECIDED;
    } else {
        draw(here, self);
    }
    if (!self->done)
        stay_active(here);
}

const kernel mis = {"MIS", false, 8, begin, take, go_on};
